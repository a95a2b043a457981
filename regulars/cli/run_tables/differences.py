"""The table of differences: how far each row is above the one that `--against` names, with corrected p-values."""

from __future__ import annotations

from collections.abc import Sequence

from regulars.cli.run_tables.curves import MEASURES, TRANSFER
from regulars.evaluation.figures.result_rows import Difference
from regulars.evaluation.runs.finished import Run

DIFFERENCE_LEGEND = (
    "difference: mean of the row less that of the named row, over the lives (or streams) that both have",
    "p: p-value of no difference, by Holm's method for all rows of the table; - below 5 lives",
)
_LEAST = 0.001
"""The smallest p-value to print as a number."""


def difference_tables(run: Run, columns: Sequence[tuple[str, str]]) -> list[tuple[str, list[list[str]]]]:
    """The title and the cells of the table; empty for a run that is compared with no row.

    Args:
        run: The run.
        columns: The label and the metric of each column; those of streams are added.
    """
    found = {(one.system, one.slice, one.metric): one for one in run.differences if one.scenario == "all"}
    if not found:
        return []
    wanted = [(label, "all", metric) for label, metric in columns]
    wanted += [
        (f"{short}, {title}", f"of={measure}", metric) for title, measure in MEASURES for short, metric in TRANSFER
    ]
    shown = [column for column in wanted if any(key[1:] == column[1:] for key in found)]
    names = list(dict.fromkeys(key[0] for key in found))
    table = [["system", *(cell for label, _, _ in shown for cell in (label, "p")), "pairs"]]
    for name in names:
        cells = [found.get((name, slice_, metric)) for _, slice_, metric in shown]
        pairs = next((str(cell.pairs) for cell in cells if cell is not None), "0")
        table.append([name, *(text for cell in cells for text in _cells(cell)), pairs])
    return [(f"difference to {run.differences[0].against}", table)]


def _cells(found: Difference | None) -> tuple[str, str]:
    if found is None:
        return "-", "-"
    return f"{signed(found.value)}{signed_interval(found.ci95)}", p_value(found.p)


def signed(value: float) -> str:
    """The value with a sign and three digits, without a leading zero."""
    text = f"{value:+.3f}"
    text = "+.000" if text == "-0.000" else text
    return text.replace("0.", ".", 1) if text[1:3] == "0." else text


def signed_interval(bounds: tuple[float, float] | None) -> str:
    """The interval of a difference behind a blank; empty for none."""
    return "" if bounds is None else f" [{signed(bounds[0])} {signed(bounds[1])}]"


def p_value(p: float | None) -> str:
    """A p-value with three digits; a dash for none."""
    if p is None:
        return "-"
    text = f"{max(p, _LEAST):.3f}"
    return f"{'<' if p < _LEAST else ''}{text[1:] if text.startswith('0.') else text}"
