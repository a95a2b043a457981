"""Finds the lives of a recorded run again, to play them again with other systems.

A record names the suite and the seeds of its life and not the life itself, so the suite grows it again. The hash of its
content proves that it is the same.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Any

from regulars.datasets.episode_record import EPISODES, EpisodeRecord, ScenarioRecord
from regulars.datasets.formats import OpenedData
from regulars.datasets.packed_runs import unpacked
from regulars.datasets.record_files import read_records
from regulars.errors import ConfigurationError, DataError, UnknownNameError
from regulars.scenarios.content import MARK
from regulars.scenarios.suite import GIVEN, SPLIT, Suite, read_label
from regulars.scenarios.suites import CONTENT, ENDING, load_suite
from regulars.scenarios.world import Scenario


def is_run(data: Any) -> bool:
    """Whether data is a run: its folder, or its file of episodes."""
    name = data.name if isinstance(data, OpenedData) else data
    if not isinstance(name, (str, PathLike)):
        return False
    place = unpacked(Path(name).expanduser())
    return place.name == EPISODES or (place / EPISODES).is_file()


def relived_lives(data: Any) -> Iterator[tuple[str, int, Scenario]]:
    """Yields the lives of a run in its order: name, seed and scenario, once for all systems of the run.

    Args:
        data: The folder of a run, or its `episodes.jsonl`.

    Raises:
        DataError: The data is no run, a run over recordings, streams or your own scenarios, or one whose suite has
            changed since.
    """
    if isinstance(data, OpenedData):
        data = data.name
    if not isinstance(data, (str, PathLike)):
        raise DataError("the data is not a run", where="relive", expected="a folder that evaluate --out wrote")
    place = unpacked(Path(data).expanduser())
    place = place / EPISODES if place.is_dir() else place
    lives: dict[tuple[str, int], tuple[str, str]] = {}
    suites: dict[str, Suite] = {}
    for record in read_records(place):
        _check(record, str(place))
        recorded = record.scenario
        if recorded.suite not in suites:
            suites[recorded.suite] = _suite(recorded, str(place))
        lives.setdefault((record.key.scenario, record.key.seed), (sys.intern(recorded.suite), recorded.id))
    if not lives:
        raise DataError("the run has no episodes yet", where=str(place), remedy="resume it with --resume")
    for (name, seed), (label, id) in lives.items():
        scenario = _grown(suites[label], name, seed)
        if scenario is None or scenario.id != id:
            raise DataError(
                f"the suite {label} has no life {name} of seed {seed}: it comes from a file, or the suite has changed",
                where=str(place),
                expected="a run over the lives of a built-in suite, by this version",
                remedy="name the file with the lives as --data, or play the run with the version that wrote it",
            )
        yield name, seed, scenario


def _check(record: EpisodeRecord, where: str) -> None:
    """Raises `DataError` if the life of an episode cannot be grown again."""
    remedy = ""
    if record.scenario.recorded:
        what, remedy = "this is a run over recordings", "leave --relive out, or name the data of that run"
    elif record.config.stream is not None:
        what, remedy = "this is a run over streams", "play the suite of streams with --suite"
    if remedy:
        raise DataError(what, where=where, expected="a run over the lives of a suite", remedy=remedy)


def _grown(suite: Suite, name: str, seed: int) -> Scenario | None:
    """The life of that name and seed; None if the suite has none."""
    before, _, number = name.rpartition("/")
    position = int(number) if number.isdecimal() and len(number) <= len(str(suite.lives)) else 0
    is_there = before == suite.label and 1 <= position <= suite.lives
    return suite.life(seed * suite.lives + position - 1) if is_there else None


def _suite(recorded: ScenarioRecord, where: str) -> Suite:
    """The suite of a life. Its own content is that beside the records."""
    label = recorded.suite
    parts, given = read_label(label), label.partition(GIVEN)[2]
    settings = [one for one in given.split(";") if one.partition("=")[0] not in ("", "content", "language")]
    name = parts["suite"] + (f"@{parts['split']}" if parts["split"] else "")
    files = [one for one in settings if one.partition("=")[0] in CONTENT]
    if files or name.partition(SPLIT)[0].endswith(ENDING):
        raise DataError(
            f"the run names files of its own: {files[0] if files else name}",
            where=where,
            expected="a run over the lives of a built-in suite; a run opens no other files",
            remedy="name the suite with its files, without --relive: regulars evaluate --suite FILE.toml",
        )
    try:
        suite = load_suite(GIVEN.join(filter(None, (name, ";".join(settings)))))
        if MARK in recorded.language or "language=" in given:
            suite = suite.spoken(recorded.language)
        return replace(suite, given=given)
    except (UnknownNameError, ConfigurationError) as error:
        raise DataError(
            f"the run plays {label or 'scenarios of no suite'!r}",
            where=where,
            expected="a run over the lives of a built-in suite",
            remedy="name the file with its scenarios as --data, without --relive",
        ) from error
