"""An index of moods: the affect that a text expresses."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from regulars.memory.parts.indexes.ranking import best
from regulars.memory.parts.no_settings import NoSettings
from regulars.memory.parts.text.affect import mood
from regulars.memory.protocol import Cue


class Moods(NoSettings):
    """Ranks items by the cosine between their mood and the cue's. A cue without affect finds nothing.

    An item's mood is that of all its keys together.
    """

    __slots__ = ("_scopes",)

    retriever = "mood"

    def __init__(self) -> None:
        self._scopes: dict[str, dict[str, str]] = {}

    def put(self, scope: str, id: str, key: str) -> None:
        """Adds an item, or replaces its text; it keeps its place."""
        self._scopes.setdefault(scope, {})[id] = key

    def extend(self, scope: str, id: str, key: str) -> None:
        """Makes an item's text longer."""
        self._scopes[scope][id] += " " + key

    def drop(self, scope: str, id: str) -> None:
        """Forgets an item."""
        del self._scopes[scope][id]

    def search(self, cue: Cue) -> Sequence[tuple[str, float]]:
        """The items of the cue's scope with the nearest mood; none without affect."""
        wanted = mood(cue.text)
        felt = [(id, mood(text)) for id, text in self._scopes.get(cue.scope, {}).items()] if wanted.any() else []
        felt = [(id, own) for id, own in felt if own.any()]
        if not felt:
            return ()
        scores = np.einsum("ij,j->i", np.stack([own for _, own in felt]), wanted)
        places, values = best(scores, cue.k, digits=5)
        return [(felt[place][0], value) for place, value in zip(places, values, strict=True)]
