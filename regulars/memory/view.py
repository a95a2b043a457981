"""What the parts of a memory see and say: a view of one scope, events, and rules that answer with operations.

A part never reaches another scope, a clock or a random state: it is handed a view, which it can only read, and whatever
it wants changed it says by operations, which the memory checks, stamps and journals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, Protocol, TypeAlias, TypeVar

from regulars.dialogue import Feedback
from regulars.memory.items import Item
from regulars.memory.journal import Journal
from regulars.memory.ops import POOL, TURN, Draft, Op
from regulars.memory.protocol import Cue, Hit, Recollections
from regulars.seeding import Draws, SeedTree

__all__ = [
    "ROW",
    "Happening",
    "MemoryEvent",
    "Rule",
    "Together",
    "Tracker",
    "View",
    "Viewed",
    "add",
    "change",
    "delete",
    "first_row",
]


ROW = "\x1f"
"""Parts an item's id from the number of its key, where it is found by several."""

Happening = Literal["turn", "unit", "added", "session", "recalled", "feedback"]
"""What rules are asked about.

- `turn`: a turn was taken in, as the last part of `item`.
- `unit`: `item`, a unit of turns, is finished. What was extracted from it is held already, and unless units are kept
  it is held no more.
- `added`: `item` was admitted among what is extracted.
- `session`: a session is over; its last unit is finished.
- `recalled`: `hits` were brought back for `cue`, which was no probe.
- `feedback`: the user let show `feedback` on a reply, for which `recollections` had been brought back, if any.
"""


@dataclass(frozen=True, slots=True)
class MemoryEvent:
    """Something that happened in a scope. Fields that its kind does not name are None or empty."""

    kind: Happening
    item: Item | None = None
    cue: Cue | None = None
    hits: tuple[Hit, ...] = ()
    feedback: Feedback | None = None
    recollections: Recollections | None = None


class Viewed(Protocol):
    """The memory behind a view, as far as a view reads it.

    Attributes:
        seeds: Of the draws of parts that draw.
    """

    seeds: SeedTree

    @property
    def journal(self) -> Journal:
        """The operations so far, and the items they add up to."""
        ...

    @property
    def is_pooling(self) -> bool:
        """Whether it holds anything that serves all people."""
        ...

    def index(self, retriever: str) -> Any:
        """The index whose scores have that name."""
        ...

    def tracker(self, name: str) -> Any:
        """The tracker of that name."""
        ...


