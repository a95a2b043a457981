"""Looks for words in a text, splits it into parts, such as sentences or clauses, or puts marks into it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

SENTENCE_END = re.compile(r"[.!?\n]+(?=\s|$)\s*")
"""The end of a sentence or line, with the blanks behind it."""


def lowered_of(text: str) -> str:
    """The text with straight apostrophes, in small letters unless those would have another length.

    Example:
        >>> lowered_of("It’s Oslo")
        "it's oslo"
    """
    lowered = text.lower()
    return (lowered if len(lowered) == len(text) else text).replace("’", "'")


def holds_any(text: str, words: Iterable[str]) -> bool:
    """Whether a text holds any of some words or parts of words.

    Example:
        >>> holds_any("It's no longer Oslo.", ("now", "no longer"))
        True
    """
    for word in words:  # noqa: SIM110  # `any` makes a generator for each call, and this runs many times a reply
        if word in text:
            return True
    return False


def part_spans(text: str, edge: re.Pattern[str]) -> list[tuple[int, int]]:
    """The parts of a text, each with the edge that ends it.

    Example:
        >>> part_spans("Oslo; Bergen", re.compile("; "))
        [(0, 6), (6, 12)]
    """
    bounds = [0, *(match.end() for match in edge.finditer(text)), len(text)]
    return [(low, high) for low, high in pairwise(bounds) if low < high]


def part_start(text: str, edge: re.Pattern[str], at: int, low: int = 0) -> int:
    """Where the part that holds the position `at` begins: behind the last edge from `low` on, or at `low`.

    Example:
        >>> part_start("Oslo; Bergen", re.compile("; "), 8)
        6
    """
    return max((match.end() for match in edge.finditer(text, low, at)), default=low)


def with_mark(text: str, spans: Sequence[tuple[int, int]], mark: str) -> str:
    """A text with a mark in place of each span, so that the words there are read as no other ones.

    Args:
        text: The text.
        spans: Where the words to replace begin and end, in text order.
        mark: What takes their place.

    Example:
        >>> with_mark("Oslo; Bergen", [(0, 4), (6, 12)], "*")
        '*; *'
    """
    for low, high in reversed(spans):
        text = f"{text[:low]}{mark}{text[high:]}"
    return text
