"""Files of a run that are written whole or not at all, so that a kill leaves the old one or the new one."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from regulars.errors import RecordError


def read_whole(path: Path) -> bytes:
    """A file's bytes. Raises `RecordError` if they cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise RecordError(f"cannot be read: {error.strerror}", where=str(path)) from error


def write_json(path: Path, value: msgspec.Struct) -> None:
    """Writes a JSON file for people to read."""
    write_whole(path, msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n")


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file."""
    temporary = path.with_suffix(".part")
    with temporary.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)
