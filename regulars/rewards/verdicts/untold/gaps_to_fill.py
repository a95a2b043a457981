"""Tells whether a text that a reply wrote leaves a gap in place of an answer: `I live in [insert your street]`."""

from __future__ import annotations

import re

from regulars.rewards.verdicts.expectation import Expectation
from regulars.values import find_values

_GAP = re.compile(
    r"\[ ?(?:please )?(?:insert|add|fill in|enter|put|write|your|the|name of|whatever)\b(?P<words>[^\]\n]{1,60})\]",
    re.IGNORECASE,
)
"""A gap with words for what belongs there."""
_LEAST = 4
"""The letters by which a word of the attribute is known."""


def leaves_gap(text: str, expectation: Expectation) -> bool:
    """Whether a reply names no value, and has a gap that is labelled by a word of what was asked for.

    Args:
        text: The reply.
        expectation: What was asked for, and never told.

    Example:
        >>> from regulars.values import Domain
        >>> street = Expectation("value", Domain("street", aliases={"Mill Lane": ()}, subjects=("street",)), False)
        >>> leaves_gap("Come to [insert your street here] at three!", street)
        True
        >>> leaves_gap("Come to Mill Lane at three! [your name]", street)
        False
    """
    domain = expectation.domain
    own = tuple(word for word in domain.words if len(word) >= _LEAST)
    named = (word for gap in _GAP.finditer(text) for word in re.findall(r"\w+", gap["words"].casefold()))
    return any(word.startswith(own) for word in named) and not find_values(text, domain)
