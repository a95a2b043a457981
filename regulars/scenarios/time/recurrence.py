"""Recurrences: every second Tuesday, the first Monday of a month, with exceptions.

A recurrence is written as one line, so that a persona's file can hold it:

    every 2 weeks on tuesday 19-21 from 2025-03-04 except 2025-04-01 2025-04-15
    every month on first monday from 2025-01-01
    every month on 31 from 2025-01-31
    every 3 days from 2025-01-01 to 2025-06-30

Weeks are counted from the week of the first day, months from its month. Months without the day, or without a fifth
Monday, are skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache

from regulars.errors import ScenarioError

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
ORDINALS = ("first", "second", "third", "fourth", "fifth", "last")
UNITS = ("day", "week", "month")

_LINE = re.compile(
    rf"""every\s+(?:(?P<count>\d+)\s+)?(?P<unit>{"|".join(UNITS)})s?
    (?:\s+on\s+(?:(?P<ordinal>{"|".join(ORDINALS)})\s+)?(?P<day>{"|".join(WEEKDAYS)}|\d\d?))?
    (?:\s+(?P<hours>\d\d?-\d\d?))?
    \s+from\s+(?P<first>\d{{4}}-\d\d-\d\d)
    (?:\s+to\s+(?P<last>\d{{4}}-\d\d-\d\d))?
    (?:\s+except\s+(?P<out>\d{{4}}-\d\d-\d\d(?:\s+\d{{4}}-\d\d-\d\d)*))?""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Recurrence:
    """Days that recur by a rule.

    Attributes:
        unit: `day`, `week` or `month`.
        every: The number of units from one occurrence to the next.
        first: The first day.
        last: The last possible day; None for no end.
        weekday: 0 for Monday to 6; -1 for the first day's weekday.
        ordinal: Months: 0 for the first such weekday to 4, 5 for the last; -1 if no weekday is meant.
        day: Months: the day of the month; 0 for that of the first day.
        hours: The hours of the day that it takes; by default the whole day.
        out: Days on which it does not occur.
    """

    unit: str
    every: int
    first: date
    last: date | None = None
    weekday: int = -1
    ordinal: int = -1
    day: int = 0
    hours: tuple[int, int] = (0, 24)
    out: frozenset[date] = frozenset()

    def is_on(self, day: date) -> bool:
        """Whether it occurs on that day."""
        if day < self.first or (self.last is not None and day > self.last) or day in self.out:
            return False
        if self.unit == "day":
            return (day - self.first).days % self.every == 0
        if self.unit == "week":
            weeks = (_monday(day) - _monday(self.first)).days // 7
            return weeks % self.every == 0 and day.weekday() == self._weekday
        months = (day.year - self.first.year) * 12 + day.month - self.first.month
        if months % self.every:
            return False
        if self.ordinal < 0:
            return day.day == (self.day or self.first.day)
        if day.weekday() != self._weekday:
            return False
        if self.ordinal == ORDINALS.index("last"):
            return (day + timedelta(days=7)).month != day.month
        return (day.day - 1) // 7 == self.ordinal

    def between(self, first: date, last: date) -> Iterator[date]:
        """Its days from `first` to `last`, both included."""
        day = max(first, self.first)
        end = last if self.last is None else min(last, self.last)
        while day <= end:
            if self.is_on(day):
                yield day
            day += timedelta(days=1)

    def next_after(self, day: date) -> date | None:
        """Its first day after a day; None if there is none within `REACH` rounds."""
        rounds = timedelta(days=REACH * self.every * {"day": 1, "week": 7, "month": 31}[self.unit])
        last = max(day, self.first) + rounds
        return next(self.between(day + timedelta(days=1), last), None)

    @property
    def _weekday(self) -> int:
        return self.weekday if self.weekday >= 0 else self.first.weekday()


REACH = 60
"""Rounds that are searched for the next day. By months, 29 February is the rarest day that occurs."""


@lru_cache(maxsize=256)
def read_recurrence(line: str) -> Recurrence:
    """Reads a recurrence from a line.

    Raises:
        ScenarioError: The line cannot be read or names a day that does not exist.

    Example:
        >>> choir = read_recurrence("every 2 weeks on tuesday 19-21 from 2025-03-04 except 2025-03-18")
        >>> [day.isoformat() for day in choir.between(date(2025, 3, 1), date(2025, 4, 15))]
        ['2025-03-04', '2025-04-01', '2025-04-15']
    """
    match = _LINE.fullmatch(" ".join(line.lower().split()))
    if match is None:
        raise _unreadable(line)
    unit, day = match["unit"], match["day"] or ""
    weekday = WEEKDAYS.index(day) if day in WEEKDAYS else -1
    ordinal = ORDINALS.index(match["ordinal"]) if match["ordinal"] else -1
    number = int(day) if day.isdigit() else 0
    fits = {"day": not day, "week": ordinal < 0 and not number, "month": bool(number) != (ordinal >= 0) or not day}
    try:
        first = date.fromisoformat(match["first"])
        last = date.fromisoformat(match["last"]) if match["last"] else None
        out = frozenset(date.fromisoformat(one) for one in (match["out"] or "").split())
    except ValueError as error:
        raise _unreadable(line) from error
    hours = _hours(match["hours"])
    every = int(match["count"] or 1)
    if not fits[unit] or hours is None or every < 1 or number > 31 or (unit == "month" and weekday >= 0 > ordinal):
        raise _unreadable(line)
    return Recurrence(unit, every, first, last, weekday, ordinal, number, hours, out)


def _hours(written: str | None) -> tuple[int, int] | None:
    if written is None:
        return 0, 24
    first, last = map(int, written.split("-"))
    return (first, last) if first < last <= 24 else None


def _unreadable(line: str) -> ScenarioError:
    return ScenarioError(
        f"{line!r} is not a recurrence",
        where="recurrence",
        expected="such as 'every 2 weeks on tuesday 19-21 from 2025-03-04 except 2025-04-01'",
    )


def _monday(day: date) -> date:
    return day - timedelta(days=day.weekday())
