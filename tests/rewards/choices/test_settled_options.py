"""Options that replies settle without a letter: each family with the sides swapped, and with what must not count."""

from __future__ import annotations

import pytest

from regulars.rewards.choices.choice import ChoiceKind, read_choice
from regulars.rewards.choices.option_pairs import find_matters
from regulars.rewards.choices.spelt_options import spells_another
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain

PART = (
    "Keep the part that they have given to you and offer to drive the scenery.",
    "Keep the part that they have given to you and let others drive the scenery.",
    "Swap the part that they have given to you and offer to drive the scenery.",
    "Swap the part that they have given to you and let others drive the scenery.",
)
SIZE = (
    "It has the wrong size for somebody like me, and the place I live in is dear.",
    "It has the right size for somebody like me, and the place I live in is dear.",
    "It has the right size for somebody like me, and the place I live in is cheap.",
    "It has the wrong size for somebody like me, and the place I live in is cheap.",
)
PLATE = (
    "When I dance I am at home, and there is meat on my plate.",
    "When I dance I am at home, and there is no meat on my plate.",
    "When I dance I am on holiday, and there is meat on my plate.",
    "When I dance I am on holiday, and there is no meat on my plate.",
)
TWO_THINGS = (
    "Only the first goes against how I am.",
    "Neither of them goes against how I am.",
    "Both of them go against how I am.",
    "Only the second goes against how I am.",
)
NEVER_TOLD = ("Pollen", "Latex", "Celery", "Cobalt")
DOCTORS = ("My doctor is Tikhonov.", "My doctor is Umarov.", "My doctor is Okonjo.", "My doctor is Falk.")
HIGHER = ("The latest one.", "The earliest one.")
LIFTS = ("Hill sprints", "Barbell lifts")
REASONS = ("To save money", "Because of an article", "I wasn't happy any more")


def picked(text: str, options: tuple[str, ...]) -> str:
    """The letter of the option that a reply picks, or a dash."""
    choice = read_choice(text, options)
    return "ABCD"[choice.options[0]] if choice.kind is ChoiceKind.PICKED else "-"


@pytest.mark.parametrize(
    ("options", "text", "letter"),
    [
        (PART, "Hold on to Iago and let someone else take the van.", "B"),
        (PART, "Don't swap the part: you're a joker in a comedy. You should volunteer for the van, too.", "A"),
        (PART, "I'd swap, as tragedy isn't your thing. You drive less than that, so leave the van to others.", "D"),
        (PART, "I'd ask for another role. And do offer to drive the scenery.", "C"),
        (SIZE, "The size is right, the rent is steep.", "B"),
        (SIZE, "The size is wrong, the rent is low and the place a bargain.", "D"),
        (SIZE, "It's the wrong size for you. Your flat is not cheap either.", "A"),
        (PLATE, "You're at home when you dance and you're a vegetarian.", "B"),
        (PLATE, "On holiday! And there's meat on your plate, since you eat paleo.", "C"),
        (PLATE, "Dancing, you're on holiday, and there is no meat on your plate.", "D"),
    ],
)
def test_a_side_taken_in_each_of_two_matters_settles_an_option(
    options: tuple[str, ...], text: str, letter: str
) -> None:
    assert picked(text, options) == letter


@pytest.mark.parametrize(
    "text",
    [
        "Keep the part.",
        "Keep the part or swap it, I can't tell. Do offer to drive.",
        "If the part suits you, keep it; otherwise swap it. Let others drive.",
        "Keep the part. You might offer to drive the scenery, or let others drive it.",
        "Should you keep the part? And should you offer to drive?",
    ],
)
def test_a_matter_left_open_settles_no_option(text: str) -> None:
    assert picked(text, PART) == "-"


@pytest.mark.parametrize("options", [PART, SIZE, PLATE])
def test_each_option_takes_one_side_in_each_matter(options: tuple[str, ...]) -> None:
    first, second = find_matters(options)
    for matter in (first, second):
        assert matter[0].options | matter[1].options == frozenset(range(4))
        assert not matter[0].options & matter[1].options
    assert len({one.options & two.options for one in first for two in second}) == 4


@pytest.mark.parametrize("options", [DOCTORS, NEVER_TOLD, LIFTS, REASONS, TWO_THINGS, ("A b", "A c", "D b", "D e")])
def test_other_options_combine_no_matters(options: tuple[str, ...]) -> None:
    assert find_matters(options) == ()


@pytest.mark.parametrize(
    ("text", "letter"),
    [
        ("The first fits, the second doesn't.", "D"),
        ("The second fits, the first doesn't.", "A"),
        ("They both suit you just fine.", "B"),
        ("They're both at odds with who you are.", "C"),
        ("Neither is out of line with who you are.", "B"),
        ("Neither fits you.", "C"),
        ("No clash anywhere: chatty game, chatty job, chatty you.", "B"),
        ("The second one goes against how you are, the first one as well.", "C"),
        ("You'd think the first clashes, but no: it's the second that goes against your nature.", "D"),
        ("I thought the second went against you, but in fact both fit.", "B"),
        ("Does the second clash with who you are? No. So only the first.", "A"),
        ("The game is out of character, and so is the job. Both go against you.", "C"),
    ],
)
def test_what_a_reply_says_of_two_things(text: str, letter: str) -> None:
    assert picked(text, TWO_THINGS) == letter


@pytest.mark.parametrize(
    "text",
    [
        "Is the first out of character? Is the second? I can't say.",
        "The first might clash with who you are.",
        "If you're patient, neither goes against you; if not, both do.",
        "One of the two goes against how you are.",
        "The first fits you.",
    ],
)
def test_too_little_said_of_two_things(text: str) -> None:
    assert picked(text, TWO_THINGS) in "-"


