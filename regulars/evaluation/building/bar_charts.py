"""Draws horizontal bar charts as SVG text, without a plotting library, so that they are the same on every machine."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise

WIDTH, LABELS, VALUES = 760, 220, 90
"""Pixels: the whole picture, the column of labels at the left, the column of values at the right."""

LINE, HEAD, BAR = 24, 44, 14
COLOUR = "#4a6fa5"


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar.

    Attributes:
        label: Its name.
        value: Its length, from 0.
        interval: Lower and upper bound, drawn as a line; None for none.
        shown: The value in words.
    """

    label: str
    value: float
    shown: str
    interval: tuple[float, float] | None = None


def bar_chart(title: str, bars: Sequence[Bar], *, longest: float | None = None) -> str:
    """Returns a chart as an SVG document.

    Args:
        title: Its heading, which screen readers read as well.
        bars: From top to bottom; at least one.
        longest: The value at full length; None for the greatest value or bound.
    """
    room = WIDTH - LABELS - VALUES
    greatest = longest or max([1e-9, *(max(bar.value, *(bar.interval or (0,))) for bar in bars)])
    height = HEAD + LINE * len(bars) + 12
    body = []
    for place, bar in enumerate(bars):
        top = HEAD + LINE * place
        middle = top + BAR / 2
        body.append(f'<text x="{LABELS - 8}" y="{middle + 4:.0f}" text-anchor="end">{escape(bar.label)}</text>')
        body.append(f'<rect x="{LABELS}" y="{top}" width="{room * bar.value / greatest:.1f}" height="{BAR}"/>')
        if bar.interval is not None:
            low, high = (LABELS + room * bound / greatest for bound in bar.interval)
            body.append(f'<path d="M{low:.1f} {middle:.1f} H{high:.1f}"/>')
        body.append(f'<text x="{WIDTH - VALUES + 8}" y="{middle + 4:.0f}">{escape(bar.shown)}</text>')
    style = (
        f"text{{font:13px Helvetica,Arial,sans-serif;fill:#222}} .title{{font-weight:bold}} rect{{fill:{COLOUR}}} "
        "path{stroke:#222;stroke-width:2}"
    )
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
            f'aria-label="{escape(title)}">',
            f"<style>{style}</style>",
            f'<text x="12" y="24" class="title">{escape(title)}</text>',
            *body,
            "</svg>\n",
        ]
    )


def histogram(title: str, values: Iterable[float], bounds: Sequence[float], unit: str) -> str:
    """Returns a chart of how many values lie in each class.

    Args:
        title: Its heading.
        values: The values, from 0.
        bounds: The lower bounds of all classes but the first, which begins at 0; ascending.
        unit: The unit of the bounds, for labels.
    """
    counts = [0] * (len(bounds) + 1)
    for value in values:
        counts[sum(value >= bound for bound in bounds)] += 1
    names = [f"under {bounds[0]:g} {unit}"]
    names += [f"{low:g} to under {high:g} {unit}" for low, high in pairwise(bounds)]
    names.append(f"{bounds[-1]:g} {unit} or more")
    bars = [Bar(name, count, str(count)) for name, count in zip(names, counts, strict=True)]
    return bar_chart(title, bars)
