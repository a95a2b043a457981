"""Intervals of ratios over clusters, against the exact quantiles of the binomial distribution."""

from __future__ import annotations

import pytest

from regulars.evaluation.figures.statistics import interval


def test_a_constant_has_no_spread():
    assert interval([3, 3, 3], [3, 3, 3]) == (1.0, 1.0)


def test_both_bounds_have_six_decimals():
    assert interval([1, 1, 1], [3, 3, 3]) == (0.333333, 0.333333)


def test_one_cluster_has_its_own_ratio_as_both_bounds():
    assert interval([3], [4]) == (0.75, 0.75)


def test_two_clusters_give_the_range_of_both():
    # A resample draws the first one twice in 25 of 100 cases, and the second one twice in as many.
    assert interval([1, 4], [4, 4]) == (0.25, 1.0)


def test_half_of_sixteen_clusters_give_the_quantiles_of_the_binomial_distribution():
    # Of 16 draws X are right, P(X <= 3) = .0106 and P(X <= 4) = .0384: 4 is the 2.5 % quantile, and 12 the 97.5 %.
    # An interval of 90 % would go from 5 to 11, one of 99 % from 3 to 13.
    assert interval([1, 0] * 8, [1] * 16) == (4 / 16, 12 / 16)


def test_a_cluster_counts_with_all_its_values():
    # X draws of three right answers, and 16 - X of one wrong answer: 3X / (16 + 2X) at X = 4 and X = 12.
    # The mean of the clusters' own ratios would give .25 and .75.
    assert interval([3, 0] * 8, [3, 1] * 8) == (12 / 24, 36 / 40)


def test_empty_clusters_are_not_drawn():
    assert interval([1, 0, 0, 0] * 8, [1, 0, 1, 0] * 8) == (4 / 16, 12 / 16)


def test_the_bounds_are_1_96_standard_errors_from_the_mean():
    # The means of many clusters are normal. An interval of 90 % would have 1.64, of 97 % (or 1.5 to 98.5) 2.17.
    low, high = 0.0, 0.0
    sizes = range(40, 60)
    for size in sizes:
        values = [place / size for place in range(size)]
        mean = sum(values) / size
        error = (sum((value - mean) ** 2 for value in values) / size / size) ** 0.5
        bounds = interval(values, [1] * size)
        low += (mean - bounds[0]) / error / len(sizes)
        high += (bounds[1] - mean) / error / len(sizes)
    assert low == pytest.approx(1.96, abs=0.04)
    assert high == pytest.approx(1.96, abs=0.04)


def test_the_interval_shrinks_with_more_clusters():
    # A hundred clusters in place of four: a fifth of the width.
    few = interval([0, 1, 2, 3], [4, 4, 4, 4])
    many = interval([0, 1, 2, 3] * 25, [4] * 100)
    assert few[1] - few[0] == pytest.approx(5 * (many[1] - many[0]), rel=0.1)


@pytest.mark.parametrize("counts", [[], [0, 0]])
def test_nothing_has_no_interval(counts):
    with pytest.raises(ValueError, match="at least one cluster"):
        interval([0] * len(counts), counts)
