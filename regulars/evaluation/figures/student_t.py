"""Student's t distribution with whole degrees of freedom, for intervals and tests over few lives.

Source: Abramowitz and Stegun, Handbook of Mathematical Functions (1964), 26.7.3 and 26.7.4: exact finite sums.
"""

from __future__ import annotations

from functools import lru_cache
from math import atan, cos, isinf, pi, sin, sqrt

_STEPS = 200
"""The number of halvings that find a quantile; more than a double has bits."""


def two_sided_p(t: float, freedom: int) -> float:
    """The probability that the absolute value of a t variable is at least `abs(t)`.

    Args:
        t: The statistic.
        freedom: The degrees of freedom, from 1.
    """
    if isinf(t):
        return 0.0
    angle = atan(abs(t) / sqrt(freedom))
    squared = cos(angle) ** 2
    odd = freedom % 2
    term = total = cos(angle) if odd else 1.0
    for at in range(2 + odd, freedom - 1, 2):
        term *= squared * (at - 1) / at
        total += term
    if freedom == 1:
        total = 0.0
    within = 2 / pi * (angle + sin(angle) * total) if odd else sin(angle) * total
    return min(max(1.0 - within, 0.0), 1.0)


@lru_cache(maxsize=256)
def critical_value(freedom: int, level: float = 0.95) -> float:
    """The bound that the absolute value of a t variable stays below with probability `level`.

    Args:
        freedom: The degrees of freedom, from 1.
        level: The probability, above 0 and below 1.
    """
    low, high = 0.0, 1.0
    while two_sided_p(high, freedom) > 1 - level:
        low, high = high, high * 2
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if two_sided_p(middle, freedom) > 1 - level:
            low = middle
        else:
            high = middle
    return (low + high) / 2
