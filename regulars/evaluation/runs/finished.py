"""A finished run: its figures, as an object for programs and as the file `results.json`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from msgspec import Struct, convert

from regulars.agents.models.protocol import Usage
from regulars.datasets.episode_record import EpisodeKey
from regulars.errors import ConfigurationError, UnknownNameError, did_you_mean
from regulars.evaluation.figures.agreement import RaterAgreement
from regulars.evaluation.figures.metric_names import is_metric
from regulars.evaluation.figures.result_rows import Difference, Row
from regulars.evaluation.figures.slices import is_slice
from regulars.evaluation.runs.export import to_frame, write_csv
from regulars.evaluation.systems.annotations import with_reader
from regulars.scenarios.suite import read_label

if TYPE_CHECKING:
    import pandas

SCHEMA: Final = 3

RECORDED_ANSWERS = ("token_f1", "accuracy_abstention", "accuracy_options")
"""The metrics of answers to recorded questions: to those with an answer, and to those that want an abstention."""

_CATEGORY = "category="
"""How slices of recorded questions begin."""


class SuiteOrigin(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The suite of a run's scenarios.

    Attributes:
        label: The full label, such as `core-5@test`.
        suite: The name, such as `core`.
        version: The version, such as 3; None if the label has none.
        split: The split, such as `test`; empty for none.
    """

    label: str
    suite: str
    version: int | None
    split: str


