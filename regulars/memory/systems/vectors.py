"""Exact nearest neighbours among hashed vectors: needs no model and no file."""

from __future__ import annotations

from regulars.memory.compose import Composed, compose
from regulars.memory.dense import Dense
from regulars.memory.embedders import HashedEmbedder

__all__ = ["dense_turn"]


def dense_turn(*, dims: int = 256) -> Composed:
    """An item is a turn.

    Args:
        dims: The dimensions of a vector.
    """
    return compose(indexes=(Dense(HashedEmbedder(dims)),))
