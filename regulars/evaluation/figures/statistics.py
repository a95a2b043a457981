"""Computes 95 % intervals and paired differences over clusters: whole lives or streams, since answers in one correlate.

The spread is measured by leaving out one cluster at a time, and compared with Student's t distribution, which allows
for few clusters. `python benchmarks/interval_coverage.py` measures how often the intervals hold the true value.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from math import copysign, inf, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regulars.evaluation.figures.student_t import critical_value, two_sided_p

LEAST_CLUSTERS = 5
"""The number of clusters below which there is no interval: they tell too little about the spread."""
DIGITS = 6
KEPT = 4096
"""The number of cached intervals; many figures of a run have equal sums and counts."""

Interval = tuple[float, float]
Clusters = tuple[Sequence[float], Sequence[float]]
"""The sum and the number of values in each cluster."""


class PairedDifference(NamedTuple):
    """How far one system is above another one, over the same clusters.

    Attributes:
        value: The first ratio less the second, with six decimals.
        ci95: Lower and upper bound; None below `LEAST_CLUSTERS`.
        p: The two-sided p-value of no difference, not corrected for other comparisons; None where `ci95` is None.
    """

    value: float
    ci95: Interval | None
    p: float | None


def interval(sums: Sequence[float], counts: Sequence[float], *, share: bool = False) -> Interval | None:
    """Returns the 95 % interval of `sum(sums) / sum(counts)` over clusters.

    It is the ratio plus or minus the jackknife standard error times a t quantile, with the number of clusters less one
    as degrees of freedom. A share gets Wilson's score interval instead, with the same t quantile and an effective
    number of answers: the independent answers that would have the same error. It stays within 0 and 1, and has a
    positive width even if every answer is right.

    Args:
        sums: The sum of values in each cluster.
        counts: The number of values in each cluster. Clusters without values are left out.
        share: Whether all values are between 0 and 1.

    Returns:
        Lower and upper bound, rounded to six decimals; None if fewer than five clusters have values.

    Raises:
        ValueError: No cluster has a value.

    Source: Cameron and Miller, A Practitioner's Guide to Cluster-Robust Inference (2015), section VI, for few clusters;
        Franco, Little, Louis and Slud, Comparative Study of Confidence Intervals for Proportions in Complex Sample
        Surveys (2019), for Wilson's interval with an effective number of answers.
    """
    total, size = np.asarray(sums, float), np.asarray(counts, float)
    key = blake2b(total.tobytes() + size.tobytes(), digest_size=16).digest(), share
    if key not in _known:
        if len(_known) >= KEPT:
            _known.clear()
        _known[key] = _interval(total, size, share)
    return _known[key]


_known: dict[tuple[bytes, bool], Interval | None] = {}
"""Intervals by a digest of their values, which would take much more memory."""


def _interval(total: NDArray[np.float64], size: NDArray[np.float64], share: bool) -> Interval | None:
    keep = size > 0
    total, size = total[keep], size[keep]
    clusters = len(size)
    if clusters == 0:
        raise ValueError("an interval needs at least one cluster with values")
    if clusters < LEAST_CLUSTERS:
        return None
    ratio, error, t = float(total.sum() / size.sum()), _error(_left_out(total, size)), critical_value(clusters - 1)
    if share:
        return _rounded(*_wilson(ratio, error, float(size.sum()), t))
    return _rounded(ratio - t * error, ratio + t * error)


def _wilson(share: float, error: float, answers: float, t: float) -> Interval:
    """Wilson's interval of a share, for the number of independent answers that would have this error."""
    is_extreme = not 0.0 < share < 1.0
    if not is_extreme and not error:
        return share, share
    weight = t * t / answers if is_extreme else (t * error) ** 2 / (share * (1.0 - share))
    middle = (share + weight / 2) / (1 + weight)
    half = sqrt((0.0 if is_extreme else (t * error) ** 2) + weight * weight / 4) / (1 + weight)
    return max(middle - half, 0.0), min(middle + half, 1.0)


def paired_difference(first: Clusters, second: Clusters, *, share: bool = False) -> PairedDifference:
    """Compares two systems over the same clusters: the difference of their ratios, with its interval and p-value.

    Both come from the t distribution and the jackknife error of the difference, as in `interval`. What makes a life
    easy or hard for both systems cancels out. If the difference is the same in every cluster, the error is 0.

    Args:
        first: Sums and counts of the first system.
        second: Sums and counts of the second system, of the same clusters in the same order. All counts are above 0.
        share: Whether all values are between 0 and 1, so that the interval stays within -1 and 1.

    Raises:
        ValueError: There is no cluster.
    """
    sizes = [np.asarray(counts, float) for _, counts in (first, second)]
    totals = [np.asarray(sums, float) for sums, _ in (first, second)]
    clusters = len(sizes[0])
    if clusters == 0:
        raise ValueError("a difference needs at least one cluster with values")
    above, below = (float(total.sum() / size.sum()) for total, size in zip(totals, sizes, strict=True))
    value = above - below
    if clusters < LEAST_CLUSTERS:
        return PairedDifference(round(value, DIGITS), None, None)
    error = _error(_left_out(totals[0], sizes[0]) - _left_out(totals[1], sizes[1]))
    reach = critical_value(clusters - 1) * error
    bound = 1.0 if share else inf
    t = value / error if error else (copysign(inf, value) if abs(value) >= 0.5 * 10**-DIGITS else 0.0)
    return PairedDifference(
        round(value, DIGITS),
        _rounded(max(value - reach, -bound), min(value + reach, bound)),
        round(two_sided_p(t, clusters - 1), DIGITS),
    )


def holm(p_values: Sequence[float]) -> list[float]:
    """Corrects p-values of several comparisons, so that one false finding among them stays as unlikely as in one.

    Args:
        p_values: The p-values, in any order.

    Returns:
        The corrected ones in the same order, at most 1.

    Source: Holm, A Simple Sequentially Rejective Multiple Test Procedure (1979).
    """
    corrected = [0.0] * len(p_values)
    highest = 0.0
    for rank, place in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        highest = max(highest, min((len(p_values) - rank) * p_values[place], 1.0))
        corrected[place] = round(highest, DIGITS)
    return corrected


def _left_out(total: NDArray[np.float64], size: NDArray[np.float64]) -> NDArray[np.float64]:
    """The ratio without each of the clusters."""
    without: NDArray[np.float64] = (total.sum() - total) / (size.sum() - size)
    return without


def _error(left_out: NDArray[np.float64]) -> float:
    """The jackknife error; 0 where it is rounding alone.

    Source: Efron and Tibshirani, An Introduction to the Bootstrap (1993), equation 11.5.
    """
    clusters = len(left_out)
    spread = left_out - left_out.mean()
    error = sqrt((clusters - 1) / clusters * float((spread**2).sum()))
    return error if error > 1e-12 * max(1.0, float(np.abs(left_out).max())) else 0.0


def _rounded(low: float, high: float) -> Interval:
    return round(low, DIGITS) + 0.0, round(high, DIGITS) + 0.0
