"""What is exported: the episodes of a run, or recorded conversations from a file or folder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

from msgspec import DecodeError, Struct
from msgspec.json import Decoder

from regulars.datasets.codec import from_line
from regulars.datasets.episode_record import EPISODES, EpisodeKey, EpisodeRecord
from regulars.datasets.export.losses import IN_CONVERSATIONS, IN_EPISODES
from regulars.datasets.formats import read_any
from regulars.datasets.packed_runs import unpacked
from regulars.datasets.readers.episodes import recording_of
from regulars.errors import DataError, did_you_mean
from regulars.scenarios.world import Scenario

PROGRESS_EVERY = 2.0
"""Seconds between two reports of progress."""


@dataclass(slots=True)
class ExportSource:
    """The episodes or conversations to export, one after the other.

    Attributes:
        data: A run's folder or packed file, or what `read_any` takes.
        systems: The systems of a run to export; empty for all.
        tell: Called every two seconds with the finished and the total number of episodes or conversations.
        held: How often the exported data holds each thing of `losses`.
        left_out: The number of episodes that were left out, by the reason.
    """

    data: str
    systems: Collection[str] = ()
    tell: Callable[[int, int], None] = lambda done, total: None
    held: Counter[str] = field(default_factory=Counter)
    left_out: Counter[str] = field(default_factory=Counter)

    @property
    def path(self) -> Path:
        """The data as a path; for a packed run, its unpacked folder."""
        return unpacked(Path(self.data).expanduser())

    @property
    def is_run(self) -> bool:
        """Whether the source is a run."""
        return (self.path / EPISODES).is_file()

    def episodes(self) -> Iterator[EpisodeRecord]:
        """Yields the valid episodes of a run. Those with the same scenario and seed follow each other.

        Raises:
            DataError: The source is no run, or holds no such episode.
        """
        if not self.is_run:
            raise DataError(
                "this is not the folder of a run",
                where=str(self.path),
                expected=f"a folder with {EPISODES}: this format needs what assistants said and what they got for it",
                remedy="play the data first: regulars evaluate --data PATH --out RUN",
            )
        for record in self._in_order():
            for name, count in IN_EPISODES.items():
                self.held[name] += count(record)
            yield record

    def groups(self) -> Iterator[list[EpisodeRecord]]:
        """Yields the episodes that play the same scenario from the same seed, as lists. Raises as `episodes` does."""
        group: list[EpisodeRecord] = []
        for record in self.episodes():
            if group and _life(record.key) != _life(group[0].key):
                yield group
                group = []
            group.append(record)
        if group:
            yield group

    def conversations(self) -> Iterator[Scenario]:
        """Yields recorded conversations: those of the data, or the episodes of a run as recordings.

        Raises:
            DataError: The data cannot be read, or holds plans without words.
        """
        for scenario in self._recorded() if self.is_run else self._read():
            for name, count in IN_CONVERSATIONS.items():
                self.held[name] += count(scenario)
            yield scenario

    def _read(self) -> Iterator[Scenario]:
        if self.systems:
            raise DataError("these data have no systems", where=f"{self.path}, --system", expected="a run's folder")
        scenarios = read_any(self.data)
        counted = _Progress(self.tell, len(scenarios))
        for scenario in scenarios:
            if not any(session.turns for session in scenario.sessions):
                raise DataError(
                    f"scenario {scenario.id} is a plan without words",
                    where=str(self.path),
                    expected="recorded conversations, or a run",
                    remedy="play it with regulars evaluate --data PATH --out RUN, and export RUN",
                )
            yield scenario
            counted.add()

    def _recorded(self) -> Iterator[Scenario]:
        for record in self._in_order():
            if record.transcript:
                yield recording_of(record).scenario()
            else:
                self.left_out["episodes without a turn"] += 1

    def _in_order(self) -> Iterator[EpisodeRecord]:
        """Yields the chosen episodes life by life. An interrupted run has them in the order in which they ended."""
        path = self.path / EPISODES
        lives: dict[tuple[str, int], int] = {}
        places: list[tuple[int, int, int]] = []
        systems: set[str] = set()
        for number, start, head in _heads(path):
            systems.add(head.key.system)
            if self.systems and head.key.system not in self.systems:
                continue
            if not head.valid:
                self.left_out["episodes that ended by a fault"] += 1
                continue
            places.append((lives.setdefault(_life(head.key), len(lives)), number, start))
        unknown = [name for name in self.systems if name not in systems]
        if unknown:
            raise DataError(
                f"no episode is of system {unknown[0]!r}", where=str(path), remedy=did_you_mean(unknown[0], systems)
            )
        if not places:
            raise DataError("the run holds no valid episode", where=str(path), remedy="resume it, or play it again")
        counted = _Progress(self.tell, len(places))
        with path.open("rb") as file:
            for _, number, start in sorted(places):
                file.seek(start)
                yield from_line(file.readline(), f"{path}, line {number}")
                counted.add()


class RecordHead(Struct, frozen=True):
    """The parts of an episode record that decide whether and in which order it is exported."""

    key: EpisodeKey
    valid: bool


_HEAD = Decoder(RecordHead)


def _heads(path: Path) -> Iterator[tuple[int, int, RecordHead]]:
    """Yields number, position and head of each line, without an incomplete last one."""
    start = 0
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if not line.endswith(b"\n"):
                return
            try:
                head = _HEAD.decode(line)
            except DecodeError:  # perhaps lone surrogates, which only the codec reads; else it describes the line
                record = from_line(line, f"{path}, line {number}")
                head = RecordHead(record.key, record.valid)
            yield number, start, head
            start += len(line)


def _life(key: EpisodeKey) -> tuple[str, int]:
    return key.scenario, key.seed


class _Progress:
    """Counts finished items, and reports them from time to time."""

    def __init__(self, tell: Callable[[int, int], None], total: int) -> None:
        self._tell, self._total = tell, total
        self._done = 0
        self._told = monotonic()

    def add(self) -> None:
        self._done += 1
        if monotonic() - self._told >= PROGRESS_EVERY:
            self._told = monotonic()
            self._tell(self._done, self._total)
