"""Scores contrast pairs: two questions with different right answers, counted as one.

Suppose one question of a pair has an answer and the other has none. A system that always abstains, or always guesses,
is then right once in every pair. Since a pair counts only if both answers are right, such a system scores zero.
"""

from __future__ import annotations

from collections.abc import Mapping


def both_right(right: Mapping[str, bool], pairs: Mapping[str, str]) -> dict[tuple[str, str], bool | None]:
    """Says for each contrast pair whether both answers were right; None for a pair with an unreached or void question.

    Args:
        right: Whether the first answer was right, by the id of each question that was asked and judged.
        pairs: The id of the other question, by the id of each planned question of a pair.

    Returns:
        The results by the two sorted ids, each pair once.

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
