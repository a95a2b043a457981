"""Reference rows: memories without search, as lower and upper bounds for other systems."""

from __future__ import annotations

from regulars.memory.composition.compose import Composed, compose
from regulars.memory.parts.extraction.extract import nothing
from regulars.memory.parts.indexes.recent import Recent
from regulars.memory.parts.indexes.shuffled import Shuffled
from regulars.memory.parts.reading.lines import everything


def none() -> Composed:
    """No memory: stores nothing and recalls nothing."""
    return compose(hold=nothing, indexes=(Recent(),))


def recency() -> Composed:
    """The newest turns."""
    return compose(indexes=(Recent(),))


def random(*, seed: int = 0) -> Composed:
    """Random turns.

    Args:
        seed: The seed of the draws.
    """
    return compose(indexes=(Shuffled(seed),))


def full_context() -> Composed:
    """Every turn in the context, whatever the budget, without a ranking."""
    return compose(indexes=(Recent(),), read=everything, ranked=False)
