"""Vectors cached on disk: equal to fresh ones, shared by processes, and robust to damage."""

from __future__ import annotations

import copy
import os
import pickle
import sqlite3
import subprocess
import sys
import threading
import warnings

import numpy as np
import pytest

from regulars.errors import ConfigurationError, DimensionError
from regulars.memory import build_memory
from regulars.memory.embedders import HashedEmbedder, build_embedder, cached

TEXTS = ["I live in Bergen", "rain", "", "\ud800 lone", "x" * 4000, "rain"]


class Counting:
    """Hashed vectors, and how many texts were asked for."""

    def __init__(self, dims: int = 64, name: str = "counting") -> None:
        self.inner = HashedEmbedder(dims)
        self.name = name
        self.asked: list[str] = []

    def __repr__(self) -> str:
        return self.name

    @property
    def dims(self) -> int:
        return self.inner.dims

    def embed(self, texts):
        self.asked += texts
        return self.inner.embed(texts)


def test_vectors_are_the_same_and_a_text_is_embedded_once(tmp_path):
    inner = Counting()
    embedder = cached(inner, tmp_path)
    wanted = HashedEmbedder(64).embed(TEXTS)
    assert np.array_equal(embedder.embed(TEXTS), wanted)
    assert inner.asked == TEXTS[:5]
    assert np.array_equal(embedder.embed(TEXTS[::-1]), wanted[::-1])
    assert inner.asked == TEXTS[:5]
    again = Counting()
    assert np.array_equal(cached(again, tmp_path).embed(TEXTS), wanted)
    assert again.asked == []
    assert embedder.embed([]).shape == (0, 64)


def test_embedders_have_files_of_their_own(tmp_path):
    one, other = cached(Counting(), tmp_path), cached(Counting(32, "another"), tmp_path)
    assert one.embed(["rain"]).shape == (1, 64)
    assert other.embed(["rain"]).shape == (1, 32)
    assert one.path != other.path
    assert {one.path, other.path} == set(tmp_path.glob("*.sqlite"))


def test_a_file_of_other_dimensions_is_refused_naming_both(tmp_path):
    cached(Counting(64), tmp_path).embed(["rain"])
    with pytest.raises(DimensionError, match="64 dimensions") as caught:
        cached(Counting(32), tmp_path).embed(["rain"])
    assert "32 dimensions" in str(caught.value)


def test_it_shows_itself_as_the_embedder_and_travels(tmp_path):
    embedder = cached(HashedEmbedder(64), tmp_path)
    assert repr(embedder) == "HashedEmbedder(dims=64)"
    embedder.embed(["rain"])
    for replica in (copy.deepcopy(embedder), pickle.loads(pickle.dumps(embedder))):
        assert np.array_equal(replica.embed(["rain", "sun"]), HashedEmbedder(64).embed(["rain", "sun"]))


def test_a_memory_with_a_cache_brings_back_what_one_without_does(tmp_path, make_turn, make_cue):
    plain, kept = build_memory("dense-turn"), build_memory(f"dense-turn:embedder=(cached:of=hashed;folder={tmp_path})")
    for number in range(12):
        for memory in (plain, kept):
            memory.observe(make_turn(number))
    assert kept.recall(make_cue()) == plain.recall(make_cue())
    assert kept.snapshot() == plain.snapshot()
    assert copy.deepcopy(kept).recall(make_cue()) == plain.recall(make_cue())


@pytest.mark.parametrize("spoil", ["x'00'", "zeroblob(256)", "x''"])
def test_a_damaged_vector_is_rebuilt_with_one_warning(tmp_path, spoil):
    cached(Counting(), tmp_path).embed(["rain", "sun"])
    line = sqlite3.connect(cached(Counting(), tmp_path).path)
    with line:
        line.execute(f"UPDATE vectors SET vector = {spoil} WHERE text = (SELECT min(text) FROM vectors)")
    line.close()
    inner = Counting()
    embedder = cached(inner, tmp_path)
    with pytest.warns(RuntimeWarning, match="1 vectors in it are damaged"):
        rows = embedder.embed(["rain", "sun"])
    assert np.array_equal(rows, HashedEmbedder(64).embed(["rain", "sun"]))
    assert len(inner.asked) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert np.array_equal(embedder.embed(["rain", "sun"]), rows)
    assert len(inner.asked) == 1


