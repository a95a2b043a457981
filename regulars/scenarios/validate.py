"""Checks a scenario before anyone plays it: ids, calendar, lives, agendas, probes, recordings.

Nothing is raised and nothing is mended: whoever asks gets the list of what is wrong, empty if all is well.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from regulars.errors import ScenarioError
from regulars.scenarios.attributes import Ontology
from regulars.scenarios.check_agendas import check_agendas
from regulars.scenarios.check_lives import check_lives
from regulars.scenarios.check_probes import check_probes
from regulars.scenarios.check_recordings import check_recordings
from regulars.scenarios.language import language_packs
from regulars.scenarios.problems import Problem
from regulars.scenarios.world import Scenario, Source

__all__ = ["Problem", "check_playable", "validate_scenario"]

_FUNDAMENTAL = ("no-zone", "no-person", "unknown-person")


def validate_scenario(scenario: Scenario, ontology: Ontology) -> list[Problem]:
    """All that is wrong with a scenario.

    Args:
        scenario: Generated or recorded.
        ontology: What a generated scenario's attributes are checked against.

    Example:
        >>> from regulars.scenarios import generate, load_ontology
        >>> validate_scenario(generate(7), load_ontology())
        []
    """
    problems = [*_ids(scenario), *_zones(scenario), *_people(scenario)]
    if any(problem.code in _FUNDAMENTAL for problem in problems):
        return problems
    problems += _calendar(scenario)
    if scenario.source is Source.RECORDED:
        return [*problems, *check_recordings(scenario)]
    return [
        *problems,
        *check_lives(scenario, ontology),
        *check_agendas(scenario, ontology),
        *check_probes(scenario, ontology),
    ]


def check_playable(scenario: Scenario, ontology: Ontology, where: str = "") -> None:
    """Raises `ScenarioError` if anything is wrong with a scenario that is to be played."""
    problems = validate_scenario(scenario, ontology)
    if problems:
        more = f" and {len(problems) - 1} more" if len(problems) > 1 else ""
        raise ScenarioError(
            f"{problems[0]}{more}",
            where=where or f"scenario {scenario.id}",
            remedy="regulars validate FILE lists all",
        )


def _people(scenario: Scenario) -> Iterator[Problem]:
    """There are people with sessions, of an endurance that can be reckoned with, and a language to speak."""
    if not scenario.persons:
        yield Problem("no-person", scenario.id, "there is nobody in it")
    if not scenario.sessions:
        yield Problem("no-session", scenario.id, "it has no sessions")
    for person in scenario.persons:
        persona = person.persona
        for name in ("reading", "thinking", "patience"):
            value = getattr(persona, name)
            if not 0 <= value < inf or (name == "patience" and value == 0):
                yield Problem("impossible-persona", person.id, f"{name} is {value}")
    if scenario.source is Source.GENERATED and scenario.language not in language_packs():
        yield Problem("unknown-language", scenario.id, f"there is no language pack {scenario.language!r}")


def _ids(scenario: Scenario) -> Iterator[Problem]:
    """Ids are unique in a scenario, and refer to persons that are there."""
    seen: dict[str, str] = {}
    named: list[tuple[str, str]] = [("person", person.id) for person in scenario.persons]
    for person in scenario.persons:
        named += [("fact", fact.id) for fact in person.facts]
        named += [("event", event.id) for event in person.events]
    for session in scenario.sessions:
        named += [("act", act.id) for act in session.agenda]
        named += [("turn", turn.id) for turn in session.turns]
    named += [("probe", probe.id) for probe in scenario.probes]
    for kind, id in named:
        if not id:
            yield Problem("empty-id", scenario.id, f"a {kind} has no id")
        elif id in seen:
            yield Problem("duplicate-id", id, f"is the id of a {seen[id]} and of a {kind}")
        seen[id] = kind
    persons = {person.id for person in scenario.persons}
    referring = [(f"session {session.number}", session.person) for session in scenario.sessions]
    referring += [(probe.id, id) for probe in scenario.probes for id in (probe.owner, probe.asker)]
    referring += [(fact.id, fact.person) for person in scenario.persons for fact in person.facts]
    referring += [(event.id, event.person) for person in scenario.persons for event in person.events]
    for where, id in referring:
        if id not in persons:
            yield Problem("unknown-person", where, f"refers to person {id!r}, who is not in the scenario")


def _zones(scenario: Scenario) -> Iterator[Problem]:
    """All moments have a zone: without one they cannot be compared."""
    moments = [(scenario.id, scenario.start)]
    for person in scenario.persons:
        moments += [(fact.id, fact.since) for fact in person.facts]
        moments += [(fact.id, fact.until) for fact in person.facts if fact.until is not None]
        moments += [(event.id, event.time) for event in person.events]
    for session in scenario.sessions:
        moments.append((f"session {session.number}", session.start))
        moments += [(turn.id, turn.time) for turn in session.turns]
    moments += [(probe.id, probe.time) for probe in scenario.probes]
    for where, moment in moments:
        if moment.tzinfo is None:
            yield Problem("no-zone", where, "has a moment without zone")


def _calendar(scenario: Scenario) -> Iterator[Problem]:
    """Sessions are numbered in calendar order and never overlap."""
    for position, session in enumerate(scenario.sessions, 1):
        if session.number != position:
            yield Problem("session-number", f"session {session.number}", f"stands in place {position}")
    earlier = None
    for session in scenario.sessions:
        where = f"session {session.number}"
        if session.start < scenario.start:
            yield Problem("before-start", where, "begins before the scenario does")
        if earlier is not None and session.start < earlier.start:
            yield Problem("time-backwards", where, "begins before the session before it")
        elif earlier is not None and not session.turns and session.start < earlier.start + earlier.budget:
            yield Problem("session-overlap", where, "begins before the session before it is over")
        earlier = session
