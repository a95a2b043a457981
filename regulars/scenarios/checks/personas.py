"""Checks personas for impossible combinations and for shares of conduct out of range."""

from __future__ import annotations

from collections.abc import Iterator

from regulars.scenarios.checks.problems import Problem
from regulars.scenarios.personas.conduct import faults_of
from regulars.scenarios.personas.impossible import clashes
from regulars.scenarios.world import Scenario


def check_personas(scenario: Scenario) -> Iterator[Problem]:
    """Yields what is wrong with the personas."""
    for person in scenario.persons:
        for clash in clashes(person.persona):
            yield Problem("persona-clash", person.id, f"{person.name} cannot be: {clash}")
        for fault in faults_of(person.persona.conduct):
            yield Problem("persona-conduct", person.id, f"{person.name}: {fault}")
