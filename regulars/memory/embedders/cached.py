"""A disk cache of vectors: a text is embedded once for all episodes, processes and runs.

Each embedder has its own file in the folder, named by its identity, so the vectors of two models never mix. The file is
a SQLite database with a write-ahead log, which several processes on one machine may use at once. A vector is stored
with a checksum under the hash of its text's bytes. A cache only saves work. Unreadable vectors are computed again,
vectors that cannot be written are not cached, and a warning reports both.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import warnings
from collections.abc import Sequence
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary, finalize
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from regulars.errors import ConfigurationError, DimensionError
from regulars.memory.embedders.protocol import Embedder, embedded
from regulars.memory.named_files import USES_FILES
from regulars.seeding import content_hash

WAITING = 30.0
"""Seconds to wait while another process writes."""

_CHUNK = 500
"""The vectors read at once, since SQLite limits the number of values in a query."""

_TABLE = (
    "CREATE TABLE IF NOT EXISTS vectors "
    "(text BLOB PRIMARY KEY, vector BLOB NOT NULL, sum INTEGER NOT NULL) WITHOUT ROWID"
)
_ABOUT = "CREATE TABLE IF NOT EXISTS about (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID"


def cached(embedder: Embedder, folder: str | os.PathLike[str]) -> CachedEmbedder:
    """The embedder with its vectors cached in a folder, which is created if it does not exist.

    Args:
        embedder: Makes the vectors that are not cached.
        folder: The folder of the files; nothing is written elsewhere.

    Raises:
        ConfigurationError: The folder cannot be used.

    Example:
        >>> import tempfile
        >>> from regulars.memory.embedders import HashedEmbedder
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     cached(HashedEmbedder(64), folder).embed(["Bergen"]).shape
        (1, 64)
    """
    return CachedEmbedder(embedder, folder)


class CachedEmbedder:
    """An embedder with cached vectors, made by `cached`.

    Its `repr` and its vectors are those of the embedder, so memories with and without a cache share snapshots.
    """

    __slots__ = ("_embedder", "_folder", "_store", "_uses_files")

    def __init__(self, embedder: Embedder, folder: str | os.PathLike[str]) -> None:
        self._embedder = embedder
        self._folder = Path(folder).expanduser()
        self._uses_files = USES_FILES.get()
        try:
            if self._uses_files:
                self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ConfigurationError(
                f"{folder} cannot be used as a folder: {error.strerror}",
                where="embedder cached",
                remedy="name another folder",
            ) from error
        self._store: _Store | None = None

    def __repr__(self) -> str:
        return repr(self._embedder)

    def __reduce__(self) -> tuple[Any, ...]:
        return CachedEmbedder, (self._embedder, self._folder)

    @property
    def dims(self) -> int:
        """The number of dimensions, as of the embedder."""
        return self._embedder.dims

    @property
    def path(self) -> Path:
        """The file of this embedder."""
        return self._folder / f"{content_hash(repr(self._embedder), 24)}.sqlite"

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """The vectors of texts, from the cache or newly made.

        Raises:
            DimensionError: The cached vectors have other dimensions than the embedder; the message names both.
        """
        if not self._uses_files:
            return embedded(self._embedder, texts)
        store, dims = self._opened(), self.dims
        keys = [blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest() for text in texts]
        found = store.read(keys, dims)
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in found}
        if missing:
            made = embedded(self._embedder, list(missing.values()))
            new = dict(zip(missing, made, strict=True))
            store.write(new)
            found |= new
        rows = np.empty((len(texts), dims), dtype=np.float32)
        for row, key in zip(rows, keys, strict=True):
            row[:] = found[key]
        return rows

    def _opened(self) -> _Store:
        """The file's single store in this process; a forked child opens its own."""
        if self._store is None or self._store.process != os.getpid():
            with _LOCK:
                key = (os.getpid(), str(self.path.resolve()))
                store = _STORES.get(key)
                if store is None:
                    store = _STORES[key] = _Store(self.path, repr(self._embedder))
                self._store = store
        return self._store


