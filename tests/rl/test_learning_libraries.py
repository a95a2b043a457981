"""What the table in docs/training.md says of learning libraries, beyond the scripts that stand there.

Run: pip install -c constraints-rl.txt -e '.[test,rl]' && pytest -m rl
"""

from __future__ import annotations

import tempfile

import gymnasium
import numpy as np
import pytest
from gymnasium.wrappers import FlattenObservation
from test_pettingzoo_and_supersuit import numeric

from regulars import life_v0

pytestmark = [pytest.mark.rl, pytest.mark.filterwarnings("ignore")]

NUMERIC = ("Choice-v0", "Style-v0", "Remember-v0")
LIVES = {"Choice-v0": {"sessions": 2, "pool": 4}, "Style-v0": {}, "Remember-v0": {"sessions": 2, "pool": 4, "items": 8}}


def made(id, **options):
    return gymnasium.make(f"regulars:{id}", texts=False, **LIVES[id], **options)


# ---------------------------------------------------------------- Stable-Baselines3 and sb3-contrib


@pytest.mark.parametrize("id", NUMERIC)
def test_stable_baselines_accepts_the_numeric_environments(id):
    checker = pytest.importorskip("stable_baselines3.common.env_checker")
    checker.check_env(made(id).unwrapped)


@pytest.mark.parametrize(
    ("id", "policy", "wrap"),
    [(id, "MlpPolicy", FlattenObservation) for id in NUMERIC]
    + [(id, "MultiInputPolicy", gymnasium.Wrapper) for id in ("Choice-v0", "Remember-v0")],
)
def test_ppo_learns_from_flat_observations_and_from_parts(id, policy, wrap):
    ppo = pytest.importorskip("stable_baselines3").PPO
    model = ppo(policy, wrap(made(id)), n_steps=64, batch_size=32, n_epochs=1, seed=0)
    before = [parameter.clone() for parameter in model.policy.parameters()]
    model.learn(64)
    assert any((one != other).any() for one, other in zip(before, model.policy.parameters(), strict=True))


def test_maskable_ppo_never_chooses_what_is_masked():
    contrib = pytest.importorskip("sb3_contrib")
    env = made("Choice-v0", k=32)  # a masked action raises an error
    model = contrib.MaskablePPO("MultiInputPolicy", env, n_steps=128, batch_size=64, n_epochs=1, seed=0).learn(128)
    observation, _ = env.reset(seed=0)
    masked = 0
    for _ in range(20):
        mask = env.unwrapped.action_masks()
        masked += int((~mask).sum())
        action, _ = model.predict(observation, action_masks=mask)
        assert mask[action]
        observation, _, terminated, truncated, _ = env.step(int(action))
        if terminated or truncated:
            observation, _ = env.reset()
    assert masked > 0


def test_normalised_observations_of_choices_leave_the_mask_out():
    normalize = pytest.importorskip("stable_baselines3.common.vec_env").VecNormalize
    vectors = pytest.importorskip("stable_baselines3.common.vec_env").DummyVecEnv
    env = normalize(vectors([lambda: made("Choice-v0")]), norm_obs_keys=["features"])
    assert set(env.reset()["action_mask"].ravel()) <= {0, 1}
    flat = normalize(vectors([lambda: made("Choice-v0", flat=True)]))
    assert flat.reset().shape == (1, *flat.observation_space.shape)


# ---------------------------------------------------------------- TorchRL


@pytest.mark.parametrize("id", NUMERIC)
def test_torchrl_accepts_the_numeric_environments(id):
    envs = pytest.importorskip("torchrl.envs")
    env = envs.GymWrapper(made(id), categorical_action_encoding=True)
    pytest.importorskip("torchrl.envs.utils").check_env_specs(env)
    steps = env.rollout(8)
    assert steps["next", "reward"].isfinite().all()


@pytest.mark.parametrize("mode", ["SameStep", "Disabled"])
def test_torchrl_accepts_vectors(mode):
    envs = pytest.importorskip("torchrl.envs")
    options = {"sessions": 1, "texts": False, "autoreset_mode": mode}
    assert envs.GymWrapper(gymnasium.make_vec("regulars:Choice-v0", 2, **options)).rollout(3).shape == (2, 3)


@pytest.mark.parametrize("id", NUMERIC)
def test_torchrl_makes_the_numeric_environments_by_their_ids(id):
    env = pytest.importorskip("torchrl.envs").GymEnv(f"regulars:{id}", texts=False, **LIVES[id])
    assert env.rollout(2)["next", "reward"].isfinite().all()


@pytest.mark.parametrize("kind", ["parallel_env", "env"])
def test_torchrl_accepts_several_agents_with_numbers_and_no_texts(kind):
    wrapper = pytest.importorskip("torchrl.envs.libs.pettingzoo").PettingZooWrapper
    texts = getattr(life_v0, kind)(sessions=2, played="evaluator")
    env = wrapper(numeric(texts), use_mask=kind == "env")
    pytest.importorskip("torchrl.envs.utils").check_env_specs(env)
    assert {"user_0", "assistant_0"} <= {agent for group in env.group_map.values() for agent in group}
    with pytest.raises((NotImplementedError, TypeError, RuntimeError)):
        wrapper(getattr(life_v0, kind)(sessions=2, played="evaluator"), use_mask=True).rollout(3)


# ---------------------------------------------------------------- RLlib


@pytest.fixture(scope="module")
def cluster():
    ray = pytest.importorskip("ray")
    with tempfile.TemporaryDirectory(prefix="ray", dir="/tmp", ignore_cleanup_errors=True) as folder:
        ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False, _temp_dir=folder)
        yield ray
        ray.shutdown()


def trained(name, make, **agents):
    """The result of one iteration of PPO."""
    from ray.rllib.algorithms.ppo import PPOConfig
    from ray.tune.registry import register_env

    register_env(name, lambda _: make())
    config = PPOConfig().environment(name).env_runners(num_env_runners=0)
    config = config.training(train_batch_size=128, minibatch_size=64, num_epochs=1)
    learner = (config.multi_agent(**agents) if agents else config).build_algo()
    try:
        return learner.train()
    finally:
        learner.stop()


def test_rllib_trains_in_the_choice_of_replies(cluster):
    result = trained("choice", lambda: made("Choice-v0", flat=True))
    assert result["training_iteration"] == 1
    assert result["env_runners"]["num_env_steps_sampled"] == 128
    assert np.isfinite(result["learners"]["default_policy"]["policy_loss"])


def test_rllib_trains_agents_that_take_turns(cluster):
    from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv

    result = trained(
        "turns",
        lambda: PettingZooEnv(numeric(life_v0.env(sessions=2, played="evaluator"))),
        policies={"user_0", "assistant_0"},
        policy_mapping_fn=lambda agent, *_, **__: agent,
    )
    assert result["env_runners"]["num_env_steps_sampled"] == 128
    assert {"user_0", "assistant_0"} <= set(result["learners"])


# ---------------------------------------------------------------- Tianshou


def test_tianshou_steps_a_vector_of_worker_processes():
    venvs = pytest.importorskip("tianshou.env")
    envs = venvs.SubprocVectorEnv([lambda: made("Choice-v0", flat=True)] * 2)
    try:
        observations, _ = envs.reset(seed=0)
        observations, rewards, *_ = envs.step(np.array([0, 1]))
        assert (observations.shape[0], rewards.shape) == (2, (2,))
    finally:
        envs.close()
