"""How many bytes a process has in use, told by its allocators or by tracing.

To trace every allocation makes what is traced three to four times as slow. What CPython's own allocator has handed out
and what the C library has handed out are counted anyway, and together they are no less than what tracing would find:
they also hold what is allocated outside of Python. A library with a heap and threads of its own takes what it likes
there, so beside one only tracing tells what Python objects hold.
"""

from __future__ import annotations

import ctypes
import gc
import os
import re
import sys
import tempfile
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_SMALL = re.compile(rb"# bytes in allocated blocks\s*=\s*([\d,]+)")


class _Counts(ctypes.Structure):
    """What `mallinfo2` of the GNU C library returns."""

    _fields_ = [
        (name, ctypes.c_size_t)
        for name in (
            "arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks", "fordblks", "keepcost",
        )
    ]  # fmt: skip


def growth(act: Callable[[], None]) -> int:
    """The bytes that are in use after `act`, less those that were before it; garbage is collected at both times.

    Where the allocators do not tell (another C library, another Python), the allocations of `act` are traced.
    """
    gc.collect()
    if (before := _in_use()) is None:
        with tracing():
            return traced_growth(act)
    act()
    gc.collect()
    after = _in_use()
    assert after is not None
    return after - before


@contextmanager
def tracing() -> Iterator[None]:
    """Traces the allocations of Python; what is allocated before is not seen, so warm up within."""
    tracemalloc.start()
    try:
        yield
    finally:
        tracemalloc.stop()


def traced_growth(act: Callable[[], None]) -> int:
    """The bytes that objects of Python hold after `act`, less those before it, within `tracing`."""
    gc.collect()
    before = tracemalloc.get_traced_memory()[0]
    act()
    gc.collect()
    return tracemalloc.get_traced_memory()[0] - before


def _in_use() -> int | None:
    small, large = _small_blocks(), _large_blocks()
    return None if small is None or large is None else small + large


def _small_blocks() -> int | None:
    """The bytes in blocks of up to 512, which CPython cuts out of arenas of its own; the table goes to stderr."""
    if not hasattr(sys, "_debugmallocstats"):
        return None
    with tempfile.TemporaryFile() as table:
        stderr = os.dup(2)
        os.dup2(table.fileno(), 2)
        try:
            sys._debugmallocstats()
        finally:
            os.dup2(stderr, 2)
            os.close(stderr)
        table.seek(0)
        found = _SMALL.search(table.read())
    return int(found[1].replace(b",", b"")) if found else None


def _large_blocks() -> int | None:
    """The bytes that `malloc` handed out, from its heap and as mappings of their own."""
    mallinfo = getattr(ctypes.CDLL(None), "mallinfo2", None) if sys.platform == "linux" else None
    if mallinfo is None:
        return None
    mallinfo.restype = _Counts
    counts = mallinfo()
    return int(counts.uordblks) + int(counts.hblkhd)
