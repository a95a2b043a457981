"""A run names the settings and weight hashes of its memories, and a resumed run must match them."""

from __future__ import annotations

import json
import os

import pytest
from msgspec.structs import replace
from tiny_bert import random_tensors, write_model, write_safetensors

import regulars
from regulars.errors import ConfigurationError
from regulars.memory.embedders import build_embedder
from regulars.scenarios.generator import generate

LIVES = [generate(seed, sessions=2, probes_per_session=3) for seed in (1, 2)]


def parts(folder):
    return json.loads((folder / "config.json").read_text())["parts"]


def test_a_run_names_parts_with_settings_and_a_foreign_memory_has_none(tmp_path):
    mine = tmp_path / "mine.py"
    mine.write_text(
        "from regulars.memory import compose\nfrom regulars.memory.parts.indexes.bm25 import BM25\n"
        "class Reads:\n    def __repr__(self): return 'Reads()'\n"
        "    def __call__(self, cue, items, journal): return '', 0\n"
        "def made(): return compose(indexes=(BM25(),), read=Reads())\n"
        "class Mine:\n    def observe(self, turn): pass\n    def recall(self, cue): return []\n"
    )
    memories = f"dense-turn:embedder=hashed:dims=64,{mine}:made,{mine}:Mine"
    regulars.evaluate(memories, data=LIVES[:1], out=tmp_path / "RUN")
    named = parts(tmp_path / "RUN")
    assert named["dense-turn:embedder=hashed:dims=64"]["indexes"] == "(Dense(HashedEmbedder(dims=64)))"
    assert list(named) == ["dense-turn:embedder=hashed:dims=64", f"{mine}:made"]
    assert named[f"{mine}:made"]["read"] == "Reads()"
    regulars.evaluate(memories, data=LIVES[:1], out=tmp_path / "RUN", resume=True)


def test_a_run_names_its_weights_and_cannot_be_resumed_with_others(tmp_path):
    model = write_model(tmp_path / "model")
    memory = f"dense-turn:embedder=minilm:path={model}"
    regulars.evaluate(memory, data=LIVES[:1], out=tmp_path / "RUN")
    assert build_embedder(f"minilm:path={model}").weights in parts(tmp_path / "RUN")[memory]["indexes"]
    write_safetensors(model / "model.safetensors", random_tensors(1))
    with pytest.raises(ConfigurationError, match="other options: parts"):
        regulars.evaluate(memory, data=LIVES[:1], out=tmp_path / "RUN", resume=True)


@pytest.mark.slow
def test_processes_give_what_one_gives_with_weights_and_a_cache(tmp_path):
    inner = f"minilm:path={write_model(tmp_path / 'model')}"
    memory = f"dense-turn:embedder={inner}"
    kept = f"dense-turn:embedder=(cached:of=({inner});folder={tmp_path / 'vectors'})"
    plain = regulars.evaluate(memory, data=LIVES).rows
    spread = regulars.evaluate([memory, kept], data=LIVES, workers=2).rows
    for name in (memory, kept):
        assert [row for row in spread if row.system == name] == [replace(row, system=name) for row in plain]
    assert list((tmp_path / "vectors").glob("*.sqlite"))


@pytest.mark.parametrize("given", [pytest.param(None, marks=pytest.mark.slow), "3"])
def test_a_worker_multiplies_in_one_thread_unless_told_otherwise(tmp_path, monkeypatch, given):
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
        monkeypatch.delenv(name, raising=False)
    if given is not None:
        monkeypatch.setenv("OPENBLAS_NUM_THREADS", given)
    said = tmp_path / "said"
    mine = tmp_path / "mine.py"
    mine.write_text(
        "import os\nSEEN = {name: os.environ.get(name) for name in ('OPENBLAS_NUM_THREADS', 'OMP_NUM_THREADS')}\n"
        f"class Mine:\n    def observe(self, turn): open({str(said)!r}, 'w').write(repr(SEEN))\n"
        "    def recall(self, cue): return []\n"
    )
    regulars.evaluate(f"{mine}:Mine", data=LIVES[:1], workers=2)
    assert said.read_text() == repr({"OPENBLAS_NUM_THREADS": given or "1", "OMP_NUM_THREADS": "1"})
    assert os.environ.get("OPENBLAS_NUM_THREADS") == given
    assert "OMP_NUM_THREADS" not in os.environ
