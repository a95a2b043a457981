"""Scoring by association: also finds items that were used together with the hits.

Source: Park and Bak, Memoria (arXiv 2310.03052).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from regulars.memory.parts.links.hebb import ENGRAMS
from regulars.memory.parts.scoring.expand import ranked
from regulars.memory.parts.settings import checked
from regulars.memory.parts.view import View
from regulars.memory.protocol import Cue, Hit


@dataclass(frozen=True, slots=True)
@checked(depth=(0, 5), fade=(0.0, 1.0))
class Associative:
    """Ranks the best items of an index and the items linked to them, which get a share of the score by weight.

    Attributes:
        retriever: The index.
        depth: How many steps along links, 0 to 5.
        fade: The factor on a score per step, in [0, 1].
    """

    retriever: str = "dense"
    depth: int = 2
    fade: float = 0.5

    def __call__(self, cue: Cue, view: View) -> Sequence[Hit]:
        """The ranked items."""
        found = view.search(self.retriever, cue, cue.k)
        scores = {item.id: score for item, score in found}
        own = {id: {self.retriever: score} for id, score in scores.items()}
        active = {id: score for id, score in scores.items() if score > 0}
        engrams = view.tracker(ENGRAMS)
        ties: dict[str, float] = {}
        for _ in range(self.depth):
            spread: dict[str, float] = {}
            for id, score in active.items():
                for other, weight in engrams.tied(id).items():
                    spread[other] = spread.get(other, 0.0) + self.fade * weight * score
            for other, score in spread.items():
                ties[other] = ties.get(other, 0.0) + score
            active = spread
        whole = {id: scores.get(id, 0.0) + ties.get(id, 0.0) for id in {**scores, **ties}}
        retrievers = {id: {**own.get(id, {}), **({"ties": round(ties[id], 9)} if id in ties else {})} for id in whole}
        return ranked(whole, retrievers, view, cue.k)
