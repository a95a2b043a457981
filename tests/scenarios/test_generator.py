"""Generated scenarios: what is planned, that it keeps its promises, and that the seed alone decides."""

from __future__ import annotations

import subprocess
import sys
import time
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regulars.errors import ConfigurationError
from regulars.scenarios.agenda import apportion
from regulars.scenarios.attributes import Cardinality, Change, load_ontology
from regulars.scenarios.files import scenario_to_json
from regulars.scenarios.generator import generate
from regulars.scenarios.planning import NOT_YET
from regulars.scenarios.validate import validate_scenario
from regulars.scenarios.world import ActKind, Band, Form, Mode, ProbeKind
from regulars.seeding import SeedTree

ONTOLOGY = load_ontology()
LIVES = [generate(seed) for seed in range(30)]
PAIRS = [generate(seed, users=2) for seed in range(15)]


def tells(scenario, person=None):
    return [
        (session, act)
        for session in scenario.sessions
        for act in session.agenda
        if act.kind is ActKind.TELL and person in (None, session.person)
    ]


def raised(scenario, *kinds):
    return [(session, act) for session in scenario.sessions for act in session.agenda if act.kind in kinds]


def facts(scenario):
    return {fact.id: fact for person in scenario.persons for fact in person.facts}


# ---------------------------------------------------------------- determinism


def test_one_seed_makes_one_scenario_and_another_seed_another():
    assert generate(7) == LIVES[7]
    assert generate(SeedTree(7)) == LIVES[7]
    assert len({scenario.id for scenario in LIVES}) == len(LIVES)


def test_other_processes_with_other_hash_seeds_make_the_same():
    program = "from regulars.scenarios import generate; print(generate(3, users=2).id)"
    ids = {
        subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(path for path in sys.path if path)},
        ).stdout
        for seed in ("1", "2")
    }
    assert ids == {generate(3, users=2).id + "\n"}


def test_disclosure_and_modes_change_modes_and_nothing_else():
    def open_everything(scenario):
        sessions = tuple(
            replace(session, agenda=tuple(replace(act, mode=Mode.OPEN) for act in session.agenda))
            for session in scenario.sessions
        )
        return replace(scenario, id="", sessions=sessions, marks={})

    for seed in range(5):
        scripted = generate(seed, disclosure="scripted")
        mostly_open = generate(seed, modes={"open": 0.8, "trusted": 0.2})
        assert all(act.mode is Mode.OPEN for _, act in tells(scripted))
        assert open_everything(scripted) == open_everything(LIVES[seed]) == open_everything(mostly_open)


def test_ids_carry_no_meaning():
    for scenario in LIVES[:5]:
        ids = [person.id for person in scenario.persons]
        ids += list(facts(scenario)) + [probe.id for probe in scenario.probes]
        ids += [act.id for session in scenario.sessions for act in session.agenda]
        assert all(set(id[1:]) <= set("0123456789abcdef") for id in ids)
    assert not {person.id for person in LIVES[0].persons} & {person.id for person in LIVES[1].persons}


def test_generating_is_quick():
    generate(0)
    started = time.perf_counter()
    for seed in range(20):
        generate(seed)
    assert (time.perf_counter() - started) / 20 < 0.04


# ---------------------------------------------------------------- calendar


def test_sessions_follow_the_calendar():
    for scenario in LIVES + PAIRS:
        assert [session.number for session in scenario.sessions] == list(range(1, 13))
        gaps = []
        for earlier, later in zip(scenario.sessions, scenario.sessions[1:], strict=False):
            assert later.start > earlier.start + earlier.budget
            gaps.append((later.start.date() - earlier.start.date()).days)
        assert all(1 <= gap <= 4 for gap in gaps)
        assert len(set(gaps)) > 1
        assert all(session.start.tzinfo is UTC for session in scenario.sessions)


def test_each_person_comes_in_one_window_of_the_day():
    for scenario in PAIRS:
        for person in scenario.persons:
            starts = [session.start for session in scenario.sessions if session.person == person.id]
            assert len(starts) == 6
            hours = [start.hour + start.minute / 60 for start in starts]
            assert max(hours) - min(hours) <= 3


def test_persons_take_turns():
    for scenario in PAIRS:
        order = [session.person for session in scenario.sessions]
        assert all(set(order[i : i + 2]) == {p.id for p in scenario.persons} for i in range(0, 12, 2))


