"""The first part of a report: what was run, the result in a sentence, and the table of systems with intervals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from regulars.cli.escapes import shortened
from regulars.cli.pages.page import Markup, element, joined, theme_choice
from regulars.cli.pages.report.bars import interval_bar
from regulars.cli.pages.report.sections import (
    Cell,
    DataTable,
    bounds,
    listed,
    named,
    quoted,
    scrolling,
    section,
    sentence,
    share,
    shown_cell,
)
from regulars.cli.pages.report.subject import Subject
from regulars.cli.run_tables.systems import FLAGGED, WITH_INTERVAL, system_legend
from regulars.evaluation.figures.result_rows import Row
from regulars.evaluation.report_figures import ACCURACIES

_FAULTS = 10
"""The largest number of distinct faults to list."""


def masthead(subject: Subject) -> Markup:
    """The title, what was run, and remarks for readers of the figures."""
    run, recorded = subject.run, subject.recorded
    manifest = recorded.manifest
    facts = [("Folder", recorded.folder.resolve().name), ("Systems", str(len(run.systems))),
             ("Episodes", str(len(recorded.records)))]  # fmt: skip
    if manifest is not None:
        facts += [("Feedback", manifest.feedback), ("Noise", manifest.noise or "none"), ("User", manifest.user),
                  ("Judge", manifest.judge), ("Recall", f"{manifest.k} items, {manifest.budget} tokens"),
                  ("Version", f"regulars {manifest.version}")]  # fmt: skip
    pairs = [element("div", element("dt", name), element("dd", quoted(value))) for name, value in facts]
    notes = [element("p", "Note: ", quoted(note), class_="note") for note in run.notes]
    title = element("div", element("h1", "Report"), element("p", quoted(run.title), class_="soft"))
    return joined(
        [
            element("header", title, theme_choice(), class_="masthead"),
            element("dl", *pairs, class_="facts"),
            *notes,
            _faults(subject),
        ]
    )


def _faults(subject: Subject) -> Markup | None:
    if not subject.run.faults:
        return None
    folded = Counter((key.system, fault) for key, fault in subject.run.faults)
    lines = [joined([quoted(system), ": ", quoted(shortened(fault)), f" ({count} episodes)" if count > 1 else ""])
             for (system, fault), count in folded.most_common(_FAULTS)]  # fmt: skip
    more = len(folded) - len(lines)
    if more > 0:
        lines.append(joined([f"and {more} more"]))
    count = len(subject.run.faults)
    said = f"A fault ended {count} episode{'s' if count > 1 else ''}, which count{'' if count > 1 else 's'} nowhere:"
    return element("div", element("p", said), listed(lines), class_="note fault")


def summary(subject: Subject) -> Markup:
    """The result in a sentence, and the table of all systems."""
    label, metric = subject.main
    legend = list(system_legend(subject.run))
    if subject.run.unbounded:
        legend.append("*: reads more than the other rows may: no token budget, or hidden data")
    if subject.cut:
        legend.append("( ): a budget ended episodes of this system early, so it was asked fewer questions")
    if subject.flagged:
        legend.append(f"(!): more than {FLAGGED:.0%} of the verdicts are undetermined: the accuracy is a lower bound")
    data = DataTable("summary", *_data(subject))
    groups = [("Systems", subject.compared), ("References", subject.references),
              ("Not comparable: asked after the last session", subject.apart)]  # fmt: skip
    head = ["system", label, *(name for name, _ in subject.columns), "n", "faults"]
    cells = [element("th", name, scope="col", class_="number" if at > 1 else None) for at, name in enumerate(head)]
    cells[1] = element("th", f"{label}, 0 to 1", scope="col")
    bodies = [_group(subject, title, names, len(head)) for title, names in groups if names]
    table = element("table", element("caption", f"All systems by {label}, the best first"),
                    element("thead", element("tr", *cells)), *bodies, class_="sticky")  # fmt: skip
    return section(
        "summary", "Summary", None,
        _result(subject, label, metric),
        scrolling("Summary of all systems", table),
        element("div", element("details", element("summary", "What the columns mean"), listed(legend)),
                data.download, class_="data"),
    )  # fmt: skip


def marked(subject: Subject, name: str) -> str:
    """The name of a system with its marks."""
    flagged = " (!)" if name in subject.flagged else ""
    return f"{name}{'*' if name in subject.run.unbounded else ''}{flagged}"


def _result(subject: Subject, label: str, metric: str) -> Markup | None:
    """The best system and the references beside it, in a sentence."""
    leaders = subject.compared
    rows = [(name, row) for name in leaders if (row := subject.row(name, metric)) is not None]
    if not rows:
        return None
    name, row = rows[0]
    of = f" of {len(rows)} systems" if len(rows) > 1 else ""
    parts = ["Best by ", label, of, ": ", element("strong", quoted(name)), ", ", _value(row), "."]
    others = [(one, found) for one in subject.references if (found := subject.row(one, metric)) is not None]
    ends = []
    if others and others[0][1].value >= row.value:
        ends.append((" Ceiling: ", *others[0]))
    if others and others[-1][1].value < row.value:
        ends.append((" Floor: ", *others[-1]))
    for said, other, found in ends:
        parts += [said, quoted(other), ", ", _value(found), "."]
    return sentence(*parts)


def _value(row: Row) -> str:
    return f"{share(row.value)}{bounds(row.ci95)}"


def _group(subject: Subject, title: str, names: Sequence[str], width: int) -> Markup:
    head = element("tr", element("th", title, colspan=width, scope="rowgroup", class_="group"))
    return element("tbody", head, *(_line(subject, name) for name in names))


def _line(subject: Subject, name: str) -> Markup:
    main = subject.row(name, subject.main[1])
    strip = interval_bar(main.value, main.ci95) if main is not None else None
    values = [element("td", text, class_="number") for text in _texts(subject, name)]
    return element("tr", named(marked(subject, name)), element("td", strip, class_="strip"), *values)


def _texts(subject: Subject, name: str) -> Iterable[str]:
    for _, metric in subject.columns:
        row = subject.row(name, metric)
        if row is None:
            yield "-"
        elif metric in ("tokens", "reward"):
            yield f"{row.value:.0f}" if metric == "tokens" else f"{row.value:.2f}"
        elif name in subject.cut and metric in ACCURACIES:
            yield f"({share(row.value)})"
        else:
            yield f"{share(row.value)}{bounds(row.ci95) if metric.startswith(WITH_INTERVAL) else ''}"
    first = next((row for _, metric in subject.columns if (row := subject.row(name, metric)) is not None), None)
    yield str(first.n if first is not None else 0)
    yield shown_cell(_broken(subject, name))


def _broken(subject: Subject, name: str) -> int:
    row = subject.row(name, "faults")
    return round(row.value * row.n) if row is not None else 0


def _data(subject: Subject) -> tuple[list[str], list[list[Cell]]]:
    """The table as numbers: each figure with its interval and its number of values."""
    head = ["system", "group"]
    for _, metric in subject.columns:
        head += [metric, f"{metric} low", f"{metric} high", f"{metric} n"]
    groups = dict.fromkeys(subject.compared, "system") | dict.fromkeys(subject.references, "reference")
    rows: list[list[Cell]] = []
    for name in subject.ranked:
        cells: list[Cell] = [name, groups.get(name, "not comparable")]
        for _, metric in subject.columns:
            row = subject.row(name, metric)
            cells += [None] * 4 if row is None else [row.value, *(row.ci95 or (None, None)), row.n]
        rows.append([*cells, _broken(subject, name)])
    return [*head, "faults"], rows
