"""`regulars validate`: prints all problems and their number by class, and writes a repaired copy."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from regulars.cli.escapes import escaped

PROBLEMS = 1


def validate(
    path: Annotated[
        Path,
        typer.Argument(
            help="Scenario file, conversations in a known format, or your scenario in YAML; or a folder with a run, "
            "with scenarios, or with an ontology."
        ),
    ],
) -> None:
    """Check scenarios, conversations, recorded episodes or an ontology. Exit code 1 means problems."""
    from regulars.datasets.validate import validate as check

    report = check(path)
    for line in report.repaired:
        typer.echo(escaped(f"repaired: {line}"))
    for problem in report.problems:
        typer.echo(escaped(f"{problem.code}: {problem.where}: {problem.message}"))
    for code, count in sorted(Counter(problem.code for problem in report.problems).items()):
        typer.echo(escaped(f"{count:6} {code}"))
    typer.echo(f"{report.checked}, {len(report.problems)} problems, {len(report.repaired)} repairs")
    if report.problems:
        raise typer.Exit(PROBLEMS)
