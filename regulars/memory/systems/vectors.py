"""Exact nearest neighbours among vectors. The default vectors are hashed words and need no model."""

from __future__ import annotations

from regulars.memory.backends import dense
from regulars.memory.composition.compose import Composed, compose
from regulars.memory.embedders import HASHED, Embedder, build_embedder
from regulars.memory.parts.reading.lines import shared
from regulars.memory.parts.segments.units import SessionUnits


def dense_turn(*, embedder: str | Embedder = HASHED, backend: str = "numpy", path: str | None = None) -> Composed:
    """Vectors with a turn as an item.

    Args:
        embedder: Makes the vectors: an embedder, or the spec of one.
        backend: See `regulars.memory.backends.dense`.
        path: See there.
    """
    return compose(indexes=(dense(build_embedder(embedder), backend=backend, path=path),))


def dense_session(*, embedder: str | Embedder = HASHED, backend: str = "numpy", path: str | None = None) -> Composed:
    """Vectors with a session as an item, including the open one. The context shows turns of the sessions found.

    Args:
        embedder: Makes the vectors: an embedder, or the spec of one.
        backend: See `regulars.memory.backends.dense`.
        path: See there.
    """
    index = dense(build_embedder(embedder), backend=backend, path=path)
    return compose(indexes=(index,), segment=SessionUnits(), read=shared)
