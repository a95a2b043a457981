"""Terms: word stems with their counts, keywords and central sentences of texts.

They stand in for the model that published systems ask for keywords or a summary. All of them select original words and
write none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from math import log, sqrt
from typing import TYPE_CHECKING

from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import TURN, Draft, Op
from regulars.memory.parts.no_settings import NoSettings
from regulars.memory.parts.text.sentences import sentences
from regulars.memory.parts.text.words import content_tokens, kept_for_short_texts
from regulars.memory.parts.view import View

if TYPE_CHECKING:
    from snowballstemmer.basestemmer import BaseStemmer


COUNTS = "word-counts"
"""The name of the tracker of word counts in views."""

_LONGEST = 40


@kept_for_short_texts
def stems(text: str) -> tuple[str, ...]:
    """The stems of a text's content words, in order; for Chinese, pairs of characters.

    Snowball's `english` stems English words.
    """
    return tuple(_stem(word[:_LONGEST]) for word in content_tokens(text))


@lru_cache(maxsize=1)
def _stemmer() -> BaseStemmer:
    import snowballstemmer

    stemmer: BaseStemmer = snowballstemmer.stemmer("english")
    return stemmer


@lru_cache(maxsize=16384)
def _stem(word: str) -> str:
    stemmed: str = _stemmer().stemWord(word)  # type: ignore[no-untyped-call]
    return stemmed


class WordCounts(NoSettings):
    """A tracker that counts the turns with a stem in each scope. Turns stay counted when their unit is deleted.

    Attributes:
        name: The tracker's name in views.
    """

    __slots__ = ("_counts", "_turns")

    name = COUNTS

    def __init__(self) -> None:
        self._counts: dict[str, Counter[str]] = {}
        self._turns: Counter[str] = Counter()

    def follow(self, op: Op, before: Item | None) -> None:
        """Counts the stems of a new turn."""
        draft = op.draft
        if draft is None or draft.kind != TURN or op.verb not in ("ADD", "MERGE"):
            return
        self._turns[draft.scope] += 1
        self._counts.setdefault(draft.scope, Counter()).update(set(stems(draft.text)))

    def rarity(self, scope: str, stem: str) -> float:
        """The smoothed inverse document frequency `ln((1 + N) / (1 + df)) + 1`.

        Source: Sparck Jones, A Statistical Interpretation of Term Specificity (Journal of Documentation, 1972), with
        the usual smoothing, so that a new stem has a weight.
        """
        counts = self._counts.get(scope)
        return log((1 + self._turns[scope]) / (1 + (counts[stem] if counts is not None else 0))) + 1.0


def keywords(text: str, view: View, count: int) -> list[str]:
    """The stems with the highest `tf * idf`; among equals the first in the text.

    Args:
        text: The text.
        view: A view of a memory with the tracker `WordCounts`.
        count: How many at most.
    """
    counts: WordCounts = view.tracker(COUNTS)
    weights = {stem: round(tf * counts.rarity(view.scope, stem), 9) for stem, tf in Counter(stems(text)).items()}
    return sorted(weights, key=lambda stem: -weights[stem])[:count]


def jaccard(one: Iterable[str], other: Iterable[str]) -> float:
    """The Jaccard coefficient of two sets of terms, in [0, 1]; 0 if both are empty."""
    ours, theirs = set(one), set(other)
    return len(ours & theirs) / len(ours | theirs) if ours | theirs else 0.0


def central(parts: Sequence[Draft], view: View, count: int, least: int = 3) -> list[Draft]:
    """The most central sentences of some parts, in their original order.

    A sentence's weight is the sum of its stems' weights in the centroid, `tf * idf` over all parts, divided by the
    square root of their number. Source: Radev, Jing, Stys and Tam, Centroid-based Summarization of Multiple Documents
    (2004), which does not divide, so that the longest sentence wins.

    Args:
        parts: The parts to summarise.
        view: A view of a memory with the tracker `WordCounts`.
        count: The most sentences.
        least: The fewest stems of a sentence; ignored if no sentence has that many.

    Returns:
        The parts, each with one of its sentences.
    """
    counts: WordCounts = view.tracker(COUNTS)
    said = [replace(part, text=text) for part in parts for text in sentences(part.text)]
    tf = Counter(stem for draft in said for stem in stems(draft.text))
    centroid = {stem: number * counts.rarity(view.scope, stem) for stem, number in tf.items()}
    long = [draft for draft in said if len(set(stems(draft.text))) >= least] or said
    weights = []
    for draft in long:
        words = sorted(set(stems(draft.text)))
        weights.append(round(sum(centroid[word] for word in words) / sqrt(len(words)), 9) if words else 0.0)
    chosen = sorted(sorted(range(len(long)), key=lambda place: -weights[place])[:count])
    return [long[place] for place in chosen]
