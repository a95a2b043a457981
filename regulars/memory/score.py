"""Scoring: from a cue to ranked items, by one index or by several."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from regulars.memory.protocol import Cue, Hit
from regulars.memory.view import View

__all__ = ["RRF", "Score", "Single"]

Score: TypeAlias = Callable[[Cue, View], Sequence[Hit]]
"""From a cue to at most `cue.k` hits, best first; what ties is in the order in which it was added."""


@dataclass(frozen=True, slots=True)
class Single:
    """The ranking of one index.

    Attributes:
        arm: What its scores are called.
        kinds: The kinds of items that count; all if empty.
    """

    arm: str
    kinds: tuple[str, ...] = ()

    def __call__(self, cue: Cue, view: View) -> Sequence[Hit]:
        """The ranked items."""
        return [
            Hit(item.id, score, item.sources, {self.arm: score})
            for item, score in view.search(self.arm, cue, cue.k, self.kinds)
        ]


@dataclass(frozen=True, slots=True)
class RRF:
    """Reciprocal rank fusion: an item's score is the sum over the arms of 1 / (constant + its rank there).

    Source: Cormack, Clarke and Buettcher, Reciprocal Rank Fusion Outperforms Condorcet and Individual Rank Learning
    Methods (SIGIR 2009), with its constant of 60.

    Attributes:
        arms: The indexes.
        constant: How little the first ranks stand out; at least 0.
        fan: How many items of each arm count, as a multiple of `cue.k`.
        kinds: The kinds of items that count; all if empty.
    """

    arms: tuple[str, ...]
    constant: float = 60.0
    fan: int = 4
    kinds: tuple[str, ...] = ()

    def __call__(self, cue: Cue, view: View) -> Sequence[Hit]:
        """The ranked items."""
        fused: dict[str, float] = {}
        places: dict[str, tuple[int, tuple[str, ...], dict[str, float]]] = {}
        for arm in self.arms:
            for rank, (item, score) in enumerate(view.search(arm, cue, cue.k * self.fan, self.kinds), start=1):
                fused[item.id] = fused.get(item.id, 0.0) + 1.0 / (self.constant + rank)
                places.setdefault(item.id, (item.order, item.sources, {}))[2][arm] = score
        order = sorted(fused, key=lambda id: (-round(fused[id], 12), places[id][0]))
        return [Hit(id, fused[id], places[id][1], places[id][2]) for id in order[: max(cue.k, 0)]]
