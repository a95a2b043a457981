"""`check_seat` accepts the built-in seats, and refuses a broken one with words that help."""

from __future__ import annotations

import asyncio
import random
import threading
import warnings

import pytest

from regulars import RegularsWarning, Reply, build
from regulars.agents import ScriptedAssistant, ScriptedEvaluator
from regulars.testing import ContractError, check_seat


class Counting:
    """A seat that keeps the contract: it counts what it heard, but for questions beside the conversation."""

    def begin(self, episode_id, seed):
        self.heard = 0

    def act(self, observation):
        self.heard += 1
        return f"That makes {self.heard}."


class NeverBeginsAnew(Counting):
    def __init__(self):
        self.heard = 0

    def begin(self, episode_id, seed):
        pass


class ClaimsToBranch(Counting):
    branches = True


class Misspelt(Counting):
    brances = True


class Ordinary(Counting):
    brief = branch = synchronous = True


class Changing(Counting):
    def act(self, observation):
        observation["message"] = ""
        return "I see."


class Silent(Counting):
    def act(self, observation):
        return None


class OutOfSpace(Counting):
    def act(self, observation):
        return {"message": "I see.", "anwser": "Bergen"}


class Falling(Counting):
    def act(self, observation):
        raise KeyError("person")


class WithoutSeed(Counting):
    def begin(self, seat):
        self.heard = 0


class Locked(Counting):
    def __init__(self):
        self.lock = threading.Lock()

    def get_state(self):
        return self.lock

    def set_state(self, state):
        self.lock = state


class TakesNothingBack(Counting):
    def get_state(self):
        return self.heard

    def set_state(self, state):
        raise ValueError("no state of mine")


class ForgetsAState(Counting):
    def get_state(self):
        return None

    def set_state(self, state):
        pass


class BeginsLater(Counting):
    async def begin(self, episode_id, seed):
        self.heard = 0


class EndsLater(Counting):
    async def end(self, reason):
        self.heard = 0


class HasItsStateAfterBegin(Counting):
    def get_state(self):
        return self.heard

    def set_state(self, state):
        self.heard = state


def bound_to_its_loop():
    loops = []

    async def act(observation):
        loops.append(asyncio.get_running_loop())
        if loops[-1] is not loops[0]:
            raise RuntimeError("attached to a different loop")
        return "I see."

    return act


def drawn(observation):
    return f"Number {random.random()}."


def lying():
    heard = []

    def act(observation):
        if observation["turn_id"] == "s001.t01":
            heard.clear()
        heard.append(observation)
        return f"That makes {len(heard)}."

    act.stateless = True
    return act


class Numbered:
    """Goes on where the last life ended: every object has another number."""

    made = 0

    def __init__(self):
        Numbered.made += 1
        self.number = Numbered.made

    def act(self, observation):
        return f"I am number {self.number}."


BROKEN = [
    (object(), r"cannot take a seat"),
    (NeverBeginsAnew(), r"second episode went on from the first"),
    (ClaimsToBranch(), r"left a trace.*branches = True"),
    (lying(), r"left a trace|played differently"),
    (Changing(), r"act changed the observation"),
    (Silent(), r"act returned NoneType.*a string"),
    (OutOfSpace(), r"anwser.*answer"),
    (Falling(), r"turn s001\.t0\d, act: KeyError: 'person'"),
    (WithoutSeed(), r"begin: TypeError.*begin\(seat, seed\) starts an episode"),
    (Locked(), r"the state of Locked cannot be saved"),
    (TakesNothingBack(), r"set_state: the state that get_state\(\) gave cannot be set"),
    (ForgetsAState(), r"left a trace.*get_state"),
    (drawn, r"played differently.*begin\(seat, seed\)"),
    (BeginsLater(), r"begin is asynchronous.*make begin a plain method"),
    (EndsLater(), r"end is asynchronous.*make end a plain method"),
    (Numbered, r"played differently: s001\.t0\d was"),
]


@pytest.mark.parametrize(("seat", "told"), BROKEN)
def test_a_broken_seat_is_refused_with_what_is_wrong(seat, told):
    with pytest.raises(ContractError, match=told) as caught:
        check_seat(seat)
    assert caught.value.where
    assert caught.value.remedy or caught.value.expected


async def awaited(observation):
    return "I see."


@pytest.mark.parametrize(
    "seat",
    [
        Counting(),
        Counting,
        HasItsStateAfterBegin,
        lambda observation: Reply("I see."),
        awaited,
        bound_to_its_loop(),
        ScriptedAssistant("bm25-turn"),
    ],
)
def test_what_keeps_the_contract_passes(seat):
    check_seat(seat)


@pytest.mark.parametrize("seat", [Counting(), bound_to_its_loop()])
def test_a_check_works_where_a_loop_is_running(seat):
    async def notebook():
        check_seat(seat)
        with pytest.raises(ContractError, match="act changed the observation"):
            check_seat(Changing())

    asyncio.run(notebook())


def test_a_misspelt_flag_is_a_warning_and_an_ordinary_name_is_not():
    with pytest.warns(RegularsWarning, match=r"brances is not a flag.*did you mean 'branches'"):
        check_seat(Misspelt())
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_seat(Ordinary())


@pytest.mark.parametrize("name", ["asker", "acknowledger", "bandit"])
def test_built_in_assistants_pass(name):
    check_seat(build("assistant", name))


def test_built_in_people_and_evaluators_pass():
    check_seat(build("user", "scripted"), role="user")
    check_seat(ScriptedEvaluator(), role="evaluator")


def test_a_role_that_is_none_is_refused():
    with pytest.raises(ContractError, match="there is no role 'judge'"):
        check_seat(Counting(), role="judge")


def test_one_that_draws_its_words_elsewhere_may_say_so():
    check_seat(Numbered, repeats=False)
