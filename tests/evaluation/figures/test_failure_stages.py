"""Failure stages: the fate of a turn in a journal, the order of the stages, and what was held at each question."""

from __future__ import annotations

from typing import Any

import pytest
from small_records import asked, at, episode, op, probe, recall, turn, untold, void

from regulars.datasets.episode_record import EpisodeConfig, EpisodeRecord
from regulars.datasets.record_parts.memory import OperationRecord
from regulars.datasets.record_parts.probes import OutcomeRecord
from regulars.dialogue import VerdictKind
from regulars.envs.probes.gold import ProbeStatus
from regulars.evaluation.figures.failure_stages import (
    FailureStage,
    Fate,
    Holdings,
    before,
    evidence_of,
    failure_stages,
    keeps_journal,
    metric_of,
    stage_of,
)

T1, T2, T3, T4, T5 = TURNS = tuple(f"s001.t0{number}" for number in range(1, 6))

# ---------------------------------------------------------------------- the fate of a turn

ADDED, TWICE = op("ADD", "a", T1), op("ADD", "b", T1)
PASSED, DELETED = op("PASS", "a"), op("DELETE", "a")
FATES = {
    "nothing happened": ([], Fate.NOT_WRITTEN),
    "another turn was written": ([op("ADD", "a", T2)], Fate.NOT_WRITTEN),
    "added": ([ADDED], Fate.HELD, "a"),
    "merged into an item": ([op("ADD", "a", T2), op("MERGE", "a", T1)], Fate.HELD, "a"),
    "in two items, oldest first": ([TWICE, ADDED], Fate.HELD, "b", "a"),
    "linked, which changes nothing": ([ADDED, op("LINK", "a", other="b")], Fate.HELD, "a"),
    "overwritten by another turn": ([ADDED, op("UPDATE", "a", T2)], Fate.CHANGED),
    "overwritten by another turn and itself": ([ADDED, op("UPDATE", "a", T2, T1)], Fate.HELD, "a"),
    "overwriting another turn": ([op("ADD", "a", T2), op("UPDATE", "a", T1)], Fate.HELD, "a"),
    "deleted": ([ADDED, DELETED], Fate.FORGOTTEN),
    "quarantined": ([ADDED, op("QUARANTINE", "a")], Fate.FORGOTTEN),
    "held when another item was deleted": ([ADDED, op("DELETE", "b")], Fate.HELD, "a"),
    "written after a deletion of nothing": ([DELETED, ADDED], Fate.HELD, "a"),
    "deleted in one of two items": ([ADDED, TWICE, DELETED], Fate.HELD, "b"),
    "deleted, then written again": ([ADDED, DELETED, TWICE], Fate.HELD, "b"),
    "deleted, then changed at last": ([ADDED, TWICE, DELETED, op("UPDATE", "b", T2)], Fate.CHANGED),
    "changed, then deleted at last": ([ADDED, TWICE, op("UPDATE", "a", T2), op("DELETE", "b")], Fate.FORGOTTEN),
    "taken into another item": ([ADDED, op("MERGE", "b", T2, other="a")], Fate.HELD, "b"),
    "taken in, then deleted": ([ADDED, op("MERGE", "b", T2, other="a"), op("DELETE", "b")], Fate.FORGOTTEN),
    "in the item that takes in": ([ADDED, op("MERGE", "a", T2, other="b")], Fate.HELD, "a"),
    "handed on, nothing extracted": ([ADDED, PASSED, DELETED], Fate.NOT_WRITTEN),
    "handed on and extracted": ([ADDED, PASSED, DELETED, TWICE], Fate.HELD, "b"),
    "handed on and extracted, then deleted": ([ADDED, PASSED, DELETED, TWICE, op("DELETE", "b")], Fate.FORGOTTEN),
    "in a finished unit that stays": ([ADDED, PASSED], Fate.HELD, "a"),
    "deleted when another unit was handed on": ([ADDED, op("PASS", "b"), DELETED], Fate.FORGOTTEN),
    "in a finished unit, deleted later": ([ADDED, PASSED, op("ADD", "c", T2), DELETED], Fate.FORGOTTEN),
    "in a finished unit, quarantined": ([ADDED, PASSED, op("QUARANTINE", "a")], Fate.FORGOTTEN),
}
"""Operations, what becomes of the first turn, and the items that cite it."""


