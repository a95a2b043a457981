"""The simulated clock of a life. It never runs backwards, stops at a session's deadline, and ignores real time.

A session's budget is used up by what its person does: thinking and reading. Waiting for a reply moves the clock and
uses up nothing, so a slow assistant hears all that a fast one hears.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from functools import lru_cache

from regulars.scenarios.world import Session

LONGEST = 86400.0
"""The maximum duration of an action, in seconds; every session is shorter."""

_NO_TIME = timedelta(0)
_TWO_DIGITS = tuple(f"{number:02d}" for number in range(60))
_MINUTES = tuple(f"{hour:02d}:{minute}" for hour in range(24) for minute in _TWO_DIGITS)


class Clock:
    """The simulated time.

    Args:
        start: The first moment, with a zone.
    """

    __slots__ = ("_deadline", "_left", "_stamp", "_stamped", "now", "start")

    def __init__(self, start: datetime) -> None:
        self.start = start
        self.now = start
        self._deadline = start
        self._left = timedelta(0)
        self._stamped: datetime | None = None
        self._stamp = ("", 0.0)

    def enter(self, session: Session) -> None:
        """Advances to a session's start. The clock never moves back."""
        self.now = max(self.now, session.start)
        self._deadline = max(self.now, session.start + session.budget)
        self._left = self._deadline - self.now

    def reach(self, moment: datetime) -> None:
        """Advances to a moment. The clock never moves back."""
        self.now = max(self.now, moment)

    def spend(self, seconds: float) -> None:
        """Advances by `seconds` of the session's budget, at most to its deadline, so that sessions never overlap."""
        spent = _span(seconds)
        self._left -= spent
        later = self.now + spent
        self.now = later if later < self._deadline else self._deadline

    def wait(self, seconds: float) -> None:
        """Advances by `seconds`, at most to the session's deadline, and uses up nothing of its budget."""
        if seconds:
            later = self.after(seconds)
            self.now = later if later < self._deadline else self._deadline

    def after(self, seconds: float) -> datetime:
        """The moment `seconds` from now. The clock does not move."""
        return self.now + _span(seconds) if seconds else self.now

    @property
    def is_up(self) -> bool:
        """Whether the session's budget is used up."""
        return self._left <= _NO_TIME

    @property
    def reading(self) -> tuple[str, float]:
        """The moment in ISO 8601 with zone, and the hours since the start."""
        now = self.now
        if self._stamped is not now:
            self._stamped = now
            self._stamp = stamp(now), (now - self.start).total_seconds() / 3600.0
        return self._stamp

    @property
    def date(self) -> str:
        """The moment in ISO 8601 with zone."""
        return self.reading[0]

    @property
    def hours(self) -> float:
        """Hours since the start."""
        return self.reading[1]

    def hours_at(self, moment: datetime) -> float:
        """Hours from the start to `moment`."""
        return (moment - self.start).total_seconds() / 3600.0


def stamp(moment: datetime) -> str:
    """`moment.isoformat()`, several times as fast for whole seconds at a fixed offset, which lives use.

    Example:
        >>> from datetime import UTC
        >>> stamp(datetime(2025, 5, 14, 9, 30, tzinfo=UTC))
        '2025-05-14T09:30:00+00:00'
    """
    zone = moment.tzinfo
    if type(zone) is not timezone or moment.microsecond:
        return moment.isoformat()
    day, time = _day(moment.toordinal()), _MINUTES[moment.hour * 60 + moment.minute]
    return f"{day}T{time}:{_TWO_DIGITS[moment.second]}{'+00:00' if zone is UTC else _offset(zone)}"


@lru_cache(maxsize=1024)
def _span(seconds: float) -> timedelta:
    return timedelta(0, seconds if seconds < LONGEST else LONGEST)


@lru_cache(maxsize=1024)
def _day(ordinal: int) -> str:
    return date.fromordinal(ordinal).isoformat()


@lru_cache(maxsize=256)
def _offset(zone: timezone) -> str:
    return datetime(2000, 1, 1, tzinfo=zone).isoformat().removeprefix("2000-01-01T00:00:00")
