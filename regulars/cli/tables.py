"""Prints a run as plain-text tables that never cut a name or a number.

The default is one table of 80 columns or the width of the terminal, with one line of advice. What does not fit is left
out from the right: first the intervals of all columns but the first one, which ranks the rows; then columns; then the
first interval. `wide` prints every column, interval and further table, and so does a terminal of 200 columns.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from rich.console import Console

from regulars.cli.escapes import escaped
from regulars.cli.run_tables.advice import advice, warnings
from regulars.cli.run_tables.curves import CURVE_LEGEND, curve_tables
from regulars.cli.run_tables.differences import DIFFERENCE_LEGEND, difference_tables
from regulars.cli.run_tables.failure_stages import FAILURE_LEGEND, failure_tables
from regulars.cli.run_tables.judges import AGREEMENT_LEGEND, judge_tables, label_lines
from regulars.cli.run_tables.noise import NOISE_LEGEND, noise_tables
from regulars.cli.run_tables.recorded import recorded_tables
from regulars.cli.run_tables.slices import SLICE_LEGEND, slice_tables
from regulars.cli.run_tables.systems import WITH_INTERVAL, SystemTable, known_columns, system_legend
from regulars.evaluation.figures.slices import SLICES
from regulars.evaluation.runs.finished import Run

PLAIN_WIDTH = 80
"""The width of tables outside a terminal."""
WIDE = 200
"""The width of a terminal from which everything is shown."""
NOT_COMPARABLE = "not comparable: these systems cannot be forked, so probes came after the last session"
REFERENCES = "references: floors and ceilings"

GAP = "  "

Table = tuple[str, list[list[str]]]
"""The title and the cells of a table, with a header; the title is empty for the first table."""


def console(*, stderr: bool = False) -> Console:
    """Returns a console for standard output or error; plain text outside a terminal."""
    stream = sys.stderr if stderr else sys.stdout
    return Console(stderr=stderr) if stream.isatty() else Console(stderr=stderr, no_color=True, highlight=False)


def print_run(run: Run, title: str, *, wide: bool = False, legend: bool = False) -> None:
    """Prints the tables of a run. Systems that could not be forked stand in a separate table.

    Args:
        run: The run.
        title: The line above the tables.
        wide: Whether to print all columns, intervals and tables, whatever the width.
        legend: Whether to say what the columns mean.
    """
    terminal = console().width if sys.stdout.isatty() else None
    wide = wide or (terminal is not None and terminal >= WIDE)
    width = terminal if terminal is not None else None if wide else PLAIN_WIDTH
    print(escaped(title))
    for heading, names in _comparable(run):
        if heading:
            print(escaped("\n  ".join([f"\n{heading}", *_reasons(run, names)]), lines=True))
        _print_systems(SystemTable(run, names), None if wide else width, whole=wide)
    _print_more(further_tables(run, wide=wide), None if wide else width)
    print()
    for line in (*label_lines(run), *warnings(run), *(f"note: {note}" for note in run.notes)):
        print(escaped(line))
    if legend:
        print("\n".join(_legend(run, wide=wide)))
    more = ", ".join(option for option, given in (("--wide", wide), ("--legend", legend)) if not given)
    print(escaped(f"advice: {advice(run)}{f' (more: {more})' if more else ''}"))


def _comparable(run: Run) -> list[tuple[str, list[str]]]:
    """The systems that were forked, and those that were not, each with the heading of their table."""
    forked = [name for name in run.systems if name in run.forked]
    others = [name for name in run.systems if name not in run.forked]
    return [group for group in (("", forked), (NOT_COMPARABLE, others)) if group[1]]


def _reasons(run: Run, names: Sequence[str]) -> list[str]:
    """Why systems could not be forked, with the remedy."""
    found = [(name, run.unforked[name]) for name in names if name in run.unforked]
    return [reason if reason.startswith(f"{name} ") else f"{name}: {reason}" for name, reason in found]


def all_tables(run: Run) -> list[Table]:
    """All tables of a run with all columns and intervals, for files and other formats."""
    first = []
    for heading, names in _comparable(run):
        table = SystemTable(run, names)
        title = "; ".join(filter(None, [heading, *_reasons(run, names)]))
        first.append((title, table.cells(table.columns, len(table.columns), whole=True)))
    return [*first, *further_tables(run, wide=True)]


def further_tables(run: Run, *, wide: bool) -> list[Table]:
    """The tables below the first one; those of failure stages and categories only if `wide`."""
    bounded = [column for column in known_columns(run) if column[1].startswith(WITH_INTERVAL)]
    differences = difference_tables(run, bounded if wide else bounded[:1])
    asked_for = [*differences, *slice_tables(run), *judge_tables(run), *curve_tables(run), *noise_tables(run)]
    return [*recorded_tables(run), *failure_tables(run), *asked_for] if wide else asked_for


def _legend(run: Run, *, wide: bool) -> list[str]:
    lines = list(system_legend(run))
    lines += DIFFERENCE_LEGEND if run.differences else ()
    lines += SLICE_LEGEND if slice_tables(run) else ()
    lines += FAILURE_LEGEND[: 1 if run.recorded else 2] if wide and failure_tables(run) else ()
    lines += AGREEMENT_LEGEND if run.agreement else ()
    return [*lines, *(CURVE_LEGEND if run.regime else ()), *(NOISE_LEGEND if noise_tables(run) else ())]


def _print_systems(found: SystemTable, width: int | None, *, whole: bool) -> None:
    """Prints the first table, with the references below a line of their own."""
    table = found.cells(found.columns, len(found.columns), whole=True)
    if not whole and width is not None:
        for count, bounded, ends in _narrower(len(found.columns)):
            if _width(table) <= width:
                break
            table = found.cells(found.columns[:count], bounded, whole=ends)
    lines = aligned(table, figures=True)
    own = 1 + len(found.systems)
    print("\n".join([*lines[:own], *([REFERENCES, *lines[own:]] if found.references else [])]))


def _narrower(columns: int) -> Iterator[tuple[int, int, bool]]:
    """Ever narrower forms: the number of columns, how many of them show intervals, and whether n is shown."""
    for ends in (True, False):
        yield columns, 1, ends
    for count in range(columns - 1, 0, -1):
        yield count, 1, False
    yield 1, 0, False


def _print_more(tables: Sequence[Table], width: int | None) -> None:
    """Prints the further tables. If one is too wide, its intervals are left out first, then columns from the right.

    A table by session or distance that is too wide has the names of systems on lines of their own.
    """
    for title, table in tables:
        left_out: list[str] = []
        if width is not None and _width(table) > width:
            bare = [[cell.partition(" [")[0] for cell in row] for row in table]
            left_out += ["intervals"] if bare != table else []
            table = bare
        names: list[str] = []
        if width is not None and _width(table) > width and table[0][1] in SLICES:
            names, table = _folded(table)
        while width is not None and _width(table) > width and len(table[0]) > 2:
            left_out.append(table[0][-1])
            table = [row[:-1] for row in table]
        print(f"\n{escaped(title)}")
        for line, name in zip_longest(aligned(table, figures=True), names, fillvalue=""):
            print("\n".join(filter(None, [escaped(name), line])))
        if left_out:
            print(f"left out at this width: {', '.join(left_out)}")


def _folded(table: Sequence[Sequence[str]]) -> tuple[list[str], list[list[str]]]:
    """A table without its first column, its rows grouped by it, and the name to print above each line, mostly empty."""
    head, *rows = table
    groups = {row[0]: [other[1:] for other in rows if other[0] == row[0]] for row in rows}
    names = [name if first else "" for name, group in groups.items() for first in (True, *[False] * (len(group) - 1))]
    return ["", *names], [list(head[1:]), *(list(row) for group in groups.values() for row in group)]


def print_aligned(table: Sequence[Sequence[str]], *, figures: bool = False) -> None:
    """Prints a table with aligned columns; see `aligned`."""
    print("\n".join(aligned(table, figures=figures)))


def aligned(table: Sequence[Sequence[str]], *, figures: bool = False) -> list[str]:
    """The lines of a table; with `figures`, all columns but the first are aligned to the right."""
    table = [[escaped(cell) for cell in row] for row in table]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines = []
    for row in table:
        cells = [
            cell.rjust(w) if at and figures else cell.ljust(w)
            for at, (cell, w) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append(GAP.join(cells).rstrip())
    return lines


def _width(table: Sequence[Sequence[str]]) -> int:
    return sum(max(map(len, column)) for column in zip(*table, strict=True)) + len(GAP) * (len(table[0]) - 1)
