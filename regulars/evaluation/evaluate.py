"""`regulars.evaluate`: systems against scenarios, recorded episode by episode, resumable, then measured."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from regulars.agents.feedback import feedback_policy
from regulars.datasets import read_any
from regulars.datasets.record import append, mend, read_records
from regulars.errors import ConfigurationError, RecordError
from regulars.evaluation.episodes import Unit, play
from regulars.evaluation.metrics import Row, rows
from regulars.evaluation.systems import System, default_memories, systems
from regulars.scenarios.suites import suite_scenarios
from regulars.scenarios.world import Scenario

__all__ = ["EPISODES", "RESULTS", "Progress", "Run", "evaluate", "write_json"]

EPISODES = "episodes.jsonl"
RESULTS = "results.json"
CONFIG = "config.json"
RESULTS_SCHEMA = 1
GENERATED_SEEDS = 3
"""Episodes of each generated scenario, unless said otherwise."""


@dataclass(slots=True)
class Progress:
    """How far a run is, for whoever shows it."""

    done: int
    total: int
    system: str
    scenario: str
    reward: float | None
    faults: int


@dataclass(slots=True)
class Run:
    """A finished run.

    Attributes:
        rows: One a figure.
        systems: The rows' systems, in order.
        out: The folder with `results.json` and `episodes.jsonl`, None if nothing was kept.
        faults: Episodes that ended by a fault, with what went wrong.
        forked: Names of the systems that were asked out of band on a branch, and can be compared.
    """

    rows: list[Row]
    systems: list[str]
    out: Path | None = None
    faults: list[tuple[Mapping[str, Any], str]] = field(default_factory=list)
    forked: list[str] = field(default_factory=list)
    unbounded: list[str] = field(default_factory=list)

    def value(self, system: str, metric: str, slice: str = "all", scenario: str = "all") -> float:
        """One figure. Raises `KeyError` if the run has none of that name."""
        for row in self.rows:
            if (row["system"], row["metric"], row["slice"], row["scenario"]) == (system, metric, slice, scenario):
                return float(row["value"])
        raise KeyError(f"{system} / {scenario} / {slice} / {metric}")


def evaluate(
    memory: str | Sequence[str] | None = None,
    *,
    assistant: str | Any = "scripted",
    data: str | Path | Sequence[Scenario] | None = None,
    suite: str = "smoke",
    feedback: str = "evaluative",
    seeds: int | None = None,
    k: int = 10,
    budget: int = 1024,
    references: bool | None = None,
    out: str | Path | None = None,
    resume: bool = False,
    progress: Callable[[Progress], None] | None = None,
) -> Run:
    """Evaluates memories (and assistants) on-policy, with scripted people, or on recorded conversations.

    Args:
        memory: Specs of memory systems, a list or separated by commas; None takes all built-in ones for the
            scripted assistant, and `bm25-turn` for another one that takes a memory.
        assistant: Who talks: a spec, a callable from observation to string, or an object with `act`.
        data: A file of conversations or scenarios, or scenarios; None generates those of `suite`.
        suite: The built-in suite.
        feedback: The feedback policy.
        seeds: Episodes of each scenario; 3 for generated ones, 1 for recorded ones, where nothing is drawn.
        k: Ranked items that a memory is asked for.
        budget: Tokens of context that replies are made from.
        references: Whether to add the reference rows; by default on generated lives and not on `data`.
        out: The folder to write to; None keeps nothing.
        resume: Completes the run that `out` holds to the same results.
        progress: Called after every episode.

    Returns:
        The figures, and where they are.

    Raises:
        ConfigurationError: An option is impossible, or `out` holds another run.
        DataError: The data cannot be read.
    """
    wanted = _names(memory, assistant)
    feedback_policy(feedback)
    shown = references if references is not None else data is None
    compared = systems(wanted, assistant, references=shown, k=k, budget=budget)
    if seeds is not None and seeds < 1:
        raise ConfigurationError(f"seeds is {seeds}", where="evaluate", expected="a whole number from 1")
    units = list(_units(compared, data, suite, seeds))
    options = {"feedback": feedback}
    config = {
        "systems": [system.name for system in compared],
        "assistant": assistant if isinstance(assistant, str) else getattr(assistant, "__name__", "custom"),
        "units": [unit.key for unit in units],
        "scenarios": list(dict.fromkeys(unit.scenario.id for unit in units)),
        "feedback": feedback,
        "k": k,
        "budget": budget,
    }
    with _Folder(out, config, resume) as (folder, temporary):
        records = _play_all(units, options, folder / EPISODES, progress)
        finished = Run(
            rows(records),
            [system.name for system in compared],
            None if temporary else folder,
            forked=[system.name for system in compared if system.forks],
            unbounded=[system.name for system in compared if system.unbounded],
        )
        for record in read_records(folder / EPISODES):
            if not record["valid"]:
                finished.faults.append((record["key"], record["fault"]))
        if not temporary:
            write_json(folder / RESULTS, {"schema": RESULTS_SCHEMA, "rows": finished.rows})
    return finished


def _names(memory: str | Sequence[str] | None, assistant: Any) -> list[str]:
    if memory is None:
        return default_memories(assistant)
    from regulars.registry import split_specs

    names = split_specs(memory) if isinstance(memory, str) else list(memory)
    if not names:
        raise ConfigurationError("no memory is named", where="evaluate", remedy="name one, or leave memory out")
    return names


def _units(
    compared: Sequence[System], data: str | Path | Sequence[Scenario] | None, suite: str, seeds: int | None
) -> Iterator[Unit]:
    """The episodes of a run in the order of scenario, seed and system."""
    if data is None:
        for name, seed, scenario in suite_scenarios(suite, GENERATED_SEEDS if seeds is None else seeds):
            for system in compared:
                yield Unit(scenario, name, seed, system)
        return
    scenarios = read_any(Path(data)) if isinstance(data, (str, Path)) else list(data)
    for scenario in scenarios:
        name = scenario.marks.get("name", scenario.id)
        for seed in range(1 if seeds is None else seeds):
            for system in compared:
                yield Unit(scenario, name, seed, system)


def _play_all(
    units: Sequence[Unit], options: Mapping[str, Any], path: Path, progress: Callable[[Progress], None] | None
) -> Iterable[dict[str, Any]]:
    """Plays what is missing, and yields all records in the order of the units."""
    mend(path)
    path.touch()
    done = {_key(record["key"]) for record in read_records(path)}
    rewards: list[float] = []
    faults = 0
    for number, unit in enumerate(units, start=1):
        if _key(unit.key) not in done:
            record = play(unit, options)
            append(path, record)
            if record["valid"]:
                rewards.append(record["score"])
            faults += not record["valid"]
        if progress is not None:
            mean = sum(rewards) / len(rewards) if rewards else None
            progress(Progress(number, len(units), unit.system.name, unit.name, mean, faults))
    wanted = {_key(unit.key): position for position, unit in enumerate(units)}
    found = (record for record in read_records(path) if _key(record["key"]) in wanted)
    return sorted(found, key=lambda record: wanted[_key(record["key"])])


def _key(key: Mapping[str, Any]) -> tuple[str, int, str]:
    return key["scenario"], key["seed"], key["system"]


class _Folder:
    """The run's folder: a given one, held to one run's configuration, or one that is thrown away."""

    def __init__(self, out: str | Path | None, config: Mapping[str, Any], resume: bool) -> None:
        self.out, self.config, self.resume = out, config, resume
        self.temporary: tempfile.TemporaryDirectory[str] | None = None

    def __enter__(self) -> tuple[Path, bool]:
        if self.out is None:
            if self.resume:
                raise ConfigurationError(
                    "there is nothing to resume", where="evaluate", remedy="name the folder with --out"
                )
            self.temporary = tempfile.TemporaryDirectory(prefix="regulars-")
            return Path(self.temporary.name), True
        folder = Path(self.out)
        if folder.exists() and not folder.is_dir():
            raise ConfigurationError(f"{folder} is no folder", where="out", remedy="name another one")
        self._settle(folder)
        return folder, False

    def _settle(self, folder: Path) -> None:
        known = folder / CONFIG
        if known.exists():
            if not self.resume:
                raise ConfigurationError(
                    f"{folder} holds a run already", where="out", remedy="add --resume, or name another folder"
                )
            if read_json(known) != json.loads(json.dumps(self.config)):
                raise ConfigurationError(
                    f"{folder} holds a run with other options",
                    where="out",
                    expected="the options that it was begun with",
                    remedy="repeat them, or name another folder",
                )
            return
        try:
            folder.mkdir(parents=True, exist_ok=True)
            write_json(known, self.config)
        except OSError as error:
            raise ConfigurationError(f"{folder} cannot be written: {error.strerror}", where="out") from error

    def __exit__(self, *_: object) -> None:
        if self.temporary is not None:
            self.temporary.cleanup()


def read_json(path: Path) -> Any:
    """A JSON file's value. Raises `RecordError` if it is missing or torn."""
    try:
        return json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise RecordError(f"cannot be read: {error.strerror}", where=str(path)) from error
    except ValueError as error:
        raise RecordError("is no JSON", where=str(path), remedy="name a folder that evaluate wrote") from error


def write_json(path: Path, value: Any) -> None:
    """Writes a JSON file whole or not at all."""
    temporary = path.with_suffix(".part")
    with temporary.open("w", encoding="utf-8") as file:
        json.dump(value, file, ensure_ascii=False, indent=1)
        file.write("\n")
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)
