"""Defects of LoCoMo, RealMem and LongMemEval files are found at their places, and repaired where one repair is right.

The small files below have one entry for each rule; the counts of the public files were taken by a script of their own.
"""

from __future__ import annotations

import json
from collections import Counter
from copy import deepcopy

import pytest

from regulars.datasets.defects.defect import (
    REMOVE,
    Defect,
    DefectClass,
    Edit,
    EntryOrder,
    control_characters,
    repaired,
)
from regulars.datasets.defects.locomo_defects import locomo_defects
from regulars.datasets.defects.longmemeval_defects import longmemeval_defects
from regulars.datasets.defects.realmem_defects import realmem_defects
from regulars.datasets.defects.repair_files import find_foreign
from regulars.datasets.validate import validate
from regulars.errors import DataError


def listed(defects):
    return [(str(one.kind), one.problem.where) for one in defects]


def counted(defects):
    return Counter(str(one.kind) for one in defects)


# ---------------------------------------------------------------------- edits


def test_entries_are_removed_last_first_and_the_original_stays():
    content = {"list": ["a", "b", "c"], "name": "x"}
    edits = (Edit(("list", 0), REMOVE), Edit(("list", 2), REMOVE), Edit(("name",), "y"))
    copy, changes = repaired(content, [Defect(DefectClass.EMPTY, (), "", edits)])
    assert copy == {"list": ["b"], "name": "y"}
    assert content == {"list": ["a", "b", "c"], "name": "x"}
    assert [change.to_json() for change in changes] == [
        {"class": "session-empty", "place": ".name", "old": "x", "new": "y"},
        {"class": "session-empty", "place": ".list[2]", "old": "c"},
        {"class": "session-empty", "place": ".list[0]", "old": "a"},
    ]


def test_an_order_leaves_entries_out_and_an_added_field_has_no_old_value():
    edits = (Edit(("list",), EntryOrder((2, 0))), Edit(("more",), 1))
    copy, changes = repaired({"list": ["a", "b", "c"]}, [Defect(DefectClass.TIME_BACKWARDS, (), "", edits)])
    assert copy == {"list": ["c", "a"], "more": 1}
    assert [change.to_json() for change in changes] == [
        {"class": "time-backwards", "place": ".list", "order": [2, 0]},
        {"class": "time-backwards", "place": ".more", "new": 1},
    ]


@pytest.mark.parametrize(
    ("name", "cleaned"), [("Ida\x07", "Ida"), ("I\u200eda", "Ida"), ("\x00", None), ("Zoë O'Hara", "")]
)
def test_control_characters_of_names(name, cleaned):
    """None stands for a name that nothing would be left of, an empty text for a sound name."""
    found = list(control_characters(name, ("name",), "name"))
    assert [edit.new for one in found for edit in one.edits] == ([cleaned] if cleaned else [])
    assert bool(found) == (cleaned != "")


# ---------------------------------------------------------------------- LoCoMo


def locomo(**question):
    asked = {"question": "What did Ines repot?", "answer": "a lemon", "category": 4, "evidence": ["D1:2"], **question}
    lines = [("Ines", "D1:1", "Hello."), ("Ines", "D1:2", "I repotted the lemon."), ("Oleg", "D2:1", "I hate figs.")]
    said = [{"speaker": name, "dia_id": id, "text": text} for name, id, text in lines]
    told = {
        "speaker_a": "Ines", "speaker_b": "Oleg",
        "session_1_date_time": "9:05 am on 3 March, 2024", "session_1": said[:2],
        "session_2_date_time": "9:05 am on 4 March, 2024", "session_2": said[2:],
    }  # fmt: skip
    return [{"sample_id": "talk", "conversation": told, "qa": [asked]}]


@pytest.mark.parametrize(
    ("evidence", "kinds", "read"),
    [
        (["D1:2"], [], ["D1:2"]),
        (["D1:1; D1:2"], ["malformed-id"], ["D1:1", "D1:2"]),
        (["D:1:2"], ["malformed-id"], ["D1:2"]),
        (["D1:2", "D"], ["malformed-id"], ["D1:2"]),
        (["D1:02"], ["evidence-unknown"], ["D1:2"]),
        (["D1:2", "D7:1"], ["evidence-unknown"], ["D1:2"]),
        (["D7:1"], ["evidence-unknown"], ["D7:1"]),
        (["D1:2", "D1:2"], ["evidence-repeated"], ["D1:2"]),
        ([], ["no-target"], []),
        (["D2:1"], ["gold-unsupported"], ["D2:1"]),
    ],
)
def test_evidence_of_locomo(evidence, kinds, read):
    """Evidence of which nothing is left stays as it is: the question then has evidence that cannot be recalled."""
    content = locomo(evidence=evidence)
    found = list(locomo_defects(content))
    assert list(counted(found).elements()) == kinds
    copy, _ = repaired(content, found)
    assert copy[0]["qa"][0]["evidence"] == read


