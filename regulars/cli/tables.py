"""Tables for people: figures with their intervals, for a terminal or as plain text."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.table import Table

from regulars.evaluation.evaluate import Run

__all__ = ["console", "print_run"]

PLAIN_WIDTH = 200

GENERATED = (
    ("anchor", "accuracy_anchor"),
    ("own", "accuracy_own"),
    ("of plan", "accuracy_own_planned"),
    ("coverage", "coverage"),
    ("retention", "retention"),
    ("use", "use"),
    ("unaided", "unaided"),
    ("stale", "stale"),
    ("leaked", "leaked"),
    ("undet.", "undetermined"),
    ("tokens", "tokens"),
    ("reward", "reward"),
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
FLAGGED = 0.05
"""Share of undetermined verdicts from which a row is flagged."""


def console(*, stderr: bool = False) -> Console:
    """A console that keeps to the terminal's width, and to plain wide lines where there is none."""
    stream = sys.stderr if stderr else sys.stdout
    if stream.isatty():
        return Console(stderr=stderr)
    return Console(stderr=stderr, width=PLAIN_WIDTH, no_color=True, highlight=False)


def print_run(run: Run, title: str) -> None:
    """Prints a run's table; systems that could not be branched stand in one of their own."""
    branched = [name for name in run.systems if name in run.forked]
    others = [name for name in run.systems if name not in run.forked]
    if branched:
        _print(run, branched, title)
    if others:
        _print(run, others, "asked after the last session (contaminable, not comparable with the table above)")


def _print(run: Run, names: Sequence[str], title: str) -> None:
    out = console()
    figures = {
        (row["system"], row["metric"]): row for row in run.rows if row["scenario"] == "all" and row["slice"] == "all"
    }
    recorded = any((name, "token_f1") in figures for name in names)
    columns = [
        (label, metric)
        for label, metric in (RECORDED if recorded else GENERATED)
        if any((name, metric) in figures for name in names)
    ]
    plain = not sys.stdout.isatty()
    table = Table(title=title, title_justify="left", box=None if plain else box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("system", no_wrap=True)
    for label, _ in columns:
        table.add_column(label, justify="right", no_wrap=True)
    table.add_column("n", justify="right")
    table.add_column("faults", justify="right")
    for name in names:
        cells = [_cell(figures.get((name, metric)), metric) for _, metric in columns]
        main = next((figures[name, metric] for _, metric in columns if (name, metric) in figures), None)
        faults = figures.get((name, "faults"))
        broken = round(faults["value"] * faults["n"]) if faults else 0
        table.add_row(
            _label(run, name, figures.get((name, "undetermined"))), *cells, str(main["n"] if main else 0), str(broken)
        )
    out.print(table)
    notes = []
    if any(name in run.unbounded for name in names):
        notes.append("* reads more than the other rows may: no token budget, or the ledger itself")
    if not recorded:
        notes.append(
            "anchor: told and asked alike in every run, the column that may rank; own: on each system's own trajectory"
        )
    for note in notes:
        out.print(note, style="dim")


def _label(run: Run, name: str, undetermined: object) -> str:
    mark = "*" if name in run.unbounded else ""
    flag = " (!)" if isinstance(undetermined, dict) and undetermined["value"] > FLAGGED else ""
    return f"{name}{mark}{flag}"


def _cell(row: object, metric: str) -> str:
    if not isinstance(row, dict):
        return "-"
    value, (low, high) = row["value"], row["ci95"]
    if metric == "tokens":
        return f"{value:.0f}"
    if metric == "reward":
        return f"{value:.2f}"
    if metric in ("stale", "leaked", "undetermined", "unaided", "coverage"):
        return _short(value)
    return f"{_short(value)} [{_short(low)} {_short(high)}]"


def _short(value: float) -> str:
    """Three digits without a leading zero."""
    text = f"{value:.3f}"
    return text[1:] if text.startswith("0.") else text
