"""The end of a command that has played or measured a run: usage of models, faults, exit code."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import typer

from regulars.cli.escapes import escaped, shortened

if TYPE_CHECKING:
    from regulars.evaluation.runs.finished import Run

FAULTS = 1
"""The exit code of a run with faults, or with replies that a judge could not judge."""


def print_usage(run: Run) -> None:
    """Prints calls, tokens and cost of each role's model."""
    for role, usage in run.usage.items():
        cost = "" if usage.cost is None else f", cost {usage.cost:.4f}"
        replayed = f", {usage.cached} replayed" if usage.cached else ""
        failed = f", {usage.failed} failed" if usage.failed else ""
        typer.echo(f"model of {role}: {usage.calls} calls{replayed}{failed}, {usage.tokens} tokens{cost}")


def finish(run: Run) -> None:
    """Prints each distinct fault once, and exits with code 1 if there are any, or if judges had no vote."""
    from regulars.cli.run_tables.judges import without_vote

    folded = Counter((key.system, fault) for key, fault in run.faults)
    for (system, fault), count in folded.items():
        times = f", in {count} episodes" if count > 1 else ""
        typer.echo(escaped(shortened(f"fault: {system}: {fault.removesuffix('.')}{times}")), err=True)
    lost = without_vote(run)
    if lost:
        typer.echo(escaped(lost), err=True)
    if run.faults or lost:
        raise typer.Exit(FAULTS)
