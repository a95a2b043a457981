"""Exact nearest neighbours among hashed vectors: needs no model and no file."""

from __future__ import annotations

from regulars.memory.compose import Composed, compose
from regulars.memory.dense import Dense
from regulars.memory.embedders import HashedEmbedder
from regulars.memory.readers import shared
from regulars.memory.segment import Sessions

__all__ = ["dense_session", "dense_turn"]


def dense_turn(*, dims: int = 256) -> Composed:
    """An item is a turn.

    Args:
        dims: The dimensions of a vector.
    """
    return compose(indexes=(Dense(HashedEmbedder(dims)),))


def dense_session(*, dims: int = 256) -> Composed:
    """An item is a session, the open one too; the context holds turns of the sessions found.

    Args:
        dims: The dimensions of a vector.
    """
    return compose(indexes=(Dense(HashedEmbedder(dims)),), segment=Sessions(), read=shared)
