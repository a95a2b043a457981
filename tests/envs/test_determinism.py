"""One seed gives one episode: in any process, forked, pickled or probed."""

from __future__ import annotations

import os
import pickle
import random
import subprocess
import sys
from collections.abc import Sequence
from datetime import datetime

import gymnasium
import numpy as np
import pytest

from regulars import Cast, life_v0
from regulars.agents.assistant.scripted import ScriptedAssistant
from regulars.agents.roster import Acknowledger

HERE = os.path.dirname(__file__)
CODE = """
import sys
sys.path.insert(0, {here!r})
from traces import trace
from regulars import Cast, life_v0
for users, seed in {lives!r}:
    env = life_v0.env(users=users, sessions=4, probes="fork")
    print(trace(env, Cast(env), seed))
"""


def _in_a_process(lives: Sequence[tuple[int, int]], hash_seed: str) -> list[str]:
    """The traces of lives, each given by its number of people and its seed, of a new interpreter."""
    done = subprocess.run(
        [sys.executable, "-c", CODE.format(here=HERE, lives=list(lives))],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_a_seed_gives_one_trace_in_any_process_after_any_others(trace_of):
    """Of lives of one person, and of two; first, after others, again, and in another order."""
    lives = [(1, 3), (2, 3), (1, 4)]
    one = dict(zip(lives, _in_a_process(lives, "1"), strict=True))
    assert len(set(one.values())) == 3
    for users, seed in ((2, 3), (1, 3), (1, 3)):
        assert trace_of(seed, users=users, sessions=4, probes="fork") == one[users, seed]


@pytest.mark.slow
def test_twenty_seeds_in_one_process_equal_twenty_in_twenty():
    lives = [(1, seed) for seed in range(20)]
    together = _in_a_process(lives, "0")
    apart = [_in_a_process([life], str(life[1]))[0] for life in lives]
    assert together == apart
    assert len(set(together)) == 20


def test_a_reset_without_a_seed_goes_on_to_another_episode_of_the_same_tree(trace_of):
    env, again = life_v0.env(sessions=3), life_v0.env(sessions=3)
    lives = []
    for made in (env, again):
        made.reset(seed=9)
        first = made.unwrapped.scenario.id
        made.reset()
        lives.append((first, made.unwrapped.scenario.id))
    assert lives[0] == lives[1]
    assert lives[0][0] != lives[0][1]


def test_two_environments_without_seeds_live_different_lives():
    one, other = life_v0.env(sessions=2), life_v0.env(sessions=2)
    one.reset()
    other.reset()
    assert one.unwrapped.scenario.id != other.unwrapped.scenario.id


def test_global_random_state_is_untouched(trace_of):
    random.seed(1)
    np.random.seed(1)  # the global state is what is watched
    before = random.getstate(), np.random.get_state()[1].tolist()
    trace_of(seed=5, sessions=3)
    assert (random.getstate(), np.random.get_state()[1].tolist()) == before


def test_the_clock_of_the_machine_is_never_read(trace_of, monkeypatch):
    import time

    expected = trace_of(seed=5, sessions=3)

    def refuse() -> float:
        raise AssertionError("the machine's clock was read")

    monkeypatch.setattr(time, "time", refuse)
    assert trace_of(seed=5, sessions=3) == expected


@pytest.mark.parametrize("users", [1, 2])
def test_with_and_without_forked_probes_the_episode_is_the_same(users):
    stories = []
    for probes in ("off", "fork"):
        env = life_v0.env(users=users, sessions=8, probes=probes)
        cast = Cast(env)
        cast.reset(seed=11)
        cast.run()
        life = env.unwrapped.life
        in_band = [(o.probe.id, o.status, o.verdict) for o in life.outcomes if o.turn]
        stories.append(
            (
                life.transcript,
                life.ledger.disclosures,
                life.signals.feedbacks,
                life.signals.reward_notes,
                in_band,
                life.now,
            )
        )
        asked = sum(not o.turn for o in life.outcomes)
        assert (asked > 10) is (probes == "fork")
    assert stories[0] == stories[1]


class ForgetfulCounter:
    """A seat with state that changes at every call and that keeps no promise about probes."""

    def __init__(self):
        self.calls = 0

    def act(self, observation):
        self.calls += 1
        return f"That was call {self.calls}."


def test_a_seat_that_changes_at_every_call_is_branched_at_probes():
    stories = []
    for probes in ("off", "fork"):
        env = life_v0.env(sessions=5, probes=probes)
        cast = Cast(env, assistant=ForgetfulCounter())
        cast.reset(seed=2)
        cast.run()
        stories.append(env.unwrapped.transcript)
    assert stories[0] == stories[1]


def _tail(cast: Cast) -> list:
    cast.run()
    life = cast.env.unwrapped.life
    return [life.transcript, life.outcomes, life.signals.feedbacks, life.ending]


@pytest.mark.parametrize("stop", [1, 17, 60, 111])
def test_an_episode_pickled_in_the_middle_goes_on_to_the_same_end(stop):
    env = life_v0.env(users=2, sessions=6, probes="fork")
    cast = Cast(env)
    cast.reset(seed=13)
    for _, agent in zip(range(stop), env.agent_iter(), strict=False):
        observation, _, terminated, truncated, _ = env.last()
        env.step(None if terminated or truncated else cast[agent](observation))
    state = pickle.loads(pickle.dumps(cast.get_state()))
    whole = pickle.loads(pickle.dumps(cast))
    forks = cast.fork(2)
    ends = [_tail(cast), _tail(whole), *(_tail(fork) for fork in forks)]
    cast.set_state(state)
    ends.append(_tail(cast))
    assert all(end == ends[0] for end in ends)


def test_forks_go_their_own_ways():
    env = life_v0.env(sessions=4)
    cast = Cast(env, assistant=Acknowledger())
    cast.reset(seed=1)
    for _, agent in zip(range(9), env.agent_iter(), strict=False):
        env.step(cast[agent](env.last()[0]))
    turns = len(env.unwrapped.transcript)
    forks = cast.fork(2)
    forks[0].run()
    assert len(env.unwrapped.transcript) == len(forks[1].env.unwrapped.transcript) == turns
    assert _tail(forks[1]) == _tail(forks[0]) == _tail(cast)


def test_a_function_that_cannot_be_copied_is_named():
    from regulars.errors import SeatError

    env = life_v0.env(sessions=2)
    cast = Cast(env, assistant=lambda observation: "I see.")
    cast.reset(seed=1)
    with pytest.raises(SeatError, match="assistant_0"):
        cast.fork(1)


def test_a_foreign_state_is_refused():
    from regulars.errors import StateError

    env = life_v0.env(sessions=2)
    env.reset(seed=1)
    with pytest.raises(StateError):
        env.unwrapped.set_state(b"nothing of the kind")
    other = Cast(life_v0.env(users=2, sessions=2))
    other.reset(seed=1)
    cast = Cast(env)
    with pytest.raises(StateError):
        cast.set_state(other.get_state())


def test_memory_lives_on_in_a_stream_whose_clock_and_numbers_go_on():
    env = life_v0.env(sessions=3, probes="off")
    cast = Cast(env, assistant=ScriptedAssistant("bm25-turn"))
    cast.reset(seed=1)
    cast.run()
    ended = env.unwrapped.life.now
    turns = {turn.id for turn in env.unwrapped.transcript}
    kept = cast.seats["assistant_0"].memory
    cast.reset(keep=("assistant",))
    assert cast.seats["assistant_0"].memory is kept
    assert env.unwrapped.scenario.start >= ended
    cast.run()
    assert turns.isdisjoint(turn.id for turn in env.unwrapped.transcript)
    assert env.unwrapped.life.sessions[0].number == 4
    cast.reset(seed=1)
    assert env.unwrapped.life.sessions[0].number == 1
    assert cast.seats["assistant_0"].memory is not kept


def test_a_stream_goes_on_from_an_episode_that_was_cut_short():
    env = life_v0.env(sessions=3)
    cast = Cast(env, assistant=ScriptedAssistant("bm25-turn"))
    cast.reset(seed=1)
    for _, agent in zip(range(30), env.agent_iter(), strict=False):
        env.step(cast[agent](env.last()[0]))
    moment, turns = env.unwrapped.life.now, {turn.id for turn in env.unwrapped.transcript}
    cast.reset(keep="assistant")
    cast.run()
    assert env.unwrapped.transcript[0].time >= moment
    assert turns.isdisjoint(turn.id for turn in env.unwrapped.transcript)


def test_dates_never_go_backwards_in_a_stream_that_people_abandon():
    from regulars.agents.roster import Interrogator

    dates = []

    class NotesDates(Interrogator):
        def act(self, observation):
            dates.append(datetime.fromisoformat(observation["date"]))
            return super().act(observation)

    env = life_v0.env(sessions=12, probes="fork")
    cast = Cast(env, assistant=NotesDates())
    endings = []
    for episode in range(3):
        cast.reset(seed=7 if episode == 0 else None, keep=("assistant",) if episode else ())
        cast.run()
        endings.append(env.unwrapped.ending)
    assert "abandoned" in endings
    assert dates == sorted(dates)


def test_an_interrupted_loop_can_be_resumed():
    cast = Cast(life_v0.env(sessions=2))
    cast.reset(seed=1)
    for _ in cast.env.agent_iter():
        break
    cast.run()
    assert cast.env.unwrapped.ending == "completed"


def test_a_state_is_taken_by_a_cast_that_was_never_reset():
    cast = Cast(life_v0.env(sessions=3))
    cast.reset(seed=1)
    for _, agent in zip(range(20), cast.env.agent_iter(), strict=False):
        cast.env.step(cast[agent](cast.env.last()[0]))
    fresh = Cast(life_v0.env(sessions=3))
    fresh.set_state(cast.get_state())
    assert _tail(fresh) == _tail(cast)


def test_gymnasium_and_aec_live_the_same_life():
    view = gymnasium.make("regulars:Life-v0", sessions=3)
    view.reset(seed=21)
    over = False
    while not over:
        _, _, terminated, truncated, _ = view.step("I see.")
        over = terminated or truncated
    env = life_v0.env(sessions=3)
    cast = Cast(env, assistant=lambda o: "I see.")
    cast.reset(seed=21)
    cast.run()
    assert view.unwrapped.aec.transcript == env.unwrapped.transcript
