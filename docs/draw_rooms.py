"""Draws `docs/rooms.svg` from the package: floors, rooms, and the folders and files of each room.

    python docs/draw_rooms.py            # writes docs/rooms.svg
    python docs/draw_rooms.py --check    # exit code 1 if the picture is out of date

A room stands on the floor that `tests/test_rooms.py` gives it. Inside a room, parts stand left to right from what
imports nothing of the room to what imports most of it.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable
from html import escape
from pathlib import Path

DOCS = Path(__file__).resolve().parent
PACKAGE = DOCS.parent / "regulars"
PICTURE = DOCS / "rooms.svg"

FLOORS = (
    ("cli",),
    ("evaluation", "integrations", "testing"),
    ("datasets",),
    ("envs",),
    ("agents",),
    ("memory", "rewards", "scenarios"),
    (),
)
"""From the top floor to the ground: the modules of the package's own folder, with `briefing` just above floor 1."""

COLOURS = ("#dfe7f2", "#dfeee4", "#f3ead7", "#f2dfe0", "#e6e0f0", "#dcecef", "#ececec")
WIDTH, LEFT, GAP, LINE = 1180, 56, 12, 19
CHARACTER = 6.7
"""Mean width of a character at the size of a part's name, in pixels."""


def parts_of(folder: Path) -> list[str]:
    """The modules and subfolders of a room, lowest layer first."""
    names = sorted(
        [path.stem for path in folder.glob("*.py") if path.stem != "__init__"]
        + [f"{path.name}/" for path in folder.iterdir() if path.is_dir() and any(path.rglob("*.py"))]
    )
    uses = {name: _uses(folder, name, names) for name in names}
    height: dict[str, int] = {}

    def floor(name: str) -> int:
        if name not in height:
            height[name] = 0  # a circle would end here; tests/test_rooms.py allows none
            height[name] = max((floor(other) + 1 for other in uses[name]), default=0)
        return height[name]

    return sorted(names, key=lambda name: (floor(name), name))


def _uses(folder: Path, name: str, names: Iterable[str]) -> set[str]:
    """The other parts of a room that one part imports."""
    dotted = ".".join(("regulars", *folder.relative_to(PACKAGE).parts))
    paths = sorted((folder / name).rglob("*.py")) if name.endswith("/") else [folder / f"{name}.py"]
    imported = {
        node.module
        for path in paths
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module
    }
    found = set()
    for other in names:
        there = f"{dotted}.{other.rstrip('/')}"
        if other != name and any(module == there or module.startswith(f"{there}.") for module in imported):
            found.add(other)
    return found


def purpose_of(folder: Path) -> str:
    """The first sentence of a room's docstring."""
    text = ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))) or ""
    return text.split("\n")[0].split(". ")[0].rstrip(".")


def wrapped(words: Iterable[str], width: float, between: str = " ") -> list[str]:
    """The words in lines that fit the width, in pixels."""
    lines: list[str] = []
    for word in words:
        longer = f"{lines[-1]}{between}{word}" if lines else word
        if lines and len(longer) * CHARACTER <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def drawn() -> str:
    """The whole picture as SVG."""
    body: list[str] = []
    top = 70
    for number, rooms in enumerate(FLOORS):
        floor = len(FLOORS) - 1 - number
        boxes = [(f"{room}/", purpose_of(PACKAGE / room), parts_of(PACKAGE / room)) for room in rooms]
        if not rooms:
            modules = sorted(path.stem for path in PACKAGE.glob("*.py") if not path.stem.startswith("__"))
            boxes = [("regulars/", "What passes between the subpackages", modules)]
        width = (WIDTH - LEFT - 20 - GAP * (len(boxes) - 1)) / len(boxes)
        laid = [
            (name, wrapped(about.split(), width - 24), wrapped(parts, width - 24, " · "))
            for name, about, parts in boxes
        ]
        height = max(34 + LINE * (len(about) + len(parts)) for _, about, parts in laid) + 8
        body.append(f'<text x="28" y="{top + height / 2:.0f}" class="floor">{floor}</text>')
        for place, (name, about, parts) in enumerate(laid):
            left = LEFT + place * (width + GAP)
            size = f'width="{width:.0f}" height="{height}" rx="6"'
            body.append(f'<rect x="{left:.0f}" y="{top}" {size} fill="{COLOURS[number]}"/>')
            middle, line = left + width / 2, top + 24
            body.append(f'<text x="{middle:.0f}" y="{line}" class="room">{escape(name)}</text>')
            for text, kind in [*((text, "about") for text in about), *((text, "part") for text in parts)]:
                line += LINE
                body.append(f'<text x="{middle:.0f}" y="{line}" class="{kind}">{escape(text)}</text>')
        top += height + 14
    style = (
        "rect{stroke:#777} text{font-family:Helvetica,Arial,sans-serif;text-anchor:middle;fill:#222;white-space:pre}"
        ".floor{font-size:18px;fill:#7a4b3a} .room{font-size:17px;font-weight:bold}"
        ".about{font-size:13px;fill:#444} .part{font-size:12px;fill:#234}"
        ".name{font-size:20px;font-weight:bold;fill:#fff}"
    )
    middle = (LEFT + WIDTH - 20) / 2
    roof = f'<path d="M{LEFT} 62 L{middle:.0f} 14 L{WIDTH - 20} 62 Z" fill="#7a4b3a"/>'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {top}" role="img" '
            'aria-label="The subpackages of regulars, layer by layer">',
            f"<style>{style}</style>",
            '<path d="M0 0 H10000 V10000 H0 Z" fill="#fbfaf7"/>',
            roof,
            f'<text x="{middle:.0f}" y="50" class="name">regulars</text>',
            *body,
            "</svg>\n",
        ]
    )


if __name__ == "__main__":
    picture = drawn()
    if "--check" in sys.argv[1:]:
        sys.exit(PICTURE.read_text(encoding="utf-8") != picture)
    PICTURE.write_text(picture, encoding="utf-8")
