"""What a report adds to the rows of a run, on answers written by hand."""

from __future__ import annotations

import os
from dataclasses import replace

import pytest
from msgspec import structs
from played_runs import at, faulty, life, question, run_of

import regulars.evaluation.report_figures as subject
from regulars.datasets.codec import to_line
from regulars.datasets.record_files import append, read_records
from regulars.datasets.record_parts.memory import RecallRecord
from regulars.datasets.record_parts.usage import SpentNote
from regulars.dialogue import Feedback
from regulars.envs.life.sessions import LivedSession
from regulars.errors import ConfigurationError
from regulars.evaluation.figures.costs import COSTS
from regulars.evaluation.figures.curves import pooled
from regulars.evaluation.report_figures import GivenAnswer, TellingFailure, most_telling, read_results, report_figures
from regulars.evaluation.runs.recorded import open_run
from regulars.evaluation.whole_files import write_json

ANCHOR = ("accuracy_anchor", "accuracy_own")


def figures(folder, against=None, compared=("a", "b"), metrics=ANCHOR):
    recorded = open_run(folder)
    return report_figures(recorded, read_results(recorded), metrics, against, compared)


def values(rows):
    return {(row.system, row.slice): (row.value, row.n) for row in rows}


def test_accuracy_by_distance_counts_each_answered_question_in_its_range(tmp_path):
    near, far = question("q1", right=True, horizon=50), question("q2", right=False, horizon=51)
    last = question("q3", right=True, horizon=900)
    found = figures(run_of(tmp_path / "R", {"a": [[near, far, last], [replace_right(near)]]}))
    assert values(found.distances) == {
        ("a", "distance=0-50"): (0.5, 2),
        ("a", "distance=51-100"): (0.0, 1),
        ("a", "distance=801-"): (1.0, 1),
    }


def replace_right(probe):
    """The same question, answered wrongly."""
    return question(probe.id, right=False, horizon=probe.outcomes[0].horizon)


def test_satisfaction_is_averaged_by_session(tmp_path):
    shown = (Feedback("s001.t02", satisfaction=9.0), Feedback("s001.t04", satisfaction=6.0),
             Feedback("s002.t02", satisfaction=4.0), Feedback("s002.t04"))  # fmt: skip
    found = figures(run_of(tmp_path / "R", {"a": [[True]]}, feedback=shown))
    assert values(found.sessions) == {("a", "session=1"): (7.5, 2), ("a", "session=2"): (4.0, 1)}


def test_costs_are_those_of_the_whole_measurement(tmp_path):
    sessions = (LivedSession(1, "ann", at(0), at(3)), LivedSession(2, "ann", at(99), at(100)))
    spent = (SpentNote(1, "s001.t02", "", 1.0, 2, 300, 0.5), SpentNote(2, "s002.t02", "", 3.0, 1, 100, 0.25))
    recalled = tuple(
        RecallRecord(turn=turn, probe="", level="turn", tokens=tokens, hits=(), why="")
        for turn, tokens in (("s001.t02", 30), ("s002.t02", 50))
    )
    folder = run_of(
        tmp_path / "R", {"a": [[True]], "b": [[True]]}, sessions=sessions, spent=spent, recollections=recalled
    )
    rows = pooled(open_run(folder).records, slices=("session", "distance")).rows()
    costs = figures(folder).costs
    assert costs == [
        row for row in rows
        if row.scenario == "all" and "=" in row.slice and row.metric in ("tokens", *COSTS)
        and row.slice.startswith(("session", "distance"))
    ]  # fmt: skip
    by = {(row.slice, row.metric): (row.value, row.n) for row in costs if row.system == "a"}
    assert by["session=1", "tokens"] == (30, 1)
    assert by["session=2", "assistant_cost"] == (0.25, 1)