def test_a_session_has_the_fate_of_its_best_turn():
    changed = [op("ADD", "a", T1), op("UPDATE", "a", "s002.t01")]
    forgotten = [op("ADD", "b", T2), op("DELETE", "b")]
    # What the other session holds does not count for this one.
    assert Holdings(changed).fate("s001") is Fate.CHANGED
    assert (
        Holdings([*changed, *forgotten]).fate("s001") is Holdings([*forgotten, *changed]).fate("s001") is Fate.FORGOTTEN
    )
    assert Holdings([*changed, *forgotten, op("ADD", "c", T3)]).fate("s001") is Fate.HELD
    assert Holdings([*changed, *forgotten]).fate("s002") is Fate.HELD
    assert Holdings([*changed, *forgotten]).fate("s003") is Fate.NOT_WRITTEN


@pytest.mark.parametrize("name", FATES)
def test_the_fate_of_a_turn(name: str) -> None:
    ops, fate, *items = FATES[name]
    held = Holdings(ops)
    assert (held.fate(T1), held.items(T1)) == (fate, tuple(items))


def test_an_operation_without_a_new_version_holds_nothing() -> None:
    held = Holdings([ADDED, OperationRecord(verb="UPDATE", id="a", cause="", sources=None)])
    assert held.fate(T1) is Fate.CHANGED


# ---------------------------------------------------------------------- the order of the stages

HELD, CHANGED, FORGOTTEN, UNWRITTEN = T1, T2, T3, T4
TALK = tuple(turn(id, minute) for minute, id in enumerate(TURNS))
JOURNAL = (
    op("ADD", "a", HELD, cause=T1),
    op("ADD", "b", CHANGED, cause=T2),
    op("ADD", "c", FORGOTTEN, cause=T3),
    op("UPDATE", "b", HELD, cause=T4),
    op("DELETE", "c", cause=T4),
)
LIFE = episode(transcript=TALK, journal=JOURNAL)


def stage(
    verdict: VerdictKind, *evidence: tuple[str, ...], record: EpisodeRecord = LIFE, **outcome: Any
) -> FailureStage:
    """The stage of a question with these sufficient sets of turns, at the end of the journal."""
    found = asked(None, **{"recalled": (), "evidence": evidence, **outcome})
    return stage_of(record, found, verdict, Holdings(record.journal))


@pytest.mark.parametrize(
    ("evidence", "expected"),
    [
        ([(HELD,)], FailureStage.NOT_RECALLED),
        ([(CHANGED,)], FailureStage.CHANGED),
        ([(FORGOTTEN,)], FailureStage.FORGOTTEN),
        ([(UNWRITTEN,)], FailureStage.NOT_WRITTEN),
        # a set is judged by the turn that failed first: writing, changing, forgetting, recalling
        ([(HELD, FORGOTTEN)], FailureStage.FORGOTTEN),
        ([(FORGOTTEN, CHANGED)], FailureStage.CHANGED),
        ([(CHANGED, FORGOTTEN)], FailureStage.CHANGED),
        ([(CHANGED, HELD, UNWRITTEN)], FailureStage.NOT_WRITTEN),
        ([(UNWRITTEN, CHANGED)], FailureStage.NOT_WRITTEN),
        # of several sets, the one that came farthest
        ([(UNWRITTEN,), (CHANGED,)], FailureStage.CHANGED),
        ([(FORGOTTEN,), (CHANGED,)], FailureStage.FORGOTTEN),
        ([(CHANGED,), (FORGOTTEN,)], FailureStage.FORGOTTEN),
        ([(UNWRITTEN,), (HELD,), (CHANGED,)], FailureStage.NOT_RECALLED),
        ([(HELD, UNWRITTEN), (CHANGED,)], FailureStage.CHANGED),
        # an empty set is no evidence
        ([(), (FORGOTTEN,)], FailureStage.FORGOTTEN),
        ([()], FailureStage.UNTRACED),
        ([], FailureStage.UNTRACED),
    ],
)  # fmt: skip
def test_evidence_that_was_not_recalled_failed_at_its_fate(evidence: Any, expected: FailureStage) -> None:
    for verdict in VerdictKind:
        wanted = FailureStage.NONE if verdict is VerdictKind.CORRECT else expected
        assert stage(verdict, *evidence) is wanted


