"""Checks constraints of time: sessions against hours and engagements, the plan against limits, order and cool-down."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from regulars.errors import ScenarioError
from regulars.scenarios.checks.plan import Planned
from regulars.scenarios.checks.problems import Problem
from regulars.scenarios.kinds import ActKind
from regulars.scenarios.time.constraints import is_engaged, is_free, window_hours
from regulars.scenarios.time.recurrence import read_recurrence
from regulars.scenarios.world import Act, Person, Session

_LIMITED = (ActKind.ASK, ActKind.REQUEST, ActKind.DELEGATE)
"""Acts whose answers are judged. Only these can have a time limit."""


def check_constraints(plan: Planned) -> Iterator[Problem]:
    """Yields contradictions in time. Zones were checked before. Filler sessions may lie at any hour."""
    unsound = set()
    for person in plan.scenario.persons:
        faults = list(_person(person))
        if faults:
            unsound.add(person.id)
        yield from faults
    places: dict[str, tuple[Session, int, Act]] = {}
    for session in plan.scenario.sessions:
        if session.agenda and session.person not in unsound:
            yield from _hours(plan.persons[session.person], session)
        for place, act in enumerate(session.agenda):
            yield from _limit(session, act)
            if act.after or act.rest:
                yield from _order(session, act, places)
            places[act.id] = (session, place, act)


def _person(person: Person) -> Iterator[Problem]:
    for window in person.persona.windows:
        if window_hours(window) == (0, 0):
            yield Problem("no-window", person.id, f"has time in {window!r}; expected first and last hour, such as 7-10")
    for line in person.persona.engagements:
        try:
            engaged = read_recurrence(line)
        except ScenarioError as error:
            yield Problem("no-recurrence", person.id, str(error))
            continue
        if not engaged.is_on(engaged.first) and engaged.next_after(engaged.first) is None:
            yield Problem("no-recurrence", person.id, f"has the engagement {line!r}, which never takes place")


def _hours(person: Person, session: Session) -> Iterator[Problem]:
    persona, where = person.persona, f"session {session.number}"
    if is_engaged(persona, session.start, session.budget):
        busy = "; ".join(persona.engagements)
        yield Problem("engaged", where, f"falls into an engagement of {person.name}: {busy}")
    elif not is_free(persona, session.start, session.budget):
        hours = " ".join(persona.windows)
        start = session.start.isoformat()
        message = f"is at {start} and takes {session.budget}; {person.name} has time at {hours} only"
        yield Problem("no-time", where, message)


def _limit(session: Session, act: Act) -> Iterator[Problem]:
    if act.due is None and act.within is None:
        return
    if act.kind not in _LIMITED:
        yield Problem("limit-kind", act.id, f"has a time limit, but no answer to a {act.kind.value} is judged")
    if act.due is not None and act.due <= session.start:
        yield Problem("deadline-passed", act.id, f"is due at {act.due}, and its session begins at {session.start}")
    if act.within is not None and not timedelta(0) < act.within <= session.budget:
        yield Problem("limit", act.id, f"has to be answered within {act.within}; its session lasts {session.budget}")


def _order(session: Session, act: Act, places: dict[str, tuple[Session, int, Act]]) -> Iterator[Problem]:
    """Checks that the act before this one is planned earlier for the same person, and long enough before."""
    found = places.get(act.after)
    if act.rest < 0 or (act.rest and not act.after):
        yield Problem("cool-down", act.id, f"rests {act.rest} hours after {act.after or 'nothing'}")
    elif found is None or found[0].person != session.person:
        yield Problem("order", act.id, f"comes after {act.after}, which its person does not plan before it")
    else:
        left = session.start + session.budget - found[0].start
        if left < timedelta(hours=act.rest):
            message = f"comes {act.rest} hours after {act.after} at the earliest; their sessions leave {left}"
            yield Problem("cool-down", act.id, message)
