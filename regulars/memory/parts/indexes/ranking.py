"""Selects the best k of many scores, exactly, with ties in order."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

_MANY = 1024
_WIDE = 16384


def best(
    scores: NDArray[np.floating[Any]], k: int, *, above: float = -np.inf, digits: int = 12
) -> tuple[list[int], list[float]]:
    """The k highest scores, highest first; equal scores are in the order of their positions.

    A comparison with `floor` excludes most scores; only the rest is rounded and sorted.

    Args:
        scores: Shape (n,), none of them NaN.
        k: How many scores.
        above: Scores up to this value are left out.
        digits: Scores are equal if they are equal when rounded to this many decimals.

    Returns:
        At most k positions, and their rounded scores.
    """
    size = scores.shape[0]
    if k <= 0 or size == 0:
        return [], []
    bound = floor(scores, k) - 10.0**-digits
    chosen = (scores >= bound if bound > above else scores > above).nonzero()[0]
    rounded = scores[chosen].astype(np.float64, copy=False).round(digits)
    order = (-rounded).argsort(kind="stable")[:k]
    return chosen[order].tolist(), rounded[order].tolist()


def floor(scores: NDArray[np.floating[Any]], k: int) -> float:
    """A lower bound of the k-th highest score, usually close to it; -inf if a bound would not save time.

    It is the k-th highest of the maxima of groups, computed in one pass as the columns of a matrix.

    Args:
        scores: Shape (n,), none of them NaN.
        k: How many scores, at least 1.
    """
    size = scores.shape[0]
    groups = size // (64 if size < _WIDE else 256)
    if size < _MANY or groups <= k:
        return -np.inf
    tops = scores[: size - size % groups].reshape(-1, groups).max(axis=0)
    tops.partition(groups - k)
    return float(tops[groups - k])
