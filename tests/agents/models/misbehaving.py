"""An endpoint that misbehaves by the name of the model: about a hundred ways, and what each must come to."""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from regulars.agents.loopback.endpoints import Answered

GOOD = "I see."
ASSISTANT, INFRASTRUCTURE, COMPLETED = "assistant_error", "infrastructure_error", "completed"


def answer(content: Any = GOOD, finish: Any = "stop", usage: Any = None, **fields: Any) -> dict[str, Any]:
    """A whole answer of the protocol."""
    message = {"role": "assistant", "content": content}
    choices = [{"index": 0, "message": message, "finish_reason": finish}]
    counts = {"prompt_tokens": 7, "completion_tokens": 3} if usage is None else usage
    return {"id": "x", "object": "chat.completion", "model": "m", "choices": choices, "usage": counts} | fields


def message(**fields: Any) -> dict[str, Any]:
    """A whole answer with other fields of its message."""
    made = answer()
    made["choices"][0]["message"] |= fields
    return made


def choice(**fields: Any) -> dict[str, Any]:
    """A whole answer with other fields of its choice."""
    made = answer()
    made["choices"][0] |= fields
    return made


def without(made: dict[str, Any], *path: Any) -> dict[str, Any]:
    """An answer without the field at a path."""
    holder: Any = made
    for step in path[:-1]:
        holder = holder[step]
    del holder[path[-1]]
    return made


def usage(**fields: Any) -> dict[str, Any]:
    return answer(usage={"prompt_tokens": 7, "completion_tokens": 3} | fields)


def tool(**fields: Any) -> dict[str, Any]:
    """An answer that calls a tool, with other fields of the call."""
    call = {"id": "a", "type": "function", "function": {"name": "n", "arguments": "{}"}} | fields
    return message(tool_calls=[call])


def events(*deltas: Any, finish: Any = "stop", **fields: Any) -> tuple[bytes, ...]:
    """A stream of these deltas."""
    choices: list[Any] = [{"index": 0, "delta": delta, "finish_reason": None} for delta in deltas]
    choices += [] if finish is None else [{"index": 0, "delta": {}, "finish_reason": finish}]
    return (*(event({"choices": [one]} | fields) for one in choices), b"data: [DONE]\n\n")


def event(fields: Mapping[str, Any]) -> bytes:
    return f"data: {json.dumps({'id': 'x', 'model': 'm', **fields})}\n\n".encode()


def raw(body: bytes, status: int = 200, **headers: str) -> Answered:
    return Answered(status, (body,), {name.replace("_", "-"): value for name, value in headers.items()})


def status(number: int, **headers: str) -> Answered:
    return raw(b'{"error": {"message": "Something broke"}}', number, **headers)


@dataclass(frozen=True)
class Case:
    """One misbehaviour.

    Attributes:
        answers: What the endpoint sends.
        reason: A part of the fault in the record; empty for an episode without one.
        attempts: How often the call is made with one retry.
        ending: How the episode ends.
        options: Further options of the model.
    """

    answers: Any
    reason: str = ""
    attempts: int = 1
    ending: str = INFRASTRUCTURE
    options: str = ""


FORM = "its answer does not follow the protocol: "
BROKEN = "its answer breaks off or is not JSON"
FIRST = "choices[0]"
CONTENT = f"{FORM}{FIRST}.message.content is "
COUNTS = f"{FORM}usage.prompt_tokens is "
LONE = "holds half a character"
STREAM = "stream=true"

