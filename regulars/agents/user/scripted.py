"""The scripted user: simulates a person with trust, patience and an agenda of their own.

Each turn runs `perceive -> decide -> phrase -> check -> speak`. The person works through the session's agenda,
discloses what the disclosure modes allow, and reacts to how the assistant used earlier disclosures. After a wrong
answer the person corrects it once and asks again, and leaves when patience runs out. Words are drawn at a node named by
the act, so two runs that reach an act use the same words.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from regulars.agents.seats.flow import Flow, arun, run
from regulars.agents.user.dealings import MOST_AT_ONCE, SAID_WRONG, answer_manner, error_reaction, goes_with
from regulars.agents.user.manner import spoken
from regulars.agents.user.phrasing import Phrasing, SpokenLine
from regulars.agents.user.state import StatefulUser, UserWork
from regulars.briefing import Pending, UserBriefing
from regulars.chinese_text import asks
from regulars.dialogue import Phase, Verdict, VerdictKind
from regulars.errors import SeatError
from regulars.rewards.verdicts.expectation import Expectation
from regulars.scenarios.kinds import (
    ActKind,
    AnswerManner,
    DisclosureMode,
    DisclosurePhrasing,
    ErrorReaction,
    Form,
    NoiseKind,
)
from regulars.scenarios.language.packs import Language
from regulars.scenarios.language.slots import contradicts
from regulars.scenarios.world import Act
from regulars.seeding import Draws, SeedTree

FLOW = Flow("user", ("perceive", "decide", "phrase", "check", "speak"), jumps={"check": ("phrase",)})

_SAYS = (
    ActKind.TELL, ActKind.END, ActKind.WISH, ActKind.PLAN, ActKind.CONSULT, ActKind.REMIND, ActKind.FORGET,
    ActKind.RELAY, ActKind.GOSSIP, ActKind.SLIP, ActKind.MEND, ActKind.SHOW,
)  # fmt: skip
"""Acts without a probe; a disclosure among them is about something that the assistant caused."""

_ONCE = (Form.MENTION, Form.PASS_ON)
"""Forms after which nothing is said again: the occasion has passed."""


class ScriptedUser(StatefulUser):
    """Plays a person from the briefing. Call `begin` before the first `act` of each episode.

    Args:
        language: The language pack in which the person speaks.
        ontology: The attributes of the person's facts.
        behaviour: The rules of trust and patience; the built-in ones by default.
    """

    flow = FLOW
    briefed = True

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
            state.announced = ""
            state.paused = False
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

    def decide(self, work: UserWork) -> None:
        """Reacts, answers the assistant's question, then takes up the next act on the agenda or closes."""
        briefing, line = work.briefing, work.line
        repeat = self._react(line, briefing)
        line.shown, self.state.outbox = self.state.outbox.taken()
        hinted, self.state.hinted = self.state.hinted, None
        if briefing.reactive and briefing.phase is not Phase.OPENING and asks(briefing.reply):
            self._answer(line, briefing, hinted)
        if briefing.phase is Phase.CLOSING:
            line.say(self._phrase(briefing, "closing", "closing"))
        elif self.state.patience <= self.behaviour.leaves_at:
            line.say(self._phrase(briefing, "leaving", "leaving"))
            line.close = 2
        elif repeat is not None:
            if self.state.patience < self.behaviour.impatient_below:
                line.say(self._phrase(briefing, "impatience", repeat.id))
            self._words.raised(line, repeat, 2)
        elif self._pauses(line, briefing):
            return
        else:
            self._next(line, briefing)
        self.state.paused = False

    def _pauses(self, line: SpokenLine, briefing: UserBriefing) -> bool:
        """Whether the person leaves it at the reaction, and takes up the next matter in the next line."""
        if not line.parts or self.state.paused or briefing.phase is not Phase.TALK:
            return False
        number = briefing.session.number if briefing.session else 0
        chance = self._seeds.draws("pause", number, self.state.position).uniform()
        if chance >= briefing.person.persona.conduct.pauses:
            return False
        line.moves.append("pause")
        self.state.paused = True
        return True

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
            courtesy = briefing.person.persona.style.courtesy
            if pending.probe is not None and draws.uniform() < self.behaviour.thanks(courtesy):
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
        if place < len(agenda) and agenda[place].id == self.state.announced:
            return f"announced {self.state.announced}"
        if self.state.paused:
            return f"after {place}"
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
        return self._take_error(line, briefing, verdict, pending.probe.attribute, act)

    def _take_error(
        self, line: SpokenLine, briefing: UserBriefing, verdict: Verdict, attribute: str, act: Act
    ) -> Act | None:
        """Takes an error as the person does. Returns the act to ask again; None if the person leaves."""
        expectation = briefing.pending.expectation if briefing.pending is not None else None
        assert expectation is not None
        draws = self._seeds.draws("correct", act.id)
        conduct = briefing.person.persona.conduct
        reaction = error_reaction(conduct, verdict.kind, self._chance(briefing, "error", act))
        line.moves.append(f"error.{reaction}")
        if reaction is ErrorReaction.LEAVING:
            self.state.patience = min(self.state.patience, self.behaviour.leaves_at)
            return None
        if reaction is ErrorReaction.CURT:
            line.say(self.language.phrase("reaction_curt", draws))
            return act
        accuses = reaction is ErrorReaction.ACCUSING
        if accuses:
            line.say(self.language.phrase("reaction_accusing", draws))
            self._feel(0.0, self.behaviour.accused)
        self._tell_again(line, verdict.kind, attribute, expectation, draws, reacts=not accuses)
        return act

    def _tell_again(
        self,
        line: SpokenLine,
        kind: VerdictKind,
        attribute: str,
        expectation: Expectation,
        draws: Draws,
        *,
        reacts: bool = True,
    ) -> None:
        """Says what the answer should have been. With `reacts`, a reaction comes first, unless the words hold one.

        Only an answer that says something wrong is contradicted, and only once.
        """
        reaction = self.behaviour.reactions.get(kind) if reacts else None
        reacted = [self.language.phrase(reaction, draws)] if reaction is not None else []
        ended = expectation.over and expectation.stale
        facts = self._words.told_facts(attribute, expectation.gold, expectation.form)
        wrong = kind in SAID_WRONG and not ended
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

    def _answer(self, line: SpokenLine, briefing: UserBriefing, hinted: Act | None) -> None:
        """Answers a question from the assistant: discloses what it may, points to earlier disclosures, or declines.

        Some people answer half, beside the point or not at all. Asked about the same matter again, they answer fully.

        Args:
            line: The line so far.
            briefing: What the person knows.
            hinted: The act that the last line only hinted at.
        """
        reply = briefing.reply
        sealed = briefing.feedback == "sealed"
        if hinted is not None and hinted.fact not in briefing.told and self._asks_for(reply, hinted.attribute, True):
            self._tell_asked(line, briefing, hinted, sealed)
            return
        for act in briefing.offered:
            if act.fact in briefing.facts and act.fact not in briefing.told and self._asks_for(reply, act.attribute):
                self._tell_asked(line, briefing, act, sealed)
                return
        attribute = self.language.asked_of_user(reply)
        if attribute is None:
            return
        draws = self._seeds.draws("asked", attribute, briefing.session.number if briefing.session else 0)
        told = [f for f in briefing.facts.values() if f.attribute == attribute and f.id in briefing.told]
        known = bool(told) and self.ontology.attribute(attribute).type != "date"
        manner = self._answering(line, briefing, attribute)
        if manner is AnswerManner.BESIDE:
            line.say(self.language.phrase("beside", draws))
        elif manner is not AnswerManner.SILENT:
            line.say(self.language.phrase("already_told" if known else "deflection", draws))
            if known and manner is AnswerManner.FULL:
                line.say(self.language.correct(attribute, told[-1].value, draws, mild=True), told[-1].id)
        if not sealed:
            self._bear_question()
            if known:
                self._feel(self.behaviour.asked_again, self.behaviour.known)

    def _answering(self, line: SpokenLine, briefing: UserBriefing, attribute: str, fact: str = "") -> AnswerManner:
        """How the person answers a question about an attribute, or about a fact of it that they offered to tell."""
        manner = AnswerManner.FULL
        matter = f"{attribute} {briefing.facts[fact].since.isoformat()}" if fact else attribute
        if matter not in self.state.evaded:
            chance = self._seeds.draws("answer", matter).uniform()
            manner = answer_manner(briefing.person.persona.conduct, chance)
        if manner is not AnswerManner.FULL:
            self.state.evaded |= {matter}
        line.moves.append(f"answer.{manner}")
        return manner

    def _asks_for(self, reply: str, attribute: str, hinted: bool = False) -> bool:
        return self.language.asks_about(reply, attribute) or (hinted and self.language.asks_openly(reply))

    def _tell_asked(self, line: SpokenLine, briefing: UserBriefing, act: Act, sealed: bool) -> None:
        """Answers a question about something that the person offered to tell."""
        manner = self._answering(line, briefing, act.attribute, act.fact)
        if manner is AnswerManner.FULL:
            self._words.tell(line, replace(act, phrasing=DisclosurePhrasing.DIRECT))
        elif manner is AnswerManner.HALF:
            self._words.tell_half(line, act)
            self.state.hinted = act
        elif manner is AnswerManner.BESIDE:
            line.say(self.language.phrase("beside", self._seeds.draws(act.id, "beside")))
        if not sealed:
            self._bear_question()

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
                    self._tell_more(line, act, briefing)
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
                if self._announces(line, act, briefing):
                    return
                self._words.raised(line, act, 1)
                return
        line.say(self._phrase(briefing, "closing", "closing"))
        line.close = 1

    def _chance(self, briefing: UserBriefing, what: str, act: Act) -> float:
        """The chance by which a person decides how to deal with an act: the same whatever happened before."""
        number = briefing.session.number if briefing.session else 0
        return self._seeds.draws(what, act.kind.value, act.attribute, number).uniform()

    def _announces(self, line: SpokenLine, act: Act, briefing: UserBriefing) -> bool:
        """Whether the person only says that there is something; the question or request is in the next line."""
        vague = briefing.person.persona.conduct.vague
        if act.kind is ActKind.DELEGATE or self.state.announced:
            return False
        if self._chance(briefing, "vague", act) >= vague:
            return False
        line.say(self.language.phrase("vague", self._seeds.draws("vague", act.id)))
        line.moves.append("vague")
        self.state.announced = act.id
        self.state.position -= 1
        return True

    def _tell_more(self, line: SpokenLine, act: Act, briefing: UserBriefing) -> None:
        """Tells the next things of the session in the same line, as a person does who tells much at once.

        Only what is open is told so, and nothing of which the words could be taken for each other's.
        """
        assert briefing.session is not None
        said = [act]
        while len(said) < MOST_AT_ONCE and not (self.state.hinted or self.state.begun):
            left = briefing.session.agenda[self.state.position :]
            following = next((one for one in left if goes_with(one, said, briefing, self.ontology)), None)
            if following is None:
                return
            if self._chance(briefing, "bundle", following) >= briefing.person.persona.conduct.bundles:
                return
            self._words.tell(line, following)
            line.moves.append("bundle")
            said.append(following)

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
