"""The scripted assistant: `recall -> read -> plan -> reply -> remember`, with any memory.

It answers from the context that its memory brought back and from nothing else, so what a table shows is what the
memory is worth. How it replies, and how it proceeds, follows the lessons that come with it. Its phrases are its own.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from regulars.agents.answering import answer, fitting
from regulars.agents.flow import END, Flow, arun, run
from regulars.agents.lessons import NOTHING_LEARNT, Guidance, read_lessons
from regulars.agents.questions import Question, question_in
from regulars.agents.reading import Reading, best_sentence, read_attribute, reminder_due
from regulars.agents.rule_book import default_book
from regulars.agents.wording import agent_phrases, occasion_of, plan_in_words, styled
from regulars.chinese_text import asks
from regulars.dialogue import ASSISTANT, Feedback, Phase, PlanAct, Reply, ReplyPlan, Turn, feedback_in
from regulars.memory import Cue, Memory, Recollections, adopt, build_memory
from regulars.memory.context_line import read_context
from regulars.rewards.compliance import Occasion
from regulars.scenarios.language.packs import Language
from regulars.scenarios.language.wishes import wishes_of
from regulars.scenarios.world import Form
from regulars.seeding import Draws, SeedTree

__all__ = ["AssistantWork", "ScriptedAssistant", "recalled"]

KEPT_RECOLLECTIONS = 16
"""Replies whose recollections are kept, so that late feedback finds what it is about."""

SURE = 0.5
"""Confidence from which a lesson is acted on."""

FLOW = Flow(
    "assistant",
    ("recall", "read", "plan", "reply", "remember"),
    jumps={"recall": ("remember",), "reply": (END,)},
)

_ACKNOWLEDGE = ReplyPlan(PlanAct.ACKNOWLEDGE)
_NOTHING = Reply("")


@dataclass(slots=True)
class AssistantWork:
    """One turn of an assistant, as it passes from node to node.

    Attributes:
        observation: What the seat sees.
        phase: Its phase.
        recollections: What memory brought back, None where it was not asked.
        asked: What the message asks for; None if no question is understood.
        reading: What the context says in answer, None where nothing was read.
        due: The attribute of which the person wanted to be reminded today; empty for none.
        consulted: The project domain for which a plan is wanted; empty for none.
        guidance: What the lessons that memory brought back say.
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
    """The turns that recollections rest on, in rank order; None where memory was not asked."""
    if recollections is None:
        return None
    return tuple(dict.fromkeys(source for hit in recollections.hits for source in hit.sources))


