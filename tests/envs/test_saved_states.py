"""A saved state goes on exactly as the episode would have, from every step, and states of others are refused."""

from __future__ import annotations

import pickle
from dataclasses import replace
from datetime import timedelta

import pytest
from small_lives import ANN, ASKS_CITY, IN_CITY, NOON, aside, begun, close, info_of, say, scenario, session
from traces import plain

from regulars import life_v0
from regulars.envs.aec import LifeAEC
from regulars.envs.life.outcomes import Ending
from regulars.envs.saved_state import PackedState
from regulars.errors import ActionError, OrderError, StateError
from regulars.rewards.metrics.reward_terms import Weights
from regulars.scenarios.generator import generate

TELL = {"message": "I live in Bergen.", "tells": "f-city"}
ASK = {"message": "Which city do I live in?", "tells": "a-city"}
RATED = {"message": "Thanks.", "rating": 1, "satisfaction": 8.0}
BYE = {"message": "Bye.", "close": 1}
STEPS = (
    TELL, "I see.", {},
    ASK, {"message": "In Bergen.", "recalled": "s001.t01"}, {"verdict": 1, "score": 1.0, "kept": "r1"},
    RATED, "Gladly.", {},
    BYE, "Bye.", {},
    "In Bergen.", {"verdict": 1, "score": 1.0},
    "Hello again.", "Hello.", {"broken": "r1"},
    {**BYE, "close": 2}, "", {},
    "In Bergen.", {"verdict": 1, "score": 1.0},
    None, None, None,
)  # fmt: skip
"""Two sessions, with a probe between them and one after them, and the steps of the seats that have ended."""

PLANNED = scenario(
    session(1, ASKS_CITY), session(2), persons=(ANN,), probes=(IN_CITY, aside("q1", 1.5), aside("q2", 3)),
)  # fmt: skip
OPTIONS = {"scenario": PLANNED, "probes": "fork", "max_steps": 99}


def made() -> LifeAEC:
    env = LifeAEC(**OPTIONS)
    env.let_fork()
    return env


def shown(env):
    """Everything that can be seen of an environment from outside."""
    seats = {seat: (plain(env.observe(seat)), env.info(seat)) for seat in env.possible_agents}
    flags = dict(env.rewards), dict(env._cumulative_rewards), dict(env.terminations), dict(env.truncations)
    life = env.life
    told = [(one.fact, one.value, one.turn) for one in life.ledger.disclosures]
    outcomes = [(one.probe.id, one.time, one.reply, one.verdict) for one in life.outcomes]
    ended = [(one.number, one.ended, one.ending) for one in life.sessions]
    parts = life.transcript, told, outcomes, ended, life.signals.feedbacks, life.conduct, life.now, env.ending
    return list(env.agents), env.agent_selection, seats, flags, dict(env.infos), repr(parts)


@pytest.fixture(scope="module")
def whole():
    """The state before each step, and what is to be seen then."""
    env = made()
    env.reset(seed=0)
    states, views = [], []
    for action in STEPS:
        states.append(env.get_state())
        views.append(shown(env))
        env.step(action)
    assert env.agents == []
    return states, views


def test_the_episode_visits_every_phase(whole):
    _, views = whole
    assert {view[2]["assistant_0"][0]["phase"] for view in views} == {0, 1, 2, 3}
    assert [view[1] for view in views[-3:]] == ["user_0", "assistant_0", "evaluator_0"]


@pytest.mark.parametrize("place", range(len(STEPS)))
def test_a_state_goes_on_in_another_environment_from_any_step(whole, place):
    states, views = whole
    env = made()
    env.set_state(states[place])
    for action, view in zip(STEPS[place:], views[place:], strict=True):
        assert shown(env) == view
        env.step(action)
    assert env.agents == []