RECALLED = {
    VerdictKind.NONE: FailureStage.NONE,  # a recording has no verdicts
    VerdictKind.CORRECT: FailureStage.NONE,
    VerdictKind.PARTIAL: FailureStage.MISUSED,
    VerdictKind.STALE: FailureStage.MISUSED,
    VerdictKind.WRONG: FailureStage.MISUSED,
    VerdictKind.UNSUPPORTED: FailureStage.MISUSED,
    VerdictKind.LEAKED: FailureStage.MISUSED,
    VerdictKind.ABSTAINED: FailureStage.NOT_USED,
    VerdictKind.OFF_TASK: FailureStage.NOT_USED,
    VerdictKind.UNDETERMINED: FailureStage.OPEN,
}


@pytest.mark.parametrize("verdict", VerdictKind)
def test_recalled_evidence_failed_by_the_verdict_whatever_became_of_it(verdict: VerdictKind) -> None:
    for turn_ in (HELD, FORGOTTEN, UNWRITTEN):
        assert stage(verdict, (turn_,), recalled=(T5, turn_)) is RECALLED[verdict]


@pytest.mark.parametrize(
    ("recalled", "evidence", "level", "whole"),
    [
        ((T1,), [(T1, T3)], "turn", False),
        ((T3, T5, T1), [(T1, T3)], "turn", True),
        ((T3,), [(T1,), (T3,)], "turn", True),
        ((T5,), [(T1,), (T3,)], "turn", False),
        (("s001",), [(T1, T3)], "turn", False),
        (("s001",), [(T1, T3)], "session", True),
        (("s001",), [(T1, "s002.t01")], "session", False),
        (("s002", "s001"), [(T1, "s002.t01")], "session", True),
        ((T1,), [(T1,)], "session", False),
    ],
)
def test_evidence_is_recalled_if_one_set_is_wholly_among_the_items(
    recalled: Any, evidence: Any, level: Any, whole: bool
) -> None:
    record = episode(transcript=TALK, journal=JOURNAL, level=level)
    found = stage(VerdictKind.WRONG, *evidence, record=record, recalled=recalled)
    assert (found is FailureStage.MISUSED) is whole


def test_a_recall_that_was_not_declared_is_empty_or_unknown() -> None:
    # The record of a memory has recollections; without any, nothing says what the assistant saw.
    shown = episode(transcript=TALK, journal=JOURNAL, recollections=(recall(T5),))
    assert stage(VerdictKind.WRONG, (FORGOTTEN,), recalled=None, record=shown) is FailureStage.FORGOTTEN
    assert stage(VerdictKind.WRONG, (FORGOTTEN,), recalled=None) is FailureStage.UNTRACED
    assert stage(VerdictKind.WRONG, (FORGOTTEN,), recalled=()) is FailureStage.FORGOTTEN


def test_a_memory_without_a_journal_holds_every_turn_if_it_recalls_anything() -> None:
    recalls, silent = (episode(transcript=TALK, recollections=(recall(), recall(*said))) for said in ((T5,), ()))
    assert not keeps_journal(recalls)
    assert stage(VerdictKind.WRONG, (UNWRITTEN,), record=recalls) is FailureStage.NOT_RECALLED
    assert keeps_journal(silent)
    assert stage(VerdictKind.WRONG, (UNWRITTEN,), record=silent) is FailureStage.NOT_WRITTEN
    both = episode(transcript=TALK, journal=JOURNAL, recollections=(recall(T5),))
    assert keeps_journal(both)
    assert stage(VerdictKind.WRONG, (UNWRITTEN,), record=both) is FailureStage.NOT_WRITTEN


