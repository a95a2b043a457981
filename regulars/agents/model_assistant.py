"""A language model in the assistant's seat, behind any endpoint that speaks the OpenAI protocol, with any memory.

`openai:MODEL` names it. The client reads its key from `OPENAI_API_KEY` and its address from `OPENAI_BASE_URL`; it
retries on 408, 409, 429 and 5xx with jitter, and on nothing else. What it cannot get is an infrastructure fault and
never a reply.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Any

from regulars.agents.assistant import AssistantWork, ScriptedAssistant
from regulars.dialogue import Plan, PlanAct
from regulars.errors import ConfigurationError, InfrastructureError
from regulars.scenarios.world import Form

__all__ = ["ModelAssistant"]


@cache
def _prompt() -> str:
    return files("regulars.agents").joinpath("prompts/assistant.txt").read_text("utf-8")


class ModelAssistant(ScriptedAssistant):
    """The scripted assistant's way through a turn, with a model's words.

    Args:
        model: The model's name, passed on as it is.
        memory: A memory's spec, or a callable that makes one.
        k: Ranked items that it asks for.
        budget: Tokens of context that it asks for.
        timeout: Seconds that one call may take.

    Raises:
        ConfigurationError: There is no model's name, or no key.
    """

    def __init__(
        self,
        model: str,
        *,
        memory: str | Callable[[], Any] = "bm25-turn",
        k: int = 10,
        budget: int = 1024,
        timeout: float = 60.0,
    ) -> None:
        if not model:
            raise ConfigurationError("no model is named", where="assistant openai:", expected="openai:MODEL")
        self.model = model
        self.timeout = timeout
        self._client = self._connect()
        super().__init__(memory, k=k, budget=budget)

    def _connect(self) -> Any:
        import openai

        try:
            return openai.OpenAI(timeout=self.timeout)
        except openai.OpenAIError:
            raise ConfigurationError(
                "there is no key for the model's endpoint",
                where=f"assistant openai:{self.model}",
                expected="the environment variable OPENAI_API_KEY",
                remedy="set it; OPENAI_BASE_URL says where the endpoint is",
            ) from None

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_client"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._client = self._connect()

    def wants_memory(self, observation: dict[str, Any]) -> bool:
        """Every line is answered from what memory brings back for it."""
        return True

    def read(self, work: AssistantWork) -> None:
        """The model reads for itself."""

    def plan(self, work: AssistantWork) -> None:
        """The model's words, as they come."""
        observation, found = work.observation, work.recollections
        context = found.context if found is not None else ""
        said = self._complete(
            _prompt().format(name=observation["name"], date=observation["date"], context=context or "(nothing)"),
            observation["message"],
        )
        work.plan = Plan(PlanAct.ANSWER, (said,), {"form": Form.TEXT})

    def _complete(self, system: str, message: str) -> str:
        import openai

        try:
            answer = self._client.chat.completions.create(
                model=self.model,
                messages=[{"role": "system", "content": system}, {"role": "user", "content": message}],
            )
            said = answer.choices[0].message.content if answer.choices else None
        except openai.AuthenticationError:
            raise ConfigurationError(
                "the endpoint refuses the key", where=f"assistant openai:{self.model}", remedy="check OPENAI_API_KEY"
            ) from None
        except (openai.OpenAIError, ValueError, AttributeError, TypeError) as error:
            raise InfrastructureError(
                f"the model's endpoint failed: {type(error).__name__}", where=f"assistant openai:{self.model}"
            ) from error
        if not said:
            raise InfrastructureError("the model gave no words", where=f"assistant openai:{self.model}")
        return str(said)
