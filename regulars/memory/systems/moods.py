"""Memories that search by mood as well as by words."""

from __future__ import annotations

from regulars.errors import ConfigurationError
from regulars.memory.composition.compose import Composed, compose
from regulars.memory.embedders import HASHED, Embedder, build_embedder
from regulars.memory.parts.forgetting.on_request import on_request
from regulars.memory.parts.indexes.dense import Dense
from regulars.memory.parts.indexes.moods import Moods
from regulars.memory.parts.scoring.by_index import Score
from regulars.memory.parts.scoring.fusion import Cascade, Distances

STRATEGIES: dict[str, Score] = {
    "C-A": Distances("dense", "mood", "sum"),
    "C-M": Distances("dense", "mood", "product"),
    "S-C": Cascade("dense", "mood"),
    "S-S": Cascade("mood", "dense"),
}
"""The sum of both distances, their product, words before mood, and mood before words."""


def emotional_rag(
    *, strategy: str = "C-A", reader: str = "rules", forgets: bool = True, embedder: str | Embedder = HASHED
) -> Composed:
    """Ranks turns by the distance of their words and of their mood.

    Exact: the four strategies and their distances, which have different scales. Stand-ins: a word list and eight
    directions of the circumplex for a model's eight emotions, hashed vectors for its embeddings.

    Args:
        strategy: `C-A`, `C-M`, `S-C` or `S-S`.
        reader: Reads requests to forget.
        forgets: Whether it forgets on request.
        embedder: Makes the vectors: an embedder, or the spec of one.
    """
    if strategy not in STRATEGIES:
        raise ConfigurationError(
            f"the strategy is {strategy!r}", where="emotional-rag", expected=f"one of {', '.join(STRATEGIES)}"
        )
    return compose(
        indexes=(Dense(build_embedder(embedder)), Moods()),
        score=STRATEGIES[strategy],
        unwanted=on_request(forgets, reader),
    )
