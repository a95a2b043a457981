"""Marks recalled items as used, with their rank. Forgetting computes an item's strength from these marks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import Op
from regulars.memory.parts.settings import checked
from regulars.memory.parts.view import MemoryEvent, View

_RANK = "recalled at rank "

INHIBITED = "it lost to what was recalled"
"""The reason of the mark on a candidate that was not recalled."""


@dataclass(frozen=True, slots=True)
@checked(most=(0, 10_000))
class Touched:
    """A rule: marks the items recalled for a reply, best first. Probes leave no mark.

    Attributes:
        most: How many of the best are marked, 0 to 10,000; 0 for all.
    """

    most: int = 0

    def __call__(self, view: View, event: MemoryEvent) -> Iterable[Op]:
        """The marks."""
        if event.kind != "recalled":
            return
        for rank, hit in enumerate(event.hits[: self.most or None], start=1):
            yield Op("TOUCH", hit.id, why=f"{_RANK}{rank}")


def recalls(item: Item, rank: int | None = None) -> list[datetime]:
    """The times at which an item was recalled, at a rank if one is given."""
    return [
        use.time
        for use in item.uses
        if use.time is not None and (use.why == f"{_RANK}{rank}" if rank else use.why.startswith(_RANK))
    ]


def last_use(item: Item, rank: int | None = None) -> datetime:
    """When an item was last recalled, at a rank if one is given; if never, when it was said."""
    times = recalls(item, rank)
    return max(times[-1], item.time) if times else item.time
