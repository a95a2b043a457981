"""The contract of a seat. `check_seat` checks any policy that plays a user, an assistant or an evaluator."""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
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
from regulars.errors import SeatError
from regulars.seeding import fresh_episode_id
from regulars.testing.contract import broken, global_chance, obeying, require

ROLES = ("assistant", "user", "evaluator")
SESSIONS = 3
SEED = 7

Lines = list[tuple[str, str]]
"""The turns of an episode: their ids and texts."""


def check_seat(seat: Any, *, role: str = "assistant", repeats: bool = True) -> None:
    """Checks that a policy keeps the contract of the built-in policies.

    - It plays a short life to its end with legal actions, and does not change observations.
    - The same seed gives the same words, whatever happened before and whatever the global random state is.
    - The flags that it declares (`SeatFlags`) are true: an out-of-band probe leaves no trace in an assistant.

    An asynchronous policy plays all lives in one event loop. If a loop is running already, as in a notebook, the check
    runs in a thread with its own loop.

    Args:
        seat: Anything that `regulars.Cast` accepts: an object with `act`, a class, a function, a compiled graph, a
            client; plain or asynchronous. A class is instantiated for each life; an object is copied if possible.
        role: The seat to play: `assistant`, `user` or `evaluator`.
        repeats: Whether the same seed gives the same words; False for a policy whose model draws its words.

    Raises:
        ContractError: The policy breaks the contract.

    Example:
        >>> check_seat(lambda observation: "I see.")
    """
    _away_from_loops(lambda: _check_seat(seat, role, repeats))


def _away_from_loops(work: Callable[[], None]) -> None:
    """Runs the work in this thread; in a new one if this thread has a running event loop."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        work()
        return
    with ThreadPoolExecutor(1, "regulars-check") as pool:
        pool.submit(copy_context().run, work).result()


def _check_seat(seat: Any, role: str, repeats: bool) -> None:
    where = f"{role} {getattr(seat, '__name__', type(seat).__name__)}"
    require(role in ROLES, "seat.role", f"there is no role {role!r}", "check_seat")
    branches = _branches(seat, where) if role == "assistant" else False
    with asyncio.Runner() as runner:
        first = _played(seat, role, where, runner, 1)
        if repeats:
            again = _played(seat, role, where, runner, 2)
            change = f"the same life was played differently: {_difference(first, again)}"
            require(again == first, "seat.repeats", change, where)
        if branches and repeats:
            asked = _played(seat, role, where, runner, 1, probes="fork")
            trace = f"an out-of-band probe left a trace: {_difference(first, asked)}"
            require(asked == first, "seat.probes", trace, where)
        _starts_afresh(seat, role, where, runner, repeats)


def _fresh(seat: Any) -> Any:
    """A policy for one life: an instance of a class, or a copy of an object with `act`."""
    if isinstance(seat, type) or not callable(getattr(seat, "act", None)):
        return seat
    try:
        return copy.deepcopy(seat)
    except Exception:  # copying a foreign object may raise anything; the object then plays all lives itself
        return seat


def _branches(seat: Any, where: str) -> bool:
    """Whether the policy can branch for a probe. Raises `ContractError` if it has state methods that do not work."""
    with obeying("seat.seatable", where):
        taken = as_seat(_fresh(seat))
    with obeying("seat.begins", f"{where}.begin"):
        begin_seat(taken, fresh_episode_id(), SEED)
    branches = can_branch(taken)
    keeps = all(callable(getattr(taken, verb, None)) for verb in ("get_state", "set_state"))
    if not branches and keeps and not isinstance(taken, CallableSeat) and not _refuses(taken):
        with obeying("seat.state", f"{where}.get_state"):
            seat_state(taken, "")
        raise broken("seat.state_back", "the state that get_state() gave cannot be set", f"{where}.set_state")
    with obeying("seat.ends", f"{where}.end"):
        end_seat(taken, "check")
    return branches


def _refuses(seat: Any) -> bool:
    """Whether `get_state` reports by `SeatError` that it has no state."""
    try:
        seat.get_state()
    except SeatError:
        return True
    return False


def _check_action(action: Any, observation: dict[str, Any], before: dict[str, Any], where: str) -> None:
    """Checks that the observation is unchanged, and that the action has a type that seats may return."""
    require(_same(observation, before), "seat.observation", "act changed the observation", where)
    require(isinstance(action, str | Reply | Mapping), "seat.action", f"act returned {type(action).__name__}", where)


def _same(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    return one.keys() == other.keys() and all(repr(one[key]) == repr(other[key]) for key in one)


def _cast(seat: Any, role: str, where: str, probes: str) -> Cast:
    env = life_v0.env(sessions=SESSIONS, probes=probes)
    given: dict[str, Any] = {role: seat}
    with obeying("seat.seatable", where):
        return Cast(env, **given)


async def _play(cast: Cast, role: str, where: str) -> Lines:
    """Plays the episode to its end and checks each action of the role."""
    env = cast.env
    for agent in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        before = copy.deepcopy(observation)
        place = f"{where}, turn {observation['turn_id'] or observation['reply_id']}"
        with obeying("seat.acts", f"{place}, act"):
            action = await cast.aact(agent, observation)
        if agent.rpartition("_")[0] == role:
            _check_action(action, observation, before, place)
        with obeying("seat.legal", place):
            env.step(action)
    return [(turn.id, turn.text) for turn in env.unwrapped.transcript]


def _played(seat: Any, role: str, where: str, runner: asyncio.Runner, chance: int, probes: str = "off") -> Lines:
    cast = _cast(_fresh(seat), role, where, probes)
    with global_chance(chance):
        with obeying("seat.begins", f"{where}.begin"):
            cast.reset(seed=SEED)
        lines = runner.run(_play(cast, role, where))
    with obeying("seat.ends", f"{where}.end"):
        cast.close()
    return lines


def _starts_afresh(seat: Any, role: str, where: str, runner: asyncio.Runner, repeats: bool) -> None:
    """Checks that one object with `begin` plays two lives from one seed alike."""
    cast = _cast(_fresh(seat), role, where, "off")
    name = f"{role}_0"
    if not callable(getattr(cast.seats[name], "begin", None)) or is_asynchronous(cast.seats[name]):
        return
    lives = []
    for _ in range(2):
        with obeying("seat.begins", f"{where}.begin"):
            cast.reset(seed=SEED)
        lives.append(runner.run(_play(cast, role, where)))
    change = f"a second episode went on from the first: {_difference(*lives)}"
    require(lives[0] == lives[1] or not repeats, "seat.fresh", change, f"{where}.begin")


def _difference(one: Lines, other: Lines) -> str:
    """The first line in which two episodes differ."""
    for (turn, text), (_, changed) in zip(one, other, strict=False):
        if text != changed:
            return f"{turn} was {text[:60]!r} and then {changed[:60]!r}"
    return f"one has {len(one)} turns, the other {len(other)}"
