"""Each defect of a public file, with its place and its words, as `regulars validate` lists it.

Faults stand in the second of two entries wherever there are two. `test_defects_of_public_files` has the repairs.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from test_defects_of_public_files import HELLO, asked, line, locomo, longmemeval, point, realmem, reply, session

from regulars.datasets import Recording
from regulars.datasets.defects.locomo_defects import is_locomo, locomo_defects
from regulars.datasets.defects.longmemeval_defects import is_longmemeval, longmemeval_defects
from regulars.datasets.defects.realmem_defects import is_realmem, realmem_defects
from regulars.datasets.defects.scenario_defects import scenario_defects
from regulars.datasets.defects.support import is_supported


def said(defects):
    return [(str(one.kind), one.problem.where, one.message) for one in defects]


# ---------------------------------------------------------------------- LoCoMo

CITED = "[0].qa[0].evidence"


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ({"answer": None}, [("no-gold", "[0].qa[0]", "the question has no answer")]),
        ({"evidence": []}, [("no-target", CITED, "the question names no evidence")]),
        (
            {"evidence": ["D1:2", "D1:1; D1:2"]},
            [("malformed-id", f"{CITED}[1]", "'D1:1; D1:2' is no id of a turn; read as D1:1, D1:2")],
        ),
        ({"evidence": ["D1:2", "D"]}, [("malformed-id", f"{CITED}[1]", "'D' is no id of a turn; names no turn")]),
        (
            {"evidence": ["D1:1", "D1:02"]},
            [("evidence-unknown", f"{CITED}[1]", "'D1:02' is no turn; read as D1:2")],
        ),
        (
            {"evidence": ["D1:2", "D7:1, D8:2"]},
            [
                ("malformed-id", f"{CITED}[1]", "'D7:1, D8:2' is no id of a turn; read as D7:1, D8:2"),
                ("evidence-unknown", f"{CITED}[1]", "D7:1, D8:2 is no turn of the conversation"),
            ],
        ),
        ({"evidence": ["D1:2", "D1:2"]}, [("evidence-repeated", f"{CITED}[1]", "D1:2 is named twice")]),
        (
            {"evidence": ["D1:1", "D2:1"], "answer": 42},
            [("gold-unsupported", CITED, "no word of the answer '42' stands in D1:1, D2:1")],
        ),
    ],
)
def test_questions_of_locomo(question, expected):
    assert said(locomo_defects(locomo(**question))) == expected


def test_conversations_of_locomo():
    content = locomo()
    told = content[0]["conversation"]
    told["session_2_date_time"] = "9:04 am on 3 March, 2024"
    told["session_3_date_time"], told["session_3"] = (
        "9:05 am on 3 March, 2024",
        [{"speaker": "Ines", "dia_id": id, "text": "So."} for id in ("D3:1", "D3:2", "D3:1")],
    )
    told["session_4"] = []
    told["speaker_b"] = "Ole\x07g"
    assert said(locomo_defects([*content, *locomo()])) == [
        ("duplicate-id", "[1].sample_id", "a second conversation has the sample_id 'talk'"),
        ("control-character", "[0].conversation.speaker_b", r"the name 'Ole\x07g' has the character '\x07'"),
        ("session-empty", "[0].conversation.session_4", "session 4 has no turns"),
        # The third session is as late as the first one, so that the second alone runs backwards.
        (
            "time-backwards", "[0].conversation.session_2_date_time",
            "session 2 is dated '9:04 am on 3 March, 2024', before a session ahead of it",
        ),
        ("duplicate-id", "[0].conversation.session_3[2].dia_id", "'D3:1' is the id of an earlier turn"),
    ]  # fmt: skip


def test_the_words_of_a_picture_and_the_speaker_support_an_answer():
    content = locomo(answer="a bare twig")
    content[0]["conversation"]["session_1"][1]["blip_caption"] = "one twig in a cup"
    assert said(locomo_defects(content)) == []
    assert said(locomo_defects(locomo(answer="Ines"))) == []  # she speaks in the cited turn
    assert said(locomo_defects(locomo(answer="Oleg"))) == [
        ("gold-unsupported", CITED, "no word of the answer 'Oleg' stands in D1:2")
    ]


@pytest.mark.parametrize(
    ("gold", "evidence", "supported"),
    [
        ("two lemons", "I repotted the lemon.", True),
        ("a palm or a lemon", "Lemons!", True),  # one word is enough
        ("a palm", "I repotted the lemon.", False),
        ("the", "I repotted the lemon.", True),  # no content word, so nothing can be missing
        ("", "", True),
        ("palm", "", False),
    ],
)
def test_an_answer_is_supported_by_one_content_word(gold, evidence, supported):
    assert is_supported(gold, evidence) is supported


# ---------------------------------------------------------------------- RealMem

SECOND = ".dialogues[1]"
TWO_TURNS = "the session has turns 1 to 2"


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        (point("A", 3, "hello"), ("source-range", "source_turn", "the source turn is 3; the session has turns 1 to 2")),
        *(
            (point("A", bad, "hello"), ("source-range", "source_turn", f"the source turn is {bad!r}; {TWO_TURNS}"))
            for bad in ("1", True, 0, None)
        ),
        (
            point("A", 2, "hello", kind="Schedule"),
            ("source-range", "source_turn", "a Schedule point names source turn 2; expected -1"),
        ),
        (point("A", 2, "bye"), ("snapshot-differs", "source_content_snapshot", "the copy of turn 2 is not its text")),
        (
            point("A", 2, "hi", "User"),
            ("snapshot-differs", "source_role_snapshot", "turn 2 is spoken by Assistant, and the copy says User"),
        ),
        (
            point("A", 1, "hello", session="0000000b"),
            ("evidence-unknown", "session_uuid", "the point names session '0000000b', and stands in 0000000a"),
        ),
        (point("B", 1, "hello"), ("duplicate-id", "index", "an earlier memory point has the id 'B'")),
        (point("A\x07", 1, "hello"), ("control-character", "index", r"the id 'A\x07' has the character '\x07'")),
        (point("A", 1, "hello") | {"content": {}}, ("field-type", "content", "the content is a dict, not a text")),
    ],
)  # fmt: skip
def test_memory_points_of_realmem(wrong, expected):
    kind, field, message = expected
    content = realmem(session(0, 1, HELLO, [point("B", 2, "hi", "Assistant"), wrong]))
    where = f".dialogues[0].extracted_memory[1].{field}"
    assert said(realmem_defects(content)) == [(kind, where, message)]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (reply(), ("no-target", "", "the question Q-0007 cites no session")),
        (
            reply("0000000a", "0000000b"),
            ("evidence-later", "[1].memory_session_uuids[1]", "the question Q-0007 cites 0000000b, its own session"),
        ),
        (
            reply("0000000a", "0000000c"),
            ("evidence-later", "[1].memory_session_uuids[1]", "the question Q-0007 cites 0000000c, a later session"),
        ),
        (
            reply("0000000a", "f"),
            ("evidence-unknown", "[1].memory_session_uuids[1]", "the question Q-0007 cites 'f', which is no session"),
        ),
        (
            reply("0000000a", "0000000a"),
            ("evidence-repeated", "[1].memory_session_uuids[1]", "the question Q-0007 cites 0000000a twice"),
        ),
        (
            reply("0000000a", used=[("0000000a", "about A"), ("0000000a", "about B")]),
            (
                "gold-unsupported", "[1].memory_used[1]",
                "the memory that the question Q-0007 needs was not extracted from session 0000000a",
            ),
        ),
    ],
)  # fmt: skip
def test_citations_of_realmem(answer, expected):
    kind, place, message = expected
    first = session(0, 1, HELLO, [point("A", 1, "hello")])
    content = realmem(first, session(1, 1, [asked("Q-0007"), answer]), session(2, 1, HELLO))
    assert said(realmem_defects(content)) == [(kind, f"{SECOND}.dialogue_turns{place}", message)]


def test_sessions_and_queries_of_realmem():
    lacking = asked("Q-001")
    del lacking["topic"], lacking["session_type"]
    nameless = line("User", "hm")
    del nameless["is_query"]
    second = {**session(1, 4, [lacking, reply("0000000a"), nameless]), "session_uuid": "0000000B"}
    third = {**session(2, 5, []), "session_identifier": "T:0", "current_time": "2025-12-05"}
    fourth = {**session(0, 2, [asked("Q-001"), reply("0000000B")])}
    content = realmem(session(0, 3, HELLO), second, third, fourth)
    content["_metadata"]["person_name"] = "I\x07da"
    assert said(realmem_defects(content)) == [
        ("control-character", "._metadata.person_name", r"the name 'I\x07da' has the character '\x07'"),
        ("duplicate-id", ".dialogues[3].session_uuid", "an earlier session has the session_uuid '0000000a'"),
        ("duplicate-id", ".dialogues[2].session_identifier", "an earlier session has the session_identifier 'T:0'"),
        ("duplicate-id", ".dialogues[3].session_identifier", "an earlier session has the session_identifier 'T:0'"),
        ("malformed-id", f"{SECOND}.session_uuid", "'0000000B' is not eight hexadecimal digits"),
        (
            "field-type", ".dialogues[2].current_time",
            "'2025-12-05' is no date such as '2025-12-24 (Wednesday)'",
        ),
        ("session-empty", ".dialogues[2]", "the session has no turns"),
        (
            "time-backwards", ".dialogues[3].current_time",
            "2025-12-02 (Wednesday) lies before 2025-12-05, the date of a session ahead",
        ),
        ("malformed-id", f"{SECOND}.dialogue_turns[0].query_id", "'Q-001' is no id such as 'Q-0002'"),
        ("field-missing", f"{SECOND}.dialogue_turns[0]", "the question Q-001 has no field topic, session_type"),
        ("field-missing", f"{SECOND}.dialogue_turns[2]", "the turn has no field is_query"),
        ("malformed-id", ".dialogues[3].dialogue_turns[0].query_id", "'Q-001' is no id such as 'Q-0002'"),
        ("duplicate-id", ".dialogues[3].dialogue_turns[0].query_id", "an earlier question has the id 'Q-001'"),
    ]  # fmt: skip


@pytest.mark.parametrize("written", ["2025-13-01 (Monday)", "2025-02-30 (Monday)", "2025-12-05 Monday", "soon"])
def test_a_day_that_no_calendar_has_is_no_date(written):
    content = realmem({**session(0, 1, HELLO), "current_time": written})
    message = f"{written!r} is no date such as '2025-12-24 (Wednesday)'"
    assert said(realmem_defects(content)) == [("field-type", ".dialogues[0].current_time", message)]


# ---------------------------------------------------------------------- LongMemEval


@pytest.mark.parametrize(
    ("fields", "kind", "place", "message"),
    [
        (
            {"question_type": "other"}, "field-type", ".question_type",
            "the question q1 has the type 'other'; expected single-session-user or single-session-assistant or "
            "single-session-preference or multi-session or temporal-reasoning or knowledge-update",
        ),
        ({"answer": ""}, "no-gold", ".answer", "the question q1 has no answer"),
        (
            {"haystack_dates": ["2023/05/01 (Tue) 09:00"]}, "field-type", "",
            "the lists of question q1 have different lengths: haystack_session_ids 2, haystack_dates 1, "
            "haystack_sessions 2",
        ),
        (
            {"haystack_dates": ["2023/05/01 (Tue) 09:00", "2023/05/32 (Tue) 09:00"]}, "field-type",
            ".haystack_dates[1]", "'2023/05/32 (Tue) 09:00' is no date such as '2023/05/30 (Tue) 23:40'",
        ),
        ({"question_date": None}, "field-type", ".question_date", "None is no date such as '2023/05/30 (Tue) 23:40'"),
        (
            {"haystack_session_ids": ["s0", "s0"]}, "duplicate-id", ".haystack_session_ids[1]",
            "an earlier session has the id 's0'",
        ),
        (
            {"haystack_sessions": [[{"role": "user", "content": "I have s0."}], []]}, "session-empty",
            ".haystack_sessions[1]", "session 's1' has no turns",
        ),
        (
            {"haystack_sessions": [[{"role": "user", "content": "s0"}]] * 2}, "duplicate-filler",
            ".haystack_sessions[1]", "session 's1' stands in the history already",
        ),
        (
            {"haystack_dates": ["2023/05/02 (Tue) 09:00", "2023/05/01 (Tue) 09:00"]}, "time-backwards",
            ".haystack_dates[1]", "2023/05/01 (Tue) 09:00 lies before the date of a session ahead",
        ),
        ({"answer_session_ids": []}, "no-target", ".answer_session_ids", "the question q1 cites no session"),
        (
            {"answer_session_ids": ["s0", "s9"]}, "evidence-unknown", ".answer_session_ids[1]",
            "the question q1 cites 's9', which is no session of its history",
        ),
        (
            {"answer_session_ids": ["s0", "s1"], "question_date": "2023/05/01 (Tue) 09:00"}, "evidence-later",
            ".answer_session_ids[1]", "the question q1 is asked on 2023/05/01 (Tue) 09:00, before its evidence 's1'",
        ),
        (
            {"answer_session_ids": ["s0", "s0"]}, "evidence-repeated", ".answer_session_ids[1]",
            "the question q1 cites 's0' twice",
        ),
        (
            {"answer": 7}, "gold-unsupported", ".answer",
            "no word of the answer '7' stands in the evidence of question q1",
        ),
    ],
)  # fmt: skip
def test_questions_of_longmemeval(fields, kind, place, message):
    (sound,) = longmemeval([1, 2], question_id="q0")
    assert said(longmemeval_defects([sound, *longmemeval([1, 2], **fields)])) == [(kind, f"[1]{place}", message)]


def test_ids_of_longmemeval():
    content = longmemeval([1], question_id="q\x07") + longmemeval([1]) * 2
    assert said(longmemeval_defects(content)) == [
        ("duplicate-id", "[2].question_id", "an earlier question has the id q1"),
        ("control-character", "[0].question_id", r"the id 'q\x07' has the character '\x07'"),
    ]


def test_a_session_of_other_roles_or_words_repeats_none():
    texts = [("user", "So."), ("assistant", "So."), ("user", "so.")]
    (one,) = longmemeval([1, 2, 3], question_type="multi-session")
    one["haystack_sessions"] = [[{"role": role, "content": text}] for role, text in texts]
    assert said(longmemeval_defects([one])) == []


def test_an_unanswerable_question_needs_no_answer_and_no_evidence():
    for fields in ({"answer": None}, {"answer": "a palm"}, {"answer_session_ids": []}):
        assert said(longmemeval_defects(longmemeval([1, 2], question_id="q_abs", **fields))) == []


# ---------------------------------------------------------------------- formats and scenarios

TALK, PERSON, QUESTION = locomo()[0], realmem(session(0, 1, HELLO)), longmemeval([1])[0]


@pytest.mark.parametrize("content", [[], {}, [1], "x", None, [[]]])
def test_other_content_is_of_no_format(content):
    assert [fits(content) for fits in (is_locomo, is_realmem, is_longmemeval)] == [False, False, False]


@pytest.mark.parametrize(
    ("fits", "whole", "entry"),
    [
        (is_locomo, lambda entry: [entry, 1], TALK),
        (is_longmemeval, lambda entry: [entry, 1], QUESTION),
        (is_realmem, lambda entry: {"dialogues": [entry, 1]}, PERSON["dialogues"][0]),
    ],
)
def test_the_keys_of_the_first_entry_show_the_format(fits, whole, entry):
    assert fits(whole(entry))
    needed = {
        is_locomo: {"sample_id", "conversation", "qa"},
        is_longmemeval: set(entry) - {"question_type", "answer", "question_date"},
        is_realmem: set(entry) - {"session_identifier"},
    }[fits]
    for key in entry:
        assert fits(whole({name: value for name, value in entry.items() if name != key})) is (key not in needed)


def test_defects_of_a_recorded_scenario():
    talk = Recording("talks@1", "t-1", licence="CC0")
    ida = talk.person("Ida\u200e")
    for day, texts in enumerate((("Hi.",), ("Ho.",), ("Hi.",))):
        visit = talk.session(datetime(2025, 3, 3, 9, tzinfo=UTC) + timedelta(days=day))
        for text in texts:
            visit.say(ida, text)
    talk.ask("Who?", "Ida")
    talk.ask("Where?", answerable=False)
    talk.ask("What?", "A", options=["Hi", "Ho"])
    scenario = talk.scenario()
    unsupported = scenario.probes[0].id
    assert [(one.code, one.where, one.message) for one in scenario_defects(scenario)] == [
        ("control-character", ida, r"the name 'Ida\u200e' has a control character"),
        ("duplicate-filler", "s003", "session 3 has the same words as an earlier one"),
        ("no-target", unsupported, "the question has an answer and no evidence"),
    ]
    assert scenario.probes[0].question == "Who?"
