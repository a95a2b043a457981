"""Writes the records of a run to its file as episodes end, and sorts them when the run is complete."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from regulars.agents.models.metered import Meter
from regulars.agents.models.protocol import Usage
from regulars.datasets.episode_record import EpisodeKey, EpisodeRecord
from regulars.datasets.record_files import RecordPlace, StoredRecords, append, rearrange, repair
from regulars.datasets.validate import check_sound
from regulars.envs.life.outcomes import Ending
from regulars.errors import RecordError
from regulars.evaluation.figures.metrics import anchor_answers
from regulars.evaluation.play.jobs import Job
from regulars.evaluation.verification import RecordVerifier, RejectedRecord, set_aside
from regulars.scenarios.language.packs import ontology_of


@dataclass(slots=True)
class Progress:
    """The progress of a run.

    Attributes:
        done: Finished episodes.
        total: All episodes of the run.
        system: The system of the latest episode.
        scenario: The scenario of the latest episode.
        reward: The mean reward of the valid episodes so far; None while there are none.
        faults: Episodes that ended by a fault.
        played: Finished episodes without those that were in the folder before.
        usage: Model calls so far.
        accuracy: The mean accuracy on anchors by system, over the valid episodes so far.
    """

    done: int
    total: int
    system: str
    scenario: str
    reward: float | None
    faults: int
    played: int = 0
    usage: Usage = field(default_factory=Usage)
    accuracy: Mapping[str, float] = field(default_factory=dict)


class EpisodeLog:
    """The records of a run, and the jobs that remain.

    Existing records are kept, except those of episodes that failed by the infrastructure, and those that fail the
    verification. The latter are set aside in `episodes.rejected.jsonl`, and their episodes are played again.

    Args:
        path: The file of records. It may hold records of an interrupted run.
        units: The episodes of the run in order: each a `Unit` or a `StreamUnit`.
        meter: Counts model calls.
        progress: Called with the progress of the run.
        plays_again: Whether episodes that failed by the infrastructure are played again. False for streams, whose
            later episodes depend on earlier ones.
        version: The version of this package that the run was started with; empty to accept any.

    Attributes:
        rejected: The existing records that were set aside.
    """

    def __init__(
        self,
        path: Path,
        units: Sequence[Any],
        meter: Meter,
        progress: Callable[[Progress], None] | None = None,
        *,
        plays_again: bool = True,
        version: str = "",
    ) -> None:
        self._path = path
        self._units = units
        self.meter = meter
        self._progress = progress
        self._written = StoredRecords(path, [])
        self._indices: dict[EpisodeKey, int] = {}
        self._size = 0
        self._played = self._valid = 0
        self._rewards = 0.0
        self._anchors: dict[str, tuple[int, int]] = {}
        self.rejected: list[RejectedRecord] = []
        planned = {(unit.name, unit.seed, unit.system.name) for unit in units}
        attempts = self._resumed(RecordVerifier(version, planned), plays_again)
        self.jobs = [Job(unit, attempts.get(unit.key, 1)) for unit in units if unit.key not in self._indices]
        """The episodes that remain to be played."""
        self._last = units[0] if units else None
        if len(self.jobs) < len(units):
            self.report()

    def _resumed(self, verifier: RecordVerifier, plays_again: bool) -> dict[EpisodeKey, int]:
        """Keeps the sound records of the file. Returns the next attempts at episodes that failed before."""
        path = self._path
        repair(path)
        try:
            path.touch()
        except OSError as error:
            raise RecordError(
                f"the episodes cannot be written: {error.strerror}", where=str(path), remedy="check the folder"
            ) from error
        attempts: dict[EpisodeKey, int] = {}
        for line in verifier.lines(path):
            if line.rejected is not None:
                set_aside(path.parent, [line])
                self.rejected.append(line.rejected)
            elif line.record is not None:
                record = line.record
                if plays_again and record.ending is Ending.INFRASTRUCTURE_ERROR:
                    attempts[record.key] = record.attempt + 1
                else:
                    self._count(record, line.place)
        if attempts or self.rejected:
            moved = rearrange(path, map(self._written.place, range(len(self._written))))
            self._written = StoredRecords(path, moved)
            self._size = sum(place.length for place in moved)
        return attempts

    def _count(self, record: EpisodeRecord, place: RecordPlace) -> None:
        self._indices[record.key] = len(self._written)
        self._written.add(place)
        self._size += place.length
        if record.score is not None:
            self._valid += 1
            self._rewards += record.score
        right, asked = self._anchors.get(record.key.system, (0, 0))
        found = anchor_answers(record)
        self._anchors[record.key.system] = right + sum(found), asked + len(found)

    def enter(self, unit: Any, record: EpisodeRecord) -> None:
        """Writes the record of a finished episode."""
        check_sound(record, ontology_of(record.scenario.language))
        self._count(record, append(self._path, record, self._size))
        self._played += 1
        self._last = unit
        self.report()

    def report(self) -> None:
        """Calls `progress` with the progress of the run."""
        if self._progress is None or self._last is None:
            return
        self._progress(
            Progress(
                len(self._written),
                len(self._units),
                self._last.system.name,
                self._last.name,
                self._rewards / self._valid if self._valid else None,
                len(self._written) - self._valid,
                self._played,
                self.meter.total,
                {system: right / asked for system, (right, asked) in self._anchors.items() if asked},
            )
        )

    def close(self) -> StoredRecords:
        """Sorts the file into the order of the units, and returns all records in that order."""
        order = [self._indices[unit.key] for unit in self._units if unit.key in self._indices]
        places = map(self._written.place, order)
        if any(first > then for first, then in pairwise(order)):
            return StoredRecords(self._path, rearrange(self._path, places))
        return StoredRecords(self._path, places)
