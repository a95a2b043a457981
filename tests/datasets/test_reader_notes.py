"""What readers note about the defects of a file, word for word: which entry, which key, and what became of it.

The entry at fault is never the first one, and its number is no other count, so that none stands for its neighbour.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from more_formats import AMEMGYM, BANK, CONTEXTS, MEMORYBENCH, QUESTIONS, SAMPLES, as_table
from test_export_round_trips import REALMEM

from regulars.datasets.readers import amemgym, memorybench, personamem, realmem, rolememo
from regulars.datasets.readers.memorybench_run import read_run
from regulars.scenarios.memory_points import memory_points


def written(path: Path, content: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
    return path


def noted(read: Callable[[Path], Any], tmp_path: Path, content: Any) -> list[str]:
    (scenario,) = read(written(tmp_path / "data.json", content))
    return list(scenario.issues)


# ---------------------------------------------------------------------- MemoryBench

LAST_ROUND = "turn left out: JRE-L: feedback on the last reply, which no line follows"
UNCITED = "evidence missing: JRE-L: question 1 has no evidence; kept without"


def _system_line(rows: list[Any]) -> None:
    rows[1]["dialog"].append({"role": "system", "content": "Be brief."})


def _lost_rounds(rows: list[Any]) -> None:
    rows[0]["implicit_feedback"] += [{"round": number, "implicit_actions": []} for number in (6, 7, 8)]


def _strange_action(rows: list[Any]) -> None:
    rows[1]["implicit_feedback"].append({"round": 1, "implicit_actions": ["love"]})


@pytest.mark.parametrize(
    ("change", "note"),
    [
        (_system_line, "turn left out: JRE-L: message 3 of session 2 is the system's"),
        (_lost_rounds, "field unreadable: JRE-L: 3 rounds of feedback are about no reply of 1"),
        (_strange_action, "field unreadable: JRE-L: feedback 2 of session 2: unknown action 'love'"),
        (lambda rows: rows[2].update(test_idx=1), "id repeated: JRE-L: test_idx 1 stands twice; both are kept"),
    ],
)
def test_notes_on_rows(tmp_path, change, note) -> None:
    rows = deepcopy(MEMORYBENCH)
    change(rows)
    assert noted(memorybench.read, tmp_path, rows) == [note, LAST_ROUND, UNCITED]


def test_feedback_is_lost_only_if_no_line_follows_it(tmp_path) -> None:
    rows = deepcopy(MEMORYBENCH)
    rows[1]["implicit_feedback"] = []
    (scenario,) = memorybench.read(written(tmp_path / "data.json", rows))
    assert list(scenario.issues) == [UNCITED]
    given = [turn.feedback for session in scenario.sessions for turn in session.turns]
    # The like of the second reply comes with the first line of the second session.
    assert [one.about if one else "" for one in given] == ["", "", "s001.t02", "", "s001.t04", ""]


def test_a_reply_without_words_takes_no_feedback_and_a_line_without_words_brings_none(tmp_path) -> None:
    rows = deepcopy(MEMORYBENCH)[::2]
    rows[0]["dialog"] = [
        {"role": role, "content": text}
        for role, text in (("user", "Hi."), ("assistant", "Yes?"), ("user", " "), ("assistant", " "), ("user", "So?"))
    ]
    rows[0]["implicit_feedback"] = [{"round": 1, "implicit_actions": ["like"]}, {"round": 2, "implicit_actions": []}]
    (scenario,) = memorybench.read(written(tmp_path / "data.json", rows))
    said = [(turn.text, turn.feedback.about if turn.feedback else "") for turn in scenario.sessions[0].turns]
    assert said == [("Hi.", ""), ("Yes?", ""), ("So?", "s001.t02")]
    assert list(scenario.issues) == [
        "field unreadable: JRE-L: 1 rounds of feedback are about no reply of 1",
        "turn empty: JRE-L: a turn of session 1 has no words; left out",
        "turn empty: JRE-L: a turn of session 1 has no words; left out",
        UNCITED,
    ]


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """A run over two sets, and answers that are about neither the set of the rows nor a row of it."""
    rows = [*deepcopy(MEMORYBENCH), {**deepcopy(MEMORYBENCH[2]), "test_idx": 4}]
    written(tmp_path / "rows.jsonl", "\n".join(map(json.dumps, rows)))
    listed = [("JRE-L", 2, "A règle."), ("LexEval", 2, "No."), ("JRE-L", 9, "No row.")]
    answers = [{"test_idx": row, "dataset": dataset, "response": text} for dataset, row, text in listed]
    written(tmp_path / "run" / "predict.json", answers)
    return tmp_path / "run"


def test_a_scenario_keeps_the_answers_to_its_own_rows(run, tmp_path) -> None:
    (scenario,) = memorybench.read(run, rows=str(tmp_path / "rows.jsonl"))
    kept = scenario.marks[memorybench.ANSWERS]
    assert json.loads(kept) == [{"row": 2, "step": -1, "response": "A règle.", "metrics": {}}]
    assert "A règle." in kept  # words stay readable
    missing = "answer missing: JRE-L: the run did not answer test_idx 4"
    assert [one for one in scenario.issues if "test_idx" in one] == [missing]


def test_rows_of_a_conversation_find_their_answers_by_the_set(run, tmp_path) -> None:
    rows = deepcopy(MEMORYBENCH)
    for row in rows:
        row["info"]["conversation"] = "ida"
    written(tmp_path / "rows.json", rows)
    (scenario,) = memorybench.read(run, rows=str(tmp_path / "rows.json"))
    assert scenario.marks["sample_id"] == "JRE-L ida"
    assert [one["row"] for one in json.loads(scenario.marks[memorybench.ANSWERS])] == [2]


def test_steps_of_a_run_are_numbered_folders_with_answers(run) -> None:
    answer = [{"test_idx": 5, "dataset": "A", "response": "x"}]
    for name in ("step_10", "step_2", "step_last", "2"):
        written(run / name / "predict.json", answer)
    (run / "step_3").mkdir()  # a step that has not been answered yet
    assert [one.step for one in read_run(run).answers] == [-1, -1, -1, 2, 10]


def test_notes_on_a_run(run) -> None:
    answers = [("A", 1, "x"), ("A", 2, None), ("A", 1, "y")]
    written(
        run / "step_4" / "predict.json",
        [{"dataset": one, "test_idx": row, "response": text} for one, row, text in answers],
    )
    scores = [(1, {"f1": 0.5}), (2, {"f1": "much", "em": None}), (1, {"f1": 0.25}), (7, {})]
    written(
        run / "step_4" / "evaluate_details.json",
        [{"dataset": "A", "test_idx": row, "metrics": metrics} for row, metrics in scores],
    )
    found = read_run(run)
    assert [(one.row, one.response, dict(one.metrics)) for one in found.answers if one.step == 4] == [
        (1, "x", {"f1": 0.25}), (2, "", {}),
    ]  # fmt: skip
    assert list(found.issues) == [
        ("field unreadable", "A 2: f1 is 'much'; left out"),
        ("id repeated", "step_4: A 1 is scored twice; the last one counts"),
        ("turn empty", "step_4: A 2 has no response; read as empty"),
        ("id repeated", "step_4: A 1 is answered twice; the first one counts"),
        ("evidence unknown", "step_4: the score of A 7 is about no answer; dropped"),
    ]


# ---------------------------------------------------------------------- PersonaMem


def table(tmp_path: Path, questions: Any = QUESTIONS, contexts: Any = CONTEXTS) -> Path:
    lines = [json.dumps({key: value}) for key, value in contexts.items()]
    written(tmp_path / "shared_contexts_32k.jsonl", "\n".join(lines))
    return written(tmp_path / "questions_32k.csv", as_table(questions))


AFTER_ALL = "asked after the last one"


@pytest.mark.parametrize(
    ("change", "note"),
    [
        ({"question_id": "q1"}, "id repeated: c1: question 'q1' stands twice; both are kept"),
        ({"correct_answer": "(c)"}, "question left out: c1: question 'q2' has 2 options, and the answer '(c)'"),
        ({"correct_answer": ""}, "question left out: c1: question 'q2' has 2 options, and the answer ''"),
        ({"correct_answer": "(ab)"}, "question left out: c1: question 'q2' has 2 options, and the answer '(ab)'"),
        ({"shared_context_id": "c9"}, "question left out: c1: question 'q2' sees context 'c9', which is not there"),
        (
            {"end_index_in_shared_context": "7"},
            f"field unreadable: c1: question 'q2' sees '7' of 6 messages; {AFTER_ALL}",
        ),
        (
            {"end_index_in_shared_context": "-1"},
            f"field unreadable: c1: question 'q2' sees '-1' of 6 messages; {AFTER_ALL}",
        ),
        ({"user_question_or_message": " "}, "question empty: c1: question 2 has no words; left out"),
    ],
)  # fmt: skip
def test_notes_on_a_table(tmp_path, change, note) -> None:
    (scenario,) = personamem.read(table(tmp_path, [QUESTIONS[0], {**QUESTIONS[1], **change}]))
    assert list(scenario.issues) == [note]


@pytest.mark.parametrize(
    ("index", "before"),
    [
        ("0", "s001.t01"),  # the system's message has no words that are said, so the first line follows
        ("1", "s001.t01"),
        ("2", "s001.t02"),
        ("3", "s002.t01"),
        ("5", "s002.t02"),
        ("6", ""),  # all six messages are seen
        ("000000006", ""),
    ],
)
def test_a_question_comes_before_the_first_line_that_it_does_not_see(tmp_path, index, before) -> None:
    (scenario,) = personamem.read(table(tmp_path, [{**QUESTIONS[0], "end_index_in_shared_context": index}]))
    assert scenario.issues == ()
    assert scenario.probes[0].before == before


@pytest.mark.parametrize(
    ("lengths", "right", "share"),
    [
        ((3, 5), "(b)", "1.000"),
        ((3, 5), "(a)", "0.000"),
        ((4, 4), "(a)", "1.000"),  # of two longest ones, each
        ((6, 2), " B ", "0.000"),
        ((6, 2), "a", "1.000"),
    ],
)
def test_the_longest_option_is_right(tmp_path, lengths, right, share) -> None:
    options = json.dumps([f"({letter}) {'x' * length}" for letter, length in zip("ab", lengths, strict=True)])
    (scenario,) = personamem.read(table(tmp_path, [{**QUESTIONS[0], "all_options": options, "correct_answer": right}]))
    assert scenario.marks[personamem.LONGEST] == share
    assert scenario.probes[0].options == tuple("x" * length for length in lengths)


def test_marks_of_a_table_hold_readable_words_and_no_share_without_questions(tmp_path) -> None:
    lacking = {**QUESTIONS[0], "user_question_or_message": ""}
    (scenario,) = personamem.read(table(tmp_path, [lacking]))
    assert (scenario.marks[personamem.LONGEST], scenario.marks[personamem.QUESTIONS]) == ("0.000", "[]")
    (scenario,) = personamem.read(table(tmp_path, [{**QUESTIONS[0], "topic": "musique légère"}]))
    assert scenario.marks[personamem.QUESTIONS] == (
        '[{"persona_id": "0", "question_id": "q1", "topic": "musique légère"}]'
    )


def test_blocks_are_numbered_in_notes_and_words_before_the_first_one_are_a_session(tmp_path) -> None:
    told = [{"role": "user", "content": "User: Hi."}, *CONTEXTS["c1"], {"role": "user", "content": "User: "}]
    (scenario,) = personamem.read(table(tmp_path, [{**QUESTIONS[0], "end_index_in_shared_context": "8"}], {"c1": told}))
    assert [[turn.text for turn in session.turns] for session in scenario.sessions] == [
        ["Hi."], ["I play the lute.", "Lovely."], ["I gave the lute up.", "I see."],
    ]  # fmt: skip
    assert [session.start.day for session in scenario.sessions] == [1, 2, 3]
    assert scenario.issues == ("turn empty: c1: a turn of session 3 has no words; left out",)
    assert scenario.probes[0].before == ""


@pytest.mark.parametrize(
    ("notes", "name"),
    [
        ("Name: Kai Ito\nAge: 3", "Kai Ito"),
        ("Name:Kai, a clerk", "Kai"),
        ("Name: \x07Kai—or so", "Kai"),
        (f"Name: {'K' * 81}", "K" * 80),
        ("Kai", "User"),
        ("Name: \t ", "User"),
    ],
)
def test_names_of_personas(tmp_path, notes, name) -> None:
    told = [{"role": "system", "content": notes}, *CONTEXTS["c1"][1:]]
    (scenario,) = personamem.read(table(tmp_path, contexts={"c1": told}))
    assert (scenario.persons[0].name, scenario.persons[0].persona.notes) == (name, notes)


# ---------------------------------------------------------------------- AMemGym


def _strange_value(person: Any) -> None:
    person["periods"][0]["state"]["bread"] = "spelt"


@pytest.mark.parametrize(
    ("change", "notes"),
    [
        (
            _strange_value,
            ["field unreadable: u-1: period 0: bread is 'spelt', no choice of the schema",
             "question left out: u-1: question 1 after period 0: 0 of 2 choices fit the state"],
        ),
        (
            lambda one: one["qas"][0].update(required_info=["bread", "car", "cat"]),
            [f"question left out: u-1: question 1 after period {period}: lacks car, cat" for period in (0, 1)],
        ),
        (
            lambda one: one["qas"].append({**one["qas"][0], "answer_choices": one["qas"][0]["answer_choices"][:1]}),
            [f"question left out: u-1: question 2 after period {period}: {fit} of 1 choices fit the state"
             for period, fit in ((0, 1), (1, 0))],
        ),
        (
            lambda one: one["qas"].append({**one["qas"][0], "answer_choices": one["qas"][0]["answer_choices"] * 2}),
            ["id repeated: u-1: question 2 has two choices for one state; the first one counts"],
        ),
        (
            lambda one: one["periods"][1]["sessions"][0].update(exposed_states={"bread": "rye"}),
            ["evidence missing: u-1: question 1 after period 1: no session lets out bread as 'cake'"],
        ),
    ],
)  # fmt: skip
def test_notes_on_people(tmp_path, change, notes) -> None:
    people = deepcopy(AMEMGYM)
    change(people[0])
    assert noted(amemgym.read, tmp_path, people) == notes


def test_notes_on_lived_sessions_and_on_states_that_no_session_lets_out(tmp_path) -> None:
    written(tmp_path / "lived" / "period_00.json", [[{"role": "user", "content": "I bake rye every day."}]])
    people = deepcopy(AMEMGYM)
    people[0]["periods"][0]["sessions"][1]["exposed_states"] = {}
    (scenario,) = amemgym.read(
        written(tmp_path / "data.json", people), interactions=str(tmp_path / "lived"), diagnosis=True
    )
    unsaid = "no session lets out kitchen as 'tiny'"
    assert list(scenario.issues) == [
        "field unreadable: u-1: period 0 has 2 sessions, and 1 lived ones; those without a counterpart have one line",
        *(
            f"evidence missing: u-1: question {number} after period {period}: {unsaid}"
            for period in (0, 1)
            for number in (1, 0)  # the questions for values of the state have no number of their own
        ),
    ]  # fmt: skip
    assert json.loads(scenario.marks[amemgym.QUESTIONS]) == [
        {"period": period, "question": number} for period in (0, 1) for number in (1, 0, 0)
    ]


# ---------------------------------------------------------------------- RoleMemo


@pytest.mark.parametrize(
    ("change", "notes"),
    [
        (
            lambda one: one[1].update(fragments=["a", "b", "c"]),
            ["field unreadable: {name}: sample 2 has 3 fragments instead of two"],
        ),
        (
            lambda one: one[1].update(insight="Plain."),
            ["field unreadable: {name}: sample 2 has no known type; read as question"],
        ),
        (
            lambda one: one[0]["dialogue"]["dialogue"][2].update(content="The fish."),
            ["evidence unknown: {name}: no line of sample 1 tells fragment 2; dropped"],
        ),
    ],
)
def test_notes_on_samples(tmp_path, change, notes) -> None:
    content = deepcopy(SAMPLES)
    change(content["samples"])
    (scenario,) = rolememo.read(written(tmp_path / "data.json", content))
    name = scenario.marks["sha256"][:12]
    assert list(scenario.issues) == [note.format(name=name) for note in notes]


def test_notes_on_a_bank(tmp_path) -> None:
    bank = deepcopy(BANK)
    bank["facts"].append({"id": 2, "text": "Ida rows."})
    bank["insights"].append({"id": 3, "refs": [], "text": "Ida is quiet."})
    (scenario,) = rolememo.read(written(tmp_path / "data.json", bank))
    name = scenario.marks["sha256"][:12]
    assert list(scenario.issues) == [
        f"id repeated: {name}: two facts are called '2'; the first one is cited",
        f"evidence unknown: {name}: insight 2 refers to '9', which is no fact; dropped",
        f"evidence missing: {name}: insight 2 rests on 1 facts; kept",
        f"evidence missing: {name}: insight 3 rests on 0 facts; kept",
    ]


# ---------------------------------------------------------------------- RealMem


def test_notes_on_dialogues(tmp_path) -> None:
    file = deepcopy(REALMEM)
    first, second = file["dialogues"][:2]
    del second["dialogue_turns"][1]["is_query"]
    point = deepcopy(first["extracted_memory"][0])
    first["extracted_memory"] = [point, {**point, "content": ["é"]}, {**point, "index": "late", "source_turn": 40}]
    (scenario,) = realmem.read(written(tmp_path / "data.json", file))
    name, count = file["_metadata"]["person_name"], len(first["dialogue_turns"])
    found = [one for one in scenario.issues if not one.startswith("evidence missing")]
    twice = f"memory point {point['index']!r}"
    assert found == [
        f"id repeated: {name}: {twice} stands twice; both are kept",
        f"field unreadable: {name}: {twice} holds an object; kept as JSON",
        f"evidence unknown: {name}: memory point 'late' cites turn 40 of {count}; kept without a turn",
        f"field unreadable: {name}: turn 2/2 has no is_query; read as no query",
    ]
    assert memory_points(scenario)[1].text == '["é"]'
