"""Finds the days and months of a reply, as far as they tell which of two things came first.

`find_dates` needs capitals and some company for a month; here `stone grey (february)` counts as well, and `on the 9th`
belongs to the month that was named before it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from regulars.calendar_text import MONTHS, find_dates

_UNCLEAR = ("march", "may")
_SURE = "|".join(name for name in MONTHS if name not in _UNCLEAR)
_BEFORE_MONTH = (
    r"in|since|until|till|early|mid|late|of|from|for|to|before|by|during|after|last|this|\d\d?(?:st|nd|rd|th)?"
)
_MONTH_NAME = re.compile(rf"\b(?:{_SURE})\b|\b(?:{_BEFORE_MONTH}) (?:{'|'.join(_UNCLEAR)})\b")
"""The name of a month, which in small letters may be another word."""
_ALONE = re.compile(
    rf"\b(?P<sure>{_SURE})\b|(?:(?<=\()|(?:^|\n)[\s>*•-]*)(?P<unclear>{'|'.join(_UNCLEAR)})(?=\s*[):,]|\s+\|)"
)
_ORDINAL = re.compile(r"\bthe (?P<day>\d\d?)(?:st|nd|rd|th)\b")
_PART_OF_MONTH = re.compile(r"\b(?P<part>early|mid|middle|late|end|start|beginning)(?: of)?(?: in)?[\s-]*$")
_DAYS_OF_PART = {"early": (1, 10), "start": (1, 10), "beginning": (1, 10), "mid": (11, 20), "middle": (11, 20)}
_LATE_DAYS = (21, 31)
_ENDS_THEN = re.compile(
    r"\b(?:until|till|up to|before|prior to|to)(?: (?:the|about|around|early|mid|late|end|of))*\s*$"
)
"""Before the date on which something ended."""
_LEAD = 24
"""The number of characters before a date that show what it is the date of."""
_MONTH = 32
"""More days than a month has."""
_FAR = 8 * _MONTH
"""From so many days on, two dates without a year may be of two years."""


@dataclass(frozen=True, slots=True)
class Day:
    """A day or month that a reply gives, as days from the beginning of a year, and where it stands.

    Attributes:
        low: The first day that it may be.
        high: The last one.
        year: The year; empty if the reply gives none.
        ends: Whether something ended then: `until April`.
        start: Where the date begins in the reply.
        end: Where it ends.
    """

    low: int
    high: int
    year: str
    ends: bool
    start: int
    end: int

    def is_before(self, other: Day) -> bool:
        """Whether it is certainly the earlier one.

        Example:
            >>> may, april, until_april = find_days("in may. in april. until april.")
            >>> until_april.is_before(april), april.is_before(april), april.is_before(may)
            (True, False, True)
        """
        if self.year and other.year and self.year != other.year:
            return self.year < other.year
        if self.ends and not other.ends:
            return self.low <= other.low and self.high <= other.high
        is_clear = self.high < other.low
        return is_clear and (bool(self.year and other.year) or other.low - self.high < _FAR)


def find_days(text: str) -> list[Day]:
    """The days and months in a text; a year alone is left out.

    Example:
        >>> [(day.low, day.high) for day in find_days("oslo (february), lund on 9 march, then on the 12th.")]
        [(65, 95), (105, 105), (108, 108)]
    """
    found: list[Day] = []
    for date in find_dates(_MONTH_NAME.sub(lambda match: match[0].title(), text)):
        year, month, day = _parts(date.value)
        if month:
            end = date.start + len(text[date.start : date.end].rstrip(" ."))
            found.append(_day(text, date.start, end, year, month, day))
    for match in _ALONE.finditer(text):
        name = match["sure"] or match["unclear"]
        start = match.start("sure" if match["sure"] else "unclear")
        if not any(one.start <= start < one.end for one in found):
            found.append(_day(text, start, match.end(), "", MONTHS.index(name) + 1, 0))
    found.sort(key=lambda one: one.start)
    months = [(one.start, (one.low - 1) // _MONTH) for one in found]
    for match in _ORDINAL.finditer(text):
        before = [month for start, month in months if start < match.start()] or [month for _, month in months[:1]]
        if before and not any(one.start < match.end() and match.start() < one.end for one in found):
            found.append(_day(text, match.start(), match.end(), "", before[-1], int(match["day"])))
    return sorted(found, key=lambda one: one.start)


def _parts(value: str) -> tuple[str, int, int]:
    """The year, month and day of an ISO date, empty or 0 where it has none."""
    parts = value.removeprefix("--").split("-")
    year = "" if value.startswith("--") else parts.pop(0)
    month, day = ([int(one) for one in parts] + [0, 0])[:2]
    return year, month, day


def _day(text: str, start: int, end: int, year: str, month: int, day: int) -> Day:
    """The days that a date means, also by the words before it: `late in January`."""
    before = text[max(start - _LEAD, 0) : start]
    low, high = (day, day) if day else (1, _MONTH - 1)
    part = _PART_OF_MONTH.search(before)
    if part is not None and not day:
        low, high = _DAYS_OF_PART.get(part["part"], _LATE_DAYS)
    ends = _ENDS_THEN.search(before) is not None
    return Day(month * _MONTH + low, month * _MONTH + high, year, ends, start, end)
