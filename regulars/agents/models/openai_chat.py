"""A chat model behind any OpenAI-compatible endpoint, through the `openai` client."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from inspect import signature
from typing import Any
from urllib.parse import urlsplit

from regulars.agents.models import chat_answers
from regulars.agents.models.endpoint_chat import REFUSED, EndpointChat
from regulars.agents.models.endpoint_faults import Failure
from regulars.agents.models.protocol import Call, Completion, Message
from regulars.agents.models.schemas import instructed, strict_schema

PATH = "/chat/completions"
LIMITS = ("max_completion_tokens", "max_tokens")
"""The newer and the older name of the parameter that limits the tokens of an answer."""

_OWN = frozenset({"self", "messages", "model", "stream", "stream_options", "response_format", "seed", "timeout"})
_CURRENT = ("openai.com", "openai.azure.com")
"""Hosts that know the newer name, and refuse both at once."""


class OpenAIChat(EndpointChat):
    """A chat model behind an endpoint for chat completions.

    A server that is not OpenAI's may ignore `max_completion_tokens`, and answer without end. It gets `max_tokens`
    beside it, until it refuses one of the two.
    """

    path = PATH
    limit = LIMITS[0]

    def _check(self) -> None:
        super()._check()
        host = urlsplit(self.options["base_url"] or "https://api.openai.com").hostname or ""
        current = host.endswith(_CURRENT)
        self._limits: Mapping[str, tuple[str, ...]] = {
            "max_completion_tokens": LIMITS[:1] if current else LIMITS,
            "max_tokens": LIMITS[1:],
        }

    def _body(self, call: Call, given: dict[str, Any]) -> dict[str, Any]:
        schema = call.schema
        messages = call.messages if schema is None or self._by_schema else instructed(call.messages, schema)
        bounds = {name: given.pop(name) for name in LIMITS if given.get(name) is not None}
        for name, bound in bounds.items():
            for sent in self._limits[name]:
                given[sent] = bounds.get(sent, bound)
        body: dict[str, Any] = {**given, "model": self.name, "messages": [_written(message) for message in messages]}
        if call.seed is not None and self.options["seeds"]:
            body["seed"] = call.seed
        if schema is not None and self._by_schema:
            shape = {"name": schema.__name__, "schema": strict_schema(schema), "strict": True}
            body["response_format"] = {"type": "json_schema", "json_schema": shape}
        if self.options["stream"]:
            body |= {"stream": True, "stream_options": {"include_usage": True}}
        return body

    def _read(self, answer: Any) -> Completion:
        return chat_answers.completion(answer)

    def _joined(self, pieces: Sequence[Any]) -> Completion:
        return chat_answers.joined(pieces)

    def _known(self) -> frozenset[str]:
        return _parameters()

    def _falls_back(self, failure: Failure, call: Call, by_schema: bool) -> bool:
        """Whether the endpoint refuses schemas or a limit's name, so that the call is to be sent in another form."""
        return super()._falls_back(failure, call, by_schema) or self._drops_limit(failure, call)

    def _drops_limit(self, failure: Failure, call: Call) -> bool:
        """Whether the endpoint refuses a limit by its name, so that the other name alone is sent from now on.

        An error may advise the other name, so the name that comes first is the refused one.
        """
        asked = [name for name in LIMITS if name in {**self.options["parameters"], **call.parameters}]
        places = {failure.body.find(f"{name}"): name for name in LIMITS if name in failure.body}
        if failure.status not in REFUSED or not places or not asked:
            return False
        (other,) = (name for name in LIMITS if name != places[min(places)])
        if all(self._limits[name] == (other,) for name in asked):
            return False
        self._limits = dict.fromkeys(LIMITS, (other,))
        return True


@cache
def _parameters() -> frozenset[str]:
    from openai.resources.chat.completions import Completions

    return frozenset(signature(Completions.create).parameters) - _OWN


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
