"""Binds a user's line: what it really tells goes into the ledger, and what it asks for becomes known.

A line says what it means to carry; the text has the last word. A line that says nothing of the kind, as a person's or
a foreign policy's, is searched for the facts of the briefing, as far as the text asserts them, and for what of the
agenda it asks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from regulars.envs.ledger import FORGOTTEN, MENDED, OVER, SLIP, Ledger, Telling
from regulars.relative_dates import in_dates
from regulars.rewards.assertions import assertions
from regulars.scenarios.projects.consulting import asked_freely, asked_in_known_words
from regulars.scenarios.world import Act, ActKind, Fact, Mode, NoiseKind, Project, Session
from regulars.values import ValueType, grain_of, told_value

if TYPE_CHECKING:
    from regulars.scenarios.language.packs import Language
    from regulars.scenarios.ontology.attributes import Ontology

__all__ = ["Sheet", "bind"]

RAISES = (ActKind.ASK, ActKind.REQUEST, ActKind.DELEGATE, ActKind.CONSULT)
"""Acts that want a reply."""

_SAID = (ActKind.WISH, ActKind.PLAN, ActKind.RELAY)
"""Acts of which only the turn is kept."""

ATTEMPTS = 2
"""Times that one thing is asked for in a session."""


class Sheet:
    """A session's agenda as it is worked through.

    Args:
        session: The session.
        number: Its number as turn ids have it.
        caused: Ids of facts that the assistant brought about.
        projects: The person's.
    """

    __slots__ = ("acts", "attempts", "begun", "caused", "number", "person", "planned", "projects", "zone")

    def __init__(
        self, session: Session, number: int, caused: Set[str] = frozenset(), projects: Sequence[Project] = ()
    ) -> None:
        self.number = number
        self.person = session.person
        self.zone = session.start.tzinfo
        self.acts: dict[str, Act] = {act.id: act for act in session.agenda}
        self.planned: dict[str, Act] = {act.fact: act for act in session.agenda if act.fact}
        self.attempts: dict[str, int] = {}
        self.begun: dict[str, str] = {}
        self.caused = caused
        self.projects = projects

    def waiting(self, kinds: Sequence[ActKind]) -> list[Act]:
        """Acts of these kinds that may still be raised, those first that were raised least."""
        attempts = self.attempts
        open_acts = [a for a in self.acts.values() if a.kind in kinds and attempts.get(a.id, 0) < ATTEMPTS]
        return sorted(open_acts, key=lambda act: attempts.get(act.id, 0))


def bind(
    text: str,
    tells: Sequence[str] | None,
    turn: str,
    now: datetime,
    *,
    sheet: Sheet,
    facts: Mapping[str, Fact],
    ledger: Ledger,
    ontology: Ontology,
    language: Language,
) -> tuple[Act | None, list[str]]:
    """Enters what a line tells.

    Args:
        text: The words.
        tells: Ids of the facts and acts that they mean to carry; None if nothing was declared.
        turn: The line's id.
        now: The moment.
        sheet: The session's agenda.
        facts: What the person knows, by id.
        ledger: Where tellings go.
        ontology: Of the attributes.
        language: Recognises questions.

    Returns:
        The act that the line raises, if any, and what it declared in vain.
    """

    def tell(fact: Fact) -> bool:
        return _tell(fact, text, turn, now, sheet, ledger, ontology, language)

    if tells is None:
        said = in_dates(text, now.astimezone(sheet.zone).date())
        return (_undeclared(said, tell, sheet, facts, ontology, language) if text else None), []
    raised: Act | None = None
    vain: list[str] = []
    for id in tells:
        fact = facts.get(id)
        if fact is not None:
            if not tell(fact):
                vain.append(f"tells {id}")
        elif id in sheet.acts and (sheet.acts[id].kind in RAISES or sheet.acts[id].probe):
            raised = sheet.acts[id]
        elif id not in sheet.acts or not _note(sheet.acts[id], text, turn, now, sheet, facts, ledger, ontology):
            vain.append(f"tells {id}")
    return raised, vain


def _undeclared(
    text: str,
    tell: Callable[[Fact], bool],
    sheet: Sheet,
    facts: Mapping[str, Fact],
    ontology: Ontology,
    language: Language,
) -> Act | None:
    for attribute in dict.fromkeys(fact.attribute for fact in facts.values()):
        domain = ontology.domain(attribute)
        asserted = [text[a.start : a.end] for a in assertions(text, domain) if a.status == "current"]
        for fact in facts.values():
            if fact.attribute == attribute and any(told_value(part, fact.value, domain) for part in asserted):
                tell(fact)
    return _asked(text, sheet, language)


def _asked(text: str, sheet: Sheet, language: Language) -> Act | None:
    """The act of the agenda that a line raises without saying so: a known wording counts before a guess."""
    consulting = {act.target: act for act in reversed(sheet.waiting((ActKind.CONSULT,)))}
    projects = [project for project in sheet.projects if project.id in consulting]
    known = asked_in_known_words(text, projects)
    if known is not None:
        return consulting[known.id]
    asked = language.asked_attribute(text)
    if asked is not None:
        raised = next((act for act in sheet.waiting(RAISES) if act.attribute == asked[0]), None)
        if raised is not None:
            return raised
    meant = asked_freely(text, projects, language)
    return consulting[meant.id] if meant is not None else None


def _note(
    act: Act,
    text: str,
    turn: str,
    now: datetime,
    sheet: Sheet,
    facts: Mapping[str, Fact],
    ledger: Ledger,
    ontology: Ontology,
) -> bool:
    """An act that is no telling of a value; False if the text does not carry it."""
    if act.slip:
        return _misspoken(act, text, turn, now, sheet, facts, ledger, ontology)
    if act.kind is ActKind.TELL:
        if act.noise is NoiseKind.OMISSIONS:
            ledger.note_noise(act.noise, turn, sheet.person, act.attribute)
        else:
            sheet.begun[act.fact] = turn
        return True
    if act.kind is ActKind.END:
        fact = facts.get(act.fact)
        if fact is None or not told_value(text, fact.value, ontology.domain(fact.attribute)):
            return False
        over = Telling(fact.id, fact.person, fact.attribute, fact.value, OVER, turn, sheet.number, now, act.id)
        ledger.enter(over)
        return True
    if act.kind in (ActKind.FORGET, ActKind.REMIND):
        attribute = ontology.attribute(act.attribute)
        lowered = text.lower()
        if not any(cue.lower() in lowered for cue in (attribute.label, *attribute.cues)):
            return False
        if act.kind is ActKind.REMIND:
            ledger.said[act.id] = turn
        else:
            person = sheet.person
            ledger.enter(Telling("", person, act.attribute, "", FORGOTTEN, turn, sheet.number, now, act.id))
        return True
    if act.kind not in _SAID:
        return False
    ledger.said[act.id] = turn
    return True


def _misspoken(
    act: Act,
    text: str,
    turn: str,
    now: datetime,
    sheet: Sheet,
    facts: Mapping[str, Fact],
    ledger: Ledger,
    ontology: Ontology,
) -> bool:
    """A slip, or the truth that takes it back; False if the text does not carry it."""
    fact = facts.get(act.fact)
    if fact is None:
        return False
    mends = act.kind is ActKind.MEND
    value = told_value(text, fact.value if mends else act.slip, ontology.domain(fact.attribute))
    if not value or (mends and fact.id not in ledger.slipped):
        return False
    how = MENDED if mends else SLIP
    ledger.enter(Telling(fact.id, fact.person, fact.attribute, value, how, turn, sheet.number, now, act.id))
    if act.noise is not None:
        ledger.note_noise(act.noise, turn, fact.person, fact.attribute)
    return True


def _way_of(fact: Fact, act: Act | None, sheet: Sheet, ledger: Ledger) -> str:
    """How a fact is being told."""
    if fact.id in ledger.told:
        return "correction"
    if fact.id in sheet.caused:
        return "outcome"
    if fact.id in ledger.slipped:
        return MENDED
    if act is None or act.mode is Mode.ASKED or act.noise is NoiseKind.OMISSIONS:
        return "asked"
    return act.way.value


def _is_vague(act: Act, value: str) -> bool:
    return act.noise is NoiseKind.VAGUE_DATES and grain_of(value) != "day"


def _tell(
    fact: Fact,
    text: str,
    turn: str,
    now: datetime,
    sheet: Sheet,
    ledger: Ledger,
    ontology: Ontology,
    language: Language,
) -> bool:
    """Enters a telling at the granularity found in `text`, and its reason if that is said; False if none.

    A date that is said from the day of the telling, as `next Friday` is, counts as the date that it means.
    """
    domain = ontology.domain(fact.attribute)
    value = told_value(text, fact.value, domain)
    if not value and domain.type is ValueType.DATE:
        value = told_value(in_dates(text, now.astimezone(sheet.zone).date()), fact.value, domain)
    if not value:
        return False
    act = sheet.planned.get(fact.id)
    how = _way_of(fact, act, sheet, ledger)
    if act is not None and act.noise is not None and (how == MENDED or _is_vague(act, value)):
        ledger.note_noise(act.noise, turn, fact.person, fact.attribute)
    planned = act.id if act is not None else ""
    given = act is not None and act.reason and language.lines("reasons", act.reason)[0] in text
    reason = act.reason if act is not None and given else ""
    after = (sheet.begun[fact.id],) if fact.id in sheet.begun else ()
    told = Telling(fact.id, fact.person, fact.attribute, value, how, turn, sheet.number, now, planned, after, reason)
    ledger.enter(told)
    for attribute, implied in ontology.implied(fact.attribute, value):
        ledger.enter(replace(told, attribute=attribute, value=implied, how="implied"))
    return True
