"""Whether any word of an answer stands in its evidence: a coarse check that finds evidence at the wrong turn."""

from __future__ import annotations

from regulars.memory.parts.text.words import content_tokens
from regulars.rewards.metrics.token_f1 import stems


def is_supported(gold: str, evidence: str) -> bool:
    """Whether the evidence has a content word of the answer, compared by stems.

    An answer without content words counts as supported.

    Example:
        >>> is_supported("two lemons", "I repotted the lemon."), is_supported("a palm", "I repotted the lemon.")
        (True, False)
    """
    wanted = set(stems(" ".join(content_tokens(gold))))
    return not wanted or not wanted.isdisjoint(stems(evidence))
