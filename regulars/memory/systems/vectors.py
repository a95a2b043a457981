"""Exact nearest neighbours among hashed vectors: needs no model and no file."""

from __future__ import annotations

from regulars.memory.backends import dense
from regulars.memory.compose import Composed, compose
from regulars.memory.embedders import HashedEmbedder
from regulars.memory.readers import shared
from regulars.memory.segment import Sessions

__all__ = ["dense_session", "dense_turn"]


def dense_turn(*, dims: int = 256, backend: str = "numpy", path: str | None = None) -> Composed:
    """An item is a turn.

    Args:
        dims: The dimensions of a vector.
        backend: See `regulars.memory.backends.dense`.
        path: See there.
    """
    return compose(indexes=(dense(HashedEmbedder(dims), backend=backend, path=path),))


def dense_session(*, dims: int = 256, backend: str = "numpy", path: str | None = None) -> Composed:
    """An item is a session, the open one too; the context holds turns of the sessions found.

    Args:
        dims: The dimensions of a vector.
        backend: See `regulars.memory.backends.dense`.
        path: See there.
    """
    return compose(indexes=(dense(HashedEmbedder(dims), backend=backend, path=path),), segment=Sessions(), read=shared)
