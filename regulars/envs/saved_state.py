"""The state of an environment as bytes that survive a pickle, and back."""

from __future__ import annotations

import pickle
from collections.abc import Mapping, Sequence, Set
from typing import Any

from regulars.errors import StateError

__all__ = ["pack", "unpack"]

_VERSION = 2


def pack(seats: Sequence[str], values: Mapping[str, Any], minds: Mapping[str, Any]) -> bytes:
    """The bytes.

    Args:
        seats: The agents.
        values: What moves in the environment, by name.
        minds: The states of the seats that it plays itself.
    """
    return pickle.dumps((_VERSION, list(seats), dict(values), dict(minds)))


def unpack(
    state: bytes, seats: Sequence[str], names: Set[str], played: Set[str]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The values and the states of minds in bytes from `pack`.

    Args:
        state: The bytes.
        seats: The agents that they have to be of.
        names: What moves in the environment.
        played: The seats that it plays itself.

    Raises:
        StateError: The bytes are no state of this version, or one of other seats.
    """
    try:
        version, agents, values, minds = pickle.loads(state)
        fits = version == _VERSION and set(values) == names
        same = fits and list(agents) == list(seats) and set(minds) == played
    except Exception as error:  # unpickling foreign bytes may raise anything
        raise StateError("these bytes are no state of an environment", where="set_state") from error
    if not fits:
        raise StateError(f"a state of version {version}", where="set_state", expected=f"version {_VERSION}")
    if not same:
        raise StateError(
            f"a state of the seats {', '.join(map(str, agents))}",
            where="set_state",
            expected=", ".join(seats),
            remedy="make the environment with the same users and played seats",
        )
    return values, minds
