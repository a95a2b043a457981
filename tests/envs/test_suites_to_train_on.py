"""Environments that play a suite, a split of it or a pool; lives of several people; each seat as the learner's."""

from __future__ import annotations

import pickle

import gymnasium
import numpy as np
import pytest
from small_lives import ASKS_CITY, IN_CITY, scenario, session

from regulars import life_v0
from regulars.dialogue import Phase
from regulars.envs.aec import LifeAEC
from regulars.envs.spaces import observation_space
from regulars.envs.views.gym import LifeEnv
from regulars.errors import ConfigurationError, OrderError, SharedMemoryError
from regulars.scenarios.files import write_scenarios
from regulars.scenarios.generator import generate
from regulars.scenarios.suites import load_suite
from regulars.seeding import SeedTree

SMALL = scenario(session(1, ASKS_CITY), session(2), probes=(IN_CITY,))
ID = "regulars:Life-v0"


def played(env, *seeds):
    found = []
    for seed in seeds:
        env.reset(seed=seed)
        found.append(env.unwrapped.aec.scenario)
    return found


# ---------------------------------------------------------------- suites


@pytest.mark.parametrize("name", ["smoke", "smoke@train", "smoke@validation", "smoke@test"])
def test_a_seed_picks_the_life_of_a_suite_and_no_seed_the_next(name):
    lives = [*load_suite(name).generate(0), *load_suite(name).generate(1)]  # four lives for each seed
    env = LifeEnv(suite=name)
    assert played(env, 2, None, 5, 0, None) == [lives[place] for place in (2, 3, 5, 0, 1)]
    assert env.aec.scenario.suite == load_suite(name).label


def test_the_splits_of_a_suite_have_no_life_in_common():
    lives = {name: played(LifeEnv(suite=f"smoke@{name}"), 0)[0] for name in ("train", "validation", "test")}
    assert len({life.id for life in lives.values()}) == 3
    assert {name: life.phrasing for name, life in lives.items()} == {
        "train": "open", "validation": "open", "test": "held_out",
    }  # fmt: skip


def test_lives_of_several_people_are_played_through_gymnasium():
    env = LifeEnv(suite="smoke")  # the fourth life has two people
    people = []
    for seed in range(4):
        observation, _ = env.reset(seed=seed)
        speakers = {observation["speaker"]}
        over = False
        while not over:
            observation, _, terminated, truncated, _ = env.step("I see.")
            over = terminated or truncated
            if not over:
                speakers.add(observation["speaker"])
        people.append((len(env.aec.scenario.persons), len(speakers)))
    assert people == [(1, 1), (1, 1), (1, 1), (2, 2)]


def test_a_state_of_two_people_goes_on_where_one_was_played():
    env, other = LifeEnv(suite="smoke"), LifeEnv(suite="smoke")
    env.reset(seed=3)
    env.step("I see.")
    other.reset(seed=0)
    other.set_state(env.get_state())
    for _ in range(20):
        mine, others = env.step("I see."), other.step("I see.")
        assert (mine[0]["message"], mine[1:]) == (others[0]["message"], others[1:])


def test_the_people_of_a_suite_are_agents_where_their_number_is_the_same():
    assert load_suite("smoke").people == {1, 2}
    assert load_suite("stream").people == load_suite("procedural").people == {1}
    assert LifeAEC(suite="procedural").possible_agents == ["user_0", "assistant_0", "evaluator_0"]
    assert LifeAEC(suite="smoke", played="user").possible_agents == ["assistant_0", "evaluator_0"]
    with pytest.raises(ConfigurationError, match=r"different numbers of people.*played='user'"):
        LifeAEC(suite="smoke", played="user_0")


def test_a_stream_gives_its_lives_in_order():
    first = load_suite("stream").generate(0)
    env = LifeEnv(suite="stream")
    assert played(env, 0, None, len(first) - 1) == [first[0], first[1], first[-1]]


def test_a_suite_is_played_in_another_language():
    assert played(LifeEnv(suite="smoke", language="chinese"), 1) == [load_suite("smoke").spoken("chinese").life(1)]
    with pytest.raises(ConfigurationError, match="streams are in English only"):
        LifeEnv(suite="stream", language="chinese")


