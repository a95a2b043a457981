"""Checks whether a reply about how to proceed follows a procedure.

A procedure is a few steps of a domain's checklist, in order. A step's place is where the reply first names one of its
keywords, so listing all steps in every order wins nothing. The procedure is followed if every required step comes in
order and at most `SPARE_STEPS` others are named: naming all steps of a domain is not a plan.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from math import comb

SPARE_STEPS = 2
"""The number of other steps that a plan may contain."""


def follows(text: str, steps: Sequence[Sequence[str]]) -> tuple[int, int]:
    """How many of the steps a text covers in order, and how many there are.

    Args:
        text: The reply.
        steps: The keywords of each step, in the required order.

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
        needed: The required steps, in order.
        checklist: The keywords of every step of the domain.

    Returns:
        None if no step is required.
    """
    if not needed:
        return None
    covered, total = follows(text, [checklist[step] for step in needed])
    if covered < total:
        return False
    lowered = text.casefold()
    others = _named(lowered, [words for step, words in checklist.items() if step not in needed])
    return others <= SPARE_STEPS


def chance_of_following(text: str, length: int, checklist: Mapping[str, Sequence[str]]) -> float:
    """The share of all procedures of `length` steps, in the checklist's order, that a text follows; in [0, 1].

    Args:
        text: The reply.
        length: The number of required steps; at most that of the checklist.
        checklist: The keywords of every step of the domain, in its order.

    Example:
        >>> steps = {"passport": ["passport"], "tickets": ["tickets"], "luggage": ["luggage"]}
        >>> chance_of_following("First the passport, then the tickets.", 1, steps)
        0.6666666666666666
    """
    lowered = text.casefold()
    places = [place for words in checklist.values() if (place := first_named(lowered, words)) >= 0]
    if not length or not length <= len(places) <= length + SPARE_STEPS:
        return 0.0
    followed = sum(all(a < b for a, b in pairwise(chosen)) for chosen in combinations(places, length))
    return followed / comb(len(checklist), length)


def first_named(lowered: str, keywords: Collection[str]) -> int:
    """Where a case-folded text first names one of the keywords, at the start of a word; -1 if it does not."""
    found = _pattern(tuple(keywords)).search(lowered)
    return found.start() if found is not None else -1


def _named(lowered: str, steps: Sequence[Sequence[str]]) -> int:
    return sum(first_named(lowered, keywords) >= 0 for keywords in steps)


@lru_cache(maxsize=1024)
def _pattern(keywords: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(re.escape(word.casefold()) for word in keywords)})")
