"""Reading LoCoMo: the public file, and how its defects are handled."""

from __future__ import annotations

import json
from collections import Counter
from copy import deepcopy
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest

from regulars import registry
from regulars.datasets import locomo, read_any
from regulars.errors import DataError
from regulars.scenarios.kinds import Band, Form, ScenarioOrigin
from regulars.testing import check_reader

TINY: list[dict[str, Any]] = [
    {
        "sample_id": "talk-1",
        "conversation": {
            "speaker_a": "Ines",
            "speaker_b": "Oleg",
            "session_1_date_time": "9:05 am on 3 March, 2024",
            "session_1": [
                {"speaker": "Ines", "dia_id": "D1:1", "text": "I repotted the lemon tree. "},
                {
                    "speaker": "Oleg",
                    "dia_id": "D1:2",
                    "text": "Mine looks like this:",
                    "blip_caption": "a bare twig in a cup",
                },
            ],
            "session_2_date_time": "12:30 am on 11 March, 2024",
            "session_2": [{"speaker": "Oleg", "dia_id": "D2:1", "text": "The twig has a leaf."}],
            "session_3_date_time": "8:00 pm on 12 March, 2024",
        },
        "qa": [
            {"question": "What did Ines repot?", "answer": "a lemon", "evidence": ["D1:1"], "category": 4},
            {"question": "How many leaves has Oleg got?", "answer": 1, "evidence": ["D2:1"], "category": 1},
            {
                "question": "What colour is the pot?",
                "adversarial_answer": "blue",
                "evidence": ["D1:1"],
                "category": 5,
            },
        ],
    }
]


@pytest.fixture
def tiny() -> list[dict[str, Any]]:
    return deepcopy(TINY)


@pytest.fixture
def write(tmp_path):
    def write(content: Any) -> Any:
        path = tmp_path / "talk.json"
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        return path

    return write


def evidence_of(tiny, write, written: list[Any]):
    """What the first question's evidence and the issues become where the file says `written`."""
    tiny[0]["qa"][0]["evidence"] = written
    (scenario,) = locomo.read(write(tiny))
    issues = [issue for issue in scenario.issues if "question" in issue]
    return scenario.probes[0].evidence, issues


def test_counts_of_the_released_file(locomo_path):
    scenarios = locomo.read(locomo_path)
    sessions = [session for scenario in scenarios for session in scenario.sessions]
    probes = [probe for scenario in scenarios for probe in scenario.probes]
    turns = sum(len(session.turns) for session in sessions)
    assert (len(scenarios), len(sessions), turns, len(probes)) == (10, 272, 5882, 1986)
    assert Counter(probe.kind for probe in probes) == {
        "multi-hop": 282,
        "temporal": 321,
        "open-domain": 96,
        "single-hop": 841,
        "adversarial": 446,
    }
    assert sum(bool(probe.evidence) for probe in probes) == 1982
    assert sum(not probe.answerable for probe in probes) == 444
    assert {scenario.marks["copy"] for scenario in scenarios} == {"as released"}
    assert len({probe.id for probe in probes}) == len(probes)
    people = [person.id for scenario in scenarios for person in scenario.persons]
    assert len(set(people)) == 20


def test_every_defect_of_the_released_file_is_reported(locomo_path):
    issues = "\n".join(issue for scenario in locomo.read(locomo_path) for issue in scenario.issues)
    for told in (
        "evidence 'D8:6; D9:17' read as D8:6, D9:17",
        "evidence 'D:11:26' read as D11:26",
        "evidence 'D30:05' read as D30:5",
        "evidence 'D9:1 D4:4 D4:6' read as D9:1, D4:4, D4:6",
        "evidence 'D' names no turn; dropped",
        "evidence D10:19 is no turn of the conversation; dropped",
        "evidence D4:36 is no turn of the conversation; dropped",
        "evidence D4:5 is named twice; counted once",
        "conv-26: sessions 20, 21,",
    ):
        assert told in issues
    assert issues.count("no evidence is named") == 4


def test_all_evidence_of_the_released_file_names_turns(locomo_path):
    for scenario in locomo.read(locomo_path):
        turns = {turn.id for session in scenario.sessions for turn in session.turns}
        assert all(id in turns for probe in scenario.probes for ids in probe.evidence for id in ids)


