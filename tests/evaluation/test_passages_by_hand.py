"""Notes of passages that are easily said twice, or not at all."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from played_runs import life, question

from regulars.datasets.record_parts.memory import HitRecord, RecallRecord
from regulars.datasets.record_parts.probes import VerdictRecord
from regulars.evaluation.conversation import passages_of

REPLY = "s001.t02"
PLAN = question("q1", right=True)


def recall(*sources: str, level: Any = "turn", probe: str = "q1", turn: str = "") -> RecallRecord:
    hits = tuple(HitRecord(f"i{place}", 1.0, (source,)) for place, source in enumerate(sources))
    return RecallRecord(turn=turn, probe=probe, level=level, tokens=40, hits=hits, why="")


def passages(outcome: Any, *recalls: RecallRecord) -> dict[str, Any]:
    record = life(0, "a", [replace(PLAN, outcomes=(outcome,))], feedback=(), recollections=recalls)
    return {passage.id: passage for passage in passages_of(record)}


def test_a_question_without_recorded_words_says_so() -> None:
    found = passages(replace(PLAN.first, question=""))["q1#1"]
    assert found.lines == (("Question", "(not recorded)"), ("Assistant", "You work at Drumlock."))


def test_the_recall_for_an_answer_in_the_conversation_is_told_once() -> None:
    inside = replace(PLAN.first, turn=REPLY)
    found = passages(inside, recall("s001.t01", turn=REPLY, probe=""))[REPLY].notes
    assert found == ("update: correct", "recalled 1 item, 40 tokens; 1 of 1 turn of the evidence (s001.t01)")


@pytest.mark.parametrize(
    ("source", "level", "evidence", "count"),
    [
        ("s001.t02", "turn", "s001.t01", 0),
        ("s001.t02", "session", "s001.t01", 1),  # another turn of the session that was recalled
        ("s002.t01", "session", "s001.t01", 0),
        ("s001", "session", "s001.t01", 1),
        ("s001", "turn", "s001.t01", 0),
    ],
)
def test_a_memory_of_sessions_recalls_every_turn_of_a_session(source, level, evidence, count) -> None:
    given = replace(PLAN.first, evidence=((evidence,),))
    assert passages(given, recall(source, level=level))["q1#1"].notes[1] == (
        f"recalled 1 item, 40 tokens; {count} of 1 turn of the evidence ({evidence})"
    )


def test_a_verdict_that_says_nothing_is_open() -> None:
    none = VerdictRecord(kind="none", score=0.0, source="matcher")
    assert passages(replace(PLAN.first, verdict=none))["q1#1"].notes == ("update: open; right: Drumlock",)
