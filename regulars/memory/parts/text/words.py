"""Content words: the words of a text without common ones."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar

from regulars.chinese_text import bigrams, has_chinese

_COMMON = frozenset(
    """a about after again ah ain all also am an and any anybody anyone anything are aren as at be because been
    before being but by can come could couldn day did didn do does doesn doing don done everybody everyone
    everything for from get getting go going good got great had hadn has hasn have haven having he hello her here
    hers hey hi him his how i if in into is isn it its just know let like ll lot make me more most much my no
    nobody not nothing now of off oh on one only or our out over own please re really said say see she should
    shouldn so some somebody someone something such sure than thank thanks that the their them then there these
    they thing things think this those through time to too up us ve very want was wasn way we well were weren what
    when where which while who whom whose why will with won would wouldn wow yeah yes you your""".split()  # noqa: SIM905  # a list reads worse
)
"""The words of every conversation, and the parts of split contractions."""

_WORD = re.compile(r"[^\W_]+")
_WRITTEN = re.compile(r"\w+")
_KEPT = 16384
_SHORT = 1000

T = TypeVar("T")


def kept_for_short_texts(function: Callable[[str], T]) -> Callable[[str], T]:
    """Caches a function's results for texts of up to 1,000 characters."""
    kept = lru_cache(maxsize=_KEPT)(function)

    @wraps(function)
    def answer(text: str) -> T:
        return kept(text) if len(text) <= _SHORT else function(text)

    return answer


@kept_for_short_texts
def content_tokens(text: str) -> tuple[str, ...]:
    """The content words of a text, in lower case and in order, followed by pairs of Chinese characters.

    A single letter does not count, a single digit does.
    """
    words = _WORD.findall(text.lower())
    if has_chinese(text):
        words = [word for word in words if not has_chinese(word)] + bigrams(text)
    return tuple(word for word in words if word not in _COMMON and (len(word) > 1 or word.isdigit()))


@kept_for_short_texts
def content_words(text: str) -> frozenset[str]:
    """The words of `content_tokens`, each once."""
    return frozenset(content_tokens(text))


def normalised(text: str) -> str:
    """The words of a text in lower case, in order, to compare texts by their words."""
    return " ".join(_WRITTEN.findall(text.casefold()))
