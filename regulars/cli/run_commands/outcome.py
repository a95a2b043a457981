"""Prints what `evaluate` and `replay` found, in the format that was asked for, and sets the exit code."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

import msgspec
import typer

from regulars.cli.escapes import escaped, is_safe, shortened
from regulars.cli.run_tables.formats import TableFormat, latex, markdown
from regulars.cli.run_tables.judges import without_vote
from regulars.cli.tables import all_tables, print_run
from regulars.counted import counted

if TYPE_CHECKING:
    from regulars.evaluation.runs.finished import Run

FAULTS = 1
"""The exit code of a run with faults, or with replies that a judge could not judge."""


def print_outcome(run: Run, title: str, *, wide: bool, legend: bool, form: TableFormat) -> None:
    """Prints a run: its tables as text, Markdown or LaTeX, or its results as JSON."""
    if form is TableFormat.JSON:
        print_json(run.results)
    elif form is TableFormat.TEXT:
        print_run(run, title, wide=wide, legend=legend)
    else:
        print((markdown if form is TableFormat.MARKDOWN else latex)(all_tables(run)))


def print_json(value: object) -> None:
    """Prints JSON; what a terminal would not show is escaped, and so is everything beyond ASCII then."""
    plain = msgspec.to_builtins(value)
    text = json.dumps(plain, ensure_ascii=False, indent=1)
    print(text if is_safe(text) else json.dumps(plain, indent=1))


def print_usage(run: Run, *, err: bool) -> None:
    """Prints the calls of models by role; with `err` on standard error."""
    for role, usage in run.usage.items():
        cost = "" if usage.cost is None else f", cost {usage.cost:.4f}"
        replayed = f", {usage.cached} replayed" if usage.cached else ""
        failed = f", {usage.failed} failed" if usage.failed else ""
        calls, tokens = counted(usage.calls, "call"), counted(usage.tokens, "token")
        typer.echo(f"model of {role}: {calls}{replayed}{failed}, {tokens}{cost}", err=err)


def finish(run: Run) -> None:
    """Prints each distinct fault once, and exits with code 1 if there are any, or if judges had no vote."""
    folded = Counter((key.system, fault) for key, fault in run.faults)
    for (system, fault), count in folded.items():
        times = f", in {count} episodes" if count > 1 else ""
        fault = fault.removeprefix(f"{system}: ")  # most faults name the memory, which may be the whole system
        typer.echo(escaped(shortened(f"fault: {system}: {fault.removesuffix('.')}{times}")), err=True)
    lost = without_vote(run)
    if lost:
        typer.echo(escaped(lost), err=True)
    if run.faults or lost:
        raise typer.Exit(FAULTS)
