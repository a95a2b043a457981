"""Readers of LongMemEval, RealMem and chat messages: small files worked out by hand, and the public files."""

from __future__ import annotations

import json
from collections import Counter
from copy import deepcopy
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from test_bad_data_files import LONGMEMEVAL, OPENAI, REALMEM, SHAREGPT

from regulars.datasets.readers import chat, longmemeval, realmem
from regulars.datasets.summary import count_issues
from regulars.dialogue import ASSISTANT
from regulars.errors import ConfigurationError, DataError
from regulars.scenarios.checks.validate import validate_scenario
from regulars.scenarios.files import scenario_to_json
from regulars.scenarios.kinds import ScenarioOrigin
from regulars.scenarios.language.packs import ontology_of
from regulars.scenarios.memory_points import memory_points
from regulars.scenarios.world import Scenario
from regulars.testing import check_reader


@pytest.fixture
def write(tmp_path: Path):
    def write(content: Any, name: str = "data.json") -> Path:
        path = tmp_path / name
        path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
        return path

    return write


def texts(scenario: Scenario) -> list[list[str]]:
    return [[turn.text for turn in session.turns] for session in scenario.sessions]


# ---------------------------------------------------------------------- LongMemEval


@pytest.fixture
def question() -> dict[str, Any]:
    """One question over two sessions, which stand in the wrong order, as in the oracle set."""
    one = deepcopy(LONGMEMEVAL[0])
    one["haystack_session_ids"] = ["answer_280352e9_2", "ultrachat_1"]
    one["haystack_dates"] = ["2023/05/21 (Sun) 10:00", "2023/05/20 (Sat) 02:21"]
    one["haystack_sessions"].append([{"role": "user", "content": "What is a lemma?"}])
    one["answer_session_ids"] = ["answer_280352e9_2"]
    return one


def test_a_question_of_longmemeval_has_its_own_history_in_calendar_order(question, write) -> None:
    (scenario,) = longmemeval.read(write([question]))
    assert texts(scenario) == [["What is a lemma?"], ["I repotted the lemon tree.", "Well done."]]
    assert [session.start for session in scenario.sessions] == [
        datetime(2023, 5, 20, 2, 21, tzinfo=UTC), datetime(2023, 5, 21, 10, 0, tzinfo=UTC),
    ]  # fmt: skip
    assert [turn.speaker == ASSISTANT for turn in scenario.sessions[1].turns] == [False, True]
    (probe,) = scenario.probes
    assert (probe.question, probe.gold, probe.kind) == ("What did I repot?", "a lemon tree", "single-session-user")
    assert (probe.time, probe.evidence) == (datetime(2023, 5, 30, 23, 40, tzinfo=UTC), (("s002.t01",),))
    assert (scenario.issues, scenario.marks["sample_id"], scenario.marks["licence"]) == ((), "e47becba", "MIT")


def test_sessions_are_evidence_where_no_turn_is_marked(question, write) -> None:
    del question["haystack_sessions"][0][0]["has_answer"]
    (scenario,) = longmemeval.read(write([question]))
    assert scenario.probes[0].evidence == (("s002",),)


@pytest.mark.parametrize(
    ("change", "gold", "rubric", "answerable", "evidence"),
    [
        ({"answer": 3}, "3", False, True, 1),
        ({"question_type": "single-session-preference"}, "a lemon tree", True, True, 1),
        ({"question_id": "e47becba_abs"}, "a lemon tree", False, False, 0),
        ({"answer": None}, "", False, False, 1),
    ],
)
def test_answers_of_each_sort(question, write, change, gold, rubric, answerable, evidence) -> None:
    (scenario,) = longmemeval.read(write([question | change]))
    (probe,) = scenario.probes
    found = (probe.gold, probe.rubric, probe.answerable, len(probe.evidence))
    assert found == (gold, rubric, answerable, evidence)
    assert count_issues([scenario]) == Counter({"answer missing": 1} if gold == "" else {})


def test_no_id_that_a_memory_meets_tells_where_the_answer_lies(question, write) -> None:
    question["question_id"] = "e47becba_abs"
    (scenario,) = longmemeval.read(write([question]))
    marks = dict(scenario.marks)
    assert marks.pop("sample_id") == "e47becba_abs"  # the name in results, for people
    listed = json.loads(marks[longmemeval.SESSION_IDS])
    assert listed[0] == "ultrachat_1"
    assert listed[1].endswith("_2")
    shown = replace(scenario, extra={})  # what an export to the same format needs reaches no seat
    kept = scenario_to_json(shown).replace("e47becba_abs", "")
    assert "answer_2" not in kept
    assert "_abs" not in kept


