"""Tells whether a reply says that nothing was told on a day, and names a value only of a later one.

Where the question is about one conversation, `You didn't mention it on 11 January, only on the 14th: you avoid nuts`
says that nothing was told then. The day of the value has to lie behind the other one, or to be called later.
"""

from __future__ import annotations

import re
from itertools import pairwise

from regulars.chinese_text import is_chinese
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.times.months import MONTHS
from regulars.values import find_values

_EDGE = re.compile(
    r"[.!?…]+[\"')\]]*(?=\s|$)|\n+|;\s|\s[–—-]+\s|,?(?=\s(?:but|though|although|while|whereas|however)\b)",
    re.IGNORECASE,
)
_MONTH = rf"(?P<month>{'|'.join(MONTHS)})[a-z]*"
_DAYS = (
    re.compile(rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? {_MONTH}\b(?:,? (?P<year>\d{{4}}))?", re.IGNORECASE),
    re.compile(rf"\b{_MONTH} (?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b(?:,? (?P<year>\d{{4}}))?", re.IGNORECASE),
    re.compile(r"\bthe (?P<day>\d{1,2})(?:st|nd|rd|th)\b", re.IGNORECASE),
)
"""A day with its month, or by its number alone: `11 January`, `January 11`, `the 14th`."""
_DENIES = re.compile(
    r"\b(?:nothing(?! (?:newer|else|more|new|other)\b)|no (?:\w+ ){0,5}?(?:mention\w*|came|come|trace|note|word)\b"
    r"|not (?:on|in|at|during|by|yet|then|that|until)\b|none\b|(?:\w+n't|not|never)(?: \w+){0,2} (?:mention\w*|say"
    r"|said|tell|told|talk\w*|come up|came up|brought|bring|see|find|speak|spoken|discuss\w*|in (?:our|that|the))\b)",
    re.IGNORECASE,
)
"""Says that nothing was told."""
_THAT_DAY = re.compile(
    r"\b(?:(?:on|in|during|from|at) (?:that|this) (?:\w+ )?(?:day|chat|conversation|session|date|time|point)"
    r"|that (?:day|time)|(?:back|by|until) then|at (?:the|that) time)\b",
    re.IGNORECASE,
)
_LATER = re.compile(
    r"\b(?:later|afterwards|after (?:that|then)|subsequent(?:ly)?|since then|(?:days?|weeks?|months?) after"
    r"|(?:the )?(?:next|following) (?:day|week|time|month|chat)|only after|not until|only (?:came"
    r"|come) (?:up )?(?:on|in)|only (?:mentioned|told|said|brought)\b[^.!?]{0,60} on)\b",
    re.IGNORECASE,
)


_TOLD = re.compile(
    r"\b(?:told|tell|said|say|mention\w*|c[ao]me up|br(?:ought|ing) up|know|talk\w*|heard?|learn\w*|spoke|discuss\w*"
    r"|let me know)\b",
    re.IGNORECASE,
)
"""Words of telling, which the later time has to go with."""


def told_later_only(text: str, expectation: Expectation) -> bool:
    """Whether a reply to a question about a day denies it for that day, and names values only as told later.

    Args:
        text: The reply.
        expectation: What was asked for, and not told at that time.

    Example:
        >>> from regulars.values import Domain
        >>> asked = Expectation("value", Domain("snack", aliases={"nuts": ()}), False, earlier=True)
        >>> told_later_only("Nothing on 11 January. On 14 January you said nuts.", asked)
        True
        >>> told_later_only("Nothing on 14 January. On 11 January you said nuts.", asked)
        False
    """
    plain = text.replace("’", "'")
    if not expectation.earlier or is_chinese(text) or len(plain) != len(text):
        return False
    named = [one.start for one in find_values(plain, expectation.domain)]
    if not named or any(one.value in expectation.others for one in find_values(plain, expectation.domain)):
        return False
    edges = [0, *(edge.end() for edge in _EDGE.finditer(plain)), len(plain)]
    parts = [(low, high) for low, high in pairwise(edges) if plain[low:high].strip(" .,;:!?\n")]
    parts = [half for part in parts for half in _halves(plain, *part, named)]
    of_values = {next(part for part in parts if part[0] <= start < part[1]) for start in named}
    denied = [plain[low:high] for low, high in parts if (low, high) not in of_values and _denies(plain[low:high])]
    if not denied:
        return False
    days = [day for words in denied if (day := _day(words))]
    return all(_is_later(plain[low:high], days) for low, high in of_values)


def _halves(plain: str, low: int, high: int, named: list[int]) -> list[tuple[int, int]]:
    """A part, cut in two where a denial before a comma precedes its value: `nothing then, nuts came up later`."""
    comma = plain.find(", ", low, high)
    is_cut = (
        comma >= 0 and any(comma < start < high for start in named) and not any(low <= start < comma for start in named)
    )
    return [(low, comma), (comma, high)] if is_cut and _denies(plain[low:comma]) else [(low, high)]


def _denies(words: str) -> bool:
    """Whether a part denies something of a day: `nothing on that day`."""
    return _DENIES.search(words) is not None and (_THAT_DAY.search(words) is not None or _day(words) != ())


def _is_later(words: str, days: list[tuple[int, ...]]) -> bool:
    """Whether a part tells of a later time than the days for which something is denied."""
    if not _TOLD.search(words):
        return False
    day = _day(words)
    if day and days:
        return all(_follows(day, other) for other in days)
    return _LATER.search(words) is not None


def _day(words: str) -> tuple[int, ...]:
    """The first day that words name, as year, month and day, with 0 for what they leave out; empty if there is none."""
    for pattern in _DAYS:
        match = pattern.search(words)
        if match is not None:
            parts = match.groupdict()
            month = MONTHS.index(parts["month"].lower()) + 1 if parts.get("month") else 0
            return int(parts.get("year") or 0), month, int(parts["day"])
    return ()


def _follows(day: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Whether a day lies behind another one; what one of them leaves out is the same for both."""
    pairs = [(own, its) if own and its else (0, 0) for own, its in zip(day, other, strict=True)]
    return [own for own, _ in pairs] > [its for _, its in pairs]
