"""Finds the value that words point out by its place among those named: `the newer one counts`, `use no. 3`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from regulars.rewards.assertions.english import Assertion

BY_PLACE = re.compile(
    r"\b(?:the |that |my |your )?(?:(?P<last>newer|newest|later|latest|latter|last|more recent|most recent)"
    r"|(?P<first>former|first|earlier|original)|(?P<second>second)|(?P<third>third))"
    r"(?: (?:one|entry|statement|note|date|name|value|option|candidate|mention|message|word|figure))?"
    r"(?: (?:counts|holds|applies|wins|stands|replaces|supersedes|is (?:now |still )?(?:the one|what counts|valid|right"
    r"|current|correct|it|yours|newer|(?:the |your )(?:current|valid|right|correct|latest|newer|newest|present)))"
    r"|(?= (?:that|which|place)? ?i\b)|(?=[\s*_]*(?:[.!]|$)))"
)
"""The value that holds, pointed out by its place among what was named before."""
CHOSEN_BY_PLACE = re.compile(
    r"\b(?:my (?:pick|choice|vote|favou?rite|decision)(?:'s| is| was| fell on| went to| landed on)"
    r"|chose|picked|took|(?:went|gone|going) (?:for|with)|opted for|settled (?:on|for)|decided (?:on|for)"
    r"|recommended|suggested|advised|selected|voted for|came down on) (?:the )?(?:very )?"
    r"(?:(?P<last>last|latter|final)|(?P<first>first|former)|(?P<second>second)|(?P<third>third))"
    r"(?: (?:one|option|of (?:those|these|them|the (?:two|three|four|lot|bunch))))*(?=[\s*_]*(?:[.,;!|\n]|$|\band\b))"
)
"""The assistant's choice, pointed out by its place among what was named before."""
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
_PLACE = re.compile(r"(?:^|\n)[\s*_>]*(\d)[.)]\s[\s*_]*$")
_REPLACES = re.compile(r"\b(?:replac\w+|supersed\w+|overrid\w+|than|not|instead of)\s+$")
_LEAD = 30
"""The number of characters before a place in which such a word stands."""


def named_by_place(lowered: str, claims: Sequence[Assertion], by_place: re.Pattern[str]) -> list[Assertion]:
    """The claim that words after all of them point out by its place: `the newer one counts`, `so it's the second`."""
    points = [match for match in by_place.finditer(lowered, claims[-1].end) if not _is_replaced(lowered, match)]
    if not points:
        return []
    values = list(dict.fromkeys(claim.value for claim in claims))
    at = {"last": len(values) - 1, "first": 0, "second": 1, "third": 2}[str(points[-1].lastgroup)]
    return [claim for claim in claims if claim.value == values[at]] if at < len(values) else []


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
    placed = [*_OF_SO_MANY.finditer(lowered, found[-1].end)][-1:]
    if placed and not _is_replaced(lowered, placed[0]):
        place, count = placed[0]["place"], placed[0]["count"]
        if count not in _COUNTS or _COUNTS.index(count) + 2 == len(values):
            at = _ORDINALS.index(place) if place in _ORDINALS else len(values) - 1
            return values[at] if at < len(values) else ""
    numbered = _BY_NUMBER.search(lowered, found[-1].end)
    if numbered is None or _is_replaced(lowered, numbered):
        return ""
    marked = [one for one in found if _marker_of(text, one) == numbered["number"]]
    return marked[0].value if len({one.value for one in marked}) == 1 else ""


def _is_replaced(lowered: str, place: re.Match[str]) -> bool:
    """Whether words before a place set it aside: `this replaces the first`."""
    return _REPLACES.search(lowered, max(place.start() - _LEAD, 0), place.start()) is not None


def _marker_of(text: str, one: Assertion) -> str:
    """The number before the line of a value; empty if it has none."""
    marker = _MARKED.match(text, text.rfind("\n", 0, one.start) + 1)
    return marker[1] if marker is not None and marker.end() <= one.start else ""


def first_of_ranking(text: str, claims: Sequence[Assertion]) -> list[Assertion]:
    """The first claim of a numbered list that holds all of them, each in a line of its own; all claims otherwise."""
    places = [_PLACE.search(text, max(claim.start - 40, 0), claim.start) for claim in claims]
    numbers = [place[1] for place in places if place is not None]
    if len(numbers) < len(claims) or numbers != sorted(set(numbers)) or numbers[:1] != ["1"]:
        return list(claims)
    return [claims[0]]
