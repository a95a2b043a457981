"""Memories that learn from feedback: lessons by counts, value, similarity and use, and a learned ranking."""

from __future__ import annotations

from regulars.memory.composition.compose import Composed, compose
from regulars.memory.embedders import HASHED, Embedder, build_embedder
from regulars.memory.journal.operations import TURN
from regulars.memory.parts.admission.merged_topics import MergedTopics
from regulars.memory.parts.indexes.bm25 import BM25
from regulars.memory.parts.indexes.dense import Dense
from regulars.memory.parts.indexes.keys import KindsOnly
from regulars.memory.parts.learning.citations import IN_REPLY, Citations, Cites, LearnedRanking, Reranker
from regulars.memory.parts.learning.experiences import EXPERIENCE, Experiences, lesson_reader
from regulars.memory.parts.learning.lesson_counts import ByCounts, WishCounts
from regulars.memory.parts.learning.q_table import ByValue, ClosestPairs, QTable
from regulars.memory.parts.learning.recalled_lessons import OfAlike, OfLast, Pruned, Refined
from regulars.memory.parts.learning.utility import ByUse, Distil, UselessGone
from regulars.memory.parts.reading.lines import shared
from regulars.memory.parts.scoring.by_index import Single
from regulars.memory.parts.segments.units import Rounds
from regulars.memory.parts.view import Together

_TURNS = KindsOnly((TURN,))
_FOUND = Single("bm25", (TURN,))
_APART = {"bm25": _TURNS, "dense": KindsOnly((EXPERIENCE,))}


def lesson_counts(*, pool: bool = False, strength: float = 10.0, reader: str = "words") -> Composed:
    """BM25 over turns, and lessons on how each person wants replies.

    Exact: the credit of a rating by Bayes' rule for a noisy disjunction. With `pool`, the experiences of all people are
    kept together, without anyone's words. A new person is then treated as earlier people wanted.

    Args:
        pool: Whether lessons are shared between people.
        strength: See `ByCounts`.
        reader: Reads replies and remarks.
    """
    return compose(
        indexes=(BM25(),),
        keys=_TURNS,
        score=_FOUND,
        trackers=(WishCounts(),),
        learn=Experiences(lesson_reader(reader), worded=not pool),
        teach=ByCounts(pool, strength),
        pools=frozenset({EXPERIENCE}) if pool else frozenset(),
    )


def rememberer(
    *,
    double: bool = False,
    steps: int = 1,
    gamma: float = 0.0,
    alpha: float = 0.0,
    capacity: int = 256,
    embedder: str | Embedder = HASHED,
    reader: str = "words",
) -> Composed:
    """REMEMBERER: a table of action values by situation, and lessons from the best actions in similar situations.

    Exact: n-step returns that continue with the most similar situation, both updates, eviction. In the spirit of the
    publication: an action is a setting or procedure that a reply keeps or breaks; a situation is what was wanted and
    said. Two published defects are avoided: the second table is read where both know a situation, and of the closest
    pair the less visited record is deleted.

    Args:
        double: Whether to use two tables, updated in turn and read as their mean.
        steps: See `QTable`.
        gamma: See `QTable`.
        alpha: See `QTable`; 0 for the update by the mean.
        capacity: The most situations per person.
        embedder: Makes the vectors: an embedder, or the spec of one.
        reader: Reads replies and remarks.
    """
    table = QTable(build_embedder(embedder), steps, gamma, alpha, double)
    return compose(
        indexes=(BM25(),),
        keys=_TURNS,
        score=_FOUND,
        trackers=(table,),
        learn=Experiences(lesson_reader(reader)),
        forget=ClosestPairs(capacity),
        teach=ByValue(),
    )


