"""Storage failures raise an error with a remedy, and earlier data stay readable."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest
from systems_held import BACKED, ON_SQLITE, SQLITE, backed, core_of, make, slowly

from regulars.cli.main import main
from regulars.errors import (
    ConfigurationError,
    DataError,
    DimensionError,
    InfrastructureError,
    RegularsError,
    StateError,
    UnknownNameError,
)
from regulars.memory import Memory, build_memory, open_memory
from regulars.memory.backends import sqlite_file
from regulars.memory.backends.sqlite_bm25 import SqliteBM25
from regulars.memory.backends.sqlite_dense import SqliteDense
from regulars.memory.embedders import HashedEmbedder, cached
from regulars.memory.embedders.cached import CachedEmbedder

NAMED = [name for name in SQLITE if "path=*" in name]
FULL = """
import json, resource, sys
from datetime import UTC, datetime, timedelta
from regulars.dialogue import Turn, turn_id
from regulars.errors import InfrastructureError
from regulars.memory import Cue
from systems_held import core_of, make

name, folder = sys.argv[1:]
START = datetime(2025, 3, 1, tzinfo=UTC)
words = lambda number: " ".join(f"w{number}x{place}" for place in range(40 if number < 8 else 3000))
def turn(number):
    session, utterance = divmod(number, 4)
    at = START + timedelta(days=session, minutes=utterance)
    return Turn(turn_id(session + 1, utterance + 1), "p", "p", "p", "Ann", session + 1, words(number), at)

def ask(memory):
    found = memory.recall(Cue("w3x1 w5x2 w8x9", START + timedelta(days=99), "p", purpose="probe", budget=100_000))
    return [(hit.id, hit.score) for hit in found.hits]

memory, core = make(name, folder=folder), make(core_of(name))
for number in range(8):
    memory.observe(turn(number))
    core.observe(turn(number))
assert ask(memory) == ask(core)
held = list(memory.journal)
most = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, most[1]))
said = None
try:
    for number in range(8, 40):
        memory.observe(turn(number))
        ask(memory)
except InfrastructureError as error:
    said = [error.what, error.where, error.remedy]
resource.setrlimit(resource.RLIMIT_FSIZE, most)
now = list(memory.journal)
assert now[: len(held)] == held
again = core.replayed(now)
assert ask(memory) == ask(again)
for one in (memory, again):
    for late in range(number, number + 3):
        one.observe(turn(late))
