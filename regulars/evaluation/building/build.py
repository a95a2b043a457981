"""Builds a data set in a folder, resumes a build that was interrupted, and recognises a finished one.

The work is in the hidden folder `.building` until the end. Lives and episodes are kept there as they are made, so a
killed build loses at most the one under way. The finished files are moved to their places, and `SHA256SUMS` comes last.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from msgspec import UNSET
from msgspec.structs import replace

from regulars.datasets.codec import seal, to_line
from regulars.datasets.encode_life import versions
from regulars.datasets.episode_record import EpisodeRecord
from regulars.datasets.formats import DATA_SET
from regulars.datasets.record_files import read_records
from regulars.errors import ConfigurationError, DataError, RecordError
from regulars.evaluation.building.card import card, plots
from regulars.evaluation.building.checksums import (
    CHECKSUMS,
    checksum_text,
    checksums,
    checksums_of,
    differing,
    read_checksums,
)
from regulars.evaluation.building.contents import SplitContents
from regulars.evaluation.building.lives import life_line, write_lives
from regulars.evaluation.building.plan import SPLITS, DataSetPlan
from regulars.evaluation.evaluate import run_config
from regulars.evaluation.play.episode_log import Progress
from regulars.evaluation.runs.config import RunConfig
from regulars.evaluation.runs.finished import Run
from regulars.evaluation.runs.folder import EPISODES
from regulars.evaluation.runs.lock import RunLock
from regulars.evaluation.systems.systems import REFERENCES
from regulars.evaluation.whole_files import write_whole
from regulars.scenarios.content import content_texts
from regulars.scenarios.files import scenarios_of

WORK = ".building"
SCENARIOS = "scenarios.jsonl"
DESCRIPTION = "build.json"
SCHEMA = 1

REFERENCE = "bm25-turn"
"""The memory of the assistant in the episodes, as in the recordings of off-policy regimes."""

Tell = Callable[[str, int, int], None]
"""Called with what is being made, and how many of how many are finished."""


@dataclass(frozen=True, slots=True)
class BuiltDataSet:
    """A finished data set.

    Attributes:
        folder: Where it is.
        size: The bytes of all its files.
        sums: The SHA-256 sums of its files by path.
        resumed: Whether it was finished before.
    """

    folder: Path
    size: int
    sums: Mapping[str, str]
    resumed: bool = False


def build(
    plan: DataSetPlan,
    out: str | Path,
    *,
    workers: int = 1,
    tell: Tell | None = None,
    rows: Sequence[str] = REFERENCES,
    reference: str = REFERENCE,
) -> BuiltDataSet:
    """Builds a data set, or completes one. The same plan gives the same bytes with any number of workers.

    Args:
        plan: What it holds.
        out: Its folder: new, empty, or with a build of the same plan.
        workers: The number of processes.
        tell: Called with the progress.
        rows: The reference rows that are played on `test` for the card.
        reference: The memory of the assistant in the episodes.

    Raises:
        ConfigurationError: The folder holds something else, cannot be written, or is written by another process.
        DataError: The folder holds a finished build that was changed afterwards.
    """
    folder = Path(out)
    say = tell or (lambda *_: None)
    described = json.dumps(_description(plan, rows, reference), indent=1, ensure_ascii=False) + "\n"
    try:
        if (folder / CHECKSUMS).exists():
            return _finished(folder, described)
        if not (folder / WORK).is_dir():
            _try_out(plan)
        with _locked(_opened(folder)) as work:
            if (folder / CHECKSUMS).exists():  # another process has finished it meanwhile
                return _finished(folder, described)
            return _made(plan, folder, work, described, workers, say, rows, reference)
    except ConfigurationError:
        if (folder / CHECKSUMS).exists():  # another process has finished it, and removed the folder of work
            return _finished(folder, described)
        raise
    except OSError as error:
        raise ConfigurationError(
            f"the data set cannot be written: {error.strerror or error}",
            where=str(error.filename or folder),
            remedy="free some space or name another folder, then repeat the command: a build goes on where it stopped",
        ) from error


def _made(
    plan: DataSetPlan,
    folder: Path,
    work: Path,
    described: str,
    workers: int,
    say: Tell,
    rows: Sequence[str],
    reference: str,
) -> BuiltDataSet:
    """Makes all files in the folder of work, and moves them to their places."""
    _check_described(work, described)
    made = {split: _made_split(plan, split, work, workers, say, rows, reference) for split in SPLITS}
    contents = {split: one for split, (one, _) in made.items()}
    texts = {
        "README.md": card(plan, contents, made["test"][1], reference, _version()),
        "LICENSE": (files("regulars.evaluation.building") / "licence.txt").read_text("utf-8"),
        **plots(contents, made["test"][1]),
        **{name: text for language in plan.suite.languages for name, text in content_texts(language).items()},
    }
    return _settled(folder, work, texts)


def check(built: BuiltDataSet, expected: str | Path) -> list[str]:
    """The files of a data set that differ from a file of checksums, in words."""
    return differing(built.sums, read_checksums(Path(expected)))


def _version() -> str:
    return versions()["regulars"]


def _description(plan: DataSetPlan, rows: Sequence[str], reference: str) -> dict[str, object]:
    return {
        "schema": SCHEMA,
        "kind": DATA_SET,
        "name": plan.name,
        "suite": plan.suite.label,
        "users": plan.users,
        "seed": plan.seed,
        "people": dict(plan.people),
        "reference": reference,
        "rows": list(rows),
        "regulars": _version(),
    }


def _try_out(plan: DataSetPlan) -> None:
    """Generates a life of each split, so that options that fit no life are refused before a folder is made."""
    for split in SPLITS:
        numbers = plan.lives(split)
        if not numbers:
            raise ConfigurationError(
                f"no life of {plan.suite.label} has as few people as the split {split}, which has {plan.people[split]}",
                where="build",
                remedy="take more users, or a suite whose lives have fewer people",
            )
        life_line(plan.part(split), numbers[0])


def _opened(folder: Path) -> Path:
    """The folder of work, new or of an earlier build."""
    work = folder / WORK
    if folder.exists() and not folder.is_dir():
        raise ConfigurationError(f"{folder} is not a folder", where="build", remedy="name a folder")
    if not work.is_dir():
        others = folder.exists() and any(one.name != WORK for one in folder.iterdir())
        if others and not work.is_dir():  # another process may have begun meanwhile
            raise ConfigurationError(
                f"{folder} holds other files", where="build", expected="a new or empty folder, or one of a build",
            )  # fmt: skip
        work.mkdir(parents=True, exist_ok=True)
    return work


@contextmanager
def _locked(work: Path) -> Iterator[Path]:
    """Lets one process at a time build in a folder of work."""
    lock = RunLock(work)
    lock.acquire()
    try:
        yield work
    finally:
        lock.release()


def _check_described(work: Path, described: str) -> None:
    """Writes what is built into the folder of work, or compares it with what an earlier build wrote there."""
    description = work / DESCRIPTION
    if not description.exists():
        write_whole(description, described.encode())
    elif description.read_text("utf-8") != described:
        raise ConfigurationError(
            f"{work.parent} holds an unfinished build with other options",
            where="build",
            expected=f"those in {description}",
            remedy="repeat those options, or name another folder",
        )


def _finished(folder: Path, described: str) -> BuiltDataSet:
    """A data set that is complete already, checked against its own checksums.

    Files that were added later, such as the index of `explain` and the pages of `view`, are no part of it.
    """
    description = folder / DESCRIPTION
    if not description.exists() or description.read_text("utf-8") != described:
        raise ConfigurationError(
            f"{folder} holds a data set with other options", where="build", remedy="name another folder"
        )
    written = read_checksums(folder / CHECKSUMS)
    sums = checksums_of(folder, written)
    changed = differing(sums, written)
    if changed:
        raise DataError(
            f"the finished data set was changed: {', '.join(changed)}",
            where=str(folder),
            remedy="remove the folder and build again",
        )
    shutil.rmtree(folder / WORK, ignore_errors=True)
    return BuiltDataSet(folder, _size(folder, sums), sums, resumed=True)


def _made_split(
    plan: DataSetPlan, split: str, work: Path, workers: int, say: Tell, rows: Sequence[str], reference: str
) -> tuple[SplitContents, Run]:
    """Makes the two files of a split in the folder of work; gives their counts, and the run of their episodes."""
    place = work / split
    place.mkdir(exist_ok=True)
    numbers = plan.lives(split)
    lives = place / SCENARIOS
    write_lives(
        lives, plan.part(split), numbers, workers, lambda done: say(f"{split}: lives", done, len(numbers))
    )  # fmt: skip

    def report(step: Progress) -> None:
        say(f"{split}: episodes", step.done, step.total)

    played = (reference, *(row for row in rows if row != reference)) if split == "test" else (reference,)
    config = RunConfig(
        memory=played, data=lives, seeds=1, references=False, workers=workers,
        out=work / f"{split}.run", resume=True,
    )  # fmt: skip
    run = run_config(config, report, by_scenario=False)
    contents = SplitContents()
    for scenario in scenarios_of(lives):
        contents.count_life(scenario)
    part = place / f"{EPISODES}.part"
    with part.open("wb") as file:
        for record in read_records(work / f"{split}.run" / EPISODES):
            if record.key.system == reference:
                contents.count_episode(record)
                file.write(to_line(lasting(record)) + b"\n")
    part.replace(place / EPISODES)
    return contents, run


def lasting(record: EpisodeRecord) -> EpisodeRecord:
    """A record without what differs between machines and what concerns the reference assistant alone.

    Left out are timings, costs, versions of Python and libraries, attempts, recalled items, the memory's journal,
    rewards and kept or broken rules, and trust.

    Raises:
        RecordError: The episode ended by a fault.
    """
    if not record.valid:
        raise RecordError(
            f"an episode ended by a fault: {record.fault}",
            where=str(record.key),
            remedy="report this error of the environment with the seed",
        )
    probes = tuple(
        replace(probe, outcomes=tuple(replace(one, recalled=None) for one in probe.outcomes)) for probe in record.probes
    )
    return seal(
        replace(
            record, attempt=1, versions={"regulars": _version()}, probes=probes, recollections=(), journal=(),
            replies=(), rewards=(), conduct=(), tokens=None, trust=UNSET, timings={}, spent=UNSET,
        )
    )  # fmt: skip


def _settled(folder: Path, work: Path, texts: Mapping[str, str]) -> BuiltDataSet:
    """Moves the finished files to their places. A second call after an interruption gives the same."""
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text.encode())
    for split in SPLITS:
        (folder / split).mkdir(exist_ok=True)
        for name in (SCENARIOS, EPISODES):
            shutil.copyfile(work / split / name, folder / split / name)
    write_whole(folder / DESCRIPTION, (work / DESCRIPTION).read_bytes())
    (folder / CHECKSUMS).with_suffix(".part").unlink(missing_ok=True)  # of a build that was killed while writing it
    sums = checksums(folder)
    write_whole(folder / CHECKSUMS, checksum_text(sums).encode())
    shutil.rmtree(work, ignore_errors=True)
    return BuiltDataSet(folder, _size(folder, sums), sums)


def _size(folder: Path, sums: Mapping[str, str]) -> int:
    return sum((folder / name).stat().st_size for name in sums)
