"""Suites: named, versioned sets of scenarios, generated from one seed.

A suite is a file in `suites/`. It holds `[[plans]]` of independent lives, or a `[stream]` of lives over which a memory
persists, or the name of another suite (`like`) and the `language` in which to generate that suite's lives.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache, partial
from importlib.resources import files
from inspect import signature
from typing import TYPE_CHECKING, Any

from regulars.errors import ConfigurationError, DataError, UnknownNameError, did_you_mean
from regulars.registry import parse_arguments, register
from regulars.scenarios.generator import generate
from regulars.scenarios.language.packs import Language
from regulars.scenarios.options import GenerationOptions
from regulars.scenarios.world import Scenario
from regulars.seeding import SeedTree, content_hash

if TYPE_CHECKING:
    from regulars.scenarios.streams.blocks import Stream


SPLIT = "@"
"""Separates a suite's name from its split: `core@test`."""

GIVEN = ":"
"""Separates the name of a suite of streams from settings that replace its own: `procedural:rho=0`."""

_SPLITS: Mapping[str, Mapping[str, str]] = {
    "": {},
    "train": {"attributes": "train"},
    "validation": {"attributes": "train"},
    "test": {"attributes": "test", "phrasing": "held_out"},
}

_PLAN = {"lives", "users", "sessions", "probes_per_session", "anchors"}


@dataclass(frozen=True, slots=True)
class Suite:
    """A named, versioned set of scenarios, not yet generated.

    Attributes:
        name: The suite's name.
        version: Goes up when the same seed gives other scenarios.
        summary: One line for people.
        plans: For each scenario, the arguments of `generate` without seed and suite.
        split: `train`, `validation` or `test`; empty for the whole suite. Each split has its own seeds. The attributes
            and phrases that `test` holds out are in neither of the other two.
        stream: The arguments of `generate_stream` without seed and suite; empty for a suite of plans. A suite with a
            stream has no plans and no splits, since its blocks have train and exam halves.
        given: The settings of the stream that replace those of the suite's file, such as `rho=0`; empty for none.
    """

    name: str
    version: int
    summary: str
    plans: tuple[Mapping[str, Any], ...]
    split: str = ""
    stream: Mapping[str, Any] = field(default_factory=dict)
    given: str = ""

    def __hash__(self) -> int:
        return hash((self.name, self.version, self.split))

    @property
    def label(self) -> str:
        """Name, version, split and given settings, as scenarios carry them."""
        split, given = (f"{mark}{part}" if part else "" for mark, part in ((SPLIT, self.split), (GIVEN, self.given)))
        return f"{self.name}-{self.version}{split}{given}"

    def scenarios(self, seed: int = 0) -> list[dict[str, Any]]:
        """The arguments of `generate` for each scenario, in order; none for a stream.

        Example:
            >>> [arguments["users"] for arguments in load_suite("smoke").scenarios(7)]
            [1, 1, 1, 2]
        """
        node = SeedTree(seed).child("suite", self.name, *([self.split] if self.split else ()))
        return [
            {"seed": node.child("scenario", position), "suite": self.label, **plan, **_SPLITS[self.split]}
            for position, plan in enumerate(self.plans)
        ]

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

    def life(self, number: int, **options: Any) -> Scenario:
        """Generates one life, without the others of its seed.

        Args:
            number: Any whole number. Life `number` is at position `number` modulo `lives` among the lives of the seed
                `number` div `lives`, so that the lives 0 to `lives` - 1 are those of seed 0.
            **options: Arguments of `generate` that replace the suite's. A stream accepts none.

        Raises:
            ConfigurationError: Options were passed to a stream.

        Example:
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
        return generate(**{**self.scenarios(seed)[position], **options})

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
        return replace(self, plans=tuple({**plan, "language": language} for plan in self.plans))

    def hash(self, seed: int = 0) -> str:
        """A hash of the scenarios of `seed`: equal on every machine, different for different content."""
        return content_hash(" ".join(scenario.id for scenario in self.generate(seed)), 16)


def read_label(label: str) -> dict[str, Any]:
    """Splits a suite's label into suite, version and split; missing parts are None or empty.

    Example:
        >>> read_label("core-5@test")
        {'label': 'core-5@test', 'suite': 'core', 'version': 5, 'split': 'test'}
    """
    whole, _, split = label.partition(SPLIT)
    name, _, version = whole.rpartition("-")
    if not name or not version.isdecimal():
        return {"label": label, "suite": whole, "version": None, "split": split}
    return {"label": label, "suite": name, "version": int(version), "split": split}


def suite_scenarios(suite: str, seeds: int = 1) -> Iterator[tuple[str, int, Scenario]]:
    """Generates the scenarios of a suite from the seeds 0 to `seeds` - 1.

    Args:
        suite: The suite's name.
        seeds: Number of seeds.

    Yields:
        The name, which is the same for all seeds (`smoke-6/1`, `stream-5/b1-train-1`), the seed, and the scenario.
    """
    loaded = load_suite(suite)
    if seeds < 1:
        raise ConfigurationError(f"seeds is {seeds}", where=f"suite {suite}", expected="a whole number from 1")
    grown = [loaded.named(seed) for seed in range(seeds)]
    for position in range(len(grown[0])):
        for seed, scenarios in enumerate(grown):
            name, scenario = scenarios[position]
            yield name, seed, scenario


@lru_cache(maxsize=4)
def _grown_lives(suite: Suite, seed: int) -> list[Scenario]:
    return [scenario for _, scenario in suite.grown(seed).scenarios()]


@lru_cache(maxsize=8)
def load_suite(name: str) -> Suite:
    """Loads a built-in suite, one split of it, or a stream with other settings.

    Args:
        name: Such as `core`, `core@train` or `procedural:rho=0;blocks=4`. The settings are those of `generate_stream`.

    Raises:
        UnknownNameError: The suite or the split is unknown.
        ConfigurationError: Settings are given that the suite does not take.
        DataError: Its file does not follow the schema.
    """
    name, _, given = name.partition(GIVEN)
    name, _, split = name.partition(SPLIT)
    if split not in _SPLITS:
        raise UnknownNameError(f"unknown split {split!r}", where=name, remedy=did_you_mean(split, _SPLITS))
    folder = files("regulars.scenarios").joinpath("suites")
    known = [entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml")]
    if name not in known:
        raise UnknownNameError(f"unknown suite {name!r}", remedy=did_you_mean(name, known))
    where = f"{name}.toml"
    try:
        data = tomllib.loads(folder.joinpath(where).read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"is not valid TOML: {error}", where=where) from error
    plans, version, stream, like = (data.get(field) for field in ("plans", "version", "stream", "like"))
    summary, options = str(data.get("summary", "")), data.get("options", {})
    if isinstance(stream, dict) and stream and isinstance(version, int) and plans is None:
        if split:
            remedy = "take its halves by the mark `half`, or another seed"
            raise UnknownNameError(f"a stream has no split {split!r}", where=name, remedy=remedy)
        settings = _stream(stream, options, where) | _settings(name, given)
        return Suite(name, version, summary, (), stream=settings, given=given)
    if given:
        raise ConfigurationError(
            f"takes no settings, and {given!r} are given", where=f"suite {name}", expected="a suite of streams",
            remedy="leave them out, or generate lives with these options",
        )  # fmt: skip
    if isinstance(like, str) and isinstance(version, int) and plans is None:
        base = load_suite(like).spoken(str(data.get("language", "")))
        return replace(base, name=name, version=version, summary=summary, split=split)
    if not isinstance(plans, list) or not plans or not isinstance(version, int):
        expected = "version = 1 and [[plans]], [stream] or like"
        raise DataError("has no version or no plans", where=where, expected=expected)
    return Suite(name, version, summary, tuple(_plans(plans, options, where)), split)


def _settings(name: str, given: str) -> dict[str, Any]:
    """Settings of a stream as they are given with the suite's name."""
    from regulars.scenarios.streams.blocks import generate_stream

    settings = parse_arguments(name, given) if given else {}
    known = sorted(set(signature(generate_stream).parameters) - {"seed", "suite", "start", "options"})
    for setting in settings:
        if setting not in known:
            raise ConfigurationError(
                f"unknown setting {setting!r}", where=f"suite {name}", expected=", ".join(known),
                remedy=did_you_mean(setting, known),
            )  # fmt: skip
    return settings


