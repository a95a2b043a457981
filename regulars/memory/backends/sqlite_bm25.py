"""BM25 with postings in a SQLite file. Scores and order equal those of `BM25` to the bit.

Postings are split into blocks of places. So adding an item changes one block for each of its words, and a search reads
only the blocks of its words, as arrays.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from struct import Struct

import numpy as np
from numpy.typing import NDArray

from regulars.memory.backends.sqlite_file import IndexFile, InFile, coded
from regulars.memory.backends.sqlite_places import arrive, ids_at, known_scope, leave, place_of
from regulars.memory.parts.indexes.bm25 import BM25, Posting, Tokenizer, alphanumerics, okapi
from regulars.memory.protocol import Cue

_WIDE = 512
"""The places per block."""

_PAIR = Struct("<ii")
_INTEGERS = np.dtype("<i4")
_SCHEMA = """
ALTER TABLE items ADD COLUMN words BLOB NOT NULL DEFAULT '[]';
CREATE TABLE postings (
    scope INTEGER NOT NULL, word BLOB NOT NULL, block INTEGER NOT NULL, pairs BLOB NOT NULL,
    PRIMARY KEY (scope, word, block)
) WITHOUT ROWID;
CREATE TABLE lengths (
    scope INTEGER NOT NULL, block INTEGER NOT NULL, lengths BLOB NOT NULL, PRIMARY KEY (scope, block)
) WITHOUT ROWID;
"""


class SqliteBM25(InFile):
    """`BM25` in a file. A search reads only the data that it needs into memory.

    Args:
        k1: See `BM25`.
        b: See `BM25`.
        tokenizer: See `BM25`.
        once: See `BM25`.
        path: The folder of the file, which outlives the index. A `blank` index, a copy and a pickle get their own file
            beside it, which is removed with them. None for a temporary folder.

    Raises:
        ConfigurationError: `k1` or `b` is out of range.
    """

    __slots__ = ("_settings", "_tokenizer")

    retriever = "bm25"

    def __init__(
        self,
        k1: float = 1.5,
        b: float = 0.75,
        tokenizer: Tokenizer = alphanumerics,
        *,
        once: bool = False,
        path: str | Path | None = None,
    ) -> None:
        self._settings = BM25(k1, b, tokenizer, once=once)
        self._tokenizer = tokenizer
        folder = None if path is None else Path(path).expanduser()
        self._file = IndexFile(_SCHEMA, repr(self), folder, kept=True)

    def __repr__(self) -> str:
        return f"Sqlite{self._settings!r}"

    def put(self, scope: str, id: str, key: str) -> None:
        """Adds an item, or replaces its key."""
        tokens = self._tokenizer(key)
        with self._file.changing() as connection:
            number, place, is_new = arrive(connection, scope, id)
            if not is_new:
                _clear(connection, number, place)
            _fill(connection, number, place, tokens)

    def extend(self, scope: str, id: str, key: str) -> None:
        """Makes an item's key longer."""
        tokens = self._tokenizer(key)
        with self._file.changing() as connection:
            _fill(connection, *place_of(connection, scope, id), tokens)

    def drop(self, scope: str, id: str) -> None:
        """Forgets an item."""
        with self._file.changing() as connection:
            number, place = place_of(connection, scope, id)
            _clear(connection, number, place)
            leave(connection, number, place)

    def search(self, cue: Cue) -> Sequence[tuple[str, float]]:
        """The best items of the cue's scope that share a word with it."""
        with self._file.reading() as connection:
            known = known_scope(connection, cue.scope) if connection is not None and cue.k > 0 else None
            if connection is None or known is None:
                return ()
            number, _, held = known
            lengths = _lengths(connection, number)
            total = float(lengths.sum())
            if not total:
                return ()
            wanted = self._settings.counted(cue.text).items()
            postings = [(times, _posting(connection, number, word)) for word, times in wanted]
            found = [(times, posting) for times, posting in postings if posting is not None]
            k1, b = self._settings.k1, self._settings.b
            places, scores = okapi(found, lengths, held, total, k1, b, cue.k)
            return list(zip(ids_at(connection, number, places), scores, strict=True))


def _posting(connection: sqlite3.Connection, number: int, word: str) -> Posting | None:
    asked = "SELECT pairs FROM postings WHERE scope = ? AND word = ? ORDER BY block"
    pairs = b"".join(row[0] for row in connection.execute(asked, (number, coded(word))))
    if not pairs:
        return None
    columns = np.frombuffer(pairs, dtype=_INTEGERS).reshape(-1, 2)
    return columns[:, 0].astype(np.int32).data, columns[:, 1].astype(np.float64).data


