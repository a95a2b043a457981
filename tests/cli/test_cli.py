"""The command line: output, exit codes and refusals."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple

import pytest

from regulars.cli.main import main
from regulars.scenarios.streams.files import read_stream

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


class Done(NamedTuple):
    """What a command printed and returned."""

    returncode: int
    stdout: str
    stderr: str


def regulars(*arguments: str, cwd: Path | None = None, stdin: str = "") -> Done:
    """Runs a command in this process, in a folder."""
    said, warned, heard = (io.TextIOWrapper(io.BytesIO(text.encode()), "utf-8") for text in ("", "", stdin))
    code: int | str | None = 0
    with pytest.MonkeyPatch.context() as patched, redirect_stdout(said), redirect_stderr(warned):
        patched.setattr("sys.argv", ["regulars", *arguments])
        patched.setattr("sys.stdin", heard)
        patched.chdir(cwd or Path.cwd())
        try:
            main()
        except SystemExit as end:
            code = end.code
    printed = [stream.buffer.getvalue().decode() for stream in (said, warned) if stream.flush() is None]
    return Done(code if isinstance(code, int) else int(code is not None), *printed)


def test_the_installed_program_runs_in_a_process_of_its_own(tmp_path):
    command = [sys.executable, "-m", "regulars.cli.main"]
    refused = subprocess.run([*command, "evaluate", "--suite", "none"], capture_output=True, text=True, cwd=tmp_path)
    assert refused.returncode == 2
    assert refused.stderr.startswith("error: ")
    assert "Traceback" not in refused.stderr


def test_evaluate_prints_a_plain_table_and_writes_a_run(tmp_path):
    rows = ("--memory", "none,bm25-turn", "--no-references", "--seeds", "1")
    done = regulars("evaluate", *rows, "--out", "RUN", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "bm25-turn" in done.stdout
    assert "\x1b[" not in done.stdout
    assert json.loads((tmp_path / "RUN/results.json").read_text())["schema"] == 3
    again = regulars("replay", "RUN", cwd=tmp_path)
    assert again.returncode == 0, again.stderr
    table = [line for line in done.stdout.splitlines() if line.startswith(("none", "bm25"))]
    assert all(line in again.stdout for line in table)
    checked = regulars("validate", "RUN", cwd=tmp_path)
    assert checked.returncode == 0, checked.stdout
    assert "0 problems" in checked.stdout
    heard = regulars("evaluate", "--data", "RUN", "--memory", "recency", cwd=tmp_path)
    assert heard.returncode == 0, heard.stderr
    assert heard.stderr.startswith("RUN: read as episodes (detected by content): 8 conversations, 64 sessions, ")
    assert "turn any@10" in heard.stdout
    relived = regulars("evaluate", "--data", "RUN", "--relive", *rows[:3], cwd=tmp_path)
    assert relived.returncode == 0, relived.stderr
    assert all(line in relived.stdout for line in table)
    assert relived.stderr.splitlines()[0].startswith("RUN: read as a run; 4 lives of smoke-")


def test_rows_are_compared_with_a_named_one(tmp_path):
    rows = ("--memory", "none,bm25-turn", "--no-references", "--seeds", "2", "--against", "none")
    done = regulars("evaluate", *rows, "--out", "RUN", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    at = lines.index("difference to none")
    assert lines[at + 1].split()[0] == "system"
    assert re.fullmatch(
        r"bm25-turn( +[+-]\.\d{3} \[[+-]\.\d{3} [+-]1?\.\d{3}\] +(<\.001|1?\.\d{3}))+ +8", lines[at + 2]
    )
    other = regulars("replay", "RUN", "--against", "bm25-turn", cwd=tmp_path)
    assert "difference to bm25-turn" in other.stdout
    refused = regulars("replay", "RUN", "--against", "bm25", cwd=tmp_path)
    assert refused.returncode == 2
    assert "no row is named 'bm25'" in refused.stderr
    assert "did you mean 'bm25-turn'?" in refused.stderr


def test_generate_and_validate(tmp_path):
    made = regulars("generate", "--out", "lives.jsonl", "--seeds", "2", cwd=tmp_path)
    assert made.returncode == 0, made.stderr
    checked = regulars("validate", "lives.jsonl", cwd=tmp_path)
    assert checked.returncode == 0, checked.stdout
    wanted = ("evaluate", "--data", "lives.jsonl", "--memory", "none", "--out", "RUN", "--resume")
    begun, completed = (regulars(*wanted, cwd=tmp_path) for _ in range(2))
    assert (begun.returncode, completed.returncode) == (0, 0), begun.stderr + completed.stderr
    assert "RUN holds no run yet: starting a new one" in begun.stderr
    assert "no run" not in completed.stderr


def test_a_folder_holds_one_file_for_each_plan(tmp_path):
    made = regulars("generate", "--out", "LIVES", "--seeds", "2", cwd=tmp_path)
    assert made.returncode == 0, made.stderr
    assert len(list((tmp_path / "LIVES").glob("smoke-*.jsonl"))) == 4
    checked = regulars("validate", "LIVES", cwd=tmp_path)
    assert checked.returncode == 0, checked.stdout
    assert "8 scenarios, 0 problems" in checked.stdout
    rest = ("--memory", "none", "--no-references", "--out", "RUN")
    evaluated = regulars("evaluate", "--data", "LIVES", *rest, cwd=tmp_path)
    assert evaluated.returncode == 0, evaluated.stderr
    assert (tmp_path / "RUN" / "episodes.jsonl").read_text("utf-8").count("\n") == 8


def test_a_folder_without_scenarios_is_refused(tmp_path):
    (tmp_path / "EMPTY").mkdir()
    (tmp_path / "EMPTY" / "notes.txt").write_text("nothing", "utf-8")
    refused = regulars("evaluate", "--data", "EMPTY", "--memory", "none", cwd=tmp_path)
    assert refused.returncode != 0
    assert "EMPTY: this folder holds no scenarios" in refused.stderr
    assert ".jsonl" in refused.stderr


def test_a_scenario_of_ones_own_is_checked_written_and_played(tmp_path):
    assert regulars("validate", str(EXAMPLES / "own_scenario.yaml")).returncode == 0
    made = regulars("generate", "--from", str(EXAMPLES / "own_scenario.yaml"), "--out", "x.jsonl", cwd=tmp_path)
    assert made.returncode == 0, made.stderr
    assert regulars("validate", "x.jsonl", cwd=tmp_path).returncode == 0
    (tmp_path / "mine.yaml").write_text("persons:\n  - {name: Ada, hobby: chess}\nsessions: []\n", "utf-8")
    refused = regulars("generate", "--from", "mine.yaml", "--out", "y.jsonl", cwd=tmp_path)
    assert refused.returncode == 2
    assert "mine.yaml:2" in refused.stderr
    assert not (tmp_path / "y.jsonl").exists()


PEOPLE = """\
personas:
  - {name: Ada, stage: retired, traits: [talkative]}
  - {name: Emre, stage: early_career, zone: Asia/Tokyo}