def test_scripted_disclosure_reaches_the_lives_of_a_suite():
    (life,) = played(LifeEnv(suite="smoke", disclosure="scripted"), 0)
    assert life == load_suite("smoke").life(0, disclosure="scripted")
    assert life.marks["disclosure"] == "scripted"
    with pytest.raises(ConfigurationError, match="lives of a stream accept no disclosure"):
        load_suite("stream").life(0, disclosure="scripted")


def test_a_suite_goes_on_after_a_stream_of_episodes():
    env = LifeAEC(suite="smoke", played=("user", "evaluator"))
    env.reset(seed=0)
    while env.ending is None:
        env.step("")
    last = env.life.last_moment
    env.reset(options={"stream": True})
    assert env.scenario == load_suite("smoke").life(1, after=last)
    assert env.scenario.start > last


# ---------------------------------------------------------------- pools


def test_a_pool_holds_the_lives_of_the_first_seeds():
    lives = played(LifeEnv(sessions=1), 0, 1, 2)
    assert played(LifeEnv(sessions=1, pool=3), 0, 1, 2, 3, 7) == [*lives, lives[0], lives[1]]
    suite = load_suite("smoke@train")
    assert played(LifeEnv(suite="smoke@train", pool=2), 5, 4) == [suite.life(1), suite.life(0)]


def test_a_reset_without_a_seed_draws_from_the_pool_by_the_tree():
    env = LifeEnv(sessions=1, pool=3)
    lives = played(env, 0, 1, 2)
    drawn = [SeedTree(7).child("episode", number).draws("pool").integer(3) for number in range(1, 6)]
    assert played(env, 7, None, None, None, None, None) == [lives[7 % 3], *(lives[place] for place in drawn)]


def test_environments_share_a_pool_and_its_lives_are_not_made_anew():
    one, other = LifeEnv(sessions=1, pool=3), LifeEnv(sessions=1, pool=3)
    assert played(one, 1)[0] is played(other, 1)[0] is played(one, 4)[0]


def test_the_rest_of_an_episode_depends_on_the_seed_and_not_on_the_life_alone():
    env = LifeEnv(sessions=1, pool=1)
    seeds = []
    for seed in (0, 1):
        env.reset(seed=seed)
        seeds.append(env.aec.seat_seed("assistant_0"))
    assert seeds[0] != seeds[1]


# ---------------------------------------------------------------- vectors


@pytest.mark.parametrize("mode", list(gymnasium.vector.AutoresetMode))
def test_the_environments_of_a_vector_play_different_lives_in_every_reset_mode(mode):
    vector = gymnasium.make_vec(ID, 3, suite="smoke@train", pool=3, max_cycles=2, vectorization_mode="sync",
                                vector_kwargs={"autoreset_mode": mode})  # fmt: skip
    lives = [load_suite("smoke@train").life(number) for number in range(3)]
    observations, infos = vector.reset(seed=0)
    assert [env.unwrapped.aec.scenario for env in vector.envs] == lives
    assert infos["session"].tolist() == [1.0, 1.0, 1.0]
    assert [env.unwrapped.aec.transcript[0].text for env in vector.envs] == list(observations["message"])
    actions = vector.action_space.sample()
    ended = [vector.step(actions)[3].tolist() for _ in range(2)]
    assert ended == [[False] * 3, [True] * 3]
    if mode is gymnasium.vector.AutoresetMode.DISABLED:
        vector.reset(options={"reset_mask": np.array([True, True, True])})
    elif mode is gymnasium.vector.AutoresetMode.NEXT_STEP:
        vector.step(actions)
    assert [env.unwrapped.aec.ending for env in vector.envs] == [None, None, None]
    drawn = [SeedTree(seed).child("episode", 1).draws("pool").integer(3) for seed in range(3)]
    assert [env.unwrapped.aec.scenario for env in vector.envs] == [lives[place] for place in drawn]


def test_worker_processes_hold_texts_without_shared_memory_alone():
    with pytest.raises(SharedMemoryError, match="shared_memory=False"):
        gymnasium.make_vec(ID, 2, vectorization_mode="async", sessions=1)
    vector = gymnasium.make_vec(ID, 2, vectorization_mode="async", sessions=1, pool=2,
                                vector_kwargs={"shared_memory": False})  # fmt: skip
    observations, _ = vector.reset(seed=0)
    env = LifeEnv(sessions=1, pool=2)
    assert list(observations["message"]) == [env.reset(seed=seed)[0]["message"] for seed in (0, 1)]
    vector.close(terminate=True)


