"""How a simulated user reacts: to answers by feedback, thanks and corrections, and to questions of the assistant."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from regulars.agents.feedback import Shown
from regulars.agents.user.behaviour import Behaviour
from regulars.agents.user.dealings import SAID_WRONG, answer_manner, error_reaction
from regulars.agents.user.leads import led_by
from regulars.agents.user.phrasing import Phrasing, SpokenLine
from regulars.agents.user.state import UserState
from regulars.briefing import Pending, UserBriefing
from regulars.dialogue import Verdict, VerdictKind
from regulars.rewards.verdicts.expectation import RUBRIC, Expectation
from regulars.scenarios.kinds import ActKind, AnswerManner, DisclosurePhrasing, ErrorReaction, Form
from regulars.scenarios.language.packs import Language
from regulars.scenarios.language.slots import contradicts
from regulars.scenarios.ontology.attribute import Cardinality
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.world import Act, Fact
from regulars.seeding import Draws, SeedTree

MOST_SENTENCES = 2
"""Greatest number of values that are told again in a sentence each. Of more, the first has one; the rest is listed."""

_MANY = 997
"""More than any number of wordings, so that each is equally likely to come first."""
_ONCE = (Form.MENTION, Form.PASS_ON)
"""Forms after which nothing is said again: the occasion has passed."""


class ReactingUser:
    """The reactions of a user. `ScriptedUser` adds the life and the agenda.

    Attributes:
        language: The language pack in which the person speaks.
        ontology: The attributes of the person's facts.
        behaviour: The rules of trust and patience.
        state: Trust, patience, and the place in the agenda.
    """

    language: Language
    ontology: Ontology
    behaviour: Behaviour
    state: UserState
    _seeds: SeedTree
    _words: Phrasing
    _rated: Shown | None = None
    """How a model rates the last reply in the person's place; None to rate it by the scale."""

    def _feel(self, trust: float, patience: float) -> None:
        state = self.state
        if trust:
            state.trust = min(1.0, max(0.0, round(state.trust + trust, 6)))
        if patience:
            state.patience = round(state.patience + patience, 6)

    def _bear_question(self) -> None:
        """Takes patience for a question; each further question in a session costs more."""
        self.state.questions += 1
        self._feel(0.0, self.behaviour.asking_costs(self.state.questions))

    def _chance(self, briefing: UserBriefing, what: str, act: Act) -> float:
        """The chance by which a person decides how to deal with an act: the same whatever happened before."""
        number = briefing.session.number if briefing.session else 0
        return self._seeds.draws(what, act.kind.value, act.attribute, number).uniform()

    # ------------------------------------------------------------------ reacting

    def _react(self, line: SpokenLine, briefing: UserBriefing) -> Act | None:
        """Gives feedback, thanks or corrects. Returns the act to ask again, if any."""
        verdict, pending, node = briefing.verdict, briefing.pending, self._reaction_node(briefing)
        if verdict is None or node is None:
            return None
        self._rate(briefing, node)
        if pending is None or pending.act is None or not briefing.reactive:
            return None
        draws = node.draws()
        if verdict.kind is VerdictKind.CORRECT:
            courtesy = briefing.person.persona.style.courtesy
            if pending.probe is not None and draws.uniform() < self.behaviour.thanks(courtesy):
                known = pending.expectation is None or pending.expectation.answerable
                line.say(self.language.phrase("thanks" if known else "thanks_unknown", draws))
            return None
        if verdict.kind is VerdictKind.UNDETERMINED:
            return None
        if verdict.kind is VerdictKind.LEAKED:
            line.say(self.language.phrase("leaked", draws))
        if pending.attempt >= self.behaviour.attempts or verdict.late:
            if self.state.patience > self.behaviour.leaves_at:  # who leaves says that instead
                line.say(self.language.phrase("never_mind", draws))
                line.gives_up = True
            return None
        return self._correct(line, briefing, verdict, pending)

    def _reaction_node(self, briefing: UserBriefing) -> SeedTree | None:
        """The node of the act that the last reply answers, for the reaction; None if there is nothing to react to."""
        verdict, pending = briefing.verdict, briefing.pending
        if verdict is None:
            return None
        if pending is not None and pending.act is not None:
            return self._seeds.child("react", pending.act.id, pending.attempt)
        if verdict.kept or verdict.broken:
            return self._seeds.child("react", self._last_act(briefing), self.state.talked or 1)
        return None

    def _rate(self, briefing: UserBriefing, node: SeedTree) -> None:
        """Stores the feedback that the policy gives on the reply to that act, until it is due."""
        self.state.outbox = self.state.outbox.noted(briefing, self.language, self._seeds, node, self._rated)

    def _last_act(self, briefing: UserBriefing) -> str:
        """The id of the act that the last line took up; empty if none."""
        agenda, place = briefing.session.agenda if briefing.session else (), self.state.position
        if self._is_announced(briefing):
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
            line.say(self.language.phrase("reaction_curt" if verdict.kind in SAID_WRONG else "follow_up", draws))
            return act
        is_over = bool(expectation.over and expectation.stale)
        drops = is_over and act.kind is ActKind.REQUEST and verdict.kind not in SAID_WRONG
        accuses = reaction is ErrorReaction.ACCUSING and not drops
        if accuses:
            line.say(self.language.phrase("reaction_accusing", draws))
            self._feel(0.0, self.behaviour.accused)
        if drops:  # the request spoke of it as if it went on
            line.say(self.language.phrase("slipped", draws))
            line.gives_up = True
        self._tell_again(line, verdict.kind, attribute, expectation, draws, reacts=not accuses and not drops)
        return None if is_over else act  # nothing is left to ask about what is over

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
        if not attribute:  # a question of imported data
            for sentence in (*reacted, *_reference(expectation)):
                line.say(sentence)
            return
        ended = expectation.over and expectation.stale
        facts = self._words.told_facts(attribute, expectation.gold, expectation.form)
        rest: list[tuple[Fact, str]] = []
        if len(facts) > MOST_SENTENCES and self.ontology.attribute(attribute).cardinality is Cardinality.MANY:
            facts, rest = facts[:1], facts[1:]
        wrong = kind in SAID_WRONG and not ended
        first = draws.integer(_MANY)  # several values are said in different words, while wordings last
        words = [
            self.language.correct(fact.attribute, value, draws, mild=number > 0 or not wrong, wording=first + number)
            for number, (fact, value) in enumerate(facts)
        ]
        if reacted and not (wrong and words and contradicts(words[0])):
            line.say(reacted[0])
        if ended:
            line.say(self._words.told_end(attribute, expectation.stale[-1], draws))
        joiners = self.language.lines("phrases", "likewise")
        for number, ((fact, _), text) in enumerate(zip(facts, words, strict=True)):
            joiner = joiners[(first + number) % len(joiners)]  # never the same one twice running
            line.say(led_by(joiner, text, self.language) if number else text, fact.id)
        if rest:
            values = self.language.listed([self.language.value_words(attribute, value) for _, value in rest])
            line.say(self.language.phrase("the_rest", draws, values=values), *(fact.id for fact, _ in rest))

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
            self._tell_asked(line, briefing, hinted, sealed, hinted=True)
            return
        for act in briefing.offered:
            if _still_stands(act, briefing) and self._asks_for(reply, act.attribute):
                self._tell_asked(line, briefing, act, sealed)
                return
        attribute = self.language.asked_of_user(reply)
        if attribute is None:
            if self._has_consulted(briefing):
                kind = "nothing_more" if self.language.asks_openly(reply) else "up_to_you"
                number = briefing.session.number if briefing.session else 0
                line.say(self.language.phrase(kind, self._seeds.draws(kind, number, self.state.position)))
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

    def _is_announced(self, briefing: UserBriefing) -> bool:
        """Whether the next act is the one that the last line announced."""
        agenda, place = briefing.session.agenda if briefing.session else (), self.state.position
        return place < len(agenda) and agenda[place].id == self.state.announced

    def _has_consulted(self, briefing: UserBriefing) -> bool:
        """Whether the last line asked for a way to proceed."""
        agenda, state = briefing.session.agenda if briefing.session else (), self.state
        if state.paused or state.begun or self._is_announced(briefing) or not 0 < state.position <= len(agenda):
            return False
        return agenda[state.position - 1].kind is ActKind.CONSULT

    def _answering(
        self, line: SpokenLine, briefing: UserBriefing, attribute: str, fact: str = "",
        possible: Collection[AnswerManner] = tuple(AnswerManner),
    ) -> AnswerManner:  # fmt: skip
        """How the person answers a question about an attribute, or about a fact of it that they offered to tell.

        Args:
            line: The line so far.
            briefing: What the person knows.
            attribute: The attribute.
            fact: The fact that they may tell; empty if none.
            possible: The manners that can follow on what they said; in place of another one they answer fully.
        """
        manner = AnswerManner.FULL
        matter = f"{attribute} {briefing.facts[fact].since.isoformat()}" if fact else attribute
        if matter not in self.state.evaded:
            chance = self._seeds.draws("answer", matter).uniform()
            manner = answer_manner(briefing.person.persona.conduct, chance)
            if manner not in possible:
                manner = AnswerManner.FULL
        if manner is not AnswerManner.FULL:
            self.state.evaded |= {matter}
        line.moves.append(f"answer.{manner}")
        return manner

    def _asks_for(self, reply: str, attribute: str, hinted: bool = False) -> bool:
        return self.language.asks_about(reply, attribute) or (hinted and self.language.asks_openly(reply))

    def _tell_asked(
        self, line: SpokenLine, briefing: UserBriefing, act: Act, sealed: bool, *, hinted: bool = False
    ) -> None:
        """Answers a question about something that the person offered to tell, or only hinted at."""
        possible = tuple(AnswerManner)
        if hinted:  # people tell what they have hinted at, and do not hint at it twice
            possible = (AnswerManner.FULL, AnswerManner.HALF) if self._words.half(act) else (AnswerManner.FULL,)
        manner = self._answering(line, briefing, act.attribute, act.fact, possible)
        line.led = True
        if manner is AnswerManner.FULL:
            self._words.tell(line, replace(act, phrasing=DisclosurePhrasing.DIRECT), shortly=hinted)
            self.state.dropped -= {act.attribute}
        elif manner is AnswerManner.HALF:
            self._words.tell_half(line, act)
            self.state.hinted = act
        elif manner is AnswerManner.BESIDE:
            line.say(self.language.phrase("beside", self._seeds.draws(act.id, "beside")))
        if not sealed:
            self._bear_question()


def _still_stands(act: Act, briefing: UserBriefing) -> bool:
    """Whether the fact that an act offered is known, is still untold, and held when the session began."""
    fact, session = briefing.facts.get(act.fact), briefing.session
    if fact is None or session is None or fact.id in briefing.told:
        return False
    return fact.until is None or session.start < fact.until


def _reference(expectation: Expectation) -> tuple[str, ...]:
    """The reference answer of imported data, as a person says it; empty where it only describes a good answer."""
    if expectation.category == RUBRIC:
        return ()
    gold = expectation.gold[0]
    if not expectation.options:
        return (gold,)
    return (f"{gold}) {expectation.options[list(expectation.domain.aliases).index(gold)]}",)
