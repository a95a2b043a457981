"""Checks the settings of parts: numbers in ranges, and names in lists of choices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from regulars.errors import ConfigurationError

T = TypeVar("T")


def check_settings(part: Any, **allowed: tuple[Any, ...]) -> None:
    """Rejects settings that are not allowed.

    Args:
        part: The part, which calls this in its `__post_init__`.
        allowed: The lowest and highest value, or all allowed names, by the name of the setting. If both numbers are
            integers, the setting must be one.

    Raises:
        ConfigurationError: A setting is not a number, not an integer where required, out of range, or an unknown name.
    """
    for name, values in allowed.items():
        value = getattr(part, name)
        if isinstance(values[0], str):
            is_allowed, expected = value in values, f"one of {', '.join(values)}"
        else:
            low, high = values
            whole = isinstance(low, int) and isinstance(high, int)
            number = isinstance(value, int if whole else int | float) and not isinstance(value, bool)
            is_allowed = number and low <= value <= high
            expected = f"{'an integer' if whole else 'a number'} from {low:g} to {high:g}"
        if not is_allowed:
            raise ConfigurationError(f"{name} is {value!r}", where=type(part).__name__, expected=expected)


def checked(**allowed: tuple[Any, ...]) -> Callable[[type[T]], type[T]]:
    """A decorator below `@dataclass` that applies `check_settings` to each new object.

    Example:
        >>> from dataclasses import dataclass
        >>> @dataclass(frozen=True)
        ... @checked(most=(1, 100), by=("age", "use"))
        ... class Limit:
        ...     most: int
        ...     by: str
        >>> Limit(0, "age")
        Traceback (most recent call last):
        ...
        regulars.errors.ConfigurationError: Limit: most is 0; expected an integer from 1 to 100.
    """

    def decorated(part: type[T]) -> type[T]:
        with_check: Any = part
        with_check.__post_init__ = lambda self: check_settings(self, **allowed)
        return part

    return decorated
