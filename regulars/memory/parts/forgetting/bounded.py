"""Bounded memories: a limit on the tokens of a state, and on the items of a store."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import TURN, Op
from regulars.memory.parts.extraction.claims import slot_of
from regulars.memory.parts.settings import checked
from regulars.memory.parts.view import MemoryEvent, View, delete


def tokens_of(item: Item) -> int:
    """The tokens that an item takes in a context."""
    return sum(part.line()[1] for part in item.parts)


@dataclass(frozen=True, slots=True)
@checked(tokens=(1, 10**9))
class Bounded:
    """A rule after every unit: some stores together take at most a number of tokens in a context.

    Items without claims are deleted first, then the rest; the oldest first in both groups. A use makes an item as new
    as that use.

    Source: MEM1 (MIT-MI/MEM1, commit 6f22061), where a trained model rewrites a state of constant size at every turn
    and drops the rest. Eviction in this order stands in for the model.

    Attributes:
        tokens: The limit, 1 to 1,000,000,000.
        kinds: The kinds of items that count; if empty, all except turns.
    """

    tokens: int
    kinds: tuple[str, ...] = ()

    def __call__(self, view: View, event: MemoryEvent) -> Iterable[Op]:
        """Deletes the items that do not fit."""
        if event.kind not in ("unit", "session"):
            return
        held = [item for item in view.items(*self.kinds) if self.kinds or item.kind != TURN]
        taken = sum(map(tokens_of, held))
        for item in sorted(held, key=_standing):
            if taken <= self.tokens:
                return
            taken -= tokens_of(item)
            yield delete(item, f"the state is bounded to {self.tokens} tokens")


def _standing(item: Item) -> tuple[bool, datetime, int]:
    last = item.uses[-1].time if item.uses else None
    return any(map(slot_of, item.claims)), last or item.time, item.order


@dataclass(frozen=True, slots=True)
@checked(most=(1, 10**6))
class NewestOnly:
    """A rule after every unit: a store keeps only its newest items.

    Attributes:
        kind: The kind of the store.
        most: The most items, 1 to 1,000,000.
    """

    kind: str
    most: int

    def __call__(self, view: View, event: MemoryEvent) -> Iterable[Op]:
        """Deletes the older items."""
        if event.kind in ("unit", "session"):
            for item in view.items(self.kind)[: -self.most]:
                yield delete(item, f"the limit is {self.most}")
