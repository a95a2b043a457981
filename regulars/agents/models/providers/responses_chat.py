"""A chat model behind OpenAI's Responses API, through the `openai` client. Answers are not stored by the endpoint."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from inspect import signature
from typing import Any

from regulars.agents.models.chat_answers import counted, finished, listed, mapping, member, text, whole
from regulars.agents.models.endpoint_chat import EndpointChat
from regulars.agents.models.endpoint_faults import AnswerFault, error_inside
from regulars.agents.models.protocol import Call, Completion, Finish, Message, ToolCall
from regulars.agents.models.schemas import instructed, strict_schema

_OWN = frozenset({"self", "input", "model", "stream", "stream_options", "text", "text_format", "timeout"})
_ENDS = ("response.completed", "response.incomplete", "response.failed")
"""The events of a stream that hold the whole answer."""


class ResponsesChat(EndpointChat):
    """A model behind the Responses API. Seeds are not sent, as it takes none."""

    provider = "responses"
    path = "/responses"
    limit = "max_output_tokens"
    schema_words = ("text.format", "json_schema")

    def _body(self, call: Call, given: dict[str, Any]) -> dict[str, Any]:
        schema = call.schema
        messages = call.messages if schema is None or self._by_schema else instructed(call.messages, schema)
        for name in ("max_tokens", "max_completion_tokens"):
            if name in given:
                given[self.limit] = given.pop(name)
        if "tools" in given:
            given["tools"] = [{"type": "function", **tool["function"]} for tool in given["tools"]]
        items = [item for message in messages for item in _items(message)]
        body: dict[str, Any] = {"store": False, **given, "model": self.name, "input": items}
        if schema is not None and self._by_schema:
            shape = {"type": "json_schema", "name": schema.__name__, "schema": strict_schema(schema), "strict": True}
            body["text"] = {"format": shape}
        if self.options["stream"]:
            body["stream"] = True
        return body

    def _read(self, answer: Any) -> Completion:
        answer = whole(answer)
        counts = counted(answer.get("usage"), ("input_tokens", "output_tokens"))
        words: list[str] = []
        refusals: list[str] = []
        tools: list[ToolCall] = []
        for number, item in enumerate(listed(member(answer, "output"), "output")):
            place = f"output[{number}]"
            item = mapping(item, place)
            if item.get("type") == "function_call":
                names = ("call_id", "name", "arguments")
                tools.append(ToolCall(*(text(member(item, name, f"{place}."), f"{place}.{name}") for name in names)))
            for index, part in enumerate(listed(item.get("content") or [], f"{place}.content")):
                if item.get("type") == "message":
                    part = mapping(part, f"{place}.content[{index}]")
                    words.append(text(part.get("text"), f"{place}.content[{index}].text"))
                    refusals.append(text(part.get("refusal"), f"{place}.content[{index}].refusal"))
        model = text(member(answer, "model"), "model")
        return finished(model, "".join(words), "".join(refusals), _finish(answer), counts, tuple(tools))

    def _joined(self, pieces: Sequence[Any]) -> Completion:
        for piece in pieces:
            piece = whole(piece)
            if piece.get("type") == "error":
                raise error_inside(piece)
            if piece.get("type") in _ENDS:
                return self._read(member(piece, "response"))
        raise EOFError("the stream broke off")

    def _known(self) -> frozenset[str]:
        return _parameters()


@cache
def _parameters() -> frozenset[str]:
    from openai.resources.responses import Responses

    return frozenset({*signature(Responses.create).parameters, "max_tokens", "max_completion_tokens"}) - _OWN


def _items(message: Message) -> Iterator[dict[str, Any]]:
    """A message as items of the protocol: its words, then the calls that it makes."""
    if message.role == "tool":
        yield {"type": "function_call_output", "call_id": message.answers, "output": message.content}
        return
    if message.content or not message.tool_calls:
        yield {"role": message.role, "content": message.content}
    for call in message.tool_calls:
        yield {"type": "function_call", "call_id": call.id, "name": call.name, "arguments": call.arguments}


def _finish(answer: Mapping[str, Any]) -> str:
    """Why the model stopped, by the answer's status."""
    status = text(member(answer, "status"), "status")
    if status == "completed":
        return Finish.STOP
    if status == "incomplete":
        details = mapping(answer.get("incomplete_details") or {}, "incomplete_details")
        reason = text(details.get("reason"), "incomplete_details.reason")
        return Finish.FILTERED if reason == Finish.FILTERED else Finish.LENGTH
    raise AnswerFault(f"status is {status[:40]!r}", passes=True)
