"""Finds known lines in what a person says, whatever the person's manner makes of their first letters and last stop."""

from __future__ import annotations

STOPS = ".!。！"
"""Marks that may end a line in place of each other. A question mark is part of the words."""

ENDS = rf"(?:[{STOPS}]|$)"
"""The source of a pattern for the end of a line without its last stop."""


def bare(line: str) -> str:
    """A line without its last stop.

    Example:
        >>> bare("No lists, please."), bare("Where do I live?")
        ('No lists, please', 'Where do I live?')
    """
    return line.rstrip(STOPS)


def says(text: str, line: str) -> bool:
    """Whether a text holds a line word for word; the case of letters and the last stop do not count.

    Example:
        >>> says("hi! no lists, please", "No lists, please."), says("No lists, pleasers.", "No lists, please.")
        (True, False)
    """
    words, lowered = bare(line).lower(), text.lower()
    start = lowered.find(words)
    while start >= 0:
        end = start + len(words)
        if not (words[-1:].isalnum() and lowered[end : end + 1].isalnum()):
            return True
        start = lowered.find(words, start + 1)
    return False
