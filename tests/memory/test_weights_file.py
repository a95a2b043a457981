"""Files of weights written byte by byte, and vectors at the limits of their sizes."""

from __future__ import annotations

import json
from hashlib import blake2b

import numpy as np
import pytest

from regulars.errors import ConfigurationError, DataError, DimensionError, InfrastructureError
from regulars.memory.embedders import HashedEmbedder, cached
from regulars.memory.embedders.protocol import embedded, has_words, rows_of_words, sayable
from regulars.memory.embedders.weights import file_hash, read_weights

ONE = np.array([1.0, -2.0], dtype="<f4").tobytes()
PLAIN = {"a": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}}


@pytest.fixture
def written(tmp_path):
    def write(header: object, data: bytes = ONE, size: int | None = None):
        path = tmp_path / "model.safetensors"
        said = header if isinstance(header, bytes) else json.dumps(header).encode()
        path.write_bytes((len(said) if size is None else size).to_bytes(8, "little") + said + data)
        return path

    return write


@pytest.mark.parametrize(
    ("kind", "data", "numbers"),
    [
        ("F64", np.array([1.5, -2.0], dtype="<f8").tobytes(), [1.5, -2.0]),
        ("F32", ONE, [1.0, -2.0]),
        ("F16", np.array([1.5, -2.0], dtype="<f2").tobytes(), [1.5, -2.0]),
        # The upper half of a float32: 1.5 is 0x3FC00000, -2 is 0xC0000000.
        ("BF16", bytes.fromhex("c03f00c0"), [1.5, -2.0]),
    ],
)
def test_numbers_of_four_kinds_are_read(kind, data, numbers, written):
    path = written({"a": {"dtype": kind, "shape": [2], "data_offsets": [0, len(data)]}}, data)
    found = read_weights(path)["a"]
    assert found.dtype == np.float32
    assert found.tolist() == numbers


