"""The file of a journal: a header on its memory, and the operations in order, each as canonical JSON.

A hash chain covers header and operations. Each transaction stores the last digest and the number of operations, so any
loss or change is detected. SQLite uses a rollback journal, not a write-ahead log, so this one file holds everything
committed.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

from regulars.errors import StateError
from regulars.memory.backends.sqlite_connection import abandon, connected, end_with, transaction
from regulars.memory.backends.storage_errors import guarded, torn
from regulars.memory.journal.operations import Op
from regulars.memory.journal.snapshot import read_snapshot, write_snapshot

_APPLICATION = 0x7267726A
_PATIENCE = 1.0
"""Seconds to wait for a lock; another owner usually keeps the file open for long."""

_WHERE = "open_memory"
_DIGEST = 16
_SCHEMA = f"""
PRAGMA application_id = {_APPLICATION};
CREATE TABLE head (one INTEGER PRIMARY KEY CHECK (one = 1), made BLOB NOT NULL, held INTEGER NOT NULL, digest BLOB);
CREATE TABLE ops (number INTEGER PRIMARY KEY, op BLOB NOT NULL);
"""


class JournalFile:
    """The journal of one memory, open in this process only.

    Args:
        path: The file, which is created if it does not exist.
        parts: The parts of the memory and their settings.

    Attributes:
        path: The file.
        ops: The operations in the file when it was opened.
        held: The number of committed operations.

    Raises:
        StateError: The file belongs to a memory with other parts, or to another version.
        DataError: The file is damaged, or is not a journal.
        InfrastructureError: The file is open elsewhere, the disk is full, or access is denied.
    """

    def __init__(self, path: Path, parts: Mapping[str, str]) -> None:
        self.path = path.expanduser().absolute()
        self._opened_by = os.getpid()
        self._header = write_snapshot(parts, ())
        with guarded(self.path, _WHERE):
            if not self.path.exists():
                _begin(self.path, self._header)
            self._connection: sqlite3.Connection | None = connected(self.path, _PATIENCE)
            self._end = end_with(self, self._connection)
            try:
                self._lock()
                self.ops: Sequence[Op] = self._read(parts)
            except BaseException:
                self._end()
                raise
        self.held = len(self.ops)

    def append(self, ops: Sequence[Op]) -> None:
        """Commits operations. Raises as the class does; then the file is unchanged."""
        self._write(ops, self.held, self._digest)

    def replace(self, ops: Sequence[Op]) -> None:
        """Commits operations in place of all others. Raises as the class does; then the file is unchanged."""
        self._write(ops, 0, _chained(b"", self._header))

    def close(self) -> None:
        """Closes the file."""
        if self._opened_by == os.getpid():
            self._end()
        elif self._connection is not None:
            abandon(self._connection)
        self._connection = None

    def _check_maker(self, header: bytes, parts: Mapping[str, str]) -> None:
        """Checks the header, a snapshot without operations, as a snapshot."""
        try:
            read_snapshot(header, parts)
        except StateError as error:
            raise StateError(
                error.what.replace("the snapshot is", f"{self.path} is"),
                where=_WHERE,
                expected=error.expected,
                remedy="open it with the memory and the release that wrote it, or use another file",
            ) from error

    def _write(self, ops: Sequence[Op], behind: int, digest: bytes) -> None:
        connection = self._own()
        texts = [_written(op) for op in ops]
        for text in texts:
            digest = _chained(digest, text)
        with guarded(self.path, _WHERE), transaction(connection):
            if behind < self.held:
                connection.execute("DELETE FROM ops WHERE number > ?", (behind,))
            connection.executemany("INSERT INTO ops VALUES (?, ?)", enumerate(texts, behind + 1))
            connection.execute("UPDATE head SET held = ?, digest = ?", (behind + len(ops), digest))
        self.held, self._digest = behind + len(ops), digest

    def _own(self) -> sqlite3.Connection:
        if self._connection is None:
            raise StateError(f"{self.path} was closed", where=_WHERE, expected="an open memory", remedy="open it again")
        if self._opened_by != os.getpid():
            raise StateError(
                f"{self.path} was opened by another process, from which this one was forked",
                where=_WHERE,
                remedy="use a copy of the memory, which has no file, or open another file",
            )
        return self._connection

    def _lock(self) -> None:
        """Locks the file while it is open. This also undoes an interrupted transaction."""
        connection = self._own()
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        if application != _APPLICATION:
            raise torn(self.path, "it is not the journal of a memory", _WHERE)
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA secure_delete = ON")  # overwrites forgotten data
        connection.execute("PRAGMA journal_size_limit = 0")  # also in the rollback journal
        connection.execute("BEGIN EXCLUSIVE")
        connection.execute("COMMIT")

    def _read(self, parts: Mapping[str, str]) -> Sequence[Op]:
        connection = self._own()
        (sound,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        if sound != "ok":
            raise torn(self.path, sound, _WHERE)
        heads = connection.execute("SELECT made, held, digest FROM head").fetchall()
        if len(heads) != 1 or not isinstance(heads[0][0], bytes):
            raise torn(self.path, "it has no header", _WHERE)
        ((header, held, digest),) = heads
        chain = _chained(b"", header)
        texts = []
        for number, (written, text) in enumerate(connection.execute("SELECT number, op FROM ops ORDER BY number"), 1):
            if written != number or not isinstance(text, bytes):
                raise torn(self.path, f"the operation {number} is missing", _WHERE)
            chain = _chained(chain, text)
            texts.append(text)
        if held != len(texts) or digest != chain:
            raise torn(self.path, f"its {len(texts)} operations are not those that were committed", _WHERE)
        self._digest = chain
        self._check_maker(header, parts)
        return [Op.from_json(json.loads(text)) for text in texts]


def _begin(path: Path, header: bytes) -> None:
    """Makes a file without operations. It gets its name when it is complete."""
    unnamed = path.with_name(f"{path.name}.{os.getpid()}.begun")
    unnamed.unlink(missing_ok=True)
    connection = connected(unnamed, _PATIENCE)
    try:
        connection.executescript(_SCHEMA)
        connection.execute("INSERT INTO head VALUES (1, ?, 0, ?)", (header, _chained(b"", header)))
        connection.close()
        with suppress(FileExistsError):  # another process made it first
            os.link(unnamed, path)
    finally:
        connection.close()
        unnamed.unlink(missing_ok=True)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _written(op: Op) -> bytes:
    return json.dumps(op.to_json(texts=True), sort_keys=True, separators=(",", ":")).encode("ascii")


def _chained(digest: bytes, text: bytes) -> bytes:
    return blake2b(digest + text, digest_size=_DIGEST).digest()
