"""Generated lives: session calendars, facts over time, and planned disclosures."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from itertools import pairwise
from zoneinfo import ZoneInfo

from planned import ONTOLOGY, acts, core_lives, facts, lives, outcomes, pairs, tells

from regulars.scenarios.generator import generate
from regulars.scenarios.kinds import ActKind, Band, DisclosureMode
from regulars.scenarios.language.packs import Language
from regulars.scenarios.ontology.attribute import CATEGORIES
from regulars.scenarios.planning.agenda import apportion
from regulars.scenarios.suites import load_suite

PLAIN = (DisclosureMode.OPEN, DisclosureMode.ASKED, DisclosureMode.TRUSTED)


# ---------------------------------------------------------------- calendar


def test_sessions_follow_the_calendar():
    for scenario in lives() + pairs():
        assert [session.number for session in scenario.sessions] == list(range(1, 13))
        gaps = []
        for earlier, later in pairwise(scenario.sessions):
            assert later.start > earlier.start + earlier.budget
            gaps.append((later.start.date() - earlier.start.date()).days)
        assert all(1 <= gap <= 4 for gap in gaps)
        assert len(set(gaps)) > 1
        assert all(session.start.tzinfo is UTC for session in scenario.sessions)


def test_each_person_comes_in_one_window_of_the_day():
    for scenario in pairs():
        for person in scenario.persons:
            starts = [session.start for session in scenario.sessions if session.person == person.id]
            assert len(starts) == 6
            hours = [start.hour + start.minute / 60 for start in starts]
            assert max(hours) - min(hours) <= 3


def test_persons_take_turns():
    for scenario in pairs():
        order = [session.person for session in scenario.sessions]
        assert all(set(order[i : i + 2]) == {p.id for p in scenario.persons} for i in range(0, 12, 2))


def test_a_zone_is_kept():
    oslo = ZoneInfo("Europe/Oslo")
    scenario = generate(3, start=datetime(2025, 3, 20, tzinfo=oslo))
    assert all(session.start.tzinfo is oslo for session in scenario.sessions)


# ---------------------------------------------------------------- lives


def test_a_life_holds_many_facts_of_nearly_all_categories():
    found = Counter()
    for scenario in lives() + pairs():
        for person in scenario.persons:
            assert len(person.facts) >= 20
            categories = {ONTOLOGY.attribute(fact.attribute).category for fact in person.facts}
            assert len(categories) >= 4
            found.update(categories)
            assert [*person.facts] == sorted(person.facts, key=lambda fact: (fact.since, fact.id))
    assert set(found) == set(CATEGORIES)


def test_lives_tell_different_selections_of_attributes():
    told = [{act.attribute for _, act in tells(scenario)} for scenario in lives()]
    assert all(len(one & other) <= 0.6 * len(one) for one, other in pairwise(told))
    able = {a.name for a in ONTOLOGY if a.is_told and not a.project}
    told += [{act.attribute for _, act in tells(scenario)} for scenario in pairs()]
    assert len(set().union(*told)) >= 0.9 * len(able)


def test_disclosures_are_spread_over_all_sessions():
    for scenario in lives():
        counts = Counter(session.number for session, _ in tells(scenario))
        assert 28 <= sum(counts.values()) <= 30
        assert all(1 <= counts[number] <= 4 for number in range(1, 13))


def test_values_change_with_an_event_before_the_session_that_tells_it():
    changed = []
    for scenario in lives():
        known = facts(scenario)
        events = {id: event for person in scenario.persons for event in person.events for id in event.begins}
        updates = 0
        last = {}
        for session, act in tells(scenario):
            fact = known[act.fact]
            attribute = ONTOLOGY.attribute(act.attribute)
            earlier = last.get(act.attribute)
            if attribute.changes_value and earlier:
                updates += 1
                assert earlier[0].start < events[fact.id].time < session.start
                assert fact.since == events[fact.id].time
                if ONTOLOGY.moving(act.attribute):
                    assert earlier[1].until <= fact.since
                else:
                    assert earlier[1].until == fact.since
                assert earlier[1].value != fact.value
            last[act.attribute] = session, fact
        changed.append(updates)
    assert min(changed) >= 2
    assert sum(changed) >= 3 * len(changed)


def test_more_values_change_in_longer_lives():
    changed = []
    for scenario in core_lives():
        known, told = facts(scenario), Counter()
        for session, act in tells(scenario):
            if ONTOLOGY.attribute(act.attribute).changes_value:
                told[session.person, known[act.fact].attribute] += 1
        changed.append(sum(count - 1 for count in told.values()))
    assert min(changed) >= 5
    assert sum(changed) >= 9 * len(changed)


def test_every_value_that_is_replaced_holds_for_as_long_as_its_attribute_says():
    told_ones = [a for pack in ("english", "chinese") for a in Language.load(pack).ontology if a.is_told]
    assert [a.name for a in told_ones if a.changes_value and not a.lasts] == []
    hard = [life for seed in range(4) for life in load_suite("hard").generate(seed)[:2]]
    for scenario in lives() + core_lives() + hard:
        for person in scenario.persons:
            starts = [session.start for session in scenario.sessions if session.person == person.id]
            told = {act.fact for _, act in tells(scenario, person.id)}
            values = Counter(fact.attribute for fact in person.facts if fact.id in told)
            for name, number in values.items():
                attribute = ONTOLOGY.attribute(name)
                if attribute.changes_value and not attribute.implied_by:
                    assert number <= 1 + max(1, (starts[-1] - starts[0]).days // attribute.lasts), name


def test_told_facts_are_true_at_that_moment():
    for scenario in lives() + core_lives():
        known = facts(scenario)
        for session, act in tells(scenario):
            fact = known[act.fact]
            assert fact.since < session.start
            assert fact.until is None or fact.until > session.start


def test_some_change_is_never_told():
    told = {act.fact for scenario in lives() for _, act in tells(scenario)}
    silent = [
        fact
        for scenario in lives()
        for fact in scenario.persons[0].facts
        if fact.id not in told
        and any(other.until == fact.since and other.id in told for other in scenario.persons[0].facts)
    ]
    assert len(silent) >= len(lives())


def test_a_country_is_never_told_but_follows_the_city():
    seen = 0
    for scenario in lives() + core_lives():
        assert not [act for _, act in tells(scenario) if act.attribute == "country"]
        for person in scenario.persons:
            cities = [fact for fact in person.facts if fact.attribute == "home_city"]
            countries = [fact for fact in person.facts if fact.attribute == "country"]
            assert [dict(ONTOLOGY.implied("home_city", city.value))["country"] for city in cities] == [
                country.value for country in countries
            ]
            assert [(f.since, f.until) for f in cities] == [(f.since, f.until) for f in countries]
            seen += len(cities)
    assert seen


def test_persons_share_no_value_even_by_the_month():
    for scenario in [*pairs(), *(generate(seed, users=4, sessions=16) for seed in range(5))]:
        seen = {}
        for fact in facts(scenario).values():
            value = fact.value[:7] if ONTOLOGY.attribute(fact.attribute).granularities else fact.value
            assert seen.setdefault((fact.attribute, value), fact.person) == fact.person


def test_a_date_that_moves_moves_to_another_month():
    for scenario in lives():
        months = Counter(
            (fact.person, fact.attribute, fact.value[:7])
            for fact in facts(scenario).values()
            if ONTOLOGY.attribute(fact.attribute).granularities
        )
        assert set(months.values()) == {1}


def test_coming_dates_lie_ahead_when_they_are_told():
    for scenario in lives():
        for session, act in tells(scenario):
            if act.attribute in ("wedding_date", "project_deadline"):
                assert facts(scenario)[act.fact].value > session.start.date().isoformat()


# ---------------------------------------------------------------- agendas


def test_modes_follow_their_shares_exactly():
    for scenario in lives():
        modes = Counter(act.mode for _, act in tells(scenario))
        total = sum(modes.values())
        assert [modes[mode] for mode in PLAIN] == apportion([0.6, 0.2, 0.2], total)
        assert modes[DisclosureMode.OPEN] >= 0.4 * total


def test_sensitive_facts_are_mostly_told_on_trust():
    sensitivity = {mode: [] for mode in PLAIN}
    for scenario in lives():
        for _, act in tells(scenario):
            sensitivity[act.mode].append(ONTOLOGY.attribute(act.attribute).sensitivity)
    mean = {mode: sum(values) / len(values) for mode, values in sensitivity.items()}
    assert mean[DisclosureMode.TRUSTED] > mean[DisclosureMode.OPEN] + 0.5


def test_anchors_are_open_come_first_and_are_probed_beside_the_conversation():
    for scenario in lives() + pairs():
        for person in scenario.persons:
            anchors = [(session, act) for session, act in tells(scenario, person.id) if act.anchor]
            own = sum(session.person == person.id for session in scenario.sessions)
            assert len({act.attribute for _, act in anchors}) == min(4, own // 2)
            for session, act in anchors:
                assert act.mode is DisclosureMode.OPEN
                assert session.agenda[0].kind is ActKind.GREET
                before = session.agenda[1 : session.agenda.index(act)]
                assert all(other.anchor for other in before)
                probes = [p for p in scenario.probes if p.anchor and p.attribute == act.attribute]
                assert probes
                assert all(probe.band is Band.OUT for probe in probes)
            names = {act.attribute for _, act in anchors}
            names |= {implied for name in names for implied in ONTOLOGY.attribute(name).implies}
            asked = {act.attribute for _, act in acts(scenario, ActKind.ASK, ActKind.REQUEST, person=person.id)}
            assert not names & asked


def test_anchors_are_probed_long_after_their_disclosure():
    for scenario in lives():
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
    for scenario in lives():
        counts = Counter(act.attribute for _, act in tells(scenario) if act.anchor)
        assert any(ONTOLOGY.attribute(name).granularities for name in counts)
        assert max(counts.values()) == 2


def test_choices_are_left_to_the_assistant():
    for scenario in lives() + pairs():
        for person in scenario.persons:
            left = [act for _, act in acts(scenario, ActKind.DELEGATE, person=person.id)]
            assert len(left) >= 3
            assert all(len(set(act.options)) == 3 for act in left)


def test_the_effect_of_every_choice_is_told_late_and_nothing_is_asked_about_it_from_then_on():
    asked_later = 0
    for scenario in lives() + pairs() + core_lives():
        told = {act.target: (session, act) for session, act in outcomes(scenario)}
        assert len(told) == len(outcomes(scenario))
        for person in scenario.persons:
            own = [session for session in scenario.sessions if session.person == person.id]
            for session, act in acts(scenario, ActKind.DELEGATE, person=person.id):
                later = [other for other in own if other.number > session.number]
                if not later:
                    assert act.id not in told
                    continue
                at, outcome = told[act.id]
                asking = [one for one in later if any(_asks_for(other, act.attribute) for other in one.agenda)]
                assert at in later[len(later) // 2 :]
                assert all(one.number < at.number for one in asking)
                asked_later += len(asking) > 0
                assert (outcome.mode, outcome.attribute, outcome.fact) == (DisclosureMode.OUTCOME, act.attribute, "")
    assert asked_later > 10


def _asks_for(act, attribute):
    return act.probe and act.attribute == attribute


def test_small_talk_fills_every_session():
    for scenario in lives()[:10]:
        for session in scenario.sessions:
            kinds = [act.kind for act in session.agenda]
            assert 1 <= kinds.count(ActKind.SMALL_TALK) <= 2
            assert kinds[0] is ActKind.GREET
            assert kinds[-1] is ActKind.CLOSE