def test_answers_of_locomo():
    assert (
        listed(locomo_defects(locomo(answer=None)))
        == [("no-gold", "[0].qa[0]")] * 1 + [("gold-unsupported", "[0].qa[0].evidence")] * 0
    )
    assert listed(locomo_defects(locomo(answer=None, category=5))) == []
    assert listed(locomo_defects(locomo(answer="figs", category=1))) == []  # may have to be inferred


def test_sessions_of_locomo():
    content = locomo()
    told = content[0]["conversation"]
    told["session_2_date_time"] = "9:04 am on 3 March, 2024"
    told["session_3_date_time"] = "9:05 am on 5 March, 2024"
    told["session_1"][0]["dia_id"] = "D1:2"
    told["speaker_b"] = "Oleg\n"
    found = list(locomo_defects([*content, deepcopy(content[0])]))
    where = ".conversation"
    expected = [
        ("duplicate-id", "[1].sample_id"),
        ("control-character", f"[0]{where}.speaker_b"),
        ("session-empty", f"[0]{where}.session_3_date_time"),
        ("duplicate-id", f"[0]{where}.session_1[1].dia_id"),
        ("time-backwards", f"[0]{where}.session_2_date_time"),
    ]
    assert listed(found)[: len(expected)] == expected


# ---------------------------------------------------------------------- RealMem


def point(index, source, copied, role="User", kind="Dynamic", session="0000000a"):
    return {
        "index": index, "type": kind, "content": f"about {index}", "source_turn": source,
        "source_content_snapshot": copied, "source_role_snapshot": role, "session_uuid": session,
    }  # fmt: skip


def line(speaker, content, **more):
    return {"speaker": speaker, "content": content, "is_query": False, "query_id": None, **more}


def asked(id="Q-0001", **more):
    return line("User", f"question {id}", **{"is_query": True, "query_id": id, "topic": "t", "category_name": "c",
                                             "session_type": "s", **more})  # fmt: skip


def reply(*uuids, used=()):
    memories = [{"session_uuid": uuid, "content": content} for uuid, content in used]
    return line("Assistant", "answer", memory_session_uuids=list(uuids), memory_used=memories)


def session(number, day, turns, points=()):
    uuid = f"0000000{'abcdef'[number]}"
    return {"session_uuid": uuid, "session_identifier": f"T:{number}", "current_time": f"2025-12-{day:02} (Wednesday)",
            "dialogue_turns": list(turns), "extracted_memory": list(points)}  # fmt: skip


def realmem(*sessions):
    return {"_metadata": {"person_name": "Ida"}, "dialogues": list(sessions)}


HELLO = (line("User", "hello"), line("Assistant", "hi"))


def test_a_sound_file_of_realmem_has_no_defect():
    points = [point("A", 1, "hello"), point("B", 2, "hi", "Assistant"), point("S", -1, "", "", "Schedule")]
    answer = reply("0000000a", used=[("0000000a", "about A")])
    content = realmem(session(0, 1, HELLO, points), session(1, 1, [asked(), answer]))
    assert listed(realmem_defects(content)) == []


