"""Makes the interpreter search for reference cycles less often, where many objects are made that are kept."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

APART = 10_000
"""The threshold of the youngest generation: allocations minus deallocations before a search. Python's default: 700."""


@contextmanager
def collecting_rarely() -> Iterator[None]:
    """Searches for reference cycles less often within the context.

    Episodes keep almost everything they allocate, in journals, ledgers and records, and lives hold no cycles. So each
    search walks through the objects of all current episodes and finds almost nothing. Dropped cycles are freed later,
    but they are freed. The setting holds for the whole process. It stays unchanged if the search is off or already
    rarer.
    """
    youngest, *older = gc.get_threshold()
    if not 0 < youngest < APART:
        yield
        return
    gc.set_threshold(APART, *older)
    try:
        yield
    finally:
        gc.set_threshold(youngest, *older)
