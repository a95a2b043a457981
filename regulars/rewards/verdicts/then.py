"""Tells whether a reply that tells a value in the past speaks of the time that it was asked about."""

from __future__ import annotations

import re
from collections.abc import Sequence

from regulars.rewards.assertions.english import Assertion
from regulars.rewards.assertions.statuses import AssertionStatus

_THEN = re.compile(
    r"\b(?:(?:at|by|up to|until|till) (?:that|the|this|then)(?: (?:time|point|stage|moment|day|date))?"
    r"|back then|by then"
    r"|on (?:that|the) (?:day|date|occasion)|on the \d+|(?:as of|on|by) \d+|going by (?:what|our)|as far as i knew"
    r"|(?:i'd|i had|you'd|you had) (?:\w+ )?(?:heard|told|mentioned|learned|learnt)|(?:knew|known"
    r"|heard) (?:by )?then|in those days"
    r"|in (?:that|our|the) (?:conversation|chat|talk|session|message)"
    r"|when you (?:told|mentioned|said|spoke)|(?:was|is) what you (?:reported|told|said|gave|noted|mentioned))\b",
    re.IGNORECASE,
)
_POINTS_BACK = re.compile(
    r"\b(?:that|this|which)(?:'s| is| was) (?:also |just |exactly |precisely )?what (?:you|i)(?:'d|'ve| had| have)? "
    r"(?:\w+ )?(?:named|told|said|gave|mentioned|reported|noted|wrote|called|heard)\b[^.!?;\n]{0,30}?"
    r"\b(?:on (?:the )?\d|on \w+ \d|that day|that time|back then|then|in (?:that|our))",
    re.IGNORECASE,
)
_POINTS_AHEAD = re.compile(
    r"\bwhat (?:you|i)(?:'d|'ve| had| have)? (?:\w+ )?(?:named|told|said|gave|mentioned|reported|wrote)(?: me)? "
    r"(?:on (?:the )?\d+\w*(?: of)?(?: \w+)?|that day|(?:at )?that time|back then|then)(?:,)? (?:is|was)\b",
    re.IGNORECASE,
)
_AT_PRESENT = re.compile(
    r"\b(?:now|nowadays|today|these days|current(?:ly)?|at present|at the moment|since(?! when)|still|latest|by now"
    r"|most recent(?:ly)?|(?:is|'s|are|'re) (?:\w+ ){0,2}(?:right|correct|what counts))\b",
    re.IGNORECASE,
)
_CEASED = re.compile(
    r"\b(?:used to|no longer|former(?:ly)?|any ?more|your old|previous(?:ly)?|you(?:'ve| have)? (?:left|quit"
    r"|sold|moved (?:away|out|on))"
    r"|gone|over|ended|closed|history|behind you|replaced|once|until)\b",
    re.IGNORECASE,
)


def points_back(text: str, found: Sequence[Assertion]) -> str:
    """The past value that a reply says was told on a day, where it tells another one of later and none of the present.

    `It was sencha, and that's what you named on the 13th. Later on you moved to hojicha` answers with sencha if the day
    is asked about, and with hojicha if not.

    Returns:
        The value; empty if there is none.
    """
    match = _POINTS_BACK.search(text) or _POINTS_AHEAD.search(text)
    if match is None or _AT_PRESENT.search(text, match.end()):
        return ""
    ahead = match.re is _POINTS_AHEAD
    near = [one for one in found if (one.start >= match.end() if ahead else one.end <= match.start())]
    if not near:
        return ""
    then = near[0] if ahead else near[-1]
    behind = [one for one in found if one.start >= max(then.end, match.end()) and one.value != then.value]
    is_past = ahead or then.status is AssertionStatus.PAST
    return then.value if is_past and any(one.status is AssertionStatus.CURRENT for one in behind) else ""


def tells_then_and_later(text: str, found: Sequence[Assertion]) -> str:
    """The value that a reply gives for an earlier time that it points to, where another one only came later.

    `It was Oslo at that point. You moved to Bergen later` does not say which of them holds at the time asked about.

    Returns:
        The value; empty if there is none, or if the reply says what holds now.
    """
    for match in _AT_THAT_TIME.finditer(text):
        low = max((text.rfind(mark, 0, match.start()) for mark in ".!?;\n"), default=-1) + 1
        high = min((at for mark in ".!?;\n" if (at := text.find(mark, match.end())) >= 0), default=len(text))
        near = [one for one in found if low <= one.start < high and one.status is not AssertionStatus.DENIED]
        if not near or near[0].granularity:
            continue
        then = near[0]
        behind = [one for one in found if one.start > then.end and one.value != then.value and one.status in _OF_LATER]
        if behind and _ONLY_LATER.search(text, then.end) and not _AT_PRESENT.search(text, then.end):
            return then.value
    return ""


_OF_LATER = (AssertionStatus.CURRENT, AssertionStatus.HYPOTHETICAL)
_AT_THAT_TIME = re.compile(
    r"\b(?:(?:on|by|at|up to|until) that (?:very )?(?:day|time|point|stage|moment|date)|back then|by then|in those days"
    r"|in that (?:conversation|chat|talk|session)|then(?=[.;!\n]))",
    re.IGNORECASE,
)
_ONLY_LATER = re.compile(r"\b(?:later|after|afterwards?|subsequently|thereafter|from then on)\b", re.IGNORECASE)


def speaks_of_then(text: str) -> bool:
    """Whether a reply tells what held or was told at an earlier time, and does not say that it has ended."""
    return _THEN.search(text) is not None and _CEASED.search(text) is None
