"""A recorded run from its folder, for `replay` and `explain`: its episodes and its manifest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from os import PathLike
from pathlib import Path

from regulars.datasets.episode_record import EpisodeRecord
from regulars.datasets.packed_runs import unpacked
from regulars.errors import RecordError, UnknownNameError, did_you_mean
from regulars.evaluation.runs.folder import CONFIG, EPISODES
from regulars.evaluation.runs.index import EpisodeIndex, EpisodeLine
from regulars.evaluation.runs.manifest import RunManifest, read_manifest
from regulars.evaluation.verification import RecordVerifier, RejectedRecord, told_rejections
from regulars.evaluation.whole_files import read_whole


@dataclass(frozen=True, slots=True)
class RecordedRun:
    """The episodes and the manifest of a recorded run.

    Attributes:
        folder: The folder of the run; for a packed run a temporary one.
        records: The sound episode records in the order of the run, at least one. Each is read when it is asked for.
        manifest: The content of `config.json`; None if the file is missing.
    """

    folder: Path
    records: Sequence[EpisodeRecord]
    manifest: RunManifest | None
    _index: EpisodeIndex | None = None
    _named: Path | None = None

    @property
    def named(self) -> Path:
        """What the run was opened by: its folder, or the file of a packed run."""
        return self._named or self.folder

    @property
    def index(self) -> EpisodeIndex:
        """Finds episodes without reading them. Raises `RecordError` for records that are in no file."""
        if self._index is None:
            raise RecordError("the run is in no folder", where="RecordedRun", remedy="open it with open_run")
        return self._index

    @property
    def options(self) -> dict[str, int]:
        """The options `k` and `budget` of the run; empty without a manifest."""
        return {} if self.manifest is None else {"k": self.manifest.k, "budget": self.manifest.budget}

    def spec_of(self, system: str) -> str:
        """The spec of a system that is named in short; the name itself for any other."""
        return system if self.manifest is None else self.manifest.labels.get(system, system)

    @property
    def names(self) -> list[str]:
        """The names of the episodes, `SCENARIO/SEED/SYSTEM`, in the order of the run."""
        return [str(record.key) for record in self.records] if self._index is None else self.index.names

    @property
    def rejected(self) -> list[RejectedRecord]:
        """The lines of the file that failed the verification and are not among the records."""
        return [] if self._index is None else self.index.rejected

    @property
    def notes(self) -> list[str]:
        """What to know before reading the run: how many episodes are missing, and which lines are left out."""
        planned = 0 if self.manifest is None else len(self.manifest.units)
        missing = f"only {len(self.records)} of {planned} episodes: complete the run with evaluate --resume"
        return [*([missing] if len(self.records) < planned else []), *told_rejections(self.rejected, "left out")]

    def episodes(
        self, *, person: str | None = None, kind: str | None = None, verdict: str | None = None,
        system: str | None = None,
    ) -> list[EpisodeLine]:  # fmt: skip
        """Lists the episodes of a run in its folder, or some of them, without reading their records.

        Args:
            person: The id of a person who is in the episode; with `kind` or `verdict`, who asks the question or is
                its subject.
            kind: The kind of a question.
            verdict: The verdict on a question, such as `stale`, or `-` for none; with `kind`, on one of that kind.
            system: The name of the system.

        Returns:
            The episodes in order. The record of one is `records[number - 1]`.

        Raises:
            UnknownNameError: The run has no such person, kind, verdict or system.
        """
        return self.index.find(person=person, kind=kind, verdict=verdict, system=system)

    def lived_before(self, record: EpisodeRecord) -> list[EpisodeRecord]:
        """The train episodes of a stream that the memory met before this episode; empty for a single life."""
        if record.config.stream is None:
            return []
        if self._index is not None:
            return [self.records[place] for place in self.index.train_episodes(record.key)]
        life = record.key.seed, record.key.system
        before = takewhile(lambda one: one.key != record.key, self.records)
        return [one for one in before if (one.key.seed, one.key.system) == life and _is_training(one)]


def _is_training(record: EpisodeRecord) -> bool:
    return record.config.stream is not None and record.config.stream.half == "train"


def check_is_run(folder: Path) -> None:
    """Raises `RecordError` for a folder that is missing, or that no run has begun to write to."""
    if not any((folder / name).is_file() for name in (EPISODES, CONFIG)):
        raise _no_run(folder)


def _no_run(folder: Path) -> RecordError:
    near = sorted(str(one.parent) for one in folder.parent.glob(f"*/{EPISODES}")) if folder.parent.is_dir() else []
    remedy = did_you_mean(str(folder), near) if near else "name a folder that evaluate --out wrote"
    problem = "the folder holds no episodes" if folder.is_dir() else "there is no such folder"
    return RecordError(problem, where=str(folder), remedy=remedy)


def open_run(run: str | PathLike[str]) -> RecordedRun:
    """Opens the run in a folder that `evaluate` wrote, or in a file that `pack` wrote.

    Its records are verified on opening, and read on demand.

    Raises:
        RecordError: The folder or file is missing, or holds no valid episode.
    """
    folder = unpacked(Path(run))
    if not (folder / EPISODES).is_file():
        raise _no_run(folder)
    config = folder / CONFIG
    return run_in(folder, read_manifest(config) if config.exists() else None, Path(run))


def run_in(folder: Path, manifest: RunManifest | None, named: Path | None = None) -> RecordedRun:
    """Opens the run in a folder whose manifest is known.

    Args:
        folder: The folder, with its episodes.
        manifest: The manifest; None for a run without one.
        named: What the run was opened by, if not by its folder.

    Raises:
        RecordError: There is no sound episode.
    """
    config = folder / CONFIG
    settings = read_whole(config) if config.exists() else b""
    index = EpisodeIndex.opened(folder / EPISODES, _verifier(manifest), settings)
    records = index.records
    if not records:
        rejected = index.rejected
        raise RecordError(
            f"the run has no sound episode; {rejected[0]}" if rejected else "the run has no episodes yet",
            where=str(folder / EPISODES),
            remedy="resume it with --resume",
        )
    return RecordedRun(folder, records, manifest, index, named)


def _verifier(manifest: RunManifest | None) -> RecordVerifier:
    """The verifier of a run with this manifest. Runs of schema 1 do not list their episodes."""
    if manifest is None:
        return RecordVerifier()
    return RecordVerifier(manifest.version, set(manifest.units) or None)


def find_episode(run: RecordedRun, wanted: str) -> int:
    """Returns the index of an episode in a run, from 0.

    Args:
        run: The run.
        wanted: The episode's number from 1, its name `SCENARIO/SEED/SYSTEM`, or a unique part of the name.

    Raises:
        UnknownNameError: The run has no such episode, or several.
    """
    names = run.names
    close = [name for name in names if wanted in name]
    return _find("episode", wanted, names, close, str(run.named), "SCENARIO/SEED/SYSTEM")


def find_probe(record: EpisodeRecord, wanted: str) -> int:
    """Returns the index of a question in an episode, from 0.

    Args:
        record: The episode.
        wanted: The question's number from 1, its id, or a unique beginning of the id. Digits alone are a number.

    Raises:
        UnknownNameError: The episode has no such question, or several.
    """
    ids = [probe.id for probe in record.probes]
    close = [id for id in ids if id.startswith(wanted) and not wanted.isdecimal()]
    return _find("question", wanted, ids, close, str(record.key), "an id")


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