def test_a_state_takes_its_own_environment_back(whole):
    states, views = whole
    env = made()
    env.reset(seed=0)
    for action in STEPS:
        env.step(action)
    for place in (len(STEPS) - 1, 13, 4, 0):
        env.set_state(states[place])
        assert shown(env) == views[place]
        env.step(STEPS[place])


def test_a_pickled_environment_goes_on_alike(whole):
    _, views = whole
    env = made()
    env.reset(seed=0)
    for place, action in enumerate(STEPS):
        if place % 5 == 0:
            env = pickle.loads(pickle.dumps(env))
        assert shown(env) == views[place]
        env.step(action)


def test_a_state_counts_steps_on():
    env, other = begun(scenario(session(1)), max_steps=3), LifeAEC(scenario=scenario(session(1)), max_steps=3)
    say(env, "Hello.", "Hello.")
    other.set_state(env.get_state())
    assert other.ending is None
    say(other, {})
    assert other.ending == "step_limit"


def test_a_state_knows_the_next_episode_of_its_tree():
    env, other = LifeAEC(sessions=1), LifeAEC(sessions=1)
    env.reset(seed=5)
    env.reset()
    other.reset(seed=9)
    other.set_state(env.get_state())
    for one in (env, other):
        one.reset()
    assert env.scenario.id == other.scenario.id


def test_a_state_knows_its_place_in_a_stream():
    early, late = (scenario(session(1), session(2)) for _ in range(2))
    late = replace(
        late, start=NOON + timedelta(days=9), sessions=(replace(session(1), start=NOON + timedelta(days=9)),)
    )
    env, other = LifeAEC(scenario=early), LifeAEC(scenario=early)
    env.reset(seed=0)
    other.set_state(env.get_state())
    for one in (env, other):
        one.reset(options={"stream": True, "scenario": late})
        assert one.life.number == 3


def test_a_state_restores_the_seats_that_the_environment_plays():
    planned = generate(3, sessions=4)
    env, other = (LifeAEC(scenario=planned, played=("user", "evaluator")) for _ in range(2))
    env.reset(seed=0)
    other.reset(seed=1)
    for _ in range(6):
        env.step("That is Nothingatall.")
    other.set_state(env.get_state())
    for one in (env, other):
        while one.ending is None:
            one.step("I don't know.")
    assert [turn.text for turn in env.transcript] == [turn.text for turn in other.transcript]
    assert env.life.sessions == other.life.sessions


def test_a_restored_life_speaks_the_language_of_its_scenario():
    held_out = replace(PLANNED, phrasing="held_out")
    foreign = replace(PLANNED, language="klingon")
    for planned, name in (
        (replace(PLANNED, language="chinese"), "chinese"),
        (held_out, "english"),
        (foreign, "english"),
    ):
        env, other = begun(planned), LifeAEC(scenario=PLANNED)
        other.set_state(env.get_state())
        again = pickle.loads(pickle.dumps(env))
        for one in (env, other, again):
            assert one.life.language.name == name
            assert one.life.language.phrasing == planned.phrasing
            assert one.life.ontology is one.life.language.ontology


# ---------------------------------------------------------------- states that are refused


def state(**options):
    env = LifeAEC(**options)
    env.reset(seed=0)
    return env.get_state()


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        ({"users": 1}, {"users": 2}),
        ({"users": 2}, {"users": 1}),
        ({"users": 1}, {"users": 1, "played": ("user",)}),
        # the same agents, with another seat played by the environment
        ({"users": 1}, {"users": 2, "played": ("user_1",)}),
        ({"users": 2, "played": ("user_1",)}, {"users": 1}),
    ],
)
def test_a_state_of_other_seats_is_refused_and_changes_nothing(mine, theirs):
    env = LifeAEC(sessions=2, **mine)
    env.reset(seed=0)
    before = env.get_state()
    with pytest.raises(StateError, match=r"a state of the seats .* the same users and played seats"):
        env.set_state(state(sessions=2, **theirs))
    assert env.get_state() == before


