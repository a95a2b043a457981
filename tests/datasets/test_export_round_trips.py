"""Write, then read: the same conversation in what the format keeps. Read, then write: the same file."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from played_by_hand import RIGHT, WRONG, run_folder
from test_locomo import TINY

from regulars.datasets import Recording, export_data, read_any
from regulars.dialogue import ASSISTANT, FeedbackAction
from regulars.scenarios import write_scenarios

START = datetime(2025, 3, 3, 18, tzinfo=UTC)


def recording():
    """A conversation with all that a recording may hold."""
    talk = Recording("talks@1", "t-7", licence="CC0")
    user = talk.person("User")
    monday = talk.session(START, "mon", person=user)
    monday.say(user, "I moved to Bergen.", id="a")
    monday.say(ASSISTANT, "Noted, Bergen.", id="b")
    monday.say(user, "Thanks.", action=FeedbackAction.LIKE, satisfaction=8)
    friday = talk.session(START + timedelta(days=4), "fri", person=user)
    friday.say(user, "Where do I live?", id="c")
    friday.say(ASSISTANT, "In Bergen.", id="d")
    talk.ask("Where do I live?", "In Bergen.", kind="dynamic-updating", sessions=["mon"], rubric=True, before="d")
    talk.ask("What did you note?", "Bergen", kind="single-session-assistant", evidence=["b"])
    talk.ask("What is my cat called?", kind="single-session-user", answerable=False)
    return talk.scenario()


def two_friends():
    talk = Recording("friends@1", "f-1", licence="CC0")
    ida, ole = talk.person("Ida"), talk.person("Ole")
    visit = talk.session(START, person=ida)
    visit.say(ida, "I bake rye bread.", id="a")
    visit.say(ole, "I eat it.", id="b")
    talk.ask("Who bakes?", "Ida", kind="single-hop", evidence=["a", "b"])
    return talk.scenario()


@pytest.fixture
def turned(tmp_path):
    """Writes scenarios in a format and reads them again."""

    def turned(format, *scenarios, name="out.json"):
        write_scenarios(tmp_path / "in.jsonl", scenarios)
        report = export_data(tmp_path / "in.jsonl", format, tmp_path / name)
        return read_any(tmp_path / name), report

    return turned


def said(scenario):
    names = {person.id: person.name for person in scenario.persons} | {ASSISTANT: ASSISTANT}
    return [
        (session.start.replace(second=0), [(names[turn.speaker], turn.text) for turn in session.turns])
        for session in scenario.sessions
    ]


def asked(scenario):
    return [(one.question, one.gold, one.kind, one.evidence, one.answerable) for one in scenario.probes]


def test_locomo_keeps_speakers_words_starts_and_questions(turned):
    (again,), _ = turned("locomo", two_friends())
    assert said(again) == said(two_friends())
    assert asked(again) == asked(two_friends())


def test_locomo_calls_the_second_speaker_assistant_and_knows_five_kinds(turned):
    (again,), report = turned("locomo", recording())
    assert [[name for name, _ in lines] for _, lines in said(again)] == [
        ["User", "Assistant", "User"],
        ["User", "Assistant"],
    ]
    # Evidence by session has no place; an unanswerable question is adversarial; one turn of evidence is single-hop.
    assert asked(again) == [
        ("Where do I live?", "In Bergen.", "single-hop", (), True),
        ("What did you note?", "Bergen", "single-hop", (("s001.t02",),), True),
        ("What is my cat called?", "", "adversarial", (), False),
    ]
    assert report.not_carried["evidence by session"] == 1
    assert report.not_carried["feedback"] == 1


def test_locomo_numbers_sessions_and_turns_from_1_without_leading_zeros(turned, tmp_path):
    talk = Recording("talks@1", "t-9", licence="CC0")
    ida = talk.person("Ida")
    for day in range(100):
        talk.session(START + timedelta(days=day)).say(ida, f"Day {day}.", id=f"first {day}")
    last = talk.session(START + timedelta(days=100))
    for place in range(100):
        last.say(ida, f"Line {place}.", id=f"line {place}")
    cited = ["first 0", "first 9", "first 99", "line 0", "line 9", "line 99"]
    talk.ask("How many days?", "100", evidence=cited)
    turned("locomo", talk.scenario())
    (written,) = json.loads((tmp_path / "out.json").read_text("utf-8"))
    assert written["qa"][0]["evidence"] == ["D1:1", "D10:1", "D100:1", "D101:1", "D101:10", "D101:100"]
    assert written["conversation"]["session_101"][99]["dia_id"] == "D101:100"


def test_longmemeval_gives_each_question_the_history_that_precedes_it(turned):
    again, report = turned("longmemeval", recording())
    assert report.wrote == {"questions": 3}
    first, second, third = again
    whole = said(recording())
    assert said(first) == [whole[0], (whole[1][0], whole[1][1][:1])]  # asked before the reply
    assert said(second) == said(third) == whole
    assert asked(first) == [("Where do I live?", "In Bergen.", "knowledge-update", (("s001",),), True)]
    assert asked(second) == [("What did you note?", "Bergen", "single-session-assistant", (("s001.t02",),), True)]
    assert asked(third) == [("What is my cat called?", "", "single-session-user", (), False)]


def test_longmemeval_puts_names_before_the_words_of_several_people(turned):
    (again,), _ = turned("longmemeval", two_friends())
    assert said(again)[0][1] == [("User", "Ida: I bake rye bread."), ("User", "Ole: I eat it.")]


def test_realmem_keeps_days_words_and_questions_in_the_conversation(turned):
    (again,), report = turned("realmem", recording(), name="out")
    days = [(start.date(), lines) for start, lines in said(recording())]
    assert [(start.date(), lines) for start, lines in said(again)] == days
    assert asked(again) == [("Where do I live?", "In Bergen.", "dynamic-updating", (("s001",),), True)]
    assert report.left_out == {"out-of-band questions": 2}


@pytest.mark.parametrize(
    ("names", "files"),
    [
        (("Ida", "Ida", "ida"), ["Ida", "Ida_2", "ida_3"]),
        (("Ida", "Ida", "Ida_2"), ["Ida", "Ida_2", "Ida_2_2"]),
        (("../../Ida", "..", "Ada Å. Berg"), ["Ida", "Person", "Ada_Å_Berg"]),
    ],
)
def test_realmem_gives_each_person_a_file_in_the_folder(turned, tmp_path, names, files):
    scenarios = []
    for number, name in enumerate(names):
        talk = Recording("talks@1", f"t-{number}", licence="CC0")
        visit = talk.session(START)
        visit.say(talk.person(name), "Hello.")
        visit.say(ASSISTANT, "Hello!")
        scenarios.append(talk.scenario())
    turned("realmem", *scenarios, name="out")
    written = {file.name.removesuffix("_dialogues_256k.json") for file in (tmp_path / "out").iterdir()}
    assert written == set(files)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["in.jsonl", "out"]


def test_chat_keeps_names_words_and_starts(turned):
    again, report = turned("chat", recording(), two_friends(), name="out.jsonl")
    assert [said(one) for one in again] == [said(recording()), said(two_friends())]
    assert report.not_carried["questions"] == 4


def test_chat_keeps_the_time_of_each_turn_if_told_to(turned):
    (again,), _ = turned("chat:times=turn", recording(), name="out.jsonl")
    assert [turn.time for one in again.sessions for turn in one.turns] == [
        turn.time for one in recording().sessions for turn in one.turns
    ]


def test_a_run_is_exported_as_what_was_said_and_asked(tmp_path):
    run = run_folder(tmp_path / "run", RIGHT, WRONG)
    export_data(run, "locomo", tmp_path / "out.json", systems=["good"])
    (entry,) = json.loads((tmp_path / "out.json").read_text("utf-8"))
    assert entry["sample_id"] == "tiny-1/1/0/good"
    assert entry["conversation"] == {
        "speaker_a": "Ida",
        "speaker_b": "Assistant",
        "session_1_date_time": "9:00 am on 3 March, 2025",
        "session_1": [
            {"speaker": "Ida", "dia_id": "D1:1", "text": "I live in Bergen."},
            {"speaker": "Assistant", "dia_id": "D1:2", "text": "Noted."},
        ],
        "session_2_date_time": "9:00 am on 4 March, 2025",
        "session_2": [
            {"speaker": "Ida", "dia_id": "D2:1", "text": "Where do I live?"},
            {"speaker": "Assistant", "dia_id": "D2:2", "text": "In Bergen."},
            {"speaker": "Ida", "dia_id": "D2:3", "text": "Thanks."},
        ],
    }
    assert entry["qa"] == [
        {"question": "Where do I live?", "answer": "Bergen", "evidence": ["D1:1"], "category": 4},
    ]


# ---------------------------------------------------------------------- reading, then writing

LONGMEMEVAL = [
    {
        "question_id": "7e974930",
        "question_type": "knowledge-update",
        "question": "How many lemons did I sell?",
        "answer": 42,
        "question_date": "2023/10/02 (Mon) 04:40",
        "haystack_dates": ["2023/04/18 (Tue) 07:47", "2023/04/11 (Tue) 07:47"],
        "haystack_session_ids": ["answer_c9f5693c_2", "answer_c9f5693c_1"],
        "haystack_sessions": [
            [{"role": "user", "content": "I sold 42. ", "has_answer": True}],
            [{"role": "user", "content": "I sold 40.", "has_answer": False}, {"role": "assistant", "content": "Well!"}],
        ],
        "answer_session_ids": ["answer_c9f5693c_2", "answer_c9f5693c_1"],
    },
    {
        "question_id": "7e974931_abs",
        "question_type": "single-session-user",
        "question": "How many figs did I sell?",
        "answer": "You did not say.",
        "question_date": "2023/10/02 (Mon) 04:40",
        "haystack_dates": ["2023/04/18 (Tue) 07:47"],
        "haystack_session_ids": ["ultrachat_7"],
        "haystack_sessions": [[{"role": "user", "content": "I sold 42.", "has_answer": True}]],
        "answer_session_ids": ["ultrachat_7"],
    },
]
REALMEM = {
    "_metadata": {"person_name": "Ida_Berg", "total_sessions": 2, "total_tokens": 9},
    "dialogues": [
        {
            "session_identifier": "Fitness_3:S14_01",
            "session_uuid": "0a1b2c3d",
            "current_time": "2025-12-24 (Wednesday)",
            "dialogue_turns": [
                {"speaker": "User", "is_query": False, "content": "I run. ", "query_id": None},
                {"speaker": "Assistant", "is_query": False, "content": "Good.", "query_id": None},
            ],
            "extracted_memory": [
                {
                    "index": "m-1",
                    "type": "Dynamic",
                    "content": "Ida runs.",
                    "source_turn": 1,
                    "source_content_snapshot": "I run. ",
                    "source_role_snapshot": "User",
                    "session_uuid": "0a1b2c3d",
                },
                {
                    "index": "m-2",
                    "type": "Schedule",
                    "content": "Runs on Mondays.",
                    "source_turn": -1,
                    "source_content_snapshot": "",
                    "source_role_snapshot": "",
                    "session_uuid": "0a1b2c3d",
                },
            ],
        },
        {
            "session_identifier": "Enhanced:S10063",
            "session_uuid": "0a1b2c3e",
            "current_time": "2025-12-26 (Friday)",
            "dialogue_turns": [
                {
                    "speaker": "User",
                    "is_query": True,
                    "content": "What do I do?",
                    "query_id": "Q-0007",
                    "topic": "Fitness",
                    "category_name": "Implicit Preference",
                    "session_type": "multi_session",
                },
                {
                    "speaker": "Assistant",
                    "is_query": False,
                    "content": "You run.",
                    "query_id": None,
                    "memory_used": [{"session_uuid": "0a1b2c3d", "content": "Ida runs."}],
                    "memory_session_uuids": ["0a1b2c3d"],
                },
            ],
            "extracted_memory": [],
        },
    ],
}
PICTURE = {"img_url": ["https://example.org/twig"], "blip_caption": "a bare twig in a cup", "query": "twig"}


def locomo() -> list[dict[str, Any]]:
    """The small file with what the scenario has no field for, and an answer that is a number."""
    content: list[dict[str, Any]] = json.loads(json.dumps(TINY))
    content[0]["conversation"]["session_1"][1] |= PICTURE
    content[0] |= {
        "event_summary": {"events_session_1": {"Ines": []}},
        "observation": {},
        "session_summary": {"a": "b"},
    }
    return content


@pytest.mark.parametrize(
    ("format", "content"), [("locomo", locomo()), ("longmemeval", LONGMEMEVAL), ("realmem", REALMEM)]
)
def test_reading_then_writing_gives_the_same_json(tmp_path, format, content):
    (tmp_path / "in.json").write_text(json.dumps(content), "utf-8")
    export_data(tmp_path / "in.json", format, tmp_path / "out")
    assert written(tmp_path / "out") == content


@pytest.mark.parametrize(
    ("format", "content"), [("locomo", locomo()), ("longmemeval", LONGMEMEVAL), ("realmem", REALMEM)]
)
def test_so_does_the_way_over_a_file_of_scenarios(tmp_path, format, content):
    (tmp_path / "in.json").write_text(json.dumps(content), "utf-8")
    write_scenarios(tmp_path / "between.jsonl", read_any(tmp_path / "in.json"))
    export_data(tmp_path / "between.jsonl", format, tmp_path / "out")
    assert written(tmp_path / "out") == content


def test_words_that_were_changed_since_are_written_as_they_are_now(tmp_path):
    (tmp_path / "in.json").write_text(json.dumps(locomo()), "utf-8")
    write_scenarios(tmp_path / "between.jsonl", read_any(tmp_path / "in.json"))
    text = (tmp_path / "between.jsonl").read_text("utf-8")
    (tmp_path / "between.jsonl").write_text(text.replace("Mine looks like this: a", "Mine is a"), "utf-8")
    export_data(tmp_path / "between.jsonl", "locomo", tmp_path / "out")
    turn = written(tmp_path / "out")[0]["conversation"]["session_1"][1]
    assert turn == {"speaker": "Oleg", "dia_id": "D1:2", "text": "Mine is a bare twig in a cup"}


@pytest.mark.parametrize("answer", [None, "", 42, 4.5, " figs ", "figs"])
def test_longmemeval_keeps_an_answer_as_the_file_has_it(tmp_path, answer):
    (tmp_path / "in.json").write_text(json.dumps([LONGMEMEVAL[0] | {"answer": answer}]), "utf-8")
    export_data(tmp_path / "in.json", "longmemeval", tmp_path / "out")
    assert written(tmp_path / "out")[0]["answer"] == answer


def changed_since(tmp_path, format, content, old, new):
    """What is written after a change to the file of scenarios that was read from the content."""
    (tmp_path / "in.json").write_text(json.dumps(content), "utf-8")
    write_scenarios(tmp_path / "between.jsonl", read_any(tmp_path / "in.json"))
    text = (tmp_path / "between.jsonl").read_text("utf-8")
    assert old in text
    (tmp_path / "between.jsonl").write_text(text.replace(old, new), "utf-8")
    export_data(tmp_path / "between.jsonl", format, tmp_path / "out")
    return written(tmp_path / "out")


@pytest.mark.parametrize(
    ("old", "new", "field", "value"),
    [
        ('"gold":"42"', '"gold":"43"', "answer", "43"),
        ("How many lemons", "How many limes", "question", "How many limes did I sell?"),
    ],
)
def test_longmemeval_writes_an_answer_or_question_that_was_changed_since(tmp_path, old, new, field, value):
    (entry,) = changed_since(tmp_path, "longmemeval", LONGMEMEVAL[:1], old, new)
    assert entry == LONGMEMEVAL[0] | {field: value}


def with_points(*changes):
    """The file of RealMem with the first memory point changed, and a copy of the point for each further change."""
    content = json.loads(json.dumps(REALMEM))
    points = content["dialogues"][0]["extracted_memory"]
    points[:1] = [points[0] | change for change in changes]
    return content


@pytest.mark.parametrize(
    "change",
    [
        {"source_content_snapshot": "I ran."},  # a copy that differs from the turn
        {"source_turn": 2, "source_content_snapshot": "Good.", "source_role_snapshot": "Assistant"},
        {"source_turn": 2, "source_content_snapshot": "I run. "},
        {"source_turn": 9, "source_content_snapshot": "I swim."},
        {"source_turn": 9, "source_content_snapshot": ""},
        {"type": "Static", "source_role_snapshot": ""},
    ],
)
def test_realmem_keeps_the_copy_of_a_turn_as_the_file_has_it(tmp_path, change):
    content = with_points(change, change | {"index": "m-3"})
    (tmp_path / "in.json").write_text(json.dumps(content), "utf-8")
    export_data(tmp_path / "in.json", "realmem", tmp_path / "out")
    assert written(tmp_path / "out") == content


def test_realmem_writes_fields_of_its_own_where_the_conversation_has_none(turned, tmp_path):
    turned("realmem", recording(), name="out")
    content = written(tmp_path / "out")
    first, second = content["dialogues"]
    assert {name: content["_metadata"][name] for name in ("person_name", "total_sessions")} == {
        "person_name": "User", "total_sessions": 2,
    }  # fmt: skip
    assert [one["session_identifier"] for one in (first, second)] == ["Life_1:S1_01", "Life_1:S2_01"]
    assert [one["current_time"] for one in (first, second)] == ["2025-03-03 (Monday)", "2025-03-07 (Friday)"]
    assert first["session_uuid"] != second["session_uuid"]
    assert first["extracted_memory"] == second["extracted_memory"] == []
    assert second["dialogue_turns"] == [
        {
            "speaker": "User", "is_query": True, "content": "Where do I live?", "query_id": "Q-0001", "topic": "Life",
            "category_name": "Dynamic Updating", "session_type": "single_session",
        },
        {
            "speaker": "Assistant", "is_query": False, "content": "In Bergen.", "query_id": None, "memory_used": [],
            "memory_session_uuids": [first["session_uuid"]],
        },
    ]  # fmt: skip
    assert first["dialogue_turns"][2] == {
        "speaker": "User", "is_query": False, "content": "Thanks.", "query_id": None,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "cited", "category", "over"),
    [
        ("temporal-reasoning", ["mon"], "Temporal-reasoning", "single_session"),
        ("temporal", ["mon", "tue"], "Temporal-reasoning", "multi_session"),
        ("knowledge-update", ["tue", "mon"], "Dynamic Updating", "multi_session"),
        ("implicit-preference", ["tue"], "Implicit Preference", "single_session"),
        ("anything", [], "Dynamic Incremental", "single_session"),
    ],
)
def test_realmem_has_a_category_for_each_kind_of_question(turned, tmp_path, kind, cited, category, over):
    talk = Recording("talks@1", "t-7", licence="CC0")
    user = talk.person("User")
    for day, name in enumerate(("mon", "tue")):
        talk.session(START + timedelta(days=day), name, person=user).say(user, f"I ran on {name}.")
    asked_on = talk.session(START + timedelta(days=2), "wed", person=user)
    asked_on.say(user, "When did I run?", id="q")
    asked_on.say(ASSISTANT, "Twice.", id="r")
    talk.ask("When did I run?", "Twice.", kind=kind, sessions=cited, before="r")
    turned("realmem", talk.scenario(), name="out")
    dialogues = written(tmp_path / "out")["dialogues"]
    query, reply = dialogues[2]["dialogue_turns"]
    assert (query["category_name"], query["session_type"]) == (category, over)
    uuids = {name: one["session_uuid"] for name, one in zip(("mon", "tue"), dialogues, strict=False)}
    assert reply["memory_session_uuids"] == [uuids[name] for name in cited]


def written(out: Path) -> Any:
    file = next(out.iterdir()) if out.is_dir() else out
    return json.loads(file.read_text("utf-8"))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["oracle_sample.json", "s_sample.json"])
def test_longmemeval_is_written_as_it_was_published(shared_data, tmp_path, name):
    path = shared_data / "longmemeval" / name
    if not path.is_file():
        pytest.skip(f"needs LongMemEval, which is not at {path}")
    export_data(path, "longmemeval", tmp_path / "out")
    assert written(tmp_path / "out") == json.loads(path.read_text("utf-8"))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["Ethan_Hunt", "Lin_Wanyu", "Sarah_Miller"])
def test_realmem_is_written_as_it_was_published(shared_data, tmp_path, name):
    path = shared_data / "realmem" / f"{name}_dialogues_256k.json"
    if not path.is_file():
        pytest.skip(f"needs RealMem, which is not at {path}")
    export_data(path, "realmem", tmp_path / "out")
    assert [one.name for one in (tmp_path / "out").iterdir()] == [path.name]
    published = json.loads(path.read_text("utf-8"))
    for session in published["dialogues"]:  # two repairs of the reader
        for turn in session["dialogue_turns"]:
            turn.setdefault("is_query", False)
        for point in session["extracted_memory"]:
            if isinstance(point["content"], dict):
                point["content"] = json.dumps(point["content"], ensure_ascii=False)
    assert written(tmp_path / "out") == published


@pytest.mark.slow
def test_locomo_is_written_as_it_was_published(locomo_path, tmp_path):
    export_data(locomo_path, "locomo", tmp_path / "out")
    published, again = json.loads(locomo_path.read_text("utf-8")), written(tmp_path / "out")
    repaired = []
    for entry, other in zip(published, again, strict=True):
        for question, rewritten in zip(entry["qa"], other["qa"], strict=True):
            if question != rewritten:
                repaired.append(question["evidence"])
                question["evidence"] = rewritten["evidence"]
    assert again == published
    # Joined, misspelt, cut short, zero-padded and repeated ids, and two that name no turn.
    assert len(repaired) == 10
