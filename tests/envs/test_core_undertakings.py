"""Projects and incidents from end to end: choices and their effects, reminders, messages, claims, other names."""

from __future__ import annotations

import pytest
from core_plays import LANGUAGE, ONTOLOGY, ChoosesWhatIsRuledOut, core, play

from regulars.agents.assistant.scripted import ScriptedAssistant
from regulars.dialogue import ASSISTANT, VerdictKind
from regulars.envs.probes.gold import ProbeStatus
from regulars.scenarios.kinds import ActKind, Form, ProbeKind
from regulars.values import find_values

CAUSED = 0.15
"""Least share of the events in a life that the assistant brought about."""

CHOICES = (ProbeKind.SINGLE_SESSION_PREFERENCE, ProbeKind.IMPLICIT_PREFERENCE)


@pytest.fixture(scope="module")
def contrary():
    """Five lives with an assistant that chooses what is out of the question."""
    return [
        play(core(seed, plan), ChoosesWhatIsRuledOut, seed) for seed, plan in ((0, 0), (1, 1), (2, 2), (3, 4), (4, 5))
    ]


def of_kind(lives, *kinds):
    return [
        (life, outcome)
        for life in lives
        for outcome in life.outcomes
        if outcome.probe.kind in kinds and outcome.expectation is not None and outcome.attempt == 1
    ]


def acts_of(life, *kinds):
    return [(session, act) for session in life.scenario.sessions for act in session.agenda if act.kind in kinds]


def said_in(life, session, attribute, kind):
    """What the session's person said in a line of that kind about a value of an attribute."""
    values = [value.casefold() for value in ONTOLOGY.attribute(attribute).domain.aliases]
    asked = ONTOLOGY.attribute(attribute).asked
    return [
        turn
        for turn in life.transcript
        if turn.session == session.number
        and turn.speaker != ASSISTANT
        and any(value in turn.text.casefold() for value in values)
        and any(_fits(turn.text, line.replace("{asked}", asked)) for line in LANGUAGE.lines("acts", kind))
    ]


def _fits(text, line):
    """Whether a text holds a line, whatever the person's punctuation makes of its end and its first letter."""
    parts = line.rstrip(".").split("{value}")
    return all(part.casefold() in text.casefold() for part in parts)


# ---------------------------------------------------------------- projects


def test_constraints_are_told_before_a_choice_and_leave_one_option(heard):
    limited = 0
    for life, outcome in of_kind(heard, *CHOICES):
        options = outcome.probe.value.split("|")
        assert len(options) == 2
        assert len(outcome.expectation.gold) == 1
        assert set(outcome.expectation.gold) <= set(options)
        turns = {turn.id: turn for turn in life.transcript}
        assert all(turns[id].session < turns[outcome.turn].session for one in outcome.evidence for id in one)
        limits = ONTOLOGY.limiting(outcome.probe.attribute)
        told = {limit.name: [t.value for t in life.ledger.of(outcome.probe.owner, limit.name)] for limit in limits}
        assert any(told.values())
        limited += 1
    assert limited >= len(heard)


def test_the_right_option_is_not_always_in_the_same_place(heard):
    places = [o.probe.value.split("|").index(o.expectation.gold[0]) for _, o in of_kind(heard, *CHOICES)]
    assert all(0.3 <= places.count(place) / len(places) <= 0.7 for place in range(2))


def test_choosing_what_was_told_to_be_out_of_the_question_is_wrong_and_goes_wrong(contrary):
    wrong = told = 0
    for life, outcome in of_kind(contrary, *CHOICES):
        assert outcome.verdict.kind is VerdictKind.WRONG
        delegations = {act.probe: (session, act) for session, act in acts_of(life, ActKind.DELEGATE)}
        _, act = delegations[outcome.probe.id]
        effect = life.knowledge[outcome.probe.owner].effects[act.id]
        assert effect.went_wrong
        wrong += 1
        for later, outcome_act in acts_of(life, ActKind.TELL):
            if outcome_act.target == act.id:
                bad = said_in(life, later, act.attribute, "outcome_bad")
                told += len(bad) == 1 and effect.fact.value.casefold() in bad[0].text.casefold()
                assert not said_in(life, later, act.attribute, "outcome_good")
    assert wrong >= 8
    assert told >= 0.8 * wrong


