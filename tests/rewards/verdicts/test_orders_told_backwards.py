"""Orders that a reply tells from the newest to the oldest, and successions of people."""

from __future__ import annotations

import pytest

from regulars.rewards.choices.times.options_in_time import option_in_time
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain

PLANTS = Domain("houseplant", aliases={"maranta": (), "sansevieria": (), "tradescantia": ()})
IN_ORDER = Expectation("order", PLANTS, True, ("maranta", "sansevieria", "tradescantia"))


def found(reply: str) -> str:
    return find_verdict(reply, None, IN_ORDER).kind.name.lower()


@pytest.mark.parametrize(
    "reply",
    [
        "Newest first: {2}, {1}, {0}.",
        "From newest to oldest: {2}, {1}, {0}.",
        "In reverse order: {2}, {1}, {0}.",
        "Most recent first: {2}, then {1}, then {0}.",
        "The most recent is the {2}, before it the {1}, and right at the beginning the {0}.",
        "Last came the {2}, before that the {1}, and at the very start the {0}.",
        "Your {2} is the newest; before that you told me about the {1}, and first of all about the {0}.",
        "Newest first it's {2}, {1}, {0}. So oldest first: {0}, {1}, {2}.",
        "Newest first it's {2}, {1}, {0}, so with the oldest at the top: {0}, {1}, {2}.",
        "From newest to oldest it's {2}, {1}, {0}, so the {0} is the oldest.",
    ],
)
def test_an_order_may_be_told_newest_first(reply: str) -> None:
    plants = ("maranta", "sansevieria", "tradescantia")
    assert found(reply.format(*plants)) == "correct"
    assert found(reply.format(*plants[::-1])) == "wrong"


DOCTORS = ("It went Lund, then Oslova, then Turku.", "It went Oslova, then Lund, then Turku.")


@pytest.mark.parametrize(
    "reply",
    [
        "first dr {0}, then dr {1}, after her dr turku.",
        "first dr {0}, after her came {1}, and after him turku.",
        "it was {0}, after him {1}, and now turku.",
        "you saw {0}, after her {1} and after him turku.",
        "{0} was the first, after her it was {1}, now it's turku.",
        "it began with {0}; after him you saw {1}, and now turku.",
    ],
)
def test_a_person_may_come_after_her(reply: str) -> None:
    assert option_in_time(reply.format("lund", "oslova"), DOCTORS) == 0
    assert option_in_time(reply.format("oslova", "lund"), DOCTORS) == 1
