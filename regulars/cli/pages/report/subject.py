"""The run that a report is about: its figures by name, the order of its systems, and which of them are compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from regulars.cli.pages.report.charts import STYLES
from regulars.cli.run_tables.recorded import recorded_columns
from regulars.cli.tables import GENERATED
from regulars.evaluation.figures.result_rows import Row
from regulars.evaluation.report_figures import ReportFigures, read_results, report_figures
from regulars.evaluation.runs.finished import Run
from regulars.evaluation.runs.recorded import RecordedRun
from regulars.evaluation.systems.systems import ORACLES, REFERENCES, STREAM_REFERENCES, TWIN

_REFERENCES = frozenset((*REFERENCES, *STREAM_REFERENCES, *ORACLES))
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
        run: Its figures.
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
        subject = cls(recorded, read_results(recorded))
        subject.against = against if against is not None else subject._usual_baseline()
        if subject.columns:
            compared = subject.compared or subject.ranked
            subject.figures = report_figures(recorded, subject.run, subject.measures, subject.against, compared)
        return subject

    @cached_property
    def rows(self) -> dict[tuple[str, str, str], Row]:
        """The rows over all scenarios, by system, slice and metric."""
        return {(row.system, row.slice, row.metric): row for row in self.run.rows if row.scenario == "all"}

    @cached_property
    def columns(self) -> list[tuple[str, str]]:
        """The label and the metric of each column of the table; the first ranks the systems."""
        known = recorded_columns(self.run) if self.run.recorded else GENERATED
        have = {metric for _, slice_, metric in self.rows if slice_ == "all"}
        found = [column for column in known if column[1] in have]
        if not self.run.recorded and "accuracy_anchor" not in have and "compliance" in have:
            found.insert(0, ("rules kept", "compliance"))
        return found

    @property
    def main(self) -> tuple[str, str]:
        """The label and the metric that rank the systems."""
        return self.columns[0]

    @property
    def measures(self) -> list[str]:
        """The metrics of the paired differences."""
        return [metric for _, metric in self.columns[:2]]

    @cached_property
    def ranked(self) -> list[str]:
        """All systems, the best first."""

        def place(name: str) -> tuple[float, float, int]:
            values = [self.value(name, metric) for metric in self.measures]
            best = [-value if value is not None else float("inf") for value in values]
            return (*best, *([0.0] * (2 - len(best))), self.run.systems.index(name))  # type: ignore[return-value]

        return sorted(self.run.systems, key=place)

    @cached_property
    def compared(self) -> list[str]:
        """The systems under test, the best first: no reference rows, and only systems that can be ranked together."""
        return [name for name in self.ranked if not self.is_reference(name) and name in self._rankable]

    @cached_property
    def references(self) -> list[str]:
        """The reference rows, the best first."""
        return [name for name in self.ranked if self.is_reference(name) and name in self._rankable]

    @property
    def apart(self) -> list[str]:
        """The systems that were asked after the last session, and cannot be ranked with the others."""
        return [name for name in self.ranked if name not in self._rankable]

    @cached_property
    def _rankable(self) -> frozenset[str]:
        return frozenset(self.run.forked or self.run.systems)

    @cached_property
    def front(self) -> dict[str, int]:
        """The systems that charts of lines show in front, each with the number of its style."""
        extra = [name for name in (self.against, *_CEILINGS) if name in self.run.systems and name is not None]
        best = [name for name in (self.compared or self.ranked) if name not in extra[:2]][:_IN_FRONT]
        return {name: style for style, name in enumerate([*best, *extra[:2]][:STYLES])}

    def is_reference(self, name: str) -> bool:
        """Whether a system is a reference row: a floor, a ceiling, a baseline or a twin without feedback."""
        return name in _REFERENCES or name.endswith(TWIN)

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
