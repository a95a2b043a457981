"""Where the records of a run come together: appended as episodes end, put in the order of the units at the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from regulars.agents.models.metered import Meter
from regulars.agents.models.protocol import Usage
from regulars.datasets.record import append, mend, read_records, rewrite
from regulars.datasets.validate import check_sound
from regulars.envs.life.outcomes import Ending
from regulars.evaluation.engines.jobs import Job
from regulars.scenarios.language.packs import ontology_of

Key = tuple[str, int, str]


@dataclass(slots=True)
class Progress:
    """How far a run is, for whoever shows it.

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


class EpisodeBook:
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
        mend(path)
        path.touch()
        self._path = path
        self._units = units
        self.meter = meter
        self._progress = progress
        self._scores: dict[Key, float | None] = {}
        self._played = 0
        attempts: dict[Key, int] = {}
        kept, failed = [], False
        for record in read_records(path):
            key = _key(record["key"])
            if plays_again and record["ending"] == Ending.INFRASTRUCTURE_ERROR:
                attempts[key], failed = record["attempt"] + 1, True
                continue
            kept.append(record)
            self._scores[key] = record["score"] if record["valid"] else None
        if failed:
            rewrite(path, kept)
        self.jobs = [Job(unit, attempts.get(_key(unit.key), 1)) for unit in units if _key(unit.key) not in self._scores]
        """What is to be played."""
        self._last = units[0] if units else None
        if len(self.jobs) < len(units):
            self.report()

    def enter(self, unit: Any, record: dict[str, Any]) -> None:
        """Takes in the record of an episode that has ended."""
        check_sound(record, ontology_of(record["scenario"]["language"]))
        append(self._path, record)
        self._scores[_key(unit.key)] = record["score"] if record["valid"] else None
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

    def close(self) -> list[dict[str, Any]]:
        """All records in the order of the units, one for each; the file is put in that order too."""
        places = {_key(unit.key): place for place, unit in enumerate(self._units)}
        written = list(read_records(self._path))
        found = sorted(written, key=lambda record: places[_key(record["key"])])
        if found != written:
            rewrite(self._path, found)
        return found


def _key(key: Mapping[str, Any]) -> Key:
    return key["scenario"], key["seed"], key["system"]
