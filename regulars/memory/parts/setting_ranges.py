"""Checks the settings of parts: numbers in ranges, and names in lists of choices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from regulars.errors import ConfigurationError

T = TypeVar("T")


def check_ranges(part: Any, **ranges: tuple[float, float]) -> None:
    """Rejects settings that are out of range.

    Args:
        part: The part, which calls this in its `__post_init__`.
        ranges: The lowest and highest value by the setting's name. If both are integers, the setting must be one.

    Raises:
        ConfigurationError: A setting is not a number, not an integer where required, or out of range.
    """
    for name, (low, high) in ranges.items():
        value = getattr(part, name)
        whole = isinstance(low, int) and isinstance(high, int)
        number = isinstance(value, int if whole else int | float) and not isinstance(value, bool)
        if not number or not low <= value <= high:
            raise ConfigurationError(
                f"{name} is {value!r}",
                where=type(part).__name__,
                expected=f"{'an integer' if whole else 'a number'} from {low:g} to {high:g}",
            )


def in_range(**ranges: tuple[float, float]) -> Callable[[type[T]], type[T]]:
    """A decorator below `@dataclass` that applies `check_ranges` to each new object.

    Example:
        >>> from dataclasses import dataclass
        >>> @dataclass(frozen=True)
        ... @in_range(most=(1, 100))
        ... class Limit:
        ...     most: int
        >>> Limit(0)
        Traceback (most recent call last):
        ...
        regulars.errors.ConfigurationError: Limit: most is 0; expected an integer from 1 to 100.
    """

    def decorated(part: type[T]) -> type[T]:
        vars_of: Any = part
        vars_of.__post_init__ = lambda self: check_ranges(self, **ranges)
        return part

    return decorated


def check_choices(part: Any, **choices: Sequence[str]) -> None:
    """Rejects settings that are not among their choices.

    Args:
        part: The part, which calls this in its `__post_init__`.
        choices: The choices by the setting's name.

    Raises:
        ConfigurationError: A setting is not among them.
    """
    for name, known in choices.items():
        value = getattr(part, name)
        if value not in known:
            raise ConfigurationError(
                f"{name} is {value!r}", where=type(part).__name__, expected=f"one of {', '.join(known)}"
            )
