"""Exact vector search: one dot product with every item of the scope."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from regulars.memory.embedders import Embedder, HashedEmbedder, embedded
from regulars.memory.parts.indexes.ranking import best
from regulars.memory.protocol import Cue

DIGITS = 5
"""The decimals to which scores are rounded before ranking, since the last digits depend on the machine."""

_ROOM = 64
_CHUNK = 512
_AT_ONCE = 8192
"""The vectors multiplied at a time, so that their products stay in the processor's first-level cache."""

_PICKED = 2048
"""The vectors multiplied at a time if dimensions are selected first, so that the selection stays in the cache."""

_MOST = 0.65
"""The share of non-zero query dimensions from which selecting them costs more than it saves."""


class Dense:
    """Ranks items by the cosine between their key and the cue's text.

    Keys are embedded when they are first needed, so a growing item is embedded once per search, not once per turn. The
    product (`products`) runs in one thread without BLAS. Memory bandwidth limits it, and a second thread waiting for a
    busy core would stall it for milliseconds.

    Args:
        embedder: Makes the vectors.

    Raises:
        DimensionError: During a search, if the embedder's vectors do not have the declared length.
    """

    __slots__ = ("_embedder", "_scopes")

    retriever = "dense"

    def __init__(self, embedder: Embedder | None = None) -> None:
        self._embedder: Embedder = embedder if embedder is not None else HashedEmbedder()
        self._scopes: dict[str, _Rows] = {}

    def __repr__(self) -> str:
        return f"Dense({self._embedder!r})"

    def blank(self) -> Dense:
        """Returns an empty index with the same embedder."""
        return Dense(self._embedder)

    def put(self, scope: str, id: str, key: str) -> None:
        """Adds an item, or replaces its key."""
        rows = self._scopes.get(scope)
        if rows is None:
            rows = self._scopes[scope] = _Rows(self._embedder.dims)
        place = rows.places.get(id)
        if place is None:
            place = rows.places[id] = len(rows.keys)
            rows.ids.append(id)
            rows.keys.append("")
        rows.keys[place] = key
        rows.pending[place] = None

    def extend(self, scope: str, id: str, key: str) -> None:
        """Appends text to an item's key."""
        rows = self._scopes[scope]
        place = rows.places[id]
        rows.keys[place] += " " + key
        rows.pending[place] = None

    def drop(self, scope: str, id: str) -> None:
        """Removes an item."""
        rows = self._scopes[scope]
        place = rows.places.pop(id)
        rows.keys[place] = ""
        rows.pending.pop(place, None)
        rows.dropped.append(place)
        if len(rows.keys) > max(_ROOM, 2 * len(rows.places)):
            rows.close_ranks()

    def search(self, cue: Cue) -> Sequence[tuple[str, float]]:
        """The items of the cue's scope that are nearest to it; none for a cue without words."""
        rows = self._scopes.get(cue.scope)
        if rows is None or not rows.places or cue.k <= 0:
            return ()
        query = embedded(self._embedder, [cue.text])[0]
        if not query.any():
            return ()
        rows.fill(self._embedder)
        scores = products(rows.columns[:, : len(rows.keys)], query)
        scores[np.frombuffer(rows.dropped, dtype=np.int64)] = -np.inf
        places, values = best(scores, cue.k, digits=DIGITS)
        return [(rows.ids[place], value) for place, value in zip(places, values, strict=True)]


def products(columns: NDArray[np.float32], query: NDArray[np.float32]) -> NDArray[np.float32]:
    """The products of many vectors with one. If most dimensions of the one are zero, only the others are used.

    Equal vectors have equal products at any position, since numbers are summed dimension by dimension. `einsum` does so
    for contiguous columns if there is more than one.

    Args:
        columns: Shape (dims, n): one vector per column.
        query: Shape (dims,).

    Returns:
        Shape (n,).
    """
    used, count = query.nonzero()[0], columns.shape[1]
    picked = used.shape[0] < _MOST * query.shape[0]
    weights, step = (query[used], _PICKED) if picked else (query, _AT_ONCE)
    scores = np.empty(count, dtype=np.float32)
    for start in range(0, count, step):
        some = columns[:, start : start + step]
        some = some[used] if picked else some if some.strides[1] == some.itemsize else np.ascontiguousarray(some)
        if some.shape[1] == 1:
            some = some.repeat(2, axis=1)
        scores[start : start + step] = np.einsum("i,ij->j", weights, some)[: count - start]
    return scores


class _Rows:
    """The vectors of one scope: a matrix that grows by half, one column per item in the order of arrival."""

    __slots__ = ("columns", "dropped", "ids", "keys", "pending", "places")

    def __init__(self, dims: int) -> None:
        self.ids: list[str] = []
        self.keys: list[str] = []
        self.places: dict[str, int] = {}
        self.pending: dict[int, None] = {}
        self.dropped = array("q")
        self.columns = np.zeros((dims, 0), dtype=np.float32)

    def close_ranks(self) -> None:
        """Compacts the places in the same order, so dropped items take no space."""
        kept = sorted(self.places.values())
        moved = {place: number for number, place in enumerate(kept)}
        self.ids, self.keys = [self.ids[place] for place in kept], [self.keys[place] for place in kept]
        self.places = {id: number for number, id in enumerate(self.ids)}
        self.pending = {moved[place]: None for place in self.pending}
        filled = [place for place in kept if place < self.columns.shape[1]]
        self.columns = self.columns[:, filled]
        self.dropped = array("q")

    def fill(self, embedder: Embedder) -> None:
        """Embeds the keys that are new since the last search."""
        dims, room = self.columns.shape
        if len(self.keys) > room:
            grown = np.zeros((dims, max(_ROOM, len(self.keys), room + room // 2)), dtype=np.float32)
            grown[:, :room] = self.columns
            self.columns = grown
        while self.pending:
            places = list(self.pending)[:_CHUNK]
            self.columns[:, places] = embedded(embedder, [self.keys[place] for place in places]).T
            for place in places:
                del self.pending[place]
