"""A chat model behind any OpenAI-compatible endpoint, through the `openai` client."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Mapping, Sequence
from functools import cache
from inspect import signature
from typing import Any, Unpack

from regulars.agents.models.endpoint import Connection, Endpoint, client_failures
from regulars.agents.models.endpoint_faults import Failure, failure_of
from regulars.agents.models.protocol import Call, CallModel, Completion, Finish, Message, ToolCall
from regulars.agents.models.schemas import instructed, strict_schema
from regulars.errors import ConfigurationError, RegularsError, did_you_mean

_OPENED: dict[str, OpenAIChat] = {}
_LOCK = threading.Lock()

STRUCTURED = ("auto", "json_schema", "text")
_SCHEMA_WORDS = ("response_format", "json_schema")
PATH = "/chat/completions"
_BESIDE = {"extra_headers": "headers", "extra_query": "params", "extra_body": "extra_json"}
"""Parameters of a call that are not part of its body, and their names in `post`."""

_OWN = frozenset({"self", "messages", "model", "stream", "stream_options", "response_format", "seed", "timeout"})


class OpenAIChat(CallModel, Endpoint):
    """A chat model behind an endpoint.

    Args:
        model: Its name, passed on unchanged.
        stream: Whether to receive answers in pieces, so that a long one keeps a connection alive.
        structured: How to send a schema: `json_schema`, `text`, or `auto`, which uses the first until the endpoint
            refuses it.
        seeds: Whether to send seeds; some endpoints refuse unknown fields.
        parameters: Sent with every call, such as `{"temperature": 0}`.
        connection: See `Connection`.

    Raises:
        ConfigurationError: The model's name or the key is missing, or an option is out of range.
    """

    takes_schema = True
    """Handles schemas itself, whatever the endpoint supports."""

    def __init__(
        self,
        model: str,
        *,
        stream: bool = False,
        structured: str = "auto",
        seeds: bool = True,
        parameters: Mapping[str, Any] | None = None,
        **connection: Unpack[Connection],
    ) -> None:
        own = {"stream": stream, "structured": structured, "seeds": seeds, "parameters": dict(parameters or {})}
        super().__init__(model, own, **connection)
        self._by_schema = structured != "text"

    def _check(self) -> None:
        super()._check()
        if self.options["structured"] not in STRUCTURED:
            raise ConfigurationError(
                f"structured is {self.options['structured']!r}",
                where=self._where,
                remedy=did_you_mean(str(self.options["structured"]), STRUCTURED),
            )

    # ------------------------------------------------------------------ what it is

    @property
    def settings(self) -> dict[str, Any]:
        """The settings that shape its answers besides the messages; part of a replay's key."""
        return {"parameters": self.options["parameters"], "structured": self.options["structured"]}

    def __repr__(self) -> str:
        return f"OpenAIChat({self.name!r}, base_url={self.options['base_url']!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return opened, (self.name, self.options)

    # ------------------------------------------------------------------ calls

    def answer(self, call: Call) -> Completion:
        """The model's answer. Waits for a free place among concurrent calls, and retries if that may help.

        Raises:
            ConfigurationError: The endpoint rejects the key, or a parameter is unknown.
            InfrastructureError: The endpoint fails.
        """
        self._check_parameters(call.parameters)
        attempt = 0
        while True:
            with self._gate.held():
                by_schema = self._by_schema
                request = self._request(call)
                found = self._attempt(request)
            if isinstance(found, Completion):
                return found
            if self._falls_back(found, call, by_schema):
                continue
            pause = self._pause(found, attempt, request)
            attempt += 1
            time.sleep(pause)

    async def aanswer(self, call: Call) -> Completion:
        """`complete`, awaited."""
        self._check_parameters(call.parameters)
        attempt = 0
        while True:
            async with self._gate.aheld():
                by_schema = self._by_schema
                request = self._request(call)
                found = await self._aattempt(request)
            if isinstance(found, Completion):
                return found
            if self._falls_back(found, call, by_schema):
                continue
            pause = self._pause(found, attempt, request)
            attempt += 1
            await asyncio.sleep(pause)

    def _asked_at(self, client: Any) -> str:
        """The full URL of completions; a path would be joined with the base URL at every call."""
        return f"{str(client.base_url).rstrip('/')}{PATH}"

    def _attempt(self, request: dict[str, Any]) -> Completion | Failure:
        until = time.monotonic() + self.options["timeout"]
        try:
            client = self._client()
            address = self._asked_at(client)
            if not request["body"].get("stream"):
                return _read(client.post(address, **request))
            from openai import Stream

            with client.post(address, **request, stream=True, stream_cls=Stream[object]) as pieces:
                return _joined([piece for piece in pieces if _in_time(until)])
        except RegularsError:
            raise
        except client_failures() as error:
            return failure_of(error)

    async def _aattempt(self, request: dict[str, Any]) -> Completion | Failure:
        try:
            async with asyncio.timeout(self.options["timeout"]):
                with self._aclient() as client:
                    address = self._asked_at(client)
                    if not request["body"].get("stream"):
                        return _read(await client.post(address, **request))
                    from openai import AsyncStream

                    pieces = await client.post(address, **request, stream=True, stream_cls=AsyncStream[object])
                    async with pieces:
                        return _joined([piece async for piece in pieces])
        except RegularsError:
            raise
        except client_failures() as error:
            return failure_of(error)

    def _request(self, call: Call) -> dict[str, Any]:
        """The arguments of `post` besides the URL; the body is plain JSON, which typed methods would only copy."""
        schema = call.schema
        messages = call.messages if schema is None or self._by_schema else instructed(call.messages, schema)
        given = {**self.options["parameters"], **call.parameters}
        options = {option: given.pop(name) for name, option in _BESIDE.items() if given.get(name) is not None}
        body: dict[str, Any] = {
            **given,
            "model": self.name,
            "messages": [_written(message) for message in messages],
        }
        if call.seed is not None and self.options["seeds"]:
            body["seed"] = call.seed
        if schema is not None and self._by_schema:
            shape = {"name": schema.__name__, "schema": strict_schema(schema), "strict": True}
            body["response_format"] = {"type": "json_schema", "json_schema": shape}
        if self.options["stream"]:
            body |= {"stream": True, "stream_options": {"include_usage": True}}
        return {"cast_to": object, "body": body, "options": options}

    def _falls_back(self, failure: Failure, call: Call, by_schema: bool) -> bool:
        """Whether the endpoint refuses schemas, so that schemas are described in words from now on."""
        if call.schema is None or not by_schema or self.options["structured"] != "auto":
            return False
        if failure.status not in (400, 404, 415, 422) or not any(word in failure.body for word in _SCHEMA_WORDS):
            return False
        self._by_schema = False
        return True

    def _pause(self, failure: Failure, attempt: int, request: Mapping[str, Any]) -> float:
        return self._pause_after(failure, attempt, repr(request["body"]["messages"]))

    def _check_parameters(self, parameters: Mapping[str, Any]) -> None:
        known = _parameters()
        for name in (*self.options["parameters"], *parameters):
            if name not in known:
                raise ConfigurationError(
                    f"unknown parameter {name!r}",
                    where=self._where,
                    remedy=f"{did_you_mean(name, known)}; put an endpoint's own parameters into extra_body",
                )