def test_sets_of_evidence_keep_their_order_without_empty_ones() -> None:
    assert evidence_of(asked(evidence=((T2,), (), (T1, T3)))) == [(T2,), (T1, T3)]


def test_each_stage_has_a_metric() -> None:
    assert [metric_of(found) for found in FailureStage] == [
        "answered", "failed_not_told", "failed_not_written", "failed_changed", "failed_forgotten",
        "failed_not_recalled", "failed_not_used", "failed_misused", "failed_open", "failed_untraced",
    ]  # fmt: skip


# ---------------------------------------------------------------------- which questions

WRONG = {"recalled": (), "evidence": ((T4,),), "time": at(10)}


def stages_of(*probes: Any, verdicts: Any = (), **changes: Any) -> dict[str, FailureStage]:
    record = episode(*probes, **{"transcript": TALK, "journal": JOURNAL, **changes})
    return dict(failure_stages(record, dict.fromkeys(verdicts, VerdictKind.WRONG)))


def test_planned_questions_with_an_answer_have_a_stage() -> None:
    answered = untold("correct", **WRONG)
    found = stages_of(
        probe("unreached"),
        probe("void", void()),
        probe("not told", answered),
        probe("no planned answer", answered, kind="abstention"),
        probe("unreached, no planned answer", kind="abstention"),
        probe("asked", asked("correct", **WRONG)),
        verdicts=("asked", "not told"),
    )
    assert found == {
        "unreached": FailureStage.NOT_TOLD,
        "not told": FailureStage.NOT_TOLD,
        "asked": FailureStage.NOT_WRITTEN,
    }


def test_a_recording_has_stages_for_questions_that_were_asked_and_need_a_turn() -> None:
    found = stages_of(
        probe("unreached"),
        probe("void", void()),
        probe("unanswerable", untold(**WRONG)),
        probe("needs nothing", asked(None, **{**WRONG, "evidence": ()})),
        probe("asked", asked(None, **WRONG)),
        probe("no planned answer", asked(None, **WRONG), kind="abstention"),
        recorded=True,
    )
    assert found == {"unanswerable": FailureStage.NOT_WRITTEN, "asked": FailureStage.NOT_WRITTEN}


SHOWN = recall(tokens=30)
"""A recall whose context has no ranked items, as of full context."""
UNBOUNDED = EpisodeConfig(unbounded=True)


@pytest.mark.parametrize(
    ("changes", "stage"),
    [
        ({"config": UNBOUNDED}, FailureStage.MISUSED),  # it holds the turn, so it has shown it
        ({"config": UNBOUNDED, "journal": (op("ADD", "a", T2),)}, FailureStage.NOT_WRITTEN),
        ({"config": UNBOUNDED, "journal": ()}, FailureStage.UNTRACED),
        ({}, FailureStage.UNTRACED),  # under a budget it may have shown other turns
        ({"config": UNBOUNDED, "recollections": (SHOWN, recall(T5, tokens=3))}, FailureStage.NOT_RECALLED),
    ],
    ids=["shown", "not held", "no journal", "a budget", "ranked elsewhere"],
)
def test_a_memory_without_a_ranking_shows_what_it_holds_if_no_budget_binds_it(changes, stage) -> None:
    outcome = asked("wrong", evidence=((T1,),), recalled=None, time=at(10))
    found = stages_of(
        probe("p", outcome), verdicts=("p",), **{"journal": (ADDED,), "recollections": (SHOWN,), **changes}
    )
    assert found == {"p": stage}


def test_a_recording_has_no_stages_for_a_memory_without_a_ranking() -> None:
    outcome = asked(None, evidence=((T1,),), recalled=None, time=at(10))
    unranked = {"recollections": (SHOWN,), "config": UNBOUNDED}
    assert stages_of(probe("p", outcome), recorded=True, journal=(ADDED,), **unranked) == {}


def test_a_question_without_evidence_is_untraced_in_a_life() -> None:
    found = stages_of(probe("p", asked("wrong", **{**WRONG, "evidence": ()})), verdicts=("p",))
    assert found == {"p": FailureStage.UNTRACED}


