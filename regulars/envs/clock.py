"""The clock of a life: simulated, monotone, and stopped at a session's deadline. The machine's clock is never read."""

from __future__ import annotations

from datetime import datetime, timedelta

from regulars.scenarios.world import Session

__all__ = ["Clock"]

LONGEST = 86400.0
"""Seconds that one action can take at most; every session is shorter."""


class Clock:
    """What time it is.

    Args:
        start: The first moment, with zone.
    """

    __slots__ = ("_deadline", "_stamp", "_stamped", "now", "start")

    def __init__(self, start: datetime) -> None:
        self.start = start
        self.now = start
        self._deadline = start
        self._stamped: datetime | None = None
        self._stamp = ("", 0.0)

    def enter(self, session: Session) -> None:
        """Goes on to a session's start; never back."""
        self.now = max(self.now, session.start)
        self._deadline = max(self.now, session.start + session.budget)

    def reach(self, moment: datetime) -> None:
        """Goes on to a moment; never back."""
        self.now = max(self.now, moment)

    def spend(self, seconds: float) -> None:
        """Moves on by `seconds`; a session never outlasts its budget, so sessions never overlap."""
        later = self.now + timedelta(seconds=min(seconds, LONGEST))
        self.now = later if later < self._deadline else self._deadline

    @property
    def is_up(self) -> bool:
        """Whether the session's time is used up."""
        return self.now >= self._deadline

    @property
    def date(self) -> str:
        """The moment in ISO 8601 with zone."""
        if self._stamped is not self.now:
            self._read()
        return self._stamp[0]

    @property
    def hours(self) -> float:
        """Hours since the start."""
        if self._stamped is not self.now:
            self._read()
        return self._stamp[1]

    def hours_at(self, moment: datetime) -> float:
        """Hours from the start to `moment`."""
        return (moment - self.start).total_seconds() / 3600.0

    def _read(self) -> None:
        self._stamped = self.now
        self._stamp = self.now.isoformat(), self.hours_at(self.now)
