"""The best k are the first k of a full sort."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regulars.memory.parts.indexes.ranking import best, floor


@settings(max_examples=60)
@given(
    st.sampled_from([0, 1, 5, 900, 1024, 1500, 5000, 16384, 20000]),
    st.integers(1, 400),
    st.integers(0, 30),
    st.integers(0, 2**32 - 1),
)
def test_the_best_are_the_first_of_a_full_sort(size, levels, k, seed):
    scores = np.random.default_rng(seed).integers(0, levels, size) / 7.0
    positions, values = best(scores, k)
    expected = sorted(range(size), key=lambda at: (-scores[at], at))[:k]
    assert positions == expected
    assert values == pytest.approx(scores[expected].tolist())


def test_scores_up_to_a_floor_are_left_out():
    assert best(np.array([0.0, 2.0, 0.0, 1.0]), 4, above=0.0) == ([1, 3], [2.0, 1.0])
    assert best(np.full(5000, -np.inf), 3) == ([], [])


def test_differences_behind_the_last_digit_are_ties():
    scores = np.array([0.5, 0.5 + 4e-7, 0.6], dtype=np.float32)
    assert best(scores, 3, digits=5)[0] == [2, 0, 1]


@settings(max_examples=60)
@given(st.sampled_from([1, 1023, 1024, 5000, 20001]), st.integers(1, 40), st.integers(0, 2**32 - 1))
def test_the_floor_rules_out_none_of_the_best(size, k, seed):
    scores = np.random.default_rng(seed).integers(0, 500, size) / 7.0
    least = floor(scores, k)
    assert least == -np.inf or least <= np.sort(scores)[-k]
