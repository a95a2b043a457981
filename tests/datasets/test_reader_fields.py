"""Fields of public formats at their bounds: times of chats, dates and answers of MemoryBench, names, question types."""

from __future__ import annotations

import json
from copy import deepcopy
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from more_formats import AMEMGYM, MEMORYBENCH

from regulars.datasets import Recording, export_data
from regulars.datasets.readers import amemgym, chat, memorybench
from regulars.datasets.readers.memorybench_run import read_run
from regulars.dialogue import ASSISTANT
from regulars.errors import DataError
from regulars.scenarios import write_scenarios

LAST = 4_102_444_800
"""The first second of 2100."""


def written(tmp_path: Path, content: Any, name: str = "data.json") -> Path:
    (tmp_path / name).write_text(json.dumps(content), "utf-8")
    return tmp_path / name


@pytest.mark.parametrize(
    ("time", "start"),
    [
        (0, "1970-01-01T00:00:00"),
        (60.5, "1970-01-01T00:01:00.500000"),
        (LAST - 1, "2099-12-31T23:59:59"),
        (LAST, "1970-02-17T11:34:04.800000"),  # from here on milliseconds: 47 days and 41,644.8 seconds
        (LAST * 1000 - 1000, "2099-12-31T23:59:59"),
        ("2025-03-03T18:00:00", "2025-03-03T18:00:00"),  # without a zone, UTC
        ("2025-03-03T18:00:00+02:00", "2025-03-03T16:00:00"),
        (" 2025-03-03T18:00:00Z ", "2025-03-03T18:00:00"),
    ],
)
def test_times_of_chats(tmp_path, time, start):
    said = {"role": "user", "content": "Hello."}
    for content in ({"messages": [said], "created": time}, {"messages": [said, {**said, "time": time}]}):
        (scenario,) = chat.read(written(tmp_path, [content]))
        assert scenario.sessions[0].start.isoformat() == f"{start}+00:00"
        assert scenario.sessions[0].start.utcoffset() == timedelta(0)
        assert "times" not in scenario.marks


@pytest.mark.parametrize("time", [-1, LAST * 1000, True, [], "noon", ""])
def test_what_is_no_time_of_a_chat(tmp_path, time):
    with pytest.raises(DataError, match=r"the key 'created' holds .*, which is not a time"):
        chat.read(written(tmp_path, [{"messages": [], "created": time}]))


def with_info(tmp_path, place, **info):
    rows = deepcopy(MEMORYBENCH)
    rows[place]["info"] = {**rows[place]["info"], **info}
    (scenario,) = memorybench.read(written(tmp_path, rows))
    return scenario


@pytest.mark.parametrize(
    ("date", "start"),
    [("2023-12-31T10:00:00+02:00", 8), ("2023-12-31T10:00:00", 10), (" 2023-12-31T10:00:00Z", 10)],
)
def test_dates_of_memorybench_are_read_in_utc(tmp_path, date, start):
    scenario = with_info(tmp_path, 0, date=date)
    assert scenario.sessions[0].start == datetime(2023, 12, 31, start, tzinfo=UTC)
    assert scenario.sessions[1].start == datetime(2024, 1, 2, 9, tzinfo=UTC)  # the second row has none


@pytest.mark.parametrize(
    ("info", "gold", "alternatives"),
    [
        ({"golden_answer": "a"}, "a", ()),
        ({"golden_answer": ["a", "b"]}, "a", ("b",)),
        ({"golden_answer": "a", "other_answers": ["b", 3]}, "a", ("b", "3")),
        ({"golden_answer": None, "ground_truth": 7}, "7", ()),
        ({"golden_answer": "a", "answer": "c", "ground_truth": "d"}, "a", ("c", "d")),
        ({"golden_answer": ["A", "B"], "options": ["Oslo", "Bergen"]}, "A", ()),  # one option is right
    ],
)
def test_answers_of_memorybench(tmp_path, info, gold, alternatives):
    (probe,) = with_info(tmp_path, 2, **info).probes
    assert (probe.gold, probe.alternatives, probe.answerable) == (gold, alternatives, True)
    assert probe.options == tuple(info.get("options", ()))


@pytest.mark.parametrize(
    ("number", "cited"),
    [(1, "s1"), (7, "s7"), (0, "s1"), (-1, "s1"), (True, "s1"), ("7", "s1")],  # else sessions count from 1
)
def test_a_session_of_memorybench_is_cited_by_its_number(tmp_path, number, cited):
    rows = deepcopy(MEMORYBENCH)[1:]
    rows[0]["info"] = {"session": number}
    rows[1]["info"]["evidence"] = [[cited]]
    (scenario,) = memorybench.read(written(tmp_path, rows))
    assert scenario.probes[0].evidence == (("s001",),)
    rows[1]["info"]["evidence"] = [["s2"]]
    (scenario,) = memorybench.read(written(tmp_path, rows))
    assert scenario.probes[0].evidence == ()


@pytest.mark.parametrize(("answerable", "is_answerable"), [(False, False), (True, True), (None, True), (0, True)])
def test_only_false_makes_a_question_of_memorybench_unanswerable(tmp_path, answerable, is_answerable):
    (probe,) = with_info(tmp_path, 2, answerable=answerable).probes
    assert probe.answerable is is_answerable


