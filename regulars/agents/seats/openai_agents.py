"""Puts an `Agent` of the package `openai-agents` in a seat. Its tools get what `AgentSeat` lists as their context."""

from __future__ import annotations

from typing import Any

from regulars.agents.seats.agent_seat import AgentSeat, as_words
from regulars.errors import ModelOutputError, RegularsError


class OpenAIAgentSeat(AgentSeat):
    """An agent of `openai-agents` as a seat. Nothing is traced."""

    async def _run(
        self, said: list[Any], heard: list[tuple[str, str]], words: str, caller: dict[str, Any]
    ) -> tuple[str, list[Any]]:
        from agents import RunConfig, Runner

        new: list[Any] = [{"role": role, "content": text} for role, text in (*heard, ("user", words))]
        result = await Runner.run(
            self.agent,
            [*said, *new],
            context=caller,
            max_turns=self.rounds,
            run_config=RunConfig(tracing_disabled=True),
        )
        return as_words(result.final_output), list(result.to_input_list())

    def _named(self, error: Exception) -> RegularsError | None:
        from agents.exceptions import MaxTurnsExceeded, ModelBehaviorError, ModelRefusalError

        if isinstance(error, MaxTurnsExceeded):
            items = getattr(getattr(error, "run_data", None), "new_items", ())
            called = [getattr(item.raw_item, "name", "") for item in items if item.type == "tool_call_item"]
            return self._too_many(called[-1] if called else "")
        if isinstance(error, ModelBehaviorError | ModelRefusalError):
            return ModelOutputError(str(error), where=self.where)
        return None
