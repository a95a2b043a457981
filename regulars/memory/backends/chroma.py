"""Vector search in Chroma, with results as close to `Dense` as an approximate search allows.

Chroma stores the vectors. This class keeps the items, their order of arrival and their keys. So a pickle, a copy and a
fork are complete, and put the vectors into their own collections at their first search. (A fork cannot search Chroma in
a folder if its parent has done so; see `chroma_client`.)

The results of Chroma are ranked again. More vectors are fetched than requested, cosines are computed exactly, and ties
are put in the order of arrival. Items with the same key share one vector, so ties cannot crowd out others. The graph
may have vectors without incoming edges. They are searched for as the graph grows and compared here, as are the newest.
A result differs from that of `Dense` only if the graph search misses one of the best vectors.
"""

from __future__ import annotations

import os
import weakref
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from regulars.errors import InfrastructureError
from regulars.memory.backends.chroma_client import (
    WHERE,
    ChromaPlace,
    asked_of_chroma,
    chroma_place,
    collection_name,
    is_address,
)
from regulars.memory.embedders import Embedder, HashedEmbedder
from regulars.memory.named_files import USES_FILES
from regulars.memory.parts.indexes.dense import DIGITS, products
from regulars.memory.parts.indexes.ranking import best
from regulars.memory.protocol import Cue

if TYPE_CHECKING:
    from chromadb.api.models.Collection import Collection


_FETCHED = 4
"""The number of vectors fetched, as a multiple of k."""

_FETCHED_AT_LEAST = 40
_CHUNK = 512
_LOOKED_AFTER = 64
_LOOKED_SHARE = 8
"""The graph is checked when more vectors than this number and this fraction (one in eight) are compared here."""


class ChromaDense:
    """Ranks items by the cosine between their key and the cue's text, with vectors stored in Chroma.

    Chroma is loaded at the first search. The vectors are removed with the index, and stored again after a failed
    search.

    Args:
        embedder: Makes the vectors; Chroma's own is never used.
        path: The address of a Chroma server, `http://127.0.0.1:8000`, or the folder of Chroma's data, with a subfolder
            for each index. None for a temporary folder.
    """

    __slots__ = ("_embedder", "_path", "_scopes", "_stored")

    retriever = "dense"

    def __init__(self, embedder: Embedder | None = None, *, path: str | Path | None = None) -> None:
        self._embedder: Embedder = embedder if embedder is not None else HashedEmbedder()
        self._path = str(path) if path is not None and USES_FILES.get() else ""
        if self._path and not is_address(self._path):
            self._path = str(Path(self._path).expanduser().absolute())
        self._scopes: dict[str, _Keys] = {}
        self._stored: _StoredVectors | None = None

    def __repr__(self) -> str:
        return f"ChromaDense({self._embedder!r})"

    def blank(self) -> ChromaDense:
        """An empty index with the same embedder, in the same folder or server."""
        return ChromaDense(self._embedder, path=self._path or None)

    def put(self, scope: str, id: str, key: str) -> None:
        """Adds an item, or replaces its key."""
        keys = self._scopes.setdefault(scope, _Keys())
        place = keys.places.get(id)
        if place is None:
            place = keys.places[id] = len(keys.ids)
            keys.ids.append(id)
            keys.keys.append("")
        else:
            keys.take(place)
        keys.give(place, key)

    def extend(self, scope: str, id: str, key: str) -> None:
        """Makes an item's key longer."""
        keys = self._scopes[scope]
        place = keys.places[id]
        longer = f"{keys.keys[place]} {key}"
        keys.take(place)
        keys.give(place, longer)

    def drop(self, scope: str, id: str) -> None:
        """Forgets an item."""
        keys = self._scopes[scope]
        keys.take(keys.places.pop(id))

    def search(self, cue: Cue) -> Sequence[tuple[str, float]]:
        """The items of the cue's scope that are nearest to it; none for a cue without words.

        Raises:
            ConfigurationError: chromadb is not installed.
            StateError: This process was forked from one that used Chroma in a folder.
            InfrastructureError: Chroma cannot be reached, or fails.
        """
        keys = self._scopes.get(cue.scope)
        if keys is None or not keys.places or cue.k <= 0:
            return ()
        query = self._embedder.embed([cue.text])[0]
        if not query.any():
            return ()
        try:
            return self._nearest(self._shelved(cue.scope, keys), keys, query, cue.k)
        except InfrastructureError as error:
            if error.where == WHERE:
                self._stored = None  # its state is unknown, so the next search stores all vectors again
            raise

    @staticmethod
    def _nearest(vectors: _Vectors, keys: _Keys, query: NDArray[np.float32], k: int) -> list[tuple[str, float]]:
        """The best k items, as exactly as the graph search allows."""
        wanted = max(_FETCHED * k, _FETCHED_AT_LEAST)
        while True:
            texts, scores = vectors.nearest(query, wanted)
            places = [sorted(keys.held[text]) for text in texts]
            at = np.array([place for found in places for place in found], dtype=np.int64)
            spread = np.repeat(scores, [len(found) for found in places])
            order = np.argsort(at)
            chosen, values = best(spread[order], k, digits=DIGITS)
            if len(vectors) <= wanted or (len(values) == k and values[-1] > vectors.bound):
                return [(keys.ids[at[order[spot]]], value) for spot, value in zip(chosen, values, strict=True)]
            wanted *= 2

    def __getstate__(self) -> tuple[Embedder, str, dict[str, _Keys]]:
        return self._embedder, self._path, self._scopes

    def __setstate__(self, state: tuple[Embedder, str, dict[str, _Keys]]) -> None:
        self._embedder, self._path, self._scopes = state
        self._stored = None

    def _shelved(self, scope: str, keys: _Keys) -> _Vectors:
        """The up-to-date vectors of a scope."""
        if self._stored is None or self._stored.place.opened_by != os.getpid():
            self._stored = _StoredVectors(chroma_place(self._path))
        vectors = self._stored.of(scope, self._embedder.dims)
        vectors.follow(keys, self._embedder.embed)
        return vectors


