"""Tells the dates on which something was told from the dates that were told.

Where the question is about one conversation, and what may have been told in it is a date itself, a reply names both:
`You didn't mention it on 15 January. On 22 February you said that it ends on 24 July`. Only 24 July is a value.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from regulars.calendar_text import date_agrees
from regulars.values import Mention

TELLS = (
    r"(?:told|tell|said|say|mention\w*|c[ao]me (?:up|out)|br(?:ought|ing)(?: it| that| this| the \w+)? up|talk\w*"
    r"|spoke|chatted|discuss\w*|gave|wrote|learn\w*|found out|correct\w*|updat\w*|chang\w*|did(?: so| that)?|heard?"
    r"|named?|conversation|chat|session|messages?|noted|shared|let me know)"
)
"""A pattern for words of telling."""
_SAYS_WHEN = r"\b(?:ends?|ended|expires?|runs?|is|it's|be|would|will|it'd|until|till|due|that|when|finish\w*)\b"
"""Words that lead from a telling to what was told."""
_BEFORE = re.compile(
    rf"\b{TELLS}\b(?:(?!{_SAYS_WHEN})[^.!?;\n\d]){{0,40}}\b(?:on|in|until|before|by|from|since|of)"
    r" (?:\w+day,? )?(?:the )?[*_]*$"
)
"""Before a date: something was told on it (`you brought it up on`)."""
_TIME_WAS = re.compile(
    r"\b(?:first|last|next|only|other|that|earliest) (?:time|day|mention|conversation|chat|message|record|note)"
    r"(?: of it| about it| (?:you|we) [^.!?;,\n]{1,30})? (?:was|is|came|dates?)(?: on| in| from| to)? (?:the )?[*_]*$"
)
"""Before a date: it is the one of a telling (`the first time was`)."""
_OPENS_TELLING = re.compile(
    r"(?:^|[\s(,;:.])(?:on|in|by|since|from|back in|back on|until) (?:\w+day,? )?(?:the )?[*_]*$"
)
"""Before a date that may open a sentence about a telling."""
_BEHIND = re.compile(
    rf"[*_]*,?(?: (?:that|when|where))? (?:you|we|i|your \w+|it|that|this)(?:'d|'ve| had| have)?(?: (?:\w+ly|first|then"
    rf"|also|only|did|n't|didn't|hadn't|never|not|finally))*,? {TELLS}\b"
)
"""Behind a date that opens a sentence: what follows tells of a telling (`you said`)."""
_AND = re.compile(r"[*_]*(?:,| and|, and| &|,? (?:and )?then)(?: again)?(?: on| in)? (?:the )?[*_]*")
"""Between two dates that share the words before the first one."""
_BARE = re.compile(
    r"(?:^|[,.;:!?(–—\n]|\bbut)[\s*_]*(?:but |and |only |it was |just |that was |not until |first )*(?:on"
    r"|in) (?:the )?[*_]*$"
)
"""Before a date that is all that its part of a sentence says: `but only on`."""
_ENDS = re.compile(r"[*_]*(?: instead| only| that| when|, when| (?:that|when) you\b[^.!?]*)?[\s*_]*(?:[.,;:!)(–—\n]|$)")
_GOVERNS = re.compile(
    r"\b(?:ends?|ended|ending|expires?|runs?(?: out)?|until|till|due|finish\w*|date (?:is|was|as|of)|it's|to)"
    r"(?: on| in| at)?(?: the)?[\s*_]*$"
)
"""Before a date: it is what was told, even if it is the day asked about (`it ends on`)."""
_WITHIN = 80
"""The number of characters before a date that show what it is of."""


def without_telling_days(lowered: str, dates: Sequence[Mention], asked_day: str) -> list[Mention]:
    """The dates of a reply without those on which something was told or not told, in their order.

    Args:
        lowered: The reply in small letters.
        dates: The dates that it names.
        asked_day: The ISO date of the conversation that the question is about.

    Example:
        >>> from regulars.values import Domain, ValueType, find_values
        >>> text = "nothing on 15 january. on 22 february you said it ends on 24 july."
        >>> dates = find_values(text, Domain("contract_end", ValueType.DATE))
        >>> [one.value for one in without_telling_days(text, dates, "2025-01-15")]
        ['--07-24']
    """
    kept: list[Mention] = []
    was_told_on = False
    for at, one in enumerate(dates):
        joined = at > 0 and _AND.fullmatch(lowered, dates[at - 1].end, one.start) is not None
        was_told_on = _is_asked(lowered, one, asked_day) or _is_of_telling(lowered, one) or (joined and was_told_on)
        if not was_told_on:
            kept.append(one)
    return kept


def _is_asked(lowered: str, one: Mention, asked_day: str) -> bool:
    """Whether a date is the day asked about, and the words before it do not make it what was told."""
    if one.granularity != "day" or date_agrees(one.value, asked_day) == "differs":
        return False
    return _GOVERNS.search(lowered, max(one.start - _WITHIN, 0), one.start) is None


def _is_of_telling(lowered: str, one: Mention) -> bool:
    low = max(one.start - _WITHIN, 0)
    if _BEFORE.search(lowered, low, one.start) or _TIME_WAS.search(lowered, low, one.start):
        return True
    if _OPENS_TELLING.search(lowered, low, one.start) and _BEHIND.match(lowered, one.end):
        return True
    return _BARE.search(lowered, low, one.start) is not None and _ENDS.match(lowered, one.end) is not None
