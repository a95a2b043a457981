"""Leaves out what a reply tells of another change, where the options are reasons for one.

`Your friend's advice. The article was why you tried lemon balm` gives one reason, and remarks on another change.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from regulars.rewards.choices.option_groups import OptionGroup
from regulars.rewards.choices.options import folded

_REASON = re.compile(
    r"(?:because\b|to (?:save|have|get|be|try)\b|out of\b|for (?:the|a)\b|an? \w+'s \w+$|(?:i|my \w+|everyone"
    r"|we) (?:needed|wasn't|wanted|said|was)\b)"
)
"""The beginning of an option that is a reason."""
_ANOTHER_CHANGE = re.compile(
    r"\b(?:was|were|is|'s) (?:why|what made you|the reason (?:why |that )?you|the reason for|behind|about|for"
    r"|the (?:one|time|change|switch) (?:where|when|that|before))\b|\bit was (?!the\b|because\b|out\b|your\b|a\b"
    r"|an\b|to\b|just\b|that\b|this\b)(?:\w+ ){1,3}?that\b|\b(?:the (?:time|change|switch|one|move) before"
    r"|the (?:earlier|previous|last|first|other) (?:time|change|switch|one|move)|(?:before|earlier) that"
    r"|when you (?:got|switched|changed|moved|tried|took)|last time|back then)\b"
)
"""Words of a sentence that tells of another change than the one that is asked about."""
_ASKED = re.compile(r"[\W_]*(?:that|this|it) (?:was|is|'s)? ?(?:why|the reason)")


@lru_cache(maxsize=512)
def are_reasons(options: tuple[str, ...]) -> bool:
    """Whether all options are reasons.

    Example:
        >>> are_reasons(("To save money", "A friend's advice")), are_reasons(("Oslo", "Bergen"))
        (True, False)
    """
    return all(_REASON.match(folded(option)[1]) for option in options)


def of_this_change(text: str, sentences: Sequence[tuple[int, int]], groups: Sequence[OptionGroup]) -> list[OptionGroup]:
    """The mentions of reasons without those of later sentences that tell of another change.

    Args:
        text: The reply, case folded.
        sentences: Where its sentences begin and end.
        groups: Its mentions of options, in order.
    """
    kept = list(groups[:1])
    for one in groups[1:]:
        low, high = sentences[one.sentence]
        is_later = one.sentence > kept[0].sentence and not kept[0].is_denied and one.kind != "letter"
        if is_later and _ANOTHER_CHANGE.search(text, low, high) and not _ASKED.match(text, low):
            continue
        kept.append(one)
    return kept
