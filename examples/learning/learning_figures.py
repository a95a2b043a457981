"""What the examples that learn share: intervals over lives, and plots of curves and of policies without learning.

All `learn_....py` use it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape

import numpy as np

Figure = tuple[float, float, float]
"""A figure, and the bounds of its 95 % interval."""

Stage = tuple[float, Figure]
"""How much has been trained, and what the policy reached then."""

RESAMPLES = 2000


def over_lives(*columns: Sequence[float], of: Callable[..., float] = lambda column: float(np.mean(column))) -> Figure:
    """A figure with its 95 % interval: the percentile bootstrap over lives, with a fixed seed.

    Args:
        columns: One number for each life, in the same order of lives.
        of: Computes the figure from the columns; by default the mean of the only one.
    """
    given = [np.asarray(column, dtype=float) for column in columns]
    draws = np.random.default_rng(0)
    drawn = draws.integers(len(given[0]), size=(RESAMPLES, len(given[0])))
    found = [of(*(column[lives] for column in given)) for lives in drawn]
    low, high = np.percentile(found, (2.5, 97.5))
    return of(*given), float(low), float(high)


def difference(one: Sequence[float], other: Sequence[float]) -> Figure:
    """The mean of the differences in the same lives."""
    return over_lives(one, other, of=lambda a, b: float(np.mean(a - b)))


def share(one: Sequence[float], whole: Sequence[float]) -> Figure:
    """The sum of one column as a share of the other's."""
    return over_lives(one, whole, of=lambda a, b: float(a.sum() / b.sum()))


def shown(figure: Figure) -> str:
    """A figure as a cell of a table."""
    return "{:.2f} [{:.2f} {:.2f}]".format(*figure)


def held_against(
    learned: Sequence[float], others: Mapping[str, Sequence[float]], *, oracle: str
) -> tuple[bool, dict[str, Figure]]:
    """Prints what others reached, and how far the learner is above each of them in the same lives.

    Args:
        learned: What the learner reached in each life.
        others: What others reached in the same lives, by name.
        oracle: The name of the only one that the learner need not beat.

    Returns:
        Whether the learner beats all but the oracle: the whole interval of the difference is above 0; and the figures
        of the others.
    """
    bars = {name: over_lives(rewards) for name, rewards in others.items()}
    met = True
    for name, figure in bars.items():
        more = difference(learned, others[name])
        met &= name == oracle or more[1] > 0.0
        print(f"  {name:20} {shown(figure):>24} {shown(more):>24}")
    print("the learner beats all but the oracle" if met else "MISSED: the learner does not beat all others")
    return met, bars


# ---------------------------------------------------------------------- the plot

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 760, 360, 60, 40, 190, 50
LEARNER, OTHERS = "#1f5fa8", ("#2b8a4b", "#b06a00", "#7a4fa3", "#9a9a9a", "#c0392b", "#16a085", "#555555")


def plot(title: str, x: str, y: str, learner: str, curve: Sequence[Stage], others: Mapping[str, Figure]) -> str:
    """A learning curve with its interval, and a line with its interval for each policy without learning, as SVG.

    Args:
        title: Over the plot.
        x: What the curve's stages count.
        y: What is measured.
        learner: The name of the curve.
        curve: What the learner reached at each stage, by rising stage.
        others: What the others reached, by name.
    """
    bounds = [bound for _, figure in curve for bound in figure] + [bound for one in others.values() for bound in one]
    axes = Axes(min(bounds), max(bounds), curve[-1][0])
    right, up = WIDTH - RIGHT, axes.up
    drawn = axes.drawn(title, x, y)
    labels = {learner: (curve[-1][1], LEARNER)}
    for (name, figure), colour in zip(others.items(), OTHERS, strict=False):
        labels[name] = (figure, colour)
        middle, least, most = map(up, figure)
        drawn.append(
            f'<rect x="{LEFT}" y="{most:.1f}" width="{right - LEFT}" height="{least - most:.1f}" fill="{colour}" '
            'fill-opacity="0.12"/>'
        )
        drawn.append(
            f'<line x1="{LEFT}" x2="{right}" y1="{middle:.1f}" y2="{middle:.1f}" stroke="{colour}" '
            'stroke-dasharray="5 3" stroke-width="1.5"/>'
        )
    drawn += axes.curve(curve, LEARNER)
    return _svg([*drawn, *axes.labels(labels)])


