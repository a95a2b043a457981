"""Vectors: they step as Gymnasium's do, and a failed environment or a dead worker does not stop the others."""

from __future__ import annotations

import multiprocessing
import os
import signal
from functools import partial

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from refusals import message

from regulars import Reply
from regulars.envs.life.outcomes import Ending
from regulars.envs.views.vector import LifeVectorEnv, vector_of
from regulars.errors import ActionError, ConfigurationError, InfrastructureError, OrderError

LIFE = "regulars:Life-v0"
CHOICE = "regulars:Choice-v0"


class Faulty(gymnasium.Wrapper):
    """An environment that fails as its action or reset option says."""

    def step(self, action):
        if isinstance(action, str) and action == "raise":
            raise ZeroDivisionError("an embedder failed")
        if isinstance(action, str) and action == "die":
            os.kill(os.getpid(), signal.SIGKILL)
        if isinstance(action, str) and action == "hang":
            signal.pause()
        if isinstance(action, str) and action == "interrupt":
            os.kill(os.getppid(), signal.SIGUSR1)
        if isinstance(action, str) and action == "unsendable":
            return (*self.env.step("I see.")[:4], {"unsendable": lambda: 0})
        return self.env.step(action)

    def reset(self, *, seed=None, options=None):
        if options and options.get("fail") == "die":
            os.kill(os.getpid(), signal.SIGKILL)
        if options and options.get("fail") == "raise":
            raise ZeroDivisionError("a reset failed")
        return self.env.reset(seed=seed)


class Frail(gymnasium.Wrapper):
    """An environment that fails at each reset without a seed."""

    def reset(self, *, seed=None, options=None):
        if seed is None:
            raise ZeroDivisionError("a reset failed")
        return self.env.reset(seed=seed, options=options)


def frail(**options):
    return Frail(gymnasium.make(LIFE, **options))


def faulty(id=LIFE, **options):
    return Faulty(gymnasium.make(id, **options))


@pytest.fixture
def made():
    """Makes vectors, and closes them in the end."""
    vectors = []

    def make(num_envs, make_env=faulty, *, workers=0, timeout=None, autoreset_mode=AutoresetMode.NEXT_STEP, **options):
        make_one = partial(make_env, **(options or {"sessions": 1, "pool": 4}))
        own = {"workers": workers, "timeout": timeout, "autoreset_mode": autoreset_mode}
        vectors.append(LifeVectorEnv(make_one, num_envs, **own))
        return vectors[-1]

    yield make
    for vector in vectors:
        vector.close()


