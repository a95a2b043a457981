"""Contrast pairs: two questions that are asked alike and have different right answers. Both are right, or nothing is.

Where one of two contrast pairs has an answer and the other has none, whoever always abstains is right once in every
pair, and so is whoever always guesses; scored together, neither wins anything.
"""

from __future__ import annotations

from collections.abc import Mapping


def both_right(right: Mapping[str, bool], contrasts: Mapping[str, str]) -> dict[tuple[str, str], bool | None]:
    """Of each pair whether both were right; None where a question of it was unreached or void, so that it is left out.

    Args:
        right: By the id of each question that was asked and judged, whether its first answer was right.
        contrasts: By the id of each planned question that has a contrast probe, the contrast probe's.

    Returns:
        By the two ids, in their order, each pair once.

    Example:
        >>> both_right({"a": True, "b": True, "c": True}, {"a": "b", "b": "a", "c": "d", "d": "c"})
        {('a', 'b'): True, ('c', 'd'): None}
    """
    found: dict[tuple[str, str], bool | None] = {}
    for id, contrast in contrasts.items():
        first, second = sorted((id, contrast))
        judged = first in right and second in right
        found[first, second] = right[first] and right[second] if judged else None
    return found
