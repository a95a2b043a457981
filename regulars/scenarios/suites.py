"""Suites: named, versioned sets of scenarios, generated from one seed.

A suite is a file in `suites/` or a file of your own. It holds `[[plans]]` of independent lives, or a `[stream]` of
lives over which a memory persists, or the name of another suite (`like`), with a `language` or `options` of its own. A
table `[content]` names own content, by paths from the file: folders of attributes, rules and projects, and people.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache, partial
from importlib.resources import files
from inspect import signature
from itertools import cycle, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from regulars.errors import ConfigurationError, DataError, RegularsError, UnknownNameError, did_you_mean
from regulars.registry import parse_arguments, register
from regulars.scenarios.content import MARK, ONTOLOGY, PROJECTS, RULES, installed, open_content
from regulars.scenarios.generator import generate
from regulars.scenarios.language.packs import Language
from regulars.scenarios.options import GenerationOptions
from regulars.scenarios.personas.files import read_personas
from regulars.scenarios.world import Persona, Scenario
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

ENDING = ".toml"
ENGLISH = "english"

PERSONAS = "personas_file"
CONTENT: Mapping[str, str] = {
    "ontology_dir": ONTOLOGY, "rules_dir": RULES, "projects_dir": PROJECTS, PERSONAS: "",
}  # fmt: skip
"""The settings that name own content, and what the folders hold."""

_NAME = re.compile(r"(?P<name>[^=]*?\.toml(?:@\w*)?|[^:]*)(?::(?P<given>.*))?", re.DOTALL)
_FIELDS = ("version", "summary", "plans", "options", "stream", "like", "language", "content")
_OPTIONS = {one.name for one in fields(GenerationOptions)}
_PLAN = {"lives", "users", "sessions", "probes_per_session", "anchors"}
MOST_LIVES = 1_000_000
"""The largest number of lives of a suite."""


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
        """Name, version, split and given settings, as scenarios carry them."""
        split, given = (f"{mark}{part}" if part else "" for mark, part in ((SPLIT, self.split), (GIVEN, self.given)))
        return f"{self.name}-{self.version}{split}{given}"

    def scenarios(self, seed: int = 0) -> list[dict[str, Any]]:
        """The arguments of `generate` for each scenario, in order; none for a stream.

        Example:
            >>> [arguments["users"] for arguments in load_suite("smoke").scenarios(7)]
            [1, 1, 1, 2]
        """
        return [self._arguments(seed, position) for position in range(len(self.plans))]

    def _arguments(self, seed: int, position: int) -> dict[str, Any]:
        """The arguments of `generate` for one scenario."""
        node = SeedTree(seed).child("suite", self.name, *([self.split] if self.split else ()))
        plan = self.plans[position]
        arguments = {"seed": node.child("scenario", position), "suite": self.label, **plan, **_SPLITS[self.split]}
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
        return replace(self, plans=tuple(_plans([{**plan, **options} for plan in self.plans], {}, where)))

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
    if not loaded.stream:
        for position in range(loaded.lives):
            name = f"{loaded.label}/{position + 1}"
            for seed in range(seeds):
                yield name, seed, loaded.life(seed * loaded.lives + position)
        return
    grown = [loaded.named(seed) for seed in range(seeds)]
    for position in range(len(grown[0])):
        for seed, scenarios in enumerate(grown):
            name, scenario = scenarios[position]
            yield name, seed, scenario


@lru_cache(maxsize=4)
def _grown_lives(suite: Suite, seed: int) -> list[Scenario]:
    return [scenario for _, scenario in suite.grown(seed).scenarios()]


def load_suite(name: str) -> Suite:
    """Loads a built-in suite, an installed one, or one of a file, or one split of it, with settings of your own.

    Args:
        name: Such as `core`, `core@train`, `clinic.toml` or `core:sessions=6;lives=4`. Settings replace those of all
            lives: `lives` (their number), `language`, the arguments of `generate` and the generation options, and own
            content (`CONTENT`). Those of a stream are the arguments of `generate_stream`: `procedural:rho=0;blocks=4`.

    Raises:
        UnknownNameError: The suite or the split is unknown.
        ConfigurationError: A setting is unknown, or its value is invalid.
        DataError: Its file does not follow the schema.
    """
    name, given = split_name(name)
    name, split = name.rsplit(SPLIT, 1) if SPLIT in name else (name, "")
    path = suite_path(name)
    if path is None and any(setting in given for setting in CONTENT):
        return _built_in(name, split, given)  # its files may change
    if path is None:
        return _load_built_in(name, split, given)
    return _read(path.stem, split, given, path.read_bytes(), str(path), path.parent)


def split_name(name: str) -> tuple[str, str]:
    """A suite's name with its split, and the settings. The path of a suite's file may hold a colon.

    Example:
        >>> split_name("core@test:sessions=6"), split_name("C:/mine/clinic.toml")
        (('core@test', 'sessions=6'), ('C:/mine/clinic.toml', ''))
    """
    found = _NAME.fullmatch(name)
    return (found["name"], found["given"] or "") if found is not None else (name, "")


@lru_cache(maxsize=8)
def _load_built_in(name: str, split: str, given: str) -> Suite:
    return _built_in(name, split, given)


def _built_in(name: str, split: str, given: str) -> Suite:
    folder = files("regulars.scenarios").joinpath("suites")
    known = [entry.name.removesuffix(ENDING) for entry in folder.iterdir() if entry.name.endswith(ENDING)]
    if name not in known:
        remedy = f"{did_you_mean(name, known)} (write your own as FILE{ENDING}: regulars new suite)"
        raise UnknownNameError(f"unknown suite {name!r}", remedy=remedy)
    where = f"{name}{ENDING}"
    return _read(name, split, given, folder.joinpath(where).read_bytes(), where, Path())


def _read(name: str, split: str, given: str, file: bytes, where: str, home: Path) -> Suite:
    if split not in _SPLITS:
        raise UnknownNameError(f"unknown split {split!r}", where=name, remedy=did_you_mean(split, _SPLITS))
    try:
        data = tomllib.loads(file.decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataError(f"is not valid TOML: {error}", where=where) from error
    for one in data:
        if one not in _FIELDS:
            raise DataError(f"unknown field {one!r}", where=where, remedy=did_you_mean(one, _FIELDS))
    plans, version, stream, like = (data.get(field) for field in ("plans", "version", "stream", "like"))
    summary, options = str(data.get("summary", "")), data.get("options", {})
    if version is not None:
        _whole("version", version, where)
    content = _content(data.get("content", {}), home, where)
    if isinstance(stream, dict) and stream and isinstance(version, int) and plans is None:
        if split:
            remedy = "take its halves by the mark `half`, or another seed"
            raise UnknownNameError(f"a stream has no split {split!r}", where=name, remedy=remedy)
        if content:
            raise DataError("a stream takes no own content", where=f"{where}, content", expected="[[plans]] or like")
        settings = _stream(stream, options, where) | _settings(name, given)
        return Suite(name, version, summary, (), stream=settings, given=given)
    if isinstance(like, str) and isinstance(version, int) and plans is None:
        base = load_suite(like)
        base = base.spoken(str(data["language"])) if "language" in data else base
        suite = replace(base.with_options(options, where), name=name, version=version, summary=summary, split=split)
    elif isinstance(plans, list) and plans and isinstance(version, int):
        suite = Suite(name, version, summary, tuple(_plans(plans, options, where)), split)
        suite = suite.spoken(str(data["language"])) if "language" in data else suite
    else:
        lacks = "has no version" if version is None else "does not say which lives there are"
        raise DataError(lacks, where=where, expected="version = 1, and one of [[plans]], [stream] and like")
    return _with_settings(suite, content, parse_arguments(f"suite {name}", given) if given else {})


def _content(given: Any, home: Path, where: str) -> dict[str, str]:
    """The table `[content]` of a suite's file, as settings with paths."""
    known = {kind or "personas": name for name, kind in CONTENT.items()}
    if not isinstance(given, dict) or not all(isinstance(one, str) and one for one in given.values()):
        raise DataError("is not a table of paths", where=f"{where}, content", expected=", ".join(known))
    for kind in given:
        if kind not in known:
            raise DataError(f"unknown field {kind!r}", where=f"{where}, content", remedy=did_you_mean(kind, known))
    return {known[kind]: str(home / written) for kind, written in given.items()}


