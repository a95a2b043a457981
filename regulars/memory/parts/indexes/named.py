"""An index under another name, for a memory with two indexes of one class."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from regulars.memory.parts.indexes.protocol import Index
from regulars.memory.protocol import Cue


class Named:
    """Wraps an index under another retriever name.

    Args:
        retriever: The name of its scores.
        index: The index.
    """

    __slots__ = ("_index", "retriever")

    def __init__(self, retriever: str, index: Index) -> None:
        self.retriever = retriever
        self._index = index.blank()

    def __repr__(self) -> str:
        return f"Named(retriever={self.retriever!r}, index={self._index!r})"

    def blank(self) -> Named:
        """An empty index of the same name and settings."""
        return Named(self.retriever, self._index)

    def put(self, scope: str, id: str, key: Any) -> None:
        """Adds an item, or replaces its key."""
        self._index.put(scope, id, key)

    def extend(self, scope: str, id: str, key: Any) -> None:
        """Makes an item's key longer."""
        self._index.extend(scope, id, key)

    def drop(self, scope: str, id: str) -> None:
        """Forgets an item."""
        self._index.drop(scope, id)

    def search(self, cue: Cue) -> Sequence[tuple[str, float]]:
        """The best items of the cue's scope."""
        return self._index.search(cue)