def test_differences_are_those_of_the_whole_measurement(tmp_path):
    lives = {
        "a": [[True, False], [True], [False], [True], [True, True]],
        "b": [[False], [True], [False], [False], [True]],
    }
    folder = run_of(tmp_path / "R", lives)
    whole = pooled(open_run(folder).records).differences("b", ["a", "b"])
    expected = [one for one in whole if one.metric in ANCHOR and one.scenario == one.slice == "all"]
    assert expected[0].p is not None
    assert figures(folder, against="b").differences == expected


def test_differences_that_the_run_has_are_taken_from_it(tmp_path):
    folder = run_of(tmp_path / "R", {"a": [[True]] * 5, "b": [[False]] * 5})
    run = read_results(open_run(folder))
    pool = pooled(open_run(folder).records)
    made = structs.replace(pool.differences("b", ["a", "b"])[0], metric="accuracy_anchor", value=0.123, slice="all")
    recorded = open_run(folder)
    found = report_figures(recorded, replace(run, differences=[made]), ANCHOR, "b", ["a", "b"])
    assert [one.value for one in found.differences] == [0.123]


def test_a_stream_has_its_differences_from_all_records_where_the_first_metric_lacks(tmp_path):
    """The pass over the records knows accuracies only; a stream may be ranked by something else."""
    folder = run_of(tmp_path / "R", {"a": [[True]] * 5, "b": [[False]] * 5})
    recorded = open_run(folder)
    run = read_results(recorded)
    kept = structs.replace(pooled(recorded.records).differences("b", ["a", "b"])[0], metric="abstained", value=0.5)

    def found(metrics, **changes):
        changed = replace(run, **changes)
        return [(one.metric, one.value) for one in report_figures(recorded, changed, metrics, "b", ["a"]).differences]

    assert found(["abstained"]) == []
    assert found(["abstained"], regime="train") == [("abstained", -1.0)]
    assert found(["abstained"], regime="train", differences=[kept]) == [("abstained", 0.5)]
    assert found(["accuracy_anchor"], regime="train", differences=[kept]) == [("accuracy_anchor", 1.0)]


def test_nothing_compares_with_the_only_system(tmp_path):
    with pytest.raises(ConfigurationError):
        figures(run_of(tmp_path / "R", {"a": [[True]]}), against="a")


@pytest.mark.parametrize("without", [faulty(7, "a"), life(7, "a", [False], score=None)])
def test_episodes_that_are_faulty_or_without_a_score_count_nowhere(tmp_path, without):
    """Those before them and those after them count."""
    (tmp_path / "R").mkdir()
    for record in (without, life(0, "a", [True]), without, life(1, "a", [False])):
        append(tmp_path / "R" / "episodes.jsonl", record)
    found = figures(tmp_path / "R")
    assert values(found.distances) == {("a", "distance=0-50"): (0.5, 2)}


def test_text_without_utf8_is_read_all_the_same(tmp_path):
    folder = tmp_path / "R"
    folder.mkdir()
    odd = life(0, "a", [False], feedback=(Feedback("s001.t02", satisfaction=3.0, text="\ud800"),))
    assert b"\\ud800" in to_line(odd)
    append(folder / "episodes.jsonl", odd)
    assert values(figures(folder).sessions) == {("a", "session=1"): (3.0, 1)}


# ---------------------------------------------------------------------- results.json


def kept(folder):
    """The run with a `results.json` that says something else than its records."""
    run = read_results(open_run(folder))
    run.rows = [structs.replace(row, value=0.25) for row in run.rows]
    write_json(folder / "results.json", run.results)
    return folder / "results.json"


def test_kept_results_are_read_if_they_are_newer_than_the_records(tmp_path):
    folder = run_of(tmp_path / "R", {"a": [[True]]})
    path = kept(folder)
    assert read_results(open_run(folder)).value("a", "accuracy_anchor") == 0.25
    os.utime(path, ns=(1, 1))
    assert read_results(open_run(folder)).value("a", "accuracy_anchor") == 1.0


