"""`regulars audit`: sheets, verdicts at the terminal and from a file, and the table of shares."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from regulars.cli import audit as command
from regulars.cli.main import app
from regulars.evaluation import audit
from regulars.evaluation.audit import AuditedProbe, draw_probes, read_verdicts


@pytest.fixture(scope="module")
def three() -> list[AuditedProbe]:
    """Three probes of `smoke`."""
    return draw_probes("smoke", 3, 1, ["abstention", "temporal"])


@pytest.fixture(autouse=True)
def drawn(three: list[AuditedProbe], monkeypatch: pytest.MonkeyPatch) -> list[AuditedProbe]:
    """The same three for every command, without playing the lives again."""
    monkeypatch.setattr(audit, "_asked", lambda suite, seed, progress: list(three))
    return three


def run(*arguments: str, stdin: str = ""):
    return CliRunner().invoke(app, ["audit", "--suite", "smoke", *arguments], input=stdin)


def test_without_files_the_sheets_are_printed(drawn):
    done = run("--n", "3")
    assert done.exit_code == 0, done.output
    assert all(f"### {one.id}\n" in done.stdout for one in drawn)
    assert "| kind |" not in done.stdout


def test_verdicts_are_asked_for_and_kept_and_the_rest_is_asked_next_time(drawn, tmp_path: Path):
    path = tmp_path / "verdicts.jsonl"
    first = run("--n", "3", "--verdicts", str(path), "--ask", stdin="r\nwhat\nw\nThe key is old.\nq\n")
    assert first.exit_code == 0, first.output
    kept = list(read_verdicts(path).values())
    assert [(one.verdict, one.note) for one in kept] == [("right", ""), ("wrong", "The key is old.")]
    assert all(one.kind for one in kept)
    assert "0 of 3 probes have a verdict; 3 to read" in first.stdout
    assert "| all | 3 | 2 | 1 | 1 |" in first.stdout
    skipped = run("--n", "3", "--verdicts", str(path), "--ask", stdin="s\n")
    assert "2 of 3 probes have a verdict; 1 to read" in skipped.stdout
    assert len(read_verdicts(path)) == 2
    last = run("--n", "3", "--verdicts", str(path), "--ask", stdin="amb\nBoth fit.\n")
    assert "| all | 3 | 3 | 1 | 1 | 0.061 to 0.792 | 1 |" in last.stdout
    assert "0 to read" in run("--n", "3", "--verdicts", str(path), "--ask").stdout


def test_the_end_of_the_input_ends_the_audit(drawn, tmp_path):
    done = run("--n", "3", "--verdicts", str(tmp_path / "v.jsonl"), "--ask", stdin="r\n")
    assert done.exit_code == 0, done.output
    assert len(read_verdicts(tmp_path / "v.jsonl")) == 1


def test_a_file_of_verdicts_needs_no_terminal_and_the_page_holds_shares_and_verdicts(drawn, tmp_path):
    path, page = tmp_path / "v.jsonl", tmp_path / "page.md"
    lines = [{"id": drawn[0].id, "verdict": "ambiguous", "note": "Two dates fit."}, {"id": "else", "verdict": "wrong"}]
    path.write_text("\n".join(map(json.dumps, lines)), "utf-8")
    done = run("--n", "3", "--verdicts", str(path), "--out", str(page))
    assert done.exit_code == 0, done.output
    assert "1 verdict is about probes that were not drawn" in done.stderr
    text = page.read_text("utf-8")
    assert text.startswith("# 3 audited keys of `smoke`, seed 0\n\n| kind | drawn |")
    assert "| all | 3 | 1 | 0 | 0 |" in text
    assert "**Verdict: ambiguous**: Two dates fit." in text
    assert all(f"### {one.id}\n" in text for one in drawn)
    assert "| all | 3 | 1 | 0 | 0 |" in done.stdout
    assert "###" not in done.stdout


def test_fewer_probes_than_wanted_are_reported(drawn):
    assert "3 probes of these kinds, not 8" in run("--n", "8").stderr


def test_asking_needs_a_file_for_the_verdicts(drawn):
    done = run("--ask")
    assert done.exit_code != 0
    assert "add --verdicts FILE.jsonl" in str(done.exception)


def test_verdicts_at_the_terminal_may_be_shortened_but_not_empty(monkeypatch):
    answers = iter(["", "x", "  W "])
    monkeypatch.setattr("builtins.input", lambda prompt: next(answers))
    assert command._answer() == "wrong"