def same(left, right):
    """Whether two batches or infos hold the same."""
    if isinstance(left, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    if isinstance(left, np.ndarray) and left.dtype == object:
        return all(same(one, other) for one, other in zip(left, right, strict=True))
    return np.array_equal(left, right)


# ---------------------------------------------------------------- as Gymnasium's vectors


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("workers", [0, 2])
@pytest.mark.parametrize("id", [CHOICE, "regulars:Writer-v0"])
def test_it_steps_as_gymnasiums_vector_does(id, workers, mode, made):
    options = {"sessions": 2, "pool": 4}
    theirs = gymnasium.make_vec(id, 3, vectorization_mode="sync", vector_kwargs={"autoreset_mode": mode}, **options)
    ours = made(3, gymnasium.make, workers=workers, autoreset_mode=mode, id=id, **options)
    assert (ours.observation_space, ours.action_space) == (theirs.observation_space, theirs.action_space)
    assert all(same(*pair) for pair in zip(ours.reset(seed=5), theirs.reset(seed=5), strict=True))
    ends = 0
    for step in range(60 if id == CHOICE else 5):
        actions = np.array([step % 8, 0, 3]) if id == CHOICE else ("[]", "no", "[]")
        ours_step, theirs_step = ours.step(actions), theirs.step(actions)
        assert all(same(*pair) for pair in zip(ours_step, theirs_step, strict=True)), step
        over = ours_step[2] | ours_step[3]
        ends += int(over.sum())
        if mode is AutoresetMode.DISABLED and over.any():
            mask = {"reset_mask": over}
            again = ours.reset(options=mask), theirs.reset(options=mask)
            assert all(same(*pair) for pair in zip(*again, strict=True))
    assert ends >= 3


@pytest.mark.parametrize("workers", [0, 1, 3])
def test_texts_are_actions_and_attributes_are_reached(workers):
    envs = gymnasium.make_vec(LIFE, 3, sessions=1, pool=3, workers=workers, render_mode="ansi")
    try:
        observations, _ = envs.reset(seed=[2, 1, 0])
        shown = envs.render()
        assert all(line in text for line, text in zip(observations["message"], shown, strict=True))
        *_, truncated, infos = envs.step(["I see.", Reply("I see."), {"message": "I see."}])
        assert truncated.tolist() == [False] * 3
        assert infos["turn"].tolist() == [3.0] * 3
        assert envs.get_attr("seat") == ("assistant_0",) * 3
        states = envs.call("get_state")
        envs.set_attr("mark", [1, 2, 3])
        assert envs.get_attr("mark") == (1, 2, 3)
        assert len(set(states)) == 3
    finally:
        envs.close()


# ---------------------------------------------------------------- failures


@pytest.mark.parametrize("workers", [0, 2])
@pytest.mark.parametrize(
    ("action", "ending", "error"),
    [
        (7, Ending.ASSISTANT_ERROR, "ActionError: assistant_0"),
        (None, Ending.ASSISTANT_ERROR, "ActionError"),
        (np.float32("nan"), Ending.ASSISTANT_ERROR, "ActionError"),
        ({"message": 3}, Ending.ASSISTANT_ERROR, "field 'message' is of type int; expected a string"),
        ("raise", Ending.INFRASTRUCTURE_ERROR, "ZeroDivisionError: an embedder failed"),
    ],
)
def test_an_error_ends_one_episode_and_the_others_go_on(workers, action, ending, error, made):
    envs, alone = made(3, workers=workers), made(3)
    first, _ = envs.reset(seed=0)
    alone.reset(seed=0)
    with pytest.warns(UserWarning, match="environment 1 failed"):
        seen, rewards, terminated, truncated, infos = envs.step(["I see.", action, "I see."])
    expected = alone.step(["I see."] * 3)
    assert [seen["message"][place] == expected[0]["message"][place] for place in (0, 2)] == [True, True]
    assert seen["message"][1] == first["message"][1]
    assert (terminated.tolist(), truncated.tolist()) == ([False] * 3, [False, True, False])
    assert (rewards[1], infos["valid"].tolist()) == (0.0, [1.0, 0.0, 1.0])
    assert infos["ending"].tolist() == [0.0, float(ending.number), 0.0]
    assert error in infos["error"][1]
    *_, truncated, infos = envs.step(["I see."] * 3)  # resets the one that failed
    assert truncated.tolist() == [False] * 3
    assert (infos["turn"][1], infos["valid"].tolist()) == (1.0, [1.0] * 3)


@pytest.mark.parametrize("id", [CHOICE, "regulars:Remember-v0", "regulars:Style-v0"])
def test_numbers_that_are_no_action_end_one_episode(id):
    envs = vector_of(id, 2, {"texts": False, **({} if "Style" in id else {"sessions": 1})})
    envs.reset(seed=0)
    good = envs.single_action_space.sample() * 0
    for bad in (good - 1, good + 999, good + 0.5, good * np.nan, np.zeros((2, 2)), "0", None):
        with pytest.warns(UserWarning, match="environment 0 failed.*ActionError: step"):
            *_, truncated, infos = envs.step([bad, good])
        assert truncated.tolist() == [True, False]
        assert infos["ending"][0] == Ending.ASSISTANT_ERROR.number
        assert envs.step([good, good])[3].tolist() == [False, False]


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_a_worker_that_dies_is_started_anew(mode, made):
    envs, alone = made(4, workers=2, autoreset_mode=mode), made(4)
    envs.reset(seed=0)
    pids = [group.process.pid for group in envs._groups]
    with pytest.warns(UserWarning, match="environment [23] failed.*died with exit code -9"):
        *_, truncated, infos = envs.step(["I see.", "I see.", "die", "I see."])
    assert truncated.tolist() == [False, False, True, True]
    if mode is AutoresetMode.SAME_STEP:
        assert infos["final_info"]["error"][2] == "InfrastructureError: worker 1 died with exit code -9"
        assert infos["valid"].tolist() == [1.0] * 4
    else:
        assert infos["valid"].tolist() == [1.0, 1.0, 0.0, 0.0]
        assert infos["ending"][2:].tolist() == [float(Ending.INFRASTRUCTURE_ERROR.number)] * 2
    if mode is AutoresetMode.DISABLED:
        seen, _ = envs.reset(options={"reset_mask": truncated})
    elif mode is AutoresetMode.NEXT_STEP:
        seen, _, _, truncated, infos = envs.step(["I see."] * 4)
        assert truncated.tolist() == [False] * 4
    else:
        seen = envs._batch
    assert [group.process.pid == pid for group, pid in zip(envs._groups, pids, strict=True)] == [True, False]
    fresh, _ = alone.reset(seed=[0, 1, 6, 7])  # the last seeds, 2 and 3, plus the number of environments
    assert seen["message"][2:] == fresh["message"][2:]
    assert envs.step(["I see."] * 4)[3].tolist() == [False] * 4


def test_a_death_in_a_reset_truncates_the_episodes_that_were_under_way(made):
    envs = made(2, workers=1, autoreset_mode=AutoresetMode.DISABLED)
    envs.reset(seed=0)
    dies = {"fail": "die", "reset_mask": np.array([True, False])}
    assert message(lambda: envs.reset(options=dies), InfrastructureError) == (
        "reset: InfrastructureError: worker 0 died with exit code -9, twice in a reset; use fewer workers, or more "
        "memory."
    )
    envs.reset(seed=5, options={"reset_mask": np.array([True, False])})
    with pytest.warns(UserWarning, match="environment 1 failed"):
        *_, truncated, infos = envs.step(["I see."] * 2)
    assert (truncated.tolist(), infos["valid"].tolist()) == ([False, True], [1.0, 0.0])


@pytest.mark.parametrize("workers", [0, 1])
def test_an_error_in_a_reset_is_raised(workers, made):
    envs = made(2, workers=workers)
    with pytest.raises(ZeroDivisionError, match="a reset failed"):
        envs.reset(options={"fail": "raise"})
    with pytest.raises(OrderError, match="before reset"):
        envs.step(["I see.", "I see."])
    assert envs.reset(seed=0)[1]["valid"].tolist() == [1.0, 1.0]


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
@pytest.mark.parametrize("workers", [0, 1])
def test_an_error_in_a_reset_after_an_end_is_raised_and_a_reset_mends_it(workers, mode, made):
    envs = made(2, frail, workers=workers, autoreset_mode=mode)
    envs.reset(seed=0)

    def end_an_episode():
        for _ in range(2):
            envs.step(["I see.", 3])

    with pytest.raises(ZeroDivisionError, match="a reset failed"), pytest.warns(UserWarning, match="environment 1"):
        end_an_episode()
    assert envs.reset(seed=0)[1]["valid"].tolist() == [1.0, 1.0]
    assert envs.step(["I see."] * 2)[3].tolist() == [False, False]


def test_a_worker_that_hangs_is_ended_and_started_anew(made):
    envs, alone = made(2, workers=2, timeout=3), made(2)
    envs.reset(seed=0)
    process = envs._groups[1].process
    said = "environment 1 failed.*worker 1 gave no answer within 3 seconds and was ended; a longer timeout"
    with pytest.warns(UserWarning, match=said):
        *_, truncated, infos = envs.step(["I see.", "hang"])
    assert (truncated.tolist(), infos["valid"].tolist()) == ([False, True], [1.0, 0.0])
    assert not process.is_alive()
    seen, *_, infos = envs.step(["I see."] * 2)
    fresh, _ = alone.reset(seed=[0, 3])
    assert (seen["message"][1], infos["valid"].tolist()) == (fresh["message"][1], [1.0, 1.0])


def test_a_vector_with_a_dead_worker_closes(made):
    envs = made(2, workers=2)
    envs.reset(seed=0)
    processes = [group.process for group in envs._groups]
    os.kill(processes[0].pid, signal.SIGKILL)
    processes[0].join()
    envs.close()
    assert [process.is_alive() for process in processes] == [False, False]


@pytest.mark.parametrize("workers", [1, 2])
def test_what_cannot_be_sent_to_a_worker_changes_nothing(workers, made):
    envs, alone = made(2, workers=workers), made(2)
    first, _ = envs.reset(seed=0)
    alone.reset(seed=0)
    with pytest.raises(ActionError, match=r"^step: .*can be pickled.*workers=0"):
        envs.step(["I see.", lambda: "I see."])
    with pytest.raises(ConfigurationError, match=r"^set_attr: .*workers=0"):
        envs.set_attr("mark", [1, lambda: 2])
    with pytest.raises(ConfigurationError, match=r"^reset: .*workers=0"):
        envs.reset(options={"fail": lambda: "raise"})
    assert all(same(*pair) for pair in zip(envs.step(["I see."] * 2), alone.step(["I see."] * 2), strict=True))
    assert same(envs.reset(seed=0)[0], first)


@pytest.fixture
def interrupts():
    """A signal that interrupts this process as Ctrl-C does."""

    def interrupt(*_):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGUSR1, interrupt)
    yield
    signal.signal(signal.SIGUSR1, before)


