"""Forgetting by a limit: so many items, so many tokens, so many days."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from regulars.errors import ConfigurationError
from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import Op
from regulars.memory.parts.reading.lines import held_tokens
from regulars.memory.parts.scope_statistics import statistics_of
from regulars.memory.parts.setting_ranges import check_ranges
from regulars.memory.parts.view import MemoryEvent, View, delete

ORDERS = ("fifo", "lfu")
"""What goes first: the oldest, or what was used least, of that the oldest."""


@dataclass(frozen=True, slots=True)
class Capacity:
    """After anything was taken in, at most so many items are held. What came last never goes.

    Attributes:
        most: How many, 1 to 1,000,000.
        by: One of `ORDERS`.
        kinds: The kinds that are counted; all if empty.
    """

    most: int
    by: str = "fifo"
    kinds: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_ranges(self, most=(1, 1_000_000))
        _check_order(self.by, "Capacity")

    def __call__(self, view: View, event: MemoryEvent) -> Iterable[Op]:
        """What is over it goes."""
        if event.kind not in ("turn", "added"):
            return
        held = view.items(*self.kinds)
        old = _in_order([item for item in held if item is not event.item], self.by)
        for item in old[: max(0, len(held) - self.most)]:
            yield delete(item, f"there is room for {self.most}")


@dataclass(frozen=True, slots=True)
class TokenBudget:
    """After anything was taken in, all that is held can be shown in so many tokens.

    What came last goes last, and goes too if it does not fit alone.

    Attributes:
        tokens: How many, 1 to 10,000,000.
        by: One of `ORDERS`.
    """

    tokens: int
    by: str = "fifo"

    def __post_init__(self) -> None:
        check_ranges(self, tokens=(1, 10_000_000))
        _check_order(self.by, "TokenBudget")

    def __call__(self, view: View, event: MemoryEvent) -> Iterable[Op]:
        """What is over it goes."""
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
            yield delete(item, f"there is room for {self.tokens} tokens")


@dataclass(frozen=True, slots=True)
class TimeToLive:
    """When a session begins, what was said longer ago than so many days goes.

    Attributes:
        days: How many, 0 to 100,000.
    """

    days: float

    def __post_init__(self) -> None:
        check_ranges(self, days=(0.0, 100_000.0))

    def __call__(self, view: View, event: MemoryEvent) -> Iterable[Op]:
        """What is older goes."""
        if event.kind != "turn" or not statistics_of(view).opens(view.scope):
            return
        for item in view.items():
            if view.now - item.time > timedelta(days=self.days):
                yield delete(item, f"it is older than {self.days:g} days")


def _in_order(items: list[Item], by: str) -> list[Item]:
    return sorted(items, key=lambda item: (len(item.uses) if by == "lfu" else 0, item.order))


def _check_order(by: str, where: str) -> None:
    if by not in ORDERS:
        raise ConfigurationError(f"by is {by!r}", where=where, expected=f"one of {', '.join(ORDERS)}")
