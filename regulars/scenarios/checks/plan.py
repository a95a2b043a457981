"""An index over a scenario's agendas: what is told by when, if everything goes as planned. The checks read it.

It indexes the plan, before any episode. It knows in which session something is told, ended, claimed, forgotten or
delegated. So it knows what a question can rest on if everyone does what is planned.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from regulars.scenarios.kinds import ActKind, Band, DisclosureMode, DisclosurePhrasing
from regulars.scenarios.language.packs import Language
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.pack_files import language_packs
from regulars.scenarios.world import Act, Fact, Person, Probe, Scenario, Session, StandingRule

Moment = tuple[datetime, int]
"""A session's start, and the place of an act on its agenda; place -1 stands for out of band, before any act."""

_Slot = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Meant:
    """A planned disclosure.

    Attributes:
        value: The told value; for an implied attribute, the value that follows.
        session: The session's number.
        place: The place of the act on its agenda, from 0.
        time: When the session begins.
        act: The act.
    """

    value: str
    session: int
    place: int
    time: datetime
    act: Act

    @property
    def moment(self) -> Moment:
        """When it is planned to be told."""
        return self.time, self.place

    @property
    def is_open(self) -> bool:
        """Whether its disclosure mode is `open`."""
        return self.act.mode is DisclosureMode.OPEN

    @property
    def said(self) -> str:
        """The value as exactly as it is told: a date told by its month is `2025-05`."""
        return self.value[: {"month": 7, "year": 4}.get(self.act.granularity, len(self.value))]

    @property
    def date(self) -> str:
        """The day of the disclosure, as an ISO date."""
        return self.time.date().isoformat()

    @property
    def day_is_told(self) -> bool:
        """For a date: whether its day is told."""
        return self.act.granularity in ("", "day")


