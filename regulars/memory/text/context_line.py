"""How what was said stands in a context: `[2025-03-01 09:30] Name: words`, one line an utterance."""

from __future__ import annotations

from datetime import datetime

__all__ = ["context_line"]

_STAMP = "%04d-%02d-%02d %02d:%02d"
"""Of a moment without its zone, whose offset `isoformat` would work out for every line."""


def context_line(time: datetime, name: str, text: str) -> str:
    """One line of a context; the name is left out where it is empty, and white space of any kind is folded."""
    stamp = _STAMP % (time.year, time.month, time.day, time.hour, time.minute)
    return f"[{stamp}] {_folded(name)}: {_folded(text)}" if name else f"[{stamp}] {_folded(text)}"


def _folded(text: str) -> str:
    """`" ".join(text.split())`; no white space but a space is printable."""
    if text.isprintable() and "  " not in text and text[:1] != " " and text[-1:] != " ":
        return text
    return " ".join(text.split())
