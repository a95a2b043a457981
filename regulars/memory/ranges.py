"""Ranges of settings: what a part refuses, and in which words."""

from __future__ import annotations

from typing import Any

from regulars.errors import ConfigurationError

__all__ = ["check_ranges"]


def check_ranges(part: Any, **ranges: tuple[float, float]) -> None:
    """Refuses a setting that is out of its range.

    Args:
        part: Whose settings; called from its `__post_init__`.
        ranges: Lowest and highest value by the setting's name. Where both are integers, the setting is one.

    Raises:
        ConfigurationError: A setting is no number, no integer where it has to be one, or out of range.
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
