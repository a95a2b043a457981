"""Tells whether a reply picks an option by its letter and spells out another one: `B) The latest one.`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from regulars.rewards.choices.options import LETTERS, folded

_WORD = re.compile(r"[^\W_]+")
_LEAD = (
    r"(?:(?:^|\n)[\s>*_\"'(]{0,8}|\b(?:option|answer|statement|plan|choice|it's|that's|i'd say|clearly|is|be|with|for)"
    r"[\s:*_\"'(]{1,8})"
)
_BEHIND = r"(?P<mark>[*_\"']{0,4}\s?[(.):,;–—-]{1,4}[*_\"']{0,4})\s{0,8}[^\w\s.!?;\n]{0,4}(?P<words>\w[^.!?;\n]*)"
_OTHERWISE = re.compile(
    r"\b(?:not|\w+n't|never|no|instead|rather|unlike|while|whereas|but|although|though|since|because|as you|wrong|old"
    r"|former(?:ly)?|was|were|used|before|earlier|had|out|than)\b"
)
"""Words that speak of another option without picking it."""
_PUTS = re.compile(r"[).:]")
"""Marks behind a letter whose option's words follow."""
_BESIDE_WORDS = """
    a an the of to in on at for is are was be it it's its that that's this and or your you my me i am as one
"""
_BESIDE = frozenset(_BESIDE_WORDS.split())
"""Words that tell no option from another."""
_STEM = 5
_LEAST_SHARE = 0.5
"""The least share of the words behind a letter that are of another option, which they then spell out."""


def spells_another(text: str, picked: int, options: Sequence[str]) -> int | None:
    """The other option that a reply spells out right behind the letter of the one it picks.

    Args:
        text: The reply.
        picked: The option that it picks, from 0 on.
        options: The options' texts.

    Returns:
        The option, from 0 on; None if the words behind the letter fit it, or spell out none.
    """
    lowered = folded(text)[1]
    match = re.search(f"{_LEAD}{LETTERS[picked]}{_BEHIND}", lowered)
    if match is None:
        return None
    said = _words(match["words"])
    of = [_words(folded(option)[1]) for option in options]
    for index, words in enumerate(of):
        if index == picked:
            continue
        own, other = set(of[picked]) - set(words), set(words) - set(of[picked])
        if not other and not own:
            if _is_order(said, words) and not _is_order(said, of[picked]):
                return index
        elif other and own.isdisjoint(said) and _spells(said, words, other, match):
            return index
    return None


def _words(text: str) -> list[str]:
    """The stems of the words that may tell options apart."""
    return [word[:_STEM] for word in _WORD.findall(text) if word not in _BESIDE]


def _spells(said: Sequence[str], words: Sequence[str], other: set[str], match: re.Match[str]) -> bool:
    """Whether the words behind a letter are those of an option, told by the words that it has alone."""
    if len(other.intersection(said)) < _LEAST_SHARE * len(other):
        return False
    if _PUTS.search(match["mark"]) and said[0] in other:
        return True
    share = sum(word in words for word in said) / len(said)
    return share >= _LEAST_SHARE and _OTHERWISE.search(match["words"]) is None


def _is_order(said: Sequence[str], words: Sequence[str]) -> bool:
    """Whether what is said has an option's words in that option's order."""
    both = set(said).intersection(words)
    return len(both) > 1 and [w for w in dict.fromkeys(said) if w in both] == [
        w for w in dict.fromkeys(words) if w in both
    ]
