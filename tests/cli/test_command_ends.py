"""How commands end when the outside fails: one line, an exit code, and nothing lost."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import tempfile
from importlib import import_module
from pathlib import Path

import pytest
from bare_records import bare

import regulars
from regulars.cli import start
from regulars.datasets.record_files import append, read_records
from regulars.errors import ConfigurationError, RecordError
from regulars.evaluation import evaluate
from regulars.evaluation.runs.folder import RunFolder
from regulars.evaluation.runs.manifest import RunManifest
from regulars.evaluation.runs.recorded import open_run
from regulars.evaluation.whole_files import write_json

MANIFEST = RunManifest(schema=2, version="0.1.0", systems=("x",), feedback="sealed", k=7, budget=90)
NOBODY = 65534


@pytest.fixture
def run(tmp_path):
    folder = tmp_path / "RUN"
    folder.mkdir()
    for seed in range(100):
        append(folder / "episodes.jsonl", bare("long" * 400, seed))
    return folder


@pytest.fixture
def main(monkeypatch):
    """Runs the program in this process with arguments; returns its exit code."""

    def called(*arguments):
        monkeypatch.setattr("sys.argv", ["regulars", *map(str, arguments)])
        with pytest.raises(SystemExit) as end:
            start.main()
        return end.value.code or 0

    return called


def interrupt(*_, **__):
    raise KeyboardInterrupt


def test_the_package_runs_as_a_program():
    done = subprocess.run([sys.executable, "-m", "regulars", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"{regulars.__version__}\n"


def test_an_interrupted_command_says_so_in_one_line(main, run, monkeypatch, capsys):
    monkeypatch.setattr(import_module("regulars.evaluation.replay"), "pooled", interrupt)
    assert main("replay", run) == 130
    assert capsys.readouterr() == ("", "interrupted\n")


def test_an_interrupt_while_the_commands_are_imported_says_so_in_one_line(main, monkeypatch, capsys):
    monkeypatch.setattr(start, "import_module", interrupt)
    assert main("evaluate", "--memory", "none") == 130
    assert capsys.readouterr() == ("", "interrupted\n")


def test_an_interrupt_while_a_command_imports_says_so_in_one_line(main, monkeypatch, capsys):
    imported = __import__

    def interrupted(name, *given, **more):
        return interrupt() if name == "regulars.evaluation" else imported(name, *given, **more)

    monkeypatch.setattr("builtins.__import__", interrupted)
    assert main("evaluate", "--memory", "none") == 130
    monkeypatch.undo()
    assert capsys.readouterr() == ("", "interrupted\n")


def test_an_interrupted_evaluation_says_how_to_go_on(main, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(import_module("regulars.evaluation.evaluate"), "run_config", interrupt)
    assert main("evaluate", "--out", tmp_path / "RUN") == 130
    assert capsys.readouterr().err == f"interrupted; resume with --out {tmp_path / 'RUN'} --resume\n"


def test_the_program_starts_with_the_standard_library_alone():
    code = """
