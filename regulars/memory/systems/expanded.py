"""One log, searched better: two rankings as one, keys with facts, and questions that say when."""

from __future__ import annotations

from regulars.memory.compose import Composed, compose
from regulars.memory.embedders import HASHED, Embedder, build_embedder
from regulars.memory.extraction.statements import statement_reader
from regulars.memory.indexes.bm25 import BM25
from regulars.memory.indexes.dense import Dense
from regulars.memory.indexes.fact_keys import ValueAndFacts
from regulars.memory.scoring.by_index import RRF, Score, Single, TimeAware
from regulars.memory.segments.units import Rounds

__all__ = ["hybrid", "longmemeval"]


def hybrid(
    *,
    k1: float = 1.5,
    b: float = 0.75,
    embedder: str | Embedder = HASHED,
    dims: int | None = None,
    constant: float = 60.0,
    weight: float = 0.2,
) -> Composed:
    """BM25 and vectors over turns, fused by reciprocal rank.

    Vectors of hashed words know little that BM25 does not, so they weigh little here.

    Args:
        k1: See `BM25`.
        b: See `BM25`.
        embedder: Makes the vectors: an embedder, or the spec of one.
        dims: The dimensions of a hashed vector.
        constant: See `RRF`.
        weight: What the vectors weigh beside BM25.
    """
    indexes = (BM25(k1, b), Dense(build_embedder(embedder, dims)))
    return compose(indexes=indexes, score=RRF(("bm25", "dense"), constant, weights=(1.0, weight)))


def longmemeval(
    *,
    join: str = "merge",
    reader: str = "rules",
    index: str = "bm25",
    time: bool = True,
    embedder: str | Embedder = HASHED,
    dims: int | None = None,
) -> Composed:
    """The design of LongMemEval: rounds as values, keys with facts, questions that say when.

    Exact: the unit, the joins of keys, only people's words in the key, items by time in the context. Stand-ins: rules
    for the model that extracts facts, a grammar that abstains for the one that reads time ranges. Notes on each item
    are the assistant's business: `--assistant openai:MODEL:mode=note`.

    Args:
        join: How keys are joined: `merge`, `separate`, `replace`, `value`.
        reader: What reads facts.
        index: `bm25` or `dense`.
        time: Whether a question's own words on time count.
        embedder: Makes the vectors: an embedder, or the spec of one.
        dims: The dimensions of a hashed vector.
    """
    indexes = (BM25() if index == "bm25" else Dense(build_embedder(embedder, dims)),)
    score: Score = Single(indexes[0].arm)
    return compose(
        indexes=indexes,
        segment=Rounds(),
        keys=ValueAndFacts(statement_reader(reader), join),
        score=TimeAware(score) if time else score,
    )
