"""Keeps from files what a process had in memory and freed.

Chroma writes the memory of a graph into a file before it has filled it, and with it whatever stood there: the vectors
of an index that was dropped, though its folder is gone. `malloc` can overwrite what it hands out (mallopt(3),
`M_PERTURB`); it does so while Chroma works. Where the C library is not GNU's nothing can be done, and nothing is.
"""

from __future__ import annotations

import ctypes
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache

_PERTURB = -6
"""`M_PERTURB` of glibc's malloc.h."""

_FILLING = 0x5A
_LOCK = threading.Lock()
_working = 0


@contextmanager
def overwritten() -> Iterator[None]:
    """Within, memory that is handed out holds nothing of what stood there. Several threads may be within."""
    _enter(1)
    try:
        yield
    finally:
        _enter(-1)


def _enter(one: int) -> None:
    global _working
    mallopt = _mallopt()
    if mallopt is None:
        return
    with _LOCK:
        before, _working = _working, _working + one
        if not (before and _working):
            mallopt(_PERTURB, _FILLING if _working else 0)


@cache
def _mallopt() -> Callable[[int, int], int] | None:
    if not sys.platform.startswith("linux"):
        return None
    library = ctypes.CDLL(None)
    if not hasattr(library, "gnu_get_libc_version"):  # another C library, whose numbers mean something else
        return None
    found: Callable[[int, int], int] = library.mallopt
    return found
