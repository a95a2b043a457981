"""The protocol of a language model: messages in, a completion out. Any object that implements `ChatModel` plugs in.

The models of this package extend `CallModel`, which passes the arguments of a call on as one `Call`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

if TYPE_CHECKING:
    from pydantic import BaseModel


class Finish(StrEnum):
    """Why a model stopped."""

    STOP = "stop"
    """It finished its answer."""
    LENGTH = "length"
    """It reached the token limit, so its answer is cut off."""
    FILTERED = "content_filter"
    """The endpoint's content filter stopped it."""
    REFUSED = "refusal"
    """It refused; the text is its reason."""
    EMPTY = "empty"
    """The endpoint's answer has no text."""
    TOOLS = "tool_calls"
    """It calls tools, and continues once it has their results."""


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A model's request to call a tool.

    Attributes:
        id: The id of the request, which the result names.
        name: The tool's name, as the model wrote it.
        arguments: The arguments as the model wrote them; JSON if the model is right.
    """

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Message:
    """One message.

    Attributes:
        role: `system`, `user`, `assistant` or `tool`.
        content: The text; for `tool`, the result of a call.
        tool_calls: The calls that an `assistant` message makes.
        answers: For `tool`: the id of the call that it answers.
    """

    role: str
    content: str
    tool_calls: tuple[ToolCall, ...] = ()
    answers: str = ""


@dataclass(frozen=True, slots=True)
class Completion:
    """A model's answer.

    Attributes:
        text: The text of the answer; empty if there is none.
        model: The model's name as the endpoint gives it.
        finish: Why it stopped; see `Finish`.
        prompt_tokens: Tokens of the messages, 0 if unknown.
        completion_tokens: Tokens of the text, 0 if unknown.
        cached: Whether it was replayed without calling the model.
        reasoning_tokens: Reasoning tokens, which the endpoint counts among `completion_tokens`; 0 if unknown.
        tool_calls: The tool calls that it makes.
    """

    text: str
    model: str = ""
    finish: str = Finish.STOP
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached: bool = False
    reasoning_tokens: int = 0
    tool_calls: tuple[ToolCall, ...] = ()


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a model.

    Attributes:
        messages: The messages to the model.
        schema: The schema of its answer; None for free text.
        seed: The seed of its sampling; None for none.
        purpose: What the call is for, such as `judge`; never sent.
        parameters: Sent to the endpoint unchanged, such as `temperature`.
    """

    messages: tuple[Message, ...]
    schema: type[BaseModel] | None = None
    seed: int | None = None
    purpose: str = ""
    parameters: Mapping[str, Any] = field(default_factory=dict)

    def complete(self, model: ChatModel) -> Completion:
        """Makes the call to `model`."""
        return model.complete(
            self.messages, schema=self.schema, seed=self.seed, purpose=self.purpose, **self.parameters
        )

    async def acomplete(self, model: ChatModel) -> Completion:
        """Asynchronous version of `complete`."""
        return await model.acomplete(
            self.messages, schema=self.schema, seed=self.seed, purpose=self.purpose, **self.parameters
        )


@dataclass(frozen=True, slots=True)
class Usage:
    """The usage of calls; usages can be added.

    Attributes:
        calls: Calls that an endpoint or a scripted model answered.
        cached: Calls that were replayed.
        failed: Calls that failed.
        prompt_tokens: Tokens of messages sent.
        completion_tokens: Tokens of answers received.
        cost: In the price table's currency; None if a call has no price.
        seconds: Waiting time, summed over calls.
    """

    calls: int = 0
    cached: int = 0
    failed: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float | None = 0.0
    seconds: float = 0.0

    @property
    def tokens(self) -> int:
        """Tokens of messages and answers together."""
        return self.prompt_tokens + self.completion_tokens

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.calls + other.calls,
            self.cached + other.cached,
            self.failed + other.failed,
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            None if self.cost is None or other.cost is None else self.cost + other.cost,
            self.seconds + other.seconds,
        )


@runtime_checkable
class ChatModel(Protocol):
    """A chat model.

    Both methods take the same arguments. They raise `InfrastructureError` if the endpoint fails, `ConfigurationError`
    if it can never answer with the current settings, and `BudgetError` if a budget is used up. Any answer of the model
    is a `Completion`, even a useless one; `structured.ask` and the policies decide whether it is usable.
    """

    @property
    def name(self) -> str:
        """The model's name in records."""
        ...

    def complete(
        self,
        messages: Sequence[Message],
        *,
        schema: type[BaseModel] | None = None,
        seed: int | None = None,
        purpose: str = "",
        **parameters: Any,
    ) -> Completion:
        """The model's answer to `messages`.

        Args:
            messages: The conversation so far, oldest first.
            schema: The schema of the JSON to return; not every endpoint can enforce it.
            seed: Passed on to an endpoint that takes one.
            purpose: What the call is for; used for counting, never sent.
            parameters: Sent to the endpoint unchanged.
        """
        ...

    async def acomplete(
        self,
        messages: Sequence[Message],
        *,
        schema: type[BaseModel] | None = None,
        seed: int | None = None,
        purpose: str = "",
        **parameters: Any,
    ) -> Completion:
        """Asynchronous version of `complete`."""
        ...


class CallModel(ABC):
    """Base of this package's chat models: implements `ChatModel`, and passes each call on as one `Call`."""

    @abstractmethod
    def answer(self, call: Call) -> Completion:
        """The model's answer to a call."""

    async def aanswer(self, call: Call) -> Completion:
        """Asynchronous version of `answer`."""
        return self.answer(call)

    def complete(
        self,
        messages: Sequence[Message],
        *,
        schema: type[BaseModel] | None = None,
        seed: int | None = None,
        purpose: str = "",
        **parameters: Any,
    ) -> Completion:
        """The model's answer to `messages`; see `ChatModel.complete`."""
        return self.answer(Call(tuple(messages), schema, seed, purpose, parameters))

    async def acomplete(
        self,
        messages: Sequence[Message],
        *,
        schema: type[BaseModel] | None = None,
        seed: int | None = None,
        purpose: str = "",
        **parameters: Any,
    ) -> Completion:
        """Asynchronous version of `complete`."""
        return await self.aanswer(Call(tuple(messages), schema, seed, purpose, parameters))
