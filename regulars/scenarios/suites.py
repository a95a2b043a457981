"""Loads suites: the built-in ones, installed ones, and files of your own.

A suite is a file in `suites/` or a file of your own. It holds `[[plans]]` of independent lives, or a `[stream]` of
lives over which a memory persists, or the name of another suite (`like`), with a `language` or `options` of its own. A
table `[content]` names own content, by paths from the file: folders of attributes, rules and projects, and people.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from importlib.resources import files
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from regulars.errors import ConfigurationError, DataError, UnknownNameError, did_you_mean
from regulars.registry import parse_arguments, register
from regulars.scenarios.content import MARK, ONTOLOGY, PROJECTS, RULES, installed, open_content
from regulars.scenarios.personas.files import read_personas
from regulars.scenarios.suite import ENGLISH, SPLIT, SPLITS, Suite
from regulars.scenarios.suite_plans import MOST_LIVES, SETTINGS, read_plans, read_stream, stream_settings, whole_number
from regulars.scenarios.world import Scenario
from regulars.seeding import content_hash

ENDING = ".toml"

PERSONAS = "personas_file"
CONTENT: Mapping[str, str] = {
    "ontology_dir": ONTOLOGY, "rules_dir": RULES, "projects_dir": PROJECTS, PERSONAS: "",
}  # fmt: skip
"""The settings that name own content, and what the folders hold."""

_NAME = re.compile(r"(?P<name>[^=]*?\.toml(?:@\w*)?|[^:]*)(?::(?P<given>.*))?", re.DOTALL)
_FIELDS = ("version", "summary", "plans", "options", "stream", "like", "language", "content")


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


def load_suite(name: str) -> Suite:
    """Loads a suite, or one split of it, that is built in, installed or in a file, with your own settings.

    Args:
        name: Such as `core`, `core@train`, `clinic.toml` or `core:sessions=6;lives=4`. Settings replace those of all
            lives: `lives` (their number), `language`, the arguments of `generate` and the generation options, and your
            own content (`CONTENT`). Those of a stream are the arguments of `generate_stream`:
            `procedural:rho=0;blocks=4`.

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
    if split not in SPLITS:
        raise UnknownNameError(f"unknown split {split!r}", where=name, remedy=did_you_mean(split, SPLITS))
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
        whole_number("version", version, where)
    content = _content(data.get("content", {}), home, where)
    if isinstance(stream, dict) and stream and isinstance(version, int) and plans is None:
        if split:
            remedy = "take its halves by the mark `half`, or another seed"
            raise UnknownNameError(f"a stream has no split {split!r}", where=name, remedy=remedy)
        if content:
            raise DataError("a stream takes no own content", where=f"{where}, content", expected="[[plans]] or like")
        settings = read_stream(stream, options, where) | stream_settings(name, given)
        return Suite(name, version, summary, (), stream=settings, given=given)
    if isinstance(like, str) and isinstance(version, int) and plans is None:
        base = load_suite(like)
        base = base.spoken(str(data["language"])) if "language" in data else base
        suite = replace(base.with_options(options, where), name=name, version=version, summary=summary, split=split)
    elif isinstance(plans, list) and plans and isinstance(version, int):
        suite = Suite(name, version, summary, tuple(read_plans(plans, options, where)), split)
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
    known = {*SETTINGS, *CONTENT}
    for setting in given:
        if setting not in known:
            raise ConfigurationError(f"unknown setting {setting!r}", where=where, remedy=did_you_mean(setting, known))
    content = {**content, **{name: str(value) for name, value in given.items() if name in CONTENT}}
    shown = {name: value for name, value in given.items() if name not in CONTENT}
    options = {name: _inline(value) for name, value in shown.items() if name not in ("lives", "language")}
    suite = suite.with_options(options, where)
    if "lives" in given:
        lives = whole_number("lives", given["lives"], where, least=1, most=MOST_LIVES, error=ConfigurationError)
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
