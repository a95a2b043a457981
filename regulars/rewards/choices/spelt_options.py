"""Tells whether a reply picks an option by its letter and spells out another one: `B) The latest one.`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from regulars.rewards.choices.one_or_both import TOO_LITTLE, find_four, which_goes_against
from regulars.rewards.choices.options import LETTERS, folded

_WORD = re.compile(r"[^\W_]+")
_LEAD = (
    r"(?:(?:^|\n)[\s>*_\"'(•-]{0,8}|[:=→>.!?][\s*_\"'(]{1,8}|\b(?:options?|answer|statement|plan|choice|letter|number|reason|it's|that's"
    r"|i'd say|clearly|is|was|be|with|for|tick|ticked|pick|choose|chose|take|mark|select|say|said|gave|so"
    r"|hence|therefore|then"
    r"|ist|est|es|är|è|jest)[\s:*_\"'(]{1,8})"
)
"""Before the letter of an option that a reply gives: `Respuesta: B) ...`, `I'd tick B: ...`."""
_BEHIND = r"(?P<mark>[*_\"']{0,4}\s?[(.):,;–—-]{1,4}[*_\"']{0,4})\s{0,8}[^\w\s.!?;\n]{0,4}(?P<words>\w[^.!?;\n]*)"
_OTHERWISE = re.compile(
    r"\b(?:not|\w+n't|never|no|instead|rather|unlike|while|whereas|but|although|though|because|as you|wrong|old"
    r"|since(?! (?:last|early|late|mid|\d+|january|february|march|april|may|june|july|august|\w+(?:emb|tob)er)\b)"
    r"|former(?:ly)?|was|were|used|before|earlier|had|out|than)\b"
)
"""Words that speak of another option without picking it."""
_SPEAKS_AGAINST = re.compile(
    r"\b(?:not|\w+n't|never|no longer|any ?more|old|former(?:ly)?|previous|ex|wrong|used to|dislik\w+|hat(?:e|es|ed)"
    r"|avoid\w*|g(?:ave|iven) (?:it |them )?up)\b"
)
"""Words of a clause against the option that it is about."""
_ENDS = re.compile(
    r"\b(?:until|before|quit|left|stopped|dropped|cancelled|closed|sold|ended|gone|went (?:up|down|bust)"
    r"|(?:got|was|became|is|are) too \w+|(?:is|are) for [\w ]{1,30} only"
    r"|(?:is|are) (?:just|only) for)\b"
)
"""Words of a clause that tells why an option does not hold, unless it gives that option as the answer."""
_AFFIRMS = re.compile(
    r"(?:\b(?:is|are)|'s) (?:\w+ly |also |still |just )?(?:your|(?:where|what|how) you|right|correct"
    r"|the (?:\w+ )?(?:one|answer|choice|option|pick))\b|\b(?:was|were) (?:(?:where|what|how) you|the one)\b"
    r"|\b(?:for sure|definitely|certainly|clearly|obviously|of course|indeed|please|all the way|every time)\W*$"
)
"""Words of a clause that gives the option that it is about as the answer."""
_PUTS = re.compile(r"[).:]")
"""Marks behind a letter whose option's words follow."""
_CLAUSE_ENDS = re.compile(r"[,:(–—]| - ")
_SETS_ASIDE = re.compile(r"(?:,| [–—-]| \() ?(?:and )?not |,? rather than |,? instead of ")
"""Words before an option that a reply sets aside."""
_BESIDE_WORDS = """
    a an the of to in on at for is are was be it its that s this and or your you my me i am as one
"""
_BESIDE = frozenset(_BESIDE_WORDS.split())
"""Words that tell no option from another."""
_STEM = 5
_LEAST_SHARE = 0.5
"""The least share of the words behind a letter that are of another option, which they then spell out."""
_LEAST_WHOLE = 3
"""The number of words from which on the whole text of an option counts, whatever follows it."""


def spells_another(text: str, picked: int, options: Sequence[str]) -> tuple[int, bool] | None:
    """The other option that the words right behind the letter of the picked one are about.

    Args:
        text: The reply.
        picked: The option that it picks, from 0 on.
        options: The options' texts.

    Returns:
        The option, from 0 on, and whether the words give it as the answer: if not, they begin with it, and leave open
        what they say of it. None if the words fit the letter, or speak of no other option but to rule it out.
    """
    lowered = folded(text)[1]
    match = re.search(f"{_LEAD}{LETTERS[picked]}{_BEHIND}", lowered)
    if match is None:
        return None
    four = find_four(tuple(options))
    if four:
        told = which_goes_against(match["words"], four)
        return None if told in (None, TOO_LITTLE, picked) else (told, True)
    said, is_asked = _words(match["words"]), lowered.startswith("?", match.end())
    of = [_words(folded(option)[1]) for option in options]
    if len(of[picked]) >= _LEAST_WHOLE and said[: len(of[picked])] == of[picked]:
        return None
    for index, words in enumerate(of):
        if index == picked:
            continue
        own, other = set(of[picked]) - set(words), set(words) - set(of[picked])
        if not other and not own:
            if _is_order(said, words) and not _is_order(said, of[picked]):
                return index, True
        elif len(words) >= _LEAST_WHOLE and said[: len(words)] == words:
            return index, not is_asked
        elif other:
            is_given = _is_given(match["words"], words, own, other, _PUTS.search(match["mark"]) is not None)
            if is_given is not None:
                return index, is_given and not is_asked
    return None


def _words(text: str) -> list[str]:
    """The stems of the words that may tell options apart."""
    return [word[:_STEM] for word in _WORD.findall(text) if word not in _BESIDE]


def _is_given(text: str, words: Sequence[str], own: set[str], other: set[str], is_put: bool) -> bool | None:
    """Whether the words behind a letter give an option as the answer; None if they do not speak of it or reject it.

    Args:
        text: The words behind the letter.
        words: The words of the option.
        own: Those of the picked option that the option lacks.
        other: Those of the option that the picked one lacks.
        is_put: Whether the mark behind the letter announces the words of an option.
    """
    said = _words(text)
    if len(other.intersection(said)) < _LEAST_SHARE * len(other):
        return None
    if not own.isdisjoint(said):
        kept = _SETS_ASIDE.split(text)[0]
        return True if kept != text and _is_given(kept, words, own, other, is_put) else None
    clause = _CLAUSE_ENDS.split(text)[0]
    opens = said[0] in other
    if opens and is_put and _is_made_of(clause, words, other):
        return _SPEAKS_AGAINST.search(text, len(clause)) is None
    if _is_made_of(text, words, other):
        return True
    if not opens or _SPEAKS_AGAINST.search(clause):
        return None
    if _AFFIRMS.search(clause):
        return (_ENDS.search(clause) or _SPEAKS_AGAINST.search(text)) is None
    return None if _ENDS.search(clause) or not is_put else False


def _is_made_of(text: str, words: Sequence[str], other: set[str]) -> bool:
    """Whether a text holds little else than the words of an option, and ends with that of an option of one word."""
    said = _words(text)
    if not said or (len(words) == 1 and said[-1] not in other):
        return False
    share = sum(word in words for word in said) / len(said)
    return share >= _LEAST_SHARE and _OTHERWISE.search(text) is None


def _is_order(said: Sequence[str], words: Sequence[str]) -> bool:
    """Whether what is said has an option's words in that option's order."""
    both = set(said).intersection(words)
    return [w for w in dict.fromkeys(said) if w in both] == [w for w in dict.fromkeys(words) if w in both]
