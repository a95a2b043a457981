"""Finds where a reply refers to options by the words in which they differ.

Words that several options share refer to all of these: of "fierce rivalry and khaki", "fierce rivalry and maroon" and
"toy weapons and khaki", `rivalry` means the first two and `khaki` the first and the last, so both together mean one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, pairwise

from regulars.calendar_text import MONTHS
from regulars.number_text import find_numbers
from regulars.rewards.choices.options import PLACES, START, OptionReference, find_letters, folded
from regulars.values import normalise

_WORD = re.compile(r"[^\W_]+")
_ENDINGS = re.compile(r"(?:'s|s)$")
_COMMON_WORDS = """
    a an and are as at be been because before by can did do does for from had has have he her his i if in into
    is it its me my no nor not of off on one only or our out over own s say she so some somebody something
    somebody's t than that the their them then there these they thing things this those to too up us was we were
    what when which while who whose will with without word concerned far down sake everybody never just very you
    your yours but letting go going went begin end build around leave room neither giving give standing stand said told
"""
_COMMON = frozenset(_COMMON_WORDS.split())
"""Words that refer to no option by themselves."""
_OF_MONTH = re.compile(
    rf"[ -](?:in )?(?:{'|'.join(MONTHS)}|(?:that|this) (?:month|year|week|day)"
    r"|(?:morning|afternoon|evening|summer|autumn|winter|spring))\b"
)
"""Behind `early` or `late`: a time, and no option."""
_TIMES = re.compile(r"(?:earl|late|mid|end|start|begin)")
_ORDINALS = frozenset(PLACES) | {"latest", "earliest"}
_LEAST_STEM = 4
_MISSPELT = 6
"""The number of letters from which on a word may be off by one letter."""
_SYNONYMS: dict[str, tuple[str, ...]] = {
    "first": (
        *("earlier", "earliest", "initial", "initially", "start", "beginning"),
        *("original", "originally", "outset", "opening", "opened"),
    ),
    "last": ("latest", "later", "latter", "recent", "newest", "current", "currently", "now", "end", "final"),
    "latest": ("newest", "newer"),
    "earliest": ("oldest", "older"),
    "friend": ("mate", "pal", "buddy"),
    **dict.fromkeys(("bicycle", "bicycles"), ("bike", "bikes", "cycle", "cycling")),
}
"""Other words for the first and the last of what was said, for people, and for short forms of things."""


class OptionWords:
    """The words by which options differ.

    Args:
        options: Their texts.
        heads_only: Whether the options are names: only the last word may stand for one, as `the decanter` does for a
            wine decanter, and a word of the same stem does not.
    """

    __slots__ = ("_by_stem", "_heads_only", "_numbers", "is_permuted", "names_places", "orders")

    def __init__(self, options: Sequence[str], heads_only: bool = False) -> None:
        self._heads_only = heads_only
        words = [_WORD.findall(normalise(option)) for option in options]
        every = {word for some in words for word in some if word not in _COMMON}
        self._by_stem: dict[str, list[tuple[str, frozenset[int]]]] = {}
        self._numbers: dict[str, frozenset[int]] = {}
        for word in sorted(every):
            within = frozenset(index for index, some in enumerate(words) if word in some)
            if len(within) == len(options) or (heads_only and any(words[index][-1] != word for index in within)):
                continue
            if word.isdigit():
                self._numbers[word] = within
            for spelling in (word, *_other_number(word), *_SYNONYMS.get(word, ())):
                self._by_stem.setdefault(spelling[:_LEAST_STEM], []).append((spelling, within))
        self.names_places = any(word in _ORDINALS for word in every)
        self.orders = _orders(words)
        self.is_permuted = len(self.orders[0]) > 1 and any(
            sorted(one) == sorted(other) and one != other for one, other in combinations(self.orders, 2)
        )

    def find(self, lowered: str) -> list[OptionReference]:
        """References by these words; neighbouring words that mean the same options are one."""
        found = []
        if self._by_stem:
            for match in _WORD.finditer(lowered):
                within = self._meant(match[0])
                is_time = within and _TIMES.match(match[0]) and _OF_MONTH.match(lowered, match.end())
                if within and not is_time:
                    found.append(OptionReference(within, *match.span(), "words"))
        if self._numbers:
            found += [
                OptionReference(self._numbers[number.value], number.start, number.end, "words")
                for number in find_numbers(lowered)
                if number.value in self._numbers and not lowered[number.start].isdigit()
            ]
            found.sort(key=START)
        return _joined(found, lowered)

    def _meant(self, word: str) -> frozenset[int]:
        best: frozenset[int] = frozenset()
        for spelling, within in self._by_stem.get(word[:_LEAST_STEM], ()):
            if spelling == word:
                return within
            if word not in _COMMON and _is_same_word(word, spelling, not self._heads_only):
                best = best | within
        return best


@lru_cache(maxsize=2048)
def option_words(options: tuple[str, ...], heads_only: bool = False) -> OptionWords:
    """The words by which some options differ, read once."""
    return OptionWords(options, heads_only)


def _other_number(word: str) -> tuple[str, ...]:
    """The singular or the plural of a word so short that they have no stem in common: `bars` and `bar`."""
    if len(word) == _LEAST_STEM and word.endswith("s") and not word.endswith("ss"):
        return (word[:-1],) if word[:-1] not in _COMMON else ()
    return (f"{word}s",) if len(word) == _LEAST_STEM - 1 and word.isalpha() else ()


def names_one(cell: str, words: OptionWords, count: int) -> bool:
    """Whether the words at the head of a column name one option, by one of `count` letters or by its words."""
    cased, lowered = folded(cell)
    found = (find_letters(cased, lowered, count) if count else []) or words.find(lowered)
    return len(found) == 1 and len(found[0].options) == 1


def _joined(found: Sequence[OptionReference], lowered: str) -> list[OptionReference]:
    """Words of one phrase as one reference: to the options that all of them mean."""
    made: list[OptionReference] = []
    for one in found:
        last = made[-1] if made else None
        if last is not None and last.options & one.options and not lowered[last.end : one.start].strip(" -*_'\""):
            made[-1] = OptionReference(last.options & one.options, last.start, one.end, "words")
        else:
            made.append(one)
    return made


@lru_cache(maxsize=8192)
def _is_same_word(word: str, other: str, by_stem: bool) -> bool:
    """Whether two words have the same stem (`praised`, `praise`), or a long one is misspelt by one letter."""
    if word.isdigit() or other.isdigit():
        return False
    short, long = sorted((_ENDINGS.sub("", word), _ENDINGS.sub("", other)), key=len)
    common = next((i for i, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    if short == long:
        return True
    if by_stem and common >= max(_LEAST_STEM, len(short) - 2) and len(long) - common <= _LEAST_STEM:
        return True
    return len(short) >= _MISSPELT and _is_one_edit(short, long, common)


def _is_one_edit(short: str, long: str, common: int) -> bool:
    if len(long) - len(short) > 1:
        return False
    return long[common + 1 :] == short[common + (len(long) == len(short)) :]


def _orders(words: Sequence[Sequence[str]]) -> list[tuple[str, ...]]:
    """The words of each option in their order."""
    return [tuple(word for word in some if word not in _COMMON) for some in words]


def told_in_order(options: Sequence[int], orders: Sequence[Sequence[str]], lowered: str) -> list[int]:
    """Those options whose words first stand in `lowered` in the option's own order."""
    fitting = []
    for option in options:
        at = [lowered.find(word) for word in dict.fromkeys(orders[option])]
        if min(at, default=-1) >= 0 and all(low < high for low, high in pairwise(at)):
            fitting.append(option)
    return fitting
