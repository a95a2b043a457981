"""Fixed lives: the same episodes as in the environment that plays them, from arrays."""

from __future__ import annotations

import pickle
import re

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from regulars.envs.fixed_lives.fixed_choice import FixedChoiceEnv
from regulars.envs.fixed_lives.fixed_life import fixed_life
from regulars.envs.numeric.choice import ChoiceEnv
from regulars.errors import ActionError, ConfigurationError, OrderError, StateError
from regulars.seeding import SeedTree

ID = "regulars:Choice-v0"
LIFE = {"sessions": 3, "pool": 3, "width": 16}


def made(**options):
    return gymnasium.make(ID, fixed=True, **{**LIFE, **options}).unwrapped


def same(one, other):
    """Whether two results of environments are equal, types of arrays included."""
    if isinstance(one, dict):
        return set(one) == set(other) and all(same(value, other[key]) for key, value in one.items())
    if isinstance(one, (tuple, list)):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, np.ndarray):
        return one.dtype == other.dtype and np.array_equal(one, other)
    return one == other


def played(env, seed, choices):
    """All results of an episode in which the choices come in turn."""
    results, over, place = [env.reset(seed=seed)], False, 0
    while not over:
        results.append(env.step(choices[place % len(choices)]))
        over, place = results[-1][2] or results[-1][3], place + 1
    return results


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"flat": True, "texts": False},
        {"feedback": "diagnostic"},
        {"feedback": "evaluative+noisy:rate=.3"},
        {"probes": "end"},
        {"users": 2, "sessions": 4},
        {"k": 10, "recollections": 0},
        {"reward_to": "feedback"},
        {"noise": "typos:.5"},
    ],
    ids=str,
)
def test_a_fixed_life_is_the_episode_of_the_environment_that_plays_it(options):
    fixed = made(**options)
    stepping = ChoiceEnv(disclosure="scripted", **{**LIFE, **options})
    for seed in range(3):
        choices = [SeedTree(seed).draws("c", number).integer(fixed.k) for number in range(11)]
        assert same(played(fixed, seed, choices), played(stepping, seed, choices))


def test_a_seed_picks_a_life_of_the_pool_and_its_words():
    env = made()
    said = [env.reset(seed=seed)[1]["message"] for seed in (1, 4, 7, 2)]
    assert said[0] == said[1] == said[2] != said[3]
    assert env.cursor.number == 2


def test_resets_without_a_seed_draw_the_lives_that_the_environment_with_people_draws():
    env, stepping = made(), ChoiceEnv(disclosure="scripted", **LIFE)
    env.reset(seed=5)
    stepping.reset(seed=5)
    for _ in range(6):
        env.reset()
        stepping.reset()
        assert env.aec.scenario.id == stepping.aec.scenario.id


def test_the_seat_can_be_looked_into_at_every_step():
    env = made()
    env.reset(seed=0)
    for step in range(6):
        assert len(env.told.lines) == len(env.aec.transcript)
        assert env.aec.observe("assistant_0")["message"] == env.cursor.life.messages[step]
        env.step(3)
    assert [turn.text for turn in env.aec.transcript if turn.speaker == "assistant"][-1]
    env.reset(seed=1)
    assert len(env.aec.transcript) == 1


def test_a_state_goes_on_where_it_was_taken():
    env, other = made(), made()
    env.reset(seed=2)
    for choice in (0, 3, 5):
        env.step(choice)
    other.set_state(env.get_state())
    assert same(env.step(1), other.step(1))
    copied = pickle.loads(pickle.dumps(env))
    assert same(copied.step(2), env.step(2))
    assert copied.aec.life.steps == env.aec.life.steps


def test_states_of_other_lives_are_refused():
    env, other = made(), made(sessions=2)
    env.reset(seed=0)
    env.step(1)
    other.reset(seed=0)
    with pytest.raises(StateError) as refused:
        other.set_state(env.get_state())
    assert str(refused.value) == (
        "set_state: a state of another environment; make both environments with the same options."
    )
    with pytest.raises(StateError, match="not a state"):
        other.set_state(b"torn")
    assert other.cursor.at == 0


