"""An environment that has never been reset takes a state, survives a pickle, and goes on as the one that gave it."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from small_lives import ASKS_CITY, IN_CITY, aside, scenario, session

from regulars.envs.banks.writer import WriterEnv
from regulars.envs.numeric.choice import ChoiceEnv
from regulars.envs.numeric.remember import MemoryOp, RememberEnv
from regulars.envs.numeric.style import StyleEnv
from regulars.envs.views.gym import LifeEnv
from regulars.scenarios.kinds import ActKind
from regulars.scenarios.world import Act

TELLS_CITY = Act("t-city", ActKind.TELL, attribute="home_city", fact="f-city")
SMALL = scenario(session(1, TELLS_CITY), session(2, ASKS_CITY), probes=(IN_CITY, aside("q-far", 2.5)))
ADD = '[{"op": "add_fact", "text": "Ann\'s home city is Bergen."}]'
MAKES = {
    ChoiceEnv: (0, 3),
    StyleEnv: ([1, 0, 0, 0], [0, 2, 0, 0]),
    RememberEnv: ([MemoryOp.WRITE, *[0] * 6], [MemoryOp.SKIP, 0, 1, 0, 0, 0, 0]),
    WriterEnv: (ADD, "[]"),
    LifeEnv: ("I see.", "In Bergen."),
}
"""Each environment with its first action, and the one that follows."""


def same(one, other):
    """Whether two results of steps are the same."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one if key != "episode")
    if isinstance(one, (tuple, list)):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(np.array_equal(one, other))


def made(make):
    return make(scenario=SMALL)


@pytest.mark.parametrize("make", MAKES)
def test_a_fresh_environment_goes_on_from_a_state(make):
    first, later = MAKES[make]
    env, fresh = made(make), made(make)
    env.reset(seed=0)
    env.step(first)
    fresh.set_state(env.get_state())
    while True:
        found = env.step(later)
        assert same(fresh.step(later), found)
        if found[2] or found[3]:
            break


@pytest.mark.parametrize("make", MAKES)
def test_an_environment_survives_a_pickle_before_its_first_reset_and_later(make):
    first, later = MAKES[make]
    env = made(make)
    fresh = pickle.loads(pickle.dumps(env))
    assert same(env.reset(seed=0), fresh.reset(seed=0))
    assert same(env.step(first), fresh.step(first))
    again = pickle.loads(pickle.dumps(env))
    assert same(env.step(later), again.step(later))


@pytest.mark.parametrize("make", MAKES)
def test_a_reset_begins_anew_in_the_middle_of_an_episode(make):
    first, later = MAKES[make]
    env, fresh = made(make), made(make)
    env.reset(seed=0)
    env.step(first)
    env.step(later)
    assert same(env.reset(seed=0), fresh.reset(seed=0))
    assert same(env.step(later), fresh.step(later))


def test_the_number_of_masked_parts_is_part_of_a_state():
    env = RememberEnv(2, 2, scenario=SMALL)
    env.reset(seed=0)
    assert env.step([MemoryOp.DELETE, 0, 1, 2])[-1]["masked"] == 3.0
    state = env.get_state()
    assert env.step([MemoryOp.SKIP, 0, 0, 0])[-1]["masked"] == 0.0
    env.set_state(state)
    assert env.observe()[1]["masked"] == 3.0
    assert env.reset(seed=0)[1]["masked"] == 0.0


def test_after_the_end_the_writer_stands_at_the_last_session():
    env = WriterEnv(scenario=SMALL)
    env.reset(seed=0)
    sessions = []
    while True:
        *_, terminated, truncated, info = env.step("[]")
        sessions.append(info["session"])
        if terminated or truncated:
            break
    assert (sessions, terminated, truncated) == ([2.0, 2.0], True, False)