def test_an_interrupted_step_truncates_and_no_answer_is_taken_for_a_later_one(interrupts, made):
    envs, alone = made(2, workers=1), made(2)
    envs.reset(seed=0)
    with pytest.raises(KeyboardInterrupt):
        envs.step(["I see.", "interrupt"])
    with pytest.warns(UserWarning, match="environment [01] failed.*worker 0 was started anew after an interrupt"):
        *_, truncated, infos = envs.step(["I see."] * 2)
    assert (truncated.tolist(), infos["valid"].tolist()) == ([True, True], [0.0, 0.0])
    fresh, _ = alone.reset(seed=[2, 3])
    assert envs.step(["I see."] * 2)[0]["message"] == fresh["message"]
    assert same(envs.step(["I see."] * 2)[0], alone.step(["I see."] * 2)[0])


@pytest.mark.parametrize("workers", [1, 2])
def test_a_reset_or_a_close_after_an_interrupt_is_as_ever(interrupts, workers, made):
    envs, alone = made(2, workers=workers), made(2)
    envs.reset(seed=0)
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            envs.step(["interrupt", "I see."])
        assert all(same(*pair) for pair in zip(envs.reset(seed=5), alone.reset(seed=5), strict=True))
    with pytest.raises(KeyboardInterrupt):
        envs.step(["interrupt", "I see."])
    processes = [group.process for group in envs._groups]
    envs.close()
    assert [process.is_alive() for process in processes] == [False] * workers


