"""The example on memory demand: what its policies see and compute, and that it counts distances and answers right.

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
    pytest.importorskip("torch")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(EXAMPLES))
        yield importlib.import_module("learn_memory_demand")


@pytest.fixture(scope="module")
def lives(example):
    return [example.recorded(seed, "train", sessions=12) for seed in range(5)]


def test_questions_are_recorded_with_contents_answers_and_distances(lives):
    for life in lives:
        assert (life.contents.sum(1) > 1).all()
        assert life.contents.gather(1, life.chosen[:, None]).all()
        counted = life.distance >= 0
        assert (life.right.any(1) == counted).all()
        assert (life.distance < 2 * len(life.turns)).all(), "no more lines than there are"
        earned = life.reward[life.right.gather(1, life.chosen[:, None]).squeeze(1) & counted]
        assert (earned > 0).all()
        assert (life.reward[counted & ~life.right.gather(1, life.chosen[:, None]).squeeze(1)] <= 0).all()
    assert sum(int((life.distance >= 0).sum()) for life in lives) > 10


def test_the_state_is_that_of_the_turns_before(example, lives):
    torch = example.torch
    policy = example.Policy("recurrent", lives[0])
    turns = torch.rand(1, 3, example.WIDTH + example.SITUATION)
    with torch.no_grad():
        states = policy.states(turns)
        keep, put = torch.sigmoid(policy.gates(turns)).chunk(2, dim=2)
    words = turns[0, :, None, : example.WIDTH]
    first = put[0, 0, :, None] * words[0]
    assert states[0, 0].abs().sum() == 0.0
    assert torch.allclose(states[0, 1], first)
    assert torch.allclose(states[0, 2], keep[0, 1, :, None] * first + put[0, 1, :, None] * words[1])


@pytest.mark.parametrize(
    ("name", "part", "matters"),
    [
        ("feed-forward", "recalled", False),
        ("feed-forward", "turns", False),
        ("recurrent", "recalled", False),
        ("recurrent", "turns", True),
        ("memory", "recalled", True),
        ("memory", "turns", False),
    ],
)
def test_each_policy_sees_what_it_is_said_to_see(example, lives, name, part, matters):
    torch = example.torch
    torch.manual_seed(0)
    policy, life = example.Policy(name, lives[0]), lives[0]
    changed = getattr(life, part).clone()
    if part == "turns":  # all turns that are no questions
        earlier = torch.ones(len(changed), dtype=torch.bool)
        earlier[life.at] = False
        changed[earlier] = torch.rand(int(earlier.sum()), changed.shape[1])
    else:
        changed = torch.rand_like(changed)
    with torch.no_grad():
        same = torch.allclose(policy([life]), policy([life._replace(**{part: changed})]))
    assert same is not matters


def test_the_score_of_a_candidate_does_not_depend_on_its_place(example, lives):
    torch = example.torch
    policy, life = example.Policy("memory", lives[0]), lives[0]
    turned = life._replace(**{name: getattr(life, name).flip(1) for name in ("words", "own", "contents")})
    with torch.no_grad():
        assert torch.allclose(policy([life]).flip(1), policy([turned]), atol=1e-5)


def test_training_lowers_the_error_and_lives_of_a_batch_do_not_mix(example, lives):
    torch = example.torch

    def error(policy):
        chosen = torch.cat([life.chosen for life in lives])[:, None]
        with torch.no_grad():
            expected = policy(lives).gather(1, chosen).squeeze(1)
        return float(((expected - torch.cat([life.reward for life in lives])) ** 2).mean())

    before, after = (example.trained("memory", lives, 0, epochs) for epochs in (0, 20))
    assert error(after) < 0.8 * error(before)
    recurrent = example.Policy("recurrent", lives[0])
    with torch.no_grad():
        together, alone = recurrent(lives[:3]), torch.cat([recurrent([life]) for life in lives[:3]])
    assert torch.allclose(together, alone, atol=1e-5)


def test_right_answers_are_counted_at_their_distance(example, lives):
    torch = example.torch
    found = example.tested(example.Policy("feed-forward", lives[0]), lives)
    questions = np.array([[float(example.within(life, each).sum()) for each in example.RANGES] for life in lives])
    assert found.shape == questions.shape
    assert (found <= questions).all()
    assert questions.sum() == sum(int((life.distance >= 0).sum()) for life in lives)
    perfect = lives[0]._replace(contents=lives[0].right | ~lives[0].right.any(1, keepdim=True))
    best = example.tested(example.Policy("feed-forward", lives[0]), [perfect])
    assert best.tolist() == questions[:1].tolist()
    assert torch.equal(perfect.distance, lives[0].distance)


def test_the_bars_see_policies_that_do_not_differ(example):
    count = np.full((20, 5), 10.0)
    draws = np.random.default_rng(0)
    noise = draws.random((20, 5))
    flat, high = np.full((20, 5), 3.3) + noise * 0.1, np.full((20, 5), 7.0) + noise
    falling = np.array([7.0, 6.0, 6.0, 4.0, 3.0]) + noise
    assert example.missed({"feed-forward": flat, "recurrent": falling, "memory": high}, count) == []
    assert len(example.missed({"feed-forward": high, "recurrent": high, "memory": falling}, count)) == 4
