"""What may sit in a seat, and how it is made to fit: an object with `act`, or any callable from observation to action.

A seat is `act(observation)` and optionally `begin(seat, seed)`, `end(reason)`, `get_state()`, `set_state(state)`.
A seat with `briefed = True` is given the typed briefing as a second argument. A seat with `branches = True`
promises that acting under `Phase.PROBE` changes nothing in it.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
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
        return as_seat(thing(), seat)
    if callable(getattr(thing, "act", None)):
        return thing
    if callable(thing):
        return CallableSeat(thing, stateless=bool(getattr(thing, "stateless", False)))
    raise SeatError(
        f"a {type(thing).__name__} cannot take a seat",
        where=seat,
        expected="an object with act(observation), or a callable",
    )


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
    """Whether a question can be put to the seat without leaving a trace in it."""
    if getattr(seat, "branches", False):
        return True
    if isinstance(seat, CallableSeat):
        return False
    if callable(getattr(seat, "get_state", None)) and callable(getattr(seat, "set_state", None)):
        return True
    try:
        pickle.dumps(seat)
    except Exception:  # whatever a foreign object's pickling raises, the answer is no
        return False
    return True


def seat_state(seat: Any, name: str) -> Any:
    """The seat's state, to be given to `restore_seat`. Raises `SeatError` naming the seat that cannot."""
    try:
        if callable(getattr(seat, "get_state", None)):
            return pickle.dumps(seat.get_state())
        return pickle.dumps(seat.__dict__)
    except SeatError as error:
        raise SeatError(error.what, where=name, expected=error.expected, remedy=error.remedy) from error
    except Exception as error:
        raise SeatError(
            f"the state of {type(seat).__name__} cannot be taken: {error}",
            where=name,
            remedy="give it get_state() and set_state(state), or make it picklable",
        ) from error


def restore_seat(seat: Any, state: bytes) -> None:
    """Takes the seat back to a state from `seat_state`."""
    if callable(getattr(seat, "set_state", None)):
        seat.set_state(pickle.loads(state))
        return
    seat.__dict__.clear()
    seat.__dict__.update(pickle.loads(state))


def _name(function: Any) -> str:
    return getattr(function, "__qualname__", type(function).__name__)
