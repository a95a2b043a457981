"""Files of episode records, one a line.

Lines are appended as episodes end, and put in the order of the run at its end. A kill leaves a torn last line, which is
ignored on reading and removed before the next record is appended.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from regulars.datasets.codec import from_line, to_line
from regulars.datasets.episode_record import EpisodeRecord
from regulars.errors import RecordError


def append(path: Path, record: EpisodeRecord) -> None:
    """Appends a record as one line, and sees it onto the disk.

    Raises:
        RecordError: The file cannot be written.
    """
    _write(path, "ab", [record])


def rewrite(path: Path, records: Sequence[EpisodeRecord]) -> None:
    """Replaces the records of a file, all of them or none.

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
        raise RecordError(f"an episode cannot be written: {error}", where=str(path)) from error


def repair(path: Path) -> None:
    """Removes a torn last line, so that the next record starts a line of its own."""
    if not path.exists():
        return
    data = path.read_bytes()
    end = data.rfind(b"\n") + 1
    if end < len(data):
        with path.open("r+b") as file:
            file.truncate(end)


def read_records(path: Path) -> Iterator[EpisodeRecord]:
    """The records of a file, in order; a torn last line is ignored.

    Raises:
        RecordError: The file is missing, or a line is no episode record of a known schema.
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
