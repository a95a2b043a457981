"""Figures that move: accuracy and cost over distance and sessions, satisfaction, learning curves over training."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from regulars.cli.pages.page import Markup, element
from regulars.cli.pages.report.charts import Series, Tick, line_chart, round_ticks, ticks
from regulars.cli.pages.report.sections import Cell, DataTable, bounds, charted, section, sentence, share
from regulars.cli.pages.report.subject import Subject
from regulars.cli.run_tables.curves import MEASURES
from regulars.cli.run_tables.slices import COST_COLUMNS
from regulars.evaluation.figures.costs import COST
from regulars.evaluation.figures.result_rows import Row
from regulars.evaluation.figures.slices import SLICES

_SHARES = ticks((0, 0.25, 0.5, 0.75, 1), 0, 1)
_MOST_MARKS = 8
"""The largest number of labels on an axis of sessions."""


def distances(subject: Subject) -> Markup | None:
    """Accuracy by the distance from the evidence to the question; None for a run without such questions."""
    ranges = sorted({row.slice for row in subject.figures.distances}, key=lambda name: int(_value(name).split("-")[0]))
    if not ranges:
        return None
    rows = {(row.system, ranges.index(row.slice)): row for row in subject.figures.distances}
    labels = [value if not value.endswith("-") else f"{value[:-1]} or more" for value in map(_value, ranges)]
    measured = "recall" if subject.run.recorded else "accuracy"
    note = (
        f"{measured.capitalize()} of questions with an answer, by the number of utterances between its evidence and "
        "the question."
    )
    title = f"{measured.capitalize()} by utterances since the evidence"
    axes = ("utterances since the evidence", measured)
    steps = range(len(ranges))
    return section("distance", f"{measured.capitalize()} over distance", note, _lines(
        subject, "distance", title, rows, steps, labels, _SHARES, lambda row: row.value, axes, "distance",
    ))  # fmt: skip


def satisfaction(subject: Subject) -> Markup | None:
    """Satisfaction by session; None for a run whose people show none."""
    rows = {(row.system, int(_value(row.slice))): row for row in subject.figures.sessions}
    if not rows:
        return None
    sessions = sorted({session for _, session in rows})
    note = "Mean satisfaction, 0 to 10, that people show after replies, by session. Later sessions rest on more memory."
    title = "Satisfaction over sessions"
    return section("satisfaction", title, note, _lines(
        subject, "satisfaction", title, rows, sessions, list(map(str, sessions)), ticks((0, 2, 4, 6, 8, 10), 0, 10),
        lambda row: row.value / 10, ("session", "satisfaction"), "session",
    ))  # fmt: skip


def costs(subject: Subject) -> Markup | None:
    """The cost of replies by session and by distance; None for a run without costs."""
    parts = [element("div", element("h3", f"By {part}"), _costs_by(subject, part)) for part in SLICES
             if any(row.slice.startswith(f"{part}=") for row in subject.figures.costs)]  # fmt: skip
    if not parts:
        return None
    note = (
        "Context tokens and seconds are means over replies. Cost, model tokens and model calls are those of the "
        "assistant: by session the sum of a life's session, by distance those of the answer."
    )
    return section("cost-over", "Cost over sessions and distance", note, *parts)


def _costs_by(subject: Subject, part: str) -> Markup:
    """A chart of the first cost that the run has, with all of them in its table."""
    found = {(row.system, row.slice, row.metric): row for row in subject.figures.costs}
    places = sorted({slice_ for _, slice_, _ in found if slice_.startswith(f"{part}=")},
                    key=lambda name: int(_value(name).split("-")[0]))  # fmt: skip
    known = {metric for _, slice_, metric in found if slice_ in places}
    columns = [column for column in COST_COLUMNS if column[1] in known]
    label, metric = next((one for one in columns if one[1] == COST), columns[0])
    rows = {(system, at): row for (system, slice_, name), row in found.items() if name == metric
            for at, place in enumerate(places) if place == slice_}  # fmt: skip
    most, up = round_ticks(max(row.value for row in rows.values()))
    steps, labels = range(len(places)), list(map(_value, places))
    title = f"{label.capitalize()} by {part}"
    chart = _chart(subject, f"cost-{part}", title, rows, steps, labels, up, lambda row: row.value / most,
                   (part, label), part)  # fmt: skip
    data: list[list[Cell]] = []
    for system in subject.ranked:
        for slice_ in places:
            cells = [found.get((system, slice_, name)) for _, name in columns]
            if any(cells):
                data.append([system, _value(slice_), *(None if one is None else f"{one.value:.6g}" for one in cells)])
    return charted(chart, DataTable(f"cost-{part}", ["system", part, *(name for _, name in columns)], data), title)


def learning(subject: Subject) -> Markup:
    """What systems have learned after each block of training, or a sentence for a run without streams."""
    title = "Learning curves"
    if not subject.run.regime:
        return section("learning", title, None, sentence(
            "Only runs over streams of lives have learning curves: ",
            element("code", "regulars evaluate --suite stream"), ".",
        ))  # fmt: skip
    charts = []
    for label, measure in MEASURES:
        prefix = f"of={measure},trained="
        rows = {(system, int(slice_.removeprefix(prefix))): row for (system, slice_, metric), row in
                subject.rows.items() if metric == "average_accuracy" and slice_.startswith(prefix)}  # fmt: skip
        across = "blocks of training"
        if not rows:
            rows = {(system, int(slice_.removeprefix("train="))): row for (system, slice_, metric), row in
                    subject.rows.items() if metric == measure and slice_.startswith("train=")}  # fmt: skip
            across = "block of train lives"
        if rows:
            steps = sorted({step for _, step in rows})
            name = f"learning-{measure.replace('_', '-')}"
            chart = _lines(subject, name, f"{label} by {across}", rows, steps, list(map(str, steps)), _SHARES,
                           lambda row: row.value, (across, label), across)  # fmt: skip
            charts.append(element("div", element("h3", label.capitalize()), chart))
    note = "Mean over the exams of all blocks after each block of training; without exams, over the train lives."
    return section("learning", title, note, *(charts or [element("p", "No figure was measured.")]))


def _lines(
    subject: Subject,
    name: str,
    title: str,
    rows: dict[tuple[str, int], Row],
    steps: Sequence[int],
    labels: Sequence[str],
    up: Sequence[Tick],
    height: Callable[[Row], float],
    axes: tuple[str, str],
    step: str,
) -> Markup:
    """A chart of one line per system over steps, with its table."""
    data: list[list[Cell]] = []
    for system in subject.ranked:
        found = [rows.get((system, at)) for at in steps]
        data += [[system, label, row.value, *(row.ci95 or (None, None)), row.n]
                 for label, row in zip(labels, found, strict=True) if row is not None]  # fmt: skip
    table = DataTable(name, ["system", step, axes[1], "low", "high", "n"], data)
    return charted(_chart(subject, name, title, rows, steps, labels, up, height, axes, step), table, title)


def _chart(
    subject: Subject,
    name: str,
    title: str,
    rows: dict[tuple[str, int], Row],
    steps: Sequence[int],
    labels: Sequence[str],
    up: Sequence[Tick],
    height: Callable[[Row], float],
    axes: tuple[str, str],
    step: str,
) -> Markup:
    """A chart of one line per system over steps."""
    names = [system for system in subject.ranked if any((system, at) in rows for at in steps)]
    width = max(len(steps) - 1, 1)
    series = []
    for system in names:
        points = [_point(rows.get((system, at)), place / width, f"{system}, {step} {label}", height)
                  for place, (at, label) in enumerate(zip(steps, labels, strict=True))]  # fmt: skip
        series.append(Series(system, points, subject.front.get(system)))
    series.sort(key=lambda one: (one.style is None, one.style or 0))
    every = -(-len(steps) // _MOST_MARKS)
    across = [(place / width, label) for place, label in enumerate(labels) if place % every == 0]
    return line_chart(name, title, series, across, up, labels=axes)


def _point(
    row: Row | None, across: float, label: str, height: Callable[[Row], float]
) -> tuple[float, float, str] | None:
    if row is None:
        return None
    return across, min(max(height(row), 0.0), 1.0), f"{label}: {share(row.value)}{bounds(row.ci95)}, n {row.n}"


def _value(slice_: str) -> str:
    """The value of a slice such as `session=3`."""
    return slice_.partition("=")[2]
