"""The scripted assistant: `recall -> read -> plan -> reply -> remember`, with any memory.

It answers from the context that its memory brought back and from nothing else, so what a table shows is what the
memory is worth. Its phrases are its own.
"""

from __future__ import annotations

import tomllib
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from importlib.resources import files
from typing import Any

from regulars.agents.flow import END, Flow, arun, run
from regulars.agents.reading import Reading, best_sentence, lines_of, read_attribute
from regulars.chinese_text import asks
from regulars.dialogue import ASSISTANT, Phase, Plan, PlanAct, Reply, Turn, feedback_in
from regulars.memory import Cue, Memory, Recollections, adopt, build_memory
from regulars.scenarios.language.packs import Language
from regulars.scenarios.world import Form
from regulars.seeding import Draws, SeedTree

__all__ = ["AssistantWork", "ScriptedAssistant", "agent_phrases", "recalled"]

KEPT_RECOLLECTIONS = 16
"""Replies whose recollections are kept, so that late feedback finds what it is about."""


FLOW = Flow(
    "assistant",
    ("recall", "read", "plan", "reply", "remember"),
    jumps={"recall": ("remember",), "reply": (END,)},
)

_ACKNOWLEDGE = Plan(PlanAct.ACKNOWLEDGE)
_NOTHING = Reply("")


@cache
def _phrases(language: str = "english") -> Mapping[str, list[str]]:
    own = "assistant.toml" if language == "english" else f"assistant_{language}.toml"
    text = files("regulars.agents").joinpath(f"phrases/{own}").read_text("utf-8")
    return tomllib.loads(text)


@cache
def agent_phrases(language: str = "english") -> Mapping[str, list[str]]:
    """The phrases of the built-in assistants in a language: of the scripted one by act, and of the others."""
    others = tomllib.loads(files("regulars.agents").joinpath("phrases/others.toml").read_text("utf-8"))
    return {**_phrases(language), **others[language]}


@dataclass(slots=True)
class AssistantWork:
    """One turn of an assistant, as it passes from node to node.

    Attributes:
        observation: What the seat sees.
        phase: Its phase.
        recollections: What memory brought back, None where it was not asked.
        asked: The attribute that the message asks for, and the form of the answer; None if none is understood.
        reading: What the context says in answer, None where nothing was read.
        plan: What to say.
        reply: The action.
    """

    observation: dict[str, Any]
    phase: int
    recollections: Recollections | None = None
    asked: tuple[str, str] | None = None
    reading: Reading | None = None
    plan: Plan = _ACKNOWLEDGE
    reply: Reply = _NOTHING


def recalled(recollections: Recollections | None) -> tuple[str, ...] | None:
    """The turns that recollections rest on, in rank order; None where memory was not asked."""
    if recollections is None:
        return None
    return tuple(dict.fromkeys(source for hit in recollections.hits for source in hit.sources))