def test_time_never_runs_backwards_in_the_released_file(locomo_path):
    for scenario in locomo.read(locomo_path):
        times = [turn.time for session in scenario.sessions for turn in session.turns]
        assert all(one < next_one for one, next_one in pairwise(times))
        assert all(
            session.start + session.budget <= following.start for session, following in pairwise(scenario.sessions)
        )


def test_a_conversation_is_one_recorded_scenario(tiny, write):
    (scenario,) = locomo.read(write(tiny))
    assert scenario.source is ScenarioOrigin.RECORDED
    first, second = scenario.persons
    assert (first.name, second.name) == ("Ines", "Oleg")
    assert first.scope == second.scope
    assert first.id != second.id
    assert first.id[0] == "p"
    assert len(first.id) == 9
    assert "talk" not in first.id + first.scope + scenario.id
    assert scenario.marks["sample_id"] == "talk-1"
    assert scenario.marks["licence"] == "CC BY-NC 4.0"
    assert len(scenario.marks["sha256"]) == 64
    assert scenario.marks["copy"] != "as released"


def test_turns_keep_their_place_and_captions_follow_the_text(tiny, write):
    (scenario,) = locomo.read(write(tiny))
    turns = [turn for session in scenario.sessions for turn in session.turns]
    assert [turn.id for turn in turns] == ["s001.t01", "s001.t02", "s002.t01"]
    assert [turn.text for turn in turns][:2] == [
        "I repotted the lemon tree.",
        "Mine looks like this: a bare twig in a cup",
    ]
    assert turns[0].time == datetime(2024, 3, 3, 9, 5, tzinfo=UTC)
    assert turns[1].time - turns[0].time == timedelta(seconds=30)
    assert turns[2].time == datetime(2024, 3, 11, 0, 30, tzinfo=UTC)


def test_a_question_is_a_probe_after_the_end(tiny, write):
    (scenario,) = locomo.read(write(tiny))
    repotted, leaves, colour = scenario.probes
    ines, oleg = scenario.persons
    assert {probe.band for probe in scenario.probes} == {Band.OUT}
    assert {probe.form for probe in scenario.probes} == {Form.TEXT}
    assert {probe.time for probe in scenario.probes} == {datetime(2024, 3, 12, 0, 30, tzinfo=UTC)}
    assert [probe.kind for probe in scenario.probes] == ["single-hop", "multi-hop", "adversarial"]
    assert (repotted.owner, leaves.owner, colour.owner) == (ines.id, oleg.id, ines.id)
    assert (repotted.evidence, leaves.evidence) == ((("s001.t01",),), (("s002.t01",),))
    assert leaves.gold == "1"


def test_a_question_without_answer_is_unanswerable_and_its_trap_is_kept_for_an_export_only(tiny, write):
    (scenario,) = locomo.read(write(tiny))
    colour = scenario.probes[2]
    assert not colour.answerable
    assert colour.gold == ""
    assert "blue" not in repr(replace(scenario, extra={}))
    assert json.loads(scenario.extra[colour.id]) == {"adversarial_answer": "blue"}


def test_ids_do_not_depend_on_answers(tiny, write):
    (before,) = locomo.read(write(tiny))
    tiny[0]["qa"][0]["answer"] = "nothing at all"
    (after,) = locomo.read(write(tiny))
    assert [probe.id for probe in before.probes] == [probe.id for probe in after.probes]
    assert before.probes[0].gold != after.probes[0].gold


