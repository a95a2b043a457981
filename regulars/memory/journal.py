"""The journal: a memory is the fold of an append-only list of operations.

Only the journal changes. Items are what its operations add up to, and indexes are built from items, so a
state can be replayed, compared, cut at a moment and explained from the journal alone. What forgets or settles
a conflict does so by an operation that can be read.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from hashlib import blake2b

from regulars.errors import StateError
from regulars.memory.items import Item
from regulars.memory.ops import FINISHED, TURN, VERBS, Draft, Op

__all__ = ["Journal"]

_NEEDS_DRAFT = frozenset({"ADD", "UPDATE"})
_NEEDS_OTHER = frozenset({"LINK"})


class Journal:
    """An append-only list of operations, and the items that they add up to.

    Args:
        ops: Operations to begin with.

    Raises:
        StateError: An operation does not fit what stands before it. The journal is as it was.
    """

    __slots__ = ("_added", "_heard", "_items", "_ops", "_places", "_scopes", "_told", "_units")

    def __init__(self, ops: Iterable[Op] = ()) -> None:
        self._ops: list[Op] = []
        self._items: dict[str, Item] = {}
        self._scopes: dict[str, dict[str, Item]] = {}
        self._heard: dict[str, dict[str, bytes]] = {}
        self._added: dict[str, int] = {}
        self._told: dict[str, list[Op]] = {}
        self._places: dict[str, list[int]] = {}
        self._units: dict[str, str] = {}
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

    @property
    def scopes(self) -> list[str]:
        """All scopes that something was ever journalled on, in the order in which they came."""
        return list(self._told)

    def open_unit(self, scope: str) -> Item | None:
        """The unit of turns that was begun last in a scope, if it is still held and may be found."""
        unit = self._items.get(self._units.get(scope, ""))
        return None if unit is None or unit.quarantined else unit

    def scope_of(self, turn: str) -> str | None:
        """The scope that heard a turn: of several with a turn of that id, the one that was used last."""
        scopes = [scope for scope, heard in self._heard.items() if turn in heard]
        return max(scopes, key=lambda scope: self._places[scope][-1]) if scopes else None

    def newest(self, scope: str) -> Item | None:
        """The item that was added last to a scope and is still held."""
        held = self._scopes.get(scope)
        return next(reversed(held.values())) if held else None

    def latest(self, scope: str) -> datetime | None:
        """When the last operation on a scope was journalled."""
        told = self._told.get(scope)
        return told[-1].time if told else None

    def heard(self, draft: Draft) -> bool | None:
        """Whether a turn was taken in before: None if it was not, False if it was, with other words."""
        known = self._heard.get(draft.scope, {}).get(draft.sources[0])
        return None if known is None else known == _digest(draft)

    def next_id(self, scope: str) -> str:
        """The id that the next item of a scope gets."""
        return f"{scope}#{self._added.get(scope, 0) + 1}"

    def upto(self, scopes: Sequence[str], as_of: datetime) -> list[Op]:
        """The operations on some scopes that were journalled up to a moment, that moment included, in their order."""
        if len(scopes) == 1:
            told = self._told.get(scopes[0], [])
            return told[: bisect_right(told, as_of, key=_time)]
        placed: list[tuple[int, Op]] = []
        for scope in scopes:
            told = self._told.get(scope, [])
            placed += zip(self._places.get(scope, []), told[: bisect_right(told, as_of, key=_time)], strict=False)
        return [op for _, op in sorted(placed, key=lambda pair: pair[0])]

    def copy(self) -> Journal:
        """A journal of its own with the same operations, which are shared, and items of its own."""
        twin = Journal()
        twin._ops = self._ops.copy()
        twin._items = {id: item.copy() for id, item in self._items.items()}
        twin._scopes = {scope: {id: twin._items[id] for id in held} for scope, held in self._scopes.items()}
        twin._heard = {scope: heard.copy() for scope, heard in self._heard.items()}
        twin._added = self._added.copy()
        twin._told = {scope: ops.copy() for scope, ops in self._told.items()}
        twin._places = {scope: places.copy() for scope, places in self._places.items()}
        twin._units = self._units.copy()
        return twin

    def check(self, op: Op) -> None:
        """Raises `StateError` if the operation does not fit what is held; else does nothing."""
        if op.verb not in VERBS:
            raise _misfit(op, "there is no such verb", f"one of {', '.join(sorted(VERBS))}")
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
        return self.fold(op)

    def fold(self, op: Op) -> Item | None:
        """As `append`, for an operation that was checked."""
        draft = op.draft
        if op.verb == "ADD":
            assert draft is not None
            order = self._added[draft.scope] = self._added.get(draft.scope, 0) + 1
            item = self._items[op.id] = Item(op.id, order, draft)
            self._scopes.setdefault(draft.scope, {})[op.id] = item
            self._hear(draft)
            if draft.kind == TURN:
                self._units[draft.scope] = op.id
        else:
            item = self._items[op.id]
            if op.verb == "MERGE":
                gained = [draft] if draft is not None else []
                if op.other is not None:
                    gained += self._items[op.other].parts
                    self._remove(op.other)
                item.parts.extend(gained)
                if draft is not None:
                    self._hear(draft)
            elif op.verb == "UPDATE":
                assert draft is not None
                item.parts = [draft]
            elif op.verb == "DELETE":
                self._remove(op.id)
            elif op.verb == "LINK":
                assert op.other is not None
                item.links[op.other] = op.why
            elif op.verb == "TOUCH":
                item.uses.append(op)
            elif op.verb == "PASS" and op.why == FINISHED:
                item.finished = True
            elif op.verb == "QUARANTINE":
                item.quarantined = True
        self._ops.append(op)
        self._told.setdefault(item.scope, []).append(op)
        self._places.setdefault(item.scope, []).append(len(self._ops))
        return self._items.get(op.id)

    def _hear(self, draft: Draft) -> None:
        if draft.kind == TURN and draft.sources:
            self._heard.setdefault(draft.scope, {})[draft.sources[0]] = _digest(draft)

    def _remove(self, id: str) -> None:
        item = self._items.pop(id)
        del self._scopes[item.scope][id]


def _digest(draft: Draft) -> bytes:
    """What tells the words of a turn from other words, whoever compares them."""
    words = f"{draft.name}\n{draft.text}".encode("utf-8", "surrogatepass")
    return blake2b(words, digest_size=8).digest()


def _time(op: Op) -> datetime:
    assert op.time is not None
    return op.time


def _misfit(op: Op, what: str, expected: str) -> StateError:
    return StateError(f"the operation {op.verb} {op.id!r} does not fit: {what}", where="journal", expected=expected)
