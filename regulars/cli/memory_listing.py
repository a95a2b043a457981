"""`regulars list memory`: prints each memory with its family, source, fidelity to the source, stand-ins and summary.

At a terminal, cells wrap to its width. Elsewhere each memory is one line. Nothing is cut.
"""

from __future__ import annotations

import sys

from rich.table import Table

from regulars import registry
from regulars.cli.tables import console, print_aligned
from regulars.evaluation.systems.systems import ORACLES

_HEADER = ("name", "family", "source", "fidelity", "stand-in", "summary")
_SHARES = (None, None, 3, None, 4, 4)
"""The shares of the remaining width that wrapped columns get; None for columns that never wrap."""


def print_memories() -> None:
    """Prints the registered memories and the oracles, and their number."""
    rows = _rows()
    if sys.stdout.isatty():
        table = Table(*_HEADER, box=None, padding=(0, 2, 0, 0), show_edge=False, pad_edge=False)
        for column, share in zip(table.columns, _SHARES, strict=True):
            column.ratio = share
            column.no_wrap = share is None
            column.overflow = "fold"
        for row in rows:
            table.add_row(*row)
        console().print(table)
    else:
        print_aligned([_HEADER, *rows])
    print(f"{len(rows)} in all")


def _rows() -> list[tuple[str, ...]]:
    rows = []
    for entry in registry.entries("memory"):
        marks = [str(entry.marks.get(name, "") or "-") for name in ("family", "source", "fidelity", "stand_in")]
        marks[2] = marks[2].replace("in the spirit of", "in spirit")
        name = f"{entry.name}{'*' if entry.marks.get('unbounded') else ''}{':...' if entry.provider else ''}"
        rows.append((name, *marks, entry.summary))
    return rows + [(f"{name}*", "oracle", "-", "-", "-", summary) for name, summary in ORACLES.items()]