@pytest.mark.parametrize(
    ("written", "ids", "told"),
    [
        (["D1:1; D2:1"], ("s001.t01", "s002.t01"), "'D1:1; D2:1' read as D1:1, D2:1"),
        (["D1:1 D1:2"], ("s001.t01", "s001.t02"), "'D1:1 D1:2' read as D1:1, D1:2"),
        (["D:1:2"], ("s001.t02",), "'D:1:2' read as D1:2"),
        (["D01:02"], ("s001.t02",), "'D01:02' read as D1:2"),
        (["D1:1", "D"], ("s001.t01",), "'D' names no turn; dropped"),
        (["D1:1", 7], ("s001.t01",), "'7' names no turn; dropped"),
        (["D1:1", "D1:9"], ("s001.t01",), "D1:9 is no turn of the conversation; dropped"),
        (["D1:1", "D1:1"], ("s001.t01",), "D1:1 is named twice; counted once"),
    ],
)
def test_malformed_evidence_is_repaired_or_dropped_and_reported(tiny, write, written, ids, told):
    evidence, issues = evidence_of(tiny, write, written)
    assert evidence == (ids,)
    (issue,) = issues
    assert told in issue
    assert issue.startswith("talk-1: question 1 ('What did Ines repot?'): evidence ")


def test_evidence_that_exists_nowhere_is_kept_as_never_recalled(tiny, write):
    evidence, (issue,) = evidence_of(tiny, write, ["D5:1"])
    assert evidence == (("s005.t01",),)
    assert "kept, as nothing else is named" in issue
    evidence, (issue,) = evidence_of(tiny, write, ["D"])
    assert len(evidence[0]) == 1
    assert "kept" in issue


def test_a_question_without_evidence_is_kept_and_reported(tiny, write):
    evidence, (issue,) = evidence_of(tiny, write, [])
    assert evidence == ()
    assert "no evidence is named" in issue


def test_a_session_without_turns_is_left_out_and_numbers_stay(tiny, write):
    tiny[0]["conversation"]["session_1"] = []
    (scenario,) = locomo.read(write(tiny))
    assert [session.number for session in scenario.sessions] == [2]
    assert scenario.issues[0] == "talk-1: sessions 1, 3 have no turns; left out"


def test_a_session_dated_before_the_last_one_is_moved_and_reported(tiny, write):
    tiny[0]["conversation"]["session_2_date_time"] = "9:00 am on 1 March, 2024"
    (scenario,) = locomo.read(write(tiny))
    first, second = scenario.sessions
    assert second.start > first.turns[-1].time
    assert "session 2 begins 2024-03-01 09:00, before the last one ends" in scenario.issues[0]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("12:00 am on 1 May, 2023", datetime(2023, 5, 1, 0, 0, tzinfo=UTC)),
        ("12:59 am on 1 May, 2023", datetime(2023, 5, 1, 0, 59, tzinfo=UTC)),
        ("1:56 am on 31 December, 2023", datetime(2023, 12, 31, 1, 56, tzinfo=UTC)),
        ("11:59 am on 1 May, 2023", datetime(2023, 5, 1, 11, 59, tzinfo=UTC)),
        ("12:01 pm on 1 May, 2023", datetime(2023, 5, 1, 12, 1, tzinfo=UTC)),
        ("1:56 pm on 8 May, 2023", datetime(2023, 5, 8, 13, 56, tzinfo=UTC)),
        (" 11:00PM on 29 February, 2024 ", datetime(2024, 2, 29, 23, 0, tzinfo=UTC)),
    ],
)  # fmt: skip
def test_times_are_read_by_the_clock_of_twelve_hours(tiny, write, written, read):
    tiny[0]["conversation"]["session_1_date_time"] = written
    (scenario,) = locomo.read(write(tiny))
    assert scenario.sessions[0].start == read == scenario.start


@pytest.mark.parametrize(
    "written", ["0:30 am on 1 May, 2023", "1:60 pm on 1 May, 2023", "1:56 pm on 1 May, 2023 or 2 May, 2023"]
)
def test_an_impossible_time_is_refused(tiny, write, written):
    tiny[0]["conversation"]["session_1_date_time"] = written
    with pytest.raises(DataError, match="cannot be read") as caught:
        locomo.read(write(tiny))
    assert "conversation 1 (talk-1), session_1_date_time" in caught.value.where


