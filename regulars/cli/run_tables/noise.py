"""The table of accuracy with and without human noise in the evidence, for a run with noise."""

from __future__ import annotations

from regulars.evaluation.runs.finished import Run
from regulars.scenarios.kinds import NoiseKind

NOISE_LEGEND = (
    "noisy, plain: accuracy of all probes asked, with and without a noisy disclosure in the evidence; n beside each",
)
_COLUMNS = (("plain", "noise=none"), ("noisy", "noise=any"), *((kind.value, f"noise={kind}") for kind in NoiseKind))


def noise_tables(run: Run) -> list[tuple[str, list[list[str]]]]:
    """The title and the cells of the table; empty for a run without noise."""
    found = {
        (row.system, row.slice): row for row in run.rows if row.metric == "accuracy" and row.slice.startswith("noise=")
    }
    shown = [(label, slice_) for label, slice_ in _COLUMNS if any(key[1] == slice_ for key in found)]
    if not shown:
        return []
    table = [["system", *(cell for label, _ in shown for cell in (label, "n"))]]
    for system in run.systems:
        rows = [found.get((system, slice_)) for _, slice_ in shown]
        cells = [(f"{row.value:.3f}", str(row.n)) if row else ("-", "0") for row in rows]
        table.append([system, *(cell for pair in cells for cell in pair)])
    return [("accuracy by human noise", table)]
