"""What a model is: messages in, a completion out, at once or awaited. What fulfils `ChatModel` can be plugged in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

if TYPE_CHECKING:
    from pydantic import BaseModel

__all__ = ["Call", "ChatModel", "Completion", "Finish", "Message", "Usage"]


class Finish(StrEnum):
    """Why a model stopped."""

    STOP = "stop"
    """It had said what it had to say."""
    LENGTH = "length"
    """It ran out of the tokens that it was given: what it said is cut off."""
    FILTERED = "content_filter"
    """A filter of the endpoint's stopped it."""
    REFUSED = "refusal"
    """It refuses; the text is its reason."""
    EMPTY = "empty"
    """The endpoint's answer holds no words."""


@dataclass(frozen=True, slots=True)
class Message:
    """One message.

    Attributes:
        role: `system`, `user` or `assistant`.
        content: Its words.
    """

    role: str
    content: str


@dataclass(frozen=True, slots=True)
class Completion:
    """What a model said.

    Attributes:
        text: Its words; empty where there are none.
        model: Who said it, as the endpoint names itself.
        finish: Why it stopped.
        prompt_tokens: Tokens of the messages, 0 where nobody counted.
        completion_tokens: Tokens of the text, 0 where nobody counted.
        cached: Whether it was replayed, so that nobody was called.
    """

    text: str
    model: str = ""
    finish: str = Finish.STOP
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached: bool = False


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a model, as it was made.

    Attributes:
        messages: What it is told.
        schema: The shape that its text has to have, None for free text.
        seed: What its draws are named by, None for none.
        purpose: What the call is for, such as `judge`; it is never sent.
        parameters: What goes to the endpoint as it is, such as `temperature`.
    """

    messages: tuple[Message, ...]
    schema: type[BaseModel] | None = None
    seed: int | None = None
    purpose: str = ""
    parameters: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Usage:
    """What calls came to; usages add up.

    Attributes:
        calls: Calls that reached an endpoint or a scripted model and came back.
        cached: Calls that were replayed.
        failed: Calls that came to nothing.
        prompt_tokens: Tokens of messages that were sent.
        completion_tokens: Tokens of answers that came back.
        cost: In the price table's currency, None where some call has no price.
        seconds: Spent waiting, summed over calls.
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
        """Of messages and answers."""
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
    """A model that can be talked to.

    Both methods take and give the same. They raise `InfrastructureError` where the endpoint fails,
    `ConfigurationError` where it will never answer as things are set up, and `BudgetError` where a budget is used up.
    What a model says, however useless, is a `Completion`; `structured.ask` and the policies decide what it is worth.
    """

    @property
    def name(self) -> str:
        """What the model is called in records."""
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
        """What the model says to `messages`.

        Args:
            messages: The conversation so far, oldest first.
            schema: The shape of the JSON that is wanted; whether the endpoint can hold the model to it differs.
            seed: Passed on to an endpoint that takes one.
            purpose: What the call is for; it is counted by it and never sent.
            parameters: Sent to the endpoint as they are.
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
        """`complete`, awaited."""
        ...
