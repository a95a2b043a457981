"""Checks personas for impossible combinations."""

from __future__ import annotations

from collections.abc import Iterator

from regulars.scenarios.checks.problems import Problem
from regulars.scenarios.personas.impossible import clashes
from regulars.scenarios.world import Scenario


def check_personas(scenario: Scenario) -> Iterator[Problem]:
    """Yields the impossible combinations in personas."""
    for person in scenario.persons:
        for clash in clashes(person.persona):
            yield Problem("persona-clash", person.id, f"{person.name} cannot be: {clash}")
