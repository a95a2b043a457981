"""The span of days that a question names, relative to the day on which it is asked.

The grammar is small, reads no clock, and abstains in doubt, since a wrong range costs more than none. Wu et al.
(LongMemEval, ICLR 2025) find that retrieval by a weak reader of ranges is worse than retrieval without one.
"""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import date, timedelta

from regulars.calendar_text import FoundDate, find_dates
from regulars.relative_dates import find_relative_dates, later_by


@dataclass(frozen=True, slots=True)
class Days:
    """The days from `first` to `last`, both included; None for an open end."""

    first: date | None
    last: date | None

    def hold(self, day: date) -> bool:
        """Whether a day is in the span."""
        return (self.first is None or self.first <= day) and (self.last is None or day <= self.last)


_SPAN = re.compile(
    r"\b(?:in|over|during|within|for)?\s*(?:the\s+)?(?:last|past)\s+(?:(?P<count>\d{1,3}|two|three|four|five|six|a\s+few)\s+)?"
    r"(?P<unit>days?|weeks?|months?|years?)\b",
    re.IGNORECASE,
)
_WEEK = re.compile(r"\b(?P<which>this|last)\s+(?P<what>week(?:end)?)\b", re.IGNORECASE)
_COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_DAYS = {"day": 1, "week": 7, "month": 30, "year": 365}
_BETWEEN = re.compile(r"\b(?:between|from)\b", re.IGNORECASE)
_AND = re.compile(r"^\s*(?:and|to|until|till)\s*(?:the\s+)?$", re.IGNORECASE)
_SINCE = re.compile(r"\b(?:since|after)\s+(?:the\s+)?$", re.IGNORECASE)
_UNTIL = re.compile(r"\b(?:before|until|till|up\s+to)\s+(?:the\s+)?$", re.IGNORECASE)


def asked_days(text: str, asked_on: date) -> Days | None:
    """The span that a question names.

    Args:
        text: The question.
        asked_on: The day on which it is asked.

    Returns:
        The span; None if the question names none, several unrelated ones, or a future one.

    Example:
        >>> asked_days("What did I cook last week?", date(2025, 5, 14))
        Days(first=datetime.date(2025, 5, 5), last=datetime.date(2025, 5, 11))
    """
    span = _span(text, asked_on) or _dated(text, asked_on)
    if span is None or (span.first is not None and span.first > asked_on):
        return None
    return span


def _span(text: str, asked_on: date) -> Days | None:
    """`last week`, `the past three months`."""
    found = [*_WEEK.finditer(text), *_SPAN.finditer(text)]
    spans = {_meant(match, asked_on) for match in found}
    spans.discard(None)
    return spans.pop() if len(spans) == 1 else None


def _meant(match: re.Match[str], asked_on: date) -> Days | None:
    group = match.groupdict()
    if group.get("which"):
        monday = asked_on - timedelta(days=asked_on.weekday() + (7 if group["which"].lower() == "last" else 0))
        return Days(monday + timedelta(days=5 if group["what"].lower() == "weekend" else 0), monday + timedelta(days=6))
    unit, count = group["unit"].lower().rstrip("s"), group["count"]
    if count is None:
        return None  # `last month` is read as a date; `the last day` is rarely a span
    if not count.isdigit() and count.lower() not in _COUNTS:
        return None
    number = int(count) if count.isdigit() else _COUNTS[count.lower()]
    return Days(asked_on - timedelta(days=number * _DAYS[unit]), asked_on) if number else None


def _dated(text: str, asked_on: date) -> Days | None:
    """A span from absolute or relative dates: one date, or two dates joined to a span."""
    found = sorted({*find_dates(text), *find_relative_dates(text, asked_on)}, key=lambda one: one.start)
    days = [(one, _days(one, asked_on)) for one in found]
    known = [(one, span) for one, span in days if span is not None]
    if len(known) != len(found) or not known or len(known) > 2:
        return None
    first, span = known[0]
    before = text[: first.start]
    if len(known) == 2:
        second, other = known[1]
        joined = _BETWEEN.search(before) and _AND.match(text[first.end : second.start])
        if not joined or span.first is None or other.last is None or span.first > other.last:
            return None
        return Days(span.first, other.last)
    if _SINCE.search(before):
        return Days(span.first, None)
    if _UNTIL.search(before):
        return Days(None, span.first)
    return span


def _days(found: FoundDate, asked_on: date) -> Days | None:
    """The days of a date. Without a year, it is the latest that has begun. None if the date does not exist."""
    parts = [int(part) for part in found.value.lstrip("-").split("-")]
    try:
        if found.value.startswith("--"):
            span = _of(asked_on.year, *parts)
            return span if span.first is not None and span.first <= asked_on else _of(asked_on.year - 1, *parts)
        return _of(*parts)
    except ValueError:
        return None


def _of(year: int, month: int = 0, day: int = 0) -> Days:
    if day:
        return Days(date(year, month, day), date(year, month, day))
    if month:
        return Days(date(year, month, 1), date(year, month, monthrange(year, month)[1]))
    return Days(date(year, 1, 1), later_by(date(year, 12, 1), 1) - timedelta(days=1))
