"""Contrast pairs: two questions that are asked alike and have different right answers. A pair is scored as a whole.

Where one question of a pair has an answer and the other has none, a system that always abstains is right once in every
pair, and so is one that always guesses. Scored together, neither wins anything.
"""

from __future__ import annotations

from collections.abc import Mapping


def both_right(right: Mapping[str, bool], pairs: Mapping[str, str]) -> dict[tuple[str, str], bool | None]:
    """Whether both questions of each pair were answered right; None for a pair with an unreached or void question.

    Args:
        right: By the id of each question that was asked and judged, whether its first answer was right.
        pairs: By the id of each planned question of a pair, the id of the other one.

    Returns:
        By the two ids, in their order, each pair once.

    Example:
        >>> both_right({"a": True, "b": True, "c": True}, {"a": "b", "b": "a", "c": "d", "d": "c"})
        {('a', 'b'): True, ('c', 'd'): None}
    """
    found: dict[tuple[str, str], bool | None] = {}
    for id, other in pairs.items():
        first, second = sorted((id, other))
        judged = first in right and second in right
        found[first, second] = right[first] and right[second] if judged else None
    return found
