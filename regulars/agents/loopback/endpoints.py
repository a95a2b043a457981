"""Answers the loopback server's requests in the protocol's JSON, with faults on demand."""

from __future__ import annotations

import base64
import json
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from regulars.agents.loopback.misbehaviour import FaultSchedule, Misbehaviour
from regulars.agents.loopback.scripted_policies import Answer, ScriptedPolicies, fill
from regulars.dialogue import count_tokens
from regulars.errors import ConfigurationError
from regulars.memory.embedders import HashedEmbedder
from regulars.seeding import content_hash

MODELS = ("scripted",)
"""Listed model names; any other name is accepted too."""

CREATED = 1_735_689_600
"""The creation time of all answers: 1 January 2025. The endpoint has no clock."""

RETRY_AFTER = "0.05"
"""The seconds in `Retry-After`."""

LONG = 1_000_000
"""The number of characters of a long answer."""

DIMENSIONS = 256
PIECE = 24
PIECES = 256
"""A stream has pieces of 24 characters, or this many pieces if the answer is long."""

_LEAK = "On 14 March 2099 it was all settled, in Reykjavik."
_REFUSAL = "I'm sorry, I can't help with that."


@dataclass(frozen=True, slots=True)
class Answered:
    """The answer to one request.

    Attributes:
        status: The HTTP status.
        pieces: The content, or the events of a stream.
        headers: Additional headers.
        streams: Whether the pieces are sent one by one.
        drops: Whether the connection breaks off in the middle.
        hangs: Whether no answer is sent.
    """

    status: int = 200
    pieces: tuple[bytes, ...] = ()
    headers: Mapping[str, str] = field(default_factory=dict)
    streams: bool = False
    drops: bool = False
    hangs: bool = False


