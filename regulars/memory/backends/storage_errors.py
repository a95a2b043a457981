"""What can happen to a file of ours, as errors with remedies."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from regulars.errors import DataError, InfrastructureError, RegularsError

_PRIMARY = 0xFF
"""The part of SQLite's result code that names the family (SQLite, Result and Error Codes)."""

_TORN = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR})
"""Statements are fixed, so that one which SQLite does not understand tells of a damaged table."""

_LOCKED = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
_FORBIDDEN = frozenset({sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM})


@contextmanager
def guarded(file: Path, where: str) -> Iterator[None]:
    """Turns what SQLite and the file system say of `file` into this package's errors.

    Raises:
        DataError: The file is torn, or no database.
        InfrastructureError: Somebody else has locked it, the disk is full, or it may not be read or written.
    """
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", None)
        if code is None:  # a mistake in the calling code, not in the file
            raise
        raise _said(code & _PRIMARY, f"{type(error).__name__}: {error}", file, where) from error
    except UnicodeDecodeError as error:  # SQLite hands on what stands where a name stood
        raise torn(file, "a name in it is no text", where) from error
    except OSError as error:
        raise InfrastructureError(
            f"{file} cannot be used: {error.strerror or error}",
            where=where,
            remedy="check that its folder exists, has room, and may be written to",
        ) from error


def torn(file: Path, why: str, where: str) -> DataError:
    """The error for a file whose content is not what was written to it."""
    return DataError(
        f"{file} is torn ({why})",
        where=where,
        expected="the file as it was written",
        remedy="take it from a backup; nothing was changed in it",
    )


def _said(code: int, said: str, file: Path, where: str) -> RegularsError:
    if code in _TORN:
        return torn(file, said, where)
    if code in _LOCKED:
        return InfrastructureError(
            f"{file} is locked by somebody else",
            where=where,
            expected="one who has it open at a time",
            remedy="close the other one, or work on a copy of the file",
        )
    if code in _FORBIDDEN:
        allowed = "readable" if os.access(file, os.R_OK) else "not readable"
        return InfrastructureError(
            f"{file} cannot be opened for writing ({said}; it is {allowed})",
            where=where,
            remedy="check the rights on the file and on its folder",
        )
    full = code == sqlite3.SQLITE_FULL
    return InfrastructureError(
        f"{file} cannot be written to: the disk is full" if full else f"{file} cannot be read or written: {said}",
        where=where,
        remedy="make room and try again; what was stored before is intact",
    )
