"""`regulars export` and `regulars import`: writes data for other projects, and reads theirs into scenario files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from regulars.counted import counted

INTERRUPTED = 130


def export(
    source: Annotated[
        Path,
        typer.Argument(help="Folder that regulars evaluate --out wrote, or recorded conversations in a known format."),
    ],
    format: Annotated[
        str, typer.Option("--format", help="Format, with options after a colon. See: regulars list export.")
    ],
    out: Annotated[Path, typer.Option(help="File, or folder for formats of several files.")],
    system: Annotated[
        list[str] | None, typer.Option(help="System of the run to export; give it several times. Default: all.")
    ] = None,
) -> None:
    """Write a run or recorded conversations in another project's format, and list what it cannot hold."""
    from regulars.datasets import export_data

    try:
        report = export_data(source, format, out, systems=system or (), tell=_tell)
    except KeyboardInterrupt:
        typer.echo(f"interrupted; {out} was not written", err=True)
        raise typer.Exit(INTERRUPTED) from None
    for reason, count in report.left_out.items():
        typer.echo(f"left out: {count} {reason}", err=True)
    typer.echo(f"{', '.join(_counted(*one) for one in report.wrote.items())} written to {out}")
    lost = [f"{name} ({count})" for name, count in report.not_carried.items() if count]
    absent = [name for name, count in report.not_carried.items() if not count]
    if lost:
        typer.echo(f"not carried: {', '.join(lost)}")
    if absent:
        typer.echo(f"not carried either, and absent here: {', '.join(absent)}")


def import_(
    path: Annotated[str, typer.Argument(help="File, folder or run in a format that regulars reads.")],
    out: Annotated[Path, typer.Option(help="File ending in .jsonl with one scenario per line.")],
    format: Annotated[
        str | None,
        typer.Option(
            "--format", help="Format, or your reader as FILE.py:NAME. Default: detected. See: regulars list dataset."
        ),
    ] = None,
) -> None:
    """Convert another project's conversations into scenarios that every other command accepts."""
    from regulars.cli.data_commands.data import open_and_tell
    from regulars.datasets.summary import count_contents
    from regulars.scenarios.files import write_scenarios

    try:
        scenarios = open_and_tell(path if format is None else f"{format}:{path}").scenarios
        write_scenarios(out, scenarios)
    except KeyboardInterrupt:
        typer.echo(f"interrupted; {out} was not written", err=True)
        raise typer.Exit(INTERRUPTED) from None
    typer.echo(f"{count_contents(scenarios)} written to {out}")


def _counted(several: str, count: int) -> str:
    """A count of things that are named in the plural, such as `pairs of systems`."""
    noun, space, rest = several.partition(" ")
    one = f"{noun[:-3]}y" if noun.endswith("ies") else noun.removesuffix("s")
    return counted(count, f"{one}{space}{rest}", several)


def _tell(done: int, total: int) -> None:
    typer.echo(f"{done} of {total}", err=True)