@pytest.mark.parametrize(
    ("wrong", "kinds", "repair"),
    [
        (point("A", 0, "hi", "Assistant"), ["source-range"], {"source_turn": 2}),
        (point("A", 3, "hi"), ["source-range"], {"source_turn": 2, "source_role_snapshot": "Assistant"}),
        (point("A", 3, "bye"), ["source-range"], {}),
        (point("A", "1", "hello"), ["source-range"], {"source_turn": 1}),
        (point("A", 1, "hi"), ["snapshot-differs"], {"source_turn": 2, "source_role_snapshot": "Assistant"}),
        (point("A", 1, "bye"), ["snapshot-differs"], {"source_content_snapshot": "hello"}),
        (point("A", 1, "hello", "Assistant"), ["snapshot-differs"], {"source_role_snapshot": "User"}),
        (point("A", 1, "", kind="Schedule"), ["source-range"], {"source_turn": -1}),
        (point("A", 1, "hello", session="0000000b"), ["evidence-unknown"], {"session_uuid": "0000000a"}),
        (point("B", 2, "hi", "Assistant"), ["duplicate-id"], {"index": "B~2"}),
    ],
)
def test_memory_points_of_realmem(wrong, kinds, repair):
    content = realmem(session(0, 1, HELLO, [point("B", 1, "hello"), wrong]))
    found = list(realmem_defects(content))
    assert list(counted(found).elements()) == kinds
    copy, _ = repaired(content, found)
    assert copy["dialogues"][0]["extracted_memory"][1] == {**wrong, **repair}
    left = counted(realmem_defects(copy))
    assert left == ({} if repair else {"source-range": 1})


def test_dates_of_realmem_take_over_the_latest_date_ahead():
    """The days 5, 3, 4, 6: the second and the third lie before the fifth."""
    content = realmem(*(session(number, day, HELLO) for number, day in enumerate((5, 3, 4, 6))))
    found = list(realmem_defects(content))
    assert listed(found) == [
        ("time-backwards", ".dialogues[1].current_time"),
        ("time-backwards", ".dialogues[2].current_time"),
    ]
    copy, _ = repaired(content, found)
    assert [one["current_time"][:10] for one in copy["dialogues"]] == [
        "2025-12-05", "2025-12-05", "2025-12-05", "2025-12-06",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("answer", "kinds", "left"),
    [
        (reply("0000000a", "0000000b"), ["evidence-later"], ["0000000a"]),  # its own session
        (reply("0000000c", "0000000a"), ["evidence-later"], ["0000000a"]),  # a later one
        (reply("0000000c"), ["evidence-later"], ["0000000c"]),  # nothing would be left
        (reply("0000000a", "ffffffff"), ["evidence-unknown"], ["0000000a"]),
        (reply("0000000a", "0000000a"), ["evidence-repeated"], ["0000000a"]),
        (reply("0000000a", used=[("0000000a", "about B")]), ["gold-unsupported"], ["0000000a"]),
        (reply(), ["no-target"], []),
    ],
)
def test_citations_of_realmem(answer, kinds, left):
    first = session(0, 1, HELLO, [point("A", 1, "hello")])
    content = realmem(first, session(1, 1, [asked(), answer]), session(2, 1, HELLO))
    found = list(realmem_defects(content))
    assert list(counted(found).elements()) == kinds
    copy, _ = repaired(content, found)
    assert copy["dialogues"][1]["dialogue_turns"][1]["memory_session_uuids"] == left


def test_a_removed_citation_takes_its_memories_with_it():
    first = session(0, 1, HELLO, [point("A", 1, "hello")])
    second = session(1, 1, [asked(), reply("0000000a", "0000000b", used=[("0000000b", "about C")])],
                     [point("C", 1, "question Q-0001", session="0000000b")])  # fmt: skip
    copy, _ = repaired(realmem(first, second), realmem_defects(realmem(first, second)))
    assert copy["dialogues"][1]["dialogue_turns"][1] == reply("0000000a")


@pytest.mark.parametrize("used", ["missing", None, []])
@pytest.mark.parametrize(
    ("cited", "kinds"),
    [
        (["0000000a"], []),
        (["0000000a", "ffffffff"], ["evidence-unknown"]),
        ("missing", ["no-target"]),
        (None, ["no-target"]),
        ([], ["no-target"]),
    ],
)
def test_a_reply_of_realmem_may_lack_memories_and_citations(used, cited, kinds):
    fields = {"memory_used": used, "memory_session_uuids": cited}
    answer = line("Assistant", "answer", **{name: value for name, value in fields.items() if value != "missing"})
    content = realmem(session(0, 1, HELLO), session(1, 1, [asked(), answer]))
    assert list(counted(realmem_defects(content)).elements()) == kinds


@pytest.mark.parametrize("before", [[], [HELLO[0]]])
def test_a_question_of_realmem_without_a_reply_has_no_target(before):
    content = realmem(session(0, 1, HELLO), session(1, 1, [*before, asked()]))
    assert listed(realmem_defects(content)) == [("no-target", ".dialogues[1].dialogue_turns")]


