"""A finished run: its figures, for programs and for `results.json`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal

from msgspec import Struct, convert

from regulars.agents.models.protocol import Usage
from regulars.datasets.episode_record import EpisodeKey
from regulars.errors import UnknownNameError, did_you_mean
from regulars.evaluation.figures.result_rows import Row
from regulars.scenarios.suites import read_label

SCHEMA: Final = 2


class SuiteOrigin(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A suite as scenarios name it.

    Attributes:
        label: Such as `core-3@test`.
        suite: Its name, such as `core`.
        version: Such as 3; None where the label has none.
        split: Such as `test`; empty for none.
    """

    label: str
    suite: str
    version: int | None
    split: str


class Results(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The file `results.json`.

    Attributes:
        suites: Those that the scenarios are of.
        rows: One a figure.
        regime: How memories met a stream; empty where the scenarios are no stream.
    """

    schema: Literal[2]
    suites: tuple[SuiteOrigin, ...]
    regime: str = ""
    rows: tuple[Row, ...]


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
    faults: list[tuple[EpisodeKey, str]] = field(default_factory=list)
    forked: list[str] = field(default_factory=list)
    unbounded: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    suites: list[str] = field(default_factory=list)
    regime: str = ""
    usage: Mapping[str, Usage] = field(default_factory=dict)

    @property
    def results(self) -> Results:
        """The figures and where they come from, for a file."""
        suites = convert([read_label(label) for label in self.suites], tuple[SuiteOrigin, ...])
        return Results(schema=SCHEMA, suites=suites, regime=self.regime, rows=tuple(self.rows))

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
            known = {getattr(row, part) for row in rows}
            rows = [row for row in rows if getattr(row, part) == name]
            if not rows:
                raise UnknownNameError(
                    f"the run has no {part} {name!r} here", where="Run.value", remedy=did_you_mean(name, known)
                )
        return rows[0].value

    def metrics(self, system: str | None = None) -> list[str]:
        """The names of the metrics that the run has figures of."""
        return sorted({row.metric for row in self.rows if system is None or row.system == system})
