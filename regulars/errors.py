"""The errors of this package: one family, named after the boundary that was crossed.

A message says what is wrong, where, what was expected and how to fix it. Every error that a caller can cause is a
`RegularsError`, so `except RegularsError` catches exactly this family.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


class RegularsError(Exception):
    """Base class of all errors that this package raises.

    Args:
        what: What is wrong, including the offending value. Or a `RegularsError` to copy, since Gymnasium's
            `AsyncVectorEnv` re-raises a worker's error as `type(error)(error)`.
        where: The file, seat, field or call where it was found.
        expected: What would be valid.
        remedy: What to do about it.
    """

    def __init__(self, what: str | Exception, *, where: str = "", expected: str = "", remedy: str = "") -> None:
        if isinstance(what, RegularsError):
            self.__dict__.update(what.__dict__)
            super().__init__(str(what))
            return
        self.what = str(what)
        self.where = where
        self.expected = expected
        self.remedy = remedy
        parts = [f"{where}: {self.what}" if where else self.what]
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
    """A method was called at the wrong time, such as `step` before `reset` or after the end."""


class ActionError(RegularsError, ValueError, TypeError):
    """An action has an unknown field or a field of the wrong type, or addresses a seat that has terminated."""


class ConfigurationError(RegularsError, ValueError):
    """An option is unknown or its value is not allowed."""


class RenderModeError(ConfigurationError, TypeError):
    """The environment lacks this render mode. Also a `TypeError`, so that libraries that set one fall back to none."""


class UnknownOptionError(ConfigurationError, TypeError):
    """The environment lacks this option. Also a `TypeError`, so that libraries that pass one retry without it."""


class UnknownNameError(ConfigurationError, LookupError):
    """A name is not registered, and does not name a file or module either."""


class DataError(RegularsError, ValueError):
    """A file is missing, damaged or in the wrong format."""


class DimensionError(DataError):
    """Vectors differ in dimension from the vectors they are compared or stored with."""


class ScenarioError(DataError):
    """A scenario contradicts itself or asks for something impossible."""


class RecordError(DataError):
    """An episode record cannot be read or written."""


class SeatError(RegularsError):
    """The policy in a seat lacks a required method, or failed."""


class InfrastructureError(RegularsError):
    """An endpoint, a connection, a process, a file or a database failed. No reply is scored for it."""


class ModelOutputError(SeatError):
    """A model answered, but its answer is unusable. This counts as a fault of the seat that uses the model.

    Attributes:
        fault: The reason: `truncated`, `not_json`, `wrong_schema`, `refused`, `filtered`, `empty` or `tool_loop`; an
            empty string if a policy rejected the answer for a reason of its own.
    """

    fault: str = ""


class BudgetError(RegularsError):
    """A budget of calls, tokens, cost or seconds is used up. The episode ends without blaming any seat."""


class StateError(RegularsError):
    """An environment's state cannot be saved, restored or branched."""


class ContractError(RegularsError, AssertionError):
    """A memory, a seat, an environment or a reader fails a check of `regulars.testing`."""


class SharedMemoryError(RegularsError, TypeError):
    """Gymnasium's shared memory cannot hold text spaces."""


class RegularsWarning(UserWarning):
    """Warns that something has no effect but was probably meant to, such as a misspelt flag."""


_MANY, _SHOWN = 60, 8
"""From more names than this a message shows only so many."""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A remedy for an unknown name: the closest known names, or if none is close, all of them or the closest of many.

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
    if len(names) > _MANY:
        nearest = sorted(get_close_matches(name, names, n=_SHOWN, cutoff=0.0))
        return f"known are {len(names)} names, such as {', '.join(nearest)}"
    return f"known are: {', '.join(names)}" if names else "there are none"