def curves(
    title: str,
    x: str,
    y: str,
    lines: Mapping[str, Sequence[Stage]],
    *,
    bounds: tuple[float, float] = (0.0, 1.0),
    mark: tuple[float, str] | None = None,
) -> str:
    """Curves with their intervals, as SVG.

    Args:
        title: Over the plot.
        x: What the stages count.
        y: What is measured.
        lines: What was reached at each stage, by name; stages rise.
        bounds: The bounds of the vertical axis.
        mark: A stage to mark by a vertical line, and the words at it.
    """
    axes = Axes(*bounds, max(line[-1][0] for line in lines.values()))
    drawn = axes.drawn(title, x, y)
    if mark is not None:
        at = axes.at(mark[0])
        drawn.append(f'<line x1="{at:.1f}" x2="{at:.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}" stroke="#555555"/>')
        drawn.append(f'<text x="{at + 4:.1f}" y="{HEIGHT - BOTTOM - 6}" fill="#555555">{escape(mark[1])}</text>')
    labels = {}
    for (name, line), colour in zip(lines.items(), (LEARNER, *OTHERS), strict=False):
        drawn += axes.curve(line, colour)
        labels[name] = (line[-1][1], colour)
    return _svg([*drawn, *axes.labels(labels)])


class Axes:
    """The axes of a plot.

    Args:
        low: The lower bound of the vertical axis, which is rounded.
        high: The upper bound.
        last: The last stage; the first is 0.
    """

    def __init__(self, low: float, high: float, last: float) -> None:
        self.low, self.high = _round_bounds(low, high)
        self.last = last

    def at(self, stage: float) -> float:
        """The place of a stage from the left."""
        return LEFT + (WIDTH - RIGHT - LEFT) * stage / self.last

    def up(self, value: float) -> float:
        """The place of a value from the top."""
        return TOP + (HEIGHT - TOP - BOTTOM) * (self.high - value) / (self.high - self.low)

    def drawn(self, title: str, x: str, y: str) -> list[str]:
        """The first lines of the drawing: background, titles and ticks."""
        right, deep = WIDTH - RIGHT, HEIGHT - TOP - BOTTOM
        drawn = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
            'font-size="12">',
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
            f'<text x="{LEFT}" y="{TOP - 18}" font-size="14" font-weight="bold">{escape(title)}</text>',
            f'<text x="{(LEFT + right) / 2}" y="{HEIGHT - 12}" text-anchor="middle">{escape(x)}</text>',
            f'<text transform="translate(14 {TOP + deep / 2}) rotate(-90)" text-anchor="middle">{escape(y)}</text>',
        ]
        for step in range(6):
            value, stage = self.low + (self.high - self.low) * step / 5, self.last * step / 5
            height = self.up(value)
            drawn.append(f'<line x1="{LEFT}" x2="{right}" y1="{height:.1f}" y2="{height:.1f}" stroke="#dddddd"/>')
            drawn.append(f'<text x="{LEFT - 6}" y="{height + 4:.1f}" text-anchor="end">{value:g}</text>')
            drawn.append(
                f'<text x="{self.at(stage):.1f}" y="{TOP + deep + 18}" text-anchor="middle">{stage:,.0f}</text>'
            )
        return drawn

    def curve(self, curve: Sequence[Stage], colour: str) -> list[str]:
        """A curve over its interval."""
        edge = [(self.at(stage), self.up(figure[2])) for stage, figure in curve]
        edge += [(self.at(stage), self.up(figure[1])) for stage, figure in reversed(curve)]
        line = _points([(self.at(stage), self.up(figure[0])) for stage, figure in curve])
        return [
            f'<polygon points="{_points(edge)}" fill="{colour}" fill-opacity="0.2"/>',
            f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>',
        ]

    def labels(self, labels: Mapping[str, tuple[Figure, str]]) -> list[str]:
        """The names at the right, each at the height of its figure and in its colour."""
        places = _apart({name: self.up(figure[0]) for name, (figure, _) in labels.items()})
        return [
            f'<text x="{WIDTH - RIGHT + 8}" y="{places[name] + 4:.1f}" fill="{colour}">'
            f"{escape(name)} {figure[0]:.2f}</text>"
            for name, (figure, colour) in labels.items()
        ]


def _svg(drawn: Sequence[str]) -> str:
    return "\n".join([*drawn, "</svg>"]) + "\n"


def _points(places: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in places)


def _round_bounds(low: float, high: float) -> tuple[float, float]:
    """Bounds around both whose fifths are round numbers."""
    step = 10.0 ** np.floor(np.log10(max(high - low, 1e-9) / 5))
    for times in (1, 2, 4, 5, 10, 20):
        first = np.floor(low / (step * times)) * step * times
        if first + 5 * step * times >= high:
            return float(round(first, 9)), float(round(first + 5 * step * times, 9))
    raise AssertionError("unreachable")


def _apart(places: Mapping[str, float], least: float = 14.0) -> dict[str, float]:
    """Heights of labels, at least so many points apart, from the top downwards."""
    found: dict[str, float] = {}
    for name in sorted(places, key=lambda one: places[one]):
        found[name] = max([places[name], *(height + least for height in found.values())])
    return found
