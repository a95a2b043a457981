"""Keeps freed process memory out of files.

Chroma writes the memory of a graph to a file before it fills it. That memory may still hold the vectors of a dropped
index whose folder was removed. `malloc` can overwrite the memory that it returns (mallopt(3), `M_PERTURB`), which is
switched on while Chroma works. With another C library than GNU's this has no effect.
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
    """A context in which newly allocated memory has no old content. Several threads may be in it."""
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
    if not hasattr(library, "gnu_get_libc_version"):  # other C libraries use other constants
        return None
    found: Callable[[int, int], int] = library.mallopt
    return found
