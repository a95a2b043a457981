"""Finds answers of which one half is wrong: an amount for another span of time, a date with a year called untold.

A salary of 4,381 a month is not `4,381 a week`, and a sum is no rate. `28 May, but you didn't tell me the year` does
not know a date of birth that was told with its year.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from regulars.rewards.assertions.english import Assertion
from regulars.rewards.verdicts.expectation import Expectation
from regulars.values import ValueType, fold, unit_end

_PER = re.compile(
    r"[\s*_]*(?:(?:a|an|per|each|every|/)[\s*_]*(?P<noun>hour|day|week|month|year|annum)\b(?!-)|(?P<adverb>hourly|daily|weekly|monthly"
    r"|yearly|annually)\b)(?! (?:ago|after|before|later|earlier|early|late|ahead|since|from|in advance)\b)"
)
"""The span of time that an amount is for, right behind it."""
_SPANS = {
    **{"daily": "day", "weekly": "week", "monthly": "month", "yearly": "year", "annual": "year", "annually": "year"},
    **{
        "annum": "year",
        "hour": "hour",
        "hourly": "hour",
        "day": "day",
        "week": "week",
        "month": "month",
        "year": "year",
    },
}
_YEAR_UNKNOWN = re.compile(
    r"(?:n't|\b(?:not|never|without|unsure|lack|missing|unknown|no (?:idea|record|note)))\b[^.!?;\n]{0,32}?"
    r"\b(?:the|a|any|which|what) year\b(?! (?:after|before|it|when|in which)\b)"
    r"|\bno year\b|\b(?:the|which|what) year (?:it )?"
    r"(?:isn't|wasn't|(?:is|was) (?:\w+ )?(?:not|unknown|missing|untold|unclear)|i (?:don't|do not|can't|never))"
)
_YEAR = re.compile(r"\b(?:1[89]|2[01])\d\d\b")


def is_for_another_span(text: str, found: Sequence[Assertion], expectation: Expectation) -> bool:
    """Whether a reply gives the right amount for another span of time alone, or a sum for any.

    Args:
        text: The reply.
        found: The values that it names, in text order.
        expectation: What a right answer is.
    """
    if expectation.domain.type is not ValueType.NUMBER or expectation.form not in ("value", "sum"):
        return False
    wanted = {_SPANS[word] for word in expectation.domain.words if word in _SPANS}
    if not wanted and expectation.form == "value":
        return False
    spans = [_span_behind(text, one, expectation) for one in found if one.value in expectation.gold]
    return bool(spans) and all(span and span not in wanted for span in spans)


def _span_behind(text: str, one: Assertion, expectation: Expectation) -> str:
    lowered = text.lower()
    match = _PER.match(lowered, unit_end(lowered, one.end, expectation.domain))
    return _SPANS[match["noun"] or match["adverb"]] if match is not None else ""


def misses_told_year(text: str, said: Sequence[str], expectation: Expectation) -> bool:
    """Whether a reply gives day and month of a date that was told with its year, and says that it lacks the year.

    Args:
        text: The reply.
        said: The dates with which it answers.
        expectation: What a right answer is.
    """
    if expectation.domain.type is not ValueType.DATE or expectation.gold[0].startswith("--"):
        return False
    lowered = fold(text)[1]
    is_short = all(value.startswith("--") for value in said) and _YEAR.search(lowered) is None
    return is_short and _YEAR_UNKNOWN.search(lowered) is not None
