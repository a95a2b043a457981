"""Vectors of numeric environments: the same as Gymnasium's, errors that name the environment, and who goes on."""

from __future__ import annotations

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from refusals import message

from regulars.envs.life.outcomes import Ending
from regulars.envs.numeric.vector import NumericVectorEnv
from regulars.errors import ActionError, ConfigurationError, OrderError

LIFE = {"sessions": 1, "probes_per_session": 1, "pool": 3}
IDS = ("Choice-v0", "Style-v0", "Remember-v0")
CHOICE = {**LIFE, "width": 16}


def made(id="Choice-v0", count=3, **options):
    return gymnasium.make_vec(f"regulars:{id}", num_envs=count, **{**LIFE, **options})


def peers(id, mode, **options):
    """The vector of this package and Gymnasium's, of the same environments."""
    settings = {**LIFE, **options}
    sync = gymnasium.make_vec(
        f"regulars:{id}", num_envs=3, vectorization_mode="sync", vector_kwargs={"autoreset_mode": mode}, **settings
    )
    return made(id, autoreset_mode=mode, **options), sync


def assert_same(one, other):
    """Fails if two results of environments differ in anything but the names of episodes."""
    if isinstance(one, tuple):
        for mine, theirs in zip(one, other, strict=True):
            assert_same(mine, theirs)
    elif isinstance(one, dict):
        assert set(one) == set(other)
        for key, value in one.items():
            assert_same(value, other[key])
    elif isinstance(one, np.ndarray):
        assert (one.dtype, one.shape) == (other.dtype, other.shape)
        if one.dtype == object:
            for mine, theirs in zip(one, other, strict=True):
                assert_same(mine, theirs)
        else:
            assert np.array_equal(one, other)
    else:
        assert one == other


def sampled(envs, draws):
    return np.stack([draws.integers(0, envs.single_action_space.nvec) for _ in range(envs.num_envs)])


def actions(id, envs, draws):
    return draws.integers(0, 8, size=3) if id == "Choice-v0" else sampled(envs, draws)


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize(("id", "options"), [(id, {}) for id in IDS] + [("Choice-v0", {"flat": True, "texts": False})])
def test_it_gives_what_gymnasiums_vector_gives(id, options, mode):
    own, sync = peers(id, mode, **options)
    assert isinstance(own, NumericVectorEnv)
    assert isinstance(sync, SyncVectorEnv)
    assert (own.observation_space, own.action_space) == (sync.observation_space, sync.action_space)
    assert own.metadata["autoreset_mode"] is mode
    assert_same(own.reset(seed=5), sync.reset(seed=5))
    draws, ended = np.random.default_rng(0), 0
    for _ in range(30):
        chosen = actions(id, own, draws)
        mine, theirs = own.step(chosen), sync.step(chosen)
        assert_same(mine, theirs)
        over = mine[2] | mine[3]
        ended += int(over.sum())
        if mode is AutoresetMode.DISABLED and over.any():
            assert_same(own.reset(options={"reset_mask": over}), sync.reset(options={"reset_mask": over.copy()}))
    assert ended >= 3
    own.close()


@pytest.mark.parametrize("id", IDS)
def test_its_environments_play_what_single_ones_play(id):
    envs = made(id)
    observations, _ = envs.reset(seed=[4, None, 9])
    alone, _ = gymnasium.make(f"regulars:{id}", **LIFE).reset(seed=9)
    last = {key: value[2] for key, value in observations.items()} if isinstance(observations, dict) else observations[2]
    assert_same(last, alone)


def test_results_are_new_arrays_unless_copy_is_off():
    kept, _ = made().reset(seed=0)
    envs = made(copy=False)
    first, _ = envs.reset(seed=0)
    assert_same(first, kept)
    second, *_ = envs.step(np.zeros(3, dtype=int))
    assert second["features"] is first["features"]
    own = made()
    before, _ = own.reset(seed=0)
    own.step(np.zeros(3, dtype=int))
    assert_same(before, kept)


