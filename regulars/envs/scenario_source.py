"""Chooses the scenario of each episode: a generated one, the next one of a file, or a given one."""

from __future__ import annotations

import os
from datetime import datetime
from typing import Any

from regulars.envs.options import LifeOptions
from regulars.errors import ConfigurationError
from regulars.scenarios.checks.validate import check_playable
from regulars.scenarios.files import read_scenarios
from regulars.scenarios.generator import generate
from regulars.scenarios.language.packs import ontology_of
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.pack_files import language_packs
from regulars.scenarios.world import Scenario
from regulars.seeding import SeedTree


def _known(scenario: Scenario, ontology: Ontology) -> Ontology:
    return ontology_of(scenario.language) if scenario.language in language_packs() else ontology


class ScenarioSource:
    """The scenarios of an environment.

    Args:
        options: The environment's options.
        ontology: The ontology for scenarios from a file whose language has no pack.

    Attributes:
        users: The number of people in every scenario.

    Raises:
        DataError: The file cannot be read, or one of its scenarios cannot be played.
        ConfigurationError: The scenarios have different numbers of people.
    """

    def __init__(self, options: LifeOptions, ontology: Ontology) -> None:
        self._options = options
        self._scenarios = self._read(ontology)
        counts = {len(scenario.persons) for scenario in self._scenarios} or {options.users}
        if len(counts) > 1:
            raise ConfigurationError(
                "the scenarios have different numbers of people",
                where=str(options.scenario),
                expected="the same number of people in all scenarios of an environment",
                remedy="make one environment for each number of people",
            )
        self.users = counts.pop()

    def _read(self, ontology: Ontology) -> list[Scenario]:
        given = self._options.scenario
        if given is None:
            return []
        if isinstance(given, Scenario):
            return [given]
        scenarios = read_scenarios(os.fspath(given))
        for scenario in scenarios:
            check_playable(scenario, _known(scenario, ontology), str(given))
        return scenarios

    def scenario(self, seeds: SeedTree, episode: int, given: Any, after: datetime | None) -> Scenario:
        """The scenario of an episode.

        Args:
            seeds: The episode's node of the seed tree.
            episode: The episode's number in the tree.
            given: The scenario to play; None for the next one.
            after: In a stream: the earliest start.

        Raises:
            ConfigurationError: The scenario does not fit the seats, or begins too early.
        """
        if given is None and not self._scenarios:
            options = self._options
            return generate(
                seeds.child("scenario"),
                users=options.users,
                sessions=options.sessions,
                probes_per_session=options.probes_per_session,
                disclosure=options.disclosure,
                after=after,
                language=options.language,
            )
        scenario = given if given is not None else self._scenarios[episode % len(self._scenarios)]
        if not isinstance(scenario, Scenario) or len(scenario.persons) != self.users:
            raise ConfigurationError(
                "the scenario does not fit the environment's seats",
                where="reset",
                expected=f"a Scenario of {self.users} people",
            )
        if after is not None and scenario.start < after:
            raise ConfigurationError(
                f"the scenario begins at {scenario.start.isoformat()}, before the stream's last moment",
                where="reset",
                expected=f"a start after {after.isoformat()}",
                remedy="order the scenarios by time, or reset without stream=True",
            )
        return scenario