# ---------------------------------------------------------------- seats


def test_the_user_can_be_the_learner_through_gymnasium():
    env = LifeEnv(scenario=SMALL, played=("assistant", "evaluator"))
    assert env.seat == "user_0"
    observation, info = env.reset(seed=0)
    assert observation["briefing"].startswith("You are Ann.")
    assert (info["session"], info["turn"], "reward_served" in info) == (1.0, 0.0, True)
    observation, *_ = env.step({"message": "I live in Bergen.", "tells": "f-city"})
    assert observation["message"]  # the scripted assistant's reply
    observation, reward, *_, info = env.step({"message": "Which city do I live in?", "tells": "a-city"})
    assert "Bergen" in observation["message"]
    assert (reward, info["judged"], info["verdict"], info["reward_served"]) == (1.0, 1.0, 1.0, 1.0)
    over, sessions = False, {info["session"]}
    while not over:
        _, _, terminated, truncated, info = env.step({"message": "Bye.", "close": 1})
        sessions.add(info["session"])
        over = terminated or truncated
    assert (terminated, info["ending"], sessions) == (True, 1.0, {1.0, 2.0})
    with pytest.raises(OrderError, match="a step after the end"):
        env.step("more")


@pytest.mark.parametrize(
    ("chosen", "seat", "left"),
    [
        (("assistant", "evaluator"), "user_0", ["user_0"]),
        ("assistant", "user_0", ["user_0"]),
        (("assistant_0", "user_0"), "user_1", ["user_1"]),
        (("user", "assistant"), "evaluator_0", ["evaluator_0"]),
        ((), "assistant_0", ["assistant_0"]),
    ],
)
def test_one_seat_is_left_for_the_agent(chosen, seat, left):
    env = LifeEnv(users=2, sessions=2, played=chosen)
    assert (env.seat, env.aec.possible_agents) == (seat, left)
    env.reset(seed=1)
    assert env.aec.agent_selection == seat


def test_a_played_assistant_speaks_as_the_one_that_a_cast_seats():
    from regulars import Cast

    said = []
    for chosen in ((), ("assistant", "evaluator")):
        env = LifeAEC(sessions=3, played=chosen)
        cast = Cast(env)
        cast.reset(seed=6)
        cast.run()
        said.append([turn.text for turn in env.transcript])
    assert said[0] == said[1]


def test_a_played_assistant_goes_on_from_a_state_with_what_it_remembers():
    env, other = (LifeEnv(scenario=SMALL, played=("assistant", "evaluator")) for _ in range(2))
    env.reset(seed=0)
    env.step({"message": "I live in Bergen.", "tells": "f-city"})
    other.set_state(env.get_state())
    asked = {"message": "Which city do I live in?", "tells": "a-city"}
    mine, others = env.step(asked), other.step(asked)
    assert "Bergen" in mine[0]["message"]
    assert (mine[0]["message"], mine[1:]) == (others[0]["message"], others[1:])


def test_two_learners_play_each_other():
    env = life_v0.parallel_env(scenario=SMALL, played="evaluator")
    observations, _ = env.reset(seed=0)
    assert list(observations) == ["user_0", "assistant_0"]
    told = [
        {"message": "I live in Bergen.", "tells": "f-city"},
        {"message": "Which city do I live in?", "tells": "a-city"},
    ]
    rewards = {}
    for said in told:
        env.step({"user_0": said, "assistant_0": "not yet its turn"})
        _, rewards, *_ = env.step({"user_0": "nothing", "assistant_0": "You live in Bergen."})
    assert rewards == {"user_0": 1.0, "assistant_0": 1.0}
    wrapped = life_v0.env(scenario=SMALL, played="evaluator")
    wrapped.reset(seed=0)
    turns = ["user_0", "assistant_0", "user_0", "assistant_0"]
    for said, seat in zip((told[0], "Noted.", told[1], "You live in Bergen."), turns, strict=True):
        assert wrapped.agent_selection == seat
        wrapped.step(said)
    assert wrapped.last()[1] == 1.0


# ---------------------------------------------------------------- limits


