"""The tables of recorded conversations: retrieval by turn, by session and by category, and token F1 by category.

Token F1 never includes questions that want an abstention, such as LoCoMo's adversarial ones: a system that recalls
nothing would lead such a mean. Their answers have a column of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from regulars.evaluation.figures.result_rows import Row
from regulars.evaluation.runs.finished import RECORDED_ANSWERS, Run

LEVELS = ("turn", "session")
METRICS = (
    ("any", "recall_any"),
    ("all", "recall_all"),
    ("fraction", "recall_fraction"),
    ("ndcg", "ndcg"),
    ("mrr", "mrr"),
)
"""The label and the metric of each figure of retrieval."""
_AT = re.compile(r"(?:turn|session)_recall_all@(\d+)")
_CATEGORY = "category="
_F1, _ABSTENTION, _OPTIONS = RECORDED_ANSWERS

RECORDED_LEGEND = (
    "any, all, fraction: some, all or what share of the evidence is among the first k recalled turns or sessions",
    "mrr: mean of 1 / rank of the first evidence; -: the system has no ranking, or none of turns",
    "token F1: as in LoCoMo, over questions that have an answer; abstained: abstentions among the other questions",
    "tokens: mean context of an answer; n: questions behind the first column",
)

Figures = Mapping[tuple[str, str, str], Row]
"""Rows by system, slice and metric."""


def recorded_columns(run: Run) -> list[tuple[str, str]]:
    """The label and the metric of each column of the first table, at the largest cut-off of the run."""
    columns = []
    for k in _cutoffs(run)[-1:]:
        columns += [(f"{level} {label}@{k}", f"{level}_{metric}@{k}") for level in LEVELS for label, metric in METRICS]
    shown = [column for column in columns if not column[0].startswith(("session any", "session fraction"))]
    return [*shown, ("token F1", _F1), ("tokens", "tokens"), ("cut off", "cut")]


def recorded_metrics(k: int) -> dict[str, str]:
    """The metrics of recorded conversations by the labels that tables give them, at one cut-off."""
    figures = {f"{level} {label}@{k}": f"{level}_{metric}@{k}" for level in LEVELS for label, metric in METRICS}
    return {**figures, "token F1": _F1, "abstained": _ABSTENTION, "multiple choice": _OPTIONS}


def recorded_tables(run: Run) -> list[tuple[str, list[list[str]]]]:
    """The titles and the cells of the further tables; empty for a run without recorded conversations."""
    if not run.recorded:
        return []
    found = {(row.system, row.slice, row.metric): row for row in run.rows if row.scenario == "all"}
    categories = list(dict.fromkeys(slice_ for _, slice_, _ in found if slice_.startswith(_CATEGORY)))
    tables = [(f"retrieval by {level}", _retrieval(run, found, level, categories)) for level in LEVELS]
    tables.append(("token F1 by category", _answers(run, found, categories)))
    return [one for one in tables if len(one[1]) > 1]


def _cutoffs(run: Run) -> list[int]:
    """The cut-offs of the retrieval metrics, ascending."""
    return sorted({int(match[1]) for row in run.rows if (match := _AT.fullmatch(row.metric))})


def _retrieval(run: Run, found: Figures, level: str, categories: Iterable[str]) -> list[list[str]]:
    """One row for each category and system; systems without a ranking at this level have none."""
    columns = [(f"{label}@{k}", f"{level}_{metric}@{k}") for k in _cutoffs(run) for label, metric in METRICS]
    table = [["system", "category", *(label for label, _ in columns), "n"]]
    for slice_ in ("all", *categories):
        for system in run.systems:
            cells = [found.get((system, slice_, metric)) for _, metric in columns]
            number = next((cell.n for cell in cells if cell is not None), 0)
            if number:
                table.append([system, slice_.removeprefix(_CATEGORY), *map(_share, cells), str(number)])
    return table


def _answers(run: Run, found: Figures, categories: Iterable[str]) -> list[list[str]]:
    """One row for each system: token F1 over answerable questions and by category, abstentions, multiple choice."""
    answered = [slice_ for slice_ in ("all", *categories) if any((name, slice_, _F1) in found for name in run.systems)]
    shown = [(slice_.removeprefix(_CATEGORY), slice_, _F1) for slice_ in answered]
    for label, metric in (("abstained", _ABSTENTION), ("multiple choice", _OPTIONS)):
        if any((name, "all", metric) in found for name in run.systems):
            shown.append((label, "all", metric))
    columns = {label: [found.get((name, slice_, metric)) for name in run.systems] for label, slice_, metric in shown}
    if not columns:
        return [["system"]]  # rubrics alone: no answer can be scored without a judge
    header = [f"{label} (n={next(row.n for row in rows if row)})" for label, rows in columns.items()]
    cells = zip(*columns.values(), strict=True)
    return [["system", *header], *([name, *map(_share, rows)] for name, rows in zip(run.systems, cells, strict=True))]


def _share(row: Row | None) -> str:
    """The value with three digits and without a leading zero."""
    if row is None:
        return "-"
    text = f"{row.value:.3f}"
    return text[1:] if text.startswith("0.") else text
