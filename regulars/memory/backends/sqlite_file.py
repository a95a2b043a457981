"""The file of an index: a SQLite database with one owner, with the scopes and the places of their items.

It is created with the first item. Every change is one transaction in a write-ahead log, so a crash leaves the last
complete change.

A file belongs to one index: a copy, a pickle or a fork gets its own file.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from copy import copy
from functools import partial
from itertools import count
from pathlib import Path
from typing import Self

from regulars.errors import StateError
from regulars.memory.backends.sqlite_connection import abandon, connected, end_with, transaction
from regulars.memory.backends.storage_errors import guarded, torn
from regulars.memory.named_files import USES_FILES

_APPLICATION = 0x72676978
_PATIENCE = 10.0
"""Seconds to wait for a lock; only a reader of a copy ever takes one."""

_COUNTED = 1 << 31
_SCHEMA = f"""
PRAGMA application_id = {_APPLICATION};
CREATE TABLE settings (settings BLOB NOT NULL);
CREATE TABLE scopes (
    number INTEGER PRIMARY KEY, name BLOB NOT NULL UNIQUE, places INTEGER NOT NULL, held INTEGER NOT NULL
);
CREATE TABLE items (
    scope INTEGER NOT NULL, place INTEGER NOT NULL, id BLOB, PRIMARY KEY (scope, place)
) WITHOUT ROWID;
CREATE UNIQUE INDEX items_by_id ON items (scope, id);
"""


def coded(text: str) -> bytes:
    """Any text as bytes, including lone surrogates."""
    return text.encode("utf-8", "surrogatepass")


class IndexFile:
    """The SQLite file of one index.

    Args:
        schema: The tables of the index, besides those of scopes and places.
        settings: The settings of the index, as text; a file with other settings is rejected.
        folder: The folder of the file; None for a temporary folder.
        kept: Whether the file outlives the index. A file in a temporary folder never does.
    """

    def __init__(self, schema: str, settings: str, folder: Path | None, kept: bool) -> None:
        self._schema = schema
        self._settings = settings
        self._folder = folder if USES_FILES.get() else None
        self._kept = kept and self._folder is not None
        self._begun: bytes | None = None
        self._file: Path | None = None
        self._connection: sqlite3.Connection | None = None
        self._opened_by = 0
        self._changes = 0
        self._end: Callable[[], object] | None = None

    @property
    def path(self) -> Path | None:
        """The file, once it exists."""
        return self._file

    def blank(self) -> IndexFile:
        """An empty file of the same kind, which is removed with its owner."""
        return IndexFile(self._schema, self._settings, self._folder, kept=False)

    def close(self) -> None:
        """Closes the file, and removes it unless it is kept. Do not use it afterwards."""
        if self._end is not None:
            self._end()

    def reopened(self, file: Path) -> IndexFile:
        """Opens an existing file of the same kind, which is kept.

        Raises:
            DataError: The file is damaged, or is not an index.
            StateError: The index has other settings.
            InfrastructureError: The file is missing, locked or unreadable.
        """
        with guarded(file, "reopened"):
            os.stat(file)
            with closing(connected(file, _PATIENCE)) as connection:
                settings = _settings_of(file, connection)
        if settings != coded(self._settings):
            raise StateError(
                f"{file} belongs to an index with other settings, {settings.decode('utf-8', 'replace')}",
                where="reopened",
                expected=self._settings,
                remedy="use the settings that the file was written with",
            )
        replica = IndexFile(self._schema, self._settings, file.parent, kept=True)
        with guarded(file, "reopened"):
            replica._open(file)
            (replica._changes,) = replica._opened().execute("PRAGMA user_version").fetchone()
        return replica

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection | None]:
        """A connection for reading; None before the first item."""
        if self._connection is None and self._begun is None:
            yield None
            return
        connection = self._opened()
        with guarded(self._named(), "index"):
            yield connection

    @contextmanager
    def changing(self) -> Iterator[sqlite3.Connection]:
        """A connection within a transaction."""
        connection = self._opened()
        with guarded(self._named(), "index"):
            with transaction(connection):
                yield connection
                changes = (self._changes + 1) % _COUNTED
                connection.execute(f"PRAGMA user_version = {changes}")
            self._changes = changes

    def __getstate__(self) -> tuple[str, str, Path | None, bytes | None]:
        return self._schema, self._settings, self._folder, self._state()

    def __setstate__(self, state: tuple[str, str, Path | None, bytes | None]) -> None:
        schema, settings, folder, begun = state
        IndexFile.__init__(self, schema, settings, folder, kept=False)
        self._begun = begun

    def _state(self) -> bytes | None:
        """The whole database as bytes."""
        if self._connection is None:
            return self._begun
        connection = self._opened()
        with guarded(self._named(), "index"):
            return connection.serialize()

    def _named(self) -> Path:
        assert self._file is not None
        return self._file

    def _opened(self) -> sqlite3.Connection:
        """The connection of this process, which is made if necessary."""
        if self._connection is not None and self._opened_by != os.getpid():
            self._part()
        if self._connection is None:
            with guarded(self._folder or Path(tempfile.gettempdir()), "index"):
                self._create()
        assert self._connection is not None
        return self._connection

    def _create(self) -> None:
        if self._folder is None:
            folder = Path(tempfile.mkdtemp(prefix="regulars-"))
        else:
            folder = self._folder
            folder.mkdir(parents=True, exist_ok=True)
        file = _new_file(folder)
        if self._begun is not None:
            file.write_bytes(self._begun)
        self._open(file)
        assert self._connection is not None
        if self._begun is None:
            self._connection.executescript(_SCHEMA + self._schema)
            self._connection.execute("INSERT INTO settings VALUES (?)", (coded(self._settings),))
        (self._changes,) = self._connection.execute("PRAGMA user_version").fetchone()
        self._begun = None

    def _open(self, file: Path) -> None:
        connection = connected(file, _PATIENCE)
        folder = file.parent if self._folder is None else None
        self._end = end_with(self, connection, None if self._kept else partial(_remove, file, folder))
        self._file, self._connection, self._opened_by = file, connection, os.getpid()
        connection.execute(f"PRAGMA synchronous = {'OFF' if self._folder is None else 'NORMAL'}")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA secure_delete = ON")  # overwrites dropped data at the next checkpoint

    def _part(self) -> None:
        """In a forked process: continues with a copy of the file as it was at the fork.

        Raises:
            StateError: The file has changed since the fork, or was removed.
        """
        inherited, file = self._connection, self._named()
        assert inherited is not None
        abandon(inherited)
        state = None
        if file.exists():
            with guarded(file, "index"):
                other = connected(file, _PATIENCE)
                try:
                    other.execute("BEGIN")
                    if other.execute("PRAGMA user_version").fetchone() == (self._changes,):
                        state = other.serialize()
                finally:
                    other.close()
        if state is None:
            raise StateError(
                f"the index in {file} was changed or dropped by the process from which this one was forked",
                where="index",
                expected="an index that the fork uses before its parent changes it",
                remedy="pass the memory's snapshot to the new process, or build the memory there",
            )
        self._connection, self._file, self._kept, self._begun = None, None, False, state


class InFile:
    """The base of indexes in an `IndexFile`."""

    __slots__ = ("_file",)

    _file: IndexFile

    @property
    def file(self) -> Path | None:
        """The file, once it exists."""
        return self._file.path

    def close(self) -> None:
        """Closes the file. Do not use the index afterwards."""
        self._file.close()

    def blank(self) -> Self:
        """An empty index with the same settings, in its own file in the same folder."""
        return self._around(self._file.blank())

    def reopened(self, file: str | Path) -> Self:
        """Opens a file left by an index with the same settings; the file is kept.

        Raises:
            DataError: The file is damaged, or is not an index.
            StateError: The index has other settings.
            InfrastructureError: The file is missing, locked or unreadable.
        """
        return self._around(self._file.reopened(Path(file)))

    def _around(self, file: IndexFile) -> Self:
        replica = copy(self)
        replica._file = file
        return replica


def _settings_of(file: Path, connection: sqlite3.Connection) -> bytes:
    """The settings of the index in a file. The file is checked and not changed."""
    if connection.execute("PRAGMA application_id").fetchone() != (_APPLICATION,):
        raise torn(file, "it is not the file of an index", "reopened")
    (sound,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if sound != "ok":
        raise torn(file, sound, "reopened")
    (settings,) = connection.execute("SELECT settings FROM settings").fetchone()
    found: bytes = settings
    return found


def _new_file(folder: Path) -> Path:
    """Creates a new file in the folder."""
    for number in count(1):
        file = folder / f"index-{number}.sqlite"
        with suppress(FileExistsError):
            os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
            return file
    raise AssertionError("numbers do not end")


def _remove(file: Path, folder: Path | None) -> None:
    for ending in ("-wal", "-shm", ""):
        Path(f"{file}{ending}").unlink(missing_ok=True)
    if folder is not None:
        with suppress(OSError):  # the folder has other files
            folder.rmdir()
