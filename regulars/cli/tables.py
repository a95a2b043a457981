"""Prints a run as plain-text tables that never cut a name or a number.

If a table is too wide for the terminal, parts of it are left out and named below it: first the intervals of all columns
but the first one, which ranks the rows; then columns from the right; then the first interval.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from rich.console import Console

from regulars.cli.escapes import escaped
from regulars.cli.run_tables.curves import CURVE_LEGEND, curve_tables
from regulars.cli.run_tables.differences import DIFFERENCE_LEGEND, difference_tables
from regulars.cli.run_tables.failure_stages import FAILURE_LEGEND, failure_tables
from regulars.cli.run_tables.judges import CUT, judge_tables, model_legend, without_vote
from regulars.cli.run_tables.noise import NOISE_LEGEND, noise_tables
from regulars.cli.run_tables.recorded import RECORDED_LEGEND, recorded_columns, recorded_tables
from regulars.evaluation.figures.result_rows import Row
from regulars.evaluation.figures.statistics import LEAST_CLUSTERS
from regulars.evaluation.runs.finished import Run

GENERATED = (
    ("accuracy (anchors)", "accuracy_anchor"),
    ("accuracy", "accuracy_own"),
    ("accuracy (planned)", "accuracy_own_planned"),
    ("contrast pairs", "accuracy_contrast_pairs"),
    ("coverage", "coverage"),
    ("recall@10", "recall_all@10"),
    ("use", "use"),
    ("tokens", "tokens"),
    ("stale", "stale"),
    ("leaked", "leaked"),
    ("unaided", "unaided"),
    ("reward", "reward"),
    ("undetermined", "undetermined"),
    CUT,
)
GENERATED_LEGEND = (
    "accuracy (anchors): probes that every system meets in the same words; the only column that may rank systems",
    "accuracy: all other probes, as asked on the system's own trajectory; accuracy (planned): all that were planned",
    "contrast pairs: two questions in the same form with different answers; a pair counts if both are right",
    "coverage: planned probes whose answer was told in time",
    "recall@10: probes with all evidence among the first ten items; use, unaided: accuracy with and without it",
    "tokens: mean context of a reply; reward: mean of an episode; n: answers behind the first column",
)
INTERVAL_LEGEND = f"[low high]: 95 % interval over whole lives (or streams); none below {LEAST_CLUSTERS} of them"
WITH_INTERVAL = ("accuracy_anchor", "accuracy_own", "recall", "use", "turn", "session", "token_f1")
FLAGGED = 0.05
"""The share of undetermined verdicts above which a row is flagged."""

GAP = "  "


def console(*, stderr: bool = False) -> Console:
    """Returns a console for standard output or error; plain text outside a terminal."""
    stream = sys.stderr if stderr else sys.stdout
    return Console(stderr=stderr) if stream.isatty() else Console(stderr=stderr, no_color=True, highlight=False)


def print_run(run: Run, title: str) -> None:
    """Prints the tables of a run. Systems that could not be forked stand in a separate table."""
    width = console().width if sys.stdout.isatty() else None
    forked = [name for name in run.systems if name in run.forked]
    others = [name for name in run.systems if name not in run.forked]
    print(escaped(title))
    if forked:
        _print(run, forked, width)
    if others:
        print("\nnot comparable: these systems cannot be forked, so probes came after the last session")
        _print(run, others, width)
    bounded = [column for column in _known_columns(run) if column[1].startswith(WITH_INTERVAL)]
    differences, failures, noise = difference_tables(run, bounded), failure_tables(run), noise_tables(run)
    judges = judge_tables(run)
    _print_more([*recorded_tables(run), *differences, *failures, *judges, *curve_tables(run), *noise], width)
    print()
    if any(name in run.unbounded for name in run.systems):
        print("* reads more than the other rows may: no token budget, or hidden data")
    if any(_is_flagged(run, name) for name in run.systems):
        print(f"(!) more than {FLAGGED:.0%} of the verdicts are undetermined: the accuracy is a lower bound")
    legend = [*(RECORDED_LEGEND if run.recorded else GENERATED_LEGEND), INTERVAL_LEGEND]
    legend += DIFFERENCE_LEGEND if differences else ()
    legend += FAILURE_LEGEND[: 1 if run.recorded else 2] if failures else ()
    legend += [*(CURVE_LEGEND if run.regime else ()), *(NOISE_LEGEND if noise else ()), *model_legend(run)]
    if lost := without_vote(run):
        print(f"(!) {lost}")
    print("\n".join([*legend, *(f"note: {escaped(note)}" for note in run.notes)]))


def _print(run: Run, names: Sequence[str], width: int | None) -> None:
    columns = _columns(run, names)
    hidden: list[str] = []
    dropped: list[str] = []
    bounded = len(columns)
    whole = table = _table(run, names, columns, bounded)
    if width is not None and _width(table) > width:
        bounded = 1
        table = _table(run, names, columns, bounded)
        hidden = ["intervals of all columns but the first"] if table != whole else []
    while width is not None and _width(table) > width and (bounded or len(columns) > 1):
        if len(columns) > 1:
            dropped.append(columns[-1][0])
            columns = columns[:-1]
        else:
            bounded = 0
            hidden = ["intervals"] if any(" [" in cell for row in whole for cell in row) else []
        table = _table(run, names, columns, bounded)
    _print_figures(table, [*hidden, *dropped])


def _print_more(tables: Sequence[tuple[str, list[list[str]]]], width: int | None) -> None:
    """Prints the further tables. If one is too wide, its intervals are left out first, then columns from the right."""
    for title, table in tables:
        left_out: list[str] = []
        if width is not None and _width(table) > width:
            bare = [[cell.partition(" [")[0] for cell in row] for row in table]
            left_out += ["intervals"] if bare != table else []
            table = bare
        while width is not None and _width(table) > width and len(table[0]) > 2:
            left_out.append(table[0][-1])
            table = [row[:-1] for row in table]
        print(f"\n{escaped(title)}")
        _print_figures(table, left_out)


def _print_figures(table: Sequence[Sequence[str]], left_out: Sequence[str]) -> None:
    print_aligned(table, figures=True)
    if left_out:
        print(f"left out at this width: {', '.join(left_out)}")


def print_aligned(table: Sequence[Sequence[str]], *, figures: bool = False) -> None:
    """Prints a table with aligned columns; with `figures`, all columns but the first are aligned to the right."""
    table = [[escaped(cell) for cell in row] for row in table]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for row in table:
        cells = [
            cell.rjust(w) if at and figures else cell.ljust(w)
            for at, (cell, w) in enumerate(zip(row, widths, strict=True))
        ]
        print(GAP.join(cells).rstrip())


def _known_columns(run: Run) -> Sequence[tuple[str, str]]:
    return recorded_columns(run) if run.recorded else GENERATED


def _columns(run: Run, names: Sequence[str]) -> list[tuple[str, str]]:
    have = {row.metric for row in run.rows if row.system in names}
    return [column for column in _known_columns(run) if column[1] in have]


def _table(run: Run, names: Sequence[str], columns: Sequence[tuple[str, str]], bounded: int) -> list[list[str]]:
    """The cells with a header; the first `bounded` columns show intervals."""
    figures = _figures(run)
    table = [["system", *(label for label, _ in columns), "n", "faults"]]
    for name in names:
        main = next((figures[name, metric] for _, metric in columns if (name, metric) in figures), None)
        faults = figures.get((name, "faults"))
        label = f"{name}{'*' if name in run.unbounded else ''}{' (!)' if _is_flagged(run, name) else ''}"
        cells = [_cell(figures.get((name, metric)), metric, at < bounded) for at, (_, metric) in enumerate(columns)]
        broken = round(faults.value * faults.n) if faults else 0
        table.append([label, *cells, str(main.n if main else 0), str(broken)])
    return table


def _figures(run: Run) -> dict[tuple[str, str], Row]:
    return {(row.system, row.metric): row for row in run.rows if row.scenario == "all" and row.slice == "all"}


def _is_flagged(run: Run, name: str) -> bool:
    row = _figures(run).get((name, "undetermined"))
    return row is not None and row.value > FLAGGED


def _width(table: Sequence[Sequence[str]]) -> int:
    return sum(max(map(len, column)) for column in zip(*table, strict=True)) + len(GAP) * (len(table[0]) - 1)


def _cell(row: Row | None, metric: str, intervals: bool) -> str:
    if row is None:
        return "-"
    value = row.value
    if metric == "tokens":
        return f"{value:.0f}"
    if metric == "reward":
        return f"{value:.2f}"
    if not intervals or row.ci95 is None or not metric.startswith(WITH_INTERVAL):
        return _short(value)
    low, high = row.ci95
    return f"{_short(value)} [{_short(low)} {_short(high)}]"


def _short(value: float) -> str:
    """The value with three digits and without a leading zero."""
    text = f"{value:.3f}"
    return text[1:] if text.startswith("0.") else text
