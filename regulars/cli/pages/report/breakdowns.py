"""Breakdowns of the answers of all systems: accuracy by kind of question as a heat map, failure stages as bars."""

from __future__ import annotations

from regulars.cli.pages.page import Markup, element, joined
from regulars.cli.pages.report.bars import bar, bar_rows, block
from regulars.cli.pages.report.sections import Cell, DataTable, bounds, charted, named, scrolling, section, share
from regulars.cli.pages.report.subject import Subject
from regulars.evaluation.figures.failure_stages import STAGES, FailureStage, metric_of
from regulars.evaluation.question_lines import RECALLED

_SHADES = 10
"""The number of shades of the heat map above the lowest."""


def kinds(subject: Subject) -> Markup | None:
    """Accuracy by kind and system; None for a run without kinds."""
    recorded = subject.run.recorded
    prefix = "category=" if recorded else "kind="
    metric = subject.main[1] if recorded else "accuracy_own"
    slices = sorted({slice_ for _, slice_, known in subject.rows if known == metric and slice_.startswith(prefix)})
    names = [name for name in subject.ranked if any(subject.row(name, metric, slice_) for slice_ in slices)]
    if not names:
        return None
    title = f"{subject.main[0]} by category of question" if recorded else "Accuracy by kind of question"
    labels = [slice_.removeprefix(prefix) for slice_ in slices]
    head = element(
        "tr",
        element("th", "system", scope="col"),
        *(element("th", element("span", label), scope="col", class_="kind") for label in labels),
    )
    rows, data = [], []
    for name in names:
        found = [subject.row(name, metric, slice_) for slice_ in slices]
        rows.append(element("tr", named(name), *(
            element("td", "-", class_="number") if row is None else
            element("td", share(row.value), class_=f"number h{round(row.value * _SHADES)}",
                    title=f"{share(row.value)}{bounds(row.ci95)}, n {row.n}")
            for row in found
        )))  # fmt: skip
        for label, row in zip(labels, found, strict=True):
            if row is not None:
                data.append([name, label, row.value, *(row.ci95 or (None, None)), row.n])
    table = element("table", element("caption", title), element("thead", head), element("tbody", *rows),
                    class_="heat sticky")  # fmt: skip
    download = DataTable("accuracy-by-kind", ["system", "kind", metric, "low", "high", "n"], data).download
    note = (
        "Stronger colour is higher. The download adds intervals and the numbers of answers."
        if recorded
        else "Probes other than anchors, as asked on each system's own trajectory. Stronger colour is higher. The "
        "download adds intervals and the numbers of answers."
    )
    return section("kinds", title, note, scrolling(title, table), element("div", download, class_="data"))


def stages(subject: Subject) -> Markup | None:
    """The shares of failure stages by system; None for a run without planned questions."""
    names = [name for name in subject.ranked if subject.row(name, metric_of(FailureStage.NONE)) is not None]
    if not names:
        return None
    failed = [stage for stage in STAGES[1:] if any(subject.value(name, metric_of(stage)) for name in names)]
    shown = [FailureStage.NONE, *failed]
    labels = {stage: str(stage).replace("_", " ") for stage in shown}
    if subject.run.recorded:
        labels[FailureStage.NONE] = RECALLED
    rows, data = [], []
    for name in names:
        start, blocks = 0.0, []
        values = [subject.value(name, metric_of(stage)) or 0.0 for stage in shown]
        for stage, value in zip(shown, values, strict=True):
            blocks.append(block(start * 100, value * 100, _colour(stage)))
            start += value
        count = subject.row(name, metric_of(FailureStage.NONE))
        abstain = subject.value(name, "should_abstain")
        rows.append((name, bar(*blocks), f"{share(values[0])} {labels[shown[0]]}"))
        cells: list[Cell] = [name, *values, abstain, count.n if count is not None else 0]
        data.append(cells)
    legend = element("ul", *(
        element("li", element("svg", element("rect", width=14, height=14, class_=_colour(stage)), viewBox="0 0 14 14",
                              class_="swatch", aria_hidden="true"), labels[stage])
        for stage in shown
    ), class_="legend")  # fmt: skip
    title = "Failure stages"
    head = ["system", *labels.values(), "should abstain", "n"]
    chart = element("div", legend, bar_rows(f"{title} of {len(names)} systems; the table below has the numbers", rows))
    note = joined([
        "The first step that failed between what was told and the reply, as shares of the planned questions that have "
        "an answer. ", element("code", "regulars explain RUN"), " traces single answers.",
    ])  # fmt: skip
    return section("stages", title, note, charted(chart, DataTable("failure-stages", head, data), title))


def _colour(stage: FailureStage) -> str:
    return f"stage{STAGES.index(stage)}"
