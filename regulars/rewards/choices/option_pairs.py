"""Reads options that combine two matters with two sides each, such as `stay / move` and `take the pass / decline it`.

A reply may settle the two matters in different sentences, in its own words: `Your job is fine as it is. Yes to the
pass!`. The sides of a matter are told by the words in which they differ, by words of the same meaning
(`phrases_choice.toml`), and by a denial of the other side. The last side that is asserted counts.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from regulars.rewards.choices.choice_cues import load_opposites
from regulars.rewards.choices.options import START, OptionReference, folded

_WORD = re.compile(r"[^\W_]+")
_PERSONS = {
    **dict.fromkeys(("i", "me", "we", "us", "u", "he", "she", "they"), "you"),
    **dict.fromkeys(("my", "our", "ur", "his", "her", "their"), "your"),
    **dict.fromkeys(("am", "re", "m", "is", "are", "s", "was", "were"), "be"),
    "myself": "yourself",
}
"""Words that change when the assistant says what the user may say: `I swim enough` and `you swim enough`."""
_COUNT = 4
_DENIALS = frozenset({"no", "not", "t"})
_LEAST_PHRASE = 3
"""The number of words of a phrase that stands for a side; a shorter one takes in its neighbours."""


_NEIGHBOURS = 2
"""The number of words before a phrase that it may take in; then it takes in as many behind it."""


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a matter.

    Attributes:
        options: The places of the two options that take it.
        phrase: The words in which it differs from the other side, with their neighbours where they are too few.
        is_negative: Whether these deny something that the other side does not: `not to my taste`.
        others: Other words of the same meaning; None if there are none.
    """

    options: frozenset[int]
    phrase: tuple[str, ...]
    is_negative: bool
    others: re.Pattern[str] | None


@lru_cache(maxsize=512)
def find_matters(options: tuple[str, ...]) -> tuple[tuple[Side, Side], ...]:
    """The two matters that four options combine; empty for options of another make.

    Args:
        options: The options' texts.
    """
    if len(options) != _COUNT:
        return ()
    texts = [tuple(_persons(word) for word in _WORD.findall(folded(option)[1])) for option in options]
    if len(set(texts)) < _COUNT:
        return ()
    beginning = {other: _common(texts[0], texts[other]) for other in (1, 2, 3)}
    ending = {other: _common(texts[0][::-1], texts[other][::-1]) for other in (1, 2, 3)}
    heads, tails = max(beginning, key=beginning.__getitem__), max(ending, key=ending.__getitem__)
    if heads == tails or not beginning[heads] or not ending[tails]:
        return ()
    last = 6 - heads - tails
    matters = []
    for other, along in ((tails, heads), (heads, tails)):
        for neighbours in range(_NEIGHBOURS, -1, -1):
            one = _difference(texts[0], texts[other], neighbours)
            if one == _difference(texts[along], texts[last], neighbours):
                matters.append(_sides(one, (frozenset({0, along}), frozenset({other, last}))))
                break
        else:
            return ()
    return tuple(matters)


def _persons(word: str) -> str:
    return _PERSONS.get(word, word)


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    """The number of words that two texts begin with."""
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _difference(one: Sequence[str], other: Sequence[str], neighbours: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words in which two texts differ; where these are too few, with words before or behind them."""
    low = _common(one, other)
    high = min(_common(one[::-1], other[::-1]), len(one) - low, len(other) - low)
    first, last = max(low - neighbours, 0), max(high - neighbours, 0)
    while min(len(one), len(other)) - low - high < _LEAST_PHRASE and (low > first or high > last):
        low, high = (low - 1, high) if low > first else (low, high - 1)
    return tuple(one[low : len(one) - high]), tuple(other[low : len(other) - high])


def _sides(
    phrases: tuple[tuple[str, ...], tuple[str, ...]], options: tuple[frozenset[int], frozenset[int]]
) -> tuple[Side, Side]:
    denies = [not _DENIALS.isdisjoint(phrase) for phrase in phrases]
    others = _others(phrases)
    one, two = (
        Side(options[at], phrases[at], denies[at] and not denies[1 - at], others[at] if others else None)
        for at in (0, 1)
    )
    return one, two


def _others(phrases: tuple[tuple[str, ...], tuple[str, ...]]) -> tuple[re.Pattern[str], re.Pattern[str]] | None:
    """Words of the same meaning as each of two sides, if the sides are opposites in a list of these."""
    one, two = (" ".join(phrase) for phrase in phrases)
    for pair in load_opposites():
        if pair.is_one.search(one) and pair.is_other.search(two):
            return pair.one, pair.other
        if pair.is_other.search(one) and pair.is_one.search(two):
            return pair.other, pair.one
    return None


def find_judgements(matters: Sequence[tuple[Side, Side]]) -> tuple[tuple[tuple[bool, bool], int], ...]:
    """Whether each of two matters goes against the user in each option; empty unless both say what is good or bad.

    Args:
        matters: What the options combine.
    """
    judged = [_good_and_bad(matter) for matter in matters]
    if len(judged) != len((True, False)) or not all(judged):
        return ()
    return tuple(
        ((first, second), min(judged[0][first] & judged[1][second]))
        for first in (False, True)
        for second in (False, True)
    )


def _good_and_bad(matter: tuple[Side, Side]) -> tuple[frozenset[int], ...]:
    """The options with the good and with the bad side of a matter; empty if it has none."""
    for good, bad in (matter, matter[::-1]):
        if good.others and bad.others and good.others.search("good right fine") and bad.others.search("bad, wrong"):
            return good.options, bad.options
    return ()


def find_phrases(lowered: str, matters: Sequence[tuple[Side, Side]]) -> list[OptionReference]:
    """References by the very words in which a side differs.

    Args:
        lowered: The reply, case folded.
        matters: What the options combine.
    """
    if not matters:
        return []
    words = [(match.start(), match.end(), _persons(match[0])) for match in _WORD.finditer(lowered)]
    at: dict[tuple[str, str], list[int]] = {}
    for index, (one, two) in enumerate(pairwise(words)):
        at.setdefault((one[2], two[2]), []).append(index)
    found = []
    for side in (side for matter in matters for side in matter if len(side.phrase) > 1):
        for index in at.get((side.phrase[0], side.phrase[1]), ()):
            some = words[index : index + len(side.phrase)]
            if tuple(word for _, _, word in some) == side.phrase:
                found.append(OptionReference(side.options, some[0][0], some[-1][1], "words"))
    return found


def with_longer_phrases(
    lowered: str, matters: Sequence[tuple[Side, Side]], words: Sequence[OptionReference]
) -> list[OptionReference]:
    """Puts a phrase for a side in place of a word in it that is of another one: `every page` has `page` in it.

    Args:
        lowered: The reply, case folded.
        matters: What the options combine.
        words: References by the options' own words, in order.
    """
    starts = [one.start for one in words]
    longer: list[OptionReference] = []
    dropped: set[int] = set()
    for side in (side for matter in matters for side in matter):
        for match in side.others.finditer(lowered) if side.others else ():
            start, end = match.span()
            inside = [
                at
                for at in range(bisect_left(starts, start), bisect_left(starts, end))
                if at not in dropped and words[at].end <= end and words[at].end - words[at].start < end - start
            ]
            if any(not (side.options <= words[at].options or words[at].options <= side.options) for at in inside):
                dropped.update(inside)
                longer.append(OptionReference(side.options, start, end, "words"))
    return sorted([*(one for at, one in enumerate(words) if at not in dropped), *longer], key=START)
