"""The lines of a context, as every memory writes them: when, who, what."""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = ["ASSISTANT_NAME", "Line", "lines_of"]

ASSISTANT_NAME = "Assistant"

_LINE = re.compile(r"^\[(?P<date>[^\]]*)\] (?P<name>[^:\n]{0,80}): ?(?P<text>.*)$")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a context: when, who, what."""

    date: str
    name: str
    text: str


def lines_of(context: str) -> list[Line]:
    """The lines of a context, in its order; what has no date and name is a line of nobody."""
    lines = []
    for written in context.split("\n"):
        match = _LINE.match(written)
        if match is not None:
            lines.append(Line(match["date"], match["name"], match["text"]))
        elif written.strip():
            lines.append(Line("", "", written))
    return lines
