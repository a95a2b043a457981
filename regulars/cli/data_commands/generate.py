"""`regulars generate`: writes the lives of a suite, of your people, of streams, or your scenario to files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer

from regulars.cli.data_commands.content_options import NO_CONTENT, ContentOptions, with_content_options
from regulars.counted import counted
from regulars.errors import ConfigurationError, DataError

if TYPE_CHECKING:
    from regulars.scenarios.suite import Suite
    from regulars.scenarios.world import Scenario


_OTHER_FILES = (".json", ".txt", ".toml", ".yaml", ".yml")

PROGRESS_EVERY = 2.0
"""Seconds between two reports of progress."""

_Tell = Callable[[int, int], None]


@with_content_options()
def generate(
    out: Annotated[
        Path, typer.Option(help="File ending in .jsonl with one scenario per line, or folder with one file per plan.")
    ],
    suite: Annotated[str, typer.Option(help="Suite, or your own as FILE.toml. See: regulars list suites.")] = "smoke",
    seeds: Annotated[int, typer.Option(help="Scenarios per plan of the suite.")] = 1,
    language: Annotated[str, typer.Option(help="Language pack instead of the suite's.")] = "",
    own: Annotated[
        Path | None, typer.Option("--from", help="Your scenario in YAML, to convert instead of generating a suite.")
    ] = None,
    given: ContentOptions = NO_CONTENT,
) -> None:
    """Generate scenarios and write them to a file or a folder. Each stream gets its own file."""
    if own is not None:
        typer.echo(convert_own(out, own, given, suite=suite, seeds=seeds, language=language))
        return

    def tell(done: int, total: int) -> None:
        typer.echo(f"{done} of {total} scenarios", err=True)

    typer.echo(generate_lives(out, given.suite(suite, language), seeds, tell))


def convert_own(out: Path, own: Path, given: ContentOptions, **others: object) -> str:
    """Converts a scenario in YAML to a scenario file.

    Args:
        out: A file ending in `.jsonl`, or a folder.
        own: The YAML file.
        given: Options of generated lives, of which only own content applies.
        others: The options `suite`, `seeds` and `language`, which do not apply.

    Returns:
        A summary in words.

    Raises:
        ConfigurationError: An option is given that does not apply.
        DataError: The file has faults, or the output cannot be written.
    """
    from regulars.scenarios.own import read_own

    _check_out(out)
    idle = [name for name, usual in _USUAL.items() if others[name] != usual]
    idle += [name for name in ("personas", "lives", "users", "sessions", "set") if getattr(given, name)]
    if idle:
        raise ConfigurationError(
            f"--from excludes --{idle[0]}",
            where="generate",
            remedy="write people, sessions and language into the YAML file",
        )
    return _write(out, {"own": read_own(own, given.open_content())})


_USUAL = {"suite": "smoke", "seeds": 1, "language": ""}
"""The defaults of the options that convert no scenario."""


def generate_lives(out: Path, suite: str, seeds: int, tell: _Tell) -> str:
    """Generates scenarios, checks each of them, and writes them to a file or a folder.

    Args:
        out: A file ending in `.jsonl`, or a folder.
        suite: The suite to generate, with its settings.
        seeds: Scenarios per plan of the suite.
        tell: Called from time to time with the finished and the total number of scenarios.

    Returns:
        A summary in words.

    Raises:
        ConfigurationError: An option is invalid.
        DataError: A file cannot be read (the message lists all its problems), or the output cannot be written.
    """
    from regulars.scenarios.suites import load_suite

    _check_out(out)
    loaded = load_suite(suite)
    if seeds < 1:
        raise ConfigurationError(f"seeds is {seeds}", where="generate", expected="a whole number from 1")
    if loaded.stream:
        return _write_streams(out, loaded, seeds)
    return _write(out, _grown(loaded, seeds, tell))


def _check_out(out: Path) -> None:
    if out.suffix in _OTHER_FILES:
        raise ConfigurationError(f"invalid output {out}", where="--out", expected="a .jsonl file or a folder")


def _write(out: Path, grown: Mapping[str, Sequence[Scenario]]) -> str:
    """Writes scenarios by plan, to one file or to one for each plan."""
    from regulars.scenarios.files import write_scenarios

    scenarios = [scenario for group in grown.values() for scenario in group]
    if out.suffix == ".jsonl":
        write_scenarios(out, scenarios)
    else:
        _make(out)
        for name, group in grown.items():
            write_scenarios(out / f"{_file_name(name)}.jsonl", group)
    return _said(scenarios, out)


def _file_name(name: str) -> str:
    """A plan's or suite's name without its settings, which file systems do not take."""
    label, _, number = name.partition("/")
    return ".".join(filter(None, (label.partition(":")[0], number)))


def _grown(suite: Suite, seeds: int, tell: _Tell) -> dict[str, list[Scenario]]:
    """The scenarios of a suite by plan."""
    from regulars.scenarios import generate as make
    from regulars.scenarios.checks.validate import check_playable
    from regulars.scenarios.language.packs import ontology_of

    grown: dict[str, list[Scenario]] = {}
    shown, total = monotonic(), seeds * len(suite.plans)
    for seed in range(seeds):
        for position, arguments in enumerate(suite.scenarios(seed), 1):
            name = f"{suite.label}/{position}"
            scenario = make(**arguments)
            check_playable(scenario, ontology_of(scenario.language), f"{name}, seed {seed}")
            grown.setdefault(name, []).append(scenario)
            if monotonic() - shown >= PROGRESS_EVERY:
                shown = monotonic()
                tell(seed * len(suite.plans) + position, total)
    return grown


def _write_streams(out: Path, suite: Suite, seeds: int) -> str:
    """Writes each stream to its own file, as `regulars.scenarios.streams.files` reads it."""
    from regulars.scenarios.streams.files import write_stream

    if out.suffix == ".jsonl" and seeds > 1:
        raise ConfigurationError(
            f"{seeds} streams do not fit one file", where="--out", expected="a folder, with one file per stream"
        )
    if out.suffix != ".jsonl":
        _make(out)
    scenarios: list[Scenario] = []
    for seed in range(seeds):
        stream = suite.grown(seed)
        write_stream(out if out.suffix == ".jsonl" else out / f"{_file_name(suite.label)}.{seed}.jsonl", stream)
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
    return f"{counted(len(scenarios), 'scenario')} with {counted(probes, 'planned probe')} written to {out}"
