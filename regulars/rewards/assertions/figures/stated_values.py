"""Finds a number or date that a reply states as the right one, which sets aside those it named before.

`You said 377, but the right number is 337` says 337, whatever was told.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from regulars.rewards.assertions.statuses import AssertionStatus
from regulars.values import Mention

_STATED = re.compile(
    r"\b(?:the|my|your|its) (?:(?:right|correct|real|true|actual|corrected|proper|current|up-to-date|updated|revised)"
    r" (?P<noun>[a-z]+)|(?P<one>[a-z]+) (?:that|which) (?:holds|counts|applies|stands))(?: (?:now|today|here))?(?:'s"
    r"| is| should be| would be| must be| has to be)"
    r"(?: (?:now|actually|in fact|really|rather))?[\s:*_\"]*(?:(?:on|in) )?(?:the )?[*_€$£]*$"
)
"""Before a value that is stated as the right one."""
_NOUNS = frozenset(
    {"figure", "number", "amount", "value", "date", "sum", "count", "total", "one", "reading", "rate", "entry"}
    | {"answer", "result"}
)
_LEAD = 70
_SHORT = 3


def is_stated(lowered: str, mention: Mention, own: Collection[str]) -> bool:
    """Whether the words before a value state it as the right one.

    Args:
        lowered: Case-folded text.
        mention: The value.
        own: Words for what is asked about.

    Example:
        >>> text = "the correct number is 740"
        >>> is_stated(text, Mention("740", 22, 25), ())
        True
    """
    match = _STATED.search(lowered, max(mention.start - _LEAD, 0), mention.start)
    noun = "" if match is None else match["noun"] or match["one"]
    return noun in _NOUNS or (len(noun) > _SHORT and noun in own)


def settle_stated(
    lowered: str, mentions: Sequence[Mention], statuses: Sequence[AssertionStatus], own: Collection[str]
) -> list[AssertionStatus]:
    """The statuses, with values denied that stand before another one which is stated as the right one."""
    stated = [
        at
        for at, (one, status) in enumerate(zip(mentions, statuses, strict=True))
        if status is AssertionStatus.CURRENT and is_stated(lowered, one, own)
    ]
    if not stated:
        return list(statuses)
    last = stated[-1]
    return [
        AssertionStatus.DENIED
        if at < last and status is AssertionStatus.CURRENT and mentions[at].value != mentions[last].value
        else status
        for at, status in enumerate(statuses)
    ]
