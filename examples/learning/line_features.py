"""A few numbers of what a line says, for policies that learn which lines are worth keeping."""

from __future__ import annotations

import re
from functools import lru_cache

LINE_FEATURES = ("question", "I or my", "number", "name within", "or", "length")


@lru_cache(maxsize=65536)
def line_features(said: str) -> tuple[float, ...]:
    """The features of a line's words, each in [0, 1].

    `name within` is a capital letter inside a sentence. The length counts words; 60 and more are 1.
    """
    words = re.findall(r"[\w']+", said)
    return (
        float("?" in said),
        float(bool({"I", "I'm", "I've", "my", "My"} & {*words})),
        float(any(word.isdigit() for word in words)),
        float(any(re.search(r"[a-z,] [A-Z]\w{2,}", part) for part in re.split(r"[.!?]", said))),
        float("or" in words),
        min(len(words), 60) / 60,
    )
