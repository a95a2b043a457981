"""The environment satisfies PettingZoo's and Gymnasium's own checks."""

from __future__ import annotations

import json
import subprocess
import sys
import warnings

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test

import regulars
from regulars import life_v0
from regulars.dialogue import FeedbackAction, Phase, VerdictKind
from regulars.errors import OrderError, RegularsError, SharedMemoryError
from regulars.testing import check_environment


@pytest.mark.parametrize("users", [1, 2])
def test_api_test_passes_without_warnings_about_anything_but_spaces(users):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        warnings.simplefilter("ignore", ResourceWarning)  # of another test's sockets, collected here
        api_test(life_v0.env(users=users, sessions=4), num_cycles=200)
    about = [str(warning.message) for warning in caught]
    assert all("space" in text or "NumPy array" in text for text in about), about


@pytest.mark.parametrize("users", [1, 2])
def test_the_contract_that_third_parties_test_is_kept(users):
    check_environment(users=users, sessions=4)


@pytest.mark.parametrize("played", [("evaluator",), ("user",), ("user", "evaluator")])
def test_the_contract_is_kept_whichever_seats_are_played_from_inside(played):
    check_environment(sessions=3, played=played)


@pytest.mark.parametrize("probes", ["off", "end"])
def test_check_env_passes_unwrapped_and_made_by_name(probes):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        made = gymnasium.make("regulars:Life-v0", sessions=3, probes=probes)
        check_env(made.unwrapped, skip_render_check=True)
        made.reset(seed=1)
        observation, reward, terminated, truncated, info = made.step("I see.")
    assert made.observation_space.contains(observation)
    assert isinstance(reward, float)
    assert (terminated, truncated) == (False, False)
    assert set(info) == set(made.unwrapped.aec.info("assistant_0"))
    assert all(type(value) is float for value in info.values())


def test_render_test_passes():
    render_test(lambda render_mode=None: life_v0.env(sessions=2, render_mode=render_mode))


def test_ansi_rendering_shows_the_running_session():
    env = gymnasium.make("regulars:Life-v0", sessions=2, render_mode="ansi")
    observation, _ = env.reset(seed=3)
    assert observation["message"] in env.render()


def test_human_rendering_prints_what_is_said(capsys):
    env = gymnasium.make("regulars:Life-v0", sessions=2, render_mode="human")
    observation, _ = env.reset(seed=3)
    env.step("Splendid.")
    printed = capsys.readouterr().out
    assert observation["message"] in printed
    assert "Splendid." in printed


