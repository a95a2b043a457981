"""Detects abstention: a fixed set of phrases that say that the speaker does not know."""

from __future__ import annotations

from functools import lru_cache

from regulars.chinese_text import is_chinese
from regulars.rewards.assertions.chinese import load_chinese_cues
from regulars.rewards.assertions.cues import load_cues
from regulars.values import fold

ABSTENTION = "-"
"""The structured answer of an abstention."""


@lru_cache(maxsize=1024)
def abstains(text: str, *, guesses: bool = False) -> bool:
    """Whether `text` says that its speaker does not know.

    Args:
        text: The reply.
        guesses: Whether it also names a value as a guess. Then being unsure is not an abstention ("I'm not sure, but
            perhaps Bergen"); only an outright statement of not knowing is.
    """
    lowered = fold(text)[1]
    if is_chinese(text):
        own = load_chinese_cues()
        plain = own["abstention.firm"].search(lowered) is not None
        return plain or (not guesses and own["abstention.unsure"].search(lowered) is not None)
    cues = load_cues()
    if not any(sign in lowered for sign in cues.signs):
        return False
    if cues.firm.search(lowered):
        return True
    return not guesses and cues.unsure.search(lowered) is not None


def hedges_lightly(text: str) -> bool:
    """Whether `text` contains a light hedge: a statement with one still counts, unless its speaker also abstains."""
    if is_chinese(text):
        return load_chinese_cues()["light.phrases"].search(fold(text)[1]) is not None
    return load_cues().light.search(fold(text)[1]) is not None
