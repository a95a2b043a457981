"""The laws of the ledger hold for every kind of probe in `core`."""

from __future__ import annotations

import pytest
from core_plays import (
    LANGUAGE,
    ONTOLOGY,
    PLANS,
    RecitesEverything,
    core,
    listener,
    omniscient,
    paired_scores,
    play,
    plays,
    scores,
    until,
    with_other_untold_facts,
)

from regulars.dialogue import VerdictKind
from regulars.envs.life.outcomes import statuses
from regulars.envs.probes.gold import ProbeStatus
from regulars.envs.probes.resolution import resolve
from regulars.scenarios.kinds import Band, Form, ProbeKind
from regulars.scenarios.suites import load_suite

CONTRASTIVE = (
    ProbeKind.KNOWLEDGE_UPDATE, ProbeKind.COUNTERFACTUAL, ProbeKind.CONFLICT, ProbeKind.CONTEXTUAL_INTEGRITY,
    ProbeKind.RECALL_FACTS, ProbeKind.LATEST_PREFERENCE, ProbeKind.DECISION_GUIDANCE, ProbeKind.VALUE_JUDGMENT,
    ProbeKind.INTERPRETIVE_ATTRIBUTION, ProbeKind.CONTRADICTION, ProbeKind.ORDER_RECALL, ProbeKind.UPDATE_REASON,
    ProbeKind.NEW_SCENARIO, ProbeKind.COMPARE,
)  # fmt: skip
"""Kinds in which the right value stands among wrong ones that were heard too, or among letters."""


@pytest.fixture(scope="session")
def few_seeds(seeds):
    """Seeds whose lives are played by assistants other than the listener too."""
    return (seeds + 1) // 2


def test_every_life_of_core_completes_with_nothing_unresolved(heard):
    for life in heard:
        assert life.ending.value == "completed"
        assert life.unresolved == []


def test_the_ideal_listener_is_right_on_every_kind(heard):
    found = scores(heard)
    rare = set() if len(heard) == 40 else {ProbeKind.CONFLICT_MULTI_HOP}
    assert set(load_suite("core").plans[0]["kinds"]) - rare <= set(found)
    wrong = {kind: score for kind, score in found.items() if score[0] < 0.99 * score[1]}
    assert wrong == {}


def test_omniscience_does_not_pay_on_any_kind(heard, few_seeds):
    some = plays(omniscient, few_seeds)
    ideal, knowing = scores(heard[: len(some)]), scores(some)
    for kind, (right, asked) in knowing.items():
        if kind in ideal:
            assert right / asked <= ideal[kind][0] / ideal[kind][1] + 1e-9, kind
    assert sum(right for right, _ in knowing.values()) < 0.9 * sum(asked for _, asked in knowing.values())


def test_few_probes_are_void(heard):
    found = [status for life in heard for status in statuses(life.scenario, life.outcomes).values()]
    assert found.count(ProbeStatus.VOID) <= 0.05 * len(found)
    assert ProbeStatus.UNREACHED not in found


@pytest.mark.slow
def test_reciting_everything_heard_fails_where_values_contend(few_seeds):
    found = paired_scores(plays(RecitesEverything, few_seeds))
    beaten = {kind: found[kind] for kind in CONTRASTIVE if kind in found and found[kind][0] > 0.1 * found[kind][1]}
    assert beaten == {}
    assert {ProbeKind.KNOWLEDGE_UPDATE, ProbeKind.COUNTERFACTUAL, ProbeKind.CONTEXTUAL_INTEGRITY} <= set(found)


def test_a_constant_answer_wins_at_most_one_probe_of_a_contrast_pair(heard):
    pairs = 0
    for life in heard:
        outcomes = {outcome.probe.id: outcome for outcome in life.outcomes if outcome.attempt == 1}
        for outcome in outcomes.values():
            probe = outcome.probe
            contrast = outcomes.get(probe.contrast)
            if contrast is None or probe.band is not Band.OUT:
                continue
            assert contrast.probe.contrast == probe.id
            assert contrast.time == outcome.time
            if probe.kind in (ProbeKind.ADVERSARIAL, ProbeKind.COUNTERFACTUAL, ProbeKind.SINGLE_HOP):
                pairs += 1
                assert {outcome.status, contrast.status} == {ProbeStatus.ASKED, ProbeStatus.UNANSWERABLE}
    assert pairs >= 1.25 * len(heard)


def test_letters_of_the_right_options_are_spread(heard):
    letters = [
        outcome.expectation.gold[0]
        for life in heard
        for outcome in life.outcomes
        if outcome.expectation is not None and len(outcome.expectation.options) == 4
    ]
    assert len(letters) >= 2.5 * len(heard)
    assert all(0.12 <= letters.count(letter) / len(letters) <= 0.40 for letter in "ABCD")


def test_options_are_different_texts_and_one_is_right(heard):
    for life in heard:
        for outcome in life.outcomes:
            if outcome.probe.form is Form.OPTION and outcome.expectation is not None:
                options = outcome.expectation.options
                assert len(set(options)) == len(options) >= 2
                assert len(outcome.expectation.gold) == 1


# ---------------------------------------------------------------- laws


def _keys(life):
    return [(o.probe.id, o.status, o.expectation, o.evidence, o.verdict, o.attempt) for o in life.outcomes]


def test_untold_facts_change_no_gold(heard, few_seeds):
    changed = 0
    for seed in range(few_seeds):
        for plan in (0, 4):
            scenario, first = core(seed, plan), heard[seed * len(PLANS) + PLANS.index(plan)]
            told_ids = {disclosure.fact for disclosure in first.ledger.disclosures}
            other = with_other_untold_facts(scenario, told_ids)
            changed += other != scenario
            second = play(other, listener, seed)
            assert _keys(second) == _keys(first)
            assert second.transcript == first.transcript
    assert changed == 2 * few_seeds


def test_a_key_is_a_function_of_what_was_said_before_the_question(heard):
    for life in heard[::2]:
        for outcome in life.outcomes:
            cut = resolve(outcome.probe, until(life, outcome), ONTOLOGY, LANGUAGE)
            assert (cut.status, cut.expectation, cut.evidence) == (
                outcome.status,
                outcome.expectation,
                outcome.evidence,
            )


def test_evidence_comes_before_the_question(heard):
    for life in heard:
        turns = {turn.id: turn for turn in life.transcript}
        for outcome in life.outcomes:
            if outcome.status is ProbeStatus.ASKED and outcome.probe.form is not Form.MANNER:
                assert outcome.evidence, outcome.probe
            for alternative in outcome.evidence:
                assert all(turns[id].time <= outcome.time and id != outcome.turn for id in alternative)


def test_claims_by_others_are_never_gold(heard):
    claims = 0
    for life in heard:
        for outcome in life.outcomes:
            if outcome.probe.kind == ProbeKind.POISONING and outcome.expectation is not None:
                acts = [act for s in life.scenario.sessions for act in s.agenda if act.kind == "relay"]
                claimed = {act.other for act in acts if act.attribute == outcome.probe.attribute}
                assert claimed
                assert not claimed & set(outcome.expectation.gold)
                claims += 1
    assert claims >= 0.5 * len(heard)


def test_verdicts_of_the_listener_never_leak(heard):
    assert not [o for life in heard for o in life.outcomes if o.verdict and o.verdict.kind is VerdictKind.LEAKED]
