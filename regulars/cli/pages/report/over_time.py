"""Figures that move: accuracy and cost over distance and sessions, satisfaction, learning curves over training."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from regulars.cli.pages.page import Markup, element
from regulars.cli.pages.report.charts import Series, Tick, line_chart, round_ticks, ticks
from regulars.cli.pages.report.sections import Cell, DataTable, bounds, charted, section, sentence, share
from regulars.cli.pages.report.subject import Subject
from regulars.cli.run_tables.curves import MEASURES
from regulars.cli.run_tables.slices import COST_COLUMNS
from regulars.evaluation.figures.costs import COST
from regulars.evaluation.figures.result_rows import Row
from regulars.evaluation.figures.slices import SLICES

_SHARES = tuple(ticks((0, 0.25, 0.5, 0.75, 1), 0, 1))
_MOST_MARKS = 8
"""The largest number of labels on an axis of sessions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Plot:
    """A chart of one line per system over steps.

    Attributes:
        name: The id of the chart in the page.
        title: Its heading.
        rows: The figures, by system and step.
        steps: The steps in order.
        labels: The name of each step.
        step: What a step is, such as `session`.
        axes: The names of the axes, across and up.
        up: The marks of the axis up.
        most: The value at the top of the axis up, whose bottom is 0.
    """

    name: str
    title: str
    rows: Mapping[tuple[str, int], Row]
    steps: Sequence[int]
    labels: Sequence[str]
    step: str
    axes: tuple[str, str]
    up: Sequence[Tick] = _SHARES
    most: float = 1.0


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
    plot = _Plot(
        name="distance", title=title, rows=rows, steps=range(len(ranges)), labels=labels, step="distance",
        axes=("utterances since the evidence", measured),
    )  # fmt: skip
    return section("distance", f"{measured.capitalize()} over distance", note, _lines(subject, plot))


def satisfaction(subject: Subject) -> Markup | None:
    """Satisfaction by session; None for a run whose people show none."""
    rows = {(row.system, int(_value(row.slice))): row for row in subject.figures.sessions}
    if not rows:
        return None
    sessions = sorted({session for _, session in rows})
    note = "Mean satisfaction, 0 to 10, that people show after replies, by session. Later sessions rest on more memory."
    title = "Satisfaction over sessions"
    plot = _Plot(
        name="satisfaction", title=title, rows=rows, steps=sessions, labels=list(map(str, sessions)), step="session",
        axes=("session", "satisfaction"), up=ticks((0, 2, 4, 6, 8, 10), 0, 10), most=10,
    )  # fmt: skip
    return section("satisfaction", title, note, _lines(subject, plot))


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
    plot = _Plot(
        name=f"cost-{part}", title=f"{label.capitalize()} by {part}", rows=rows, steps=range(len(places)),
        labels=list(map(_value, places)), step=part, axes=(part, label), up=up, most=most,
    )  # fmt: skip
    data: list[list[Cell]] = []
    for system in subject.ranked:
        for slice_ in places:
            cells = [found.get((system, slice_, name)) for _, name in columns]
            if any(cells):
                data.append([system, _value(slice_), *(None if one is None else f"{one.value:.6g}" for one in cells)])
    table = DataTable(plot.name, ["system", part, *(name for _, name in columns)], data)
    return charted(_chart(subject, plot), table, plot.title)


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
            plot = _Plot(
                name=f"learning-{measure.replace('_', '-')}", title=f"{label} by {across}", rows=rows, steps=steps,
                labels=list(map(str, steps)), step=across, axes=(across, label),
            )  # fmt: skip
            charts.append(element("div", element("h3", label.capitalize()), _lines(subject, plot)))
    note = "Mean over the exams of all blocks after each block of training; without exams, over the train lives."
    return section("learning", title, note, *(charts or [element("p", "No figure was measured.")]))


def _lines(subject: Subject, plot: _Plot) -> Markup:
    """A chart of one line per system over steps, with its table."""
    data: list[list[Cell]] = []
    for system in subject.ranked:
        found = [plot.rows.get((system, at)) for at in plot.steps]
        data += [[system, label, row.value, *(row.ci95 or (None, None)), row.n]
                 for label, row in zip(plot.labels, found, strict=True) if row is not None]  # fmt: skip
    table = DataTable(plot.name, ["system", plot.step, plot.axes[1], "low", "high", "n"], data)
    return charted(_chart(subject, plot), table, plot.title)


def _chart(subject: Subject, plot: _Plot) -> Markup:
    """A chart of one line per system over steps."""
    names = [system for system in subject.ranked if any((system, at) in plot.rows for at in plot.steps)]
    width = max(len(plot.steps) - 1, 1)
    series = []
    for system in names:
        points = [_point(plot.rows.get((system, at)), place / width, f"{system}, {plot.step} {label}", plot.most)
                  for place, (at, label) in enumerate(zip(plot.steps, plot.labels, strict=True))]  # fmt: skip
        series.append(Series(system, points, subject.front.get(system)))
    series.sort(key=lambda one: (one.style is None, one.style or 0))
    every = -(-len(plot.steps) // _MOST_MARKS)
    across = [(place / width, label) for place, label in enumerate(plot.labels) if place % every == 0]
    return line_chart(plot.name, plot.title, series, across, plot.up, labels=plot.axes)


def _point(row: Row | None, across: float, label: str, most: float) -> tuple[float, float, str] | None:
    if row is None:
        return None
    return across, min(max(row.value / most, 0.0), 1.0), f"{label}: {share(row.value)}{bounds(row.ci95)}, n {row.n}"


def _value(slice_: str) -> str:
    """The value of a slice such as `session=3`."""
    return slice_.partition("=")[2]
