"""The simulated clock of a life. It never runs backwards, stops at a session's deadline, and ignores real time.

A session's budget is used up by what its person does: thinking and reading. Waiting for a reply moves the clock and
uses up nothing, so a slow assistant hears all that a fast one hears.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import lru_cache

from regulars.scenarios.time.stamps import stamp
from regulars.scenarios.world import Session

LONGEST = 86400.0
"""The maximum duration of an action, in seconds; every session is shorter."""

_NO_TIME = timedelta(0)


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


@lru_cache(maxsize=1024)
def _span(seconds: float) -> timedelta:
    return timedelta(0, seconds if seconds < LONGEST else LONGEST)