class ScriptedAssistant:
    """Answers what it is asked from memory, abstains where memory says nothing, and acknowledges the rest.

    Args:
        memory: A memory's spec, or a callable that makes one; each episode begins with a fresh one.
        language: The language pack that it reads with.
        k: Ranked items that it asks for.
        budget: Tokens of context that it asks for.
    """

    flow = FLOW

    def __init__(
        self,
        memory: str | Callable[[], Any] = "bm25-turn",
        *,
        language: Language | None = None,
        k: int = 10,
        budget: int = 1024,
    ) -> None:
        self._make = memory
        self.language = language or Language.load("english")
        self.k = k
        self.budget = budget
        self.last: Recollections | None = None
        self.begin("assistant_0", 0)

    # ------------------------------------------------------------------ life cycle

    def use_language(self, language: Language) -> None:
        """Reads and answers in that language from now on."""
        self.language = language

    def begin(self, seat: str, seed: int) -> None:
        """Starts with an empty memory."""
        self._seeds = SeedTree(seed)
        self.memory = self._fresh(seed)
        self._recent: OrderedDict[str, Recollections] = OrderedDict()
        self._person = ""
        self._session = 0
        self._time: datetime | None = None

    def _fresh(self, seed: int) -> Memory:
        return build_memory(self._make, seed=seed) if isinstance(self._make, str) else adopt(self._make())

    @property
    def branches(self) -> bool:
        """Whether a probe leaves no trace: the memory promises that a probe's recall journals nothing."""
        return bool(getattr(self.memory, "journals", False))

    def get_state(self) -> tuple[Any, ...]:
        """The memory's snapshot and what else moves."""
        return (
            self.memory.snapshot(), self._seeds, tuple(self._recent.items()), self._person, self._session, self._time,
        )  # fmt: skip

    def set_state(self, state: tuple[Any, ...]) -> None:
        """Goes back to a state from `get_state`."""
        snapshot, self._seeds, recent, self._person, self._session, self._time = state
        self.memory.restore(snapshot)
        self._recent = OrderedDict(recent)

    # ------------------------------------------------------------------ acting

    def work(self, observation: dict[str, Any]) -> AssistantWork:
        """A turn that begins."""
        return AssistantWork(observation, observation["phase"])

    def outcome(self, work: AssistantWork) -> Reply:
        """What a turn came to."""
        return work.reply

    def act(self, observation: dict[str, Any]) -> Reply:
        """The next reply."""
        work = AssistantWork(observation, observation["phase"])
        run(self, work)
        return work.reply

    async def aact(self, observation: dict[str, Any]) -> Reply:
        """The next reply, awaited."""
        work = AssistantWork(observation, observation["phase"])
        await arun(self, work)
        return work.reply

    def _turn_page(self, observation: dict[str, Any]) -> None:
        """A recorded session that is over is closed when the next one begins."""
        number = int(observation["session"])
        if self._session and number != self._session and self._time is not None:
            self.memory.close_session(self._time)
        self._session = number
        self._time = datetime.fromisoformat(observation["date"])
        if observation["speaker"] != ASSISTANT:
            self._person = observation["speaker"]

    def _learn(self, observation: dict[str, Any]) -> None:
        feedback = feedback_in(observation)
        if feedback is not None:
            self.memory.feedback(feedback, self._recent.get(feedback.about))

    # ------------------------------------------------------------------ nodes

    def recall(self, work: AssistantWork) -> str | None:
        """Takes in feedback and the calendar, and what memory brings back for a message that wants something."""
        self.last = None
        if work.phase != Phase.PROBE:
            self._turn_page(work.observation)
            self._learn(work.observation)
            if work.phase in (Phase.LISTEN, Phase.CLOSING):
                return "remember"
        if work.phase == Phase.PROBE or self.wants_memory(work.observation):
            work.recollections = self.last = self.memory.recall(self.cue(work))
        return None

    def wants_memory(self, observation: dict[str, Any]) -> bool:
        """Whether a line of the conversation is looked up: one that asks something."""
        return asks(observation["message"])

    def cue(self, work: AssistantWork) -> Cue:
        """What memory is asked for."""
        observation = work.observation
        return Cue(
            text=observation["message"],
            as_of=datetime.fromisoformat(observation["date"]),
            scope=observation["scope"],
            purpose="probe" if work.phase == Phase.PROBE else "answer",
            k=self.k,
            budget=self.budget,
        )

    def read(self, work: AssistantWork) -> None:
        """What the context says in answer; nothing where nothing was looked up."""
        if work.recollections is None:
            return
        message = work.observation["message"]
        work.asked = self.language.asked_attribute(message)
        if work.asked is not None:
            lines = lines_of(work.recollections.context)
            work.reading = read_attribute(self.language, work.asked[0], work.asked[1], lines)
        elif work.phase == Phase.PROBE:
            work.reading = best_sentence(message, lines_of(work.recollections.context))

    def plan(self, work: AssistantWork) -> None:
        """What to say: the offered option that is to be chosen, an answer that was read, or an abstention."""
        offered = self.language.offered(work.observation["message"])
        if offered is not None:
            attribute, options = offered
            chosen = self._draws(work.observation).choice(options)
            work.plan = Plan(PlanAct.CONFIRM, (chosen,), {"attribute": attribute})
            return
        reading = work.reading
        if reading is None:
            return
        if reading.text:
            work.plan = Plan(PlanAct.ANSWER, (reading.text,), {"form": Form.TEXT})
        elif reading.over:
            work.plan = Plan(PlanAct.ANSWER, (), {"form": "over"})
        elif not reading.values:
            work.plan = Plan(PlanAct.ABSTAIN)
        else:
            assert work.asked is not None
            attribute, form = work.asked
            work.plan = Plan(PlanAct.ANSWER, reading.values, {"form": form, "attribute": attribute})

    def reply(self, work: AssistantWork) -> str | None:
        """The plan in words, with what was recalled for it."""
        text = self._render(work.plan, self._draws(work.observation))
        work.reply = Reply(text, recalled=recalled(work.recollections))
        return END if work.phase == Phase.PROBE else None

    def remember(self, work: AssistantWork) -> None:
        """Both turns go into memory, and what was recalled is kept for the feedback that may come."""
        turn = self._turn(work.observation)
        self.memory.observe(turn)
        if work.phase == Phase.CLOSING:
            self.memory.close_session(turn.time)
            self._session = 0
        if work.phase in (Phase.LISTEN, Phase.CLOSING):
            return
        own = work.observation["reply_id"]
        self.memory.observe(
            Turn(own, turn.scope, turn.person, ASSISTANT, "Assistant", turn.session, work.reply.text, turn.time)
        )
        if self.last is not None:
            self._recent[own] = self.last
            if len(self._recent) > KEPT_RECOLLECTIONS:
                self._recent.popitem(last=False)

    # ------------------------------------------------------------------ words

    def _turn(self, observation: dict[str, Any]) -> Turn:
        assert self._time is not None
        return Turn(
            observation["turn_id"],
            observation["scope"],
            self._person,
            observation["speaker"],
            observation["name"],
            self._session,
            observation["message"],
            self._time,
        )

    def _draws(self, observation: dict[str, Any]) -> Draws:
        return self._seeds.draws("reply", observation["reply_id"] or observation["message"])

    def _render(self, plan: Plan, draws: Draws) -> str:
        """The plan in words: a phrase drawn for its act, its values as people write them."""
        form = str(plan.knobs.get("form", Form.VALUE))
        if form == Form.TEXT:
            return plan.content[0]
        if plan.act is not PlanAct.ANSWER:
            phrase = draws.choice(agent_phrases(self.language.name)[plan.act.value])
        else:
            phrase = draws.choice(agent_phrases(self.language.name)[f"answer_{form}"])
        if not plan.content:
            return phrase
        attribute = str(plan.knobs["attribute"])
        written = form == Form.COUNT
        words = [value if written else self.language.value_words(attribute, value) for value in plan.content]
        listed = self.language.listed(words)
        label = self.language.ontology.attribute(attribute).label
        return phrase.format(value=words[0], values=listed, label=label)
