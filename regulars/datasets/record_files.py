"""Reads and writes files of episode records, one record per line.

A run appends lines as episodes end, and sorts them when it is complete. An interrupted run may leave an incomplete last
line. Reading ignores that line, and `repair` removes it before the next record is appended. Nothing here holds more
than one record at a time.
"""

from __future__ import annotations

import os
import shutil
from array import array
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import BinaryIO, overload

from regulars.datasets.codec import from_line, to_line
from regulars.datasets.episode_record import EpisodeRecord
from regulars.errors import RecordError
from regulars.scenarios.content import find_content, keep_content

_BLOCK = 1 << 16
"""Bytes that are read at once from the end of a file."""


TORN = "it is incomplete: the run was interrupted, or is being written"
"""What is wrong with an incomplete last line."""


@dataclass(frozen=True, slots=True)
class RecordPlace:
    """The place of one line in a file of records.

    Attributes:
        offset: The first byte.
        length: The bytes of the line with its line break.
        digest: A 64-bit digest of the line.
    """

    offset: int
    length: int
    digest: int

    @classmethod
    def of(cls, line: bytes, offset: int) -> RecordPlace:
        """The place of a line that begins at `offset`."""
        return cls(offset, len(line), _digest(line))


def _digest(line: bytes) -> int:
    return int.from_bytes(blake2b(line, digest_size=8).digest(), "big")


def append(path: Path, record: EpisodeRecord, end: int | None = None) -> RecordPlace:
    """Appends a record as one line, syncs it to the disk, and returns its place.

    If the line cannot be written whole, nothing of it stays.

    Args:
        path: The file.
        record: The record.
        end: The size that the file should have before; None for any.

    Raises:
        RecordError: The file cannot be written, or its size is not `end`.
    """
    line = to_line(record) + b"\n"
    with _written(path), path.open("ab", buffering=0) as file:
        keep_content(record.scenario.language, path)
        offset = file.seek(0, os.SEEK_END)
        if end is not None and offset != end:
            raise RecordError(
                "another program has changed the file during the run",
                where=str(path),
                expected=f"{end} bytes, not {offset}",
                remedy="stop that program, then resume the run",
            )
        try:
            rest = memoryview(line)
            while rest:
                rest = rest[file.write(rest) :]
            os.fsync(file.fileno())
        except BaseException:
            with suppress(OSError):
                file.truncate(offset)
            raise
    return RecordPlace.of(line, offset)


def rearrange(path: Path, places: Iterable[RecordPlace]) -> list[RecordPlace]:
    """Replaces a file, in one step, by some of its lines in a new order. Returns their new places.

    Raises:
        RecordError: The file cannot be written, or was changed since its places were taken.
    """
    temporary = path.with_suffix(".part")
    moved: list[RecordPlace] = []
    try:
        with _written(path), path.open("rb") as source, temporary.open("wb") as file:
            for place in places:
                line = _line_at(source, place, path)
                moved.append(RecordPlace.of(line, file.tell()))
                file.write(line)
            file.flush()
            os.fsync(file.fileno())
        with _written(path):
            shutil.copymode(path, temporary)
            temporary.replace(path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise
    return moved


@contextmanager
def _written(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise RecordError(
            f"the episode cannot be written: {error}", where=str(path), remedy="check the folder, then resume the run"
        ) from error


def repair(path: Path) -> None:
    """Removes an incomplete last line, so that the next record starts a new line.

    Raises:
        RecordError: The file cannot be written.
    """
    if not path.exists():
        return
    with _written(path), path.open("r+b") as file:
        end = file.seek(0, os.SEEK_END)
        kept = 0
        start = end
        while start and not kept:
            start = max(0, start - _BLOCK)
            file.seek(start)
            kept = (start + found + 1) if (found := file.read(_BLOCK).rfind(b"\n")) >= 0 else 0
        if kept < end:
            file.truncate(kept)


def read_lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Yields each complete line of a file, with its line break, and the offset of its first byte.

    Raises:
        RecordError: The file is missing or cannot be read.
    """
    offset = 0
    with _opened(path) as file:
        for line in file:
            if not line.endswith(b"\n"):
                return
            yield offset, line
            offset += len(line)


def incomplete_line(path: Path, offset: int) -> bytes:
    """What stands behind the last complete line of a file: a line that an interrupted run, or one under way, has begun.

    Args:
        path: The file.
        offset: The end of the last complete line.

    Returns:
        The bytes; empty if the file ends there, or if whole lines have been added meanwhile.

    Raises:
        RecordError: The file is missing or cannot be read.
    """
    with _opened(path) as file:
        file.seek(offset)
        rest = file.read()
    return b"" if rest.endswith(b"\n") else rest


def read_records(path: Path) -> Iterator[EpisodeRecord]:
    """Yields the records of a file in order, without an incomplete last line.

    Raises:
        RecordError: The file is missing, or a line is not an episode record of a known schema.
    """
    for number, (_, line) in enumerate(read_lines(path), start=1):
        yield from_line(line, f"{path}, line {number}")


class StoredRecords(Sequence[EpisodeRecord]):
    """The records at some places of a file, as a sequence that reads each record when it is asked for.

    Args:
        path: The file.
        places: The places of the records, in the order of the sequence.

    Raises:
        RecordError: On reading: the file is gone, or a line was changed since its place was taken.
    """

    def __init__(self, path: Path, places: Iterable[RecordPlace]) -> None:
        self._path = path
        self._offsets, self._lengths, self._digests = array("q"), array("q"), array("Q")
        for place in places:
            self.add(place)

    def add(self, place: RecordPlace) -> None:
        """Adds the place of a record at the end."""
        self._offsets.append(place.offset)
        self._lengths.append(place.length)
        self._digests.append(place.digest)

    def place(self, index: int) -> RecordPlace:
        """The place of a record, by its index from 0."""
        return RecordPlace(self._offsets[index], self._lengths[index], self._digests[index])

    def __len__(self) -> int:
        return len(self._offsets)

    @overload
    def __getitem__(self, index: int) -> EpisodeRecord: ...
    @overload
    def __getitem__(self, index: slice) -> StoredRecords: ...
    def __getitem__(self, index: int | slice) -> EpisodeRecord | StoredRecords:
        if isinstance(index, slice):
            return StoredRecords(self._path, [self.place(one) for one in range(len(self))[index]])
        with _opened(self._path) as file:
            return self._read(file, range(len(self))[index])

    def __iter__(self) -> Iterator[EpisodeRecord]:
        with _opened(self._path) as file:
            for index in range(len(self)):
                yield self._read(file, index)

    def _read(self, file: BinaryIO, index: int) -> EpisodeRecord:
        line = _line_at(file, self.place(index), self._path)
        return from_line(line, f"{self._path}, episode {index + 1}")


def _line_at(file: BinaryIO, place: RecordPlace, path: Path) -> bytes:
    file.seek(place.offset)
    line = file.read(place.length)
    if _digest(line) != place.digest:
        raise RecordError(
            "another program has changed the file since it was opened",
            where=f"{path}, byte {place.offset}",
            remedy="stop that program, then start again",
        )
    return line


def _opened(path: Path) -> BinaryIO:
    find_content(path)
    try:
        return path.open("rb")
    except OSError as error:
        raise RecordError(
            f"the episodes cannot be read: {error.strerror}",
            where=str(path),
            remedy="name a folder that evaluate wrote",
        ) from error
