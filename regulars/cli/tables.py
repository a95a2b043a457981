"""Tables for people: figures with their intervals, as plain text that never cuts a name or a number.

What does not fit the terminal is left out and named: first the intervals of all columns but the first, by which rows
are compared, then columns from the right, its interval at last.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from rich.console import Console

from regulars.cli.curves import CURVE_LEGEND, curve_tables
from regulars.cli.failure_stages import FAILURE_LEGEND, failure_tables
from regulars.cli.noise import NOISE_LEGEND, noise_tables
from regulars.evaluation.figures.result_rows import Row
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
)
RECORDED = (
    ("turn any@5", "turn_recall_any@5"),
    ("turn all@10", "turn_recall_all@10"),
    ("turn ndcg_lme@10", "turn_ndcg_lme@10"),
    ("sess any@5", "session_recall_any@5"),
    ("sess all@5", "session_recall_all@5"),
    ("sess ndcg_lme@5", "session_ndcg_lme@5"),
    ("token F1", "token_f1"),
    ("tokens", "tokens"),
)
GENERATED_LEGEND = (
    "accuracy (anchors): on what every system is told and asked alike; the only column that may rank systems",
    "accuracy: on each system's own trajectory, of what was asked; (planned): of what was planned",
    "contrast pairs: two questions are asked alike and have different answers; a pair is right if both are",
    "coverage: told when due; recall@10: all evidence among the first ten; use, unaided: right with and without it",
    "tokens: of the context behind a reply; reward: of an episode; n: answers behind the first figure",
)
RECORDED_LEGEND = (
    "any, all: some, or all of a question's evidence among the first k recalled; ndcg_lme: as in LongMemEval",
    "token F1: as LoCoMo has it; n: questions behind the first figure; tokens: of the context behind an answer",
)
WITH_INTERVAL = ("accuracy_anchor", "accuracy_own", "recall", "use", "turn", "session", "token_f1")
FLAGGED = 0.05
"""Share of undetermined verdicts from which a row is flagged."""

GAP = "  "


def console(*, stderr: bool = False) -> Console:
    """A console for the stream; plain where it is no terminal."""
    stream = sys.stderr if stderr else sys.stdout
    return Console(stderr=stderr) if stream.isatty() else Console(stderr=stderr, no_color=True, highlight=False)


def print_run(run: Run, title: str) -> None:
    """Prints a run's table; systems that could not be branched stand in one of their own."""
    width = console().width if sys.stdout.isatty() else None
    branched = [name for name in run.systems if name in run.forked]
    others = [name for name in run.systems if name not in run.forked]
    print(title)
    if branched:
        _print(run, branched, width)
    if others:
        print("\nasked after the last session instead of beside it, which a system could learn from: not comparable")
        _print(run, others, width)
    _print_more([*failure_tables(run), *curve_tables(run), *noise_tables(run)], width)
    print()
    if any(name in run.unbounded for name in run.systems):
        print("* reads more than the other rows may: no token budget, or the ledger itself")
    if any(_is_flagged(run, name) for name in run.systems):
        print(f"(!) more than {FLAGGED:.0%} of the verdicts are undetermined: read its accuracy as an interval upwards")
    for line in RECORDED_LEGEND if _is_recorded(run) else GENERATED_LEGEND:
        print(line)
    if failure_tables(run):
        for line in FAILURE_LEGEND:
            print(line)
    if run.regime:
        for line in CURVE_LEGEND:
            print(line)
    if noise_tables(run):
        for line in NOISE_LEGEND:
            print(line)
    for note in run.notes:
        print(f"note: {note}")


def _print(run: Run, names: Sequence[str], width: int | None) -> None:
    columns = _columns(run, names)
    left_out: list[str] = []
    bounded = len(columns)
    table = _table(run, names, columns, bounded)
    if width is not None and _width(table) > width:
        bounded = 1
        left_out.append("intervals of the other columns")
        table = _table(run, names, columns, bounded)
    while width is not None and _width(table) > width and (bounded or len(columns) > 1):
        if len(columns) > 1:
            left_out.append(columns[-1][0])
            columns = columns[:-1]
        else:
            bounded = 0
            left_out[0] = "intervals"
        table = _table(run, names, columns, bounded)
    _print_aligned(table)
    if left_out:
        print(f"left out at this width: {', '.join(left_out)}")


def _print_more(tables: Sequence[tuple[str, list[list[str]]]], width: int | None) -> None:
    """The tables below the first; what does not fit is left out from the right, after the intervals."""
    for title, table in tables:
        left_out: list[str] = []
        if width is not None and _width(table) > width:
            bare = [[cell.partition(" [")[0] for cell in row] for row in table]
            left_out += ["intervals"] if bare != table else []
            table = bare
        while width is not None and _width(table) > width and len(table[0]) > 2:
            left_out.append(table[0][-1])
            table = [row[:-1] for row in table]
        print(f"\n{title}")
        _print_aligned(table)
        if left_out:
            print(f"left out at this width: {', '.join(left_out)}")


def _print_aligned(table: Sequence[Sequence[str]]) -> None:
    widths = [max(len(row[place]) for row in table) for place in range(len(table[0]))]
    for row in table:
        cells = [row[0].ljust(widths[0]), *(cell.rjust(w) for cell, w in zip(row[1:], widths[1:], strict=True))]
        print(GAP.join(cells).rstrip())


def _columns(run: Run, names: Sequence[str]) -> list[tuple[str, str]]:
    have = {row.metric for row in run.rows if row.system in names}
    return [column for column in (RECORDED if _is_recorded(run) else GENERATED) if column[1] in have]


def _table(run: Run, names: Sequence[str], columns: Sequence[tuple[str, str]], bounded: int) -> list[list[str]]:
    """Cells with a head; the first `bounded` columns with their intervals."""
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


def _is_recorded(run: Run) -> bool:
    return any(row.metric == "token_f1" for row in run.rows)


def _is_flagged(run: Run, name: str) -> bool:
    row = _figures(run).get((name, "undetermined"))
    return row is not None and row.value > FLAGGED


def _width(table: Sequence[Sequence[str]]) -> int:
    return sum(max(len(row[place]) for row in table) for place in range(len(table[0]))) + len(GAP) * (len(table[0]) - 1)


def _cell(row: Row | None, metric: str, intervals: bool) -> str:
    if row is None:
        return "-"
    value, (low, high) = row.value, row.ci95
    if metric == "tokens":
        return f"{value:.0f}"
    if metric == "reward":
        return f"{value:.2f}"
    if not intervals or not metric.startswith(WITH_INTERVAL):
        return _short(value)
    return f"{_short(value)} [{_short(low)} {_short(high)}]"


def _short(value: float) -> str:
    """Three digits without a leading zero."""
    text = f"{value:.3f}"
    return text[1:] if text.startswith("0.") else text
