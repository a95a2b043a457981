"""How long something takes at best, on a machine that others use too and that is slower at some times than at others.

A bound holds as it stands: it is met once, or it is not. What is slow never meets it; what only met the machine in a
bad moment is tried again in another.
"""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

__all__ = ["least_seconds"]

TRIES = 9
PATIENCE = 8.0
"""Seconds of the processor after which no further try is begun, where so many tries were made."""


def least_seconds(act: Callable[[], object], bound: float, number: int = 1) -> float:
    """The least seconds of the processor that a call of `act` took in several tries, up to the first below `bound`.

    Args:
        act: What is timed. What it does once and keeps should be done already.
        bound: What it should take less than.
        number: Calls a try.
    """
    least, tries, start = float("inf"), 0, process_time()
    while least >= bound and (tries < TRIES or process_time() - start < PATIENCE):
        began = process_time()
        for _ in range(number):
            act()
        least = min(least, (process_time() - began) / number)
        tries += 1
    return least
