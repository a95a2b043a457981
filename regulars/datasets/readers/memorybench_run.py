"""Reads the folder of a MemoryBench run: what a system answered, how it was scored, and the means of each set.

A run has `run_config.json`, `predict.json`, `evaluate_details.json` and `summary.json`. An on-policy run has answers
and scores in folders `step_0`, `step_1` and so on. Only `predict.json` is required.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from sys import float_info
from typing import Any

from regulars.datasets.readers.fields import Field, shown
from regulars.datasets.source import open_source

CONFIG, PREDICTIONS, DETAILS, SUMMARY = "run_config.json", "predict.json", "evaluate_details.json", "summary.json"

_EXPECTED = "MemoryBench's run folder: predict.json with test_idx, response and dataset"
_STEP = "step_"


@dataclass(frozen=True, slots=True)
class MemoryBenchAnswer:
    """What the system answered to one row.

    Attributes:
        dataset: The set.
        row: The `test_idx` of the row.
        response: The answer.
        metrics: Its scores by metric; empty if it was not scored.
        step: The on-policy step, from 0; -1 for a run without steps.
    """

    dataset: str
    row: int
    response: str
    metrics: Mapping[str, float]
    step: int = -1


@dataclass(frozen=True, slots=True)
class MemoryBenchRun:
    """The content of a run's folder.

    Attributes:
        config: `run_config.json`; empty if there is none.
        summary: `summary.json`, as the run wrote it; empty if there is none.
        answers: The answers, by step and in the order of the files.
        issues: Faults of the files, each a kind of `recording.ISSUES` and its words.
    """

    config: Mapping[str, Any]
    summary: Mapping[str, Any]
    answers: tuple[MemoryBenchAnswer, ...]
    issues: tuple[tuple[str, str], ...] = ()

    def means(self, step: int | None = None) -> dict[str, dict[str, float]]:
        """The mean of each metric of each set, over the scored answers of a step; of the last step by default."""
        last = max((one.step for one in self.answers), default=-1) if step is None else step
        scores: dict[str, dict[str, list[float]]] = {}
        for one in self.answers:
            for metric, score in one.metrics.items() if one.step == last else ():
                scores.setdefault(one.dataset, {}).setdefault(metric, []).append(score)
        return {
            dataset: {metric: sum(found) / len(found) for metric, found in by_metric.items()}
            for dataset, by_metric in scores.items()
        }


def read_run(folder: str | Path) -> MemoryBenchRun:
    """Reads the folder of a run.

    Args:
        folder: A folder with `predict.json`, or with folders `step_i` that have one each.

    Raises:
        DataError: A file cannot be read or is in another format, or there is no `predict.json`.
    """
    place = Path(folder).expanduser()
    steps = _steps(place)
    if not steps:
        raise Field(str(place), _EXPECTED).wrong(f"the folder has no {PREDICTIONS}")
    answers: list[MemoryBenchAnswer] = []
    issues: list[tuple[str, str]] = []
    for step, part in steps:
        answers += _answers(part, step, issues)
    return MemoryBenchRun(_object(place / CONFIG), _object(place / SUMMARY), tuple(answers), tuple(issues))


def is_run(folder: Path) -> bool:
    """Whether a path is the folder of a run."""
    return bool(_steps(folder))


def _steps(folder: Path) -> list[tuple[int, Path]]:
    """The folders with answers, by step; -1 for the folder itself."""
    steps = [(-1, folder)] if (folder / PREDICTIONS).is_file() else []
    inner = [part for part in folder.iterdir() if part.name.startswith(_STEP)] if folder.is_dir() else []
    numbered = [(part.name.removeprefix(_STEP), part) for part in inner if (part / PREDICTIONS).is_file()]
    return steps + sorted((int(number), part) for number, part in numbered if number.isdecimal())


def _answers(folder: Path, step: int, issues: list[tuple[str, str]]) -> Iterator[MemoryBenchAnswer]:
    scores: dict[tuple[str, int], dict[str, float]] = {}
    if (folder / DETAILS).is_file():
        for where, one in _listed(folder / DETAILS):
            key = (where.need(one, "dataset", str), where.need(one, "test_idx", int))
            if key in scores:
                issues.append(("id repeated", f"{folder.name}: {key[0]} {key[1]} is scored twice; the last one counts"))
            scores[key] = _metrics(where.need(one, "metrics", dict), key, issues)
    seen: set[tuple[str, int]] = set()
    for where, one in _listed(folder / PREDICTIONS):
        key = (where.need(one, "dataset", str), where.need(one, "test_idx", int))
        if key in seen:
            issues.append(("id repeated", f"{folder.name}: {key[0]} {key[1]} is answered twice; the first one counts"))
            continue
        seen.add(key)
        response = where.maybe(one, "response", str)
        if response is None:
            issues.append(("turn empty", f"{folder.name}: {key[0]} {key[1]} has no response; read as empty"))
        yield MemoryBenchAnswer(*key, response or "", scores.pop(key, {}), step)
    for dataset, row in scores:
        issues.append(("evidence unknown", f"{folder.name}: the score of {dataset} {row} is about no answer; dropped"))


def _metrics(given: Mapping[str, Any], key: tuple[str, int], issues: list[tuple[str, str]]) -> dict[str, float]:
    found = {}
    for metric, score in given.items():
        if isinstance(score, (int, float)) and abs(score) <= float_info.max:
            found[metric] = float(score)
        elif score is not None:
            issues.append(("field unreadable", f"{key[0]} {key[1]}: {metric} is {shown(score)}; left out"))
    return found


def _listed(file: Path) -> Iterator[tuple[Field, Any]]:
    return ((Field(where, _EXPECTED), one) for where, one in open_source(file).records(_EXPECTED))


def _object(file: Path) -> dict[str, Any]:
    if not file.is_file():
        return {}
    return Field(str(file), _EXPECTED).object(open_source(file).json("an object"))