def test_the_environment_is_made_by_name_in_a_fresh_interpreter():
    code = (
        "import gymnasium as gym; e = gym.make('regulars:Life-v0', sessions=2); o, i = e.reset(seed=7);"
        "assert o['message']; print(e.spec.id)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "Life-v0"


def test_a_spec_survives_json():
    env = gymnasium.make("regulars:Life-v0", sessions=2, feedback="silent", weights={"leaked": -2.0})
    again = gymnasium.make(gymnasium.envs.registration.EnvSpec.from_json(env.spec.to_json()))
    first, _ = env.reset(seed=5)
    second, _ = again.reset(seed=5)
    assert first["message"] == second["message"]
    assert again.unwrapped.aec.options.weights.leaked == -2.0


@pytest.mark.skipif(not hasattr(pettingzoo, "aec_registry"), reason="this PettingZoo has no registry")
def test_pettingzoo_makes_both_forms_by_name():
    env = pettingzoo.make("aec", "regulars/life-v0", sessions=2)
    env.reset(seed=1)
    assert env.agent_selection == "user_0"
    parallel = pettingzoo.make("parallel", "regulars/life-v0", sessions=2)
    observations, _ = parallel.reset(seed=1)
    assert set(observations) == {"user_0", "assistant_0", "evaluator_0"}


def test_spaces_are_one_object_per_instance_and_survive_a_pickle():
    import pickle

    one, other = life_v0.env(sessions=2), life_v0.env(sessions=2)
    space = one.action_space("assistant_0")
    assert space is one.action_space("assistant_0")
    assert space is not other.action_space("assistant_0")
    assert pickle.loads(pickle.dumps(space)) == space
    assert one.observation_space("user_0") == one.observation_space("assistant_0")


def test_any_sample_is_a_legal_action_for_any_seat():
    env = life_v0.env(users=2, sessions=3, probes="end")
    for seat in env.possible_agents:
        env.action_space(seat).seed(3)
    env.reset(seed=2)
    for agent in env.agent_iter(2000):
        observation, _, terminated, truncated, _ = env.last()
        assert env.observation_space(agent).contains(observation)
        env.step(None if terminated or truncated else env.action_space(agent).sample())
    assert not env.agents


class UnreadText(str):
    """A text that fails the test when one of its characters is read."""

    def _refuse(self, *_):
        raise AssertionError("the text was read")

    __iter__ = __getitem__ = __contains__ = encode = _refuse


def test_samples_are_short_and_membership_reads_no_character():
    space = life_v0.env().action_space("assistant_0")["message"]
    assert max(len(space.sample()) for _ in range(200)) <= 64
    assert UnreadText("é🙂" * 500) in space
    assert "" in space
    assert 7 not in space


def test_shared_memory_refuses_text_with_advice():
    with pytest.raises((SharedMemoryError, gymnasium.error.CustomSpaceError)) as caught:
        gymnasium.vector.AsyncVectorEnv([lambda: gymnasium.make("regulars:Life-v0", sessions=2)])
    assert "shared_memory=False" in str(caught.value)


def test_vector_environments_return_the_right_strings():
    single = gymnasium.make("regulars:Life-v0", sessions=2)
    expected = [single.reset(seed=seed)[0]["message"] for seed in (5, 6)]
    vector = gymnasium.make_vec("regulars:Life-v0", 2, vectorization_mode="sync", vector_kwargs={}, sessions=2)
    observations, _ = vector.reset(seed=5)
    assert list(observations["message"]) == expected


def test_flags_and_rewards_are_plain_python():
    env = gymnasium.make("regulars:Life-v0", sessions=2)
    env.reset(seed=1)
    for _ in range(30):
        _, reward, terminated, truncated, info = env.step("I see.")
        assert type(reward) is float
        assert type(terminated) is bool
        assert type(truncated) is bool
        assert all(type(value) is float for value in info.values())
        if terminated or truncated:
            break


def test_nested_spaces_hold_every_code():
    space = life_v0.env().observation_space("assistant_0")
    assert space["phase"].n == len(Phase)
    assert space["rating"].n == len(FeedbackAction)
    assert life_v0.env().action_space("evaluator_0")["verdict"].n == len(VerdictKind)


def test_the_parallel_view_returns_five_empty_dicts_after_the_end():
    env = life_v0.parallel_env(sessions=1, max_steps=3)
    env.reset(seed=1)
    while env.agents:
        env.step(dict.fromkeys(env.agents, "Hello."))
    assert env.step({}) == ({}, {}, {}, {}, {})


def test_the_parallel_view_tells_the_same_story():
    def scripted(parallel):
        from regulars.agents.evaluator.scripted import ScriptedEvaluator
        from regulars.agents.user.scripted import ScriptedUser
        from regulars.scenarios.language.packs import Language
        from regulars.scenarios.ontology.attributes import load_ontology

        aec = parallel.aec
        user, evaluator = ScriptedUser(Language.load("english"), load_ontology()), ScriptedEvaluator()
        user.begin("user_0", aec.seat_seed("user_0"))
        said = []
        while parallel.agents:
            seat = aec.agent_selection
            if seat == "user_0":
                action = user.act(None, aec.briefing(seat))
            elif seat == "evaluator_0":
                action = evaluator.act(None, aec.briefing(seat))
            else:
                action = "I see."
            parallel.step({seat: action})
        said = [turn.text for turn in aec.transcript]
        return said

    parallel = life_v0.parallel_env(sessions=3)
    parallel.reset(seed=4)
    env = life_v0.env(sessions=3)
    cast = regulars.Cast(env, assistant=lambda observation: "I see.")
    cast.reset(seed=4)
    cast.run()
    heard = scripted(parallel)
    own = [turn.text for turn in env.unwrapped.transcript]
    assert [text for text in heard if text != "I see."] == [text for text in own if text != "I see."]


def test_closing_twice_is_fine():
    env = life_v0.env()
    env.close()
    env.close()


def test_infos_are_json_numbers_with_constant_keys():
    env = life_v0.env(sessions=2)
    cast = regulars.Cast(env)
    cast.reset(seed=1)
    keys = {}
    for agent in env.agent_iter():
        observation, _, terminated, truncated, info = env.last()
        json.dumps(info)
        assert keys.setdefault(agent, set(info)) == set(info)
        env.step(None if terminated or truncated else cast[agent](observation))
    asked = {"valid", "session", "turn", "ending", "judged", "verdict", "attempt", "answerable"}
    paid = {f"reward_{name}" for name in ("recall", "repair", "abstention", "choice", "cost", "rules")}
    assert keys == {"user_0": asked | {"reward_served"}, "assistant_0": asked | paid, "evaluator_0": asked}


def test_steps_and_looks_before_reset_raise_in_the_family():
    for env in (life_v0.env(), life_v0.raw_env()):
        for call in (
            lambda env=env: env.step("x"),
            lambda env=env: env.observe("assistant_0"),
            lambda env=env: env.render(),
        ):
            with pytest.raises(OrderError, match="reset"):
                call()
    with pytest.raises((OrderError, gymnasium.error.ResetNeeded)):
        gymnasium.make("regulars:Life-v0").step("x")
    with pytest.raises(AttributeError, match="before reset"):
        life_v0.env().agents  # noqa: B018  # the access is what is tested


def test_a_loop_without_steps_is_an_error():
    env = life_v0.env(sessions=1)
    env.reset(seed=1)
    iterator = iter(env.agent_iter())
    next(iterator)
    with pytest.raises(RegularsError, match="without a step"):
        next(iterator)


def test_numpy_scalars_are_legal():
    env = life_v0.env(sessions=1)
    env.reset(seed=1)
    env.step({"message": np.str_("Hello."), "rating": np.int64(1), "satisfaction": np.float32(7), "close": np.int8(0)})
    env.step({"message": "Hi.", "elapsed": np.array(3.0)})
