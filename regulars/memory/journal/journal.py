"""The journal: a memory is the fold of an append-only list of operations.

Only the journal changes. Items follow from its operations, and indexes follow from items. So a state can be replayed,
compared, cut at a moment and explained from the journal alone. Forgetting and conflicts are readable operations, too.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from hashlib import blake2b

from regulars.errors import StateError
from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import FINISHED, TURN, VERBS, Draft, Op

_NEEDS_DRAFT = frozenset({"ADD", "UPDATE"})
_NEEDS_OTHER = frozenset({"LINK"})


class Journal:
    """An append-only list of operations, and the items that follow from them.

    Args:
        ops: The first operations.

    Raises:
        StateError: An operation does not fit the operations before it.
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
        """All operations, oldest first. Read only."""
        return self._ops

    def __iter__(self) -> Iterator[Op]:
        return iter(self._ops)

    def __len__(self) -> int:
        return len(self._ops)

    def get(self, id: str) -> Item | None:
        """The stored item with that id, or None."""
        return self._items.get(id)

    def items(self, scope: str) -> Sequence[Item]:
        """All visible items of a scope, in the order in which they were added."""
        return [item for item in self._scopes.get(scope, {}).values() if not item.quarantined]

    @property
    def scopes(self) -> list[str]:
        """All scopes with operations, in the order of their first operations."""
        return list(self._told)

    def open_unit(self, scope: str) -> Item | None:
        """The newest unit of turns of a scope, if it is stored and visible."""
        unit = self._items.get(self._units.get(scope, ""))
        return None if unit is None or unit.quarantined else unit

    def scope_of(self, turn: str) -> str | None:
        """The scope that observed a turn. If several have a turn with that id, the one used last."""
        scopes = [scope for scope, heard in self._heard.items() if turn in heard]
        return max(scopes, key=lambda scope: self._places[scope][-1]) if scopes else None

    def newest(self, scope: str) -> Item | None:
        """The newest stored item of a scope."""
        held = self._scopes.get(scope)
        return next(reversed(held.values())) if held else None

    def latest(self, scope: str) -> datetime | None:
        """The time of the last operation on a scope."""
        told = self._told.get(scope)
        return told[-1].time if told else None

    def heard(self, draft: Draft) -> bool | None:
        """Whether a turn is known: True with the same words, False with other words, None if it is new."""
        known = self._heard.get(draft.scope, {}).get(draft.sources[0])
        return None if known is None else known == _digest(draft)

    def next_id(self, scope: str) -> str:
        """The id of the next item of a scope."""
        return f"{scope}#{self._added.get(scope, 0) + 1}"

    def upto(self, scopes: Sequence[str], as_of: datetime) -> list[Op]:
        """The operations on some scopes up to and including a moment, in their order."""
        if len(scopes) == 1:
            told = self._told.get(scopes[0], [])
            return told[: bisect_right(told, as_of, key=_time)]
        placed: list[tuple[int, Op]] = []
        for scope in scopes:
            told = self._told.get(scope, [])
            placed += zip(self._places.get(scope, []), told[: bisect_right(told, as_of, key=_time)], strict=False)
        return [op for _, op in sorted(placed, key=lambda pair: pair[0])]

    def copy(self) -> Journal:
        """A copy that shares the operations and has its own items."""
        replica = Journal()
        replica._ops = self._ops.copy()
        replica._items = {id: item.copy() for id, item in self._items.items()}
        replica._scopes = {scope: {id: replica._items[id] for id in held} for scope, held in self._scopes.items()}
        replica._heard = {scope: heard.copy() for scope, heard in self._heard.items()}
        replica._added = self._added.copy()
        replica._told = {scope: ops.copy() for scope, ops in self._told.items()}
        replica._places = {scope: places.copy() for scope, places in self._places.items()}
        replica._units = self._units.copy()
        return replica

    def check(self, op: Op) -> None:
        """Raises `StateError` if the operation does not fit the stored items."""
        if op.verb not in VERBS:
            raise _misfit(op, "the verb is unknown", f"one of {', '.join(sorted(VERBS))}")
        if op.time is None or op.time.tzinfo is None:
            raise _misfit(op, f"its time is {op.time}", "its time in the journal, with zone")
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
                raise _misfit(op, f"item {op.id!r} is not stored", "the id of a stored item")
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
        """Checks an operation, applies it and appends it.

        Returns:
            The item it was applied to; None for `DELETE`.

        Raises:
            StateError: The operation does not fit. Nothing has changed.
        """
        self.check(op)
        return self.fold(op)

    def fold(self, op: Op) -> Item | None:
        """Like `append`, for an operation that was checked before."""
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
    """A digest of the words of a turn, equal in every process."""
    words = f"{draft.name}\n{draft.text}".encode("utf-8", "surrogatepass")
    return blake2b(words, digest_size=8).digest()


def _time(op: Op) -> datetime:
    assert op.time is not None
    return op.time


def _misfit(op: Op, what: str, expected: str) -> StateError:
    return StateError(f"the operation {op.verb} {op.id!r} does not fit: {what}", where="journal", expected=expected)
