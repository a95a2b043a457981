"""How long something takes at best, on a machine that others use too and that is slower at some times than at others.

A bound holds as it stands: it is met once, or it is not. What is slow never meets it; what only met the machine in a
bad moment is tried again in another.
"""

from __future__ import annotations

from collections.abc import Callable
from time import process_time, sleep

__all__ = ["least_seconds"]

TRIES = 9
"""Tries in a row."""

PAUSE = 1.5
"""Seconds: bad moments last that long and longer."""

ROUNDS = 20
"""Rounds of tries at most, with a pause between two of them."""


def least_seconds(act: Callable[[], object], bound: float, number: int = 1) -> float:
    """The least seconds of the processor that a call of `act` took in several tries, up to the first below `bound`.

    Args:
        act: What is timed. What it does once and keeps should be done already.
        bound: What it should take less than.
        number: Calls a try.
    """
    least = float("inf")
    for turn in range(ROUNDS * TRIES):
        if turn and turn % TRIES == 0:
            sleep(PAUSE)
        began = process_time()
        for _ in range(number):
            act()
        least = min(least, (process_time() - began) / number)
        if least < bound:
            break
    return least
