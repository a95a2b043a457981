"""Checks the flags that a policy or a memory declares about itself, and warns about misspelt names."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import suppress
from difflib import get_close_matches
from functools import lru_cache
from inspect import getattr_static
from types import FunctionType, GetSetDescriptorType, MemberDescriptorType
from typing import Any

from regulars.errors import RegularsWarning

CLOSE = 0.82
"""The similarity by `difflib` from which one name counts as a misspelling of another."""

ORDINARY = frozenset({"branch", "brief", "journal", "synchronous", "teach"})
"""Words close to a flag that an object may well use for something else."""


def warn_of_misspelt_flags(thing: Any, flags: type, called: str = "") -> None:
    """Warns about each boolean attribute whose name resembles a flag. No code of the object is run.

    Args:
        thing: A policy, a memory, or a function that makes one.
        flags: The `Protocol` whose annotations are the flags.
        called: The name of the thing in the message; by default its class.

    Example:
        >>> class Forgetful:
        ...     brances = True
        >>> from regulars.agents import SeatFlags
        >>> warn_of_misspelt_flags(Forgetful(), SeatFlags)  # RegularsWarning: ... did you mean 'branches'?
    """
    known = tuple(flags.__annotations__)
    for name in _public_names(thing):
        meant = _nearest(name, known)
        if meant and _is_yes_or_no(thing, name):
            warnings.warn(
                f"{called or type(thing).__name__}.{name} is not a flag and has no effect; did you mean {meant!r}?",
                RegularsWarning,
                stacklevel=3,
            )


def _public_names(thing: Any) -> Iterator[str]:
    """The public attribute names of the object and its classes."""
    spaces = [vars(kind) for kind in type(thing).__mro__ if kind is not object]
    if isinstance(thing, type):
        spaces.append(vars(thing))
    elif isinstance(own := getattr_static(thing, "__dict__", None), GetSetDescriptorType):
        spaces.append(own.__get__(thing))  # the plain __dict__, not a property of the class
    names = {name for space in spaces for name in space if isinstance(name, str)}
    return (name for name in sorted(names) if not name.startswith("_"))


@lru_cache(maxsize=4096)
def _nearest(name: str, known: tuple[str, ...]) -> str:
    """The flag that a misspelt name is meant to be; empty if it is a flag or an ordinary word, or resembles none."""
    if name in known or name in ORDINARY:
        return ""
    return next(iter(get_close_matches(name.lower(), known, n=1, cutoff=CLOSE)), "")


def _is_yes_or_no(thing: Any, name: str) -> bool:
    """Whether the attribute is boolean. A property is not called; its annotation decides."""
    held = getattr_static(thing, name, None)
    if isinstance(held, property):
        return isinstance(held.fget, FunctionType) and held.fget.__annotations__.get("return") in (bool, "bool")
    if isinstance(held, MemberDescriptorType) and isinstance(thing, held.__objclass__):  # a slot
        with suppress(AttributeError):  # an empty slot
            held = held.__get__(thing)
    return isinstance(held, bool)
