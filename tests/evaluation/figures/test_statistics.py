"""Intervals and differences over clusters, against values worked out from their formulas."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regulars.evaluation.figures.statistics import holm, interval, paired_difference
from regulars.evaluation.figures.student_t import critical_value, two_sided_p

FIVE = [4] * 5


# ---------------------------------------------------------------------- Student's t


@pytest.mark.parametrize(
    ("freedom", "bound"), [(1, 12.706205), (2, 4.302653), (4, 2.776445), (5, 2.570582), (11, 2.200985), (23, 2.068658)]
)
def test_critical_values_are_those_of_the_tables(freedom, bound):
    assert critical_value(freedom) == pytest.approx(bound, abs=1e-6)
    assert two_sided_p(bound, freedom) == pytest.approx(0.05, abs=1e-6)


def test_the_p_value_follows_from_the_closed_form_with_four_degrees_of_freedom():
    # P(|T| < t) = sin a (1 + cos^2 a / 2) with tan a = t / 2. At t^2 = 5: sin^2 a = 5/9 and cos^2 a = 4/9.
    assert two_sided_p(5**0.5, 4) == pytest.approx(1 - (5 / 9) ** 0.5 * (1 + 2 / 9))
    assert two_sided_p(0.0, 7) == 1.0
    assert two_sided_p(float("inf"), 7) == 0.0


def test_with_many_degrees_of_freedom_the_distribution_is_nearly_normal():
    assert critical_value(10_000) == pytest.approx(1.96, abs=0.001)


# ---------------------------------------------------------------------- intervals


def test_means_reach_a_t_quantile_of_standard_errors_to_both_sides():
    # The mean is 3, the variance 2.5, the standard error .707107, the quantile for five clusters 2.776445.
    assert interval([1, 2, 3, 4, 5], [1] * 5) == (1.036757, 4.963243)


def test_a_cluster_counts_with_all_its_values():
    # 4 of 6. Without each cluster: .5, .8, .6, .8, .6; squared distances from .66: .072; error sqrt(4/5 * .072) = .24.
    assert interval([2, 0, 1, 0, 1], [2, 1, 1, 1, 1]) == (0.000320, 1.333013)


def test_a_share_gets_the_score_interval_of_its_effective_number_of_answers():
    # Half of 16: error^2 = 1/60, t = 2.131450, so the weight t^2 error^2 / .25 is .302872, and the half width
    # sqrt(.075718 + .302872^2 / 4) / 1.302872 = .241073.
    assert interval([1, 0] * 8, [1] * 16, share=True) == (0.258927, 0.741073)


def test_a_share_without_an_error_is_not_certain():
    # 20 of 20: 1 / (1 + 2.776445^2 / 20) = .721796.
    assert interval(FIVE, FIVE, share=True) == (0.721796, 1.0)
    assert interval([0] * 5, FIVE, share=True) == (0.0, 0.278204)


def test_equal_clusters_have_no_spread():
    assert interval([3] * 5, FIVE, share=True) == (0.75, 0.75)
    assert interval([3] * 5, FIVE) == (0.75, 0.75)
    assert interval([1] * 5, [3] * 5) == (0.333333, 0.333333)


@pytest.mark.parametrize("clusters", [1, 2, 3, 4])
def test_fewer_than_five_clusters_have_no_interval(clusters):
    assert interval([1, 2, 0, 3][:clusters], [4] * clusters) is None
    assert interval([1, 2, 0, 3][:clusters], [4] * clusters, share=True) is None


def test_empty_clusters_do_not_count():
    assert interval([1, 2, 0, 3, 0], [4, 4, 4, 4, 0]) is None
    assert interval([1, 2, 3, 4, 5, 0, 0], [1, 1, 1, 1, 1, 0, 0]) == (1.036757, 4.963243)


@pytest.mark.parametrize("counts", [[], [0, 0]])
def test_nothing_has_no_interval(counts):
    with pytest.raises(ValueError, match="at least one cluster"):
        interval([0] * len(counts), counts)


clusters = st.lists(st.integers(1, 9).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))), min_size=5)


@given(clusters)
def test_the_interval_of_a_share_holds_it_and_stays_within_bounds(drawn):
    right, answers = zip(*drawn, strict=True)
    low, high = interval(right, answers, share=True)
    assert 0.0 <= low <= round(sum(right) / sum(answers), 6) + 1e-6
    assert round(sum(right) / sum(answers), 6) - 1e-6 <= high <= 1.0


@given(clusters)
def test_right_and_wrong_answers_have_mirrored_intervals(drawn):
    right, answers = zip(*drawn, strict=True)
    wrong = [n - one for one, n in drawn]
    low, high = interval(right, answers, share=True)
    assert interval(wrong, answers, share=True) == pytest.approx((1 - high, 1 - low), abs=2e-6)


def test_four_times_as_many_clusters_give_about_half_the_width():
    few, many = (interval([0, 1, 2, 3, 4, 3, 2, 1] * times, [4] * 8 * times, share=True) for times in (2, 8))
    assert few[1] - few[0] == pytest.approx(2 * (many[1] - many[0]), rel=0.1)


# ---------------------------------------------------------------------- differences


def test_a_difference_is_tested_over_the_lives_that_both_have():
    # The differences of five lives: .5, 0, 0, .5, .25; mean .25, error .111803, t = sqrt 5 (see above).
    found = paired_difference(([3, 3, 2, 4, 3], FIVE), ([1, 3, 2, 2, 2], FIVE), share=True)
    assert found == (0.25, (-0.060416, 0.560416), 0.089009)


def test_what_is_hard_for_both_cancels_out():
    # The first system is right once more in every life but one, however hard the life is.
    first, second = ([9, 2, 6, 4, 1], [10] * 5), ([8, 1, 5, 4, 0], [10] * 5)
    alone = interval(*first, share=True)
    found = paired_difference(first, second, share=True)
    assert found.value == 0.08
    assert found.ci95[1] - found.ci95[0] < 0.2 < alone[1] - alone[0]
    assert found.p < 0.05


def test_systems_may_have_different_numbers_of_answers():
    # 2/6 less 2/6 is no difference, but without single lives the two shares differ.
    found = paired_difference(([1, 1, 0, 0, 0], [2, 1, 1, 1, 1]), ([1, 0, 1, 0, 0], [1, 1, 1, 1, 2]))
    assert found.value == 0.0
    assert found.p == 1.0
    assert found.ci95[0] == -found.ci95[1] < 0


@given(clusters)
def test_swapping_the_systems_turns_the_sign_alone(drawn):
    right, answers = zip(*drawn, strict=True)
    other = [(one + 1) // 2 for one in right]
    there = paired_difference((right, answers), (other, answers), share=True)
    back = paired_difference((other, answers), (right, answers), share=True)
    assert back.value == pytest.approx(-there.value)
    assert back.ci95 == pytest.approx((-there.ci95[1], -there.ci95[0]))
    assert back.p == pytest.approx(there.p)


def test_equal_systems_do_not_differ_and_opposite_ones_do():
    assert paired_difference(([1, 2, 3, 0, 4], FIVE), ([1, 2, 3, 0, 4], FIVE)) == (0.0, (0.0, 0.0), 1.0)
    assert paired_difference((FIVE, FIVE), ([0] * 5, FIVE)) == (1.0, (1.0, 1.0), 0.0)


def test_the_interval_of_a_difference_of_shares_stays_within_bounds():
    first, second = ([4, 4, 4, 4, 0], FIVE), ([0, 0, 0, 0, 0], FIVE)
    assert paired_difference(first, second, share=True).ci95[1] == 1.0
    assert paired_difference(first, second).ci95[1] > 1.0


def test_fewer_than_five_shared_lives_give_the_difference_alone():
    assert paired_difference(([4, 4, 3, 4], [4] * 4), ([0, 1, 0, 0], [4] * 4)) == (0.875, None, None)
    with pytest.raises(ValueError, match="at least one cluster"):
        paired_difference(([], []), ([], []))


def test_holm_multiplies_the_smallest_by_all_and_the_largest_by_one():
    # .005 * 4 = .02, .01 * 3 = .03, .03 * 2 = .06; .04 * 1 would be below .06, so it stays at that.
    assert holm([0.01, 0.04, 0.03, 0.005]) == [0.03, 0.06, 0.06, 0.02]
    assert holm([0.6, 0.9]) == [1.0, 1.0]
    assert holm([]) == []
