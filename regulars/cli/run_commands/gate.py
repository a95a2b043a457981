"""`regulars gate`: closes a pipeline if a run is worse than a baseline."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from regulars.cli.escapes import escaped
from regulars.cli.run_commands.compare import comparison_tables
from regulars.cli.run_commands.options import Metrics, RunPath, Systems
from regulars.cli.run_tables.formats import markdown
from regulars.cli.run_tables.systems import metric_named
from regulars.errors import ConfigurationError

if TYPE_CHECKING:
    from regulars.evaluation.compare import Comparison
    from regulars.evaluation.gate import GateCheck

CLOSED = 1
"""The exit code of a closed gate."""


class Doubt(StrEnum):
    """What happens to a figure that the lives cannot decide."""

    FAIL = "fail"
    PASS = "pass"


def gate(
    run: RunPath,
    baseline: Annotated[Path, typer.Option(help="Folder of the baseline run, over the same lives.")],
    max_drop: Annotated[float, typer.Option(help="Largest allowed drop, in the unit of the metric.")] = 0.05,
    systems: Systems = None,
    metrics: Metrics = None,
    doubt: Annotated[
        Doubt, typer.Option(help="Whether a figure fails or passes if its interval contains the limit, or it has none.")
    ] = Doubt.FAIL,
    junit: Annotated[Path | None, typer.Option(help="File for the checks as JUnit XML.")] = None,
    summary: Annotated[
        Path | None, typer.Option("--markdown", help="File to append a report in Markdown to, with the kinds.")
    ] = None,
) -> None:
    """Check a run against a baseline. Exit code 1 if a figure may have dropped by more than the limit.

    The interval of the paired difference decides: a figure passes if the whole interval lies above the allowed
    drop, fails if it lies below, and is in doubt otherwise. A run with more faults than the baseline fails as well.
    """
    from regulars.evaluation.compare import compare
    from regulars.evaluation.gate import GateResult, check_gate, fails
    from regulars.evaluation.gate import junit as as_junit

    found = compare(run, baseline, systems=systems or (), metrics=[metric_named(name) for name in metrics or ()])
    checks = check_gate(found, max_drop)
    doubt_fails = doubt is Doubt.FAIL
    closed = [check for check in checks if fails(check, doubt_fails=doubt_fails)]
    if junit is not None:
        _write(junit, as_junit(checks, doubt_fails=doubt_fails), "w")
    if summary is not None:
        _write(summary, _report(found, checks, is_open=not closed), "a")
    for check in checks:
        typer.echo(escaped(f"{check.result}: {check.name}: {check.message}"))
    for note in found.notes:
        typer.echo(escaped(f"note: {note}"))
    doubts = sum(check.result is GateResult.DOUBT for check in closed)
    in_doubt = f", {doubts} in doubt" if doubts else ""
    typer.echo(
        f"gate {'closed' if closed else 'open'}: {len(closed) - doubts} of {len(checks)} checks failed{in_doubt}"
    )
    if closed:
        raise typer.Exit(CLOSED)


def _report(found: Comparison, checks: list[GateCheck], *, is_open: bool) -> str:
    """The checks, and the differences by kind, in Markdown."""
    cells = [["check", "result", "figures"], *([one.name, str(one.result), one.message] for one in checks)]
    heading = f"## Memory gate {'open' if is_open else 'closed'}"
    notes = "".join(f"\n* {escaped(note)}" for note in found.notes)
    return f"{heading}\n\n{markdown([('', cells)])}\n{notes}\n\n{markdown(comparison_tables(found))}\n\n"


def _write(path: Path, text: str, mode: str) -> None:
    try:
        with path.open(mode, encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise ConfigurationError(
            f"{path} cannot be written: {error.strerror}", where="gate", remedy="name a file in a folder of yours"
        ) from error
