"""A language model in the assistant's seat, with any memory: `openai:MODEL`, or any other `ChatModel`.

It sees the running session as messages. What memory brings back stands beside the newest line, in tags, apart from the
instructions. It answers directly (`direct`), first takes notes on what memory recalled (`note`: LongMemEval's chain of
note, arXiv 2410.10813, section 5), or keeps the memory itself, by calls of tools (`tools`).

A failing endpoint is an infrastructure fault. An unusable answer is the assistant's fault. Neither counts as a reply.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator
from inspect import signature
from pathlib import Path
from typing import Any

from regulars.agents.assistant.conversation import HISTORIES, SaidSoFar, moment_words, with_weekdays
from regulars.agents.assistant.scripted import AssistantWork, ScriptedAssistant
from regulars.agents.assistant.tool_rounds import Talk, aheld, held, with_tools
from regulars.agents.models import catalogue
from regulars.agents.models.answer_log import running_log
from regulars.agents.models.answer_schemas import NotedReply
from regulars.agents.models.catalogue import open_model
from regulars.agents.models.prompt_files import PromptSet, as_data, load_prompts
from regulars.agents.models.protocol import Call, ChatModel, Completion, Message, ToolCall
from regulars.agents.models.structured import aask, ask, words_of
from regulars.dialogue import Phase, PlanAct, ReplyPlan
from regulars.errors import ConfigurationError, did_you_mean
from regulars.memory import Lesson, Recollections
from regulars.memory.context_line import read_context
from regulars.memory.tools import MemoryTools, ToolFault, function_schemas
from regulars.scenarios.kinds import Form

MODES = {"direct": "assistant", "note": "assistant_note", "tools": "assistant_tools"}
"""The modes, and the prompt of each."""

CONTEXTS = ("text", "json")
"""The forms of the recalled context in the prompt: lines, or a JSON list."""

NOTHING = "(nothing)"
"""The placeholder if nothing was recalled or learned."""

_UNKNOWN = "unknown"
"""The name under which calls of unknown tools are counted."""


class ModelAssistant(ScriptedAssistant):
    """An assistant whose replies a model writes. Memory works as in the scripted assistant.

    Args:
        model: A model, or its spec, such as `openai:MODEL`.
        memory: A memory's spec, or a callable that makes one.
        k: The number of ranked items to recall.
        budget: The number of context tokens to recall.
        mode: `direct`; `note` to take notes on the recalled context before the reply; or `tools`, with which the memory
            holds what the model saves, and recorded turns.
        context: `text` or `json`.
        history: How much of the conversation the model sees as messages: `session`, `all` or `none`.
        fair: Whether the prompt asks for unambiguous replies; see the prompt `fair_answer`.
        prompts: A folder with your own prompts, or a prompt set.

    Raises:
        ConfigurationError: The model cannot be opened, or the mode, context or history is unknown.
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
        history: str = "session",
        fair: bool = True,
        prompts: str | Path | PromptSet | None = None,
    ) -> None:
        for name, value, known in (
            ("mode", mode, tuple(MODES)), ("context", context, CONTEXTS), ("history", history, HISTORIES),
        ):  # fmt: skip
            if value not in known:
                raise ConfigurationError(
                    f"unknown {name} {value!r}", where="assistant", remedy=did_you_mean(str(value), known)
                )
        if not isinstance(fair, bool):
            raise ConfigurationError(f"fair is {fair!r}", where="assistant", expected="true or false")
        self.model = open_model(model, "assistant")
        self.mode = mode
        self.context = context
        self.history = history
        self.prompts = load_prompts(prompts)
        self._fair = self.prompts["fair_answer"].text() if fair else ""
        super().__init__(memory, k=k, budget=budget)

    # ------------------------------------------------------------------ life cycle

    def begin(self, episode_id: str, seed: int) -> None:
        """Starts with an empty memory and an empty conversation."""
        super().begin(episode_id, seed)
        self.conversation = SaidSoFar(self.history)
        self.tools = MemoryTools(self.memory, k=self.k, budget=self.budget)

    def get_state(self) -> tuple[Any, ...]:
        """The state of the scripted assistant, the conversation, and the notes that were saved."""
        return super().get_state(), self.conversation.said, self.tools.notes

    def set_state(self, state: tuple[Any, ...]) -> None:
        """Restores a state from `get_state`."""
        scripted, said, notes = state
        super().set_state(scripted)
        self.conversation.said = dict(said)
        self.tools.notes = {scope: dict(mine) for scope, mine in notes.items()}

    # ------------------------------------------------------------------ nodes

    @property
    def recalls_first(self) -> bool:
        """Whether memory is queried before every reply. With `tools` the model queries it instead."""
        return self.mode != "tools"

    def wants_memory(self, observation: dict[str, Any]) -> bool:
        """Always true, whatever the line."""
        return True

    def recall(self, work: AssistantWork) -> str | None:
        """Takes in feedback and queries memory. With tools, the model also acts at a session's end, to save more."""
        following = super().recall(work)
        return None if self.mode == "tools" and work.phase == Phase.CLOSING else following

    def read(self, work: AssistantWork) -> None:
        """Does nothing: the model reads the context itself."""

    def plan(self, work: AssistantWork) -> None:
        """Asks the model for the reply, and uses it unchanged."""
        if self.mode == "note":
            messages, seed = self._messages(work), self._seed(work)
            noted = ask(self.model, messages, NotedReply, seed=seed, purpose="assistant note", prompts=self.prompts)
            self._say(work, noted.reply)
        else:
            self._say(work, held(self._talk(work), self.model))

    async def aplan(self, work: AssistantWork) -> None:
        """Asynchronous version of `plan`."""
        if self.mode == "note":
            messages, seed = self._messages(work), self._seed(work)
            noted = await aask(
                self.model, messages, NotedReply, seed=seed, purpose="assistant note", prompts=self.prompts
            )
            self._say(work, noted.reply)
        else:
            self._say(work, await aheld(self._talk(work), self.model))

    def stores_turns(self, work: AssistantWork) -> bool:
        """Whether turns are stored verbatim. With tools, only recorded turns are: the model is not asked about them."""
        return self.mode != "tools" or work.phase == Phase.LISTEN

    def remember(self, work: AssistantWork) -> None:
        """Stores the turns in memory and in the conversation."""
        super().remember(work)
        self.conversation.add(work.observation, work.reply.text)

    # ------------------------------------------------------------------ the model's turn

    def _talk(self, work: AssistantWork) -> Talk:
        call = Call(self._messages(work), seed=self._seed(work), purpose="assistant")
        where = f"model {self.model.name}"
        if self.mode != "tools":
            return _asked_once(call, where)
        tools = function_schemas(probing=work.phase == Phase.PROBE)
        replies = work.phase != Phase.CLOSING
        return with_tools(call, tools, lambda one: self._carry_out(one, work), where=where, replies=replies)

    def _carry_out(self, call: ToolCall, work: AssistantWork) -> str:
        """The result of a call of a tool; what a search brings back counts as recalled for the reply."""
        turn = self.turn(work.observation)
        result = self.tools.call(call.name, call.arguments, turn, probing=work.phase == Phase.PROBE)
        if result.recollections is not None:
            work.recollections = self.last = _joined(work.recollections, result.recollections)
        log = running_log()
        if log is not None:
            name = _UNKNOWN if result.fault is ToolFault.UNKNOWN_TOOL else call.name
            log.used_tool("assistant", self.model.name, name, result.fault or "")
        return result.text

    def _messages(self, work: AssistantWork) -> tuple[Message, ...]:
        """Instructions, the conversation so far, and the newest line with what memory brings back."""
        observation, found = work.observation, work.recollections or Recollections()
        slots = {
            "name": observation["name"],
            "date": moment_words(observation["date"]),
            "message": as_data(observation["message"]),
            "fair": self._fair,
        }
        if self.mode == "tools":
            closes = work.phase == Phase.CLOSING
            slots["closing"] = self.prompts["assistant_closing"].text() if closes else ""
        else:
            slots["context"] = as_data(context_words(with_weekdays(found.context), self.context))
            slots["lessons"] = as_data("\n".join(map(_lesson, found.lessons)) or NOTHING)
        system, user = self.prompts[MODES[self.mode]].messages(**slots)
        return (system, *self._said_before(work), user)

    def _said_before(self, work: AssistantWork) -> tuple[Message, ...]:
        """The conversation so far. A probe stands beside the conversation: it sees what `history=all` keeps, only."""
        if work.phase == Phase.PROBE and self.history != "all":
            return ()
        return self.conversation.before(work.observation)

    def _seed(self, work: AssistantWork) -> int:
        observation = work.observation
        name = observation["reply_id"] or observation["message"]
        return self._seeds.seed("model", name) & 0x7FFFFFFF

    def _say(self, work: AssistantWork, words: str) -> None:
        work.plan = ReplyPlan(PlanAct.ANSWER, (words,), {"form": Form.TEXT})


def _asked_once(call: Call, where: str) -> Generator[Call, Completion, str]:
    said = yield call
    return words_of(said, where)


def _joined(first: Recollections | None, second: Recollections) -> Recollections:
    """What two searches brought back for one reply: the items of the first, then the new ones of the second."""
    if first is None:
        return second
    known = {hit.id for hit in first.hits}
    return Recollections(
        (*first.hits, *(hit for hit in second.hits if hit.id not in known)),
        "\n".join(filter(None, (first.context, second.context))),
        first.tokens + second.tokens,
        second.lessons or first.lessons,
        first.why and second.why,
        second.level,
    )


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


openai_assistant = _seating(catalogue.openai_model)
"""`openai:MODEL` in the assistant's seat; options that are not the assistant's go to the model."""

responses_assistant = _seating(catalogue.responses_model)
azure_assistant = _seating(catalogue.azure_model)
anthropic_assistant = _seating(catalogue.anthropic_model)
litellm_assistant = _seating(catalogue.litellm_model)
local_assistant = _seating(catalogue.local_model)

replay_assistant = _seating(catalogue.replay_model)
"""`replay:FILE` in the assistant's seat: a model's recorded calls only."""