@pytest.mark.parametrize("bad", [99, -1, 0.5, float("nan"), "0", None, [0, 0]])
def test_an_invalid_action_truncates_its_episode_and_the_others_go_on(bad):
    envs, other = made(), made()
    before, _ = envs.reset(seed=1)
    other.reset(seed=1)
    with pytest.warns(UserWarning, match="environment 1 failed.*ActionError: step"):
        observations, rewards, _, truncated, infos = envs.step([0, bad, 0])
    theirs = other.step(np.zeros(3, dtype=int))
    assert [np.array_equal(observations["features"][at], theirs[0]["features"][at]) for at in (0, 2)] == [True, True]
    assert np.array_equal(observations["features"][1], before["features"][1])
    assert (rewards[1], truncated.tolist()) == (0.0, [False, True, False])
    assert infos["valid"].tolist() == [1.0, 0.0, 1.0]
    assert infos["ending"][1] == Ending.ASSISTANT_ERROR.number
    assert "expected a whole number from 0 to 7" in infos["error"][1]
    assert infos["_error"].tolist() == [False, True, False]


@pytest.mark.parametrize("bad", [[0, 0], 0, None, np.int64(2), "abc"])
def test_another_number_of_actions_is_refused_and_changes_nothing(bad):
    envs, other = made(), made()
    envs.reset(seed=1)
    other.reset(seed=1)
    with pytest.raises(ActionError, match="expected one action for each of 3"):
        envs.step(bad)
    good = np.zeros(3, dtype=int)
    assert_same(envs.step(good), other.step(good))


def test_a_masked_part_of_an_action_truncates_its_episode():
    envs = made("Remember-v0", masked="error")
    envs.reset(seed=1)
    masked = np.zeros((3, envs.single_action_space.shape[0]), dtype=int)
    masked[2, 2] = 1  # nothing is held yet, so nothing can be recalled
    with pytest.warns(UserWarning, match="environment 2 failed.*masked"):
        *_, truncated, infos = envs.step(masked)
    assert truncated.tolist() == [False, False, True]
    assert "masked" in infos["error"][2]


@pytest.mark.parametrize("id", ["Choice-v0", "Style-v0", "Remember-v0"])
def test_worker_processes_see_the_same(id):
    options = {"texts": False, **({} if id == "Style-v0" else {"sessions": 1, "pool": 2})}
    here, there = (gymnasium.make_vec(f"regulars:{id}", 2, workers=workers, **options) for workers in (0, 2))
    try:
        assert_same(here.reset(seed=1), there.reset(seed=1))
        idle = np.stack([here.single_action_space.sample() * 0] * 2)
        assert_same(here.step(idle), there.step(idle))
    finally:
        there.close()


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_an_environment_that_fails_is_truncated_and_the_others_go_on(mode, monkeypatch):
    envs, other = made(autoreset_mode=mode), made(autoreset_mode=mode)
    before, _ = envs.reset(seed=1)
    other.reset(seed=1)

    def fail(action):
        raise ZeroDivisionError("a broken embedder")

    monkeypatch.setattr(envs.envs[1], "step", fail)
    good = np.zeros(3, dtype=int)
    with pytest.warns(UserWarning, match="environment 1 failed.*ZeroDivisionError"):
        observations, rewards, terminated, truncated, infos = envs.step(good)
    theirs = other.step(good)
    for place in (0, 2):
        assert np.array_equal(observations["features"][place], theirs[0]["features"][place])
        assert rewards[place] == theirs[1][place]
    assert truncated.tolist() == [False, True, False]
    assert not terminated.any()
    assert rewards[1] == 0.0
    final = infos["final_info"] if mode is AutoresetMode.SAME_STEP else infos
    assert final["valid"][1] == 0.0
    assert final["ending"][1] == 8.0
    if mode is not AutoresetMode.SAME_STEP:
        assert np.array_equal(observations["features"][1], before["features"][1])
    monkeypatch.undo()
    if mode is AutoresetMode.DISABLED:
        envs.reset(options={"reset_mask": truncated})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        *_, infos = envs.step(good)
    assert infos["valid"].tolist() == [1.0, 1.0, 1.0]


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_an_error_in_a_reset_after_an_end_is_raised_and_a_reset_mends_it(mode, monkeypatch):
    envs = made(autoreset_mode=mode)
    envs.reset(seed=0)

    def fail(**_):
        raise ZeroDivisionError("a reset failed")

    monkeypatch.setattr(envs.envs[1], "reset", fail)

    def end_an_episode():
        for _ in range(2):
            envs.step([0, 99, 0])

    with pytest.raises(ZeroDivisionError, match="a reset failed"), pytest.warns(UserWarning, match="environment 1"):
        end_an_episode()
    monkeypatch.undo()
    assert envs.reset(seed=0)[1]["valid"].tolist() == [1.0, 1.0, 1.0]
    assert envs.step([0, 0, 0])[3].tolist() == [False, False, False]


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("id", IDS)
def test_episodes_end_after_max_episode_steps_as_gymnasiums_do(id, mode):
    own, sync = peers(id, mode, max_episode_steps=4)
    assert_same(own.reset(seed=5), sync.reset(seed=5))
    draws, cut = np.random.default_rng(0), 0
    for _ in range(12):
        chosen = actions(id, own, draws)
        mine = own.step(chosen)
        assert_same(mine, sync.step(chosen))
        cut += int(mine[3].sum())
        over = mine[2] | mine[3]
        if mode is AutoresetMode.DISABLED and over.any():
            assert_same(own.reset(options={"reset_mask": over}), sync.reset(options={"reset_mask": over.copy()}))
    assert cut >= 6
    for limit in (None, -1):
        assert made(id, max_episode_steps=limit).num_envs == 3
    with pytest.raises(ConfigurationError, match="max_episode_steps is 0"):
        made(id, max_episode_steps=0)


