"""Whole plans from small schedules and ledgers made by hand: how many probes when, and which facts hold when."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import replace
from datetime import date, timedelta

import pytest
from hand_plan import MINUTE, ONTOLOGY, act, attribute, day

from regulars.scenarios.insights.entries import Interpretation, Leg
from regulars.scenarios.kinds import ActKind, Band, Form, ProbeKind
from regulars.scenarios.ontology.attribute import Change
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.options import GenerationOptions
from regulars.scenarios.planning.calendar import PlannedSession
from regulars.scenarios.planning.dealing import Values
from regulars.scenarios.planning.incidents import PlannedQuestion
from regulars.scenarios.planning.ledger import PlannedDisclosure, PlannedLedger, Unsaid
from regulars.scenarios.planning.lives import live
from regulars.scenarios.planning.probes.plan import plan_probes
from regulars.scenarios.planning.schedule import Schedule, Slot
from regulars.seeding import SeedTree
from regulars.values import ValueType

USER, ABSENT = ProbeKind.SINGLE_SESSION_USER, ProbeKind.ABSTENTION
NODES = [SeedTree(number) for number in range(40)]
TWELVE = Ontology({f"x{n}": attribute(f"x{n}", "a b c d") for n in range(12)})


def _calendar(*persons):
    """A session a day, of the person with that index, at nine."""
    places: Counter[int] = Counter()
    planned = []
    for index, person in enumerate(persons):
        planned.append(PlannedSession(index, person, places[person], day(index + 1)))
        places[person] += 1
    return planned


def _ledger(told=range(12), at=0, person="a0", **fields):
    """Attributes told openly in the session with that index."""
    disclosures = {f"x{n}": [PlannedDisclosure(f"x{n}", at, "a", f"2025-05-{at + 1:02}")] for n in told}
    anchored, choices = fields.pop("anchored", frozenset()), fields.pop("choices", {})
    return PlannedLedger(person, "Ada", disclosures, anchored, choices, **fields)


def _plan(total, *ledgers, calendar=None, node=NODES[0], kinds=None, asked=(), ontology=TWELVE, **options):
    options = GenerationOptions(kinds=kinds or {USER: 1.0}, **options)
    return plan_probes(
        ontology, node, calendar or _calendar(0, 0, 0, 0, 0), ledgers or [_ledger()], total, options, asked
    )


def _moments(plan):
    """How many probes beside the conversation are asked after each of the sessions, by the day."""
    return Counter((probe.time - timedelta(hours=9, minutes=30)).day for probe in plan.probes if probe.band is Band.OUT)


# ---------------------------------------------------------------- how many, when


def test_two_fifths_are_asked_in_the_conversation_and_most_of_the_rest_at_the_end():
    for node in NODES:
        plan = _plan(10, node=node)
        inside = [probe for probe in plan.probes if probe.band is Band.IN]
        # One of the four in each session but the first, which tells everything.
        assert sorted(probe.session for probe in inside) == [2, 3, 4, 5]
        assert all(probe.time == day(probe.session) for probe in inside)
        # Weights 1.2, 1.4, 1.6, 1.8 and 3 of 9 in all: .8, 1.73, 2.8, 4 and 6 of six are due by then.
        assert _moments(plan) == {2: 1, 3: 1, 4: 2, 5: 2}
        assert {probe.kind for probe in plan.probes} == {"single-session-user"}
        assert [probe.time for probe in plan.probes] == sorted(probe.time for probe in plan.probes)


def test_the_first_of_two_dates_is_asked_for_before_either_has_come():
    # Told in the first two sessions; the wedding is on the day of the fourth, the surgery in June.
    legs, traits = (Leg("wedding", {}), Leg("surgery", {})), ("quiet", "loud")
    right = dict(zip(itertools.product(("wedding", "surgery"), traits), range(4), strict=True))
    kind = ProbeKind.DECISION_GUIDANCE
    entry = Interpretation("first", kind, "Which?", *legs, traits, ("", "", "", ""), right)
    dated = attribute("wedding", type=ValueType.DATE), attribute("surgery", type=ValueType.DATE)
    ontology = Ontology({one.name: one for one in (*TWELVE, *dated)})
    told = _ledger(traits={"quiet": (0, "act")})
    dates = (("wedding", 0, "2025-05-04"), ("surgery", 1, "2025-06-20"))
    told.disclosures.update({name: [PlannedDisclosure(name, at, value, "")] for name, at, value in dates})
    options = GenerationOptions(kinds={USER: 1.0, kind: 1.0}, special=0.9)
    days = Counter()
    for node in NODES:
        plan = plan_probes(ontology, node, _calendar(0, 0, 0, 0, 0), [told], 12, options, (), [entry])
        days += Counter(probe.time.day for probe in plan.probes if probe.kind == kind)
    # After the second session or the third, and by the end of the third of May.
    assert days.keys() == {2, 3}


def test_of_four_questions_in_the_conversation_three_are_requests():
    # 65 of 100, rounded up: 2.6.
    for node in NODES:
        plan = _plan(10, node=node)
        acts = {index: raised for index, raised in plan.acts.items() if raised}
        assert set(acts) == {1, 2, 3, 4}
        kinds = Counter(one.kind for raised in acts.values() for one in raised)
        assert kinds == {ActKind.REQUEST: 3, ActKind.ASK: 1}
        probes = {probe.id: probe for probe in plan.probes}
        for index, raised in acts.items():
            for one in raised:
                assert (probes[one.probe].session, probes[one.probe].attribute) == (index + 1, one.attribute)


def test_a_session_asks_three_questions_at_most():
    # 12 of 30 are wanted in one later session, and three can be asked; the others come beside the conversation.
    plan = _plan(30, calendar=_calendar(0, 0))
    assert Counter(probe.band for probe in plan.probes)[Band.IN] == 3
    assert len({probe.attribute for probe in plan.probes if probe.band is Band.IN}) == 3


def test_a_session_asks_for_each_attribute_once():
    # Three are wanted, and two attributes were told.
    plan = _plan(10, _ledger(range(2)), calendar=_calendar(0, 0))
    assert sorted(probe.attribute for probe in plan.probes if probe.band is Band.IN) == ["x0", "x1"]


def test_nothing_is_asked_in_the_conversation_before_anything_was_told():
    plan = _plan(10, _ledger(at=3))
    # Told in the fourth session; the fifth asks three of the four at most.
    assert [probe.session for probe in plan.probes if probe.band is Band.IN] == [5, 5, 5]
    assert set(_moments(plan)) <= {4, 5, 6, 7, 8, 9, 10}


def test_questions_that_found_no_occasion_are_asked_in_the_days_after_the_last_session():
    # Two attributes allow two questions at a moment.
    plan = _plan(12, _ledger(range(2)), calendar=_calendar(0, 0, 0))
    moments = _moments(plan)
    assert moments.total() == 12 - sum(probe.band is Band.IN for probe in plan.probes)
    assert max(moments.values()) == 2
    # At most twice as many moments as sessions, or four.
    assert max(moments) <= 6


def test_anchors_are_probed_three_sessions_later_and_at_the_end():
    ledger = _ledger(range(6), anchored=frozenset({"x1"}))
    for node in NODES:
        anchors = [probe for probe in _plan(10, ledger, node=node).probes if probe.anchor]
        assert {probe.attribute for probe in anchors} == {"x1"}
        assert all(probe.band is Band.OUT for probe in anchors)
        days = [(probe.time - timedelta(hours=9, minutes=30)).day for probe in anchors]
        assert {3, 5} <= set(days)
    late = _ledger(range(6), at=3, anchored=frozenset({"x1"}))
    for node in NODES:
        times = [probe.time for probe in _plan(10, late, node=node).probes if probe.anchor]
        assert min(times) > day(4)  # others may be asked beside the conversation before
        assert max(times) == day(6)


def test_special_kinds_take_their_share_of_what_is_left():
    # Ten, of which four in the conversation: half of the other six.
    kinds = {USER: 1.0, ProbeKind.RECALL_FACTS: 1.0}
    said = _ledger(gossip=[(0, f"x{n}", ("b", "c", "d")) for n in range(12)])
    for node in NODES:
        plan = _plan(10, said, kinds=kinds, special=0.5, node=node)
        assert Counter(probe.kind for probe in plan.probes) == {"single-session-user": 7, "recall-facts": 3}
        assert all(probe.band is Band.OUT for probe in plan.probes if probe.kind == "recall-facts")
    # Of forty, twelve in the conversation: three in each of four sessions. Half of the other 28 are special.
    many = _plan(40, said, kinds=kinds, special=0.5)
    assert Counter(probe.kind for probe in many.probes) == {"single-session-user": 26, "recall-facts": 14}
    none = _plan(10, said, kinds={USER: 1.0, ProbeKind.RECALL_FACTS: 0.0}, special=0.5)
    assert Counter(probe.kind for probe in none.probes) == {"single-session-user": 10}
    assert Counter(probe.kind for probe in _plan(10, said, kinds=kinds).probes) == {"single-session-user": 10}
    # Without other values that were said, there is nothing to choose among.
    assert Counter(probe.kind for probe in _plan(10, kinds=kinds, special=0.5).probes) == {"single-session-user": 10}


def test_a_special_question_and_its_contrast_probe_share_a_moment():
    ledger = _ledger(range(6), unsaid=[Unsaid(f"x{n}") for n in range(6, 12)])
    plan = _plan(12, ledger, kinds={USER: 1.0, ProbeKind.SINGLE_HOP: 1.0}, special=0.5)
    probes = {probe.id: probe for probe in plan.probes}
    hops = [probe for probe in plan.probes if probe.kind == "single-hop"]
    assert len(hops) >= 4
    for probe in hops:
        other = probes[probe.contrast]
        assert (other.contrast, other.time, other.kind, other.form) == (probe.id, probe.time, probe.kind, probe.form)
        assert (int(probe.attribute[1:]) < 6) is not (int(other.attribute[1:]) < 6)


def test_an_unanswerable_question_is_paired_with_a_sure_one_of_its_moment():
    ledger = _ledger(range(6), unsaid=[Unsaid(f"x{n}") for n in range(6, 12)])
    for node in NODES:
        plan = _plan(20, ledger, kinds={USER: 0.6, ABSENT: 0.4}, node=node)
        probes = {probe.id: probe for probe in plan.probes}
        kinds = Counter(probe.kind for probe in plan.probes)
        assert kinds["abstention"] in (7, 8, 9)
        for probe in plan.probes:
            if probe.contrast:
                pair = {probe.kind, probes[probe.contrast].kind}
                assert pair == {"abstention", "single-session-user"}
                assert probes[probe.contrast].time == probe.time
        beside = [probe for probe in plan.probes if probe.band is Band.OUT]
        moments = {probe.time for probe in beside}
        for moment in moments:
            here = [probe for probe in beside if probe.time == moment]
            absent = sum(probe.kind == "abstention" for probe in here)
            assert sum(bool(probe.contrast) for probe in here) == 2 * min(absent, len(here) - absent)


def test_a_question_that_depends_on_the_run_is_paired_with_a_sure_one_of_its_kind():
    update = ProbeKind.KNOWLEDGE_UPDATE
    told = {f"x{n}": [PlannedDisclosure(f"x{n}", 0, "a", "2025-05-01", is_open=n > 0)] for n in range(2)}
    told |= {
        f"x{n}": [PlannedDisclosure(f"x{n}", at, "ab"[at], f"2025-05-0{at + 1}") for at in range(2)]
        for n in range(2, 4)
    }
    ledger = PlannedLedger("a0", "Ada", told, frozenset(), {})
    seen = 0
    for node in NODES:
        plan = _plan(28, ledger, kinds={USER: 1.0, update: 1.0}, node=node)
        probes = {probe.id: probe for probe in plan.probes}
        for probe in plan.probes:
            here = {one.attribute for one in plan.probes if one.time == probe.time and one.band is Band.OUT}
            if probe.attribute == "x0" and {"x1", "x2"} <= here:
                assert probes[probe.contrast].attribute == "x1"
                seen += 1
    assert seen > 10


def test_acts_of_the_agenda_ask_their_own_probe_in_their_session():
    choice = act(ActKind.DELEGATE, "x3", "d", options=("a", "b"))
    question = PlannedQuestion(
        2, choice, ProbeKind.IMPLICIT_PREFERENCE, Form.ANY, other="x4", value="a|b", context="c", target="t"
    )
    plan = _plan(10, _ledger(range(3)), asked=[[question]])
    (asked,) = [probe for probe in plan.probes if probe.kind == "implicit-preference"]
    assert (asked.session, asked.time, asked.attribute, asked.form) == (3, day(3), "x3", Form.ANY)
    assert (asked.other, asked.value, asked.context, asked.target) == ("x4", "a|b", "c", "t")
    assert (asked.difficulty, asked.purpose, asked.owner, asked.asker) == ("hard", "implicit preference", "a0", "a0")
    assert [one for one in plan.acts[2] if one.id == "d"] == [replace(choice, probe=asked.id)]
    # It counts among the four in the conversation.
    assert Counter(probe.band for probe in plan.probes) == {Band.IN: 4, Band.OUT: 6}


def test_each_person_is_asked_in_sessions_of_its_own():
    ledgers = [_ledger(range(6)), _ledger(range(6), at=1, person="b0")]
    for node in NODES:
        plan = _plan(20, *ledgers, calendar=_calendar(0, 1, 0, 1, 0, 1), node=node)
        for probe in plan.probes:
            assert probe.owner == probe.asker
            if probe.session:
                assert probe.session % 2 == (1 if probe.owner == "a0" else 0)
                assert probe.session > 2
        asked = {(probe.attribute, probe.owner) for probe in plan.probes}
        both = [name for name in {name for name, _ in asked} if {(name, "a0"), (name, "b0")} <= asked]
        assert len(both) >= 5


# ---------------------------------------------------------------- lives

STARTS = [day(number) for number in range(1, 9)]


def _live(node, slots, *attributes, silent=(), endings=(), also=(), ontology=None):
    ontology = ontology or Ontology({one.name: one for one in (attributes or ONTOLOGY)})
    schedule = Schedule(tuple(slots), (), tuple(silent), tuple(endings))
    return live(ontology, Values(ontology, node, 1), node, "ada", 0, schedule, STARTS, day(1, 0), set(also))


CITY = attribute("city", "a b c d e f")


def test_a_value_replaces_the_one_before_with_an_event_between_two_sessions():
    shares, hours = [], set()
    for node in [SeedTree(number) for number in range(300)]:
        plan = _live(node, [Slot("city", 0, 0), Slot("city", 1, 3)], CITY)
        first, second = plan.versions["city"]
        assert plan.facts == (first, second)
        assert first.value != second.value
        assert (first.until, second.until) == (second.since, None)
        (event,) = plan.events
        assert (event.time, event.begins, event.ends) == (second.since, (second.id,), (first.id,))
        assert (first.person, first.attribute, event.person) == ("ada", "city", "ada")
        # Between the end of session 2 on day 3 at half past nine and session 3 on day 4 at nine.
        shares.append((second.since - day(3, 9, 30)) / (day(4) - day(3, 9, 30)))
        assert (second.since.second, second.since.microsecond) == (0, 0)
        ago = day(1, 0) - first.since
        assert timedelta(days=30) <= ago < timedelta(days=2001)
        hours.add(ago.seconds / 3600)
    # A whole number of hours, at any time of the day.
    assert hours == set(range(24))
    assert 0.099 <= min(shares) < 0.13
    assert 0.87 < max(shares) <= 0.9


def test_what_changes_untold_has_a_fact_and_an_event_and_no_planned_disclosure():
    plan = _live(NODES[0], [Slot("city", 0, 0), Slot("city", 1, 3)], CITY, silent=[("city", 5)])
    assert len(plan.facts) == 3
    assert plan.versions["city"] == plan.facts
    assert [event.begins for event in plan.events] == [(fact.id,) for fact in plan.facts[1:]]
    assert day(5, 9, 30) < plan.facts[2].since < day(6)


def test_what_follows_changes_with_its_source():
    country = attribute("country", "N S", implied_by="city")
    city = replace(CITY, implies={"country": {"a": "N", "b": "N", "c": "N", "d": "S", "e": "S", "f": "S"}})
    plan = _live(NODES[0], [Slot("city", 0, 0), Slot("city", 1, 3)], city, country)
    cities, countries = plan.versions["city"], plan.versions["country"]
    assert [one.value for one in countries] == [city.implies["country"][one.value] for one in cities]
    assert [(one.since, one.until) for one in countries] == [(one.since, one.until) for one in cities]
    (event,) = plan.events
    assert event.begins == (cities[1].id, countries[1].id)
    assert event.ends == (cities[0].id, countries[0].id)


def test_what_ends_has_no_successor():
    job = replace(attribute("job", "a b c d"), change=Change.ENDS)
    plan = _live(NODES[0], [Slot("job", 0, 1)], job, endings=[("job", 4)])
    (fact,), (event,) = plan.facts, plan.events
    assert (event.time, event.begins, event.ends) == (fact.until, (), (fact.id,))
    assert day(4, 9, 30) < fact.until < day(5)
    assert plan.versions["job"] == (fact,)


def test_values_that_join_each_other_last_and_three_fifths_of_the_later_ones_are_new():
    hobby = replace(attribute("hobby", "a b c d e f", cardinality=ONTOLOGY.attribute("hobby").cardinality))
    new = 0
    for node in [SeedTree(number) for number in range(200)]:
        plan = _live(node, [Slot("hobby", 0, 0), Slot("hobby", 1, 2)], hobby)
        first, second = plan.versions["hobby"]
        assert first.until is second.until is None
        assert first.value != second.value
        assert first.since < day(1)
        if plan.events:
            (event,) = plan.events
            assert (event.begins, event.ends, event.time) == ((second.id,), (), second.since)
            assert day(2, 9, 30) < second.since < day(3)
        else:
            assert second.since < day(1)
        new += bool(plan.events)
    # .6 of 200, within four standard deviations.
    assert abs(new - 120) <= 28


def test_what_is_never_told_is_true_all_the_same():
    hobby = attribute("hobby", "a b c d e f", cardinality=ONTOLOGY.attribute("hobby").cardinality)
    plan = _live(NODES[0], [], CITY, hobby, also=["city", "hobby"])
    assert Counter(fact.attribute for fact in plan.facts) == {"city": 1, "hobby": 2}
    assert all(fact.since < day(1) and fact.until is None for fact in plan.facts)
    assert plan.events == ()
    assert _live(NODES[0], [], CITY, hobby).facts == ()


def test_facts_and_events_are_in_order_of_time():
    slots = [Slot("city", 0, 0), Slot("city", 1, 4), Slot("x", 0, 0), Slot("x", 1, 2)]
    plan = _live(NODES[0], slots, CITY, attribute("x", "k l m n"))
    assert [event.time for event in plan.events] == sorted(event.time for event in plan.events)
    assert [fact.since for fact in plan.facts] == sorted(fact.since for fact in plan.facts)
    assert day(2, 9, 30) < plan.events[0].time < day(3)


# ---------------------------------------------------------------- what moves, drifts and excludes

JOB = attribute("job", "a b c d e f", moves=("boss",))
BOSS = attribute("boss", "k l m n o p")
JOBS = [Slot("job", 0, 0), Slot("job", 1, 3)]


def test_a_move_brings_a_value_that_is_never_told():
    plan = _live(NODES[0], [*JOBS, Slot("boss", 0, 1)], BOSS, JOB)
    (event,) = plan.events
    first, second = (fact for fact in plan.facts if fact.attribute == "boss")
    assert plan.versions["boss"] == (first,)
    assert event.time == first.until == second.since == plan.versions["job"][1].since
    assert event.begins == (plan.versions["job"][1].id, second.id)
    assert event.ends == (plan.versions["job"][0].id, first.id)


def test_a_move_brings_the_next_value_that_is_told():
    plan = _live(NODES[0], [*JOBS, Slot("boss", 0, 1), Slot("boss", 1, 4)], BOSS, JOB)
    assert len(plan.events) == 1
    assert [fact.since for fact in plan.versions["boss"]][1] == plan.events[0].time
    assert len(plan.versions["boss"]) == 2
    # A value told before the move changes by itself.
    plan = _live(NODES[0], [*JOBS, Slot("boss", 0, 0), Slot("boss", 1, 2)], BOSS, JOB)
    assert len(plan.events) == 2
    assert len([fact for fact in plan.facts if fact.attribute == "boss"]) == 3
    assert day(2, 9, 30) < plan.versions["boss"][1].since < day(3)


def test_a_value_first_told_after_a_move_had_another_one_before():
    plan = _live(NODES[0], [*JOBS, Slot("boss", 0, 5)], BOSS, JOB)
    before, told = (fact for fact in plan.facts if fact.attribute == "boss")
    assert plan.versions["boss"] == (told,)
    assert before.until == told.since == plan.events[0].time


def test_of_two_moves_the_last_brings_what_is_told_and_the_first_a_value_that_never_is():
    jobs = [Slot("job", 0, 0), Slot("job", 1, 2), Slot("job", 2, 4)]
    plan = _live(NODES[0], [*jobs, Slot("boss", 0, 1), Slot("boss", 1, 5)], BOSS, JOB)
    first, between, told = (fact for fact in plan.facts if fact.attribute == "boss")
    assert plan.versions["boss"] == (first, told)
    assert [between.since, told.since] == [event.time for event in plan.events]
    assert len(plan.events) == 2
    # A move after the last disclosure brings a value that is never told.
    plan = _live(NODES[0], [*jobs, Slot("boss", 0, 1), Slot("boss", 1, 3)], BOSS, JOB)
    first, told, after = (fact for fact in plan.facts if fact.attribute == "boss")
    assert plan.versions["boss"] == (first, told)
    assert [told.since, after.since] == [event.time for event in plan.events]


def test_without_values_enough_nothing_is_moved():
    # Four values without two spare ones: one told and one for the move are enough, two told and one are not.
    few = attribute("boss", "k l m n")
    assert len(_live(NODES[0], [*JOBS, Slot("boss", 0, 1)], few, JOB).facts) == 4
    told = [*JOBS, Slot("boss", 0, 1), Slot("boss", 1, 2)]
    plan = _live(NODES[0], told, few, JOB)
    assert len([fact for fact in plan.facts if fact.attribute == "boss"]) == 2
    assert all(len(event.begins) == 1 for event in plan.events)


def test_a_date_moves_too():
    job = replace(JOB, moves=("exam",))
    exam = attribute("exam", type=ValueType.DATE, span=(10, 300))
    plan = _live(NODES[0], [*JOBS, Slot("exam", 0, 1)], exam, job)
    first, second = (fact for fact in plan.facts if fact.attribute == "exam")
    assert first.value[:7] != second.value[:7]
    assert second.since == plan.events[0].time
    assert plan.versions["exam"] == (first,)


def test_drifting_numbers_stay_near_the_one_before():
    weight = replace(attribute("weight", type=ValueType.NUMBER, low=50, high=90, step=2), change=Change.DRIFTS, drift=4)
    steps = set()
    for node in NODES:
        plan = _live(node, [Slot("weight", version, version) for version in range(4)], weight)
        numbers = [int(fact.value) for fact in plan.versions["weight"]]
        assert len(set(numbers)) == 4
        steps |= {abs(after - before) for before, after in itertools.pairwise(numbers)}
    assert steps == {2, 4}


def test_numbers_that_cannot_walk_rise_or_fall_one_by_one():
    # No number lies within 1 of another. Four of six are dealt: three neighbours of them, upwards or downwards.
    weight = replace(attribute("weight", type=ValueType.NUMBER, low=50, high=60, step=2), change=Change.DRIFTS, drift=1)
    runs = set()
    for node in [SeedTree(number) for number in range(100)]:
        plan = _live(node, [Slot("weight", version, version) for version in range(3)], weight)
        runs.add(tuple(int(fact.value) for fact in plan.versions["weight"]))
    up = {(low, low + 2, low + 4) for low in range(50, 58, 2)}
    assert runs == up | {one[::-1] for one in up}


def test_excluded_values_come_only_where_others_are_used_up():
    diet = attribute("diet", "vegan kosher plain any", excludes={"dish": {"vegan": ("goulash", "trout")}})
    dish = attribute("dish", "goulash trout omelette pesto risotto bread")
    seen = set()
    for node in [SeedTree(number) for number in range(100)]:
        plan = _live(node, [Slot("diet", 0, 0), Slot("dish", 0, 0)], diet, dish)
        values = {fact.attribute: fact.value for fact in plan.facts}
        assert values["diet"] != "vegan" or values["dish"] not in ("goulash", "trout")
        seen.add(values["diet"])
    assert "vegan" in seen


def test_a_value_that_leaves_no_choice_for_a_later_attribute_is_spared():
    # Two of the four dishes are in the hand. A vegan could have the pesto only.
    diet = attribute("diet", "vegan kosher plain any", excludes={"dish": {"vegan": ("goulash", "trout", "ham")}})
    dish = attribute("dish", "goulash trout ham pesto")
    diets = Counter()
    for node in [SeedTree(number) for number in range(100)]:
        plan = _live(node, [Slot("diet", 0, 0), Slot("dish", 0, 0)], diet, dish)
        values = {fact.attribute: fact.value for fact in plan.facts}
        assert values["diet"] != "vegan" or values["dish"] == "pesto"
        diets[values["diet"]] += 1
    assert 0 < diets["vegan"] < 25


def test_what_excludes_gives_way_to_what_is_held_already():
    diet = attribute("diet", "vegan kosher plain any", excludes={"dish": {"vegan": ("goulash", "trout", "ham")}})
    dish = attribute("dish", "goulash trout ham pesto risotto bread")
    held = Counter()
    for node in [SeedTree(number) for number in range(100)]:
        # The dish comes first in this ontology.
        plan = _live(node, [Slot("diet", 0, 0), Slot("dish", 0, 0)], dish, diet)
        values = {fact.attribute: fact.value for fact in plan.facts}
        held[values["diet"], values["dish"] in ("goulash", "trout", "ham")] += 1
    assert held["vegan", True] == 0
    assert held["vegan", False]


@pytest.mark.parametrize(
    ("change", "days", "since"), [(Change.STATIC, -100, 1), (Change.STATIC, 100, 4), (Change.STEPS, 100, 4)]
)
def test_a_date_is_counted_from_the_beginning_or_lies_ahead_of_the_session_that_tells_it(change, days, since):
    wedding = replace(attribute("wedding", type=ValueType.DATE, span=(days, days)), change=change)
    plan = _live(NODES[0], [Slot("wedding", 0, 3)], wedding)
    assert plan.facts[0].value == (date(2025, 5, since) + timedelta(days=days)).isoformat()


def test_minutes_of_the_hand_made_plans_are_minutes():
    assert timedelta(seconds=60) == MINUTE
