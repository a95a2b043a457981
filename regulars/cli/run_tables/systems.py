"""The first table of a run: one line per system, best first, with floors and ceilings apart.

The first column ranks. An episode that a budget cut short asked fewer questions, so the accuracies of a system with
such episodes stand in parentheses, without an interval, and below the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from regulars.cli.run_tables.recorded import RECORDED_LEGEND, recorded_columns, recorded_metrics
from regulars.evaluation.figures.result_rows import Row
from regulars.evaluation.figures.statistics import LEAST_CLUSTERS
from regulars.evaluation.runs.finished import Run
from regulars.evaluation.systems.systems import is_bound

GENERATED = (
    ("accuracy (anchors)", "accuracy_anchor"),
    ("accuracy", "accuracy_own"),
    ("pairs", "accuracy_contrast_pairs"),
    ("recall@10", "recall_all@10"),
    ("tokens", "tokens"),
    ("planned", "accuracy_own_planned"),
    ("coverage", "coverage"),
    ("use", "use"),
    ("unaided", "unaided"),
    ("stale", "stale"),
    ("leaked", "leaked"),
    ("reward", "reward"),
    ("open", "undetermined"),
    ("cut off", "cut"),
)
"""The label and the metric of each column, the most telling first; narrow terminals leave out the last ones."""
GENERATED_LEGEND = (
    "accuracy (anchors): probes that every system meets in the same words; the only column that may rank systems",
    "accuracy: all other probes, as asked on the system's own trajectory; planned: the same over all planned probes",
    "pairs: two questions in the same form with different answers; a pair counts if both are right",
    "coverage: planned probes whose answer was told in time; open: verdicts that the matcher leaves open",
    "recall@10: probes with all evidence among the first ten items; use, unaided: accuracy with and without it",
    "tokens: mean context of a reply; reward: mean of an episode; n: answers behind the first column",
    "cut off: answers of the assistant's model that its token limit ended",
    "faults: episodes that ended with a fault and count nowhere; cut: episodes that a budget ended early",
)
INTERVAL_LEGEND = f"[low high]: 95 % interval over whole lives (or streams); none below {LEAST_CLUSTERS} of them"
WITH_INTERVAL = ("accuracy_anchor", "accuracy_own", "recall", "use", "turn", "session", "token_f1")
"""The beginnings of the metrics that are shown with their intervals."""
FLAGGED = 0.05
"""The share of undetermined verdicts above which a row is flagged."""
_ACCURACIES = ("accuracy_anchor", "accuracy_own")
"""Accuracies over the questions that were asked, which say little about an episode that was cut short."""

Column = tuple[str, str]
"""The label and the metric of a column."""


class SystemTable:
    """The first table of a run.

    Args:
        run: The run.
        names: The systems of the table; all that are comparable, or all that are not.
    """

    def __init__(self, run: Run, names: Sequence[str]) -> None:
        self._run = run
        self._figures = overall(run)
        self._cut = Counter(key.system for key in run.cut)
        have = {row.metric for row in run.rows if row.system in names}
        self.columns: list[Column] = [column for column in known_columns(run) if column[1] in have]
        self._show_faults = any(self._broken(name) for name in names)
        bounds = [name for name in names if is_bound(name)]
        compared = [name for name in names if name not in bounds]
        self.systems = self._ranked(compared or bounds)
        """The compared systems, best first."""
        self.references = self._ranked(bounds) if compared else []
        """Floors and ceilings, best first; empty if there is nothing else."""

    def cells(self, columns: Sequence[Column], bounded: int, *, whole: bool) -> list[list[str]]:
        """The header and one list of cells per system, references last.

        Args:
            columns: The columns to show.
            bounded: The number of columns, from the left, that show intervals.
            whole: Whether to add the columns n, faults and cut; otherwise only those of faults and cuts that occurred.
        """
        faults, cut = whole or self._show_faults, bool(self._cut)
        ends = [*(["n"] if whole else []), *(["faults"] if faults else []), *(["cut"] if cut else [])]
        table = [["system", *(label for label, _ in columns), *ends]]
        for name in (*self.systems, *self.references):
            main = next((self._figures[name, m] for _, m in self.columns if (name, m) in self._figures), None)
            ending = {"n": main.n if main else 0, "faults": self._broken(name), "cut": self._cut[name]}
            shown = [self._cell(name, metric, at < bounded) for at, (_, metric) in enumerate(columns)]
            table.append([self._label(name), *shown, *(str(ending[end]) for end in ends)])
        return table

    def _ranked(self, names: Sequence[str]) -> list[str]:
        """The best first by the first column; systems with cut episodes, then those without a figure, last."""
        metric = self.columns[0][1] if self.columns and self.columns[0][1].startswith(WITH_INTERVAL) else ""

        def place(name: str) -> tuple[bool, bool, float]:
            row = self._figures.get((name, metric))
            return row is None, bool(self._cut[name]), -row.value if row is not None else 0.0

        return sorted(names, key=place)

    def _label(self, name: str) -> str:
        return f"{name}{'*' if name in self._run.unbounded else ''}{' (!)' if is_flagged(self._run, name) else ''}"

    def _broken(self, name: str) -> int:
        faults = self._figures.get((name, "faults"))
        return round(faults.value * faults.n) if faults else 0

    def _cell(self, name: str, metric: str, intervals: bool) -> str:
        row = self._figures.get((name, metric))
        if row is None:
            return "-"
        if metric in _ACCURACIES and self._cut[name]:
            return f"({short(row.value)})"
        if metric == "tokens":
            return f"{row.value:.0f}"
        if metric == "reward":
            return f"{row.value:.2f}"
        if not intervals or row.ci95 is None or not metric.startswith(WITH_INTERVAL):
            return short(row.value)
        low, high = row.ci95
        return f"{short(row.value)} [{short(low)} {short(high)}]"


def known_columns(run: Run) -> Sequence[Column]:
    """The columns of a run of its kind."""
    return recorded_columns(run) if run.recorded else GENERATED


def metric_named(name: str) -> str:
    """The metric of a column by its label, such as `accuracy` or `turn all@10`; any other name as it is."""
    cutoff = name.rpartition("@")[2]
    labels = dict(GENERATED) | recorded_metrics(int(cutoff) if cutoff.isdecimal() else 0)
    return labels.get(name, name)


def system_legend(run: Run) -> Sequence[str]:
    """The meaning of the columns."""
    return (*(RECORDED_LEGEND if run.recorded else GENERATED_LEGEND), INTERVAL_LEGEND)


def overall(run: Run) -> Mapping[tuple[str, str], Row]:
    """The figures over all scenarios and questions, by system and metric."""
    return {(row.system, row.metric): row for row in run.rows if row.scenario == "all" and row.slice == "all"}


def is_flagged(run: Run, name: str) -> bool:
    """Whether too many verdicts of a system are undetermined."""
    row = overall(run).get((name, "undetermined"))
    return row is not None and row.value > FLAGGED


def short(value: float) -> str:
    """The value with three digits and without a leading zero."""
    text = f"{value:.3f}"
    return text[1:] if text.startswith("0.") else text
