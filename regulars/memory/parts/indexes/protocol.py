"""The protocol of indexes: keys are stored under a scope, and a cue searches only that scope."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from regulars.memory.protocol import Cue

Self = TypeVar("Self", bound="Index")


class Index(Protocol):
    """Finds items by their keys. Each scope has its own postings and statistics.

    An index has settings and a state; its `repr` shows only the settings. It is picklable.

    Attributes:
        retriever: The name of its scores in `Hit.retrievers`.
    """

    retriever: str

    def blank(self: Self) -> Self:
        """An empty index with the same settings."""
        ...

    def put(self, scope: str, id: str, key: str) -> None:
        """Adds an item, or replaces the key of a stored item, which keeps its first place."""
        ...

    def extend(self, scope: str, id: str, key: str) -> None:
        """Extends the key of a stored item by a space and `key`."""
        ...

    def drop(self, scope: str, id: str) -> None:
        """Removes a stored item."""
        ...

    def search(self, cue: Cue) -> Sequence[tuple[str, float]]:
        """The best items of the cue's scope.

        Returns:
            At most `cue.k` pairs of id and score, best first; ties are in the order of arrival.
        """
        ...