def test_a_good_choice_turns_out_well_and_that_is_told_in_the_next_session(heard):
    told = planned = 0
    for life in heard:
        for later, act in acts_of(life, ActKind.TELL):
            if act.target:
                planned += 1
                good = said_in(life, later, act.attribute, "outcome_good")
                told += len(good) == 1
                assert not said_in(life, later, act.attribute, "outcome_bad")
    assert told >= 0.9 * planned


def test_the_effect_of_a_choice_is_told_and_can_be_asked_for(heard):
    for life in heard:
        effects = {
            effect.fact.id: effect for knowledge in life.knowledge.values() for effect in knowledge.effects.values()
        }
        outcomes = [disclosure for disclosure in life.ledger.disclosures if disclosure.how == "outcome"]
        assert outcomes
        assert all(disclosure.value == effects[disclosure.fact].fact.value for disclosure in outcomes)


def test_an_event_that_the_assistant_brought_about_names_the_turn_of_its_choice(heard):
    for life in heard:
        turns = {turn.id: turn for turn in life.transcript}
        made = {commitment.turn: commitment for commitment in life.ledger.commitments}
        assert life.choices.caused
        for event in life.choices.caused:
            turn = turns[event.cause]
            assert turn.speaker == ASSISTANT
            assert made[event.cause].value in turn.text
            assert event.time > turn.time
            assert event.begins
        assert not any(event.cause for person in life.persons.values() for event in person.events)


@pytest.mark.slow
def test_a_share_of_the_events_is_brought_about_by_the_assistant():
    caused = planned = 0
    for seed, plan in ((0, 0), (1, 1), (2, 2), (3, 4), (4, 5)):
        life = play(core(seed, plan), lambda env: ScriptedAssistant("bm25-turn"), seed)
        caused += len(life.choices.caused)
        planned += sum(len(person.events) for person in life.persons.values())
    assert caused / (caused + planned) >= CAUSED


def test_projects_are_spoken_of_from_their_beginning_to_their_end(heard):
    for life in heard:
        for person in life.persons.values():
            for project in person.projects:
                states = [(s, act) for s, act in acts_of(life, ActKind.PLAN) if act.target == project.id]
                assert states[0][1].other == "create"
                assert all(session.start >= project.since for session, _ in states)
                assert any(turn.person == person.id and project.goal in turn.text for turn in life.transcript)


# ---------------------------------------------------------------- incidents


def test_a_requested_reminder_comes_with_the_next_greeting(heard):
    found = 0
    for life, outcome in of_kind(heard, ProbeKind.PROACTIVE):
        asked = next(act for _, act in acts_of(life, ActKind.REMIND) if act.id == outcome.probe.target)
        at = next(session for session, act in acts_of(life, ActKind.REMIND) if act is asked)
        own = [s.number for s in life.scenario.sessions if s.person == at.person and s.number > at.number]
        assert int(outcome.turn[1:].split(".")[0]) == own[0]
        ((turn,),) = outcome.evidence
        words = next(one for one in life.transcript if one.id == turn)
        assert (words.session, words.person) == (at.number, at.person)
        assert ONTOLOGY.attribute(asked.attribute).label in words.text
        assert find_values(outcome.reply, outcome.expectation.domain)
        found += 1
    assert found >= 0.5 * len(heard)