@pytest.mark.parametrize(("played", "steps"), [((), 6), ("evaluator", 4), (("user", "evaluator"), 2)])
def test_cycles_are_rounds_of_all_agents(played, steps):
    env = LifeAEC(scenario=SMALL, played=played, max_cycles=2)
    env.reset(seed=0)
    taken = 0
    while env.ending is None:
        env.step("Hello.")
        taken += 1
    assert (taken, env.ending) == (steps, "step_limit")


def test_cycles_are_steps_in_the_views():
    gym, parallel = LifeEnv(scenario=SMALL, max_cycles=2), life_v0.parallel_env(scenario=SMALL, max_cycles=2)
    gym.reset(seed=0)
    assert [gym.step("Hello.")[3] for _ in range(2)] == [False, True]
    parallel.reset(seed=0)
    flags = [parallel.step(dict.fromkeys(parallel.agents, "Hello."))[3]["user_0"] for _ in range(2)]
    assert flags == [False, True]


def taken(env, action, *, count=lambda observation: True):
    """The number of steps that count until the episode is truncated."""
    observation, _ = env.reset(seed=0)
    steps, truncated = 0, False
    while not truncated:
        steps += count(observation)
        observation, _, terminated, truncated, _ = env.step(action)
        assert not terminated
    return steps


def test_cycles_are_steps_in_choice_and_style_and_less_in_the_writer():
    lives = {"suite": "smoke", "max_cycles": 12}
    assert taken(gymnasium.make("regulars:Choice-v0", **lives), 0) == 12
    assert taken(gymnasium.make("regulars:Style-v0", **lives), [0] * 4) == 12
    assert 1 <= taken(gymnasium.make("regulars:Writer-v0", **lives), "[]") < 12


def test_steps_of_questions_outside_the_conversation_do_not_count_as_cycles():
    env = gymnasium.make("regulars:Remember-v0", suite="core", max_cycles=100)
    probes = []

    def counts(_):
        probe = env.unwrapped.seen["phase"] == Phase.PROBE
        probes.append(probe)
        return not probe

    assert taken(env, [0] * 7, count=counts) == 100
    assert any(probes)


# ---------------------------------------------------------------- states of the views


def test_a_state_goes_into_a_new_environment_after_its_first_reset():
    env, other = (gymnasium.make("regulars:Choice-v0", scenario=SMALL) for _ in range(2))
    env.reset(seed=0)
    state = env.unwrapped.get_state()
    other.unwrapped.set_state(state)
    with pytest.raises(gymnasium.error.ResetNeeded):
        other.step(0)
    other.reset()
    other.unwrapped.set_state(state)
    assert other.step(0)[1] == env.step(0)[1]


def test_every_view_takes_its_state_back():
    gym, parallel = LifeEnv(scenario=SMALL), life_v0.parallel_env(scenario=SMALL, played="evaluator", max_steps=6)
    gym.reset(seed=0)
    state = gym.get_state()
    seen = gym.step("I see.")[0]
    gym.set_state(pickle.loads(pickle.dumps(state)))
    assert gym.step("I see.")[0]["message"] == seen["message"]
    parallel.reset(seed=0)
    states = [parallel.get_state()]
    while parallel.agents:
        parallel.step(dict.fromkeys(parallel.agents, "Hello."))
        states.append(parallel.get_state())
    parallel.set_state(states[0])
    assert parallel.agents == ["user_0", "assistant_0"]
    parallel.step({"user_0": "Hello."})
    parallel.set_state(states[-1])
    assert parallel.agents == []


# ---------------------------------------------------------------- texts


def test_texts_are_not_flattened(tmp_path):
    path = tmp_path / "one.jsonl"
    write_scenarios(path, [generate(1, sessions=1)])
    env = gymnasium.make(ID, scenario=str(path))
    with pytest.raises(ConfigurationError, match=r"cannot be flattened.*regulars:Choice-v0.*FilterObservation"):
        gymnasium.wrappers.FlattenObservation(env)
    space = observation_space()
    for call in (gymnasium.spaces.flatdim, lambda one: gymnasium.spaces.flatten(one, one.sample())):
        with pytest.raises(ConfigurationError, match="cannot be flattened"):
            call(space)
    numeric = [key for key, one in space.items() if not isinstance(one, gymnasium.spaces.Text)]
    flat = gymnasium.wrappers.FlattenObservation(gymnasium.wrappers.FilterObservation(env, numeric))
    observation, _ = flat.reset(seed=0)
    assert flat.observation_space.contains(observation)