@pytest.mark.parametrize(
    ("written", "start"),
    [
        # the first session's second and last turn is at 9:05:30
        ("9:06 am on 3 March, 2024", datetime(2024, 3, 3, 9, 6, tzinfo=UTC)),
        ("9:05 am on 3 March, 2024", datetime(2024, 3, 3, 9, 6, tzinfo=UTC)),
        ("9:04 am on 3 March, 2024", datetime(2024, 3, 3, 9, 6, tzinfo=UTC)),
    ],
)
def test_a_session_begins_half_a_minute_after_the_last_turn_at_the_earliest(tiny, write, written, start):
    tiny[0]["conversation"]["session_2_date_time"] = written
    (scenario,) = locomo.read(write(tiny))
    assert scenario.sessions[1].start == start
    assert any("moved behind it" in issue for issue in scenario.issues) is not ("9:06" in written)


def test_a_session_that_begins_with_the_last_turn_of_another_is_moved(tiny, write):
    tiny[0]["conversation"]["session_1"].append({"speaker": "Ines", "dia_id": "D1:3", "text": "And mine."})
    tiny[0]["conversation"]["session_2_date_time"] = "9:06 am on 3 March, 2024"  # the moment of D1:3
    (scenario,) = locomo.read(write(tiny))
    assert scenario.sessions[1].start == datetime(2024, 3, 3, 9, 6, 30, tzinfo=UTC)


def test_sessions_are_those_of_the_file_in_the_order_of_their_numbers(tiny, write):
    talk = tiny[0]["conversation"]
    talk["session_10_date_time"] = "8:00 am on 1 April, 2024"
    talk["session_10"] = [{"speaker": "Ines", "dia_id": "D10:1", "text": "It is spring."}]
    talk["session_x"] = talk["session_02"] = talk["session_0"] = [{"speaker": "Eve"}]  # no sessions of the format
    (scenario,) = locomo.read(write(tiny))
    ines = scenario.persons[0].id
    # budget: half a minute for each turn and one more
    assert [(one.number, one.person, one.rounds, one.budget.total_seconds()) for one in scenario.sessions] == [
        (1, ines, 2, 90.0), (2, ines, 1, 60.0), (10, ines, 1, 60.0),
    ]  # fmt: skip
    assert [len(one.turns) for one in scenario.sessions] == [2, 1, 1]
    assert {one.purpose for one in scenario.sessions} == {"conversation"}
    assert {probe.time for probe in scenario.probes} == {datetime(2024, 4, 2, 8, 0, tzinfo=UTC)}
    speakers = [turn.speaker for session in scenario.sessions for turn in session.turns]
    oleg = scenario.persons[1].id
    assert speakers == [ines, oleg, oleg, ines]


def test_a_picture_without_words_and_words_without_a_picture(tiny, write):
    first, second = tiny[0]["conversation"]["session_1"]
    first["blip_caption"] = None
    second["text"] = "  "
    (scenario,) = locomo.read(write(tiny))
    assert [turn.text for turn in scenario.sessions[0].turns] == ["I repotted the lemon tree.", "a bare twig in a cup"]


@pytest.mark.parametrize(
    ("words", "owner"),
    [
        ("What did Ines plant?", "Ines"),
        ("What did Oleg plant?", "Oleg"),
        ("What did Oleg give Ines?", "Ines"),
        ("What did Ines give Oleg?", "Ines"),
        ("Who has a twig?", "Ines"),
        ("What is Oleg's twig?", "Oleg"),
        ("What do Olegs plant?", "Ines"),
    ],
)
def test_a_question_is_about_the_second_person_if_it_names_only_that_one(tiny, write, words, owner):
    tiny[0]["qa"][0]["question"] = f" {words} "
    (scenario,) = locomo.read(write(tiny))
    names = {person.id: person.name for person in scenario.persons}
    probe = scenario.probes[0]
    assert (names[probe.owner], names[probe.asker], probe.question) == (owner, "Ines", words)


@pytest.mark.parametrize(
    ("category", "kind"),
    [(1, "multi-hop"), (2, "temporal"), (3, "open-domain"), (4, "single-hop"), (5, "adversarial")],
)
@pytest.mark.parametrize(
    ("answer", "gold", "answerable"),
    [(" a lemon ", "a lemon", True), (0, "0", True), ("", "", True), (None, "", False)],
)
def test_each_category_and_answer_of_the_file(tiny, write, category, kind, answer, gold, answerable):
    """The absence of an answer makes a question unanswerable, and only for an adversarial one this is no issue."""
    tiny[0]["qa"] = [{"question": "Which tree?", "answer": answer, "evidence": ["D1:1"], "category": category}]
    (scenario,) = locomo.read(write(tiny))
    (probe,) = scenario.probes
    assert (probe.kind, probe.gold, probe.answerable, probe.attribute) == (kind, gold, answerable, "")
    said = any("no answer is given; kept as unanswerable" in issue for issue in scenario.issues)
    assert said is (answer is None and category != 5)


