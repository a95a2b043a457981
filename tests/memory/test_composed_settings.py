"""Files of parts and of weights: what each kind of setting becomes, and every fault word by word."""

from __future__ import annotations

import json

import numpy as np
import pytest
from tiny_bert import random_tensors, write_model, write_safetensors

from regulars.errors import RegularsError
from regulars.memory import build_memory, compose
from regulars.memory.composition.compose_file import compose_file
from regulars.memory.embedders import HashedEmbedder, weights
from regulars.memory.embedders.minilm import MiniLM
from regulars.memory.embedders.weights import read_weights
from regulars.memory.parts.consolidation.trees import Taxonomy
from regulars.memory.parts.extraction.kinds import mmag_kind
from regulars.memory.parts.extraction.stated import Stated
from regulars.memory.parts.extraction.statements import Unread
from regulars.memory.parts.forgetting.limits import Capacity, TimeToLive
from regulars.memory.parts.indexes.bm25 import BM25
from regulars.memory.parts.indexes.dense import Dense
from regulars.memory.parts.indexes.keys import KindsOnly, no_key
from regulars.memory.parts.links.kinds import Links, Nearest, Temporal
from regulars.memory.parts.reading.stores import Split
from regulars.memory.parts.scoring.by_index import RRF, Single
from regulars.memory.parts.scoring.link_expansion import Union
from regulars.memory.parts.view import Together


@pytest.fixture
def written(tmp_path):
    def write(text: str) -> str:
        path = tmp_path / "mine.yaml"
        path.write_text(text, "utf-8")
        return str(path)

    return write


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("seed: 4", {"seed": 4}),
        ("keeps_units: true", {"keeps_units": True}),
        ("pools: [b, a]", {"pools": frozenset({"a", "b"})}),
        ("extract: null", {}),
        ("score: {Single: {retriever: bm25, kinds: [a, b]}}", {"score": Single("bm25", ("a", "b"))}),
        ("score: {RRF: {retrievers: [bm25], constant: 3, weights: [2]}}", {"score": RRF(("bm25",), 3, weights=(2,))}),
        ("keys: no_key", {"keys": no_key}),
        ("keys: {bm25: no_key}", {"keys": {"bm25": no_key}}),
        ("keys: {KindsOnly: {kinds: [a]}}", {"keys": KindsOnly(("a",))}),
        ("keys: {bm25: {KindsOnly: {kinds: [a], key: no_key}}}", {"keys": {"bm25": KindsOnly(("a",), no_key)}}),
        ("forget: {Capacity: {most: 3, by: lfu}}", {"forget": Capacity(3, "lfu")}),
        (
            "forget: {Together: {rules: [{Capacity: {most: 3}}, {TimeToLive: {days: 2}}]}}",
            {"forget": Together((Capacity(3), TimeToLive(2)))},
        ),
        (
            "extract: {Stated: {reader: none, router: mmag_kind, assistant: true}}",
            {"extract": Stated(Unread(), mmag_kind, True)},
        ),
        ("read: {Split: {shares: [[a, 0.5], [b, 0.25]]}}", {"read": Split((("a", 0.5), ("b", 0.25)))}),
        (
            "link: {Links: {ties: [[near, Nearest], [soon, {Temporal: {most: 2}}]]}}",
            {"link": Links((("near", Nearest()), ("soon", Temporal(most=2))))},
        ),
        ("score: {Union: {searches: [[bm25, [a, b]]]}}", {"score": Union((("bm25", ("a", "b")),))}),
        ("consolidate: {Taxonomy: {levels: [[top, 1, 0.5]]}}", {"consolidate": Taxonomy((("top", 1, 0.5),))}),
    ],
)
def test_settings_become_what_their_type_says(text, parts, written):
    path = written(f"indexes: [BM25]\n{text}\n")
    made, same = build_memory(path), compose(indexes=(BM25(),), **parts)
    assert made.parts == same.parts
    for name, value in parts.items():
        assert getattr(made.made_of, name) == value
        assert type(getattr(made.made_of, name)) is type(value)


