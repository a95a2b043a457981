"""A run that was recorded, as `replay` and `explain` read it: its episodes, and what it was made with."""

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
    """A run's episodes, in its order, and what it was made with.

    Attributes:
        folder: Where it lies.
        records: The episode records, at least one.
        manifest: `config.json`; None where it is missing.
    """

    folder: Path
    records: Sequence[EpisodeRecord]
    manifest: RunManifest | None

    @property
    def options(self) -> dict[str, int]:
        """What memories were asked for, as far as it is known: `k` and `budget`."""
        return {} if self.manifest is None else {"k": self.manifest.k, "budget": self.manifest.budget}

    def lived_before(self, record: EpisodeRecord) -> list[EpisodeRecord]:
        """The train episodes that the memory of a stream's episode had lived through; none for a single life."""
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
    """The episodes of a folder that `evaluate` wrote.

    Raises:
        RecordError: There are none, or one that cannot be read.
    """
    folder = Path(run)
    if not (folder / EPISODES).is_file():
        near = sorted(str(one.parent) for one in folder.parent.glob(f"*/{EPISODES}")) if folder.parent.is_dir() else []
        remedy = did_you_mean(str(folder), near) if near else "name a folder that evaluate --out wrote"
        raise RecordError("there are no episodes", where=str(folder), remedy=remedy)
    records = list(read_records(folder / EPISODES))
    if not records:
        raise RecordError("there are no episodes", where=str(folder / EPISODES), remedy="complete it with --resume")
    config = folder / CONFIG
    return RecordedRun(folder, records, read_manifest(config) if config.exists() else None)


def find_episode(run: RecordedRun, wanted: str) -> int:
    """The place of an episode in a run, from 0.

    Args:
        run: The run.
        wanted: Its number from 1, or its name, `SCENARIO/SEED/SYSTEM`.

    Raises:
        UnknownNameError: There is none.
    """
    names = [str(record.key) for record in run.records]
    if wanted in names:
        return names.index(wanted)
    if wanted.isdecimal() and 1 <= int(wanted) <= len(names):
        return int(wanted) - 1
    close = [name for name in names if wanted in name]
    if len(close) == 1:
        return names.index(close[0])
    raise UnknownNameError(
        f"there is no episode {wanted!r}" if not close else f"{len(close)} episodes are named like {wanted!r}",
        where=str(run.folder),
        expected=f"a number from 1 to {len(names)}, or SCENARIO/SEED/SYSTEM",
        remedy=did_you_mean(wanted, (close or names)[:8]),
    )


def find_probe(record: EpisodeRecord, wanted: str) -> int:
    """The place of a question in an episode, from 0.

    Args:
        record: The episode.
        wanted: Its id, the beginning of one, or its number from 1.

    Raises:
        UnknownNameError: There is none.
    """
    ids = [probe.id for probe in record.probes]
    if wanted in ids:
        return ids.index(wanted)
    if wanted.isdecimal() and 1 <= int(wanted) <= len(ids):
        return int(wanted) - 1
    close = [id for id in ids if id.startswith(wanted)]
    if len(close) == 1:
        return ids.index(close[0])
    raise UnknownNameError(
        f"there is no question {wanted!r}",
        where=str(record.key),
        expected=f"a number from 1 to {len(ids)}, or an id",
        remedy=did_you_mean(wanted, (close or ids)[:8]),
    )