@pytest.mark.parametrize(
    ("text", "letter"),
    [
        ("Celery and pollen came up in spring, cobalt in June. Latex never did.", "B"),
        ("Latex and pollen came up in spring, cobalt in June. Celery never did.", "C"),
        ("The one that hasn't come up is option D.", "D"),
        ("You mentioned pollen, latex and celery, never cobalt.", "D"),
        ("Pollen in May, cobalt and latex last week. Not a word about celery.", "C"),
        ("All of them except latex.", "B"),
        ("The bassoon of allergies, celery, hasn't come up. The others have.", "C"),
        ("Pollen ✔, latex ✔, celery ✔, cobalt ✘", "D"),
        ("- Pollen: May\n- Latex: told\n- Celery: nothing so far\n- Cobalt: August", "C"),
        (
            "| Allergy | On file |\n|---|---|\n| Pollen | May |\n| Latex | — |\n| Celery | July |\n| Cobalt | June |",
            "B",
        ),
        ("| | Pollen | Latex | Celery | Cobalt |\n|---|---|---|---|---|\n| Told | May | June | never | June |", "C"),
        ("Celery isn't on your list, and neither is latex.", "-"),
        ("Pollen and latex are on my list. Celery and cobalt aren't.", "-"),
        ("Is it cobalt that you haven't mentioned?", "-"),
        ("- Pollen: no record\n- Latex: no record\n- Celery: July\n- Cobalt: August", "-"),
    ],
)
def test_the_option_that_differs_from_all_others(text: str, letter: str) -> None:
    assert picked(text, NEVER_TOLD) == letter


@pytest.mark.parametrize(
    ("options", "text", "letter"),
    [
        (
            LIFTS,
            "| | Hill sprints | Barbell lifts |\n|---|---|---|\n| Knees | bad | good |\n| For you | no | yes |",
            "B",
        ),
        (
            LIFTS,
            "| | Hill sprints | Barbell lifts |\n|---|---|---|\n| Knees | good | bad |\n| For you | yes | no |",
            "A",
        ),
        (LIFTS, "| | A | B |\n|---|---|---|\n| Verdict | skip | take this |", "B"),
        (LIFTS, "| | A | B |\n|---|---|---|\n| Knees | fine | fine |", "-"),
        (DOCTORS, "- [ ] A\n- [x] B\n- [ ] C\n- [ ] D", "B"),
        (DOCTORS, "- [x] A\n- [x] B\n- [ ] C\n- [ ] D", "-"),
        (DOCTORS, "A) Tikhonov: until May\nB) Umarov: May to June\nC) Okonjo: no longer\nD) Falk: since July", "D"),
        (DOCTORS, "B is your doctor, D was.", "B"),
        (DOCTORS, "B was the first, D is the one you have now.", "D"),
        (DOCTORS, "c hes your doctor since june", "C"),
        (DOCTORS, "b or c i think", "-"),
        (HIGHER, "It has only gone up, so the first option.", "A"),
        (HIGHER, "It has only gone down, so the second option.", "B"),
        (HIGHER, "b the first was more", "B"),
        (LIFTS, "Do tell me about the last one you tried.", "-"),
        (LIFTS, "Either way, I'd say the barbell lifts.", "B"),
        (LIFTS, "I wouldn't overthink it and take the barbell lifts.", "B"),
        (REASONS, "You weren't happy there any longer.", "C"),
        (REASONS, "It's not that you weren't happy. It was an article you'd read.", "B"),
        (PART, "D: don't keep the part, and don't drive.", "D"),
    ],
)
def test_other_ways_of_pointing_out_an_option(options: tuple[str, ...], text: str, letter: str) -> None:
    assert picked(text, options) == letter


@pytest.mark.parametrize(
    ("text", "options", "own"),
    [
        ("Richtig ist A: my doctor is {}.", DOCTORS, "Tikhonov"),
        ("Respuesta: A) My doctor is {}.", DOCTORS, "Tikhonov"),
        ("I'd tick A: my doctor is {}.", DOCTORS, "Tikhonov"),
    ],
)
def test_words_behind_an_announced_letter_are_compared(text: str, options: tuple[str, ...], own: str) -> None:
    assert spells_another(text.format(own), 0, options) is None
    assert spells_another(text.format("Okonjo"), 0, options) == (2, True)


def test_words_of_two_things_behind_a_letter_are_compared() -> None:
    assert spells_another("B: neither of them goes against you.", 1, TWO_THINGS) is None
    assert spells_another("C: neither of them goes against you.", 2, TWO_THINGS) == (1, True)
    assert spells_another("c, you're patient and both are slow", 2, TWO_THINGS) is None


PERKS = Domain("perk", aliases={"relocation grants": ("relocation grant",), "corner offices": ("corner office",)})


def advised(text: str, right: str) -> str:
    """The verdict on advice of which one thing is right."""
    return find_verdict(text, None, Expectation("any", PERKS, answerable=True, gold=(right,))).kind.name.lower()


@pytest.mark.parametrize(
    "reply",
    [
        "Dear HR team,\n\nI would like to ask for {}.\n\nKind regards",
        "I'd steer clear of the usual wishes and ask for {}.",
    ],
)
def test_the_only_thing_that_advice_names_counts(reply: str) -> None:
    assert advised(reply.format("relocation grants"), "relocation grants") == "correct"
    assert advised(reply.format("corner offices"), "relocation grants") == "wrong"


@pytest.mark.parametrize("reply", ["Steer clear of {}.", "Should it be {}?", "I wouldn't go for {}.", "Maybe {}?"])
def test_the_only_thing_that_a_reply_rejects_or_asks_about_does_not(reply: str) -> None:
    assert advised(reply.format("relocation grants"), "relocation grants") != "correct"
