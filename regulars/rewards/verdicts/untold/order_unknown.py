"""Tells whether a reply says that it does not know in which order things came: `all three, but not the order`.

What it names then stands in the order of its text by chance. A reply that goes on to put them in order (`I'm not sure
of the order, but I think the cello came first, then the banjo`) only hedges.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from regulars.rewards.verdicts.readings import LONGEST_TO_SEARCH

_NOT = (
    r"(?:don't|do not|can't|cannot|can not|couldn't|could not|didn't|haven't|isn't|wasn't|am not|i'm not|not|never"
    r"|no longer|wouldn't)"
)
_KNOW = (
    r"(?:know|have|got|hold|remember|recall|say|tell(?: you)?|sure|certain|clear|note[d]?|keep|kept|see|find|work out"
    r"|confirm|vouch for)"
)
_ORDER = (
    r"(?:(?:in|of|about|on|for) )*(?:(?:what|which|the|their|that|an?|any|your) )?(?:\w+ )?(?:order|sequence"
    r"|chronology)\b"
)
_FIRST = (
    r"which (?:one |of (?:them|these|those|the \w+) )?(?:came|was|is|were|went|got|you(?:'ve)? \w+"
    r"|it was that \w+) (?:\w+ ){0,3}?(?:first|last|before|earlier|earliest|when|second)\b"
)
_UNKNOWN = re.compile(
    rf"\b(?:{_NOT}(?: \w+){{0,2}}? {_KNOW}(?: \w+){{0,2}}? (?:{_ORDER}|{_FIRST})|{_NOT} {_ORDER}(?!,? (?:but|just"
    rf"|only)\b|:)|(?:unsure|uncertain|no (?:idea|clue|record|note|information)|lost track|forgotten|forgot"
    rf"|without(?: \w+)?) (?:\w+ )?(?:{_ORDER}|{_FIRST})"
    r"|in no (?:particular|special|certain|specific|set|fixed) (?:order|sequence)|in (?:a )?random order"
    r"|not (?:necessarily )?in (?:this|that|any|the right|chronological)(?: \w+)? ?order"
    rf"|(?:the|their|what|which)(?: \w+)? (?:order|sequence)(?: [\w']+){{0,4}}?,? (?:is|isn't|was|wasn't|escapes|i"
    rf"|has|hasn't|remains)(?: [\w']+){{0,3}}? ?(?:unknown|unclear|missing|me\b|{_NOT}|on record|in my notes"
    rf"|n't)(?: {_KNOW})?"
    r"|(?:order|sequence)[*_]*: (?:unknown|unclear|not (?:known|recorded|noted)|no idea|\?)"
    rf"|{_FIRST}(?: [\w']+){{0,3}}?,? i(?:'m)? (?:\w+ )?{_NOT} {_KNOW})",
    re.IGNORECASE,
)
"""The order is said to be unknown, or not to be meant."""
_PUTS_IN_ORDER = re.compile(
    r"\b(?:then|followed|afterwards|after that|later|next|finally|second|third|oldest|newest|earliest|latest|last"
    r"|first)\b|→|->|(?:^|\n)[ *_]{0,4}1[.)]|\b(?:came|was|were|told me|mentioned) (?:\w+ )?(?:before|after)\b"
    r"|\bin (?:this|that) order\b|\bthe order (?:is|was|:)",
    re.IGNORECASE,
)
"""Words that put things in order."""
_THEN = re.compile(r"\b(?:then|followed by|before|after|to)\b|→|->", re.IGNORECASE)
_LETTER = re.compile(r"(?<![\w'’])(?:[B-HJ-Z]|A(?! [a-z]))(?![\w'’])")


def leaves_order_open(text: str) -> bool:
    """Whether a reply says that it does not know the order, and puts nothing in order all the same.

    Example:
        >>> leaves_order_open("The cello, the banjo and the harp, but I don't know in which order.")
        True
        >>> leaves_order_open("I'm not sure of the order, but first came the cello, then the harp.")
        False
        >>> leaves_order_open("I don't have the exact dates, but the order was cello, banjo, harp.")
        False
    """
    plain = text.replace("’", "'")
    if len(plain) > LONGEST_TO_SEARCH or _UNKNOWN.search(plain) is None:
        return False
    return _PUTS_IN_ORDER.search(_UNKNOWN.sub(" ", plain)) is None


def leaves_sequence_open(text: str, options: Sequence[str]) -> bool:
    """Whether a reply that is to choose a sequence chooses no letter, and says that it does not know the order.

    Example:
        >>> leaves_sequence_open("Oslo and Rome, in no particular order.", ["Oslo, then Rome", "Rome, then Oslo"])
        True
    """
    if not options or not all(_THEN.search(option) for option in options) or _LETTER.search(text):
        return False
    return leaves_order_open(text)