def test_a_question_dated_before_its_history_comes_after_it_and_is_noted(question, write) -> None:
    question["question_date"] = "2023/05/21 (Sun) 09:00"  # an hour before the last session
    (scenario,) = longmemeval.read(write([question]))
    assert scenario.probes[0].time == datetime(2023, 5, 21, 10, 1, tzinfo=UTC)  # two turns, and 30 seconds each
    assert count_issues([scenario]) == Counter({"time backwards": 1})
    assert validate_scenario(scenario, ontology_of("english")) == []


def test_sessions_close_to_each_other_keep_their_times(question, write) -> None:
    """A day's sessions may begin within minutes of each other; the time between turns is then shorter."""
    question["haystack_dates"] = ["2023/05/20 (Sat) 02:22", "2023/05/20 (Sat) 02:21"]
    question["haystack_sessions"][1] *= 3  # three turns in the minute between the two
    (scenario,) = longmemeval.read(write([question]))
    seconds = [(turn.time - scenario.start).total_seconds() for turn in scenario.sessions[0].turns]
    assert seconds == [0, 15, 30]
    assert scenario.issues == ()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"haystack_dates": ["2023/05/20 (Sat) 02:21"]}, "2 sessions, 2 ids and 1 dates"),
        ({"question_type": "guess"}, "'guess', not one of single-session-user"),
        ({"question_date": "noon"}, "the time 'noon' cannot be read"),
        ({"answer": ["a"]}, "the key 'answer' holds"),
    ],
)
def test_what_longmemeval_does_not_mean_is_refused(question, write, change, told) -> None:
    with pytest.raises(DataError, match=told) as caught:
        longmemeval.read(write([question | change]))
    assert "question 1" in caught.value.where
    with pytest.raises(DataError, match="duplicate question_id 'e47becba'"):
        longmemeval.read(write([question, question]))


def test_longmemeval_keeps_the_contract_of_readers(question, write) -> None:
    check_reader(write([question, question | {"question_id": "other"}]), longmemeval.read)


def test_the_samples_of_longmemeval(longmemeval_folder: Path) -> None:
    oracle = longmemeval.read(longmemeval_folder / "oracle_sample.json")
    assert len(oracle) == 97
    assert Counter(probe.kind for one in oracle for probe in one.probes) == {
        "temporal-reasoning": 27, "knowledge-update": 21, "multi-session": 21, "single-session-user": 12,
        "single-session-preference": 10, "single-session-assistant": 6,
    }  # fmt: skip
    assert sum(not one.probes[0].answerable for one in oracle) == 2
    assert sum(len(one.sessions) for one in oracle) == 186
    assert count_issues(oracle) == {"time backwards": 11}
    assert all(one.probes[0].evidence for one in oracle if one.probes[0].answerable)
    small = longmemeval.read(longmemeval_folder / "s_sample.json")
    assert [len(one.sessions) for one in small] == [50, 2, 48, 53, 48]
    assert count_issues(small) == {"answer missing": 1}
    problems = [one for scenario in oracle + small for one in validate_scenario(scenario, ontology_of("english"))]
    assert problems == []


# ---------------------------------------------------------------------- RealMem


@pytest.fixture
def person() -> dict[str, Any]:
    """Two project sessions on one day with a noise session between them; the third asks for what the first said."""
    one = deepcopy(REALMEM)
    first, third = one["dialogues"][0], deepcopy(one["dialogues"][0])
    first["dialogue_turns"] = [
        {"speaker": "User", "content": "I grow a lemon.", "is_query": False, "query_id": None},
        {"speaker": "Assistant", "content": "Lovely.", "is_query": False, "query_id": None},
    ]
    noise = {
        "session_identifier": "Enhanced:S10012", "session_uuid": "noise001", "current_time": "2025-12-15 (Monday)",
        "dialogue_turns": [{"speaker": "User", "content": "What is a lemma?", "is_query": False, "query_id": None}],
        "extracted_memory": [],
    }  # fmt: skip
    third |= {"session_uuid": "third003", "current_time": "2025-12-17 (Wednesday)", "extracted_memory": []}
    opening = {"speaker": "User", "content": "Hi.", "is_query": False, "query_id": None}
    third["dialogue_turns"] = [opening, *third["dialogue_turns"]]
    one["dialogues"] = [first, noise, third]
    return one


