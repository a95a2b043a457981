"""The table of failure stages: for each system, the shares of planned questions that failed at each stage."""

from __future__ import annotations

from regulars.evaluation.figures.failure_stages import STAGES, FailureStage, metric_of
from regulars.evaluation.question_lines import RECALLED
from regulars.evaluation.runs.finished import Run

_OF_RECORDINGS = (FailureStage.NONE, FailureStage.NOT_WRITTEN, FailureStage.NOT_RECALLED)
_ALWAYS = (*_OF_RECORDINGS, FailureStage.NOT_TOLD, FailureStage.NOT_USED, FailureStage.MISUSED)
"""Columns that are always shown. Other stages are shown only if a system has any."""
_SHOULD_ABSTAIN = "should_abstain"

FAILURE_LEGEND = (
    "failure stages: share of answerable planned questions by the first step that failed; see regulars explain RUN",
    "should abstain: share of unanswerable questions that got an answer",
)


def failure_tables(run: Run) -> list[tuple[str, list[list[str]]]]:
    """The title and the cells of the table; empty for a run without questions."""
    found = {(row.system, row.metric): row for row in run.rows if row.scenario == "all" and row.slice == "all"}
    names = [name for name in run.systems if (name, metric_of(FailureStage.NONE)) in found]
    if not names:
        return []
    recorded = run.recorded
    always = _OF_RECORDINGS if recorded else _ALWAYS
    shown = [stage for stage in STAGES if stage in always or any(found[name, metric_of(stage)].value for name in names)]
    abstains = any((name, _SHOULD_ABSTAIN) in found for name in names)
    labels = [RECALLED if recorded and stage is FailureStage.NONE else stage.replace("_", " ") for stage in shown]
    table = [["system", *labels, *(["should abstain"] if abstains else []), "n"]]
    for name in names:
        cells = [_share(found[name, metric_of(stage)].value) for stage in shown]
        if abstains:
            cells.append(_share(found[name, _SHOULD_ABSTAIN].value) if (name, _SHOULD_ABSTAIN) in found else "-")
        table.append([name, *cells, str(found[name, metric_of(FailureStage.NONE)].n)])
    return [("failure stages", table)]


def _share(value: float) -> str:
    """The value with three digits and without a leading zero. Zero becomes a point, so that failures stand out."""
    text = f"{value:.3f}"
    return "." if not value else text[1:] if text.startswith("0.") else text
