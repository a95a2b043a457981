"""The table that says where answers were lost: of each system's planned questions the shares, adding up to one."""

from __future__ import annotations

from regulars.evaluation.losses import LOST, Loss, metric_of
from regulars.evaluation.runs import Run

_LABELS = {
    Loss.NONE: "right",
    Loss.NOT_TOLD: "not told",
    Loss.NOT_WRITTEN: "unwritten",
    Loss.CHANGED: "changed",
    Loss.FORGOTTEN: "forgotten",
    Loss.NOT_RECALLED: "unrecalled",
    Loss.NOT_USED: "unused",
    Loss.MISUSED: "misused",
    Loss.OPEN: "open",
    Loss.UNTRACED: "untraced",
}
_OF_RECORDINGS = (Loss.NONE, Loss.NOT_WRITTEN, Loss.NOT_RECALLED)
_ALWAYS = (*_OF_RECORDINGS, Loss.NOT_TOLD, Loss.NOT_USED, Loss.MISUSED)
"""The others are left out where no system has any."""
_RECALLED = "recalled"
"""What `right` is called of recordings, whose answers have no verdicts here."""
_SHOULD_ABSTAIN = "should_abstain"

LOSS_LEGEND = (
    "where it was lost: of planned questions with an answer, what failed first: told, written, held, recalled, used",
    "!abstain: of questions without an answer, those that were answered; regulars explain RUN shows single ones",
)


def loss_tables(run: Run) -> list[tuple[str, list[list[str]]]]:
    """One table, or none where nothing was asked."""
    found = {
        (row["system"], row["metric"]): row for row in run.rows if row["scenario"] == "all" and row["slice"] == "all"
    }
    names = [name for name in run.systems if (name, metric_of(Loss.NONE)) in found]
    if not names:
        return []
    recorded = any((name, "token_f1") in found for name in names)
    always = _OF_RECORDINGS if recorded else _ALWAYS
    shown = [loss for loss in LOST if loss in always or any(found[name, metric_of(loss)]["value"] for name in names)]
    abstains = any((name, _SHOULD_ABSTAIN) in found for name in names)
    table = [
        [
            "system",
            *(_RECALLED if recorded and loss is Loss.NONE else _LABELS[loss] for loss in shown),
            *(["!abstain"] if abstains else []),
            "n",
        ]
    ]
    for name in names:
        cells = [_share(found[name, metric_of(loss)]["value"]) for loss in shown]
        if abstains:
            cells.append(_share(found[name, _SHOULD_ABSTAIN]["value"]) if (name, _SHOULD_ABSTAIN) in found else "-")
        table.append([name, *cells, str(found[name, metric_of(Loss.NONE)]["n"])])
    return [("where it was lost", table)]


def _share(value: float) -> str:
    """Three digits without a leading zero; nothing as a point, so that what is lost can be seen."""
    text = f"{value:.3f}"
    return "." if not value else text[1:] if text.startswith("0.") else text
