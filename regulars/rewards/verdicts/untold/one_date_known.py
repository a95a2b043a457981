"""Tells whether a reply that is to count the days between two dates says that it has only one of them.

`I've got 18 November for your move, but no date for the driving test` abstains. It gives no number of days, and at most
one date.
"""

from __future__ import annotations

import re

from regulars.chinese_text import is_chinese
from regulars.rewards.verdicts.expectation import Expectation
from regulars.values import Domain, ValueType, find_values

_DATES = Domain("date", ValueType.DATE)
_DATED = r"(?:dates?|days?|end|start|entr(?:y|ies)|notes?|records?)"
_LACKS = re.compile(
    rf"\b(?:(?:no|any|without(?: an?| the| your)?|lack(?:ing)?(?: an?| the| your)?|not of an?|not (?:an?|the|your)"
    rf"|missing(?: an?| the| your)?) (?:[\w'-]+ ){{0,3}}?{_DATED}\b"
    r"|nothing (?:for|on|about|as to) (?:the|your)\b|(?:for|on|about) (?:the|your) (?:[\w'-]+ ){1,3}?(?:i have "
    r"|i've got )?nothing\b|, nothing(?=[.!;]|$)|(?:only|just)(?: \w+){0,3} (?:one|half|a single)\b|(?:one"
    r"|half)(?: of (?:it|the|those|them|these))?(?: two)?(?: dates?)?(?: only\b| i (?:know|have)\b)|(?:the"
    r"|your) (?:other|second|first|[\w'-]+(?: [\w'-]+)?) (?:one|date|half|end|day),? i (?:don't|haven't|do not|lack)"
    r"|(?:the other|the second|the first)(?: (?:one|date|half))? (?:is|was|isn't|hasn't|wasn't"
    r"|i)\b[^.!?]{0,30}(?:missing|unknown|n't|not|never)|(?:once|as soon as|when|if) (?:i (?:know|have)|you (?:tell"
    r"|give|send))\b|the only (?:date|day|one|thing)(?: that)? i(?:'ve| have)? (?:know|have|got)|only (?:aware of"
    r"|know(?: of)?|have|got|(?:can )?(?:say|tell you)(?: that)?|sure (?:of|about))\b)",
    re.IGNORECASE,
)
"""One of two dates is said to be missing."""
_COUNTED = re.compile(
    r"\b(?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|twenty|thirty|hundred|several|few"
    r"|couple of) (?:\w+ )?(?:days?|weeks?|months?|years?|fortnights?)\b(?! date\b)",
    re.IGNORECASE,
)
"""A length of time."""
_ONLY_ONE = re.compile(r"\b(?:one|a single) (?:of (?:the|those|these) (?:two )?)?(?:dates?|days?)\b", re.IGNORECASE)


def knows_one_date(text: str, expectation: Expectation) -> bool:
    """Whether a reply says that it lacks one of the two dates between which it is to count, and counts nothing.

    Example:
        >>> asked = Expectation("duration", Domain("days", ValueType.NUMBER, unit="days"), False)
        >>> knows_one_date("The deadline is on 14 July 2025, but I have no date for the warranty.", asked)
        True
        >>> knows_one_date("The deadline is on 14 July 2025, so that's 31 days.", asked)
        False
    """
    if expectation.form != "duration" or is_chinese(text):
        return False
    plain = text.replace("’", "'")
    dates = {one.value for one in find_values(plain, _DATES)}
    if len(dates) > 1 or _COUNTED.search(_ONLY_ONE.sub(" ", plain)):
        return False
    return bool(dates) and _LACKS.search(plain) is not None
