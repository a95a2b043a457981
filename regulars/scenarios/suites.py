"""Suites: named, versioned sets of scenarios, grown from one seed.

Which lives a suite holds is data, in `suites/`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from importlib.resources import files
from typing import Any

from regulars.errors import ConfigurationError, DataError, UnknownNameError, did_you_mean
from regulars.registry import register
from regulars.scenarios.generator import generate
from regulars.scenarios.world import Scenario
from regulars.seeding import SeedTree, content_hash

__all__ = ["Suite", "load_suite", "suite_scenarios"]

_PLAN = {"lives", "users", "sessions", "probes_per_session", "anchors"}


@dataclass(frozen=True, slots=True)
class Suite:
    """A set of scenarios to be.

    Attributes:
        name: What people write.
        version: Grows whenever the same seed gives other scenarios.
        summary: One line.
        plans: For each scenario what `generate` is called with, beside seed and suite.
    """

    name: str
    version: int
    summary: str
    plans: tuple[Mapping[str, Any], ...]

    @property
    def label(self) -> str:
        """Name and version, as scenarios carry it."""
        return f"{self.name}-{self.version}"

    def scenarios(self, seed: int = 0) -> list[dict[str, Any]]:
        """What `generate` is called with for each scenario, all arguments by name.

        Example:
            >>> [arguments["users"] for arguments in load_suite("smoke").scenarios(7)]
            [1, 1, 1, 2]
        """
        node = SeedTree(seed).child("suite", self.name)
        return [
            {"seed": node.child("scenario", position), "suite": self.label, **plan}
            for position, plan in enumerate(self.plans)
        ]

    def generate(self, seed: int = 0) -> list[Scenario]:
        """The scenarios themselves."""
        return [generate(**arguments) for arguments in self.scenarios(seed)]

    def hash(self, seed: int = 0) -> str:
        """What the scenarios of `seed` hash to: equal on every machine, different for different content."""
        return content_hash(" ".join(scenario.id for scenario in self.generate(seed)), 16)


def suite_scenarios(suite: str, seeds: int = 1) -> Iterator[tuple[str, int, Scenario]]:
    """The scenarios of a suite grown from the seeds 0 to `seeds` - 1.

    Args:
        suite: The suite's name.
        seeds: How many lives of each plan.

    Yields:
        The plan's name, which is the same for all seeds (`smoke-1/1`), the seed, and the scenario.
    """
    loaded = load_suite(suite)
    if seeds < 1:
        raise ConfigurationError(f"seeds is {seeds}", where=f"suite {suite}", expected="a whole number from 1")
    grown = [loaded.generate(seed) for seed in range(seeds)]
    for position in range(len(loaded.plans)):
        for seed, scenarios in enumerate(grown):
            yield f"{loaded.label}/{position + 1}", seed, scenarios[position]


@lru_cache(maxsize=8)
def load_suite(name: str) -> Suite:
    """The built-in suite of that name.

    Raises:
        UnknownNameError: There is no such suite.
        DataError: Its file does not keep to the schema.
    """
    folder = files("regulars.scenarios").joinpath("suites")
    known = [entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml")]
    if name not in known:
        raise UnknownNameError(f"there is no suite {name!r}", remedy=did_you_mean(name, known))
    where = f"{name}.toml"
    try:
        data = tomllib.loads(folder.joinpath(where).read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"is no TOML: {error}", where=where) from error
    plans = data.get("plans")
    version = data.get("version")
    if not isinstance(plans, list) or not plans or not isinstance(version, int):
        raise DataError("has no version or no plans", where=where, expected="version = 1 and [[plans]]")
    return Suite(name, version, str(data.get("summary", "")), tuple(_plans(plans, data.get("modes"), where)))


def _plans(plans: list[Any], modes: Any, where: str) -> list[dict[str, Any]]:
    read = []
    for plan in plans:
        if not isinstance(plan, dict) or not set(plan) <= _PLAN:
            raise DataError(f"cannot be read: {plan}", where=f"{where}, plans", expected=", ".join(sorted(_PLAN)))
        arguments = {name: value for name, value in plan.items() if name != "lives"}
        if modes is not None:
            arguments["modes"] = dict(modes)
        read += [arguments] * plan.get("lives", 1)
    return read


register("suite", "smoke", partial(load_suite, "smoke"), summary="three lives of one person and one of two, small")
