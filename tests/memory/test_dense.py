"""Dense search is exact, ordered, and the same on every machine."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime
from hashlib import sha256

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regulars.memory import Cue, compose
from regulars.memory.embedders import HashedEmbedder
from regulars.memory.parts.indexes.dense import DIGITS, Dense, products
from regulars.memory.parts.segments.units import SessionUnits

NOW = datetime(2025, 1, 1, tzinfo=UTC)
TEXTS = st.lists(st.text(alphabet="abcdef ", max_size=20), min_size=1, max_size=40)


def ask(index: Dense, text: str, k: int = 10) -> list[tuple[str, float]]:
    return list(index.search(Cue(text, NOW, "p", k=k)))


@settings(max_examples=60)
@given(TEXTS, st.text(alphabet="abcdef ", min_size=1, max_size=20), st.integers(1, 12))
def test_the_best_are_those_of_a_full_comparison(texts, query, k):
    embedder = HashedEmbedder(64)
    index = Dense(embedder)
    for number, text in enumerate(texts):
        index.put("p", str(number), text)
    vector = embedder.embed([query])[0]
    scores = [round(float(np.dot(row.astype(float), vector.astype(float))), DIGITS) for row in embedder.embed(texts)]
    order = sorted(range(len(texts)), key=lambda number: (-scores[number], number))[:k]
    found = ask(index, query, k)
    if not vector.any():
        assert found == []
        return
    assert [score for _, score in found] == pytest.approx([scores[number] for number in order], abs=2e-5)
    clear = len(set(scores)) == len(scores) and np.min(np.diff(np.sort(scores)), initial=1.0) > 1e-4
    if clear:
        assert [id for id, _ in found] == [str(number) for number in order]


def test_equal_texts_tie_and_stand_in_the_order_of_arrival():
    index = Dense()
    for number in range(3000):
        index.put("p", str(number), "rain" if number % 2 else "sun")
    found = ask(index, "rainy", 5)
    assert [id for id, _ in found] == ["1", "3", "5", "7", "9"]
    assert len({score for _, score in found}) == 1


def test_an_index_that_grew_and_shrank_equals_one_built_at_once():
    grown, built = Dense(), Dense()
    for number in range(200):
        grown.put("p", str(number), f"note {number}")
        if number % 7 == 0:
            ask(grown, "note")
    grown.extend("p", "3", "about rain")
    grown.put("p", "5", "sunshine")
    grown.drop("p", "0")
    for number in range(1, 200):
        text = {3: "note 3 about rain", 5: "sunshine"}.get(number, f"note {number}")
        built.put("p", str(number), text)
    for query in ("rain", "sunshine", "note 0", "note 150"):
        assert ask(grown, query) == ask(built, query)


def test_sessions_grow_under_a_dense_index_too(make_turn, make_cue):
    memory = compose(indexes=(Dense(),), segment=SessionUnits())
    for number in range(6):
        memory.observe(make_turn(number))
        memory.recall(make_cue())
    assert {hit.sources for hit in memory.recall(make_cue()).hits} == {
        tuple(make_turn(number).id for number in range(4)),
        tuple(make_turn(number).id for number in range(4, 6)),
    }


@given(st.text(max_size=60))
def test_vectors_have_length_one_or_zero(text):
    (vector,) = HashedEmbedder().embed([text])
    assert vector.shape == (256,)
    assert vector.dtype == np.float32
    assert np.linalg.norm(vector) == pytest.approx(1.0, abs=1e-5) or not vector.any()


def test_a_misspelt_word_lies_near_the_word_meant():
    meant, misspelt, other = HashedEmbedder().embed(["raincoat", "raincaot", "bakery"])
    assert meant @ misspelt > 3 * abs(meant @ other)


def test_vectors_are_the_same_in_every_process():
    texts = ["The rain in Bergen", "שלום", "\U0001f600 ok", "x" * 300]
    script = (
        "from hashlib import sha256\nfrom regulars.memory.embedders import HashedEmbedder\n"
        f"print(sha256(HashedEmbedder().embed({texts!r}).tobytes()).hexdigest())"
    )
    here = sha256(HashedEmbedder().embed(texts).tobytes()).hexdigest()
    for seed in ("1", "2"):
        run = subprocess.run(
            [sys.executable, "-c", script],
            env={"PYTHONPATH": ":".join(sys.path), "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert run.stdout.strip() == here


def test_the_cache_of_texts_is_bounded():
    from regulars.memory.embedders import hashing

    embedder = HashedEmbedder(16)
    for number in range(6000):
        embedder.embed([f"text {number}"])
    assert hashing._cached.cache_info().currsize <= 4096
    assert hashing._word.cache_info().currsize <= 16384


@pytest.mark.parametrize("zeros", [0.0, 0.2, 0.5, 0.8])
@pytest.mark.parametrize("dims", [8, 256, 384])
def test_a_vector_has_one_product_wherever_it_stands(dims, zeros):
    rng = np.random.default_rng(dims)
    rows = rng.standard_normal((8193, dims)).astype(np.float32)
    query = np.where(rng.random(dims) < zeros, 0.0, rng.standard_normal(dims)).astype(np.float32)
    whole = products(np.ascontiguousarray(rows.T), query)
    assert whole == pytest.approx(rows @ query, abs=1e-3)
    for size in (1, 7, 256, 8192):
        pieces = [products(rows[start : start + size].T, query) for start in range(0, len(rows), size)[:64]]
        assert (np.concatenate(pieces) == whole[: 64 * size]).all()
        assert (products(np.ascontiguousarray(rows[-size:].T), query) == whole[-size:]).all()