def _with_settings(suite: Suite, content: Mapping[str, str], given: Mapping[str, Any]) -> Suite:
    """A suite of single lives with own content and settings."""
    where = f"suite {suite.name}"
    known = {*_PLAN, *_OPTIONS, "language", *CONTENT}
    for setting in given:
        if setting not in known:
            raise ConfigurationError(f"unknown setting {setting!r}", where=where, remedy=did_you_mean(setting, known))
    content = {**content, **{name: str(value) for name, value in given.items() if name in CONTENT}}
    shown = {name: value for name, value in given.items() if name not in CONTENT}
    options = {name: _inline(value) for name, value in shown.items() if name not in ("lives", "language")}
    suite = suite.with_options(options, where)
    if "lives" in given:
        lives = _whole("lives", given["lives"], where, least=1, most=MOST_LIVES, error=ConfigurationError)
        suite = replace(suite, plans=tuple(islice(cycle(suite.plans), lives)))
    if "language" in given:
        suite = suite.spoken(str(given["language"]))
    folders = {kind: content[name] for name, kind in CONTENT.items() if kind and name in content}
    if folders:
        name = open_content(language=str(suite.plans[0].get("language", ENGLISH)), **folders)
        suite = suite.spoken(name)
        if not CONTENT.keys().isdisjoint(given):
            shown["content"] = name.partition(MARK)[2]
    if PERSONAS in content:
        suite = suite.lived_by(read_personas(content[PERSONAS]))
        if PERSONAS in given:
            shown["personas"] = content_hash(Path(content[PERSONAS]).read_text("utf-8-sig"), 10)
    return replace(suite, given=";".join(f"{name}={value}" for name, value in sorted(shown.items())))


