"""Opens the run that a command names, and tells on standard error what is missing from it."""

from __future__ import annotations

from pathlib import Path

import typer

from regulars.cli.escapes import escaped, shortened
from regulars.evaluation.runs.recorded import RecordedRun, open_run


def open_and_note(run: Path) -> RecordedRun:
    """Opens a run, and prints its notes: missing episodes, and lines that are left out.

    Raises:
        RecordError: The folder holds no sound episode.
    """
    recorded = open_run(run)
    print_notes(recorded)
    return recorded


def print_notes(recorded: RecordedRun) -> None:
    """Prints the notes of a run on standard error."""
    for note in recorded.notes:
        typer.echo(escaped(shortened(f"note: {note}")), err=True)