@pytest.mark.parametrize("damage", ["no database", "truncated", "torn page"])
def test_a_torn_file_costs_the_work_again_and_that_is_said(tmp_path, damage):
    texts = [f"text {number}" for number in range(400)]
    embedder = cached(Counting(), tmp_path)
    embedder.embed(texts)
    path = embedder.path
    del embedder
    line = sqlite3.connect(path)
    line.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    line.close()
    whole = path.read_bytes()
    torn = {
        "no database": b"something else" * 100,
        "truncated": whole[: len(whole) // 2],
        "torn page": whole[:8192] + os.urandom(8192) + whole[16384:],
    }
    path.write_bytes(torn[damage])
    with pytest.warns(RuntimeWarning, match=path.name):
        rows = cached(Counting(), tmp_path).embed(texts)
    assert np.array_equal(rows, HashedEmbedder(64).embed(texts))


def test_a_file_that_takes_no_more_costs_the_keeping_only(tmp_path):
    embedder = cached(Counting(), tmp_path)
    embedder.embed(["rain"])
    line = embedder._opened()._line
    line.execute(f"PRAGMA max_page_count={line.execute('PRAGMA page_count').fetchone()[0]}")
    texts = [f"text {number}" for number in range(2000)]
    with pytest.warns(RuntimeWarning, match="full"):
        rows = embedder.embed(texts)
    assert np.array_equal(rows, HashedEmbedder(64).embed(texts))
    del embedder, line
    assert cached(inner := Counting(), tmp_path).embed(["rain"]).any()
    assert inner.asked == [], "what was kept before can be read"


def test_several_processes_fill_one_file(tmp_path):
    script = (
        "import sys, warnings\nwarnings.simplefilter('error')\n"
        "from regulars.memory.embedders import build_embedder\n"
        f"embedder = build_embedder('cached:of=(hashed:dims=64);folder={tmp_path}')\n"
        "for step in range(40):\n"
        "    embedder.embed([f'text {number}' for number in range(step * 10, step * 10 + 25)])\n"
    )
    environment = {"PYTHONPATH": ":".join(sys.path)}
    team = [subprocess.Popen([sys.executable, "-c", script], env=environment) for _ in range(3)]
    assert [process.wait(60) for process in team] == [0, 0, 0]
    embedder = build_embedder(f"cached:of=(hashed:dims=64);folder={tmp_path}")
    texts = [f"text {number}" for number in range(415)]
    line = sqlite3.connect(embedder.path)
    assert line.execute("SELECT count(*) FROM vectors").fetchone() == (415,)
    line.close()
    assert np.array_equal(embedder.embed(texts), HashedEmbedder(64).embed(texts))


def test_several_threads_and_a_forked_child_use_one_embedder(tmp_path):
    embedder = cached(HashedEmbedder(64), tmp_path)
    wanted = HashedEmbedder(64).embed(["a", "b", "c"])
    found: list[bool] = []

    def ask() -> None:
        found.extend(np.array_equal(embedder.embed(["a", "b", "c"]), wanted) for _ in range(20))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 80


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_child_reopens_the_file(tmp_path):
    script = (
        "import os\nfrom regulars.memory.embedders import build_embedder\n"
        f"embedder = build_embedder('cached:of=hashed;folder={tmp_path}')\n"
        "rows = embedder.embed(['a', 'b'])\n"
        "child = os.fork()\n"
        "if not child:\n"
        "    embedder.embed(['a', 'c'])\n"
        "    os._exit(0 if embedder._opened().process == os.getpid() else 1)\n"
        "assert os.waitpid(child, 0)[1] == 0\n"
        "assert (embedder.embed(['a', 'b', 'c'])[:2] == rows).all()\n"
    )
    subprocess.run([sys.executable, "-c", script], env={"PYTHONPATH": ":".join(sys.path)}, check=True, timeout=60)


def test_a_folder_that_cannot_be_one_is_refused(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(ConfigurationError, match="folder"):
        build_embedder(f"cached:of=hashed;folder={tmp_path / 'file'}")
    with pytest.raises(ConfigurationError, match="folder"):
        build_embedder("cached:of=hashed")
