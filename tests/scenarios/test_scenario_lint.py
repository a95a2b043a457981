"""Checks over all scenarios of a file: shortcuts that win without a memory are found."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from scenario_edits import ONTOLOGY

from regulars.datasets.planned import planned_choices, planned_resolutions
from regulars.envs.probes.gold import ProbeStatus
from regulars.scenarios.checks.files import LIVES, PLACES, QUESTIONS, Choice, lint_file
from regulars.scenarios.checks.plan import Planned
from regulars.scenarios.checks.reach import Reach, reach
from regulars.scenarios.kinds import Form
from regulars.scenarios.suites import load_suite

SAME = {ProbeStatus.ASKED: Reach.ANSWER, ProbeStatus.UNANSWERABLE: Reach.NONE, ProbeStatus.VOID: Reach.VOID}


@cache
def lives():
    """The main suite, for a few seeds."""
    return [scenario for seed in range(3) for scenario in load_suite("core").generate(seed)]


def codes(scenarios, choices=()):
    return [problem.code for problem in lint_file(scenarios, ONTOLOGY, choices)]


@pytest.mark.parametrize("suite", ["smoke", "core"])
def test_a_suite_gives_nothing_away(suite):
    scenarios = [scenario for seed in range(3) for scenario in load_suite(suite).generate(seed)]
    choices = [choice for scenario in scenarios for choice in planned_choices(scenario, ONTOLOGY)]
    assert codes(scenarios, choices) == []


def test_what_the_plan_makes_answerable_is_what_the_ledger_makes_answerable():
    """Told as planned, every probe becomes what the checks reckon with."""
    for scenario in lives():
        plan = Planned(scenario, ONTOLOGY)
        for probe, resolution in planned_resolutions(scenario, ONTOLOGY):
            assert reach(probe, plan).reach is SAME[resolution.status], (scenario.id, probe)


def test_a_scenario_that_stands_twice_is_found():
    assert codes([lives()[0], lives()[0]]) == ["duplicate-scenario"]


@pytest.mark.parametrize(("right", "name"), [("a very long option", "longest"), ("x", "shortest")])
def test_a_right_option_that_shows_by_its_length_is_found(right, name):
    choices = [Choice(str(n), ("one of them", "another", right), right) for n in range(QUESTIONS)]
    (problem,) = lint_file([], ONTOLOGY, choices)
    assert problem.code == "option-length"
    assert name in problem.message
    assert codes([], choices[1:]) == []


def test_options_of_one_length_and_pairs_say_nothing():
    level = [Choice(str(n), ("abc", "def", "ghi"), "abc") for n in range(QUESTIONS)]
    pairs = [Choice(str(n), ("abc", "defg"), "defg") for n in range(QUESTIONS)]
    assert codes([], [*level, *pairs]) == []


def sorted_by(scenario, key):
    """The choices under a constraint with their options in another order."""
    plan = Planned(scenario, ONTOLOGY)
    orders = {}
    for probe in scenario.probes:
        if probe.form is Form.ANY:
            out = plan.ruled_out(probe.owner, probe.attribute, plan.moment(probe))
            orders[probe.id] = "|".join(sorted(probe.value.split("|"), key=lambda option: key(option in out)))
    probes = tuple(replace(p, value=orders.get(p.id, p.value)) for p in scenario.probes)
    return replace(scenario, probes=probes)


def test_a_right_option_that_always_stands_in_one_place_is_found():
    first = [sorted_by(scenario, lambda is_out: is_out) for scenario in lives()]
    assert sum(p.form is Form.ANY for scenario in first for p in scenario.probes) >= PLACES
    assert codes(first) == ["gold-place"]


def test_a_value_that_is_mostly_the_answer_is_found():
    """One life many times, as if everybody lived it."""
    scenario = lives()[0]
    many = [replace(scenario, id=f"s{number}") for number in range(LIVES)]
    found = lint_file(many, ONTOLOGY)
    assert {"gold-value"} <= {problem.code for problem in found}
    assert "gold-value" not in codes(many[1:])
    assert any("lives that are asked for it" in problem.message for problem in found)
