"""Reads spans of time in any of their units, alone or joined: `2 weeks`, `a week and two days`, `an hour and a half`.

Only units of a fixed length are converted into each other. Months and years are not converted to days.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from math import inf

from regulars.number_text import find_numbers, unit_pattern
from regulars.values import Mention

_SECONDS = {"week": 604800.0, "day": 86400.0, "hour": 3600.0, "minute": 60.0, "second": 1.0}
_MONTHS = {"year": 12.0, "month": 1.0}
_JOINED = re.compile(r"(?:\s*,)?\s*(?:and|plus|&)?\s*")
HALF = re.compile(r" and a half\b")
"""Half of the unit that stands before it, or behind it."""
_ONE = re.compile(
    r"(?<!\w)(?P<half>half )?an? (?P<unit>year|month|week|day|hour|minute)\b(?!-)(?P<more> and a half\b)?"
)
_AND_BARE = re.compile(
    r"(?<=[hrs])(?: and)? (?P<minutes>[1-5]\d|0?5|five|ten|fifteen|(?:twenty|thirty|forty|fifty)(?:[- ]five)?)"
    r"(?=[\s*_]*(?:[.,;!?)\n–—]|$|(?:now|each|altogether|in total|door to door|one way|at the moment)\b))"
)
"""Minutes without their unit, behind an hour: `one hour ten`, `1 h 10`."""
_FORTNIGHT = re.compile(r"(?<!\w)(?P<many>an?|one|two|three)\s+(?P<unit>fortnights?)\b")
_MANY = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3}
_UNIT = re.compile(r"week|day|hour|hr|\bh\b|minute|\bmin|second|sec\b|month|year|fortnight")


@dataclass(frozen=True, slots=True)
class _Span:
    amount: float
    size: float
    start: int
    end: int


def find_durations(lowered: str, unit: str) -> list[Mention]:
    """The spans of time in a text, each as a number of `unit`; those that do not convert to it are left out.

    Args:
        lowered: Case-folded text.
        unit: The unit's word: `days`, `minutes`.

    Example:
        >>> [one.value for one in find_durations("a week and two days, or 9 days", "days")]
        ['9', '9']
    """
    scale = _scale_of(unit)
    if not scale or _UNIT.search(lowered) is None:
        return []
    wanted = scale[_singular(unit)]
    return [
        Mention(_written(sum(one.amount * one.size for one in joined) / wanted), joined[0].start, joined[-1].end)
        for joined in _joined(_single_spans(lowered, scale), lowered)
    ]


def with_durations(lowered: str, mentions: list[Mention], unit: str, *, is_derived: bool) -> list[Mention]:
    """The numbers of a text with its spans of time in any unit; a span that restates another one is left out.

    Args:
        lowered: Case-folded text.
        mentions: The numbers in it.
        unit: The unit's word, in which the spans are given.
        is_derived: Whether the answer is counted or calculated; if not, spans count only in place of a number.

    Example:
        >>> found = with_durations("14 days, two weeks", [Mention("14", 0, 2)], "days", is_derived=True)
        >>> [(one.value, one.start, one.end) for one in found]
        [('14', 0, 7)]
    """
    ends = {at: m.end for m in mentions for at in range(m.start, m.end)}
    starts = {at: m.start for m in mentions for at in range(m.start, m.end)}
    found = [
        one
        for one in find_durations(lowered, unit)
        if ends.get(one.start, 0) < one.end or (starts[one.start], ends[one.start]) == (one.start, one.end)
    ]
    if not is_derived:
        found = [one for one in found if not mentions or any(_belongs_to(lowered, one, m) for m in mentions)]
        if not found:
            return mentions
    known = {(m.start, m.value) for m in mentions}
    own = {(one.start, one.value): one for one in found if (one.start, one.value) in known}
    spans = [
        one
        for one in found
        if not own or (one.start, one.value) in own or any(_became(lowered, m, one) for m in own.values())
    ]
    covered = {at for one in found for at in range(one.start, one.end)}
    bare = [one for one in mentions if covered.isdisjoint(range(one.start, one.end))]
    return sorted([*spans, *bare], key=lambda one: one.start)


def _belongs_to(lowered: str, span: Mention, one: Mention) -> bool:
    """Whether a span of time overlaps a number, or is what the number became: `from 60 minutes to an hour`."""
    return (span.start < one.end and one.start < span.end) or _became(lowered, one, span)


def _became(lowered: str, one: Mention, span: Mention) -> bool:
    return one.end <= span.start and _BECAME.fullmatch(lowered, one.end, span.start) is not None


_BECAME = re.compile(r"\s*(?:[a-z]+\.?\s*)?(?:\s(?:up )?to|→|->|=>)\s*[*_]*")


@lru_cache(maxsize=64)
def _scale_of(unit: str) -> dict[str, float]:
    word = _singular(unit)
    return next((scale for scale in (_SECONDS, _MONTHS) if word in scale), {})


@lru_cache(maxsize=64)
def _singular(unit: str) -> str:
    """The name under which a unit is listed here; the unit itself if it is none of time."""
    return next((name for name in (*_SECONDS, *_MONTHS) if _same_unit(name, unit)), unit)


def _same_unit(name: str, unit: str) -> bool:
    pattern = unit_pattern(unit)
    return pattern is not None and pattern.fullmatch(name) is not None


def is_time(unit: str) -> bool:
    """Whether `unit` is a unit of time."""
    return bool(_scale_of(unit))


def _single_spans(lowered: str, scale: dict[str, float]) -> list[_Span]:
    found: dict[int, _Span] = {}
    for name, size in scale.items():
        pattern = unit_pattern(name)
        if pattern is None:
            continue
        for number in find_numbers(_without_direction(lowered), pattern):
            match = pattern.match(lowered, number.end)
            if match is not None:
                half = HALF.match(lowered, match.end())
                amount = float(number.value) + (0.5 if half else 0.0)
                found[number.start] = _Span(amount, size, number.start, half.end() if half else match.end())
    for match in _ONE.finditer(lowered):
        if match["unit"] in scale:
            amount = 0.5 if match["half"] else 1.5 if match["more"] else 1.0
            found.setdefault(match.start(), _Span(amount, scale[match["unit"]], *match.span()))
    if "minute" in scale:
        for match in _AND_BARE.finditer(lowered):
            hour = next((one for one in found.values() if one.end == match.start() and one.size == scale["hour"]), None)
            minutes = find_numbers(match["minutes"])
            if hour is not None and minutes:
                found[match.start("minutes")] = _Span(float(minutes[0].value), scale["minute"], *match.span("minutes"))
    if "day" in scale:
        for match in _FORTNIGHT.finditer(lowered):
            found.setdefault(match.start(), _Span(_MANY[match["many"]], 14 * scale["day"], *match.span()))
    if scale is _MONTHS:
        return [one for _, one in sorted(found.items())]
    return [
        one for start, one in sorted(found.items()) if not _OF_OTHER_LENGTH.search(lowered, max(start - 14, 0), start)
    ]


_OF_OTHER_LENGTH = re.compile(r"\b(?:years?|months?)(?:,| and|, and) $")
"""Before a span that only goes on from a unit that does not convert: `a year and 2 days`."""
_DIRECTION = re.compile(r"(?<= )(?:later|earlier|before|after|apart|early|late|longer|shorter|more|extra)\b")


def _without_direction(lowered: str) -> str:
    """The text without the words that make a span the distance to another moment."""
    return _DIRECTION.sub(lambda match: "-" * len(match[0]), lowered)


def _joined(spans: list[_Span], lowered: str) -> list[list[_Span]]:
    """Spans that make one: each in a smaller unit than the one before it."""
    made: list[list[_Span]] = []
    for one in spans:
        last = made[-1][-1] if made else None
        if last is not None and one.start < last.end:
            continue
        if (
            last is not None
            and one.size < last.size
            and one.amount * one.size != last.amount * last.size
            and _JOINED.fullmatch(lowered, last.end, one.start)
        ):
            made[-1].append(one)
        else:
            made.append([one])
    return made


def _written(amount: float) -> str:
    if amount < 1e6 or amount == inf:
        return f"{round(amount, 2):g}"
    return str(round(amount))


_RATE = re.compile(
    r"(?:\s*[€$£]|[ -]*(?!an?\b|per\b|each\b|every\b|on\b)[a-z]+){0,2}?\s*"
    r"(?:(?:(?:a|an|per|each|every|in a|on each of)\s+(?:\w+\s+)?|/\s*)"
    r"(day|night|week|wk|month|quarter|year|annum|session|run|visit|person|head|hour|mile|kilomet)"
    r"|(dai|night|week|month|quarter|year|annual))"
)
_RATE_BEFORE = re.compile(
    r"\b(?:per|a|each|every|the whole) (day|week|month|year)\b[^.!?;:\d]{0,40}\d[\d., ]*(?:k| thousand)?$"
)
_LABELLED = re.compile(
    r"\b(dai|week|month|year|annual)(?:ly)?\b(?: (?:amount|sum|figure|total|pay|income))?"
    r"(?::[\s*_]*|(?: (?:that|it))?(?: is| would be| comes to|'s|'d be)(?: about| around)? )[*_]*"
    r"[€$£]?\d[\d., ]*(?:k| thousand)?$"
)
"""A word for the span before an amount: `Yearly: £20,232`, `the annual amount would be £20,232`."""
_RATES = {"annum": "year", "annual": "year", "wk": "week", "dai": "day", "nigh": "night"}
_LEAST_RATIO, _MOST_RATIO = 1.4, 400.0
"""The tolerance for two amounts that are equal over spans of different length."""
_RATE_WITHIN = 60
"""The number of characters on either side of a number that may name the span it is paid for."""


def same_rate(text: str, one: tuple[str, int], other: tuple[str, int]) -> bool:
    """Whether `other` equals `one` over another span: `1,250 euros a month, 15,000 euros a year`.

    Args:
        text: The reply.
        one: A number and its end.
        other: Another number and its end.
    """
    span = paid_span(text, other[1])
    if not span or span == paid_span(text, one[1]):
        return False
    low, high = sorted((float(one[0]), float(other[0])))
    return low > 0 and _LEAST_RATIO <= high / low <= _MOST_RATIO


def is_other_rate(text: str, one: Mention, other: Mention) -> bool:
    """Whether two amounts may be the same over two spans of time, both of which are named.

    Example:
        >>> text = "50 a week makes 2600 a year"
        >>> is_other_rate(text, Mention("50", 0, 2), Mention("2600", 16, 20))
        True
    """
    return bool(paid_span(text, one.end)) and same_rate(text, (one.value, one.end), (other.value, other.end))


def paid_span(text: str, end: int) -> str:
    """The span of time that a number ending at `end` is for (`month`, `year`); empty if none is named."""
    match = _RATE.match(text[end : end + _RATE_WITHIN].lower().partition("\n")[0])
    if match is None:
        before = text[max(end - _RATE_WITHIN, 0) : end].lower().rpartition("\n")[2]
        match = _RATE_BEFORE.search(before) or _LABELLED.search(before)
    if match is None:
        return ""
    word = next(word for word in match.groups() if word)
    return _RATES.get(word, word)
