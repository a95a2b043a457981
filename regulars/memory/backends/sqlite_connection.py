"""Connections to SQLite files: closed with their owner, but left open in forked processes.

An inherited connection must not be used or closed in a forked process (SQLite, How To Corrupt An SQLite Database File,
section 2.6), so only the process that opened a connection closes it.
"""

from __future__ import annotations

import os
import sqlite3
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

_LEFT_OPEN: list[sqlite3.Connection] = []


def connected(file: Path, timeout: float) -> sqlite3.Connection:
    """A connection whose transactions only `transaction` begins and ends.

    Several threads may use it, one at a time.

    Args:
        file: An existing file, or one to be created.
        timeout: Seconds to wait for a lock.
    """
    return sqlite3.connect(file, timeout=timeout, isolation_level=None, check_same_thread=False)


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """A transaction: commits everything at its end, or rolls everything back."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def end_with(
    owner: object, connection: sqlite3.Connection, afterwards: Callable[[], None] | None = None
) -> Callable[[], object]:
    """Closes a connection when its owner is dropped or the process ends, and then does `afterwards`.

    Returns:
        A function that closes it at once.
    """
    return weakref.finalize(owner, _end, connection, os.getpid(), afterwards)


def abandon(connection: sqlite3.Connection) -> None:
    """Leaves a connection of another process open."""
    _LEFT_OPEN.append(connection)


def _end(connection: sqlite3.Connection, opened_by: int, afterwards: Callable[[], None] | None) -> None:
    if opened_by != os.getpid():
        abandon(connection)
        return
    connection.close()
    if afterwards is not None:
        afterwards()
