"""`regulars export` and `regulars import`: what they print, write, and say of bad input; and the example."""

from __future__ import annotations

import importlib
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from regulars import registry
from regulars.cli.main import app

TALK = {"messages": [{"role": "user", "content": "I moved to Bergen."}, {"role": "assistant", "content": "Noted."}]}


@pytest.fixture
def talk(tmp_path):
    (tmp_path / "talk.jsonl").write_text(json.dumps(TALK) + "\n", "utf-8")
    return tmp_path / "talk.jsonl"


def run(*words):
    return CliRunner().invoke(app, [str(word) for word in words])


def test_export_tells_what_it_wrote_and_what_it_cannot_carry(talk, tmp_path):
    done = run("export", talk, "--format", "chat", "--out", tmp_path / "out.jsonl")
    assert done.exit_code == 0, done.output
    first, lost, absent = done.stdout.replace("\n", " ").split(" not carried")
    assert first == f"1 conversation, 1 session, 2 messages written to {tmp_path / 'out.jsonl'}"
    assert lost == ": clock times of turns (1), licence and other marks (4)"
    assert absent.startswith(" either, and absent here: feedback, sessions' purposes")


def test_import_writes_scenarios_and_tells_how_the_file_was_read(talk, tmp_path):
    for words in ([talk], [talk, "--format", "chat"]):
        done = run("import", *words, "--out", tmp_path / "talks.jsonl")
        assert done.exit_code == 0, done.output
        assert "read as chat" in done.stderr
        assert f"1 conversation, 1 session, 2 turns, 0 questions written to {tmp_path / 'talks.jsonl'}" in done.stdout
        (line,) = (tmp_path / "talks.jsonl").read_text("utf-8").splitlines()
        assert json.loads(line)["kind"] == "regulars.scenario"


def test_what_is_left_out_goes_to_standard_error(tmp_path, talk):
    silent = tmp_path / "silent.jsonl"
    silent.write_text(json.dumps({"messages": [TALK["messages"][0]]}) + "\n" + talk.read_text("utf-8"), "utf-8")
    done = run("export", silent, "--format", "realmem", "--out", tmp_path / "out")
    assert done.exit_code == 0, done.output
    assert done.stderr == "left out: 1 conversations that are not of one person with an assistant\n"


def test_an_interruption_is_one_clean_message(talk, tmp_path, monkeypatch):
    def stop(*arguments, **given):
        raise KeyboardInterrupt

    monkeypatch.setattr("regulars.datasets.export.chat.write_lines", stop)
    done = run("export", talk, "--format", "chat", "--out", tmp_path / "out.jsonl")
    assert (done.exit_code, done.stderr) == (130, f"interrupted; {tmp_path / 'out.jsonl'} was not written\n")
    monkeypatch.setattr("regulars.cli.data_commands.data.open_data", stop)
    done = run("import", talk, "--out", tmp_path / "talks.jsonl")
    assert (done.exit_code, done.stderr) == (130, f"interrupted; {tmp_path / 'talks.jsonl'} was not written\n")


def test_progress_is_told(talk, tmp_path, monkeypatch):
    monkeypatch.setattr("regulars.datasets.export.source.PROGRESS_EVERY", 0.0)
    assert run("export", talk, "--format", "chat", "--out", tmp_path / "out.jsonl").stderr == "1 of 1\n"


def test_formats_are_listed():
    done = run("list", "export")
    assert done.exit_code == 0
    assert "longmemeval" in done.stdout
    assert done.stdout.splitlines()[-1] == "11 in all"


def test_the_page_lists_what_each_format_cannot_carry():
    page = (Path(__file__).parents[2] / "docs" / "export.md").read_text("utf-8")
    for entry in registry.entries("export"):
        assert f"## `{entry.name}`" in page
        part = page.split(f"## `{entry.name}`")[1].split("\n## ")[0]
        listed = part.split("**Not carried:** ")[1].split(".\n")[0].replace("\n", " ")
        assert listed.split(", ") == list(registry.build("export", entry.name).drops), entry.name


def test_the_example_reads_its_export_back_with_equal_figures(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "examples"))
    lines = importlib.import_module("export_longmemeval").compare(tmp_path)
    assert (
        lines[0]
        == "exported 10 questions; not carried: clock times of turns, names of speakers, licence and other marks"
    )
    assert len(lines) == 13
    assert all(line.endswith(" equal") for line in lines[1:])
    # Of the four questions with an answer, the one about instruments misses one of its two sessions.
    assert "bm25-turn     session_recall_all@2  0.750 0.750 equal" in lines
