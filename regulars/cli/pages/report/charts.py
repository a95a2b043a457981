"""Charts on two axes as SVG: lines over steps, and points. They scale with the page and take its colours."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from regulars.cli.pages.page import Child, Markup, element, joined
from regulars.cli.pages.report.sections import quoted

WIDTH, HEIGHT = 480, 330
LEFT, RIGHT, TOP, BOTTOM = 46, 14, 12, 48
STYLES = 6
"""The number of styles of lines: each has a colour, a dash and a mark of its own."""
_CHARACTER = 6.2
"""Mean width of a character of a label."""

Tick = tuple[float, str]
"""A place on an axis, from 0 to 1, and its label."""


@dataclass(frozen=True, slots=True)
class Series:
    """One line of a chart, or one point.

    Attributes:
        name: The name of the system.
        points: Places from 0 to 1 on both axes, each with its meaning in words; None where a value is missing.
        style: The number of its style, from 0; None for a line in the background.
    """

    name: str
    points: Sequence[tuple[float, float, str] | None]
    style: int | None = None


def line_chart(id: str, title: str, series: Sequence[Series], across: Sequence[Tick], up: Sequence[Tick], *,
               labels: tuple[str, str]) -> Markup:  # fmt: skip
    """Lines over steps, with a legend of the lines in front and a choice that brings any other to the front.

    Args:
        id: The id of the chart within the page.
        title: What it shows.
        series: The lines.
        across: The marks of the horizontal axis.
        up: The marks of the vertical axis.
        labels: What the horizontal and the vertical axis measure.
    """
    behind = [one for one in series if one.style is None]
    front = [one for one in series if one.style is not None]
    numbers = {one.name: number for number, one in enumerate(series)}
    lines = [_line(one, numbers[one.name]) for one in (*behind, *front)]
    legend = element(
        "ul", *(element("li", _sample(one.style or 0), quoted(one.name)) for one in front), class_="legend"
    )
    chart = _canvas(id, title, joined([*_axes(across, up, labels), *lines]))
    return element("div", chart, legend, _choice(id, behind, numbers), class_="chart")


def point_chart(id: str, title: str, points: Sequence[Series], frontier: Sequence[str], across: Sequence[Tick],
                up: Sequence[Tick], *, labels: tuple[str, str]) -> Markup:  # fmt: skip
    """Points, of which those of the frontier are joined by a line and named.

    Args:
        id: The id of the chart within the page.
        title: What it shows.
        points: One point per system.
        frontier: The names of the points on the frontier, from left to right.
        across: The marks of the horizontal axis.
        up: The marks of the vertical axis.
        labels: What the horizontal and the vertical axis measure.
    """
    places = {one.name: (_x(point[0]), _y(point[1])) for one in points for point in one.points[:1] if point is not None}
    marks = [_mark(one.style or 0, *places[one.name], "".join(point[2] for point in one.points[:1] if point), "point")
             for one in points if one.name in places]  # fmt: skip
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(places.__getitem__, frontier))
    line = element("polyline", points=path, class_="frontier")
    texts = _placed_labels([(name, *places[name]) for name in frontier], list(places.values()))
    chart = _canvas(id, title, joined([*_axes(across, up, labels), line, *marks, *texts]))
    return element("div", chart, class_="chart")


def round_ticks(highest: float) -> tuple[float, list[Tick]]:
    """The upper end of an axis from 0 that holds a value, and three to five marks on round numbers."""
    if highest <= 0:
        return 1.0, ticks((0, 1), 0, 1)
    power = 10.0 ** floor(log10(highest / 4))
    step = next(power * one for one in (1, 2, 2.5, 5, 10) if power * one >= highest / 4 * (1 - 1e-9))
    count = ceil(highest / step * (1 - 1e-9))
    return step * count, [(at / count, _brief(step * at)) for at in range(count + 1)]


def _brief(value: float) -> str:
    """A number in few characters, such as `12k`."""
    return f"{value / 1000:g}k" if value >= 1000 else f"{value:.3g}"


def ticks(values: Iterable[float], low: float, high: float) -> list[Tick]:
    """Marks at some values of an axis from `low` to `high`."""
    return [((value - low) / (high - low), f"{value:g}") for value in values]


def _canvas(id: str, title: str, content: Markup) -> Markup:
    return element("svg", element("title", title, id=f"{id}-name"), content, viewBox=f"0 0 {WIDTH} {HEIGHT}",
                   role="img", aria_labelledby=f"{id}-name", class_="canvas")  # fmt: skip


def _axes(across: Sequence[Tick], up: Sequence[Tick], labels: tuple[str, str]) -> list[Markup]:
    shapes = []
    for place, text in up:
        y = f"{_y(place):.1f}"
        shapes.append(element("line", x1=LEFT, x2=WIDTH - RIGHT, y1=y, y2=y, class_="grid"))
        shapes.append(element("text", text, x=LEFT - 6, y=f"{_y(place) + 4:.1f}", text_anchor="end"))
    for place, text in across:
        shapes.append(element("text", text, x=f"{_x(place):.1f}", y=HEIGHT - BOTTOM + 18, text_anchor="middle"))
    middle = (LEFT + WIDTH - RIGHT) / 2
    shapes.append(element("text", labels[0], x=middle, y=HEIGHT - 8, text_anchor="middle", class_="label"))
    side = (TOP + HEIGHT - BOTTOM) / 2
    shapes.append(element("text", labels[1], x=12, y=side, text_anchor="middle", class_="label",
                          transform=f"rotate(-90 12 {side:g})"))  # fmt: skip
    return shapes


def _line(one: Series, number: int) -> Markup:
    style = f"line s{one.style}" if one.style is not None else "line behind"
    shapes: list[Child] = []
    for part in _parts(one.points):
        path = " ".join(f"{_x(x):.1f},{_y(y):.1f}" for x, y, _ in part)
        shapes.append(element("polyline", points=path))
    if one.style is not None:
        shapes += [_mark(one.style, _x(x), _y(y), text) for point in one.points if point for x, y, text in [point]]
    return element("g", element("title", one.name), *shapes, class_=style, data_line=number)


def _parts(points: Sequence[tuple[float, float, str] | None]) -> list[list[tuple[float, float, str]]]:
    """The stretches without a missing value."""
    parts: list[list[tuple[float, float, str]]] = [[]]
    for point in points:
        if point is None:
            parts.append([])
        else:
            parts[-1].append(point)
    return [part for part in parts if part]


def _mark(style: int, x: float, y: float, text: str, kind: str = "") -> Markup:
    """The mark of a style at a place: circle, square, triangle, diamond, bar or cross."""
    paths = ("", "M-3.5-3.5h7v7h-7z", "M0-4.5 4 3.5h-8z", "M0-5 4.5 0 0 5-4.5 0z", "M-4.5-1.5h9v3h-9z",
             "M-1.5-4.5h3v3h3v3h-3v3h-3v-3h-3v-3h3z")  # fmt: skip
    at = f"translate({x:.1f} {y:.1f})"
    title = element("title", text)
    form = paths[style % STYLES]
    css = f"mark s{style} {kind}".strip()
    if not form:
        return element("circle", title, r=4, transform=at, class_=css)
    return element("path", title, d=form, transform=at, class_=css)


def _sample(style: int) -> Markup:
    line = element("polyline", points="0,8 28,8")
    return element("svg", element("g", line, _mark(style, 14, 8, ""), class_=f"line s{style}"), viewBox="0 0 28 16",
                   class_="sample", aria_hidden="true")  # fmt: skip


def _choice(id: str, behind: Sequence[Series], numbers: dict[str, int]) -> Markup | None:
    """The choice of one more line to show, which appears where scripts run."""
    if not behind:
        return None
    options = [element("option", "none", value="")]
    options += [element("option", one.name, value=numbers[one.name]) for one in behind]
    select = element("select", *options, id=f"{id}-choice", data_highlight="true")
    return element("p", element("label", "Also highlight ", for_=f"{id}-choice"), select, class_="choice", hidden=True)


def _placed_labels(wanted: Sequence[tuple[str, float, float]], points: Sequence[tuple[float, float]]) -> list[Markup]:
    """Labels beside their points, where they cover neither another label nor a point; others are left out."""
    taken = [(x - 5, y - 5, x + 5, y + 5) for x, y in points]
    texts = []
    for name, x, y in wanted:
        short = name if len(name) <= 24 else f"{name[:23]}…"
        width = len(short) * _CHARACTER
        for left, base in ((x - width - 8, y - 6), (x + 8, y + 4), (x - width - 8, y + 4), (x - width / 2, y - 9),
                           (x - width / 2, y + 17)):  # fmt: skip
            box = (left, base - 10, left + width, base + 3)
            inside = box[0] >= LEFT and box[2] <= WIDTH and box[1] >= TOP and box[3] <= HEIGHT - BOTTOM
            if inside and not any(_overlap(box, other) for other in taken):
                taken.append(box)
                texts.append(element("text", short, x=f"{left:.1f}", y=f"{base:.1f}", class_="tag"))
                break
    return texts


def _overlap(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _x(place: float) -> float:
    return LEFT + 8 + place * (WIDTH - LEFT - RIGHT - 24)


def _y(place: float) -> float:
    return HEIGHT - BOTTOM - place * (HEIGHT - TOP - BOTTOM)
