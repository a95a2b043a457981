"""`regulars compare`: prints paired differences between two runs, or between the systems of one run."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from regulars.cli.escapes import escaped
from regulars.cli.run_commands.options import Format, Metrics, RunPath, Systems
from regulars.cli.run_commands.outcome import print_json
from regulars.cli.run_tables.differences import p_value, signed, signed_interval
from regulars.cli.run_tables.formats import TableFormat, latex, markdown
from regulars.cli.run_tables.systems import metric_named, short
from regulars.cli.tables import print_aligned

if TYPE_CHECKING:
    from regulars.evaluation.compare import Comparison, Paired

_LARGE = 10.0
"""Figures from here on are printed with one digit."""


def compare(
    run: RunPath,
    other: Annotated[
        Path | None, typer.Argument(help="Folder of the run to compare it with, over the same lives.")
    ] = None,
    against: Annotated[
        str | None, typer.Option(help="Row of the same run that the others are compared with, such as bm25-turn.")
    ] = None,
    systems: Systems = None,
    metrics: Metrics = None,
    by: Annotated[str, typer.Option(help="Split the differences by kind, session or distance.")] = "kind",
    form: Format = TableFormat.TEXT,
) -> None:
    """Compare two runs, or the systems of one run, over the same lives: paired differences with intervals and p-values.

    Holm's method corrects the p-values of each metric: one family over all questions, and one over all parts.
    """
    from regulars.evaluation.compare import compare as compare_runs

    found = compare_runs(
        run,
        other,
        against=against,
        systems=systems or (),
        metrics=[metric_named(name) for name in metrics or ()],
        by=by,
    )
    if form is TableFormat.JSON:
        print_json(found)
        return
    tables = comparison_tables(found)
    if form is not TableFormat.TEXT:
        print((markdown if form is TableFormat.MARKDOWN else latex)(tables))
        return
    for place, (title, table) in enumerate(tables):
        print(escaped(f"\n{title}" if place else title, lines=True))
        print_aligned(table, figures=True)
    print()
    for note in found.notes:
        print(escaped(f"note: {note}"))
    print("difference: over the lives that both have, with its 95 % interval; p: by Holm's method; - below 5 lives")


def comparison_tables(found: Comparison) -> list[tuple[str, list[list[str]]]]:
    """The title and the cells of one table for each metric and pair of systems."""
    groups: dict[tuple[str, str, str], list[Paired]] = {}
    for row in found.rows:
        groups.setdefault((row.metric, row.system, row.against), []).append(row)
    tables = []
    for (metric, system, against), rows in groups.items():
        one, two = ("run", "baseline") if found.first != found.second else (system, against)
        names = f"{system} less {against}" if system != against else system
        of = "" if found.first == found.second else f", {found.first} less {found.second}"
        table = [["questions", one, two, "difference", "p", "lives"]]
        for row in rows:
            part = "all" if row.slice == "all" else row.slice.partition("=")[2]
            change = f"{signed(row.value)}{signed_interval(row.ci95)}"
            table.append([part, _figure(row.first), _figure(row.second), change, p_value(row.p), str(row.pairs)])
        tables.append((f"{metric}: {names}{of}", table))
    return tables


def _figure(value: float) -> str:
    return f"{value:.1f}" if abs(value) >= _LARGE else short(value)
