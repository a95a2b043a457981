"""Time as a key: items by the day on which they were told, and the range of days that a question names."""

from __future__ import annotations

from bisect import bisect_left, insort
from calendar import monthrange
from collections.abc import Sequence
from datetime import date, datetime

from regulars.calendar_text import find_dates
from regulars.memory.ops import Draft
from regulars.memory.protocol import Cue
from regulars.relative_dates import in_dates

__all__ = ["TIME", "Days", "Times", "asked_range", "day_key", "days_in"]

TIME = "time"
"""The arm of the index."""

Days = tuple[date, date]
"""The first and the last day of a range, both in it."""


def days_in(value: str) -> Days | None:
    """The days of an ISO date prefix with a year; None for any other.

    Example:
        >>> days_in("2025-02")
        (datetime.date(2025, 2, 1), datetime.date(2025, 2, 28))
    """
    parts = value.split("-")
    if not all(part.isdigit() for part in parts) or len(parts) > 3:
        return None
    try:
        year, month, day = (int(part) for part in (*parts, "0", "0")[:3])
        first = date(year, month or 1, day or 1)
    except ValueError:
        return None
    if day:
        return first, first
    month = month or 12
    return first, date(year, month, monthrange(year, month)[1])


def asked_range(text: str, as_of: datetime) -> Days | None:
    """The days that a question names; None where it names none, or it is not plain which.

    Dates in words are read from the day of asking. One date names its day, month or year; two name all from the first
    to the last. A date without a year names nothing.

    Source: LongMemEval (Wu et al., ICLR 2025), section 4.3: a range that is read where there is none costs more than
    one that is missed.
    """
    found = [days_in(found.value) for found in find_dates(in_dates(text, as_of.date()))]
    if not found or len(found) > 2 or any(days is None for days in found):
        return None
    ranges = [days for days in found if days is not None]
    return min(first for first, _ in ranges), max(last for _, last in ranges)


def day_key(draft: Draft) -> Sequence[str]:
    """A key function: the day on which it was told."""
    return [draft.time.date().isoformat()]


class Times:
    """Finds the items of the days that a cue names, newest first; every score is 1. None where it names no days."""

    __slots__ = ("_arrived", "_days", "_order")

    arm = TIME

    def __init__(self) -> None:
        self._days: dict[str, dict[str, tuple[str, int]]] = {}
        self._order: dict[str, list[tuple[str, int, str]]] = {}
        self._arrived: dict[str, int] = {}

    def __repr__(self) -> str:
        return "Times()"

    def blank(self) -> Times:
        """An empty index."""
        return Times()

    def put(self, scope: str, id: str, key: str) -> None:
        """Takes in a row, or moves it to another day; a row keeps its place among those of a day."""
        days, order = self._days.setdefault(scope, {}), self._order.setdefault(scope, [])
        if id in days:
            place = days[id][1]
            self.drop(scope, id)
        else:
            place = self._arrived[scope] = self._arrived.get(scope, 0) + 1
        days[id] = (key, place)
        insort(order, (key, place, id))

    def extend(self, scope: str, id: str, key: str) -> None:
        """Leaves a row on its first day."""

    def drop(self, scope: str, id: str) -> None:
        """Forgets a row."""
        key, place = self._days[scope].pop(id)
        order = self._order[scope]
        del order[bisect_left(order, (key, place, id))]

    def between(self, scope: str, days: Days) -> Sequence[str]:
        """The rows of some days, oldest first."""
        order = self._order.get(scope, [])
        first = bisect_left(order, (days[0].isoformat(),))
        last = bisect_left(order, (f"{days[1].isoformat()}~",))
        return [id for _, _, id in order[first:last]]

    def search(self, cue: Cue) -> Sequence[tuple[str, float]]:
        """The rows of the days that the cue names."""
        days = asked_range(cue.text, cue.as_of)
        if days is None or cue.k <= 0:
            return ()
        return [(id, 1.0) for id in reversed(self.between(cue.scope, days)[-cue.k :])]