@pytest.mark.parametrize("workers", [0, 1])
def test_the_interface_is_the_same_with_workers(workers):
    envs = made("Remember-v0", 2, workers=workers, copy=False, autoreset_mode="SameStep", texts=False)
    try:
        assert envs.autoreset_mode is envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
        first, infos = envs.reset(seed=np.arange(2))
        assert np.array_equal(envs.action_masks(), infos["action_mask"].astype(bool))
        state, _ = envs.call("get_state")
        second, *_ = envs.step(np.stack([[1, *[0] * 6]] * 2))
        assert second["slots"] is first["slots"]
        assert envs.action_masks()[0, 2]  # update: an item is held
        envs.call("set_state", state=state)
        assert not envs.action_masks()[0, 2]
    finally:
        envs.close()
    again = "the vector is closed; make another one with gymnasium.make_vec"
    for name, call in (
        ("reset", envs.reset),
        ("step", lambda: envs.step(envs.action_space.sample())),
        ("call 'action_masks'", envs.action_masks),
        ("call 'items'", lambda: envs.get_attr("items")),
        ("call 'render'", envs.render),
        ("set_attr", lambda: envs.set_attr("texts", True)),
    ):
        assert message(call, OrderError) == f"{name}: {again}."
    envs.close()


def test_calls_in_a_wrong_order_are_refused():
    envs = made(autoreset_mode="Disabled")
    with pytest.raises(OrderError, match="before reset"):
        envs.step([0, 0, 0])
    with pytest.raises(OrderError, match="some environments first"):
        envs.reset(options={"reset_mask": np.array([True, False, False])})
    envs.reset(seed=0)
    over = np.zeros(3, dtype=bool)
    while not over.any():
        _, _, terminated, truncated, _ = envs.step([0, 0, 0])
        over = terminated | truncated
    with pytest.raises(OrderError, match=r"after the end of environment .*reset_mask"):
        envs.step([0, 0, 0])


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"num_envs": 0}, "num_envs is 0"),
        ({"num_envs": True}, "num_envs is True"),
        ({"autoreset_mode": "never"}, "NextStep"),
        ({"candidats": 8}, "unknown option"),
        ({"pool": 0}, "from 1"),
    ],
)
def test_bad_arguments_are_refused(given, message):
    with pytest.raises(ConfigurationError, match=message):
        gymnasium.make_vec("regulars:Choice-v0", **{"num_envs": 2, **LIFE, **given})


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"seed": [1, 2]}, "2 seeds"),
        ({"options": {"reset_mask": [True, True]}}, "reset_mask"),
        ({"options": {"reset_mask": np.array([1, 0, 0])}}, "reset_mask of type int64"),
        ({"options": {"reset_mask": np.zeros(3, dtype=bool)}}, "0 true values"),
    ],
)
def test_bad_arguments_of_a_reset_are_refused(given, message):
    envs = made()
    envs.reset(seed=0)
    with pytest.raises(ConfigurationError, match=message):
        envs.reset(**given)