def _inline(value: Any) -> Any:
    """A table or list as TOML writes it, such as `{open=.6,asked=.4}`; any other value as it is."""
    if not isinstance(value, str) or not value.startswith(("{", "[")):
        return value
    try:
        return tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError as error:
        raise ConfigurationError(f"{value!r} is not valid TOML: {error}", where="a setting") from error


def suite_path(name: str) -> Path | None:
    """The file of a suite of your own, or of an installed one; None for a built-in suite.

    Raises:
        UnknownNameError: The file does not exist.
    """
    if name.endswith(ENDING):
        path = Path(name).expanduser()
        if not path.is_file():
            raise UnknownNameError(f"file {name} does not exist", where="suite", remedy="check the path")
        return path.resolve()
    folder = installed().get(name)
    path = folder / f"{name}{ENDING}" if folder is not None else Path()
    return path if path.is_file() else None


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
    known = {*_PLAN, *_OPTIONS, "language"}
    for plan in plans:
        if not isinstance(plan, dict):
            raise DataError(f"cannot be read: {plan}", where=f"{where}, plans", expected="tables under [[plans]]")
        for name in (*plan, *options):
            if name not in known:
                table = "plans" if name in plan else "options"
                raise DataError(f"unknown option {name!r}", where=f"{where}, {table}", remedy=did_you_mean(name, known))
        arguments = {**options, **{name: value for name, value in plan.items() if name != "lives"}}
        GenerationOptions.read({name: value for name, value in arguments.items() if name in _OPTIONS}, where)
        for name in _PLAN & arguments.keys():
            _whole(name, arguments[name], f"{where}, plans", least=int(name in ("users", "sessions")))
        read += [arguments] * _whole("lives", plan.get("lives", 1), f"{where}, plans", least=1, most=MOST_LIVES)
    return read


def _whole(
    name: str,
    value: Any,
    where: str,
    *,
    least: int = 0,
    most: int | None = None,
    error: type[RegularsError] = DataError,
) -> int:
    """The value of a setting that is a whole number. Raises `error` for any other value, or one out of range."""
    if type(value) is int and least <= value and (most is None or value <= most):
        return value
    quoted = isinstance(value, str) and value.isdecimal()
    raise error(
        f"{name} is {value!r}",
        where=where,
        expected=f"a whole number from {least}" + (f" to {most:,}" if most is not None else ""),
        remedy=f"write {name} = {value}, without quotes" if quoted else "",
    )


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
