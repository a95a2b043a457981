"""Chooses the scenario of each episode: of a suite, a pool, a file or a folder, a given one, or a generated one."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

from regulars.envs.options import LifeOptions
from regulars.errors import ConfigurationError, DataError
from regulars.scenarios.checks.validate import check_playable
from regulars.scenarios.files import read_scenarios
from regulars.scenarios.generator import generate
from regulars.scenarios.language.packs import ontology_of
from regulars.scenarios.pack_files import language_packs
from regulars.scenarios.suite import Suite
from regulars.scenarios.suites import load_suite
from regulars.scenarios.world import Scenario
from regulars.seeding import SeedTree, fresh_seed

_FILES = "*.jsonl"


@dataclass(frozen=True, slots=True)
class EpisodeChoice:
    """Everything that decides which scenario an episode plays.

    Attributes:
        root: The seed tree.
        number: The episode's number in the tree.
        first: The number of the life that episode 0 of the tree plays.
        after: In a stream: the earliest start; None otherwise.
    """

    root: SeedTree
    number: int
    first: int
    after: datetime | None = None

    @property
    def seeds(self) -> SeedTree:
        """The episode's node of the seed tree."""
        return self.root.child("episode", self.number)


class ScenarioSource:
    """The scenarios of an environment.

    Args:
        options: The environment's options.

    Attributes:
        scenarios: Those that exist already, of a pool or of files; empty if each is generated at its reset.
        people: The numbers of people that its scenarios have.

    Raises:
        DataError: A file cannot be read, or one of its scenarios cannot be played.
        ConfigurationError: The suite or the language is unknown.
    """

    def __init__(self, options: LifeOptions) -> None:
        self._options = options
        self._suite = _loaded(options.suite, options.language) if options.suite else None
        self.scenarios = self._read()
        self.people = frozenset(len(scenario.persons) for scenario in self.scenarios)
        if not self.scenarios:
            self.people = frozenset({options.users}) if self._suite is None else self._suite.people

    def _read(self) -> tuple[Scenario, ...]:
        """The scenarios that exist already; empty if each is generated at its reset."""
        options = self._options
        if options.pool is not None:
            counts = options.users, options.sessions, options.probes_per_session
            return _pool(options.suite, options.language, options.disclosure, counts, options.pool)
        if options.scenario is None:
            return ()
        if isinstance(options.scenario, Scenario):
            return (options.scenario,)
        return _read_all(Path(os.fspath(options.scenario)), options.language)

    def following(self, last: EpisodeChoice | None, seed: int | None, after: datetime | None = None) -> EpisodeChoice:
        """What decides the coming episode: the next of the tree, or the first of a new one.

        Args:
            last: The choice of the last episode; None for none.
            seed: The seed of the reset, which begins a new tree; None if it had none.
            after: In a stream: the earliest start.
        """
        if seed is None and last is not None:
            return EpisodeChoice(last.root, last.number + 1, last.first, after)
        fresh = fresh_seed() if seed is None else seed
        if seed is None and self._options.scenario is not None:
            return EpisodeChoice(SeedTree(fresh), 0, 0, after)  # files begin with their first scenario
        return EpisodeChoice(SeedTree(fresh), 0, int(fresh), after)

    def scenario(self, choice: EpisodeChoice) -> Scenario:
        """The scenario of an episode.

        Raises:
            ConfigurationError: The scenario begins too early for the stream.
        """
        if self.scenarios:
            return not_before(self.scenarios[self.place(choice)], choice.after)
        options, suite = self._options, self._suite
        if suite is None:
            return _generated(choice.seeds, options.language, options.disclosure, _counts(options), choice.after)
        if suite.stream:
            return not_before(suite.life(choice.first + choice.number), choice.after)
        return suite.life(choice.first + choice.number, after=choice.after, **_disclosed(options.disclosure))

    def place(self, choice: EpisodeChoice) -> int:
        """The place of the episode's life among the scenarios that exist already."""
        count = len(self.scenarios)
        if self._options.pool is not None and choice.number > 0:
            return choice.seeds.draws("pool").integer(count)
        return (choice.first + choice.number) % count


