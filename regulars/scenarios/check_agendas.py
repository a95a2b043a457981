"""Checks agendas: what is told is true and one's own, anchors keep to their rules, questions have probes."""

from __future__ import annotations

from collections.abc import Iterator

from regulars.scenarios.attributes import Ontology
from regulars.scenarios.problems import Problem
from regulars.scenarios.world import Act, ActKind, Band, Mode, Probe, Scenario, Session

__all__ = ["check_agendas"]

_RAISES = (ActKind.ASK, ActKind.REQUEST)
_SILENT = (ActKind.GREET, ActKind.CLOSE)


def check_agendas(scenario: Scenario, ontology: Ontology) -> Iterator[Problem]:
    """What is wrong with what people mean to do."""
    yield from _tells(scenario)
    yield from _anchors(scenario, ontology)
    yield from _raised(scenario, ontology)
    for session in scenario.sessions:
        if sum(act.kind not in _SILENT for act in session.agenda) > session.rounds:
            yield Problem(
                "agenda-too-long",
                f"session {session.number}",
                f"has more acts than its {session.rounds} rounds",
            )


def _tells(scenario: Scenario) -> Iterator[Problem]:
    facts = {fact.id: fact for person in scenario.persons for fact in person.facts}
    told: set[str] = set()
    for session in scenario.sessions:
        for act in session.agenda:
            if act.kind is not ActKind.TELL:
                continue
            fact = facts.get(act.fact)
            if fact is None:
                yield Problem("unknown-fact", act.id, f"tells fact {act.fact!r}, which nobody has")
                continue
            if fact.person != session.person:
                yield Problem("foreign-fact", act.id, "tells another person's fact")
            if fact.since > session.start:
                yield Problem("told-too-early", act.id, "tells what is not true yet")
            if fact.until is not None and fact.until <= session.start:
                yield Problem("told-too-late", act.id, "tells what is not true any more")
            if act.attribute != fact.attribute:
                yield Problem("act-attribute", act.id, f"tells {fact.attribute} and says {act.attribute!r}")
            if act.fact in told:
                yield Problem("told-twice", act.id, "tells a fact that another act tells")
            told.add(act.fact)


def _anchors(scenario: Scenario, ontology: Ontology) -> Iterator[Problem]:
    anchored: dict[tuple[str, str], str] = {}
    for session in scenario.sessions:
        opening = True
        for act in session.agenda:
            if act.anchor:
                anchored[session.person, act.attribute] = act.id
                if act.mode is not Mode.OPEN or act.kind is not ActKind.TELL:
                    yield Problem("anchor-mode", act.id, "an anchor is no open telling")
                if not opening:
                    yield Problem("anchor-place", act.id, "an anchor does not come first in its session")
            elif act.kind is not ActKind.GREET:
                opening = False
    for session in scenario.sessions:
        for act in session.agenda:
            name = _source(act.attribute, ontology)
            if (session.person, name) not in anchored or act.anchor:
                continue
            if act.kind in _RAISES:
                yield Problem("anchor-asked", act.id, f"asks in the conversation for the anchored {name}")
            elif act.kind is ActKind.TELL:
                yield Problem("anchor-updated", act.id, f"tells the anchored {name} and is no anchor")
    asked = {(probe.owner, _source(probe.attribute, ontology)) for probe in scenario.probes if probe.anchor}
    if scenario.probes and any(probe.band is Band.OUT for probe in scenario.probes):
        for slot, id in anchored.items():
            if slot not in asked:
                yield Problem("anchor-unprobed", id, "no probe beside the conversation rests on this anchor")


def _source(attribute: str, ontology: Ontology) -> str:
    """The attribute that is told where `attribute` is known: itself, or the one that implies it."""
    return (ontology.attribute(attribute).implied_by or attribute) if attribute in ontology else attribute


def _raised(scenario: Scenario, ontology: Ontology) -> Iterator[Problem]:
    """Questions and requests correspond to in-band probes one to one; delegations offer real options."""
    probes = {probe.id: probe for probe in scenario.probes}
    raised: set[str] = set()
    for session in scenario.sessions:
        for act in session.agenda:
            if act.attribute and act.attribute not in ontology:
                yield Problem("unknown-attribute", act.id, f"is about {act.attribute!r}, which the ontology has not")
            elif act.kind is ActKind.DELEGATE:
                yield from _options(act, ontology)
            elif act.kind in _RAISES:
                probe = probes.get(act.probe)
                if probe is None or act.probe in raised or not _fits(act, probe, session):
                    yield Problem("act-probe", act.id, f"does not correspond to the one in-band probe {act.probe!r}")
                raised.add(act.probe)
    for probe in scenario.probes:
        if probe.band is Band.IN and probe.id not in raised:
            yield Problem("probe-act", probe.id, "is asked in the conversation by no act")


def _options(act: Act, ontology: Ontology) -> Iterator[Problem]:
    known = ontology.domain(act.attribute).aliases
    if len(set(act.options)) < 2 or any(option not in known for option in act.options):
        yield Problem("options", act.id, f"offers {', '.join(act.options) or 'nothing'} to choose from")


def _fits(act: Act, probe: Probe, session: Session) -> bool:
    return (
        probe.band is Band.IN
        and probe.session == session.number
        and probe.attribute == act.attribute
        and probe.asker == session.person
    )
