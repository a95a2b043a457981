"""Reads and writes files of episode records, one record per line.

A run appends lines as episodes end, and sorts them when it is complete. An interrupted run may leave an incomplete last
line. Reading ignores that line, and `repair` removes it before the next record is appended.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from regulars.datasets.codec import from_line, to_line
from regulars.datasets.episode_record import EpisodeRecord
from regulars.errors import RecordError


def append(path: Path, record: EpisodeRecord) -> None:
    """Appends a record as one line, and syncs it to the disk.

    Raises:
        RecordError: The file cannot be written.
    """
    _write(path, "ab", [record])


def rewrite(path: Path, records: Sequence[EpisodeRecord]) -> None:
    """Replaces all records of a file in one step.

    Raises:
        RecordError: The file cannot be written.
    """
    temporary = path.with_suffix(".part")
    _write(temporary, "wb", records)
    temporary.replace(path)


def _write(path: Path, mode: str, records: Sequence[EpisodeRecord]) -> None:
    lines = [to_line(record) + b"\n" for record in records]
    try:
        with path.open(mode) as file:
            file.writelines(lines)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise RecordError(
            f"the episode cannot be written: {error}", where=str(path), remedy="check the folder, then resume the run"
        ) from error


def repair(path: Path) -> None:
    """Removes an incomplete last line, so that the next record starts a new line."""
    if not path.exists():
        return
    data = path.read_bytes()
    end = data.rfind(b"\n") + 1
    if end < len(data):
        with path.open("r+b") as file:
            file.truncate(end)


def read_records(path: Path) -> Iterator[EpisodeRecord]:
    """Yields the records of a file in order, without an incomplete last line.

    Raises:
        RecordError: The file is missing, or a line is not an episode record of a known schema.
    """
    try:
        file = path.open("rb")
    except OSError as error:
        raise RecordError(
            f"the episodes cannot be read: {error.strerror}",
            where=str(path),
            remedy="name a folder that evaluate wrote",
        ) from error
    with file:
        for number, line in enumerate(file, start=1):
            if not line.endswith(b"\n"):
                return
            yield from_line(line, f"{path}, line {number}")
