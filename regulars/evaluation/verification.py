"""Verifies the records of a run, line by line. A record that fails is named, and counts nowhere.

`evaluate --resume` sets such records aside in a file of their own and plays their episodes again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from msgspec import Struct

from regulars.datasets.codec import from_line, is_unchanged
from regulars.datasets.episode_record import EpisodeRecord
from regulars.datasets.record_files import TORN, RecordPlace, incomplete_line, read_lines
from regulars.errors import RecordError
from regulars.seeding import content_hash

REJECTED = "episodes.rejected.jsonl"
"""The file in a run's folder that keeps rejected records: each line has the fields of `RejectedRecord` and `text`."""
_NAMED = 5
"""The largest number of rejected records to name in a note."""


class RejectedRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A record that failed the verification.

    Attributes:
        line: The number of its line, from 1.
        episode: The name of the episode; empty if the line does not say.
        why: What is wrong with it.
    """

    line: int
    episode: str
    why: str

    def __str__(self) -> str:
        return f"line {self.line}{f' ({self.episode})' if self.episode else ''}: {self.why}"


@dataclass(frozen=True, slots=True)
class VerifiedLine:
    """A line of the file: its place, and its record, or why it was rejected.

    Attributes:
        place: The place of the line.
        text: The line.
        record: The record; None if it was rejected.
        rejected: The rejection; None for a sound record.
    """

    place: RecordPlace
    text: bytes
    record: EpisodeRecord | None
    rejected: RejectedRecord | None


class RecordVerifier:
    """Decides which records belong to a run.

    Args:
        version: The version of this package that the run was made with; empty if unknown.
        planned: Scenario, seed and system of each episode of the run; None if unknown.
    """

    def __init__(self, version: str = "", planned: Collection[tuple[str, int, str]] | None = None) -> None:
        self._version = version
        self._planned = planned

    def lines(self, path: Path) -> Iterator[VerifiedLine]:
        """Yields each line of a file with its record, or with the reason why it is rejected.

        Of several records of one episode, the first sound one counts. An incomplete last line is rejected.

        Raises:
            RecordError: The file is missing or cannot be read.
        """
        first: dict[int, int] = {}
        number = end = 0
        for number, (offset, text) in enumerate(read_lines(path), start=1):
            end = offset + len(text)
            record, name, why = self._verified(text, number, first)
            rejected = None if record is not None else RejectedRecord(line=number, episode=name, why=why)
            yield VerifiedLine(RecordPlace.of(text, offset), text, record, rejected)
        if torn := incomplete_line(path, end):
            rejected = RejectedRecord(line=number + 1, episode="", why=TORN)
            yield VerifiedLine(RecordPlace.of(torn, end), torn, None, rejected)

    def _verified(self, text: bytes, number: int, first: dict[int, int]) -> tuple[EpisodeRecord | None, str, str]:
        """The record, or None with the name of the episode and what is wrong."""
        try:
            record = from_line(text, f"line {number}")
        except RecordError as error:
            return None, "", error.what
        name = str(record.key)
        written = record.versions.get("regulars", self._version)
        if not is_unchanged(record):
            return None, name, "the record was edited or damaged after it was written"
        if self._version and written != self._version:
            return None, name, f"it was recorded by version {written}, and the run by {self._version}"
        key = record.key
        if self._planned is not None and (key.scenario, key.seed, key.system) not in self._planned:
            return None, name, "the run has no such episode"
        short = int(content_hash(name, 16), 16)  # a whole name for each episode would take more memory
        if short in first:
            return None, name, f"duplicate episode: line {first[short]} is the same episode"
        first[short] = number
        return record, name, ""


def set_aside(folder: Path, lines: Iterable[VerifiedLine]) -> None:
    """Appends rejected lines to the file of rejected records. Lone bytes of a text become lone surrogates.

    Raises:
        RecordError: The file cannot be written.
    """
    path = folder / REJECTED
    try:
        with path.open("a", encoding="ascii", newline="\n") as file:
            for line in lines:
                if line.rejected is not None:
                    text = line.text.rstrip(b"\n").decode("utf-8", "surrogateescape")
                    told = {name: getattr(line.rejected, name) for name in RejectedRecord.__struct_fields__}
                    file.write(json.dumps({**told, "text": text}) + "\n")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise RecordError(
            f"a rejected record cannot be set aside: {error.strerror}", where=str(path),
            remedy="check the folder, then resume the run",
        ) from error  # fmt: skip


def told_rejections(rejected: Collection[RejectedRecord], then: str) -> list[str]:
    """A note for users that names rejected records; empty if there are none.

    Args:
        rejected: The rejected records.
        then: What became of them, in words.
    """
    if not rejected:
        return []
    some = "; ".join(str(one) for one in list(rejected)[:_NAMED])
    more = f"; and {len(rejected) - _NAMED} more" if len(rejected) > _NAMED else ""
    return [f"{len(rejected)} record{'s' * (len(rejected) > 1)} of the run rejected and {then}: {some}{more}"]
