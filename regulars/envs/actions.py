"""Reads actions: a string, a `Reply`, or a mapping with fields of the action space.

An unknown field, or a field of the acting seat with a wrong type, raises an error and changes nothing. Fields of other
seats are ignored. Ids of unknown things are allowed; the environment records them as unresolved.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from inspect import isawaitable, iscoroutine
from math import isfinite
from numbers import Integral, Real
from typing import Any

from regulars.dialogue import FeedbackAction, Reply, VerdictKind, VerdictSource
from regulars.envs.spaces import ACTION_TEXT
from regulars.errors import ActionError, did_you_mean

_WORDS, _ANSWER, _IDS, _INTEGER, _NUMBER, _IGNORED = "words", "answer", "ids", "integer", "number", "ignored"
_SIZES = {"rating": len(FeedbackAction), "close": 3, "verdict": len(VerdictKind), "source": len(VerdictSource)}
_KINDS = {
    **{field: _WORDS if field in ("message", "about", "remark") else _IDS for field in ACTION_TEXT},
    "answer": _ANSWER,
    **dict.fromkeys(_SIZES, _INTEGER),
    **dict.fromkeys(("elapsed", "satisfaction", "score"), _NUMBER),
}
_OWN = {
    "user": ("message", "tells", "rating", "satisfaction", "about", "remark", "close", "noise"),
    "assistant": ("message", "answer", "recalled", "evidence", "elapsed"),
    "evaluator": ("message", "verdict", "kept", "broken", "score", "source"),
}
_FIELDS = {
    role: {field: kind if field in own else _IGNORED for field, kind in _KINDS.items()} for role, own in _OWN.items()
}


class Action:
    """The fields of an action. Fields that were not declared keep the defaults of the class."""

    message: str = ""
    answer: str | None = None
    recalled: tuple[str, ...] | None = None
    evidence: tuple[str, ...] | None = None
    elapsed: float | None = None
    rating: int = 0
    satisfaction: float | None = None
    about: str = ""
    remark: str = ""
    tells: tuple[str, ...] | None = None
    close: int = 0
    noise: tuple[str, ...] | None = None
    verdict: int = 0
    kept: tuple[str, ...] | None = None
    broken: tuple[str, ...] | None = None
    score: float = 0.0
    source: int = 0

    def __init__(self, message: str = "") -> None:
        self.message = message


def read_action(action: Any, seat: str) -> Action:
    """Reads the fields of an action.

    Args:
        action: A string, a `Reply`, or a mapping with any fields of the action space.
        seat: The acting seat.

    Raises:
        ActionError: The type is wrong, or a field is unknown, of a wrong type, or out of range.
    """
    kind = type(action)
    if kind is dict:
        return _from_mapping(action, seat)
    if kind is str:
        return Action(action)
    if isinstance(action, Reply):
        return _from_reply(action, seat)
    if isinstance(action, Mapping):
        return _from_mapping(action, seat)
    if isinstance(action, str):
        return Action(str(action))
    raise ActionError(
        f"an action of type {type(action).__name__}",
        where=seat,
        expected="a string, a regulars.Reply, or a dict of the action space's fields",
        remedy=_remedy(action),
    )


def _remedy(action: Any) -> str:
    """What to do about an action that cannot be read; a coroutine is closed, since nothing will await it."""
    if iscoroutine(action):
        action.close()
    if isawaitable(action):
        return "await it; a Cast awaits an act that is defined by async def, or whose seat says asynchronous = True"
    return "pass None only for a seat that has ended" if action is None else ""


def _from_reply(reply: Reply, seat: str) -> Action:
    read = Action(_text("text", reply.text, seat))
    if reply.answer is not None:
        read.answer = _text("answer", reply.answer, seat) or None
    if reply.recalled is not None:
        read.recalled = _ids("recalled", reply.recalled, seat)
    if reply.evidence is not None:
        read.evidence = _ids("evidence", reply.evidence, seat)
    if reply.elapsed is not None:
        read.elapsed = _elapsed(_number("elapsed", reply.elapsed, seat))
    return read


def _from_mapping(action: Mapping[str, Any], seat: str) -> Action:
    fields: dict[str, Any] = {}
    kinds = _FIELDS[seat.partition("_")[0]]
    for key, value in action.items():
        kind = kinds.get(key)
        if kind is _WORDS:
            fields[key] = value if type(value) is str else _text(key, value, seat)
        elif kind is _IDS:
            text = value if type(value) is str else _text(key, value, seat)
            if text:
                fields[key] = () if text == "-" else tuple(text.split())
        elif kind is _INTEGER:
            fields[key] = value if type(value) is int and 0 <= value < _SIZES[key] else _integer(key, value, seat)
        elif kind is _NUMBER:
            number = value if type(value) is float and isfinite(value) else _number(key, value, seat)
            if key == "satisfaction":
                fields[key] = None if number < 0 else min(number, 10.0)
            elif key == "score":
                fields[key] = min(max(number, 0.0), 1.0)
            else:
                fields[key] = _elapsed(number)
        elif kind is _ANSWER:
            fields[key] = _text(key, value, seat) or None
        elif kind is not _IGNORED:
            raise ActionError(f"an action has no field {key!r}", where=seat, remedy=did_you_mean(str(key), _KINDS))
    read = Action.__new__(Action)
    read.__dict__ = fields  # faster than to set each field
    return read


def _text(field: str, value: Any, seat: str) -> str:
    if isinstance(value, str):
        return str(value)
    raise ActionError(f"field {field!r} is of type {type(value).__name__}", where=seat, expected="a string")


def _ids(field: str, value: Any, seat: str) -> tuple[str, ...]:
    if isinstance(value, (list, tuple)) and all(isinstance(id, str) for id in value):
        return tuple(value)
    raise ActionError(f"field {field!r} is not a list of ids", where=seat, expected="a list of turn ids, or None")


def _integer(field: str, value: Any, seat: str) -> int:
    size = _SIZES[field]
    if isinstance(value, Integral) or _is_one_number(value, "iub"):
        number = int(_taken_out(value))
        if 0 <= number < size:
            return number
    raise ActionError(f"field {field!r} is {value!r}", where=seat, expected=f"an integer from 0 to {size - 1}")


def _number(field: str, value: Any, seat: str) -> float:
    if isinstance(value, Real) or _is_one_number(value, "iuf"):
        with suppress(OverflowError):
            number = float(_taken_out(value))
            if isfinite(number):
                return number
    raise ActionError(f"field {field!r} is {value!r}", where=seat, expected="a finite number")


def _is_one_number(value: Any, kinds: str) -> bool:
    """Whether the value is an array of one element, of any shape, whose type is one of these kinds."""
    kind = getattr(getattr(value, "dtype", None), "kind", "-")
    return kind in kinds and value.size == 1


def _taken_out(value: Any) -> Any:
    """The element of an array of one element; any other value as it is."""
    return value.item() if hasattr(value, "item") else value


def _elapsed(seconds: float) -> float | None:
    return None if seconds < 0 else seconds
