"""A run: its figures, and the folder that holds them. A folder holds one run, and can be completed after a kill."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from regulars.agents.models.protocol import Usage
from regulars.errors import ConfigurationError, RecordError, UnknownNameError, did_you_mean
from regulars.evaluation.metrics import Row
from regulars.scenarios.suites import read_label

EPISODES = "episodes.jsonl"
RESULTS = "results.json"
CONFIG = "config.json"


@dataclass(slots=True)
class Run:
    """A finished run.

    Attributes:
        rows: One a figure.
        systems: The rows' systems, in order.
        out: The folder with `results.json` and `episodes.jsonl`, None if nothing was kept.
        faults: Episodes that ended by a fault: what names each, and what went wrong.
        forked: Names of the systems that were asked out of band on a branch, and can be compared.
        unbounded: Names of the systems that read more than the others may.
        notes: What a reader of the figures should know.
        suites: The suites that the scenarios are of, as scenarios carry them: `core-3@test`.
        regime: How a memory met a stream; empty where the scenarios are no stream.
        usage: What the calls of models came to, by role; of this run's own episodes, not of those that were there
            before it was resumed.
    """

    rows: list[Row] = field(repr=False)
    systems: list[str]
    out: Path | None = None
    faults: list[tuple[Mapping[str, Any], str]] = field(default_factory=list)
    forked: list[str] = field(default_factory=list)
    unbounded: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    suites: list[str] = field(default_factory=list)
    regime: str = ""
    usage: Mapping[str, Usage] = field(default_factory=dict)

    @property
    def origin(self) -> dict[str, Any]:
        """Where the figures come from, for a file: suites with version and split, and the regime of a stream."""
        return {
            "suites": [read_label(label) for label in self.suites],
            **({"regime": self.regime} if self.regime else {}),
        }

    @property
    def title(self) -> str:
        """Where they come from, in words."""
        return ", ".join([f"suite {', '.join(self.suites)}", *([self.regime] if self.regime else [])])

    def value(self, system: str, metric: str, slice: str = "all", scenario: str = "all") -> float:
        """One figure.

        Args:
            system: A name of `systems`.
            metric: Such as `accuracy_anchor` or `turn_recall_any@5`; `metrics()` lists them.
            slice: `all`, or `kind=...` or `category=...`; with noise `noise=any`, `noise=none` and `noise=typos`
                and the like, where `accuracy` is of all that was asked; of streams also `exam=2,trained=1`, `train=1`,
                `of=compliance` and `of=compliance,trained=1`.
            scenario: `all`, or a scenario's name.

        Raises:
            UnknownNameError: The run has no such figure; says which part of the name is unknown.
        """
        wanted = {"system": system, "scenario": scenario, "slice": slice, "metric": metric}
        rows = self.rows
        for part, name in wanted.items():
            known = {row[part] for row in rows}
            rows = [row for row in rows if row[part] == name]
            if not rows:
                raise UnknownNameError(
                    f"the run has no {part} {name!r} here", where="Run.value", remedy=did_you_mean(name, known)
                )
        return float(rows[0]["value"])

    def metrics(self, system: str | None = None) -> list[str]:
        """The names of the metrics that the run has figures of."""
        return sorted({row["metric"] for row in self.rows if system is None or row["system"] == system})


class RunFolder:
    """Where a run is written: a given folder, held to one configuration, or one that is thrown away.

    Args:
        out: The folder, None for one that is thrown away.
        config: What the run is made with.
        resume: Whether a run that the folder holds may be completed.

    Raises:
        ConfigurationError: The folder cannot be used, or holds another run.
    """

    def __init__(self, out: str | os.PathLike[str] | None, config: Mapping[str, Any], resume: bool) -> None:
        self.config = json.loads(json.dumps(config))
        self.resume = resume
        self._temporary: tempfile.TemporaryDirectory[str] | None = None
        if out is None:
            if resume:
                raise ConfigurationError(
                    "there is nothing to resume", where="evaluate", remedy="name the folder with --out"
                )
            self._temporary = tempfile.TemporaryDirectory(prefix="regulars-")
            self.path = Path(self._temporary.name)
            return
        if not os.fspath(out):
            raise ConfigurationError("the folder has no name", where="out", remedy="name one")
        self.path = Path(out)
        self._settle()

    @property
    def kept(self) -> Path | None:
        """The folder, None if it is thrown away."""
        return None if self._temporary is not None else self.path

    def _settle(self) -> None:
        path = self.path
        if path.exists() and not path.is_dir():
            raise ConfigurationError(f"{path} is no folder", where="out", remedy="name another one")
        config, episodes = path / CONFIG, path / EPISODES
        if config.exists():
            self._check(read_json(config))
            return
        if episodes.exists():
            raise ConfigurationError(
                f"{path} holds episodes of a run whose {CONFIG} is missing", where="out", remedy="name another folder"
            )
        try:
            path.mkdir(parents=True, exist_ok=True)
            write_json(config, self.config)
        except OSError as error:
            raise ConfigurationError(f"{path} cannot be written: {error.strerror}", where="out") from error

    def _check(self, found: Any) -> None:
        if not self.resume:
            raise ConfigurationError(
                f"{self.path} holds a run already", where="out", remedy="add --resume, or name another folder"
            )
        if found != self.config:
            known = found if isinstance(found, dict) else {}
            other = [name for name in self.config if known.get(name) != self.config[name]]
            raise ConfigurationError(
                f"{self.path} holds a run with other options: {', '.join(other) or 'unknown'}",
                where="out",
                expected="those that it was begun with",
                remedy="repeat them, or name another folder",
            )

    def __enter__(self) -> Path:
        return self.path

    def __exit__(self, *_: object) -> None:
        if self._temporary is not None:
            self._temporary.cleanup()


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
    write_whole(path, f"{json.dumps(value, ensure_ascii=False, indent=1)}\n".encode())


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file whole or not at all."""
    temporary = path.with_suffix(".part")
    with temporary.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)
