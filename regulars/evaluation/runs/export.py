"""Turns the figures of a run into a pandas data frame or a CSV file."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from regulars.errors import ConfigurationError
from regulars.evaluation.figures.result_rows import Row

if TYPE_CHECKING:
    import pandas

COLUMNS = ("system", "suite", "scenario", "slice", "metric", "value", "n", "low", "high")
"""The columns of the table: the fields of a row, with the interval as `low` and `high`."""


def to_frame(rows: Iterable[Row]) -> pandas.DataFrame:
    """The figures as a data frame with the columns of `COLUMNS`; missing bounds are NaN.

    Raises:
        ConfigurationError: pandas is not installed.
    """
    try:
        import pandas
    except ImportError as error:
        raise ConfigurationError(
            "pandas is not installed", where="Run.to_pandas", remedy="pip install 'regulars[frames]', or use Run.to_csv"
        ) from error
    frame = pandas.DataFrame(_lines(rows), columns=list(COLUMNS))
    return frame.astype({"value": float, "n": int, "low": float, "high": float})


def write_csv(rows: Iterable[Row], path: str | PathLike[str]) -> None:
    """Writes the figures to a CSV file with a header; missing bounds are empty.

    Raises:
        ConfigurationError: The file cannot be written.
    """
    try:
        with Path(path).open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(COLUMNS)
            writer.writerows(_lines(rows))
    except OSError as error:
        raise ConfigurationError(
            f"{path} cannot be written: {error.strerror}", where="Run.to_csv", remedy="name a file in a folder of yours"
        ) from error


def _lines(rows: Iterable[Row]) -> Iterator[tuple[object, ...]]:
    for row in rows:
        low, high = row.ci95 or (None, None)
        yield row.system, row.suite, row.scenario, row.slice, row.metric, row.value, row.n, low, high
