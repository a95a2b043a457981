"""Reads a recorded run from its folder, for `replay` and `explain`: its episodes and its manifest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from regulars.datasets.episode_record import EpisodeRecord
from regulars.datasets.record_files import read_records
from regulars.errors import RecordError, UnknownNameError, did_you_mean
from regulars.evaluation.runs.folder import CONFIG, EPISODES
from regulars.evaluation.runs.manifest import RunManifest, read_manifest


@dataclass(frozen=True, slots=True)
class RecordedRun:
    """The episodes and the manifest of a recorded run.

    Attributes:
        folder: The folder of the run.
        records: The episode records in the order of the run, at least one.
        manifest: The content of `config.json`; None if the file is missing.
    """

    folder: Path
    records: Sequence[EpisodeRecord]
    manifest: RunManifest | None

    @property
    def options(self) -> dict[str, int]:
        """The options `k` and `budget` of the run; empty without a manifest."""
        return {} if self.manifest is None else {"k": self.manifest.k, "budget": self.manifest.budget}

    def spec_of(self, system: str) -> str:
        """The spec of a system that is named in short; the name itself for any other."""
        return system if self.manifest is None else self.manifest.labels.get(system, system)

    def lived_before(self, record: EpisodeRecord) -> list[EpisodeRecord]:
        """The train episodes of a stream that the memory met before this episode; empty for a single life."""
        stream = record.config.stream
        found: list[EpisodeRecord] = []
        for one in self.records if stream is not None else ():
            where = one.config.stream
            same = (one.key.seed, one.key.system) == (record.key.seed, record.key.system)
            if stream is None or where is None or not same or where.half != "train" or one is record:
                continue
            if where.block <= stream.trained and (stream.half != "train" or where.block < stream.block):
                found.append(one)
        return found


def open_run(run: str | PathLike[str]) -> RecordedRun:
    """Reads the run in a folder that `evaluate` wrote.

    Raises:
        RecordError: The folder holds no episodes, or one cannot be read.
    """
    folder = Path(run)
    if not (folder / EPISODES).is_file():
        near = sorted(str(one.parent) for one in folder.parent.glob(f"*/{EPISODES}")) if folder.parent.is_dir() else []
        remedy = did_you_mean(str(folder), near) if near else "name a folder that evaluate --out wrote"
        raise RecordError("the folder holds no episodes", where=str(folder), remedy=remedy)
    records = list(read_records(folder / EPISODES))
    if not records:
        raise RecordError("the run has no episodes yet", where=str(folder / EPISODES), remedy="resume it with --resume")
    config = folder / CONFIG
    return RecordedRun(folder, records, read_manifest(config) if config.exists() else None)


def find_episode(run: RecordedRun, wanted: str) -> int:
    """Returns the index of an episode in a run, from 0.

    Args:
        run: The run.
        wanted: The episode's number from 1, its name `SCENARIO/SEED/SYSTEM`, or a unique part of the name.

    Raises:
        UnknownNameError: The run has no such episode, or several.
    """
    names = [str(record.key) for record in run.records]
    close = [name for name in names if wanted in name]
    return _find("episode", wanted, names, close, str(run.folder), "SCENARIO/SEED/SYSTEM")


def find_probe(record: EpisodeRecord, wanted: str) -> int:
    """Returns the index of a question in an episode, from 0.

    Args:
        record: The episode.
        wanted: The question's number from 1, its id, or a unique beginning of the id.

    Raises:
        UnknownNameError: The episode has no such question, or several.
    """
    ids = [probe.id for probe in record.probes]
    return _find("question", wanted, ids, [id for id in ids if id.startswith(wanted)], str(record.key), "an id")


def _find(kind: str, wanted: str, names: Sequence[str], close: Sequence[str], where: str, form: str) -> int:
    """The index of a name: by the name, by its number from 1, or by the only close name."""
    if wanted in names:
        return names.index(wanted)
    if wanted.isdecimal() and 1 <= int(wanted) <= len(names):
        return int(wanted) - 1
    if len(close) == 1:
        return names.index(close[0])
    raise UnknownNameError(
        f"{len(close)} {kind}s match {wanted!r}" if close else f"unknown {kind} {wanted!r}",
        where=where,
        expected=f"a number from 1 to {len(names)}, or {form}",
        remedy=did_you_mean(wanted, (close or names)[:8]),
    )
