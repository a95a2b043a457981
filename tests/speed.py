"""How long something takes, on a machine that others use too.

Such a machine is a third or a half slower from one second to the next. So each try stands between two runs of a fixed
piece of work, and counts for as much as it would have taken had that work been done in its usual time.
"""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

__all__ = ["seconds_of"]

USUAL = 2.1e-3
"""Seconds that the fixed piece of work takes on the machine that the bounds were set on, while it is quiet."""


def seconds_of(act: Callable[[], object], number: int = 1, tries: int = 5) -> float:
    """The least seconds of the processor that `act` takes, at the speed at which the bounds were set.

    Args:
        act: What is timed. What it does once and keeps should be done already.
        number: Calls a try.
        tries: How often it is tried. A machine that is faster than usual earns nothing.
    """
    found = []
    before = _fixed_work()
    for _ in range(tries):
        began = process_time()
        for _ in range(number):
            act()
        took = (process_time() - began) / number
        after = _fixed_work()
        found.append(took / max(1.0, min(before, after) / USUAL))
        before = after
    return min(found)


def _fixed_work() -> float:
    """Seconds of the processor for the fixed piece of work, the better of two."""
    return min(_once() for _ in range(2))


def _once() -> float:
    began = process_time()
    held = {}
    for number in range(4000):
        word = f"{number} {number * 7}"
        held[word] = word.split()
    return process_time() - began