@pytest.mark.parametrize("text", [b"", b"{", b"[]", b'{"schema":3}', b"\xff"])
def test_results_that_cannot_be_read_are_measured_again(tmp_path, text):
    folder = run_of(tmp_path / "R", {"a": [[True]]})
    (folder / "results.json").write_bytes(text)
    assert read_results(open_run(folder)).value("a", "accuracy_anchor") == 1.0


def test_results_of_other_systems_are_measured_again(tmp_path):
    folder = run_of(tmp_path / "R", {"a": [[True]]})
    kept(folder)
    other = run_of(tmp_path / "S", {"b": [[True]]})
    (other / "results.json").write_bytes((folder / "results.json").read_bytes())
    assert read_results(open_run(other)).value("b", "accuracy_anchor") == 1.0


# ---------------------------------------------------------------------- telling failures


def answered(system, right, *, verdict="abstained", kind="k", episode=0, probe=0):
    return GivenAnswer(
        system=system,
        episode=episode,
        probe=probe,
        kind=kind,
        verdict="correct" if right else verdict,
        right=right,
    )


def test_the_most_telling_failure_is_where_most_others_are_right():
    answers = {
        ("s", 0, "easy"): [answered("a", False, episode=0), answered("b", True), answered("c", True)],
        ("s", 0, "hard"): [answered("a", True), answered("b", False, episode=1), answered("c", False, episode=2)],
    }
    assert most_telling(answers, ["a", "b", "c"], 1) == [TellingFailure(episode=0, probe=0, right=2, others=2)]


def test_equal_shares_are_ordered_by_gravity():
    answers = {
        ("s", 0, name): [answered("a", False, verdict=verdict, probe=place), answered("b", True)]
        for place, (name, verdict) in enumerate([("q", "abstained"), ("r", "stale"), ("t", "leaked")])
    }
    assert [one.probe for one in most_telling(answers, ["a", "b"])] == [2, 1, 0]


def test_failures_are_of_different_systems_and_kinds_first():
    answers = {
        ("s", 0, "q1"): [answered("a", False, kind="k", probe=1), answered("b", True), answered("c", True)],
        ("s", 0, "q2"): [answered("a", False, kind="l", probe=2), answered("b", True), answered("c", True)],
        ("s", 0, "q3"): [answered("a", True), answered("b", False, kind="l", probe=3), answered("c", True)],
    }
    assert [one.probe for one in most_telling(answers, ["a", "b", "c"])] == [1, 3, 2]


def test_references_are_neither_told_nor_counted():
    answers = {("s", 0, "q"): [answered("none", False), answered("a", False, episode=4), answered("b", True)]}
    assert most_telling(answers, ["a", "b"]) == [TellingFailure(episode=4, probe=0, right=1, others=1)]


def test_open_verdicts_are_no_failures():
    assert most_telling({("s", 0, "q"): [answered("a", False, verdict="undetermined")]}, ["a"]) == []


def test_a_run_without_failures_tells_none(tmp_path):
    assert figures(run_of(tmp_path / "R", {"a": [[True]]})).failures == []


def test_the_pass_reads_the_same_questions_as_the_records(tmp_path, monkeypatch):
    monkeypatch.delattr(subject, "from_line")  # which would read whole records
    folder = run_of(tmp_path / "R", {"a": [[True, False]], "b": [[False]]})
    found = list(subject._answers_of(open_run(folder)))
    expected = list(read_records(folder / "episodes.jsonl"))
    names = [name for name in subject.EpisodeAnswers.__struct_fields__ if name != "recollections"]
    assert [[getattr(one, name) for name in names] for one in found] == [
        [getattr(one, name) for name in names] for one in expected
    ]
    lengths = [[[(each.turn, each.probe, each.tokens) for each in one.recollections] for one in kept]
               for kept in (found, expected)]  # fmt: skip
    assert lengths[0] == lengths[1]
    assert any(lengths[0])