class Endpoints:
    """Answers requests from any number of threads.

    Args:
        schedule: Decides which requests go wrong.
    """

    def __init__(self, schedule: FaultSchedule) -> None:
        self.calls = 0
        self._schedule = schedule
        self._policies = ScriptedPolicies()
        self._lock = threading.Lock()

    def answer(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> Answered:
        """The answer to a request."""
        route = path.partition("?")[0].rstrip("/")
        if route == "/v1/models":
            listed = [{"id": name, "object": "model", "created": CREATED, "owned_by": "regulars"} for name in MODELS]
            return _json({"object": "list", "data": listed})
        if route not in ("/v1/chat/completions", "/v1/embeddings"):
            return _error(404, f"there is nothing at {route}")
        if method != "POST":
            return _error(405, "only POST is answered here")
        try:
            asked = json.loads(body)
            model = asked["model"]
            if not isinstance(model, str):
                raise TypeError("the model is not a name")
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            return _error(400, f"the request cannot be read: {type(error).__name__}")
        with self._lock:
            self.calls += 1
        try:
            name, wrong = self._schedule.of(model, body, headers.get("x-misbehave", ""))
        except ConfigurationError as error:
            return _error(400, str(error))
        if wrong is Misbehaviour.TOO_MANY:
            return _error(429, "too many requests", {"Retry-After": RETRY_AFTER})
        if wrong is Misbehaviour.FAILING:
            return _error(500, "something broke")
        if wrong is Misbehaviour.TIMEOUT:
            return Answered(hangs=True)
        try:
            if route == "/v1/embeddings":
                return _embeddings(name, asked)
            return self._chat(name, asked, wrong)
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            return _error(400, f"the request lacks something: {error}")

    def _chat(self, name: str, asked: Mapping[str, Any], wrong: Misbehaviour | None) -> Answered:
        schema = ((asked.get("response_format") or {}).get("json_schema") or {}).get("schema")
        if wrong is Misbehaviour.NO_SCHEMA and schema is not None:
            return _error(400, "response_format json_schema is not supported")
        if schema is None:
            schema = _schema_in_words(asked["messages"])
        offered = [] if asked.get("tool_choice") == "none" else asked.get("tools") or []
        names = [tool["function"]["name"] for tool in offered]
        shape = str((schema or {}).get("title", ""))
        answer = self._policies.answer(asked["messages"], names, shape)
        text, finish, refusal = _bent(answer, schema, wrong)
        calls = _called(answer, names, wrong)
        if calls:
            text, finish = None, "tool_calls"
        prompt = sum(count_tokens(str(message.get("content") or "")) for message in asked["messages"])
        usage = {"prompt_tokens": prompt, "completion_tokens": count_tokens(text or "")}
        usage["total_tokens"] = sum(usage.values())
        base = {
            "id": f"chatcmpl-{content_hash(json.dumps(asked, sort_keys=True))}",
            "created": CREATED,
            "model": name,
        }
        empty = wrong is Misbehaviour.EMPTY
        drops = wrong is Misbehaviour.DROP
        if asked.get("stream"):
            with_usage = bool((asked.get("stream_options") or {}).get("include_usage"))
            pieces = [] if empty else _deltas(text, refusal, finish, calls)
            events = [{**base, "object": "chat.completion.chunk", "choices": [piece]} for piece in pieces]
            if with_usage:
                events.append({**base, "object": "chat.completion.chunk", "choices": [], "usage": usage})
            written = tuple(f"data: {json.dumps(event)}\n\n".encode() for event in events)
            return Answered(pieces=(*written, b"data: [DONE]\n\n"), streams=True, drops=drops)
        message: dict[str, Any] = {"role": "assistant", "content": text, "refusal": refusal}
        if calls:
            message["tool_calls"] = calls
        choices = [] if empty else [{"index": 0, "message": message, "finish_reason": finish, "logprobs": None}]
        whole = _json({**base, "object": "chat.completion", "choices": choices, "usage": usage})
        return Answered(pieces=whole.pieces, drops=drops)


def _bent(
    answer: Answer, schema: Mapping[str, Any] | None, wrong: Misbehaviour | None
) -> tuple[str | None, str, str | None]:
    """The words, the finish reason and the refusal, with the fault applied."""
    if wrong is Misbehaviour.REFUSAL:
        return None, "stop", _REFUSAL
    if wrong is Misbehaviour.LEAK:
        answer = Answer(f"{answer.text} {_LEAK}", answer.right)
    if wrong is Misbehaviour.LONG:
        answer = Answer((answer.text + " ") * (LONG // (len(answer.text) + 1) + 1), answer.right)
    if wrong is Misbehaviour.WRONG_SCHEMA:
        return json.dumps({"unasked": [answer.text]}), "stop", None
    text = json.dumps(fill(schema, answer)) if schema is not None else answer.text
    if wrong is Misbehaviour.TRUNCATED:
        return text[: max(1, len(text) // 2)], "length", None
    return text, "stop", None


def _called(answer: Answer, names: Sequence[str], wrong: Misbehaviour | None) -> list[dict[str, Any]]:
    """The calls of tools in an answer, with the fault applied; empty if none are offered."""
    tools = list(answer.tools)
    if names and wrong is Misbehaviour.TOOL_LOOP:
        tools = [(names[0], {"query": "again"})]
    calls = []
    for number, (name, arguments) in enumerate(tools):
        written = json.dumps(arguments, ensure_ascii=False)
        if wrong is Misbehaviour.BAD_ARGUMENTS:
            written = written[:-1]
        shown = "look_up" if wrong is Misbehaviour.UNKNOWN_TOOL else name
        id = f"call_{content_hash(written)}_{number}"
        calls.append({"id": id, "type": "function", "function": {"name": shown, "arguments": written}})
    return calls


def _deltas(
    text: str | None, refusal: str | None, finish: str, calls: Sequence[Mapping[str, Any]] = ()
) -> list[dict[str, Any]]:
    """The choices in a stream's events."""
    if calls:
        events: list[dict[str, Any]] = []
        for number, call in enumerate(calls):
            function = call["function"]
            events.append({**call, "index": number, "function": {"name": function["name"], "arguments": ""}})
            events.append({"index": number, "function": {"arguments": function["arguments"]}})
        listed = [{"index": 0, "delta": {"tool_calls": [event]}, "finish_reason": None} for event in events]
        return [*listed, {"index": 0, "delta": {}, "finish_reason": finish}]
    kind, words = ("refusal", refusal) if refusal else ("content", text or "")
    assert words is not None
    first: dict[str, Any] = {"role": "assistant", kind: ""}
    size = max(PIECE, len(words) // PIECES)
    deltas = [first, *({kind: words[place : place + size]} for place in range(0, len(words), size))]
    listed = [{"index": 0, "delta": delta, "finish_reason": None} for delta in deltas]
    return [*listed, {"index": 0, "delta": {}, "finish_reason": finish}]


def _schema_in_words(messages: Any) -> Mapping[str, Any] | None:
    """The JSON schema that a prompt spells out in words, as for models without structured outputs."""
    for message in messages:
        for line in str(message.get("content") or "").split("\n"):
            if line.startswith("{") and '"properties"' in line:
                try:
                    found = json.loads(line)
                except ValueError:
                    continue
                if isinstance(found, dict):
                    return found
    return None


def _embeddings(name: str, asked: Mapping[str, Any]) -> Answered:
    given = asked["input"]
    texts = [given] if isinstance(given, str) else [str(text) for text in given]
    rows = HashedEmbedder(int(asked.get("dimensions") or DIMENSIONS)).embed(texts)
    data = [
        {
            "object": "embedding",
            "index": index,
            "embedding": base64.b64encode(row.astype("<f4").tobytes()).decode()
            if asked.get("encoding_format") == "base64"
            else [float(value) for value in row],
        }
        for index, row in enumerate(rows)
    ]
    tokens = sum(count_tokens(text) for text in texts)
    return _json(
        {"object": "list", "model": name, "data": data, "usage": {"prompt_tokens": tokens, "total_tokens": tokens}}
    )


def _json(content: Mapping[str, Any], status: int = 200, headers: Mapping[str, str] | None = None) -> Answered:
    return Answered(status, (json.dumps(content).encode(),), headers or {})


def _error(status: int, words: str, headers: Mapping[str, str] | None = None) -> Answered:
    return _json({"error": {"message": words, "type": "scripted", "code": str(status)}}, status, headers)