def test_the_first_answer_has_the_stage_and_not_its_repair() -> None:
    repair = asked("correct", attempt=2, evidence=((T1,),), recalled=(T1,), time=at(11))
    assert stages_of(probe("p", asked("wrong", **WRONG), repair), verdicts=("p",)) == {"p": FailureStage.NOT_WRITTEN}


# ---------------------------------------------------------------------- what was held at the time of a question


def asked_at(minute: float, needs: str = T1) -> OutcomeRecord:
    return asked("wrong", evidence=((needs,),), recalled=(), time=at(minute))


def answered_by(reply: str, needs: str = T1) -> OutcomeRecord:
    """A question of the conversation; the line before the reply asks it."""
    return asked("wrong", evidence=((needs,),), recalled=(), turn=reply, time=at(99))


HISTORY = (
    op("ADD", "a", T1, cause=T1),
    op("ADD", "b", T2, cause=T2),
    op("DELETE", "a", cause=T3),
    op("DELETE", "b", cause=""),
    op("ADD", "c", T3, cause=T4),
    op("ADD", "d", T4, cause=T2),
    op("ADD", "e", T5, cause=T5),
)
"""Six operations up to the fourth turn: the fourth has no cause, and the sixth names an earlier one than the fifth."""


@pytest.mark.parametrize(
    ("outcome", "operations"),
    [
        (asked_at(-1), 0),
        (asked_at(0), 1),  # at the moment of the first turn
        (asked_at(0.5), 1),
        (asked_at(1), 2),
        (asked_at(1.99), 2),
        (asked_at(2), 4),  # with the one without a cause
        (asked_at(3), 6),  # with the one whose cause came before
        (asked_at(4), 7),
        (answered_by(T3), 1),  # asked by the second turn, after the first
        (answered_by(T4), 2),
        (answered_by(T5), 4),
        (asked("wrong", turn="s009.t01", time=at(1)), 2),  # not a turn of the transcript
    ],
)
def test_operations_before_a_question_are_those_of_earlier_turns(outcome: OutcomeRecord, operations: int) -> None:
    record = episode(transcript=TALK, journal=HISTORY)
    assert before(record, outcome) == operations


def test_operations_without_a_cause_at_the_start_come_before_every_question() -> None:
    record = episode(transcript=TALK, journal=(op("ADD", "a", T1), *HISTORY))
    assert before(record, asked_at(-1)) == 1


def test_each_question_meets_the_memory_of_its_own_time() -> None:
    # Turn 1 is written with itself and deleted with turn 3, turn 2 is written with itself and deleted with turn 3.
    found = stages_of(
        probe("after the deletion", asked_at(4)),
        probe("before it was written", asked_at(1, T3)),
        probe("in between", asked_at(1)),
        probe("before turn 2", asked_at(0, T2)),
        probe("in the conversation, before the deletion", answered_by(T4)),
        probe("in the conversation, after it", answered_by(T5)),
        probe("later", asked_at(3, T2)),
        journal=HISTORY,
        verdicts=("after the deletion", "later"),
    )
    assert found == {
        "after the deletion": FailureStage.FORGOTTEN,
        "before it was written": FailureStage.NOT_WRITTEN,
        "in between": FailureStage.NOT_RECALLED,
        "before turn 2": FailureStage.NOT_WRITTEN,
        "in the conversation, before the deletion": FailureStage.NOT_RECALLED,
        "in the conversation, after it": FailureStage.FORGOTTEN,
        "later": FailureStage.FORGOTTEN,
    }


def test_statuses_decide_before_verdicts() -> None:
    told = asked("correct", recalled=(T1,), evidence=((T1,),))
    found = stages_of(
        probe("told", told),
        probe("not told", told, status=ProbeStatus.UNANSWERABLE),
        probe("not reached", told, status=ProbeStatus.UNREACHED),
        probe("void", told, status=ProbeStatus.VOID),
        probe("no first answer", void(), status=ProbeStatus.ASKED),
    )
    assert found == {
        "told": FailureStage.NONE,
        "not told": FailureStage.NOT_TOLD,
        "not reached": FailureStage.NOT_TOLD,
        "no first answer": FailureStage.NOT_TOLD,
    }