def _stream(stream: Mapping[str, Any], options: Mapping[str, Any], where: str) -> dict[str, Any]:
    """The arguments of `generate_stream`: the stream's own settings, and the options of its lives."""
    from regulars.scenarios.streams.blocks import generate_stream

    known = set(signature(generate_stream).parameters) - {"seed", "suite", "start", "options"}
    for name in stream:
        if name not in known:
            raise DataError(f"unknown setting {name!r}", where=f"{where}, stream", remedy=did_you_mean(name, known))
    GenerationOptions.read(options, where)
    return {**stream, **options}


def _plans(plans: list[Any], options: Mapping[str, Any], where: str) -> list[dict[str, Any]]:
    """The arguments of `generate` for each scenario. A plan's own options override the suite's."""
    read = []
    names = {one.name for one in fields(GenerationOptions)}
    for plan in plans:
        if not isinstance(plan, dict) or not set(plan) <= _PLAN | names:
            expected = ", ".join(sorted(_PLAN | names))
            raise DataError(f"cannot be read: {plan}", where=f"{where}, plans", expected=expected)
        arguments = {**options, **{name: value for name, value in plan.items() if name != "lives"}}
        GenerationOptions.read({name: value for name, value in arguments.items() if name in names}, where)
        read += [arguments] * plan.get("lives", 1)
    return read


for _name, _summary in {
    "smoke": "small: three lives of one person and one life of two",
    "chinese": "the core suite in Chinese",
    "core": "six lives with every kind of probe, projects, rules and incidents",
    "hard": "disclosures in passing, in pieces, contradicting, in held-out phrases; namesakes",
    "long-115k": "core lives in histories of 115,000 tokens",
    "long-1.5m": "a life in a history of 1.5 million tokens",
    "multi-user": "three and four people, namesakes, a person who takes another name",
    "stream": "four blocks of three lives: two cohorts with procedures, ways of speaking, and rules that change",
    "procedural": "three blocks of two lives: rules and procedures that all people share, learned from feedback",
    "privacy": "messages to others, requests to forget, false claims of other people",
}.items():
    register("suite", _name, partial(load_suite, _name), summary=_summary)
