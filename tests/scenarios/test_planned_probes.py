"""Planned probes: kinds, counts and times, and that each rests on a planned disclosure."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

from planned import CORE_PLANS, ONTOLOGY, acts, core_lives, lives, outcomes, pairs, source, tells

from regulars.scenarios.generator import generate
from regulars.scenarios.kinds import ActKind, Band, DisclosureMode, Form, ProbeKind
from regulars.scenarios.ontology.attribute import Cardinality
from regulars.scenarios.options import BASE_KINDS, SPECIAL_KINDS
from regulars.scenarios.planning.probes.candidates import CANDIDATES
from regulars.scenarios.planning.probes.quotas import NOT_YET
from regulars.scenarios.suites import load_suite


def told_before(scenario, probe):
    """The sessions before a probe in which its attribute is planned to be told."""
    return [
        session
        for session, act in tells(scenario, probe.owner)
        if act.attribute == source(probe.attribute) and session.start < probe.time
    ]


def over_before(scenario, probe):
    return [
        session
        for session, act in acts(scenario, ActKind.END, person=probe.owner)
        if act.attribute == probe.attribute and session.start < probe.time
    ]


# ---------------------------------------------------------------- which and how many


def test_sixty_probes_of_all_six_base_kinds_nearly_two_fifths_in_band():
    lacking = 0
    for scenario in lives() + pairs():
        assert len(scenario.probes) == 60
        kinds = Counter(probe.kind for probe in scenario.probes)
        lacking += len(set(BASE_KINDS) - set(kinds))  # of a short life, lists or changes may be left out
        assert set(kinds) <= set(BASE_KINDS)
        assert max(kinds.values()) <= 24
    assert lacking <= 4
    for scenario in lives():
        assert 18 <= sum(probe.band is Band.IN for probe in scenario.probes) <= 24


def test_every_special_kind_has_occasions_and_no_other_kind_has():
    assert set(CANDIDATES) == set(SPECIAL_KINDS)


def test_the_mix_of_kinds_is_balanced_on_average():
    kinds = Counter(probe.kind for scenario in lives() for probe in scenario.probes)
    total = sum(kinds.values())
    assert all(0.07 < count / total < 0.36 for count in kinds.values()), kinds


def test_every_kind_that_core_names_is_asked_in_some_of_its_lives():
    named = set(load_suite("core").plans[0]["kinds"])
    asked = Counter(str(probe.kind) for scenario in core_lives() for probe in scenario.probes)
    assert named <= set(asked)
    assert {"proactive", "contextual-integrity", "single-session-preference", "implicit-preference"} <= set(asked)


def test_core_asks_for_as_many_as_its_plans_say():
    plans = load_suite("core").plans
    for scenario in core_lives():
        plan = plans[0 if len(scenario.persons) == 1 else -1]
        assert len(scenario.sessions) == plan["sessions"]
        assert len(scenario.probes) == plan["sessions"] * plan["probes_per_session"]


def test_probes_hold_nothing_of_gold():
    for scenario in [lives()[0], *core_lives()]:
        for probe in scenario.probes:
            assert (probe.gold, probe.evidence, probe.question, probe.before) == ("", (), "", "")


# ---------------------------------------------------------------- when


def test_requests_outnumber_quizzes_and_come_about_two_in_a_session():
    """A short life may have told too little that can be requested; longer ones keep to the share."""
    for scenario in core_lives():
        requests, quizzes = len(acts(scenario, ActKind.REQUEST)), len(acts(scenario, ActKind.ASK))
        assert requests >= 0.65 * (requests + quizzes)
    shares, fewer = [], 0
    for scenario in lives():
        requests = len(acts(scenario, ActKind.REQUEST))
        quizzes = len(acts(scenario, ActKind.ASK))
        assert 18 <= requests + quizzes <= 24
        fewer += requests < 0.6 * (requests + quizzes)
        shares.append(requests / (requests + quizzes))
        counts = Counter(session.number for session, _ in acts(scenario, ActKind.ASK, ActKind.REQUEST))
        assert max(counts.values()) <= 3
    assert sum(shares) >= 0.65 * len(shares)
    assert fewer <= 1


def test_nothing_is_asked_in_the_session_that_tells_it_or_how_it_turned_out():
    for scenario in lives() + pairs() + core_lives():
        for session, act in acts(scenario, ActKind.ASK, ActKind.REQUEST):
            told = {other.attribute for other in session.agenda if other.kind is ActKind.TELL}
            assert source(act.attribute) not in told


def test_choices_are_asked_back():
    for scenario in lives() + pairs():
        ids = {act.id for _, act in acts(scenario, ActKind.DELEGATE)}
        probed = {probe.target for probe in scenario.probes if probe.form is Form.CHOICE}
        assert probed
        assert probed <= ids


def test_probes_beside_the_conversation_come_in_groups_between_sessions():
    for scenario in lives():
        moments = Counter(probe.time for probe in scenario.probes if probe.band is Band.OUT)
        assert sum(count > 1 for count in moments.values()) >= 6
        for moment in moments:
            assert not any(s.start <= moment <= s.start + s.budget for s in scenario.sessions)
        assert max(moments) == scenario.sessions[-1].start + timedelta(days=1)
        times = [probe.time for probe in scenario.probes]
        assert times == sorted(times)


def test_the_probe_that_an_act_asks_is_asked_in_its_session():
    for scenario in core_lives():
        probes = {probe.id: probe for probe in scenario.probes}
        raised = 0
        for session in scenario.sessions:
            for act in session.agenda:
                if act.probe:
                    probe = probes[act.probe]
                    assert (probe.session, probe.time, probe.band) == (session.number, session.start, Band.IN)
                    assert (probe.owner, probe.attribute) == (session.person, act.attribute)
                    raised += 1
        assert raised == sum(probe.band is Band.IN for probe in scenario.probes)


# ---------------------------------------------------------------- what


def test_answerable_probes_rest_on_planned_disclosures_and_unanswerable_ones_do_not():
    for scenario in lives() + pairs():
        for probe in scenario.probes:
            told = told_before(scenario, probe)
            if probe.kind == ProbeKind.ABSTENTION:
                assert not told
            elif probe.kind == ProbeKind.KNOWLEDGE_UPDATE:
                assert len(told) >= 2 or over_before(scenario, probe)
            elif probe.kind == ProbeKind.MULTI_SESSION:
                assert len({session.number for session in told}) >= 2
                cardinality = ONTOLOGY.attribute(probe.attribute).cardinality
                assert cardinality is (Cardinality.COUNTER if probe.form is Form.SUM else Cardinality.MANY)
            elif probe.form is not Form.CHOICE:
                assert told


def test_the_conversation_asks_for_absence_only_of_what_is_never_told():
    for scenario in lives() + pairs():
        for probe in scenario.probes:
            if probe.kind == ProbeKind.ABSTENTION and probe.band is Band.IN:
                assert probe.purpose != NOT_YET
                assert not [act for _, act in tells(scenario, probe.owner) if act.attribute == probe.attribute]


def test_a_probe_before_its_disclosure_is_repeated_after_it():
    again = 0
    for scenario in lives():
        for probe in scenario.probes:
            if probe.purpose == NOT_YET:
                later = [
                    other
                    for other in scenario.probes
                    if other.attribute == probe.attribute and other.kind != ProbeKind.ABSTENTION
                ]
                again += bool(later)
                assert all(other.time > probe.time for other in later)
    assert again >= 0.75 * len(lives())


def test_a_share_of_the_probes_rests_on_what_has_to_be_earned():
    earned = total = 0
    for scenario in lives():
        for probe in scenario.probes:
            told = [
                act
                for session, act in tells(scenario, probe.owner)
                if act.attribute == probe.attribute and session.start < probe.time
            ]
            if told:
                total += 1
                earned += told[-1].mode is not DisclosureMode.OPEN
    assert 0.15 < earned / total < 0.55


def test_two_persons_are_asked_for_the_same_thing_and_never_tell_different_things():
    common = []
    for scenario in pairs():
        one, other = (person.id for person in scenario.persons)
        asked = {person: {p.attribute for p in scenario.probes if p.owner == person} for person in (one, other)}
        common.append(len(asked[one] & asked[other]))
        told = {person: {act.attribute for _, act in tells(scenario, person)} for person in (one, other)}
        assert told[one] - told[other]
        assert told[other] - told[one]
    assert min(common) >= 4


def test_forgotten_and_claimed_values_are_asked_by_their_own_kinds_only():
    for scenario in core_lives():
        for person in scenario.persons:
            named = {act.attribute for _, act in acts(scenario, ActKind.FORGET, ActKind.RELAY, person=person.id)}
            plain = {p.attribute for p in scenario.probes if p.owner == person.id and p.kind in BASE_KINDS}
            assert not named & plain


# ---------------------------------------------------------------- the question alone tells nothing


def test_sensitive_facts_are_as_frequent_among_unanswerable_probes():
    answered, unresolved = Counter(), Counter()
    suite = load_suite("core")
    more = [generate(**suite.scenarios(seed)[plan]) for seed in range(8, 16) for plan in CORE_PLANS]
    for scenario in core_lives() + more:  # of some 1,600 questions each, two shares are .023 apart by chance (2 errors)
        for probe in scenario.probes:
            attribute = ONTOLOGY.attribute(probe.attribute)
            if probe.band is Band.IN and probe.kind in BASE_KINDS and probe.form is not Form.CHOICE:
                delicate = attribute.sensitivity == 3 and not attribute.project
                (unresolved if probe.kind == ProbeKind.ABSTENTION else answered)[delicate] += 1
    shares = [counts[True] / counts.total() for counts in (answered, unresolved)]
    assert abs(shares[0] - shares[1]) < 0.04, shares


# ---------------------------------------------------------------- contrast pairs


def test_contrast_pairs_refer_to_each_other_and_are_asked_together():
    paired = 0
    for scenario in core_lives() + lives()[:5]:
        probes = {probe.id: probe for probe in scenario.probes}
        for probe in scenario.probes:
            if probe.contrast:
                contrast = probes[probe.contrast]
                assert contrast.contrast == probe.id
                assert contrast.id != probe.id
                assert contrast.band is probe.band
                if probe.band is Band.OUT:
                    assert contrast.time == probe.time
                paired += 1
    assert paired > 20 * len(core_lives())


def test_the_order_of_a_pair_does_not_say_which_question_has_an_answer():
    firsts = Counter()
    for scenario in core_lives() + lives():
        known = {probe.id: probe for probe in scenario.probes}
        place = {probe.id: at for at, probe in enumerate(scenario.probes)}
        for probe in scenario.probes:
            other = known.get(probe.contrast)
            absent = probe.kind == ProbeKind.ABSTENTION
            if other is not None and absent and other.kind != ProbeKind.ABSTENTION and probe.band is Band.OUT:
                firsts[place[probe.id] < place[other.id]] += 1
    assert 0.35 < firsts[True] / firsts.total() < 0.65


def test_no_two_questions_of_a_moment_are_alike():
    for scenario in core_lives():
        seen = Counter(
            (p.time, p.kind, p.form, p.owner, p.attribute, p.other, p.value, p.target) for p in scenario.probes
        )
        assert [key for key, count in seen.items() if count > 1] == []


def test_every_outcome_is_of_a_choice_that_is_offered():
    for scenario in core_lives():
        offered = {act.id for _, act in acts(scenario, ActKind.DELEGATE)}
        assert {act.target for _, act in outcomes(scenario)} <= offered


# ---------------------------------------------------------------- told or not, in the same way


def test_what_would_have_been_an_anchor_is_asked_about_again_like_one():
    again = Counter()
    for scenario in core_lives():
        asked = Counter(
            (probe.owner, probe.attribute, probe.anchor)
            for probe in scenario.probes
            if probe.band is Band.OUT and probe.kind in BASE_KINDS
        )
        again.update(anchor for (_, _, anchor), times in asked.items() if times > 1)
    assert again[True] > 20
    assert again[False] > 0.5 * again[True]


def test_two_people_are_asked_about_as_many_anchors():
    for scenario in core_lives():
        asked = Counter(probe.owner for probe in scenario.probes if probe.anchor)
        assert max(asked.values()) - min(asked.values()) <= 4


def test_each_suite_that_asks_about_forgetting_does():
    for suite in ("core", "hard", "privacy", "multi-user"):
        lives_ = [life for seed in range(2) for life in load_suite(suite).generate(seed)]
        kinds = Counter(probe.kind for life in lives_ for probe in life.probes)
        assert kinds[ProbeKind.FORGETTING] >= 4, suite


def test_in_a_very_short_life_the_conversation_asks_about_something_too():
    for seed in range(20):
        life = generate(seed, sessions=3)
        assert any(probe.band is Band.IN and probe.form is not Form.CHOICE for probe in life.probes)


def test_where_a_question_is_asked_does_not_show_whether_it_has_an_answer():
    shares = {}
    for band in Band:
        asked = [
            probe.kind != ProbeKind.ABSTENTION
            for seed in range(20)
            for life in load_suite("smoke").generate(seed)
            for probe in life.probes
            if probe.band is band and probe.form is not Form.CHOICE
        ]
        shares[band] = sum(asked) / len(asked)
    assert abs(shares[Band.IN] - shares[Band.OUT]) < 0.1
    for life in lives():
        picks = [p for p in life.probes if p.band is Band.IN and p.form is not Form.CHOICE]
        absent = sum(p.kind == ProbeKind.ABSTENTION for p in picks)
        share = BASE_KINDS[ProbeKind.ABSTENTION] / (1 - BASE_KINDS[ProbeKind.SINGLE_SESSION_ASSISTANT])
        assert absent <= share * len(picks) + 1.5


def test_how_often_was_asked_before_hardly_shows_whether_a_question_has_an_answer():
    """Questions beside the conversation about what was asked for twice or more lack an answer nearly as often."""
    absent, asked = Counter[bool](), Counter[bool]()
    for seed in range(10):
        for scenario in load_suite("smoke").generate(seed):
            before = Counter[tuple[str, str]]()
            for probe in sorted(scenario.probes, key=lambda one: one.time):
                earlier = before[probe.owner, probe.attribute]
                if probe.band is Band.OUT and earlier != 1 and probe.form is not Form.CHOICE:
                    asked[earlier > 1] += 1
                    absent[earlier > 1] += probe.kind == ProbeKind.ABSTENTION
                before[probe.owner, probe.attribute] += 1
    assert absent[True] / asked[True] > 0.5 * absent[False] / asked[False]
