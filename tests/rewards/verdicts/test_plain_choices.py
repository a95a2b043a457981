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
