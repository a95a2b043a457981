"""Says which environment a state belongs to, so that an environment with other options refuses it."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from regulars.errors import StateError

_VERSION = 8


@dataclass(frozen=True, slots=True)
class StateKind:
    """The environment that a state belongs to. All environments pack and unpack their states with it.

    Attributes:
        id: The id of the environment.
        options: The options that shape its states, by name.
        version: The version of the format.

    Example:
        >>> six, eight = (StateKind("regulars:Choice-v0", {"k": k}) for k in (6, 8))
        >>> six.unpack(six.pack("saved"))
        'saved'
        >>> six.unpack(eight.pack("saved"))
        Traceback (most recent call last):
            ...
        regulars.errors.StateError: set_state: a state of another environment, with k=8; expected k=6; make both \
environments with the same options.
    """

    id: str
    options: Mapping[str, Any]
    version: int = _VERSION

    def pack(self, saved: Any) -> bytes:
        """A state as bytes."""
        return pickle.dumps((self, saved), pickle.HIGHEST_PROTOCOL)

    def unpack(self, state: bytes) -> Any:
        """Reads what `pack` saved.

        Raises:
            StateError: The bytes are not a state of this version, or belong to an environment with another id or other
                options.
        """
        try:
            kind, saved = pickle.loads(state)
        except Exception as error:  # unpickling foreign bytes may raise anything
            raise no_state() from error
        if not isinstance(kind, StateKind):
            raise no_state()
        if kind.version != self.version:
            raise StateError(
                f"a state of version {kind.version}", where="set_state", expected=f"version {self.version}"
            )
        if kind.id != self.id:
            raise other_environment(kind.id, self.id)
        for name, value in self.options.items():
            other = kind.options.get(name)
            if other != value:
                raise other_environment(f"with {name}={other!r}", f"{name}={value!r}")
        return saved


def no_state() -> StateError:
    """The error for bytes that are not a state."""
    return StateError("the bytes are not a state of an environment of this version", where="set_state")


def other_environment(found: str = "", expected: str = "") -> StateError:
    """The error for a state of another environment.

    Args:
        found: What is different in the state.
        expected: What it is in this environment.
    """
    return StateError(
        f"a state of another environment{', ' if found else ''}{found}",
        where="set_state",
        expected=expected,
        remedy="make both environments with the same options",
    )