class ScriptedAssistant:
    """Answers what it is asked from memory, abstains where memory says nothing, and acknowledges the rest.

    Args:
        memory: A memory's spec, or a callable that makes one, with the argument `seed` if it is marked `seeded`; each
            episode begins with a fresh one.
        language: The language pack that it reads with.
        k: Ranked items that it asks for.
        budget: Tokens of context that it asks for.
        sure: The confidence from which a lesson is acted on.
        explore: The share of style attributes that are set at random in a reply, in place of what is known of them.
        curiosity: The share of acknowledgements in which it asks to hear more.

    Attributes:
        ignored: How many lessons spoke of a style attribute, setting or step that there is not, by their style attribute.
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
    ) -> None:
        self._make = memory
        self.sure = sure
        self.explore = explore
        self.curiosity = curiosity
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
        self.ignored: Counter[str] = Counter()
        self._person = ""
        self._session = 0
        self._time: datetime | None = None

    def _fresh(self, seed: int) -> Memory:
        if isinstance(self._make, str):
            return build_memory(self._make, seed=seed)
        return adopt(self._make(seed=seed) if getattr(self._make, "seeded", False) else self._make())

    @property
    def branches(self) -> bool:
        """Whether a probe leaves no trace: the memory promises that a probe's recall journals nothing."""
        return bool(getattr(self.memory, "journals", False))

    def get_state(self) -> tuple[Any, ...]:
        """The memory's snapshot and what else moves."""
        return (
            self.memory.snapshot(), self._seeds, tuple(self._recent.items()), self._person, self._session, self._time,
            dict(self.ignored),
        )  # fmt: skip

    def set_state(self, state: tuple[Any, ...]) -> None:
        """Goes back to a state from `get_state`."""
        snapshot, self._seeds, recent, self._person, self._session, self._time, ignored = state
        self.memory.restore(snapshot)
        self.ignored = Counter(ignored)
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

    def learn(self, feedback: Feedback) -> None:
        """Takes in feedback; here it goes to the memory, with what was recalled for the reply that it is about."""
        self.memory.feedback(feedback, self._recent.get(feedback.about))

    # ------------------------------------------------------------------ nodes

    def recall(self, work: AssistantWork) -> str | None:
        """Takes in feedback and the calendar, and what memory brings back for a message that wants something."""
        self.last = None
        if work.phase != Phase.PROBE:
            self._turn_page(work.observation)
            feedback = feedback_in(work.observation)
            if feedback is not None:
                self.learn(feedback)
            if work.phase in (Phase.LISTEN, Phase.CLOSING):
                return "remember"
        if work.phase == Phase.PROBE or self.wants_memory(work.observation):
            work.recollections = self.last = self.memory.recall(self.cue(work))
        return None

    def wants_memory(self, observation: dict[str, Any]) -> bool:
        """Whether a line of the conversation is looked up.

        One that asks something is; one that opens a session, since something may be due; and every line where the
        memory says that it teaches, since a lesson holds for every reply.
        """
        opens = observation["phase"] == Phase.OPENING
        return opens or asks(observation["message"]) or bool(getattr(self.memory, "teaches", False))

    def cue(self, work: AssistantWork) -> Cue:
        """What memory is asked for."""
        observation = work.observation
        text = observation["message"]
        if work.phase == Phase.OPENING and not asks(text):
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
        """What the context says in answer, what is due, what the lessons say; nothing where nothing was looked up."""
        if work.recollections is None:
            return
        message = work.observation["message"]
        if work.recollections.lessons:
            work.guidance = read_lessons(work.recollections.lessons, self.sure)
            if work.phase != Phase.PROBE:
                self.ignored.update(work.guidance.ignored)
        work.consulted = wishes_of(self.language).consulted_in(message)
        if work.consulted:
            return
        work.asked = question_in(self.language, message)
        if work.asked is not None:
            work.reading = answer(self.language, work.asked, read_context(work.recollections.context))
        elif work.phase == Phase.PROBE:
            work.reading = best_sentence(message, read_context(work.recollections.context))
        elif work.phase == Phase.OPENING and not asks(message):
            gap = float(work.observation["gap"])
            if gap >= 0:
                ended = datetime.fromisoformat(work.observation["date"]) - timedelta(hours=gap)
                work.due = reminder_due(self.language, read_context(work.recollections.context), ended)

    def plan(self, work: AssistantWork) -> None:
        """What to say, and how: settings of style attributes stand in the plan's style attributes beside what its act needs."""
        plan = self.intent(work)
        if not work.consulted:  # a plan takes the words it takes: no wish on manner is held against it
            settings = self.settings(work)
            if settings:
                plan = replace(plan, settings={**plan.settings, **settings})
        work.plan = plan

    def intent(self, work: AssistantWork) -> ReplyPlan:
        """What to say.

        An offered option that nothing told rules out; how to proceed, or how the person would; an answer that was
        read, or an abstention; what is due; else a note that it was heard.
        """
        offered = self.language.offered(work.observation["message"])
        if offered is not None:
            attribute, options = offered
            context = work.recollections.context if work.recollections is not None else ""
            allowed = fitting(self.language, attribute, options, read_context(context))
            chosen = self._draws(work.observation).choice(allowed)
            return ReplyPlan(PlanAct.CONFIRM, (chosen,), {"attribute": attribute})
        if work.consulted:
            steps = self.known_steps(work)
            return ReplyPlan(PlanAct.ADVISE if steps else PlanAct.ASK, steps, {"domain": work.consulted})
        reading = work.reading
        if reading is not None:
            return self._answer(work, reading)
        if work.due:
            told = self._reminded_of(work)
            return ReplyPlan(PlanAct.REMIND, told, {"attribute": work.due})
        if self.curiosity and self._seeds.draws("curious", _name(work.observation)).uniform() < self.curiosity:
            return ReplyPlan(PlanAct.ASK)
        return _ACKNOWLEDGE

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
        """The value to remind of, where the context tells it."""
        assert work.recollections is not None
        lines = read_context(work.recollections.context)
        return read_attribute(self.language, work.due, Form.VALUE, lines).values

    def settings(self, work: AssistantWork) -> Mapping[str, str]:
        """How to say it, from style attribute to setting: what lessons say, and what is tried out."""
        settings = dict(work.guidance.settings)
        if self.explore:
            person, reply = work.observation["speaker"], _name(work.observation)
            for style_attribute, kind in default_book().rules.items():
                draws = self._seeds.draws("explore", person, style_attribute, reply)
                if draws.uniform() < self.explore:
                    settings[style_attribute] = draws.choice(list(kind.settings))
        return settings

    def known_steps(self, work: AssistantWork) -> tuple[str, ...]:
        """How to proceed in the domain that is asked about; nothing where no lesson says."""
        return work.guidance.steps.get(work.consulted, ())

    def occasion(self, work: AssistantWork, plan: ReplyPlan) -> Occasion:
        """What surrounds the reply, by what the assistant itself sees."""
        told = work.reading.told if work.reading is not None else ()
        return occasion_of(work.observation, plan, told, work.consulted)

    def reply(self, work: AssistantWork) -> str | None:
        """The plan in words, with what was recalled for it."""
        plan = work.plan
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
        return self._seeds.draws("reply", _name(observation))


def _name(observation: Mapping[str, Any]) -> str:
    """By what the draws of a reply are named: its id; beside the conversation the question."""
    return str(observation["reply_id"] or observation["message"])
