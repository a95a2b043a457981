"""Suites are data with a hash; canaries sit in everything that is hidden; the room is light to import."""

from __future__ import annotations

import subprocess
import sys

import pytest

from regulars import registry
from regulars.errors import UnknownNameError
from regulars.scenarios.attributes import load_ontology
from regulars.scenarios.canary import plant
from regulars.scenarios.files import scenario_from_json, scenario_to_json
from regulars.scenarios.generator import generate
from regulars.scenarios.suites import load_suite, suite_scenarios
from regulars.scenarios.validate import validate_scenario
from regulars.scenarios.world import ActKind, Form

TOKEN = "QUOKKA77"

FROZEN = {"smoke-1": "c907ffb3c8a4b08b"}
"""What a suite's scenarios of seed 0 hash to. Where this has to change, the suite's version grows."""


def test_smoke_holds_three_lives_of_one_person_and_one_of_two():
    suite = load_suite("smoke")
    scenarios = suite.generate(0)
    assert suite.label == "smoke-1"
    assert [len(scenario.persons) for scenario in scenarios] == [1, 1, 1, 2]
    assert {len(scenario.sessions) for scenario in scenarios} == {8}
    assert {scenario.suite for scenario in scenarios} == {"smoke-1"}
    assert len({scenario.id for scenario in scenarios}) == 4
    assert not [problem for s in scenarios for problem in validate_scenario(s, load_ontology())]


def test_a_suite_is_found_by_its_registered_name():
    assert "smoke" in [entry.name for entry in registry.entries("suite")]
    assert registry.build("suite", "smoke") is load_suite("smoke")
    with pytest.raises(UnknownNameError, match="did you mean 'smoke'"):
        load_suite("smok")


def test_the_hash_of_a_suite_follows_its_content():
    suite = load_suite("smoke")
    assert suite.hash(0) == FROZEN[suite.label]
    assert suite.hash(1) != suite.hash(0)


def test_the_scenarios_of_a_suite_come_by_plan_and_seed():
    found = list(suite_scenarios("smoke", 2))
    assert [(name, seed) for name, seed, _ in found] == [
        (f"smoke-1/{plan}", seed) for plan in (1, 2, 3, 4) for seed in (0, 1)
    ]
    assert len({scenario.id for _, _, scenario in found}) == 8
    assert found[0][2] == load_suite("smoke").generate(0)[0]


def test_every_hidden_field_carries_the_canary():
    scenario = generate(3, users=2, sessions=6)
    planted = plant(scenario, TOKEN)
    told = {act.fact for session in planted.sessions for act in session.agenda if act.kind is ActKind.TELL}
    for person in planted.persons:
        assert TOKEN in person.persona.notes
        assert all(TOKEN in fact.id for fact in person.facts)
        assert all((TOKEN in fact.value) is (fact.id not in told) for fact in person.facts)
        assert all(TOKEN in event.id for event in person.events)
    for session in planted.sessions:
        assert TOKEN in session.purpose
        assert all(TOKEN in act.id for act in session.agenda)
    assert all(TOKEN in probe.id and TOKEN in probe.purpose for probe in planted.probes)
    assert TOKEN in planted.marks["canary"]


def test_what_an_assistant_sees_carries_no_canary():
    scenario = generate(3, users=2, sessions=6)
    planted = plant(scenario, TOKEN)
    for before, after in zip(scenario.persons, planted.persons, strict=True):
        assert (before.id, before.name, before.scope) == (after.id, after.name, after.scope)
    offered = [act.options for session in planted.sessions for act in session.agenda]
    assert offered == [act.options for session in scenario.sessions for act in session.agenda]


def test_references_are_renamed_with_what_they_refer_to():
    planted = plant(generate(3, users=2, sessions=6), TOKEN)
    codes = {problem.code for problem in validate_scenario(planted, load_ontology())}
    assert codes <= {"unknown-value"}
    acts = {act.id for session in planted.sessions for act in session.agenda}
    assert all(probe.target in acts for probe in planted.probes if probe.form is Form.CHOICE)
    assert scenario_from_json(scenario_to_json(planted)) == planted


def test_the_room_loads_nothing_heavy():
    program = (
        "import sys, regulars.scenarios as s; s.generate(1, sessions=2); s.load_suite('smoke');"
        "s.Language.load('english');"
        "print([m for m in ('langgraph','openai','chromadb','torch','pandas','pydantic') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
