"""The scripted assistant: `recall -> read -> plan -> reply -> remember`, with any memory.

It answers only from the context that its memory recalls, so its results measure the memory. The lessons that a memory
recalls decide how it replies and proceeds. It has its own phrases.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from regulars.agents.assistant.acknowledging import HINT, QUESTION, kind_of, tells_half, without_quotes
from regulars.agents.assistant.context_reader import PACKS, ContextReader, context_reader
from regulars.agents.assistant.lessons import NOTHING_LEARNT, Guidance, read_lessons
from regulars.agents.assistant.question_parsing import Question
from regulars.agents.assistant.reading import Reading
from regulars.agents.assistant.wording import agent_phrases, occasion_of, plan_in_words, styled
from regulars.agents.seats.flow import END, Flow, arun, run
from regulars.agents.style.rules import default_book
from regulars.dialogue import ASSISTANT, Feedback, Phase, PlanAct, Reply, ReplyPlan, Turn, feedback_in
from regulars.flags import warn_of_misspelt_flags
from regulars.memory import Cue, Memory, MemoryFlags, Recollections, adopt, build_memory
from regulars.memory.adopt import Adopted
from regulars.rewards.style_checks.occasions import Occasion
from regulars.scenarios.kinds import Form
from regulars.scenarios.language.packs import Language
from regulars.seeding import Draws, SeedTree

KEPT_RECOLLECTIONS = 16
"""Number of replies whose recollections are kept, so that late feedback can be matched to its reply."""

SURE = 0.5
"""Minimum confidence for following a lesson."""

FLOW = Flow(
    "assistant",
    ("recall", "read", "plan", "reply", "remember"),
    jumps={"recall": ("remember",), "reply": (END,)},
)

_ACKNOWLEDGE = ReplyPlan(PlanAct.ACKNOWLEDGE)
_NOTHING = Reply("")


@dataclass(slots=True)
class AssistantWork:
    """One turn of an assistant; each node fills in its part.

    Attributes:
        observation: What the seat sees.
        phase: The phase of the session.
        recollections: What memory recalled; None if it was not asked.
        asked: What the message asks for; None if it contains no question that the assistant understands.
        reading: The answer that the context gives; None if nothing was read.
        due: The attribute that the person wanted to be reminded of today; empty if none.
        consulted: The project domain for which the person wants a plan; empty if none.
        guidance: What the recalled lessons say.
        plan: What to say.
        reply: The action.
    """

    observation: dict[str, Any]
    phase: int
    recollections: Recollections | None = None
    asked: Question | None = None
    reading: Reading | None = None
    due: str = ""
    consulted: str = ""
    guidance: Guidance = NOTHING_LEARNT
    plan: ReplyPlan = _ACKNOWLEDGE
    reply: Reply = _NOTHING


def recalled(recollections: Recollections | None) -> tuple[str, ...] | None:
    """The turns that recollections rest on, in rank order; None if memory was not asked, or ranks nothing."""
    if recollections is None or not recollections.ranked or (recollections.context and not recollections.hits):
        return None
    return tuple(dict.fromkeys(source for hit in recollections.hits for source in hit.sources))


class ScriptedAssistant:
    """Answers questions from memory, abstains if memory has no answer, and acknowledges everything else.

    Args:
        memory: A memory's spec, or a callable that makes one. The callable gets the argument `seed` if it is marked
            `seeded`. Each episode starts with a fresh memory.
        language: The language pack for reading.
        k: The number of ranked items to recall.
        budget: The number of context tokens to recall.
        sure: The minimum confidence for following a lesson.
        explore: The share of style attributes that a reply sets at random instead of from what is known.
        curiosity: The share of acknowledgements that ask to hear more.
        reading: How messages and contexts are read. `packs` knows the wordings of the language packs. `oracle` is
            available only in evaluations, where it is the default.

    Raises:
        ConfigurationError: `reading` is unknown, or `oracle` outside an evaluation.

    Attributes:
        reader: The reader.
        ignored: How many lessons named an unknown style attribute, setting or step, by the attribute they named.
    """

    flow = FLOW

    def __init__(
        self,
        memory: str | Callable[..., Any] = "bm25-turn",
        *,
        language: Language | None = None,
        k: int = 10,
        budget: int = 1024,
        sure: float = SURE,
        explore: float = 0.0,
        curiosity: float = 0.0,
        reading: str | ContextReader = PACKS,
    ) -> None:
        if not isinstance(memory, str):
            warn_of_misspelt_flags(memory, MemoryFlags, getattr(memory, "__name__", ""))
        self._make = memory
        self.sure = sure
        self.explore = explore
        self.curiosity = curiosity
        self.language = language or Language.load("english")
        self.reader = context_reader(reading, self.language) if isinstance(reading, str) else reading
        self.k = k
        self.budget = budget
        self.last: Recollections | None = None
        self.begin("", 0)

    # ------------------------------------------------------------------ life cycle

    def use_language(self, language: Language) -> None:
        """Reads and answers in that language from now on."""
        self.language = language
        self.reader.use_language(language)

    def begin(self, episode_id: str, seed: int) -> None:
        """Starts with an empty memory, and calls its `begin` if it has one."""
        self._seeds = SeedTree(seed)
        self.memory = self._fresh(seed)
        if episode_id and isinstance(self.memory, Adopted):
            self.memory.begin(episode_id, seed)
        self._recent: OrderedDict[str, Recollections] = OrderedDict()
        self.ignored: Counter[str] = Counter()
        self._person = ""
        self._has_asked = False
        self._session = 0
        self._time: datetime | None = None

    def end(self, reason: str) -> None:
        """Calls the memory's `end` if it has one."""
        if isinstance(self.memory, Adopted):
            self.memory.end(reason)

    def _fresh(self, seed: int) -> Memory:
        if isinstance(self._make, str):
            return build_memory(self._make, seed=seed)
        return adopt(self._make(seed=seed) if getattr(self._make, "seeded", False) else self._make())

    @property
    def recalls_first(self) -> bool:
        """Whether memory is queried before a reply is planned; if not, the plan may query it."""
        return True

    @property
    def branches(self) -> bool | None:
        """Whether a probe leaves no trace, by the memory's flags; None if the state must be restored after it."""
        return bool(getattr(self.memory, "journals", False)) or None

    @property
    def learns(self) -> bool:
        """Whether its memory learns from feedback."""
        return bool(getattr(self.memory, "learns", False))

    def stop_exploring(self) -> None:
        """Stops setting style attributes at random, as before an exam."""
        self.explore = 0.0

    def get_state(self) -> tuple[Any, ...]:
        """The memory's snapshot and all other state that changes."""
        return (
            self.memory.snapshot(), self._seeds, tuple(self._recent.items()), self._person, self._session, self._time,
            dict(self.ignored), self._has_asked,
        )  # fmt: skip

    def set_state(self, state: tuple[Any, ...]) -> None:
        """Restores a state from `get_state`."""
        snapshot, self._seeds, recent, self._person, self._session, self._time, ignored, self._has_asked = state
        self.memory.restore(snapshot)
        self.ignored = Counter(ignored)
        self._recent = OrderedDict(recent)

    # ------------------------------------------------------------------ acting

    def work(self, observation: dict[str, Any]) -> AssistantWork:
        """Starts a turn."""
        return AssistantWork(observation, observation["phase"])

    def outcome(self, work: AssistantWork) -> Reply:
        """The reply that a turn produced."""
        return work.reply

    def act(self, observation: dict[str, Any]) -> Reply:
        """The next reply."""
        work = AssistantWork(observation, observation["phase"])
        run(self, work)
        return work.reply

    async def aact(self, observation: dict[str, Any]) -> Reply:
        """Asynchronous version of `act`."""
        work = AssistantWork(observation, observation["phase"])
        await arun(self, work)
        return work.reply

    def _turn_page(self, observation: dict[str, Any]) -> None:
        """Closes a recorded session when the next one begins."""
        number = int(observation["session"])
        if self._session and number != self._session and self._time is not None:
            self.memory.close_session(self._time)
        self._session = number
        self._time = datetime.fromisoformat(observation["date"])
        if observation["speaker"] != ASSISTANT:
            self._person = observation["speaker"]

    def learn(self, feedback: Feedback) -> None:
        """Passes feedback to the memory, with the recollections behind the rated reply."""
        self.memory.feedback(feedback, self._recent.get(feedback.about))

    # ------------------------------------------------------------------ nodes

    def recall(self, work: AssistantWork) -> str | None:
        """Takes in feedback and the date, then queries memory if the message needs an answer."""
        self.last = None
        if work.phase != Phase.PROBE:
            self._turn_page(work.observation)
            feedback = feedback_in(work.observation)
            if feedback is not None:
                self.learn(feedback)
            if work.phase in (Phase.LISTEN, Phase.CLOSING):
                return "remember"
        if self.recalls_first and (work.phase == Phase.PROBE or self.wants_memory(work.observation)):
            work.recollections = self.last = self.memory.recall(self.cue(work))
        return None

    def wants_memory(self, observation: dict[str, Any]) -> bool:
        """Whether to query memory for a line of the conversation.

        It does so for questions and requests, and for the first line of a session, since something may be due. It does
        so for every line if the memory teaches, since a lesson holds for every reply.
        """
        opens = observation["phase"] == Phase.OPENING
        teaches = bool(getattr(self.memory, "teaches", False))
        return opens or teaches or self.reader.requests(observation["message"])

    def cue(self, work: AssistantWork) -> Cue:
        """The query to memory."""
        observation = work.observation
        text = observation["message"]
        if work.phase == Phase.OPENING and not self.language.requests(text):
            text = f"{text} {agent_phrases(self.language.name)['remind_cue'][0]}"
        return Cue(
            text=text,
            as_of=datetime.fromisoformat(observation["date"]),
            scope=observation["scope"],
            purpose="probe" if work.phase == Phase.PROBE else "answer",
            k=self.k,
            budget=self.budget,
        )

    def read(self, work: AssistantWork) -> None:
        """Reads the answer, due reminders and lessons from the recollections, if memory was queried."""
        if work.recollections is None:
            return
        message = work.observation["message"]
        if work.recollections.lessons:
            work.guidance = read_lessons(work.recollections.lessons, self.sure)
            if work.phase != Phase.PROBE:
                self.ignored.update(work.guidance.ignored)
        work.consulted = self.reader.consulted(message)
        if work.consulted:
            return
        found = self.reader.understand(work.observation, work.recollections.context)
        work.asked, work.reading, work.due = found.asked, found.reading, found.due

    def plan(self, work: AssistantWork) -> None:
        """Decides what to say and how: adds style settings to the plan's own settings."""
        plan = self.intent(work)
        if not work.consulted:  # a plan needs the words it needs: rules on style do not apply to it
            settings = self.settings(work)
            if settings:
                plan = replace(plan, settings={**plan.settings, **settings})
        work.plan = plan

    def intent(self, work: AssistantWork) -> ReplyPlan:
        """What to say.

        In this order: the offered option that fits everything told; the steps, or a question about them; the answer
        that was read, or an abstention; what is due; a question about what is hinted at; else an acknowledgement.
        """
        offered = self.reader.offered(work.observation["message"])
        if offered is not None:
            context = work.recollections.context if work.recollections is not None else ""
            chosen = self._draws(work.observation).choice(self.reader.fitting(offered, context))
            return ReplyPlan(PlanAct.CONFIRM, (chosen,), {"attribute": offered[0]})
        if work.consulted:
            steps = self.known_steps(work)
            return ReplyPlan(PlanAct.ADVISE if steps else PlanAct.ASK, steps, {"domain": work.consulted})
        reading = work.reading
        if reading is not None:
            return self._answer(work, reading)
        if work.due:
            told = self._reminded_of(work)
            return ReplyPlan(PlanAct.REMIND, told, {"attribute": work.due})
        return self._acknowledge(work)

    def _acknowledge(self, work: AssistantWork) -> ReplyPlan:
        """Words that suit the kind of the message.

        It asks about a hint, once more if half an answer comes, and about more if it is curious.
        """
        message = work.observation["message"]
        kind = kind_of(self.language, message)
        draws = self._seeds.draws("curious", _name(work.observation))
        is_half = self._has_asked and work.phase == Phase.TALK and tells_half(self.language, message)
        if kind == HINT or is_half or (self.curiosity and draws.uniform() < self.curiosity):
            return ReplyPlan(PlanAct.ASK)
        if not kind and self.reader.requests(without_quotes(message)):
            kind = QUESTION
        return ReplyPlan(PlanAct.ACKNOWLEDGE, (), {"to": kind}) if kind else _ACKNOWLEDGE

    def _answer(self, work: AssistantWork, reading: Reading) -> ReplyPlan:
        if reading.text:
            return ReplyPlan(PlanAct.ANSWER, (reading.text,), {"form": Form.TEXT})
        if reading.over:
            return ReplyPlan(PlanAct.ANSWER, (), {"form": "over"})
        if not reading.values:
            return ReplyPlan(PlanAct.ABSTAIN)
        assert work.asked is not None
        return ReplyPlan(PlanAct.ANSWER, reading.values, {"form": work.asked.form, "attribute": work.asked.wanted})

    def _reminded_of(self, work: AssistantWork) -> tuple[str, ...]:
        """The value to remind the person of, if the context gives it."""
        assert work.recollections is not None
        return self.reader.value(work.due, work.recollections.context)

    def settings(self, work: AssistantWork) -> Mapping[str, str]:
        """The style settings of the reply, by style attribute: from lessons and from exploration."""
        settings = dict(work.guidance.settings)
        if self.explore:
            person, reply = work.observation["speaker"], _name(work.observation)
            for style_attribute, kind in default_book().rules.items():
                draws = self._seeds.draws("explore", person, style_attribute, reply)
                if draws.uniform() < self.explore:
                    settings[style_attribute] = draws.choice(list(kind.settings))
        return settings

    def known_steps(self, work: AssistantWork) -> tuple[str, ...]:
        """The steps in the domain that is asked about; empty if no lesson gives them."""
        return work.guidance.steps.get(work.consulted, ())

    def occasion(self, work: AssistantWork, plan: ReplyPlan) -> Occasion:
        """The facts about a reply that standing rules depend on, as far as the assistant knows them."""
        told = work.reading.told if work.reading is not None else ()
        return occasion_of(work.observation, plan, told, work.consulted, self.language)

    def reply(self, work: AssistantWork) -> str | None:
        """Puts the plan into words, and declares what was recalled for it."""
        plan = work.plan
        if work.phase != Phase.PROBE:
            self._has_asked = plan.act is PlanAct.ASK and not self._has_asked
        text = plan_in_words(plan, self.language, self._draws(work.observation))
        rules = default_book().rules
        settings = {
            style_attribute: str(setting)
            for style_attribute, setting in plan.settings.items()
            if style_attribute in rules
        }
        if settings:
            text = styled(text, plan.act, settings, self.occasion(work, plan))
        work.reply = Reply(text, recalled=recalled(work.recollections))
        return END if work.phase == Phase.PROBE else None

    def remember(self, work: AssistantWork) -> None:
        """Stores both turns in memory, and keeps the recollections for later feedback."""
        turn, stored = self.turn(work.observation), self.stores_turns(work)
        if stored:
            self.memory.observe(turn)
        if work.phase == Phase.CLOSING:
            self.memory.close_session(turn.time)
            self._session = 0
        if work.phase in (Phase.LISTEN, Phase.CLOSING):
            return
        own = work.observation["reply_id"]
        if stored:
            self.memory.observe(
                Turn(own, turn.scope, turn.person, ASSISTANT, "Assistant", turn.session, work.reply.text, turn.time)
            )
        if self.last is not None:
            self._recent[own] = self.last
            if len(self._recent) > KEPT_RECOLLECTIONS:
                self._recent.popitem(last=False)

    def stores_turns(self, work: AssistantWork) -> bool:
        """Whether the turns of the conversation are stored in memory verbatim."""
        return True

    # ------------------------------------------------------------------ words

    def turn(self, observation: dict[str, Any]) -> Turn:
        """The line of an observation, as a turn for the memory."""
        return Turn(
            observation["turn_id"],
            observation["scope"],
            self._person,
            observation["speaker"],
            observation["name"],
            self._session,
            observation["message"],
            datetime.fromisoformat(observation["date"]),
        )

    def _draws(self, observation: dict[str, Any]) -> Draws:
        return self._seeds.draws("reply", _name(observation))


def _name(observation: Mapping[str, Any]) -> str:
    """The name of a reply's draws: its id, or for a probe the question."""
    return str(observation["reply_id"] or observation["message"])
