"""Packed runs: what is in the file, that every command opens it, and files that hold no run."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Barrier, BrokenBarrierError
from zipfile import ZIP_DEFLATED, ZIP_LZMA, ZipFile

import pytest
from played_runs import run_of
from typer.testing import CliRunner

from regulars import evaluate, replay
from regulars.agents.loopback.server import Loopback
from regulars.cli.main import app
from regulars.datasets import packed_runs
from regulars.datasets.formats import open_data
from regulars.datasets.packed_runs import unpacked
from regulars.errors import ConfigurationError, RecordError
from regulars.evaluation import explain
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
        ("explain", "1"), ("explain", "--system", "y", "--lost", "not recalled"), ("replay", "--by", "session"),
        ("validate",), ("compare", "--against", "y"),
    ],
    ids=lambda arguments: " ".join(arguments),
)  # fmt: skip
def test_commands_print_of_a_packed_run_what_they_print_of_its_folder(packed, arguments, tmp_path):
    command, *others = arguments
    folder, file = (regulars(command, run, *others) for run in (tmp_path / "RUN", packed))
    assert file.exit_code == folder.exit_code
    assert file.stdout.replace("RUN.zip", "RUN") == folder.stdout


def test_a_question_of_a_packed_run_is_explained_from_its_record(packed, tmp_path):
    folder, file = (regulars("explain", run, "6", "2") for run in (tmp_path / "RUN", packed))
    assert (folder.exit_code, file.exit_code) == (0, 0), file.output
    told = [line for line in folder.stdout.splitlines() if line.startswith(("question", "gold", "reply", "failed"))]
    assert [line.split()[0] for line in told] == ["question", "question", "gold", "reply", "failed"]
    assert set(told) <= set(file.stdout.splitlines())
    assert "if you trust its sender, unpack the file" in file.stdout


def test_a_packed_run_is_judged_like_its_folder(tmp_path, monkeypatch):
    evaluate("bm25-turn", data=[generate(0, sessions=2)], references=False, out=tmp_path / "RUN")
    packed = pack(tmp_path / "RUN", tmp_path / "RUN.zip").path
    with Loopback() as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        judge = ("--judge", "openai:judge")
        folder, file = (regulars("judge", run, *judge) for run in (tmp_path / "RUN", packed))
        assert (folder.exit_code, file.exit_code) == (0, 0), file.output
        assert file.stdout.replace("RUN.zip", "RUN") == folder.stdout
        assert "agreement of matcher and judges" in file.stdout
        judged = regulars("judge", packed, *judge, "--out", tmp_path / "JUDGED")
    assert judged.exit_code == 0, judged.output
    assert all(record.config.judge == "openai:judge" for record in open_run(tmp_path / "JUDGED").records)
    assert open_run(packed).records[0].config.judge == "scripted"


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


def test_explaining_a_packed_run_runs_no_code_that_it_names(tmp_path, monkeypatch):
    trace = tmp_path / "trace"
    (tmp_path / "tracing_memory.py").write_text(
        "from pathlib import Path\n\n\n"
        f"class Mine:\n    def __init__(self): Path({str(trace)!r}).touch()\n{MEMORY.partition(chr(10))[2]}"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    data = [generate(0, sessions=2)]
    played = evaluate("tracing_memory:Mine", data=data, references=False, out=tmp_path / "RUN").out
    file = pack(played, tmp_path / "RUN.zip").path
    trace.unlink()
    for opened in (file, unpacked(file)):  # `view --serve` opens the temporary folder
        found = explain(open_run(opened), 0, 0)
        assert found.asked is not None
        (note,) = found.notes
        assert "if you trust its sender, unpack the file and explain the folder" in note
        assert not trace.exists()
    explain(open_run(played), 0, 0)
    assert trace.exists(), "an own run is rebuilt"


@pytest.mark.parametrize(
    ("members", "problem"),
    [
        ({".": "", "readme.txt": "hello"}, "the zip file holds no run"),
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


def test_a_file_with_too_many_files_is_refused(packed, monkeypatch):
    monkeypatch.setattr(packed_runs, "_MOST", 1)
    with pytest.raises(RecordError, match="holds 2 files; expected at most 1; unpack it yourself"):
        open_run(packed)


def test_a_file_that_pack_would_not_write_is_refused(tmp_path):
    with ZipFile(tmp_path / "x.zip", "w", ZIP_LZMA) as file:
        file.writestr("episodes.jsonl", "{}\n" * 100)
    content = bytearray((tmp_path / "x.zip").read_bytes())
    content[46:52] = b"\xff" * 6
    (tmp_path / "x.zip").write_bytes(content)
    with pytest.raises(RecordError, match=r"cannot be unpacked: episodes.jsonl is compressed by another method"):
        open_run(tmp_path / "x.zip")


def test_a_file_that_ends_within_a_member_is_refused(tmp_path):
    with ZipFile(tmp_path / "x.zip", "w") as file:
        file.writestr("episodes.jsonl", "{}\n")
    content = bytearray((tmp_path / "x.zip").read_bytes())
    entry = content.index(b"PK\x01\x02")
    for size in (entry + 20, entry + 24):  # far more than the file has
        content[size : size + 4] = (10**6).to_bytes(4, "little")
    (tmp_path / "x.zip").write_bytes(content)
    with pytest.raises(RecordError, match="cannot be unpacked: EOFError"):
        open_run(tmp_path / "x.zip")


def test_a_refused_file_leaves_no_temporary_folder(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    with ZipFile(tmp_path / "x.zip", "w") as file:
        file.writestr("readme.txt", "hello")
    with pytest.raises(RecordError, match="holds no run") as refused:
        unpacked(tmp_path / "x.zip")
    assert refused.tb is not None, "the frames that hold the folder are alive"
    assert not list((tmp_path / "temporary").iterdir())


def test_threads_that_open_one_packed_run_share_its_folder(packed, monkeypatch):
    both, unpack = Barrier(2), packed_runs._unpack

    def slowly(path, folder):
        with suppress(BrokenBarrierError):
            both.wait(0.3)
        unpack(path, folder)

    monkeypatch.setattr(packed_runs, "_unpack", slowly)
    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(unpacked, [packed, packed])
    assert first == second
    assert (first / "episodes.jsonl").is_file()


def test_a_damaged_file_is_refused(packed, tmp_path):
    content = bytearray(packed.read_bytes())
    content[200:260] = b"\0" * 60
    packed.write_bytes(content)
    with pytest.raises(RecordError, match=r"the packed run cannot be unpacked.*pack the run again"):
        open_run(packed)
    assert Path(packed).is_file()
