"""An index by day: finds items by the day on which they were told."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Sequence

from regulars.memory.journal.operations import Draft
from regulars.memory.parts.no_settings import NoSettings
from regulars.memory.parts.text.intervals import Days, asked_days
from regulars.memory.protocol import Cue

TIME = "time"
"""The retriever name of the index."""


def day_key(draft: Draft) -> Sequence[str]:
    """A key function: the day on which a draft was told."""
    return [draft.time.date().isoformat()]


class Times(NoSettings):
    """Finds the items of the days that a cue names, newest first, with the score 1; none if it names no days."""

    __slots__ = ("_arrived", "_days", "_order")

    retriever = TIME

    def __init__(self) -> None:
        self._days: dict[str, dict[str, tuple[str, int]]] = {}
        self._order: dict[str, list[tuple[str, int, str]]] = {}
        self._arrived: dict[str, int] = {}

    def put(self, scope: str, id: str, key: str) -> None:
        """Adds a row, or moves it to another day; it keeps its place among the rows of one day."""
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
        """The rows of a span of days, oldest first."""
        order = self._order.get(scope, [])
        first = 0 if days.first is None else bisect_left(order, (days.first.isoformat(),))
        last = len(order) if days.last is None else bisect_left(order, (f"{days.last.isoformat()}~",))
        return [id for _, _, id in order[first:last]]

    def search(self, cue: Cue) -> Sequence[tuple[str, float]]:
        """The rows of the days that the cue names."""
        days = asked_days(cue.text, cue.as_of.date())
        if days is None or cue.k <= 0:
            return ()
        return [(id, 1.0) for id in reversed(self.between(cue.scope, days)[-cue.k :])]
