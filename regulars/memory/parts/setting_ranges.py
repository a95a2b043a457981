"""Checks that numeric settings of parts are in range."""

from __future__ import annotations

from typing import Any

from regulars.errors import ConfigurationError


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
