"""Lives are consistent at every moment: drift, endings, exclusions, implications and moves."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import pairwise

from planned import ONTOLOGY, acts, core_lives, facts, lives, pairs, tells

from regulars.scenarios.generator import generate
from regulars.scenarios.kinds import ActKind
from regulars.scenarios.ontology.attribute import Cardinality, Change
from regulars.scenarios.planning.dealing import Values
from regulars.scenarios.planning.sharing import SPARE
from regulars.seeding import SeedTree
from regulars.values import ValueType


@lru_cache(maxsize=1)
def long_lives():
    """Twenty long lives, in which much changes."""
    return [generate(seed, sessions=40, probes_per_session=1) for seed in range(20)]


def everybody():
    return [person for scenario in lives() + pairs() + core_lives() + long_lives() for person in scenario.persons]


def versions(person, attribute):
    return [fact for fact in person.facts if fact.attribute == attribute]


def overlap(one, other):
    return (one.until is None or other.since < one.until) and (other.until is None or one.since < other.until)


def test_exclusive_facts_never_overlap():
    for person in everybody():
        for name in {fact.attribute for fact in person.facts}:
            if ONTOLOGY.attribute(name).cardinality is Cardinality.ONE:
                chain = versions(person, name)
                assert all(one.until == other.since for one, other in pairwise(chain))


def test_drifting_values_move_within_their_drift():
    steps = 0
    for person in everybody():
        for attribute in ONTOLOGY:
            if attribute.change is Change.DRIFTS:
                numbers = [int(fact.value) for fact in versions(person, attribute.name)]
                for before, after in pairwise(numbers):
                    assert 0 < abs(after - before) <= attribute.drift, attribute.name
                    steps += 1
    assert steps >= 50


def test_an_ending_is_an_event_before_the_session_that_tells_it():
    ended = 0
    for scenario in lives() + core_lives() + long_lives():
        known = facts(scenario)
        for session, act in acts(scenario, ActKind.END):
            person = scenario.person(session.person)
            fact = known[act.fact]
            assert ONTOLOGY.attribute(fact.attribute).change is Change.ENDS
            told = [other for other, tell in tells(scenario, person.id) if tell.fact == fact.id]
            assert told[0].start < fact.until < session.start
            assert [event.time for event in person.events if fact.id in event.ends] == [fact.until]
            assert fact == versions(person, fact.attribute)[-1]
            ended += 1
    assert ended >= 40


def test_exclusive_attributes_never_hold_together():
    limited = 0
    for person in everybody():
        for fact in person.facts:
            for name, exclusions in ONTOLOGY.attribute(fact.attribute).excludes.items():
                for other in versions(person, name):
                    limited += 1
                    assert not (overlap(fact, other) and other.value in exclusions.get(fact.value, ())), (fact, other)
    assert limited >= 20


def test_a_dependent_attribute_changes_with_its_cause():
    moved = Counter()
    for person in everybody():
        known = {fact.id: fact for fact in person.facts}
        for event in person.events:
            names = {known[id].attribute for id in event.begins}
            for mover in names:
                for name in ONTOLOGY.attribute(mover).moves:
                    if versions(person, name) and event.ends:
                        moved[mover, name] += 1
                        assert name in names, (mover, name)
                        assert name in {known[id].attribute for id in event.ends}
    assert len(moved) >= 6
    assert sum(moved.values()) >= 40


def test_a_move_begins_what_is_told_next_or_a_value_that_is_never_told():
    silent = told_next = 0
    for scenario in lives() + core_lives() + long_lives():
        told = {act.fact for _, act in tells(scenario)}
        for person in scenario.persons:
            known = {fact.id: fact for fact in person.facts}
            for event in person.events:
                moved = {name for id in event.begins for name in ONTOLOGY.attribute(known[id].attribute).moves}
                for id in event.begins:
                    if known[id].attribute in moved:
                        told_next += id in told
                        silent += id not in told
    assert silent >= 10
    assert told_next >= 10


def test_every_change_has_exactly_one_event():
    for person in everybody():
        begun = Counter(id for event in person.events for id in event.begins)
        ended = Counter(id for event in person.events for id in event.ends)
        assert set((begun | ended).values()) <= {1}
        for fact in person.facts:
            assert (fact.until is not None) == (ended[fact.id] == 1)
            for event in person.events:
                assert fact.id not in event.begins or event.time == fact.since
                assert fact.id not in event.ends or event.time == fact.until
        for name in {fact.attribute for fact in person.facts}:
            if ONTOLOGY.attribute(name).cardinality is Cardinality.ONE:
                assert all(begun[fact.id] == 1 for fact in versions(person, name)[1:])


def test_told_facts_fit_the_stage_of_life():
    filtered = 0
    for scenario in core_lives():
        for person in scenario.persons:
            stage = person.persona.stage
            assert stage
            for fact in person.facts:
                stages = ONTOLOGY.attribute(fact.attribute).stages
                filtered += bool(stages)
                assert not stages or stage in stages, (stage, fact.attribute)
    assert filtered >= 20


def test_two_values_of_every_attribute_stay_unused():
    spared = 0
    for scenario in [*core_lives()[::5], generate(1, users=4, sessions=16)]:
        values = Values(ONTOLOGY, SeedTree(0), len(scenario.persons))
        for attribute in ONTOLOGY:
            hands = [set(values.hand(attribute.name, person)) for person in range(len(scenario.persons))]
            grid = set(attribute.grid())
            if grid:
                assert len(grid - set().union(*hands)) == SPARE
                assert values.spare(attribute.name) not in set().union(*hands)
                assert sum(map(len, hands)) == len(set().union(*hands))
                spared += 1
            else:
                assert values.spare(attribute.name) == ""
    assert spared


def test_wrong_premises_and_claims_are_true_of_no_person():
    found = 0
    for scenario in core_lives():
        true = {(fact.attribute, fact.value) for fact in facts(scenario).values()}
        supposed = [(act.attribute, act.other) for _, act in acts(scenario, ActKind.TELL, ActKind.RELAY) if act.other]
        assert not true & set(supposed)
        found += len(supposed)
    assert found >= 100


def test_the_world_holds_more_than_is_told():
    for scenario in lives():
        told = {act.attribute for _, act in tells(scenario)}
        true = {fact.attribute for fact in scenario.persons[0].facts}
        assert len(true - told) >= 10


def test_a_date_is_put_off_before_it_has_passed():
    changes = 0
    for scenario in (*core_lives(), *lives(), *[generate(seed, sessions=60) for seed in range(8)]):
        known, told = facts(scenario), {}
        for session, act in tells(scenario):
            fact = known[act.fact]
            attribute = ONTOLOGY.attribute(fact.attribute)
            if attribute.type is ValueType.DATE and attribute.changes_value:
                old = told.get((session.person, fact.attribute), fact.value)
                if old != fact.value:
                    changes += 1
                    assert old >= session.start.date().isoformat(), (scenario.id, fact.attribute)
                told[session.person, fact.attribute] = fact.value
    assert changes > 60
