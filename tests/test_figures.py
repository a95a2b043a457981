"""The list of what makes the documented figures again, and the command that runs it."""

from __future__ import annotations

import importlib.util
import shlex
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
_SPEC = importlib.util.spec_from_file_location("docs_figures", ROOT / "docs" / "figures.py")
assert _SPEC is not None
assert _SPEC.loader is not None
figures = importlib.util.module_from_spec(_SPEC)
sys.modules["docs_figures"] = figures
_SPEC.loader.exec_module(figures)

ALL = figures.figures()


@pytest.mark.parametrize("figure", ALL, ids=lambda one: one.name)
def test_every_command_runs_a_script_that_is_there_for_a_page_that_is_there(figure):
    assert (ROOT / figure.page).exists()
    assert figure.needs in ("", *figures.NEEDS)
    for command in figure.commands:
        program, script, *_ = shlex.split(command)
        assert (program, script) == ("regulars", "evaluate") or (program == "python" and (ROOT / script).exists())


def test_every_script_that_a_page_names_as_the_source_of_its_figures_is_in_the_list():
    """Rates are left out, which are measured beside a peer, and what needs a model, a server or mutants."""
    listed = " ".join(command for figure in ALL for command in figure.commands)
    other = ("rate", "mutants", "natural_lines", "rereading", "concurrency", "executors", "import_time", "fair_answer")
    scripts = {path.name for path in (ROOT / "benchmarks").glob("*.py") if not any(word in path.stem for word in other)}
    named = {
        script
        for page in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
        for script in scripts
        if f"python benchmarks/{script}" in page.read_text("utf-8")
    }
    assert [script for script in sorted(named) if script not in listed] == []


@pytest.fixture
def small(monkeypatch):
    """Three figures: one prints, one fails, one needs data."""
    made = [
        figures.Figure("prints", "README.md", ("python -c 'print(6 * 7)'", "python -c 'print(\"{data}\")'")),
        figures.Figure("fails", "README.md", ("python -c 'import sys; print(1); sys.exit(3)'",)),
        figures.Figure("recorded", "README.md", ("python -c 'print(1)'",), needs="data"),
    ]
    monkeypatch.setattr(figures, "figures", lambda: made)


def test_what_a_command_prints_is_kept_and_not_made_again(small, tmp_path, capsys):
    assert figures.main(["prints", "--out", str(tmp_path)]) == 0
    kept = tmp_path / "prints.txt"
    assert "42\n" in kept.read_text("utf-8")
    before = kept.stat().st_mtime_ns
    capsys.readouterr()
    assert figures.main(["prints", "--out", str(tmp_path)]) == 0
    assert (kept.stat().st_mtime_ns, capsys.readouterr().out) == (before, "")


def test_a_failure_is_named_and_the_others_go_on(small, tmp_path, capsys):
    assert figures.main(["--out", str(tmp_path)]) == 1
    said = capsys.readouterr().out
    assert "failed: fails" in said
    assert "recorded: left out, needs --data DIR" in said
    assert {path.name for path in tmp_path.iterdir()} == {"prints.txt", "fails.part"}
    assert figures.main(["fails", "--out", str(tmp_path)]) == 1, "what failed is made again"


def test_a_missed_bar_is_a_figure(monkeypatch, tmp_path, capsys):
    line = "python -c 'import sys; print(\"bar 3: MISSED\"); sys.exit({code})'"
    for code, left in ((1, 0), (2, 1)):
        made = [figures.Figure(f"bar{code}", "README.md", (line.replace("{code}", str(code)),))]
        monkeypatch.setattr(figures, "figures", lambda made=made: made)
        assert figures.main(["--out", str(tmp_path)]) == left
        assert ("bar1: a bar is missed" in capsys.readouterr().out) is (code == 1)


def test_what_is_left_out_is_told_by_the_exit_code(small, tmp_path):
    assert figures.main(["recorded", "--out", str(tmp_path)]) == 2
    assert figures.main(["recorded", "--out", str(tmp_path), "--data", str(tmp_path)]) == 0


def test_the_list_shows_pages_and_what_is_done(small, tmp_path, capsys):
    figures.main(["prints", "--out", str(tmp_path)])
    capsys.readouterr()
    assert figures.main(["--list", "--out", str(tmp_path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["prints", "fails", "recorded"]
    assert lines[0].endswith("done")
    assert lines[2].endswith("needs --data DIR")


@pytest.mark.parametrize("given", [["nothing"], ["--data", "no/such/folder"]])
def test_an_unknown_name_or_folder_is_refused(small, given, capsys):
    with pytest.raises(SystemExit) as left:
        figures.main(given)
    assert left.value.code == 2
    assert "unknown figure 'nothing'" in (said := capsys.readouterr().err) or "is no folder" in said
