"""Reads options that a reply gives by letter and text, such as `B) The latest one.`.

A reply may pick an option by its letter and spell out another one, or only repeat the options of the question.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache

from regulars.calendar_text import MONTHS
from regulars.rewards.choices.one_or_both import TOO_LITTLE, find_fit_options, which_goes_against
from regulars.rewards.choices.option_groups import OTHER
from regulars.rewards.choices.options import LETTERS, folded
from regulars.rewards.choices.other_owners import is_of_another
from regulars.rewards.choices.times.first_or_last import find_first_and_latest, which_is_higher
from regulars.rewards.choices.times.options_in_time import option_in_time

_WORD = re.compile(r"[^\W_]+")
_LEAD = (
    r"(?:(?:^|\n)[\s>*_\"'(•-]{0,8}|[:=→>.!?][\s*_\"'(]{1,8}|\b(?:options?|answer|statement|plan|choice|letter|number|reason|it's|that's"
    r"|i'd say|clearly|is|was|be|with|for|tick|ticked|pick|choose|chose|take|mark|select|say|said|gave|so"
    r"|hence|therefore|then|ist|est|es|är|è|jest)[\s:*_\"'(]{1,8})"
)
"""Before the letter of an option that a reply gives: `Respuesta: B) ...`, `I'd tick B: ...`."""
_BEHIND = r"(?P<mark>[*_\"']{0,4}\s?[(.):,;–—-]{1,4}[*_\"']{0,4})\s{0,8}[^\w\s.!?;\n]{0,4}(?P<words>\w[^.!?;\n]*)"
_OTHERWISE = re.compile(
    r"\b(?:not|\w+n't|never|no|instead|rather|unlike|while|whereas|but|although|though|because|as you|wrong|old"
    rf"|since(?! (?:last|early|late|mid|\d+|{'|'.join(MONTHS)})\b)"
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
    r"|(?:got|was|became|is|are) too \w+|(?:is|are) for [\w ]{1,30} only|(?:is|are) (?:just|only) for)\b"
)
"""Words of a clause that tells why an option does not hold, unless it gives that option as the answer."""
_AFFIRMS = re.compile(
    r"(?:\b(?:is|are)|'s) (?:\w+ly |also |still |just )?(?:your|(?:where|what|how) you|right|correct"
    r"|the (?:\w+ )?(?:one|answer|choice|option|pick))\b|\b(?:was|were) (?:(?:where|what|how) you|the one)\b"
    r"|\b(?:for sure|definitely|certainly|clearly|obviously|of course|indeed|please|all the way|every time)\W*$"
)
"""Words of a clause that gives the option that it is about as the answer."""
_PRAISES = re.compile(
    r"\b(?:great|perfect|ideal|good|best|better|safer|suits?|suit|fits?|lovely|made for you|right for you"
    r"|what you (?:want|need)"
    r"|higher|highest|(?:came|come|comes)(?: up)? (?:first|earlier)|(?:was|were|is) (?:the )?(?:first|earlier|earliest"
    r"|higher))\b"
)
"""Words of a clause that speak for the option that it is about."""
_OF_ANOTHER_TIME = re.compile(
    r"\W*(?:(?:it|them|that)\b\W*)?(?:when|before|earlier|the (?:time|one|change|switch|move) before|back then"
    r"|at the time|last time"
    r"|(?:for|with|about|on|at) (?:the|your) (?:other|previous|former|earlier|first|last|one before))\b"
)
"""Behind an option's words: they are told of another time."""
_GOES_ON = re.compile(
    r"\W*(?:(?:ones?|figure|number|option)\b\W*)?(?!(?:since|from|as|for|in|on|at|of|with|to|by|until|till|after|please"
    r"|it|then|definitely|too|also|and|or|nor|that|which"
    r"|because|so|indeed|sure|clearly|certainly|obviously|every|all|any|now|only|over|rather|instead|no|not|you|i|here"
    r"|ones?|figure|number|option)\b)(?:'s|\w)"
)
"""Behind an option's words: a verb, or a noun that they belong to, so that something is said of it."""
_OF_SEVERAL = re.compile(
    r"[^.;:!?]*\b(?:and|or|nor|both)\b[^.;:!?]*?\s(?:are|were|have|had|aren't|weren't|came|belong)\b"
)
"""What is said of several options is no answer."""
_FEW = 6
"""The most words of an option that is named rather than paraphrased."""
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

_APART = r"[\s,;/|().]*"
"""The marks between repeated options. Other marks, as in `B > A` or `**B**`, may pick an option."""
_LETTER = re.compile(rf"{_APART}[{LETTERS}][).:]")
"""A letter with its mark, with which each repeated option begins."""


