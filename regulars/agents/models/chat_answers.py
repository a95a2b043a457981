"""Reads chat completions: whole answers and streams. A field of another type is a fault that names the field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from regulars.agents.models.endpoint_faults import AnswerFault, error_inside
from regulars.agents.models.protocol import Completion, Finish, ToolCall

Counts = tuple[int, int, int]
"""Tokens of the messages, of the answer, and of the thoughts within the answer."""

_KINDS: Mapping[type, str] = {
    type(None): "null", bool: "true or false", int: "a number", float: "a number", str: "text", list: "a list",
    dict: "an object",
}  # fmt: skip


def _kind(value: Any) -> str:
    return _KINDS.get(type(value), type(value).__name__)


def member(holder: Mapping[str, Any], name: str, place: str = "") -> Any:
    """A field that must be there.

    Raises:
        AnswerFault: It is missing.
    """
    if name not in holder:
        raise AnswerFault(f"{place}{name} is missing")
    return holder[name]


def mapping(value: Any, field: str) -> Mapping[str, Any]:
    """A JSON object. Raises `AnswerFault` for anything else."""
    if not isinstance(value, dict):
        raise AnswerFault(f"{field} is {_kind(value)}, not an object")
    return value


def listed(value: Any, field: str) -> list[Any]:
    """A JSON list. Raises `AnswerFault` for anything else."""
    if not isinstance(value, list):
        raise AnswerFault(f"{field} is {_kind(value)}, not a list")
    return value


def text(value: Any, field: str) -> str:
    """Words; null is empty.

    Raises:
        AnswerFault: It is no text, or holds a surrogate without its other half. The latter may pass.
    """
    if value is None:
        return ""
    if not isinstance(value, str):
        raise AnswerFault(f"{field} is {_kind(value)}, not text")
    if not value.isascii() and any("\ud800" <= character <= "\udfff" for character in value):
        raise AnswerFault(f"{field} holds half a character, a lone surrogate", passes=True)
    return value


def tokens(value: Any, field: str) -> int:
    """A number of tokens; null is 0. Raises `AnswerFault` for anything but a whole number from 0."""
    if value is None:
        return 0
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        shown = repr(value) if isinstance(value, (int, float, str)) else _kind(value)
        raise AnswerFault(f"{field} is {shown[:40]}, not a whole number from 0")
    return value


def whole(answer: Any) -> Mapping[str, Any]:
    """The JSON object of an answer that holds no error.

    Raises:
        AnswerFault: It is something else, or holds an error.
    """
    if isinstance(answer, str):
        raise AnswerFault("it is text or a page, not JSON", passes=True)
    found = mapping(answer, "it")
    if found.get("error"):
        raise error_inside(found["error"])
    return found


def completion(answer: Any) -> Completion:
    """A completion from an answer's JSON."""
    answer = whole(answer)
    model = _model(answer)
    choices, counts = listed(member(answer, "choices"), "choices"), counted(answer.get("usage"))
    if not choices:
        return finished(model, "", "", None, counts)
    place = "choices[0]"
    choice = mapping(choices[0], place)
    if choice.get("error"):
        raise error_inside(choice["error"])
    message = member(choice, "message", f"{place}.")
    if message is None:
        return finished(model, "", "", None, counts)
    message = mapping(message, f"{place}.message")
    tools = [
        _called(call, f"{place}.message.tool_calls[{number}]")
        for number, call in enumerate(listed(message.get("tool_calls") or [], f"{place}.message.tool_calls"))
    ]
    finish = text(member(choice, "finish_reason", f"{place}."), f"{place}.finish_reason")
    words = text(message.get("content"), f"{place}.message.content")
    refusal = text(message.get("refusal"), f"{place}.message.refusal")
    return finished(model, words, refusal, finish, counts, tuple(tools))


