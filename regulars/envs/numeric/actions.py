"""Reads numeric actions: whole numbers in Python, NumPy scalars, and arrays of one number."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from regulars.errors import ActionError

_REMEDY = "env.action_space.sample() gives a valid one"


def read_choice(action: Any, mask: NDArray[np.int8]) -> int:
    """The number of a candidate.

    Args:
        action: A whole number, or an array that holds one.
        mask: Shape (k,): 1 for a candidate that can be chosen.

    Raises:
        ActionError: It is no whole number, out of range, or masked.

    Example:
        >>> read_choice(np.array([1]), np.array([1, 1, 0], dtype=np.int8))
        1
    """
    number = action if type(action) is int else _whole(action, mask.shape[0])
    if not 0 <= number < mask.shape[0]:
        raise _invalid(f"action {number}", mask.shape[0])
    if not mask[number]:
        raise ActionError(
            f"action {number} is masked",
            where="step",
            expected=f"one of {np.flatnonzero(mask).tolist()}",
            remedy="choose where observation['action_mask'] is 1",
        )
    return number


def read_numbers(action: Any, sizes: NDArray[np.integer[Any]]) -> list[int]:
    """The numbers of a `MultiDiscrete` action.

    Args:
        action: One whole number for each place.
        sizes: Shape (places,): each number lies below its size.

    Raises:
        ActionError: It has another shape, or a number is not whole or out of range.

    Example:
        >>> read_numbers([0, 2], np.array([3, 3]))
        [0, 2]
    """
    try:
        array = np.asarray(action)
    except (TypeError, ValueError) as error:
        raise _misshapen(f"an action of type {type(action).__name__}", sizes) from error
    if array.shape != sizes.shape or array.dtype.kind not in "iuf":
        raise _misshapen(f"an action of type {array.dtype} and shape {array.shape}", sizes)
    numbers: list[int] = array.tolist()
    if array.dtype.kind == "f":
        numbers = [int(number) if float(number).is_integer() else -1 for number in numbers]
    if min(numbers) < 0 or (array >= sizes).any():
        raise _misshapen(f"action {array.tolist()}", sizes)
    return numbers


def _misshapen(what: str, sizes: NDArray[np.integer[Any]]) -> ActionError:
    expected = f"{sizes.size} whole numbers from 0, below {sizes.tolist()}"
    return ActionError(what, where="step", expected=expected, remedy=_REMEDY)


def _whole(action: Any, size: int) -> int:
    if isinstance(action, bool):
        raise _invalid("an action of type bool", size)
    try:
        array = np.asarray(action)
    except (TypeError, ValueError) as error:
        raise _invalid(f"an action of type {type(action).__name__}", size) from error
    if array.dtype.kind not in "iuf" or array.size != 1:
        kind = f"of shape {array.shape}" if array.size != 1 else f"of type {type(action).__name__}"
        raise _invalid(f"an action {kind}", size)
    number = array.item()
    if number != number or number in (float("inf"), float("-inf")) or int(number) != number:
        raise _invalid(f"action {number}", size)
    return int(number)


def _invalid(what: str, size: int) -> ActionError:
    return ActionError(what, where="step", expected=f"a whole number from 0 to {size - 1}", remedy=_REMEDY)