class Planned:
    """The index over one scenario.

    Args:
        scenario: A scenario whose references to persons are valid and whose moments can be compared.
        ontology: Knows which attributes imply others.

    Attributes:
        tells: Planned disclosures in order, by person and attribute; implied ones also under their own attribute.
        ends, forgets: Moments, by person and attribute.
        claims: Moments and claimed values, by person and attribute.
        delegations: Sessions, acts and moments of delegated choices, by the act's id.
        reminders: Sessions, acts and moments of wished reminders, by the act's id.
        shown: Sessions, acts and moments of acts that show a trait, by the act's id.
        anchored: Persons and attributes told as anchors.
        facts: By id.
        persons: By id.
        probes: By id.
        sessions: By number.
        insights: The interpretations of the scenario's language, by name.
        small_talk: The exchanges of small talk of the scenario's language, by id.
        showable: The traits that its pack has lines for.
        asked: Sessions, acts and moments of the acts that ask a probe, by the probe's id.
    """

    def __init__(self, scenario: Scenario, ontology: Ontology) -> None:
        self.scenario = scenario
        self.ontology = ontology
        self.persons: dict[str, Person] = {person.id: person for person in scenario.persons}
        self.facts: dict[str, Fact] = {fact.id: fact for person in scenario.persons for fact in person.facts}
        self.probes: dict[str, Probe] = {probe.id: probe for probe in scenario.probes}
        self.sessions: dict[int, Session] = {session.number: session for session in scenario.sessions}
        self.tells: dict[_Slot, list[Meant]] = {}
        known = scenario.language in language_packs()
        self.insights = Language.load(scenario.language).insights if known else {}
        self.showable = Language.load(scenario.language).names("traits") if known else ()
        self.small_talk = Language.load(scenario.language).small_talk if known else {}
        self.ends: dict[_Slot, list[Moment]] = {}
        self.forgets: dict[_Slot, list[Moment]] = {}
        self.claims: dict[_Slot, list[tuple[Moment, str]]] = {}
        self.delegations: dict[str, tuple[Session, Act, Moment]] = {}
        self.reminders: dict[str, tuple[Session, Act, Moment]] = {}
        self.shown: dict[str, tuple[Session, Act, Moment]] = {}
        self.asked: dict[str, list[tuple[Session, Act, Moment]]] = {}
        self._calendar = sorted(scenario.sessions, key=lambda session: session.start)
        self._starts = [session.start for session in self._calendar]
        self.anchored: set[_Slot] = set()
        for session in scenario.sessions:
            for place, act in enumerate(session.agenda):
                self._enter(session, place, act)

    def _enter(self, session: Session, place: int, act: Act) -> None:
        slot, moment = (session.person, act.attribute), (session.start, place)
        if act.probe:
            self.asked.setdefault(act.probe, []).append((session, act, moment))
        if act.kind is ActKind.TELL:
            if act.anchor:
                self.anchored.add(slot)
            if act.mode is not DisclosureMode.OUTCOME:
                self._tell(session, place, act)
        elif act.kind is ActKind.END:
            self.ends.setdefault(slot, []).append(moment)
        elif act.kind is ActKind.FORGET:
            self.forgets.setdefault(slot, []).append(moment)
        elif act.kind is ActKind.RELAY:
            self.claims.setdefault(slot, []).append((moment, act.other))
        elif act.kind is ActKind.DELEGATE:
            self.delegations[act.id] = (session, act, moment)
        elif act.kind is ActKind.REMIND:
            self.reminders[act.id] = (session, act, moment)
        elif act.kind is ActKind.SHOW:
            self.shown[act.id] = (session, act, moment)

    def _tell(self, session: Session, place: int, act: Act) -> None:
        fact = self.facts.get(act.fact)
        if fact is None or act.attribute not in self.ontology:
            return
        meant = Meant(fact.value, session.number, place, session.start, act)
        self.tells.setdefault((session.person, act.attribute), []).append(meant)
        for attribute, value in self.ontology.implied(act.attribute, fact.value):
            implied = Meant(value, session.number, place, session.start, act)
            self.tells.setdefault((session.person, attribute), []).append(implied)

    def under_way(self, time: datetime) -> Session | None:
        """The session that is running at `time`; None between sessions."""
        place = bisect_right(self._starts, time) - 1
        session = self._calendar[place] if place >= 0 else None
        return session if session is not None and time <= session.start + session.budget else None

    def moment(self, probe: Probe) -> Moment:
        """When a probe is asked: an in-band probe by its act, any other at its time."""
        asking = self.asked.get(probe.id)
        return asking[0][2] if asking and probe.band is Band.IN else (probe.time, -1)

    def known(self, person: str, attribute: str, until: Moment) -> list[Meant]:
        """The disclosures planned before a moment, without those that are forgotten by then."""
        told = [one for one in self.tells.get((person, attribute), ()) if one.moment < until]
        dropped = [
            moment for moment in self.forgets.get((person, self.ontology.source(attribute)), ()) if moment < until
        ]
        return [one for one in told if one.moment > dropped[-1]] if dropped else told

    def is_over(self, person: str, attribute: str, until: Moment) -> bool:
        """Whether the last disclosure planned before a moment says that the attribute no longer holds."""
        ended = [moment for moment in self.ends.get((person, attribute), ()) if moment < until]
        told = self.tells.get((person, attribute), ())
        return bool(ended) and not any(ended[-1] < one.moment < until for one in told)

    def latest(self, person: str, attribute: str, until: Moment) -> str:
        """The last value planned to be told before a moment; empty if there is none or it is over."""
        told = self.known(person, attribute, until)
        return told[-1].value if told and not self.is_over(person, attribute, until) else ""

    def ruled_out(self, person: str, attribute: str, until: Moment) -> dict[str, str]:
        """The values of a choice that the disclosures so far exclude, each with the attribute that excludes it."""
        out: dict[str, str] = {}
        for limit in self.ontology.limiting(attribute):
            value = self.latest(person, limit.name, until)
            out.update(dict.fromkeys(limit.excludes[attribute].get(value, ()), limit.name))
        return out

    def unfit(self, person: str, attribute: str, until: Moment) -> set[str]:
        """The values of a choice that the disclosures so far exclude or put in doubt."""
        limits = self.ontology.limiting(attribute)
        return {one for limit in limits for one in limit.unfit(attribute, self.latest(person, limit.name, until))}

    def later(self, person: str, attribute: str, until: Moment) -> str:
        """Says in which session something is told too late; empty if it is never told."""
        told = next((one for one in self.tells.get((person, attribute), ()) if one.moment >= until), None)
        return f"it is told no earlier than in session {told.session}" if told else ""


def values_of(told: Sequence[Meant]) -> list[str]:
    """The different values, ordered by first disclosure."""
    return list(dict.fromkeys(one.value for one in told))


def is_contradiction(told: Sequence[Meant]) -> bool:
    """Whether the last disclosure contradicts an earlier one without saying so."""
    return len(told) > 1 and told[-1].act.phrasing is DisclosurePhrasing.UNMARKED


def overlap(one: Fact | StandingRule, other: Fact | StandingRule) -> bool:
    """Whether two facts or rules hold at some common time."""
    return (one.until is None or other.since < one.until) and (other.until is None or one.since < other.until)