def test_a_step_whose_result_cannot_be_sent_ends_one_episode(made):
    envs = made(2, workers=1)
    envs.reset(seed=0)
    with pytest.warns(UserWarning, match=r"environment 1 failed.*result of 'step' cannot be sent.*workers=0"):
        *_, truncated, infos = envs.step(["I see.", "unsendable"])
    assert (truncated.tolist(), infos["valid"].tolist()) == ([False, True], [1.0, 0.0])


def test_workers_can_be_spawned(monkeypatch):
    spawn = multiprocessing.get_context("spawn")
    monkeypatch.setattr(multiprocessing, "get_context", lambda: spawn)
    envs = gymnasium.make_vec(LIFE, 2, sessions=1, workers=1)
    try:
        observations, _ = envs.reset(seed=0)
        alone, _ = gymnasium.make(LIFE, sessions=1).reset(seed=1)
        assert observations["message"][1] == alone["message"]
    finally:
        envs.close()


class Unpicklable(Exception):
    def __init__(self, one, two):
        super().__init__(one)


class Odd(gymnasium.Wrapper):
    """An environment with attributes that raise an error: one that cannot be sent, and one that depends on a mark."""

    mark = 0

    @property
    def lock(self):
        return lambda: lambda: self  # a method of this name is called, and gives what cannot be pickled

    @property
    def share(self):
        return 12 / self.mark

    @property
    def odd(self):
        raise Unpicklable("cannot be sent", 2)


