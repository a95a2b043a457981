"""Handles several numbers in one reply: which are parts of another amount, and which repeat the same one."""

from __future__ import annotations

import re
from collections.abc import Sequence

from regulars.values import Mention

_CHANGES = "raise|rise|increase|hike|cut|reduction|decrease|discount|rebate|bonus|supplement|surcharge|top-up"
_MATTERS = (
    "deposit|voucher|pool|track|lane|loan|fine|fee|heating|utilities|parking|electricity|gas|water|internet|broadband|insurance"
    "|garage|cleaning|groceries|food|savings|children|kids|lengths|laps|sessions|rooms|tables|allowance"
)
_PART_BEHIND = re.compile(
    rf"(?:[ -]+(?!before|after|since|until|with)\w+)?[ -]+(?:each|apiece|a (?:head|piece|person)"
    rf"|per (?:person|head|capita|session|run|visit|lap|length)"
    rf"|per (?:square \w+|sq|m²|m2|\w+ metre|guest|child)"
    rf"|of (?:which|whom|them|those|these)|(?:for|of|in|on) (?:the |your |my )?(?:{_MATTERS}|\w+ (?:{_MATTERS}))"
    rf"|more|less|extra|on top|(?:\w+ )?(?:{_MATTERS})|(?:(?:pay|rent|price|wage|salary) )?(?:{_CHANGES}))\b"
)
_PART_BEFORE = re.compile(
    rf"\b(?:of which|of whom|out of(?: the| a| your)?"
    rf"|including|incl\.?|plus|thereof|on top of|in addition to|another|a further|minus|less"
    rf"|(?:{_MATTERS})(?:s|ed)?(?: (?:is|was|were|are|comes? to|costs?|of|by|at|for|from))?:?"
    rf"|(?:{_CHANGES}) (?:of|by|is|was)|ages?|aged|rooms?|floor)"
    r" *(?:about |around |some |roughly )?[€$£]? *$"
)
_SUM_BEHIND = re.compile(r"[\s,]+(?:\w+ )?(?:in total|altogether|in all|overall|all told|in sum|all in all|total)\b")
_SUM_BEFORE = re.compile(
    r"\b(?:in total|altogether|in all|overall|all told|total(?:s|ling)?(?: (?:of|is|to))?|adds? up to|amounts? to"
    r"|sums? up to|makes|your (?:share|part|portion|half)(?: (?:is|of|comes to))?)[:,]? *(?:about |around )?[€$£]? *$"
)
_LEAD = 32
"""The number of characters before a number that show what it is a part of."""
_RATE = re.compile(
    r"(?:\s*[€$£]|[ -]*(?!an?\b|per\b|each\b|every\b|on\b)[a-z]+){0,2}?\s*"
    r"(?:(?:(?:a|an|per|each|every|in a|on each of)\s+(?:\w+\s+)?|/\s*)"
    r"(day|night|week|wk|month|quarter|year|annum|session|run|visit|person|head|hour|mile|kilomet)"
    r"|(dai|night|week|month|quarter|year|annual))"
)
_RATES = {"annum": "year", "annual": "year", "wk": "week", "dai": "day", "nigh": "night"}
_LEAST_RATIO, _MOST_RATIO = 1.4, 400.0
"""The tolerance for two amounts that are equal over spans of different length."""


def without_parts(lowered: str, mentions: list[Mention], ends: Sequence[int]) -> list[Mention]:
    """Leaves out the numbers of other matters (`1,250 euros, of which 90 euros for heating`), if any number remains.

    Args:
        lowered: Case-folded text.
        mentions: The numbers in it.
        ends: For each of them, the end of its unit.
    """
    kept = [
        mention
        for mention, end in zip(mentions, ends, strict=True)
        if not _PART_BEHIND.match(lowered, end)
        and not _PART_BEFORE.search(lowered, max(mention.start - _LEAD, 0), mention.start)
    ]
    sums = [mention for mention, end in zip(mentions, ends, strict=True) if _is_sum(lowered, mention.start, end)]
    if len(sums) == 1 and sums[0] in kept:
        kept = [mention for mention in kept if mention.start >= sums[0].start]
    return kept or mentions


def _is_sum(lowered: str, start: int, end: int) -> bool:
    """Whether a number is said to be the sum of others before it."""
    return bool(_SUM_BEHIND.match(lowered, end) or _SUM_BEFORE.search(lowered, max(start - _LEAD, 0), start))


def same_rate(text: str, one: tuple[str, int], other: tuple[str, int]) -> bool:
    """Whether `other` equals `one` over another span: `1,250 euros a month, 15,000 euros a year`.

    Args:
        text: The reply.
        one: A number and its end.
        other: Another number and its end.
    """
    span = _span(text, other[1])
    if not span or span == _span(text, one[1]):
        return False
    low, high = sorted((float(one[0]), float(other[0])))
    return low > 0 and _LEAST_RATIO <= high / low <= _MOST_RATIO


def _span(text: str, end: int) -> str:
    match = _RATE.match(text.lower(), end)
    if match is None:
        return ""
    word = match[1] or match[2]
    return _RATES.get(word, word)
