"""Whether a reply on how to proceed follows a checklist.

A procedure is a few steps of a domain's checklist, in order. A step is covered where the reply first names one of its
keywords, whatever it says later, so that telling the list over in every order wins nothing. It is followed where every
step that is needed is covered in order and at most `SPARE_STEPS` others are: naming all steps of the domain is no plan.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache

__all__ = ["SPARE_STEPS", "first_named", "follows", "is_followed"]

SPARE_STEPS = 2
"""Steps beyond the needed ones that a plan may hold."""


def follows(text: str, steps: Sequence[Sequence[str]]) -> tuple[int, int]:
    """How many of the steps a text covers in order, and how many there are.

    Args:
        text: The reply.
        steps: The keywords of each step, in the order in which the steps are wanted.

    Example:
        >>> follows("First the passport, then the tickets.", [["passport"], ["tickets", "fares"], ["luggage"]])
        (2, 3)
    """
    lowered = text.casefold()
    ends: list[int] = []
    for keywords in steps:
        place = first_named(lowered, keywords)
        if place < 0:
            continue
        longer = bisect_left(ends, place)
        ends[longer : longer + 1] = [place]
    return len(ends), len(steps)


def is_followed(text: str, needed: Sequence[str], checklist: Mapping[str, Sequence[str]]) -> bool | None:
    """Whether a text follows a procedure.

    Args:
        text: The reply.
        needed: The steps that are needed, in order.
        checklist: The keywords of every step of the domain.

    Returns:
        None where nothing is needed.
    """
    if not needed:
        return None
    covered, total = follows(text, [checklist[step] for step in needed])
    if covered < total:
        return False
    lowered = text.casefold()
    others = _named(lowered, [words for step, words in checklist.items() if step not in needed])
    return others <= SPARE_STEPS


def first_named(lowered: str, keywords: Collection[str]) -> int:
    """Where a case-folded text first names one of the keywords, at the beginning of a word; -1 where it does not."""
    found = _pattern(tuple(keywords)).search(lowered)
    return found.start() if found is not None else -1


def _named(lowered: str, steps: Sequence[Sequence[str]]) -> int:
    return sum(first_named(lowered, keywords) >= 0 for keywords in steps)


@lru_cache(maxsize=1024)
def _pattern(keywords: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(re.escape(word.casefold()) for word in keywords)})")
