"""RealMem's dialogues with turns without words: numbers, places of questions, memory points, and kept fields."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from regulars.datasets.readers import realmem
from regulars.scenarios.memory_points import memory_points
from regulars.scenarios.world import Scenario


def turn(text: str, speaker: str = "User", **fields: Any) -> dict[str, Any]:
    return {"speaker": speaker, "content": text, "is_query": False, **fields}


QUERY = {"is_query": True, "category_name": "Temporal-reasoning"}
FIRST = [
    turn(" "),
    turn("Hi. ", query_id="Q-9", memory_used=["x"]),
    turn("Yes?", "Assistant", memory_used=[], memory_session_uuids=[]),
    turn("What?", query_id="Q-1", **QUERY),
    turn("Thât.", "Assistant", memory_session_uuids=["u-1"], query_id="Q-1"),
]
SECOND = [turn("So.", memory_used=["y"]), turn("When?", query_id="Q-2", topic="Garden", **QUERY)]


def point(id: str, source: int, snapshot: str = "", **fields: Any) -> dict[str, Any]:
    return {
        "index": id, "type": "Static", "content": id, "source_turn": source, "source_content_snapshot": snapshot,
        **fields,
    }  # fmt: skip


def session(uuid: str, turns: Any, *points: Any) -> dict[str, Any]:
    return {
        "session_identifier": "Garden_1:S1_01", "session_uuid": uuid, "current_time": "2025-12-15 (Monday)",
        "dialogue_turns": deepcopy(turns), "extracted_memory": list(points),
    }  # fmt: skip


def read(tmp_path: Path, *sessions: Any, horizon: str = "session") -> Scenario:
    content = {"_metadata": {"person_name": "Ida_Berg", "note": "é"}, "dialogues": sessions}
    (tmp_path / "ida.json").write_text(json.dumps(content), "utf-8")
    (scenario,) = realmem.read(tmp_path / "ida.json", horizon)
    return scenario


def test_sessions_are_numbered_without_the_turns_that_say_nothing(tmp_path) -> None:
    silent = session("u-0", [turn(" ")])
    scenario = read(tmp_path, silent, session("u-1", FIRST), session("u-2", SECOND))
    said = [[(one.id, one.text) for one in each.turns] for each in scenario.sessions]
    assert said == [
        [("s001.t01", "Hi."), ("s001.t02", "Yes?"), ("s001.t03", "What?"), ("s001.t04", "Thât.")],
        [("s002.t01", "So."), ("s002.t02", "When?")],
    ]
    # The silent session has an hour of the day all the same.
    assert [each.start.hour for each in scenario.sessions] == [9, 10]
    assert [one["session_uuid"] for one in json.loads(scenario.marks[realmem.SESSIONS])] == ["u-1", "u-2"]
    assert scenario.marks["metadata"] == '{"person_name": "Ida_Berg", "note": "é"}'
    assert list(scenario.issues) == [
        "turn empty: Ida_Berg: a turn of session u-0 has no words; left out",
        "session empty: Ida_Berg: session u-0 has no turns; left out",
        "turn empty: Ida_Berg: a turn of session u-1 has no words; left out",
        "evidence later: Ida_Berg: question 1 is asked before all of its evidence was said; kept",
        "evidence missing: Ida_Berg: question 2 has no evidence; kept without",
        "answer missing: Ida_Berg: question 2 has no reference answer; kept as unanswerable",
    ]


@pytest.mark.parametrize(
    ("horizon", "before"), [("session", ["s001.t01", "s002.t01"]), ("turn", ["s001.t04", "s002.t02"])]
)
def test_a_query_is_asked_before_the_first_words_or_before_its_reply(tmp_path, horizon, before) -> None:
    scenario = read(tmp_path, session("u-1", FIRST), session("u-2", SECOND), horizon=horizon)
    assert [(one.question, one.gold, one.before) for one in scenario.probes] == [
        ("What?", "Thât.", before[0]), ("When?", "", before[1]),
    ]  # fmt: skip
    assert [one.evidence for one in scenario.probes] == [(("s001",),), ()]


def test_a_query_that_is_followed_by_the_person_has_no_reference(tmp_path) -> None:
    scenario = read(tmp_path, session("u-1", [FIRST[3], turn("Never mind."), FIRST[4]]), horizon="turn")
    assert [(one.gold, one.before) for one in scenario.probes] == [("", "s001.t01")]


def test_sessions_of_the_used_memories_are_evidence_where_none_are_cited(tmp_path) -> None:
    used = [{"session_uuid": uuid} for uuid in ("u-0", "u-1", "u-0")]
    for cited, evidence in (({}, ("s001", "s002")), ({"memory_session_uuids": ["u-1"]}, ("s002",))):
        reply = turn("That.", "Assistant", memory_used=used, **cited)
        asked = session("u-2", [FIRST[3], reply])
        scenario = read(tmp_path, session("u-0", SECOND[:1]), session("u-1", SECOND[:1]), asked)
        assert scenario.probes[0].evidence == (evidence,)
        assert json.loads(scenario.marks[realmem.QUERIES])[0]["memory_used"] == used


def test_fields_of_queries_are_kept_in_a_mark(tmp_path) -> None:
    scenario = read(tmp_path, session("u-1", FIRST), session("u-2", SECOND))
    assert json.loads(scenario.marks[realmem.QUERIES]) == [
        {"session": 1, "turn": 4, "query_id": "Q-1", "topic": None, "session_type": None, "memory_used": []},
        {"session": 2, "turn": 2, "query_id": "Q-2", "topic": "Garden", "session_type": None, "memory_used": []},
    ]


def test_what_no_question_holds_is_kept_by_turn(tmp_path) -> None:
    """Blanks around words, memories that are used without a query, and the ids of turns that ask nothing."""
    scenario = read(tmp_path, session("u-1", FIRST), session("u-2", SECOND))
    assert {id: json.loads(kept) for id, kept in scenario.extra.items()} == {
        "s001.t01": {"content": "Hi. ", "memory_used": ["x"], "query_id": "Q-9"},
        "s001.t02": {"memory_used": [], "memory_session_uuids": []},
        "s001.t04": {"query_id": "Q-1"},  # the memories of a reply to a query stand with the question
        "s002.t01": {"memory_used": ["y"]},
    }
    scenario = read(tmp_path, session("u-1", [turn(" Où? ")]))
    assert scenario.extra == {"s001.t01": '{"content": " Où? "}'}


@pytest.mark.parametrize(
    ("source", "turn_id", "snapshot"),
    [
        (0, "", "What?"), (1, "", "What?"),  # a turn without words
        (2, "s001.t01", "What?"), (4, "s001.t03", ""), (5, "s001.t04", "What?"), (6, "", "What?"),
    ],
)  # fmt: skip
def test_a_memory_point_names_the_turn_by_its_number_among_those_with_words(
    tmp_path, source, turn_id, snapshot
) -> None:
    scenario = read(tmp_path, session("u-1", FIRST, point("m", source, "What?", source_role_snapshot="User")))
    (found,) = memory_points(scenario)
    assert (found.turn, found.source, found.snapshot, found.role) == (turn_id, source, snapshot, "User")
    cited = [one for one in scenario.issues if one.startswith("evidence unknown")]
    left = [f"evidence unknown: Ida_Berg: memory point 'm' cites turn {source} of 5; kept without a turn"]
    assert cited == ([] if turn_id else left)


def test_points_of_a_schedule_need_no_turn_and_fields_that_are_missing_are_empty(tmp_path) -> None:
    bare = {"index": "m", "type": "Schedule", "content": "Runs.", "source_turn": -1}
    scenario = read(tmp_path, session("u-0", SECOND[:1]), session("u-1", SECOND[:1], bare))
    (found,) = memory_points(scenario)
    assert (found.id, found.kind, found.text, found.session, found.turn) == ("m", "schedule", "Runs.", 2, "")
    assert (found.source, found.role, found.snapshot) == (-1, "", "")
    assert scenario.issues == ()
