"""Writes a file completely or not at all, so that an interrupted run leaves the old or the new content."""

from __future__ import annotations

import os
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
    """Writes an indented JSON file."""
    write_whole(path, msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n")


def write_whole(path: Path, data: bytes) -> None:
    """Replaces a file in one step, by way of a temporary file."""
    temporary = path.with_suffix(".part")
    with temporary.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)
