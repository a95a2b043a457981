"""Who was there when, and who has had enough: what passes from one session to the next."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from regulars.envs.outcomes import SittingEnding

__all__ = ["LEAVINGS", "Attendance"]

LEAVINGS = 3
"""An episode is abandoned once every person has left this many of their own sessions running."""


class Attendance:
    """The visits of all persons.

    Args:
        persons: Their ids.
    """

    __slots__ = ("_last_seen", "_left_running")

    def __init__(self, persons: Iterable[str]) -> None:
        self._last_seen: dict[str, datetime] = {}
        self._left_running = dict.fromkeys(persons, 0)

    def last_seen(self, person: str) -> datetime | None:
        """When the person's last session ended, None if there was none."""
        return self._last_seen.get(person)

    def gap(self, person: str, now: datetime) -> float:
        """Hours since the person's last session; -1 before the first."""
        seen = self._last_seen.get(person)
        return -1.0 if seen is None else (now - seen).total_seconds() / 3600.0

    def visited(self, person: str, ending: SittingEnding, now: datetime) -> None:
        """A session of the person's is over."""
        self._last_seen[person] = now
        self._left_running[person] = self._left_running[person] + 1 if ending is SittingEnding.LEFT else 0

    def heard(self, now: datetime) -> None:
        """A recorded session is over: everybody was there."""
        self._last_seen.update(dict.fromkeys(self._left_running, now))

    @property
    def is_abandoned(self) -> bool:
        """Whether everybody has left too many sessions running."""
        return all(count >= LEAVINGS for count in self._left_running.values())
