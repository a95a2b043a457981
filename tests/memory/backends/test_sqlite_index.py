"""The file of a SQLite index survives a crash, follows a fork, and reports damage."""

from __future__ import annotations

import signal
import subprocess
import sys
from datetime import UTC, datetime
from multiprocessing import get_context

import pytest

from regulars.errors import DataError, InfrastructureError, StateError
from regulars.memory import Cue
from regulars.memory.backends.sqlite_bm25 import SqliteBM25
from regulars.memory.backends.sqlite_dense import SqliteDense
from regulars.memory.embedders import HashedEmbedder
from regulars.memory.parts.indexes.bm25 import BM25

NOW = datetime(2025, 1, 1, tzinfo=UTC)
KILLED = """
import sys
from regulars.memory.backends.sqlite_bm25 import SqliteBM25
index = SqliteBM25(path=sys.argv[1])
for number in range(100_000):
    index.put("p", str(number), f"rain word{number % 5}")
    print(number, flush=True)
"""
both = pytest.mark.parametrize("kind", [SqliteBM25, SqliteDense])


def ask(index, text="rain 1", k=10):
    return list(index.search(Cue(text, NOW, "p", k=k)))


def filled(index, count=5):
    for number in range(count):
        index.put("p", str(number), f"rain {number}")
    return index


def test_a_killed_process_leaves_an_index_that_answers(tmp_path):
    child = subprocess.Popen([sys.executable, "-c", KILLED, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    for _ in range(40):
        child.stdout.readline()
    child.send_signal(signal.SIGKILL)
    done = 40 + child.stdout.read().count("\n")
    child.wait()
    child.stdout.close()
    (file,) = tmp_path.glob("*.sqlite")
    index = SqliteBM25().reopened(file)
    held = len(ask(index, "rain", k=1_000_000))
    assert done <= held <= done + 1
    core = BM25()
    for number in range(held):
        core.put("p", str(number), f"rain word{number % 5}")
    assert ask(index, "rain word3") == ask(core, "rain word3")


@both
def test_a_fork_has_a_file_of_its_own(kind, tmp_path, in_a_fork):
    index = filled(kind(path=tmp_path))
    expected = ask(index)

    def act() -> bool:
        same = ask(index) == expected
        index.drop("p", "1")
        return same and ask(index) != expected

    assert in_a_fork(act)
    assert ask(index) == expected
    index.put("p", "5", "rain 1")
    assert len(ask(index)) == len(expected) + 1


@both
def test_a_fork_whose_parent_went_on_is_refused(kind, tmp_path, in_a_fork):
    import os

    index = filled(kind(path=tmp_path))
    ask(index)
    reading, writing = os.pipe()

    def act() -> bool:
        os.read(reading, 1)
        with pytest.raises(StateError, match="changed or dropped"):
            ask(index)
        return True

    child = os.fork()
    if child == 0:
        signal.alarm(60)
        code = 1
        try:
            code = 0 if act() else 1
        finally:
            os._exit(code)
    index.put("p", "new", "rain")
    os.write(writing, b"x")
    assert os.waitpid(child, 0)[1] == 0


@both
def test_a_spawned_process_gets_the_state(kind, tmp_path):
    index = filled(kind(path=tmp_path))
    expected = ask(index)
    with get_context("spawn").Pool(1) as pool:
        assert pool.apply(ask, (index,)) == expected
    assert ask(index) == expected


@both
def test_a_full_disk_leaves_the_index_as_it_was(kind, tmp_path):
    index = filled(kind(path=tmp_path))
    expected = ask(index)
    connection = index._file._connection
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages}")
    words = " ".join(f"word{number}" for number in range(9000))
    with pytest.raises(InfrastructureError, match="disk is full"):
        index.put("p", "long", words)
    assert ask(index) == expected
    connection.execute(f"PRAGMA max_page_count = {pages + 10_000}")
    index.put("p", "long", words)
    assert ask(index, "word77")[0][0] == "long"


@both
def test_a_file_is_refused_that_is_not_the_indexs(kind, tmp_path):
    index = filled(kind(path=tmp_path))
    ask(index)
    index.close()
    whole = index.file.read_bytes()
    other = SqliteBM25(k1=0.5) if kind is SqliteDense else SqliteDense()
    with pytest.raises(StateError, match="other settings"):
        other.reopened(index.file)
    for content in (whole[: len(whole) // 2], b"no database" * 99, b""):
        (tmp_path / "torn").write_bytes(content)
        with pytest.raises(DataError, match="damaged"):
            kind().reopened(tmp_path / "torn")
    with pytest.raises(InfrastructureError):
        kind().reopened(tmp_path / "nowhere")


@both
def test_an_item_that_is_not_held_is_an_error_and_changes_nothing(kind):
    index = filled(kind())
    expected = ask(index)
    for act in (lambda: index.drop("p", "none"), lambda: index.extend("q", "0", "more")):
        with pytest.raises(KeyError):
            act()
    assert ask(index) == expected


@both
def test_dropped_items_are_in_no_byte_of_a_closed_file(kind, tmp_path):
    index = filled(kind(path=tmp_path))
    index.put("p", "told", "quixwell")
    ask(index, "quixwell")
    traces = [b"quixwell"]
    if kind is SqliteDense:
        traces.append(HashedEmbedder().embed(["quixwell"])[0].tobytes())
    index.drop("p", "told")
    index.close()
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert len(kept) > 4096
    assert [trace for trace in traces if trace in kept] == []
