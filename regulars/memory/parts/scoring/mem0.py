"""Mem0's score of three signals: similar meaning, common words and common entities.

Source: mem0ai/mem0, commit 8d5b786 (2.0.18). One thing differs. The published code scores only items that the vectors
find above their threshold, so an item with only a common word or entity is never recalled. Here the candidates of all
three signals are scored.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp

from regulars.memory.parts.indexes.bm25 import alphanumerics
from regulars.memory.parts.settings import checked
from regulars.memory.parts.view import View
from regulars.memory.protocol import Cue, Hit

_DIGITS = 9

_CURVES = ((3, 5.0, 0.7), (6, 7.0, 0.6), (9, 9.0, 0.5), (15, 10.0, 0.5))
"""The most words of the query, the midpoint and the steepness of the sigmoid."""

_LONG = (12.0, 0.5)


def lexical_signal(raw: float, words: int) -> float:
    """A BM25 score in (0, 1): `1 / (1 + exp(-k * (raw - m)))`, with m and k by the length of the query.

    Args:
        raw: The BM25 score.
        words: The number of words in the query. Up to 3: m = 5 and k = .7; 6: 7, .6; 9: 9, .5; 15: 10, .5; more: 12,
            .5.
    """
    middle, steepness = next(((m, k) for most, m, k in _CURVES if words <= most), _LONG)
    return 1.0 / (1.0 + exp(-steepness * (raw - middle)))


@dataclass(frozen=True, slots=True)
@checked(threshold=(0.0, 1.0))
class ThreeSignals:
    """`(semantic + lexical + entity) / norm`, each in [0, 1], the last at most .5.

    `norm` is the highest possible sum of the signals with results: 1 for meaning only, 1.5 with entities, 2 with words,
    2.5 with both. The candidates are the first `max(4 * k, 60)` items of each signal. Meaning counts from `threshold`
    on and is 0 below.

    Attributes:
        semantic: The retriever of vectors.
        lexical: The retriever of words.
        entity: The retriever of entities.
        threshold: The lowest cosine that counts, in [0, 1]; .1 as published.
        kinds: The kinds of items that count; all if empty.
    """

    semantic: str = "dense"
    lexical: str = "bm25"
    entity: str = "entity"
    threshold: float = 0.1
    kinds: tuple[str, ...] = ()

    def __call__(self, cue: Cue, view: View) -> Sequence[Hit]:
        """The ranked items."""
        fan, words = max(4 * cue.k, 60), len(alphanumerics(cue.text))
        found = {
            retriever: view.search(retriever, cue, fan, self.kinds)
            for retriever in (self.semantic, self.lexical, self.entity)
        }
        found[self.semantic] = [pair for pair in found[self.semantic] if pair[1] >= self.threshold]
        norm = 1.0 + (1.0 if found[self.lexical] else 0.0) + (0.5 if found[self.entity] else 0.0)
        signals: dict[str, dict[str, float]] = {}
        items = {}
        for retriever, pairs in found.items():
            for item, raw in pairs:
                items[item.id] = item
                signals.setdefault(item.id, {})[retriever] = (
                    lexical_signal(raw, words) if retriever == self.lexical else raw
                )
        scores = {id: round(sum(retrievers.values()) / norm, _DIGITS) for id, retrievers in signals.items()}
        order = sorted(scores, key=lambda id: (-scores[id], items[id].order))
        return [Hit(id, scores[id], items[id].sources, signals[id]) for id in order[: max(cue.k, 0)]]