@pytest.mark.parametrize(("kind", "kept"), [("recall", "recall"), ("", "JRE-L"), (3, "JRE-L")])
def test_a_question_of_memorybench_is_of_its_kind_or_else_of_its_set(tmp_path, kind, kept):
    assert with_info(tmp_path, 2, kind=kind).probes[0].kind == kept


@pytest.mark.parametrize(
    ("score", "kept"),
    [(0, 0.0), (1, 1.0), (0.5, 0.5), (1e308, 1e308), (10**400, None), (-(10**400), None), ("1", None), ([], None)],
)
def test_scores_of_a_run_are_numbers(tmp_path, score, kept):
    written(tmp_path, [{"test_idx": 2, "response": "x", "dataset": "A"}], "predict.json")
    written(tmp_path, [{"test_idx": 2, "dataset": "A", "metrics": {"f1": score}}], "evaluate_details.json")
    run = read_run(tmp_path)
    assert run.means() == ({} if kept is None else {"A": {"f1": kept}})
    assert [kind for kind, _ in run.issues] == ([] if kept is not None else ["field unreadable"])


@pytest.mark.parametrize(
    ("profile", "name"),
    [
        ({"name": "Ola", "formatted_str": "Name: Una"}, "Ola"),
        ({"name": " ", "formatted_str": "Name: Una"}, "Una"),
        ({"name": 7, "formatted_str": "{'name': 'Una', 'age': 4}"}, "Una"),
        ({"formatted_str": "age: 40"}, "User"),
        ({}, "User"),
        ({"name": "\x07 Ola\n"}, "Ola"),
        ({"name": "O" * 80}, "O" * 80),
        ({"name": "O" * 81}, "O" * 80),
    ],
)
def test_names_of_amemgym(tmp_path, profile, name):
    people = deepcopy(AMEMGYM)
    people[0]["user_profile"] = profile
    (scenario,) = amemgym.read(written(tmp_path, people))
    assert scenario.persons[0].name == name


@pytest.mark.parametrize(("count", "asked"), [(1, False), (2, True), (25, True), (26, False)])
def test_a_state_is_asked_for_if_its_choices_have_letters(tmp_path, count, asked):
    people = deepcopy(AMEMGYM)
    people[0]["state_schema"]["kitchen"] = ["tiny", *(f"kitchen {number}" for number in range(1, count))]
    (scenario,) = amemgym.read(written(tmp_path, people), diagnosis=True)
    states = [one for one in scenario.probes if one.kind == "state" and "kitchen" in one.question]
    assert [one.gold for one in states] == ["A", "A"] * asked
    left = [one for one in scenario.issues if one.startswith("question left out")]
    assert left == [
        f"question left out: u-1: the state kitchen after period {period} is no choice"
        for period in (0, 1)
        if not asked
    ]


@pytest.mark.parametrize(
    ("kind", "evidence", "wanted"),
    [
        ("multi-session", ["a"], "multi-session"),  # a type of LongMemEval stays
        ("temporal", ["a", "c"], "temporal-reasoning"),
        ("dynamic-updating", ["a", "c"], "knowledge-update"),
        ("other", ["a", "c"], "multi-session"),
        ("other", ["a", "b"], "single-session-user"),
        ("other", ["b"], "single-session-assistant"),
        ("other", ["a"], "single-session-user"),
        ("other", [], "single-session-user"),
    ],
)
def test_longmemeval_has_a_type_for_each_kind_of_question(tmp_path, kind, evidence, wanted):
    talk = Recording("talks@1", "t-1", licence="CC0")
    ida = talk.person("Ida")
    for day, (said, told) in enumerate(("ab", "cd")):
        visit = talk.session(datetime(2025, 3, 3 + day, 9, tzinfo=UTC), person=ida)
        visit.say(ida, f"I said {said}.", id=said)
        visit.say(ASSISTANT, f"I told {told}.", id=told)
    talk.ask("What?", "That.", kind=kind, evidence=evidence)
    write_scenarios(tmp_path / "in.jsonl", [talk.scenario()])
    export_data(tmp_path / "in.jsonl", "longmemeval", tmp_path / "out.json")
    (entry,) = json.loads((tmp_path / "out.json").read_text("utf-8"))
    assert entry["question_type"] == wanted
    assert entry["haystack_dates"] == ["2025/03/03 (Mon) 09:00", "2025/03/04 (Tue) 09:00"]
    marked = [[turn.get("has_answer") for turn in session] for session in entry["haystack_sessions"]]
    ids = [["a", "b"], ["c", "d"]]
    assert marked == [
        [id in evidence for id in session] if set(session) & set(evidence) else [None, None] for session in ids
    ]
    named = [
        name for name, session in zip(entry["haystack_session_ids"], ids, strict=True) if set(session) & set(evidence)
    ]
    assert entry["answer_session_ids"] == named


def test_sessions_of_memorybench_may_be_numbered_in_any_order(tmp_path):
    rows = deepcopy(MEMORYBENCH)
    rows[0]["info"], rows[1]["info"] = {"session": 7}, {"session": 1}
    rows[2]["info"]["evidence"] = [["s1"]]
    (scenario,) = memorybench.read(written(tmp_path, rows))
    assert scenario.probes[0].evidence == (("s002",),)
