"""Logs with a better search: fused rankings, keys with facts, and questions with dates."""

from __future__ import annotations

from regulars.memory.backends import dense, lexical
from regulars.memory.composition.compose import Composed, compose
from regulars.memory.embedders import HASHED, Embedder, build_embedder
from regulars.memory.parts.extraction.statements import statement_reader
from regulars.memory.parts.indexes.fact_keys import ValueAndFacts
from regulars.memory.parts.scoring.by_index import RRF, Score, Single, TimeAware
from regulars.memory.parts.segments.units import Rounds


def hybrid(
    *,
    k1: float = 1.5,
    b: float = 0.75,
    embedder: str | Embedder = HASHED,
    constant: float = 60.0,
    weight: float = 0.2,
    backend: str = "numpy",
    path: str | None = None,
) -> Composed:
    """BM25 and vectors over turns, fused by reciprocal rank.

    Vectors of hashed words know little that BM25 does not, so they weigh little here.

    Args:
        k1: See `BM25`.
        b: See `BM25`.
        embedder: Makes the vectors: an embedder, or the spec of one.
        constant: See `RRF`.
        weight: What the vectors weigh beside BM25.
        backend: Of both indexes: `numpy` or `sqlite`.
        path: See `regulars.memory.backends.lexical`.
    """
    indexes = (
        lexical(k1=k1, b=b, backend=backend, path=path),
        dense(build_embedder(embedder), backend=backend, path=path),
    )
    return compose(indexes=indexes, score=RRF(("bm25", "dense"), constant, weights=(1.0, weight)))


def longmemeval(
    *,
    join: str = "merge",
    reader: str = "rules",
    index: str = "bm25",
    time: bool = True,
    embedder: str | Embedder = HASHED,
    backend: str = "numpy",
    path: str | None = None,
) -> Composed:
    """LongMemEval's design: rounds as values, keys with facts, and time ranges read from the question.

    Exact: the unit, the joins of keys, only people's words in the key, items by time in the context. Stand-ins: rules
    for the model that extracts facts, a grammar that abstains for the one that reads time ranges. Notes on each item
    are the assistant's business: `--assistant openai:MODEL:mode=note`.

    Args:
        join: How keys are joined: `merge`, `separate`, `replace`, `value`.
        reader: What reads facts.
        index: `bm25` or `dense`.
        time: Whether a question's own words on time count.
        embedder: Makes the vectors: an embedder, or the spec of one.
        backend: See `regulars.memory.backends.lexical`, and `dense` there where that is the index.
        path: See there.
    """
    found_by = (
        lexical(backend=backend, path=path)
        if index == "bm25"
        else dense(build_embedder(embedder), backend=backend, path=path)
    )
    score: Score = Single(found_by.retriever)
    return compose(
        indexes=(found_by,),
        segment=Rounds(),
        keys=ValueAndFacts(statement_reader(reader), join),
        score=TimeAware(score) if time else score,
    )
