"""Validates a scenario: ids, people, calendar, lives, agendas, rules, probes, wording, recordings.

`validate_scenario` returns the list of problems. It raises no error and repairs nothing. An empty list means that the
scenario is valid.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from regulars.errors import ScenarioError
from regulars.scenarios.checks.agendas import check_agendas
from regulars.scenarios.checks.calendar import check_calendar, check_zones
from regulars.scenarios.checks.constraints import check_constraints
from regulars.scenarios.checks.incidents import check_incidents
from regulars.scenarios.checks.lives import check_lives
from regulars.scenarios.checks.personas import check_personas
from regulars.scenarios.checks.plan import Planned
from regulars.scenarios.checks.probes import check_probes
from regulars.scenarios.checks.problems import Problem
from regulars.scenarios.checks.recordings import check_recordings
from regulars.scenarios.checks.rules import check_rules
from regulars.scenarios.checks.wording import check_wording
from regulars.scenarios.kinds import PHRASINGS, ScenarioOrigin
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.pack_files import built_in_packs, language_packs
from regulars.scenarios.world import Scenario

PLAYABLE = ("evidence-unknown", "evidence-later")
"""Problems of recorded data that questions have, and that stand in no episode's way."""
_FUNDAMENTAL = ("no-zone", "no-person", "unknown-person", "empty-id")


def validate_scenario(scenario: Scenario, ontology: Ontology) -> list[Problem]:
    """Returns all problems of a scenario.

    Args:
        scenario: A generated or recorded scenario.
        ontology: The attributes that a generated scenario may use.

    Example:
        >>> from regulars.scenarios import generate, load_ontology
        >>> validate_scenario(generate(7), load_ontology())
        []
    """
    problems = [*_ids(scenario), *check_zones(scenario), *_people(scenario)]
    if any(problem.code in _FUNDAMENTAL for problem in problems):
        return problems
    problems += check_calendar(scenario)
    if scenario.source is ScenarioOrigin.RECORDED:
        return [*problems, *check_recordings(scenario)]
    plan = Planned(scenario, ontology)
    problems += check_personas(scenario)
    problems += check_lives(scenario, ontology)
    problems += check_agendas(plan)
    problems += check_incidents(plan)
    if not any(problem.code == "unknown-zone" for problem in problems):
        problems += check_constraints(plan)
    problems += check_rules(plan)
    problems += check_probes(plan)
    if scenario.language in language_packs() and scenario.phrasing in PHRASINGS:
        problems += check_wording(plan)
    if any(session.filler for session in scenario.sessions):
        from regulars.scenarios.checks.fillers import check_fillers

        problems += check_fillers(scenario, ontology)
    return problems


def check_playable(scenario: Scenario, ontology: Ontology, where: str = "") -> None:
    """Raises `ScenarioError` if a scenario has a problem with which it cannot be played."""
    problems = [one for one in validate_scenario(scenario, ontology) if one.code not in PLAYABLE]
    if problems:
        more = f" and {len(problems) - 1} more" if len(problems) > 1 else ""
        raise ScenarioError(
            f"{problems[0]}{more}", where=where or f"scenario {scenario.id}", remedy="regulars validate FILE lists all"
        )


def _people(scenario: Scenario) -> Iterator[Problem]:
    """Checks that a scenario has persons, sessions, possible personas and a known language."""
    if not scenario.persons:
        yield Problem("no-person", scenario.id, "has no persons")
    if not scenario.sessions:
        yield Problem("no-session", scenario.id, "has no sessions")
    for person in scenario.persons:
        persona = person.persona
        for name in ("reading", "thinking", "patience"):
            value = getattr(persona, name)
            if not 0 <= value < inf or (name == "patience" and value == 0):
                wanted = "a number above 0" if name == "patience" else "a number from 0"
                yield Problem("impossible-persona", person.id, f"{name} is {value}; expected {wanted}")
    if scenario.source is ScenarioOrigin.GENERATED and scenario.language not in language_packs():
        message = f"unknown language pack {scenario.language!r}; expected {' or '.join(built_in_packs())}"
        yield Problem("unknown-language", scenario.id, message)
    if scenario.phrasing not in PHRASINGS:
        message = f"unknown phrasing {scenario.phrasing!r}; expected {' or '.join(PHRASINGS)}"
        yield Problem("unknown-phrasing", scenario.id, message)


def _ids(scenario: Scenario) -> Iterator[Problem]:
    """Checks that ids are unique in a scenario and refer to existing persons."""
    seen: dict[str, str] = {}
    named: list[tuple[str, str]] = [("person", person.id) for person in scenario.persons]
    for person in scenario.persons:
        named += [("fact", fact.id) for fact in person.facts]
        named += [("event", event.id) for event in person.events]
        named += [("rule", rule.id) for rule in person.rules]
        named += [("project", project.id) for project in person.projects]
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
