"""Runs: figures, files, faults, and completion after a kill."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

import regulars
from regulars.cli.main import app
from regulars.datasets.record_files import read_records
from regulars.datasets.validate import validate
from regulars.errors import ConfigurationError, DataError, UnknownNameError
from regulars.evaluation.figures.metrics import pooled_lives
from regulars.evaluation.figures.result_rows import Difference, Row
from regulars.scenarios.generator import generate
from regulars.scenarios.suite import Suite, read_label
from regulars.scenarios.suites import load_suite

LIVES = [generate(seed, sessions=5) for seed in (1, 2)]


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    out = tmp_path_factory.mktemp("run") / "RUN"
    return regulars.evaluate(memory="dense-turn", data=LIVES, seeds=2, references=True, out=out)


def test_results_and_episodes_are_written(run):
    results = json.loads((run.out / "results.json").read_text())
    assert results["schema"] == 3
    assert "differences" not in results
    assert msgspec.convert(results["rows"], list[Row]) == run.rows
    for row in results["rows"]:
        assert set(row) == {"system", "suite", "scenario", "slice", "metric", "value", "n", "ci95"}
        assert row["n"] >= 1
        assert row["ci95"] is None  # four lives are too few
    assert len(list(read_records(run.out / "episodes.jsonl"))) == 2 * 2 * 8


def five_lives():
    return [generate(seed, sessions=3) for seed in range(5)]


@pytest.fixture(scope="module")
def against(tmp_path_factory):
    out = tmp_path_factory.mktemp("against") / "RUN"
    return regulars.evaluate(
        memory="recency,bm25-turn,none", data=five_lives(), references=False, out=out, against="recency"
    )


def test_a_run_is_compared_with_a_named_row(against):
    results = json.loads((against.out / "results.json").read_text())
    assert msgspec.convert(results["differences"], list[Difference]) == against.differences
    assert {one.against for one in against.differences} == {"recency"}
    assert {one.system for one in against.differences} == {"bm25-turn", "none"}
    for system in ("bm25-turn", "none"):
        found = against.difference(system, "accuracy_own")
        apart = against.value(system, "accuracy_own") - against.value("recency", "accuracy_own")
        assert found.value == pytest.approx(apart, abs=2e-6)
        assert found.pairs == 5
        assert found.ci95[0] <= found.value <= found.ci95[1]
        assert 0 <= found.p <= 1
    for row in against.rows:
        assert row.ci95 is None or row.ci95[0] <= row.value <= row.ci95[1]


def test_plays_of_one_given_life_are_one_life_of_intervals_and_differences():
    run = regulars.evaluate(
        memory="recency,none", data=[generate(1, sessions=3)], seeds=5, references=False, against="none"
    )
    assert [row.n for row in run.rows if (row.scenario, row.metric) == ("all", "faults")] == [5, 5]
    assert {row.ci95 for row in run.rows} == {None}
    assert {(one.pairs, one.ci95, one.p) for one in run.differences} == {(1, None, None)}


def test_a_recorded_run_can_be_compared_with_any_of_its_rows(against):
    assert regulars.replay(against.out).differences == []
    assert regulars.replay(against.out, against="recency").differences == against.differences
    other = regulars.replay(against.out, against="none").difference("recency", "accuracy_own")
    assert other.value == pytest.approx(-against.difference("none", "accuracy_own").value)


def test_a_run_can_be_resumed_with_another_row_to_compare_with(against):
    again = regulars.evaluate(
        memory="recency,bm25-turn,none", data=five_lives(), references=False, out=against.out, resume=True,
        against="none",
    )  # fmt: skip
    assert {one.against for one in again.differences} == {"none"}
    assert again.rows == against.rows


def test_an_unknown_row_is_named_before_anything_is_played(tmp_path):
    out = tmp_path / "RUN"
    with pytest.raises(UnknownNameError, match=r"no row is named 'bm25'.*did you mean.*'bm25-turn'"):
        regulars.evaluate(memory="recency,bm25-turn", data=LIVES, seeds=1, references=False, out=out, against="bm25")
    assert not out.exists()


def test_a_row_alone_cannot_be_compared():
    with pytest.raises(ConfigurationError, match="there is no row to compare with 'recency'"):
        regulars.evaluate(memory="recency", data=LIVES, seeds=1, references=False, against="recency")


def test_a_difference_that_is_missing_is_named(against):
    with pytest.raises(UnknownNameError, match="no differences for the system 'recency'"):
        against.difference("recency", "accuracy_own")


def test_results_and_heading_say_suite_version_and_split(tmp_path, monkeypatch):
    plan = Suite("core", 5, "", load_suite("core@test").plans[:1], "test")
    monkeypatch.setattr("regulars.scenarios.suites.load_suite", lambda name: plan)
    run = regulars.evaluate(memory="none", suite="core@test", seeds=1, references=False, out=tmp_path / "RUN")
    results = json.loads((run.out / "results.json").read_text())
    assert results["suites"] == [{"label": "core-5@test", "suite": "core", "version": 5, "split": "test"}]
    assert {row["suite"] for row in results["rows"]} == {"core-5@test"}
    assert run.title == regulars.replay(run.out).title == "suite core-5@test"


def test_each_row_names_the_suite_of_its_scenario(run):
    other = replace(LIVES[0], suite="hard-5@train")
    rows = regulars.evaluate(memory="none", data=[other, LIVES[1]], references=False).rows
    assert {row.suite for row in rows if row.scenario == "all"} == {"hard-5@train, smoke"}
    assert {row.suite for row in rows if row.scenario == LIVES[1].id} == {"smoke"}


@pytest.mark.parametrize(
    ("label", "suite", "version", "split"),
    [
        ("long-1.5m-5", "long-1.5m", 5, ""),
        ("multi-user-5@train", "multi-user", 5, "train"),
        ("core+personas-1@test", "core+personas", 1, "test"),
        ("locomo", "locomo", None, ""),
        ("my-data", "my-data", None, ""),
    ],
)
def test_labels_are_read(label, suite, version, split):
    assert read_label(label) == {"label": label, "suite": suite, "version": version, "split": split}


def test_the_reference_rows_bound_the_others(run):
    listener = run.value("ideal-listener", "accuracy_own")
    assert listener >= 0.99
    assert run.value("ideal-listener", "accuracy_anchor") == 1.0
    assert run.value("none", "accuracy_anchor") == 0.0
    for system in run.systems:
        assert run.value(system, "accuracy_own") <= listener
        assert run.value("none", "accuracy_anchor") <= run.value(system, "accuracy_anchor")
    assert run.value("oracle-recall", "turn_recall_all@10") >= run.value("bm25-turn", "turn_recall_all@10")
    assert run.value("full-context", "accuracy_anchor") >= 0.9


def test_anchors_are_told_alike_to_every_system(run):
    by_system = {}
    for record in read_records(run.out / "episodes.jsonl"):
        anchors = [
            (probe.id, probe.status, [o.expectation.gold for o in probe.outcomes])
            for probe in record.probes
            if probe.anchor
        ]
        key = record.key.scenario, record.key.seed
        assert by_system.setdefault(key, anchors) == anchors
        assert anchors


def test_the_budget_is_the_same_for_all_rows_that_are_not_marked(run):
    for record in read_records(run.out / "episodes.jsonl"):
        if record.key.system not in run.unbounded:
            assert all(recalled.tokens <= 1024 for recalled in record.recollections)


def test_replaying_gives_the_same_figures_without_stepping(run, monkeypatch):
    from regulars.envs.aec import LifeAEC

    def refuse(*_):
        raise AssertionError("a replay stepped")

    monkeypatch.setattr(LifeAEC, "step", refuse)
    assert regulars.replay(run.out).rows == run.rows


def test_a_run_validates_and_a_changed_record_is_found(run, tmp_path):
    assert validate(run.out).problems == []
    lines = (run.out / "episodes.jsonl").read_text().splitlines()
    record = json.loads(lines[0])
    outcome = next(o for p in record["probes"] for o in p["outcomes"] if o["expectation"] and o["expectation"]["gold"])
    outcome["expectation"]["gold"] = ["something else"]
    (tmp_path / "episodes.jsonl").write_text(json.dumps(record) + "\n")
    codes = {problem.code for problem in validate(tmp_path).problems}
    assert {"record-hash", "gold-not-of-ledger"} <= codes


def test_faults_are_counted_and_never_scored(tmp_path):
    calls = []

    def shaky(observation):
        calls.append(1)
        if len(calls) % 40 == 0:
            raise ZeroDivisionError("by chance")
        return "I see."

    run = regulars.evaluate(assistant=shaky, data=LIVES, seeds=2, out=tmp_path / "RUN")
    assert run.faults
    assert "by chance" in run.faults[0][1]
    records = list(read_records(run.out / "episodes.jsonl"))
    assert len(records) == 4
    for record in records:
        assert (record.score is None) == (not record.valid)
        assert record.valid or record.ending == "assistant_error"
    assert run.value("shaky", "faults") == len(run.faults) / 4


def test_a_reply_that_is_no_string_is_the_assistants_fault():
    run = regulars.evaluate(assistant=lambda observation: 7, data=LIVES[:1])
    assert len(run.faults) == 1
    assert "int" in run.faults[0][1]


def test_a_callable_that_promises_nothing_stands_apart():
    def reply(observation):
        return "I see."

    assert regulars.evaluate(assistant=reply, data=LIVES[:1]).forked == []
    reply.stateless = True
    assert regulars.evaluate(assistant=reply, data=LIVES[:1]).forked == ["reply"]


class LastThree:
    """A third party's memory: observe and recall, and nothing else."""

    def __init__(self):
        self.turns = []

    def observe(self, turn):
        self.turns.append(turn)

    def recall(self, cue):
        return [turn.id for turn in self.turns[-3:]]


