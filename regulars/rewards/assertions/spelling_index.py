"""The spellings of a domain, prepared once so that long replies are searched for misspelt values quickly."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from regulars.rewards.assertions.limits.aversions import is_averse
from regulars.values import Domain, fold

RUN = re.compile(r"[^\W\d_]+")
"""A run of letters."""
_LEAST_LETTERS = 6
"""The length of a spelling from which on an edit leaves it recognisable."""
LEAST_PART = 4
"""The number of letters of a word that may stand for a whole name."""
LEAST_STEM = 3
"""The number of letters from which on a word is stemmed."""
HEAD, TAIL = 2, 3
"""The letters at the beginning and at the end of a spelling, one of which an edit leaves as they are."""
_ENDINGS = ("iness", "ness", "ment", "ies", "ing", "ish", "ed", "es", "ly", "s", "y")
"""Endings of words, the longest first."""
_BEFORE_ENDING = 2
"""The least letters before an ending."""
_VOWELS = frozenset("aeiou")
"""After these letters `y` is part of the stem: `sway`."""
_SCIENCE = re.compile(r"\w{1,4}(?:olog|ograph)(?:y|ies)")
"""Names of sciences that differ by a letter or two: `geology` is no slip of the pen for `gemology`."""
_MAY_DOUBLE = frozenset("bcdfghjklmnpqrstvwxyz")
"""Letters that are doubled before an ending: `muddy`."""
FILLERS = frozenset({"the", "and", "for", "with", "from", "that", "out", "off"})
"""Words that say nothing of a value."""
_KEPT = 1024


@dataclass(frozen=True, slots=True)
class SpellingIndex:
    """The spellings of a domain.

    Attributes:
        lengths: The numbers of letters and blanks that a misspelling may have.
        counts: The numbers of words, the greatest first.
        firsts: Their first letters.
        parts: Words that only one value has.
        words: All words.
        has_names: Whether most values are proper names.
        ends: By their first two or their last three letters, with a length that a misspelling may have: the spellings
            and their values. One edit leaves either of them as it is.
        openings: The first three letters of all stems, or all that there are.
        stems: By the stem of a word: the values of several words that have it, each with all its stems.
        followers: Finds the followers of beliefs; None if no value is a belief.
        beliefs: The belief of each word for its followers.
    """

    domain: Domain
    lengths: frozenset[int]
    counts: tuple[int, ...]
    firsts: frozenset[str]
    parts: dict[str, str]
    words: frozenset[str]
    has_names: bool
    ends: dict[tuple[int, str], list[tuple[str, str]]]
    openings: frozenset[str]
    stems: dict[str, tuple[tuple[str, frozenset[str]], ...]]
    followers: re.Pattern[str] | None
    beliefs: dict[str, str]


_made: dict[int, SpellingIndex] = {}


def spelling_index(domain: Domain) -> SpellingIndex:
    """The spellings of `domain`, cached by identity; the cache holds the domain, so its id cannot be reused."""
    known = _made.get(id(domain))
    if known is None:
        if len(_made) >= _KEPT:
            _made.clear()
        known = _made[id(domain)] = _read(domain)
    return known


def _read(domain: Domain) -> SpellingIndex:
    lengths: set[int] = set()
    counts: set[int] = set()
    firsts: set[str] = set()
    ends: dict[tuple[int, str], list[tuple[str, str]]] = {}
    owners: Counter[str] = Counter()
    parts: dict[str, str] = {}
    stems: dict[str, list[tuple[str, frozenset[str]]]] = {}
    for value, others in domain.aliases.items():
        words_of_value: set[str] = set()
        for spelling in (value, *others):
            words = RUN.findall(fold(spelling)[1])
            words_of_value.update(words)
            inner = frozenset(stem_of(word) for word in words if len(word) >= LEAST_STEM and word not in FILLERS)
            if len(inner) > 1:
                for stem in inner:
                    stems.setdefault(stem, []).append((value, inner))
            if len(words) > 1:
                parts.update({word: value for word in words if len(word) >= LEAST_PART})
            joined = " ".join(words)
            letters = len(joined) - len(words) + 1
            if letters < _LEAST_LETTERS or (joined.endswith(("y", "ies")) and _SCIENCE.fullmatch(joined)):
                continue
            lengths.update(range(letters - 2, letters + 1))
            counts.add(len(words))
            firsts.add(joined[0])
            for size in (len(joined) - 1, len(joined), len(joined) + 1):
                for end in (joined[:HEAD], joined[-TAIL:]):
                    ends.setdefault((size, end), []).append((joined, value))
        owners.update(words_of_value)
    about = domain.words
    kept = {word: value for word, value in parts.items() if owners[word] == 1 and word not in about}
    if is_averse(domain.name):
        kept = {word: value for word, value in kept.items() if fold(value)[1].endswith(word)}
    followers, beliefs = _adherents(domain.aliases)
    has_names = sum(value[:1].isupper() for value in domain.aliases) * 2 > len(domain.aliases)
    return SpellingIndex(
        domain,
        lengths=frozenset(lengths),
        counts=tuple(sorted(counts, reverse=True)),
        firsts=frozenset(firsts),
        parts=kept,
        words=frozenset(owners),
        has_names=has_names,
        ends=ends,
        openings=frozenset([*(stem[:3] for stem in stems), *(one[:3] for one in _RELATED if stem_of(one) in stems)]),
        stems={stem: tuple(known) for stem, known in stems.items()},
        followers=followers,
        beliefs=beliefs,
    )


_OTHER_ADHERENTS = {"judaism": ("jew", "jews", "jewish"), "islam": ("muslim", "muslims", "islamic")}


def _adherents(names: Iterable[str]) -> tuple[re.Pattern[str] | None, dict[str, str]]:
    """A pattern for the followers of those values that are beliefs (`Sikhs`, `Buddhist`), and the belief of each."""
    beliefs: dict[str, str] = {}
    for name in names:
        lowered = name.casefold()
        stem = lowered.removesuffix("ism")
        if lowered in _OTHER_ADHERENTS:
            beliefs.update(dict.fromkeys(_OTHER_ADHERENTS[lowered], name))
        elif name[:1].isupper() and stem != lowered and len(stem) >= LEAST_PART:
            beliefs.update(dict.fromkeys((stem, f"{stem}s", f"{stem}ist", f"{stem}ists"), name))
    if not beliefs:
        return None, beliefs
    return re.compile(rf"\b(?:{'|'.join(sorted(beliefs, key=len, reverse=True))})\b"), beliefs


_RELATED = {
    "hot": "heat", "length": "long", "strength": "strong", "width": "wide", "depth": "deep", "height": "high",
    "warmth": "warm", "speech": "speak", "something": "anything", "everything": "anything", "stuff": "things",
    "toxin": "toxic", "toxins": "toxic", "poisonous": "toxic", "sound": "noise", "sounds": "noise", "noises": "noise",
}  # fmt: skip
"""Words that share their meaning with another one, but not its stem."""


@lru_cache(maxsize=4096)
def stem_of(word: str) -> str:
    """A word without its ending: `muddy`, `mud` and `muds` have one stem, and so have `sway` and `swaying`."""
    word = _RELATED.get(word, word)
    stem = word
    if len(word) > LEAST_STEM and word.endswith(_ENDINGS):
        stem = next((word.removesuffix(one) for one in _ENDINGS if word.endswith(one, _BEFORE_ENDING)), word)
        if word == f"{stem}y" and stem[-1] in _VOWELS:
            stem = word
    if stem[-1:] == stem[-2:-1] and stem[-1:] in _MAY_DOUBLE:
        stem = stem[:-1]
    return stem.removesuffix("e")
