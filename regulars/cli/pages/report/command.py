"""The command `regulars report`, and the writing of a report for `regulars evaluate --report`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from regulars.cli.run_commands.options import RunPath

REPORT = "report.html"
_NOT_SOUND = 1
"""The exit code if the run has no sound episode, or if the report leaves out some of its lines."""


def report(
    run: RunPath,
    out: Annotated[
        Path | None,
        typer.Option(help="File to write. Default: report.html in the folder, or RUN-report.html beside a packed run."),
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(
            help="Row that all others are compared with. Default: that of the run, else bm25-turn, else the best.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Write the figures of a run as one HTML file with charts, tables and transcripts. The file works offline."""
    from regulars.cli.escapes import escaped

    path, problem = write_report(run, out, against)
    if problem is not None:
        typer.echo(escaped(f"error: {problem}"), err=True)
    typer.echo(f"written to {escaped(str(path))}")
    if problem is not None:
        raise typer.Exit(_NOT_SOUND)


def write_report(run: Path, out: Path | None = None, against: str | None = None) -> tuple[Path, str | None]:
    """Writes the report of a run, or a page that says why it has none.

    Args:
        run: The folder of the run.
        out: The file to write; None for `report.html` in the folder, or `RUN-report.html` beside a packed run.
        against: The row that others are compared with; None for the usual one.

    Returns:
        The file, and what is wrong with the run: why it has no report, or which lines are left out; None for a sound
        run.

    Raises:
        ConfigurationError: No other system can be compared with `against`, or the file is not a page of this package.
        RecordError: The folder is missing or holds no run, or the file cannot be written.
        UnknownNameError: The run has no row `against`.
    """
    from regulars.cli.pages.report.document import problem_page, report_page
    from regulars.cli.pages.report.subject import Subject
    from regulars.datasets.packed_runs import unpacked
    from regulars.errors import RecordError
    from regulars.evaluation.runs.recorded import check_is_run, open_run
    from regulars.evaluation.verification import told_rejections
    from regulars.evaluation.whole_files import write_whole

    folder = unpacked(run)
    check_is_run(folder)
    beside = run / REPORT if folder == run else run.with_name(f"{run.stem}-{REPORT}")
    path = beside if out is None else out
    _check_free(path)
    problem = None
    try:
        recorded = open_run(run)
        text = report_page(Subject.of(recorded, against))
        problem = "; ".join(told_rejections(recorded.rejected, "left out")) or None
    except RecordError as error:
        problem, text = str(error), problem_page(run, error)
    write_whole(path, text.encode())
    return path, problem


def _check_free(path: Path) -> None:
    """Raises `ConfigurationError` if the file holds something other than a page of this package."""
    from regulars.cli.pages.page import is_own
    from regulars.errors import ConfigurationError

    if path.is_dir() or (path.is_file() and not is_own(path.read_text("utf-8", "replace"))):
        raise ConfigurationError(
            "something else is there already", where=str(path), remedy="name another file with --out"
        )
