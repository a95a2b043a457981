"""Lists the episodes of a run over single lives: one for each scenario, seed and system."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from os import PathLike
from pathlib import Path

from regulars.datasets.formats import OpenedData, open_data
from regulars.errors import ConfigurationError
from regulars.evaluation.play.episodes import Unit
from regulars.evaluation.runs.config import Data, RunConfig
from regulars.evaluation.runs.relived import is_run, relived_lives
from regulars.evaluation.systems.systems import System
from regulars.scenarios.checks.validate import check_playable
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
    if config.data is None:
        for name, seed, scenario in suite_scenarios(config.suite, config.seeds or GENERATED_SEEDS):
            check_playable(scenario, ontology_of(scenario.language))
            for system in compared:
                yield Unit(scenario, name, seed, system)
        return
    if config.relive and is_run(config.data):
        for name, seed, scenario in relived_lives(config.data):
            for system in compared:
                yield Unit(scenario, name, seed, system)
        return
    for name, recorded in _named(config.data).items():
        scenario = relived_recording(recorded) if config.relive else recorded
        for seed in range(config.seeds or 1):
            for system in compared:
                yield Unit(scenario, name, seed, system)


def _named(data: Data) -> dict[str, Scenario]:
    """The scenarios by their names in results, checked to be playable."""
    opened = open_data(Path(data)) if isinstance(data, (str, PathLike)) else data
    where, scenarios = (opened.name, opened.scenarios) if isinstance(opened, OpenedData) else ("data", opened)
    if not isinstance(scenarios, Sequence) or not all(isinstance(scenario, Scenario) for scenario in scenarios):
        raise ConfigurationError("data is not a list of scenarios", where=where, expected="Scenario objects")
    if not scenarios:
        raise ConfigurationError("the data holds no scenarios", where=where, expected="at least one")
    named: dict[str, Scenario] = {}
    for scenario in scenarios:
        name = scenario.marks.get("sample_id", scenario.id)
        if name in named:
            raise ConfigurationError(f"duplicate scenario {name}", where=where, remedy="remove one of the two")
        check_playable(scenario, ontology_of(scenario.language), where)
        named[name] = scenario
    return named
