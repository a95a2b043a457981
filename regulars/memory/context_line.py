"""The lines of a context: the one place where they are written and read.

Every memory shows what was said as `[2025-03-01 09:30] Name: words`, one line an utterance.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

ASSISTANT_NAME = "Assistant"
"""How the assistant is called in a context."""

_STAMP = "%04d-%02d-%02d %02d:%02d"
"""A moment without its zone. This is faster than `isoformat`, which works out the zone's offset for every line."""

_LINE = re.compile(r"^\[(?P<date>[^\]]*)\] (?P<name>[^:\n]{0,80}): ?(?P<text>.*)$")


@dataclass(frozen=True, slots=True)
class ContextLine:
    """One line of a context, as read.

    Attributes:
        date: When it was said, as written.
        name: Who said it, as displayed.
        text: The words.
    """

    date: str
    name: str
    text: str


def context_line(time: datetime, name: str, text: str) -> str:
    """Writes one line of a context. White space of any kind is folded, and an empty name is left out."""
    stamp = _STAMP % (time.year, time.month, time.day, time.hour, time.minute)
    return f"[{stamp}] {_folded(name)}: {_folded(text)}" if name else f"[{stamp}] {_folded(text)}"


def read_context(context: str) -> list[ContextLine]:
    """Reads the lines of a context, in its order. A line of another form has its words as text, no date and no name."""
    lines = []
    for written in context.split("\n"):
        match = _LINE.match(written)
        if match is not None:
            lines.append(ContextLine(match["date"], match["name"], match["text"]))
        elif written.strip():
            lines.append(ContextLine("", "", written))
    return lines


def _folded(text: str) -> str:
    """`" ".join(text.split())`, quickly: the only white space that is printable is the space."""
    if text.isprintable() and "  " not in text and text[:1] != " " and text[-1:] != " ":
        return text
    return " ".join(text.split())