def odd(**options):
    return Odd(gymnasium.make(LIFE, **options))


def test_an_error_that_cannot_be_sent_is_named(made):
    envs = made(1, odd, workers=1)
    assert message(lambda: envs.get_attr("odd"), InfrastructureError) == (
        "a worker process: Unpicklable('cannot be sent')."
    )
    with pytest.raises(AttributeError, match="no_such"):
        envs.get_attr("no_such")


def test_a_result_that_cannot_be_sent_leaves_the_worker_and_its_episodes(made):
    envs = made(2, odd, workers=1)
    envs.reset(seed=0)
    worker = envs._groups[0].process.pid
    assert message(lambda: envs.get_attr("lock"), InfrastructureError) == (
        "a vector: the result of 'lock' cannot be sent from a worker process; use workers=0."
    )
    *_, truncated, infos = envs.step(["I see."] * 2)
    assert (truncated.tolist(), infos["turn"].tolist()) == ([False] * 2, [3.0] * 2)
    assert envs._groups[0].process.pid == worker


@pytest.mark.parametrize("workers", [0, 1, 2])
def test_after_an_error_of_one_environment_all_answer_again(workers, made):
    envs = made(2, odd, workers=workers)
    envs.set_attr("mark", [0, 3])
    with pytest.raises(ZeroDivisionError):
        envs.get_attr("share")
    assert envs.get_attr("mark") == (0, 3)
    envs.set_attr("mark", [4, 3])
    assert envs.get_attr("share") == (3.0, 4.0)


# ---------------------------------------------------------------- arguments


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"num_envs": 0}, "num_envs is 0"),
        ({"num_envs": True}, "num_envs is True"),
        ({"workers": -1}, "workers is -1"),
        ({"workers": 1.5}, "from 0"),
        ({"autoreset_mode": "never"}, "NextStep, SameStep, Disabled"),
        ({"pool": 0}, "pool.*from 1"),
        ({"suite": "cor"}, "core"),
    ],
)
def test_arguments_are_checked_before_anything_starts(options, named):
    with pytest.raises(ConfigurationError, match=named):
        gymnasium.make_vec(LIFE, **{"num_envs": 2, **options})


def test_calls_at_the_wrong_time_or_of_the_wrong_size_are_refused(made):
    envs = made(2, autoreset_mode="Disabled")
    with pytest.raises(OrderError, match="before reset"):
        envs.step(["a", "b"])
    with pytest.raises(OrderError, match="some environments first"):
        envs.reset(options={"reset_mask": np.array([True, False])})
    envs.reset(seed=0)
    for actions in (["a"], ["a", "b", "c"], 3, None, {"mesage": ["a", "b"]}):
        with pytest.raises(ActionError, match="one action for each of 2 environments"):
            envs.step(actions)
    with pytest.raises(ConfigurationError, match="3 seeds; expected 2"):
        envs.reset(seed=[1, 2, 3])
    for mask in ([True, False, True], np.array([1, 0]), np.array([False, False])):
        with pytest.raises(ConfigurationError, match=r"reset_mask.*shape \(2,\)"):
            envs.reset(options={"reset_mask": mask})
    with pytest.raises(ConfigurationError, match="3 values; expected 2"):
        envs.set_attr("mark", [1, 2, 3])
    with pytest.raises(ConfigurationError, match=r"use envs\.step"):
        envs.call("step", "a")
    with pytest.warns(UserWarning, match="environment 0 failed"):
        envs.step([3, "b"])
    with pytest.raises(OrderError, match=r"after the end of environment 0.*reset_mask"):
        envs.step(["a", "b"])
