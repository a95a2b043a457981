"""The state derived from the journal: indexes and trackers, which can be rebuilt from the operations alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from regulars.errors import ConfigurationError
from regulars.memory.composition.parts import Parts
from regulars.memory.journal.items import Item
from regulars.memory.journal.journal import Journal
from regulars.memory.journal.operations import Draft, Op
from regulars.memory.parts.indexes.protocol import Index
from regulars.memory.parts.view import ROW, Tracker


class Derived:
    """The indexes and trackers of a memory, filled by following its operations. Picklable.

    Args:
        parts: The parts of the memory.
    """

    __slots__ = ("_keys", "_rows", "indexes", "trackers")

    def __init__(self, parts: Parts) -> None:
        self.indexes: dict[str, Index] = {index.retriever: index.blank() for index in parts.indexes}
        self.trackers: dict[str, Tracker] = {tracker.name: tracker.blank() for tracker in parts.trackers}
        self._keys = {retriever: parts.keys_of(retriever) for retriever in self.indexes}
        self._rows: dict[str, dict[str, int]] = {retriever: {} for retriever in self.indexes}

    @property
    def is_one_index(self) -> bool:
        """Whether there is one index with one row per item, so that an operation is applied wholly or not at all."""
        rows = (count for held in self._rows.values() for count in held.values())
        return len(self.indexes) == 1 and not self.trackers and all(count <= 1 for count in rows)

    def index(self, retriever: str) -> Index:
        """The index of that name. Raises `ConfigurationError` if there is none."""
        return self.indexes[_known("index", retriever, self.indexes)]

    def tracker(self, name: str) -> Tracker:
        """The tracker of that name. Raises `ConfigurationError` if there is none."""
        return self.trackers[_known("tracker", name, self.trackers)]

    def follow(self, op: Op, journal: Journal) -> None:
        """Follows a valid operation before it is appended to the journal."""
        item = journal.get(op.id) if op.verb != "ADD" else None
        for tracker in self.trackers.values():
            tracker.follow(op, item)
        if op.verb in ("LINK", "TOUCH", "PASS"):
            return
        for retriever, index in self.indexes.items():
            self._follow(retriever, index, op, item, journal)

    def _follow(self, retriever: str, index: Index, op: Op, item: Item | None, journal: Journal) -> None:
        keys = self._keys[retriever]
        if op.verb == "ADD":
            assert op.draft is not None
            self._put(retriever, index, op.draft.scope, op.id, keys(op.draft))
            return
        assert item is not None
        gained: list[Draft] = [op.draft] if op.draft is not None else []
        if op.verb == "MERGE" and op.other is not None:
            other = journal.get(op.other)
            assert other is not None
            gained += other.parts
            if not other.quarantined:
                self._drop(retriever, index, other)
        if item.quarantined:
            return
        if op.verb == "MERGE":
            for draft in gained:
                self._extend(retriever, index, item, keys(draft))
        elif op.verb == "UPDATE":
            assert op.draft is not None
            self._put(retriever, index, item.scope, item.id, keys(op.draft))
        else:
            self._drop(retriever, index, item)

    def _put(self, retriever: str, index: Index, scope: str, id: str, keys: Sequence[Any]) -> None:
        """Gives an item these rows and drops its other rows."""
        for number, key in enumerate(keys):
            index.put(scope, _row(id, number), key)
        for number in range(len(keys), self._rows[retriever].get(id, 0)):
            index.drop(scope, _row(id, number))
        self._rows[retriever][id] = len(keys)

    def _extend(self, retriever: str, index: Index, item: Item, keys: Sequence[Any]) -> None:
        """Extends an item's rows and adds new ones behind them."""
        rows = self._rows[retriever].get(item.id, 0)
        for number, key in enumerate(keys):
            if number < rows:
                index.extend(item.scope, _row(item.id, number), key)
            else:
                index.put(item.scope, _row(item.id, number), key)
        self._rows[retriever][item.id] = max(rows, len(keys))

    def _drop(self, retriever: str, index: Index, item: Item) -> None:
        for number in range(self._rows[retriever].pop(item.id, 0)):
            index.drop(item.scope, _row(item.id, number))


def _row(id: str, number: int) -> str:
    return f"{id}{ROW}{number}" if number else id


def _known(what: str, name: str, held: Mapping[str, Any]) -> str:
    if name not in held:
        raise ConfigurationError(
            f"there is no {what} {name!r}", where="memory", expected=f"one of {', '.join(held) or 'none'}"
        )
    return name