def test_masks_attributes_and_pictures_of_all_environments_can_be_read():
    envs = made("Remember-v0", items=4, k=2, render_mode="ansi")
    _, infos = envs.reset(seed=0)
    assert np.array_equal(envs.action_masks(), infos["action_mask"].astype(bool))
    assert envs.get_attr("items") == (4, 4, 4)
    assert [held[0] for held in envs.call("held")] == [None] * 3
    assert all("session 1" in shown for shown in envs.render())
    envs.close()


def test_attributes_of_all_environments_can_be_set():
    envs = made()
    envs.set_attr("texts", [False, True, False])
    _, infos = envs.reset(seed=0)
    assert infos["_message"].tolist() == [False, True, False]
    envs.set_attr("texts", True)
    assert envs.get_attr("texts") == (True, True, True)
    with pytest.raises(ConfigurationError, match=r"^set_attr 'texts': 2 values; expected 3"):
        envs.set_attr("texts", [True, False])


@pytest.mark.parametrize("action", [99, "0"])
def test_gymnasiums_worker_processes_raise_the_error_of_an_action(action):
    options = {"vectorization_mode": "async", "texts": False}
    envs = made(count=2, **options)
    envs.reset(seed=0)
    with pytest.warns(UserWarning, match="ERROR"), pytest.raises(ActionError, match="action_space") as caught:
        envs.step(np.array([0, action], dtype=object))
    assert caught.value.where == "step"
    assert caught.value.remedy.startswith("env.action_space.sample()")
    envs.close(terminate=True)


@pytest.mark.parametrize("name", ["reset", "step", "close", "set_attr"])
def test_what_the_vector_does_itself_is_not_called_past_it(name):
    envs = made()
    envs.reset(seed=0)
    with pytest.raises(ConfigurationError, match=rf"use envs.{name}"):
        envs.call(name)
    assert envs.step(np.zeros(3, dtype=int))[3].tolist() == [False] * 3


def test_wrappers_of_gymnasium_take_the_vector():
    envs = gymnasium.wrappers.vector.RecordEpisodeStatistics(made())
    envs.reset(seed=0)
    for _ in range(20):
        *_, infos = envs.step(np.zeros(3, dtype=int))
        if "episode" in infos:
            break
    assert infos["episode"]["l"].max() > 1


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_an_error_while_the_next_life_is_made_ends_the_step_and_the_vector_goes_on_after_a_reset(mode, monkeypatch):
    envs = gymnasium.make_vec("regulars:Choice-v0", num_envs=2, sessions=1, pool=2, max_steps=1, autoreset_mode=mode)
    envs.reset(seed=0)
    with monkeypatch.context() as broken:
        broken.setattr(envs.envs[1], "reset", lambda **_: 1 / 0)
        if mode == "NextStep":
            envs.step([0, 0])
        with pytest.raises(ZeroDivisionError):
            envs.step([0, 0])
    assert envs.reset(seed=0)[1]["valid"].tolist() == [1.0, 1.0]
    assert envs.step([0, 0])[3].tolist() == [True, True]


@pytest.mark.parametrize("id", ["Choice-v0", "Remember-v0", "Style-v0"])
def test_a_vector_takes_what_gymnasium_takes(id):
    envs = gymnasium.make_vec(f"regulars:{id}", 2, sessions=1, texts=np.False_, copy=np.True_, disable_env_checker=True)
    assert envs.num_envs == 2
    with pytest.raises(ConfigurationError, match="copy is 'no'; expected True or False"):
        gymnasium.make_vec(f"regulars:{id}", 2, sessions=1, copy="no")
