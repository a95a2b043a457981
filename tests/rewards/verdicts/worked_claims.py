"""Claims for tests of what is read once the values of a reply are known: cities and days as they stand in a text."""

from __future__ import annotations

import re

from regulars.rewards.assertions.english import Assertion
from regulars.rewards.assertions.statuses import AssertionStatus
from regulars.values import Domain

CITIES = Domain("city", aliases=dict.fromkeys(("Bergen", "Oslo", "Lyon", "Graz", "Porto"), ()), subjects=("city",))
_NAMES = re.compile("|".join(CITIES.aliases))


def named(text: str, **statuses: str) -> list[Assertion]:
    """The cities in `text`, all of them asserted but those with another status: `Oslo="past"`."""
    return [
        Assertion(one[0], AssertionStatus(statuses.get(one[0], "current")), *one.span())
        for one in _NAMES.finditer(text)
    ]


def dated(text: str, days: dict[str, str]) -> list[Assertion]:
    """The dates in `text` by their words, in order: `{"20 June": "2025-06-20", "June 2025": "2025-06"}`."""
    made = []
    for words, value in days.items():
        start = text.index(words)
        granularity = "day" if value.count("-") == 2 else "month"
        made.append(Assertion(value, AssertionStatus.CURRENT, start, start + len(words), granularity))
    return sorted(made, key=lambda one: one.start)


def values_of(claims: list[Assertion]) -> list[str]:
    """The values of claims, in order."""
    return [claim.value for claim in claims]