assert ask(memory) == ask(again)
assert list(memory.journal) == list(again.journal)
print(json.dumps(said))
"""


@pytest.fixture
def told(make_turn):
    def tell(memory: Memory, count: int = 8) -> Memory:
        for number in range(count):
            memory.observe(make_turn(number))
        return memory

    return tell


def helps(error: RegularsError) -> bool:
    """Whether it says where, and what to do."""
    return bool(error.where) and bool(error.remedy or error.expected)


@slowly(BACKED, quick=(ON_SQLITE,), among=BACKED)
def test_a_full_disk_is_an_error_and_the_memory_goes_on_when_there_is_room(name, tmp_path):
    """No file may grow, in a process of its own; then it may again."""
    run = subprocess.run(
        [sys.executable, "-c", FULL, name, str(tmp_path / "d")],
        env={"PYTHONPATH": ":".join(sys.path), "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-1500:]
    assert "free space" in run.stdout


@pytest.mark.parametrize("name", NAMED)
def test_a_locked_file_is_an_error_and_is_read_when_the_lock_is_gone(
    name, told, make_turn, make_cue, tmp_path, monkeypatch
):
    monkeypatch.setattr(sqlite_file, "_PATIENCE", 0.05)
    memory, core = told(make(name, folder=tmp_path)), told(build_memory(core_of(name)))
    asked = make_cue(purpose="probe")
    assert memory.recall(asked) == core.recall(asked)
    script = (
        "import sqlite3, sys\n"
        "lines = [sqlite3.connect(file, isolation_level=None) for file in sys.argv[1:]]\n"
        "for line in lines: line.execute('BEGIN IMMEDIATE')\n"
        "print('locked', flush=True); sys.stdin.readline()\n"
    )
    files = [str(file) for file in tmp_path.glob("*.sqlite")]
    held = memory.snapshot()
    with subprocess.Popen(
        [sys.executable, "-c", script, *files], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        other.stdout.readline()
        with pytest.raises(InfrastructureError, match="locked by another process") as caught:
            memory.observe(make_turn(8))
        assert helps(caught.value)
        assert memory.snapshot() == held
        other.communicate("\n")
    for one in (memory, core):
        one.observe(make_turn(8))
    assert memory.recall(asked) == core.recall(asked)
    assert list(memory.journal) == list(core.journal)


def test_a_cache_that_is_locked_or_full_costs_the_keeping_only(tmp_path, monkeypatch):
    monkeypatch.setattr(sys.modules[CachedEmbedder.__module__], "WAITING", 0.05)
    embedder = cached(HashedEmbedder(64), tmp_path)
    embedder.embed(["rain"])
    other = sqlite3.connect(embedder.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.warns(RuntimeWarning, match="locked"):
        rows = embedder.embed(["rain", "sun"])
    other.close()
    assert np.array_equal(rows, HashedEmbedder(64).embed(["rain", "sun"])), "the same embedder, and no other"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert np.array_equal(cached(HashedEmbedder(64), tmp_path).embed(["rain"]), rows[:1])


@pytest.mark.parametrize("kind", [SqliteBM25, SqliteDense])
@pytest.mark.parametrize("spoil", [lambda whole: whole[: len(whole) // 2], lambda whole: b"else" * 99, lambda _: b""])
def test_a_torn_index_is_refused_and_its_folder_left_as_it_is(kind, spoil, tmp_path, make_cue):
    index = kind(path=tmp_path)
    for number in range(50):
        index.put("p1", str(number), f"rain {number}")
    expected = index.search(make_cue("rain 7"))
    file = index.file
    index.close()
    shutil.copy(file, tmp_path / "backup.sqlite")
    file.write_bytes(spoil(file.read_bytes()))
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(DataError, match="damaged") as caught:
        kind().reopened(file)
    assert helps(caught.value)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    assert kind().reopened(tmp_path / "backup.sqlite").search(make_cue("rain 7")) == expected, "as the remedy says"


def test_vectors_of_another_dimension_are_refused_and_what_is_held_stays(told, make_cue, tmp_path):
    memory = told(build_memory("dense-turn:embedder=hashed:dims=32"))
    found = memory.recall(make_cue())
    for spec in ("dense-turn", "dense-turn:backend=sqlite", "dense-turn:backend=chroma"):
        with pytest.raises(StateError, match=r"dims=32.*dims=256|dims=256.*dims=32") as caught:
            build_memory(spec).restore(memory.snapshot())
        assert helps(caught.value)
    assert memory.recall(make_cue()) == found
    index = SqliteDense(HashedEmbedder(32), path=tmp_path)
    index.put("p1", "0", "rain")
    index.close()
    with pytest.raises(StateError, match="other settings") as refused:
        SqliteDense(HashedEmbedder(64)).reopened(index.file)
    assert helps(refused.value)
    assert SqliteDense(HashedEmbedder(32)).reopened(index.file).search(make_cue("rain")) == [("0", 1.0)]
    with pytest.raises(DimensionError, match="32 dimensions"):
        (cached(HashedEmbedder(32), tmp_path / "c").embed(["a"]), cached(_As32(), tmp_path / "c").embed(["a"]))


class _As32(HashedEmbedder):
    """Says that it is what it is not."""

    def __init__(self) -> None:
        super().__init__(64)

    def __repr__(self) -> str:
        return "HashedEmbedder(dims=32)"


@pytest.mark.parametrize(
    ("embedder", "error", "said"),
    [
        ("hashd", UnknownNameError, "did you mean 'hashed'"),
        ("minilm:path=nowhere", ConfigurationError, "has no model.safetensors"),
        ("hashed:dims=3", ConfigurationError, "8 to 65536"),
    ],
)
@pytest.mark.parametrize("backend", ["numpy", "sqlite", "chroma"])
def test_no_embedder_stands_in_for_one_that_is_not_there(embedder, error, said, backend, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(error, match=said) as caught:
        build_memory(f"dense-turn:embedder={embedder};backend={backend}")
    assert caught.value.remedy or caught.value.expected
    assert list(tmp_path.iterdir()) == []


def test_a_durable_memory_of_another_version_stays_readable_by_its_own(told, tmp_path, monkeypatch):
    file = tmp_path / "ann.memory"
    with open_memory("bm25-turn", file) as memory:
        told(memory)
        expected = memory.snapshot()
    before = file.read_bytes()
    with monkeypatch.context() as other:
        other.setattr("regulars.memory.journal.snapshot.SNAPSHOT_VERSION", 99)
        with pytest.raises(StateError, match="version") as caught:
            open_memory("bm25-turn", file)
        assert helps(caught.value)
        assert caught.value.remedy
    assert file.read_bytes() == before
    with open_memory("bm25-turn", file) as memory:
        assert memory.snapshot() == expected


@backed
def test_a_memory_on_a_back_end_is_the_core_through_forgetting_and_restoring(name, make_turn, make_cue):
    """The same operations on both: told, closed, asked, forgotten, restored, told again. On Chroma too, for as few."""
    memory, core = make(name), build_memory(core_of(name))

    def alike() -> None:
        for text in ("Where is the bakery in Bergen?", "rain", "Pixel the dog", ""):
            for cue in (make_cue(text, purpose="probe", k=3), make_cue(text, purpose="probe", as_of=make_turn(9).time)):
                assert memory.recall(cue) == core.recall(cue)
        assert list(memory.journal) == list(core.journal)

    for number in range(24):
        for one in (memory, core):
            one.observe(make_turn(number))
            if number % 4 == 3:
                one.close_session(make_turn(number).time)
    alike()
    states = [memory.snapshot(), core.snapshot()]
    for one in (memory, core):
        one.forget("p1", [make_turn(number).id for number in (1, 6, 13)])
    alike()
    for one in (memory, core):
        one.observe(make_turn(24, "Bergen has a new bakery"))
    alike()
    for one, state in zip((memory, core), states, strict=True):
        one.restore(state)
    alike()


@pytest.mark.parametrize(
    ("memory", "said"),
    [
        ("bm25-turn:backend=sqlite;path=FILE", "is a file"),
        ("dense-turn:embedder=hashd", "did you mean 'hashed'"),
        ("dense-turn:embedder=minilm:path=nowhere", "has no model.safetensors"),
        ("bm25-turn:backend=redis", "known are: numpy, sqlite"),
    ],
)
def test_the_command_line_says_it_in_a_line(memory, said, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("afile").write_text("mine")
    asked = ["evaluate", "--memory", memory.replace("FILE", "afile"), "--suite", "smoke", "--out", "run"]
    monkeypatch.setattr(sys, "argv", ["regulars", *asked])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code
    shown = " ".join(capsys.readouterr().err.split())
    assert said in shown
    assert "Traceback" not in shown
    assert Path("afile").read_text() == "mine"
