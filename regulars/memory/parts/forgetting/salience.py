"""Forgetting by salience: at intervals, a small share of the oldest and least used items is deleted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, exp

from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import TURN, Op
from regulars.memory.parts.forgetting.touch import recalls
from regulars.memory.parts.scope_statistics import statistics_of
from regulars.memory.parts.settings import check_settings
from regulars.memory.parts.view import MemoryEvent, View, delete

_DIGITS = 12


@dataclass(frozen=True, slots=True)
class Salience:
    """A rule at intervals of turns: deletes the items with the lowest salience `w = l1 exp(-g a) + l2 d`.

    a is the item's age in turns; d is 1 if it was recalled within the last `every` turns, else 0. Needs the tracker
    `ScopeStatistics`. Source: HEMA (Ahn, arXiv 2504.16754); its code and its values of l1, l2 and g were not found.

    Attributes:
        freshness: l1, 0 to 100.
        use: l2, 0 to 100.
        fading: g per turn, 0 to 10.
        every: The interval in turns, 1 to 1,000,000.
        share: The share that is deleted, rounded up, 0 to 1; the source uses half a percent.
    """

    freshness: float = 0.5
    use: float = 0.5
    fading: float = 0.001
    every: int = 100
    share: float = 0.005

    def __post_init__(self) -> None:
        check_settings(
            self, freshness=(0.0, 100.0), use=(0.0, 100.0), fading=(0.0, 10.0), every=(1, 1_000_000), share=(0.0, 1.0)
        )

    def __call__(self, view: View, event: MemoryEvent) -> Iterable[Op]:
        """Deletes the least salient items."""
        if event.kind != "turn" or statistics_of(view).turns(view.scope) % self.every:
            return
        held = view.items(TURN)
        weights = {item.id: round(self.weight(item, view), _DIGITS) for item in held}
        for item in sorted(held, key=lambda item: (weights[item.id], item.order))[: ceil(self.share * len(held))]:
            yield delete(item, "it is the least salient")

    def weight(self, item: Item, view: View) -> float:
        """The present salience of an item."""
        statistics = statistics_of(view)
        age = statistics.turns_after(view.scope, item.time)
        used = any(statistics.turns_after(view.scope, time) < self.every for time in recalls(item))
        return self.freshness * exp(-self.fading * age) + self.use * used