def test_a_spec_stands_for_an_embedder_and_a_file_may_begin_with_a_mark(tmp_path):
    path = tmp_path / "mine.yml"
    path.write_text("indexes: [{Dense: {embedder: 'hashed:dims=64'}}]\n", "utf-8-sig")
    assert build_memory(str(path)).parts == compose(indexes=(Dense(HashedEmbedder(64)),)).parts
    assert build_memory(f"{path}:seed=9").made_of.seed == 9
    assert compose_file(path, 5).made_of.seed == 5


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("seed: true", ["mine.yaml:2: seed: is True; expected a whole number"]),
        ("seed: 1.5", ["mine.yaml:2: seed: is 1.5; expected a whole number"]),
        ("keeps_units: 1", ["mine.yaml:2: keeps_units: is 1; expected true or false"]),
        ("score: {Single: {retriever: 3}}", ["mine.yaml:2: score, Single, retriever: is 3; expected a text"]),
        ("forget: {TimeToLive: {days: true}}", ["mine.yaml:2: forget, TimeToLive, days: is True; expected a number"]),
        ("forget: Capacity", ["mine.yaml:2: forget: Capacity needs a value for 'most'"]),
        ("forget: {Capacity: 3}", ["mine.yaml:2: forget, Capacity: is 3; expected the part's settings by name"]),
        (
            "link: {CoActivate: {most: 0}}",
            ["mine.yaml:2: link, CoActivate: CoActivate: most is 0; expected an integer from 1 to 50."],
        ),
        (
            "forget: {1: {most: 0}}",
            ["mine.yaml:2: forget, 1: is {1: {'most': 0}}; expected the name of a part, or NAME: {SETTING: VALUE}"],
        ),
        ("forget: [Capacity]", ["mine.yaml:2: forget: is ['Capacity']; expected no list"]),
        ("pools: a", ["mine.yaml:2: pools: is 'a'; expected a list"]),
        (
            "forget: {Capacity: {most: x, by: 3, of: 4}}",
            [
                "mine.yaml:2: forget, Capacity, most: is 'x'; expected a whole number",
                "mine.yaml:2: forget, Capacity, by: is 3; expected a text",
                "mine.yaml:2: forget, Capacity, of: Capacity has no setting 'of'; known are: by, kinds, most",
            ],
        ),
        ("read: flatt", ["mine.yaml:2: read: there is no part 'flatt'; did you mean 'flat'?"]),
    ],
)
def test_a_fault_says_where_and_what_was_expected(text, faults, written):
    path = written(f"indexes: [BM25]\n{text}\n")
    with pytest.raises(RegularsError) as caught:
        build_memory(path)
    first, *lines = str(caught.value).split("\n")
    count = f"{len(faults)} fault{'s' if len(faults) > 1 else ''}"
    assert first == f"the memory in {path} cannot be used, {count}:"
    assert sorted(line.strip().rstrip(".?") for line in lines) == sorted(fault.rstrip(".?") for fault in faults)


# ---------------------------------------------------------------------- files of weights


TORN = "; expected a complete .safetensors file; install or copy the model again."
OTHER = (
    "; expected a BERT encoder with gelu and absolute positions, as all-MiniLM-L6-v2 is; name the folder of such a "
    "model, or use sentence-transformers:NAME_OR_PATH for other models."
)


@pytest.mark.parametrize(
    ("config", "said"),
    [
        ({"hidden_act": "relu"}, "the model is 'bert' with 'relu'"),
        ({"model_type": "roberta"}, "the model is 'roberta' with 'gelu'"),
        ({"position_embedding_type": "relative"}, "positions are 'relative'"),
        (
            {"num_attention_heads": 3},
            "its configuration says {'hidden_size': 8, 'num_attention_heads': 3, 'num_hidden_layers': 2, "
            "'intermediate_size': 16}",
        ),
        ({"num_hidden_layers": 3}, "there is no tensor encoder.layer.2.attention.self.query.weight"),
        (
            {"intermediate_size": 17},
            "the tensor encoder.layer.0.intermediate.dense.weight has the shape (16, 8) instead of (17, 8)",
        ),
    ],
)
def test_another_architecture_is_named(tmp_path, config, said):
    with pytest.raises(RegularsError) as caught:
        MiniLM(write_model(tmp_path, **config))
    assert str(caught.value) == f"an embedder's weights: {said}{OTHER}"


