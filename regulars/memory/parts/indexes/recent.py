"""An index by recency: it uses only the order of arrival."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from regulars.memory.parts.no_settings import NoSettings
from regulars.memory.protocol import Cue


class Recent(NoSettings):
    """Ranks items newest first; the score is the item's place in the order of arrival, from 1."""

    __slots__ = ("_arrived", "_places")

    retriever = "recency"

    def __init__(self) -> None:
        self._places: dict[str, dict[str, int]] = {}
        self._arrived: dict[str, int] = {}

    def put(self, scope: str, id: str, key: str) -> None:
        """Adds an item; a stored item keeps its place."""
        held = self._places.setdefault(scope, {})
        if id not in held:
            held[id] = self._arrived[scope] = self._arrived.get(scope, 0) + 1

    def extend(self, scope: str, id: str, key: str) -> None:
        """Changes nothing."""

    def drop(self, scope: str, id: str) -> None:
        """Forgets an item."""
        del self._places[scope][id]

    def search(self, cue: Cue) -> Sequence[tuple[str, float]]:
        """The newest items of the cue's scope."""
        held = self._places.get(cue.scope, {})
        return [(id, float(place)) for id, place in islice(reversed(held.items()), max(cue.k, 0))]
