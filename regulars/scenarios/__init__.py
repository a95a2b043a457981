"""Scenarios: what an episode is made from. Worlds, ontology, generator, language packs, files, suites, checks.

Every public name is imported when it is first used, so that the room costs nothing to whoever needs one.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from regulars.scenarios.canary import plant
    from regulars.scenarios.checks.validate import Problem, validate_scenario
    from regulars.scenarios.files import (
        read_scenarios,
        scenario_from_json,
        scenario_id,
        scenario_to_json,
        write_scenarios,
    )
    from regulars.scenarios.generator import generate
    from regulars.scenarios.language.packs import Language
    from regulars.scenarios.ontology.attribute import Attribute, render_value
    from regulars.scenarios.ontology.attributes import Ontology, load_ontology
    from regulars.scenarios.streams.blocks import Block, Cohort, Stream, generate_stream
    from regulars.scenarios.streams.files import read_stream, write_stream
    from regulars.scenarios.suites import Suite, load_suite, suite_scenarios
    from regulars.scenarios.world import Person, Probe, Scenario, Session

__all__ = [
    "Attribute",
    "Block",
    "Cohort",
    "Language",
    "Ontology",
    "Person",
    "Probe",
    "Problem",
    "Scenario",
    "Session",
    "Stream",
    "Suite",
    "generate",
    "generate_stream",
    "load_ontology",
    "load_suite",
    "plant",
    "read_scenarios",
    "read_stream",
    "render_value",
    "scenario_from_json",
    "scenario_id",
    "scenario_to_json",
    "suite_scenarios",
    "validate_scenario",
    "write_scenarios",
    "write_stream",
]

_HOMES = {
    "ontology.attribute": ("Attribute", "render_value"),
    "ontology.attributes": ("Ontology", "load_ontology"),
    "canary": ("plant",),
    "files": ("read_scenarios", "scenario_from_json", "scenario_id", "scenario_to_json", "write_scenarios"),
    "generator": ("generate",),
    "language.packs": ("Language",),
    "streams.files": ("read_stream", "write_stream"),
    "streams.blocks": ("Block", "Cohort", "Stream", "generate_stream"),
    "suites": ("Suite", "load_suite", "suite_scenarios"),
    "checks.validate": ("Problem", "validate_scenario"),
    "world": ("Person", "Probe", "Scenario", "Session"),
}


def __getattr__(name: str) -> Any:
    for module, names in _HOMES.items():
        if name in names:
            value = getattr(import_module(f"regulars.scenarios.{module}"), name)
            globals()[name] = value
            return value
    raise AttributeError(f"module 'regulars.scenarios' has no attribute {name!r}")
