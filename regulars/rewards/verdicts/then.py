"""Tells whether a reply that tells a value in the past speaks of the time that it was asked about."""

from __future__ import annotations

import re

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
_CEASED = re.compile(
    r"\b(?:used to|no longer|former(?:ly)?|any ?more|your old|previous(?:ly)?|you(?:'ve| have)? (?:left|quit"
    r"|sold|moved (?:away|out|on))"
    r"|gone|over|ended|closed|history|behind you|replaced|once|until)\b",
    re.IGNORECASE,
)


def speaks_of_then(text: str) -> bool:
    """Whether a reply tells what held or was told at an earlier time, and does not say that it has ended."""
    return _THEN.search(text) is not None and _CEASED.search(text) is None