def test_a_message_needs_what_fits_its_context_and_leaves_out_what_does_not(heard):
    found = of_kind(heard, ProbeKind.CONTEXTUAL_INTEGRITY)
    for life, outcome in found:
        key, probe = outcome.expectation, outcome.probe
        assert key.gold
        assert key.others
        needed = {disclosure.value for disclosure in life.ledger.of(probe.owner, probe.attribute)}
        assert set(key.gold) & needed
        assert not set(key.gold) & set(key.others)
        for content in key.contents:
            attribute = ONTOLOGY.attribute(content.attribute)
            told = {(one.attribute, one.value) for one in life.ledger.disclosures if one.person == probe.owner}
            if content.needed:
                assert probe.context in attribute.needed
            elif not content.person:
                forgotten = life.ledger.forgotten(probe.owner, content.attribute)
                assert probe.context in attribute.private or forgotten
                assert {(content.attribute, value) for value in content.values} <= told
    assert len(found) >= 0.25 * len(heard)


def test_a_claim_is_passed_on_and_enters_nothing(heard):
    passed = 0
    for life in heard:
        for session, act in acts_of(life, ActKind.RELAY):
            words = LANGUAGE.value_words(act.attribute, act.other)
            turns = [t for t in life.transcript if t.session == session.number and words in t.text]
            passed += bool(turns)
            assert not [t for t in life.ledger.disclosures if (t.attribute, t.value) == (act.attribute, act.other)]
    assert passed >= len(heard)


def test_facts_to_forget_become_unanswerable(heard):
    forgotten = 0
    for life, outcome in of_kind(heard, ProbeKind.FORGETTING):
        asked = {(s.person, act.attribute) for s, act in acts_of(life, ActKind.FORGET) if s.start < outcome.time}
        if (outcome.probe.owner, outcome.probe.attribute) in asked:
            assert outcome.status is ProbeStatus.UNANSWERABLE
            assert life.ledger.of(outcome.probe.owner, outcome.probe.attribute) == []
            assert life.ledger.forgotten(outcome.probe.owner, outcome.probe.attribute)
            forgotten += 1
        else:
            assert outcome.status is ProbeStatus.ASKED
    assert forgotten >= 0.25 * len(heard)


def test_a_person_with_a_new_name_keeps_their_history(heard):
    renamed = asked = 0
    for life in heard:
        for person in life.scenario.persons:
            if not person.renamed:
                continue
            own = [turn for turn in life.transcript if turn.speaker == person.id]
            before = {turn.name for turn in own if turn.time < person.renamed_at}
            after = {turn.name for turn in own if turn.time >= person.renamed_at}
            assert (before, after) == ({person.name}, {person.renamed})
            first = next(turn for turn in own if turn.time >= person.renamed_at)
            lines = [line.replace("{name}", "{value}") for line in LANGUAGE.lines("acts", "renamed")]
            assert any(_fits(first.text, line) for line in lines)
            assert person.renamed in first.text
            renamed += 1
    for life, outcome in of_kind(heard, ProbeKind.RENAMED):
        person = life.persons[outcome.probe.owner]
        assert outcome.time > person.renamed_at
        turns = {turn.id: turn for turn in life.transcript}
        for alternative in outcome.evidence:
            assert all(turns[id].time < person.renamed_at for id in alternative)
        asked += outcome.status is ProbeStatus.ASKED
    assert renamed >= 0.75 * len(heard)
    assert asked >= 0.25 * len(heard)


def test_namesakes_are_two_persons(heard):
    found = of_kind(heard, ProbeKind.NAMESAKE)
    for life, outcome in found:
        one, other = life.scenario.persons
        assert one.name == other.name
        mine = {disclosure.value for disclosure in life.ledger.disclosures if disclosure.person == outcome.probe.owner}
        assert set(outcome.expectation.gold) <= mine
    assert found


def test_a_rule_is_asked_for_without_being_named(heard):
    found = of_kind(heard, ProbeKind.RULE_KEEPING)
    for life, outcome in found:
        assert outcome.probe.form is Form.MANNER
        held = {f"{rule.kind}:{rule.setting}" for rule in life.persons[outcome.probe.owner].rules}
        assert outcome.probe.value in held
    assert found
