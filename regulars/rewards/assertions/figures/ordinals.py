"""Reads counts that are given by the place of the last thing: `the pasta maker was your fifth`, `gadget number five`.

Such a place is a count only if no number says as much or more: of `five in all, the grill was your first` it is five.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from regulars.calendar_text import ORDINALS
from regulars.values import Mention

_NAMES = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen twenty"
)
_WORDS = {word: str(at) for at, word in enumerate(_NAMES.split(), 1)}
_PLACES = {place: str(at) for place, at in ORDINALS.items() if at <= len(_WORDS)}
_PLACE = rf"(?:{'|'.join(_PLACES)}|\d{{1,2}}(?:st|nd|rd|th))"
_TO_COME = r"(?:will|would|has to|needs? to|must|might|may|could|can|should)"
_NO_COUNT = (
    r"(?!-)(?! (?:of|times?|days?|week|month|year|floor|message|chat|session|note|attempt|try|choice|party|hand"
    r"|question|favou?rite|to)\b"
    r"| (?:one |\w+ )?(?:was|were|has been|is|got|'s been) (?:returned|sold|given|lost|broken|gone|still|missing)\b"
    rf"| (?:one |\w+ )?{_TO_COME}\b)"
)
"""Behind a place that counts nothing."""
_COUNTED = re.compile(
    rf"(?<![\w'-])(?P<whose>your|the|its) (?:very )?(?P<place>{_PLACE})(?!\w){_NO_COUNT}"
    rf"|\b(?:added|got|gotten|bought|acquired|received|won) (?:yourself )?an? (?P<gained>{_PLACE})(?!\w){_NO_COUNT}"
    rf"|(?<![\w'-])(?<!\ba )(?<!\bthe )(?<!\byour )(?P<bare>{_PLACE})(?=[.!]?$)"
    rf"|(?<![\w-])(?:number|no\.|#) ?(?P<number>(?!one\b){'|'.join(_WORDS)}|\d{{1,2}})(?![\w-])"
    rf"(?! (?:of|bus|line|{_TO_COME})\b)"
)
"""A place in an order of things that somebody has."""
_IS = re.compile(
    r"(?:\b(?:is|was|be|being|became|becomes|makes?|made)|'s)(?: (?:it|that|the [\w ]{1,24}?))?"
    r"(?: (?:now|already|just))? $"
)
_IS_BEHIND = re.compile(r"(?: one| \w+)? (?:is|was|came|arrived|joined)\b")
_FEW = 3
"""Places up to this one are often spoken of without counting anything."""
_DATES = re.compile(r"\b(?:on|by|until|till|since|from|before|after|of|in|for|to)(?: your| the)?[\s*_]*$")
"""Before a place: it is that of a day, or of a time."""
_OF_DATE = re.compile(r" (?:of )?(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)")


def with_places(lowered: str, mentions: list[Mention]) -> list[Mention]:
    """The count that a text gives by the place of the last thing, if it is above all its numbers; else its numbers.

    Args:
        lowered: Case-folded text.
        mentions: The numbers in it.

    Example:
        >>> [one.value for one in with_places("the pasta maker was your fifth", [])]
        ['5']
        >>> [one.value for one in with_places("five; the grill was your first", [Mention("5", 0, 4)])]
        ['5']
    """
    found = list(_found(lowered))
    if not found and (listed := _in_sequence(lowered)) is not None:
        found = [listed]
    if not found:
        return mentions
    last = max(found, key=lambda one: (int(one.value), one.start))
    highest = max((float(one.value) for one in mentions), default=0.0)
    return [last] if int(last.value) > highest else mentions


def _found(lowered: str) -> Sequence[Mention]:
    made = []
    for match in _COUNTED.finditer(lowered):
        group = next(name for name in ("place", "gained", "bare", "number") if match[name])
        start, end = match.span(group)
        if group != "number" and (
            _OF_DATE.match(lowered, end) or (group == "place" and _DATES.search(lowered, max(start - 16, 0), start))
        ):
            continue
        value = _value(match[group])
        if group != "number" and int(value) <= _FEW and not _is_said_of(lowered, match, end):
            continue
        made.append(Mention(value, start, end))
    return made


_IN_LIST = re.compile(r"(?<![\w'-])(\d{1,2})(?:st|nd|rd|th)(?!\w)")
_FEWEST = 3
"""The number of things that make a list of places an enumeration."""


def _in_sequence(lowered: str) -> Mention | None:
    """The last place of an enumeration from the first one on: `1st the grill, 2nd the fryer, 3rd the cooker`."""
    places = list(_IN_LIST.finditer(lowered))
    if len(places) < _FEWEST or [int(one[1]) for one in places] != list(range(1, len(places) + 1)):
        return None
    return Mention(places[-1][1], places[-1].start(), places[-1].end())


def _is_said_of(lowered: str, match: re.Match[str], end: int) -> bool:
    """Whether a low place is said of a thing: `the cup is your second`, `your second was the cup`."""
    is_behind = match["whose"] == "your" and _IS_BEHIND.match(lowered, end) is not None
    return is_behind or _IS.search(lowered, max(match.start() - 40, 0), match.start()) is not None


def _value(written: str) -> str:
    digits = written.rstrip("stndrh") if written[0].isdigit() else ""
    return digits or _PLACES.get(written) or _WORDS[written]
