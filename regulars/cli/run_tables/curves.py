"""The tables of learning curves and transfer, for a run over streams."""

from __future__ import annotations

from collections.abc import Sequence

from regulars.evaluation.figures.result_rows import Row
from regulars.evaluation.runs.finished import Run

MEASURES = (
    ("rules kept", "compliance"),
    ("procedures kept", "procedures"),
    ("accuracy (anchors)", "accuracy_anchor"),
)
"""The measures that get a table."""

TRANSFER = (
    ("ACC", "average_accuracy"),
    ("BWT", "backward_transfer"),
    ("FWT", "forward_transfer"),
    ("forgetting", "forgetting"),
    ("gain", "gain"),
)
CURVE_LEGEND = (
    "after n: mean over the exams of all blocks after n blocks of training; train n: the train lives of block n",
    "ACC, BWT, FWT: average accuracy, backward and forward transfer; gain: effect of all training",
)


def curve_tables(run: Run) -> list[tuple[str, list[list[str]]]]:
    """The title and the cells of one table per measure; empty for a run without streams."""
    found = {(row.system, row.slice, row.metric): row for row in run.rows}
    known = {key[1:] for key in found}
    tables = []
    for title, measure in MEASURES:
        stages = _stages(sorted({slice_ for slice_, _ in known}, key=_number), measure)
        if not stages:
            continue
        transfer = [(short, name) for short, name in TRANSFER if (f"of={measure}", name) in known]
        table = [["system", *(name for name, _, _ in stages), *(short for short, _ in transfer)]]
        for system in run.systems:
            curve = [_cell(found.get((system, slice_, metric))) for _, slice_, metric in stages]
            spread = [_cell(found.get((system, f"of={measure}", name)), True) for _, name in transfer]
            table.append([system, *curve, *spread])
        tables.append((title, table))
    return tables


def _stages(slices: Sequence[str], measure: str) -> list[tuple[str, str, str]]:
    """The columns, each with slice and metric: exams by blocks of training, or else train lives by block."""
    after = f"of={measure},trained="
    exams = [(f"after {_number(name)}", name, "average_accuracy") for name in slices if name.startswith(after)]
    return exams or [(f"train {_number(name)}", name, measure) for name in slices if name.startswith("train=")]


def _number(slice_: str) -> int:
    number = slice_.rpartition("=")[2]
    return int(number) if number.isdecimal() else -1


def _cell(row: Row | None, interval: bool = False) -> str:
    if row is None:
        return "-"
    value, *bounds = (f"{number:.3f}".replace("-0.000", "0.000") for number in (row.value, *(row.ci95 or ())))
    return f"{value} [{' '.join(bounds)}]" if interval and bounds else value
