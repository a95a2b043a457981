"""How often the interpreter looks for reference cycles while many episodes are played at once."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

APART = 10_000
"""Objects more than were freed since, after which the youngest are searched; Python's own is 700."""


@contextmanager
def collecting_rarely() -> Iterator[None]:
    """Searches for cycles less often, until its end.

    What episodes allocate they keep, in journals, ledgers and records, until they are over. Every search walks through
    what all that are under way have gathered, and finds next to nothing. Cycles that are dropped meanwhile stay longer,
    never for good. The setting is the process's; who has turned the search off, or set it wider, is left alone.
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
