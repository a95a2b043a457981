"""Writes a file completely or not at all, so that an interrupted run leaves the old or the new content."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import msgspec

from regulars.errors import RecordError


def read_whole(path: Path) -> bytes:
    """Returns the bytes of a file. Raises `RecordError` if it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise RecordError(f"cannot be read: {error.strerror}", where=str(path)) from error


def write_json(path: Path, value: msgspec.Struct) -> None:
    """Writes an indented JSON file.

    Raises:
        RecordError: The file cannot be written, or the value holds a number that JSON does not know.
    """
    text = msgspec.json.encode(value)
    try:
        msgspec.json.decode(text, type=type(value))  # NaN and infinity were encoded as null
    except msgspec.ValidationError as error:
        raise RecordError(f"a figure is not a number: {error}", where=str(path), remedy="report this error") from error
    write_whole(path, msgspec.json.format(text, indent=1) + b"\n")


def write_whole(path: Path, data: bytes) -> None:
    """Replaces a file in one step, by way of a temporary file.

    Raises:
        RecordError: The file cannot be written. The old content is still there.
    """
    temporary = path.with_suffix(".part")
    try:
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as error:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise RecordError(
            f"cannot be written: {error.strerror}", where=str(path), remedy="make room or check the folder, then resume"
        ) from error
