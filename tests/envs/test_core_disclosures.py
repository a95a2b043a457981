"""Every disclosure mode reaches the ledger as what it is, in open and in held-out phrases."""

from __future__ import annotations

from collections import Counter

import pytest
from core_plays import LANGUAGE, ONTOLOGY, core, listener, play, played, scores

from regulars.envs.probes.resolve_values import current
from regulars.scenarios.kinds import ActKind, DisclosurePhrasing
from regulars.scenarios.language.heard import says
from regulars.scenarios.language.packs import Language
from regulars.values import told_value

FIVE = ((0, 0), (1, 1), (2, 2), (3, 4), (4, 5))
"""Seeds and plans."""


@pytest.fixture(scope="module")
def held_out():
    """Five lives in phrases that no reader is made from."""
    return [play(core(seed, plan, "held_out"), listener, seed) for seed, plan in FIVE]


def entered(lives):
    """Disclosures of the ledger with the act that planned them and the turns that they rest on."""
    for life in lives:
        acts = {act.id: act for session in life.scenario.sessions for act in session.agenda}
        turns = {turn.id: turn for turn in life.transcript}
        for disclosure in life.ledger.disclosures:
            if disclosure.act in acts and acts[disclosure.act].kind is ActKind.TELL and disclosure.how != "implied":
                yield life, disclosure, acts[disclosure.act], [turns[id] for id in disclosure.turns]


def of_phrasing(lives, phrasing):
    return [row for row in entered(lives) if row[1].how == phrasing.value]


def test_every_way_reaches_the_ledger_by_its_name(heard):
    hows = Counter(disclosure.how for _, disclosure, act, _ in entered(heard))
    assert all(hows[phrasing.value] >= 0.5 * len(heard) for phrasing in DisclosurePhrasing), hows
    for _, disclosure, act, _ in entered(heard):
        assert disclosure.how in (act.phrasing.value, "asked", "correction")


def test_endings_and_implied_facts_reach_the_ledger(heard):
    hows = Counter(disclosure.how for life in heard for disclosure in life.ledger.disclosures)
    assert all(hows[how] >= 0.5 * len(heard) for how in ("over", "outcome", "forgotten")), hows
    assert hows["implied"] >= 0.125 * len(heard)


def test_a_disclosure_in_pieces_rests_on_both_turns_and_no_piece_says_it_alone(heard):
    rows = of_phrasing(heard, DisclosurePhrasing.PIECEMEAL)
    in_pieces = [row for row in rows if len(row[3]) == 2]
    assert len(in_pieces) >= 0.9 * len(rows)
    for life, disclosure, _, (first, second) in in_pieces:
        domain = ONTOLOGY.domain(disclosure.attribute)
        assert first.session == second.session
        assert not told_value(first.text, disclosure.value, domain)
        assert LANGUAGE.told_in(disclosure.attribute, first.text) == []
        assert LANGUAGE.told_in(disclosure.attribute, second.text) == []
        assert not [
            other for other in life.ledger.disclosures if other.turn == first.id and other.fact == disclosure.fact
        ]


def test_the_evidence_of_what_was_told_in_pieces_holds_both(heard):
    found = 0
    for life in heard:
        several = Counter(one.turn for one in life.ledger.disclosures if one.how != "implied")
        pieces = {one.turn: one.turns for one in life.ledger.disclosures if one.after and several[one.turn] == 1}
        for outcome in life.outcomes:
            for alternative in outcome.evidence:
                for turn in set(alternative) & set(pieces):
                    assert set(pieces[turn]) <= set(alternative)
                    found += 1
    assert found >= 0.5 * len(heard)


def test_wrong_premises_are_said_and_never_enter_the_ledger(heard):
    rows = of_phrasing(heard, DisclosurePhrasing.ASSUMED)
    said = 0
    for life, disclosure, act, turns in rows:
        assert disclosure.value != act.other
        told = {one.value for person in life.persons for one in life.ledger.of(person, disclosure.attribute)}
        assert act.other not in told
        said += act.other != "" and LANGUAGE.value_words(act.attribute, act.other) in turns[-1].text
    assert said >= 0.5 * len(rows)


def test_a_passing_disclosure_is_never_read_as_a_question(heard):
    rows = of_phrasing(heard, DisclosurePhrasing.IN_PASSING)
    for _, disclosure, _, turns in rows:
        assert LANGUAGE.asked_attribute(turns[-1].text) is None, turns[-1].text
        assert disclosure.value in LANGUAGE.told_in(disclosure.attribute, turns[-1].text)


def test_of_an_unmarked_contradiction_the_later_value_counts(heard):
    contradictions = 0
    for life, disclosure, _, turns in of_phrasing(heard, DisclosurePhrasing.UNMARKED):
        own = life.ledger.of(disclosure.person, disclosure.attribute)
        earlier = [one for one in own if (one.session, one.turn) < (disclosure.session, disclosure.turn)]
        if disclosure not in own or not earlier:
            continue
        contradictions += 1
        until = own[: own.index(disclosure) + 1]
        assert earlier[-1].value != disclosure.value
        assert current(until, ONTOLOGY.attribute(disclosure.attribute).type)[0] == disclosure.value
        domain = ONTOLOGY.domain(disclosure.attribute)
        assert not told_value(turns[-1].text, earlier[-1].value, domain)
    assert contradictions >= 0.5 * len(heard)


def test_a_reason_is_known_only_where_it_was_said(heard):
    given = 0
    for _, disclosure, act, turns in entered(heard):
        said = bool(act.reason) and says(turns[-1].text, LANGUAGE.lines("reasons", act.reason)[0])
        assert disclosure.reason == (act.reason if said else "")
        given += said
    assert given >= 0.5 * len(heard)


# ---------------------------------------------------------------- held out


def test_disclosures_in_held_out_phrases_are_bound(held_out):
    for life in held_out:
        assert life.unresolved == []
        assert life.ending.value == "completed"
    bound, openly = (
        sum(disclosure.how != "implied" for life in lives for disclosure in life.ledger.disclosures)
        for lives in (held_out, [played(listener, seed, plan) for seed, plan in FIVE])
    )
    assert bound >= 0.95 * openly


def test_readers_do_not_see_what_is_told_in_held_out_phrases(held_out):
    rows = [
        (disclosure, turns)
        for _, disclosure, act, turns in entered(held_out)
        if disclosure.how in ("direct", "unmarked", "asked")
    ]
    unseen = sum(not LANGUAGE.told_in(disclosure.attribute, turns[-1].text) for disclosure, turns in rows)
    assert len(rows) >= 60
    assert unseen >= 0.9 * len(rows)


def test_people_speak_held_out_phrases_where_an_attribute_has_them(held_out):
    language = Language.load("english", "held_out")
    lines = {line for a in ONTOLOGY for line in a.held_out.get("ask", ()) + a.held_out.get("request", ())}
    said = sum(any(line in turn.text for line in lines) for life in held_out for turn in life.transcript)
    assert language.phrasing == "held_out"
    assert said >= 40


def test_the_ideal_listener_is_right_in_held_out_phrases_too(held_out):
    assert {kind: score for kind, score in scores(held_out).items() if score[0] != score[1]} == {}
