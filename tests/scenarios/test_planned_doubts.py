"""What a fair reader may dispute is not asked about: values that outlive what they hang on, and kindred matters."""

from __future__ import annotations

import pytest
from planned import ONTOLOGY, acts, core_lives, lives, pairs, tells

from regulars.scenarios.generator import generate
from regulars.scenarios.kinds import ActKind, Band, ProbeKind
from regulars.scenarios.language.packs import Language
from regulars.scenarios.ontology.attribute import Change
from regulars.scenarios.ontology.kindred import load_kindred
from regulars.scenarios.options import BASE_KINDS
from regulars.scenarios.planning.ledger import PlannedDisclosure, PlannedLedger, Unsaid
from regulars.scenarios.suites import load_suite

MOVED = [
    PlannedDisclosure("home_city", 2, "Bergen", "2025-01-02"),
    PlannedDisclosure("home_city", 5, "Graz", "2025-02-02"),
]
"""A move, told in session 5."""


def _ledger(*streets: int, unsaid: int | None = None) -> PlannedLedger:
    told = {"home_city": MOVED}
    if streets:
        told["street"] = [PlannedDisclosure("street", at, f"Lane {at}", "2025-01-02") for at in streets]
    never = [Unsaid("street", sessions=(unsaid,))] if unsaid is not None else []
    return PlannedLedger("a0", "Ada", told, frozenset(), {}, unsettled={"street": [5]}, unsaid=never)


@pytest.mark.parametrize(
    ("streets", "done", "doubtful"),
    [
        ((1,), 5, False),  # before the move is told
        ((1,), 6, True),
        ((5,), 6, True),  # of the old home or of the new one
        ((1, 7), 7, True),
        ((1, 7), 8, False),  # told again
    ],
)
def test_a_value_is_in_doubt_from_a_change_until_it_is_told_again(streets, done, doubtful):
    assert _ledger(*streets).is_in_doubt("street", done) is doubtful
    assert not _ledger(*streets).is_in_doubt("home_city", done)


@pytest.mark.parametrize(
    ("unsaid", "done", "doubtful"), [(1, 1, True), (1, 2, False), (1, 6, True), (5, 6, True), (6, 7, False)]
)
def test_what_is_never_told_is_judged_as_if_it_had_been(unsaid, done, doubtful):
    assert _ledger(unsaid=unsaid).is_in_doubt("street", done) is doubtful


@pytest.mark.parametrize("unsaid", [None, 1, 7])
def test_what_rests_on_something_that_is_over_stays_in_doubt(unsaid):
    never = [Unsaid("street", sessions=(unsaid,))] if unsaid is not None else []
    ledger = PlannedLedger("a0", "Ada", {"home_city": MOVED}, frozenset(), {}, lapsed={"street": 5}, unsaid=never)
    assert [ledger.is_in_doubt("street", done) for done in (5, 6, 9)] == [False, True, True]
    assert 5 in ledger.doubts("street")


def test_no_plan_for_a_wedding_is_told_or_asked_about_after_a_separation():
    separated = 0
    plans = set(ONTOLOGY.attribute("partner_name").unsettles)
    changing = [generate(seed, sessions=24, changes=2) for seed in range(40)]
    for scenario in (*lives(), *pairs(), *core_lives(), *changing):
        for session, end in acts(scenario, ActKind.END):
            if end.attribute != "partner_name":
                continue
            separated += 1
            own = [(one.start, act) for one, act in acts(scenario, *ActKind, person=session.person)]
            later = [act for start, act in own if start >= session.start and act.attribute in plans]
            assert not [act for act in later if act.kind in (ActKind.TELL, ActKind.ASK, ActKind.REQUEST)]
            assert {act.other for act in later if act.kind is ActKind.MENTION} <= {"quoted", "imagined", "former"}
            asked = [probe for probe in scenario.probes if probe.owner == session.person and probe.attribute in plans]
            assert not [probe for probe in asked if probe.time > session.start and probe.kind in BASE_KINDS]
    assert separated > 5


@pytest.mark.parametrize("language", ["english", "chinese"])
def test_what_unsettles_and_is_unsettled_is_told(language):
    ontology = Language.load(language).ontology
    unsettled = {name for attribute in ontology for name in attribute.unsettles}
    assert unsettled
    for attribute in ontology:
        assert attribute.name not in attribute.unsettles
        if attribute.unsettles:
            assert attribute.changes_value or attribute.change is Change.ENDS
    assert all(name in ontology and ontology.attribute(name).is_told for name in unsettled)


