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
    batch = {"features": features, "mask": mask, "action": action, "advantage": reward - value, "value": value,
             "log_prob": policy.log_prob(action)}  # fmt: skip
    optimizer = torch.optim.Adam(agent.parameters(), lr=1e-2)
    example.update(agent, optimizer, batch, example.Settings(minibatch=64))
    with torch.no_grad():
        after, nearer = agent(features, mask)
    assert after.probs[0, 3] > policy.probs[0, 3] + 0.01
    assert abs(float(nearer[0]) - 1.0) < abs(float(value[0]) - 1.0)  # the mean reward is 8/8


def test_advantages_look_ahead_to_the_end_of_a_life_and_no_further(example):
    torch = example.torch
    columns = {"reward": ([0.0, 0.0], [0.0, 1.0], [2.0, 0.0]), "over": ([0, 0], [0, 1], [0, 0])}
    steps = [
        {
            "reward": torch.tensor(reward),
            "over": torch.tensor(over, dtype=torch.bool),
            "value": torch.tensor([0.5, 0.5]),
        }
        for reward, over in zip(columns["reward"], columns["over"], strict=True)
    ]
    example.add_advantages(steps, torch.tensor([4.0, 4.0]), example.Settings(discount=0.5, smoothing=0.5))
    # The first column: 2 + .5 * 4 - .5 = 3.5; .5 * .5 - .5 + .25 * 3.5 = .625; -.25 + .25 * .625 = -.09375.
    # The second one ends at its second step, so 1 - .5 = .5 comes before -.25 + .25 * .5 = -.125.
    found = torch.stack([step["advantage"] for step in steps])
    expected = torch.tensor([[-0.09375, -0.125], [0.625, 0.5], [3.5, 1.5]])
    assert torch.allclose(found, expected)


def test_it_learns_in_a_few_rollouts(example):
    _, means = example.train(example.Settings(pool=20, steps=8192))
    assert len(means) == 8
    assert np.mean(means[-2:]) > np.mean(means[:2]) + 0.05
