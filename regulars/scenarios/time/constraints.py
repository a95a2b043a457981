"""Constraints of time: the knowledge horizon, windows, engagements, deadlines and limits.

All moments have a zone. A time of day is read on the clock of its own zone. This handles daylight saving and people in
other zones. Lengths of time are compared as they pass, which is the same in all zones.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from regulars.scenarios.time.recurrence import read_recurrence
from regulars.scenarios.world import Act, Fact, Persona


def has_begun(fact: Fact, moment: datetime) -> bool:
    """The knowledge horizon: whether a person can know a fact at that moment."""
    return fact.since <= moment


@dataclass(frozen=True, slots=True)
class Window:
    """Hours of each day in which a person has time.

    Attributes:
        first: The hour at which it begins.
        last: The hour at which it ends; 24 for midnight.
        zone: The zone of its clock.
    """

    first: int
    last: int
    zone: ZoneInfo

    def span(self, day: date) -> tuple[datetime, datetime]:
        """Beginning and end of the window on a day, in UTC."""
        opens = datetime.combine(day, time(self.first), self.zone)
        closes = datetime.combine(day + timedelta(days=self.last // 24), time(self.last % 24), self.zone)
        return opens.astimezone(UTC), closes.astimezone(UTC)

    def admits(self, start: datetime, length: timedelta = timedelta(0)) -> bool:
        """Whether something that starts at `start` and takes `length` fits in. It may end with the window."""
        opens, closes = self.span(start.astimezone(self.zone).date())
        begins = start.astimezone(UTC)
        return opens <= begins < closes and begins + length <= closes


def window_hours(window: str) -> tuple[int, int]:
    """The first and last hour of a window such as `7-10`; (0, 0) if it cannot be read.

    Example:
        >>> window_hours("7-10"), window_hours("10-7"), window_hours("morning")
        ((7, 10), (0, 0), (0, 0))
    """
    first, dash, last = window.partition("-")
    if not dash or not (first.isascii() and first.isdigit() and last.isascii() and last.isdigit()):
        return 0, 0
    hours = int(first), int(last)
    return hours if hours[0] < hours[1] <= 24 else (0, 0)


@lru_cache(maxsize=1024)
def _windows(windows: tuple[str, ...], zone: str) -> tuple[Window, ...]:
    there = ZoneInfo(zone)
    return tuple(Window(*window_hours(window), there) for window in windows)


def windows_of(persona: Persona) -> tuple[Window, ...]:
    """The windows of a person; none if any hour is possible."""
    return _windows(persona.windows, persona.zone)


def is_free(persona: Persona, start: datetime, length: timedelta) -> bool:
    """Whether a person has time: within a window, if there are any, and outside all engagements."""
    windows = windows_of(persona)
    fits = not windows or any(window.admits(start, length) for window in windows)
    return fits and not is_engaged(persona, start, length)


def is_engaged(persona: Persona, start: datetime, length: timedelta) -> bool:
    """Whether an engagement of the person overlaps that time."""
    if not persona.engagements:
        return False
    zone = ZoneInfo(persona.zone)
    begins, ends = start.astimezone(UTC), (start + length).astimezone(UTC)
    day = start.astimezone(zone).date()
    for line in persona.engagements:
        engaged = read_recurrence(line)
        for one in (day, day + timedelta(days=1)):
            if engaged.is_on(one):
                opens, closes = Window(*engaged.hours, zone).span(one)
                if begins < closes and opens < ends:
                    return True
    return False


@dataclass(frozen=True, slots=True)
class TimeLimit:
    """The limit after which an answer is worthless.

    Attributes:
        due: The deadline; None for none.
        within: The time that an answer may take, counted from the question; None for any.
    """

    due: datetime | None
    within: timedelta | None

    def moment(self, asked: datetime) -> datetime | None:
        """The last moment at which an answer counts; None for no limit."""
        ends = [] if self.due is None else [self.due]
        if self.within is not None:
            ends.append(asked + self.within)
        return min(ends) if ends else None

    def is_missed(self, asked: datetime, answered: datetime) -> bool:
        """Whether an answer comes too late. At the last moment it is still in time."""
        last = self.moment(asked)
        return last is not None and answered > last


_NO_LIMIT = TimeLimit(None, None)


def time_limit(act: Act | None) -> TimeLimit:
    """The limit on answers to an act."""
    if act is None or (act.due is None and act.within is None):
        return _NO_LIMIT
    return TimeLimit(act.due, act.within)
