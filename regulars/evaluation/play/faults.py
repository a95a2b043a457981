"""Decides which seat an error in an episode is charged to, and words the fault for the record."""

from __future__ import annotations

from asyncio import CancelledError
from pathlib import Path
from traceback import extract_tb

from regulars.envs.life.outcomes import Ending
from regulars.errors import BudgetError, InfrastructureError, RegularsError

FAULTS = (Exception, SystemExit, CancelledError)
"""Exceptions of a seat that end its episode only. `ConfigurationError` ends the run, since it would recur."""

_ERRORS = {"assistant": Ending.ASSISTANT_ERROR, "user": Ending.USER_ERROR, "evaluator": Ending.EVALUATOR_ERROR}


def ending_of(error: BaseException, seat: str) -> Ending:
    """The ending of an episode in which a seat raised an error.

    A failing endpoint is charged to the infrastructure, and a used-up budget to no seat. Any other error is a fault of
    the seat: of its code, or of a model whose answer cannot be used.

    Args:
        error: The error.
        seat: The seat that was acting, such as `user_0`.
    """
    if isinstance(error, InfrastructureError):
        return Ending.INFRASTRUCTURE_ERROR
    if isinstance(error, BudgetError):
        return Ending.BUDGET
    return error_of(seat)


def error_of(seat: str) -> Ending:
    """The ending that charges a seat."""
    return _ERRORS[seat.rpartition("_")[0]]


def told(error: BaseException) -> str:
    """Words a fault in one line: the error, and the file, line and function that raised it."""
    if isinstance(error, RegularsError):
        return str(error)
    frames = extract_tb(error.__traceback__)
    place = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno}, in {frames[-1].name})" if frames else ""
    return f"{type(error).__name__}: {error}{place}"
