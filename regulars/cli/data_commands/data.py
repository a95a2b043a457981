"""Opens the data of a command, and tells on standard error how it was read."""

from __future__ import annotations

from pathlib import Path

import typer

from regulars.cli.escapes import escaped, shortened
from regulars.counted import counted
from regulars.datasets.episode_record import EPISODES
from regulars.datasets.formats import OpenedData, open_data
from regulars.datasets.summary import describe
from regulars.evaluation.runs.recorded import open_run


def open_and_tell(data: str) -> OpenedData:
    """Reads the data that an option names, and prints format, counts and issues before anything is done with it.

    Raises:
        DataError: The data cannot be read.
        ConfigurationError: The reader cannot be found.
    """
    opened = open_data(data)
    for line in describe(opened):
        typer.echo(escaped(shortened(line)), err=True)
    return opened


def tell_relived(run: str) -> None:
    """Prints which lives of a run are played anew.

    Raises:
        RecordError: The folder holds no sound episode.
    """
    place = Path(run).expanduser()
    index = open_run(place.parent if place.name == EPISODES else place).index
    lives = {(one.key.scenario, one.key.seed) for one in index.summaries()}
    said = f"{run}: read as a run; {counted(len(lives), 'life', 'lives')} of {', '.join(index.suites)} played anew"
    typer.echo(escaped(shortened(said)), err=True)
