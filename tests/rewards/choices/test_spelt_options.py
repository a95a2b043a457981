"""A letter beside the words of another option is no pick of its own option."""

from __future__ import annotations

import pytest

from regulars.rewards.choices.spelt_options import spells_another
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain

GYMS = tuple(f"My gym is {name}." for name in ("Valkor", "Vitaloft", "Tempero", "Xertion"))
WAYS = ("It went 98 kilometres, then 63 kilometres.", "It went 63 kilometres, then 98 kilometres.")
PLANS = (
    "Tell me to the day and the hour: what counts is the move.",
    "Tell me in a few rough words: what counts is the move.",
    "Tell me in a few rough words: what counts is the work.",
)
MEALS = ("Sushi", "Pizza", "Tacos")
RIDES = ("bus", "train", "walk")


def verdict(text: str, options: tuple[str, ...], gold: str) -> str:
    letters = Domain("letters", aliases=dict.fromkeys("ABCD"[: len(options)], ()))
    expectation = Expectation("option", letters, True, (gold,), options=options)
    return find_verdict(text, None, expectation).kind.name.lower()


@pytest.mark.parametrize(
    "reply", ["{}) {}", "{}: your gym is {}.", "{}, {} that is", "**{}** – {}", "The answer is {} ({}).", "{}. {}."]
)
def test_the_words_behind_a_letter_must_be_its_own(reply: str) -> None:
    assert verdict(reply.format("B", "Vitaloft"), GYMS, "B") == "correct"
    assert verdict(reply.format("B", "Tempero"), GYMS, "B") == "wrong"
    assert verdict(reply.format("C", "Vitaloft"), GYMS, "B") == "wrong"


@pytest.mark.parametrize(
    "reply",
    [
        "B, because Valkor was last year.",
        "B, not Tempero.",
        "B. You moved from Tempero to Vitaloft.",
        "B, since you left Valkor.",
        "B, since last March you've left Valkor.",
        "B, definitely.",
    ],
)
def test_words_about_other_options_change_nothing(reply: str) -> None:
    assert verdict(reply, GYMS, "B") == "correct"


@pytest.mark.parametrize(
    ("options", "reply", "found"),
    [
        (MEALS, "B. Sushi you gave up.", "correct"),
        (MEALS, "B) Tacos are what you dislike.", "correct"),
        (MEALS, "B. Tacos are for Fridays only.", "correct"),
        (RIDES, "B. The bus got too crowded for you.", "correct"),
        (RIDES, "B: bus fares went up, hence the change.", "correct"),
        (RIDES, "The answer is B: the bus is only for rainy days.", "correct"),
        (GYMS, "B) Tempero closed last year.", "correct"),
        (GYMS, "B) Tempero is your old gym.", "correct"),
        (GYMS, "B. Tempero and Valkor are gone.", "correct"),
        (MEALS, "B) Tacos are what you dislike, not pizza.", "correct"),
        (MEALS, "B - tacos give you heartburn.", "correct"),
        (MEALS, "B) Tacos you can't stand.", "correct"),
        (MEALS, "B) Tacos aren't for you.", "correct"),
        (MEALS, "B: sushi isn't your thing any more.", "correct"),
        (MEALS, "B) It isn't for you.", "off_task"),
        (MEALS, "B isn't right.", "off_task"),
        (MEALS, "B) Tacos? You dislike them.", "undetermined"),
        (MEALS, "B. Tacos only on Fridays.", "undetermined"),
        (MEALS, "B) Tacos, you said, you never liked.", "undetermined"),
        (MEALS, "B) Tacos are great!", "undetermined"),
        (GYMS, "B. Tempero raised its prices.", "correct"),
        (GYMS, "B) Tempero was your gym.", "undetermined"),
        (GYMS, "B) Tempero is your neighbour's gym.", "correct"),
        (GYMS, "B. Tempero and Valkor are your sister's.", "correct"),
        (GYMS, "B. Tempero is out of date.", "correct"),
        (MEALS, "B. Tacos contain onions.", "correct"),
        (MEALS, "B, as tacos contain onions.", "correct"),
        (MEALS, "B. Tacos would suit you best.", "undetermined"),
        (MEALS, "B) Tacos.", "wrong"),
        (MEALS, "B) Tacos, since you asked.", "wrong"),
        (MEALS, "B) Tacos it is.", "wrong"),
        (MEALS, "B) Tacos for sure!", "wrong"),
        (MEALS, "B: your favourite is tacos.", "wrong"),
        (MEALS, "B) Tacos are your favourite, not pizza.", "wrong"),
        (RIDES, "B. The bus.", "wrong"),
        (RIDES, "B) The bus is what you take.", "wrong"),
        (GYMS, "B) Tempero is where you train.", "wrong"),
        (GYMS, "B, Tempero is where you train.", "wrong"),
        (GYMS, "B) Tempero is your gym, no doubt.", "wrong"),
        (GYMS, "B) Tempero, not Vitaloft.", "wrong"),
        (GYMS, "B) Your gym is Tempero since March.", "wrong"),
    ],
)
def test_a_reason_may_open_with_the_word_of_another_option(options: tuple[str, ...], reply: str, found: str) -> None:
    assert verdict(reply, options, "B") == found