@pytest.mark.parametrize("category", [0, "4", True, None])
def test_other_categories_are_refused(tiny, write, category):
    tiny[0]["qa"][0]["category"] = category
    with pytest.raises(DataError, match="question 1: the category is"):
        locomo.read(write(tiny))


def test_evidence_keeps_the_order_of_the_file_as_one_set(tiny, write):
    evidence, issues = evidence_of(tiny, write, ["D2:1", "D1:2", "D1:1"])
    assert (evidence, issues) == ((("s002.t01", "s001.t02", "s001.t01"),), [])
    # each repair is told; what is named twice counts once, what is missing not at all
    evidence, issues = evidence_of(tiny, write, ["D2:1;D:1:1", "D2:01", "D9:1, D1:2", "E1:1"])
    assert evidence == (("s002.t01", "s001.t01", "s001.t02"),)
    assert [issue.partition("?'): ")[2] for issue in issues] == [
        "evidence 'D2:1;D:1:1' read as D2:1, D1:1",
        "evidence 'D2:01' read as D2:1",
        "evidence D2:1 is named twice; counted once",
        "evidence D9:1 is no turn of the conversation; dropped",
        "evidence 'E1:1' names no turn; dropped",
    ]


def test_several_missing_turns_are_all_kept_where_nothing_else_is_named(tiny, write):
    evidence, issues = evidence_of(tiny, write, ["D9:1 D9:2", "D"])
    assert evidence == (("s009.t01", "s009.t02", "s000.t00"),)
    assert [issue.partition("?'): ")[2] for issue in issues] == [
        "evidence 'D9:1 D9:2' read as D9:1, D9:2",
        "evidence D9:1 is no turn of the conversation; kept, as nothing else is named",
        "evidence D9:2 is no turn of the conversation; kept, as nothing else is named",
        "evidence 'D' names no turn; kept, as nothing else is named",
    ]


def test_ids_depend_on_the_conversation_the_number_and_the_words(tiny, write):
    other = deepcopy(tiny[0]) | {"sample_id": "talk-2"}
    first, second = locomo.read(write([tiny[0], other]))
    assert first.id != second.id
    assert {person.id for person in first.persons}.isdisjoint(person.id for person in second.persons)
    assert first.persons[0].scope != second.persons[0].scope
    tiny[0]["qa"].append(dict(tiny[0]["qa"][0]))  # the same words once more
    ids = [probe.id for scenario in locomo.read(write([tiny[0], other])) for probe in scenario.probes]
    assert len(set(ids)) == len(ids) == 7
    assert first.suite == f"locomo@{first.marks['sha256'][:8]}"
    assert dict(first.marks) == {
        "sample_id": "talk-1", "licence": "CC BY-NC 4.0", "sha256": first.marks["sha256"],
        "copy": "not the released file",
    }  # fmt: skip


def test_a_missing_answer_outside_the_adversarial_kind_is_reported(tiny, write):
    del tiny[0]["qa"][0]["answer"]
    (scenario,) = locomo.read(write(tiny))
    assert not scenario.probes[0].answerable
    assert any("no answer is given" in issue for issue in scenario.issues)


def test_the_reader_keeps_the_contract_that_third_parties_test(tiny, write):
    check_reader(write(tiny), locomo.read)


