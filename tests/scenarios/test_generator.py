"""The generator: the seed alone decides, any size is planned exactly, impossible arguments are refused."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from planned import ONTOLOGY, core_lives, facts, lives, tells

from regulars.errors import ConfigurationError
from regulars.scenarios.checks.validate import validate_scenario
from regulars.scenarios.files import scenario_from_json, scenario_to_json
from regulars.scenarios.generator import generate
from regulars.scenarios.kinds import ActKind, DisclosureMode
from regulars.scenarios.ontology.attribute import Change
from regulars.scenarios.planning.agenda import apportion
from regulars.scenarios.suites import load_suite
from regulars.seeding import SeedTree

# ---------------------------------------------------------------- determinism


def test_one_seed_makes_one_scenario_and_another_seed_another():
    assert generate(7) == lives()[7]
    assert generate(SeedTree(7)) == lives()[7]
    assert len({scenario.id for scenario in lives()}) == len(lives())


@pytest.mark.slow
def test_another_process_with_another_hash_seed_makes_the_same():
    program = (
        "from regulars.scenarios import generate, load_suite;"
        "print(generate(3, users=2).id, generate(**load_suite('core').scenarios(0)[4]).id)"
    )
    ids = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONHASHSEED": "1", "PYTHONPATH": ":".join(path for path in sys.path if path)},
    ).stdout
    assert ids == f"{generate(3, users=2).id} {core_lives()[3].id}\n"


def _opened(scenario, probes=True):
    """The scenario with every disclosure open, and without its probes where they are not to be compared."""
    sessions = tuple(
        replace(
            session,
            agenda=tuple(replace(act, mode=DisclosureMode.OPEN) for act in session.agenda if probes or not act.probe),
            purpose=session.purpose if probes else "",
            rounds=session.rounds if probes else 0,
        )
        for session in scenario.sessions
    )
    return replace(scenario, id="", sessions=sessions, marks={}, probes=scenario.probes if probes else ())


def test_disclosure_changes_modes_and_nothing_else():
    for seed in range(5):
        scripted = generate(seed, disclosure="scripted")
        assert all(act.mode is DisclosureMode.OPEN for _, act in tells(scripted))
        assert _opened(scripted) == _opened(lives()[seed])


def test_modes_change_neither_the_life_nor_when_what_is_told():
    for seed in range(20):
        mostly_open = generate(seed, modes={"open": 0.8, "trusted": 0.2})
        usual = generate(seed)
        assert mostly_open.persons == usual.persons
        ours, theirs = (
            {session.number: set(session.agenda) for session in _opened(scenario, probes=False).sessions}
            for scenario in (mostly_open, usual)
        )
        assert ours == theirs


def test_ids_carry_no_meaning():
    for scenario in [*lives()[:5], *core_lives()[:5]]:
        ids = [person.id for person in scenario.persons]
        ids += list(facts(scenario)) + [probe.id for probe in scenario.probes]
        ids += [act.id for session in scenario.sessions for act in session.agenda]
        ids += [one.id for person in scenario.persons for one in (*person.events, *person.rules, *person.projects)]
        assert all(set(id[1:]) <= set("0123456789abcdef") for id in ids)
    assert not {person.id for person in lives()[0].persons} & {person.id for person in lives()[1].persons}


def test_no_id_stands_for_two_things():
    for scenario in core_lives():
        ids = [act.id for session in scenario.sessions for act in session.agenda]
        ids += [probe.id for probe in scenario.probes] + list(facts(scenario))
        ids += [one.id for person in scenario.persons for one in (*person.events, *person.rules, *person.projects)]
        assert len(ids) == len(set(ids))


def test_a_scenario_survives_its_text():
    for scenario in core_lives()[:10]:
        assert scenario_from_json(scenario_to_json(scenario)) == scenario
    assert scenario_to_json(lives()[0]) != scenario_to_json(lives()[1])


# ---------------------------------------------------------------- arguments


@settings(max_examples=40)
@given(
    seed=st.integers(0, 2**40),
    users=st.integers(1, 4),
    turns=st.integers(1, 9),
    probes=st.integers(0, 12),
    anchors=st.integers(0, 6),
)
def test_any_size_is_planned_exactly_and_without_fault(seed, users, turns, probes, anchors):
    scenario = generate(seed, users=users, sessions=users * turns, probes_per_session=probes, anchors=anchors)
    assert len(scenario.probes) == users * turns * probes
    assert [p for p in validate_scenario(scenario, ONTOLOGY) if p.code != "anchor-unprobed"] == []


@settings(max_examples=10)
@given(seed=st.integers(0, 2**40), users=st.integers(1, 4), turns=st.integers(1, 14), plan=st.sampled_from([0, 4]))
def test_a_life_of_core_is_planned_at_any_size(seed, users, turns, plan):
    options = {
        name: value for name, value in load_suite("core").plans[plan].items() if name not in ("users", "sessions")
    }
    scenario = generate(seed, users=users, sessions=users * turns, **options)
    raised = [act.probe for session in scenario.sessions for act in session.agenda if act.probe]
    ids = [probe.id for probe in scenario.probes]
    assert len(set(ids)) == len(ids)
    assert set(raised) <= set(ids)
    assert len(set(raised)) == len(raised)
    assert generate(seed, users=users, sessions=users * turns, **options) == scenario


@pytest.mark.parametrize("seed", range(4))
def test_four_persons_over_a_year_find_values_enough(seed):
    scenario = generate(seed, users=4, sessions=120, probes_per_session=2)
    assert {len([s for s in scenario.sessions if s.person == person.id]) for person in scenario.persons} == {30}


def test_a_long_life_is_told_over_all_its_length():
    scenario = generate(2, sessions=150, probes_per_session=2)
    places = [session.number for session, _ in tells(scenario)]
    assert min(places) <= 2
    assert max(places) >= 130
    assert validate_scenario(scenario, ONTOLOGY) == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"users": 0}, "users is 0.*from 1 to"),
        ({"users": 65}, "users is 65"),
        ({"users": 40, "sessions": 80, "language": "chinese"}, "36 names in chinese for 40 users.*personas=True"),
        ({"users": 37, "sessions": 74, "language": "chinese", "renamed": True}, "36 names in chinese for 37 users"),
        ({"users": 5, "sessions": 20, "split": (SeedTree(3), 0)}, "for 4 users at most, not 5.*1 to 4"),
        ({"sessions": 0}, "sessions is 0.*from 1"),
        ({"users": 3, "sessions": 2}, "sessions is 2.*from 3"),
        ({"probes_per_session": -1}, "probes_per_session is -1"),
        ({"sessions": 2.5}, "sessions is 2.5"),
        ({"disclosure": "open"}, "'default' or 'scripted'"),
        ({"modes": {"open": 0.3, "asked": 0.7}}, "at least 0.4 open"),
        ({"modes": {"open": 0.9}}, "a sum of 1"),
        ({"modes": {"open": 0.6, "outcome": 0.4}}, "unknown mode 'outcome'"),
        ({"start": datetime(2025, 1, 1)}, "start has no zone"),  # noqa: DTZ001
        ({"relay": 2}, "unknown option 'relay'.*did you mean 'relays'"),
        ({"rules": -1}, "rules is -1.*from 0"),
        ({"special": 1.5}, "special is 1.5.*0 to 1"),
        ({"renamed": 1}, "renamed is 1.*true or false"),
        ({"phrasing": "closed"}, "open or held_out"),
        ({"phrasings": {"direct": 0.5}}, "a sum of 1"),
        ({"phrasings": {"direct": 0.5, "shouted": 0.5}}, "unknown phrasing 'shouted'"),
        ({"kinds": {"single-hob": 1.0}}, "unknown kind 'single-hob'.*single-hop"),
    ],
)
def test_impossible_arguments_are_refused(arguments, message):
    with pytest.raises(ConfigurationError, match=message):
        generate(1, **arguments)


@pytest.mark.parametrize("given", [{"users": 36}, {"users": 40, "personas": True}])
def test_as_many_people_as_there_are_names_for(given):
    assert len(generate(1, sessions=80, language="chinese", **given).persons) == given["users"]


def test_apportioning_is_exact():
    assert apportion([0.6, 0.2, 0.2], 9) == [5, 2, 2]
    assert apportion([1, 1, 1], 2) == [1, 1, 0]
    for total in range(50):
        assert sum(apportion([0.5, 0.3, 0.2], total)) == total


def test_a_scenario_starts_after_what_it_follows():
    after = datetime(2025, 9, 1, 12, tzinfo=UTC)
    later = generate(3, after=after)
    assert later.start == datetime(2025, 9, 2, tzinfo=UTC)
    assert all(session.start > after for session in later.sessions)
    assert generate(3, after=datetime(2024, 1, 1, tzinfo=UTC)) == lives()[3]


def test_further_values_are_told_directly_and_choices_leave_one_option_beyond_doubt():
    ontology = ONTOLOGY
    phrasings = {"direct": 0.2, "in_passing": 0.3, "assumed": 0.3, "piecemeal": 0.2}
    later, choices = set(), 0
    for seed in range(4):
        scenario = generate(seed, sessions=14, projects=3, phrasings=phrasings)
        told: set[str] = set()
        held: dict[str, str] = {}
        facts = {fact.id: fact for fact in scenario.persons[0].facts}
        for act in (act for session in scenario.sessions for act in session.agenda):
            if act.kind is ActKind.TELL and act.fact:
                held[act.attribute] = facts[act.fact].value
                if ontology.attribute(act.attribute).change is Change.ACCUMULATES and act.attribute in told:
                    later.add(act.phrasing.value)
                told.add(act.attribute)
            for limit in ontology.limiting(act.attribute) if act.kind is ActKind.DELEGATE and act.probe else ():
                if limit.name in held:
                    left = set(act.options) - limit.ruled_out(act.attribute, held[limit.name])
                    choices += 1
                    assert len(left) == 1
                    assert not left & limit.unfit(act.attribute, held[limit.name])
    assert later == {"direct"}
    assert choices > 4