class View:
    """What is held in one scope at a moment, to be read only.

    Attributes:
        scope: Whose memory it is.
        now: The moment.
    """

    __slots__ = ("_memory", "now", "scope")

    def __init__(self, memory: Viewed, scope: str, now: datetime) -> None:
        self._memory = memory
        self.scope = scope
        self.now = now

    def items(self, *kinds: str) -> list[Item]:
        """What may be found, in the order in which it was added; of some kinds only, if any are named.

        What is pooled comes after what is the scope's own.
        """
        held = list(self._memory.journal.items(self.scope))
        if self._memory.is_pooling and self.scope != POOL:
            held += self._memory.journal.items(POOL)
        return [item for item in held if item.kind in kinds] if kinds else held

    def get(self, id: str) -> Item | None:
        """The item of that id, if it is held and may be found here."""
        item = self._memory.journal.get(id)
        if item is None or item.quarantined or item.scope not in (self.scope, POOL):
            return None
        return item

    def newest(self, *kinds: str) -> Item | None:
        """The item that was added last to this scope, of some kinds only if any are named."""
        if not kinds:
            return self._memory.journal.newest(self.scope)
        return next((item for item in reversed(self._memory.journal.items(self.scope)) if item.kind in kinds), None)

    def linked(self, item: Item) -> list[Item]:
        """The items that an item points to and that may still be found, in the order of the links."""
        return [other for other in map(self.get, item.links) if other is not None]

    def told(self) -> list[Draft]:
        """Every turn that was ever taken in here, held or not: what forgetting on request has to find."""
        ops = self._memory.journal.upto((self.scope,), self.now)
        return [op.draft for op in ops if op.draft is not None and op.draft.kind == TURN and op.draft.sources]

    def search(
        self, retriever: str, wanted: str | Cue, k: int = 10, kinds: Sequence[str] = ()
    ) -> list[tuple[Item, float]]:
        """The best items by one index, best first, each once.

        Args:
            retriever: The index, by what its scores are called.
            wanted: A text, or a cue, of which everything but `k` and `scope` counts.
            k: How many at most.
            kinds: The kinds that count; all if empty.
        """
        if k <= 0:
            return []
        cue = wanted if isinstance(wanted, Cue) else Cue(wanted, self.now, self.scope)
        index = self._memory.index(retriever)
        fan = k
        while True:
            rows = list(index.search(cue if cue.k == fan and cue.scope == self.scope else _asked(cue, self.scope, fan)))
            exhausted = len(rows) < fan
            if self._memory.is_pooling and self.scope != POOL:
                pooled = list(index.search(_asked(cue, POOL, fan)))
                exhausted = exhausted and len(pooled) < fan
                rows = sorted(rows + pooled, key=lambda row: -row[1])[:fan]
            found: dict[str, tuple[Item, float]] = {}
            for row, score in rows:
                id = first_row(row)
                if id in found:
                    continue
                item = self.get(id)
                if item is not None and (not kinds or item.kind in kinds):
                    found[id] = (item, score)
                    if len(found) == k:
                        return list(found.values())
            if exhausted:
                return list(found.values())
            fan *= 4

    def index(self, retriever: str) -> Any:
        """An index itself, for what only its kind can be asked."""
        return self._memory.index(retriever)

    def tracker(self, name: str) -> Any:
        """What a tracker of that name has added up."""
        return self._memory.tracker(name)

    def draws(self, *names: str | int) -> Draws:
        """Random draws of that name in this scope: the same whoever else draws, and in whatever order."""
        return self._memory.seeds.draws(self.scope, *names)


Rule: TypeAlias = Callable[[View, MemoryEvent], Iterable[Op]]
"""From what happened to what is to change. Each operation is applied as it comes, so a rule that goes on after it sees
the memory with it. Ids of what is added, causes and times are filled in."""


Self = TypeVar("Self", bound="Tracker")


class Tracker(Protocol):
    """Adds something up over the operations: counts of words, learned weights.

    It is picklable, and its `repr` shows its settings and nothing else.

    Attributes:
        name: What views call it.
    """

    name: str

    def blank(self: Self) -> Self:
        """One with the same settings that has seen nothing."""
        ...

    def follow(self, op: Op, before: Item | None) -> None:
        """Takes in an operation that is about to be done.

        Args:
            op: The operation.
            before: The item it is done to, as it is before; None for `ADD`.
        """
        ...


@dataclass(frozen=True, slots=True)
class Together:
    """Several rules as one, in that order."""

    rules: tuple[Rule, ...]

    def __call__(self, view: View, event: MemoryEvent) -> Iterable[Op]:
        """What all of them want done."""
        for rule in self.rules:
            yield from rule(view, event)


def add(draft: Draft, why: str = "") -> Op:
    """The operation that adds a draft."""
    return Op("ADD", "", draft, why=why)


def change(item: Item, draft: Draft, why: str = "") -> Op:
    """The operation that makes an item what a draft says."""
    return Op("UPDATE", item.id, draft, why=why)


def delete(item: Item, why: str) -> Op:
    """The operation by which an item is gone."""
    return Op("DELETE", item.id, why=why)


def _asked(cue: Cue, scope: str, k: int) -> Cue:
    return Cue(cue.text, cue.as_of, scope, cue.purpose, k, cue.budget)


def first_row(row: str) -> str:
    """The id of the item that a row of an index belongs to."""
    return row.partition(ROW)[0]