def joined(pieces: Sequence[Any]) -> Completion:
    """A completion from the JSON of a stream's pieces."""
    words: list[str] = []
    refusal: list[str] = []
    tools: dict[int, list[str]] = {}
    model, finish, counts, chosen = "", "", (0, 0, 0), False
    for piece in map(whole, pieces):
        model = _model(piece) or model
        if piece.get("usage") is not None:
            counts = counted(piece["usage"])
        for choice in listed(member(piece, "choices"), "choices")[:1]:
            chosen = True
            choice = mapping(choice, "choices[0]")
            delta = mapping(member(choice, "delta", "choices[0]."), "choices[0].delta")
            words.append(_piece(delta.get("content"), "choices[0].delta.content"))
            refusal.append(_piece(delta.get("refusal"), "choices[0].delta.refusal"))
            for part in listed(delta.get("tool_calls") or [], "choices[0].delta.tool_calls"):
                _add(part, tools)
            finish = text(choice.get("finish_reason"), "choices[0].finish_reason") or finish
    if not pieces:
        raise EOFError("the stream held nothing")
    if chosen and not finish:
        raise EOFError("the stream broke off")
    called = tuple(
        ToolCall(*(_whole_text(part, "choices[0].delta.tool_calls") for part in tools[index]))
        for index in sorted(tools)
    )
    said = _whole_text("".join(words), "choices[0].delta.content")
    refused = _whole_text("".join(refusal), "choices[0].delta.refusal")
    return finished(model, said, refused, finish, counts, called)


def counted(usage: Any, names: tuple[str, str] = ("prompt_tokens", "completion_tokens")) -> Counts:
    """The numbers of tokens in an answer's usage; zeros if there is none.

    Args:
        usage: The object of the answer.
        names: Its fields for messages and answer. The second plus `_details` holds `reasoning_tokens`.
    """
    if usage is None:
        return 0, 0, 0
    usage = mapping(usage, "usage")
    told, said = names
    details = mapping(usage.get(f"{said}_details") or {}, f"usage.{said}_details")
    return (
        tokens(member(usage, told, "usage."), f"usage.{told}"),
        tokens(member(usage, said, "usage."), f"usage.{said}"),
        tokens(details.get("reasoning_tokens"), f"usage.{said}_details.reasoning_tokens"),
    )


def finished(
    model: str, words: str, refusal: str, finish: str | None, counts: Counts, tools: tuple[ToolCall, ...] = ()
) -> Completion:
    """A completion; why the model stopped follows from the finish reason and from what is there."""
    if refusal:
        words, why = refusal, Finish.REFUSED
    elif finish == Finish.FILTERED:
        why = Finish.FILTERED
    elif finish == Finish.LENGTH:
        why = Finish.LENGTH
    elif tools:
        why = Finish.TOOLS
    else:
        why = Finish.STOP if words else Finish.EMPTY
    prompt, said, thought = counts
    return Completion(words, model, why, prompt, said, reasoning_tokens=thought, tool_calls=tools)


def _model(answer: Mapping[str, Any]) -> str:
    model = member(answer, "model")
    if model is None:
        raise AnswerFault("model is null, not text")
    return text(model, "model")


def _called(call: Any, place: str) -> ToolCall:
    call = mapping(call, place)
    function = mapping(member(call, "function", f"{place}."), f"{place}.function")
    return ToolCall(
        text(member(call, "id", f"{place}."), f"{place}.id"),
        text(member(function, "name", f"{place}.function."), f"{place}.function.name"),
        text(member(function, "arguments", f"{place}.function."), f"{place}.function.arguments"),
    )


def _piece(value: Any, field: str) -> str:
    """Words of one piece; a character may be split between two, so halves are looked for in the joined words."""
    if value is not None and not isinstance(value, str):
        raise AnswerFault(f"{field} is {_kind(value)}, not text")
    return value or ""


def _whole_text(words: str, field: str) -> str:
    """Joined pieces, with the two halves of a character that was split between pieces put together."""
    if words.isascii():
        return words
    return text(words.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass"), field)


def _add(part: Any, tools: dict[int, list[str]]) -> None:
    """Adds a piece of a tool call to the call with its index."""
    place = "choices[0].delta.tool_calls"
    part = mapping(part, place)
    function = mapping(part.get("function") or {}, f"{place}.function")
    call = tools.setdefault(tokens(member(part, "index", f"{place}."), f"{place}.index"), ["", "", ""])
    for number, (name, value) in enumerate((
        ("id", part.get("id")), ("function.name", function.get("name")),
        ("function.arguments", function.get("arguments")),
    )):  # fmt: skip
        call[number] += _piece(value, f"{place}.{name}")
