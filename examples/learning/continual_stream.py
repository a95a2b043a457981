"""A memory learns over a stream of lives, beside its twin without feedback; and when pooled lessons help strangers.

Run: python examples/learning/continual_stream.py [--streams 5] [--workers 2] [--plot docs/continual_stream.svg]

First: the suite `stream`. `lesson-counts` keeps what each person wants; its twin lives the same streams without
feedback.
Then: the suite `procedural`, whose exams are taken by strangers of one cohort, where all people follow the cohort
(rho = 1) and where nobody does (rho = 0). There `lesson-counts:pool=true` applies to strangers what others wanted.

It prints the figures with 95 % intervals over streams, draws them, and fails if a bar is missed. Seeds are fixed; two
quiet cores take about six minutes.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

from regulars.evaluation import Run, evaluate

OWN, POOLED, CEILING = "lesson-counts", "lesson-counts:pool=true", "oracle-lessons"
TWIN = f"{OWN} (sealed)"
MEASURES = {"compliance": "rules kept", "procedures": "procedures kept"}
TRANSFER = {"forward_transfer": "forward transfer", "gain": "gain"}
LEAST_CEILING = 0.9
"""What the ceiling of learning has to keep of people's procedures at the end of the stream."""

COLOURS = {OWN: "#1f5fa8", TWIN: "#9a9a9a", CEILING: "#2b8a4b", POOLED: "#1f5fa8"}

Figure = tuple[float, float, float]
"""A mean, and the bounds of its 95 % interval."""


def figure(run: Run, system: str, metric: str, slice: str) -> Figure:
    """A figure of a row."""
    row = next(r for r in run.rows if (r.system, r.metric, r.slice, r.scenario) == (system, metric, slice, "all"))
    return row.value, *(row.ci95 or (float("nan"), float("nan")))


def above(run: Run, system: str, metric: str, slice: str) -> Figure:
    """How far a row is above the one that the run is compared with, by paired streams."""
    found = run.difference(system, metric, slice)
    return found.value, *(found.ci95 or (float("nan"), float("nan")))


def shown(one: Figure) -> str:
    """A figure as a cell."""
    return "{:+.3f} [{:+.3f} {:+.3f}]".format(*one)


def learned(run: Run) -> list[str]:
    """Prints what was learned over the stream. Returns the bars that are missed."""
    missed = []
    for measure, title in MEASURES.items():
        print(f"\n{title:20}{'forward transfer':>26}{'gain':>26}{'after the last block':>26}")
        for system in (OWN, TWIN, CEILING):
            cells = [figure(run, system, metric, f"of={measure}") for metric in (*TRANSFER, "average_accuracy")]
            print(f"{system:20}" + "".join(f"{shown(cell):>26}" for cell in cells))
        cells = [above(run, OWN, metric, f"of={measure}") for metric in TRANSFER]
        print(f"{'above the twin':20}" + "".join(f"{shown(cell):>26}" for cell in cells))
        for (_, name), cell in zip(TRANSFER.items(), cells, strict=True):
            if not cell[1] > 0:
                missed.append(f"{title}: {name} above the twin is not above 0")
    if not figure(run, CEILING, "average_accuracy", "of=procedures")[0] >= LEAST_CEILING:
        missed.append(f"procedures kept: {CEILING} keeps less than {LEAST_CEILING}")
    return missed


def transferred(runs: Mapping[int, Run]) -> list[str]:
    """Prints what pooled lessons gain with strangers. Returns the bars that are missed."""
    missed = []
    print(f"\n{'gain with strangers':20}{'own lessons':>26}{'pooled':>26}{'difference':>26}")
    for rho, run in runs.items():
        own, pooled = (figure(run, system, "gain", "of=compliance") for system in (OWN, POOLED))
        more = above(run, POOLED, "gain", "of=compliance")
        print(f"{f'rho = {rho}':20}" + "".join(f"{shown(cell):>26}" for cell in (own, pooled, more)))
        if rho == 1 and not more[1] > 0:
            missed.append("pooling does not help where all people are alike")
        if rho == 0 and more[1] > 0:
            missed.append("pooling helps where people have nothing in common")
    return missed


# ---------------------------------------------------------------------- the plot

WIDTH, HEIGHT, LEFT, TOP, PANEL, GAP = 960, 300, 46, 40, 250, 60
DEEP = HEIGHT - TOP - 60


def plot(run: Run, runs: Mapping[int, Run]) -> str:
    """The figures as an SVG: two learning curves, and the gain with strangers."""
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        'font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
    ]
    for place, (measure, title) in enumerate(MEASURES.items()):
        stages = sorted(int(r.slice[-1]) for r in run.rows if r.system == OWN and _is_stage(r.slice, measure))
        curves = {
            system: [figure(run, system, "average_accuracy", f"of={measure},trained={n}") for n in stages]
            for system in (OWN, TWIN, CEILING)
        }
        drawn += _panel(place, title, 0.0, 1.0, [str(n) for n in stages], "blocks of training")
        drawn += [line for system, curve in curves.items() for line in _curve(place, curve, COLOURS[system])]
    gains = [figure(one, system, "gain", "of=compliance") for one in runs.values() for system in (OWN, POOLED)]
    names = [f"rho = {rho}" for rho in runs]
    drawn += _panel(2, "gain with strangers", -0.2, 0.8, names, "how alike people are", inset=True)
    drawn += _bars(2, gains, (COLOURS[TWIN], COLOURS[POOLED]), -0.2, 0.8)
    legend = {OWN: COLOURS[OWN], TWIN: COLOURS[TWIN], CEILING: COLOURS[CEILING]}
    for place, (name, colour) in enumerate(legend.items()):
        x = LEFT + 190 * place
        drawn.append(f'<rect x="{x}" y="{HEIGHT - 16}" width="10" height="10" fill="{colour}"/>')
        drawn.append(f'<text x="{x + 15}" y="{HEIGHT - 7}">{escape(name)}</text>')
    x = LEFT + 2 * (PANEL + GAP)
    for name, colour, shift in (("own lessons", COLOURS[TWIN], 0), ("pooled", COLOURS[POOLED], 110)):
        drawn.append(f'<rect x="{x + shift}" y="{HEIGHT - 16}" width="10" height="10" fill="{colour}"/>')
        drawn.append(f'<text x="{x + shift + 15}" y="{HEIGHT - 7}">{name}</text>')
    return "\n".join([*drawn, "</svg>"]) + "\n"


