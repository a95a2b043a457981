"""What vectors refuse, in full, and what they take at the ends of their ranges; and that they close what they made."""

from __future__ import annotations

from functools import partial
from multiprocessing.reduction import ForkingPickler

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from refusals import message
from small_lives import scenario, session

from regulars.envs.life.outcomes import Ending
from regulars.envs.views.env_groups import EnvGroup, FailedStep, Stepped, packed
from regulars.envs.views.gym import LifeEnv
from regulars.envs.views.vector import LifeVectorEnv, life_vector, vector_of, writer_vector
from regulars.envs.views.vector_arguments import (
    LONGEST_TIMEOUT,
    check_call,
    check_count,
    check_under_way,
    read_limit,
    read_mode,
    read_reset_mask,
    read_seeds,
    read_timeout,
    read_values,
)
from regulars.errors import ActionError, ConfigurationError, InfrastructureError, OrderError

SMALL = scenario(session(1))


# ---------------------------------------------------------------- arguments


@pytest.mark.parametrize("least", [0, 1])
def test_a_count_is_a_whole_number_from_its_least(least):
    check_count("workers", least, least)
    for wrong in (least - 1, float(least), True, None, "2"):
        assert message(lambda wrong=wrong: check_count("workers", wrong, least), ConfigurationError) == (
            f"make_vec: workers is {wrong!r}; expected a whole number from {least}."
        )


def test_a_mode_is_one_of_gymnasiums():
    for mode in AutoresetMode:
        assert read_mode(mode) is read_mode(mode.value) is mode
    assert message(lambda: read_mode("never"), ConfigurationError) == (
        "make_vec: autoreset_mode is 'never'; expected NextStep, SameStep, Disabled."
    )


def test_a_time_out_is_a_number_above_0_and_up_to_a_week():
    # 7 * 86,400 = 604,800 seconds.
    assert LONGEST_TIMEOUT == 604_800
    for seconds in (0.001, 3, 604_800):
        read = read_timeout(seconds)
        assert (read, type(read)) == (seconds, float)
    assert read_timeout(None) is None
    for wrong in (0, -1, 604_800.5, True, "3", float("inf"), float("nan")):
        assert message(lambda wrong=wrong: read_timeout(wrong), ConfigurationError) == (
            f"make_vec: timeout is {wrong!r}; expected a number of seconds above 0 and up to 604,800, or None for no "
            "limit."
        )


def test_seeds_are_one_number_one_for_each_or_none():
    assert read_seeds(None, 2) == [None, None]
    assert read_seeds(np.int64(7), 3) == [7, 8, 9]
    assert read_seeds([5, None], 2) == [5, None]
    assert message(lambda: read_seeds([1], 2), ConfigurationError) == "reset: 1 seeds; expected 2, or one number."
    for given in (np.arange(3), list(np.arange(3)), (0, np.uint8(1), 2)):
        read = read_seeds(given, 3)
        assert (read, {type(seed) for seed in read}) == ([0, 1, 2], {int})
    for wrong in (1.5, "7", {1: 2}, [1.5, 2], [[1], 2], np.array([0.0, 1.0])):
        assert message(lambda wrong=wrong: read_seeds(wrong, 2), ConfigurationError) == (
            f"reset: seed is {wrong!r}; expected a whole number, or 2 of them."
        )


def test_a_limit_of_steps_is_a_whole_number_or_none_as_gymnasium_says_it():
    assert [read_limit(3), read_limit(None), read_limit(-1)] == [3.0, float("inf"), float("inf")]
    for wrong in (0, 2.5, True, "3"):
        assert message(lambda wrong=wrong: read_limit(wrong), ConfigurationError) == (
            f"make_vec: max_episode_steps is {wrong!r}; expected a whole number from 1."
        )


def test_values_are_one_for_all_or_one_for_each():
    assert list(read_values("mark", "ab", 2)) == ["ab", "ab"]
    assert list(read_values("mark", (1, 2), 2)) == [1, 2]
    assert message(lambda: read_values("mark", [1], 2), ConfigurationError) == (
        "set_attr 'mark': 1 values; expected 2."
    )


def test_a_reset_mask_names_the_environments_to_reset():
    assert read_reset_mask(None, 3, begun=False) == [0, 1, 2]
    assert read_reset_mask(np.array([True, False, True]), 3, begun=True) == [0, 2]
    assert read_reset_mask(np.array([True, True]), 2, begun=False) == [0, 1]
    expected = "expected bool, shape (2,), with one true value at least."
    for mask, found in (
        (np.array([True]), "bool and shape (1,) with 1 true values"),
        (np.array([1, 0]), "int64 and shape (2,) with 1 true values"),
        (np.array([False, False]), "bool and shape (2,) with 0 true values"),
    ):
        assert message(lambda mask=mask: read_reset_mask(mask, 2, begun=True), ConfigurationError) == (
            f"reset: a reset_mask of type {found}; {expected}"
        )
    assert message(lambda: read_reset_mask(np.array([True, False]), 2, begun=False), OrderError) == (
        "reset: a reset of some environments first; call envs.reset() first."
    )


