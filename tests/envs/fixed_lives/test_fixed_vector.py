"""Vectors of fixed lives: the same results as Gymnasium's, and who goes on after an invalid action."""

from __future__ import annotations

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from regulars.envs.fixed_lives.fixed_vector import FixedChoiceVectorEnv
from regulars.errors import ActionError, OrderError

ID = "regulars:Choice-v0"
LIFE = {"sessions": 1, "probes_per_session": 1, "pool": 3, "width": 16, "fixed": True}


def made(count=3, **options):
    return gymnasium.make_vec(ID, num_envs=count, **{**LIFE, **options})


def assert_same(one, other):
    if isinstance(one, tuple):
        for mine, theirs in zip(one, other, strict=True):
            assert_same(mine, theirs)
    elif isinstance(one, dict):
        assert set(one) == set(other)
        for key in one:
            assert_same(one[key], other[key])
    elif isinstance(one, np.ndarray) and one.dtype == object:
        for mine, theirs in zip(one, other, strict=True):
            assert_same(mine, theirs)
    elif isinstance(one, np.ndarray):
        assert (one.dtype, one.shape) == (other.dtype, other.shape)
        assert np.array_equal(one, other)
    else:
        assert one == other


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize("options", [{}, {"flat": True}, {"texts": False}], ids=str)
def test_results_are_those_of_gymnasiums_vector(mode, options):
    settings = {**LIFE, **options}
    sync = gymnasium.make_vec(
        ID, num_envs=3, vectorization_mode="sync", vector_kwargs={"autoreset_mode": mode}, **settings
    )
    own = made(autoreset_mode=mode, **options)
    assert isinstance(own, FixedChoiceVectorEnv)
    assert_same(own.reset(seed=0), sync.reset(seed=0))
    draws = np.random.default_rng(0)
    for _ in range(25):
        actions = draws.integers(0, 8, size=3)
        assert_same(own.step(actions), sync.step(actions))


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_episodes_end_after_max_episode_steps_as_gymnasiums_do(mode):
    settings = {**LIFE, "max_episode_steps": 4}
    sync = gymnasium.make_vec(
        ID, num_envs=3, vectorization_mode="sync", vector_kwargs={"autoreset_mode": mode}, **settings
    )
    own = made(autoreset_mode=mode, max_episode_steps=4)
    assert_same(own.reset(seed=0), sync.reset(seed=0))
    cut = 0
    for number in range(12):
        mine = own.step([number % 8] * 3)
        assert_same(mine, sync.step(np.array([number % 8] * 3)))
        cut += int(mine[3].sum())
        over = mine[2] | mine[3]
        if mode is AutoresetMode.DISABLED and over.any():
            assert_same(own.reset(options={"reset_mask": over}), sync.reset(options={"reset_mask": over.copy()}))
    assert cut >= 6


def test_an_invalid_action_truncates_its_own_episode():
    envs = made()
    envs.reset(seed=0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        observations, rewards, terminated, truncated, infos = envs.step([0, 99, 1])
    assert truncated.tolist() == [False, True, False]
    assert terminated.tolist() == [False] * 3
    assert rewards[1] == 0.0
    assert infos["valid"].tolist() == [1.0, 0.0, 1.0]
    assert infos["ending"][1] > 0.0
    assert infos["error"][1].startswith("ActionError: ")
    assert infos["_error"].tolist() == [False, True, False]
    *_, infos = envs.step([0, 0, 0])
    assert infos["valid"].tolist() == [1.0, 1.0, 1.0]
    assert infos["turn"].tolist()[1] < infos["turn"].tolist()[0]
    assert observations["features"].shape[0] == 3


def test_an_invalid_action_under_same_step_resets_at_once_and_says_why():
    envs = made(autoreset_mode="SameStep")
    envs.reset(seed=0)
    with pytest.warns(UserWarning, match="environment 2 failed"):
        *_, truncated, infos = envs.step([0, 1, -1])
    assert truncated.tolist() == [False, False, True]
    assert infos["valid"].tolist() == [1.0, 1.0, 1.0]
    assert infos["final_info"]["error"][2].startswith("ActionError: ")
    assert infos["final_info"]["valid"][2] == 0.0


def test_disabled_vectors_wait_for_a_reset_of_their_ended_episodes():
    envs = made(autoreset_mode="Disabled")
    envs.reset(seed=0)
    ended = np.zeros(3, dtype=np.bool_)
    while not ended.any():
        _, _, terminated, truncated, before = envs.step([0, 0, 0])
        ended = terminated | truncated
    with pytest.raises(OrderError, match="after the end of environment"):
        envs.step([0, 0, 0])
    if not ended.all():
        envs.reset(options={"reset_mask": ended})
        *_, infos = envs.step([0, 0, 0])
        going_on = np.flatnonzero(~ended)
        assert (infos["turn"][going_on] >= before["turn"][going_on]).all()


def test_another_number_of_actions_is_refused():
    envs = made()
    with pytest.raises(OrderError, match="before reset"):
        envs.step([0, 0, 0])
    envs.reset(seed=0)
    with pytest.raises(ActionError, match="3 environments"):
        envs.step([0, 0])


def test_returned_arrays_may_be_kept():
    envs = made()
    first, _ = envs.reset(seed=0)
    kept = first["features"].copy()
    envs.step([0, 0, 0])
    assert np.array_equal(first["features"], kept)


def test_texts_can_be_left_to_single_environments():
    envs = made()
    envs.reset(seed=0)
    envs.set_attr("texts", [True, False, True])
    *_, infos = envs.step([0, 0, 0])
    assert infos["_message"].tolist() == [True, False, True]
    assert infos["message"][1] is None
    assert infos["message"][2]
    assert "message" not in made(texts=False).reset(seed=0)[1]


def test_workers_play_the_same_lives():
    envs = made(count=2, workers=2)
    try:
        own = made(count=2)
        assert_same(envs.reset(seed=1)[0], own.reset(seed=1)[0])
        assert_same(envs.step([0, 3])[0], own.step([0, 3])[0])
    finally:
        envs.close()
