"""Grounds a user's line: finds what it tells, for the ledger, and what it asks for.

A line may declare what it is meant to carry, but only what its text supports counts. Lines of people and foreign
policies declare nothing. They are searched for assertions of facts in the briefing, and for questions of the agenda.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING

from regulars.calendar_text import granularity_of
from regulars.envs.ledger import FORGOTTEN, MENDED, OVER, SLIP, Disclosure, Ledger
from regulars.relative_dates import in_dates
from regulars.rewards.assertions.english import assertions
from regulars.rewards.excerpts import LONGEST, excerpt
from regulars.scenarios.kinds import ActKind, DisclosureMode, NoiseKind
from regulars.scenarios.language.consulting import asked_freely, asked_in_known_words
from regulars.scenarios.language.heard import bare, says
from regulars.scenarios.reliving import says_a_line, told_by
from regulars.scenarios.world import Act, Fact, Project, Session
from regulars.values import ValueType, told_value

if TYPE_CHECKING:
    from regulars.scenarios.language.packs import Language
    from regulars.scenarios.ontology.attributes import Ontology


RAISES = (ActKind.ASK, ActKind.REQUEST, ActKind.DELEGATE, ActKind.CONSULT)
"""Acts that ask for a reply."""

_SAID = (ActKind.WISH, ActKind.PLAN, ActKind.RELAY, ActKind.SHOW)
"""Acts that leave only their turn in the ledger."""

_FEW_WORDS = 4
"""A recorded line of fewer words may well stand in another line."""

ATTEMPTS = 2
"""How often one act may be raised in a session."""


class AgendaProgress:
    """The progress of a session's agenda.

    Args:
        session: The session.
        number: Its number, as in turn ids.
        caused: Ids of facts that the assistant caused.
        projects: The person's projects.
        offered: Acts of this and earlier sessions that offered to tell something that is still untold.

    Attributes:
        acts: The acts of the agenda and the offered ones, by id.
        planned: Those that tell a fact, by the fact's id.
        attempts: How often each act was raised, by its id.
        begun: The turn that began a piecemeal disclosure, by the fact's id.
    """

    __slots__ = ("acts", "attempts", "begun", "caused", "number", "person", "planned", "projects", "zone")

    def __init__(
        self,
        session: Session,
        number: int,
        caused: Set[str] = frozenset(),
        projects: Sequence[Project] = (),
        offered: Sequence[Act] = (),
    ) -> None:
        self.number = number
        self.person = session.person
        self.zone = session.start.tzinfo
        acts = (*offered, *session.agenda)
        self.acts: dict[str, Act] = {act.id: act for act in acts}
        self.planned: dict[str, Act] = {act.fact: act for act in acts if act.fact}
        self.attempts: dict[str, int] = {}
        self.begun: dict[str, str] = {}
        self.caused = caused
        self.projects = projects

    def waiting(self, kinds: Sequence[ActKind]) -> list[Act]:
        """The acts of these kinds that may still be raised, the least raised first."""
        attempts = self.attempts
        open_acts = [a for a in self.acts.values() if a.kind in kinds and attempts.get(a.id, 0) < ATTEMPTS]
        return sorted(open_acts, key=lambda act: attempts.get(act.id, 0))


@dataclass(slots=True)
class UserLine:
    """A person's line, with the context that grounds it.

    Attributes:
        text: The line's words; of a line that is too long, an excerpt (`rewards/excerpts.py`).
        turn: The line's turn id.
        now: The moment.
        agenda: The progress of the session's agenda.
        facts: The facts that the person knows, by id.
        ledger: The ledger that records disclosures.
        ontology: The ontology of the facts.
        language: The language pack; it recognises questions.
        whole: All of the line's words.
    """

    text: str
    turn: str
    now: datetime
    agenda: AgendaProgress
    facts: Mapping[str, Fact]
    ledger: Ledger
    ontology: Ontology
    language: Language
    whole: str = field(init=False)

    def __post_init__(self) -> None:
        self.whole = self.text
        if len(self.text) > LONGEST:
            self.text = excerpt(self.text, (fact.value for fact in self.facts.values()))

    def ground(self, tells: Sequence[str] | None) -> tuple[Act | None, list[str]]:
        """Records what the line tells.

        Args:
            tells: Ids of the facts and acts that the line declares to carry; None if it declares nothing.

        Returns:
            The act that the line raises, if any, and the declared ids that its text does not support.
        """
        if tells is None:
            return (self._undeclared() if self.text else None), []
        acts, raised, unresolved = self.agenda.acts, None, []
        for id in tells:
            fact = self.facts.get(id)
            if fact is not None:
                if not self._tell(fact):
                    unresolved.append(f"tells {id}")
            elif id in acts and (acts[id].kind in RAISES or acts[id].probe):
                raised = acts[id]
                if says_a_line(raised) and not self._says(raised):
                    unresolved.append(f"tells {id}")
            elif id not in acts or not self._note(acts[id]):
                unresolved.append(f"tells {id}")
        return raised, unresolved

    def _dated(self) -> str:
        """The words, with relative dates replaced by absolute ones."""
        return in_dates(self.text, self.now.astimezone(self.agenda.zone).date())

    def _undeclared(self) -> Act | None:
        text, facts = self._dated(), self.facts
        for act in self.agenda.acts.values():
            if act.kind is ActKind.SHOW and self._shows(act.other):
                self.ledger.said.setdefault(act.id, self.turn)
            if says_a_line(act) and self._holds(act):
                self._says(act)
        for attribute in dict.fromkeys(fact.attribute for fact in facts.values() if fact.attribute in self.ontology):
            domain = self.ontology.domain(attribute)
            current = (a for a in assertions(text, domain) if a.status == "current")
            asserted = dict.fromkeys(text[a.start : a.end] for a in current)
            for fact in facts.values():
                if fact.attribute == attribute and any(told_value(part, fact.value, domain) for part in asserted):
                    self._tell(fact)
        return self._asked(text)

    def _asked(self, text: str) -> Act | None:
        """The act of the agenda that an undeclared line raises. Known wordings come before free ones."""
        agenda, language = self.agenda, self.language
        imported = (act for act in agenda.waiting(RAISES) if says_a_line(act) and self._holds(act))
        if (raised := next(imported, None)) is not None:
            return raised
        consulting = {act.target: act for act in reversed(agenda.waiting((ActKind.CONSULT,)))}
        projects = [project for project in agenda.projects if project.id in consulting]
        known = asked_in_known_words(text, projects)
        if known is not None:
            return consulting[known.id]
        asked = language.asked_attribute(text)
        if asked is not None:
            raised = next((act for act in agenda.waiting(RAISES) if act.attribute == asked[0]), None)
            if raised is not None:
                return raised
        meant = asked_freely(text, projects, language)
        return consulting[meant.id] if meant is not None else None

    def _note(self, act: Act) -> bool:
        """Records an act that discloses no fact. False if the text does not carry it."""
        if act.slip:
            return self._misspoken(act)
        if act.kind is ActKind.SAY:
            return self._says(act)
        if act.kind is ActKind.TELL:
            if act.noise is NoiseKind.OMISSIONS:
                self.ledger.note_noise(act.noise, self.turn, self.agenda.person, act.attribute)
            else:
                self.agenda.begun[act.fact] = self.turn
            return True
        if act.kind is ActKind.END:
            return self._is_over(act)
        if act.kind in (ActKind.FORGET, ActKind.REMIND):
            return self._wish(act)
        if act.kind in (ActKind.GOSSIP, ActKind.MENTION):
            return self._mentions(act.attribute, act.options)
        if act.kind not in _SAID or (act.kind is ActKind.SHOW and not self._shows(act.other)):
            return False
        if act.kind is ActKind.RELAY:
            self._mentions(act.attribute, (act.other,))
        self.ledger.said[act.id] = self.turn
        return True

    def _holds(self, act: Act) -> bool:
        """Whether an undeclared line says a recorded one, which has to be all of it if it has few words."""
        if len(act.words.split()) < _FEW_WORDS:
            return bare(act.words.strip().lower()) == bare(self.whole.strip().lower())
        return says(self.whole, act.words)

    def _says(self, act: Act) -> bool:
        """Records a line of imported data, with the facts that it tells. False if the text does not hold its words."""
        if not says(self.whole, act.words):
            return False
        if act.id not in self.ledger.said:
            self.ledger.said[act.id] = self.turn
            for fact in told_by(act, self.facts.values()):
                self._enter(fact, fact.value, "direct", act)
        return True

    def _shows(self, trait: str) -> bool:
        """Whether the text holds one of the pack's lines that show a trait."""
        return any(says(self.text, line) for line in self.language.lines("traits", trait))

    def _mentions(self, attribute: str, values: Sequence[str]) -> bool:
        """Records those of the values that the text says without telling them. False if it says none."""
        domain = self.ontology.domain(attribute)
        said = [value for value in values if told_value(self.text, value, domain)]
        for value in said:
            self.ledger.mention(self.agenda.person, attribute, value, self.turn)
            for name, implied in self.ontology.implied(attribute, value):
                self.ledger.mention(self.agenda.person, name, implied, self.turn)
        return bool(said)

    def _is_over(self, act: Act) -> bool:
        """Records that a value no longer holds. False if the text does not name the value."""
        fact = self.facts.get(act.fact)
        if fact is None or not told_value(self.text, fact.value, self.ontology.domain(fact.attribute)):
            return False
        self._enter(fact, fact.value, OVER, act)
        return True

    def _wish(self, act: Act) -> bool:
        """Records a wish to be reminded of something or to forget it. False if the text does not name it."""
        attribute = self.ontology.attribute(act.attribute)
        lowered = self.text.lower()
        if not any(cue.lower() in lowered for cue in (attribute.label, *attribute.cues)):
            return False
        if act.kind is ActKind.REMIND:
            self.ledger.said[act.id] = self.turn
        else:
            agenda = self.agenda
            forgotten = Disclosure(
                "", agenda.person, act.attribute, "", FORGOTTEN, self.turn, agenda.number, self.now, act.id
            )
            self.ledger.enter(forgotten)
        return True

    def _misspoken(self, act: Act) -> bool:
        """Records a slip, or the true value that takes it back. False if the text does not carry the value."""
        fact = self.facts.get(act.fact)
        if fact is None:
            return False
        mends = act.kind is ActKind.MEND
        value = told_value(self.text, fact.value if mends else act.slip, self.ontology.domain(fact.attribute))
        if not value or (mends and fact.id not in self.ledger.slipped):
            return False
        self._enter(fact, value, MENDED if mends else SLIP, act)
        if act.noise is not None:
            self.ledger.note_noise(act.noise, self.turn, fact.person, fact.attribute)
        return True

    def _enter(self, fact: Fact, value: str, how: str, act: Act) -> None:
        turn, session = self.turn, self.agenda.number
        self.ledger.enter(Disclosure(fact.id, fact.person, fact.attribute, value, how, turn, session, self.now, act.id))

    def _how_told(self, fact: Fact, act: Act | None) -> str:
        """How a fact is told: the value of `Disclosure.how`."""
        if fact.id in self.ledger.told:
            return "correction"
        if fact.id in self.agenda.caused:
            return "outcome"
        if fact.id in self.ledger.slipped:
            return MENDED
        if act is None or act.mode is DisclosureMode.ASKED or act.noise is NoiseKind.OMISSIONS:
            return "asked"
        return act.phrasing.value

    def _tell(self, fact: Fact) -> bool:
        """Records a fact at the granularity of the text, with its reason if the text gives one. False if not told.

        A relative date, such as `next Friday`, counts as the date that it refers to.
        """
        text, turn, agenda, ledger = self.text, self.turn, self.agenda, self.ledger
        domain = self.ontology.domain(fact.attribute)
        value = told_value(text, fact.value, domain)
        if not value and domain.type is ValueType.DATE:
            value = told_value(self._dated(), fact.value, domain)
        if not value:
            return False
        act = agenda.planned.get(fact.id)
        how = self._how_told(fact, act)
        if act is not None and act.noise is not None and (how == MENDED or _is_vague(act, value)):
            ledger.note_noise(act.noise, turn, fact.person, fact.attribute)
        planned = act.id if act is not None else ""
        given = act is not None and act.reason and says(text, self.language.lines("reasons", act.reason)[0])
        reason = act.reason if act is not None and given else ""
        after = (agenda.begun[fact.id],) if fact.id in agenda.begun else ()
        told = Disclosure(
            fact.id, fact.person, fact.attribute, value, how, turn, agenda.number, self.now, planned, after, reason
        )
        ledger.enter(told)
        if act is not None and act.other:
            self._mentions(fact.attribute, (act.other,))
        for attribute, implied in self.ontology.implied(fact.attribute, value):
            ledger.enter(replace(told, attribute=attribute, value=implied, how="implied"))
        return True


def _is_vague(act: Act, value: str) -> bool:
    return act.noise is NoiseKind.VAGUE_DATES and granularity_of(value) != "day"
