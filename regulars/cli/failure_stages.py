"""The table of failure stages: the shares of each system's planned questions, which add up to one."""

from __future__ import annotations

from regulars.evaluation.figures.failure_stages import STAGES, FailureStage, metric_of
from regulars.evaluation.runs.finished import Run

_LABELS = {
    FailureStage.NONE: "right",
    FailureStage.NOT_TOLD: "not told",
    FailureStage.NOT_WRITTEN: "unwritten",
    FailureStage.CHANGED: "changed",
    FailureStage.FORGOTTEN: "forgotten",
    FailureStage.NOT_RECALLED: "unrecalled",
    FailureStage.NOT_USED: "unused",
    FailureStage.MISUSED: "misused",
    FailureStage.OPEN: "open",
    FailureStage.UNTRACED: "untraced",
}
_OF_RECORDINGS = (FailureStage.NONE, FailureStage.NOT_WRITTEN, FailureStage.NOT_RECALLED)
_ALWAYS = (*_OF_RECORDINGS, FailureStage.NOT_TOLD, FailureStage.NOT_USED, FailureStage.MISUSED)
"""The other stages are left out where no system has any."""
_RECALLED = "recalled"
"""What `right` is called of recordings, whose answers have no verdicts here."""
_SHOULD_ABSTAIN = "should_abstain"

FAILURE_LEGEND = (
    "failure stages: of planned questions with an answer, what failed first: told, written, held, recalled, used",
    "!abstain: of questions without an answer, those that were answered; regulars explain RUN shows single ones",
)


def failure_tables(run: Run) -> list[tuple[str, list[list[str]]]]:
    """One table, or none where nothing was asked."""
    found = {(row.system, row.metric): row for row in run.rows if row.scenario == "all" and row.slice == "all"}
    names = [name for name in run.systems if (name, metric_of(FailureStage.NONE)) in found]
    if not names:
        return []
    recorded = any((name, "token_f1") in found for name in names)
    always = _OF_RECORDINGS if recorded else _ALWAYS
    shown = [stage for stage in STAGES if stage in always or any(found[name, metric_of(stage)].value for name in names)]
    abstains = any((name, _SHOULD_ABSTAIN) in found for name in names)
    table = [
        [
            "system",
            *(_RECALLED if recorded and stage is FailureStage.NONE else _LABELS[stage] for stage in shown),
            *(["!abstain"] if abstains else []),
            "n",
        ]
    ]
    for name in names:
        cells = [_share(found[name, metric_of(stage)].value) for stage in shown]
        if abstains:
            cells.append(_share(found[name, _SHOULD_ABSTAIN].value) if (name, _SHOULD_ABSTAIN) in found else "-")
        table.append([name, *cells, str(found[name, metric_of(FailureStage.NONE)].n)])
    return [("failure stages", table)]


def _share(value: float) -> str:
    """Three digits without a leading zero; zero as a point, so that failures stand out."""
    text = f"{value:.3f}"
    return "." if not value else text[1:] if text.startswith("0.") else text
