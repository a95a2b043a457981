"""Memories of several levels: pages and segments, taxonomies, chunks, trees of summaries.

A summary consists of the most central sentences, in their original words. In the publications a model writes it.
docs/memory_graph.md lists what is exact and what is not.
"""

from __future__ import annotations

from regulars.memory.composition.compose import Composed, compose
from regulars.memory.embedders import HASHED, Embedder, build_embedder
from regulars.memory.journal.operations import TURN
from regulars.memory.parts.consolidation.paging import KNOWLEDGE, SEGMENT, Pager, Pages, segment_key
from regulars.memory.parts.consolidation.summaries import SUMMARY
from regulars.memory.parts.consolidation.trees import Runs, Soft, Taxonomy, Tree
from regulars.memory.parts.extraction.statements import statement_reader
from regulars.memory.parts.indexes.dense import Dense
from regulars.memory.parts.indexes.keys import KindsOnly, name_and_text
from regulars.memory.parts.indexes.named import Named
from regulars.memory.parts.learning.credit import Credited
from regulars.memory.parts.links.kinds import Backlinks
from regulars.memory.parts.reading.lines import distinct
from regulars.memory.parts.scoring.by_index import Single
from regulars.memory.parts.scoring.chunks import ChunkAttention, Means, Weighted
from regulars.memory.parts.scoring.routes import PagedSearch, Route, Walk, paged
from regulars.memory.parts.segments.pieces import Chunks
from regulars.memory.parts.segments.units import Rounds
from regulars.memory.parts.text.terms import WordCounts

_LEVELS = (("domain", 8, 0.2), ("category", 8, 0.3), ("trace", 8, 0.4))


def memoryos(
    *,
    reader: str = "rules",
    embedder: str | Embedder = HASHED,
    queue: int = 10,
    join: float = 0.6,
    hot: float = 5.0,
    segments: int = 2000,
    knowledge: int = 100,
) -> Composed:
    """Pages wait in a short queue and move to topic segments with heat. Hot segments become knowledge.

    Exact: the queue of ten, `cosine + Jaccard >= 0.6`, heat of visits, length and recency with the profile at 5,
    eviction of the least visited of 2,000 segments, 100 known statements, five segments, seven pages and twenty
    statements with their thresholds. In the spirit of the publication: a page is a round and its own topic; its gist is
    its most central sentence; knowledge comes from a reader of statements instead of a model's profile; chains of pages
    are left out. Published defects avoided: a page is in one segment, a query's keywords count, heat cools with the
    given time, and a search writes only the visit.

    Args:
        reader: Reads statements for the knowledge.
        embedder: Makes the vectors: an embedder, or the spec of one.
        queue: How many pages wait in the queue.
        join: The lowest score at which a page joins a segment.
        hot: The heat at which a segment is profiled.
        segments: How many segments are kept.
        knowledge: How many statements of knowledge are kept.
    """
    dense = Dense(build_embedder(embedder))
    return compose(
        indexes=(dense, Named("segments", dense)),
        segment=Rounds(),
        keys={"dense": KindsOnly((TURN, KNOWLEDGE)), "segments": KindsOnly((SEGMENT,), segment_key)},
        consolidate=Pager(
            statement_reader(reader), queue=queue, join=join, hot=hot, segments=segments, knowledge=knowledge
        ),
        trackers=(WordCounts(), Pages()),
        score=PagedSearch(),
        read=paged,
    )


def h_mem(*, embedder: str | Embedder = HASHED, width: int = 5, credits: float = 0.1) -> Composed:
    """Sorts turns into domains, categories and traces. The search descends from the best nodes.

    Exact: four levels; the top k of a level and then only their children; feedback weights of episodes. In the spirit
    of the publication, where a model names the levels: they are leader clusters of keywords, and each level requires
    more similarity. Numbers of keywords, similarities and `width` are ours. Feedback credits the items that the reply
    cites.

    Args:
        embedder: Makes the vectors: an embedder, or the spec of one.
        width: How many nodes of each level are opened.
        credits: The weight of a like or dislike.
    """
    dense = Dense(build_embedder(embedder))
    kinds = tuple(kind for kind, _, _ in _LEVELS)
    return compose(
        indexes=(dense, *(Named(kind, dense) for kind in kinds)),
        keys={"dense": KindsOnly((TURN,)), **{kind: KindsOnly((kind,)) for kind in kinds}},
        consolidate=Taxonomy(_LEVELS),
        learn=Credited(),
        trackers=(WordCounts(), Backlinks()),
        score=Route(kinds, width=width, credit=credits),
    )


def hcam(*, embedder: str | Embedder = HASHED, turns: int = 8, chunks: int = 8, sharpness: float = 20.0) -> Composed:
    """Finds chunks of turns by their mean vector, then weighs each turn in them by attention.

    Exact: chunks of fixed length, means as summaries, softmax over the top k only, attention inside, the product of
    both weights. In the spirit of the publication: vectors are not learned, `sharpness` stands in for the scale of
    learned projections, and a full memory is not dropped.

    Args:
        embedder: Makes the vectors: an embedder, or the spec of one.
        turns: How many turns a chunk has.
        chunks: How many chunks are opened.
        sharpness: The factor on the logits.
    """
    return compose(
        indexes=(Means(build_embedder(embedder)),),
        segment=Chunks(turns),
        score=ChunkAttention(chunks, sharpness),
        read=Weighted(sharpness),
    )


def raptor(*, embedder: str | Embedder = HASHED, size: int = 6, sentences: int = 2) -> Composed:
    """Summarises soft clusters of turns and clusters the summaries again. The search covers the whole tree.

    Exact: membership in several clusters at p > 0.1, the collapsed tree under a token budget. In the spirit of the
    publication: the tree grows at each session's end instead of over a finished text. Spherical k-means from fixed
    seeds stands in for reduced Gaussian mixtures, so the same turns give the same tree. Summaries are the most central
    sentences.

    Args:
        embedder: Makes the vectors: an embedder, or the spec of one.
        size: The mean number of members per cluster.
        sentences: How many sentences a summary has.
    """
    vectors = build_embedder(embedder)
    return compose(
        indexes=(Dense(vectors),),
        consolidate=Tree(Soft(vectors, size), sentences),
        trackers=(WordCounts(), Backlinks()),
        score=Single("dense"),
        read=distinct,
    )


def memwalker(*, embedder: str | Embedder = HASHED, fan: int = 8, steps: int = 12, sentences: int = 1) -> Composed:
    """Summarises runs of turns in a tree. A best-first walk from the top opens a few nodes.

    Exact: a tree over consecutive pieces, a walk from the root that can go back, a limit of steps. In the spirit of the
    publication: the walk opens the node with the best cosine, where a model chooses; a summary is the most central
    sentence of each child; the tree grows at each session's end, so it may have several roots. Turns without a parent
    are found without a walk. `fan` and `steps` are ours.

    Args:
        embedder: Makes the vectors: an embedder, or the spec of one.
        fan: How many children a node has.
        steps: How many nodes a walk opens.
        sentences: How many sentences of each child a summary has.
    """
    dense = Dense(build_embedder(embedder))
    return compose(
        indexes=(dense, Named("dense-nodes", dense)),
        keys={"dense": KindsOnly((TURN,), name_and_text), "dense-nodes": KindsOnly((SUMMARY,))},
        consolidate=Tree(Runs(fan), sentences, of_each=True),
        trackers=(WordCounts(), Backlinks()),
        score=Walk((SUMMARY,), steps=steps),
    )
