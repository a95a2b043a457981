"""BM25 over turns and over whole sessions: the row that many published memories do not beat."""

from __future__ import annotations

from regulars.memory.bm25 import BM25
from regulars.memory.compose import Composed, compose
from regulars.memory.readers import shared
from regulars.memory.segment import Sessions

__all__ = ["bm25_session", "bm25_turn"]


def bm25_turn(*, k1: float = 1.5, b: float = 0.75) -> Composed:
    """An item is a turn.

    Args:
        k1: See `BM25`.
        b: See `BM25`; short chat turns want it near 0.
    """
    return compose(indexes=(BM25(k1, b),))


def bm25_session(*, k1: float = 1.5, b: float = 0.75) -> Composed:
    """An item is a session, the open one too; the context holds turns of the sessions found.

    Args:
        k1: See `BM25`.
        b: See `BM25`.
    """
    return compose(indexes=(BM25(k1, b),), segment=Sessions(), read=shared)
