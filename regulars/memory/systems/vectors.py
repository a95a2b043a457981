"""Exact nearest neighbours among vectors; by default among hashed ones, which need no model and no file."""

from __future__ import annotations

from regulars.memory.compose import Composed, compose
from regulars.memory.dense import Dense
from regulars.memory.embedders import HASHED, Embedder, build_embedder
from regulars.memory.readers import shared
from regulars.memory.segment import Sessions

__all__ = ["dense_session", "dense_turn"]


def dense_turn(*, embedder: str | Embedder = HASHED, dims: int | None = None) -> Composed:
    """An item is a turn.

    Args:
        embedder: Makes the vectors: an embedder, or the spec of one.
        dims: The dimensions of a hashed vector.
    """
    return compose(indexes=(Dense(build_embedder(embedder, dims)),))


def dense_session(*, embedder: str | Embedder = HASHED, dims: int | None = None) -> Composed:
    """An item is a session, the open one too; the context holds turns of the sessions found.

    Args:
        embedder: Makes the vectors: an embedder, or the spec of one.
        dims: The dimensions of a hashed vector.
    """
    return compose(indexes=(Dense(build_embedder(embedder, dims)),), segment=Sessions(), read=shared)