class _Store:
    """One file, for all threads of one process."""

    def __init__(self, path: Path, identity: str) -> None:
        self.process = os.getpid()
        self._path = path
        self._identity = identity
        self._lock = threading.Lock()
        self._line: sqlite3.Connection | None = None
        self._dims: int | None = None
        self._is_lost = False

    def read(self, keys: Sequence[bytes], dims: int) -> dict[bytes, NDArray[np.float32]]:
        """The cached vectors of these texts."""
        found: dict[bytes, NDArray[np.float32]] = {}
        spoilt = 0
        wanted = list(dict.fromkeys(keys))
        with self._lock:
            try:
                line = self._connected(dims)
                if line is None:
                    return {}
                for begin in range(0, len(wanted), _CHUNK):
                    chunk = wanted[begin : begin + _CHUNK]
                    marks = ",".join("?" * len(chunk))
                    asked = f"SELECT text, vector, sum FROM vectors WHERE text IN ({marks})"
                    for text, vector, checksum in line.execute(asked, chunk):
                        if len(vector) == 4 * dims and crc32(vector, crc32(text)) == checksum:
                            found[text] = np.frombuffer(vector, dtype="<f4")
                        else:
                            spoilt += 1
            except sqlite3.Error as error:
                self._lose(error)
        if spoilt:
            self._say(f"{spoilt} vectors in it are damaged and are computed again")
        return found

    def write(self, made: dict[bytes, NDArray[np.float32]]) -> None:
        """Stores vectors, replacing damaged ones."""
        rows = []
        for text, row in made.items():
            vector = row.astype("<f4").tobytes()
            rows.append((text, vector, crc32(vector, crc32(text))))
        with self._lock:
            if self._line is None:
                return
            try:
                with self._line:
                    self._line.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)", rows)
            except sqlite3.Error as error:
                self._lose(error)

    def _connected(self, dims: int) -> sqlite3.Connection | None:
        if self._line is None and not self._is_lost:
            line = sqlite3.connect(self._path, timeout=WAITING, check_same_thread=False)
            try:
                line.execute("PRAGMA journal_mode=WAL")
                line.execute("PRAGMA synchronous=NORMAL")
                with line:
                    line.execute(_TABLE)
                    line.execute(_ABOUT)
                    about = (("identity", self._identity), ("dims", str(dims)))
                    line.executemany("INSERT OR IGNORE INTO about VALUES (?, ?)", about)
                self._dims = int(dict(line.execute("SELECT name, value FROM about"))["dims"])
            except (sqlite3.Error, ValueError):
                line.close()
                raise
            self._line = line
            finalize(self, _close, line, self.process)
        if self._dims is not None and self._dims != dims:
            raise DimensionError(
                f"the file holds vectors of {self._dims} dimensions",
                where=str(self._path),
                expected=f"{dims} dimensions, as {self._identity} has",
                remedy="delete the file, or name another folder",
            )
        return self._line

    def _lose(self, error: Exception) -> None:
        """Stops using the file. Its content stays unchanged, since it may belong to someone else."""
        self._is_lost = True
        if self._line is not None:
            with suppress(sqlite3.Error):
                self._line.close()
            self._line = None
        self._say(f"it cannot be used ({error}); texts are embedded again; delete the file if it is damaged")

    def _say(self, what: str) -> None:
        warnings.warn(f"the cache of vectors {self._path}: {what}", RuntimeWarning, stacklevel=4)


def _close(line: sqlite3.Connection, process: int) -> None:
    """Closes a connection in the process that opened it; a forked child leaves its parent's connection open."""
    if os.getpid() == process:
        line.close()


_STORES: WeakValueDictionary[tuple[int, str], _Store] = WeakValueDictionary()
_LOCK = threading.Lock()
