"""Each reader names the place of a fault: which entry, counted from 1 (periods from 0), which key, and what it holds.

The second of two entries is at fault wherever there are two, so that an entry cannot be taken for its neighbour.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from more_formats import AMEMGYM, BANK, CONTEXTS, MEMORYBENCH, QUESTIONS, SAMPLES, as_table
from test_export_round_trips import LONGMEMEVAL, REALMEM

from regulars.datasets.readers import amemgym, chat, longmemeval, memorybench, personamem, realmem, rolememo
from regulars.errors import DataError

UNALTERED = "; use the file as its authors published it, unaltered."

READERS: dict[str, tuple[Callable[[Path], Any], Any]] = {
    "amemgym": (amemgym.read, AMEMGYM),
    "bank": (rolememo.read, BANK),
    "chat": (chat.read, [{"messages": [{"role": "user", "content": "Hello."}] * 2}] * 2),
    "longmemeval": (longmemeval.read, LONGMEMEVAL),
    "memorybench": (memorybench.read, MEMORYBENCH),
    "realmem": (realmem.read, REALMEM),
    "samples": (rolememo.read, SAMPLES),
}

TALK = [{"role": "user", "content": "Hello."}, {"role": "user", "content": 7}]
OLA = ", person 1, 'u-1'"
LEMONS = ", question 1, '7e974930'"
FIGS = ", question 2, '7e974931_abs'"

FAULTS: list[tuple[str, tuple[Any, ...], Any, str, str]] = [
    ("amemgym", (0, "id"), 7, ", person 1", "the key 'id' holds 7, which is not of type text"),
    ("amemgym", (0, "user_profile"), 7, OLA, "the key 'user_profile' holds 7, which is not of type object"),
    ("amemgym", (0, "state_schema", "kitchen", 1), 7, f"{OLA}, state_schema",
     "the list 'kitchen' holds 7, which is not of type text"),
    ("amemgym", (0, "periods", 1), 7, f"{OLA}, period 1", "this is a int, not an object"),
    ("amemgym", (0, "periods", 1, "state", "kitchen"), 7, f"{OLA}, period 1, state",
     "the key 'kitchen' holds 7, which is not of type text"),
    ("amemgym", (0, "periods", 0, "sessions", 1, "session_time"), "soon", f"{OLA}, period 0, session 2",
     "the time 'soon' cannot be read; expected a time such as '2025-03-01 18:00:00'"),
    ("amemgym", (0, "periods", 0, "sessions", 1, "exposed_states", "kitchen"), 7,
     f"{OLA}, period 0, session 2, exposed_states", "the key 'kitchen' holds 7, which is not of type text"),
    ("amemgym", (0, "periods", 0, "sessions", 1, "messages"), TALK, f"{OLA}, period 0, session 2, message 2",
     "the key 'content' holds 7, which is not of type text"),
    ("amemgym", (0, "periods", 0, "sessions", 1, "messages"), [TALK[0], {"role": "bot"}],
     f"{OLA}, period 0, session 2, message 2", "the key 'role' holds 'bot', not one of user, assistant, system"),
    ("amemgym", (0, "qas", 0, "required_info", 1), 7, f"{OLA}, question 1",
     "the list 'required_info' holds 7, which is not of type text"),
    ("amemgym", (0, "qas", 0, "answer_choices", 1, "state", 0), 7, f"{OLA}, question 1, choice 2",
     "the list 'state' holds 7, which is not of type text"),
    ("amemgym", (0, "qas", 0, "answer_choices", 1, "answer"), 7, f"{OLA}, question 1, choice 2",
     "the key 'answer' holds 7, which is not of type text"),
    ("bank", ("facts", 1, "id"), None, ", fact 2", "the key 'id' holds None, which is not an id"),
    ("bank", ("facts", 1, "id"), True, ", fact 2", "the key 'id' holds True, which is not an id"),
    ("bank", ("facts", 1, "text"), 7, ", fact 2", "the key 'text' holds 7, which is not of type text"),
    ("bank", ("insights", 1, "refs"), 7, ", insight 2", "the key 'refs' holds 7, which is not of type list"),
    ("bank", ("insights", 1, "text"), 7, ", insight 2", "the key 'text' holds 7, which is not of type text"),
    ("bank", ("insights", 1, "id"), [], ", insight 2", "the key 'id' holds [], which is not an id"),
    ("chat", (1, "messages"), 7, ", record 2", "the key 'messages' holds 7, which is not of type list"),
    ("chat", (1, "messages"), TALK, ", record 2, message 2", "the key 'content' holds 7, which is not of type text"),
    ("chat", (1, "messages"), [TALK[0], {**TALK[0], "timestamp": "noon"}], ", record 2, message 2",
     "the key 'timestamp' holds 'noon', which is not a time in ISO 8601 such as 2025-03-01T18:00:00Z"),
    ("chat", (1, "messages"), [TALK[0], {**TALK[0], "time": True}], ", record 2, message 2",
     "the key 'time' holds True, which is not a time"),
    ("chat", (1, "messages"), [TALK[0], {**TALK[0], "name": "\x07"}], ", record 2, message 2",
     r"the key 'name' holds '\x07', which is not a name"),
    ("longmemeval", (1, "question_id"), 7, ", question 2", "the key 'question_id' holds 7, which is not of type text"),
    ("longmemeval", (1, "question_id"), "7e974930", ", question 2", "duplicate question_id '7e974930'"),
    ("longmemeval", (0, "haystack_session_ids", 1), 7, LEMONS,
     "the list 'haystack_session_ids' holds 7, which is not of type text"),
    ("longmemeval", (0, "haystack_dates", 1), "soon", f"{LEMONS}, session 2",
     "the time 'soon' cannot be read; expected a time such as '2023/05/30 (Tue) 23:40'"),
    ("longmemeval", (0, "haystack_dates", 0), "soon", f"{LEMONS}, session 1", "the time 'soon' cannot be read"),
    ("longmemeval", (0, "haystack_sessions", 1), "x", f"{LEMONS}, session 2", "this is 'x', not a list of turns"),
    ("longmemeval", (0, "haystack_sessions", 1, 1, "role"), "bot", f"{LEMONS}, session 2, turn 2",
     "the key 'role' holds 'bot', not one of user, assistant"),
    ("longmemeval", (0, "haystack_sessions", 1, 1, "content"), 7, f"{LEMONS}, session 2, turn 2",
     "the key 'content' holds 7, which is not of type text"),
    ("longmemeval", (0, "haystack_sessions", 1, 0, "has_answer"), 7, f"{LEMONS}, session 2, turn 1",
     "the key 'has_answer' holds 7, which is not of type true or false"),
    ("longmemeval", (1, "haystack_session_ids"), [], FIGS, "the history has 1 sessions, 0 ids and 1 dates"),
    ("longmemeval", (1, "question_type"), "x", FIGS,
     "the key 'question_type' holds 'x', not one of single-session-user, single-session-assistant, "),
    ("longmemeval", (1, "answer"), [], FIGS, "the key 'answer' holds [], which is not of type text"),
    ("longmemeval", (1, "answer"), True, FIGS, "the key 'answer' holds True, which is not of type text"),
    ("longmemeval", (1, "question_date"), "soon", FIGS, "the time 'soon' cannot be read"),
    ("memorybench", (1, "test_idx"), "1", ", record 2",
     "the key 'test_idx' holds '1', which is not of type whole number"),
    ("memorybench", (1, "dataset_name"), "", ", record 2", "the key 'dataset_name' holds '', which is not a name"),
    ("memorybench", (1, "dialog", 1, "role"), "bot", ", record 2, test_idx 1, message 2",
     "the key 'role' holds 'bot', not one of user, assistant, system"),
    ("memorybench", (1, "dialog", 1, "content"), 7, ", record 2, test_idx 1, message 2",
     "the key 'content' holds 7, which is not of type text"),
    ("memorybench", (1, "info"), {"date": "soon"}, ", record 2, test_idx 1",
     "the date 'soon' is not a time in ISO 8601 such as 2025-03-01T18:00:00Z"),
    ("memorybench", (2, "input_prompt"), 7, ", record 3, test_idx 2",
     "the key 'input_prompt' holds 7, which is not of type text"),
    ("memorybench", (2,), {**MEMORYBENCH[2], "input_prompt": None, "input_chat_messages": TALK},
     ", record 3, test_idx 2, input message 2", "the key 'content' holds 7, which is not of type text"),
    ("realmem", ("_metadata", "person_name"), "", ", _metadata", "the key 'person_name' holds '', which is not a name"),
    ("realmem", ("dialogues",), [], "", "the file has no sessions"),
    ("realmem", ("dialogues", 1, "session_uuid"), 7, ", session 2",
     "the key 'session_uuid' holds 7, which is not of type text"),
    ("realmem", ("dialogues", 1, "current_time"), "soon", ", session 2, 0a1b2c3e",
     "the time 'soon' cannot be read; expected a time such as '2025-12-24 (Wednesday)'"),
    ("realmem", ("dialogues", 1, "dialogue_turns", 1, "speaker"), "Bot", ", session 2, 0a1b2c3e, turn 2",
     "the key 'speaker' holds 'Bot', not one of User, Assistant"),
    ("realmem", ("dialogues", 1, "dialogue_turns", 1, "is_query"), 7, ", session 2, 0a1b2c3e, turn 2",
     "the key 'is_query' holds 7, which is not of type true or false"),
    ("realmem", ("dialogues", 1, "dialogue_turns", 0, "category_name"), "x", ", session 2, 0a1b2c3e, turn 1",
     "the key 'category_name' holds 'x', not one of Dynamic Incremental, Dynamic Updating, Temporal-reasoning, "
     "Implicit Preference"),
    ("realmem", ("dialogues", 0, "extracted_memory", 1, "type"), "x", ", session 1, 0a1b2c3d, memory 2",
     "the key 'type' holds 'x', not one of Dynamic, Static, Schedule"),
    ("realmem", ("dialogues", 0, "extracted_memory", 1, "source_turn"), "1", ", session 1, 0a1b2c3d, memory 2",
     "the key 'source_turn' holds '1', which is not of type whole number"),
    ("realmem", ("dialogues", 0, "extracted_memory", 1, "content"), 7, ", session 1, 0a1b2c3d, memory 2",
     "the key 'content' holds 7, which is not of type text"),
    ("samples", ("samples", 1, "insight"), 7, ", sample 2", "the key 'insight' holds 7, which is not of type text"),
    ("samples", ("samples", 1, "fragments", 1), 7, ", sample 2",
     "the list 'fragments' holds 7, which is not of type text"),
    ("samples", ("samples", 1, "test_question"), {}, ", sample 2", "the key 'text' is missing"),
    ("samples", ("samples", 1, "dialogue"), "x", ", sample 2",
     "the key 'dialogue' holds 'x', which is not a list of turns"),
    ("samples", ("samples", 0, "dialogue", "dialogue", 1, "role"), "bot", ", sample 1, turn 2",
     "the key 'role' holds 'bot', not one of user, assistant, npc"),
    ("samples", ("samples", 0, "dialogue", "dialogue", 1, "content"), 7, ", sample 1, turn 2",
     "the key 'content' holds 7, which is not of type text"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "place", "value", "where", "what"), FAULTS)
def test_a_fault_is_named_by_its_place(tmp_path: Path, name, place, value, where, what) -> None:
    read, sound = READERS[name]
    holder = content = deepcopy(sound)
    if name == "chat":
        content[:] = [deepcopy(one) for one in content]  # the two are one object
    for key in place[:-1]:
        holder = holder[key]
    holder[place[-1]] = value
    path = tmp_path / "data.json"
    path.write_text(json.dumps(content), "utf-8")
    with pytest.raises(DataError) as caught:
        read(path)
    message = str(caught.value)
    assert message.startswith(f"{path}{where}: {what}")
    assert "; expected " in message
    assert message.endswith(UNALTERED)


@pytest.mark.parametrize("name", READERS)
def test_the_files_without_the_faults_are_read(tmp_path: Path, name) -> None:
    read, sound = READERS[name]
    (tmp_path / "data.json").write_text(json.dumps(sound), "utf-8")
    assert read(tmp_path / "data.json")


@pytest.mark.parametrize(
    ("message", "where", "what"),
    [
        ({"role": "bot", "content": "x"}, ", context 'c1', message 6", "the key 'role' holds 'bot', not one of user"),
        ({"role": "user", "content": 7}, ", context 'c1', message 6", "the key 'content' holds 7, which is not of"),
        (7, ", context 'c1'", "this is a int, not an object"),
    ],
)
def test_a_fault_of_a_context_is_named_by_its_message(tmp_path: Path, message, where, what) -> None:
    """Messages of a context are counted from 0, as the questions' indices count them."""
    contexts = tmp_path / "shared_contexts_32k.jsonl"
    contexts.write_text(json.dumps({"c1": [*CONTEXTS["c1"], message]}), "utf-8")
    (tmp_path / "questions_32k.csv").write_text(as_table(QUESTIONS), "utf-8")
    with pytest.raises(DataError) as caught:
        personamem.read(tmp_path / "questions_32k.csv")
    assert str(caught.value).startswith(f"{contexts}{where}: {what}")
    assert str(caught.value).endswith(UNALTERED)


