"""`regulars generate`: writes the lives of a suite, of your people, of streams, or your scenario to files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from regulars.errors import ConfigurationError, DataError

if TYPE_CHECKING:
    from regulars.scenarios.suites import Suite
    from regulars.scenarios.world import Persona, Scenario


_OTHER_FILES = (".json", ".txt", ".toml", ".yaml", ".yml")

PROGRESS_EVERY = 2.0
"""Seconds between two reports of progress."""

_Tell = Callable[[int, int], None]


def generate_lives(
    out: Path, suite: str, seeds: int, language: str, own: Path | None, personas: Path | None, tell: _Tell
) -> str:
    """Generates scenarios, checks each of them, and writes them to a file or a folder.

    Args:
        out: A file ending in `.jsonl`, or a folder.
        suite: The suite to generate.
        seeds: Scenarios per plan of the suite.
        language: A language pack that replaces the suite's; empty for the suite's.
        own: A scenario in YAML, used instead of a suite.
        personas: A file with people who take turns in the suite's lives.
        tell: Called from time to time with the finished and the total number of scenarios.

    Returns:
        A summary in words.

    Raises:
        ConfigurationError: An option is invalid.
        DataError: A file cannot be read (the message lists all its problems), or the output cannot be written.
    """
    from regulars.scenarios.files import write_scenarios
    from regulars.scenarios.personas.files import read_personas
    from regulars.scenarios.suites import load_suite

    if out.suffix in _OTHER_FILES:
        raise ConfigurationError(f"invalid output {out}", where="--out", expected="a .jsonl file or a folder")
    if own is not None:
        if personas is not None:
            raise ConfigurationError(
                "--from excludes --personas", where="generate", remedy="name the people in the YAML file"
            )
        from regulars.scenarios.own import read_own

        grown = {"own": read_own(own)}
    else:
        loaded = load_suite(suite).spoken(language) if language else load_suite(suite)
        if seeds < 1:
            raise ConfigurationError(f"seeds is {seeds}", where="generate", expected="a whole number from 1")
        if loaded.stream:
            return _write_streams(out, loaded, seeds, personas)
        grown = _grown(loaded, seeds, read_personas(personas) if personas is not None else [], tell)
    scenarios = [scenario for group in grown.values() for scenario in group]
    if out.suffix == ".jsonl":
        write_scenarios(out, scenarios)
    else:
        _make(out)
        for name, group in grown.items():
            write_scenarios(out / f"{name.replace('/', '.')}.jsonl", group)
    return _said(scenarios, out)


def _grown(suite: Suite, seeds: int, people: Sequence[tuple[str, Persona]], tell: _Tell) -> dict[str, list[Scenario]]:
    """The scenarios of a suite by plan. With people from a file, who take turns, the suite's label changes."""
    from regulars.scenarios import generate as make
    from regulars.scenarios.checks.validate import check_playable
    from regulars.scenarios.language.packs import ontology_of

    turns: Iterator[tuple[str, Persona]] = cycle(people)
    others = replace(suite, name=f"{suite.name}+personas").label
    grown: dict[str, list[Scenario]] = {}
    shown, total = monotonic(), seeds * len(suite.plans)
    for seed in range(seeds):
        for position, arguments in enumerate(suite.scenarios(seed), 1):
            name = f"{suite.label}/{position}"
            if people:
                users = arguments.get("users", 1)
                if users > len(people):
                    raise ConfigurationError(
                        f"only {len(people)} people", where=f"{name}, --personas", expected=f"{users} or more"
                    )
                arguments |= {"people": list(islice(turns, users)), "suite": others}
            scenario = make(**arguments)
            check_playable(scenario, ontology_of(scenario.language), f"{name}, seed {seed}")
            grown.setdefault(name, []).append(scenario)
            if monotonic() - shown >= PROGRESS_EVERY:
                shown = monotonic()
                tell(seed * len(suite.plans) + position, total)
    return grown


def _write_streams(out: Path, suite: Suite, seeds: int, personas: Path | None) -> str:
    """Writes each stream to its own file, as `regulars.scenarios.streams.files` reads it."""
    from regulars.scenarios.streams.files import write_stream

    if personas is not None:
        raise ConfigurationError(
            f"the suite {suite.name} has streams, whose people come from cohorts",
            where="--personas",
            expected="a suite of single lives",
        )
    if out.suffix == ".jsonl" and seeds > 1:
        raise ConfigurationError(
            f"{seeds} streams do not fit one file", where="--out", expected="a folder, with one file per stream"
        )
    if out.suffix != ".jsonl":
        _make(out)
    scenarios: list[Scenario] = []
    for seed in range(seeds):
        stream = suite.grown(seed)
        write_stream(out if out.suffix == ".jsonl" else out / f"{suite.label}.{seed}.jsonl", stream)
        scenarios += [scenario for _, scenario in stream.scenarios()]
    return _said(scenarios, out)


def _make(folder: Path) -> None:
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise DataError(
            f"the folder cannot be created: {error.strerror}",
            where=str(folder),
            expected="a file ending in .jsonl, or a folder whose parent exists",
        ) from error


def _said(scenarios: Sequence[Scenario], out: Path) -> str:
    probes = sum(len(scenario.probes) for scenario in scenarios)
    return f"{len(scenarios)} scenarios with {probes} planned probes written to {out}"
