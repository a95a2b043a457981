"""When a conversation is over: its phases, and the score of its goal (RealMem)."""

from __future__ import annotations

TURNS = (6, 24)
"""The number of turns from which a conversation may end, and at which it ends."""

DONE = 80
"""The score at which a conversation ends, of 100."""

PHASES = ((0, "OPENING"), (2, "EXPLORATION"), (4, "SOLUTION"), (6, "CONFIRMATION"))
"""The phase of a conversation by the greatest number of turns so far; `CLOSURE` after that."""


def phase(turns: int) -> str:
    """The phase of a conversation with that many turns.

    Example:
        >>> [phase(turns) for turns in (0, 2, 4, 6, 8)]
        ['OPENING', 'EXPLORATION', 'SOLUTION', 'CONFIRMATION', 'CLOSURE']
    """
    return next((name for most, name in PHASES if turns <= most), "CLOSURE")


def is_over(turns: int, score: int) -> bool:
    """Whether a conversation ends after that many turns with that score of its goal.

    Example:
        >>> is_over(6, 80), is_over(4, 100), is_over(8, 79), is_over(24, 0)
        (True, False, False, True)
    """
    least, most = TURNS
    return turns >= most or (turns >= least and score >= DONE)
