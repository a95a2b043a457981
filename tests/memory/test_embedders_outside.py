"""The embedder over `sentence-transformers`, with small stand-ins for that package and for torch."""

from __future__ import annotations

import copy
import pickle
import sys
from hashlib import blake2b
from types import ModuleType

import numpy as np
import pytest

from regulars.errors import ConfigurationError, StateError
from regulars.memory.embedders import sentence_transformer as module
from regulars.memory.embedders.sentence_transformer import SentenceTransformerEmbedder, sentence_transformer


class Tensor:
    """As much of a tensor as its hash needs: it is on a processor, and shown as bytes."""

    dtype = "torch.float32"

    def __init__(self, *numbers: float) -> None:
        self.numbers = np.array(numbers, dtype="<f4")
        self.shape = self.numbers.shape

    def _same(self, *given: object) -> Tensor:
        return self

    detach = cpu = contiguous = reshape = view = _same

    def numpy(self) -> np.ndarray:
        return self.numbers


class Model:
    """Embeds a text as its length and 1, twice as long as a unit vector."""

    def __init__(self, name: str, device: str | None = None) -> None:
        if name == "broken":
            raise OSError("no such\n  model")
        self.name, self.device, self.asked = name, device, []
        self.tensors = {"b": Tensor(2.0), "a": Tensor(1.0, 3.0)}

    def __repr__(self) -> str:
        return "Model()"

    def state_dict(self) -> dict[str, Tensor]:
        return self.tensors

    def encode(self, texts, batch_size, convert_to_numpy, show_progress_bar):
        self.asked.append((texts, batch_size, convert_to_numpy, show_progress_bar))
        return np.array([[len(text), 1.0] for text in texts])


@pytest.fixture
def installed(monkeypatch):
    package, torch = ModuleType("sentence_transformers"), ModuleType("torch")
    package.SentenceTransformer, torch.uint8 = Model, "uint8"
    monkeypatch.setitem(sys.modules, "sentence_transformers", package)
    monkeypatch.setitem(sys.modules, "torch", torch)
    monkeypatch.setattr(module, "_OPENED", {})


@pytest.mark.usefixtures("installed")
def test_vectors_are_scaled_and_texts_go_in_batches():
    embedder = SentenceTransformerEmbedder("some/model", "cpu", 7)
    assert (embedder.dims, embedder._model.device) == (2, "cpu")
    rows = embedder.embed(["abc", "!", "x"])
    assert rows.tolist() == [
        [pytest.approx(0.9486833), pytest.approx(0.3162278)],  # (3, 1) / sqrt 10
        [0.0, 0.0],
        [pytest.approx(0.7071068), pytest.approx(0.7071068)],
    ]
    assert embedder._model.asked == [(["a"], 7, True, False), (["abc", "x"], 7, True, False)]


@pytest.mark.usefixtures("installed")
def test_its_identity_is_the_hash_of_tensors_and_structure(tmp_path):
    hashed = blake2b(b"Model()", digest_size=8)
    for name, shape, numbers in (("a", "(2,)", [1.0, 3.0]), ("b", "(1,)", [2.0])):
        hashed.update(f"{name}\0torch.float32\0{shape}\0".encode() + np.array(numbers, dtype="<f4").tobytes())
    embedder = SentenceTransformerEmbedder("some/model")
    assert embedder.weights == hashed.hexdigest()
    assert repr(embedder) == f"SentenceTransformerEmbedder('some/model', dims=2, weights={embedder.weights!r})"
    (tmp_path / "mine").mkdir()
    assert repr(SentenceTransformerEmbedder(f"{tmp_path}/mine/")).startswith(
        "SentenceTransformerEmbedder('mine', dims=2"
    )


@pytest.mark.usefixtures("installed")
def test_one_model_is_one_object_and_other_weights_are_rejected():
    embedder = sentence_transformer("some/model", device="cpu", batch=4)
    assert sentence_transformer("some/model", device="cpu", batch=4) is embedder
    assert sentence_transformer("some/model", device="cpu") is not embedder
    assert sentence_transformer("some/model", batch=4) is not embedder
    assert copy.copy(embedder) is copy.deepcopy(embedder) is pickle.loads(pickle.dumps(embedder)) is embedder
    kept = pickle.dumps(embedder)
    old, embedder.weights = embedder.weights, "0" * 16
    with pytest.raises(StateError) as caught:
        pickle.loads(kept)
    assert str(caught.value) == (
        "SentenceTransformerEmbedder('some/model', dims=2, weights='0000000000000000'): the weights are "
        f"0000000000000000 now; expected {old}; restore the old weights."
    )


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("",), "sentence-transformers:: no model is named; expected sentence-transformers:NAME_OR_PATH."),
        (("m", None, 0), "sentence-transformers:m: batch is 0; expected an integer of at least 1."),
        (("m", None, True), "sentence-transformers:m: batch is True; expected an integer of at least 1."),
        (("m", None, 2.0), "sentence-transformers:m: batch is 2.0; expected an integer of at least 1."),
        (
            ("broken",),
            "sentence-transformers:broken: the model cannot be opened: OSError: no such model; name a model's folder, "
            "or a model that is on this machine or can be downloaded.",
        ),
    ],
)
def test_a_model_that_cannot_be_opened_is_named(given, said):
    with pytest.raises(ConfigurationError) as caught:
        SentenceTransformerEmbedder(*given)
    assert str(caught.value) == f"embedder {said}"


@pytest.mark.usefixtures("installed")
def test_one_text_in_a_batch_is_enough():
    assert SentenceTransformerEmbedder("m", None, 1).dims == 2
