"""Puts an `Agent` of the package `pydantic-ai` in a seat. Its `deps` are what `AgentSeat` lists for tools."""

from __future__ import annotations

from typing import Any

from regulars.agents.seats.agent_seat import AgentSeat, as_words
from regulars.errors import ModelOutputError, RegularsError


class PydanticAgentSeat(AgentSeat):
    """An agent of `pydantic-ai` as a seat. An agent whose `deps_type` is `dict` gets them."""

    async def _run(
        self, said: list[Any], heard: list[tuple[str, str]], words: str, caller: dict[str, Any]
    ) -> tuple[str, list[Any]]:
        from pydantic_ai.messages import ModelRequest, ModelResponse, TextPart, UserPromptPart
        from pydantic_ai.usage import UsageLimits

        new = [
            ModelResponse(parts=[TextPart(text)]) if role == "assistant" else ModelRequest(parts=[UserPromptPart(text)])
            for role, text in heard
        ]
        result = await self.agent.run(
            words,
            message_history=[*said, *new],
            deps=caller if self.agent.deps_type is dict else None,
            usage_limits=UsageLimits(request_limit=self.rounds),
        )
        return as_words(result.output), list(result.all_messages())

    def _named(self, error: Exception) -> RegularsError | None:
        from pydantic_ai.exceptions import UnexpectedModelBehavior, UsageLimitExceeded

        if isinstance(error, UsageLimitExceeded):
            return self._too_many("")
        if isinstance(error, UnexpectedModelBehavior):
            return ModelOutputError(str(error), where=self.where)
        return None
