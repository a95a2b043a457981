"""Whose fault it is when something goes wrong in an episode, and in what words it is recorded."""

from __future__ import annotations

from asyncio import CancelledError
from pathlib import Path
from traceback import extract_tb

from regulars.envs.life.outcomes import Ending
from regulars.errors import BudgetError, InfrastructureError, RegularsError

FAULTS = (Exception, SystemExit, CancelledError)
"""Whatever a seat raises ends its episode only, but for `ConfigurationError`, which would meet every episode."""

_ERRORS = {
    "assistant": Ending.ASSISTANT_ERROR,
    "user": Ending.USER_ERROR,
    "evaluator": Ending.EVALUATOR_ERROR,
}


def ending_of(error: BaseException, seat: str) -> Ending:
    """How an episode ends in which a seat raised an error.

    An endpoint that fails is nobody's fault, whichever seat called it, and a budget that is used up is none. All else
    is the fault of the seat: its own code's, or that of a model whose answer cannot be used.

    Args:
        error: What was raised.
        seat: Who was to act, such as `user_0`.
    """
    if isinstance(error, InfrastructureError):
        return Ending.INFRASTRUCTURE_ERROR
    if isinstance(error, BudgetError):
        return Ending.BUDGET
    return error_of(seat)


def error_of(seat: str) -> Ending:
    """The fault of a seat."""
    return _ERRORS[seat.rpartition("_")[0]]


def told(error: BaseException) -> str:
    """A fault in one line: what, and where in whose code."""
    if isinstance(error, RegularsError):
        return str(error)
    frames = extract_tb(error.__traceback__)
    place = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno}, in {frames[-1].name})" if frames else ""
    return f"{type(error).__name__}: {error}{place}"
