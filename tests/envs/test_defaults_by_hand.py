"""The defaults that the pages name, and warnings that point at the line of the caller."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from small_lives import begun, scenario, session

from regulars import life_v0
from regulars.envs.aec import LifeAEC
from regulars.envs.banks.writer import WriterEnv
from regulars.envs.numeric.choice import ChoiceEnv
from regulars.envs.numeric.remember import RememberEnv
from regulars.envs.numeric.style import StyleEnv
from regulars.envs.numeric.vector import NumericVectorEnv
from regulars.envs.views.gym import LifeEnv
from regulars.envs.views.parallel import LifeParallel
from regulars.envs.views.vector import LifeVectorEnv

SMALL = scenario(session(1), session(2))


def test_the_default_sizes_of_numeric_environments():
    choice, remember = ChoiceEnv(scenario=SMALL), RememberEnv(scenario=SMALL)
    assert (choice.action_space.n, choice.layout["recollections"][1], choice.flat, choice.texts) == (
        8, (3, 64), False, True
    )  # fmt: skip
    assert remember.action_space.nvec.tolist() == [4, 32, 33, 33, 33, 33, 33]
    assert remember.observation_space["slots"].shape == (32, 74)
    assert (remember.replies, remember.texts, remember._strict) == (True, True, False)
    for env in (choice, remember, StyleEnv(), WriterEnv(scenario=SMALL), LifeEnv(scenario=SMALL)):
        assert env.render_mode is None
        assert (env.metadata["render_modes"], env.metadata["render_fps"]) == (["human", "ansi"], 4)


def test_memories_of_policies_are_asked_beside_the_conversation_unless_told_otherwise():
    for make in (RememberEnv, WriterEnv):
        assert make(scenario=SMALL).aec.options.probes == "fork"
        assert make(scenario=SMALL, probes="off").aec.options.probes == "off"
    for make in (ChoiceEnv, LifeEnv):
        assert make(scenario=SMALL).aec.options.probes == "off"


@pytest.mark.parametrize("make", [LifeEnv, ChoiceEnv, RememberEnv, StyleEnv, WriterEnv])
def test_a_render_mode_reaches_the_life(make):
    env = make(scenario=SMALL, render_mode="ansi")
    assert (env.render_mode, env.aec.render_mode) == ("ansi", "ansi")
    env.reset(seed=0)
    assert env.render().startswith("--- session ")
    assert env.close() is None


def test_the_default_modes_of_vectors():
    numeric = NumericVectorEnv(lambda: ChoiceEnv(6, scenario=SMALL), 1)
    texts = LifeVectorEnv(lambda: LifeEnv(scenario=SMALL), 1)
    for envs in (numeric, texts):
        assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
        assert (envs.render_mode, envs.num_envs) == (None, 1)
        assert envs.metadata["render_modes"] == ["human", "ansi"]


def test_info_holds_texts_only_if_they_are_wanted():
    for make, texts, idle in ((ChoiceEnv, {"message", "candidates", "kinds"}, 0),
                              (RememberEnv, {"message", "items"}, [0] * 7)):  # fmt: skip
        for wanted in (True, False):
            env = make(scenario=SMALL, texts=wanted)
            for info in (env.reset(seed=0)[1], env.step(idle)[-1]):
                assert texts & info.keys() == (texts if wanted else set())


def test_a_flat_observation_is_the_features_alone_and_the_mask_is_in_the_info():
    flat, whole = ChoiceEnv(6, scenario=SMALL, flat=True), ChoiceEnv(6, scenario=SMALL)
    (seen, info), (both, _) = flat.reset(seed=0), whole.reset(seed=0)
    assert (seen == both["features"]).all()
    assert (info["action_mask"] == both["action_mask"]).all()
    assert flat.observation_space == whole.observation_space["features"]


# ---------------------------------------------------------------- warnings


def warned(call):
    """The file and the words of the only warning of a call."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        call()
    (one,) = caught
    return one.filename, str(one.message)


def test_a_warning_names_the_line_of_the_caller():
    def broken(action):
        raise ZeroDivisionError("a broken embedder")

    numeric = NumericVectorEnv(lambda: ChoiceEnv(6, scenario=SMALL), 2)
    texts = LifeVectorEnv(lambda: LifeEnv(scenario=SMALL), 2)
    for envs, idle in ((numeric, np.zeros(2, dtype=int)), (texts, ["a", "b"])):
        envs.reset(seed=0)
        group = envs.envs if envs is numeric else envs._groups[0].envs
        group[1].step = broken
        assert warned(lambda envs=envs, idle=idle: envs.step(idle)) == (
            __file__,
            "environment 1 failed, and its episode is truncated: ZeroDivisionError: a broken embedder",
        )
    env = begun(SMALL)
    assert warned(env.render) == (
        __file__,
        "render() does nothing: make the environment with render_mode='ansi' or 'human'",
    )
    assert warned(lambda: env.reset(options={"scenaro": None})) == (
        __file__,
        "reset ignores the unknown option 'scenaro': did you mean 'scenario'?",
    )
    over = life_v0.env(scenario=SMALL, max_steps=1)
    over.reset(seed=0)
    for action in ("Hello.", None, None, None):
        over.step(action)
    assert warned(lambda: over.step(None)) == (__file__, "step() after the end does nothing: call env.reset()")


# ---------------------------------------------------------------- views


def test_the_parallel_view_counts_its_cycles_as_steps():
    for given, most in (({"max_cycles": 2}, 2), ({"max_steps": 3}, 3), ({"max_cycles": None, "max_steps": 1}, 1)):
        env = LifeParallel(scenario=SMALL, **given)
        assert (env.aec.options.max_steps, env.aec.options.max_cycles) == (most, None)
        env.reset(seed=0)
        steps = 0
        while env.agents:
            env.step(dict.fromkeys(env.agents, "Hello."))
            steps += 1
        assert steps == most
    # For the AEC environment a cycle is a step of each role.
    assert LifeAEC(scenario=SMALL, max_cycles=2)._most_steps == 6
    assert LifeAEC(scenario=SMALL, max_cycles=2, played="user")._most_steps == 4
    assert LifeAEC(scenario=SMALL, max_steps=2)._most_steps == 2


def test_the_parallel_view_shows_its_environment():
    env = LifeParallel(scenario=SMALL, render_mode="ansi")
    assert (env.render_mode, env.possible_agents, env.agents) == ("ansi", env.aec.possible_agents, [])
    observations, infos = env.reset(seed=0)
    assert list(observations) == list(infos) == env.agents == env.possible_agents
    assert env.observation_space("user_0") is env.aec.observation_space("user_0")
    assert env.action_space("user_0") is env.aec.action_space("user_0")
    assert env.unwrapped is env
    env.step({"user_0": "Hello."})
    assert env.render().endswith("Ann: Hello.")
