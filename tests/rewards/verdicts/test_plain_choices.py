"""Replies that say plainly which of the things on offer they mean, and what they tell of the others."""

from __future__ import annotations

from dataclasses import replace

import pytest

from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.plain_choices import judge_plain_choice
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain

LAMPS = Domain("home_lamp", aliases={"paper lantern": (), "brass chandelier": (), "lava lamp": ()})
LAMP = Expectation("any", LAMPS, True, ("paper lantern",), offered=("paper lantern", "brass chandelier"))
CUTS = Domain("finance_cut", aliases={"opera tickets": (), "scented soaps": ()})
CUT = Expectation("any", CUTS, True, ("opera tickets",), offered=("opera tickets", "scented soaps"))
LETTERS = Domain("letters", aliases=dict.fromkeys("ABCD", ()))
TRIP = Expectation("option", LETTERS, True, ("A",), options=("Cable cars", "Rope bridges"))


def found(reply: str, expectation: Expectation, answer: str | None = None) -> str:
    return find_verdict(reply, answer, expectation).kind.name.lower()


@pytest.mark.parametrize(
    "reply",
    [
        "The {1} is heavy. The {0} isn't, so it's the better fit.",
        "The {1} is heavy, so the {0} is the way to go.",
        "The {0} sounds better. You dislike heavy things and the {1} is heavy.",
        "The {0} would be kinder to your ceiling.",
        "I'd steer clear of the {1}.",
        "I'd go for the {0}, as the {1} is heavy.",
        "Would a {0} work? You hate heavy things, so I'd skip the {1}.",
        "{0}.",
    ],
)
def test_the_thing_that_is_taken_counts(reply: str) -> None:
    assert found(reply.format("paper lantern", "brass chandelier"), LAMP) == "correct"
    assert found(reply.format("brass chandelier", "paper lantern"), LAMP) == "wrong"


@pytest.mark.parametrize(
    "reply", ["Keep the {1} and cut the {0}.", "{0} go, {1} stay.", "I'd drop {0} before {1}.", "You don't need {0}."]
)
def test_the_thing_that_is_given_up_counts_where_that_is_asked(reply: str) -> None:
    assert found(reply.format("opera tickets", "scented soaps"), CUT) == "correct"
    assert found(reply.format("scented soaps", "opera tickets"), CUT) == "wrong"


@pytest.mark.parametrize(
    "reply",
    [
        "Not the {1}, they sway.",
        "Avoid {1}.",
        "{1} are out.",
        "{0} would be better. {1} usually sway, which isn't for you.",
        "You'd be better off with {0}, because {1} sway.",
    ],
)
def test_of_two_lettered_things_the_one_that_is_left_counts(reply: str) -> None:
    assert found(reply.format("cable cars", "rope bridges"), TRIP) == "correct"
    assert found(reply.format("rope bridges", "cable cars"), TRIP) == "wrong"


def test_letters_places_and_the_former_name_a_lettered_thing() -> None:
    for reply in ("Not B.", "The former.", "I'd say no to B.", "Not the second one."):
        assert found(reply, TRIP) == "correct"
    for reply in ("Not A.", "The latter.", "I'd say no to A.", "Not the first one.", "A) Rope bridges."):
        assert found(reply, TRIP) == "wrong"


def test_several_things_are_wrong() -> None:
    assert found("Mix both: a paper lantern in a brass chandelier.", LAMP) == "wrong"


def test_a_structured_answer_decides_before_the_words() -> None:
    assert found("I'd go for the brass chandelier.", LAMP, "brass chandelier") == "wrong"
    assert found("Here you are.", LAMP, "paper lantern") == "correct"


def test_other_questions_are_left_to_the_rules() -> None:
    reply = "Paper lantern."
    for key in (
        replace(LAMP, offered=()),
        replace(LAMP, form="value"),
        replace(LAMP, answerable=False),
        replace(TRIP, options=("Cable cars sway.", "Rope bridges sway.")),
        replace(TRIP, options=("Cable cars", "Rope bridges", "Boats")),
    ):
        assert judge_plain_choice(reply, key) is None
    assert judge_plain_choice("纸灯笼。", LAMP) is None


@pytest.mark.parametrize(
    "reply",
    [
        "If you read a lot, the {0}. If not, the {1}.",
        "If you like it bright, take the {0}, otherwise the {1}.",
        "Take the {0} if your room is small. If you have space, the {1} is better.",
        "{0} for something airy, {1} for something grand!",
        "For a small room I'd say {0}, for a large one a {1}.",
        "The {0} is great for readers. The {1} is great for parties. It really comes down to your lifestyle.",
    ],
)
def test_advice_that_ties_each_thing_to_a_case_takes_none(reply: str) -> None:
    for things in (("paper lantern", "brass chandelier"), ("brass chandelier", "paper lantern")):
        assert found(reply.format(*things), LAMP) == "undetermined"


