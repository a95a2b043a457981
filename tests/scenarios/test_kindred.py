"""What people tell of one matter answers no question about another, and a plan is no answer to what was said."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

import pytest
from planned import ONTOLOGY, acts, core_lives

from regulars.errors import DataError
from regulars.scenarios.generator import generate
from regulars.scenarios.kinds import ActKind, Form, MentionSort, ProbeKind
from regulars.scenarios.ontology.kindred import load_kindred, parse_kindred
from regulars.scenarios.projects.domains import load_domains
from regulars.scenarios.suites import load_suite
from regulars.scenarios.world import Probe, Scenario

SAID = (ProbeKind.ADVERSARIAL, ProbeKind.COUNTERFACTUAL, ProbeKind.EPISODIC_CUE, ProbeKind.MULTI_HOP)
"""Kinds that ask what was said, and not how things stand."""


def _asked(scenario: Scenario) -> Iterator[tuple[Probe, str, set[str], set[str], set[tuple[str, str, str]]]]:
    """Each question with the attribute asked for and what its owner has said by then.

    That is the attributes told, those of which they talked of a plan, and either with its day.
    """
    said = acts(scenario, ActKind.TELL, ActKind.MENTION)
    said = [one for one in said if one[1].kind is ActKind.TELL or one[1].other == MentionSort.PLANNED.value]
    for probe in scenario.probes:
        name = probe.other if probe.kind == ProbeKind.MULTI_HOP else probe.attribute
        past = [one for one in said if one[0].person == probe.owner and one[0].start < probe.time]
        told = {act.attribute for _, act in past if act.kind is ActKind.TELL}
        floated = {act.attribute for _, act in past if act.kind is ActKind.MENTION}
        days = {(act.kind.value, act.attribute, session.start.date().isoformat()) for session, act in past}
        yield probe, name, told, floated, days


@lru_cache(maxsize=1)
def _questions() -> list[tuple[Probe, str, set[str], set[str], set[tuple[str, str, str]]]]:
    """The questions of some lives of `core` and of eight of `hard`."""
    suite = load_suite("hard")
    long = [generate(**plan) for seed in range(2) for plan in suite.scenarios(seed)]
    return [one for scenario in (*core_lives(), *long) for one in _asked(scenario)]


@pytest.mark.slow
def test_nothing_kindred_is_told_before_a_question_without_an_answer() -> None:
    found = 0
    for probe, name, told, *_ in _questions():
        source = ONTOLOGY.attribute(name).implied_by or name
        open_ = probe.form in (Form.VALUE, Form.SET, Form.COUNT, Form.ORDER) and probe.kind != ProbeKind.FORGETTING
        if open_ and source not in told and name in load_kindred():
            found += 1
            assert not told & load_kindred()[name], f"{name} is asked for after {told & load_kindred()[name]}"
    assert found > 20


def test_an_order_is_not_asked_of_what_something_kindred_could_belong_to() -> None:
    orders = [(name, told) for probe, name, told, *_ in _questions() if probe.kind == ProbeKind.SEQUENCE]
    assert orders
    assert not [name for name, told in orders if told & load_kindred().get(name, frozenset())]


def test_no_question_asks_what_was_said_of_a_plan_only() -> None:
    asked = [one for one in _questions() if one[0].kind in SAID]
    assert len(asked) > 100
    for probe, name, told, floated, days in asked:
        if probe.kind == ProbeKind.EPISODIC_CUE:
            kinds = {kind for kind, attribute, day in days if (attribute, day) == (name, probe.value)}
            assert kinds != {ActKind.MENTION.value}, f"{name} is asked for on {probe.value}"
        elif (ONTOLOGY.attribute(name).implied_by or name) not in told:
            assert name not in floated, f"{probe.kind} asks for {name}"


def test_faults_of_the_file_are_named_with_their_line() -> None:
    with pytest.raises(DataError) as raised:
        parse_kindred('workout = ["gymm"]\ngym = ["gym"]\nhobbby = ["gym"]\n')
    for fault in (
        "kindred.toml:1: workout: 'gymm' is not an attribute",
        "kindred.toml:2: gym: names itself",
        "kindred.toml:3: hobbby: 'hobbby' is not an attribute",
    ):
        assert fault in str(raised.value)


def test_no_goal_of_a_project_answers_a_question_about_its_person() -> None:
    answers = re.compile(r"\b(?:language|latin|dialect|swim|run|race in|course|restaurants|volunteer)\b", re.IGNORECASE)
    goals = [goal for domain in load_domains().values() for goal in domain.goals]
    assert len(goals) > 100
    assert not [goal for goal in goals if answers.search(goal)]
