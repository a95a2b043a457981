"""Lives of many people: values are shared where there are too few, and anchors stay apart."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import lru_cache

import pytest

from regulars import Cast
from regulars.envs.aec import LifeAEC
from regulars.evaluation.systems.systems import systems
from regulars.scenarios.checks.validate import validate_scenario
from regulars.scenarios.generator import generate
from regulars.scenarios.ontology.attributes import load_ontology
from regulars.scenarios.planning.dealing import Values
from regulars.scenarios.planning.sharing import MARK, OTHERS, SPARE, Sharing, shared_values, shares
from regulars.scenarios.suites import load_suite
from regulars.seeding import SeedTree

ONTOLOGY = load_ontology()
OPTIONS = {
    name: value
    for name, value in load_suite("multi-user").scenarios(0)[0].items()
    if name not in ("seed", "suite", "users", "sessions", "probes_per_session")
}


@lru_cache(maxsize=4)
def life(users, sessions):
    return generate(7, users=users, sessions=sessions, **OPTIONS)


def anchored(scenario):
    """The persons' anchored values, as attribute and value, each with its person."""
    facts = {fact.id: fact for person in scenario.persons for fact in person.facts}
    told = [facts[act.fact] for session in scenario.sessions for act in session.agenda if act.anchor]
    return [(fact.attribute, fact.value, fact.person) for fact in told]


def test_values_are_shared_from_the_number_at_which_they_run_out():
    """Sixteen cities less two spare ones give two each to seven persons."""
    city = ONTOLOGY.attribute("home_city")
    assert len(city.grid()) == 16
    assert not shares(city, 7)
    assert shares(city, 8)


def test_who_has_values_of_their_own_shares_them_with_nobody():
    users, name = 12, "dentist"
    values = Values(ONTOLOGY, SeedTree(1), users)
    apart = [person for person in range(users) if values.is_apart(name, person)]
    hands = [set(values.hand(name, person)) for person in range(users)]
    assert len(apart) == (16 - SPARE - OTHERS - 4) // 2
    for person in apart:
        assert len(hands[person]) == 2
        assert all(not hands[person] & other for at, other in enumerate(hands) if at != person)
    common = [hands[person] for person in range(users) if person not in apart]
    assert all(hand == common[0] for hand in common)


def test_people_elsewhere_have_values_of_nobody():
    values = Values(ONTOLOGY, SeedTree(1), 12)
    for name in ("dentist", "salary", "hobby"):
        held = set().union(*(values.hand(name, person) for person in range(12)))
        if shares(ONTOLOGY.attribute(name), 12):
            assert not held & {*values.elsewhere(name, 3), values.spare(name)}


def test_own_values_are_dealt_evenly():
    sharing, held = Sharing(ONTOLOGY, SeedTree(4), 64), Counter()
    for attribute in ONTOLOGY:
        held.update(sharing.holders(attribute.name))
    assert len(held) == 64
    assert max(held.values()) - min(held.values()) <= 1


def test_few_people_share_nothing():
    assert MARK not in generate(7, users=4, sessions=12).marks


@pytest.mark.parametrize(("users", "sessions"), [(9, 18), (12, 36)])
def test_a_life_of_a_dozen_is_valid_and_marks_what_is_shared(users, sessions):
    scenario = life(users, sessions)
    assert validate_scenario(scenario, ONTOLOGY) == []
    shared = shared_values(scenario.persons, ONTOLOGY)
    assert int(scenario.marks[MARK]) == len(shared) > 0


def test_nobody_else_has_an_anchored_value():
    scenario = life(12, 36)
    held = {(fact.attribute, fact.value, person.id) for person in scenario.persons for fact in person.facts}
    for attribute, value, owner in anchored(scenario):
        assert not any(one[:2] == (attribute, value) and one[2] != owner for one in held)
    assert {owner for _, _, owner in anchored(scenario)} == {person.id for person in scenario.persons}


def test_a_wrong_mark_and_a_shared_anchor_are_found():
    scenario = life(9, 54)
    wrong = replace(scenario, marks={**scenario.marks, MARK: "0"})
    assert [problem.code for problem in validate_scenario(wrong, ONTOLOGY)] == ["shared-values"]
    unmarked = replace(scenario, marks={name: one for name, one in scenario.marks.items() if name != MARK})
    assert {problem.code for problem in validate_scenario(unmarked, ONTOLOGY)} == {"shared-value"}
    attribute, value, owner = next(one for one in anchored(scenario) if ONTOLOGY.attribute(one[0]).grid())
    at, other = next((at, one) for at, one in enumerate(scenario.persons) if one.id != owner)
    fact = replace(other.facts[0], id="copied", attribute=attribute, value=value, since=scenario.start, until=None)
    people = list(scenario.persons)
    people[at] = replace(other, facts=(*other.facts, fact))
    codes = [problem.code for problem in validate_scenario(replace(scenario, persons=tuple(people)), ONTOLOGY)]
    assert "shared-anchor" in codes


@pytest.mark.slow
def test_sixty_four_people_live_one_valid_life_in_which_the_ideal_listener_is_right():
    scenario = life(64, 128)
    assert validate_scenario(scenario, ONTOLOGY) == []
    assert len({owner for _, _, owner in anchored(scenario)}) >= 60  # some have too little to tell for an anchor
    env = LifeAEC(scenario=scenario, reward_to="nobody")
    env.reset(seed=0)
    seat = systems(["ideal-listener"])[0].make(lambda: env.life)
    cast = Cast(env, assistant=seat)
    cast.reset(seed=0)
    cast.run()
    assert env.ending == "completed"
