"""What the examples that learn share: intervals over lives, and a plot of a learning curve beside policies without it.

`learn_choice.py`, `learn_remember.py` and `learn_writer.py` use it.
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
    low, high = _round_bounds(min(bounds), max(bounds))
    last = curve[-1][0]
    right, deep = WIDTH - RIGHT, HEIGHT - TOP - BOTTOM

    def at(stage: float) -> float:
        return LEFT + (right - LEFT) * stage / last

    def up(value: float) -> float:
        return TOP + deep * (high - value) / (high - low)

    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        'font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        f'<text x="{LEFT}" y="{TOP - 18}" font-size="14" font-weight="bold">{escape(title)}</text>',
        f'<text x="{(LEFT + right) / 2}" y="{HEIGHT - 12}" text-anchor="middle">{escape(x)}</text>',
        f'<text transform="translate(14 {TOP + deep / 2}) rotate(-90)" text-anchor="middle">{escape(y)}</text>',
    ]
    for step in range(6):
        value, stage = low + (high - low) * step / 5, last * step / 5
        drawn.append(f'<line x1="{LEFT}" x2="{right}" y1="{up(value):.1f}" y2="{up(value):.1f}" stroke="#dddddd"/>')
        drawn.append(f'<text x="{LEFT - 6}" y="{up(value) + 4:.1f}" text-anchor="end">{value:g}</text>')
        drawn.append(f'<text x="{at(stage):.1f}" y="{TOP + deep + 18}" text-anchor="middle">{stage:,.0f}</text>')
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
    edge = [(at(stage), up(figure[2])) for stage, figure in curve]
    edge += [(at(stage), up(figure[1])) for stage, figure in reversed(curve)]
    drawn.append(f'<polygon points="{_points(edge)}" fill="{LEARNER}" fill-opacity="0.2"/>')
    line = _points([(at(stage), up(figure[0])) for stage, figure in curve])
    drawn.append(f'<polyline points="{line}" fill="none" stroke="{LEARNER}" stroke-width="2"/>')
    places = _apart({name: up(figure[0]) for name, (figure, _) in labels.items()})
    drawn += [
        f'<text x="{right + 8}" y="{places[name] + 4:.1f}" fill="{colour}">{escape(name)} {figure[0]:.2f}</text>'
        for name, (figure, colour) in labels.items()
    ]
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
