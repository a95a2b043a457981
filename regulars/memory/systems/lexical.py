"""BM25 over turns or sessions, a strong baseline."""

from __future__ import annotations

from regulars.memory.backends import lexical
from regulars.memory.composition.compose import Composed, compose
from regulars.memory.parts.reading.lines import shared
from regulars.memory.parts.segments.units import SessionUnits


def bm25_turn(
    *, k1: float = 1.5, b: float = 0.75, once: bool = False, backend: str = "numpy", path: str | None = None
) -> Composed:
    """BM25 with a turn as an item.

    Args:
        k1: See `BM25`.
        b: See `BM25`; short chat turns want it near 0.
        once: See `BM25`.
        backend: See `regulars.memory.backends.lexical`.
        path: See there.
    """
    return compose(indexes=(lexical(k1=k1, b=b, once=once, backend=backend, path=path),))


def bm25_session(
    *, k1: float = 1.5, b: float = 0.75, once: bool = False, backend: str = "numpy", path: str | None = None
) -> Composed:
    """BM25 with a session as an item, including the open one. The context shows turns of the sessions found.

    Args:
        k1: See `BM25`.
        b: See `BM25`.
        once: See `BM25`.
        backend: See `regulars.memory.backends.lexical`.
        path: See there.
    """
    return compose(
        indexes=(lexical(k1=k1, b=b, once=once, backend=backend, path=path),), segment=SessionUnits(), read=shared
    )
