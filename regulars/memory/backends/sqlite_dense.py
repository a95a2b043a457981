"""Exact vector search in a SQLite file. Scores and order equal those of `Dense` to the bit.

Vectors are stored in blocks and read block by block, so memory does not grow with the number of items.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from regulars.memory.backends.sqlite_file import IndexFile, InFile, coded
from regulars.memory.backends.sqlite_places import arrive, ids_at, known_scope, leave, place_of
from regulars.memory.embedders import Embedder, HashedEmbedder
from regulars.memory.parts.indexes.dense import DIGITS, products
from regulars.memory.parts.indexes.ranking import best
from regulars.memory.protocol import Cue

_WIDE = 256
"""The vectors per block."""

_CHUNK = 512
"""The texts embedded at a time."""

_NUMBERS = np.dtype("<f4")
_SCHEMA = """
ALTER TABLE items ADD COLUMN key BLOB NOT NULL DEFAULT '';
ALTER TABLE items ADD COLUMN pending INTEGER NOT NULL DEFAULT 0;
CREATE INDEX pending_items ON items (scope, place) WHERE pending = 1;
CREATE INDEX dropped_items ON items (scope, place) WHERE id IS NULL;
CREATE TABLE vectors (
    number INTEGER PRIMARY KEY, scope INTEGER NOT NULL, block INTEGER NOT NULL, rows BLOB NOT NULL,
    UNIQUE (scope, block)
);
"""


class SqliteDense(InFile):
    """`Dense` in a file. A search reads all vectors of its scope, one block at a time.

    Args:
        embedder: Makes the vectors.
        path: As for `SqliteBM25`.
    """

    __slots__ = ("_embedder",)

    retriever = "dense"

    def __init__(self, embedder: Embedder | None = None, *, path: str | Path | None = None) -> None:
        self._embedder: Embedder = embedder if embedder is not None else HashedEmbedder()
        folder = None if path is None else Path(path).expanduser()
        self._file = IndexFile(_SCHEMA, repr(self), folder, kept=True)

    def __repr__(self) -> str:
        return f"SqliteDense({self._embedder!r})"

    def put(self, scope: str, id: str, key: str) -> None:
        """Adds an item, or replaces its key."""
        with self._file.changing() as connection:
            number, place, _ = arrive(connection, scope, id)
            _keep_key(connection, number, place, coded(key))

    def extend(self, scope: str, id: str, key: str) -> None:
        """Makes an item's key longer."""
        with self._file.changing() as connection:
            number, place = place_of(connection, scope, id)
            asked = "SELECT key FROM items WHERE scope = ? AND place = ?"
            (held,) = connection.execute(asked, (number, place)).fetchone()
            _keep_key(connection, number, place, held + b" " + coded(key))

    def drop(self, scope: str, id: str) -> None:
        """Forgets an item."""
        with self._file.changing() as connection:
            number, place = place_of(connection, scope, id)
            leave(connection, number, place)
            emptied = "UPDATE items SET key = '', pending = 0 WHERE scope = ? AND place = ?"
            connection.execute(emptied, (number, place))
            _keep_vector(connection, number, place, np.zeros(self._embedder.dims, dtype=np.float32))

    def search(self, cue: Cue) -> Sequence[tuple[str, float]]:
        """The items of the cue's scope that are nearest to it; none for a cue without words."""
        with self._file.reading() as connection:
            known = known_scope(connection, cue.scope) if connection is not None and cue.k > 0 else None
            if connection is None or known is None:
                return ()
            number, given, held = known
            query = self._embedder.embed([cue.text])[0]
            if not held or not query.any():
                return ()
            self._embed_pending(connection, number)
            scores = _scores(connection, number, given, query)
            places, values = best(scores, cue.k, digits=DIGITS)
            return list(zip(ids_at(connection, number, places), values, strict=True))

    def _embed_pending(self, connection: sqlite3.Connection, number: int) -> None:
        """Embeds the keys that are new since the last search."""
        asked = "SELECT place, key FROM items WHERE scope = ? AND pending = 1 LIMIT ?"
        while rows := connection.execute(asked, (number, _CHUNK)).fetchall():
            vectors = self._embedder.embed([key.decode("utf-8", "surrogatepass") for _, key in rows])
            with self._file.changing():
                for (place, _), vector in zip(rows, vectors, strict=True):
                    _keep_vector(connection, number, place, vector)
                done = [(number, place) for place, _ in rows]
                connection.executemany("UPDATE items SET pending = 0 WHERE scope = ? AND place = ?", done)


def _keep_key(connection: sqlite3.Connection, number: int, place: int, key: bytes) -> None:
    kept = "UPDATE items SET key = ?, pending = 1 WHERE scope = ? AND place = ?"
    connection.execute(kept, (key, number, place))


def _keep_vector(connection: sqlite3.Connection, number: int, place: int, vector: NDArray[np.float32]) -> None:
    """Writes only this vector into its block."""
    block, within = divmod(place, _WIDE)
    written = vector.astype(_NUMBERS).tobytes()
    asked = "SELECT number FROM vectors WHERE scope = ? AND block = ?"
    found = connection.execute(asked, (number, block)).fetchone()
    if found is None:
        made = connection.execute(
            "INSERT INTO vectors (scope, block, rows) VALUES (?, ?, zeroblob(?))", (number, block, _WIDE * len(written))
        )
        assert made.lastrowid is not None
        found = (made.lastrowid,)
    with connection.blobopen("vectors", "rows", found[0]) as rows:
        rows.seek(within * len(written))
        rows.write(written)


def _scores(connection: sqlite3.Connection, number: int, given: int, query: NDArray[np.float32]) -> NDArray[np.float32]:
    """The products of all vectors of a scope with the query, shape (given,); those of empty places are -inf."""
    blocks = -(-given // _WIDE)
    scores = np.full(blocks * _WIDE, -np.inf, dtype=np.float32)
    asked = "SELECT block, rows FROM vectors WHERE scope = ?"
    for block, rows in connection.execute(asked, (number,)):
        matrix = np.frombuffer(rows, dtype=_NUMBERS).reshape(_WIDE, -1)
        scores[block * _WIDE : (block + 1) * _WIDE] = products(matrix.T, query)
    scores = scores[:given]
    dropped = connection.execute("SELECT place FROM items WHERE scope = ? AND id IS NULL", (number,)).fetchall()
    scores[[place for (place,) in dropped]] = -np.inf
    return scores
