"""The tables of figures by session and by distance, for a run that was measured in those slices."""

from __future__ import annotations

from collections.abc import Sequence

from regulars.cli.run_tables.recorded import recorded_columns
from regulars.evaluation.figures.costs import CALLS, COST, SECONDS, TOKENS
from regulars.evaluation.figures.slices import SLICES
from regulars.evaluation.runs.finished import Run
from regulars.evaluation.systems.systems import is_bound

COLUMNS = (
    ("accuracy (anchors)", "accuracy_anchor"),
    ("accuracy", "accuracy_own"),
    ("recall@10", "recall_all@10"),
    ("satisfaction", "satisfaction"),
    ("trust", "trust"),
    ("reward", "reward"),
)
COST_COLUMNS = (
    ("context tokens", "tokens"),
    ("cost", COST),
    ("model tokens", TOKENS),
    ("model calls", CALLS),
    ("seconds", SECONDS),
)
SLICE_LEGEND = (
    "distance: utterances from the evidence to the question; session: the one in which it was asked, or the latest",
    "satisfaction: mean of what people showed, 0 to 10; trust: mean at the end of a session, 0 to 1",
    "context tokens, seconds: means over replies; cost, model tokens and calls: the assistant's, by session their sum",
    "n: values behind the first figure of the line",
)
_NUMBERS = {
    "tokens": "{:.0f}", "reward": "{:.2f}", "satisfaction": "{:.1f}",
    CALLS: "{:.1f}", TOKENS: "{:.0f}", COST: "{:.5f}",
}  # fmt: skip
_Columns = Sequence[tuple[str, str]]


def slice_tables(run: Run) -> list[tuple[str, list[list[str]]]]:
    """The titles and cells of the tables for each part of a life; empty for a run without such slices.

    Each part has a table of what systems achieved, and one of what it cost. Floors and ceilings are left out beside
    other systems.
    """
    figures = recorded_columns(run) if run.recorded else COLUMNS
    tables = []
    for part in SLICES:
        for title, columns in ((f"by {part}", figures), (f"cost by {part}", COST_COLUMNS)):
            table = _table(run, part, columns)
            if table:
                tables.append((title, table))
    return tables


def _table(run: Run, part: str, columns: _Columns) -> list[list[str]]:
    """The cells of one table; empty if the run has none of its figures."""
    found = {(row.slice, row.system, row.metric): row for row in run.rows if row.scenario == "all"}
    systems = [name for name in run.systems if not is_bound(name)] or run.systems
    names = sorted({slice_ for slice_, _, _ in found if slice_.startswith(f"{part}=")}, key=_place)
    known = {metric for slice_, _, metric in found if slice_ in names}
    shown = [one for one in columns if one[1] in known]
    if not shown:
        return []
    table = [["system", part, *(label for label, _ in shown), "n"]]
    for slice_ in names:
        for system in systems:
            rows = [(metric, found.get((slice_, system, metric))) for _, metric in shown]
            cells = ["-" if row is None else _NUMBERS.get(metric, "{:.3f}").format(row.value) for metric, row in rows]
            number = next((row.n for _, row in rows if row is not None), 0)
            if number:
                table.append([system, slice_.partition("=")[2], *cells, str(number)])
    return table


def _place(slice_: str) -> int:
    """Orders slices by their first number."""
    return int(slice_.partition("=")[2].partition("-")[0])
