"""Plants a word into everything that an assistant must never see, so that a leak shows itself."""

from __future__ import annotations

from dataclasses import replace

from regulars.scenarios.files import scenario_id
from regulars.scenarios.world import Act, ActKind, Event, Fact, Person, Probe, Scenario, Session

__all__ = ["plant"]


def plant(scenario: Scenario, token: str) -> Scenario:
    """The same scenario with `token` in every hidden field that a leak could come from.

    These are: notes on personas, ids of facts, events, acts and probes (references follow), purposes, the
    suite and the marks, and the values of facts that nobody will tell. Persons' ids, names and what is told
    stay as they are, because an assistant sees them.

    Args:
        scenario: A generated scenario.
        token: A word that occurs nowhere else. Values with it are no values of the ontology: such a scenario
            is for looking for leaks, not for publishing.
    """
    acts = [act for session in scenario.sessions for act in session.agenda]
    told = {act.fact for act in acts if act.kind is ActKind.TELL}

    def mark(id: str) -> str:
        return f"{id}{token}" if id else ""

    def fact(one: Fact) -> Fact:
        value = one.value if one.id in told else f"{one.value} {token}"
        return replace(one, id=mark(one.id), value=value)

    def event(one: Event) -> Event:
        return replace(one, id=mark(one.id), begins=tuple(map(mark, one.begins)), ends=tuple(map(mark, one.ends)))

    def person(one: Person) -> Person:
        persona = replace(one.persona, notes=f"{one.persona.notes} {token}".strip())
        return replace(one, persona=persona, facts=tuple(map(fact, one.facts)), events=tuple(map(event, one.events)))

    def act(one: Act) -> Act:
        return replace(one, id=mark(one.id), fact=mark(one.fact), probe=mark(one.probe))

    def session(one: Session) -> Session:
        return replace(one, purpose=f"{one.purpose} {token}".strip(), agenda=tuple(map(act, one.agenda)))

    delegations = {one.id for one in acts}

    def probe(one: Probe) -> Probe:
        target = mark(one.target) if one.target in delegations else one.target
        return replace(one, id=mark(one.id), target=target, purpose=f"{one.purpose} {token}".strip())

    planted = replace(
        scenario,
        suite=f"{scenario.suite} {token}",
        persons=tuple(map(person, scenario.persons)),
        sessions=tuple(map(session, scenario.sessions)),
        probes=tuple(map(probe, scenario.probes)),
        marks={**{name: f"{text} {token}" for name, text in scenario.marks.items()}, "canary": token},
    )
    return replace(planted, id=scenario_id(planted))
