"""Forgetting by competition: candidates that lost are inhibited, and only the best items are kept.

Source: MOOM (2025) and its public code. That code can also forget by a curve, on which stronger items fade faster and
which fails silently. That part is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp

from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import Op
from regulars.memory.parts.forgetting.touch import INHIBITED, recalls
from regulars.memory.parts.items_by_kind import items_of_kinds
from regulars.memory.parts.scope_statistics import statistics_of
from regulars.memory.parts.scoring.fusion import Cascade
from regulars.memory.parts.settings import check_settings
from regulars.memory.parts.view import MemoryEvent, View, delete

_DIGITS = 12
_GREATEST = 700.0
"""The largest exponent used; beyond it the freshness is zero."""


@dataclass(frozen=True, slots=True)
class Inhibited:
    """A rule: marks the candidates of a cascade that were not recalled.

    Attributes:
        cascade: Finds the candidates.
    """

    cascade: Cascade

    def __call__(self, view: View, event: MemoryEvent) -> Iterable[Op]:
        """The marks."""
        if event.kind != "recalled" or event.cue is None:
            return
        won = {hit.id for hit in event.hits}
        for item, _, _ in self.cascade.candidates(event.cue, view):
            if item.id not in won:
                yield Op("TOUCH", item.id, why=INHIBITED)


@dataclass(frozen=True, slots=True)
class Competition:
    """A session rule: keeps the items with the best grades.

    The grade in round c is `a / (exp(g (c - birth)) - (1 - e)) + (1 - a) sum over recalls r of 1 / (d (c - r + e))`; an
    item that was inhibited in the round gets half of it. A round is a session here. Needs the trackers
    `ScopeStatistics`, and `ItemsByKind` for the kinds.

    Attributes:
        kinds: The kinds of items.
        most: How many are kept, 1 to 1,000,000.
        freshness: a, 0 to 1.
        fading: g, 0 to 100.
        spacing: d, 0.001 to 100.
        least: e, 0.000001 to 1: keeps the fractions finite. The source's value was not found.
    """

    kinds: tuple[str, ...]
    most: int = 100
    freshness: float = 0.1
    fading: float = 1.0
    spacing: float = 1.0
    least: float = 0.01

    def __post_init__(self) -> None:
        check_settings(
            self, most=(1, 1_000_000), freshness=(0.0, 1.0), fading=(0.0, 100.0), spacing=(0.001, 100.0),
            least=(0.000001, 1.0),
        )  # fmt: skip

    def __call__(self, view: View, units: Sequence[Item]) -> Iterable[Op]:
        """Deletes items above the limit, the lowest grades first; among equals the older first."""
        held = items_of_kinds(view, *self.kinds)
        grades = {item.id: round(self.grade(item, view), _DIGITS) for item in held}
        for item in sorted(held, key=lambda item: (grades[item.id], item.order))[: max(0, len(held) - self.most)]:
            yield delete(item, "others are graded higher")

    def grade(self, item: Item, view: View) -> float:
        """The present grade of an item."""
        statistics = statistics_of(view)
        age = statistics.sessions_after(view.scope, item.time)
        fresh = 1 / (exp(min(_GREATEST, self.fading * age)) - (1 - self.least))
        used = sum(
            1 / (self.spacing * (statistics.sessions_after(view.scope, time) + self.least)) for time in recalls(item)
        )
        grade = self.freshness * fresh + (1 - self.freshness) * used
        lost = any(
            use.why == INHIBITED and use.time is not None and not statistics.sessions_after(view.scope, use.time)
            for use in item.uses
        )
        return grade / 2 if lost else grade