import sys
regulars = sys.modules["regulars"] = type(sys)("regulars")
regulars.__path__ = [sys.argv[1]]
import regulars.cli.start
print([name for name in sys.modules if "typer" in name or "rich" in name])
"""
    package = str(Path(start.__file__).parent.parent)
    done = subprocess.run([sys.executable, "-S", "-c", code, package], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.slow
@pytest.mark.parametrize("redirected", ["| head -1", "2>&1 | head -1"])
def test_a_closed_pipe_ends_a_command_quietly(run, redirected):
    command = f"set -o pipefail; {sys.executable} -m regulars.cli.start explain {run} {redirected}; echo $? >&2"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, env=_path())
    assert done.stdout.startswith("number  episode")
    assert done.stderr == "141\n"


@pytest.mark.slow
def test_a_full_disk_behind_the_output_is_one_line(run):
    command = f"{sys.executable} -m regulars.cli.start explain {run} > /dev/full"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, env=_path())
    assert (done.returncode, done.stderr) == (2, "error: No space left on device\n")


def _path():
    return {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}


def test_a_reader_that_has_gone_is_no_error(main, run, monkeypatch, capfd):
    def gone(*_, **__):
        raise BrokenPipeError

    monkeypatch.setattr("regulars.cli.run_commands.explain._print_table", gone)
    assert main("explain", run) == 141
    assert capfd.readouterr() == ("", "")


# ---------------------------------------------------------------- disks and folders


def _limited(size, work):
    """Runs `work` in a forked process whose files may not grow beyond `size` bytes. Returns what it told, in a line."""
    here, there = os.pipe()
    child = os.fork()
    if not child:
        try:
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            try:
                work()
                told = "nothing"
            except BaseException as error:
                told = f"{type(error).__name__}: {error}"
            os.write(there, told.encode()[:4000])
        finally:
            os._exit(0)
    os.close(there)
    with os.fdopen(here, "rb") as file:
        told = file.read().decode()
    os.waitpid(child, 0)
    return told


def test_a_full_disk_keeps_all_episodes_before(tmp_path):
    path = tmp_path / "episodes.jsonl"
    size = append(path, bare(seed=0)).length
    told = _limited(2 * size + 100, lambda: [append(path, bare(seed=seed)) for seed in range(1, 5)])
    assert told.startswith("RecordError: ")
    assert told.endswith("File too large; check the folder, then resume the run.")
    assert [record.key.seed for record in read_records(path)] == [0, 1]
    assert path.read_bytes().endswith(b"\n"), "no torn line is left"


def test_a_full_disk_keeps_the_old_results(tmp_path):
    path = tmp_path / "results.json"
    write_json(path, MANIFEST)
    before = path.read_bytes()
    told = _limited(50, lambda: write_json(path, MANIFEST))
    assert told.startswith(f"RecordError: {path}: cannot be written: File too large; make room or check the folder")
    assert path.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir()] == ["results.json"]


def test_a_run_is_not_begun_on_a_full_disk(tmp_path):
    def enter():
        with RunFolder(tmp_path / "RUN", MANIFEST, False):
            pass

    told = _limited(20, enter)
    assert told.startswith(f"ConfigurationError: out: {tmp_path / 'RUN'} cannot be written: File too large")
    assert not (tmp_path / "RUN" / "config.json").exists()


@pytest.fixture
def locked(monkeypatch):
    """A run in a folder that this process may read and not write."""
    with tempfile.TemporaryDirectory(dir="/tmp") as name:
        folder = Path(name) / "RUN"
        folder.mkdir()
        write_json(folder / "config.json", MANIFEST)
        append(folder / "episodes.jsonl", bare())
        Path(name).chmod(0o755)
        folder.chmod(0o555)
        elsewhere = Path(name) / "elsewhere"
        elsewhere.mkdir()
        elsewhere.chmod(0o777)
        monkeypatch.setattr(tempfile, "tempdir", str(elsewhere))
        user = os.geteuid()
        if user == 0:  # who may write everywhere
            os.seteuid(NOBODY)
        try:
            yield folder
        finally:
            os.seteuid(user)
            folder.chmod(0o755)


def test_a_folder_that_may_not_be_written_is_read_and_not_resumed(locked):
    run = open_run(locked)
    assert [line.episode for line in run.episodes()] == ["s/0/x"]
    with pytest.raises(ConfigurationError, match="RUN cannot be written: Permission denied; name a folder"):
        RunFolder(locked, MANIFEST, True).__enter__()
    with pytest.raises(ConfigurationError, match="new cannot be written: Permission denied"):
        evaluate("none", seeds=1, references=False, out=locked / "new")
    with pytest.raises(RecordError, match=r"cannot be written: .*Permission denied"):
        append(locked / "more.jsonl", bare())
    assert sorted(one.name for one in locked.iterdir()) == ["config.json", "episodes.jsonl"]