CASES: dict[str, Case] = {
    # content that is no text
    "content-number": Case(answer(7), f"{CONTENT}a number, not text"),
    "content-fraction": Case(answer(7.5), f"{CONTENT}a number, not text"),
    "content-true": Case(answer(True), f"{CONTENT}true or false, not text"),
    "content-list": Case(answer([{"type": "text", "text": GOOD}]), f"{CONTENT}a list, not text"),
    "content-empty-list": Case(answer([]), f"{CONTENT}a list, not text"),
    "content-object": Case(answer({"text": GOOD}), f"{CONTENT}an object, not text"),
    "refusal-number": Case(message(refusal=7), f"{FORM}{FIRST}.message.refusal is a number"),
    "refusal-object": Case(message(refusal={"a": 1}), f"{FORM}{FIRST}.message.refusal is an object"),
    # other fields of a wrong type
    "finish-number": Case(answer(finish=1), f"{FORM}{FIRST}.finish_reason is a number"),
    "finish-list": Case(answer(finish=["stop"]), f"{FORM}{FIRST}.finish_reason is a list"),
    "message-text": Case(choice(message=GOOD), f"{FORM}{FIRST}.message is text, not an object"),
    "message-list": Case(choice(message=[GOOD]), f"{FORM}{FIRST}.message is a list, not an object"),
    "message-number": Case(choice(message=7), f"{FORM}{FIRST}.message is a number"),
    "choices-null": Case(answer(choices=None), f"{FORM}choices is null, not a list"),
    "choices-object": Case(answer(choices={"0": {}}), f"{FORM}choices is an object, not a list"),
    "choices-text": Case(answer(choices="one"), f"{FORM}choices is text, not a list"),
    "choices-of-null": Case(answer(choices=[None]), f"{FORM}{FIRST} is null, not an object"),
    "choices-of-text": Case(answer(choices=[GOOD]), f"{FORM}{FIRST} is text, not an object"),
    "model-null": Case(answer(model=None), f"{FORM}model is null, not text"),
    "model-number": Case(answer(model=4), f"{FORM}model is a number, not text"),
    "model-list": Case(answer(model=["m"]), f"{FORM}model is a list, not text"),
    "tools-text": Case(message(tool_calls="n"), f"{FORM}{FIRST}.message.tool_calls is text, not a list"),
    "tools-object": Case(message(tool_calls={"a": 1}), f"{FORM}{FIRST}.message.tool_calls is an object"),
    "tool-null": Case(message(tool_calls=[None]), f"{FORM}{FIRST}.message.tool_calls[0] is null"),
    "tool-arguments-object": Case(
        tool(function={"name": "n", "arguments": {}}), "tool_calls[0].function.arguments is an object, not text"
    ),
    "tool-name-number": Case(tool(function={"name": 1, "arguments": ""}), "function.name is a number"),
    "tool-function-text": Case(tool(function="n"), "tool_calls[0].function is text"),
    "whole-list": Case([], f"{FORM}it is a list, not an object"),
    "whole-number": Case(7, f"{FORM}it is a number"),
    "whole-null": Case(raw(b"null"), f"{FORM}it is null"),
    "whole-true": Case(raw(b"true"), f"{FORM}it is true or false"),
    # missing fields
    "no-model": Case(without(answer(), "model"), f"{FORM}model is missing"),
    "no-choices": Case(without(answer(), "choices"), f"{FORM}choices is missing"),
    "no-message": Case(without(answer(), "choices", 0, "message"), f"{FORM}{FIRST}.message is missing"),
    "no-finish": Case(without(answer(), "choices", 0, "finish_reason"), f"{FORM}{FIRST}.finish_reason is missing"),
    "no-tool-id": Case(without(tool(), "choices", 0, "message", "tool_calls", 0, "id"), "tool_calls[0].id is missing"),
    "no-tool-function": Case(
        without(tool(), "choices", 0, "message", "tool_calls", 0, "function"), "tool_calls[0].function is missing"
    ),
    "empty-object": Case({}, f"{FORM}model is missing"),
    # usage
    "usage-text": Case(usage(prompt_tokens="7"), f"{COUNTS}'7', not a whole number from 0"),
    "usage-words": Case(usage(completion_tokens="many"), "usage.completion_tokens is 'many'"),
    "usage-negative": Case(usage(prompt_tokens=-7), f"{COUNTS}-7"),
    "usage-negative-answer": Case(usage(completion_tokens=-1), "usage.completion_tokens is -1"),
    "usage-fraction": Case(usage(prompt_tokens=7.5), f"{COUNTS}7.5"),
    "usage-true": Case(usage(prompt_tokens=True), f"{COUNTS}True"),
    "usage-list": Case(usage(prompt_tokens=[7]), f"{COUNTS}a list"),
    "usage-nan": Case(usage(prompt_tokens=float("nan")), f"{COUNTS}nan"),
    "usage-infinite": Case(usage(completion_tokens=float("inf")), "usage.completion_tokens is inf"),
    "usage-lacks-prompt": Case(answer(usage={"completion_tokens": 3}), "usage.prompt_tokens is missing"),
    "usage-lacks-answer": Case(answer(usage={"prompt_tokens": 3}), "usage.completion_tokens is missing"),
    "usage-is-list": Case(answer(usage=[7, 3]), f"{FORM}usage is a list, not an object"),
    "usage-is-text": Case(answer(usage="7"), f"{FORM}usage is text, not an object"),
    "usage-details-list": Case(usage(completion_tokens_details=[1]), "usage.completion_tokens_details is a list"),
    "usage-thoughts-text": Case(
        usage(completion_tokens_details={"reasoning_tokens": "1"}), "details.reasoning_tokens is '1'"
    ),
    "usage-thoughts-negative": Case(
        usage(completion_tokens_details={"reasoning_tokens": -1}), "details.reasoning_tokens is -1"
    ),
    # an error inside a good status
    "error-inside": Case({"error": {"message": "upstream"}}, f"{FORM}it holds an error (upstream)", 2),
    "error-inside-429": Case({"error": {"message": "slow down", "code": 429}}, "an error (slow down)", 2),
    "error-inside-502": Case({"error": {"message": "gateway", "code": "502"}}, "an error (gateway)", 2),
    "error-inside-400": Case({"error": {"message": "too long", "code": 400}}, "an error (too long)"),
    "error-inside-status": Case({"error": {"message": "gone", "status": 404}}, "an error (gone)"),
    "error-inside-text": Case({"error": "overloaded"}, "an error (overloaded)", 2),
    "error-inside-word": Case({"error": {"type": "overloaded", "code": "busy"}}, "an error (overloaded)", 2),
    "error-beside-choices": Case(answer(error={"message": "half"}), "an error (half)", 2),
    "error-in-choice": Case(choice(error={"message": "filter", "code": 400}), "an error (filter)"),
    # bodies
    "body-empty": Case(raw(b""), BROKEN, 2),
    "body-blank": Case(raw(b"  \n"), BROKEN, 2),
    "body-half": Case(raw(json.dumps(answer()).encode()[:60]), BROKEN, 2),
    "body-one-byte": Case(raw(b"{"), BROKEN, 2),
    "body-twice": Case(raw(json.dumps(answer()).encode() * 2), BROKEN, 2),
    "body-page-as-json": Case(raw(b"<html>Bad gateway</html>"), BROKEN, 2),
    "body-page": Case(raw(b"<html>Bad gateway</html>", Content_Type="text/html"), f"{FORM}it is text or a page", 2),
    "body-not-utf8": Case(raw(b'{"model": "\xff\xfe"}'), BROKEN, 2),
    "body-nested": Case(raw(b"[" * 100_000), "its answer does not follow the protocol"),
    "body-long-number": Case(raw(b'{"model": ' + b"7" * 5_000 + b"}"), "its answer does not follow the protocol"),
    "body-shorter-than-said": Case(
        Answered(200, (json.dumps(answer()).encode(),), drops=True), "the connection was lost", 2
    ),
    # half characters
    "lone-surrogate": Case(answer("Berg\ud800en"), f"{FORM}{FIRST}.message.content {LONE}", 2),
    "lone-low-surrogate": Case(answer("\udc00"), LONE, 2),
    "surrogate-in-refusal": Case(message(refusal="\ud800"), f"refusal {LONE}", 2),
    "surrogate-in-model": Case(answer(model="m\ud800"), f"model {LONE}", 2),
    "surrogate-in-tool": Case(tool(function={"name": "n", "arguments": "\udfff"}), f"arguments {LONE}", 2),
    # statuses
    **{
        f"status-{number}": Case(status(number), f"status {number} (Something broke)", 1)
        for number in (400, 402, 404, 405, 410, 413, 418, 422, 451)
    },
    **{
        f"status-{number}": Case(status(number), f"status {number} (Something broke), 2 attempts", 2)
        for number in (408, 409, 429, 500, 502, 503, 504, 529)
    },
    "wait-too-long": Case(status(429, Retry_After="3600"), "status 429 (Something broke)"),
    "status-500-page": Case(raw(b"<html>", 500, Content_Type="text/html"), "status 500", 2),
    "status-500-surrogate": Case(raw(b'{"error": {"message": "a\\ud800b"}}', 500), "status 500 (a?b)", 2),
    # connections
    "no-answer": Case(Answered(hangs=True), "no answer in time", 2, options="timeout=0.2"),
    # streams
    "stream-drops": Case(
        Answered(pieces=events({"content": GOOD}, {"content": GOOD}), streams=True, drops=True),
        "the connection was lost", 2, options=STREAM,
    ),
    "stream-without-end": Case(events({"content": "Ber"}, finish=None), "the stream broke off", 2, options=STREAM),
    "stream-of-nothing": Case((b"data: [DONE]\n\n",), "the stream held nothing", 2, options=STREAM),
    "stream-not-json": Case((b"data: {oh\n\n",), BROKEN, 2, options=STREAM),
    "stream-error": Case(
        (event({"error": {"message": "overloaded"}}),), "breaks off with an error (overloaded)", 2, options=STREAM
    ),
    "stream-error-400": Case(
        (event({"error": {"message": "too long", "code": 400}}),), "with an error (too long)", options=STREAM
    ),
    "stream-content-number": Case(events({"content": 7}), "delta.content is a number", options=STREAM),
    "stream-delta-null": Case(events(None), "choices[0].delta is null", options=STREAM),
    "stream-no-delta": Case((event({"choices": [{}]}),), "choices[0].delta is missing", options=STREAM),
    "stream-no-choices": Case((event({}),), "choices is missing", options=STREAM),
    "stream-finish-number": Case(events({"content": GOOD}, finish=1), "finish_reason is a number", options=STREAM),
    "stream-model-number": Case(events({"content": GOOD}, model=1), "model is a number", options=STREAM),
    "stream-usage-text": Case(
        (event({"choices": [], "usage": {"prompt_tokens": "7", "completion_tokens": 3}}),),
        f"{COUNTS}'7'", options=STREAM,
    ),
    "stream-surrogate": Case(events({"content": "Berg\ud800"}), f"delta.content {LONE}", 2, options=STREAM),
    "stream-tool-index": Case(events({"tool_calls": [{"index": "0"}]}), "tool_calls.index is '0'", options=STREAM),
    "stream-tool-null": Case(events({"tool_calls": [None]}), "tool_calls is null", options=STREAM),
    # answers of the model, in the protocol's form, that are no words
    "no-choice": Case(answer(choices=[]), "the model gave no words", 1, ASSISTANT),
    "null-message": Case(choice(message=None), "the model gave no words", 1, ASSISTANT),
    "null-content": Case(answer(None), "the model gave no words", 1, ASSISTANT),
    "blank-content": Case(answer(" \n "), "the model gave no words", 1, ASSISTANT),
    "only-thoughts": Case(answer("<think>She moved"), "thoughts and no words", 1, ASSISTANT),
    "refused": Case(message(refusal="Never."), "the model refuses: Never", 1, ASSISTANT),
    "filtered": Case(answer("", "content_filter"), "filter stopped", 1, ASSISTANT),
    # what an endpoint may do
    "split-emoji": Case(events({"content": "\ud83d"}, {"content": "\ude00"}), "", 0, COMPLETED, STREAM),
    "no-usage": Case(without(answer(), "usage"), "", 0, COMPLETED),
    "null-counts": Case(usage(prompt_tokens=None, completion_tokens=None), "", 0, COMPLETED),
    "further-fields": Case(answer(system_fingerprint="x", extra=[1]), "", 0, COMPLETED),
    "unknown-finish": Case(answer(finish="eos"), "", 0, COMPLETED),
    "null-finish": Case(answer(finish=None), "", 0, COMPLETED),
    "null-error": Case(answer(error=None), "", 0, COMPLETED),
    "cut": Case(answer("I se", "length"), "", 0, COMPLETED),
    "megabyte": Case(answer("I see. " * 20_000), "", 0, COMPLETED),
}  # fmt: skip
"""By name: what the endpoint sends, and what it must come to."""


class Misbehaving:
    """Answers by the model's name, and counts the calls of each."""

    def __init__(self) -> None:
        self.calls: Counter[str] = Counter()
        self._lock = threading.Lock()

    def answer(self, method: str, path: str, headers: Any, body: bytes) -> Answered:
        asked = json.loads(body)
        with self._lock:
            self.calls[asked["model"]] += 1
        given = CASES[asked["model"]].answers
        if isinstance(given, Answered):
            return given
        if isinstance(given, tuple):
            return Answered(pieces=given, streams=True)
        return Answered(pieces=(json.dumps(given).encode(),))
