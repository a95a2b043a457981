"""What tables say of models: how far judges and matcher agree, or model and rule on feedback; judges without a vote."""

from __future__ import annotations

from regulars.evaluation.figures.agreement import FEEDBACK, RaterAgreement
from regulars.evaluation.runs.finished import Run

AGREEMENT_LEGEND = (
    "agreement: both, first, second, neither: replies that both raters, one or none calls right, or gives that "
    "feedback; kappa: Cohen's kappa",
)
_SCALES = (
    "realmem_answer", "realmem_recall", "realmem_helpfulness", "richness", "logic", "consistency", "attractiveness",
)  # fmt: skip


def judge_tables(run: Run) -> list[tuple[str, list[list[str]]]]:
    """The titles and cells of the tables on judges and on models that rate replies; empty for a run without them."""
    header = ["system", "kind", "first", "second", "n", "agreement", "kappa", "both", "first", "second", "neither"]
    judged = [_cells(row) for row in run.agreement if row.kind not in FEEDBACK]
    felt = [_cells(row) for row in run.agreement if row.kind in FEEDBACK]
    titled = {"agreement of matcher and judges": judged, "agreement of scripted rule and model on feedback": felt}
    tables = [(title, [header, *cells]) for title, cells in titled.items() if cells]
    rated = {(row.system, row.metric): row for row in run.rows if row.scenario == "all" and row.slice == "all"}
    scales = [scale for scale in _SCALES if any(metric == scale for _, metric in rated)]
    if scales:
        table = [["system", *(scale.replace("_", " ") for scale in scales), "n"]]
        for name in run.systems:
            rows = [rated.get((name, scale)) for scale in scales]
            shown = ["-" if row is None else f"{row.value:.2f}" for row in rows]
            table.append([name, *shown, str(max((row.n for row in rows if row is not None), default=0))])
        tables.append(("ratings", table))
    return tables


def label_lines(run: Run) -> list[str]:
    """The specs of the systems that are named in short."""
    return [f"{name}: {spec}" for name, spec in run.labels.items() if spec != name]


def without_vote(run: Run) -> str:
    """How often judges had no vote, in words; empty if they always had one."""
    counts = {what: run.counted(metric) for what, metric in _WITHOUT_VOTE.items()}
    said = [f"{count} {what}" for what, count in counts.items() if count]
    return f"judges had no vote, so the matcher's verdict stands: {', '.join(said)}" if said else ""


_WITHOUT_VOTE = {"could not be read": "judge_unreadable", "failed": "judge_failed", "ratings are missing": "unrated"}


def _cells(row: RaterAgreement) -> list[str]:
    kappa = "-" if row.kappa is None else f"{row.kappa:.3f}"
    if row.ci95 is not None:
        kappa += f" [{row.ci95[0]:.3f} {row.ci95[1]:.3f}]"
    counts = (row.both, row.only_first, row.only_second, row.neither)
    named = [row.system, row.kind, row.first, row.second, str(row.n), f"{row.agreement:.3f}", kappa]
    return [*named, *map(str, counts)]
