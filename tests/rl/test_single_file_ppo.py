"""The example of PPO in one file: what its network may choose, its update, and that it learns.

Run: pip install -c constraints-rl.txt -e '.[test,rl]' && pytest -m rl
"""

from __future__ import annotations

import importlib
from pathlib import Path

import gymnasium
import numpy as np
import pytest

pytestmark = pytest.mark.rl

EXAMPLES = Path(__file__).parents[2] / "examples" / "learning"


@pytest.fixture(scope="module")
def example():
    pytest.importorskip("torch")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(EXAMPLES))
        yield importlib.import_module("ppo_single_file")


@pytest.fixture(scope="module")
def agent(example):
    example.torch.manual_seed(0)
    return example.Agent(gymnasium.make("regulars:Choice-v0", sessions=1).unwrapped.layout, 16)


def test_masked_candidates_are_never_chosen(example, agent):
    torch = example.torch
    env = gymnasium.make("regulars:Choice-v0", sessions=1)
    observation, _ = env.reset(seed=0)
    features = torch.as_tensor(observation["features"])[None]
    policy, value = agent(features, torch.tensor([[1, 0, 1, 0, 0, 0, 0, 0]]))
    assert (policy.probs[0] > 0).tolist() == [True, False, True, False, False, False, False, False]
    assert value.shape == (1,)


def test_an_update_makes_the_better_action_likelier_and_the_values_nearer(example):
    torch = example.torch
    torch.manual_seed(0)
    layout = gymnasium.make("regulars:Choice-v0", sessions=1).unwrapped.layout
    agent = example.Agent(layout, 16)
    features = torch.randn(1, max(end for (_, end), _ in layout.values())).expand(64, -1)
    mask = torch.ones(64, 8, dtype=torch.int8)
    action = torch.arange(64) % 8
    reward = 8.0 * (action == 3)
    with torch.no_grad():
        policy, value = agent(features, mask)
    batch = {"features": features, "mask": mask, "action": action, "reward": reward, "value": value,
             "log_prob": policy.log_prob(action)}  # fmt: skip
    optimizer = torch.optim.Adam(agent.parameters(), lr=1e-2)
    example.update(agent, optimizer, batch, example.Settings(minibatch=64))
    with torch.no_grad():
        after, nearer = agent(features, mask)
    assert after.probs[0, 3] > policy.probs[0, 3] + 0.01
    assert abs(float(nearer[0]) - 1.0) < abs(float(value[0]) - 1.0)  # the mean reward is 8/8


def test_it_learns_in_a_few_rollouts(example):
    _, means = example.train(example.Settings(pool=20, steps=8192))
    assert len(means) == 8
    assert np.mean(means[-2:]) > np.mean(means[:2]) + 0.05
