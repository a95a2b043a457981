"""Surprisal: how unusual words are, by their counts so far."""

from __future__ import annotations

import re
from collections import Counter
from math import log2

from regulars.chinese_text import bigrams, has_chinese
from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import TURN, Op
from regulars.memory.parts.no_settings import NoSettings

UNIGRAMS = "unigrams"
"""The tracker's name in views."""

_WORD = re.compile(r"\w+(?:'\w+)?")


class Unigrams(NoSettings):
    """A tracker that counts the words of each scope's turns. Words stay counted when their unit is deleted.

    Attributes:
        name: The tracker's name in views.
    """

    __slots__ = ("_counts", "_totals")

    name = UNIGRAMS

    def __init__(self) -> None:
        self._counts: dict[str, Counter[str]] = {}
        self._totals: Counter[str] = Counter()

    def follow(self, op: Op, before: Item | None) -> None:
        """Counts the words of a new turn."""
        draft = op.draft
        if draft is not None and draft.kind == TURN and op.verb in ("ADD", "MERGE"):
            words = _words(draft.text)
            self._counts.setdefault(draft.scope, Counter()).update(words)
            self._totals[draft.scope] += len(words)

    def surprisal(self, scope: str, text: str) -> float:
        """The mean bits per word of the text, `-log2 (n + 1) / (N + V + 1)`; 0 for a text without words.

        n is the count of the word, N the count of all words, V the number of different words. The 1 in the denominator
        represents all unknown words. Source: C. E. Shannon, A Mathematical Theory of Communication (1948), with the
        add-one estimate of Laplace.
        """
        words = _words(text)
        if not words:
            return 0.0
        counts = self._counts.get(scope, Counter())
        size = log2(self._totals[scope] + len(counts) + 1)
        return sum(size - log2(counts[word] + 1) for word in words) / len(words)

    def perplexity(self, scope: str, text: str) -> float:
        """Two to the power of the surprisal; 1 for a text without words."""
        return float(2.0 ** self.surprisal(scope, text))


def _words(text: str) -> list[str]:
    words = _WORD.findall(text.lower())
    return [word for word in words if not has_chinese(word)] + bigrams(text) if has_chinese(text) else words
