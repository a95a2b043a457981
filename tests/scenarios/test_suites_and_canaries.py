"""Suites are data with a hash, hidden fields hold canaries, and the room loads nothing heavy."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from regulars import Cast, life_v0, registry
from regulars.errors import UnknownNameError
from regulars.scenarios.canary import plant
from regulars.scenarios.checks.validate import validate_scenario
from regulars.scenarios.files import scenario_from_json, scenario_to_json
from regulars.scenarios.generator import generate
from regulars.scenarios.kinds import NOISE_ACTS, ActKind, Form
from regulars.scenarios.ontology.attributes import load_ontology
from regulars.scenarios.suites import load_suite, suite_scenarios

TOKEN = "QUOKKA77"

FROZEN = {
    "smoke-23": "e174fed6025840db",
    "chinese-22": "85532043b383d35e",
    "core-22": "f532203ec095be79",
    "hard-22": "9c8eefb0323813ee",
    "long-1.5m-22": "151701d37f3b65a0",
    "long-115k-22": "9636f2a6dfab0fb3",
    "multi-user-22": "670918316a246a42",
    "privacy-22": "a331148d7617f645",
    "procedural-22": "8e890727dd233bcc",
    "stream-22": "9187d5cd7e53208f",
}
"""What a suite's scenarios of seed 0 hash to. Where this has to change, the suite's version grows."""


def test_smoke_holds_three_lives_of_one_person_and_one_of_two():
    suite = load_suite("smoke")
    scenarios = suite.generate(0)
    assert suite.label == "smoke-23"
    assert [len(scenario.persons) for scenario in scenarios] == [1, 1, 1, 2]
    assert {len(scenario.sessions) for scenario in scenarios} == {8}
    assert {scenario.suite for scenario in scenarios} == {"smoke-23"}
    assert len({scenario.id for scenario in scenarios}) == 4
    assert not [problem for s in scenarios for problem in validate_scenario(s, load_ontology())]


def test_core_holds_four_lives_of_one_person_and_two_of_two():
    suite = load_suite("core")
    assert suite.label == "core-22"
    assert [plan["users"] for plan in suite.plans] == [1, 1, 1, 1, 2, 2]
    scenarios = suite.generate(0)
    for scenario in scenarios:
        assert scenario.suite == "core-22"
        for person in scenario.persons:
            assert person.rules
            assert person.projects
            assert person.persona.traits
            assert person.persona.windows
    kinds = {act.kind for scenario in scenarios for session in scenario.sessions for act in session.agenda}
    assert kinds >= set(ActKind) - {ActKind.CONSULT, ActKind.SAY} - NOISE_ACTS
    for scenario in scenarios[4:]:
        assert scenario.persons[0].name == scenario.persons[1].name


def test_a_suite_is_found_by_its_registered_name():
    assert "smoke" in [entry.name for entry in registry.entries("suite")]
    assert registry.build("suite", "smoke") is load_suite("smoke")
    with pytest.raises(UnknownNameError, match="did you mean 'smoke'"):
        load_suite("smok")


@pytest.mark.parametrize(
    "label",
    [pytest.param(label, marks=pytest.mark.slow) if label.startswith("long-1.5m") else label for label in FROZEN],
)
def test_the_hash_of_a_suite_is_frozen_with_its_version(label):
    suite = load_suite(label.rpartition("-")[0])
    assert suite.label == label
    assert suite.hash(0) == FROZEN[label]


def test_the_cards_on_the_page_are_of_these_versions():
    page = (Path(__file__).parents[2] / "docs" / "suites.md").read_text("utf-8")
    shown = dict(re.findall(r"^## (\S+)$.*?hash of seed 0 \| `(\w+)`", page, re.MULTILINE | re.DOTALL))
    assert len(shown) == 9
    assert shown == {label: FROZEN[label] for label in shown}


def test_the_hash_of_a_suite_follows_its_content():
    suite = load_suite("smoke")
    assert suite.hash(1) != suite.hash(0)


def test_the_scenarios_of_a_suite_come_by_plan_and_seed():
    found = list(suite_scenarios("smoke", 2))
    assert [(name, seed) for name, seed, _ in found] == [
        (f"smoke-23/{plan}", seed) for plan in (1, 2, 3, 4) for seed in (0, 1)
    ]
    assert len({scenario.id for _, _, scenario in found}) == 8
    assert found[0][2] == load_suite("smoke").generate(0)[0]


@pytest.fixture(scope="module")
def rich():
    """A scenario of `core` with two persons, projects, rules and incidents."""
    return generate(**load_suite("core").scenarios(0)[4])


def test_every_hidden_field_carries_the_canary(rich):
    planted = plant(rich, TOKEN)
    acts = [act for session in planted.sessions for act in session.agenda]
    told = {act.fact for act in acts if act.kind is ActKind.TELL}
    assert any(person.rules for person in planted.persons)
    assert any(person.projects for person in planted.persons)
    for person in planted.persons:
        persona = person.persona
        assert TOKEN in persona.notes
        assert TOKEN in persona.traits
        assert TOKEN in repr(persona.tastes)
        assert all(TOKEN in fact.id for fact in person.facts)
        assert all((TOKEN in fact.value) is (fact.id not in told) for fact in person.facts)
        assert all(TOKEN in one.id for one in (*person.events, *person.rules, *person.projects))
        assert all(TOKEN in step for project in person.projects for step in project.steps)
    for session in planted.sessions:
        assert TOKEN in session.purpose
    for act in acts:
        assert TOKEN in act.id
        assert all(TOKEN in one for one in (act.fact, act.probe, act.target) if one)
    for probe in planted.probes:
        assert all(TOKEN in one for one in (probe.id, probe.purpose, probe.difficulty))
        assert TOKEN in probe.contrast or not probe.contrast
    assert TOKEN in planted.suite
    assert all(TOKEN in text for text in planted.marks.values())


def test_no_canary_reaches_an_assistant(rich):
    planted = plant(rich, TOKEN)
    for before, after in zip(rich.persons, planted.persons, strict=True):
        assert (before.id, before.name, before.scope) == (after.id, after.name, after.scope)
        assert (before.renamed, before.persona.style) == (after.renamed, after.persona.style)
    heard = [
        [(act.options, act.other, act.reason, act.attribute) for session in one.sessions for act in session.agenda]
        for one in (planted, rich)
    ]
    assert heard[0] == heard[1]
    asked = [[(probe.attribute, probe.other, probe.value) for probe in one.probes] for one in (planted, rich)]
    assert asked[0] == asked[1]


def test_references_are_renamed_with_what_they_refer_to(rich):
    for scenario in (rich, generate(3, users=2, sessions=6)):
        planted = plant(scenario, TOKEN)
        before, after = (
            {problem.code for problem in validate_scenario(one, load_ontology())} for one in (scenario, planted)
        )
        assert after <= before | {"unknown-value", "probe-field"}
        acts = {act.id for session in planted.sessions for act in session.agenda}
        known = acts | {
            one.id for person in planted.persons for one in (*person.rules, *person.projects, *person.facts)
        }
        assert all(probe.target in acts for probe in planted.probes if probe.form in (Form.CHOICE, Form.MENTION))
        assert all(act.target in known for session in planted.sessions for act in session.agenda if act.target)
        probes = {probe.id: probe for probe in planted.probes}
        assert all(probes[probe.contrast].contrast == probe.id for probe in planted.probes if probe.contrast)
        assert scenario_from_json(scenario_to_json(planted)) == planted


def test_a_planted_scenario_is_lived_like_the_other_one(rich):
    lists = []
    for scenario in (rich, plant(rich, TOKEN)):
        env = life_v0.raw_env(scenario=scenario, probes="end")
        cast = Cast(env, assistant=lambda observation: "I see.")
        cast.reset(seed=1)
        cast.run()
        lists.append(sorted((told.attribute, told.value, told.how) for told in env.life.ledger.disclosures))
        assert not any(TOKEN in turn.text for turn in env.life.transcript)
    # In any order: words are drawn by names of acts, and after a request nothing more follows in its line.
    assert lists[0] == lists[1]


def test_the_room_loads_nothing_heavy():
    program = (
        "import sys, regulars.scenarios as s; from regulars.scenarios.language.packs import Language;"
        "s.generate(1, sessions=2); s.load_suite('smoke'); Language.load('english');"
        "print([m for m in ('langgraph','openai','chromadb','torch','pandas','pydantic') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("suite", ["core@train", "core@validation", "smoke@train"])
def test_no_question_of_training_is_about_what_is_reserved_for_tests(suite):
    """Neither a question with an answer nor one without."""
    ontology = load_ontology()
    asked = {probe.attribute for seed in range(2) for life in load_suite(suite).generate(seed) for probe in life.probes}
    assert [name for name in asked if name in ontology and ontology.is_reserved(name)] == []


@pytest.mark.parametrize("suite", ["core@test", "hard@test"])
def test_a_reserved_attribute_does_not_show_whether_a_question_has_an_answer(suite):
    ontology = load_ontology()
    absent, asked = Counter(), Counter()
    for seed in range(4):
        for life in load_suite(suite).generate(seed):
            for probe in life.probes:
                if probe.attribute in ontology:
                    is_reserved = ontology.is_reserved(probe.attribute)
                    asked[is_reserved] += 1
                    absent[is_reserved] += probe.kind == "abstention"
    assert asked[True] > 150
    assert abs(absent[True] / asked[True] - absent[False] / asked[False]) < 0.1
