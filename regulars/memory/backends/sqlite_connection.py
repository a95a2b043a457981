"""Connections to SQLite files: closed with their owner, and left alone in a process that was forked.

A connection that came along through a fork may neither be used nor closed there (SQLite, How To Corrupt An SQLite
Database File, section 2.6): whoever finds one in another process than the one that opened it leaves it as it is.
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
    """A connection whose transactions are begun and ended by `transaction` alone.

    It may be used by several threads, one at a time.

    Args:
        file: An existing file, or one to be created.
        timeout: Seconds to wait for somebody else's lock.
    """
    return sqlite3.connect(file, timeout=timeout, isolation_level=None, check_same_thread=False)


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All that is done within is committed at its end, or nothing of it."""
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
        What ends it at once.
    """
    return weakref.finalize(owner, _end, connection, os.getpid(), afterwards)


def abandon(connection: sqlite3.Connection) -> None:
    """Leaves open a connection that another process opened."""
    _LEFT_OPEN.append(connection)


def _end(connection: sqlite3.Connection, opened_by: int, afterwards: Callable[[], None] | None) -> None:
    if opened_by != os.getpid():
        abandon(connection)
        return
    connection.close()
    if afterwards is not None:
        afterwards()