def test_a_person_of_realmem(person, write) -> None:
    (scenario,) = realmem.read(write(person))
    assert scenario.persons[0].name == "Ines Vik"
    assert [session.purpose for session in scenario.sessions] == ["project", "noise", "project"]
    assert [session.start.isoformat()[:16] for session in scenario.sessions] == [
        "2025-12-15T08:00", "2025-12-15T09:00", "2025-12-17T08:00",
    ]  # fmt: skip
    (probe,) = scenario.probes
    assert (probe.question, probe.gold, probe.rubric) == ("What next?", "Water it.", True)
    assert (probe.kind, probe.evidence, probe.before) == ("dynamic-updating", (("s001",),), "s003.t01")
    assert scenario.issues == ()
    (heading, *_) = json.loads(scenario.marks[realmem.SESSIONS])
    assert heading == {
        "session_identifier": "Garden_1:S1_01", "session_uuid": "0a23682a", "current_time": "2025-12-15 (Monday)",
    }  # fmt: skip
    (query,) = json.loads(scenario.marks[realmem.QUERIES])
    assert query == {
        "session": 3, "turn": 2, "query_id": "Q-0001", "topic": "Garden", "session_type": "single_session",
        "memory_used": [{"session_uuid": "0a23682a", "content": "A lemon tree."}],
    }  # fmt: skip


def test_the_horizon_decides_what_is_said_before_a_query(person, write) -> None:
    path = write(person)
    (by_turn,) = realmem.read(path, horizon="turn")
    assert by_turn.probes[0].before == "s003.t03"  # the recorded reply
    with pytest.raises(ConfigurationError, match="unknown horizon 'day'"):
        realmem.read(path, horizon="day")


def test_the_project_of_a_session_stands_in_no_text(person, write) -> None:
    (scenario,) = realmem.read(write(person))
    said = [scenario.persons[0].name, *(session.purpose for session in scenario.sessions)]
    said += [text for session in texts(scenario) for text in session]
    assert not any("Garden" in text for text in said)


def test_memory_points_name_their_turns(person, write) -> None:
    point = person["dialogues"][0]["extracted_memory"][0]
    person["dialogues"][0]["extracted_memory"] = [
        point | {"source_content_snapshot": "I grow a lemon."},
        point | {"index": "b", "type": "Static", "source_turn": 9},
        point | {"index": "c", "type": "Schedule", "source_turn": -1, "source_content_snapshot": ""},
        point | {"content": {"days": 3}},
    ]
    (scenario,) = realmem.read(write(person))
    found = [(one.kind, one.session, one.turn, one.source, one.snapshot) for one in memory_points(scenario)]
    assert found == [
        ("dynamic", 1, "s001.t01", 1, ""),  # the snapshot is the turn's text
        ("static", 1, "", 9, "What next?"),
        ("schedule", 1, "", -1, ""),
        ("dynamic", 1, "s001.t01", 1, "What next?"),
    ]
    assert memory_points(scenario)[3].text == '{"days": 3}'
    assert count_issues([scenario]) == {"evidence unknown": 1, "id repeated": 1, "field unreadable": 1}


def test_defects_of_realmem_are_survived_and_counted(person, write) -> None:
    first, noise, third = person["dialogues"]
    noise["current_time"] = "2025-12-20 (Saturday)"  # the third session is then dated before it
    third["dialogue_turns"][2]["memory_session_uuids"] = ["0a23682a", "gone0000", "third003"]
    del first["dialogue_turns"][1]["is_query"]
    (scenario,) = realmem.read(write(person))
    assert count_issues([scenario]) == {
        "time backwards": 1, "evidence unknown": 1, "evidence later": 1, "field unreadable": 1,
    }  # fmt: skip
    assert scenario.probes[0].evidence == (("s001", "s003"),)
    assert {one.code for one in validate_scenario(scenario, ontology_of("english"))} == {"evidence-later"}


def test_realmem_keeps_the_contract_of_readers(person, write) -> None:
    check_reader(write(person), realmem.read)


