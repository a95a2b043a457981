"""The scripted assistant: `recall -> read -> plan -> reply -> remember`, with any memory.

It answers from the context that its memory brought back and from nothing else, so what a table shows is what the
memory is worth. Its phrases are its own.
"""

from __future__ import annotations

import tomllib
from collections import OrderedDict
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import cache
from importlib.resources import files
from typing import Any

from regulars.agents.reading import Reading, best_sentence, lines_of, read_attribute
from regulars.chinese_text import asks
from regulars.dialogue import ASSISTANT, Feedback, FeedbackAction, Phase, Plan, PlanAct, Reply, Turn
from regulars.memory import Cue, Memory, Recollections, adopt, build_memory
from regulars.scenarios.language.packs import Language
from regulars.scenarios.world import Form
from regulars.seeding import Draws, SeedTree

__all__ = ["ScriptedAssistant", "agent_phrases"]

KEPT_RECOLLECTIONS = 16
"""Replies whose recollections are kept, so that late feedback finds what it is about."""


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


class ScriptedAssistant:
    """Answers what it is asked from memory, abstains where memory says nothing, and acknowledges the rest.

    Args:
        memory: A memory's spec, or a callable that makes one; each episode begins with a fresh one.
        language: The language pack that it reads with.
        k: Ranked items that it asks for.
        budget: Tokens of context that it asks for.
    """

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

    def act(self, observation: dict[str, Any]) -> Reply:
        """The next reply."""
        phase = observation["phase"]
        self.last = None
        if phase == Phase.PROBE:
            found = self.recall(observation, "probe")
            return self.reply(self.plan(observation, found), observation, found)
        self._turn_page(observation)
        if observation["rated"]:
            self._learn(observation)
        if phase == Phase.LISTEN:
            self.memory.observe(self._turn(observation))
            return Reply("")
        if phase == Phase.CLOSING:
            self.memory.observe(self._turn(observation))
            assert self._time is not None
            self.memory.close_session(self._time)
            self._session = 0
            return Reply("")
        recollections = self.recall(observation, "answer") if asks(observation["message"]) else None
        reply = self.reply(self.plan(observation, recollections), observation, recollections)
        self.remember(observation, reply)
        return reply

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
        satisfaction = float(observation["satisfaction"])
        feedback = Feedback(
            observation["about"],
            FeedbackAction(observation["rating"]),
            satisfaction if satisfaction >= 0 else None,
            "",
            self._time,
        )
        self.memory.feedback(feedback, self._recent.get(feedback.about))

    # ------------------------------------------------------------------ nodes

    def recall(self, observation: dict[str, Any], purpose: str) -> Recollections:
        """What memory brings back for the message."""
        cue = Cue(
            text=observation["message"],
            as_of=datetime.fromisoformat(observation["date"]),
            scope=observation["scope"],
            purpose=purpose,
            k=self.k,
            budget=self.budget,
        )
        self.last = self.memory.recall(cue)
        return self.last

    def plan(self, observation: dict[str, Any], recollections: Recollections | None) -> Plan:
        """What to say: the offered option that is to be chosen, an answer that was read, or an abstention."""
        message = observation["message"]
        offered = self.language.offered(message)
        if offered is not None:
            attribute, options = offered
            chosen = self._draws(observation).choice(options)
            return Plan(PlanAct.CONFIRM, (chosen,), {"attribute": attribute})
        if recollections is None:
            return Plan(PlanAct.ACKNOWLEDGE)
        asked = self.language.asked_attribute(message)
        if asked is None and observation["phase"] != Phase.PROBE:
            return Plan(PlanAct.ACKNOWLEDGE)
        reading = self.read(message, asked, recollections)
        if reading.text:
            return Plan(PlanAct.ANSWER, (reading.text,), {"form": Form.TEXT})
        if reading.over:
            return Plan(PlanAct.ANSWER, (), {"form": "over"})
        if not reading.values:
            return Plan(PlanAct.ABSTAIN)
        assert asked is not None
        attribute, form = asked
        return Plan(PlanAct.ANSWER, reading.values, {"form": form, "attribute": attribute})

    def read(self, message: str, asked: tuple[str, str] | None, recollections: Recollections) -> Reading:
        """What the context says in answer."""
        lines = lines_of(recollections.context)
        if asked is None:
            return best_sentence(message, lines)
        return read_attribute(self.language, asked[0], asked[1], lines)

    def reply(self, plan: Plan, observation: dict[str, Any], recollections: Recollections | None) -> Reply:
        """The plan in words, with what was recalled for it."""
        text = self._render(plan, self._draws(observation))
        if recollections is None:
            return Reply(text)
        recalled = tuple(dict.fromkeys(source for hit in recollections.hits for source in hit.sources))
        return Reply(text, recalled=recalled)

    def remember(self, observation: dict[str, Any], reply: Reply) -> None:
        """Both turns go into memory, and what was recalled is kept for the feedback that may come."""
        turn = self._turn(observation)
        self.memory.observe(turn)
        own = observation["reply_id"]
        self.memory.observe(
            Turn(own, turn.scope, turn.person, ASSISTANT, "Assistant", turn.session, reply.text, turn.time)
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
