"""What an index is: keys go in under a scope, and a cue finds them in that scope alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from regulars.memory.protocol import Cue

Self = TypeVar("Self", bound="Index")


class Index(Protocol):
    """Finds items by their keys. Each scope has postings and statistics of its own.

    An index is settings and a state; its `repr` shows the settings and nothing else. It is picklable.

    Attributes:
        retriever: What its scores are called in `Hit.retrievers`.
    """

    retriever: str

    def blank(self: Self) -> Self:
        """An empty index with the same settings."""
        ...

    def put(self, scope: str, id: str, key: str) -> None:
        """Takes in an item, or gives an item that it holds a new key; an item keeps its first place."""
        ...

    def extend(self, scope: str, id: str, key: str) -> None:
        """Makes the key of an item that it holds longer by `key`, behind a space."""
        ...

    def drop(self, scope: str, id: str) -> None:
        """Forgets an item that it holds."""
        ...

    def search(self, cue: Cue) -> Sequence[tuple[str, float]]:
        """The best items of the cue's scope.

        Returns:
            At most `cue.k` pairs of id and score, best first; what ties is in the order in which it was put
            in.
        """
        ...
