"""Checks filler sessions: they can be rendered, differ, fit in, and give nothing away."""

from __future__ import annotations

from collections.abc import Iterator

from regulars.errors import DataError
from regulars.scenarios.checks.problems import Problem
from regulars.scenarios.history.fillers import Fillers
from regulars.scenarios.history.screening import Screen
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.world import Scenario, Session

SAMPLE = 200
"""Greatest number of filler sessions that are rendered and read, spread evenly over the history."""


def check_fillers(scenario: Scenario, ontology: Ontology) -> Iterator[Problem]:
    """Yields the problems with filler sessions."""
    fillers = [session for session in scenario.sessions if session.filler]
    if not fillers:
        return
    try:
        grammar = Fillers.load(scenario.language)
    except DataError as error:
        yield Problem("no-fillers", scenario.id, error.what)
        return
    yield from _specs(fillers, grammar)
    yield from _overlaps(scenario)
    yield from _giveaways(scenario, fillers, grammar, ontology)


def _specs(fillers: list[Session], grammar: Fillers) -> Iterator[Problem]:
    seen: dict[str, int] = {}
    for session in fillers:
        where = f"session {session.number}"
        if session.agenda or session.turns:
            yield Problem("filled-twice", where, "is a filler and has an agenda or turns of its own")
        if not grammar.knows(session.filler):
            yield Problem("unknown-filler", where, f"{session.filler!r} is not the spec of a filler session")
        elif session.filler in seen:
            yield Problem("duplicate-filler", where, f"is the same filler as session {seen[session.filler]}")
        seen.setdefault(session.filler, session.number)


def _overlaps(scenario: Scenario) -> Iterator[Problem]:
    earlier: Session | None = None
    for session in scenario.sessions:
        involved = earlier is not None and (earlier.filler or session.filler)
        if earlier is not None and involved and session.start < earlier.start + earlier.budget:
            where = f"session {session.number}"
            yield Problem("filler-overlap", where, f"begins before session {earlier.number} is over")
        earlier = session


def _giveaways(scenario: Scenario, fillers: list[Session], grammar: Fillers, ontology: Ontology) -> Iterator[Problem]:
    """Checks that no filler names a value of its person's facts. A reader would take it for a disclosure."""
    words = grammar.words()
    screens = {person.id: Screen([person], ontology).within(words) for person in scenario.persons}
    step = -(-len(fillers) // SAMPLE)
    for session in fillers[::step]:
        screen = screens.get(session.person)
        if screen is None or not grammar.knows(session.filler):
            continue
        text = "\n".join(line for _, line in grammar.render(session.filler))
        for attribute, value in screen.found(text):
            yield Problem("filler-names-value", f"session {session.number}", f"names {value!r}, a {attribute}")