def test_a_step_follows_a_reset_and_under_disabled_no_end():
    check_under_way(True, AutoresetMode.NEXT_STEP, [True])
    check_under_way(True, AutoresetMode.DISABLED, [False, False])
    for mode in AutoresetMode:
        assert message(lambda mode=mode: check_under_way(False, mode, [False]), OrderError) == (
            "step: a step before reset; call envs.reset() first."
        )
    assert message(lambda: check_under_way(True, AutoresetMode.DISABLED, [False, True, True]), OrderError) == (
        'step: a step after the end of environment 1; call envs.reset(options={"reset_mask": terminated | truncated}) '
        "first."
    )


@pytest.mark.parametrize("name", ["reset", "step", "close", "set_attr"])
def test_what_a_vector_does_itself_is_not_called_past_it(name):
    assert message(lambda: check_call(name), ConfigurationError) == (
        f"call: {name!r} of the environments; use envs.{name}(...)."
    )


# ---------------------------------------------------------------- vectors


def vector(count=2, **given):
    return LifeVectorEnv(lambda: LifeEnv(scenario=SMALL), count, **given)


@pytest.mark.parametrize("workers", [0, 1])
def test_calls_of_a_vector_take_arguments_by_position_and_by_name(workers):
    envs = vector(workers=workers)
    envs.reset(seed=0)
    (state, _) = envs.call("get_state")
    envs.step(["I see."] * 2)
    assert envs.call("set_state", state) == envs.call("set_state", state=state) == (None, None)
    assert envs.call("get_wrapper_attr", "seat") == ("assistant_0",) * 2
    envs.close()


@pytest.mark.parametrize(
    ("actions", "what"),
    [
        (["a"], "1 actions"),
        (("a", "b", "c"), "3 actions"),
        (3, "actions of type int"),
        ({"mesage": ["a", "b"]}, "actions of type dict"),
    ],
)
def test_another_number_of_actions_is_named(actions, what):
    envs = vector()
    envs.reset(seed=0)
    assert message(lambda: envs.step(actions), ActionError) == (
        f"step: {what}; expected one action for each of 2 environments."
    )


class Gone(gymnasium.Wrapper):
    """An environment whose render gives a failed step, as a worker that died does."""

    def render(self):
        return FailedStep("InfrastructureError: worker 0 died")


def test_a_call_that_a_dead_worker_does_not_answer_is_an_error():
    envs = LifeVectorEnv(lambda: Gone(LifeEnv(scenario=SMALL)), 1)
    assert message(envs.render, InfrastructureError) == (
        "a vector: InfrastructureError: worker 0 died; call envs.reset()."
    )


@pytest.mark.parametrize("make", [life_vector, writer_vector])
def test_options_of_the_vector_and_of_its_environments_are_told_apart(make):
    envs = make(2, scenario=SMALL, workers=0, timeout=None, autoreset_mode="Disabled", render_mode="ansi")
    assert (envs.num_envs, envs.autoreset_mode, envs.render_mode) == (2, AutoresetMode.DISABLED, "ansi")
    assert envs.metadata["autoreset_mode"] is AutoresetMode.DISABLED
    assert message(lambda: make(2, scenario=SMALL, timeout=0), ConfigurationError).startswith("make_vec: timeout is 0;")
    envs.close()


def test_a_vector_of_an_id_makes_that_environment():
    envs = vector_of("regulars:Choice-v0", 1, {"scenario": SMALL, "k": 6})
    assert envs.single_action_space.n == 6
    envs.close()


# ---------------------------------------------------------------- groups


class Counted(gymnasium.Wrapper):
    """An environment that counts how often it was closed."""

    closed = 0

    def close(self):
        self.closed += 1


def test_each_environment_of_a_group_is_closed_once():
    group = EnvGroup(lambda: Counted(LifeEnv(scenario=SMALL)), 3)
    group.close()
    assert [env.closed for env in group.envs] == [1, 1, 1]


