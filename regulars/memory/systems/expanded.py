"""Memories that store plain turns and search them better: fused rankings, keys with facts, dated questions."""

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

    Hashed word vectors add little to BM25, so they get a low weight.

    Args:
        k1: See `BM25`.
        b: See `BM25`.
        embedder: Makes the vectors: an embedder, or the spec of one.
        constant: See `RRF`.
        weight: The weight of the vectors; BM25 has weight 1.
        backend: The backend of both indexes: `numpy` or `sqlite`.
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
    """LongMemEval's design: a round is an item, facts extend its key, and the question sets a time range.

    Exact: the unit, the ways to join keys, keys from people's words only, the context in time order. Stand-ins: rules
    for the model that extracts facts; a grammar, which may abstain, for the model that reads time ranges. The assistant
    writes notes on the items, if any: `--assistant openai:MODEL:mode=note`.

    Args:
        join: How facts and words form keys: `merge`, `separate`, `replace` or `value`. See `ValueAndFacts`.
        reader: Reads facts.
        index: `bm25` or `dense`.
        time: Whether time expressions in a question restrict the search.
        embedder: Makes the vectors: an embedder, or the spec of one.
        backend: See `lexical` and `dense` in `regulars.memory.backends`.
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
