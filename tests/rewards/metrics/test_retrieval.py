"""Retrieval metrics against values computed by hand."""

from __future__ import annotations

from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regulars.errors import ConfigurationError
from regulars.rewards.metrics.retrieval import (
    levels,
    mrr,
    ndcg,
    ndcg_lme,
    recall_all,
    recall_any,
    recall_fraction,
    retrieval_metrics,
    to_sessions,
)

RANKED = ["s002.t01", "s001.t03", "s003.t02", "s001.t01"]
TWO = (("s001.t03", "s001.t01"),)


def test_recall_at_k() -> None:
    assert recall_any(RANKED, TWO, 1) == 0.0
    assert recall_any(RANKED, TWO, 2) == 1.0
    assert recall_all(RANKED, TWO, 3) == 0.0
    assert recall_all(RANKED, TWO, 4) == 1.0
    assert recall_fraction(RANKED, TWO, 2) == 0.5


def test_alternatives_are_each_enough() -> None:
    either = (("s009.t01",), ("s001.t03",))
    assert recall_all(RANKED, either, 2) == 1.0
    assert recall_fraction(RANKED, either, 2) == 1.0
    assert recall_all(RANKED, (("s009.t01", "s001.t03"), ("s001.t01", "s009.t01")), 4) == 0.0


def test_ndcg_by_hand() -> None:
    # Gold at ranks 2 and 4 of four.
    assert ndcg(RANKED, TWO, 4) == pytest.approx((1 / log2(3) + 1 / log2(5)) / (1 + 1 / log2(3)))
    assert ndcg(RANKED, TWO, 1) == 0.0


def test_ndcg_lme_leaves_ranks_one_and_two_undiscounted() -> None:
    assert ndcg_lme(RANKED, TWO, 4) == pytest.approx((1 / log2(2) + 1 / log2(4)) / (1 + 1))
    assert ndcg_lme(["b", "a"], (("a",),), 5) == 1.0
    assert ndcg(["b", "a"], (("a",),), 5) == pytest.approx(1 / log2(3))


def test_the_ideal_holds_no_more_than_k() -> None:
    assert ndcg(["a", "b"], (("a", "b", "c"),), 2) == 1.0
    assert ndcg_lme(["a"], (("a", "b", "c"),), 1) == 1.0


def test_ndcg_is_that_of_the_best_covered_alternative() -> None:
    # The second alternative is wholly covered, though the first has a hit at rank 1.
    assert ndcg(["a", "c"], (("a", "b"), ("c",)), 2) == pytest.approx(1 / log2(3))


def test_any_of_several_alternatives_may_be_hit() -> None:
    either = (("s009.t01",), ("s001.t03", "s009.t02"))
    assert recall_any(RANKED, either, 1) == 0.0
    assert recall_any(RANKED, either, 2) == 1.0
    assert recall_all(RANKED, either, 4) == 0.0
    # A third of the first, two thirds of the second: the best one counts, wherever it stands.
    thirds = (("s002.t01", "s009.t01", "s009.t02"), ("s001.t03", "s003.t02", "s009.t01"), ("s008.t01",))
    assert recall_fraction(RANKED, thirds, 4) == pytest.approx(2 / 3)
    assert recall_fraction(RANKED, thirds[::-1], 4) == pytest.approx(2 / 3)
    assert recall_fraction(RANKED, thirds, 1) == pytest.approx(1 / 3)


def test_the_cut_off_is_inclusive() -> None:
    third = (("s003.t02",),)
    for metric in (recall_any, recall_all, recall_fraction, ndcg, ndcg_lme, mrr):
        assert metric(RANKED, third, 2) == 0.0
        assert metric(RANKED, third, 3) > 0.0


def test_an_empty_alternative_is_never_covered() -> None:
    for metric in (recall_any, recall_all, recall_fraction, ndcg, ndcg_lme):
        assert metric(RANKED, ((),), 4) == 0.0
        assert metric(RANKED, (), 4) == 0.0
        assert metric(RANKED, ((), ("s002.t01",)), 1) == 1.0


def test_an_id_that_an_alternative_names_twice_counts_once() -> None:
    twice = (("s001.t03", "s001.t03", "s009.t01"),)
    assert recall_fraction(RANKED, twice, 4) == 0.5
    # One of two ids, at rank 2; the ideal has both: (1 / log2 3) / (1 + 1 / log2 3).
    assert ndcg(RANKED, twice, 4) == pytest.approx(0.386853, abs=1e-6)


def test_of_alternatives_covered_alike_the_better_ranked_one_gives_the_ndcg() -> None:
    # Each is half covered: s002.t01 at rank 1 gains 1, s001.t01 at rank 4 gains 1 / log2 5 = .431; ideal 1.631.
    alike = (("s002.t01", "s009.t01"), ("s001.t01", "s009.t02"))
    assert ndcg(RANKED, alike, 4) == pytest.approx(1 / 1.63093, abs=1e-5)
    assert ndcg(RANKED, alike[::-1], 4) == pytest.approx(1 / 1.63093, abs=1e-5)