def test_a_zone_is_kept_and_a_stream_goes_on_after_its_last_moment():
    oslo = ZoneInfo("Europe/Oslo")
    scenario = generate(3, start=datetime(2025, 3, 20, tzinfo=oslo))
    assert all(session.start.tzinfo is oslo for session in scenario.sessions)
    after = datetime(2025, 9, 1, 12, tzinfo=UTC)
    later = generate(3, after=after)
    assert later.start == datetime(2025, 9, 2, tzinfo=UTC)
    assert all(session.start > after for session in later.sessions)
    assert generate(3, after=datetime(2024, 1, 1, tzinfo=UTC)) == LIVES[3]


# ---------------------------------------------------------------- lives


def test_a_life_holds_many_facts_of_all_categories():
    for scenario in LIVES + PAIRS:
        for person in scenario.persons:
            assert len(person.facts) >= 16
            assert {ONTOLOGY.attribute(fact.attribute).category for fact in person.facts} == {
                "demographics",
                "lifestyle",
                "belongings",
                "life_events",
                "situation",
            }
            assert [*person.facts] == sorted(person.facts, key=lambda fact: (fact.since, fact.id))


def test_tellings_are_spread_over_all_sessions():
    for scenario in LIVES:
        counts = Counter(session.number for session, _ in tells(scenario))
        assert 26 <= sum(counts.values()) <= 30
        assert all(1 <= counts[number] <= 3 for number in range(1, 13))


def test_values_change_with_an_event_before_the_session_that_tells_it():
    for scenario in LIVES:
        known = facts(scenario)
        events = {id: event for person in scenario.persons for event in person.events for id in event.begins}
        updates = 0
        last = {}
        for session, act in tells(scenario):
            fact = known[act.fact]
            earlier = last.get(act.attribute)
            if ONTOLOGY.attribute(act.attribute).change is Change.STEPS and earlier:
                updates += 1
                assert earlier[0].start < events[fact.id].time < session.start
                assert earlier[1].until == fact.since == events[fact.id].time
                assert earlier[1].value != fact.value
            last[act.attribute] = session, fact
        assert updates >= 4


def test_some_change_is_never_told():
    told = {act.fact for scenario in LIVES for _, act in tells(scenario)}
    silent = [
        fact
        for scenario in LIVES
        for fact in scenario.persons[0].facts
        if fact.id not in told
        and any(other.until == fact.since and other.id in told for other in scenario.persons[0].facts)
    ]
    assert len(silent) >= len(LIVES)


def test_a_country_is_never_told_but_follows_the_city():
    for scenario in LIVES:
        assert not [act for _, act in tells(scenario) if act.attribute == "country"]
        for person in scenario.persons:
            cities = [fact for fact in person.facts if fact.attribute == "home_city"]
            countries = [fact for fact in person.facts if fact.attribute == "country"]
            assert [dict(ONTOLOGY.implied("home_city", city.value))["country"] for city in cities] == [
                country.value for country in countries
            ]
            assert [(f.since, f.until) for f in cities] == [(f.since, f.until) for f in countries]


def test_persons_share_no_value_even_by_the_month():
    for scenario in [*PAIRS, *(generate(seed, users=4, sessions=16) for seed in range(5))]:
        seen = {}
        for fact in facts(scenario).values():
            value = fact.value[:7] if ONTOLOGY.attribute(fact.attribute).grains else fact.value
            assert seen.setdefault((fact.attribute, value), fact.person) == fact.person


def test_a_date_that_moves_moves_to_another_month():
    for scenario in LIVES:
        months = Counter(
            (fact.person, fact.attribute, fact.value[:7])
            for fact in facts(scenario).values()
            if ONTOLOGY.attribute(fact.attribute).grains
        )
        assert set(months.values()) == {1}


def test_coming_dates_lie_ahead_when_they_are_told():
    for scenario in LIVES:
        for session, act in tells(scenario):
            if act.attribute in ("wedding_date", "project_deadline"):
                assert facts(scenario)[act.fact].value > session.start.date().isoformat()


# ---------------------------------------------------------------- agendas


def test_modes_follow_their_shares_exactly():
    for scenario in LIVES:
        modes = Counter(act.mode for _, act in tells(scenario))
        total = sum(modes.values())
        assert [modes[m] for m in (Mode.OPEN, Mode.ASKED, Mode.TRUSTED)] == apportion([0.6, 0.2, 0.2], total)
        assert modes[Mode.OPEN] >= 0.4 * total


def test_what_is_sensitive_is_rather_told_to_the_trusted():
    sensitivity = {mode: [] for mode in (Mode.OPEN, Mode.ASKED, Mode.TRUSTED)}
    for scenario in LIVES:
        for _, act in tells(scenario):
            sensitivity[act.mode].append(ONTOLOGY.attribute(act.attribute).sensitivity)
    mean = {mode: sum(values) / len(values) for mode, values in sensitivity.items()}
    assert mean[Mode.TRUSTED] > mean[Mode.OPEN] + 0.5


