"""How the words of a reply speak for it: a linear model of words, pairs, and words beside values, learned from replies.

Values are marked by what they are to the question, names and numbers as such, so the words mean the same for every
question. The rules have no part in this; that is why it tells which of their readings to doubt.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, takewhile
from math import fsum
from pathlib import Path

from regulars.errors import DataError
from regulars.rewards.verdicts.expectation import Expectation
from regulars.values import find_values

MARKS = {"right": "@right", "stale": "@stale", "of others": "@others", "other": "@other"}
"""The marks of values, by what they are to the question."""
NAME, NUMBER, ASKED, LINE = "@name", "@number", "@asked", "@line"
"""The marks of names, numbers, words of the question and line ends."""

WORD = re.compile(r"[\w'’-]+|[.!?\n:|*\"“”,()~]")
NEAR = 6
"""How many words before and behind a value in its sentence stand beside it."""
_NO_VALUES = frozenset({NAME, NUMBER, ASKED, LINE})
_ENDS = frozenset({".", "!", "?", "\n", LINE})
_OPENS = frozenset('.!?\n:"*|“')
"""What stands before a word that has a capital as the first of a sentence."""
_FIRST_PERSON = re.compile(r"I(?:['’]\w+)?")
_SHORTEST = 4
"""The least letters of a word of the question that is marked as such."""


@dataclass(frozen=True, slots=True)
class WordWeights:
    """What the terms of a reply say for it and against it.

    Attributes:
        base: The logit of a reply without any of them.
        weights: By term (`terms`): what it adds to the logit where it occurs.

    Example:
        >>> round(WordWeights(0.5, {"not": -2.0, "not @right": -1.0}).logit(["it's", "not", "@right"]), 2)
        -2.5
    """

    base: float
    weights: Mapping[str, float]

    def logit(self, words: Sequence[str]) -> float:
        """The logit of the chance that the reply is right. It does not depend on the order of the sum."""
        return self.base + fsum(filter(None, map(self.weights.get, terms(words))))


def terms(words: Sequence[str]) -> set[str]:
    """The words of a reply, its pairs of words, and what stands before and behind a value or option in its sentence.

    Example:
        >>> sorted(terms(["not", "@stale", "now"]))
        ['@stale', '@stale now', '@stale<not', '@stale>now', 'not', 'not @stale', 'now']
    """
    found = {*words, *map(" ".join, pairwise(words))}
    for at, word in enumerate(words):
        if word[0] == "@" and word not in _NO_VALUES:
            before = takewhile(_goes_on, reversed(words[max(at - NEAR, 0) : at]))
            behind = takewhile(_goes_on, words[at + 1 : at + 1 + NEAR])
            found.update([f"{word}<{other}" for other in before], [f"{word}>{other}" for other in behind])
    return found


def _goes_on(word: str) -> bool:
    """Whether the sentence does not end with this word."""
    return word not in _ENDS


def logit_of_words(text: str, expectation: Expectation) -> float:
    """The logit of the chance that a reply is right, by its words alone.

    Args:
        text: The reply, without hidden reasoning.
        expectation: What a right answer is.
    """
    return learned_words()["answerable" if expectation.answerable else "unanswerable"].logit(marked(text, expectation))


def marked(text: str, expectation: Expectation) -> list[str]:
    """The words and signs of a reply in small letters, with marks for values, names, numbers and what was asked about.

    Example:
        >>> from regulars.values import Domain
        >>> city = Domain("city", aliases={"Bergen": (), "Oslo": ()}, subjects=("city",))
        >>> marked("Your city was Oslo, now it's Bergen.", Expectation("value", city, True, ("Bergen",), ("Oslo",)))
        ['your', '@asked', 'was', '@stale', ',', 'now', "it's", '@right', '.']
    """
    return list(_marked(text, expectation))


def _marked(text: str, expectation: Expectation) -> Iterator[str]:
    asked = frozenset(word for words in expectation.domain.subjects for word in words.lower().split())
    at, before = 0, "."
    for one in sorted(find_values(text, expectation.domain), key=lambda one: (one.start, -one.end)):
        if one.start < at:
            continue
        for word in WORD.findall(text, at, one.start):
            yield _mark(word, before, asked)
            before = word
        yield (before := MARKS[sort_of(one.value, expectation)])
        at = one.end
    for word in WORD.findall(text, at):
        yield _mark(word, before, asked)
        before = word


def _mark(word: str, before: str, asked: frozenset[str]) -> str:
    lowered = word.lower()
    if word[0].isdigit():
        return NUMBER
    if word[0].isupper() and lowered not in asked and before not in _OPENS and not _FIRST_PERSON.fullmatch(word):
        return NAME
    if word == "\n":
        return LINE
    return ASKED if lowered in asked and len(word) >= _SHORTEST else lowered


def sort_of(value: str, expectation: Expectation) -> str:
    """Whether a value is right, replaced, of others, or any other one: a key of `MARKS`."""
    if value in expectation.gold:
        return "right"
    if value in expectation.stale:
        return "stale"
    return "of others" if value in expectation.others else "other"


@lru_cache(maxsize=1)
def learned_words() -> Mapping[str, WordWeights]:
    """The weights by `answerable`, where there is an answer, and `unanswerable`, where there is none."""
    return read_words(Path(__file__).with_name("words.json"), ("answerable", "unanswerable"))


def read_words(path: Path, parts: Sequence[str]) -> Mapping[str, WordWeights]:
    """Reads weights from a JSON file that holds some parts by name, each with `base` and `weights`.

    Raises:
        DataError: The file is no such file.
    """
    try:
        read = {name: json.loads(path.read_text("utf-8"))[name] for name in parts}
        return {
            name: WordWeights(float(part["base"]), {term: float(weight) for term, weight in part["weights"].items()})
            for name, part in read.items()
        }
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise DataError(
            f"the weights of words cannot be read ({error!r})",
            where=str(path),
            expected=f"JSON with {' and '.join(parts)}, each with base and weights",
        ) from error