def test_three_people_of_realmem(realmem_folder: Path) -> None:
    found = {path.name[:5]: realmem.read(path)[0] for path in sorted(realmem_folder.glob("*.json"))}
    counts = {
        name: (
            len(one.sessions),
            sum(session.purpose == "noise" for session in one.sessions),
            sum(len(session.turns) for session in one.sessions),
            len(one.probes),
            len(memory_points(one)),
        )
        for name, one in found.items()
    }
    assert counts == {
        "Ethan": (207, 100, 1330, 162, 585),
        "Lin_W": (207, 100, 1284, 126, 443),
        "Sarah": (276, 150, 1807, 158, 607),
    }
    kinds = Counter(point.kind for one in found.values() for point in memory_points(one))
    assert kinds == {"dynamic": 1352, "static": 243, "schedule": 40}
    assert count_issues([found["Ethan"]]) == {"id repeated": 66, "evidence unknown": 67}
    assert count_issues([found["Sarah"]])["time backwards"] == 7


# ---------------------------------------------------------------------- chat messages


def test_openai_messages_and_sharegpt_give_the_same_conversations(write) -> None:
    (first,) = chat.read(write(OPENAI))
    (second,) = chat.read(write(SHAREGPT))
    assert texts(first) == texts(second) == [["Hello.", "Good day."]]
    assert [turn.speaker == ASSISTANT for turn in first.sessions[0].turns] == [False, True]
    assert (first.source, first.marks["times"], first.start) == (ScenarioOrigin.RECORDED, "not in the data", chat.FIRST)


def test_sessions_of_one_user_form_one_conversation(write) -> None:
    lines = [
        {"user": "u1", "created": 1740000000, "messages": [{"role": "user", "content": "One."}]},
        {"user": "u2", "messages": [{"role": "user", "content": "Two."}]},
        {"user": "u1", "created": "2025-02-20T21:20:00Z", "messages": [{"role": "user", "content": "Three."}]},
        {"messages": [{"role": "user", "content": "Four."}]},
    ]
    found = chat.read(write("\n".join(map(json.dumps, lines)) + "\n", "chat.jsonl"))
    assert [texts(one) for one in found] == [[["One."], ["Three."]], [["Two."]], [["Four."]]]
    starts = [session.start for session in found[0].sessions]
    assert starts == [datetime(2025, 2, 19, 21, 20, tzinfo=UTC), datetime(2025, 2, 20, 21, 20, tzinfo=UTC)]
    assert len({one.id for one in found}) == 3


def test_a_list_of_messages_is_one_session_and_times_of_messages_count(write) -> None:
    messages = [
        {"role": "user", "name": "Ida", "content": "Hello.", "timestamp": 1740000000000},
        {"role": "user", "name": "Oleg", "content": "Me too.", "timestamp": 1740000060},
    ]
    (scenario,) = chat.read(write(messages))
    said = [(turn.text, turn.time.isoformat()) for turn in scenario.sessions[0].turns]
    assert said == [("Hello.", "2025-02-19T21:20:00+00:00"), ("Me too.", "2025-02-19T21:21:00+00:00")]
    assert [person.name for person in scenario.persons] == ["Ida", "Oleg"]


def test_messages_that_nobody_says_are_left_out_and_noted(write) -> None:
    image = {"type": "image_url", "image_url": {"url": "x"}}
    messages = [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": [{"type": "text", "text": "Look:"}, image]},
        {"role": "assistant", "content": None, "tool_calls": []},
        {"role": "tool", "content": "4"},
        {"role": "assistant", "content": "A tree."},
    ]
    (scenario,) = chat.read(write([{"messages": messages}]))
    assert texts(scenario) == [["Look:", "A tree."]]
    assert count_issues([scenario]) == {"turn left out": 3, "turn empty": 1}


def test_messages_and_sessions_are_numbered_from_1_where_something_is_wrong(write) -> None:
    def session(role: str) -> dict[str, Any]:
        return {"user": "u1", "messages": [{"role": "user", "content": "Hello."}, {"role": role, "content": "4"}]}

    (scenario,) = chat.read(write([session("assistant"), session("tool")]))
    (issue,) = scenario.issues
    assert issue == "turn left out: user u1: message 2 of session 2 has the role 'tool'"
    broken = {"messages": [{"role": "user", "content": "Hello."}, {"role": "user"}]}
    with pytest.raises(DataError, match=r"message 2: the key 'content' is missing"):
        chat.read(write([broken]))


def test_chat_keeps_the_contract_of_readers(write) -> None:
    check_reader(write("\n".join(map(json.dumps, [*OPENAI, *OPENAI])), "chat.jsonl"), chat.read)
