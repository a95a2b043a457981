"""Attention over chunks: ranks chunks by the mean of their turns, then the turns inside the best chunks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from regulars.memory.embedders import Embedder
from regulars.memory.journal.items import Item
from regulars.memory.parts.indexes.ranking import best
from regulars.memory.parts.reading.lines import best_lines
from regulars.memory.parts.settings import checked
from regulars.memory.parts.view import View
from regulars.memory.protocol import Cue, Hit

_DIGITS = 5


def softmax(logits: Sequence[float], sharpness: float = 1.0) -> list[float]:
    """Positive weights with the sum 1, in proportion to exp(sharpness * logit)."""
    if not logits:
        return []
    values = np.exp(sharpness * (np.array(logits, dtype=np.float64) - max(logits)))
    return [float(value) for value in values / values.sum()]


class Means:
    """An index that ranks items by the dot product of the cue's vector and the mean vector of their parts.

    Args:
        embedder: Makes the vectors.
    """

    __slots__ = ("_embedder", "_scopes")

    retriever = "chunks"

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._scopes: dict[str, dict[str, list[NDArray[np.float32]]]] = {}

    def __repr__(self) -> str:
        return f"Means({self._embedder!r})"

    def blank(self) -> Means:
        """An empty index with the same embedder."""
        return Means(self._embedder)

    def put(self, scope: str, id: str, key: str) -> None:
        """Adds an item, or replaces its key."""
        held = self._scopes.setdefault(scope, {})
        held[id] = [self._embedder.embed([key])[0]]

    def extend(self, scope: str, id: str, key: str) -> None:
        """Adds a part to an item."""
        self._scopes[scope][id].append(self._embedder.embed([key])[0])

    def drop(self, scope: str, id: str) -> None:
        """Forgets an item."""
        del self._scopes[scope][id]

    def search(self, cue: Cue) -> Sequence[tuple[str, float]]:
        """The best items of the cue's scope."""
        held = self._scopes.get(cue.scope)
        if not held or cue.k <= 0:
            return ()
        query = self._embedder.embed([cue.text])[0]
        if not query.any():
            return ()
        scores = np.array([float(np.mean(parts, axis=0) @ query) for parts in held.values()])
        ids = list(held)
        chosen, values = best(scores, cue.k, digits=_DIGITS)
        return [(ids[place], value) for place, value in zip(chosen, values, strict=True)]

    def inside(self, scope: str, id: str, text: str) -> list[float]:
        """The dot product of a text with each part of an item."""
        query = self._embedder.embed([text])[0]
        return [round(float(part @ query), _DIGITS) for part in self._scopes[scope][id]]


@dataclass(frozen=True, slots=True)
@checked(chunks=(1, 1000), sharpness=(0.0, 1000.0))
class ChunkAttention:
    """Ranks the k best chunks, weighted by a softmax over only these. Each lists its turns best first.

    Source: HCAM (Lampinen et al., arXiv 2105.14039; repository google-deepmind/deepmind-research): summaries are means,
    the softmax is over the top k, attention follows inside each chunk. Projections are learned there; here only their
    scale is a setting.

    Attributes:
        chunks: How many chunks are ranked, 1 to 1,000.
        sharpness: The factor on the logits, 0 to 1,000.
        retriever: The index, `Means`.
    """

    chunks: int = 8
    sharpness: float = 20.0
    retriever: str = "chunks"

    def __call__(self, cue: Cue, view: View) -> Sequence[Hit]:
        """The ranked chunks."""
        found = view.search(self.retriever, cue, min(self.chunks, cue.k))
        weights = softmax([score for _, score in found], self.sharpness)
        hits = []
        for (item, score), weight in zip(found, weights, strict=True):
            inside = _inside(item, view, self.retriever, cue.text)
            order = sorted(zip(inside, item.parts, strict=True), key=lambda pair: -pair[0])
            sources = tuple(id for _, part in order for id in part.sources)
            hits.append(Hit(item.id, round(weight, 9), sources, {self.retriever: score}))
        return hits


@dataclass(frozen=True, slots=True)
@checked(sharpness=(0.0, 1000.0))
class Weighted:
    """Shows the turns of the found chunks by the product of two weights: the chunk's, and the turn's inside it.

    Attributes:
        sharpness: The same as for the `ChunkAttention` that found them.
        retriever: The index, `Means`.
    """

    sharpness: float = 20.0
    retriever: str = "chunks"

    def __call__(self, cue: Cue, ranked: Sequence[Item], view: View) -> tuple[str, int]:
        """The best lines that fit, in time order, and their tokens."""
        logits = [_inside(item, view, self.retriever, cue.text) for item in ranked]
        chunks = softmax([sum(inside) / len(inside) for inside in logits], self.sharpness)
        lines = [
            (round(chunk * weight, 9), item, number)
            for item, inside, chunk in zip(ranked, logits, chunks, strict=True)
            for number, weight in enumerate(softmax(inside, self.sharpness))
        ]
        lines.sort(key=lambda line: -line[0])
        return best_lines(cue, [(item, number) for _, item, number in lines])


def _inside(item: Item, view: View, retriever: str, text: str) -> list[float]:
    index: Any = view.index(retriever)
    inside: list[float] = index.inside(item.scope, item.id, text)
    return inside