def test_a_vector_closes_what_it_made_and_the_one_whose_spaces_it_read():
    made = []

    def make():
        made.append(Counted(LifeEnv(scenario=SMALL)))
        return made[-1]

    envs = LifeVectorEnv(make, 2)
    assert [env.closed for env in made] == [1, 0, 0]
    envs.close()
    assert [env.closed for env in made] == [1, 1, 1]


def test_there_are_no_more_workers_than_environments():
    for count, workers, groups in ((2, 5, [1, 1]), (3, 2, [2, 1])):
        envs = LifeVectorEnv(partial(LifeEnv, scenario=SMALL), count, workers=workers)
        try:
            assert [sum(place.group == group for place in envs._places) for group in range(len(envs._groups))] == groups
            assert [place.number for place in envs._places] == [number for size in groups for number in range(size)]
        finally:
            envs.close()


def test_after_the_death_of_a_worker_its_environments_get_one_new_seed():
    envs = vector(3)
    envs.reset(seed=5)
    envs._restarted = {0, 2}
    envs.reset(seed=[None, None, 40])
    assert (envs._seeds, envs._restarted) == ([8, 6, 40], set())  # 5 + 3; kept; the caller's own
    envs.reset()
    assert envs._seeds == [8, 6, 40]
    unseeded = vector(1)
    unseeded.reset()
    unseeded._restarted = {0}
    unseeded.reset()
    assert (unseeded._seeds, unseeded._restarted) == ([None], set())


def test_an_episode_whose_worker_died_in_another_ones_reset_is_truncated():
    envs = vector(2)
    first, _ = envs.reset(seed=0)
    envs._restarted = {1}
    with pytest.warns(UserWarning, match="^environment 1 failed, and its episode is truncated: "):
        seen, rewards, terminated, truncated, infos = envs.step(["a", "b"])
    assert infos["error"][1] == "InfrastructureError: the worker died"
    assert (terminated.tolist(), truncated.tolist(), rewards[1]) == ([True, False], [False, True], 0.0)
    assert seen["message"][1] == first["message"][1]
    assert infos["ending"][1] == Ending.INFRASTRUCTURE_ERROR.number


def test_the_commands_of_a_group():
    group = EnvGroup(lambda: LifeEnv(scenario=SMALL), 2)
    results = group.run([(1, "reset", (), {"seed": 5}), (0, "reset", (), {"seed": 5}), (1, "step", ("I see.",), {})])
    (_, first), (_, other), stepped = results
    assert first == other
    assert isinstance(stepped, Stepped)
    assert (stepped.terminated, stepped.truncated, type(stepped.reward)) == (True, False, float)
    commands = [(0, "set_attr", ("mark", 4), {}), (0, "mark", (), {}), (0, "get_wrapper_attr", (), {"name": "seat"})]
    assert group.run(commands) == [None, 4, "assistant_0"]
    assert (group.envs[0].mark, hasattr(group.envs[1], "mark")) == (4, False)


@pytest.mark.parametrize(
    ("played", "ending"),
    [((), Ending.ASSISTANT_ERROR), (("assistant", "evaluator"), Ending.USER_ERROR),
     (("assistant", "user"), Ending.EVALUATOR_ERROR)],
)  # fmt: skip
def test_an_invalid_action_is_a_fault_of_its_seat(played, ending):
    group = EnvGroup(lambda: LifeEnv(scenario=SMALL, played=played), 1)
    group.run([(0, "reset", (), {"seed": 0})])
    (failed,) = group.run([(0, "step", (7,), {})])
    assert (failed.ending, failed.error.partition(":")[0]) == (ending, "ActionError")


def test_another_error_of_a_step_is_no_fault_of_a_seat():
    class Broken(gymnasium.Wrapper):
        def step(self, action):
            raise ValueError("out of memory")

    group = EnvGroup(lambda: Broken(LifeEnv(scenario=SMALL)), 1)
    assert group.run([(0, "step", ("I see.",), {})]) == [
        FailedStep("ValueError: out of memory", Ending.INFRASTRUCTURE_ERROR)
    ]


def test_what_cannot_be_sent_is_named_with_its_error():
    def what():
        raise AssertionError

    with pytest.raises(Exception) as caught:  # noqa: PT011  # the message differs between versions of Python
        ForkingPickler.dumps(what)
    error = f"{type(caught.value).__name__}: {caught.value}".rstrip(".")
    advice = "expected what can be pickled and sent to a worker process; send something else, or use workers=0."
    for name, kind in (("step", ActionError), ("set_attr", ConfigurationError)):
        assert message(lambda name=name: packed([(0, name, (what,), {})]), kind) == f"{name}: {error}; {advice}"
    assert ForkingPickler.loads(packed([(0, "step", ("a",), {})])) == [(0, "step", ("a",), {})]
