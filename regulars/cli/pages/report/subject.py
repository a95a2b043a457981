"""The run that a report is about: its figures by name, the order of its systems, and which of them are compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from regulars.cli.pages.report.charts import STYLES
from regulars.cli.run_tables.systems import FLAGGED, SystemTable
from regulars.evaluation.figures.result_rows import Row
from regulars.evaluation.report_figures import ReportFigures, read_results, report_figures
from regulars.evaluation.runs.finished import Run
from regulars.evaluation.runs.recorded import RecordedRun

_BASELINE = "bm25-turn"
"""The row to compare with, if the run has it and names no other."""
_IN_FRONT = 4
"""The number of best systems that charts of lines show in front, beside the baseline and the ceiling."""
_CEILINGS = ("ideal-listener", "oracle-lessons", "oracle-recall")


@dataclass
class Subject:
    """What a report is about.

    Attributes:
        recorded: The run in its folder.
        run: Its figures over all scenarios.
        figures: The figures that a report adds.
        against: The row that others are compared with; None if there is none.
    """

    recorded: RecordedRun
    run: Run
    figures: ReportFigures = field(default_factory=ReportFigures)
    against: str | None = None

    @classmethod
    def of(cls, recorded: RecordedRun, against: str | None = None) -> Subject:
        """Reads and computes everything that a report shows of a run.

        Args:
            recorded: The run in its folder.
            against: The row that others are compared with. By default the one that the run was made with, then
                `bm25-turn`, then the best system.

        Raises:
            ConfigurationError: No other system can be compared with `against`.
            RecordError: The records cannot be read.
            UnknownNameError: The run has no row `against`.
        """
        run = read_results(recorded)
        subject = cls(recorded, replace(run, rows=[row for row in run.rows if row.scenario == "all"]))
        subject.against = against if against is not None else subject._usual_baseline()
        if subject.columns:
            subject.figures = report_figures(recorded, subject.run, subject.measures, subject.against, subject.compared)
        return subject

    @cached_property
    def rows(self) -> dict[tuple[str, str, str], Row]:
        """The rows over all scenarios, by system, slice and metric."""
        return {(row.system, row.slice, row.metric): row for row in self.run.rows}

    @cached_property
    def columns(self) -> list[tuple[str, str]]:
        """The label and the metric of each column of the table; the first ranks the systems."""
        found = SystemTable(self.run, self.run.systems).columns
        known = [metric for _, metric in found]
        if not self.run.recorded and "accuracy_anchor" not in known and self._has("compliance"):
            return [("rules kept", "compliance"), *found]
        return found

    @property
    def main(self) -> tuple[str, str]:
        """The label and the metric that rank the systems."""
        return self.columns[0]

    @property
    def measures(self) -> list[str]:
        """The metrics of the paired differences."""
        return [metric for _, metric in self.columns[:2]]

    @property
    def ranked(self) -> list[str]:
        """All systems: those under test, the best first, then the references, then those that cannot be ranked."""
        return [*self.compared, *self.references, *self.apart]

    @cached_property
    def compared(self) -> list[str]:
        """The systems under test, the best first."""
        return self._ordered(self._table.systems)

    @cached_property
    def references(self) -> list[str]:
        """The floors and ceilings, the best first."""
        return self._ordered(self._table.references)

    @cached_property
    def apart(self) -> list[str]:
        """The systems that were asked after the last session, and cannot be ranked with the others."""
        names = [name for name in self.run.systems if name not in self._rankable]
        if not names:
            return []
        table = SystemTable(self.run, names)
        return [*table.systems, *table.references]

    @cached_property
    def _table(self) -> SystemTable:
        return SystemTable(self.run, [name for name in self.run.systems if name in self._rankable])

    @property
    def _rankable(self) -> Sequence[str]:
        return self.run.forked or self.run.systems

    def _ordered(self, names: Sequence[str]) -> list[str]:
        """Ranked systems, by rules kept where no accuracy ranks them."""
        if not self.columns or self.main[1] != "compliance":
            return list(names)
        return sorted(names, key=lambda name: -(self.value(name, "compliance") or 0.0))

    def _has(self, metric: str) -> bool:
        return any(slice_ == "all" and known == metric for _, slice_, known in self.rows)

    @cached_property
    def flagged(self) -> frozenset[str]:
        """The systems of which too many verdicts are undetermined."""
        return frozenset(name for name in self.run.systems if (self.value(name, "undetermined") or 0.0) > FLAGGED)

    @cached_property
    def cut(self) -> frozenset[str]:
        """The systems of which a budget ended episodes early."""
        return frozenset(key.system for key in self.run.cut)

    @cached_property
    def front(self) -> dict[str, int]:
        """The systems that charts of lines show in front, each with the number of its style."""
        extra = [name for name in (self.against, *_CEILINGS) if name in self.run.systems and name is not None]
        best = [name for name in self.compared if name not in extra[:2]][:_IN_FRONT]
        return {name: style for style, name in enumerate([*best, *extra[:2]][:STYLES])}

    def row(self, system: str, metric: str, slice_: str = "all") -> Row | None:
        """One figure; None if the run has none."""
        return self.rows.get((system, slice_, metric))

    def value(self, system: str, metric: str, slice_: str = "all") -> float | None:
        """The value of one figure; None if the run has none."""
        row = self.row(system, metric, slice_)
        return None if row is None else row.value

    def _usual_baseline(self) -> str | None:
        """The row to compare with that was not asked for; None if no other can be compared with it."""
        made = [one.against for one in self.run.differences[:1]]
        for name in (*made, _BASELINE, *self.ranked):
            peers = self._peers(name)
            if name in self.run.systems and len(peers) > 1:
                return name
        return None

    def _peers(self, name: str) -> Sequence[str]:
        return [other for other in self.run.systems if (other in self.run.forked) == (name in self.run.forked)]
