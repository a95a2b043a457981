"""Forgetting by a limit on items, tokens or days."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import Op
from regulars.memory.parts.reading.lines import held_tokens
from regulars.memory.parts.scope_statistics import statistics_of
from regulars.memory.parts.settings import checked
from regulars.memory.parts.view import MemoryEvent, View, delete

ORDERS = ("fifo", "lfu")
"""The order of deletion: the oldest first, or the least used first and among those the oldest."""


@dataclass(frozen=True, slots=True)
@checked(most=(1, 1_000_000), by=ORDERS)
class Capacity:
    """A rule after each new item: limits the number of items. The newest item is never deleted.

    Attributes:
        most: The most items, 1 to 1,000,000.
        by: One of `ORDERS`.
        kinds: The kinds that are counted; all if empty.
    """

    most: int
    by: str = "fifo"
    kinds: tuple[str, ...] = ()

    def __call__(self, view: View, event: MemoryEvent) -> Iterable[Op]:
        """Deletes the items above the limit."""
        if event.kind not in ("turn", "added"):
            return
        held = view.items(*self.kinds)
        old = _in_order([item for item in held if item is not event.item], self.by)
        for item in old[: max(0, len(held) - self.most)]:
            yield delete(item, f"the limit is {self.most}")


@dataclass(frozen=True, slots=True)
@checked(tokens=(1, 10_000_000), by=ORDERS)
class TokenBudget:
    """A rule after each new item: limits the tokens that all items would take in a context.

    The newest item is deleted last, and only if it does not fit alone.

    Attributes:
        tokens: The most tokens, 1 to 10,000,000.
        by: One of `ORDERS`.
    """

    tokens: int
    by: str = "fifo"

    def __call__(self, view: View, event: MemoryEvent) -> Iterable[Op]:
        """Deletes the items that do not fit."""
        if event.kind not in ("turn", "added"):
            return
        held = view.items()
        sizes = {item.id: held_tokens(item) for item in held}
        over = sum(sizes.values()) - self.tokens
        last = [item for item in held if item is event.item]
        for item in _in_order([item for item in held if item is not event.item], self.by) + last:
            if over <= 0:
                return
            over -= sizes[item.id]
            yield delete(item, f"the limit is {self.tokens} tokens")


@dataclass(frozen=True, slots=True)
@checked(days=(0.0, 100_000.0))
class TimeToLive:
    """A rule when a session begins: deletes items older than a number of days.

    Attributes:
        days: The number of days, 0 to 100,000.
    """

    days: float

    def __call__(self, view: View, event: MemoryEvent) -> Iterable[Op]:
        """Deletes the older items."""
        if event.kind != "turn" or not statistics_of(view).opens(view.scope):
            return
        for item in view.items():
            if view.now - item.time > timedelta(days=self.days):
                yield delete(item, f"it is older than {self.days:g} days")


def _in_order(items: list[Item], by: str) -> list[Item]:
    return sorted(items, key=lambda item: (len(item.uses) if by == "lfu" else 0, item.order))
