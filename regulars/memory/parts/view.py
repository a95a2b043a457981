"""The interface of parts: a view of one scope, events, and rules that answer with operations.

A part cannot reach another scope, a clock or a random state. It reads a view and returns operations, which the memory
checks, stamps and journals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, Protocol, TypeAlias, TypeVar

from regulars.dialogue import Feedback
from regulars.memory.journal.items import Item
from regulars.memory.journal.journal import Journal
from regulars.memory.journal.operations import POOL, TURN, Draft, Op
from regulars.memory.protocol import Cue, Hit, Recollections
from regulars.seeding import Draws, SeedTree

ROW = "\x1f"
"""Separates an item's id from the number of its key, for items with several keys."""

Happening = Literal["turn", "unit", "added", "session", "recalled", "feedback"]
"""The kinds of events.

- `turn`: a turn was stored as the last part of `item`.
- `unit`: `item`, a unit of turns, is finished and extracted. It is deleted already unless units are kept.
- `added`: the extracted `item` was admitted.
- `session`: a session is over, and its last unit is finished.
- `recalled`: `hits` were recalled for `cue`, which was not a probe.
- `feedback`: the user gave `feedback` on a reply. `recollections` were recalled for the reply, if any.
"""


@dataclass(frozen=True, slots=True)
class MemoryEvent:
    """An event in a scope. Fields that its kind does not name are None or empty."""

    kind: Happening
    item: Item | None = None
    cue: Cue | None = None
    hits: tuple[Hit, ...] = ()
    feedback: Feedback | None = None
    recollections: Recollections | None = None


class Viewed(Protocol):
    """The memory behind a view, as far as a view reads it.

    Attributes:
        seeds: The seeds of parts that draw.
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
    """A read-only view of one scope at a moment.

    Attributes:
        scope: The scope.
        now: The moment.
    """

    __slots__ = ("_memory", "now", "scope")

    def __init__(self, memory: Viewed, scope: str, now: datetime) -> None:
        self._memory = memory
        self.scope = scope
        self.now = now

    def items(self, *kinds: str) -> list[Item]:
        """The visible items in the order in which they were added, optionally of some kinds only.

        Pooled items come after the scope's own.
        """
        held = list(self._memory.journal.items(self.scope))
        if self._memory.is_pooling and self.scope != POOL:
            held += self._memory.journal.items(POOL)
        return [item for item in held if item.kind in kinds] if kinds else held

    def get(self, id: str) -> Item | None:
        """The item with that id, if it is visible here."""
        item = self._memory.journal.get(id)
        if item is None or item.quarantined or item.scope not in (self.scope, POOL):
            return None
        return item

    def present(self, ids: Iterable[str]) -> list[Item]:
        """The visible items among some ids, in this order."""
        return [item for item in map(self.get, ids) if item is not None]

    def newest(self, *kinds: str) -> Item | None:
        """The item that was added last to this scope, optionally of some kinds only."""
        if not kinds:
            return self._memory.journal.newest(self.scope)
        return next((item for item in reversed(self._memory.journal.items(self.scope)) if item.kind in kinds), None)

    def just_added(self, kind: str) -> Item:
        """The newest item of a kind, for a rule that has added one."""
        item = self.newest(kind)
        assert item is not None
        return item

    def linked(self, item: Item) -> list[Item]:
        """The visible items that an item links to, in the order of the links."""
        return self.present(item.links)

    def told(self) -> list[Draft]:
        """All turns ever stored here, deleted ones included. Forgetting on request searches them."""
        ops = self._memory.journal.upto((self.scope,), self.now)
        return [op.draft for op in ops if op.draft is not None and op.draft.kind == TURN and op.draft.sources]

    def search(
        self, retriever: str, wanted: str | Cue, k: int = 10, kinds: Sequence[str] = ()
    ) -> list[tuple[Item, float]]:
        """The best items by one index, best first, each once.

        Args:
            retriever: The name of the index.
            wanted: A text, or a cue whose `k` and `scope` are ignored.
            k: The maximal number of items.
            kinds: The kinds of items searched; all if empty.
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
        """The index itself, for methods that only its class has."""
        return self._memory.index(retriever)

    def tracker(self, name: str) -> Any:
        """The tracker with that name."""
        return self._memory.tracker(name)

    def draws(self, *names: str | int) -> Draws:
        """Named random draws of this scope. They do not depend on other draws or on their order."""
        return self._memory.seeds.draws(self.scope, *names)


Rule: TypeAlias = Callable[[View, MemoryEvent], Iterable[Op]]
"""From an event to the operations that it causes. Each operation is applied at once, so a generator sees the changed
memory when it continues. The memory fills in ids, causes and times."""


Self = TypeVar("Self", bound="Tracker")


class Tracker(Protocol):
    """Accumulates something over the operations, such as word counts or learned weights.

    A tracker is picklable, and its `repr` shows exactly its settings.

    Attributes:
        name: Its name in views.
    """

    name: str

    def blank(self: Self) -> Self:
        """A new tracker with the same settings and no counts."""
        ...

    def follow(self, op: Op, before: Item | None) -> None:
        """Processes an operation before it is applied.

        Args:
            op: The operation.
            before: The item before the operation; None for `ADD`.
        """
        ...


@dataclass(frozen=True, slots=True)
class Together:
    """Several rules as one, asked in this order."""

    rules: tuple[Rule, ...]

    def __call__(self, view: View, event: MemoryEvent) -> Iterable[Op]:
        """The operations of all rules."""
        for rule in self.rules:
            yield from rule(view, event)


def add(draft: Draft, why: str = "") -> Op:
    """The operation that adds a draft."""
    return Op("ADD", "", draft, why=why)


def change(item: Item, draft: Draft, why: str = "") -> Op:
    """The operation that replaces an item's content by a draft."""
    return Op("UPDATE", item.id, draft, why=why)


def delete(item: Item, why: str) -> Op:
    """The operation that deletes an item."""
    return Op("DELETE", item.id, why=why)


def _asked(cue: Cue, scope: str, k: int) -> Cue:
    return Cue(cue.text, cue.as_of, scope, cue.purpose, k, cue.budget)


def first_row(row: str) -> str:
    """The id of the item to which a row of an index belongs."""
    return row.partition(ROW)[0]