@pytest.mark.parametrize(
    "reply",
    [
        "If you ask me, the {0}. The {1} is heavy.",
        "If I were you, I'd take the {0}. If you took the {1}, you'd have to lift it.",
        "It depends on the room, but I'd take the {0}.",
        "It depends on the room, but the {0} would be better than the {1}.",
        "Generally I'd say the {1}. In your case, the {0}.",
        "The {0} for you, no question.",
        "In your case the {0} makes more sense.",
        "Take the {0}, the {1} could be too heavy to lift.",
    ],
)
def test_a_condition_that_decides_nothing_takes_nothing_back(reply: str) -> None:
    assert found(reply.format("paper lantern", "brass chandelier"), LAMP) == "correct"
    assert found(reply.format("brass chandelier", "paper lantern"), LAMP) == "wrong"


@pytest.mark.parametrize(
    "reply",
    [
        "The {1} is noisy. The {0} isn't.",
        "The {1} needs a lot of dusting, while the {0} doesn't.",
        "With the {1} you'd struggle to reach the bulbs. With the {0} you wouldn't.",
        "The {1} is charming, but weight is your dealbreaker. The {0} avoids that.",
        "The {1} is too heavy. The {0} doesn't have that problem.",
        "The {0} doesn't have a weight problem.",
        "The {0} is light. The {1} isn't easy to hang. The {0} is easy, the {1} isn't.",
        "The {0} suits your ceiling. The {1} doesn't.",
        "The {1} doesn't suit you. The {0} does.",
        "The {0} isn't heavy. The {1} is.",
    ],
)
def test_the_thing_without_the_fault_is_taken(reply: str) -> None:
    assert found(reply.format("paper lantern", "brass chandelier"), LAMP) == "correct"
    assert found(reply.format("brass chandelier", "paper lantern"), LAMP) == "wrong"


@pytest.mark.parametrize(
    ("reply", "verdict"),
    [
        ("Option one.", "correct"),
        ("Option one, because it's light.", "correct"),
        ("I'd take number one.", "correct"),
        ("Option A.", "correct"),
        ("Option two it is!", "wrong"),
        ("Number two, as it's grand.", "wrong"),
        ("Option B.", "wrong"),
    ],
)
def test_a_thing_may_be_named_by_its_number(reply: str, verdict: str) -> None:
    assert found(reply, LAMP) == verdict


@pytest.mark.parametrize(
    ("reply", "verdict"),
    [
        ("Why not both? The lantern first, then the chandelier.", "wrong"),
        ("Honestly, both! Start with the paper lantern.", "wrong"),
        ("I'd say both. The lantern goes with the chandelier.", "wrong"),
        ("Start with a paper lantern and end with a brass chandelier!", "wrong"),
        ("Both look nice, but I'd pick the paper lantern.", "correct"),
        ("It's tempting to say both! But if I had to choose, the paper lantern.", "correct"),
        ("I'd start with the paper lantern.", "correct"),
    ],
)
def test_who_takes_both_things_takes_too_many(reply: str, verdict: str) -> None:
    assert found(reply, LAMP) == verdict


@pytest.mark.parametrize(
    "reply",
    [
        "I'd choose the {0}, perhaps just before dinner.",
        "You said you'd only come if it was light. I'd choose the {0}.",
        "I'd choose the {0}. You could hang it over the table.",
        "If it were me, the {0}.",
        "If it were up to me, the {0}, as the {1} is heavy.",
        "I'd go for the {0}, maybe in the hall.",
    ],
)
def test_a_thought_beside_the_choice_leaves_it_settled(reply: str) -> None:
    assert found(reply.format("paper lantern", "brass chandelier"), LAMP) == "correct"
    assert found(reply.format("brass chandelier", "paper lantern"), LAMP) == "wrong"


@pytest.mark.parametrize(
    "reply",
    [
        "The {1} are for the family. The {0} are the easier cut.",
        "The {0} are the easiest thing to drop.",
        "The {0} would be the better saving.",
        "The {0} are the one to skip.",
        "The {0} would be the easier sacrifice, as the {1} are what you love.",
        "I'd say the {0} are the smarter thing to give up.",
    ],
)
def test_the_easier_cut_is_given_up(reply: str) -> None:
    assert found(reply.format("opera tickets", "scented soaps"), CUT) == "correct"
    assert found(reply.format("scented soaps", "opera tickets"), CUT) == "wrong"


STARS = Domain("boat_name", aliases={"Polaris": (), "Vega": (), "Rigel": ()})
STAR = Expectation("choice", STARS, True, ("Polaris",))


@pytest.mark.parametrize(
    ("reply", "verdict"),
    [
        ("I said Polaris, but you preferred Vega.", "correct"),
        ("I suggested Polaris, but in the end you went with Vega.", "correct"),
        ("I said Polaris.", "correct"),
        ("I said Vega, but you preferred Polaris.", "wrong"),
        ("I'd picked Vega, but you went for Polaris in the end.", "wrong"),
        ("I recommended Vega, but you liked Polaris better.", "wrong"),
        ("I said Arcturus, but you preferred Polaris.", "off_task"),
    ],
)
def test_what_the_user_took_instead_is_not_the_assistants_choice(reply: str, verdict: str) -> None:
    assert found(reply, STAR) == verdict
