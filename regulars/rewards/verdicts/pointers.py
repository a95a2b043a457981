"""Finds the value at which a reply points by its place among those it has named: `the first of the four`, `no. 3`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from regulars.rewards.assertions.english import Assertion

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")
_COUNTS = ("two", "three", "four", "five", "six", "seven")
_OF_SO_MANY = re.compile(
    rf"\b(?:the |number |your )(?:very )?(?P<place>{'|'.join(_ORDINALS)}|last|latter|final)"
    rf"(?: one| entry| name| stage)? (?:of|among|in|on) (?:the|those|these|that|this|your)"
    rf" (?P<count>{'|'.join(_COUNTS)}|list|lot|row|series|line)"
    r"(?=[\s*_]*(?:[.!,;)]|$|\b(?:entries|names|values|stages|ones|then|and|as|because|since|so)\b))"
)
_BY_NUMBER = re.compile(r"\b(?:no\.?|nr\.?|number|entry|point|item|line|stage|step) ?#?(?P<number>[1-9])\b(?!\.\d)")
_MARKED = re.compile(r"[\s*_>]*(\d)[.):]\s")
_REPLACES = re.compile(r"\b(?:replac\w+|supersed\w+|overrid\w+|than|not|instead of)\s+$")
_LEAD = 30
"""The number of characters before a place that show what it replaces."""


def pointed_at(text: str, found: Sequence[Assertion]) -> str:
    """The value at which words behind all of them point by its place: `that's the first of the four`, `use no. 3`.

    Args:
        text: The reply.
        found: The values that it names, in text order, whatever it says of them.

    Returns:
        The value; empty if the words point at none, or at a place that no value has.
    """
    values = list(dict.fromkeys(one.value for one in found))
    if not 1 < len(values) <= len(_ORDINALS):
        return ""
    lowered = text.lower()
    if len(lowered) != len(text):
        return ""
    placed = next(reversed(list(_OF_SO_MANY.finditer(lowered, found[-1].end))), None)
    if placed is not None and not _REPLACES.search(lowered, max(placed.start() - _LEAD, 0), placed.start()):
        counted = placed["count"] in _COUNTS
        if not counted or _COUNTS.index(placed["count"]) + 2 == len(values):
            at = _ORDINALS.index(placed["place"]) if placed["place"] in _ORDINALS else len(values) - 1
            return values[at] if at < len(values) else ""
    numbered = _BY_NUMBER.search(lowered, found[-1].end)
    if numbered is None or _REPLACES.search(lowered, max(numbered.start() - _LEAD, 0), numbered.start()):
        return ""
    marked = [one for one in found if _marker_of(text, one) == numbered["number"]]
    return marked[0].value if len({one.value for one in marked}) == 1 else ""


def _marker_of(text: str, one: Assertion) -> str:
    """The number before the line of a value; empty if it has none."""
    marker = _MARKED.match(text, text.rfind("\n", 0, one.start) + 1)
    return marker[1] if marker is not None and marker.end() <= one.start else ""