def not_before(scenario: Scenario, after: datetime | None) -> Scenario:
    """The scenario. Raises `ConfigurationError` if it begins before a stream's last moment."""
    if after is not None and scenario.start < after:
        raise ConfigurationError(
            f"the scenario begins at {scenario.start.isoformat()}, before the stream's last moment",
            where="reset",
            expected=f"a start after {after.isoformat()}",
            remedy="order the scenarios by time, or reset without stream=True",
        )
    return scenario


_Counts = tuple[int, int, int]
"""The numbers of people and sessions, and of probes per session."""


def _counts(options: LifeOptions) -> _Counts:
    return options.users, options.sessions, options.probes_per_session


def _loaded(name: str, language: str) -> Suite:
    suite = load_suite(name)
    return suite if language == LifeOptions().language else suite.spoken(language)


def _disclosed(disclosure: str) -> dict[str, str]:
    """The disclosure as an argument of `generate`, where it is not the default."""
    return {} if disclosure == LifeOptions().disclosure else {"disclosure": disclosure}


def _generated(
    seeds: SeedTree, language: str, disclosure: str, counts: _Counts, after: datetime | None = None
) -> Scenario:
    users, sessions, probes_per_session = counts
    return generate(
        seeds.child("scenario"),
        users=users,
        sessions=sessions,
        probes_per_session=probes_per_session,
        disclosure=disclosure,
        after=after,
        language=language,
    )


@lru_cache(maxsize=4)
def _pool(suite: str, language: str, disclosure: str, counts: _Counts, size: int) -> tuple[Scenario, ...]:
    """The lives of the seeds 0 to `size` - 1."""
    if suite:
        loaded = _loaded(suite, language)
        return tuple(loaded.life(number, **_disclosed(disclosure)) for number in range(size))
    roots = (EpisodeChoice(SeedTree(seed), 0, seed).seeds for seed in range(size))
    return tuple(_generated(seeds, language, disclosure, counts) for seeds in roots)


def _read_all(path: Path, language: str) -> tuple[Scenario, ...]:
    """The scenarios of a file, or of the files of a folder in the order of their names."""
    if not path.is_dir():
        return _read_file(str(path), _stamp(path), language)
    files = sorted(path.glob(_FILES))
    if not files:
        raise DataError("holds no scenario file", where=str(path), expected=f"files named {_FILES}")
    return tuple(scenario for file in files for scenario in _read_file(str(file), _stamp(file), language))


def _stamp(path: Path) -> tuple[int, int]:
    """When a file was last changed and its size, so that a changed file is read again; zeros for a missing file."""
    try:
        found = path.stat()
    except OSError:
        return 0, 0
    return found.st_mtime_ns, found.st_size


@lru_cache(maxsize=8)
def _read_file(path: str, stamp: tuple[int, int], language: str) -> tuple[Scenario, ...]:
    scenarios = tuple(read_scenarios(path))
    for scenario in scenarios:
        known = scenario.language if scenario.language in language_packs() else language
        check_playable(scenario, ontology_of(known), path)
    return scenarios


def check_fits(scenario: Any, seats: int | None) -> Scenario:
    """The scenario of a reset.

    Args:
        scenario: What the caller gave.
        seats: The number of people that it must have; None for any number.

    Raises:
        ConfigurationError: It is no scenario, or one of another number of people.
    """
    if not isinstance(scenario, Scenario) or (seats is not None and len(scenario.persons) != seats):
        raise ConfigurationError(
            "the scenario does not fit the environment's seats",
            where="reset",
            expected="a Scenario" if seats is None else f"a Scenario of {seats} people",
            remedy="" if seats is None else "make the environment with played='user' for any number of people",
        )
    return scenario