@lru_cache(maxsize=8)
def spells_another(text: str, picked: int, options: tuple[str, ...]) -> tuple[int, bool] | None:
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
    match = _spelt_behind(LETTERS[picked]).search(lowered)
    if match is None:
        return None
    timed = option_in_time(lowered[match.start("words") :], options, of_telling=False)
    if timed is not None:
        return None if timed in (picked, OTHER) else (timed, True)
    four = find_fit_options(options)
    if four:
        told = which_goes_against(match["words"], four)
        return None if told in (None, TOO_LITTLE, picked) else (told, True)
    two = find_first_and_latest(options)
    if two is not None:
        higher = which_is_higher(match["words"], two)
        return None if higher in (None, picked) else (higher, True)
    said, is_asked = _words(match["words"]), lowered.startswith("?", match.end())
    of = [_words(folded(option)[1]) for option in options]
    if len(of[picked]) >= _LEAST_WHOLE and said[: len(of[picked])] == of[picked]:
        return None
    for index, words in enumerate(of):
        if index == picked:
            continue
        own, other = set(of[picked]) - set(words), set(words) - set(of[picked])
        if any(_says_more(said, words, rival, of[picked]) for rival in of):
            continue
        if not other and not own:
            if _is_order(said, words) and not _is_order(said, of[picked]):
                return index, True
        elif len(words) >= _LEAST_WHOLE and said[: len(words)] == words:
            rest = _behind(match["words"], {words[-1]})
            if rest is None or not _OF_ANOTHER_TIME.match(rest):
                return index, not is_asked
        elif other:
            is_given = _is_given(match["words"], words, own, other, _PUTS.search(match["mark"]) is not None)
            if is_given is not None:
                return index, is_given and not is_asked
    return None


@cache
def _spelt_behind(letter: str) -> re.Pattern[str]:
    """The letter of an option, and the words right behind it."""
    return re.compile(f"{_LEAD}{letter}{_BEHIND}")


def _says_more(said: Sequence[str], words: Sequence[str], rival: Sequence[str], own: Sequence[str]) -> bool:
    """Whether what is said has all words that tell an option from the picked one, and more of those of another one."""
    shared, of_rival = set(words).difference(own).intersection(said), set(rival) - set(own)
    return bool(of_rival) and shared < of_rival and of_rival.issubset(said)


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
    rest = _behind(clause, other)
    if opens and len(words) <= _FEW and _OF_SEVERAL.match(text):
        return None
    if rest is not None and _OF_ANOTHER_TIME.match(rest):
        return None
    if opens and rest is not None and _GOES_ON.match(rest) and not _is_mostly(_words(rest), words):
        return _is_affirmed(text, clause, rest)
    if opens and is_put and _is_made_of(clause, words, other):
        return _SPEAKS_AGAINST.search(text, len(clause)) is None
    if _is_made_of(text, words, other):
        return True
    if not opens or _SPEAKS_AGAINST.search(clause):
        return None
    if _AFFIRMS.search(clause):
        return (_ENDS.search(clause) or _SPEAKS_AGAINST.search(text)) is None
    return None if _ENDS.search(clause) or not is_put else False


def _is_mostly(said: Sequence[str], words: Sequence[str]) -> bool:
    """Whether most of some words are those of an option."""
    return sum(word in words for word in said) > len(said) / 2


def _is_affirmed(text: str, clause: str, rest: str) -> bool | None:
    """Whether a clause that says something of another option gives it as the answer; None if it is a mere remark."""
    if _ENDS.search(clause) or _SPEAKS_AGAINST.search(clause) or is_of_another(rest, 0, ()):
        return None
    if _AFFIRMS.search(clause):
        return _SPEAKS_AGAINST.search(text) is None
    return False if _PRAISES.search(clause) else None


def _behind(clause: str, other: set[str]) -> str | None:
    """The words of a clause behind those of an option; None if it has none of these."""
    ends = [match.end() for match in _WORD.finditer(clause) if match[0][:_STEM] in other]
    return clause[ends[-1] :] if ends else None


def _is_made_of(text: str, words: Sequence[str], other: set[str]) -> bool:
    """Whether a text holds little else than the words of an option, and ends with that of an option of one word."""
    said = _words(text)
    if not said or (len(words) == 1 and said[-1] not in other):
        return False
    share = sum(word in words for word in said) / len(said)
    return share >= _LEAST_SHARE and _OTHERWISE.search(text) is None


def _is_order(said: Sequence[str], words: Sequence[str]) -> bool:
    """Whether what is said has an option's words in that option's order."""
    both = {word for word in set(said).intersection(words) if words.count(word) == 1}
    return [w for w in dict.fromkeys(said) if w in both] == [w for w in dict.fromkeys(words) if w in both]


def recited_options(text: str, options: Sequence[str]) -> frozenset[int]:
    """The options of a reply that only repeats options, by letter and text. A question may stand before them.

    Args:
        text: The reply.
        options: The options' texts.

    Returns:
        Their places, from 0. Empty if the reply repeats fewer than two options or says anything else.

    Example:
        >>> sorted(recited_options("A) rye B) cake", ["rye", "cake"]))
        [0, 1]
        >>> sorted(recited_options("A) rye, not B) cake", ["rye", "cake"]))
        []
    """
    lowered = folded(text)[1]
    at, found = lowered.find("?") + 1, set[int]()
    if _LETTER.match(lowered, at) is None:  # most replies, for which the pattern of the options need not be made
        return frozenset()
    one = _lettered(tuple(options))
    while match := one.match(lowered, at):
        at = match.end()
        found.add((match.lastindex or 1) - 1)
    return frozenset(found) if len(found) > 1 and at == len(lowered) else frozenset()


@lru_cache(maxsize=64)
def _lettered(options: tuple[str, ...]) -> re.Pattern[str]:
    """Matches one option with its letter, and the marks around it. The letter's group tells which option it is."""
    words = [re.escape(folded(option)[1].strip(" .")) for option in options]
    items = [rf"({letter}[).:] *{text})(?!\w)" for letter, text in zip(LETTERS, words, strict=False)]
    return re.compile(f"{_APART}(?:{'|'.join(items)}){_APART}")
