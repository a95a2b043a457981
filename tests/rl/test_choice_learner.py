"""The example in which MaskablePPO learns in Choice-v0: what its network computes, and that it learns.

Run: pip install -c constraints-rl.txt -e '.[test,rl]' && pytest -m rl
"""

from __future__ import annotations

import importlib
from pathlib import Path

import numpy as np
import pytest

pytestmark = pytest.mark.rl

EXAMPLES = Path(__file__).parents[2] / "examples" / "learning"


@pytest.fixture(scope="module")
def example():
    pytest.importorskip("sb3_contrib")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(EXAMPLES))
        yield importlib.import_module("learn_choice")


def test_a_candidate_has_the_same_score_in_every_place(example):
    torch = example.torch
    env = example.make(example.TEST).unwrapped
    observation, _ = env.reset(seed=0)
    scores = example.CandidateScores(env.layout)
    (start, end), shape = env.layout["candidate_figures"]
    turned = observation.copy()
    turned[start:end] = observation[start:end].reshape(shape)[::-1].ravel()
    first, second = (scores.forward_actor(torch.as_tensor(one[None]))[0] for one in (observation, turned))
    assert first.tolist() == pytest.approx(second.tolist()[::-1], abs=1e-6)
    assert len({round(one, 5) for one in first.tolist()}) > 1


def test_it_learns_more_than_half_of_the_way_from_chance_to_abstaining(example):
    env = example.make(example.TEST).unwrapped
    found = example.learned(0, example.STAGE, 4)
    assert list(found) == [0, example.STAGE]
    floor, chance = (
        np.mean([example.play(env, example.BASELINES[name], seed) for seed in range(4)])
        for name in ("abstain", "random")
    )
    assert np.mean(found[example.STAGE]) > (floor + chance) / 2
