"""Whether a reply abstains: a fixed class of phrases by which one says that one does not know."""

from __future__ import annotations

from regulars.rewards.cues import load_cues
from regulars.values import fold

__all__ = ["abstains"]


def abstains(text: str, *, guesses: bool = False) -> bool:
    """Whether `text` says that its speaker does not know.

    Args:
        text: The reply.
        guesses: Whether it also names a value as a guess. Then being unsure is no abstention ("I'm not sure,
            but perhaps Bergen"), and only saying outright that one does not know is.
    """
    cues = load_cues()
    lowered = fold(text)[1]
    if cues.firm.search(lowered):
        return True
    return not guesses and cues.unsure.search(lowered) is not None