def test_a_torn_file_is_refused_and_called_torn(tiny, write):
    whole = json.dumps(tiny)
    for length in (len(whole) // 3, len(whole) // 2, len(whole) - 1):
        path = write(whole[:length])
        with pytest.raises(DataError, match="incomplete") as caught:
            locomo.read(path)
        assert str(path) in caught.value.where
        assert "LoCoMo" in caught.value.expected


def test_json_nested_without_end_is_refused(write):
    with pytest.raises(DataError, match="not that of a data set"):
        locomo.read(write("[" * 200_000))


@pytest.mark.parametrize("content", ["name,age\nIda,4\n", "[1, 2} "])
def test_a_file_that_is_not_json_is_refused(write, content):
    with pytest.raises(DataError, match="not JSON"):
        locomo.read(write(content))


def _drop(*keys):
    def damage(content):
        holder = content
        for key in keys[:-1]:
            holder = holder[key]
        del holder[keys[-1]]

    return damage


def _put(value, *keys):
    def damage(content):
        holder = content
        for key in keys[:-1]:
            holder = holder[key]
        holder[keys[-1]] = value

    return damage


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (_drop(0, "sample_id"), r"conversation 1: the key 'sample_id' is missing"),
        (_drop(0, "qa"), r"conversation 1 \(talk-1\): the key 'qa' is missing"),
        (_drop(0, "conversation"), r"the key 'conversation' is missing"),
        (_drop(0, "conversation", "speaker_b"), r"the key 'speaker_b' is missing"),
        (_drop(0, "conversation", "session_2_date_time"), r"the key 'session_2_date_time' is missing"),
        (_drop(0, "conversation", "session_1", 1, "text"), r"session_1, turn 2: the key 'text' is missing"),
        (_drop(0, "qa", 1, "question"), r"question 2: the key 'question' is missing"),
        (_put("D1:1", 0, "qa", 1, "evidence"), r"the key 'evidence' holds 'D1:1', which is not of type list"),
        (_put(6, 0, "qa", 1, "category"), r"question 2: the category is 6"),
        (_put([], 0, "qa", 1, "category"), r"question 2: the category is \[\]"),
        (_put("noon on 3 March", 0, "conversation", "session_1_date_time"), r"the time 'noon on 3 March'"),
        (_put("1:00 pm on 30 February, 2024", 0, "conversation", "session_1_date_time"), r"cannot be read"),
        (_put("13:00 pm on 3 March, 2024", 0, "conversation", "session_1_date_time"), r"cannot be read"),
        (_put("D7:1", 0, "conversation", "session_1", 0, "dia_id"), r"'D7:1' is not one of session 1"),
        (_put("D1:2", 0, "conversation", "session_1", 0, "dia_id"), r"two turns have the same dia_id"),
        (_put("Eve", 0, "conversation", "session_1", 0, "speaker"), r"'Eve' is neither Ines nor Oleg"),
        (_put("Ines", 0, "conversation", "speaker_b"), r"both speakers are called 'Ines'"),
        (_put({}, 0, "conversation", "session_1"), r"the key 'session_1' holds \{\}"),
        (_put("hm", 0), r"conversation 1: this is a str"),
    ],
)
def test_a_foreign_shape_is_refused_by_conversation_and_key(tiny, write, damage, told):
    damage(tiny)
    with pytest.raises(DataError, match=told) as caught:
        locomo.read(write(tiny))
    assert caught.value.expected
    assert caught.value.remedy


@pytest.mark.parametrize("content", [[], {}, {"kind": "other"}, 3])
def test_json_that_is_no_list_of_conversations_is_refused(write, content):
    with pytest.raises(DataError, match="not a list of conversations"):
        locomo.read(write(content))


def test_a_conversation_that_comes_twice_is_refused(tiny, write):
    with pytest.raises(DataError, match="duplicate sample_id 'talk-1'"):
        locomo.read(write(tiny + tiny))


def test_the_format_is_registered_and_recognised(tiny, write):
    path = write(tiny)
    assert registry.build("dataset", "locomo", path=path) == locomo.read(path)
    assert read_any(path) == locomo.read(path)


@pytest.mark.parametrize(
    "content",
    [
        [{"question_id": "a", "sessions": []}],
        {"metadata": {}, "dialogues": []},
        {"kind": "regulars.other"},
        [1, 2],
        "[]",
        "hello",
        '[{"sample_id": "x", "conv',
    ],
)
def test_unknown_formats_are_refused_with_the_known_ones_named(write, content):
    with pytest.raises(DataError, match="locomo") as caught:
        read_any(write(content))
    assert "scenarios" in caught.value.expected
