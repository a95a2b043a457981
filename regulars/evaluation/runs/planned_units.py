"""Lists the episodes of a run over single lives: one for each scenario, seed and system."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from regulars.datasets.formats import OpenedData, open_data
from regulars.errors import ConfigurationError
from regulars.evaluation.play.episodes import Unit
from regulars.evaluation.runs.config import Data, RunConfig
from regulars.evaluation.runs.relived import is_run, relived_lives
from regulars.evaluation.systems.systems import System
from regulars.scenarios.checks.validate import check_playable
from regulars.scenarios.kept import KeptScenario, KeptScenarios
from regulars.scenarios.language.packs import ontology_of
from regulars.scenarios.reliving import relived_recording
from regulars.scenarios.suites import suite_scenarios
from regulars.scenarios.world import Scenario

GENERATED_SEEDS = 3
"""The default number of episodes per generated scenario."""


def single_lives(config: RunConfig, compared: Sequence[System]) -> Iterator[Unit]:
    """Yields the episodes of a run over single lives, ordered by scenario, seed and system.

    Raises:
        DataError: The data cannot be read, or a scenario cannot be played.
    """
    for name, seed, life in _lives(config):
        for system in compared:
            yield Unit(life, name, seed, system)


def _lives(config: RunConfig) -> Iterator[tuple[str, int, Scenario | KeptScenario]]:
    """Yields name, seed and life of each play of a system. Lives that were generated stand in a file until then."""
    kept = KeptScenarios()
    if config.data is None:
        for name, seed, scenario in suite_scenarios(config.suite, config.seeds or GENERATED_SEEDS):
            check_playable(scenario, ontology_of(scenario.language))
            yield name, seed, kept.add(scenario)
    elif config.relive and is_run(config.data):
        for name, seed, scenario in relived_lives(config.data):
            yield name, seed, kept.add(scenario)
    else:
        for name, recorded, life in _named(config.data):
            played = kept.add(relived_recording(recorded)) if config.relive else life
            for seed in range(config.seeds or 1):
                yield name, seed, played


def _named(data: Data) -> Iterator[tuple[str, Scenario, Scenario | KeptScenario]]:
    """Yields name, content and place of each scenario of data, checked to be playable."""
    opened = open_data(Path(data)) if isinstance(data, (str, PathLike)) else data
    where, parts = "data", [opened]
    if isinstance(opened, OpenedData):
        where, parts = opened.name, [file.scenarios for file in opened.files]
    names: set[str] = set()
    for scenario, life in (found for part in parts for found in _placed(part, where)):
        name = scenario.marks.get("sample_id", scenario.id)
        if name in names:
            raise ConfigurationError(f"duplicate scenario {name}", where=where, remedy="remove one of the two")
        check_playable(scenario, ontology_of(scenario.language), where)
        names.add(name)
        yield name, scenario, life
    if not names:
        raise ConfigurationError("the data holds no scenarios", where=where, expected="at least one")


def _placed(scenarios: Any, where: str) -> Iterator[tuple[Scenario, Scenario | KeptScenario]]:
    """Yields the scenarios of a list, each with its place in a file, or with itself."""
    if isinstance(scenarios, KeptScenarios):
        yield from zip(scenarios, scenarios.places, strict=True)
        return
    if not isinstance(scenarios, Sequence) or not all(isinstance(scenario, Scenario) for scenario in scenarios):
        raise ConfigurationError("data is not a list of scenarios", where=where, expected="Scenario objects")
    yield from zip(scenarios, scenarios, strict=True)
