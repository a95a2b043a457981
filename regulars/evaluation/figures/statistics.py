"""Intervals: the cluster bootstrap of a ratio. Episodes are drawn, not answers: answers of one life hang together."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

RESAMPLES = 2000
SEED = 20250106
DIGITS = 6
KEPT = 4096
"""Intervals that are kept: of a run's figures many have the same counts and sums."""


@cache
def _weights(clusters: int) -> NDArray[np.float64]:
    """How often each cluster is drawn in each resample, shape (RESAMPLES, clusters)."""
    generator = np.random.default_rng(SEED + clusters)
    return generator.multinomial(clusters, np.full(clusters, 1.0 / clusters), size=RESAMPLES).astype(np.float64)


def interval(sums: Sequence[float], counts: Sequence[float]) -> tuple[float, float]:
    """The 95 % percentile interval of `sum(sums) / sum(counts)` when whole clusters are drawn with replacement.

    Args:
        sums: For each cluster the sum of its values.
        counts: For each cluster how many values there are.

    Returns:
        Lower and upper bound. With a single cluster that has more than one value nothing can be said of the spread
        between clusters; then both bounds are the value itself.

    Raises:
        ValueError: No cluster has a value.

    Source: Efron and Tibshirani, An Introduction to the Bootstrap (1993), chapters 8 and 13.
    """
    return _interval(tuple(sums), tuple(counts))


@lru_cache(maxsize=KEPT)
def _interval(sums: tuple[float, ...], counts: tuple[float, ...]) -> tuple[float, float]:
    total, size = np.asarray(sums, float), np.asarray(counts, float)
    keep = size > 0
    total, size = total[keep], size[keep]
    if len(size) == 0:
        raise ValueError("there is no interval of no values")
    drawn = _weights(len(size))
    below = (drawn * size).sum(axis=1)
    above = (drawn * total).sum(axis=1)
    ratios = above[below > 0] / below[below > 0]
    low, high = np.percentile(ratios, [2.5, 97.5])
    return round(float(low), DIGITS), round(float(high), DIGITS)