def test_gymnasium_accepts_the_environment():
    check_env(made(), skip_render_check=True)


def test_masks_are_those_of_the_step():
    env = made()
    env.reset(seed=0)
    assert env.action_masks().tolist() == [True] * 8
    assert same(env.action_masks().astype(np.int8), env.step(0)[0]["action_mask"])


def test_environments_share_the_lives_of_their_options():
    one, other, third = made(), made(), made(width=32)
    for env in (one, other, third):
        env.reset(seed=1)
    assert one.cursor.life is other.cursor.life
    assert third.cursor.life.features.shape[1] > one.cursor.life.features.shape[1]


def test_a_returned_array_may_be_changed():
    env = made()
    observation, info = env.reset(seed=0)
    kept = observation["features"].copy()
    observation["features"][:] = 9.0
    info["action_mask"][:] = 0
    again, _ = env.reset(seed=0)
    assert np.array_equal(again["features"], kept)
    assert again["action_mask"].tolist() == [1] * 8


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"pool": None}, "fixed=True without a number of lives"),
        ({"disclosure": "default"}, "contradict each other"),
        ({"played": "assistant"}, "cannot play the assistant's seat"),
        ({"k": 5}, "k is 5"),
    ],
)
def test_options_that_cannot_be_fixed_are_refused(options, words):
    with pytest.raises(ConfigurationError, match=words):
        made(**options)


NOT_FIXED = r"(?s)the life is not fixed.*without a delay"


def test_feedback_on_earlier_replies_is_refused_with_a_remedy():
    env = made(sessions=8, feedback="evaluative+delayed:turns=2")
    with pytest.raises(ConfigurationError, match=NOT_FIXED):
        env.reset(seed=0)


def test_a_limit_that_cuts_off_what_comes_of_a_reply_is_refused_with_a_remedy():
    def refusal(limit):
        try:
            made(sessions=8, max_cycles=limit).reset(seed=0)
        except ConfigurationError as error:
            return str(error)
        return ""

    refusals = [refusal(limit) for limit in range(20, 40)]
    assert "" in refusals
    assert any(refusals)
    assert all(re.search(NOT_FIXED, one) for one in refusals if one)


def test_people_who_react_are_noticed():
    reactive = ChoiceEnv(**LIFE, flat=True, texts=False)
    with pytest.raises(ConfigurationError, match="the life is not fixed"):
        fixed_life(reactive, 0)


@pytest.mark.parametrize("action", [8, -1, 1.5, "1", True, np.array([1, 2]), float("nan"), None])
def test_an_invalid_action_changes_nothing(action):
    env = made()
    env.reset(seed=0)
    with pytest.raises(ActionError):
        env.step(action)
    assert env.cursor.at == 0


def test_steps_out_of_order_are_refused():
    env = FixedChoiceEnv(**LIFE)
    with pytest.raises(OrderError, match="before reset"):
        env.step(0)
    with pytest.raises(OrderError, match="before reset"):
        env.get_state()
    played(env, 0, [1])
    with pytest.raises(OrderError, match="after the end"):
        env.step(0)


@pytest.mark.parametrize("options", [{"scenario": "x"}, {"stream": True}])
def test_a_reset_with_another_scenario_is_refused(options):
    env = made()
    with pytest.raises(ConfigurationError, match="with fixed=True"):
        env.reset(options=options)


def test_files_of_lives_are_played_in_order(tmp_path):
    from regulars.scenarios import generate, write_scenarios

    path = tmp_path / "lives.jsonl"
    write_scenarios(path, [generate(seed, sessions=2, disclosure="scripted") for seed in range(2)])
    env = made(scenario=str(path), pool=None, sessions=12)
    numbers = []
    for _ in range(3):
        env.reset()
        numbers.append(env.cursor.number)
    assert numbers == [0, 1, 0]
