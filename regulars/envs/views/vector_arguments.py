"""Reads the arguments of vectors: counts, reset modes, limits, seeds and masks of resets; checks the order of calls."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from operator import index
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from regulars.errors import ConfigurationError, OrderError

Seeds = int | Sequence[int | None] | NDArray[np.integer[Any]] | None
"""What the resets of vectors take as seeds."""
VECTOR_OPTIONS = ("workers", "autoreset_mode", "timeout", "copy", "max_episode_steps", "disable_env_checker")
"""The options of `make_vec` besides those of the environment. `gymnasium.make` takes the last two."""


def check_count(name: str, count: Any, least: int) -> None:
    """Raises `ConfigurationError` unless it is a whole number from `least`."""
    if not isinstance(count, int) or isinstance(count, bool) or count < least:
        raise ConfigurationError(f"{name} is {count!r}", where="make_vec", expected=f"a whole number from {least}")


def read_mode(given: AutoresetMode | str) -> AutoresetMode:
    """What follows the end of an episode.

    Raises:
        ConfigurationError: There is no such mode.

    Example:
        >>> read_mode("SameStep").name
        'SAME_STEP'
    """
    try:
        return AutoresetMode(given)
    except ValueError:
        expected = ", ".join(mode.value for mode in AutoresetMode)
        raise ConfigurationError(f"autoreset_mode is {given!r}", where="make_vec", expected=expected) from None


def read_limit(steps: Any) -> float:
    """The number of steps after which an episode is truncated; without end for None, or -1 as in `gymnasium.make`."""
    if steps is None or steps == -1:
        return inf
    check_count("max_episode_steps", steps, 1)
    return float(steps)


LONGEST_TIMEOUT = 86_400 * 7
"""Seconds; the system's calls take no more than some 24 days."""
_METHODS = ("reset", "step", "close", "set_attr")
"""What a vector does for all environments together."""


def check_call(name: str) -> None:
    """Raises `ConfigurationError` for methods that `call` would take past the vector, which would not know of it."""
    if name in _METHODS:
        raise ConfigurationError(f"{name!r} of the environments", where="call", remedy=f"use envs.{name}(...)")


def read_values(name: str, values: Any, num_envs: int) -> Sequence[Any]:
    """The values of an attribute, one for each environment.

    Args:
        name: The attribute.
        values: One value for all environments, or a list or tuple with one for each.
        num_envs: The number of environments.

    Raises:
        ConfigurationError: There is another number of values.
    """
    each = values if isinstance(values, (list, tuple)) else [values] * num_envs
    if len(each) != num_envs:
        raise ConfigurationError(f"{len(each)} values", where=f"set_attr {name!r}", expected=f"{num_envs}")
    return each


def read_timeout(seconds: Any) -> float | None:
    """How long a worker may take to answer. Raises `ConfigurationError` unless it is a number above 0, or None."""
    number = isinstance(seconds, (int, float)) and not isinstance(seconds, bool)
    if seconds is not None and not (number and 0 < seconds <= LONGEST_TIMEOUT):
        raise ConfigurationError(
            f"timeout is {seconds!r}",
            where="make_vec",
            expected=f"a number of seconds above 0 and up to {LONGEST_TIMEOUT:,}, or None for no limit",
        )
    return None if seconds is None else float(seconds)


def read_seeds(seed: Any, num_envs: int) -> list[int | None]:
    """One seed for each environment: consecutive numbers from one number; None for none.

    Args:
        seed: A whole number, a sequence or an array of whole numbers and None, or None.
        num_envs: The number of environments.

    Raises:
        ConfigurationError: The number of seeds is wrong, or a seed is not a whole number.

    Example:
        >>> read_seeds(3, 2)
        [3, 4]
    """
    if seed is None:
        return [None] * num_envs
    try:
        if np.ndim(seed) == 0:
            return [index(seed) + number for number in range(num_envs)]
        seeds = [None if one is None else index(one) for one in seed]
    except (TypeError, ValueError):  # no number, or lists of different lengths
        expected = f"a whole number, or {num_envs} of them"
        raise ConfigurationError(f"seed is {seed!r}", where="reset", expected=expected) from None
    if len(seeds) != num_envs:
        raise ConfigurationError(f"{len(seeds)} seeds", where="reset", expected=f"{num_envs}, or one number")
    return seeds


def read_reset_mask(mask: Any, num_envs: int, *, begun: bool) -> list[int]:
    """The numbers of the environments to reset; without a mask all of them.

    Args:
        mask: An array of bool, shape (num_envs,), that is true for one environment or more; None for all.
        num_envs: The number of environments.
        begun: Whether all environments were reset before.

    Raises:
        ConfigurationError: The mask is invalid.
        OrderError: Some environments are to be reset before all were.
    """
    if mask is None:
        return list(range(num_envs))
    given = np.asarray(mask)
    if given.shape != (num_envs,) or given.dtype != np.bool_ or not given.any():
        raise ConfigurationError(
            f"a reset_mask of type {given.dtype} and shape {given.shape} with {np.count_nonzero(given)} true values",
            where="reset",
            expected=f"bool, shape ({num_envs},), with one true value at least",
        )
    if not begun and not given.all():
        raise OrderError("a reset of some environments first", where="reset", remedy="call envs.reset() first")
    return [int(number) for number in np.flatnonzero(given)]


def check_open(closed: bool, call: str) -> None:
    """Raises `OrderError` if a vector is closed."""
    if closed:
        raise OrderError("the vector is closed", where=call, remedy="make another one with gymnasium.make_vec")


def check_under_way(begun: bool, mode: AutoresetMode, ended: Sequence[bool]) -> None:
    """Raises `OrderError` if a step cannot follow: before a reset, or under `Disabled` after the end of an episode."""
    if not begun:
        raise OrderError("a step before reset", where="step", remedy="call envs.reset() first")
    if mode is AutoresetMode.DISABLED and any(ended):
        raise OrderError(
            f"a step after the end of environment {list(ended).index(True)}",
            where="step",
            remedy='call envs.reset(options={"reset_mask": terminated | truncated}) first',
        )
