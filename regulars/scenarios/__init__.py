"""Scenarios, the plans of episodes: worlds, ontology, generator, language packs, files, suites and checks.

Other modules of this folder may change without notice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from regulars.face import open_face

if TYPE_CHECKING:
    from regulars.scenarios.checks.validate import validate_scenario
    from regulars.scenarios.files import read_scenarios, scenario_id, write_scenarios
    from regulars.scenarios.generator import generate
    from regulars.scenarios.history.compiler import stretch
    from regulars.scenarios.kinds import Band, Form, ScenarioOrigin
    from regulars.scenarios.ontology.attributes import load_ontology
    from regulars.scenarios.streams.blocks import Stream, generate_stream
    from regulars.scenarios.suite import Suite
    from regulars.scenarios.suites import load_suite, suite_scenarios
    from regulars.scenarios.world import Person, Probe, RecordedFeedback, RecordedTurn, Scenario, Session

__all__ = [
    "Band",
    "Form",
    "Person",
    "Probe",
    "RecordedFeedback",
    "RecordedTurn",
    "Scenario",
    "ScenarioOrigin",
    "Session",
    "Stream",
    "Suite",
    "generate",
    "generate_stream",
    "load_ontology",
    "load_suite",
    "read_scenarios",
    "scenario_id",
    "stretch",
    "suite_scenarios",
    "validate_scenario",
    "write_scenarios",
]

open_face(__name__)
