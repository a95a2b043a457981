"""One family of errors, named after the boundary that was crossed.

A message tells what is wrong, where, what was expected and how to mend it. Everything that a caller can cause
is a `RegularsError`, so one `except` catches the family and nothing else.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "ActionError",
    "BudgetError",
    "ConfigurationError",
    "DataError",
    "DimensionError",
    "InfrastructureError",
    "ModelOutputError",
    "OrderError",
    "RecordError",
    "RegularsError",
    "ScenarioError",
    "SeatError",
    "SharedMemoryError",
    "StateError",
    "UnknownNameError",
    "did_you_mean",
]


class RegularsError(Exception):
    """Base of all errors that this package raises on purpose.

    Args:
        what: What is wrong, naming the thing.
        where: The file, seat, field or call in which it was found.
        expected: What would have been right.
        remedy: What to do about it.
    """

    def __init__(self, what: str, *, where: str = "", expected: str = "", remedy: str = "") -> None:
        self.what = what
        self.where = where
        self.expected = expected
        self.remedy = remedy
        parts = [f"{where}: {what}" if where else what]
        if expected:
            parts.append(f"expected {expected}")
        if remedy:
            parts.append(remedy)
        message = "; ".join(part.rstrip(".;") for part in parts)
        super().__init__(message if message.endswith(("?", "!")) else message + ".")

    def __reduce__(self) -> tuple[object, ...]:
        arguments = type(self), self.what, self.where, self.expected, self.remedy
        return _rebuild, arguments, self.__dict__


def _rebuild(kind: type[RegularsError], what: str, where: str, expected: str, remedy: str) -> RegularsError:
    return kind(what, where=where, expected=expected, remedy=remedy)


class OrderError(RegularsError, AssertionError):
    """A call came at the wrong moment: a step before `reset`, or after the end."""


class ActionError(RegularsError, ValueError, TypeError):
    """An action has an unknown field, a field of a wrong type, or is for a seat that is dead."""


class ConfigurationError(RegularsError, ValueError):
    """An option is unknown, or its value is not one of those allowed."""


class UnknownNameError(ConfigurationError, LookupError):
    """A name stands in no registry, and no module or file of that name holds it."""


class DataError(RegularsError, ValueError):
    """A file is missing, torn, or of another format than it should be."""


class DimensionError(DataError):
    """Vectors have another number of dimensions than those that they are to stand beside."""


class ScenarioError(DataError):
    """A scenario contradicts itself or asks for what cannot happen."""


class RecordError(DataError):
    """An episode record cannot be read or written."""


class SeatError(RegularsError):
    """A policy in a seat cannot do what is asked of it, or failed while doing it."""


class InfrastructureError(RegularsError):
    """Something between a seat and what it needs failed: an endpoint, a connection. Nobody's reply is judged by it."""


class ModelOutputError(SeatError):
    """A model answered, and what it said cannot be used: the fault of the seat whose model it is.

    Attributes:
        fault: What the matter was: `truncated`, `not_json`, `wrong_schema`, `refused`, `filtered`, `empty`; empty
            where a policy found the answer unusable for a reason of its own.
    """

    fault: str = ""


class BudgetError(RegularsError):
    """A budget of calls, tokens, cost or seconds is used up. It ends an episode and is nobody's fault."""


class StateError(RegularsError):
    """A state cannot be taken, restored or branched."""


class SharedMemoryError(RegularsError, TypeError):
    """Text cannot travel through Gymnasium's shared memory."""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A remedy: the known name closest to `name`, else those whose first word is close, or all if none is.

    Example:
        >>> did_you_mean("recencie", ["recency", "random"])
        "did you mean 'recency'?"
        >>> did_you_mean("bm26", ["bm25-session", "bm25-turn", "none"])
        "did you mean 'bm25-session' or 'bm25-turn'?"
    """
    names = sorted(known)
    close = get_close_matches(name, names, n=1, cutoff=0.6)
    close = close or [one for one in names if get_close_matches(name, [one.partition("-")[0]], cutoff=0.75)]
    if close:
        return f"did you mean {' or '.join(map(repr, close))}?"
    return f"known are: {', '.join(names)}" if names else "there are none"
