"""The baselines of `examples/learning/remember_baselines.py` bound what a learned memory can reach."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from regulars.envs.numeric.remember import RememberEnv

FILE = Path(__file__).parents[3] / "examples" / "learning" / "remember_baselines.py"


@pytest.fixture(scope="module")
def baselines():
    spec = importlib.util.spec_from_file_location("remember_baselines", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def accuracy(baselines, policy, **options):
    env = RememberEnv(sessions=8, texts=False, **options)
    return sum(baselines.play(env, getattr(baselines, policy), seed)[1] for seed in range(3)) / 3


def test_the_oracle_answers_everything_if_it_can_hold_and_recall_everything(baselines):
    assert accuracy(baselines, "oracle", items=256, k=16) == 1.0


def test_at_a_small_capacity_each_baseline_beats_the_floor_and_the_oracle_beats_all(baselines):
    found = {policy: accuracy(baselines, policy, items=8, k=3) for policy in baselines.POLICIES}
    assert found["none"] == min(found.values())
    assert found["oracle"] == max(found.values())
    assert all(found["none"] < found[policy] < found["oracle"] for policy in ("recency", "reservoir", "bm25")), found


def test_actions_of_baselines_are_never_masked(baselines):
    env = RememberEnv(sessions=3, items=4, k=2, masked="error")
    for policy in baselines.POLICIES.values():
        baselines.play(env, policy, 1)
