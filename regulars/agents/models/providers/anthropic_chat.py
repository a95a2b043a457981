"""A chat model behind Anthropic's API, through the `anthropic` client (extra `anthropic`)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from inspect import signature
from typing import Any

from regulars.agents.models.chat_answers import finished, listed, mapping, member, text, tokens, whole
from regulars.agents.models.endpoint_chat import EndpointChat
from regulars.agents.models.endpoint_faults import error_inside
from regulars.agents.models.protocol import Call, Completion, Finish, Message, ToolCall
from regulars.agents.models.schemas import BOUNDS, instructed, strict_schema
from regulars.errors import ConfigurationError

LONGEST = 4096
"""The token limit of an answer where none is given; the API asks for one."""

_OWN = frozenset({"self", "messages", "model", "system", "stream", "timeout"})
_FINISHES = {
    "max_tokens": Finish.LENGTH,
    "model_context_window_exceeded": Finish.LENGTH,
    "refusal": Finish.REFUSED,
    "tool_use": Finish.TOOLS,
}
_CHOICES = {"auto": "auto", "none": "none", "required": "any"}
"""Whether tools are called, in OpenAI's words and in Anthropic's."""

_DECLINED = "the model declines"


class AnthropicChat(EndpointChat):
    """A model behind Anthropic's Messages API. Seeds are not sent, as it takes none."""

    provider = "anthropic"
    key_variable = "ANTHROPIC_API_KEY"
    address_variable = "ANTHROPIC_BASE_URL"
    path = "/v1/messages"
    schema_words = ("output_config", "output_format", "json_schema")

    def _check(self) -> None:
        super()._check()
        if not _is_installed():
            raise ConfigurationError(
                "the package anthropic is not installed",
                where=self._where,
                remedy="pip install 'regulars[anthropic]'",
            )
        self.options["base_url"] = (self.options["base_url"] or "").rstrip("/").removesuffix("/v1") or None

    def _new_client(self) -> Any:
        from anthropic import Anthropic

        return Anthropic(api_key="none", **self._connection())

    def _opened(self) -> Any:
        from anthropic import AsyncAnthropic

        return AsyncAnthropic(api_key="none", **self._connection())

    def _streams(self) -> tuple[Any, Any]:
        from anthropic import AsyncStream, Stream

        return Stream[object], AsyncStream[object]

    def _request(self, call: Call) -> dict[str, Any]:
        request = super()._request(call)
        headers = request["options"].get("headers", {})
        request["options"]["headers"] = {"X-Api-Key": self._key(), **headers}
        return request

    def _body(self, call: Call, given: dict[str, Any]) -> dict[str, Any]:
        schema = call.schema
        messages = call.messages if schema is None or self._by_schema else instructed(call.messages, schema)
        given["max_tokens"] = given.pop("max_completion_tokens", given.get("max_tokens", LONGEST))
        if "tools" in given:
            given["tools"] = [_tool(tool["function"]) for tool in given["tools"]]
        if isinstance(given.get("tool_choice"), str):
            given["tool_choice"] = {"type": _CHOICES.get(given["tool_choice"], given["tool_choice"])}
        body: dict[str, Any] = {**given, "model": self.name, "messages": _turns(messages)}
        system = "\n\n".join(message.content for message in messages if message.role == "system")
        if system:
            body["system"] = system
        if schema is not None and self._by_schema:
            shape = {"type": "json_schema", "schema": strict_schema(schema, BOUNDS)}
            body["output_config"] = {**(given.get("output_config") or {}), "format": shape}
        if self.options["stream"]:
            body["stream"] = True
        return body

    def _read(self, answer: Any) -> Completion:
        answer = whole(answer)
        words: list[str] = []
        tools: list[ToolCall] = []
        for number, block in enumerate(listed(member(answer, "content"), "content")):
            place = f"content[{number}]"
            block = mapping(block, place)
            if block.get("type") == "text":
                words.append(text(member(block, "text", f"{place}."), f"{place}.text"))
            elif block.get("type") == "tool_use":
                given = mapping(member(block, "input", f"{place}."), f"{place}.input")
                name, id = (text(member(block, name, f"{place}."), f"{place}.{name}") for name in ("name", "id"))
                tools.append(ToolCall(id, name, json.dumps(given, ensure_ascii=False)))
        stopped = text(member(answer, "stop_reason"), "stop_reason")
        finish = _FINISHES.get(stopped, Finish.STOP)
        said = "".join(words)
        refusal = (said or _DECLINED) if finish == Finish.REFUSED else ""
        model = text(member(answer, "model"), "model")
        return finished(model, said, refusal, finish, _counted(answer.get("usage")), tuple(tools))

    def _joined(self, pieces: Sequence[Any]) -> Completion:
        """The answer that a stream builds up block by block, read like a whole one."""
        answer: dict[str, Any] = {}
        blocks: dict[int, dict[str, Any]] = {}
        for piece in map(whole, pieces):
            kind = piece.get("type")
            if kind == "message_start":
                answer = {**mapping(member(piece, "message"), "message")}
            elif kind == "content_block_start":
                blocks[tokens(member(piece, "index"), "index")] = {
                    **mapping(member(piece, "content_block"), "content_block")
                }
            elif kind == "content_block_delta":
                _add(mapping(member(piece, "delta"), "delta"), blocks.get(tokens(member(piece, "index"), "index")))
            elif kind == "message_delta":
                answer |= mapping(member(piece, "delta"), "delta")
                answer["usage"] = {**(answer.get("usage") or {}), **mapping(piece.get("usage") or {}, "usage")}
            elif kind == "error":
                raise error_inside(piece.get("error"))
        if not answer.get("stop_reason"):
            raise EOFError("the stream broke off")
        for block in blocks.values():
            if "arguments" in block:
                block["input"] = json.loads(block.pop("arguments") or "{}")
        return self._read({**answer, "content": [blocks[index] for index in sorted(blocks)]})

    def _known(self) -> frozenset[str]:
        return _parameters()


