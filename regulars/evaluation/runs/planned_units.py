"""Which episodes a run over single lives has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from os import PathLike
from pathlib import Path

from regulars.datasets import read_any
from regulars.errors import ConfigurationError
from regulars.evaluation.play.episodes import Unit
from regulars.evaluation.runs.config import Data, RunConfig
from regulars.evaluation.systems.systems import System
from regulars.scenarios.checks.validate import check_playable
from regulars.scenarios.language.packs import ontology_of
from regulars.scenarios.suites import suite_scenarios
from regulars.scenarios.world import Scenario

GENERATED_SEEDS = 3
"""Episodes of each generated scenario, unless said otherwise."""


def single_lives(config: RunConfig, compared: Sequence[System]) -> Iterator[Unit]:
    """The episodes of a run over single lives, in the order of scenario, seed and system.

    Raises:
        DataError: The data cannot be read, or a scenario cannot be played.
    """
    if config.data is None:
        for name, seed, scenario in suite_scenarios(config.suite, config.seeds or GENERATED_SEEDS):
            check_playable(scenario, ontology_of(scenario.language))
            for system in compared:
                yield Unit(scenario, name, seed, system)
        return
    for name, scenario in _named(config.data).items():
        for seed in range(config.seeds or 1):
            for system in compared:
                yield Unit(scenario, name, seed, system)


def _named(data: Data) -> dict[str, Scenario]:
    """Scenarios by the name that results give them, each of them playable."""
    is_file = isinstance(data, (str, PathLike))
    where = str(data) if is_file else "data"
    scenarios = read_any(Path(data)) if isinstance(data, (str, PathLike)) else data
    if not isinstance(scenarios, Sequence) or not all(isinstance(scenario, Scenario) for scenario in scenarios):
        raise ConfigurationError("data holds something else than scenarios", where=where, expected="Scenarios")
    if not scenarios:
        raise ConfigurationError("there are no scenarios", where=where)
    named: dict[str, Scenario] = {}
    for scenario in scenarios:
        name = scenario.marks.get("sample_id", scenario.id)
        if name in named:
            raise ConfigurationError(f"scenario {name} stands twice", where=where, remedy="leave one out")
        check_playable(scenario, ontology_of(scenario.language), where)
        named[name] = scenario
    return named
