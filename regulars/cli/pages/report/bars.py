"""Rows of bars for many systems. A bar stretches with the page, and its numbers are text beside it."""

from __future__ import annotations

from collections.abc import Sequence

from regulars.cli.pages.page import Markup, element
from regulars.cli.pages.report.sections import quoted

_HIGH = 10
"""The height of a bar in its own units; it is 100 wide."""


def bar(*shapes: Markup, label: str | None = None) -> Markup:
    """Shapes on a strip of 100 by 10 units, which takes the width that it gets."""
    hidden = label is None
    return element(
        "svg",
        *shapes,
        class_="bar",
        viewBox=f"0 0 100 {_HIGH}",
        preserveAspectRatio="none",
        aria_hidden="true" if hidden else None,
        role=None if hidden else "img",
        aria_label=label,
    )


def block(start: float, width: float, kind: str) -> Markup:
    """A part of a bar, from `start`, both in hundredths of the whole."""
    return element("rect", x=_units(start), y=0, width=_units(width), height=_HIGH, class_=kind)


def interval_bar(value: float, ci95: tuple[float, float] | None, low: float = 0.0, high: float = 1.0) -> Markup:
    """A value with its interval on an axis from `low` to `high`, where zero is marked if it lies within."""

    def at(number: float) -> float:
        return min(max((number - low) / (high - low), 0.0), 1.0) * 100

    shapes = [element("line", x1=0, x2=100, y1=5, y2=5, class_="axis")]
    if low < 0 < high:
        shapes.append(element("line", x1=_units(at(0)), x2=_units(at(0)), y1=0, y2=_HIGH, class_="zero"))
    if ci95 is not None:
        left, right = map(at, ci95)
        shapes.append(element("rect", x=_units(left), y=2.5, width=_units(max(right - left, 0.4)), height=5,
                              class_="spread"))  # fmt: skip
    shapes.append(
        element("rect", x=_units(min(max(at(value) - 0.5, 0), 99)), y=0, width=1, height=_HIGH, class_="value")
    )
    return bar(*shapes)


def bar_rows(label: str, rows: Sequence[tuple[str, Markup, str]]) -> Markup:
    """A chart of named bars.

    Args:
        label: What the chart shows, for people who do not see it.
        rows: For each system its name, its bar, and its value in words.
    """
    lines = [
        element("div", element("span", quoted(name), class_="name"), strip, element("span", value, class_="figure"))
        for name, strip, value in rows
    ]
    return element("div", *lines, class_="bars", role="img", aria_label=label)


def _units(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