def opened(model: str, options: Mapping[str, Any]) -> OpenAIChat:
    """The shared `OpenAIChat` with these options."""
    made = OpenAIChat(model, **options)
    key = json.dumps([model, made.options], sort_keys=True, default=str)
    with _LOCK:
        return _OPENED.setdefault(key, made)


@cache
def _parameters() -> frozenset[str]:
    """The parameters of the client's call that are not set here."""
    from openai.resources.chat.completions import Completions

    return frozenset(signature(Completions.create).parameters) - _OWN


def _in_time(until: float) -> bool:
    if time.monotonic() > until:
        raise EOFError("the answer took too long")
    return True


def _read(answer: Any) -> Completion:
    """A completion from an answer's JSON."""
    if not isinstance(answer, dict) or not isinstance(answer.get("model"), str):
        raise ValueError("the answer is not a completion")
    model, choices, counts = answer["model"], answer["choices"], _counted(answer.get("usage"))
    message = choices[0].get("message") if choices else None
    if message is None:
        return _completion(model, None, None, None, counts)
    tools = tuple(
        ToolCall(str(call["id"]), str(call["function"]["name"]), str(call["function"]["arguments"]))
        for call in message.get("tool_calls") or ()
    )
    finish = choices[0]["finish_reason"]
    return _completion(model, message.get("content"), message.get("refusal"), finish, counts, tools)


def _joined(pieces: Sequence[Any]) -> Completion:
    """A completion from the JSON of a stream's pieces."""
    words: list[str] = []
    refusal: list[str] = []
    tools: dict[int, list[str]] = {}
    model, finish, counts, chosen = "", None, (0, 0, 0), False
    for piece in pieces:
        model = piece["model"] or model
        if piece.get("usage") is not None:
            counts = _counted(piece["usage"])
        for choice in piece["choices"][:1]:
            chosen = True
            words.append(choice["delta"].get("content") or "")
            refusal.append(choice["delta"].get("refusal") or "")
            for piece_of_call in choice["delta"].get("tool_calls") or ():
                call = tools.setdefault(piece_of_call["index"], ["", "", ""])
                function = piece_of_call.get("function") or {}
                for place, words_of_call in enumerate((
                    piece_of_call.get("id"), function.get("name"), function.get("arguments"),
                )):  # fmt: skip
                    call[place] += words_of_call or ""
            finish = choice.get("finish_reason") or finish
    if chosen and finish is None:
        raise EOFError("the stream broke off")
    called = tuple(ToolCall(*tools[index]) for index in sorted(tools))
    return _completion(model, "".join(words), "".join(refusal), finish, counts, called)


def _completion(
    model: str,
    words: str | None,
    refusal: str | None,
    finish: str | None,
    counts: tuple[int, int, int],
    tools: tuple[ToolCall, ...] = (),
) -> Completion:
    if refusal:
        text, why = refusal, Finish.REFUSED
    elif finish == Finish.FILTERED:
        text, why = words or "", Finish.FILTERED
    elif finish == Finish.LENGTH:
        text, why = words or "", Finish.LENGTH
    elif tools:
        text, why = words or "", Finish.TOOLS
    else:
        text, why = words or "", Finish.STOP if words else Finish.EMPTY
    prompt, said, thought = counts
    return Completion(text, model, why, prompt, said, reasoning_tokens=thought, tool_calls=tools)


def _written(message: Message) -> dict[str, Any]:
    """A message in the protocol's form."""
    written: dict[str, Any] = {"role": message.role, "content": message.content}
    if message.tool_calls:
        written["tool_calls"] = [
            {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}
            for call in message.tool_calls
        ]
    if message.answers:
        written["tool_call_id"] = message.answers
    return written


def _counted(usage: Any) -> tuple[int, int, int]:
    """The number of tokens of the messages, of the answer, and of the thoughts within the answer."""
    if usage is None:
        return 0, 0, 0
    thought = (usage.get("completion_tokens_details") or {}).get("reasoning_tokens")
    return usage["prompt_tokens"] or 0, usage["completion_tokens"] or 0, thought or 0
