"""Fits policies into seats: an object with `act`, a callable, a compiled LangGraph, or an agent of another framework.

A seat has `act(observation)` and optionally `begin(episode_id, seed)`, `end(reason)`, `stop_exploring()`, `get_state()`
and `set_state(state)`. Everything between `begin` and `end` is one life of the seat: an episode, or a stream of them.
`SeatFlags` lists the flags that it may declare. A seat must be awaited if `act` is a coroutine function or if
`asynchronous = True`. A seat with both `act` and `aact` may be awaited.
"""

from __future__ import annotations

import pickle
from collections.abc import Awaitable, Callable, Mapping
from inspect import iscoroutine, iscoroutinefunction
from typing import Any, Protocol, runtime_checkable

from regulars.agents.seats.flow import Flow
from regulars.errors import SeatError, StateError
from regulars.flags import warn_of_misspelt_flags
from regulars.outside_state import outside_state, without_addresses

_STATE_BACK = "give it get_state() and set_state(state), or branches = True if a probe changes nothing in it"


@runtime_checkable
class Seat(Protocol):
    """The minimal interface of a policy that fills a seat."""

    def act(self, observation: dict[str, Any]) -> Any:
        """The next action: a string, a `regulars.Reply`, or a dict of the action space."""
        ...


class SeatFlags(Protocol):
    """Flags that a seat may declare as attributes of its object or class. Each is optional and false by default.

    Attributes:
        branches: True: acting under `Phase.PROBE` does not change the seat, so its state need not be restored.
            Explicitly False: its state cannot be saved and restored, so all probes come after the last session.
        stateless: For a function: it keeps no state between calls, so out-of-band probes leave no trace.
        briefed: `act` takes the seat's typed briefing as a second argument.
        asynchronous: `act` must be awaited although it is not a coroutine function. For a seat with both `act` and
            `aact`, False means that there is nothing to wait for.
        learns: It learns from feedback, so a run over streams also adds its row without feedback.
    """

    branches: bool
    stateless: bool
    briefed: bool
    asynchronous: bool
    learns: bool


class CallableSeat:
    """A seat that a function plays.

    Args:
        function: From an observation to an action.
        stateless: Whether it keeps no state between calls; only then can the seat be branched.
    """

    def __init__(self, function: Callable[[dict[str, Any]], Any], *, stateless: bool = False) -> None:
        self.function = function
        self.branches = stateless

    def act(self, observation: dict[str, Any]) -> Any:
        """The function's result."""
        return self.function(observation)

    def get_state(self) -> None:
        """None for a stateless function. Raises `SeatError` for any other."""
        if not self.branches:
            raise SeatError(
                f"the function {_name(self.function)} may keep state that cannot be saved",
                expected="a function registered as stateless, or an object with get_state and set_state",
                remedy="pass CallableSeat(function, stateless=True) if it keeps nothing between calls",
            )

    def set_state(self, state: None) -> None:
        """Does nothing: there is no state."""


class AsyncCallableSeat(CallableSeat):
    """An asynchronous function as a seat; takes the arguments of `CallableSeat`."""

    async def act(self, observation: dict[str, Any]) -> Any:
        """Awaits the function, and returns its result."""
        return await self.function(observation)


def as_seat(thing: Any, seat: str = "") -> Any:
    """`thing` as a seat: itself if it has `act`; wrapped if it is a compiled graph, an agent, or a callable.

    Raises:
        SeatError: It is neither.

    Warns:
        RegularsWarning: An attribute is probably a misspelt flag of `SeatFlags`.
    """
    if isinstance(thing, type):
        return as_seat(_made(thing, seat), seat)
    warn_of_misspelt_flags(thing, SeatFlags, _name(thing))
    if callable(getattr(thing, "act", None)):
        return thing
    if _is_client(thing):
        raise SeatError(
            "the OpenAI client comes without a model name",
            where=seat,
            expected="a client with its model",
            remedy="pass regulars.agents.seats.openai_client.ClientSeat(client, model=NAME)",
        )
    framework = _framework_of(thing)
    if framework:
        return _ADAPTERS[framework](thing, where=seat)
    if callable(thing):
        stateless = bool(getattr(thing, "stateless", False))
        waits = iscoroutinefunction(thing) or iscoroutinefunction(getattr(thing, "__call__", None))  # noqa: B004
        waits = waits or bool(getattr(thing, "asynchronous", False))
        return (AsyncCallableSeat if waits else CallableSeat)(thing, stateless=stateless)
    raise SeatError(
        f"an object of type {type(thing).__name__} cannot take a seat",
        where=seat,
        expected="an object with act(observation), a compiled LangGraph, an agent of openai-agents or pydantic-ai, "
        "or a callable",
        remedy="compile the graph first"
        if callable(getattr(thing, "compile", None))
        else "wrap it in a function from the observation to the reply",
    )


