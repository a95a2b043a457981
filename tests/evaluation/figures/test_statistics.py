"""Intervals of ratios over clusters."""

from __future__ import annotations

import pytest

from regulars.evaluation.figures.statistics import interval


def test_a_constant_has_no_spread():
    assert interval([3, 3, 3], [3, 3, 3]) == (1.0, 1.0)


def test_the_interval_covers_the_mean_and_shrinks_with_more_clusters():
    few = interval([0, 1, 2, 3], [4, 4, 4, 4])
    many = interval([0, 1, 2, 3] * 25, [4] * 100)
    assert few[0] <= 6 / 16 <= few[1]
    assert many[1] - many[0] < (few[1] - few[0]) / 3


def test_it_is_the_same_every_time_and_empty_clusters_do_not_count():
    assert interval([1, 0, 2], [2, 0, 2]) == interval([1, 2], [2, 2])


def test_nothing_has_no_interval():
    with pytest.raises(ValueError, match="at least one cluster"):
        interval([], [])