def test_a_repeated_citation_leaves_its_memories():
    first = session(0, 1, HELLO, [point("A", 1, "hello")])
    memories = [("0000000a", first["extracted_memory"][0]["content"])]
    content = realmem(first, session(1, 1, [asked(), reply("0000000a", "0000000a", used=memories)]))
    copy, _ = repaired(content, realmem_defects(content))
    assert copy["dialogues"][1]["dialogue_turns"][1] == reply("0000000a", used=memories)


def test_a_removed_citation_leaves_other_memories_and_those_without_a_session():
    """The reply cites a, c (a later session) and d (none); its third memory names no session."""
    used = [("0000000c", "about C"), ("0000000a", "hello there"), (None, "loose"), ("0000000d", "gone")]
    first = session(0, 1, HELLO, [point("A", 1, "hello")])
    first["extracted_memory"][0]["content"] = "hello there"
    third = session(2, 1, HELLO, [point("C", 1, "hello", session="0000000c")])
    third["extracted_memory"][0]["content"] = "about C"
    answer = reply("0000000a", "0000000c", "0000000d", used=used)
    content = realmem(first, session(1, 1, [asked(), answer]), third)
    found = list(realmem_defects(content))
    there = ".dialogues[1].dialogue_turns[1].memory_session_uuids"
    assert listed(found) == [("evidence-later", f"{there}[1]"), ("evidence-unknown", f"{there}[2]")]
    assert [one.message for one in found] == [
        "the question Q-0001 cites 0000000c, a later session",
        "the question Q-0001 cites '0000000d', which is no session",
    ]
    copy, _ = repaired(content, found)
    left = copy["dialogues"][1]["dialogue_turns"][1]
    assert left == reply("0000000a", used=[("0000000a", "hello there"), (None, "loose")])


def test_fields_and_ids_of_realmem():
    broken = asked("Q1")
    del broken["topic"]
    nameless = line("User", "hm")
    del nameless["is_query"]
    first = {**session(0, 1, [asked(), reply("0000000a")]), "session_uuid": "XYZ"}
    content = realmem(first, session(0, 1, [broken, reply("XYZ")]), session(0, 1, [asked(), reply("XYZ"), nameless]))
    found = listed(realmem_defects(content))
    assert ("malformed-id", ".dialogues[0].session_uuid") in found
    assert ("duplicate-id", ".dialogues[2].session_uuid") in found
    assert ("malformed-id", ".dialogues[1].dialogue_turns[0].query_id") in found
    assert ("field-missing", ".dialogues[1].dialogue_turns[0]") in found
    assert ("duplicate-id", ".dialogues[2].dialogue_turns[0].query_id") in found
    assert ("field-missing", ".dialogues[2].dialogue_turns[2]") in found


# ---------------------------------------------------------------------- LongMemEval


def longmemeval(days, *, texts=None, cited=("s0",), question_day=28, **more):
    names = [f"s{number}" for number in range(len(days))]
    said = texts or [f"I have {name}." for name in names]
    return [{
        "question_id": "q1", "question_type": "single-session-user", "question": "What do I have?", "answer": "s0",
        "question_date": f"2023/05/{question_day} (Tue) 23:40", "haystack_session_ids": names,
        "haystack_dates": [f"2023/05/{day:02} (Tue) 09:00" for day in days],
        "haystack_sessions": [[{"role": "user", "content": text}] for text in said],
        "answer_session_ids": list(cited), **more,
    }]  # fmt: skip


@pytest.mark.parametrize(
    ("content", "kinds"),
    [
        (longmemeval([1, 2]), []),
        (longmemeval([1, 2], cited=["s0", "s9"]), ["evidence-unknown"]),
        (longmemeval([1, 2], cited=["s0", "s0"]), ["evidence-repeated"]),
        (longmemeval([1, 2], cited=[]), ["no-target"]),
        (longmemeval([1, 2], cited=[], question_id="q_abs"), []),
        (longmemeval([12, 13], question_day=11), ["evidence-later"]),
        (longmemeval([1, 2], answer=None), ["no-gold"]),
        (longmemeval([1, 2], answer="a palm"), ["gold-unsupported"]),
        (longmemeval([1, 2], answer="a palm", question_type="multi-session"), []),
        (longmemeval([1, 2], question_type="other"), ["field-type"]),
        (longmemeval([1, 40]), ["field-type"]),
        (longmemeval([1, 2], haystack_dates=[]), ["field-type"]),
        (longmemeval([1, 2], haystack_session_ids=["s0", "s0"]), ["duplicate-id"]),
        (longmemeval([1]) * 2, ["duplicate-id"]),
    ],
)
def test_questions_of_longmemeval(content, kinds):
    assert list(counted(longmemeval_defects(content)).elements()) == kinds