def test_the_order_of_shared_words_tells_options_apart() -> None:
    assert verdict("A, it went down from 98 to 63.", WAYS, "A") == "correct"
    assert verdict("A, it went up from 63 to 98.", WAYS, "A") == "wrong"


@pytest.mark.parametrize(
    ("reply", "found"),
    [
        ("A, it's 63 now.", "correct"),
        ("A. It was 98 at first.", "correct"),
        ("A. 98 came before 63.", "correct"),
        ("A) 63, then 98.", "wrong"),
    ],
)
def test_a_remark_on_one_stage_is_no_order(reply: str, found: str) -> None:
    assert verdict(reply, WAYS, "A") == found


@pytest.mark.parametrize(
    ("reply", "found"),
    [
        ("B. The earliest one was lower.", "correct"),
        ("B. The first was 20 less.", "correct"),
        ("B) The earliest one.", "wrong"),
        ("B. The earliest one was higher.", "wrong"),
        ("A) The latest one.", "wrong"),
    ],
)
def test_the_lower_one_may_be_named_behind_the_letter(reply: str, found: str) -> None:
    assert verdict(reply, ("The earliest one.", "The latest one."), "B") == found


@pytest.mark.parametrize(
    ("reply", "found"),
    [
        ("A) To save money. The tea was because a friend advised it.", "correct"),
        ("A. A friend advised it the time before.", "correct"),
        ("A. A friend advised it when you got the tea.", "correct"),
        ("A) A friend advised it.", "wrong"),
        ("B) To save money.", "wrong"),
    ],
)
def test_a_letter_with_its_own_words_stands_before_what_follows(reply: str, found: str) -> None:
    assert verdict(reply, ("To save money", "A friend advised it", "Out of curiosity"), "A") == found


def test_an_option_is_told_by_the_words_that_it_has_alone() -> None:
    assert spells_another("B: to the day and the hour, what counts is the move", 1, PLANS) == (0, True)
    assert spells_another("B: in a few rough words, the work counts", 1, PLANS) == (2, True)
    assert spells_another("B: in a few rough words, the move counts", 1, PLANS) is None
    assert spells_another("I'd rather not say.", 1, PLANS) is None


@pytest.mark.parametrize("text", ["I'd go with option B " + "-" * 40, "I'd go with option B -" + " " * 40, "B) ---"])
def test_marks_alone_spell_out_no_option(text: str) -> None:
    assert spells_another(text, 1, MEALS) is None


@pytest.mark.parametrize(
    "reply",
    [
        "A) {} B) {}",
        "B) {1}, A) {0}",
        "A. {} B. {}.",
        "(A) {} / (B) {}",
        "A: {}; B: {}",
        "Where do I train? A) {} B) {}",
    ],
)
def test_a_reply_that_repeats_the_options_in_one_line_picks_none_of_them(reply: str) -> None:
    for gold in "ABC":
        assert verdict(reply.format("Sushi", "Pizza"), MEALS, gold) == "wrong"
        assert verdict(f"{reply.format('Sushi', 'Pizza')} C) Tacos", MEALS, gold) == "wrong"
    assert verdict(reply.format("Sushi", "Pizza"), MEALS[:2], "A") == "wrong"


@pytest.mark.parametrize("reply", ["A) {}", "A) {}, not B) {}", "**A) {}** B) {}", "A) {} > B) {}", "A) {0} A) {0}"])
def test_an_option_that_a_reply_sets_before_another_is_picked(reply: str) -> None:
    assert verdict(reply.format("Sushi", "Pizza"), MEALS, "A") == "correct"
    assert verdict(reply.format("Sushi", "Pizza"), MEALS, "B") == "wrong"
