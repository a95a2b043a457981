"""Puts values in place of the other words by which a reply names them: `people who munch loudly` for `loud chewing`.

The tables beside this module list such words by attribute and value. Their authors knew neither the matcher nor any
reply, and were asked for words that leave no doubt which value of the attribute is meant. A wording is found in any
order and inflection, within one sentence. A value that a reply names by its own words is not looked for.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from operator import attrgetter
from threading import Lock

import snowballstemmer

from regulars.rewards.assertions.spelling_index import FILLERS, LEAST_STEM
from regulars.rewards.assertions.spellings import find_misspelt, is_of_another_kind
from regulars.rewards.choices.option_words import option_words
from regulars.rewards.verdicts.expectation import Expectation
from regulars.values import Mention, find_values, fold

FORMS = frozenset({"value", "set", "any", "choice", "option"})
"""The forms of answers that name terms."""
LONGEST = 3000
"""The most characters of a reply in which wordings are looked for."""
_BETWEEN = 2
"""The most words between those of a wording."""
_STEMMER, _STEMMING = snowballstemmer.stemmer("english"), Lock()
"""The stemmer keeps the word that it works on, so it takes one at a time."""
_WORD = re.compile(r"[^\W\d_]+")
_WORD_BEHIND = re.compile(r"[*_\"']* ([a-z]{2,})")
_NO_THINGS = frozenset(
    {"on", "and", "or", "is", "are", "was", "were", "in", "at", "for", "with", "that", "which", "so", "but"}
    | {"as", "too", "because", "while", "when", "to", "by", "please", "then", "though", "from", "would", "will"}
    | {"can", "could", "has", "have", "had", "than", "over", "instead", "rather", "if", "any", "stuff", "things"}
    | {"anyway", "of", "about"}
)  # fmt: skip
"""Words behind a word of a value that make it no other thing."""
_APART = re.compile(r"[.!?;:\n|]|\b(?:no|not|never|without|nor|but)\b|n't\b")
"""Between two words: they belong to different sentences, or one of them is denied."""


@dataclass(frozen=True, slots=True)
class _KnownWording:
    """Words by which a value is named, and with what each of those that count starts."""

    value: str
    words: str
    starts: frozenset[str]


def with_values(text: str, expectation: Expectation) -> str:
    """A reply with values in place of their other wordings, and if it has any, of values that it misspells or shortens.

    Args:
        text: The reply, without hidden reasoning.
        expectation: What a right answer is.

    Example:
        >>> from regulars.values import Domain
        >>> spot = Domain("learning_spot_limit", aliases={"loud chewing": (), "barking dogs": ()})
        >>> with_values("It's people who munch loudly.", Expectation("value", spot, True, ("loud chewing",)))
        "It's people who loud chewing."
    """
    if expectation.form not in FORMS or not expectation.answerable or expectation.over or len(text) > LONGEST:
        return text
    domain, options = expectation.domain, (*expectation.offered, *expectation.options)
    cased, lowered, _ = fold(text)
    known = _in_reach(lowered, _wordings_of((*domain.aliases, *options)))
    if not known:
        return text
    named = [*find_values(cased, domain), *_shortened(lowered, options)]
    reworded = list(_reworded(lowered, known, named))
    if not reworded:
        return text
    misspelt = find_misspelt(lowered, [*named, *reworded], domain)
    made, at = [], 0
    for one in sorted([*reworded, *misspelt, *named], key=attrgetter("start")):
        if one.start >= at:
            made += [cased[at : one.start], one.value]
            at = one.end
    return "".join([*made, cased[at:]])


def _shortened(lowered: str, options: tuple[str, ...]) -> list[Mention]:
    """The options that a reply names by a word that no other option has."""
    found = option_words(options).find(lowered) if len(options) > 1 else []
    return [Mention(options[min(one.options)], one.start, one.end) for one in found if len(one.options) == 1]


def _in_reach(lowered: str, wordings: Sequence[_KnownWording]) -> Mapping[str, Sequence[tuple[str, frozenset[str]]]]:
    """The values with their wordings' stems, by each stem, if case-folded text has words that start like all of them.

    Words that two values share name neither. Most wordings are out of reach, and stemming takes long.
    """
    starts = {_start_of(word) for word in _WORD.findall(lowered)}
    owners: dict[frozenset[str], set[str]] = {}
    for wording in wordings:
        if wording.starts <= starts:
            owners.setdefault(stems_of(wording.words), set()).add(wording.value)
    found: dict[str, list[tuple[str, frozenset[str]]]] = {}
    for stems, values in owners.items():
        if len(values) == 1:
            for stem in stems:
                found.setdefault(stem, []).append((min(values), stems))
    return found


def _reworded(
    lowered: str, known: Mapping[str, Sequence[tuple[str, frozenset[str]]]], named: Sequence[Mention]
) -> Iterator[Mention]:
    """The wordings in case-folded text, in order, of values that it does not name; none stands in another."""
    words = [(stem_of(one[0]), *one.span()) for one in _WORD.finditer(lowered)]
    values = {one.value for one in named}
    free = 0
    for at, (stem, start, _) in enumerate(words):
        if start < free or stem not in known:
            continue
        ends: dict[str, int] = {}
        for value, wording in known[stem]:
            near = words[at : at + len(wording) + _BETWEEN]
            stems = [one[0] for one in near]
            if value in values or not wording.issubset(stems):
                continue
            end = near[max(stems.index(one) for one in wording)][2]
            if any(one.start < end and start < one.end for one in named) or _APART.search(lowered, start, end):
                continue
            if len(wording) > 1 or not _names_another(lowered, start, end, value):
                ends[value] = max(ends.get(value, 0), end)
        if ends:
            farthest = max(ends, key=ends.__getitem__)
            free = ends[farthest]
            yield Mention(farthest, start, free)


def _names_another(lowered: str, start: int, end: int, value: str) -> bool:
    """Whether a word of a value belongs to another thing, as `foam earplugs` or `foam swords` do."""
    *first, last = (stem_of(word) for word in _WORD.findall(fold(value)[1]))
    stem = stem_of(lowered[start:end])
    if stem == last:
        return is_of_another_kind(lowered, start, value)
    behind = _WORD_BEHIND.match(lowered, end)
    return stem in first and behind is not None and behind[1] not in _NO_THINGS


@lru_cache(maxsize=512)
def _wordings_of(values: tuple[str, ...]) -> Sequence[_KnownWording]:
    """The wordings of values."""
    tables = wordings()
    named = ((value, words) for value in values for words in tables.get(value.casefold(), ()))
    return [_KnownWording(value, words, frozenset(map(_start_of, _counted(words)))) for value, words in named]


def stems_of(words: str) -> frozenset[str]:
    """The stems of the words that count in a wording.

    Example:
        >>> sorted(stems_of("dogs that bark"))
        ['bark', 'dog']
    """
    return frozenset(map(stem_of, _counted(words)))


def _counted(words: str) -> Sequence[str]:
    """The words that count in a wording, case-folded."""
    return [word for word in _WORD.findall(fold(words)[1]) if len(word) >= LEAST_STEM and word not in FILLERS]


def _start_of(word: str) -> str:
    """What a case-folded word has in common with its stem: `lying` and `lie` start with `li`."""
    return word[:2].replace("y", "i")


@lru_cache(maxsize=4096)
def stem_of(word: str) -> str:
    """The stem of an English word: `bark` for `barking`."""
    with _STEMMING:
        return str(_STEMMER.stemWord(word))


@lru_cache(maxsize=1)
def wordings() -> Mapping[str, Sequence[str]]:
    """The other wordings of each value, in small letters."""
    found: dict[str, list[str]] = {}
    tables = (one for one in files("regulars.rewards.verdicts.wordings").iterdir() if one.name.endswith(".toml"))
    for table in sorted(tables, key=attrgetter("name")):
        for values in tomllib.loads(table.read_text("utf-8")).values():
            for value, words in values.items():
                found.setdefault(value.casefold(), []).extend(words)
    return found