def is_shared(thing: Any) -> bool:
    """Whether one object serves all episodes, and `as_seat` makes a seat for each: a graph, or another's agent."""
    return not callable(getattr(thing, "act", None)) and bool(_framework_of(thing))


def _langgraph(thing: Any, where: str) -> Any:
    from regulars.agents.seats.langgraph import LangGraphSeat

    return LangGraphSeat(thing, where=where)


def _openai_agent(thing: Any, where: str) -> Any:
    from regulars.agents.seats.openai_agents import OpenAIAgentSeat

    return OpenAIAgentSeat(thing, where=where)


def _pydantic_agent(thing: Any, where: str) -> Any:
    from regulars.agents.seats.pydantic_agents import PydanticAgentSeat

    return PydanticAgentSeat(thing, where=where)


_ADAPTERS: Mapping[str, Callable[..., Any]] = {
    "langgraph": _langgraph,
    "openai-agents": _openai_agent,
    "pydantic-ai": _pydantic_agent,
}
"""What makes a seat of an object of a framework; nothing is imported before it is used."""


def _framework_of(thing: Any) -> str:
    """The framework of a graph or an agent, without importing any; empty for anything else."""
    if isinstance(thing, type):
        return ""
    kinds = {(kind.__module__.partition(".")[0], kind.__name__) for kind in type(thing).__mro__}
    if ("agents", "Agent") in kinds and hasattr(thing, "handoffs"):
        return "openai-agents"
    if ("pydantic_ai", "AbstractAgent") in kinds:
        return "pydantic-ai"
    is_graph = callable(getattr(thing, "invoke", None)) and callable(getattr(thing, "ainvoke", None))
    return "langgraph" if is_graph else ""


def is_asynchronous(seat: Any) -> bool:
    """Whether the seat must be awaited."""
    return bool(getattr(seat, "asynchronous", False)) or iscoroutinefunction(seat.act)


def awaited_act(seat: Any) -> Callable[..., Awaitable[Any]] | None:
    """The seat's awaitable act; None if nothing in it waits, so that `act` is enough.

    Every policy with nodes has `aact`; what counts is whether one of its nodes waits.
    """
    if iscoroutinefunction(seat.act):
        return seat.act  # type: ignore[no-any-return]
    waiting = getattr(seat, "aact", None)
    flow = getattr(seat, "flow", None)
    if isinstance(flow, Flow) and not any(hasattr(seat, f"a{node}") for node in flow.nodes):
        return None
    if getattr(seat, "asynchronous", None) is False:
        return None
    if iscoroutinefunction(waiting):
        return waiting
    return seat.act if is_asynchronous(seat) else None


def _is_client(thing: Any) -> bool:
    """Whether it is a client of the `openai` package, without importing the package."""
    return any(kind.__module__.partition(".")[0] == "openai" for kind in type(thing).__mro__)


def _made(kind: type, seat: str) -> Any:
    try:
        return kind()
    except TypeError as error:
        raise SeatError(
            f"{kind.__name__} cannot be created without arguments: {error}", where=seat, remedy="pass an instance of it"
        ) from error


def begin_seat(seat: Any, episode_id: str, seed: int) -> None:
    """Tells a seat that an episode begins, if it has `begin`.

    Args:
        seat: The seat.
        episode_id: The id that the seat's observations carry from now on, other in every run.
        seed: The seed of the seat's draws, the same in every run.

    Raises:
        SeatError: `begin` must be awaited.
    """
    begin = getattr(seat, "begin", None)
    if begin is not None:
        _refuse_coroutine(begin(episode_id, seed), seat, "begin")


def end_seat(seat: Any, reason: str) -> None:
    """Tells a seat that its life ends, if it has `end`. Raises `SeatError` if `end` must be awaited."""
    end = getattr(seat, "end", None)
    if end is not None:
        _refuse_coroutine(end(reason), seat, "end")


