"""Memoria's engrams: items recalled together are linked, and unused items are deleted.

Source: Park and Bak, Memoria: Resolving Fateful Forgetting Problem through Human-Inspired Memory Architecture (arXiv
2310.03052).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import Op
from regulars.memory.parts.no_settings import NoSettings
from regulars.memory.parts.settings import checked
from regulars.memory.parts.view import MemoryEvent, View, delete

ENGRAMS = "engrams"
"""The name of the co-activation tracker in views."""

_TOGETHER = "together"
_USED = "used"


class Engrams(NoSettings):
    """A tracker that counts how often items were used, and used together.

    Attributes:
        name: The tracker's name in views.
    """

    __slots__ = ("_pairs", "_uses")

    name = ENGRAMS

    def __init__(self) -> None:
        self._uses: dict[str, int] = {}
        self._pairs: dict[str, dict[str, int]] = {}

    def follow(self, op: Op, before: Item | None) -> None:
        """Counts a use, or a link between items used together."""
        if op.verb == "TOUCH" and op.why.startswith(_USED):
            self._uses[op.id] = self._uses.get(op.id, 0) + 1
        elif op.verb == "LINK" and op.other is not None and op.why == _TOGETHER:
            pairs = self._pairs.setdefault(op.id, {})
            pairs[op.other] = pairs.get(op.other, 0) + 1
        elif op.verb == "DELETE":
            self._uses.pop(op.id, None)
            self._pairs.pop(op.id, None)

    def weight(self, one: str, other: str) -> float:
        """The weight of the edge from one item to another, in [0, 1]: joint uses divided by the uses of the first."""
        uses = self._uses.get(one, 0)
        return self._pairs.get(one, {}).get(other, 0) / uses if uses else 0.0

    def tied(self, id: str) -> dict[str, float]:
        """The items that an item is linked to by joint use, each with its weight."""
        return {other: self.weight(id, other) for other in self._pairs.get(id, ())}


@dataclass(frozen=True, slots=True)
@checked(most=(1, 50))
class CoActivate:
    """A rule: marks recalled items as used, in proportion to their share of all scores, and links them to each other.

    Attributes:
        most: How many of the best hits are used, 1 to 50.
    """

    most: int = 5

    def __call__(self, view: View, event: MemoryEvent) -> Iterable[Op]:
        """The uses and the links."""
        if event.kind != "recalled":
            return
        hits = [hit for hit in event.hits[: self.most] if hit.score > 0]
        whole = sum(hit.score for hit in hits)
        for hit in hits:
            yield Op("TOUCH", hit.id, why=f"{_USED} {hit.score / whole * len(hits):.3f}")
        for hit in hits:
            for other in hits:
                if other is not hit:
                    yield Op("LINK", hit.id, other=other.id, why=_TOGETHER)


@dataclass(frozen=True, slots=True)
@checked(start=(1, 100_000), gain=(0.0, 1000.0))
class Lifespan:
    """A rule at the end of a session: deletes items whose lifespan is over.

    An item begins with `start` sessions. Each session since it was told takes one. Each use adds `gain` times its share
    of that recall's scores; equal shares are 1.

    Attributes:
        start: The lifespan of an unused item in sessions, 1 to 100,000.
        gain: The sessions that a use with an equal share adds, 0 to 1,000.
    """

    start: int = 30
    gain: float = 5.0

    def __call__(self, view: View, event: MemoryEvent) -> Iterable[Op]:
        """Deletes the items."""
        if event.kind != "session":
            return
        held = view.items()
        latest = max((item.session for item in held), default=0)
        for item in held:
            if self.left(item, latest) <= 0:
                yield delete(item, "its lifespan is over")

    def left(self, item: Item, session: int) -> float:
        """How many sessions an item has left."""
        gained = sum(float(use.why.split()[1]) for use in item.uses if use.why.startswith(_USED))
        return self.start - (session - item.session) + self.gain * gained
