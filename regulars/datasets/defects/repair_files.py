"""Finds the defects of a data file of others, and writes a repaired copy of data beside a list of the changes."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from regulars.datasets.codec import to_line
from regulars.datasets.defects.defect import REMOVE, Defect, DefectClass, RepairChange, repaired
from regulars.datasets.defects.locomo_defects import is_locomo, locomo_defects
from regulars.datasets.defects.longmemeval_defects import is_longmemeval, longmemeval_defects
from regulars.datasets.defects.realmem_defects import is_realmem, realmem_defects
from regulars.datasets.defects.scenario_defects import repaired_scenarios
from regulars.datasets.episode_record import EpisodeRecord
from regulars.datasets.formats import read_any
from regulars.datasets.packed_runs import unpacked
from regulars.datasets.record_files import read_records
from regulars.datasets.source import open_source
from regulars.errors import ConfigurationError, DataError
from regulars.scenarios.checks.problems import Problem
from regulars.scenarios.files import write_scenarios

CHANGES = ".changes.jsonl"
"""The end of the name of the list of changes, after the name of the repaired copy."""

EPISODES = "episodes.jsonl"
CONFIG = "config.json"

_FORMATS: dict[str, tuple[Callable[[Any], bool], Callable[[Any], Iterable[Defect]]]] = {
    "locomo": (is_locomo, locomo_defects),
    "longmemeval": (is_longmemeval, longmemeval_defects),
    "realmem": (is_realmem, realmem_defects),
}
"""For each format: whether content is in it, and what finds its defects."""


@dataclass(frozen=True, slots=True)
class ForeignFile:
    """A file in a format of others.

    Attributes:
        path: The file.
        format: The name of the format.
        content: The parsed JSON.
    """

    path: Path
    format: str
    content: Any

    def defects(self) -> Sequence[Defect]:
        """The defects of the file, in order.

        Raises:
            DataError: An entry does not fit the format.
        """
        try:
            return tuple(_FORMATS[self.format][1](self.content))
        except (KeyError, TypeError, AttributeError, IndexError) as error:
            raise DataError(
                f"an entry does not fit the format {self.format} ({type(error).__name__}: {error})",
                where=str(self.path),
                expected=f"a file of {self.format} as its authors published it",
            ) from error


@dataclass(frozen=True, slots=True)
class Repair:
    """The result of a repair.

    Attributes:
        copy: The repaired file or folder.
        list: The file with one change per line.
        changes: The changes.
    """

    copy: Path
    list: Path
    changes: Sequence[RepairChange]


def find_foreign(path: Path) -> ForeignFile | None:
    """Reads a JSON file of LoCoMo, LongMemEval or RealMem; None for any other file."""
    if path.suffix.lower() != ".json":
        return None
    try:
        content = json.loads(open_source(path).text)
    except (ValueError, RecursionError):
        return None  # the readers of files say what is wrong
    fitting = (name for name, (fits, _) in _FORMATS.items() if fits(content))
    return next((ForeignFile(path, name, content) for name in fitting), None)


def repair(path: str | Path, out: str | Path, problems: Callable[[EpisodeRecord], Sequence[Problem]]) -> Repair:
    """Writes a repaired copy of data, and a list of the changes.

    A file of LoCoMo, LongMemEval or RealMem stays in its format. Other conversations and scenarios are written as
    scenarios. A run loses the episodes that contradict themselves or stand twice, so that a resume plays them again.

    Args:
        path: The data: a file, a folder of scenarios, or the folder of a run.
        out: The copy: a file, or a folder for a run. It must not exist.
        problems: Gives the problems of an episode.

    Raises:
        ConfigurationError: `out` exists or cannot be written.
        DataError: The data cannot be read.
    """
    place, copy = unpacked(Path(path).expanduser()), Path(out).expanduser()
    listed = copy.with_name(copy.name + CHANGES)
    for made in (copy, listed):
        if made.exists():
            raise ConfigurationError(f"{made} exists", where="--fix", expected="a new file", remedy="name another one")
    try:
        changes = _written(place, copy, problems)
        lines = [json.dumps(change.to_json(), ensure_ascii=False, default=str) + "\n" for change in changes]
        listed.write_text("".join(lines), encoding="utf-8")
    except OSError as error:
        with suppress(OSError):
            shutil.rmtree(copy) if copy.is_dir() else copy.unlink(missing_ok=True)
        raise ConfigurationError(
            f"the repaired copy cannot be written: {error.strerror or error}", where=str(error.filename or copy)
        ) from error
    return Repair(copy, listed, changes)


def _written(place: Path, copy: Path, problems: Callable[[EpisodeRecord], Sequence[Problem]]) -> Sequence[RepairChange]:
    if place.is_dir() and (place / EPISODES).is_file():
        return _run(place, copy, problems)
    foreign = find_foreign(place) if place.is_file() else None
    if foreign is not None:
        content, changes = repaired(foreign.content, foreign.defects())
        copy.write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        return changes
    scenarios, changes = repaired_scenarios(read_any(place))
    write_scenarios(copy, scenarios)
    return changes


def _run(
    folder: Path, copy: Path, problems: Callable[[EpisodeRecord], Sequence[Problem]]
) -> Sequence[RepairChange]:  # fmt: skip
    """Copies a run without the episodes that are faulty or stand twice. Figures have to be computed again."""
    copy.mkdir()
    changes: list[RepairChange] = []
    known = set()
    with (copy / EPISODES).open("wb") as file:
        for record in read_records(folder / EPISODES):
            found = problems(record)
            if record.key in known or found:
                kind = found[0].code if found else DefectClass.DUPLICATE_EPISODE
                changes.append(RepairChange(kind, (str(record.key),), "; ".join(map(str, found)), REMOVE))
                continue
            known.add(record.key)
            file.write(to_line(record) + b"\n")
    if (folder / CONFIG).is_file():
        shutil.copyfile(folder / CONFIG, copy / CONFIG)
    return changes