def test_a_history_loses_repeated_fillers_and_is_sorted_by_date():
    """The days 3, 1, 2, of which the last session repeats the first: the second and then the first one remain."""
    content = longmemeval([3, 1, 2], texts=["I have s0.", "More.", "I have s0."])
    found = list(longmemeval_defects(content))
    assert counted(found) == {"duplicate-filler": 1, "time-backwards": 2}
    copy, _ = repaired(content, found)
    assert copy[0]["haystack_session_ids"] == ["s1", "s0"]
    assert [session[0]["content"] for session in copy[0]["haystack_sessions"]] == ["More.", "I have s0."]
    assert copy[0]["haystack_dates"] == ["2023/05/01 (Tue) 09:00", "2023/05/03 (Tue) 09:00"]
    assert listed(longmemeval_defects(copy)) == []


# ---------------------------------------------------------------------- files


def test_a_file_without_a_reader_is_checked_by_its_keys(tmp_path):
    path = tmp_path / "ida.json"
    path.write_text(json.dumps(realmem(session(0, 1, HELLO, [point("A", 0, "hello")]))), "utf-8")
    foreign = find_foreign(path)
    assert foreign is not None
    assert foreign.format == "realmem"
    assert [problem.code for problem in validate(path).problems] == ["source-range"]


def test_an_entry_that_does_not_fit_the_format_is_an_error_with_its_place(tmp_path):
    path = tmp_path / "ida.json"
    content = realmem(session(0, 1, HELLO), {"session_uuid": "0000000b"})
    path.write_text(json.dumps(content), "utf-8")
    foreign = find_foreign(path)
    assert foreign is not None
    with pytest.raises(DataError, match=r"an entry does not fit the format realmem \(KeyError: 'current_time'\)"):
        foreign.defects()


@pytest.mark.parametrize("text", ["[]", "{}", "[1]", "nonsense", "", '{"dialogues": []}', '[{"qa": []}]'])
def test_other_files_are_none_of_these_formats(tmp_path, text):
    path = tmp_path / "other.json"
    path.write_text(text, "utf-8")
    assert find_foreign(path) is None


# ---------------------------------------------------------------------- public files


def found_in(path):
    foreign = find_foreign(path)
    assert foreign is not None
    return counted(foreign.defects())


def test_the_stated_defects_of_locomo_are_found(locomo_path):
    """FORMATS: 4 questions without evidence and 6 malformed ids; 16 dates have no session."""
    found = found_in(locomo_path)
    named = {
        kind: found[kind] for kind in ("no-target", "malformed-id", "evidence-unknown", "session-empty", "no-gold")
    }
    assert named == {"no-target": 4, "malformed-id": 6, "evidence-unknown": 3, "session-empty": 16, "no-gold": 0}
    assert found["evidence-repeated"] == 1


@pytest.mark.parametrize(
    ("person", "expected"),
    [
        ("Ethan_Hunt", {"duplicate-id": 66, "source-range": 67, "snapshot-differs": 54}),
        (
            "Lin_Wanyu",
            {"duplicate-id": 45, "source-range": 45, "snapshot-differs": 18, "field-missing": 2, "field-type": 1,
             "no-target": 1},
        ),
        (
            "Sarah_Miller",
            {"duplicate-id": 77, "source-range": 72, "snapshot-differs": 7, "time-backwards": 7, "evidence-later": 2},
        ),
    ],
)  # fmt: skip
def test_the_stated_defects_of_realmem_are_found(shared_data, person, expected):
    path = shared_data / "realmem" / f"{person}_dialogues_256k.json"
    if not path.is_file():
        pytest.skip(f"needs RealMem, which is not at {path}")
    assert found_in(path) == expected


def test_the_defects_of_longmemeval_are_found(shared_data):
    path = shared_data / "longmemeval" / "oracle_sample.json"
    if not path.is_file():
        pytest.skip(f"needs LongMemEval, which is not at {path}")
    assert found_in(path) == {"time-backwards": 8, "evidence-later": 14}