def _is_installed() -> bool:
    from importlib.util import find_spec

    return find_spec("anthropic") is not None


@cache
def _parameters() -> frozenset[str]:
    """The parameters of the client's call, and those of earlier models, which the client still passes on."""
    from anthropic.resources.messages import Messages

    known = {*signature(Messages.create).parameters, "max_completion_tokens", "temperature", "top_p", "top_k"}
    return frozenset(known) - _OWN


def _tool(function: Mapping[str, Any]) -> dict[str, Any]:
    """A tool in Anthropic's form."""
    return {
        "name": function["name"],
        "description": function.get("description", ""),
        "input_schema": function.get("parameters") or {"type": "object", "properties": {}},
    }


def _turns(messages: Sequence[Message]) -> list[dict[str, Any]]:
    """Messages in Anthropic's form, without those of the system. Results of tools share one message of the user."""
    turns: list[dict[str, Any]] = []
    for message in messages:
        if message.role == "system":
            continue
        if message.role == "tool":
            result = {"type": "tool_result", "tool_use_id": message.answers, "content": message.content}
            if turns and turns[-1]["role"] == "user" and isinstance(turns[-1]["content"], list):
                turns[-1]["content"].append(result)
            else:
                turns.append({"role": "user", "content": [result]})
        elif message.tool_calls:
            said = [{"type": "text", "text": message.content}] if message.content else []
            used = [
                {"type": "tool_use", "id": call.id, "name": call.name, "input": _input(call.arguments)}
                for call in message.tool_calls
            ]
            turns.append({"role": message.role, "content": [*said, *used]})
        else:
            turns.append({"role": message.role, "content": message.content})
    return turns


def _input(arguments: str) -> dict[str, Any]:
    """The arguments of a call as an object; text that is none is kept as one."""
    try:
        found = json.loads(arguments)
    except ValueError:
        found = None
    return found if isinstance(found, dict) else {"text": arguments}


def _counted(usage: Any) -> tuple[int, int, int]:
    """The tokens of messages, read from a cache or not, of the answer, and of thoughts within it."""
    if usage is None:
        return 0, 0, 0
    usage = mapping(usage, "usage")
    told = [
        tokens(usage.get(name), f"usage.{name}") for name in ("cache_creation_input_tokens", "cache_read_input_tokens")
    ]
    details = mapping(usage.get("output_tokens_details") or {}, "usage.output_tokens_details")
    return (
        tokens(member(usage, "input_tokens", "usage."), "usage.input_tokens") + sum(told),
        tokens(member(usage, "output_tokens", "usage."), "usage.output_tokens"),
        tokens(details.get("thinking_tokens"), "usage.output_tokens_details.thinking_tokens"),
    )


def _add(delta: Mapping[str, Any], block: dict[str, Any] | None) -> None:
    """Adds a piece of words or of a tool's arguments to its block."""
    if block is None:
        raise EOFError("the stream holds a piece of a block that never began")
    if delta.get("type") == "text_delta":
        block["text"] = text(block.get("text"), "delta.text") + text(delta.get("text"), "delta.text")
    elif delta.get("type") == "input_json_delta":
        block["arguments"] = block.get("arguments", "") + text(delta.get("partial_json"), "delta.partial_json")