def _is_stage(slice: str, measure: str) -> bool:
    return slice.startswith(f"of={measure},trained=")


def _x(place: int) -> float:
    return LEFT + place * (PANEL + GAP)


def _y(value: float, low: float, high: float) -> float:
    return TOP + DEEP * (high - value) / (high - low)


def _panel(
    place: int, title: str, low: float, high: float, names: Sequence[str], below: str, *, inset: bool = False
) -> list[str]:
    """The frame of a panel, with its grid, its title and the names on its axis."""
    x = _x(place)
    drawn = [f'<text x="{x}" y="{TOP - 16}" font-size="14" font-weight="bold">{escape(title)}</text>']
    for step in range(6):
        value = low + (high - low) * step / 5
        y = _y(value, low, high)
        drawn.append(f'<line x1="{x}" x2="{x + PANEL}" y1="{y:.1f}" y2="{y:.1f}" stroke="#dddddd"/>')
        drawn.append(f'<text x="{x - 6}" y="{y + 4:.1f}" text-anchor="end">{value:.1f}</text>')
    for at, name in enumerate(names):
        drawn.append(
            f'<text x="{_at(place, at, len(names), inset):.1f}" y="{TOP + DEEP + 16}" text-anchor="middle">'
            f"{escape(name)}</text>"
        )
    drawn.append(f'<text x="{x + PANEL / 2}" y="{TOP + DEEP + 32}" text-anchor="middle">{escape(below)}</text>')
    return drawn


def _at(place: int, at: int, count: int, inset: bool) -> float:
    share = (at + 0.5) / count if inset else at / max(1, count - 1)
    return _x(place) + PANEL * share


def _curve(place: int, curve: Sequence[Figure], colour: str) -> list[str]:
    """A line through the means, with an interval at each."""
    xs = [_at(place, at, len(curve), False) for at in range(len(curve))]
    points = " ".join(f"{x:.1f},{_y(mean, 0, 1):.1f}" for x, (mean, _, _) in zip(xs, curve, strict=True))
    drawn = [f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>']
    for x, (mean, low, high) in zip(xs, curve, strict=True):
        if not mean == low == high == 0 and low == low:
            drawn.append(_whisker(x, low, high, 0, 1, colour))
    return drawn


def _bars(place: int, gains: Sequence[Figure], colours: Sequence[str], low: float, high: float) -> list[str]:
    """Pairs of bars from zero, with intervals."""
    drawn, wide, zero = [], 36, _y(0, low, high)
    for at, (mean, least, most) in enumerate(gains):
        middle = _at(place, at // 2, len(gains) // 2, True) + (wide / 2 + 4) * (1 if at % 2 else -1)
        y = _y(mean, low, high)
        drawn.append(
            f'<rect x="{middle - wide / 2:.1f}" y="{min(y, zero):.1f}" width="{wide}" height="{abs(zero - y):.1f}" '
            f'fill="{colours[at % 2]}"/>'
        )
        if least == least:
            drawn.append(_whisker(middle, least, most, low, high, "black"))
    drawn.append(f'<line x1="{_x(place)}" x2="{_x(place) + PANEL}" y1="{zero:.1f}" y2="{zero:.1f}" stroke="black"/>')
    return drawn


def _whisker(x: float, least: float, most: float, low: float, high: float, colour: str) -> str:
    ends = [_y(min(max(value, low), high), low, high) for value in (least, most)]
    return f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{ends[0]:.1f}" y2="{ends[1]:.1f}" stroke="{colour}"/>'


def main() -> int:
    """Plays, prints and draws. Returns 0 if the bars are met."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--streams", type=int, default=5, help="streams of each kind; five have intervals")
    parser.add_argument("--workers", type=int, default=2, help="processes")
    parser.add_argument("--plot", type=Path, help="the SVG file to write")
    given = parser.parse_args()
    run = evaluate(OWN, suite="stream", seeds=given.streams, against=TWIN, workers=given.workers)
    missed = learned(run)
    runs = {
        rho: evaluate(
            [OWN, POOLED], suite=f"procedural:rho={rho}", seeds=given.streams, references=False, against=OWN,
            workers=given.workers,
        )
        for rho in (1, 0)
    }  # fmt: skip
    missed += transferred(runs)
    if given.plot is not None:
        given.plot.write_text(plot(run, runs), "utf-8")
        print(f"\ndrawn in {given.plot}")
    print("\n" + ("\n".join(missed) or "bars met"))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
