"""The scripted user: a small, honest model of a person, not a script that is read aloud.

Each turn runs `perceive -> decide -> phrase -> check -> speak`. The person works through the session's agenda,
tells what its disclosure modes allow, reacts to what was made of earlier tellings, corrects once and asks again,
and leaves when patience is gone. Every choice of words is drawn at a node named by the act, so that an act that
two runs both reach is worded alike in both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from regulars.agents.briefing import Pending, UserBriefing
from regulars.agents.feedback import feedback_policy
from regulars.dialogue import Phase, Verdict, VerdictKind
from regulars.errors import SeatError
from regulars.scenarios.attributes import Ontology, load_ontology
from regulars.scenarios.language import Language
from regulars.scenarios.world import Act, ActKind, Fact, Form, Mode
from regulars.seeding import SeedTree
from regulars.values import told_value

__all__ = ["ScriptedUser", "UserState", "trust_threshold"]

START_TRUST = 0.5
TRUST = {
    VerdictKind.CORRECT: 0.10,
    VerdictKind.STALE: -0.15,
    VerdictKind.WRONG: -0.15,
    VerdictKind.UNSUPPORTED: -0.15,
    VerdictKind.LEAKED: -0.40,
}
"""What a finding on a reply that needed something told does to trust."""

ASKED_AGAIN = -0.10
"""Trust lost where the assistant asks for what it was told."""

PATIENCE = {
    VerdictKind.PARTIAL: -0.10,
    VerdictKind.ABSTAINED: -0.15,
    VerdictKind.OFF_TASK: -0.20,
    VerdictKind.STALE: -0.20,
    VerdictKind.WRONG: -0.20,
    VerdictKind.UNSUPPORTED: -0.20,
    VerdictKind.LEAKED: -0.50,
}
"""What a finding does to the patience of this session."""

ASKED = -0.04
"""Patience lost by any question of the assistant."""

ASKED_KNOWN = -0.20
"""Patience lost by a question after what the assistant was told."""

REACTIONS = {
    VerdictKind.STALE: "reaction_wrong",
    VerdictKind.WRONG: "reaction_wrong",
    VerdictKind.UNSUPPORTED: "reaction_wrong",
    VerdictKind.ABSTAINED: "reaction_abstained",
}
"""What a person says of a reply before telling again what should have been known."""

IMPATIENT = 0.3
"""Below this patience a person says so."""

REQUEST_TRUST = 0.15
"""Below this trust a person makes no requests."""

THANKED = 0.35
"""Share of right answers that are thanked for in words."""


def trust_threshold(sensitivity: int) -> float:
    """The trust that a telling of mode `trusted` needs: .4 for sensitivity 0, .1 more for each step up to 3."""
    return 0.4 + 0.1 * sensitivity


@dataclass(slots=True)
class UserState:
    """What moves in a person: trust over the life, patience within a session, the place in the agenda."""

    trust: float = START_TRUST
    patience: float = 1.0
    position: int = 0
    hinted: Act | None = None


@dataclass(slots=True)
class _Line:
    """An utterance in the making."""

    parts: list[str] = field(default_factory=list)
    tells: list[str] = field(default_factory=list)
    close: int = 0
    rating: int = 0
    satisfaction: float = -1.0

    def say(self, text: str, *tells: str) -> None:
        self.parts.append(text)
        self.tells.extend(tells)


class ScriptedUser:
    """Plays a person from the briefing. Needs `begin` before the first `act` of each episode."""

    briefed = True

    def __init__(self, language: Language, ontology: Ontology) -> None:
        self.language = language
        self.ontology = ontology
        self.state = UserState()
        self._seeds = SeedTree(0)

    def begin(self, seat: str, seed: int) -> None:
        """Starts a new life with fresh trust."""
        self._seeds = SeedTree(seed)
        self.state = UserState()

    def __getstate__(self) -> tuple[str, tuple[UserState, SeedTree]]:
        return self.language.name, self.get_state()

    def __setstate__(self, state: tuple[str, tuple[UserState, SeedTree]]) -> None:
        self.language, self.ontology = Language.load(state[0]), load_ontology()
        self.set_state(state[1])

    def get_state(self) -> tuple[UserState, SeedTree]:
        """What moves, for branching."""
        state = self.state
        return UserState(state.trust, state.patience, state.position, state.hinted), self._seeds

    def set_state(self, state: tuple[UserState, SeedTree]) -> None:
        """Goes back to a state from `get_state`."""
        moved, self._seeds = state
        self.state = UserState(moved.trust, moved.patience, moved.position, moved.hinted)

    def act(self, observation: Any, briefing: UserBriefing) -> dict[str, Any]:
        """The person's next line, as an action."""
        if briefing.session is None:
            raise SeatError("a person was asked to speak outside a session of their own", where=briefing.person.id)
        self.perceive(briefing)
        line = self.decide(briefing)
        self.check(line, briefing)
        return self.speak(line)

    # ------------------------------------------------------------------ nodes

    def perceive(self, briefing: UserBriefing) -> None:
        """Takes in the last reply and what was found of it."""
        state = self.state
        if briefing.phase is Phase.OPENING:
            state.patience = briefing.person.persona.patience
            state.position = 0
            state.hinted = None
        verdict, pending = briefing.verdict, briefing.pending
        if verdict is None or pending is None or not briefing.reactive:
            return
        if pending.probe is not None:
            self._feel(TRUST.get(verdict.kind, 0.0), 0.0)
        self._feel(0.0, PATIENCE.get(verdict.kind, 0.0))

    def _feel(self, trust: float, patience: float) -> None:
        state = self.state
        if trust:
            state.trust = min(1.0, max(0.0, round(state.trust + trust, 6)))
        if patience:
            state.patience = round(state.patience + patience, 6)

    def decide(self, briefing: UserBriefing) -> _Line:
        """Reacts, answers what was asked, then takes up the next thing on the agenda, or closes."""
        line = _Line()
        repeat = self._react(line, briefing)
        if briefing.reactive and briefing.phase is not Phase.OPENING and "?" in briefing.reply:
            self._answer(line, briefing)
        self.state.hinted = None
        if briefing.phase is Phase.CLOSING:
            line.say(self._phrase(briefing, "closing", "closing"))
        elif self.state.patience <= 0:
            line.say(self._phrase(briefing, "leaving", "leaving"))
            line.close = 2
        elif repeat is not None:
            if self.state.patience < IMPATIENT:
                line.say(self._phrase(briefing, "impatience", repeat.id))
            self._raise(line, repeat, briefing, attempt=2)
        else:
            self._next(line, briefing)
        return line

    def check(self, line: _Line, briefing: UserBriefing) -> None:
        """Nothing is told of which the life does not know yet."""
        agenda = briefing.session.agenda if briefing.session else ()
        for id in line.tells:
            if id not in briefing.facts and all(id != act.id for act in agenda):
                raise SeatError(f"a line tells {id!r}, which is not known yet", where=briefing.person.id)

    def speak(self, line: _Line) -> dict[str, Any]:
        """The action."""
        action: dict[str, Any] = {"message": " ".join(line.parts), "tells": " ".join(line.tells) or "-"}
        if line.close:
            action["close"] = line.close
        if line.rating or line.satisfaction >= 0:
            action |= {"rating": line.rating, "satisfaction": line.satisfaction}
        return action

    # ------------------------------------------------------------------ reacting

    def _react(self, line: _Line, briefing: UserBriefing) -> Act | None:
        """Shows feedback, thanks or corrects. Returns the act that is to be asked again, if any."""
        verdict, pending = briefing.verdict, briefing.pending
        if verdict is None or pending is None or pending.act is None:
            return None
        act = pending.act
        draws = self._seeds.draws("react", act.id, pending.attempt)
        rating, satisfaction = feedback_policy(briefing.feedback)(verdict, draws)
        line.rating = int(rating)
        line.satisfaction = -1.0 if satisfaction is None else satisfaction
        if not briefing.reactive:
            return None
        if verdict.kind is VerdictKind.CORRECT:
            if pending.probe is not None and draws.uniform() < THANKED:
                line.say(self.language.phrase("thanks", draws))
            return None
        if verdict.kind is VerdictKind.UNDETERMINED:
            return None
        if verdict.kind is VerdictKind.LEAKED:
            line.say(self.language.phrase("leaked", draws))
        if pending.attempt > 1:
            line.say(self.language.phrase("never_mind", draws))
            return None
        return self._correct(line, briefing, verdict, pending)

    def _correct(self, line: _Line, briefing: UserBriefing, verdict: Verdict, pending: Pending) -> Act | None:
        """Tells again what should have been known; that is a telling, and what follows is repair."""
        act, key = pending.act, pending.expectation
        assert act is not None
        draws = self._seeds.draws("correct", act.id)
        if pending.options:
            line.say(self.language.phrase("follow_up", draws))
            return act
        if key is None or pending.probe is None:
            return None
        if not key.answerable:
            if verdict.kind is VerdictKind.UNSUPPORTED:
                line.say(self.language.phrase("never_told", draws))
            return None
        if pending.probe.form is Form.CHOICE:
            line.say(self.language.phrase("follow_up", draws))
            return act
        if verdict.kind in REACTIONS:
            line.say(self.language.phrase(REACTIONS[verdict.kind], draws))
        for fact, value in self._told_facts(briefing, pending.probe.attribute, key.gold, key.form):
            line.say(self.language.correct(fact.attribute, value, draws), fact.id)
        return act

    def _told_facts(
        self, briefing: UserBriefing, attribute: str, gold: Sequence[str], form: str
    ) -> list[tuple[Fact, str]]:
        """The facts behind the gold, each with its value as it was told; all told ones for a count."""
        domain = self.ontology.domain(attribute)
        found: dict[str, Fact] = {}
        for fact in briefing.facts.values():
            if fact.attribute != attribute or fact.id not in briefing.told:
                continue
            if form == Form.COUNT:
                found[fact.value] = fact
                continue
            for value in gold:
                if fact.value == value or fact.value.startswith(value + "-") or told_value(value, fact.value, domain):
                    found[value] = fact
        return [(fact, value) for value, fact in found.items()]

    # ------------------------------------------------------------------ being asked

    def _answer(self, line: _Line, briefing: UserBriefing) -> None:
        """A reply that asks for something: tells what it may, points to what was told, or declines."""
        reply, state = briefing.reply, self.state
        sealed = briefing.feedback == "sealed"
        hinted = state.hinted
        if hinted is not None and hinted.fact not in briefing.told and self._asks_for(reply, hinted.attribute, True):
            self._tell_asked(line, hinted, briefing, sealed)
            return
        for act in briefing.offered:
            if act.fact in briefing.facts and act.fact not in briefing.told and self._asks_for(reply, act.attribute):
                self._tell_asked(line, act, briefing, sealed)
                return
        attribute = self.language.asked_of_user(reply)
        if attribute is None:
            return
        draws = self._seeds.draws("asked", attribute, briefing.session.number if briefing.session else 0)
        told = [f for f in briefing.facts.values() if f.attribute == attribute and f.id in briefing.told]
        if told and self.ontology.attribute(attribute).type != "date":
            line.say(self.language.phrase("already_told", draws))
            line.say(self.language.correct(attribute, told[-1].value, draws), told[-1].id)
            if not sealed:
                self._feel(ASKED_AGAIN, ASKED_KNOWN)
        else:
            line.say(self.language.phrase("deflection", draws))
            if not sealed:
                self._feel(0.0, ASKED)

    def _asks_for(self, reply: str, attribute: str, hinted: bool = False) -> bool:
        return self.language.asks_about(reply, attribute) or (hinted and self.language.asks_openly(reply))

    def _tell_asked(self, line: _Line, act: Act, briefing: UserBriefing, sealed: bool) -> None:
        self._tell(line, act, briefing)
        if not sealed:
            self._feel(0.0, ASKED)

    # ------------------------------------------------------------------ the agenda

    def _next(self, line: _Line, briefing: UserBriefing) -> None:
        """Greets, and takes up the next act that can be done; closes where none is left."""
        assert briefing.session is not None
        agenda, state = briefing.session.agenda, self.state
        while state.position < len(agenda):
            act = agenda[state.position]
            state.position += 1
            kind = act.kind
            if kind is ActKind.GREET:
                line.say(self._phrase(briefing, "greeting", act.id))
            elif kind is ActKind.TELL:
                if self._take_up(line, act, briefing):
                    return
            elif kind is ActKind.SMALL_TALK:
                line.say(self.language.phrase("small_talk", self._seeds.draws(act.id)))
                return
            elif kind is not ActKind.CLOSE:
                if kind is ActKind.REQUEST and state.trust < REQUEST_TRUST:
                    continue
                if kind is ActKind.DELEGATE and not briefing.reactive:
                    continue
                self._raise(line, act, briefing, attempt=1)
                return
        line.say(self._phrase(briefing, "closing", "closing"))
        line.close = 1

    def _take_up(self, line: _Line, act: Act, briefing: UserBriefing) -> bool:
        """A planned telling, by its mode; False if it is left out."""
        if act.fact in briefing.told or act.fact not in briefing.facts:
            return False
        if act.mode is Mode.ASKED and briefing.reactive:
            line.say(self.language.hint(act.attribute, self._seeds.draws(act.id, "hint")))
            self.state.hinted = act
            return True
        if act.mode is Mode.TRUSTED and briefing.reactive:
            sensitivity = self.ontology.attribute(act.attribute).sensitivity
            if self.state.trust < trust_threshold(sensitivity):
                return False
        self._tell(line, act, briefing)
        return True

    def _tell(self, line: _Line, act: Act, briefing: UserBriefing) -> None:
        fact = briefing.facts[act.fact]
        old = ""
        for other in briefing.facts.values():
            if other.attribute == fact.attribute and other.until == fact.since and other.id in briefing.told:
                old = other.value
        draws = self._seeds.draws(act.id)
        line.say(self.language.tell(fact.attribute, fact.value, act.grain, draws, old), fact.id)

    def _raise(self, line: _Line, act: Act, briefing: UserBriefing, attempt: int) -> None:
        draws = self._seeds.draws(act.id, attempt)
        if act.kind is ActKind.DELEGATE:
            text = self.language.delegate(act.attribute, act.options, draws)
        else:
            text = self.language.raise_probe(act, draws)
        line.say(text, act.id)

    def _phrase(self, briefing: UserBriefing, kind: str, name: str) -> str:
        number = briefing.session.number if briefing.session else 0
        draws = self._seeds.draws("line", name, number)
        return self.language.phrase(kind, draws, name=briefing.person.name)