def test_no_question_asks_for_what_is_in_doubt():
    asked = 0
    for scenario in (*lives(), *pairs(), *core_lives()):
        changes = {}
        for session, act in tells(scenario):
            changes.setdefault((session.person, act.attribute), []).append(session.start)
        for probe in scenario.probes:
            name = ONTOLOGY.attribute(probe.attribute).implied_by or probe.attribute
            own = [time for time in changes.get((probe.owner, name), ()) if time < probe.time]
            if probe.kind not in BASE_KINDS or not own:
                continue
            movers = [one.name for one in ONTOLOGY.unsettling(name)]
            moved = [time for one in movers for time in changes.get((probe.owner, one), ())[1:] if time < probe.time]
            kin = [time for one in load_kindred().get(name, ()) for time in changes.get((probe.owner, one), ())[:1]]
            assert all(time < own[-1] for time in moved), f"{probe.id} asks for {name} after a change of {movers}"
            assert all(time >= probe.time for time in kin), f"{probe.id} asks for {name} beside something kindred"
            asked += bool(movers)
    assert asked > 100


def test_half_of_what_can_end_does():
    ended = told = 0
    for scenario in (*lives(), *core_lives()):
        for person in scenario.persons:
            ended += len(acts(scenario, ActKind.END, person=person.id))
            able = {act.attribute for _, act in tells(scenario, person.id)}
            told += sum(ONTOLOGY.attribute(name).change.value == "ends" for name in able)
    assert 0.4 < ended / told < 0.7


def test_what_a_fixed_answer_can_win_is_paired_with_a_told_value():
    guessable = alone = 0
    for scenario in core_lives():
        ends = {(s.person, act.attribute): s.start for s, act in acts(scenario, ActKind.END)}
        probes = {probe.id: probe for probe in scenario.probes}

        def is_over(probe, ends=ends):
            end = ends.get((probe.owner, probe.attribute))
            return probe.kind == ProbeKind.KNOWLEDGE_UPDATE and end is not None and end < probe.time

        for probe in scenario.probes:
            if probe.kind == ProbeKind.SINGLE_SESSION_ASSISTANT or is_over(probe):
                guessable += 1
                if not probe.contrast:
                    alone += 1
                    continue
                other = probes[probe.contrast]
                assert other.kind not in (ProbeKind.ABSTENTION, ProbeKind.SINGLE_SESSION_ASSISTANT)
                assert not is_over(other)
    assert guessable > 100
    assert alone <= 0.03 * guessable


def test_the_session_of_a_question_beside_the_conversation_does_not_show_whether_it_has_an_answer():
    by_part: dict[int, list[bool]] = {}
    for scenario in core_lives():
        starts = [session.start for session in scenario.sessions]
        for probe in scenario.probes:
            if probe.band is Band.OUT and ProbeKind(probe.kind) in BASE_KINDS:
                lived = sum(start <= probe.time for start in starts) / len(starts)
                by_part.setdefault(min(3, int(4 * lived)), []).append(probe.kind != ProbeKind.ABSTENTION)
    shares = {part: sum(answered) / len(answered) for part, answered in by_part.items()}
    assert sorted(shares) == [0, 1, 2, 3]
    assert max(shares.values()) - min(shares.values()) < 0.25, shares


def test_no_recommendation_is_asked_of_a_choice_whose_options_were_refused():
    asked = 0
    for scenario in core_lives():
        delegated = {(session.person, one.attribute) for session, one in acts(scenario, ActKind.DELEGATE)}
        for probe in scenario.probes:
            if probe.kind == ProbeKind.ALIGNED_RECOMMENDATION:
                asked += 1
                assert (probe.owner, probe.attribute) not in delegated
    assert asked > 10


def _in_doubt(scenario, person, before):
    """The told attributes that a change or an end leaves in doubt before a moment, read from the agendas."""
    known = {fact.id: fact for one in scenario.persons for fact in one.facts}
    last, doubtful = {}, set()
    for session in scenario.sessions:
        for place, act in enumerate(session.agenda if session.person == person else ()):
            if (session.start, place) >= before:
                return doubtful
            attribute = ONTOLOGY.attribute(act.attribute) if act.attribute else None
            if act.kind is ActKind.TELL and act.fact:
                doubtful.discard(act.attribute)
                if last.get(act.attribute, known[act.fact].value) != known[act.fact].value:
                    doubtful |= {name for name in attribute.unsettles if name in last}
                last[act.attribute] = known[act.fact].value
            elif act.kind is ActKind.END:
                doubtful |= {act.attribute, *(name for name in attribute.unsettles if name in last)}
    return doubtful


def test_no_message_names_what_a_change_or_an_end_has_left_in_doubt():
    messages, moved = 0, 0
    privacy = [life for seed in range(20) for life in load_suite("privacy").generate(seed)]
    changing = [generate(seed, sessions=24, changes=2, messages=3) for seed in range(40)]
    for scenario in (*core_lives(), *privacy, *changing):
        asked = {
            act.probe: (session.start, place)
            for session in scenario.sessions
            for place, act in enumerate(session.agenda)
        }
        for probe in scenario.probes:
            if probe.kind == ProbeKind.CONTEXTUAL_INTEGRITY:
                doubtful = _in_doubt(scenario, probe.owner, asked.get(probe.id, (probe.time, -1)))
                assert not [name for name in doubtful if probe.context in ONTOLOGY.attribute(name).needed]
                messages, moved = messages + 1, moved + bool(doubtful)
    assert messages > 400
    assert moved > 50  # other contexts are asked for then