def test_a_memory_with_two_methods_runs(tmp_path, monkeypatch):
    (tmp_path / "mine.py").write_text(
        "class Mine:\n"
        "    def __init__(self, last=3): self.turns, self.last = [], last\n"
        "    def observe(self, turn): self.turns.append(turn)\n"
        "    def recall(self, cue): return [t.id for t in self.turns[-self.last:] if t.scope == cue.scope]\n"
    )
    monkeypatch.chdir(tmp_path)
    run = regulars.evaluate(memory="mine.py:Mine,mine.py:Mine:last=30,recency", data=LIVES[:1])
    assert run.systems == ["mine.py:Mine", "mine.py:Mine:last=30", "recency"]
    assert run.value("mine.py:Mine", "accuracy_anchor") <= run.value("mine.py:Mine:last=30", "accuracy_anchor")
    assert run.forked == run.systems


@pytest.mark.parametrize(
    ("arguments", "error", "named"),
    [
        ({"memory": "bm25-trun"}, UnknownNameError, "bm25-turn"),
        ({"memory": "bm25-turn:q=3"}, ConfigurationError, "q"),
        ({"memory": "nowhere.py:Mine"}, UnknownNameError, "nowhere.py"),
        ({"memory": "no.such.module:Mine"}, UnknownNameError, "no.such.module"),
        ({"memory": "recency,recency"}, ConfigurationError, "duplicate system"),
        ({"memory": ","}, ConfigurationError, "list of memories is empty"),
        ({"assistant": "scriptd"}, UnknownNameError, "scripted"),
        ({"feedback": "loud"}, UnknownNameError, "evaluative"),
        ({"suite": "smoky"}, UnknownNameError, "smoke"),
        ({"seeds": 0}, ConfigurationError, "seeds"),
        ({"data": "nowhere.json"}, DataError, "nowhere.json"),
        ({"resume": True}, ConfigurationError, "resume"),
    ],
)
def test_bad_arguments_are_named_and_nothing_is_written(arguments, error, named, tmp_path):
    out = {} if arguments.get("resume") else {"out": tmp_path / "RUN"}
    with pytest.raises(error) as caught:
        regulars.evaluate(**{"memory": "none", **arguments, **out})
    assert named in str(caught.value)
    assert not (tmp_path / "RUN").exists()


