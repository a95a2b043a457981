"""Comparisons of systems: cost against accuracy, and paired differences from one row."""

from __future__ import annotations

from math import log10

from regulars.cli.pages.page import Markup, element, joined
from regulars.cli.pages.report.bars import bar_rows, interval_bar
from regulars.cli.pages.report.charts import Series, Tick, point_chart, ticks
from regulars.cli.pages.report.sections import Cell, DataTable, bounds, charted, quoted, section, share
from regulars.cli.pages.report.subject import Subject

_REFERENCE, _TESTED = 1, 0
"""The styles of points."""


def cost(subject: Subject) -> Markup | None:
    """Tokens of context against the first figure; None for a run without tokens."""
    label, metric = subject.main
    found = {name: (tokens, value) for name in subject.ranked
             if (tokens := subject.value(name, "tokens")) is not None
             and (value := subject.value(name, metric)) is not None}  # fmt: skip
    if not found:
        return None
    most = max(tokens for tokens, _ in found.values())
    top = max(2, 1 + int(log10(most + 1)))

    def across(tokens: float) -> float:
        return log10(tokens + 1) / top

    points = [
        Series(name, [(across(tokens), min(max(value, 0.0), 1.0), f"{name}: {share(value)}, {tokens:.0f} tokens")],
               _REFERENCE if name in subject.references else _TESTED)
        for name, (tokens, value) in found.items()
    ]  # fmt: skip
    marks: list[Tick] = [(across(10**power if power else 0), f"{10**power if power else 0:,}") for power in
                         range(top + 1)]  # fmt: skip
    best = frontier({name: place for name, place in found.items() if name not in subject.run.unbounded})
    note = (
        "Mean tokens of context per reply, on a logarithmic scale. Circles are systems, squares are reference rows. "
        "The line joins systems that no other one beats at the same cost or less; it leaves out rows marked *."
    )
    title = f"Cost against {label}"
    chart = point_chart("cost", title, points, best, marks, ticks((0, 0.25, 0.5, 0.75, 1), 0, 1),
                        labels=("tokens of context per reply", label))  # fmt: skip
    rows: list[list[Cell]] = [[name, round(tokens), value, "yes" if name in best else "no"]
                              for name, (tokens, value) in found.items()]  # fmt: skip
    table = DataTable("cost", ["system", "tokens", metric, "on the line"], rows)
    return section("cost-section", title, note, charted(chart, table, title))


def frontier(places: dict[str, tuple[float, float]]) -> list[str]:
    """The names that no other one beats: none has a higher value at the same cost or a lower one.

    Args:
        places: Cost and value by name.

    Returns:
        The names by rising cost. Of equal ones, the first counts.
    """
    found: list[str] = []
    highest = float("-inf")
    for name, (_, value) in sorted(places.items(), key=lambda entry: (entry[1][0], -entry[1][1])):
        if value > highest:
            found.append(name)
            highest = value
    return found


def differences(subject: Subject) -> Markup:
    """Paired differences from one row, with intervals and corrected p-values."""
    title, against = "Paired differences", subject.against
    known = {one.metric for one in subject.figures.differences}
    metrics = [metric for metric in subject.measures if metric in known]
    if against is None or not metrics:
        why = "No two systems of this run can be compared with each other."
        return section("differences", title, None, element("p", why))
    metric = metrics[0]
    label = {metric: label for label, metric in subject.columns}[metric]
    found = sorted((one for one in subject.figures.differences if one.metric == metric),
                   key=lambda one: (-one.value, subject.ranked.index(one.system)))  # fmt: skip
    reach = max((abs(number) for one in found for number in (one.value, *(one.ci95 or ()))), default=0.0) or 1.0
    rows = []
    for one in found:
        sign = "+" if one.value > 0 else ""
        p = "" if one.p is None else (", p < .001" if one.p < 0.001 else f", p {share(one.p)}")
        strip = interval_bar(one.value, one.ci95, -reach, reach)
        rows.append((one.system, strip, f"{sign}{share(one.value)}{bounds(one.ci95)}{p}"))
    data: list[list[Cell]] = [
        [one.system, one.against, one.metric, one.value, *(one.ci95 or (None, None)), one.p, one.pairs]
        for name in metrics for one in subject.figures.differences if one.metric == name
    ]  # fmt: skip
    head = ["system", "against", "metric", "difference", "low", "high", "p", "pairs"]
    about = (
        f"{label.capitalize()} of each system less that of ", quoted(against),
        ", over the lives or streams that both have. p is corrected by Holm's method for all rows of a metric. There "
        "are no intervals below five pairs.",
    )  # fmt: skip
    chart = bar_rows(f"Difference in {label} to {against}; the table below has the numbers", rows)
    ends = element("span", *(element("span", text) for text in (share(-reach), "0", share(reach))), class_="ends")
    axis = element("div", element("span"), ends, element("span"), class_="bars-axis", aria_hidden="true")
    return section("differences", title, joined(about),
                   charted(element("div", chart, axis), DataTable("differences", head, data), title))  # fmt: skip
