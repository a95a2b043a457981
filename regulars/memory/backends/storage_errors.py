"""Turns the errors of SQLite and the file system into this package's errors, with remedies."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from regulars.errors import DataError, InfrastructureError, RegularsError

_PRIMARY = 0xFF
"""The mask of the primary result code (SQLite, Result and Error Codes)."""

_TORN = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR})
"""The statements are constant, so an error in a statement means a damaged table."""

_LOCKED = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
_FORBIDDEN = frozenset({sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM})


@contextmanager
def guarded(file: Path, where: str) -> Iterator[None]:
    """Turns errors of SQLite and the file system on `file` into this package's errors.

    Raises:
        DataError: The file is damaged, or is not a database.
        InfrastructureError: The file is locked, the disk is full, or access is denied.
    """
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", None)
        if code is None:  # a mistake in the calling code, not in the file
            raise
        raise _said(code & _PRIMARY, f"{type(error).__name__}: {error}", file, where) from error
    except UnicodeDecodeError as error:  # SQLite returns damaged names unchanged
        raise torn(file, "a name in it is not valid text", where) from error
    except OSError as error:
        raise InfrastructureError(
            f"{file} cannot be used: {error.strerror or error}",
            where=where,
            remedy="check that its folder exists, is writable and has free space",
        ) from error


def torn(file: Path, why: str, where: str) -> DataError:
    """The error for a damaged file."""
    return DataError(
        f"{file} is damaged ({why})",
        where=where,
        expected="the file as it was written",
        remedy="restore it from a backup; it was not changed now",
    )


def _said(code: int, said: str, file: Path, where: str) -> RegularsError:
    if code in _TORN:
        return torn(file, said, where)
    if code in _LOCKED:
        return InfrastructureError(
            f"{file} is locked by another process or object",
            where=where,
            expected="one owner at a time",
            remedy="close it there, or work on a copy of the file",
        )
    if code in _FORBIDDEN:
        allowed = "readable" if os.access(file, os.R_OK) else "not readable"
        return InfrastructureError(
            f"{file} cannot be opened for writing ({said}; it is {allowed})",
            where=where,
            remedy="check the permissions of the file and its folder",
        )
    full = code == sqlite3.SQLITE_FULL
    return InfrastructureError(
        f"{file} cannot be written to: the disk is full" if full else f"{file} cannot be read or written: {said}",
        where=where,
        remedy="free space and try again; earlier data are intact",
    )
