"""Checks the flags that a policy or a memory declares about itself, and warns about misspelt names."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from difflib import get_close_matches
from functools import lru_cache
from typing import Any

from regulars.errors import RegularsWarning

CLOSE = 0.82
"""The similarity by `difflib` from which one name counts as a misspelling of another."""


def warn_of_misspelt_flags(thing: Any, flags: type, called: str = "") -> None:
    """Warns about each boolean attribute whose name resembles a flag.

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
    names = {name for space in (*spaces, getattr(thing, "__dict__", {})) for name in space}
    return (name for name in sorted(names) if not name.startswith("_"))


@lru_cache(maxsize=4096)
def _nearest(name: str, known: tuple[str, ...]) -> str:
    """The flag that a misspelt name is meant to be; empty if the name is a flag or resembles none."""
    if name in known:
        return ""
    return next(iter(get_close_matches(name.lower(), known, n=1, cutoff=CLOSE)), "")


def _is_yes_or_no(thing: Any, name: str) -> bool:
    """Whether the attribute is boolean. A property is not called; its annotation decides."""
    held = next((vars(kind)[name] for kind in type(thing).__mro__ if name in vars(kind)), None)
    if isinstance(held, property):
        return held.fget is not None and held.fget.__annotations__.get("return") in (bool, "bool")
    return isinstance(getattr(thing, name, None), bool)
