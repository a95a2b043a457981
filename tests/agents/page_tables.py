"""The tables of the documentation, as rows that tests are parametrised with."""

from __future__ import annotations

import re
from pathlib import Path

DOCS = Path(__file__).resolve().parents[2] / "docs"
_NUMBER = re.compile(r"[-+]?(?:\d+\.\d+|\.\d+|\d+)")


def page_table(page: str, *header: str) -> list[tuple[str, ...]]:
    """The rows of the first table of a page with this header."""
    lines = iter((DOCS / page).read_text(encoding="utf-8").splitlines())
    for line in lines:
        if _cells(line) == header:
            break
    else:
        raise AssertionError(f"docs/{page} has no table | {' | '.join(header)} |")
    next(lines)
    rows = []
    for line in lines:
        if not line.startswith("|"):
            break
        rows.append(_cells(line))
    return rows


def numbers_in(cell: str) -> list[float]:
    """The numbers that a cell names, in order."""
    return [float(number) for number in _NUMBER.findall(cell)]


def _cells(line: str) -> tuple[str, ...]:
    return tuple(cell.strip() for cell in line.strip().strip("|").split("|")) if line.startswith("|") else ()
