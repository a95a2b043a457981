"""Combines two rankings: by the sum or product of distances, or one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from regulars.memory.journal.items import Item
from regulars.memory.parts.settings import checked
from regulars.memory.parts.view import View
from regulars.memory.protocol import Cue, Hit

_DIGITS = 9


@dataclass(frozen=True, slots=True)
@checked(how=("sum", "product"))
class Distances:
    """Ranks by two distances: Euclidean for texts, `1 - cosine` for the other retriever.

    The vectors of texts have length 1, so their distance is `sqrt(2 - 2 cos)`. The two distances have different scales,
    as in the source. An item that a retriever does not find has the cosine 0 there.

    Source: Huang et al., Emotional RAG (2024), its strategies C-A (sum) and C-M (product).

    Attributes:
        texts: The retriever whose scores are cosines of texts.
        other: The retriever whose scores are cosines of something else.
        how: `sum` or `product`.
    """

    texts: str = "dense"
    other: str = "mood"
    how: str = "sum"

    def __call__(self, cue: Cue, view: View) -> Sequence[Hit]:
        """The nearest items; the score is the negative distance."""
        count = len(view.items())
        near = {item.id: (item, score) for item, score in view.search(self.texts, cue, count)}
        felt = {item.id: (item, score) for item, score in view.search(self.other, cue, count)}
        hits: list[tuple[float, Item, dict[str, float]]] = []
        for id in {**near, **felt}:
            item = (near.get(id) or felt[id])[0]
            cosines = {self.texts: near[id][1] if id in near else 0.0, self.other: felt[id][1] if id in felt else 0.0}
            apart, other = sqrt(max(0.0, 2 - 2 * cosines[self.texts])), 1 - cosines[self.other]
            distance = apart + other if self.how == "sum" else apart * other
            hits.append((round(distance, _DIGITS), item, cosines))
        hits.sort(key=lambda hit: (hit[0], hit[1].order))
        return [
            Hit(item.id, -distance, item.sources, retrievers) for distance, item, retrievers in hits[: max(cue.k, 0)]
        ]


@dataclass(frozen=True, slots=True)
@checked(wide=(1, 100))
class Cascade:
    """Ranks the best items of one retriever by another.

    The first retriever gives `wide` times k candidates, and the k best by the second are returned. An item that one
    retriever does not find scores 0 there. Each retriever breaks the ties of the other.

    Sources: Huang et al., Emotional RAG (2024), its strategies S-C and S-S (20 candidates, 10 results); the two stages
    of MOOM (2025).

    Attributes:
        first: The retriever that chooses candidates.
        then: The retriever that ranks them.
        wide: The number of candidates, as a multiple of k, 1 to 100.
    """

    first: str
    then: str
    wide: int = 2

    def __call__(self, cue: Cue, view: View) -> Sequence[Hit]:
        """The ranked items."""
        ranked = self.candidates(cue, view)
        ranked.sort(key=lambda row: (-row[2], -row[1], row[0].order))
        return [
            Hit(item.id, then, item.sources, {self.first: first, self.then: then})
            for item, first, then in ranked[: max(cue.k, 0)]
        ]

    def candidates(self, cue: Cue, view: View) -> list[tuple[Item, float, float]]:
        """The items of the first stage with their scores in both, best first."""
        count = len(view.items())
        first = {item.id: (item, score) for item, score in view.search(self.first, cue, count)}
        then = {item.id: (item, score) for item, score in view.search(self.then, cue, count)}
        rows = [
            ((first.get(id) or then[id])[0], first[id][1] if id in first else 0.0, then[id][1] if id in then else 0.0)
            for id in {**first, **then}
        ]
        rows.sort(key=lambda row: (-row[1], -row[2], row[0].order))
        return rows[: max(cue.k, 0) * self.wide]
