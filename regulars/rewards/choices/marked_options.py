"""Puts one character in place of each mention of an option, so that a pattern can read the words around it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from regulars.rewards.choices.option_words import option_words
from regulars.rewards.choices.options import (
    LETTERS,
    START,
    OptionReference,
    find_former_and_latter,
    find_letters,
    find_places,
)

MOST_MARKED = 8
"""The most options that have a mark."""
_FIRST = 0xE000
MARK = f"[{chr(_FIRST)}-{chr(_FIRST + MOST_MARKED - 1)}]"
"""A pattern for a character that stands for an option, and means nothing by itself."""
_IS_VERB = re.compile(r" (?:you|your|me|us|them|him|her)\b")
"""Behind a word that is then no option's: `that suits you`, beside sumo suits."""
_GOVERNS = re.compile(r"(?:^|[\s(])(?:with|at|in|on|for|the|an?|your) $")
"""Before a noun: `with podcasts you could pause`."""
_APPOSED = re.compile(r"[\s*_\"'():,.–-]*(?:the |an? |your |option |one\b[\s,:–-]*)*")
"""Between two mentions of one option: `A) Hay barns`, `bible parodies`."""
_OF_PLACE = re.compile(r"[ -](?:ones?|options?|names?|choice|thing)\b")
_NUMBERED = re.compile(r"\b(?:option|choice|plan|number|no\.) ?#?$")
"""Before the number of an option: `option two`."""
_CALLED_LETTER = re.compile(r"\b(?:option|choice) ([a-d])(?=[\s*_\"')]*(?:$|[.!?;:,\n–—-]))")
_OPENING = "*_\"'“‘"
_CLOSING = '*_"”'


def find_mentions(
    cased: str, lowered: str, options: tuple[str, ...], *, lettered: bool = True
) -> list[OptionReference]:
    """Where a reply mentions options, in order; neighbouring mentions of one option are one.

    Args:
        cased: The reply, without noise.
        lowered: The same, case folded.
        options: The options' texts.
        lettered: Whether the options have letters.
    """
    found = [one for one in option_words(options).find(lowered) if not _is_verb(one, lowered)]
    found += find_letters(cased, lowered, len(options)) if lettered else _called_letters(lowered, len(options))
    found += find_places(lowered, len(options))
    found += find_former_and_latter(lowered, sorted(found, key=START), len(options))
    made: list[OptionReference] = []
    for one in sorted(found, key=START):
        if made and one.options == made[-1].options and are_apposed(made[-1], one, lowered):
            made[-1] = OptionReference(one.options, made[-1].start, one.end, "words")
        else:
            made.append(one)
    return made


def _is_verb(one: OptionReference, lowered: str) -> bool:
    return _IS_VERB.match(lowered, one.end) is not None and _GOVERNS.search(lowered, 0, one.start) is None


def _called_letters(lowered: str, count: int) -> list[OptionReference]:
    """References by letter to things that have none of their own: `option b` for the second one."""
    found = [(LETTERS.index(match[1]), match.span(1)) for match in _CALLED_LETTER.finditer(lowered)]
    return [OptionReference(frozenset({place}), *span, "place") for place, span in found if place < count]


def are_apposed(one: OptionReference, other: OptionReference, lowered: str) -> bool:
    """Whether nothing stands between two mentions that would keep them apart."""
    return _APPOSED.fullmatch(lowered, one.end, other.start) is not None


def end_of_mention(one: OptionReference, lowered: str) -> int:
    """Where a mention ends, with the noun of a place (`the second one`) and the marks that close it."""
    noun = _OF_PLACE.match(lowered, one.end) if one.kind == "place" else None
    at = noun.end() if noun else one.end
    while at < len(lowered) and lowered[at] in _CLOSING:
        at += 1
    return at


def with_marks(lowered: str, mentions: Sequence[OptionReference]) -> str:
    """A reply with one character in place of each mention of a single option.

    Example:
        >>> with_marks("b is better.", [OptionReference(frozenset({1}), 0, 1, "letter")]) == f"{mark_of(1)} is better."
        True
    """
    made, at = [], 0
    for one in mentions:
        if one.start >= at and len(one.options) == 1:
            made += [_NUMBERED.sub("", lowered[at : one.start].rstrip(_OPENING)), mark_of(min(one.options))]
            at = end_of_mention(one, lowered)
    return "".join((*made, lowered[at:]))


def mark_of(option: int) -> str:
    """The character that stands for an option, which is numbered from 0 on."""
    return chr(_FIRST + option)


def option_of(mark: str) -> int:
    """The option that a character stands for."""
    return ord(mark) - _FIRST