class _Keys:
    """One scope: its items in the order of arrival, the items of each key, and the changed keys."""

    __slots__ = ("held", "ids", "keys", "places", "touched")

    def __init__(self) -> None:
        self.ids: list[str] = []
        self.keys: list[str] = []
        self.places: dict[str, int] = {}
        self.held: dict[str, set[int]] = {}
        self.touched: dict[str, None] = {}

    def give(self, place: int, key: str) -> None:
        """Sets the key of a place without one."""
        self.keys[place] = key
        self.held.setdefault(key, set()).add(place)
        self.touched[key] = None

    def take(self, place: int) -> None:
        """Removes the key from a place."""
        key = self.keys[place]
        self.keys[place] = ""
        self.touched[key] = None
        self.held[key].discard(place)
        if not self.held[key]:
            del self.held[key]


class _StoredVectors:
    """The collections of one index in one process; they are removed with it."""

    __slots__ = ("__weakref__", "_name", "_names", "_scopes", "place")

    def __init__(self, place: ChromaPlace) -> None:
        self.place = place
        self._name = place.new_index()
        self._names: list[str] = []
        self._scopes: dict[str, _Vectors] = {}
        weakref.finalize(self, place.leave, self._names).atexit = not is_address(place.path)

    def of(self, scope: str, dims: int) -> _Vectors:
        """The vectors of a scope."""
        if scope not in self._scopes:
            name = collection_name(self._name, scope)
            self._scopes[scope] = _Vectors(self.place.new_collection(name), self.place.path, dims)
            self._names.append(name)
        return self._scopes[scope]


