"""Splits a text into parts, such as sentences or clauses, at the matches of a pattern."""

from __future__ import annotations

import re
from itertools import pairwise


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