"""


def test_people_from_a_file_live_the_lives_of_a_suite(tmp_path):
    (tmp_path / "people.yaml").write_text(PEOPLE, "utf-8")
    made = regulars("generate", "--personas", "people.yaml", "--out", "x.jsonl", cwd=tmp_path)
    assert made.returncode == 0, made.stderr
    lives = [json.loads(line) for line in (tmp_path / "x.jsonl").read_text("utf-8").splitlines()]
    assert [[person["name"] for person in life["persons"]] for life in lives] == [
        ["Ada"], ["Emre"], ["Ada"], ["Emre", "Ada"]
    ]  # fmt: skip
    (label,) = {life["suite"] for life in lives}
    assert re.fullmatch("smoke-23:personas=[0-9a-f]{10}", label)
    assert lives[0]["persons"][0]["persona"]["stage"] == "retired"
    assert lives[1]["sessions"][0]["start"].endswith("+09:00")
    assert regulars("validate", "x.jsonl", cwd=tmp_path).returncode == 0


def test_all_faults_of_a_file_of_people_are_named_with_their_lines(tmp_path):
    (tmp_path / "people.yaml").write_text(PEOPLE.replace("retired", "retried").replace("Tokyo", "Toyko"), "utf-8")
    refused = regulars("generate", "--personas", "people.yaml", "--out", "x.jsonl", cwd=tmp_path)
    assert refused.returncode == 2
    assert "people.yaml:2" in refused.stderr
    assert "people.yaml:3" in refused.stderr
    (tmp_path / "one.yaml").write_text("".join(PEOPLE.splitlines(keepends=True)[:2]), "utf-8")
    for arguments, named in (
        (["--personas", "one.yaml"], "only 1 people"),
        (["--personas", "one.yaml", "--suite", "procedural"], "cohorts"),
        (["--personas", "one.yaml", "--from", "own.yaml"], "--from excludes --personas"),
    ):
        refused = regulars("generate", *arguments, "--out", "x.jsonl", cwd=tmp_path)
        assert refused.returncode == 2
        assert named in refused.stderr
    assert not (tmp_path / "x.jsonl").exists()


def test_a_stream_takes_a_file_of_its_own(tmp_path):
    made = regulars("generate", "--suite", "procedural", "--seeds", "2", "--out", "STREAMS", cwd=tmp_path)
    assert made.returncode == 0, made.stderr
    files = sorted((tmp_path / "STREAMS").iterdir())
    assert [file.name for file in files] == ["procedural-22.0.jsonl", "procedural-22.1.jsonl"]
    assert len(read_stream(files[1]).blocks) == 3
    refused = regulars("generate", "--suite", "procedural", "--seeds", "2", "--out", "x.jsonl", cwd=tmp_path)
    assert refused.returncode == 2
    assert "one file per stream" in refused.stderr


def test_list_names_everything():
    done = regulars("list")
    for name in ("bm25-session", "scripted", "sealed", "smoke", "locomo"):
        assert name in done.stdout
    assert "sealed" not in regulars("list", "memory").stdout
    assert "minilm" in regulars("list", "embedders").stdout
    attributes = regulars("list", "attributes").stdout.splitlines()
    assert attributes[-1] == "234 in all: 61 chinese, 173 english"
    assert any(line.split()[1] == "home_city" for line in attributes[:-1])
    assert "knowledge-update" in regulars("list", "probes").stdout
    assert "two_sentences" in regulars("list", "rules").stdout


def test_list_memory_says_what_each_system_is():
    head, *rows, count = regulars("list", "memory").stdout.splitlines()
    assert head.split() == ["name", "family", "source", "fidelity", "stand-in", "summary"]
    assert count == f"{len(rows)} in all"
    by_name = {row.split()[0]: row for row in rows}
    assert "in spirit" in by_name["longmemeval"]
    assert "a grammar for one" in by_name["longmemeval"]
    assert "full-context*" in by_name
    assert by_name["ideal-listener*"].split()[1] == "oracle"
    starts = {row.index(word) for row, word in ((head, "source"), (by_name["hybrid"], "Cormack"))}
    assert len(starts) == 1


def test_explain_names_what_there_is(tmp_path):
    done = regulars("explain", "nowhere", cwd=tmp_path)
    assert done.returncode == 2
    assert "nowhere: there is no such folder" in done.stderr


def test_a_person_can_play_the_assistant():
    done = regulars("play", "--seed", "1", "--sessions", "1", stdin="I see.\n" * 40)
    assert done.returncode == 0, done.stderr
    assert "session 1" in done.stdout
    assert "The life is over" in done.stdout


def test_a_person_may_leave():
    done = regulars("play", "--seed", "1", stdin="Hello.\n")
    assert done.returncode == 0
    assert "You left." in done.stdout


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["evaluate", "--memory", "bm25-trun"], "did you mean 'bm25-turn'"),
        (["evaluate", "--memory", "bm25-turn:b=low"], "b"),
        (["evaluate", "--memory", "bm25-turn:b=.3,k1=1"], "semicolons"),
        (["evaluate", "--data", "nowhere.json"], "nowhere.json"),
        (["evaluate", "--assistant", "nowhere.py:reply"], "nowhere.py"),
        (["evaluate", "--feedback", "loud"], "evaluative"),
        (["evaluate", "--regime", "train"], "needs a suite of streams"),
        (["evaluate", "--suite", "procedural", "--regime", "offpolicy"], "off-policy"),
        (["evaluate", "--resume"], "--out"),
        (["replay", "nowhere"], "nowhere"),
        (["validate", "nowhere"], "nowhere"),
        (["list", "memries"], "memory"),
        (["generate", "--suite", "smoky", "--out", "x.jsonl"], "smoke"),
        (["evaluate", "--no-such-option"], "no-such-option"),
        (["evaluate", "--out", ""], "is empty"),
        (["evaluate", "--seeds", "0"], "seeds"),
        (["generate", "--seeds", "0", "--out", "x.jsonl"], "seeds"),
        (["generate", "--out", "nowhere/x.jsonl"], "nowhere"),
        (["generate", "--out", "nowhere/LIVES"], "nowhere"),
        (["generate", "--out", "x.json"], "jsonl"),
        (["generate", "--from", "nowhere.yaml", "--out", "x.jsonl"], "nowhere.yaml"),
        (["validate", "."], "holds nothing"),
        (["play", "--probes", "fork"], "Cast"),
    ],
)
def test_bad_input_is_one_clear_line_and_exit_code_2(arguments, named, tmp_path):
    done = regulars(*arguments, cwd=tmp_path)
    assert done.returncode == 2, done.stdout + done.stderr
    assert named in done.stderr
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("content", ['[{"sample_id": "x", "conv', "{}", "[]", "not json at all", "\x00\x01"])
def test_a_torn_file_or_one_of_another_format_is_named(content, tmp_path):
    (tmp_path / "data.json").write_text(content)
    done = regulars("evaluate", "--data", "data.json", "--memory", "none", "--out", "RUN", cwd=tmp_path)
    assert done.returncode == 2
    assert "data.json" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "RUN").exists()


def test_a_faulty_assistant_costs_the_exit_code_and_not_the_run(tmp_path):
    (tmp_path / "mine.py").write_text("def reply(observation):\n    raise ValueError('no idea')\n")
    done = regulars("evaluate", "--assistant", "mine.py:reply", "--seeds", "1", "--no-references", cwd=tmp_path)
    assert done.returncode == 1
    assert "no idea" in done.stderr
    assert "Traceback" not in done.stderr
    assert "mine.py:reply" in done.stdout


def test_a_fault_of_several_episodes_is_one_sentence(tmp_path):
    (tmp_path / "mine.py").write_text(
        "class Seven:\n    def observe(self, turn): pass\n    def recall(self, cue): return 7\n"
    )
    done = regulars("evaluate", "--memory", "mine.py:Seven", "--seeds", "1", "--no-references", cwd=tmp_path)
    assert done.returncode == 1
    assert "fix recall of Seven, in 4 episodes" in done.stderr


@pytest.mark.parametrize(("name", "field"), [("record", "probes"), ("config", "units"), ("results", "rows")])
def test_the_schemas_of_what_is_written_are_printed(name, field):
    done = regulars("schema", name)
    assert done.returncode == 0
    schema = json.loads(done.stdout)
    assert any(field in part.get("properties", {}) for part in schema["$defs"].values())


def test_an_unknown_schema_is_named():
    done = regulars("schema", "recrod")
    assert done.returncode == 2
    assert "did you mean 'record'" in done.stderr