def test_anchors_are_open_come_first_and_are_probed_beside_the_conversation():
    for scenario in LIVES + PAIRS:
        for person in scenario.persons:
            anchors = [(session, act) for session, act in tells(scenario, person.id) if act.anchor]
            assert len({act.attribute for _, act in anchors}) >= 4
            for session, act in anchors:
                assert act.mode is Mode.OPEN
                assert session.agenda[0].kind is ActKind.GREET
                before = session.agenda[1 : session.agenda.index(act)]
                assert all(other.anchor for other in before)
                probes = [p for p in scenario.probes if p.anchor and p.attribute == act.attribute]
                assert probes
                assert all(probe.band is Band.OUT for probe in probes)
            names = {act.attribute for _, act in anchors}
            if "home_city" in names:
                names.add("country")
            asked = {
                act.attribute
                for session, act in raised(scenario, ActKind.ASK, ActKind.REQUEST)
                if session.person == person.id
            }
            assert not names & asked


def test_anchors_are_probed_long_after_their_telling():
    for scenario in LIVES:
        distances = []
        for session, act in tells(scenario):
            if act.anchor:
                distances += [
                    sum(session.start < other.start < probe.time for other in scenario.sessions)
                    for probe in scenario.probes
                    if probe.anchor and probe.attribute == act.attribute and probe.time > session.start
                ]
        assert sum(distance >= 2 for distance in distances) >= 4
        assert max(distances) >= 6


def test_some_anchor_is_a_date_and_some_anchor_changes():
    for scenario in LIVES:
        counts = Counter(act.attribute for _, act in tells(scenario) if act.anchor)
        assert any(ONTOLOGY.attribute(name).grains for name in counts)
        assert max(counts.values()) == 2


def test_requests_outnumber_quizzes_and_come_about_two_in_a_session():
    for scenario in LIVES:
        requests = len(raised(scenario, ActKind.REQUEST))
        quizzes = len(raised(scenario, ActKind.ASK))
        assert requests + quizzes == 24
        assert requests >= 0.6 * (requests + quizzes)
        counts = Counter(session.number for session, _ in raised(scenario, ActKind.ASK, ActKind.REQUEST))
        assert max(counts.values()) <= 3


def test_nothing_is_asked_in_the_session_that_tells_it():
    for scenario in LIVES + PAIRS:
        for session, act in raised(scenario, ActKind.ASK, ActKind.REQUEST):
            source = ONTOLOGY.attribute(act.attribute).implied_by or act.attribute
            assert source not in {other.attribute for other in session.agenda if other.kind is ActKind.TELL}


def test_choices_are_left_to_the_assistant_and_asked_back():
    for scenario in LIVES + PAIRS:
        for person in scenario.persons:
            acts = [act for session, act in raised(scenario, ActKind.DELEGATE) if session.person == person.id]
            assert len(acts) >= 3
            assert all(len(set(act.options)) == 3 for act in acts)
        ids = {act.id for _, act in raised(scenario, ActKind.DELEGATE)}
        probed = {probe.target for probe in scenario.probes if probe.form is Form.CHOICE}
        assert probed
        assert probed <= ids


def test_small_talk_fills_every_session():
    for scenario in LIVES[:10]:
        for session in scenario.sessions:
            kinds = [act.kind for act in session.agenda]
            assert 1 <= kinds.count(ActKind.SMALL_TALK) <= 2
            assert kinds[0] is ActKind.GREET
            assert kinds[-1] is ActKind.CLOSE


# ---------------------------------------------------------------- probes


def test_sixty_probes_of_all_six_kinds_two_fifths_in_band():
    for scenario in LIVES + PAIRS:
        assert len(scenario.probes) == 60
        kinds = Counter(probe.kind for probe in scenario.probes)
        assert set(kinds) == set(ProbeKind)
        assert max(kinds.values()) <= 24
    for scenario in LIVES:
        assert Counter(probe.band for probe in scenario.probes) == {Band.IN: 24, Band.OUT: 36}


def test_the_mix_of_kinds_is_balanced_on_average():
    kinds = Counter(probe.kind for scenario in LIVES for probe in scenario.probes)
    total = sum(kinds.values())
    assert all(0.07 < count / total < 0.36 for count in kinds.values()), kinds


def test_probes_hold_nothing_of_gold():
    for probe in LIVES[0].probes:
        assert (probe.gold, probe.evidence, probe.question, probe.before) == ("", (), "", "")


def test_probes_beside_the_conversation_come_in_groups_between_sessions():
    for scenario in LIVES:
        moments = Counter(probe.time for probe in scenario.probes if probe.band is Band.OUT)
        assert sum(count > 1 for count in moments.values()) >= 6
        for moment in moments:
            assert not any(s.start <= moment <= s.start + s.budget for s in scenario.sessions)
        assert max(moments) == scenario.sessions[-1].start + timedelta(days=1)
        times = [probe.time for probe in scenario.probes]
        assert times == sorted(times)


