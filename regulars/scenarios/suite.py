"""A suite: a named, versioned set of scenarios, generated from one seed.

`suites.load_suite` reads suites from files.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import cycle, islice
from typing import TYPE_CHECKING, Any

from regulars.errors import ConfigurationError
from regulars.scenarios.content import MARK
from regulars.scenarios.generator import generate
from regulars.scenarios.language.packs import Language
from regulars.scenarios.suite_plans import read_plans
from regulars.scenarios.world import Persona, Scenario
from regulars.seeding import SeedTree, content_hash

if TYPE_CHECKING:
    from regulars.scenarios.streams.blocks import Stream


SPLIT = "@"
"""Separates a suite's name from its split: `core@test`."""

GIVEN = ":"
"""Separates the name of a suite of streams from settings that replace its own: `procedural:rho=0`."""

SPLITS: Mapping[str, Mapping[str, str]] = {
    "": {},
    "train": {"attributes": "train"},
    "validation": {"attributes": "train"},
    "test": {"attributes": "test", "phrasing": "held_out"},
}
"""The splits, and the arguments of `generate` that each adds."""

ENGLISH = "english"
"""The language of lives whose plan names none."""


@dataclass(frozen=True, slots=True)
class Suite:
    """A named, versioned set of scenarios, not yet generated.

    Attributes:
        name: The suite's name.
        version: Incremented when the same seed gives different scenarios.
        summary: A one-line description.
        plans: For each scenario, the arguments of `generate` without seed and suite.
        split: `train`, `validation` or `test`; empty for the whole suite. Each split has its own seeds. The attributes
            and phrases that `test` holds out are in neither of the other two.
        stream: The arguments of `generate_stream` without seed and suite; empty for a suite of plans. A suite with a
            stream has no plans and no splits, since its blocks have train and exam halves.
        given: The settings that replace those of the suite's file, such as `sessions=6`; empty for none. Own content
            is shown by its hash.
        personas: Names and personas of the people, who take turns in the lives; empty for drawn ones.
    """

    name: str
    version: int
    summary: str
    plans: tuple[Mapping[str, Any], ...]
    split: str = ""
    stream: Mapping[str, Any] = field(default_factory=dict)
    given: str = ""
    personas: tuple[tuple[str, Persona], ...] = ()

    def __hash__(self) -> int:
        return hash((self.name, self.version, self.split))

    @property
    def label(self) -> str:
        """Name, version, split and given settings, as stored in scenarios."""
        split, given = (f"{mark}{part}" if part else "" for mark, part in ((SPLIT, self.split), (GIVEN, self.given)))
        return f"{self.name}-{self.version}{split}{given}"

    def scenarios(self, seed: int = 0) -> list[dict[str, Any]]:
        """The arguments of `generate` for each scenario, in order; none for a stream.

        Example:
            >>> from regulars.scenarios.suites import load_suite
            >>> [arguments["users"] for arguments in load_suite("smoke").scenarios(7)]
            [1, 1, 1, 2]
        """
        return [self._arguments(seed, position) for position in range(len(self.plans))]

    def _arguments(self, seed: int, position: int) -> dict[str, Any]:
        """The arguments of `generate` for one scenario."""
        node = SeedTree(seed).child("suite", self.name, *([self.split] if self.split else ()))
        plan = self.plans[position]
        arguments = {"seed": node.child("scenario", position), "suite": self.label, **plan, **SPLITS[self.split]}
        if self.personas:
            users = [one.get("users", 1) for one in self.plans]
            first = (seed * sum(users) + sum(users[:position])) % len(self.personas)
            arguments["people"] = list(islice(cycle(self.personas), first, first + users[position]))
        return arguments

    def generate(self, seed: int = 0) -> list[Scenario]:
        """Generates the scenarios, in order."""
        return [scenario for _, scenario in self.named(seed)]

    def named(self, seed: int = 0) -> list[tuple[str, Scenario]]:
        """Generates the scenarios with their names: `smoke-6/1`, ...; of a stream `stream-5/b1-train-1`, ..."""
        if self.stream:
            return [(f"{self.label}/{name}", scenario) for name, scenario in self.grown(seed).scenarios()]
        made = (generate(**arguments) for arguments in self.scenarios(seed))
        return [(f"{self.label}/{number}", scenario) for number, scenario in enumerate(made, 1)]

    @property
    def lives(self) -> int:
        """The number of lives that one seed gives."""
        return len(_grown_lives(self, 0)) if self.stream else len(self.plans)

    @property
    def people(self) -> frozenset[int]:
        """The numbers of people that its lives have."""
        return frozenset({1} if self.stream else (plan.get("users", 1) for plan in self.plans))

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages of its lives, or the names of their own content."""
        return tuple(dict.fromkeys(str(plan.get("language", ENGLISH)) for plan in self.plans))

    def life(self, number: int, **options: Any) -> Scenario:
        """Generates one life, without the others of its seed.

        Args:
            number: Any whole number. Life `number` is at position `number` modulo `lives` among the lives of the seed
                `number` div `lives`, so that the lives 0 to `lives` - 1 are those of seed 0.
            **options: Arguments of `generate` that replace the suite's. A stream accepts none.

        Raises:
            ConfigurationError: Options were passed to a stream.

        Example:
            >>> from regulars.scenarios.suites import load_suite
            >>> suite = load_suite("smoke@train")
            >>> suite.life(suite.lives + 1) == suite.generate(1)[1]
            True
        """
        seed, position = divmod(number, self.lives)
        if self.stream:
            if options:
                message = f"the lives of a stream accept no {', '.join(options)}"
                raise ConfigurationError(message, where=f"suite {self.name}", expected="a suite of single lives")
            return _grown_lives(self, seed)[position]
        return generate(**{**self._arguments(seed, position), **options})

    def grown(self, seed: int = 0) -> Stream:
        """Generates the stream.

        Raises:
            ConfigurationError: The suite has no stream.
        """
        if not self.stream:
            raise ConfigurationError("is not a stream", where=f"suite {self.name}", expected="stream or procedural")
        from regulars.scenarios.streams.blocks import generate_stream

        node = SeedTree(seed).child("suite", self.name)
        return generate_stream(node, suite=self.label, **self.stream)

    def spoken(self, language: str) -> Suite:
        """The same suite in another language: with its attributes, names and phrases.

        Raises:
            UnknownNameError: There is no such language pack.
            ConfigurationError: The suite has a stream, whose cohorts speak English only.
        """
        if self.stream:
            message = f"streams are in English only, not in {language}"
            raise ConfigurationError(message, where=f"suite {self.name}", expected="a suite of single lives")
        Language.load(language)
        if any(MARK in str(plan.get("language", "")) for plan in self.plans):
            raise ConfigurationError(
                f"has own content, which {language} does not have",
                where=f"suite {self.name}",
                remedy="set the language in the suite's file, or leave it out",
            )
        return replace(self, plans=tuple({**plan, "language": language} for plan in self.plans))

    def with_options(self, options: Mapping[str, Any], where: str) -> Suite:
        """The same suite with options of all its lives that replace those of its plans.

        Raises:
            DataError: An option is unknown.
            ConfigurationError: A value is invalid.
        """
        if not options:
            return self
        return replace(self, plans=tuple(read_plans([{**plan, **options} for plan in self.plans], {}, where)))

    def lived_by(self, people: Sequence[tuple[str, Persona]]) -> Suite:
        """The same suite with these people, given by name and persona, who take turns in its lives.

        Raises:
            ConfigurationError: A life has more people than there are, or the suite has a stream.
        """
        if self.stream:
            raise ConfigurationError(
                f"the suite {self.name} has streams, whose people come from cohorts",
                where="--personas",
                expected="a suite of single lives",
            )
        if max(self.people) > len(people):
            where = f"suite {self.name}, --personas"
            raise ConfigurationError(f"only {len(people)} people", where=where, expected=f"{max(self.people)} or more")
        return replace(self, personas=tuple(people))

    def hash(self, seed: int = 0) -> str:
        """A hash of the scenarios of `seed`: equal on every machine, different for different content."""
        return content_hash(" ".join(scenario.id for scenario in self.generate(seed)), 16)


def read_label(label: str) -> dict[str, Any]:
    """Splits a suite's label into suite, version and split; missing parts are None or empty.

    Example:
        >>> read_label("core-5@test")
        {'label': 'core-5@test', 'suite': 'core', 'version': 5, 'split': 'test'}
    """
    whole, _, split = label.partition(GIVEN)[0].partition(SPLIT)
    name, _, version = whole.rpartition("-")
    if not name or not version.isdecimal():
        return {"label": label, "suite": whole, "version": None, "split": split}
    return {"label": label, "suite": name, "version": int(version), "split": split}


@lru_cache(maxsize=4)
def _grown_lives(suite: Suite, seed: int) -> list[Scenario]:
    return [scenario for _, scenario in suite.grown(seed).scenarios()]
