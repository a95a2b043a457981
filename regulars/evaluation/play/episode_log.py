"""Writes the records of a run to its file as episodes end, and sorts them when the run is complete."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from regulars.agents.models.metered import Meter
from regulars.agents.models.protocol import Usage
from regulars.datasets.episode_record import EpisodeKey, EpisodeRecord
from regulars.datasets.record_files import append, read_records, repair, rewrite
from regulars.datasets.validate import check_sound
from regulars.envs.life.outcomes import Ending
from regulars.evaluation.figures.metrics import anchor_answers
from regulars.evaluation.play.jobs import Job
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

    Existing records are kept, except those of episodes that failed by the infrastructure.

    Args:
        path: The file of records. It may hold records of an interrupted run.
        units: The episodes of the run in order: each a `Unit` or a `StreamUnit`.
        meter: Counts model calls.
        progress: Called with the progress of the run.
        plays_again: Whether episodes that failed by the infrastructure are played again. False for streams, whose
            later episodes depend on earlier ones.
    """

    def __init__(
        self,
        path: Path,
        units: Sequence[Any],
        meter: Meter,
        progress: Callable[[Progress], None] | None = None,
        *,
        plays_again: bool = True,
    ) -> None:
        repair(path)
        path.touch()
        self._path = path
        self._units = units
        self.meter = meter
        self._progress = progress
        self._scores: dict[EpisodeKey, float | None] = {}
        self._played = 0
        self._anchors: dict[str, tuple[int, int]] = {}
        attempts: dict[EpisodeKey, int] = {}
        kept = []
        for record in read_records(path):
            if plays_again and record.ending is Ending.INFRASTRUCTURE_ERROR:
                attempts[record.key] = record.attempt + 1
                continue
            kept.append(record)
            self._count(record)
        if attempts:
            rewrite(path, kept)
        self.jobs = [Job(unit, attempts.get(unit.key, 1)) for unit in units if unit.key not in self._scores]
        """The episodes that remain to be played."""
        self._last = units[0] if units else None
        if len(self.jobs) < len(units):
            self.report()

    def enter(self, unit: Any, record: EpisodeRecord) -> None:
        """Writes the record of a finished episode."""
        check_sound(record, ontology_of(record.scenario.language))
        append(self._path, record)
        self._count(record)
        self._played += 1
        self._last = unit
        self.report()

    def _count(self, record: EpisodeRecord) -> None:
        """Adds an episode to the score and to the accuracy so far."""
        key = record.key
        self._scores[key] = record.score
        right, asked = self._anchors.get(key.system, (0, 0))
        found = anchor_answers(record)
        self._anchors[key.system] = right + sum(found), asked + len(found)

    def report(self) -> None:
        """Calls `progress` with the progress of the run."""
        if self._progress is None or self._last is None:
            return
        rewards = [score for score in self._scores.values() if score is not None]
        self._progress(
            Progress(
                len(self._scores),
                len(self._units),
                self._last.system.name,
                self._last.name,
                sum(rewards) / len(rewards) if rewards else None,
                len(self._scores) - len(rewards),
                self._played,
                self.meter.total,
                {system: right / asked for system, (right, asked) in self._anchors.items() if asked},
            )
        )

    def close(self) -> list[EpisodeRecord]:
        """Returns all records in the order of the units, and sorts the file accordingly."""
        places = {unit.key: place for place, unit in enumerate(self._units)}
        written = list(read_records(self._path))
        found = sorted(written, key=lambda record: places[record.key])
        if found != written:
            rewrite(self._path, found)
        return found