class _Vectors:
    """One collection: a vector for each key, by a number. Keys without words have no vector and score 0.

    Attributes:
        bound: An upper bound of the scores of keys that `nearest` left out, as far as the collection knows.
    """

    __slots__ = (
        "_beside",
        "_collection",
        "_dims",
        "_follows",
        "_keys",
        "_next",
        "_numbers",
        "_place",
        "_wordless",
        "bound",
    )

    def __init__(self, collection: Collection, place: str, dims: int) -> None:
        self._collection = collection
        self._place = place
        self._dims = dims
        self._numbers: dict[str, str] = {}
        self._keys: dict[str, str] = {}
        self._wordless: dict[str, None] = {}
        self._beside: dict[str, NDArray[np.float32]] = {}
        self._next = 0
        self._follows = False
        self.bound = -np.inf

    def __len__(self) -> int:
        return len(self._numbers)

    def __contains__(self, key: str) -> bool:
        return key in self._numbers or key in self._wordless

    def follow(self, keys: _Keys, embed: Callable[[Sequence[str]], NDArray[np.float32]]) -> None:
        """Adds new keys and removes unused ones."""
        asked = keys.touched if self._follows else keys.held
        gone = [key for key in asked if key not in keys.held and key in self]
        new = [key for key in asked if key in keys.held and key not in self]
        for start in range(0, len(gone), _CHUNK):
            self._remove(gone[start : start + _CHUNK])
        for start in range(0, len(new), _CHUNK):
            chunk = new[start : start + _CHUNK]
            self._add(chunk, embed(chunk))
        keys.touched.clear()
        self._follows = True
        if len(self._beside) > max(_LOOKED_AFTER, len(self._numbers) // _LOOKED_SHARE):
            self._set_beside()

    def nearest(self, query: NDArray[np.float32], wanted: int) -> tuple[list[str], NDArray[np.float32]]:
        """The nearest `wanted` keys and those without words, with their exact products with the query."""
        found: list[str] = []
        scores = np.zeros(0, dtype=np.float32)
        if self._numbers:
            with asked_of_chroma(self._place):
                answer: Any = self._collection.query(
                    query_embeddings=query[None], n_results=min(wanted, len(self._numbers)), include=["embeddings"]
                )
            reached = answer["ids"][0]
            beside = [number for number in self._beside if number not in set(reached)]
            found = [self._keys[number] for number in (*reached, *beside)]
            rows = np.asarray(answer["embeddings"][0], dtype=np.float32).reshape(-1, self._dims)
            scores = products(np.vstack((rows, *(self._beside[number] for number in beside))).T, query)
            self.bound = round(float(scores[: len(reached)].min(initial=np.inf)), DIGITS)
        else:
            self.bound = -np.inf
        return [*found, *self._wordless], np.concatenate((scores, np.zeros(len(self._wordless), dtype=np.float32)))

    def _add(self, keys: Sequence[str], vectors: NDArray[np.float32]) -> None:
        worded = [at for at, vector in enumerate(vectors) if vector.any()]
        numbers = [str(self._next + offset) for offset in range(len(worded))]
        if worded:
            with asked_of_chroma(self._place):
                self._collection.upsert(ids=numbers, embeddings=vectors[worded])
        self._beside.update(zip(numbers, vectors[worded], strict=True))
        self._next += len(worded)
        for at, number in zip(worded, numbers, strict=True):
            self._numbers[keys[at]] = number
            self._keys[number] = keys[at]
        self._wordless.update(dict.fromkeys(key for key, vector in zip(keys, vectors, strict=True) if not vector.any()))

    def _remove(self, keys: Sequence[str]) -> None:
        numbers = [self._numbers[key] for key in keys if key in self._numbers]
        if numbers:
            with asked_of_chroma(self._place):
                self._collection.delete(ids=numbers)
        for key in keys:
            self._wordless.pop(key, None)
            number = self._numbers.pop(key, None)
            if number is not None:
                del self._keys[number]
                self._beside.pop(number, None)

    def _set_beside(self) -> None:
        """Keeps the unreachable vectors of the graph here. A search for all vectors finds the reachable ones."""
        anywhere = next(iter(self._beside.values()))[None]
        with asked_of_chroma(self._place):
            answer: Any = self._collection.query(query_embeddings=anywhere, n_results=len(self._numbers), include=[])
            lost = sorted(self._keys.keys() - set(answer["ids"][0]), key=int)
            self._beside.clear()
            if lost:
                held: Any = self._collection.get(ids=lost, include=["embeddings"])
                self._beside.update(zip(held["ids"], np.asarray(held["embeddings"], dtype=np.float32), strict=True))
