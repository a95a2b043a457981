"""The contract of a seat: what `check_seat` holds whatever plays a user, an assistant or an evaluator to."""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Mapping
from typing import Any

from regulars.agents.cast import Cast
from regulars.agents.seats.adapt import (
    CallableSeat,
    as_seat,
    begin_seat,
    can_branch,
    end_seat,
    is_asynchronous,
    seat_state,
)
from regulars.dialogue import Reply
from regulars.envs import life_v0
from regulars.errors import ContractError, SeatError
from regulars.testing.contract import global_chance, obeying, require

ROLES = ("assistant", "user", "evaluator")
SESSIONS = 3
SEED = 7

Lines = list[tuple[str, str]]
"""Who said what in an episode."""


def check_seat(seat: Any, *, role: str = "assistant", repeats: bool = True) -> None:
    """Holds what sits in a seat to the contract that the built-in ones keep.

    It plays a short life to its end with legal actions and leaves observations as they are. Played again from the same
    seed it says the same, whatever happened before and whatever the global random state is. What `SeatFlags` say of it
    is true: a question beside the conversation leaves no trace in an assistant.

    Args:
        seat: What `regulars.Cast` takes: an object with `act`, a class, a function, a compiled graph, a client; plain
            or asynchronous. A class is made anew for each life; an object is copied where it can be.
        role: The seat to play: `assistant`, `user` or `evaluator`.
        repeats: Whether it says the same from the same seed; False for one with a model that draws its words.

    Raises:
        ContractError: It breaks the contract.

    Example:
        >>> check_seat(lambda observation: "I see.")
    """
    where = f"{role} {getattr(seat, '__name__', type(seat).__name__)}"
    require(
        role in ROLES, f"there is no role {role!r}", where="check_seat", expected=", ".join(ROLES), remedy="name one"
    )
    branches = _branches(seat, where) if role == "assistant" else False
    first = _played(seat, role, where, 1)
    if repeats:
        again = _played(seat, role, where, 2)
        require(
            again == first,
            f"the same life was played differently: {_difference(first, again)}",
            where=where,
            expected="the same words from the same seed",
            remedy="draw from the seed that begin(seat, seed) gives, begin anew there, or pass repeats=False for a "
            "seat that draws its words elsewhere",
        )
    if branches and repeats:
        asked = _played(seat, role, where, 1, probes="fork")
        require(
            asked == first,
            f"a question beside the conversation left a trace: {_difference(first, asked)}",
            where=where,
            expected="the same conversation with and without such questions",
            remedy="give back all state in get_state(), or do not say `branches = True` or `stateless = True`",
        )
    _begins_anew(seat, role, where, repeats)


def _fresh(seat: Any) -> Any:
    """A seat for one life: a class is made, an object with `act` copied where it can be."""
    if isinstance(seat, type) or not callable(getattr(seat, "act", None)):
        return seat
    try:
        return copy.deepcopy(seat)
    except Exception:  # a foreign object's copying may raise anything; then it plays all lives itself
        return seat


def _branches(seat: Any, where: str) -> bool:
    """Whether a question can be put to it without leaving a trace. Raises where it means to keep state and cannot."""
    with obeying(where, "something that can take a seat", "pass an object with act(observation), or a function"):
        taken = as_seat(_fresh(seat))
    with obeying(f"{where}.begin", "begin(seat, seed) starts an episode", "take both arguments"):
        begin_seat(taken, "assistant_0", SEED)
    branches = can_branch(taken)
    keeps = all(callable(getattr(taken, verb, None)) for verb in ("get_state", "set_state"))
    if not branches and keeps and not isinstance(taken, CallableSeat) and not _refuses(taken):
        with obeying(f"{where}.get_state", "state that can be pickled", "return plain data"):
            seat_state(taken, "")
        raise ContractError(
            "the state that get_state() gave cannot be set",
            where=f"{where}.set_state",
            expected="what get_state() returned, pickled and unpickled",
            remedy="return plain data from get_state() and take it back in set_state(state)",
        )
    with obeying(f"{where}.end", "end(reason) ends an episode", "take the reason"):
        end_seat(taken, "check")
    return branches


def _refuses(seat: Any) -> bool:
    """Whether `get_state` says itself, by `SeatError`, that there is no state to be had."""
    try:
        seat.get_state()
    except SeatError:
        return True
    return False


def _check_action(action: Any, observation: dict[str, Any], before: dict[str, Any], where: str) -> None:
    """Holds a seat to its observation and action."""
    require(
        _same(observation, before),
        "act changed the observation",
        where=where,
        expected="the observation as it was",
        remedy="copy what you change",
    )
    require(
        isinstance(action, str | Reply | Mapping),
        f"act returned {type(action).__name__}",
        where=where,
        expected="a string, a regulars.Reply, or a dict of the action space",
        remedy="return one of these, and '' to say nothing",
    )


def _same(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    return one.keys() == other.keys() and all(repr(one[key]) == repr(other[key]) for key in one)


def _cast(seat: Any, role: str, where: str, probes: str) -> Cast:
    env = life_v0.env(sessions=SESSIONS, probes=probes)
    with obeying(where, "something that can take a seat", "pass an object with act(observation), or a function"):
        given: dict[str, Any] = {role: seat}
        return Cast(env, **given)


async def _play(cast: Cast, role: str, where: str) -> Lines:
    """Plays the episode to its end, and checks each action of the role."""
    env = cast.env
    for agent in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        before = copy.deepcopy(observation)
        tested = agent.rpartition("_")[0] == role
        place = f"{where}, turn {observation['turn_id'] or observation['reply_id']}"
        with obeying(f"{place}, act", "an action for every observation", "say '' where there is nothing to say"):
            action = await cast.aact(agent, observation)
        if tested:
            _check_action(action, observation, before, place)
        with obeying(place, "an action of the action space", "leave out the fields that you do not fill"):
            env.step(action)
    return [(turn.id, turn.text) for turn in env.unwrapped.transcript]


def _played(seat: Any, role: str, where: str, chance: int, probes: str = "off") -> Lines:
    cast = _cast(_fresh(seat), role, where, probes)
    with global_chance(chance):
        with obeying(f"{where}.begin", "begin(seat, seed) starts an episode", "take both arguments"):
            cast.reset(seed=SEED)
        lines = asyncio.run(_play(cast, role, where))
    with obeying(f"{where}.end", "end(reason) ends an episode", "take the reason"):
        cast.close()
    return lines


def _begins_anew(seat: Any, role: str, where: str, repeats: bool) -> None:
    """One object that has `begin` plays two lives from one seed alike."""
    cast = _cast(_fresh(seat), role, where, "off")
    name = f"{role}_0"
    if not callable(getattr(cast.seats[name], "begin", None)) or is_asynchronous(cast.seats[name]):
        return
    lives = []
    for _ in range(2):
        with obeying(f"{where}.begin", "begin(seat, seed) starts an episode", "take both arguments"):
            cast.reset(seed=SEED)
        lives.append(asyncio.run(_play(cast, role, where)))
    require(
        lives[0] == lives[1] or not repeats,
        f"a second episode went on from the first: {_difference(*lives)}",
        where=f"{where}.begin",
        expected="a fresh start in begin(seat, seed)",
        remedy="clear all state of the last episode in begin",
    )


def _difference(one: Lines, other: Lines) -> str:
    """The first line in which two episodes differ."""
    for (turn, text), (_, changed) in zip(one, other, strict=False):
        if text != changed:
            return f"{turn} was {text[:60]!r} and then {changed[:60]!r}"
    return f"one has {len(one)} turns, the other {len(other)}"
