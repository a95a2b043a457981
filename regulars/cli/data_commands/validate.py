"""`regulars validate`: prints all problems and their number by class, and writes a repaired copy."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from regulars.cli.escapes import escaped
from regulars.counted import counted

PROBLEMS = 1


def validate(
    path: Annotated[
        Path,
        typer.Argument(
            help="File or folder in a known format, FORMAT:FILE, FILE.py:READER:FILE, your scenario in YAML, or your "
            "attributes, rules, projects, people or suite; or a folder with a run or with an ontology."
        ),
    ],
    fix: Annotated[
        Path | None,
        typer.Option(
            help="Write a repaired copy to this new file (for a run: folder), and the list of changes beside it, to "
            "FIX.changes.jsonl.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Check scenarios, conversations, recorded episodes, an ontology or own content. Exit code 1 means problems."""
    from regulars.datasets.validate import repair
    from regulars.datasets.validate import validate as check

    report = check(path)
    made = repair(path, fix) if fix is not None else None
    for line in report.read_as:
        typer.echo(escaped(line))
    for line in report.repaired:
        typer.echo(escaped(f"repaired: {line}"))
    for problem in report.problems:
        typer.echo(escaped(f"{problem.code}: {problem.where}: {problem.message}"))
    for problem in report.warnings:
        typer.echo(escaped(f"warning: {problem.code}: {problem.where}: {problem.message}"))
    by_class = Counter(str(problem.code) for problem in report.problems)
    changed = Counter(str(change.kind) for change in made.changes) if made is not None else {}
    for code in sorted({*by_class, *changed}):
        fixed = f", {counted(changed[code], 'change')}" if made is not None else ""
        typer.echo(escaped(f"{code}: {counted(by_class[code], 'problem')}{fixed}"))
    warned = f", {counted(len(report.warnings), 'warning')}" if report.warnings else ""
    found = f"{counted(len(report.problems), 'problem')}, {counted(len(report.repaired), 'repair')}{warned}"
    typer.echo(f"{report.checked}, {found}")
    if made is not None:
        typer.echo(escaped(f"repaired copy in {made.copy}, {counted(len(made.changes), 'change')} in {made.list}"))
    if report.problems:
        raise typer.Exit(PROBLEMS)
