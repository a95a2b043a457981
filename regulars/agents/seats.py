"""What may sit in a seat, and how it is made to fit: an object with `act`, or any callable from observation to action.

A seat is `act(observation)` and optionally `begin(seat, seed)`, `end(reason)`, `get_state()`, `set_state(state)`.
A seat with `briefed = True` is given the typed briefing as a second argument. A seat with `branches = True`
promises that acting under `Phase.PROBE` changes nothing in it.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from inspect import iscoroutinefunction
from typing import Any, Protocol, runtime_checkable

from regulars.errors import SeatError

__all__ = ["CallableSeat", "Seat", "as_seat", "begin_seat", "can_branch", "end_seat", "restore_seat", "seat_state"]


@runtime_checkable
class Seat(Protocol):
    """The least that a seat is."""

    def act(self, observation: dict[str, Any]) -> Any:
        """The next action: a string, a `regulars.Reply`, or a dict of the action space."""
        ...


class CallableSeat:
    """A function in a seat.

    Args:
        function: From an observation to an action.
        stateless: Whether it is known to keep nothing between calls; only then can it be branched.
    """

    def __init__(self, function: Callable[[dict[str, Any]], Any], *, stateless: bool = False) -> None:
        self.function = function
        self.branches = stateless

    def act(self, observation: dict[str, Any]) -> Any:
        """The function's word."""
        return self.function(observation)

    def get_state(self) -> None:
        """A stateless function has none. Raises `SeatError` for one that may keep something."""
        if not self.branches:
            raise SeatError(
                f"the function {_name(self.function)} may keep state that nobody can take",
                expected="a function registered as stateless, or an object with get_state and set_state",
                remedy="pass CallableSeat(function, stateless=True) if it keeps nothing between calls",
            )

    def set_state(self, state: None) -> None:
        """Nothing to go back to."""


def as_seat(thing: Any, seat: str = "") -> Any:
    """`thing` as a seat: itself if it has `act`, wrapped if it is callable.

    Raises:
        SeatError: It is neither.
    """
    if isinstance(thing, type):
        return as_seat(_made(thing, seat), seat)
    act = getattr(thing, "act", None)
    if iscoroutinefunction(act) or iscoroutinefunction(thing):
        raise SeatError(
            "an asynchronous function cannot take a seat",
            where=seat,
            expected="a function that returns the reply itself",
            remedy="wrap it: lambda observation: asyncio.run(reply(observation))",
        )
    if callable(act):
        return thing
    if callable(thing):
        return CallableSeat(thing, stateless=bool(getattr(thing, "stateless", False)))
    raise SeatError(
        f"an object of type {type(thing).__name__} cannot take a seat",
        where=seat,
        expected="an object with act(observation), or a callable",
    )


def _made(kind: type, seat: str) -> Any:
    try:
        return kind()
    except TypeError as error:
        raise SeatError(
            f"{kind.__name__} cannot be made without arguments: {error}", where=seat, remedy="pass an object of it"
        ) from error


def begin_seat(seat: Any, name: str, seed: int) -> None:
    """Tells a seat that an episode begins, if it wants to know."""
    begin = getattr(seat, "begin", None)
    if begin is not None:
        begin(name, seed)


def end_seat(seat: Any, reason: str) -> None:
    """Tells a seat that its memory ends, if it wants to know."""
    end = getattr(seat, "end", None)
    if end is not None:
        end(reason)


def can_branch(seat: Any) -> bool:
    """Whether a question can be put to the seat without leaving a trace in it; found out by trying.

    A seat that has begun is asked best: what it holds then is what has to be taken.
    """
    if getattr(seat, "branches", False):
        return True
    if isinstance(seat, CallableSeat):
        return False
    if isinstance(seat, (list, dict, set, bytearray)) and not _keeps_state(seat):
        return False  # what it holds stands in none of its attributes
    try:
        restore_seat(seat, seat_state(seat, ""))
    except Exception:  # whatever a foreign object's state raises, the answer is no
        return False
    return True


def seat_state(seat: Any, name: str) -> bytes:
    """The seat's state, to be given to `restore_seat`. Raises `SeatError` naming the seat that cannot."""
    try:
        return pickle.dumps(seat.get_state() if _keeps_state(seat) else seat)
    except SeatError as error:
        raise SeatError(error.what, where=name, expected=error.expected, remedy=error.remedy) from error
    except Exception as error:  # a foreign object's state may raise anything
        raise SeatError(
            f"the state of {type(seat).__name__} cannot be taken: {error}",
            where=name,
            remedy="give it get_state() and set_state(state), or make it picklable",
        ) from error


def restore_seat(seat: Any, state: bytes) -> None:
    """Takes the seat back to a state from `seat_state`; the object stays the same one."""
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
