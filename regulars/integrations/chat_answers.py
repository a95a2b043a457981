"""Reads an assistant's answer from outside: a string, or a message in the form of OpenAI's chat completions."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NoReturn

from regulars.agents.models.protocol import ToolCall
from regulars.errors import ActionError

_EXPECTED = "a string, or an assistant's message in OpenAI's form: a dict with 'content', and perhaps 'tool_calls'"


def read_answer(answer: Any) -> tuple[str, tuple[ToolCall, ...]]:
    """The words and the tool calls of an answer.

    Arguments of a call may be JSON or an object. Anything else that a model may have written is kept as it is, so that
    the tool can answer with what is wrong.

    Raises:
        ActionError: The answer is no string and no such message, such as an object of another framework.

    Example:
        >>> read_answer({"role": "assistant", "content": "In Bergen."})
        ('In Bergen.', ())
    """
    if isinstance(answer, str):
        return answer, ()
    if not isinstance(answer, Mapping):
        _refuse(f"an answer of type {type(answer).__module__}.{type(answer).__name__}")
    if answer.get("role", "assistant") != "assistant":
        _refuse(f"a message of the role {answer['role']!r}")
    calls = answer.get("tool_calls") or []
    if not isinstance(calls, list | tuple):
        _refuse(f"tool_calls of type {type(calls).__name__}")
    return _words(answer.get("content")), tuple(_call(call, number) for number, call in enumerate(calls, 1))


def _words(content: Any) -> str:
    """The words of a message; of several parts, those that are text."""
    if content is None or isinstance(content, str):
        return content or ""
    if isinstance(content, list) and all(isinstance(part, Mapping) for part in content):
        texts = [part.get("text") for part in content if part.get("type") == "text"]
        if all(isinstance(text, str) for text in texts):
            return "\n".join(map(str, texts))
    _refuse(f"a content of type {type(content).__name__}")


def _call(call: Any, number: int) -> ToolCall:
    function = call.get("function") if isinstance(call, Mapping) else None
    if not isinstance(function, Mapping) or not isinstance(function.get("name"), str):
        _refuse(f"call {number} of tool_calls has no function with a name")
    arguments = function.get("arguments")
    written = arguments if isinstance(arguments, str) else json.dumps(arguments, default=str)
    return ToolCall(str(call.get("id") or f"call_{number}"), function["name"], written)


def _refuse(what: str) -> NoReturn:
    raise ActionError(what, where="step", expected=_EXPECTED)
