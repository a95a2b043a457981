"""PettingZoo's own tests, SuperSuit's chain, and Gymnasium's checker, on the installed versions.

Run: pip install -c constraints-rl.txt -e '.[test,rl]' && pytest -m rl
"""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium import spaces
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, performance_benchmark, seed_test

from regulars import life_v0

pytestmark = pytest.mark.rl

REPLIES = ("I see.", "I don't know.")


def features(observation: dict, *_: object) -> np.ndarray:
    """The length of the message and its number in the session."""
    return np.array([len(observation["message"]), observation["turn"]], dtype=np.float32)


def numeric(env):
    """The environment with numbers in place of texts: two features, and a choice of two replies."""
    import supersuit

    seen = spaces.Box(0.0, 1e6, (2,), np.float32)
    env = supersuit.observation_lambda_v0(env, features, lambda *_: seen)
    return supersuit.action_lambda_v1(env, lambda action, _: REPLIES[int(action)], lambda _: spaces.Discrete(2))


@pytest.mark.parametrize("options", [{}, {"users": 2}, {"suite": "smoke@train", "played": "user", "pool": 4}])
def test_pettingzoo_accepts_the_environment(options):
    own = {} if "suite" in options else {"sessions": 2}
    api_test(life_v0.env(**own, **options), 200)
    parallel_api_test(life_v0.parallel_env(**own, **options), 200)
    seed_test(lambda: life_v0.env(**own, **options), 500)


def test_pettingzoo_counts_cycles_as_it_expects():
    max_cycles_test(life_v0)


def test_pettingzoo_measures_the_environment(capsys):
    performance_benchmark(life_v0.env(sessions=2))
    assert "cycles per second" in capsys.readouterr().out


@pytest.mark.parametrize("options", [{}, {"suite": "smoke@train", "pool": 4}, {"played": ("assistant", "evaluator")}])
def test_gymnasium_accepts_the_environment(options):
    check_env(gymnasium.make("regulars:Life-v0", **options).unwrapped)


@pytest.mark.parametrize("name", ["clip_reward_v0", "frame_skip_v0", "sticky_actions_v0"])
def test_supersuit_wraps_texts_where_it_does_not_look_into_spaces(name):
    supersuit = pytest.importorskip("supersuit")
    given = {"frame_skip_v0": (1,), "sticky_actions_v0": (0.3,)}.get(name, ())
    env = getattr(supersuit, name)(life_v0.env(sessions=2), *given)
    env.reset(seed=1)
    for step, agent in enumerate(env.agent_iter(30)):
        observation, _, ended, cut, _ = env.last()
        assert isinstance(observation["message"], str), (step, agent)
        env.step(None if ended or cut else env.action_space(agent).sample())


def test_supersuit_makes_numbers_of_texts_and_stacks_them():
    supersuit = pytest.importorskip("supersuit")
    env = supersuit.frame_stack_v1(numeric(life_v0.env(sessions=2, played="evaluator")), 2)
    env.reset(seed=1)
    seen = [env.last()[0]]
    for agent in env.agent_iter(9):
        env.step(env.action_space(agent).sample())
        seen.append(env.last()[0])
    assert {one.shape for one in seen} == {(4,)}


def test_supersuit_makes_a_vector_of_self_play():
    supersuit = pytest.importorskip("supersuit")
    env = supersuit.black_death_v3(numeric(life_v0.parallel_env(sessions=2, played="evaluator")))
    vector = supersuit.concat_vec_envs_v1(
        supersuit.pettingzoo_env_to_vec_env_v1(env), 2, num_cpus=1, base_class="gymnasium"
    )
    observations, _ = vector.reset(seed=1)
    assert observations.shape == (4, 2)  # two environments of two agents
    ends = 0
    for _ in range(300):
        actions = np.array([vector.action_space.sample() for _ in range(4)])
        observations, rewards, ended, cut, _ = vector.step(actions)
        ends += int(np.sum(ended | cut))
    assert (observations.shape, rewards.shape) == ((4, 2), (4,))
    assert ends > 0