def test_a_state_of_another_version_or_of_another_thing_is_refused():
    env = LifeAEC(sessions=1)
    env.reset(seed=0)
    kind, saved = pickle.loads(env.get_state())
    assert isinstance(saved, PackedState)
    for wrong, message in (
        ((replace(kind, version=kind.version + 1), saved), f"version {kind.version + 1}"),
        ((replace(kind, version=kind.version - 1), saved), f"version {kind.version - 1}"),
        ((kind, saved.scenario), "not a state"),
        ((kind, saved, 0), "not a state"),
        ((kind.version, saved), "not a state"),
        (saved, "not a state"),
        ((kind, replace(saved, rest=b"state")), "not a state"),
        ((kind, replace(saved, rest=pickle.dumps(([[]] * 10, "something")))), "not a state"),
    ):
        with pytest.raises(StateError, match=message):
            env.set_state(pickle.dumps(wrong))
    for wrong in (b"", b"state", env.get_state()[:-9]):
        with pytest.raises(StateError, match="not a state"):
            env.set_state(wrong)
    env.set_state(env.get_state())


def test_a_state_refers_to_its_scenario_and_keeps_what_was_said():
    env = LifeAEC(sessions=12, played=("user", "evaluator"))
    env.reset(seed=3)
    while env.life.number < 5:
        env.step("I see.")
    state, turns = env.get_state(), list(env.transcript)
    given = LifeAEC(scenario=env.scenario, played=("user", "evaluator"))
    given.reset(seed=3)
    while given.life.number < 5:
        given.step("I see.")
    whole = len(pickle.dumps(env.scenario))
    assert len(given.get_state()) - len(state) >= whole  # a scenario that the caller gave is part of the state
    other = LifeAEC(sessions=12, played=("user", "evaluator"))
    other.set_state(state)
    assert other.scenario == env.scenario
    assert (other.transcript, other.life.outcomes) == (turns, env.life.outcomes)
    assert other.life.sessions == env.life.sessions
    told = {id(one) for one in other.ledger.disclosures}
    slots = [one for name in other.ledger.attributes(env.person_of("user_0"))
             for one in other.ledger.of(env.person_of("user_0"), name)]  # fmt: skip
    assert slots
    assert {id(one) for one in slots} <= told  # one object, as before


def test_an_environment_keeps_the_past_that_it_has():
    env = LifeAEC(sessions=12, played=("user", "evaluator"))
    env.reset(seed=3)
    while env.life.number < 5:
        env.step("I see.")
    state, scenario, first = env.get_state(), env.scenario, env.transcript[0]
    while env.ending is None:
        env.step("Hm.")
    env.set_state(state)
    assert env.scenario is scenario
    assert env.transcript[0] is first
    env.step("Something else.")
    later = env.get_state()
    env.set_state(state)
    env.set_state(later)
    assert env.transcript[-2].text == "Something else."


def test_a_state_of_another_scenario_is_refused_and_changes_nothing():
    env = LifeAEC(sessions=2)
    env.reset(seed=0)
    before = env.get_state()
    for options in ({"sessions": 3}, {"suite": "procedural"}):
        with pytest.raises(StateError, match="which this environment does not play; make the environment with the opt"):
            env.set_state(state(**options))
    assert env.get_state() == before


def test_an_exam_without_feedback_goes_on_from_a_state_of_training():
    training, exam = (life_v0.env(sessions=2, feedback=feedback).unwrapped for feedback in ("evaluative", "sealed"))
    training.reset(seed=1)
    exam.set_state(training.get_state())
    assert exam.transcript == training.transcript