def test_a_fault_of_a_table_is_named_by_its_line(tmp_path: Path) -> None:
    """The head is line 1, so a row behind two others is line 4."""
    (tmp_path / "shared_contexts_32k.jsonl").write_text(json.dumps(CONTEXTS), "utf-8")
    table = tmp_path / "questions_32k.csv"
    table.write_text(as_table(QUESTIONS) + "a,b\n", "utf-8")
    with pytest.raises(DataError) as caught:
        personamem.read(table)
    assert str(caught.value).startswith(f"{table}, line 4: the row has another number of columns than the head; ")


@pytest.mark.parametrize(
    ("row", "place", "what"),
    [
        ("0,q,kind,Why?,(a),{o},c1,4,music", "", ""),
        ("0,q,kind,Why?,(a),{o},c1,4", "", ""),  # the last column is none of those that a table must have
        ("0,q,kind,Why?,(a),{o},c1", ", line 2", "the row has another number of columns than the head"),
        ("0,q,kind,Why?,(a),{o},c1,4,music,more", ", line 2", "the row has another number of columns than the head"),
        ('0,q,kind,"Why\nnot?",(a),{o},c1', ", line 3", "the row has another number of columns than the head"),
        ("", "", "the table has no rows"),
    ],
)
def test_a_row_has_all_columns_that_a_table_must_have(tmp_path: Path, row, place, what) -> None:
    """The head is line 1; a row ends in the line that is named."""
    (tmp_path / "shared_contexts_32k.jsonl").write_text(json.dumps(CONTEXTS), "utf-8")
    table = tmp_path / "questions_32k.csv"
    options = "\"['(a) Play.', '(b) Rest.']\""
    table.write_text(f"{','.join(personamem.COLUMNS)},topic\n{row.replace('{o}', options)}\n", "utf-8")
    if not what:
        (scenario,) = personamem.read(table)
        assert [(one.question.split()[0], one.gold) for one in scenario.probes] == [("Why?", "A")]
        (kept,) = json.loads(scenario.marks[personamem.QUESTIONS])
        assert kept == {"persona_id": "0", "question_id": "q", "topic": "music" if row.endswith("music") else ""}
        return
    with pytest.raises(DataError) as caught:
        personamem.read(table)
    assert str(caught.value).startswith(f"{table}{place}: {what}; ")
