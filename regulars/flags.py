"""Flags: what a seat or a memory says about itself, and a warning where the name of one is misspelt."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from difflib import get_close_matches
from functools import lru_cache
from typing import Any

from regulars.errors import RegularsWarning

CLOSE = 0.82
"""How alike two names are, by `difflib`, from which one counts as the other misspelt."""


def warn_of_misspelt_flags(thing: Any, flags: type, called: str = "") -> None:
    """Warns about each true or false attribute whose name is nearly that of a flag.

    Args:
        thing: A seat, a memory, or a function that makes one.
        flags: The `Protocol` that names the flags.
        called: What the message calls the thing; by default its class.

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
    """Names of the object and of its classes, without those that begin with an underscore."""
    spaces = [vars(kind) for kind in type(thing).__mro__ if kind is not object]
    names = {name for space in (*spaces, getattr(thing, "__dict__", {})) for name in space}
    return (name for name in sorted(names) if not name.startswith("_"))


@lru_cache(maxsize=4096)
def _nearest(name: str, known: tuple[str, ...]) -> str:
    """The flag that the name is meant to be; empty where it is one, or is like none."""
    if name in known:
        return ""
    return next(iter(get_close_matches(name.lower(), known, n=1, cutoff=CLOSE)), "")


def _is_yes_or_no(thing: Any, name: str) -> bool:
    """Whether the attribute holds true or false. A property is not run: its annotation tells."""
    held = next((vars(kind)[name] for kind in type(thing).__mro__ if name in vars(kind)), None)
    if isinstance(held, property):
        return held.fget is not None and held.fget.__annotations__.get("return") in (bool, "bool")
    return isinstance(getattr(thing, name, None), bool)