def test_what_is_asked_for_was_planned_to_be_told_and_what_has_no_answer_was_not():
    for scenario in LIVES + PAIRS:
        for probe in scenario.probes:
            source = ONTOLOGY.attribute(probe.attribute).implied_by or probe.attribute
            told = [
                session
                for session, act in tells(scenario, probe.owner)
                if act.attribute == source and session.start < probe.time
            ]
            if probe.kind == ProbeKind.ABSTENTION:
                assert not told
            elif probe.kind == ProbeKind.KNOWLEDGE_UPDATE:
                assert len(told) >= 2
            elif probe.kind == ProbeKind.MULTI_SESSION:
                assert len({session.number for session in told}) >= 2
                assert ONTOLOGY.attribute(probe.attribute).cardinality is Cardinality.MANY
            elif probe.form is not Form.CHOICE:
                assert told


def test_the_conversation_asks_for_absence_only_of_what_is_never_told():
    for scenario in LIVES + PAIRS:
        for probe in scenario.probes:
            if probe.kind == ProbeKind.ABSTENTION and probe.band is Band.IN:
                assert probe.purpose != NOT_YET
                assert not [act for _, act in tells(scenario, probe.owner) if act.attribute == probe.attribute]


def test_unanswerable_twins_come_before_the_telling():
    twins = 0
    for scenario in LIVES:
        for probe in scenario.probes:
            if probe.purpose == NOT_YET:
                later = [
                    other
                    for other in scenario.probes
                    if other.attribute == probe.attribute and other.kind != ProbeKind.ABSTENTION
                ]
                twins += bool(later)
                assert all(other.time > probe.time for other in later)
    assert twins >= len(LIVES)


def test_a_share_of_the_probes_rests_on_what_has_to_be_earned():
    earned = total = 0
    for scenario in LIVES:
        for probe in scenario.probes:
            told = [
                act
                for session, act in tells(scenario, probe.owner)
                if act.attribute == probe.attribute and session.start < probe.time
            ]
            if told:
                total += 1
                earned += told[-1].mode is not Mode.OPEN
    assert 0.2 < earned / total < 0.55


def test_two_persons_are_asked_for_the_same_thing_and_never_tell_different_things():
    for scenario in PAIRS:
        one, other = (person.id for person in scenario.persons)
        asked = {person: {p.attribute for p in scenario.probes if p.owner == person} for person in (one, other)}
        assert len(asked[one] & asked[other]) >= 5
        told = {person: {act.attribute for _, act in tells(scenario, person)} for person in (one, other)}
        assert told[one] - told[other]
        assert told[other] - told[one]


# ---------------------------------------------------------------- arguments


@settings(max_examples=40, deadline=None)
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


def test_a_long_life_is_told_over_all_its_length():
    scenario = generate(2, sessions=150, probes_per_session=2)
    places = [session.number for session, _ in tells(scenario)]
    assert min(places) <= 2
    assert max(places) >= 130
    assert validate_scenario(scenario, ONTOLOGY) == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"users": 0}, "users is 0.*from 1 to 4"),
        ({"users": 9}, "users is 9"),
        ({"sessions": 0}, "sessions is 0.*from 1"),
        ({"users": 3, "sessions": 2}, "sessions is 2.*from 3"),
        ({"probes_per_session": -1}, "probes_per_session is -1"),
        ({"sessions": 2.5}, "sessions is 2.5"),
        ({"disclosure": "open"}, "'default' or 'scripted'"),
        ({"modes": {"open": 0.3, "asked": 0.7}}, "at least 0.4 open"),
        ({"modes": {"open": 0.9}}, "a sum of 1"),
        ({"modes": {"open": 0.6, "outcome": 0.4}}, "unknown mode 'outcome'"),
        ({"start": datetime(2025, 1, 1)}, "start has no zone"),  # noqa: DTZ001
    ],
)
def test_impossible_arguments_are_refused(arguments, message):
    with pytest.raises(ConfigurationError, match=message):
        generate(1, **arguments)


def test_apportioning_is_exact():
    assert apportion([0.6, 0.2, 0.2], 9) == [5, 2, 2]
    assert apportion([1, 1, 1], 2) == [1, 1, 0]
    for total in range(50):
        assert sum(apportion([0.5, 0.3, 0.2], total)) == total


def test_the_scenario_text_of_two_lives_differs():
    assert scenario_to_json(LIVES[0]) != scenario_to_json(LIVES[1])