def test_a_folder_holds_one_run(tmp_path):
    regulars.evaluate(memory="none", data=LIVES[:1], out=tmp_path / "RUN")
    with pytest.raises(ConfigurationError, match="resume"):
        regulars.evaluate(memory="none", data=LIVES[:1], out=tmp_path / "RUN")
    with pytest.raises(ConfigurationError, match="other options"):
        regulars.evaluate(memory="recency", data=LIVES[:1], out=tmp_path / "RUN", resume=True)
    again = regulars.evaluate(memory="none", data=LIVES[:1], out=tmp_path / "RUN", resume=True)
    assert len(list(read_records(again.out / "episodes.jsonl"))) == 1


def test_a_torn_last_line_is_ignored_and_made_good(tmp_path):
    whole = regulars.evaluate(memory="none,recency", data=LIVES, out=tmp_path / "WHOLE")
    torn = regulars.evaluate(memory="none,recency", data=LIVES, out=tmp_path / "TORN")
    path = torn.out / "episodes.jsonl"
    data = path.read_bytes()
    path.write_bytes(data[: len(data) * 2 // 3])
    (torn.out / "results.json").unlink()
    assert len(list(read_records(path))) < 4
    regulars.evaluate(memory="none,recency", data=LIVES, out=tmp_path / "TORN", resume=True)
    assert (torn.out / "results.json").read_bytes() == (whole.out / "results.json").read_bytes()
    assert _hashes(torn.out) == _hashes(whole.out)


def _hashes(folder: Path) -> list[str]:
    return [record.hash for record in read_records(folder / "episodes.jsonl")]


ROWS = ["--memory", "none,bm25-turn", "--no-references", "--seeds", "2"]
COMMAND = [sys.executable, "-m", "regulars.cli.main", "evaluate", *ROWS]


def _evaluated(*options: str) -> None:
    """Runs the command in this process."""
    assert CliRunner().invoke(app, ["evaluate", *ROWS, *options]).exit_code == 0


def _killed_and_resumed(tmp_path: Path, kills: int) -> None:
    whole = tmp_path / "WHOLE"
    _evaluated("--out", str(whole))
    episodes = len(_hashes(whole))
    draws = random.Random(5)
    for number in range(kills):
        out = tmp_path / f"KILLED{number}"
        process = subprocess.Popen([*COMMAND, "--out", str(out)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wanted = draws.randrange(episodes - 8)
        while process.poll() is None and _lines(out) < wanted:
            time.sleep(0.001)
        time.sleep(draws.uniform(0, 0.05))
        os.kill(process.pid, signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL, "the run was over before it was killed"
        assert not (out / "results.json").exists()
        _evaluated("--out", str(out), "--resume")
        assert (out / "results.json").read_bytes() == (whole / "results.json").read_bytes()
        assert _hashes(out) == _hashes(whole)


def _lines(out: Path) -> int:
    path = out / "episodes.jsonl"
    return path.read_bytes().count(b"\n") if path.exists() else 0


@pytest.mark.slow
def test_a_run_killed_at_ten_moments_is_completed_to_the_same_bytes(tmp_path):
    _killed_and_resumed(tmp_path, 10)


def test_the_figures_do_not_depend_on_the_order_of_the_lines(run):
    records = list(read_records(run.out / "episodes.jsonl"))
    by_key = {(r.system, r.scenario, r.slice, r.metric): r.value for r in pooled_lives(records).rows()}
    shuffled = pooled_lives(list(reversed(records))).rows()
    assert {(r.system, r.scenario, r.slice, r.metric): r.value for r in shuffled} == by_key
