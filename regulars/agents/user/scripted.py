"""The scripted user: simulates a person with trust, patience and an agenda of their own.

Each turn runs `perceive -> decide -> phrase -> check -> speak`. The person works through the session's agenda,
discloses what the disclosure modes allow, and reacts to how the assistant used earlier disclosures. After a wrong
answer the person corrects it once and asks again, and leaves when patience runs out. Words are drawn at a node named by
the act, so two runs that reach an act use the same words.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from regulars.agents.feedback import Outbox
from regulars.agents.seats.flow import Flow, arun, run
from regulars.agents.user.behaviour import Behaviour, load_behaviour
from regulars.agents.user.manner import spoken
from regulars.agents.user.phrasing import Phrasing, SpokenLine
from regulars.briefing import Pending, UserBriefing
from regulars.chinese_text import asks
from regulars.dialogue import Phase, Verdict, VerdictKind
from regulars.errors import SeatError
from regulars.rewards.verdicts.expectation import Expectation
from regulars.scenarios.kinds import ActKind, DisclosureMode, DisclosurePhrasing, Form, NoiseKind
from regulars.scenarios.language.packs import Language
from regulars.scenarios.language.slots import contradicts
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.world import Act
from regulars.seeding import Draws, SeedTree

FLOW = Flow("user", ("perceive", "decide", "phrase", "check", "speak"), jumps={"check": ("phrase",)})

_SAYS = (
    ActKind.TELL, ActKind.END, ActKind.WISH, ActKind.PLAN, ActKind.CONSULT, ActKind.REMIND, ActKind.FORGET,
    ActKind.RELAY, ActKind.GOSSIP, ActKind.SLIP, ActKind.MEND, ActKind.SHOW,
)  # fmt: skip
"""Acts without a probe; a disclosure among them is about something that the assistant caused."""

_SAID_WRONG = (VerdictKind.STALE, VerdictKind.WRONG, VerdictKind.UNSUPPORTED, VerdictKind.LEAKED)
"""Verdicts on answers that say something wrong."""

_ONCE = (Form.MENTION, Form.PASS_ON)
"""Forms after which nothing is said again: the occasion has passed."""


@dataclass(slots=True)
class UserState:
    """A user's state: trust and feedback last a life; patience, position and annoyance last a session.

    Attributes:
        trust: 0 to 1.
        patience: The patience left in this session.
        position: The place in the agenda.
        hinted: The act that the last line only hinted at.
        begun: The act that the last line began and did not finish.
        talked: The number of messages of the last exchange of small talk that were said.
        annoyed: Whether a rule was broken in this session.
        questions: The number of questions that the assistant asked in this session.
        outbox: Feedback waiting to be shown.
    """

    trust: float = 0.5
    patience: float = 1.0
    position: int = 0
    hinted: Act | None = None
    begun: str = ""
    talked: int = 0
    annoyed: bool = False
    questions: int = 0
    outbox: Outbox = Outbox()  # noqa: RUF009  # frozen, so one default serves all


@dataclass(slots=True)
class UserWork:
    """One turn of a user; each node fills in its part.

    Attributes:
        observation: What the seat sees.
        briefing: What the person knows.
        line: What to say, and what it conveys.
        text: The line's words.
        mistyped: Whether the text has typing errors.
        action: The resulting action.
    """

    observation: Any
    briefing: UserBriefing
    line: SpokenLine = field(default_factory=SpokenLine)
    text: str = ""
    mistyped: bool = False
    action: dict[str, Any] = field(default_factory=dict)


class ScriptedUser:
    """Plays a person from the briefing. Call `begin` before the first `act` of each episode.

    Args:
        language: The language pack in which the person speaks.
        ontology: The attributes of the person's facts.
        behaviour: The rules of trust and patience; the built-in ones by default.
    """

    flow = FLOW
    briefed = True

    def __init__(self, language: Language, ontology: Ontology, behaviour: Behaviour | None = None) -> None:
        self.language = language
        self.ontology = ontology
        self.behaviour = behaviour or load_behaviour()
        self.state = UserState(self.behaviour.start_trust)
        self._seeds = SeedTree(0)

    def begin(self, seat: str, seed: int) -> None:
        """Starts a new life with fresh trust."""
        self._seeds = SeedTree(seed)
        self.state = UserState(self.behaviour.start_trust)

    def __getstate__(self) -> tuple[str, tuple[UserState, SeedTree], Behaviour]:
        return self.language.name, self.get_state(), self.behaviour

    def __setstate__(self, state: tuple[str, tuple[UserState, SeedTree], Behaviour]) -> None:
        self.behaviour = state[2]
        self.language = Language.load(state[0])
        self.ontology = self.language.ontology
        self.set_state(state[1])

    def get_state(self) -> tuple[UserState, SeedTree]:
        """The state that changes, for branching."""
        state = self.state
        return replace(state), self._seeds

    def set_state(self, state: tuple[UserState, SeedTree]) -> None:
        """Restores a state from `get_state`."""
        moved, self._seeds = state
        self.state = replace(moved)

    def work(self, observation: Any, briefing: UserBriefing) -> UserWork:
        """Starts a turn."""
        return UserWork(observation, briefing)

    def outcome(self, work: UserWork) -> dict[str, Any]:
        """The action that a turn produced."""
        return work.action

    def act(self, observation: Any, briefing: UserBriefing) -> dict[str, Any]:
        """The person's next line, as an action."""
        work = self.work(observation, briefing)
        run(self, work)
        return work.action

    async def aact(self, observation: Any, briefing: UserBriefing) -> dict[str, Any]:
        """The person's next line, as an action, awaited."""
        work = self.work(observation, briefing)
        await arun(self, work)
        return work.action

    # ------------------------------------------------------------------ nodes

    def perceive(self, work: UserWork) -> None:
        """Takes in the last reply and its verdict."""
        briefing, state = work.briefing, self.state
        if briefing.session is None:
            raise SeatError("a user was asked to speak outside their own session", where=briefing.person.id)
        if (briefing.language, briefing.phrasing) != (self.language.name, self.language.phrasing):
            self.language = Language.load(briefing.language, briefing.phrasing)
            self.ontology = self.language.ontology
        self._words = Phrasing(self.language, self._seeds, briefing)
        if briefing.phase is Phase.OPENING:
            state.patience = briefing.person.persona.patience
            state.position = 0
            state.hinted = None
            state.begun = ""
            state.talked = 0
            state.annoyed = False
            state.questions = 0
        state.outbox = state.outbox.turned(opening=briefing.phase is Phase.OPENING)
        verdict, pending = briefing.verdict, briefing.pending
        if verdict is None or not briefing.reactive:
            return
        if verdict.broken and not state.annoyed:
            state.annoyed = True
            self._feel(self.behaviour.broken_rule, 0.0)
        if pending is None:
            return
        if pending.probe is not None:
            self._feel(self.behaviour.trust.get(verdict.kind, 0.0), 0.0)
        if pending.attempt == 1 or pending.expectation is None or pending.expectation.answerable:
            self._feel(0.0, self.behaviour.patience.get(verdict.kind, 0.0))

    def _feel(self, trust: float, patience: float) -> None:
        state = self.state
        if trust:
            state.trust = min(1.0, max(0.0, round(state.trust + trust, 6)))
        if patience:
            state.patience = round(state.patience + patience, 6)

    def decide(self, work: UserWork) -> None:
        """Reacts, answers the assistant's question, then takes up the next act on the agenda or closes."""
        briefing, line = work.briefing, work.line
        repeat = self._react(line, briefing)
        line.shown, self.state.outbox = self.state.outbox.taken()
        if briefing.reactive and briefing.phase is not Phase.OPENING and asks(briefing.reply):
            self._answer(line, briefing)
        self.state.hinted = None
        if briefing.phase is Phase.CLOSING:
            line.say(self._phrase(briefing, "closing", "closing"))
        elif self.state.patience <= self.behaviour.leaves_at:
            line.say(self._phrase(briefing, "leaving", "leaving"))
            line.close = 2
        elif repeat is not None:
            if self.state.patience < self.behaviour.impatient_below:
                line.say(self._phrase(briefing, "impatience", repeat.id))
            self._words.raised(line, repeat, 2)
        else:
            self._next(line, briefing)

    def phrase(self, work: UserWork) -> None:
        """Puts the line into the person's style."""
        work.text = spoken(work.line, self._words)
        if work.briefing.person.persona.style.typos:
            work.mistyped = work.text != spoken(work.line, self._words, mistyped=False)

    def check(self, work: UserWork) -> str | None:
        """Raises if the line mentions an event that lies in the future: a user never does."""
        briefing = work.briefing
        agenda = briefing.session.agenda if briefing.session else ()
        for id in work.line.tells:
            if id not in briefing.facts and all(id != act.id for act in agenda):
                raise SeatError(f"a line tells {id!r} before the person knows it", where=briefing.person.id)
        return None

    def speak(self, work: UserWork) -> None:
        """Builds the action."""
        line = work.line
        action = work.action
        action["message"] = work.text
        action["tells"] = " ".join(line.tells) or "-"
        if line.close:
            action["close"] = line.close
        if work.mistyped:
            action["noise"] = NoiseKind.TYPOS.value
        if line.shown is not None:
            shown = line.shown
            satisfaction = -1.0 if shown.satisfaction is None else shown.satisfaction
            action |= {"rating": int(shown.action), "satisfaction": satisfaction, "about": shown.about}
            if shown.remark:
                action["remark"] = shown.remark

    # ------------------------------------------------------------------ reacting

    def _react(self, line: SpokenLine, briefing: UserBriefing) -> Act | None:
        """Gives feedback, thanks or corrects. Returns the act to ask again, if any."""
        verdict, pending = briefing.verdict, briefing.pending
        if verdict is None:
            return None
        if pending is None or pending.act is None:
            if verdict.kept or verdict.broken:
                self._rate(briefing, self._seeds.child("react", self._last_act(briefing), self.state.talked or 1))
            return None
        act = pending.act
        node = self._seeds.child("react", act.id, pending.attempt)
        draws = node.draws()
        self._rate(briefing, node)
        if not briefing.reactive:
            return None
        if verdict.kind is VerdictKind.CORRECT:
            if pending.probe is not None and draws.uniform() < self.behaviour.thanked:
                line.say(self.language.phrase("thanks", draws))
            return None
        if verdict.kind is VerdictKind.UNDETERMINED:
            return None
        if verdict.kind is VerdictKind.LEAKED:
            line.say(self.language.phrase("leaked", draws))
        if pending.attempt >= self.behaviour.attempts or verdict.late:
            line.say(self.language.phrase("never_mind", draws))
            return None
        return self._correct(line, briefing, verdict, pending)

    def _rate(self, briefing: UserBriefing, node: SeedTree) -> None:
        """Stores the feedback that the policy gives on the reply to that act, until it is due."""
        self.state.outbox = self.state.outbox.noted(briefing, self.language, self._seeds, node)

    def _last_act(self, briefing: UserBriefing) -> str:
        """The id of the act that the last line took up; empty if none."""
        agenda, place = briefing.session.agenda if briefing.session else (), self.state.position
        return self.state.begun or (agenda[place - 1].id if 0 < place <= len(agenda) else "")

    def _correct(self, line: SpokenLine, briefing: UserBriefing, verdict: Verdict, pending: Pending) -> Act | None:
        """Says again what the assistant should have known; this is a disclosure, and the next replies are repair.

        If half of an answer was right, the person asks for the rest. An ignored request stays pending: the person asks
        again before moving on or closing.
        """
        act, expectation = pending.act, pending.expectation
        assert act is not None
        draws = self._seeds.draws("correct", act.id)
        if pending.options:
            if verdict.kind is VerdictKind.WRONG:
                return None
            line.say(self.language.phrase("follow_up", draws))
            return act
        if expectation is None or pending.probe is None or expectation.form in _ONCE:
            return None
        if verdict.kind is VerdictKind.PARTIAL:
            line.say(self.language.phrase("half_answer", draws))
            return act
        if not expectation.answerable:
            if verdict.kind is VerdictKind.UNSUPPORTED:
                line.say(self.language.phrase("never_told", draws))
            if verdict.kind is VerdictKind.OFF_TASK and act.kind is ActKind.REQUEST:
                line.say(self.language.phrase("follow_up", draws))
                return act
            return None
        if pending.probe.form is Form.CHOICE:
            line.say(self.language.phrase("follow_up", draws))
            return act
        self._tell_again(line, verdict.kind, pending.probe.attribute, expectation, draws)
        return act

    def _tell_again(
        self, line: SpokenLine, kind: VerdictKind, attribute: str, expectation: Expectation, draws: Draws
    ) -> None:
        """Says what the answer should have been. A reaction comes first, unless the words hold one themselves.

        Only an answer that says something wrong is contradicted, and only once.
        """
        reaction = self.behaviour.reactions.get(kind)
        reacted = [self.language.phrase(reaction, draws)] if reaction is not None else []
        ended = expectation.over and expectation.stale
        facts = self._words.told_facts(attribute, expectation.gold, expectation.form)
        wrong = kind in _SAID_WRONG and not ended
        words = [
            self.language.correct(fact.attribute, value, draws, mild=number > 0 or not wrong)
            for number, (fact, value) in enumerate(facts)
        ]
        if reacted and not (wrong and words and contradicts(words[0])):
            line.say(reacted[0])
        if ended:
            line.say(self.language.end(attribute, expectation.stale[-1], draws))
        for (fact, _), text in zip(facts, words, strict=True):
            line.say(text, fact.id)

    # ------------------------------------------------------------------ being asked

    def _answer(self, line: SpokenLine, briefing: UserBriefing) -> None:
        """Answers a question from the assistant: discloses what it may, points to earlier disclosures, or declines."""
        reply, state = briefing.reply, self.state
        sealed = briefing.feedback == "sealed"
        hinted = state.hinted
        if hinted is not None and hinted.fact not in briefing.told and self._asks_for(reply, hinted.attribute, True):
            self._tell_asked(line, hinted, sealed)
            return
        for act in briefing.offered:
            if act.fact in briefing.facts and act.fact not in briefing.told and self._asks_for(reply, act.attribute):
                self._tell_asked(line, act, sealed)
                return
        attribute = self.language.asked_of_user(reply)
        if attribute is None:
            return
        draws = self._seeds.draws("asked", attribute, briefing.session.number if briefing.session else 0)
        told = [f for f in briefing.facts.values() if f.attribute == attribute and f.id in briefing.told]
        if told and self.ontology.attribute(attribute).type != "date":
            line.say(self.language.phrase("already_told", draws))
            line.say(self.language.correct(attribute, told[-1].value, draws, mild=True), told[-1].id)
            if not sealed:
                self._bear_question()
                self._feel(self.behaviour.asked_again, self.behaviour.known)
        else:
            line.say(self.language.phrase("deflection", draws))
            if not sealed:
                self._bear_question()

    def _asks_for(self, reply: str, attribute: str, hinted: bool = False) -> bool:
        return self.language.asks_about(reply, attribute) or (hinted and self.language.asks_openly(reply))

    def _tell_asked(self, line: SpokenLine, act: Act, sealed: bool) -> None:
        self._words.tell(line, replace(act, phrasing=DisclosurePhrasing.DIRECT))
        if not sealed:
            self._bear_question()

    def _bear_question(self) -> None:
        """Takes patience for a question; each further question in a session costs more."""
        self.state.questions += 1
        self._feel(0.0, self.behaviour.asking_costs(self.state.questions))

    # ------------------------------------------------------------------ the agenda

    def _next(self, line: SpokenLine, briefing: UserBriefing) -> None:
        """Greets, then takes up the next act that is possible; closes if none is left."""
        assert briefing.session is not None
        agenda, state = briefing.session.agenda, self.state
        while state.position < len(agenda):
            act = agenda[state.position]
            state.position += 1
            if act.id in briefing.held_back:
                continue
            kind = act.kind
            state.talked = state.talked if act.id == state.begun else 0
            if kind is ActKind.GREET:
                line.say(self._phrase(briefing, "greeting", act.id), *([act.id] if act.probe else ()))
                if briefing.person.renamed_at == briefing.session.start:
                    draws = self._seeds.draws(act.id, "renamed")
                    line.say(self.language.act("renamed", draws, name=briefing.person.name))
                if act.probe:
                    return
            elif kind is ActKind.TELL and act.mode is not DisclosureMode.OUTCOME:
                if self._take_up(line, act, briefing):
                    return
            elif kind in _SAYS:
                if self._words.says(line, act):
                    return
            elif kind is ActKind.SMALL_TALK:
                self._talk(line, act)
                return
            elif kind is not ActKind.CLOSE:
                if kind is ActKind.REQUEST and state.trust < self.behaviour.requests_from:
                    continue
                if kind is ActKind.DELEGATE and not briefing.reactive:
                    continue
                self._words.raised(line, act, 1)
                return
        line.say(self._phrase(briefing, "closing", "closing"))
        line.close = 1

    def _take_up(self, line: SpokenLine, act: Act, briefing: UserBriefing) -> bool:
        """Says a planned disclosure as its mode allows; False if it is left out."""
        if act.fact in briefing.told or act.fact not in briefing.facts:
            return False
        if act.mode is DisclosureMode.ASKED and briefing.reactive:
            line.say(self.language.hint(act.attribute, self._seeds.draws(act.id, "hint")))
            self.state.hinted = act
            return True
        if act.mode is DisclosureMode.TRUSTED and briefing.reactive:
            sensitivity = self.ontology.attribute(act.attribute).sensitivity
            candour = briefing.person.persona.candour
            if self.state.trust < self.behaviour.threshold(sensitivity, candour):
                return False
        if act.mode is DisclosureMode.RELEVANT and briefing.reactive and not self._is_relevant(act, briefing):
            return False
        if act.noise is NoiseKind.OMISSIONS and briefing.reactive:
            self._words.begin(line, act)
            self.state.hinted = act
            return True
        self._tell(line, act)
        return True

    def _is_relevant(self, act: Act, briefing: UserBriefing) -> bool:
        """Whether the last reply took up the topic: the attribute's own words, or any of its category."""
        attribute = self.ontology.attribute(act.attribute)
        near = (other for other in self.ontology if other.category == attribute.category)
        lowered = briefing.reply.lower()
        return any(cue in lowered for other in near for cue in (other.label, *other.cues))

    def _tell(self, line: SpokenLine, act: Act) -> None:
        """Says a disclosure; after a first piece the second follows in the next line."""
        self.state.begun = self._words.tell(line, act, self.state.begun)
        if self.state.begun:
            self.state.position -= 1

    def _talk(self, line: SpokenLine, act: Act) -> None:
        """Says the next message of an exchange of small talk; the rest follows in the next lines."""
        state, messages = self.state, self._words.small_talk(act)
        line.say(messages[state.talked])
        state.talked += 1
        state.begun = act.id if state.talked < len(messages) else ""
        if state.begun:
            state.position -= 1

    def _phrase(self, briefing: UserBriefing, kind: str, name: str) -> str:
        number = briefing.session.number if briefing.session else 0
        draws = self._seeds.draws("line", name, number)
        return self.language.phrase(kind, draws, name=briefing.person.name)
