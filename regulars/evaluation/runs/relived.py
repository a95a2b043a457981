"""Finds the lives of a recorded run again, to play them again with other systems.

A record names the suite and the seeds of its life and not the life itself, so the suite grows it again. The hash of its
content proves that it is the same.
"""

from __future__ import annotations

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
from regulars.scenarios.suites import GIVEN, load_suite, read_label
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
        raise DataError("the data is no run", where="relive", expected="a folder that evaluate --out wrote")
    place = unpacked(Path(data).expanduser())
    place = place / EPISODES if place.is_dir() else place
    lives: dict[tuple[str, int], ScenarioRecord] = {}
    for record in read_records(place):
        _check(record, str(place))
        lives.setdefault((record.key.scenario, record.key.seed), record.scenario)
    if not lives:
        raise DataError("the run has no episodes yet", where=str(place), remedy="resume it with --resume")
    grown: dict[str, dict[tuple[str, int], Scenario]] = {}
    seeds = max(seed for _, seed in lives) + 1
    for (name, seed), recorded in lives.items():
        label = recorded.suite
        if label not in grown:
            grown[label] = _grown(recorded, seeds, str(place))
        scenario = grown[label].get((name, seed))
        if scenario is None or scenario.id != recorded.id:
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


def _grown(recorded: ScenarioRecord, seeds: int, where: str) -> dict[tuple[str, int], Scenario]:
    """The lives of a suite by name and seed. Its own content is that beside the records."""
    label = recorded.suite
    parts, given = read_label(label), label.partition(GIVEN)[2]
    settings = [one for one in given.split(";") if one.partition("=")[0] not in ("", "content", "language")]
    name = parts["suite"] + (f"@{parts['split']}" if parts["split"] else "")
    try:
        suite = load_suite(GIVEN.join(filter(None, (name, ";".join(settings)))))
        if MARK in recorded.language or "language=" in given:
            suite = suite.spoken(recorded.language)
        suite = replace(suite, given=given)
        return {(life, seed): scenario for seed in range(seeds) for life, scenario in suite.named(seed)}
    except (UnknownNameError, ConfigurationError) as error:
        raise DataError(
            f"the run plays {label or 'scenarios of no suite'!r}",
            where=where,
            expected="a run over the lives of a built-in suite",
            remedy="name the file with its scenarios as --data, without --relive",
        ) from error
