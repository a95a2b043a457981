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
        "B, definitely.",
    ],
)
def test_words_about_other_options_change_nothing(reply: str) -> None:
    assert verdict(reply, GYMS, "B") == "correct"


def test_the_order_of_shared_words_tells_options_apart() -> None:
    assert verdict("A, it went down from 98 to 63.", WAYS, "A") == "correct"
    assert verdict("A, it went up from 63 to 98.", WAYS, "A") == "wrong"


def test_an_option_is_told_by_the_words_that_it_has_alone() -> None:
    assert spells_another("B: to the day and the hour, what counts is the move", 1, PLANS) == 0
    assert spells_another("B: in a few rough words, the work counts", 1, PLANS) == 2
    assert spells_another("B: in a few rough words, the move counts", 1, PLANS) is None
    assert spells_another("I'd rather not say.", 1, PLANS) is None


@pytest.mark.parametrize("text", ["I'd go with option B " + "-" * 40, "I'd go with option B -" + " " * 40, "B) ---"])
def test_marks_alone_spell_out_no_option(text: str) -> None:
    assert spells_another(text, 1, MEALS) is None
