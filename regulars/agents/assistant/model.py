"""A language model in the assistant's seat, with any memory: `openai:MODEL`, or any other `ChatModel`.

It answers directly (`direct`), or first takes notes on what memory recalled (`note`: LongMemEval's chain of note, arXiv
2410.10813, section 5). A failing endpoint is an infrastructure fault. An unusable answer is the assistant's fault.
Neither counts as a reply.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from inspect import signature
from pathlib import Path
from typing import Any

from regulars.agents.assistant.scripted import AssistantWork, ScriptedAssistant
from regulars.agents.models.answer_schemas import NotedReply
from regulars.agents.models.catalogue import open_model, openai_model, replay_model
from regulars.agents.models.prompt_files import PromptSet, load_prompts
from regulars.agents.models.protocol import ChatModel, Message
from regulars.agents.models.structured import aask, ask, words_of
from regulars.dialogue import PlanAct, ReplyPlan
from regulars.errors import ConfigurationError, did_you_mean
from regulars.memory import Lesson, Recollections
from regulars.memory.context_line import read_context
from regulars.scenarios.kinds import Form

MODES = {"direct": "assistant", "note": "assistant_note"}
"""The modes, and the prompt of each."""

CONTEXTS = ("text", "json")
"""The forms of the recalled context in the prompt: lines, or a JSON list."""

NOTHING = "(nothing)"
"""The placeholder if nothing was recalled or learned."""


class ModelAssistant(ScriptedAssistant):
    """The scripted assistant's turn, with a model's words.

    Args:
        model: A model, or its spec, such as `openai:MODEL`.
        memory: A memory's spec, or a callable that makes one.
        k: The number of ranked items to recall.
        budget: The number of context tokens to recall.
        mode: `direct` or `note`.
        context: `text` or `json`.
        prompts: A folder with your own prompts, or a prompt set.

    Raises:
        ConfigurationError: The model cannot be opened, or the mode or context is unknown.
    """

    def __init__(
        self,
        model: str | ChatModel,
        *,
        memory: str | Callable[[], Any] = "bm25-turn",
        k: int = 10,
        budget: int = 1024,
        mode: str = "direct",
        context: str = "text",
        prompts: str | Path | PromptSet | None = None,
    ) -> None:
        for name, value, known in (("mode", mode, tuple(MODES)), ("context", context, CONTEXTS)):
            if value not in known:
                raise ConfigurationError(
                    f"unknown {name} {value!r}", where="assistant", remedy=did_you_mean(str(value), known)
                )
        self.model = open_model(model, "assistant")
        self.mode = mode
        self.context = context
        self.prompts = load_prompts(prompts)
        super().__init__(memory, k=k, budget=budget)

    def wants_memory(self, observation: dict[str, Any]) -> bool:
        """Always: every line is answered with recalled context."""
        return True

    def read(self, work: AssistantWork) -> None:
        """Does nothing: the model reads the context itself."""

    def plan(self, work: AssistantWork) -> None:
        """The model's words, unchanged."""
        messages, seed = self._messages(work), self._seed(work)
        if self.mode == "note":
            noted = ask(self.model, messages, NotedReply, seed=seed, purpose="assistant note", prompts=self.prompts)
            self._say(work, noted.reply)
        else:
            said = self.model.complete(messages, seed=seed, purpose="assistant")
            self._say(work, words_of(said, f"model {self.model.name}"))

    async def aplan(self, work: AssistantWork) -> None:
        """`plan`, awaited."""
        messages, seed = self._messages(work), self._seed(work)
        if self.mode == "note":
            noted = await aask(
                self.model, messages, NotedReply, seed=seed, purpose="assistant note", prompts=self.prompts
            )
            self._say(work, noted.reply)
        else:
            said = await self.model.acomplete(messages, seed=seed, purpose="assistant")
            self._say(work, words_of(said, f"model {self.model.name}"))

    def _messages(self, work: AssistantWork) -> tuple[Message, ...]:
        observation, found = work.observation, work.recollections or Recollections()
        return self.prompts[MODES[self.mode]].messages(
            name=observation["name"],
            date=observation["date"],
            context=context_words(found.context, self.context),
            lessons="\n".join(map(_lesson, found.lessons)) or NOTHING,
            message=observation["message"],
        )

    def _seed(self, work: AssistantWork) -> int:
        observation = work.observation
        return self._seeds.seed("model", observation["reply_id"] or observation["message"]) & 0x7FFFFFFF

    def _say(self, work: AssistantWork, words: str) -> None:
        work.plan = ReplyPlan(PlanAct.ANSWER, (words,), {"form": Form.TEXT})


def context_words(context: str, form: str) -> str:
    """The recalled context, in the form that a prompt uses.

    Args:
        context: The lines of `Recollections.context`.
        form: `text` or `json`.

    Example:
        >>> context_words("[2025-03-01 09:30] Ada: I live in Bergen.", "json")
        '[{"date": "2025-03-01 09:30", "name": "Ada", "text": "I live in Bergen."}]'
    """
    if not context:
        return NOTHING
    if form == "text":
        return context
    lines = [
        {key: value for key, value in (("date", line.date), ("name", line.name), ("text", line.text)) if value}
        for line in read_context(context)
    ]
    return json.dumps(lines, ensure_ascii=False)


def _lesson(lesson: Lesson) -> str:
    return (
        f"- {lesson.style_attribute.replace('_', ' ')}: {lesson.value.replace('_', ' ')} ({lesson.confidence:.0%} sure)"
    )


_OWN = signature(ModelAssistant).parameters.keys() - {"model"}
"""The assistant's own options; all other options of a spec go to the model."""


def _seating(opened: Callable[..., ChatModel]) -> Callable[..., ModelAssistant]:
    """Makes an assistant from a provider's spec and the options after the further colon."""

    def assistant(named: str, **options: Any) -> ModelAssistant:
        own = {name: options.pop(name) for name in _OWN & options.keys()}
        return ModelAssistant(opened(named, **options), **own)

    return assistant


openai_assistant = _seating(openai_model)
"""`openai:MODEL` in the assistant's seat; options that are not the assistant's go to the model."""

replay_assistant = _seating(replay_model)
"""`replay:FILE` in the assistant's seat: a model's recorded calls only."""
