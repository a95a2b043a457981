"""Turns charts of the report into pictures that stand alone: SVG files with the report's style, light and dark."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import unescape

from regulars.cli.pages.page import Child, Markup, element, joined, own

FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif'
CHARACTER = 6.6
"""Mean width of a character of 12 pixels."""

_MARGIN = 24
"""What the last label of an axis may need beyond the chart."""
_COLOUR = re.compile(r"--([\w-]+): light-dark\(([^,]+), ([^)]+)\);")
_USED = re.compile(r"var\(--([\w-]+)\)")
_DRAWN = re.compile(r"^\.(?:canvas|grid|line|frontier|s\d|mark|h\d+)\b.*\}$", re.MULTILINE)
_CANVAS = re.compile(r'<svg [^>]*viewBox="0 0 (\d+) (\d+)"[^>]*class="canvas">.*?</svg>', re.DOTALL)
_LEGEND = re.compile(r'<li>(<svg [^>]*class="sample"[^>]*>.*?</svg>)<bdi[^>]*>(.*?)</bdi></li>', re.DOTALL)
_CELL = re.compile(r"<t[hd]\b([^>]*)>(.*?)</t[hd]>", re.DOTALL)
_TAG = re.compile(r"<[^>]+>")


def picture(title: str, width: float, height: float, *content: Child, rules: Iterable[str] = (),
            styles: bool = True) -> str:  # fmt: skip
    """A whole SVG file on the ground of the report's pages.

    Args:
        title: What it shows, for people who do not see it.
        width: Its width in pixels.
        height: Its height in pixels.
        content: Its shapes.
        rules: CSS of the picture; colours are the variables of the report's pages.
        styles: Whether the shapes include charts of the report, and need its rules.
    """
    report = _DRAWN.findall(own("report.css", "regulars.cli.pages.report")) if styles else []
    shades = [rule.replace("background:", "fill:") for rule in report]
    style = themed([f"svg {{ font-family: {FONT}; }}", ".ground { fill: var(--ground); }", *shades, *rules])
    ground = element("rect", width=f"{width:g}", height=f"{height:g}", rx=6, class_="ground")
    svg = element("svg", element("title", title), Markup(f"<style>{style}</style>"), ground, *content,
                  xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {width:g} {height:g}", width=f"{width:g}",
                  height=f"{height:g}", role="img", aria_label=title)  # fmt: skip
    return f"{svg}\n"


def themed(rules: Iterable[str]) -> str:
    """Rules with the light colours of the pages, and what changes in the dark."""
    light, dark = {}, {}
    for name, one, other in _COLOUR.findall(own("page.css") + own("report.css", "regulars.cli.pages.report")):
        light[name], dark[name] = one, other
    text = "\n".join(rules)
    coloured = "\n".join(rule for rule in text.splitlines() if _USED.search(rule))
    changed = _USED.sub(lambda used: dark[used[1]], coloured)
    return f"{_USED.sub(lambda used: light[used[1]], text)}\n@media (prefers-color-scheme: dark) {{\n{changed}\n}}"


def chart_picture(title: str, markup: str) -> str:
    """The first chart on two axes within a section of the report, with its legend below.

    Args:
        title: What it shows.
        markup: The section.
    """
    canvas = _CANVAS.search(markup)
    assert canvas is not None, "the section holds no chart"
    width, height = int(canvas[1]), int(canvas[2])
    entries, x, y = [], 16.0, height + 14.0
    for sample, escaped in _LEGEND.findall(markup):
        name = unescape(escaped)
        room = 56 + len(name) * CHARACTER
        if x + room > width and x > 16:
            x, y = 16.0, y + 20
        drawn = Markup(sample.replace("<svg ", f'<svg x="{x:g}" y="{y - 8:g}" width="28" height="16" ', 1))
        entries += [drawn, element("text", name, x=f"{x + 34:g}", y=f"{y + 4:g}", class_="entry")]
        x += room
    below = y + 18 if entries else height + 8
    rules = [".entry { font-size: 12px; fill: var(--ink); }"]
    inner = Markup(canvas[0].replace("<svg ", f'<svg width="{width}" height="{height}" ', 1))
    return picture(title, width + _MARGIN, below, inner, *entries, rules=rules)


def heat_picture(title: str, markup: str) -> str:
    """The heat map of a section of the report, with a line for each kind and a column for each system.

    Args:
        title: What it shows.
        markup: The section.
    """
    head, *systems = [_CELL.findall(row) for row in re.findall(r"<tr>(.*?)</tr>", markup, re.DOTALL)]
    left, top, wide, high = 176, 40, 84, 20
    shapes: list[Child] = []
    for line, (_, kind) in enumerate(head[1:]):
        at = {"x": left - 8, "y": top + line * high + 14, "text_anchor": "end"}
        shapes.append(element("text", _words(kind), class_="name", **at))
    for column, ((_, name), *cells) in enumerate(systems):
        x, middle = left + column * wide, left + (column + 0.5) * wide - 1
        shapes.append(element("text", _words(name), x=middle, y=top - 12, text_anchor="middle", class_="name"))
        for line, (attributes, cell) in enumerate(cells):
            y, shade = top + line * high, re.search(r"\bh\d+\b", attributes)
            shapes.append(element("rect", x=x, y=y, width=wide - 2, height=high - 2, rx=3,
                                  class_=shade[0] if shade else "h0"))  # fmt: skip
            shapes.append(element("text", _words(cell), x=middle, y=y + 13, text_anchor="middle", class_="value"))
    rules = [".name { font-size: 12px; fill: var(--ink); }", ".value { font-size: 11px; fill: var(--ink); }"]
    size = left + len(systems) * wide + 12, top + (len(head) - 1) * high + 12
    return picture(title, *size, joined(shapes), rules=rules)


def badge(label: str, value: str) -> str:
    """A small picture of a label and its value."""
    first, second = 14 + len(label) * CHARACTER, 14 + len(value) * CHARACTER
    shapes = [
        element("rect", x=f"{first:g}", width=f"{second:g}", height=20, rx=3, class_="field"),
        element("text", label, x=f"{first / 2:g}", y=14, text_anchor="middle", class_="name"),
        element("text", value, x=f"{first + second / 2:g}", y=14, text_anchor="middle", class_="on"),
    ]
    rules = [".name { font-size: 12px; fill: var(--ink); } .ground { fill: var(--surface); }",
             ".field { fill: var(--accent); } .on { font-size: 12px; fill: var(--ground); }"]  # fmt: skip
    return picture(f"{label} {value}", first + second, 20, *shapes, rules=rules, styles=False)


def _words(markup: str) -> str:
    return unescape(_TAG.sub("", markup))