def _lengths(connection: sqlite3.Connection, number: int) -> NDArray[np.float64]:
    asked = "SELECT lengths FROM lengths WHERE scope = ? ORDER BY block"
    written = b"".join(row[0] for row in connection.execute(asked, (number,)))
    return np.frombuffer(written, dtype=_INTEGERS).astype(np.float64)


def _fill(connection: sqlite3.Connection, number: int, place: int, tokens: Sequence[str]) -> None:
    """Adds tokens at a place."""
    block = place // _WIDE
    words = _words(connection, number, place)
    known = set(words)
    changed = []
    for word, count in Counter(tokens).items():
        code = coded(word)
        pairs = _pairs(connection, number, code, block)
        changed.append((number, code, block, _joined(pairs, place, count)))
        if word not in known:
            words.append(word)
    connection.executemany("INSERT OR REPLACE INTO postings VALUES (?, ?, ?, ?)", changed)
    _keep_words(connection, number, place, words)
    _lengthen(connection, number, place, len(tokens))


def _clear(connection: sqlite3.Connection, number: int, place: int) -> None:
    """Removes all tokens from a place."""
    block = place // _WIDE
    for word in _words(connection, number, place):
        code = coded(word)
        pairs = _parted(_pairs(connection, number, code, block), place)
        if pairs:
            connection.execute("INSERT OR REPLACE INTO postings VALUES (?, ?, ?, ?)", (number, code, block, pairs))
        else:
            connection.execute("DELETE FROM postings WHERE scope = ? AND word = ? AND block = ?", (number, code, block))
    _keep_words(connection, number, place, [])
    _lengthen(connection, number, place, None)


def _words(connection: sqlite3.Connection, number: int, place: int) -> list[str]:
    (written,) = connection.execute("SELECT words FROM items WHERE scope = ? AND place = ?", (number, place)).fetchone()
    words: list[str] = json.loads(written)
    return words


def _keep_words(connection: sqlite3.Connection, number: int, place: int, words: Sequence[str]) -> None:
    written = json.dumps(words)
    connection.execute("UPDATE items SET words = ? WHERE scope = ? AND place = ?", (written, number, place))


def _pairs(connection: sqlite3.Connection, number: int, code: bytes, block: int) -> bytes:
    asked = "SELECT pairs FROM postings WHERE scope = ? AND word = ? AND block = ?"
    found = connection.execute(asked, (number, code, block)).fetchone()
    return b"" if found is None else found[0]


def _lengthen(connection: sqlite3.Connection, number: int, place: int, by: int | None) -> None:
    """Adds to the length at a place; None sets it to 0."""
    block, within = divmod(place, _WIDE)
    asked = "SELECT lengths FROM lengths WHERE scope = ? AND block = ?"
    found = connection.execute(asked, (number, block)).fetchone()
    lengths = np.zeros(_WIDE, _INTEGERS) if found is None else np.frombuffer(found[0], _INTEGERS).copy()
    lengths[within] = 0 if by is None else lengths[within] + by
    connection.execute("INSERT OR REPLACE INTO lengths VALUES (?, ?, ?)", (number, block, lengths.tobytes()))


def _joined(pairs: bytes, place: int, count: int) -> bytes:
    """A block of a posting with `count` more occurrences at a place, which is almost always the last one."""
    if not pairs or _PAIR.unpack_from(pairs, len(pairs) - _PAIR.size)[0] < place:
        return pairs + _PAIR.pack(place, count)
    at, there = _spot(pairs, place)
    if there:
        _, held = _PAIR.unpack_from(pairs, at)
        return pairs[:at] + _PAIR.pack(place, held + count) + pairs[at + _PAIR.size :]
    return pairs[:at] + _PAIR.pack(place, count) + pairs[at:]


def _parted(pairs: bytes, place: int) -> bytes:
    """A block of a posting without one of its places."""
    at, _ = _spot(pairs, place)
    return pairs[:at] + pairs[at + _PAIR.size :]


def _spot(pairs: bytes, place: int) -> tuple[int, bool]:
    """The offset of a place's pair, or the offset to insert it at, and whether it exists."""
    places = np.frombuffer(pairs, dtype=_INTEGERS)[::2]
    spot = int(np.searchsorted(places, place))
    return spot * _PAIR.size, spot < places.shape[0] and int(places[spot]) == place
