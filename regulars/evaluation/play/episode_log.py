"""The episode log: collects the records of a run as episodes end, and puts them in the order of the run at its end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from regulars.agents.models.metered import Meter
from regulars.agents.models.protocol import Usage
from regulars.datasets.episode_record import EpisodeKey, EpisodeRecord
from regulars.datasets.record_files import append, read_records, repair, rewrite
from regulars.datasets.validate import check_sound
from regulars.envs.life.outcomes import Ending
from regulars.evaluation.play.jobs import Job
from regulars.scenarios.language.packs import ontology_of


@dataclass(slots=True)
class Progress:
    """How far a run is.

    Attributes:
        done: Episodes whose records are there.
        total: Episodes of the run.
        system: The system of the episode that ended last.
        scenario: Its scenario.
        reward: The mean over the valid episodes so far, None while there are none.
        faults: Episodes that ended by a fault.
        played: Episodes that this run has played itself, and not found in the folder.
        usage: What the calls of models have come to.
    """

    done: int
    total: int
    system: str
    scenario: str
    reward: float | None
    faults: int
    played: int = 0
    usage: Usage = field(default_factory=Usage)


class EpisodeLog:
    """The records of a run.

    Records that are there stay, but for those of episodes that the infrastructure failed.

    Args:
        path: The file of records, which may hold those of a run that was stopped.
        units: The run's episodes, in order: each a `Unit` or a `StreamUnit`.
        meter: Counts the calls of models.
        progress: Told how far the run is.
        plays_again: Whether what the infrastructure failed is played again; not where later episodes rest on it.
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
        attempts: dict[EpisodeKey, int] = {}
        kept = []
        for record in read_records(path):
            if plays_again and record.ending is Ending.INFRASTRUCTURE_ERROR:
                attempts[record.key] = record.attempt + 1
                continue
            kept.append(record)
            self._scores[record.key] = record.score
        if attempts:
            rewrite(path, kept)
        self.jobs = [Job(unit, attempts.get(unit.key, 1)) for unit in units if unit.key not in self._scores]
        """What is to be played."""
        self._last = units[0] if units else None
        if len(self.jobs) < len(units):
            self.report()

    def enter(self, unit: Any, record: EpisodeRecord) -> None:
        """Takes in the record of an episode that has ended."""
        check_sound(record, ontology_of(record.scenario.language))
        append(self._path, record)
        self._scores[unit.key] = record.score
        self._played += 1
        self._last = unit
        self.report()

    def report(self) -> None:
        """Tells how far the run is."""
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
            )
        )

    def close(self) -> list[EpisodeRecord]:
        """All records in the order of the units, one for each; the file is put in that order too."""
        places = {unit.key: place for place, unit in enumerate(self._units)}
        written = list(read_records(self._path))
        found = sorted(written, key=lambda record: places[record.key])
        if found != written:
            rewrite(self._path, found)
        return found