class Results(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The file `results.json`.

    Attributes:
        schema: The version of this schema.
        suites: The suites of the scenarios.
        regime: The regime of a run over streams; empty for single lives.
        rows: The figures, one per row.
        differences: The differences from the row that the run was compared with, if any.
        agreement: How far the matcher and the judges agree, if models judged, and the scripted rule and the user's
            model on feedback.
        labels: The specs of systems with a short name, by that name.
    """

    schema: Literal[3]
    suites: tuple[SuiteOrigin, ...]
    regime: str = ""
    rows: tuple[Row, ...]
    differences: tuple[Difference, ...] = ()
    agreement: tuple[RaterAgreement, ...] = ()
    labels: Mapping[str, str] = {}


@dataclass(slots=True)
class Run:
    """A finished run.

    Attributes:
        rows: The figures, one per row.
        systems: The names of the systems in order.
        out: The folder with `results.json` and `episodes.jsonl`; None if nothing was written.
        faults: Episodes that ended with a fault: the name of each, and a description of the fault.
        cut: Episodes that a limit on model calls ended early; they count, but asked fewer questions.
        forked: Systems that answered out-of-band probes on a fork, which makes them comparable.
        unforked: Why the other systems cannot be forked, with the remedy.
        unbounded: Systems without a token budget, and oracles.
        notes: Remarks for readers of the figures.
        suites: The labels of the scenarios' suites, such as `core-5@test`.
        regime: The regime of a run over streams; empty for single lives.
        usage: Model calls by role, excluding those of episodes played before a resume.
        differences: The difference between each row and the one that `against` names, over the same lives, with
            intervals and corrected p-values. Only comparable rows are included: all were forked, or none. Empty without
            `against`.
        agreement: How far the matcher and the judges agree, by system and kind of probe, and how far the scripted
            rating and the user's model agree on feedback; empty without such models.
        labels: The specs of systems with a short name, by that name.
    """

    rows: list[Row] = field(repr=False)
    systems: list[str]
    out: Path | None = None
    faults: list[tuple[EpisodeKey, str]] = field(default_factory=list)
    cut: list[EpisodeKey] = field(default_factory=list)
    forked: list[str] = field(default_factory=list)
    unforked: Mapping[str, str] = field(default_factory=dict)
    unbounded: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    suites: list[str] = field(default_factory=list)
    regime: str = ""
    usage: Mapping[str, Usage] = field(default_factory=dict)
    differences: list[Difference] = field(default_factory=list, repr=False)
    agreement: list[RaterAgreement] = field(default_factory=list, repr=False)
    labels: Mapping[str, str] = field(default_factory=dict)

    @property
    def results(self) -> Results:
        """The content of `results.json`."""
        suites = convert([read_label(label) for label in self.suites], tuple[SuiteOrigin, ...])
        return Results(
            schema=SCHEMA,
            suites=suites,
            regime=self.regime,
            rows=tuple(self.rows),
            differences=tuple(self.differences),
            agreement=tuple(self.agreement),
            labels=self.labels,
        )

    def counted(self, metric: str) -> int:
        """The numerator of a metric that is a share, summed over all systems."""
        every = [row for row in self.rows if row.metric == metric and row.scenario == row.slice == "all"]
        return round(sum(row.value * row.n for row in every))

    @property
    def title(self) -> str:
        """The suites and the regime in words, as the heading of a table."""
        return ", ".join([f"suite {', '.join(self.suites)}", *([self.regime] if self.regime else [])])

    @property
    def recorded(self) -> bool:
        """Whether the run has figures of recorded conversations."""
        return any(row.metric in RECORDED_ANSWERS or row.slice.startswith(_CATEGORY) for row in self.rows)

    def value(self, system: str, metric: str, slice: str = "all", scenario: str = "all") -> float | None:
        """Returns one figure; None if the run does not have it, such as the recall of a memory without a ranking.

        Args:
            system: A name from `systems`, where a default reader may be left out.
            metric: A name such as `accuracy_anchor` or `turn_recall_any@5`; `metrics()` lists them.
            slice: `all`, `kind=...` or `category=...`. Runs with noise also have `noise=any`, `noise=none` and kinds
                such as `noise=typos`, whose `accuracy` covers all probes asked. Streams also have `exam=2,trained=1`,
                `train=1`, `of=compliance` and `of=compliance,trained=1`. `regulars.replay(..., slices=...)` adds
                `session=3` and `distance=0-50`.
            scenario: `all`, or the name of a scenario.

        Raises:
            UnknownNameError: The run has no such system, slice or scenario, or there is no such metric. The message
                names the unknown part.
        """
        system = row_named(system, self.systems)
        names = {"system": system, "scenario": scenario, "slice": slice, "metric": metric}
        for row in self.rows:
            if all(getattr(row, part) == name for part, name in names.items()):
                return row.value
        for part, name in names.items():
            named = {"system": self.systems, "metric": ()}.get(part, ("all",))
            known = {getattr(row, part) for row in self.rows} | {*named}
            may_lack = is_metric(name) if part == "metric" else part == "slice" and is_slice(name, known)
            if name not in known and not may_lack:
                raise UnknownNameError(
                    f"no figures for the {part} {name!r}", where="Run.value", remedy=did_you_mean(name, known)
                )
        return None

    def to_pandas(self) -> pandas.DataFrame:
        """Returns the figures as a pandas data frame, one row per figure.

        The columns are system, suite, scenario, slice, metric, value and n, and the bounds of the interval as `low` and
        `high`, NaN where there is none.

        Raises:
            ConfigurationError: pandas is not installed.
        """
        return to_frame(self.rows)

    def to_csv(self, path: str | PathLike[str]) -> None:
        """Writes the figures to a CSV file with the columns of `to_pandas`; missing bounds are empty.

        Raises:
            ConfigurationError: The file cannot be written.
        """
        write_csv(self.rows, path)

    def difference(self, system: str, metric: str, slice: str = "all", scenario: str = "all") -> Difference:
        """Returns the difference in one figure between a system and the row that `against` names.

        Args:
            system: A name from `systems`, but the one it is compared with.
            metric: A metric, as in `value`.
            slice: A slice, as in `value`.
            scenario: `all`, or the name of a scenario.

        Raises:
            UnknownNameError: The run has no such difference. The message names the unknown part.
        """
        system = row_named(system, self.systems)
        entries: Sequence[Difference] = self.differences
        wanted = {"system": system, "scenario": scenario, "slice": slice, "metric": metric}
        for part, name in wanted.items():
            known = {getattr(entry, part) for entry in entries}
            entries = [entry for entry in entries if getattr(entry, part) == name]
            if not entries:
                raise UnknownNameError(
                    f"no differences for the {part} {name!r}", where="Run.difference", remedy=did_you_mean(name, known)
                )
        return entries[0]

    def metrics(self, system: str | None = None) -> list[str]:
        """The names of all metrics in the run, or of one system's metrics."""
        system = None if system is None else row_named(system, self.systems)
        return sorted({row.metric for row in self.rows if system is None or row.system == system})


def row_named(name: str, systems: Sequence[str]) -> str:
    """The system of that name; a default reader may be left out."""
    if name in systems:
        return name
    assistant, plus, memory = name.rpartition(" + ")
    with suppress(ConfigurationError):  # a name that is no spec names no row either
        named = f"{assistant}{plus}{with_reader(memory)}"
        return named if named in systems else name
    return name


def comparable(against: str | None, systems: Sequence[str], forked: Sequence[str]) -> list[str]:
    """The systems that can be compared with `against`: those that were forked too, or else those that were not.

    Args:
        against: The name of a row; None for none.
        systems: The names of all systems.
        forked: The names of those that were forked.

    Raises:
        ConfigurationError: No other system can be compared with it.
        UnknownNameError: No system is named `against`.
    """
    if against is None:
        return []
    if against not in systems:
        raise UnknownNameError(
            f"no row is named {against!r}", where="against", expected="the name of a row of this run",
            remedy=did_you_mean(against, systems),
        )  # fmt: skip
    found = [name for name in systems if (name in forked) == (against in forked)]
    if found == [against]:
        raise ConfigurationError(
            f"there is no row to compare with {against!r}", where="against",
            expected="another row that was asked in the same way", remedy="add a memory, or leave it out",
        )  # fmt: skip
    return found