@pytest.mark.parametrize(
    "options",
    [
        {"probes": "end"},
        {"noise": "typos:0.5"},
        {"disclosure": "scripted"},
        {"reward_to": "nobody"},
        {"weights": Weights.read({"correct": 2.0})},
        {"horizon": "session"},
        {"language": "chinese"},
    ],
)
@pytest.mark.parametrize("given", [False, True])
def test_a_state_of_other_options_is_refused_and_changes_nothing(options, given):
    lives = {"scenario": PLANNED} if given else {"sessions": 2}
    env = LifeAEC(**lives)
    env.reset(seed=0)
    before = env.get_state()
    name, value = next(iter(options.items()))
    with pytest.raises(StateError) as refused:
        env.set_state(state(**lives, **options))
    assert str(refused.value) == (
        f"set_state: a state of another environment, with {name}={value!r}; expected "
        f"{name}={getattr(env.options, name)!r}; make both environments with the same options."
    )
    assert env.get_state() == before


@pytest.mark.parametrize("options", [{"suite": "procedural"}, {"sessions": 2, "pool": 3}, {"sessions": 2}])
def test_a_state_finds_its_life_again(options, tmp_path):
    env = LifeAEC(**options)
    env.reset(seed=2)
    env.reset()
    other = LifeAEC(**options)
    other.set_state(env.get_state())
    assert other.scenario == env.scenario
    env.reset()
    other.reset()
    assert other.scenario == env.scenario


def test_a_state_needs_an_episode():
    env = LifeAEC(sessions=1)
    calls = {
        "get_state": env.get_state,
        "life": lambda: env.life,
        "scenario": lambda: env.scenario,
        "transcript": lambda: env.transcript,
        "ledger": lambda: env.ledger,
        "ending": lambda: env.ending,
        "info": lambda: env.info("assistant_0"),
        "observe": lambda: env.observe("assistant_0"),
        "briefing": lambda: env.briefing("assistant_0"),
        "person_of": lambda: env.person_of("user_0"),
        "seat_seed": lambda: env.seat_seed("user_0"),
        "render": env.render,
        "abort": lambda: env.abort(Ending.BUDGET),
    }
    for name, call in calls.items():
        with pytest.raises(OrderError) as caught:
            call()
        assert str(caught.value) == f"{name}: {name} before reset; call env.reset() first."
    with pytest.raises(OrderError) as caught:
        env.step("Hello.")
    assert str(caught.value) == "step: a step before reset; call env.reset() first."
    env.set_state(state(sessions=1))
    assert env.life.number == 1


def test_the_wrapped_environment_can_begin_with_a_state():
    env = life_v0.env(scenario=PLANNED)
    env.set_state(state(scenario=PLANNED))
    assert env.last()[0]["session"] == 1
    assert next(iter(env.agent_iter())) == "user_0"


def test_a_reset_forgets_the_steps_of_ended_seats():
    env = begun(scenario(session(1)))
    close(env)
    for action in ("", {}, "Hello."):
        with pytest.raises(ActionError, match="for a seat that has ended"):
            env.step(action)
    env.step(None)
    assert len(env.agents) == 2
    env.reset(seed=0)
    assert (env.agents, env.agent_selection) == (["user_0", "assistant_0", "evaluator_0"], "user_0")
    close(env)
    dead = []
    while env.agents:
        dead.append(env.agent_selection)
        env.step(None)
    assert dead == ["user_0", "assistant_0", "evaluator_0"]
    with pytest.raises(OrderError, match="a step after the end"):
        env.step(None)


def test_a_reset_begins_with_clean_flags_and_rewards():
    env = begun(scenario(session(1, ASKS_CITY), probes=(IN_CITY,)), max_steps=3)
    say(env, ASK, "In Bergen.", {"verdict": 1, "score": 1.0})
    assert set(env.truncations.values()) == {True}
    env.reset(seed=0)
    assert env.rewards == env._cumulative_rewards == dict.fromkeys(env.agents, 0.0)
    assert set(env.truncations.values()) == set(env.terminations.values()) == {False}
    assert env.infos["assistant_0"] == info_of("assistant", session=1.0)
    say(env, ASK, "In Bergen.")
    assert env.ending is None
    assert env.life.transcript[0].text == ASK["message"]
    assert len(env.life.transcript) == 2
