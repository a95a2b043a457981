"""Computes confidence intervals by a cluster bootstrap. It resamples whole episodes, since answers in one correlate."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

RESAMPLES = 2000
SEED = 20250106
DIGITS = 6
KEPT = 4096
"""The number of cached intervals; many figures of a run have equal sums and counts."""


@cache
def _weights(clusters: int) -> NDArray[np.float64]:
    """How often each resample draws each cluster, with shape (RESAMPLES, clusters)."""
    generator = np.random.default_rng(SEED + clusters)
    return generator.multinomial(clusters, np.full(clusters, 1.0 / clusters), size=RESAMPLES).astype(np.float64)


def interval(sums: Sequence[float], counts: Sequence[float]) -> tuple[float, float]:
    """Returns the 95 % percentile interval of `sum(sums) / sum(counts)`, resampling clusters with replacement.

    Args:
        sums: The sum of values in each cluster.
        counts: The number of values in each cluster.

    Returns:
        Lower and upper bound. A single cluster tells nothing about the spread, so both bounds equal the ratio.

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
        raise ValueError("an interval needs at least one cluster with values")
    drawn = _weights(len(size))
    below = (drawn * size).sum(axis=1)
    above = (drawn * total).sum(axis=1)
    ratios = above[below > 0] / below[below > 0]
    low, high = np.percentile(ratios, [2.5, 97.5])
    return round(float(low), DIGITS), round(float(high), DIGITS)
