"""Entities by vectors: finds items that name the same entities as a cue, or similarly written ones.

Source: mem0ai/mem0, commit 8d5b786. Names with equal spelling, or with a cosine of at least .95, are one entity, which
keeps the ids of the memories linked to it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from regulars.memory.embedders import Embedder, HashedEmbedder
from regulars.memory.parts.text.entities import entities_in
from regulars.memory.parts.view import first_row
from regulars.memory.protocol import Cue

ENTITY = "entity"
"""The retriever name of the index."""

SAME_ENTITY = 0.95
"""The lowest cosine of two names of one entity (mem0)."""

NEAR_ENTITY = 0.5
"""The lowest cosine at which an entity of the cue matches a stored one (mem0)."""

WEIGHT = 0.5
"""The score of an exact match, before the discount for the number of linked items (mem0)."""

SPREAD = 0.001
"""The discount of an entity by the number of its items (mem0)."""

_DIGITS = 5


class EntityVectors:
    """Finds items by the entities that a cue names; a key is one name.

    An item's score is that of its best entity e: `sim * 0.5 / (1 + 0.001 * (n - 1) ** 2)`. `sim` is the cosine of at
    least .5 between e and a name in the cue; n is the number of items linked to e.

    Args:
        embedder: Makes the vectors of names.
    """

    __slots__ = ("_embedder", "_scopes")

    retriever = ENTITY

    def __init__(self, embedder: Embedder | None = None) -> None:
        self._embedder: Embedder = embedder if embedder is not None else HashedEmbedder()
        self._scopes: dict[str, _Entities] = {}

    def __repr__(self) -> str:
        return f"EntityVectors({self._embedder!r})"

    def blank(self) -> EntityVectors:
        """An empty index with the same embedder."""
        return EntityVectors(self._embedder)

    def put(self, scope: str, id: str, key: str) -> None:
        """Links a row to the entity of that name only."""
        entities = self._scopes.get(scope)
        if entities is None:
            entities = self._scopes[scope] = _Entities(self._embedder.dims)
        entities.unlink(id)
        entities.link(id, key, self._embedder)

    def extend(self, scope: str, id: str, key: str) -> None:
        """Links a row to one more entity."""
        self._scopes[scope].link(id, key, self._embedder)

    def drop(self, scope: str, id: str) -> None:
        """Forgets a row."""
        self._scopes[scope].unlink(id)

    def linked(self, scope: str, name: str) -> Sequence[str]:
        """The items linked to the entity of exactly that name, in the order of linking."""
        entities = self._scopes.get(scope)
        place = entities.places.get(name.casefold()) if entities is not None else None
        return () if entities is None or place is None else tuple(dict.fromkeys(map(first_row, entities.rows[place])))

    def search(self, cue: Cue) -> Sequence[tuple[str, float]]:
        """The rows of the cue's scope whose entities match names in the cue."""
        entities, names = self._scopes.get(cue.scope), entities_in(cue.text)
        if entities is None or not names or cue.k <= 0 or not entities.names:
            return ()
        vectors = self._embedder.embed(names)
        cosines = np.einsum("ij,kj->ik", entities.matrix[: len(entities.names)], vectors)
        nearest = np.round(cosines.max(axis=1).astype(np.float64), _DIGITS)
        scores: dict[str, tuple[float, int]] = {}
        for place in np.flatnonzero(nearest >= NEAR_ENTITY).tolist():
            count = len(set(map(first_row, entities.rows[place])))
            gain = round(float(nearest[place]) * WEIGHT / (1.0 + SPREAD * (count - 1) ** 2), _DIGITS)
            for row, arrived in entities.rows[place].items():
                if gain > scores.get(row, (0.0, 0))[0]:
                    scores[row] = (gain, arrived)
        order = sorted(scores, key=lambda row: (-scores[row][0], scores[row][1]))
        return [(row, scores[row][0]) for row in order[: cue.k]]


class _Entities:
    """The entities of one scope. An entity without links keeps its place and is not found."""

    __slots__ = ("arrived", "matrix", "names", "of", "places", "rows")

    def __init__(self, dims: int) -> None:
        self.names: list[str] = []
        self.places: dict[str, int] = {}
        self.rows: list[dict[str, int]] = []
        self.of: dict[str, list[int]] = {}
        self.arrived = 0
        self.matrix: NDArray[np.float32] = np.zeros((0, dims), dtype=np.float32)

    def link(self, row: str, name: str, embedder: Embedder) -> None:
        place = self._place(name.casefold(), embedder)
        self.arrived += 1
        self.rows[place].setdefault(row, self.arrived)
        self.of.setdefault(row, []).append(place)

    def unlink(self, row: str) -> None:
        for place in self.of.pop(row, ()):
            self.rows[place].pop(row, None)

    def _place(self, name: str, embedder: Embedder) -> int:
        known = self.places.get(name)
        if known is not None:
            return known
        vector = embedder.embed([name])[0]
        if self.names:
            cosines = np.einsum("ij,j->i", self.matrix[: len(self.names)], vector)
            best = int(np.round(cosines, _DIGITS).argmax())
            if round(float(cosines[best]), _DIGITS) >= SAME_ENTITY:
                self.places[name] = best
                return best
        place = self.places[name] = len(self.names)
        self.names.append(name)
        self.rows.append({})
        if place >= len(self.matrix):
            grown = np.zeros((max(64, 2 * place), self.matrix.shape[1]), dtype=np.float32)
            grown[:place] = self.matrix[:place]
            self.matrix = grown
        self.matrix[place] = vector
        return place
