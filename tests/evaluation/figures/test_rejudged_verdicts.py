"""Verdicts of a record: as recorded, and found again by the matcher where the matcher had found them."""

from __future__ import annotations

from typing import Any

import pytest
from small_records import asked, episode, probe

from regulars.datasets.episode_record import EpisodeRecord
from regulars.datasets.record_parts.probes import OutcomeRecord
from regulars.dialogue import VerdictKind
from regulars.evaluation.figures.curves import figures
from regulars.evaluation.figures.metrics import Judge, recorded_verdict, rejudge
from regulars.scenarios.kinds import Form
from regulars.scenarios.language.packs import ontology_of

GOLD = {"gold": ("Brackwell",), "reply": "You work at Brackwell."}
"""A reply that gives the gold answer."""
AGAIN = rejudge(ontology_of("english"))


def verdict(outcome: OutcomeRecord, judged: Judge = AGAIN, **changes: Any) -> VerdictKind:
    question = probe("p", outcome, **changes)
    return judged(episode(question), question, outcome).kind


@pytest.mark.parametrize("kind", [kind for kind in VerdictKind if kind is not VerdictKind.NONE])
def test_a_recorded_verdict_is_the_kind_in_the_record(kind: VerdictKind) -> None:
    assert verdict(asked(kind.name.lower(), **GOLD), recorded_verdict) is kind


def test_without_a_verdict_in_the_record_there_is_none() -> None:
    assert verdict(asked(None, **GOLD), recorded_verdict) is VerdictKind.NONE


@pytest.mark.parametrize(
    ("reply", "answer", "kind"),
    [
        ("You work at Brackwell.", None, VerdictKind.CORRECT),
        ("You work at Corvanta.", None, VerdictKind.WRONG),
        ("I don't know.", None, VerdictKind.ABSTAINED),
        ("It is on your payslip.", None, VerdictKind.OFF_TASK),
        ("It is on your payslip.", "Brackwell", VerdictKind.CORRECT),  # a structured answer decides
        ("It is on your payslip.", "-", VerdictKind.ABSTAINED),
    ],
)
def test_a_verdict_of_the_matcher_is_found_again(reply: str, answer: str | None, kind: VerdictKind) -> None:
    assert verdict(asked("stale", gold=("Brackwell",), reply=reply, answer=answer)) is kind


@pytest.mark.parametrize(("turn", "kind"), [("", VerdictKind.CORRECT), ("s001.t02", VerdictKind.OFF_TASK)])
def test_a_structured_answer_without_words_counts_beside_the_conversation_only(turn: str, kind: VerdictKind) -> None:
    reply = {"reply": "It is on your payslip.", "answer": "Brackwell", "turn": turn}
    assert verdict(asked("stale", gold=("Brackwell",), **reply)) is kind


@pytest.mark.parametrize(
    ("outcome", "form"),
    [
        pytest.param(asked("stale", source="model", **GOLD), Form.VALUE, id="of a model"),
        pytest.param(asked("stale", late=True, **GOLD), Form.VALUE, id="late"),
        pytest.param(asked("stale", **GOLD), Form.MANNER, id="on manner, which needs more than the reply"),
        pytest.param(asked("stale", **{**GOLD, "expectation": None}), Form.VALUE, id="without an expectation"),
    ],
)
def test_other_verdicts_stay_as_recorded(outcome: OutcomeRecord, form: Form) -> None:
    assert verdict(outcome, form=form) is VerdictKind.STALE


def test_a_verdict_that_no_model_could_give_is_the_matchers() -> None:
    assert verdict(asked("stale", source="unreadable", **GOLD)) is VerdictKind.CORRECT


def test_a_question_without_a_verdict_is_not_judged_afterwards() -> None:
    assert verdict(asked(None, **GOLD)) is VerdictKind.NONE


def test_the_form_of_the_question_decides_how_it_is_judged() -> None:
    both = asked("stale", gold=("Brackwell", "Corvanta"), reply="You work at Brackwell.")
    assert verdict(both, form=Form.VALUE) is VerdictKind.CORRECT  # each of several contradictory values is right
    assert verdict(both, form=Form.SET) is VerdictKind.PARTIAL


def test_each_episode_is_judged_in_its_own_language() -> None:
    chinese = asked("stale", gold=("远山科技",), reply="你在远山科技工作。")
    asked_for: list[str] = []

    def ontology(language: str) -> Any:
        asked_for.append(language)
        return ontology_of(language)

    question = probe("p", chinese)
    judged = rejudge(ontology)
    assert judged(episode(question, language="chinese"), question, chinese).kind is VerdictKind.CORRECT
    assert asked_for == ["chinese"]


def rejudged() -> EpisodeRecord:
    """A record whose verdicts no longer are the matcher's."""
    return episode(
        probe("own", asked("stale", **GOLD), asked("stale", attempt=2, **GOLD), contrast="other"),
        probe("other", asked("wrong", **GOLD), contrast="own"),
        probe("anchor", asked("correct", gold=("Corvanta",), reply="I don't know."), anchor=True),
    )


def test_figures_are_computed_from_the_verdicts_that_the_judge_returns() -> None:
    by_judge = {
        name: {row.metric: row.value for row in figures([rejudged()], judged) if row.scenario == row.slice == "all"}
        for name, judged in (("recorded", recorded_verdict), ("again", AGAIN))
    }
    compared = (
        "accuracy_own", "accuracy_own_planned", "accuracy_own_upper", "accuracy_repair", "accuracy_anchor",
        "accuracy_contrast_pairs", "stale", "abstained", "answered",
    )  # fmt: skip
    recorded, again = ([by_judge[name][metric] for metric in compared] for name in ("recorded", "again"))
    assert recorded == [0, 0, 0, 0, 1, 0, 0.333333, 0, 0.333333]
    assert again == [1, 1, 1, 1, 0, 1, 0, 0.333333, 0.666667]
