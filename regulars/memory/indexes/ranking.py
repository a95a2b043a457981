"""The best k of many scores, exactly, with ties in order."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["best"]

_MANY = 1024
_WIDE = 16384


def best(
    scores: NDArray[np.floating[Any]], k: int, *, above: float = -np.inf, digits: int = 12
) -> tuple[list[int], list[float]]:
    """The k highest scores, highest first; equal scores stand in the order of their positions.

    The k-th highest of the maxima of blocks is no higher than the k-th highest score, so that one comparison
    rules out most scores, and only the rest is rounded and sorted.

    Args:
        scores: Shape (n,), none of them NaN.
        k: How many.
        above: Scores up to this one are left out.
        digits: Scores are equal if they are equal when rounded to so many decimals.

    Returns:
        At most k positions, and their rounded scores.
    """
    size = scores.shape[0]
    if k <= 0 or size == 0:
        return [], []
    candidates = scores > above
    if size >= _MANY:
        width = 64 if size < _WIDE else 256
        blocks = size // width
        if blocks > k:
            tops = scores[: blocks * width].reshape(blocks, width).max(axis=1)
            bound = np.partition(tops, blocks - k)[blocks - k] - 10.0**-digits
            if bound > above:
                candidates = scores >= bound
    chosen = np.flatnonzero(candidates)
    rounded = np.round(scores[chosen].astype(np.float64), digits)
    order = np.argsort(-rounded, kind="stable")[:k]
    return chosen[order].tolist(), rounded[order].tolist()
