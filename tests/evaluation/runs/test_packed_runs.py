"""Packed runs: what is in the file, that every command opens it, and files that hold no run."""

from __future__ import annotations

import json
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from played_runs import run_of
from typer.testing import CliRunner

from regulars import evaluate, replay
from regulars.cli.main import app
from regulars.datasets import packed_runs
from regulars.datasets.formats import open_data
from regulars.datasets.packed_runs import unpacked
from regulars.errors import ConfigurationError, RecordError
from regulars.evaluation.runs.pack import pack
from regulars.evaluation.runs.recorded import open_run
from regulars.scenarios.generator import generate

ALL, HALF = [True, True], [True, False]
MEMORY = "class Mine:\n    def observe(self, turn): pass\n    def recall(self, query): return ''\n"


@pytest.fixture
def packed(tmp_path):
    run = run_of(tmp_path / "RUN", {"x": [ALL] * 5, "y": [HALF] * 5})
    return pack(run, tmp_path / "RUN.zip").path


@pytest.fixture
def played(tmp_path):
    """A run of a memory in a file of its own."""
    (tmp_path / "mine.py").write_text(MEMORY)
    memory = f"{tmp_path / 'mine.py'}:Mine"
    return evaluate(memory, data=[generate(0, sessions=1)], references=False, out=tmp_path / "RUN").out


def regulars(*arguments: object):
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def test_a_packed_run_holds_records_figures_code_and_environment(played, tmp_path):
    found = pack(played, tmp_path / "RUN.zip")
    assert sorted(found.files) == [
        "config.json", "environment.json", "episodes.jsonl", "results.json", "sources/mine.py",
    ]  # fmt: skip
    with ZipFile(found.path) as file:
        assert file.read("sources/mine.py").decode() == MEMORY
        assert file.read("episodes.jsonl") == (played / "episodes.jsonl").read_bytes()
        environment = json.loads(file.read("environment.json"))
    assert environment["played_with"]["regulars"] == environment["packages"]["regulars"]
    assert pack(played, tmp_path / "again.zip").path.read_bytes() == found.path.read_bytes()


def test_code_that_is_not_that_of_the_run_is_left_out(played, tmp_path):
    (tmp_path / "mine.py").write_text(f"{MEMORY}# changed\n")
    found = pack(played, tmp_path / "changed.zip")
    assert found.left_out == {str(tmp_path / "mine.py"): "it has changed since the run"}
    (tmp_path / "mine.py").unlink()
    assert set(pack(played, tmp_path / "gone.zip").left_out.values()) == {"it is no longer there"}


@pytest.mark.parametrize(
    "arguments",
    [
        ("replay",), ("explain",), ("explain", "--system", "x", "--by", "kind"), ("show", "1"),
        ("validate",), ("compare", "--against", "y"),
    ],
    ids=lambda arguments: " ".join(arguments),
)  # fmt: skip
def test_commands_print_of_a_packed_run_what_they_print_of_its_folder(packed, arguments, tmp_path):
    command, *others = arguments
    folder, file = (regulars(command, run, *others) for run in (tmp_path / "RUN", packed))
    assert file.exit_code == folder.exit_code
    assert file.stdout.replace("RUN.zip", "RUN") == folder.stdout


def test_pages_of_a_packed_run_are_written_beside_it(packed, tmp_path):
    assert regulars("report", packed).stdout == f"written to {tmp_path / 'RUN-report.html'}\n"
    assert regulars("view", packed).stdout == f"written to {tmp_path / 'RUN-view' / 'index.html'}\n"
    assert (tmp_path / "RUN-view" / "run.js").is_file()


def test_a_packed_run_is_a_baseline_and_a_source_of_data(packed, tmp_path):
    gate = regulars("gate", tmp_path / "RUN", "--baseline", packed, "--max-drop", ".1")
    assert (gate.exit_code, gate.stdout.splitlines()[-1][:9]) == (0, "gate open")
    assert len(open_data(packed).scenarios) == 10
    exported = regulars("export", packed, "--format", "chat", "--out", tmp_path / "talks.jsonl")
    assert exported.exit_code == 0, exported.output


def test_a_run_is_packed_beside_its_folder_and_never_over_a_file(packed, tmp_path):
    assert isinstance(regulars("pack", tmp_path / "RUN").exception, ConfigurationError)
    assert "is packed already" in str(regulars("pack", packed, "--out", tmp_path / "twice.zip").exception)
    packed.unlink()
    assert regulars("pack", tmp_path / "RUN").stdout.startswith("2 files, 0.0 MB, written to ")
    assert packed.is_file()
    assert replay(packed).out == packed


@pytest.mark.parametrize(
    ("members", "problem"),
    [
        ({"readme.txt": "hello"}, "the zip file holds no run; expected episodes.jsonl"),
        ({"../episodes.jsonl": "{}\n"}, "the zip file holds no run"),
        ({"/episodes.jsonl": "{}\n"}, "the zip file holds no run"),
        ({"episodes.jsonl": "{}\n"}, "the run has no sound episode"),
    ],
)
def test_a_zip_file_that_holds_no_run_is_refused(tmp_path, members, problem):
    path = tmp_path / "x.zip"
    with ZipFile(path, "w") as file:
        for name, text in members.items():
            file.writestr(name, text)
    with pytest.raises(RecordError, match=problem):
        open_run(path)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["x.zip"]


def test_other_files_of_a_zip_file_stay_in_it(packed, tmp_path):
    with ZipFile(packed, "a") as file:
        for name in ("evil.py", "sources/../../evil.py", "content/C:evil.toml", "sources/mine.py"):
            file.writestr(name, "x")
    folder = unpacked(packed)
    names = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    assert names == ["environment.json", "episodes.jsonl", "sources/mine.py"]
    assert not list(folder.parent.rglob("evil*"))


def test_a_file_that_unpacks_to_far_more_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(packed_runs, "_LARGE", 100_000)
    with ZipFile(tmp_path / "x.zip", "w", ZIP_DEFLATED) as file:
        file.writestr("episodes.jsonl", " " * 1_000_000)
    with pytest.raises(RecordError, match="unpacks to 1,000,000 bytes"):
        open_run(tmp_path / "x.zip")


def test_a_damaged_file_is_refused(packed, tmp_path):
    content = bytearray(packed.read_bytes())
    content[200:260] = b"\0" * 60
    packed.write_bytes(content)
    with pytest.raises(RecordError, match=r"the packed run cannot be unpacked.*pack the run again"):
        open_run(packed)
    assert Path(packed).is_file()
