"""Readers of MemoryBench, PersonaMem, AMemGym and RoleMemo, on small files in their formats with their defects."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from copy import deepcopy
from datetime import UTC, datetime
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from more_formats import AMEMGYM, BANK, CONTEXTS, MEMORYBENCH, QUESTIONS, SAMPLES, as_table

import regulars
from regulars.datasets import Recording, export_data, read_any
from regulars.datasets.formats import open_data
from regulars.datasets.readers import amemgym, memorybench, personamem, rolememo
from regulars.datasets.readers.memorybench_run import read_run
from regulars.datasets.summary import count_issues
from regulars.dialogue import ASSISTANT
from regulars.errors import ConfigurationError, DataError
from regulars.scenarios import write_scenarios
from regulars.scenarios.checks.validate import validate_scenario
from regulars.scenarios.files import scenario_to_json
from regulars.scenarios.kinds import Form
from regulars.scenarios.language.packs import ontology_of
from regulars.scenarios.memory_points import MemoryPoint, memory_points
from regulars.scenarios.world import Scenario
from regulars.testing import check_reader


@pytest.fixture
def write(tmp_path: Path):
    def write(content: Any, name: str = "data.json") -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
        return path

    return write


def lines(scenario: Scenario) -> list[list[tuple[str, str]]]:
    """Who says what, by session: `A` for the assistant, `U` for a user."""
    return [
        [("A" if turn.speaker == ASSISTANT else "U", turn.text) for turn in session.turns]
        for session in scenario.sessions
    ]


def sound(scenario: Scenario) -> Scenario:
    assert validate_scenario(scenario, ontology_of(scenario.language)) == []
    return scenario


# ---------------------------------------------------------------------- MemoryBench


@pytest.fixture
def rows() -> list[dict[str, Any]]:
    return deepcopy(MEMORYBENCH)


def test_rows_with_dialogs_are_sessions_and_rows_without_are_questions(rows, write) -> None:
    (scenario,) = memorybench.read(write(rows))
    assert lines(sound(scenario)) == [
        [("U", "Explain a lemma."), ("A", "A small theorem."), ("U", "Shorter!"), ("A", "A step.")],
        [("U", "Explain a corollary."), ("A", "What follows.")],
    ]
    assert [session.start for session in scenario.sessions] == [
        datetime(2024, 1, 1, 9, tzinfo=UTC), datetime(2024, 1, 2, 9, tzinfo=UTC),
    ]  # fmt: skip
    (probe,) = scenario.probes
    assert (probe.question, probe.gold, probe.alternatives, probe.kind) == (
        "Explain an axiom.", "What is assumed.", (), "JRE-L",
    )  # fmt: skip
    assert (scenario.marks["sample_id"], scenario.marks["licence"]) == ("JRE-L", "MIT")
    assert scenario.issues == (
        "turn left out: JRE-L: feedback on the last reply, which no line follows",
        "evidence missing: JRE-L: question 1 has no evidence; kept without",
    )


def test_feedback_comes_with_the_next_line_even_where_that_is_a_session_later(rows, write) -> None:
    (scenario,) = memorybench.read(write(rows))
    given = [turn.feedback for session in scenario.sessions for turn in session.turns]
    first, second = given[2], given[4]
    # The list shape counts from 1: a dislike of the first reply, with a satisfaction of 3.
    assert (first.about, first.action, first.satisfaction) == ("s001.t02", 2, 3.0)
    # A like of the second reply ends the dialog; the next line of the user opens the next session.
    assert (second.about, second.action, second.satisfaction) == ("s001.t04", 1, 8.0)
    assert [one for one in given if one is not None] == [first, second]


def test_both_shapes_of_feedback_give_the_same_session(rows, write) -> None:
    single = deepcopy(rows)
    single[0]["implicit_feedback"] = [
        {"round": 0, "implicit_action": "dislike", "terminated": False},
        {"round": 1, "implicit_action": "like", "terminated": True},
    ]
    found = [
        [turn.feedback for session in one.sessions for turn in session.turns]
        for rows in (rows, single)
        for one in memorybench.read(write(rows))
    ]
    shown = [[(one.about, one.action) for one in given if one is not None] for given in found]
    assert shown[0] == shown[1] == [("s001.t02", 2), ("s001.t04", 1)]


@pytest.mark.parametrize(
    ("change", "issues"),
    [
        (lambda rows: rows[1].update(test_idx=0), {"id repeated": 1}),
        (lambda rows: rows[0]["implicit_feedback"][0].update(round="x"), {"field unreadable": 1}),
        (lambda rows: rows[0]["implicit_feedback"][0].update(implicit_actions=["like"] * 2), {"field unreadable": 1}),
        (lambda rows: rows[0]["implicit_feedback"][0].update(round=7), {"field unreadable": 1}),
        (lambda rows: rows[0]["dialog"].insert(0, {"role": "system", "content": "Be brief."}), {"turn left out": 1}),
        (lambda rows: rows[2].update(info="{torn"), {"answer missing": 1}),
        (lambda rows: rows[2].update(info={}), {"answer missing": 1}),
    ],
)  # fmt: skip
def test_defects_of_rows_are_survived_and_counted(rows, write, change, issues) -> None:
    change(rows)
    (scenario,) = memorybench.read(write(rows))
    always = Counter({"evidence missing": 1, "turn left out": 1})
    assert count_issues([sound(scenario)]) == always + Counter(issues)


def test_questions_come_as_messages_too_and_info_as_text(rows, write) -> None:
    del rows[2]["input_prompt"]
    rows[2]["input_chat_messages"] = [
        {"role": "system", "content": "Be exact."}, {"role": "assistant", "content": "Yes?"},
        {"role": "user", "content": "Explain an axiom."},
    ]  # fmt: skip
    rows[2]["info"] = json.dumps({"golden_answer": ["assumed", "given"]})
    (scenario,) = memorybench.read(write(rows))
    (probe,) = scenario.probes
    assert (probe.question, probe.gold, probe.alternatives) == ("Be exact.\nExplain an axiom.", "assumed", ("given",))


def test_a_question_keeps_every_set_of_turns_that_suffices(write, tmp_path) -> None:
    made = Recording("talks@1", "t-1", licence="CC0")
    ida = made.person("Ida")
    monday = made.session(datetime(2025, 3, 3, 9, tzinfo=UTC))
    for id in ("a", "b", "c"):
        monday.say(ida, f"I moved to Bergen {id}.", id=id)
    made.ask("Where?", "Bergen", evidence=["a", "b"], alternatives=[["c"], ["b"]])
    write_scenarios(tmp_path / "in.jsonl", [made.scenario()])
    export_data(tmp_path / "in.jsonl", "memorybench", tmp_path / "rows")
    ((probe,),) = (one.probes for one in memorybench.read(tmp_path / "rows"))
    assert probe.evidence == (("s001.t01", "s001.t02"), ("s001.t03",), ("s001.t02",))


def test_the_hash_is_that_of_the_file_or_of_the_hashes_of_several_files(rows, write, tmp_path) -> None:
    texts = ["\n".join(json.dumps(row) for row in part) for part in (rows[:2], rows[2:])]
    alone, asked = (sha256(text.encode()).hexdigest() for text in texts)
    write(texts[0], "rows/train.jsonl")
    (scenario,) = memorybench.read(tmp_path / "rows")
    assert scenario.marks["sha256"] == alone
    write(texts[1], "rows/test.jsonl")
    (scenario,) = memorybench.read(tmp_path / "rows")
    assert scenario.marks["sha256"] == sha256(f"{alone}{asked}".encode()).hexdigest()


def test_each_set_is_a_scenario_in_its_language(rows, write) -> None:
    other = [{**row, "dataset_name": "LexEval", "lang": "zh"} for row in rows]
    found = memorybench.read(write("\n".join(json.dumps(row) for row in [*rows, *other]), "data.jsonl"))
    assert [(one.marks["sample_id"], one.language) for one in found] == [("JRE-L", "english"), ("LexEval", "chinese")]


def test_dialogs_of_one_system_can_be_chosen(rows, write) -> None:
    for row in rows:
        row["dialog_bm25"], row["implicit_feedback_bm25"] = row.pop("dialog"), row.pop("implicit_feedback")
    path = write(rows)
    with pytest.raises(DataError, match="no row has a dialog"):
        memorybench.read(path)
    assert len(read_any(f"memorybench:path={path};dialog=bm25")[0].sessions) == 2


@pytest.mark.parametrize("shape", ["list", "single"])
def test_a_folder_of_rows_is_read_as_it_was_written(shape, tmp_path, rows, write) -> None:
    (wanted,) = memorybench.read(write(rows))
    export_data(tmp_path / "data.json", f"memorybench:shape={shape}", tmp_path / "rows")
    opened = open_data(tmp_path / "rows")
    assert [(file.reader, file.is_guess) for file in opened.files] == [("memorybench", True)]
    (found,) = opened.scenarios
    assert lines(found) == lines(wanted)
    assert [session.start for session in found.sessions] == [session.start for session in wanted.sessions]
    assert [(one.question, one.gold, one.kind) for one in found.probes] == [
        (one.question, one.gold, one.kind) for one in wanted.probes
    ]
    shown = [(one.about, one.action) for session in found.sessions for turn in session.turns if (one := turn.feedback)]
    assert shown == [("s001.t02", 2), ("s001.t04", 1)]


@pytest.fixture
def run(tmp_path, rows, write) -> Path:
    """The folder of a run that answered the question, beside its rows."""
    write("\n".join(json.dumps(row) for row in rows), "rows/train.jsonl")
    write({"memory_system": "bm25_dialog"}, "run/run_config.json")
    write([{"test_idx": 2, "response": "A rule.", "dataset": "JRE-L"}], "run/predict.json")
    write([{"test_idx": 2, "dataset": "JRE-L", "metrics": {"f1": 0.5}}], "run/evaluate_details.json")
    write({"summary": {"JRE-L": {"f1": 0.5}}}, "run/summary.json")
    return tmp_path / "run"


def test_a_run_folder_gives_what_its_system_answered_beside_the_rows(run, tmp_path) -> None:
    with pytest.raises(DataError, match="rows=FILE"):
        read_any(run)
    (scenario,) = read_any(f"memorybench:path={run};rows={tmp_path / 'rows'}")
    assert json.loads(scenario.marks[memorybench.ANSWERS]) == [
        {"row": 2, "step": -1, "response": "A rule.", "metrics": {"f1": 0.5}}
    ]
    (tmp_path / "rows" / "train.jsonl").rename(run / "train.jsonl")
    assert open_data(run).files[0].reader == "memorybench"  # rows in the folder itself need no name


def test_rows_beside_rows_are_refused(rows, write) -> None:
    path = write(rows)
    with pytest.raises(ConfigurationError, match="folder of a run"):
        memorybench.read(path, rows=str(path))


def test_means_of_a_run_are_those_of_its_last_step(tmp_path, write) -> None:
    for step, scores in enumerate(((0.0, 1.0), (0.5, 1.0))):
        folder = f"run/step_{step}"
        write([{"test_idx": row, "response": "x", "dataset": "A"} for row in (0, 1, 2)], f"{folder}/predict.json")
        details = [{"test_idx": row, "dataset": "A", "metrics": {"f1": one}} for row, one in enumerate(scores)]
        write(details, f"{folder}/evaluate_details.json")
    run = read_run(tmp_path / "run")
    assert [(one.step, one.row) for one in run.answers] == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]
    assert run.means() == {"A": {"f1": 0.75}}  # the unscored third answer counts in no mean
    assert run.means(step=0) == {"A": {"f1": 0.5}}


def test_a_run_that_answered_nothing_has_no_means(tmp_path, write) -> None:
    write([], "run/predict.json")
    run = read_run(tmp_path / "run")
    assert (run.answers, run.means(), run.means(step=3)) == ((), {}, {})


def test_faults_of_a_run_are_counted_and_never_become_scores(run, write, tmp_path) -> None:
    twice = [{"test_idx": 2, "response": text, "dataset": "JRE-L"} for text in ("A rule.", "Another.")]
    write([*twice, {"test_idx": 9, "response": None, "dataset": "JRE-L"}], "run/predict.json")
    write([{"test_idx": 2, "dataset": "JRE-L", "metrics": {"f1": "bad", "bleu": None, "em": 1}},
           {"test_idx": 77, "dataset": "JRE-L", "metrics": {}}], "run/evaluate_details.json")  # fmt: skip
    found = read_run(run)
    assert [(one.row, one.response, dict(one.metrics)) for one in found.answers] == [
        (2, "A rule.", {"em": 1.0}), (9, "", {}),
    ]  # fmt: skip
    assert Counter(kind for kind, _ in found.issues) == Counter(
        {"id repeated": 1, "turn empty": 1, "field unreadable": 1, "evidence unknown": 1}
    )
    (scenario,) = memorybench.read(run, rows=str(tmp_path / "rows"))
    assert count_issues([scenario])["id repeated"] == 1


# ---------------------------------------------------------------------- PersonaMem


@pytest.fixture
def table(write):
    """Writes a table with its contexts, and returns the table."""

    def table(questions=QUESTIONS, contexts=CONTEXTS) -> Path:
        write("\n".join(json.dumps({key: value}) for key, value in contexts.items()), "shared_contexts_32k.jsonl")
        return write(as_table(questions), "questions_32k.csv")

    return table


def test_a_context_is_a_scenario_whose_questions_see_only_what_came_before(table) -> None:
    (scenario,) = personamem.read(table())
    assert lines(sound(scenario)) == [
        [("U", "I play the lute."), ("A", "Lovely.")],
        [("U", "I gave the lute up."), ("A", "I see.")],
    ]
    early, late = scenario.probes
    assert (early.before, late.before) == ("s002.t01", "")  # index 4 is the first line of the second block
    assert early.question == "What now? A) Play the lute. B) Try the drum, which is loud."
    assert (early.form, early.gold, early.options) == (
        Form.OPTION,
        "A",
        ("Play the lute.", "Try the drum, which is loud."),
    )
    assert (early.kind, late.kind) == ("recall_user_shared_facts", "track_full_preference_evolution")
    assert early.time == scenario.sessions[1].start


def test_the_persona_is_for_whoever_plays_the_person_and_for_no_memory(table) -> None:
    (scenario,) = personamem.read(table())
    (person,) = scenario.persons
    assert person.name == "Kai Ito"
    assert person.persona.notes.startswith("Current user persona:")
    assert "persona" not in json.dumps(lines(scenario))


def test_marks_keep_the_columns_and_show_whether_length_tells(table) -> None:
    (scenario,) = personamem.read(table())
    kept = json.loads(scenario.marks[personamem.QUESTIONS])
    assert [one["question_id"] for one in kept] == ["q1", "q2"]
    assert scenario.marks[personamem.LONGEST] == "0.500"  # of the two right options, the second is the longer one


@pytest.mark.parametrize(
    ("change", "issues", "left"),
    [
        ({"all_options": "['one'"}, {"question left out": 1}, 1),
        ({"all_options": "[" * 5000}, {"question left out": 1}, 1),
        ({"all_options": "__import__('os')"}, {"question left out": 1}, 1),
        ({"correct_answer": "(e)"}, {"question left out": 1}, 1),
        ({"end_index_in_shared_context": "99"}, {"field unreadable": 1}, 2),
        ({"end_index_in_shared_context": "9" * 5000}, {"field unreadable": 1}, 2),
        ({"question_id": "q2"}, {"id repeated": 1}, 2),
        ({"shared_context_id": "elsewhere"}, {"question left out": 1}, 1),
        ({"user_question_or_message": " "}, {"question empty": 1}, 1),
        ({"all_options": '["Play the lute.", "Try the drum, which is loud."]'}, {}, 2),
    ],
)
def test_defects_of_a_table_are_survived_and_counted(table, change, issues, left) -> None:
    (scenario,) = personamem.read(table([{**QUESTIONS[0], **change}, QUESTIONS[1]]))
    assert count_issues([sound(scenario)]) == Counter(issues)
    assert len(scenario.probes) == left


def test_a_table_a_folder_and_named_contexts_give_the_same(table, tmp_path) -> None:
    path = table()
    wanted = [scenario_to_json(one) for one in personamem.read(path)]
    opened = open_data(path)
    assert (opened.files[0].reader, opened.files[0].is_guess) == ("personamem", True)
    (tmp_path / "elsewhere").mkdir()
    moved = (tmp_path / "shared_contexts_32k.jsonl").rename(tmp_path / "elsewhere" / "talks.jsonl")
    named = read_any(f"personamem:path={path};contexts={moved}")
    moved.rename(tmp_path / "shared_contexts_32k.jsonl")
    for found in (opened.scenarios, read_any(tmp_path), read_any(f"personamem:{tmp_path}"), named):
        assert [scenario_to_json(one) for one in found] == wanted


@pytest.mark.parametrize(
    ("spoil", "what"),
    [
        (lambda folder: (folder / "shared_contexts_32k.jsonl").unlink(), "not beside the table"),
        (lambda folder: (folder / "questions_32k.csv").write_text("persona_id,shared_context_id\n"), "lacks the col"),
        (lambda folder: (folder / "questions_32k.csv").write_text(as_table([])), "no rows"),
        (lambda folder: (folder / "questions_32k.csv").write_text(as_table(QUESTIONS) + '"torn'), "no CSV"),
        (lambda folder: (folder / "questions_32k.csv").write_text(as_table(QUESTIONS) + "a,b\n"), "number of columns"),
        (lambda folder: (folder / "shared_contexts_32k.jsonl").write_text('{"c1": 3}'), "not of type list"),
        (lambda folder: (folder / "shared_contexts_32k.jsonl").write_text('{"other": []}'), "no question sees"),
    ],
)  # fmt: skip
def test_spoiled_tables_are_named_errors(table, tmp_path, spoil, what) -> None:
    path = table()
    spoil(tmp_path)
    with pytest.raises(DataError, match=what):
        read_any(path)


@pytest.mark.parametrize(("count", "asked"), [(0, 0), (1, 0), (2, 1), (25, 1), (26, 0)])
def test_a_choice_has_two_options_to_one_for_each_letter(table, people, write, count, asked) -> None:
    """There are 25 letters, since `i` is none."""
    options = [f"thing {number}" for number in range(count)]
    (scenario,) = personamem.read(table([{**QUESTIONS[0], "all_options": json.dumps(options)}, QUESTIONS[1]]))
    assert len(scenario.probes) == asked + 1
    assert count_issues([scenario]) == Counter({"question left out": 1 - asked})
    if not asked:
        assert scenario.issues == ("question left out: c1: question 'q1' has 0 options, and the answer '(a)'",)
    # AMemGym's first choice fits the first period only; the others fit none.
    choice = people[0]["qas"][0]["answer_choices"][0]
    others = [{**choice, "state": [str(number), "tiny"]} for number in range(1, count)]
    people[0]["qas"][0]["answer_choices"] = [choice, *others][:count]
    (scenario,) = amemgym.read(write(people))
    assert [one.gold for one in scenario.probes] == ["A"] * asked
    if asked:
        assert scenario.marks[amemgym.CHANCE] == f"{1 / count:.3f}"


@pytest.mark.parametrize("options", ["{'a': 'Play.', 'b': 'Rest.'}", "'ab'", "('a', 'b')", "[1, 2]", "['Play.', ' ']"])
def test_options_are_a_list_of_texts(table, options) -> None:
    (scenario,) = personamem.read(table([{**QUESTIONS[0], "all_options": options}, QUESTIONS[1]]))
    assert count_issues([scenario]) == {"question left out": 1}
    assert [one.gold for one in scenario.probes] == ["B"]


def test_two_tables_in_a_folder_need_a_name(table, tmp_path, write) -> None:
    table()
    write(as_table(QUESTIONS), "questions_128k.csv")
    with pytest.raises(DataError, match="2 tables"):
        read_any(tmp_path)


# ---------------------------------------------------------------------- AMemGym


@pytest.fixture
def people() -> list[dict[str, Any]]:
    return deepcopy(AMEMGYM)


def test_a_question_is_asked_after_every_period_with_the_answer_of_that_state(people, write) -> None:
    (scenario,) = amemgym.read(write(people))
    assert lines(sound(scenario)) == [
        [("U", "I bake rye every day.")], [("U", "My kitchen is tiny.")], [("U", "Now it is only cake.")],
    ]  # fmt: skip
    first, second = scenario.probes
    assert (first.gold, first.kind, first.before) == ("A", "initial", "s003.t01")
    assert (second.gold, second.kind, second.before) == ("B", "updated", "")
    assert first.evidence == (("s001.t01", "s002.t01"),)
    assert second.evidence == (("s003.t01", "s002.t01"),)  # the value that was let out last
    assert scenario.marks["licence"] == "MIT"
    assert float(scenario.marks[amemgym.CHANCE]) == 0.5  # one of two choices each time
    assert [point.text for point in memory_points(scenario)] == ["bread: rye", "kitchen: tiny", "bread: cake"]
    assert [point.turn for point in memory_points(scenario)] == ["s001.t01", "s002.t01", "s003.t01"]
    assert scenario.persons[0].name == "Ola"


def test_points_of_people_name_session_and_turn(people, write) -> None:
    opening = [{"role": "assistant", "content": "Yes?"}, {"role": "user", "content": "My kitchen is tiny."}]
    people[0]["periods"][0]["sessions"][1]["messages"] = opening
    (scenario,) = amemgym.read(write(people))
    assert [(one.id, one.kind, one.text, one.session, one.turn) for one in memory_points(scenario)] == [
        ("0/1/bread", "state", "bread: rye", 1, "s001.t01"),
        ("0/2/kitchen", "state", "kitchen: tiny", 2, "s002.t02"),
        ("1/1/bread", "state", "bread: cake", 3, "s003.t01"),
    ]
    assert scenario.probes[0].evidence == (("s001.t01", "s002.t02"),)
    assert json.loads(scenario.marks[amemgym.QUESTIONS]) == [
        {"period": 0, "question": 1}, {"period": 1, "question": 1},
    ]  # fmt: skip


def test_marks_of_people_without_questions_are_empty(people, write) -> None:
    people[0]["qas"] = []
    (scenario,) = amemgym.read(write(people))
    assert scenario.probes == ()
    assert (scenario.marks[amemgym.CHANCE], scenario.marks[amemgym.QUESTIONS]) == ("0.000", "[]")


def test_the_chance_is_the_mean_over_the_questions(people, write) -> None:
    """Two choices in one question and four in the other, each after both periods: (1/2 + 1/4) / 2."""
    more = deepcopy(people[0]["qas"][0])
    more["answer_choices"] += [{"state": [bread, "none"], "answer": bread} for bread in ("rye", "white")]
    people[0]["qas"].append(more)
    (scenario,) = amemgym.read(write(people))
    assert len(scenario.probes) == 4
    assert scenario.marks[amemgym.CHANCE] == "0.375"


def test_diagnosis_asks_for_each_value_by_the_schema(people, write) -> None:
    (scenario,) = read_any(f"amemgym:path={write(people)};diagnosis=true")
    asked = [(one.question, one.gold, one.evidence) for one in scenario.probes if one.kind == amemgym.STATE]
    assert [gold for _, gold, _ in asked] == ["A", "A", "C", "A"]  # bread and kitchen, after each of two periods
    assert asked[0][0].startswith("What is the user's bread now? A) rye B) white C) cake")
    assert asked[2][2] == (("s003.t01",),)


def test_lived_sessions_are_read_from_the_file_or_beside_it(people, write, tmp_path) -> None:
    path = write(people)
    talk = [{"role": "user", "content": "[Current Time: 2025-01-05 10:00:00] I bake rye every day."},
            {"role": "assistant", "content": "Every day?"}]  # fmt: skip
    second = [{"role": "system", "content": "Be kind."}, {"role": "user", "content": "My kitchen is tiny."}]
    write([talk, second], "lived/u-1/interactions/period_00.json")
    (scenario,) = amemgym.read(path, interactions=str(tmp_path / "lived"))
    assert lines(sound(scenario))[0] == [("U", "I bake rye every day."), ("A", "Every day?")]
    assert lines(scenario)[1:] == [[("U", "My kitchen is tiny.")], [("U", "Now it is only cake.")]]
    people[0]["periods"][0]["sessions"][0]["messages"] = talk
    (inside,) = amemgym.read(write(people, "inside.json"))
    assert lines(inside) == lines(scenario)
    with pytest.raises(DataError, match="no lived sessions"):
        amemgym.read(path, interactions=str(tmp_path / "nowhere"))


@pytest.mark.parametrize(
    ("change", "issues"),
    [
        (lambda one: one["periods"][1]["state"].update(bread="spelt"),
         {"field unreadable": 1, "question left out": 1}),
        (lambda one: one["qas"][0].update(required_info=["bread", "car"]), {"question left out": 2}),
        (lambda one: one["periods"][1]["sessions"][0].update(exposed_states={}), {"evidence missing": 1}),
        (lambda one: one["periods"][1]["sessions"][0].update(session_time="2024-01-01 08:00"), {"time backwards": 1}),
        (lambda one: one["qas"][0]["answer_choices"].append(deepcopy(one["qas"][0]["answer_choices"][0])),
         {"id repeated": 1}),
        (lambda one: one["periods"][0]["sessions"][1].update(query=" "),
         {"turn empty": 1, "session empty": 1, "evidence missing": 2}),
    ],
)  # fmt: skip
def test_defects_of_people_are_survived_and_counted(people, write, change, issues) -> None:
    change(people[0])
    (scenario,) = amemgym.read(write(people))
    assert count_issues([sound(scenario)]) == Counter(issues)


# ---------------------------------------------------------------------- RoleMemo


@pytest.fixture
def samples() -> dict[str, Any]:
    return deepcopy(SAMPLES)


def test_a_sample_is_a_dialogue_and_a_question_that_needs_two_of_its_lines(samples, write) -> None:
    (scenario,) = rolememo.read(write(samples))
    assert [len(session.turns) for session in sound(scenario).sessions] == [4, 1, 1]
    # A sample has two days, since its two fragments may be sessions of their own.
    assert [session.start.day for session in scenario.sessions] == [1, 3, 4]
    assert scenario.start == rolememo.FIRST
    woven, plain = scenario.probes
    assert woven.evidence == (("s001.t01", "s001.t03"),)
    assert (woven.kind, woven.gold, woven.rubric) == ("value-judgment", "Loyalty weighs more than money.", True)
    # The second sample has no dialogue yet: each fragment is a session of its own.
    assert plain.evidence == (("s002.t01", "s003.t01"),)
    assert plain.kind == "contradiction"
    assert scenario.persons[0].persona.notes == "a clerk"
    assert scenario.marks["role"] == "an old judge Core values: loyalty."
    assert scenario.issues == ()


@pytest.mark.parametrize(
    ("change", "issues"),
    [
        (lambda one: one["dialogue"]["dialogue"].pop(0), {"evidence unknown": 1}),
        (lambda one: one["fragments"].append("A third."), {"field unreadable": 1, "evidence unknown": 1}),
        (lambda one: one["test_question"].update(text=""), {"question empty": 1}),
        (lambda one: one.update(insight="Plain.", test_question="Should I?"), {"field unreadable": 1}),
    ],
)  # fmt: skip
def test_defects_of_samples_are_survived_and_counted(samples, write, change, issues) -> None:
    change(samples["samples"][0])
    (scenario,) = rolememo.read(write(samples))
    assert count_issues([sound(scenario)]) == Counter(issues)


def test_a_bank_is_told_fact_by_fact_and_its_insights_refer_to_turns(write) -> None:
    (scenario,) = rolememo.read(write(BANK))
    assert lines(sound(scenario)) == [[("U", "Ida moved to Bergen."), ("U", "Ida bought a boat.")]]
    assert memory_points(scenario) == [
        MemoryPoint("1", "fact", "Ida moved to Bergen.", 1, "s001.t01"),
        MemoryPoint("2", "fact", "Ida bought a boat.", 1, "s001.t02"),
        MemoryPoint("1", "insight", "Ida wants the sea.", 1, refs=("s001.t01", "s001.t02")),
        MemoryPoint("2", "insight", "Ida has money.", 1, refs=("s001.t02",)),
    ]
    assert count_issues([scenario]) == Counter({"evidence unknown": 1, "evidence missing": 1})


def test_facts_without_words_are_not_told_and_the_first_of_two_ids_is_cited(write) -> None:
    facts = [{"id": "a", "text": " "}, {"id": "b", "text": "Ida rows. "}, {"id": "b", "text": "Ida sings."}]
    bank = {"facts": facts, "insights": [{"id": "x", "refs": ["b", "b", "a"], "text": "Ida is fit."}]}
    (scenario,) = rolememo.read(write(bank))
    assert lines(scenario) == [[("U", "Ida rows."), ("U", "Ida sings.")]]
    assert memory_points(scenario) == [
        MemoryPoint("b", "fact", "Ida rows.", 1, "s001.t01"),
        MemoryPoint("b", "fact", "Ida sings.", 1, "s001.t02"),
        MemoryPoint("x", "insight", "Ida is fit.", 1, refs=("s001.t01",)),
    ]
    assert count_issues([scenario]) == {
        "turn empty": 1, "id repeated": 1, "evidence unknown": 1, "evidence missing": 1,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("told", "cited"),
    [
        ("I ate figs and nuts today", True),  # four of the five words
        ("I ate figs", True),  # three of five
        ("I ate", False),  # two of five
    ],
)
def test_a_line_tells_a_fragment_with_more_than_half_of_its_words(samples, write, told, cited) -> None:
    sample = samples["samples"][0]
    sample["fragments"][0] = "I ate figs and nuts"
    sample["dialogue"]["dialogue"][0]["content"] = told
    (scenario,) = rolememo.read(write(samples))
    assert scenario.probes[0].evidence == ((("s001.t01",) if cited else ()) + ("s001.t03",),)


def test_half_of_the_words_tell_no_fragment_and_the_first_of_two_lines_is_cited(samples, write) -> None:
    sample = samples["samples"][0]
    sample["fragments"][0] = "ate figs and nuts"
    sample["dialogue"]["dialogue"][0]["content"] = "ate figs"
    (scenario,) = rolememo.read(write(samples))
    assert scenario.probes[0].evidence == (("s001.t03",),)
    for place in (0, 2):
        sample["dialogue"]["dialogue"][place]["content"] = f"ate figs and {sample['fragments'][1]}"
    (scenario,) = rolememo.read(write(samples))
    assert scenario.probes[0].evidence == (("s001.t01",),)  # both fragments


def test_insights_alone_are_no_conversation_and_the_error_says_what_makes_one(write) -> None:
    path = write({"role_description": "a judge", "core_values": ["loyalty"], "insights": ["[Value Judgment]: x"]})
    with pytest.raises(DataError, match="--pipeline rolememo --persona"):
        read_any(path)


# ---------------------------------------------------------------------- all of them


FILES = {"memorybench": MEMORYBENCH, "amemgym": AMEMGYM, "samples": SAMPLES, "bank": BANK}


@pytest.mark.parametrize("name", FILES)
def test_readers_keep_the_contract_and_are_detected(name, write) -> None:
    path = write(FILES[name])
    reader = {"samples": "rolememo", "bank": "rolememo"}.get(name, name)
    check_reader(path, reader)
    (file,) = open_data(path).files
    assert (file.reader, file.is_guess) == (reader, True)


def test_a_table_keeps_the_contract_wherever_it_lies(table, tmp_path) -> None:
    path = table()
    check_reader(path, partial(personamem.read, contexts=str(tmp_path / "shared_contexts_32k.jsonl")))


@pytest.mark.parametrize("name", [*FILES, "personamem"])
def test_no_id_tells_an_answer_and_a_memory_can_be_measured(name, write, table) -> None:
    path = table() if name == "personamem" else write(FILES[name])
    for scenario in read_any(path):
        ids = [turn.id for session in scenario.sessions for turn in session.turns]
        assert ids == [f"s{s.number:03}.t{t:02}" for s in scenario.sessions for t, _ in enumerate(s.turns, 1)]
    assert regulars.evaluate("bm25-turn", data=path).faults == []


def test_a_table_survives_any_quoting(table) -> None:
    stream = io.StringIO()
    writer = csv.DictWriter(stream, QUESTIONS[0], quoting=csv.QUOTE_ALL, lineterminator="\r\n")
    writer.writeheader()
    writer.writerows(QUESTIONS)
    path = table()
    wanted = personamem.read(path)[0].probes
    path.write_text("\ufeff" + stream.getvalue(), "utf-8", newline="")
    assert [one.question for one in personamem.read(path)[0].probes] == [one.question for one in wanted]
