"""Options that several commands on runs share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from regulars.cli.run_tables.formats import TableFormat
from regulars.errors import ConfigurationError

RunPath = Annotated[
    Path, typer.Argument(help="Folder that regulars evaluate --out wrote, or a file that regulars pack wrote.")
]
Against = Annotated[
    str | None,
    typer.Option(
        help="Row that all others are compared with, such as bm25-turn. Adds a table of paired differences with "
        "intervals and Holm-corrected p-values.",
        show_default=False,
    ),
]
Cutoffs = Annotated[
    str | None,
    typer.Option(
        help="Numbers of recalled items at which retrieval is measured, at most --k: 1,5,10. Default: 5,10.",
        show_default=False,
    ),
]
Wide = Annotated[bool, typer.Option("--wide", help="Print every column, interval and table, at any width.")]
Legend = Annotated[bool, typer.Option("--legend", help="Explain the columns.")]
Format = Annotated[
    TableFormat, typer.Option("--format", help="text, markdown, latex, or json (the content of results.json).")
]
DryRun = Annotated[
    bool, typer.Option("--dry-run", help="Estimate model calls, tokens and cost. Calls no model, and writes nothing.")
]
Metrics = Annotated[
    list[str] | None,
    typer.Option(
        "--metric",
        help="Metric to compare, or the label of its column; give it several times. Default: the ranking accuracy.",
    ),
]
Systems = Annotated[
    list[str] | None, typer.Option("--system", help="System to compare; give it several times. Default: all.")
]


def examples(*commands: str) -> str:
    """The end of a help page: example commands, one per line."""
    return "\n\n".join(("Examples:", *commands))


def read_cutoffs(text: str) -> tuple[int, ...]:
    """Reads numbers separated by commas."""
    try:
        return tuple(int(number) for number in text.split(","))
    except ValueError:
        raise ConfigurationError(f"cutoffs {text!r}", where="--cutoffs", expected="whole numbers: 1,5,10") from None