def test_weights_of_a_model_built_on_an_encoder_are_found_by_their_prefix(tmp_path):
    folder = write_model(tmp_path)
    rain = MiniLM(folder).embed(["rain"])
    write_safetensors(
        folder / "model.safetensors", {f"bert.{name}": tensor for name, tensor in random_tensors().items()}
    )
    assert MiniLM(folder).embed(["rain"]).tolist() == rain.tolist()


def test_a_header_of_weights_has_a_limit_and_its_length_is_held(tmp_path, monkeypatch):
    path = tmp_path / "a.safetensors"
    write_safetensors(path, {"x": np.ones((2,), dtype=np.float32)})
    size = int.from_bytes(path.read_bytes()[:8], "little")
    assert read_weights(path)["x"].tolist() == [1.0, 1.0]
    torn = f"{path}: the file has no readable weights (its header is longer than the file){TORN}"
    monkeypatch.setattr(weights, "_LONGEST_HEADER", size)
    assert list(read_weights(path)) == ["x"]
    monkeypatch.setattr(weights, "_LONGEST_HEADER", size - 1)
    with pytest.raises(RegularsError) as caught:
        read_weights(path)
    assert str(caught.value) == torn
    path.write_bytes(path.read_bytes()[: 8 + size - 1])
    monkeypatch.undo()
    with pytest.raises(RegularsError) as caught:
        read_weights(path)
    assert str(caught.value) == torn


@pytest.mark.parametrize(
    ("described", "fits"),
    [
        ({"data_offsets": [0, 8], "shape": [2]}, True),
        ({"data_offsets": [0, 8], "shape": [3]}, False),
        ({"data_offsets": [4, 12], "shape": [2]}, False),
        ({"data_offsets": [-4, 4], "shape": [2]}, False),
        ({"data_offsets": [8, 8], "shape": [0]}, True),
    ],
)
def test_a_tensor_lies_within_the_file(tmp_path, described, fits):
    header = json.dumps({"x": {"dtype": "F32", **described}}).encode()
    path = tmp_path / "a.safetensors"
    path.write_bytes(len(header).to_bytes(8, "little") + header + np.array([1.0, 2.0], dtype="<f4").tobytes())
    if fits:
        assert read_weights(path)["x"].tolist() == [1.0, 2.0][: described["shape"][0]]
        return
    with pytest.raises(RegularsError) as caught:
        read_weights(path)
    assert str(caught.value) == f"{path}: the file has no readable weights (a tensor is not within the file){TORN}"


def test_only_switched_on_pooling_modes_count(tmp_path):
    path = write_model(tmp_path) / "1_Pooling" / "config.json"
    modes = {"word_embedding_dimension": 8, "include_prompt": True, "pooling_mode_cls_token": False}
    path.write_text(json.dumps({**modes, "pooling_mode_mean_tokens": True}))
    assert MiniLM(tmp_path).dims == 8
    path.write_text(json.dumps({**modes, "pooling_mode_mean_tokens": False}))
    with pytest.raises(RegularsError) as caught:
        MiniLM(tmp_path)
    assert str(caught.value) == (
        f"{path}: the model pools by nothing; expected only pooling_mode_mean_tokens; "
        "use sentence-transformers:NAME_OR_PATH for other models."
    )


@pytest.mark.parametrize(("length", "said"), [(2, "2"), (17, "17"), ("x", "'x'"), (3, ""), (16, "")])
def test_the_length_of_a_text_has_a_range(tmp_path, length, said):
    path = write_model(tmp_path) / "sentence_bert_config.json"
    path.write_text(json.dumps({"max_seq_length": length}))
    if not said:
        assert repr(MiniLM(tmp_path)).startswith(f"MiniLM(dims=8, longest={length}, weights='")
        return
    with pytest.raises(RegularsError) as caught:
        MiniLM(tmp_path)
    assert str(caught.value) == f"{path}: max_seq_length is {said}; expected a number from 3 to 16."