def stop_exploring(seat: Any) -> None:
    """Tells a seat that an exam begins, if it has `stop_exploring`. Raises `SeatError` if that must be awaited."""
    stop = getattr(seat, "stop_exploring", None)
    if stop is not None:
        _refuse_coroutine(stop(), seat, "stop_exploring")


def _refuse_coroutine(result: Any, seat: Any, verb: str) -> None:
    if iscoroutine(result):
        result.close()
        raise SeatError(
            f"{verb} is asynchronous, and would never run",
            where=f"{type(seat).__name__}.{verb}",
            expected="a plain method; only act may be asynchronous",
            remedy=f"make {verb} a plain method",
        )


def can_branch(seat: Any) -> bool:
    """Whether the seat can be probed without leaving a trace. It tries to save and restore the state.

    Call it after `begin`: then the seat holds the state that must be saved.
    """
    return not why_unbranched(seat)


def why_unbranched(seat: Any) -> str:
    """Why the seat cannot be probed without leaving a trace; empty if it can. Call it after `begin`."""
    error = unbranched(seat)
    return "" if error is None else error.what


def unbranched(seat: Any) -> SeatError | None:
    """Why the seat cannot be probed without leaving a trace, with the remedy; None if it can. Call it after `begin`.

    A seat without `get_state` and `set_state` is also searched for state that lies outside it (`outside_state`).
    """
    says = getattr(seat, "branches", None)
    if says:
        return None
    name, keeps = type(seat).__name__, _keeps_state(seat)
    if isinstance(seat, CallableSeat):
        return SeatError(
            "a function may keep state that cannot be saved",
            remedy=f"set {_name(seat.function)}.stateless = True if it keeps nothing between calls",
        )
    if isinstance(seat, (list, dict, set, bytearray)) and not keeps:
        return SeatError("its state is in none of its attributes", remedy=_STATE_BACK)
    refusal = SeatError(f"{name} says branches = False", remedy="give it get_state() and set_state(state) instead")
    if says is False and not keeps:
        return refusal
    if not keeps and (found := outside_state(seat)):
        return SeatError(f"{name} {found}", remedy=_STATE_BACK)
    try:
        state = seat_state(seat, "")
    except SeatError as error:
        return error
    try:
        restore_seat(seat, state)
    except Exception as error:  # a user's object may raise anything; then it cannot be branched
        why = without_addresses(f"its state cannot be restored: {type(error).__name__}: {error}")
        return SeatError(why, remedy=f"let set_state of {name} take what get_state returned")
    return refusal if says is False else None


def begins_with_state(seat: Any) -> bool:
    """Whether the seat may have its state only after `begin`: it has `begin`, `get_state` and `set_state`."""
    return callable(getattr(seat, "begin", None)) and _keeps_state(seat)


def seat_state(seat: Any, name: str) -> bytes:
    """The seat's state, for `restore_seat`. Raises `SeatError` with the seat's name if it cannot be saved."""
    try:
        return pickle.dumps(seat.get_state() if _keeps_state(seat) else seat)
    except (SeatError, StateError) as error:
        raise SeatError(error.what, where=name, expected=error.expected, remedy=error.remedy) from error
    except Exception as error:  # a user's object may raise anything
        raise SeatError(
            without_addresses(f"the state of {type(seat).__name__} cannot be saved: {error}"),
            where=name,
            remedy="give it get_state() and set_state(state), or make it picklable",
        ) from error


def restore_seat(seat: Any, state: bytes) -> None:
    """Restores a state from `seat_state` in the same object."""
    taken = pickle.loads(state)
    if _keeps_state(seat):
        seat.set_state(taken)
        return
    if hasattr(seat, "__dict__"):
        seat.__dict__.clear()
        seat.__dict__.update(taken.__dict__)
    for kind in type(seat).__mro__:
        slots = kind.__dict__.get("__slots__", ())
        for slot in (slots,) if isinstance(slots, str) else slots:
            if slot in ("__dict__", "__weakref__"):
                continue
            if hasattr(taken, slot):
                setattr(seat, slot, getattr(taken, slot))
            elif hasattr(seat, slot):
                delattr(seat, slot)


def _keeps_state(seat: Any) -> bool:
    return callable(getattr(seat, "get_state", None)) and callable(getattr(seat, "set_state", None))


def _name(function: Any) -> str:
    return getattr(function, "__qualname__", type(function).__name__)