def test_tensors_have_their_shapes_and_others_are_left_out(written):
    data = np.arange(6, dtype="<f4").tobytes() + ONE
    header = {
        "__metadata__": {"format": "pt"},
        "wide": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]},
        "one": {"dtype": "F32", "shape": [], "data_offsets": [24, 28]},
        "none": {"dtype": "F32", "shape": [0, 3], "data_offsets": [32, 32]},
        "places": {"dtype": "I64", "shape": [1], "data_offsets": [24, 32]},
    }
    found = read_weights(written(header, data))
    assert set(found) == {"wide", "one", "none"}
    assert found["wide"].tolist() == [[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]
    assert float(found["one"]) == 1.0
    assert found["none"].shape == (0, 3)


def _offsets(first: int, last: int, shape: int = 2) -> dict:
    return {"a": {"dtype": "F32", "shape": [shape], "data_offsets": [first, last]}}


@pytest.mark.parametrize(
    ("header", "said"),
    [
        (_offsets(0, 9), "a tensor is not within the file"),
        (_offsets(4, 12), "a tensor is not within the file"),  # ends four bytes behind the file
        (_offsets(-4, 4), "a tensor is not within the file"),  # begins in the header
        (_offsets(8, 0), "a tensor is not within the file"),
        (_offsets(0, 4), "a tensor is not within the file"),  # two numbers need eight bytes
        (_offsets(0, 8, 1), "a tensor is not within the file"),
        ({"a": {"dtype": "F32", "shape": [2]}}, "its header cannot be read: KeyError"),
        ({"a": 3}, "its header cannot be read: TypeError"),
        ([1], "its header cannot be read: AttributeError"),
        (b"{", "its header cannot be read: JSONDecodeError"),
    ],
)
def test_a_torn_file_of_weights_says_what_is_wrong(header, said, written):
    with pytest.raises(DataError, match="the file has no readable weights") as caught:
        read_weights(written(header))
    assert said in str(caught.value)
    assert "install or copy the model again" in str(caught.value)


def test_the_header_ends_at_the_latest_with_the_file(written, tmp_path):
    assert read_weights(written(b"{}", b"", 2)) == {}
    for size in (3, 100_000_001):
        with pytest.raises(DataError, match="its header is longer than the file"):
            read_weights(written(b"{}", b"", size))
    short = tmp_path / "short"
    short.write_bytes(b"\0" * 7)
    with pytest.raises(DataError, match="its header is longer than the file"):
        read_weights(short)
    (tmp_path / "empty").write_bytes(b"")
    for name in ("empty", "absent"):
        with pytest.raises(DataError, match="the weights cannot be read"):
            read_weights(tmp_path / name)


def test_the_hash_of_files_is_of_names_sizes_and_bytes(tmp_path):
    one, other = tmp_path / "one", tmp_path / "other"
    one.write_bytes(b"abc")
    other.write_bytes(b"")
    assert file_hash([one, other]) == blake2b(b"one\x003\x00abcother\x000\x00", digest_size=8).hexdigest()
    with pytest.raises(DataError, match="absent cannot be read"):
        file_hash([tmp_path / "absent"])


# ---------------------------------------------------------------------- vectors


@pytest.mark.parametrize("dims", [7, 65537, 8.0, True, "8"])
def test_hashed_vectors_have_8_to_65536_dimensions(dims):
    with pytest.raises(ConfigurationError, match="expected an integer from 8 to 65536"):
        HashedEmbedder(dims)
    assert HashedEmbedder(8).embed(["rain"]).shape == (1, 8)
    assert HashedEmbedder(65536).embed(["rain"]).shape == (1, 65536)


def test_a_word_of_more_than_forty_letters_is_read_in_pieces():
    embedder = HashedEmbedder()
    whole, pieces, shorter = embedder.embed(["a" * 40 + "bcd", "a" * 40 + " bcd", "a" * 40 + "bc d"])
    assert whole.tolist() == pieces.tolist()
    assert whole.tolist() != shorter.tolist()


def test_long_texts_have_the_same_vectors_as_short_ones_with_these_words():
    embedder = HashedEmbedder()
    for repeated in (200, 201):  # 1,000 and 1,005 letters; longer texts are not cached, and a word counts once
        assert embedder.embed(["rain " * repeated])[0].tolist() == embedder.embed(["rain"])[0].tolist()


class Rows:
    """A model with the vectors that the test wrote down."""

    dims = 2

    def __init__(self, *rows: tuple[float, ...]) -> None:
        self.rows = rows

    def __repr__(self) -> str:
        return "Rows()"

    def embed(self, texts):
        return np.array(self.rows)


@pytest.mark.parametrize("rows", [((1.0, 0.0, 0.0),), ((1.0, 0.0),) * 2, (1.0, 0.0)])
def test_an_embedder_gives_one_row_for_each_text(rows):
    with pytest.raises(DimensionError, match=r"Rows\(\): 1 texts were embedded .* expected shape \(1, 2\)"):
        embedded(Rows(*rows), ["rain"])
    assert embedded(Rows((0.5, 0.5)), ["rain"]).dtype == np.float32


@pytest.mark.parametrize(
    ("made", "error", "said"),
    [
        ([[1.0, 2.0], [1.0, 2.0]], InfrastructureError, r"1 texts gave an array of shape \(2, 2\)"),
        ([1.0, 2.0], InfrastructureError, r"1 texts gave an array of shape \(2,\)"),
        ([[1.0, 2.0, 3.0]], DimensionError, "vectors of 3 dimensions; expected 2 dimensions"),
        ([[float("nan"), 1.0]], InfrastructureError, "NaN or infinite"),
        ([[float("inf"), 1.0]], InfrastructureError, "NaN or infinite"),
    ],
)
def test_a_model_must_give_finite_vectors_of_its_length(made, error, said):
    with pytest.raises(error, match=said):
        rows_of_words(["rain", "?!"], 2, lambda texts: np.array(made), "here")


def test_vectors_are_scaled_and_wordless_texts_are_zero():
    asked = []

    def vectors(texts):
        asked.append(texts)
        return np.array([[3.0, 4.0], [0.0, 0.0]])

    rows = rows_of_words(["rain", "?!", "sun\ud800"], 2, vectors, "here")
    # (3, 4) has length 5; a zero vector stays zero.
    assert rows.tolist() == [[pytest.approx(0.6), pytest.approx(0.8)], [0.0, 0.0], [0.0, 0.0]]
    assert asked == [["rain", "sun?"]]
    assert rows_of_words(["?", ""], 2, vectors, "here").tolist() == [[0.0, 0.0]] * 2
    assert len(asked) == 1


@pytest.mark.parametrize(("text", "has"), [("a", True), ("7", True), ("雨", True), ("?!", False), ("", False)])
def test_words_have_a_letter_or_a_digit(text, has):
    assert has_words(text) is has
    assert sayable(text) == text


class Unable(HashedEmbedder):
    """Shows itself as hashed vectors, and has none: all must be in the file."""

    def embed(self, texts):
        raise AssertionError(f"asked for {len(texts)} texts")


@pytest.mark.parametrize("count", [500, 501])
def test_all_cached_vectors_are_read_however_many(count, tmp_path):
    texts = [f"text {number}" for number in range(count)]
    cached(HashedEmbedder(8), tmp_path).embed(texts)
    found = cached(Unable(8), tmp_path).embed(texts)
    assert np.array_equal(found, HashedEmbedder(8).embed(texts))