def test_all_figures_of_one_list() -> None:
    # Evidence at ranks 2 and 6 of the turns, and at ranks 2 and 5 of the sessions; the other alternative is not there.
    # 1 / log2 of 3, 5, 6, 7 = .630930, .430677, .386853, .356207.
    ranked = ["s002.t01", "s001.t03", "s003.t02", "s001.t01", "s004.t01", "s005.t02"]
    found = retrieval_metrics(ranked, (("s009.t01",), (), ("s005.t02", "s001.t03")))
    assert found == {
        "turn_recall_any@5": 1.0,
        "turn_recall_all@5": 0.0,
        "turn_recall_fraction@5": 0.5,
        "turn_ndcg@5": pytest.approx(0.630930 / 1.630930, abs=1e-6),
        "turn_ndcg_lme@5": pytest.approx(1 / 2),
        "turn_mrr@5": 0.5,
        "turn_recall_any@10": 1.0,
        "turn_recall_all@10": 1.0,
        "turn_recall_fraction@10": 1.0,
        "turn_ndcg@10": pytest.approx((0.630930 + 0.356207) / 1.630930, abs=1e-6),
        "turn_ndcg_lme@10": pytest.approx((1 + 0.386853) / 2, abs=1e-6),
        "turn_mrr@10": 0.5,
        "session_recall_any@5": 1.0,
        "session_recall_all@5": 1.0,
        "session_recall_fraction@5": 1.0,
        "session_ndcg@5": pytest.approx((0.630930 + 0.386853) / 1.630930, abs=1e-6),
        "session_ndcg_lme@5": pytest.approx((1 + 0.430677) / 2, abs=1e-6),
        "session_mrr@5": 0.5,
        "session_recall_any@10": 1.0,
        "session_recall_all@10": 1.0,
        "session_recall_fraction@10": 1.0,
        "session_ndcg@10": pytest.approx((0.630930 + 0.386853) / 1.630930, abs=1e-6),
        "session_ndcg_lme@10": pytest.approx((1 + 0.430677) / 2, abs=1e-6),
        "session_mrr@10": 0.5,
    }


def test_the_reciprocal_rank_is_that_of_the_first_id_of_any_alternative() -> None:
    assert mrr(RANKED, TWO, 4) == 1 / 2
    assert mrr(RANKED, (("s009.t01", "s001.t01"), ("s009.t02", "s003.t02")), 4) == pytest.approx(1 / 3)
    assert mrr(RANKED, (("s001.t01",),), 3) == 0.0
    assert mrr(RANKED, (("s001.t01",),), 4) == 1 / 4


def test_evidence_of_one_session_is_one_id_at_that_level() -> None:
    # Three turns of s001 and one of s002: at the level of sessions two ids, of which the first two ranks have one.
    evidence = (("s001.t01", "s001.t02", "s001.t03", "s002.t01"),)
    found = retrieval_metrics(["s001.t09", "s003.t01", "s002.t08"], evidence, "turn", (2,))
    assert found["session_recall_fraction@2"] == 0.5
    assert found["session_ndcg@2"] == pytest.approx(1 / 1.63093, abs=1e-5)
    assert found["turn_recall_fraction@2"] == 0.0


def test_a_list_of_turns_ranks_sessions_too_and_a_list_of_sessions_only_these() -> None:
    assert levels("turn") == ("turn", "session")
    assert levels("session") == ("session",)


def test_sessions_come_where_they_first_appear_in_the_whole_list() -> None:
    assert to_sessions(RANKED) == ["s002", "s001", "s003"]
    ranked = [f"s001.t{i:02d}" for i in range(1, 9)] + ["s002.t01"]
    found = retrieval_metrics(ranked, (("s002.t01",),), "turn", (5,))
    assert found["turn_recall_any@5"] == 0.0
    assert found["session_recall_any@5"] == 1.0


def test_names_and_levels() -> None:
    found = retrieval_metrics(RANKED, TWO)
    assert len(found) == 2 * 2 * 6
    assert {"turn_recall_any@5", "turn_recall_fraction@10", "session_ndcg_lme@5", "session_ndcg@10"} <= set(found)
    by_session = retrieval_metrics(["s001", "s002"], TWO, "session")
    assert all(name.startswith("session_") for name in by_session)
    assert by_session["session_recall_all@5"] == 1.0


def test_not_declared_is_missing_and_declared_empty_is_zero() -> None:
    assert retrieval_metrics(None, TWO) == {}
    assert set(retrieval_metrics([], TWO).values()) == {0.0}
    assert retrieval_metrics(RANKED, ()) == {}
    assert retrieval_metrics(RANKED, ((), ())) == {}


def test_an_id_that_comes_again_counts_once() -> None:
    found = retrieval_metrics(["a.1", "a.1", "b.1"], (("b.1",),), "turn", (2,))
    assert found["turn_recall_any@2"] == 1.0


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="'turn' or 'session'"):
        retrieval_metrics(RANKED, TWO, "word")


ids = st.lists(st.sampled_from([f"s00{s}.t0{t}" for s in range(1, 4) for t in range(1, 4)]), unique=True)


@given(ids, st.lists(ids.filter(bool).map(tuple), min_size=1, max_size=3).map(tuple), st.integers(1, 10))
def test_metrics_lie_in_order(ranked: list[str], alternatives: tuple[tuple[str, ...], ...], k: int) -> None:
    every = recall_all(ranked, alternatives, k)
    share = recall_fraction(ranked, alternatives, k)
    some = recall_any(ranked, alternatives, k)
    assert 0.0 <= every <= share <= some <= 1.0
    for metric in (ndcg, ndcg_lme, mrr):
        assert 0.0 <= metric(ranked, alternatives, k) <= 1.0 + 1e-12
        assert (metric(ranked, alternatives, k) > 0) == (some > 0)
