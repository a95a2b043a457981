"""Functions that find or change one part of a scenario. They raise `LookupError` if there is none."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from regulars.scenarios.kinds import ActKind, Band, Form
from regulars.scenarios.ontology.attributes import load_ontology

ONTOLOGY = load_ontology()
DAY = timedelta(days=1)


def first(found, of="nothing of the kind"):
    for one in found:
        return one
    raise LookupError(of)


# ---------------------------------------------------------------- changing one part


def with_person(scenario, chosen, **changes):
    persons = tuple(replace(p, **changes) if p.id == chosen.id else p for p in scenario.persons)
    return replace(scenario, persons=persons)


def with_fact(scenario, chosen, **changes):
    persons = tuple(
        replace(p, facts=tuple(replace(f, **changes) if f == chosen else f for f in p.facts)) for p in scenario.persons
    )
    return replace(scenario, persons=persons)


def with_persona(scenario, **changes):
    """The first person with another persona."""
    person = first(scenario.persons)
    return with_person(scenario, person, persona=replace(person.persona, **changes))


def asking(scenario):
    """An act of the first person's that asks, in a session that is not the first or last."""
    return first(
        act
        for session in scenario.sessions[1:-1]
        for act in session.agenda
        if act.kind in (ActKind.ASK, ActKind.REQUEST) and session.person == scenario.sessions[0].person
    )


def with_session(scenario, number, /, **changes):
    sessions = tuple(replace(s, **changes) if s.number == number else s for s in scenario.sessions)
    return replace(scenario, sessions=sessions)


def with_act(scenario, chosen, **changes):
    sessions = tuple(
        replace(s, agenda=tuple(replace(a, **changes) if a.id == chosen.id else a for a in s.agenda))
        for s in scenario.sessions
    )
    return replace(scenario, sessions=sessions)


def with_probe(scenario, chosen, **changes):
    probes = tuple(replace(p, **changes) if p.id == chosen.id else p for p in scenario.probes)
    return replace(scenario, probes=probes)


def with_rule(scenario, **changes):
    person = first(p for p in scenario.persons if p.rules)
    return with_person(scenario, person, rules=(replace(person.rules[0], **changes), *person.rules[1:]))


def with_project(scenario, **changes):
    person = first(p for p in scenario.persons if p.projects)
    return with_person(scenario, person, projects=(replace(person.projects[0], **changes), *person.projects[1:]))


def moved(scenario, act, number):
    """The act in another session."""
    sessions = tuple(
        replace(s, agenda=(*(a for a in s.agenda if a.id != act.id), *((act,) if s.number == number else ())))
        for s in scenario.sessions
    )
    return replace(scenario, sessions=sessions)


def added(scenario, session, *acts):
    now = scenario.sessions[session.number - 1]
    return with_session(scenario, session.number, agenda=(*now.agenda, *acts))


# ---------------------------------------------------------------- verdict one


def acts(scenario, kind, condition=lambda session, act: True):
    return [(s, a) for s in scenario.sessions for a in s.agenda if a.kind is kind and condition(s, a)]


def act(scenario, kind, condition=lambda session, act: True):
    return first(acts(scenario, kind, condition))[1]


def probe(scenario, condition):
    return first(p for p in scenario.probes if condition(p))


def fact(scenario, id):
    return first(f for person in scenario.persons for f in person.facts if f.id == id)


def plain_tell(scenario):
    return act(scenario, ActKind.TELL, lambda s, a: not a.anchor and a.fact)


def term_fact(scenario, person=0):
    """A fact of a term that nothing else depends on."""
    return first(
        f
        for f in scenario.persons[person].facts
        if len([o for o in scenario.persons[person].facts if o.attribute == f.attribute]) == 1
        and ONTOLOGY.attribute(f.attribute).type == "term"
        and ONTOLOGY.attribute(f.attribute).cardinality == "one"
        and f.until is None
    )


def other_value(attribute, *not_these):
    return first(v for v in ONTOLOGY.attribute(attribute).grid() if v not in not_these)


def other_person(scenario, id):
    return first(p.id for p in scenario.persons if p.id != id)


def anchor(scenario):
    return act(scenario, ActKind.TELL, lambda s, a: a.anchor)


def out(scenario, kind, **fields):
    return probe(
        scenario,
        lambda p: p.kind == kind and p.band is Band.OUT and all(getattr(p, n) == v for n, v in fields.items()),
    )


def asks_unresolved_for_no_date(p):
    wanted = (p.kind, p.band, p.form) == ("abstention", Band.OUT, Form.VALUE)
    return wanted and ONTOLOGY.attribute(p.attribute).type != "date"


def in_band(scenario):
    return probe(scenario, lambda p: p.band is Band.IN and p.form is Form.VALUE)


def contrasts(scenario, kind=None):
    one = probe(scenario, lambda p: p.contrast and (kind is None or p.kind == kind))
    return one, probe(scenario, lambda p: p.id == one.contrast)
