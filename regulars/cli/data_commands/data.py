"""Opens the data of a command, and tells on standard error how it was read."""

from __future__ import annotations

import typer

from regulars.cli.escapes import escaped, shortened
from regulars.datasets.formats import OpenedData, open_data
from regulars.datasets.summary import describe


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
