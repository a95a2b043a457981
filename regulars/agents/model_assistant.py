"""A language model in the assistant's seat, with any memory: `openai:MODEL` names it, or any other `ChatModel`.

What an endpoint cannot give is a fault of the infrastructure, what a model says and nobody can use is the assistant's;
neither is ever a reply.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from regulars.agents.assistant import AssistantWork, ScriptedAssistant
from regulars.agents.models.catalogue import open_model, openai_model, replay_model
from regulars.agents.models.protocol import ChatModel, Completion, Message
from regulars.agents.models.schemas import prompt
from regulars.agents.models.structured import words_of
from regulars.dialogue import Plan, PlanAct
from regulars.scenarios.world import Form

__all__ = ["ModelAssistant", "openai_assistant", "replay_assistant"]


class ModelAssistant(ScriptedAssistant):
    """The scripted assistant's way through a turn, with a model's words.

    Args:
        model: A model, or its spec, such as `openai:MODEL`.
        memory: A memory's spec, or a callable that makes one.
        k: Ranked items that it asks for.
        budget: Tokens of context that it asks for.

    Raises:
        ConfigurationError: The model cannot be opened.
    """

    def __init__(
        self,
        model: str | ChatModel,
        *,
        memory: str | Callable[[], Any] = "bm25-turn",
        k: int = 10,
        budget: int = 1024,
    ) -> None:
        self.model = open_model(model, "assistant")
        super().__init__(memory, k=k, budget=budget)

    def wants_memory(self, observation: dict[str, Any]) -> bool:
        """Every line is answered from what memory brings back for it."""
        return True

    def read(self, work: AssistantWork) -> None:
        """The model reads for itself."""

    def plan(self, work: AssistantWork) -> None:
        """The model's words, as they come."""
        self._say(work, self.model.complete(self._messages(work), seed=self._seed(work), purpose="assistant"))

    async def aplan(self, work: AssistantWork) -> None:
        """`plan`, awaited."""
        said = await self.model.acomplete(self._messages(work), seed=self._seed(work), purpose="assistant")
        self._say(work, said)

    def _messages(self, work: AssistantWork) -> tuple[Message, Message]:
        observation, found = work.observation, work.recollections
        context = found.context if found is not None else ""
        told = prompt("assistant").format(
            name=observation["name"], date=observation["date"], context=context or "(nothing)"
        )
        return Message("system", told), Message("user", observation["message"])

    def _seed(self, work: AssistantWork) -> int:
        observation = work.observation
        return self._seeds.seed("model", observation["reply_id"] or observation["message"]) & 0x7FFFFFFF

    def _say(self, work: AssistantWork, said: Completion) -> None:
        work.plan = Plan(PlanAct.ANSWER, (words_of(said, f"model {self.model.name}"),), {"form": Form.TEXT})


def openai_assistant(
    model: str, *, memory: str | Callable[[], Any] = "bm25-turn", k: int = 10, budget: int = 1024, **options: Any
) -> ModelAssistant:
    """`openai:MODEL` in the assistant's seat; what stands behind a further colon goes to the model."""
    return ModelAssistant(openai_model(model, **options), memory=memory, k=k, budget=budget)


def replay_assistant(
    path: str, *, memory: str | Callable[[], Any] = "bm25-turn", k: int = 10, budget: int = 1024
) -> ModelAssistant:
    """`replay:FILE` in the assistant's seat: a model's recorded calls, and no others."""
    return ModelAssistant(replay_model(path), memory=memory, k=k, budget=budget)
