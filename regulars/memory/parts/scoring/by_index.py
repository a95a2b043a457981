"""Scoring: ranks items for a cue, by one index or several."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TypeAlias

from regulars.errors import ConfigurationError
from regulars.memory.journal.items import Item
from regulars.memory.parts.text.intervals import Days, asked_days
from regulars.memory.parts.view import View
from regulars.memory.protocol import Cue, Hit

Score: TypeAlias = Callable[[Cue, View], Sequence[Hit]]
"""From a cue to at most `cue.k` hits, best first; ties are in the order in which the items were added."""


@dataclass(frozen=True, slots=True)
class Single:
    """Ranks by one index.

    Attributes:
        retriever: The name of the index.
        kinds: The kinds of items that count; all if empty.
    """

    retriever: str
    kinds: tuple[str, ...] = ()

    def __call__(self, cue: Cue, view: View) -> Sequence[Hit]:
        """The ranked items."""
        return [
            Hit(item.id, score, item.sources, {self.retriever: score})
            for item, score in view.search(self.retriever, cue, cue.k, self.kinds)
        ]


@dataclass(frozen=True, slots=True)
class RRF:
    """Reciprocal rank fusion: an item's score is the sum of weight / (constant + rank) over the retrievers.

    Source: Cormack, Clarke and Buettcher, Reciprocal Rank Fusion Outperforms Condorcet and Individual Rank Learning
    Methods (SIGIR 2009), with its constant of 60.

    Attributes:
        retrievers: The names of the indexes.
        constant: At least 0; a higher constant flattens the advantage of the first ranks.
        fan: How many items of each retriever count, as a multiple of `cue.k`.
        kinds: The kinds of items that count; all if empty.
        weights: The weight of each retriever, at least 0; all 1 if empty.
    """

    retrievers: tuple[str, ...]
    constant: float = 60.0
    fan: int = 4
    kinds: tuple[str, ...] = ()
    weights: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        """Raises `ConfigurationError` if a number is out of range, or weights are given for some retrievers only."""
        if not (self.constant >= 0 and self.fan >= 1 and all(weight >= 0 for weight in self.weights)):
            raise ConfigurationError(
                f"{self!r} holds a number out of range", where="RRF", expected="constant and weights >= 0, fan >= 1"
            )
        if self.weights and len(self.weights) != len(self.retrievers):
            raise ConfigurationError(
                f"there are {len(self.weights)} weights", where="RRF", expected=f"one for each of {self.retrievers}"
            )

    def __call__(self, cue: Cue, view: View) -> Sequence[Hit]:
        """The ranked items."""
        fused: dict[str, float] = {}
        places: dict[str, tuple[int, tuple[str, ...], dict[str, float]]] = {}
        for retriever, weight in zip(self.retrievers, self.weights or (1.0,) * len(self.retrievers), strict=True):
            for rank, (item, score) in enumerate(view.search(retriever, cue, cue.k * self.fan, self.kinds), start=1):
                fused[item.id] = fused.get(item.id, 0.0) + weight / (self.constant + rank)
                places.setdefault(item.id, (item.order, item.sources, {}))[2][retriever] = score
        order = sorted(fused, key=lambda id: (-round(fused[id], 12), places[id][0]))
        return [Hit(id, fused[id], places[id][1], places[id][2]) for id in order[: cue.k]]


@dataclass(frozen=True, slots=True)
class TimeAware:
    """Ranks items of the time that a question names before all others.

    The items come from the span of days that the question names, or up to `slack` days after it, since people report
    things afterwards. Both groups are ranked by `score`. A question without a span is ranked by `score` only.

    Source: the time-aware query expansion of Wu et al., LongMemEval (ICLR 2025), with a grammar (`intervals.py`) in
    place of their model.

    Attributes:
        score: Ranks the items. It is asked for more than `cue.k`.
        slack: Days after the span that still count.
        prune: Whether to drop items outside the span, as in the paper, if any are inside.
        fan: How many items are ranked first, as a multiple of `cue.k`.
    """

    score: Score
    slack: int = 3
    prune: bool = False
    fan: int = 10

    def __call__(self, cue: Cue, view: View) -> Sequence[Hit]:
        """The ranked items."""
        days = asked_days(cue.text, cue.as_of.date())
        if days is None:
            return self.score(cue, view)
        if days.last is not None:
            days = replace(days, last=days.last + timedelta(days=self.slack))
        hits = self.score(replace(cue, k=cue.k * self.fan), view)
        inside = [hit for hit in hits if _said_in(days, view.get(hit.id))]
        rest = [] if self.prune and inside else [hit for hit in hits if hit not in inside]
        lift = 1.0 + max((abs(hit.score) for hit in hits), default=0.0)
        found = [
            replace(hit, score=hit.score + lift, retrievers={**hit.retrievers, "time": 1.0}) for hit in inside
        ] + rest
        return found[: max(cue.k, 0)]


def _said_in(days: Days, item: Item | None) -> bool:
    return item is not None and any(days.hold(part.time.date()) for part in item.parts)