def reme(*, validated: int = 3, alpha: int = 5, beta: float = 0.3, window: int = 20, reader: str = "words") -> Composed:
    """ReMe: lessons distilled from success, failure and comparison, taught after validation, deleted when useless.

    Exact: the deletion. Stand-in: rules for the model that distils.

    Args:
        validated: See `ByUse`.
        alpha: See `UselessGone`.
        beta: See `UselessGone`.
        window: See `Distil`.
        reader: Reads replies and remarks.
    """
    return compose(
        indexes=(BM25(),),
        keys=_TURNS,
        score=_FOUND,
        learn=Together((Experiences(lesson_reader(reader)), Distil(window))),
        forget=UselessGone(alpha, beta),
        teach=ByUse(validated),
    )


def exprag(*, k: int = 20, embedder: str | Embedder = HASHED, reader: str = "words") -> Composed:
    """ExpRAG: rounds, and lessons from the k experiences most similar to the cue.

    In the spirit of the publication: experiences become lessons, not examples in the context.

    Args:
        k: Experiences that are brought back.
        embedder: Makes the vectors: an embedder, or the spec of one.
        reader: Reads replies and remarks.
    """
    return compose(
        indexes=(BM25(), Dense(build_embedder(embedder))),
        segment=Rounds(),
        keys=_APART,
        score=_FOUND,
        learn=Experiences(lesson_reader(reader)),
        teach=OfAlike(k),
    )


def exprecent(*, k: int = 20, reader: str = "words") -> Composed:
    """ExpRecent: rounds, and lessons from the last k experiences.

    In the spirit of the publication, as ExpRAG.

    Args:
        k: Experiences that are brought back.
        reader: Reads replies and remarks.
    """
    return compose(
        indexes=(BM25(),),
        segment=Rounds(),
        keys=_TURNS,
        score=_FOUND,
        learn=Experiences(lesson_reader(reader)),
        teach=OfLast(k),
    )


def remem(*, k: int = 20, most: int = 200, embedder: str | Embedder = HASHED, reader: str = "words") -> Composed:
    """ReMem: experiences that are merged, pruned and refined before they become lessons.

    In the spirit of the publication: fixed rules stand in for the model that thinks, acts and refines.

    Args:
        k: Experiences that teach.
        most: See `Pruned`.
        embedder: Makes the vectors: an embedder, or the spec of one.
        reader: Reads replies and remarks.
    """
    return exprag(k=k, embedder=embedder, reader=reader).varied(forget=Pruned(most), teach=Refined(k))


def rmm(
    *,
    pool: int = 20,
    shown: int = 5,
    rate: float = 0.005,
    full: bool = False,
    noise: float = 1.0,
    least: float = 0.6,
    embedder: str | Embedder = HASHED,
    cites: Cites | None = None,
    credit: str = "feedback",
    seed: int = 0,
) -> Composed:
    """RMM: topics across sessions, and a ranking that learns from what replies cite.

    Exact: the residual reranker, Gumbel sampling, REINFORCE with a baseline; the rewards with `credit=citations`. In
    the spirit of the publication: a topic is its turns, without a summary; a reply cites an item if it has a word of
    the item that was not in the question. The memory learns what to recall, and gives no lessons on style.

    Args:
        pool: K: how many of the nearest items are ranked again.
        shown: M: how many of them are shown.
        rate: The learning rate.
        full: Whether the weights are matrices, as published, or diagonals, which uninformative feedback disturbs less.
        noise: The factor on the Gumbel noise; 0 for no exploration.
        least: See `MergedTopics`.
        embedder: Makes the vectors: an embedder, or the spec of one.
        cites: Says which items a reply used; by default it compares words.
        credit: The reward of a citation: `feedback` uses the feedback on the reply relative to its mean; `citations`,
            as published, is +1 whatever the feedback.
        seed: The seed of the draws.
    """
    vectors = build_embedder(embedder)
    return compose(
        indexes=(Dense(vectors),),
        keys=_TURNS,
        score=LearnedRanking("dense", pool, shown, noise),
        trackers=(Reranker(vectors, rate, full),),
        consolidate=MergedTopics("dense", least),
        learn=Citations("dense", pool, cites or IN_REPLY, credit),
        read=shared,
        seed=seed,
    )
