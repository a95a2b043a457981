"""The journal: a memory is the fold of an append-only list of operations.

Only the journal changes. Items are what its operations add up to, and indexes are built from items, so a
state can be replayed, compared, cut at a moment and explained from the journal alone. What forgets or settles
a conflict does so by an operation that can be read.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, get_args

from regulars.errors import StateError

__all__ = ["Draft", "Item", "Journal", "Op", "Verb"]

Verb = Literal["ADD", "UPDATE", "DELETE", "MERGE", "LINK", "TOUCH", "PASS", "QUARANTINE"]
"""What an operation does.

- `ADD`: a new item `id`, made of `draft`.
- `UPDATE`: the item becomes what `draft` says, and keeps its place.
- `DELETE`: the item is gone.
- `MERGE`: `draft`, or the whole item `other`, becomes the last part of the item `id`.
- `LINK`: the item `id` points to the item `other`.
- `TOUCH`: the item was used.
- `PASS`: nothing changes, and `why` says what was turned away.
- `QUARANTINE`: the item is held, and is not found any more.
"""

_VERBS = frozenset(get_args(Verb))
_NEEDS_DRAFT = frozenset({"ADD", "UPDATE"})
_NEEDS_OTHER = frozenset({"LINK"})


@dataclass(frozen=True, slots=True)
class Draft:
    """Something to be held: words, whose they are, and what they rest on.

    Attributes:
        scope: Whose memory it belongs to.
        session: The session in which it arose.
        time: The moment of which it speaks or at which it was said, with zone.
        name: Who said it, as displayed; empty for what nobody said.
        text: The words.
        sources: The ids of the turns it rests on, best first.
    """

    scope: str
    session: int
    time: datetime
    name: str
    text: str
    sources: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """A JSON object that `from_json` reads back."""
        return {
            "scope": self.scope,
            "session": self.session,
            "time": self.time.isoformat(),
            "name": self.name,
            "text": self.text,
            "sources": list(self.sources),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Draft:
        """The draft that `to_json` wrote. Raises `KeyError`, `TypeError` or `ValueError` on anything else."""
        return cls(
            data["scope"],
            data["session"],
            datetime.fromisoformat(data["time"]),
            data["name"],
            data["text"],
            tuple(data["sources"]),
        )

    def __reduce__(self) -> tuple[object, ...]:
        return Draft, (self.scope, self.session, self.time, self.name, self.text, self.sources)


@dataclass(frozen=True, slots=True)
class Op:
    """One operation on a memory.

    Attributes:
        verb: What is done.
        id: The item it is done to.
        draft: What is added, merged or put in place.
        other: The other item, for `LINK` and `MERGE`.
        why: The reason, in a few words.
        cause: The id of the turn that brought it about; empty at the end of a session.
        time: When it was journalled. It never runs backwards within a scope. None where a foreign memory does
            not say.
    """

    verb: Verb
    id: str
    draft: Draft | None = None
    other: str | None = None
    why: str = ""
    cause: str = ""
    time: datetime | None = None

    def to_json(self, texts: bool = False) -> dict[str, Any]:
        """A JSON object.

        Args:
            texts: Whether words are in it, so that `from_json` can read it back. Without them it holds ids
                only, as an episode record does: the item, the other item, the cause, and the draft's
                `sources`.
        """
        data: dict[str, Any] = {"verb": self.verb, "id": self.id, "cause": self.cause}
        if self.other is not None:
            data["other"] = self.other
        if not texts:
            if self.draft is not None:
                data["sources"] = list(self.draft.sources)
            return data
        data["why"] = self.why
        if self.time is not None:
            data["time"] = self.time.isoformat()
        if self.draft is not None:
            data["draft"] = self.draft.to_json()
        return data

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Op:
        """The operation that `to_json(texts=True)` wrote.

        Raises `KeyError`, `TypeError` or `ValueError` on anything else.
        """
        if data["verb"] not in _VERBS:
            raise ValueError(f"unknown verb {data['verb']!r}")
        return cls(
            data["verb"],
            data["id"],
            Draft.from_json(data["draft"]) if "draft" in data else None,
            data.get("other"),
            data["why"],
            data["cause"],
            datetime.fromisoformat(data["time"]) if "time" in data else None,
        )

    def __reduce__(self) -> tuple[object, ...]:
        return Op, (self.verb, self.id, self.draft, self.other, self.why, self.cause, self.time)


class Item:
    """Something held. Only the journal changes it.

    Attributes:
        id: `SCOPE#n`: the n-th item of its scope. It carries no label.
        order: n, from 1; ties of a ranking are broken by it.
        scope: Whose it is.
        parts: The drafts it is made of, in the order in which they came.
        links: The ids of the items it points to, in the order in which the links were made.
        touches: How often it was used.
        quarantined: Held, but not to be found.
    """

    __slots__ = ("id", "links", "order", "parts", "quarantined", "scope", "touches")

    def __init__(self, id: str, order: int, draft: Draft) -> None:
        self.id = id
        self.order = order
        self.scope = draft.scope
        self.parts = [draft]
        self.links: dict[str, None] = {}
        self.touches = 0
        self.quarantined = False

    @property
    def session(self) -> int:
        """The session of its last part."""
        return self.parts[-1].session

    @property
    def sources(self) -> tuple[str, ...]:
        """The ids of all turns it rests on, part by part."""
        if len(self.parts) == 1:
            return self.parts[0].sources
        return tuple(source for part in self.parts for source in part.sources)

    def copy(self) -> Item:
        """An item of its own with the same content."""
        twin = Item(self.id, self.order, self.parts[0])
        twin.parts = self.parts.copy()
        twin.links = self.links.copy()
        twin.touches = self.touches
        twin.quarantined = self.quarantined
        return twin


class Journal:
    """An append-only list of operations, and the items that they add up to.

    Args:
        ops: Operations to begin with.

    Raises:
        StateError: An operation does not fit what stands before it. The journal is as it was.
    """

    __slots__ = ("_added", "_holders", "_items", "_ops", "_scopes", "_told")

    def __init__(self, ops: Iterable[Op] = ()) -> None:
        self._ops: list[Op] = []
        self._items: dict[str, Item] = {}
        self._scopes: dict[str, dict[str, Item]] = {}
        self._holders: dict[str, dict[str, str]] = {}
        self._added: dict[str, int] = {}
        self._told: dict[str, list[Op]] = {}
        for op in ops:
            self.append(op)

    @property
    def ops(self) -> Sequence[Op]:
        """All operations, oldest first. Not to be changed."""
        return self._ops

    def __iter__(self) -> Iterator[Op]:
        return iter(self._ops)

    def __len__(self) -> int:
        return len(self._ops)

    def get(self, id: str) -> Item | None:
        """The item of that id, if it is held."""
        return self._items.get(id)

    def items(self, scope: str) -> Sequence[Item]:
        """All items of a scope that may be found, in the order in which they were added."""
        return [item for item in self._scopes.get(scope, {}).values() if not item.quarantined]

    def newest(self, scope: str) -> Item | None:
        """The item that was added last to a scope and is still held."""
        held = self._scopes.get(scope)
        return next(reversed(held.values())) if held else None

    def latest(self, scope: str) -> datetime | None:
        """When the last operation on a scope was journalled."""
        told = self._told.get(scope)
        return told[-1].time if told else None

    def holder(self, scope: str, turn: str) -> Item | None:
        """The item that holds what was said in a turn of a scope."""
        id = self._holders.get(scope, {}).get(turn)
        return self._items.get(id) if id is not None else None

    def next_id(self, scope: str) -> str:
        """The id that the next item of a scope gets."""
        return f"{scope}#{self._added.get(scope, 0) + 1}"

    def upto(self, scope: str, as_of: datetime) -> list[Op]:
        """The operations on a scope that were journalled up to a moment, that moment included."""
        told = self._told.get(scope, [])
        return told[: bisect_right(told, as_of, key=_time)]

    def copy(self) -> Journal:
        """A journal of its own with the same operations, which are shared, and items of its own."""
        twin = Journal()
        twin._ops = self._ops.copy()
        twin._items = {id: item.copy() for id, item in self._items.items()}
        twin._scopes = {scope: {id: twin._items[id] for id in held} for scope, held in self._scopes.items()}
        twin._holders = {scope: held.copy() for scope, held in self._holders.items()}
        twin._added = self._added.copy()
        twin._told = {scope: ops.copy() for scope, ops in self._told.items()}
        return twin

    def check(self, op: Op) -> None:
        """Raises `StateError` if the operation does not fit what is held; else does nothing."""
        if op.verb not in _VERBS:
            raise _misfit(op, "there is no such verb", f"one of {', '.join(sorted(_VERBS))}")
        if op.time is None or op.time.tzinfo is None:
            raise _misfit(op, f"its time is {op.time}", "the moment at which it is journalled, with zone")
        if op.draft is None and (op.verb in _NEEDS_DRAFT or (op.verb == "MERGE" and op.other is None)):
            raise _misfit(op, "it has no draft", "the words to hold")
        if op.verb == "ADD":
            assert op.draft is not None
            if op.id != self.next_id(op.draft.scope):
                raise _misfit(op, "items are numbered in order", f"the id {self.next_id(op.draft.scope)}")
            scope = op.draft.scope
        else:
            item = self._items.get(op.id)
            if item is None:
                raise _misfit(op, f"no item {op.id!r} is held", "the id of an item that is held")
            scope = item.scope
            if op.draft is not None and op.draft.scope != scope:
                raise _misfit(op, f"its draft is of scope {op.draft.scope!r}", f"the item's scope {scope!r}")
        if op.verb in _NEEDS_OTHER or (op.verb == "MERGE" and op.other is not None):
            other = self._items.get(op.other or "")
            if other is None or other.scope != scope or op.other == op.id:
                raise _misfit(op, f"its other item is {op.other!r}", "another item of the same scope")
        latest = self.latest(scope)
        if latest is not None and op.time < latest:
            raise _misfit(op, f"its time {op.time} is before {latest}", "a time that does not run backwards")

    def append(self, op: Op) -> Item | None:
        """Appends an operation and does what it says.

        Returns:
            The item it was done to; None for `DELETE`.

        Raises:
            StateError: The operation does not fit. Nothing has changed.
        """
        self.check(op)
        draft = op.draft
        if op.verb == "ADD":
            assert draft is not None
            order = self._added[draft.scope] = self._added.get(draft.scope, 0) + 1
            item = self._items[op.id] = Item(op.id, order, draft)
            self._scopes.setdefault(draft.scope, {})[op.id] = item
            self._hold(item, (draft,))
        else:
            item = self._items[op.id]
            if op.verb == "MERGE":
                gained = [draft] if draft is not None else []
                if op.other is not None:
                    gained += self._items[op.other].parts
                    self._remove(op.other)
                item.parts.extend(gained)
                self._hold(item, gained)
            elif op.verb == "UPDATE":
                assert draft is not None
                item.parts = [draft]
                self._hold(item, (draft,))
            elif op.verb == "DELETE":
                self._remove(op.id)
            elif op.verb == "LINK":
                assert op.other is not None
                item.links[op.other] = None
            elif op.verb == "TOUCH":
                item.touches += 1
            elif op.verb == "QUARANTINE":
                item.quarantined = True
        self._ops.append(op)
        self._told.setdefault(item.scope, []).append(op)
        return self._items.get(op.id)

    def _hold(self, item: Item, drafts: Iterable[Draft]) -> None:
        holders = self._holders.setdefault(item.scope, {})
        for draft in drafts:
            for source in draft.sources:
                holders[source] = item.id

    def _remove(self, id: str) -> None:
        item = self._items.pop(id)
        del self._scopes[item.scope][id]


def _time(op: Op) -> datetime:
    assert op.time is not None
    return op.time


def _misfit(op: Op, what: str, expected: str) -> StateError:
    return StateError(f"the operation {op.verb} {op.id!r} does not fit: {what}", where="journal", expected=expected)
