"""Puts a report together: all sections of a run, or a page that says why there are none."""

from __future__ import annotations

from pathlib import Path

from regulars.cli.pages.page import element, own, page, theme_choice
from regulars.cli.pages.report.breakdowns import kinds, stages
from regulars.cli.pages.report.over_time import costs, distances, learning, satisfaction
from regulars.cli.pages.report.sections import quoted
from regulars.cli.pages.report.subject import Subject
from regulars.cli.pages.report.summary import masthead, summary
from regulars.cli.pages.report.trade_offs import cost, differences
from regulars.cli.pages.report.transcripts import transcripts
from regulars.errors import RegularsError

_PACKAGE = "regulars.cli.pages.report"
_LINKS = (
    ("summary", "Summary"), ("kinds", "Kinds"), ("stages", "Failure stages"), ("distance", "Distance"),
    ("cost-section", "Cost"), ("cost-over", "Cost over time"), ("learning", "Learning"),
    ("satisfaction", "Satisfaction"), ("differences", "Differences"), ("failures", "Failures"),
)  # fmt: skip


def report_page(subject: Subject) -> str:
    """The text of the report of a run.

    Args:
        subject: The run with its figures.
    """
    if not subject.columns:
        told = element("p", "No episode of this run can be measured.", class_="note fault")
        return _page("Report", masthead(subject), told)
    parts = {
        "summary": summary(subject), "kinds": kinds(subject), "stages": stages(subject),
        "distance": distances(subject), "cost-section": cost(subject), "cost-over": costs(subject),
        "learning": learning(subject),
        "satisfaction": satisfaction(subject), "differences": differences(subject), "failures": transcripts(subject),
    }  # fmt: skip
    links = [element("a", label, href=f"#{id}") for id, label in _LINKS if parts[id] is not None]
    return _page(f"Report: {subject.run.title}", masthead(subject),
                 element("nav", *links, aria_label="Sections", class_="sections"), *parts.values())  # fmt: skip


def problem_page(folder: Path, error: RegularsError) -> str:
    """The text of a page that says why a folder has no report.

    Args:
        folder: The folder that was named.
        error: What is wrong with it.
    """
    header = element("header", element("h1", "No report"), theme_choice(), class_="masthead")
    return _page("No report", header, element("p", "The folder ", quoted(folder.resolve().name), " cannot be shown:"),
                 element("p", quoted(str(error)), class_="note fault"))  # fmt: skip


def _page(title: str, *body: str | None) -> str:
    return page(title, *body, styles=[own("report.css", _PACKAGE)], scripts=[own("report.js", _PACKAGE)])
