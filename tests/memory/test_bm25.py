"""BM25: the formula, and that an index grown step by step equals one built at once."""

from __future__ import annotations

import pickle
from collections import Counter
from datetime import UTC, datetime
from math import log

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regulars.memory import Cue
from regulars.memory.parts.indexes import bm25
from regulars.memory.parts.indexes.bm25 import BM25, alphanumerics

NOW = datetime(2025, 1, 1, tzinfo=UTC)
WORDS = st.sampled_from(["a", "b", "c", "d", "e", "f", "gg", "hh", "the", "the", "the", "of", "of"])
TEXTS = st.lists(st.lists(WORDS, max_size=12).map(" ".join), min_size=1, max_size=25)


def ask(index: BM25, text: str, k: int = 1000, scope: str = "p") -> dict[str, float]:
    return dict(index.search(Cue(text, NOW, scope, k=k)))


def filled(texts: list[str], **settings: float) -> BM25:
    index = BM25(**settings)
    for number, text in enumerate(texts):
        index.put("p", str(number), text)
    return index


def naive(texts: list[str], query: str, k1: float, b: float) -> list[float]:
    """The formula as it stands on paper."""
    documents = [alphanumerics(text) for text in texts]
    average = sum(map(len, documents)) / len(documents)
    scores = []
    for document in documents:
        score = 0.0
        for word in alphanumerics(query):
            df = sum(word in other for other in documents)
            tf = Counter(document)[word]
            if tf:
                idf = log(1 + (len(documents) - df + 0.5) / (df + 0.5))
                score += idf * tf * (k1 + 1) / (tf + k1 * (1 - b + b * len(document) / average))
        scores.append(score)
    return scores


@settings(max_examples=60)
@given(TEXTS, st.lists(WORDS, max_size=8).map(" ".join), st.floats(0, 3), st.floats(0, 1))
def test_scores_are_those_of_the_formula(texts, query, k1, b):
    found = ask(filled(texts, k1=k1, b=b), query)
    expected = naive(texts, query, k1, b)
    for number, score in enumerate(expected):
        assert found.get(str(number), 0.0) == pytest.approx(score, abs=1e-9)


@settings(max_examples=50)
@given(TEXTS, st.lists(WORDS, min_size=1, max_size=8).map(" ".join))
def test_scores_are_those_of_bm25s_up_to_the_constant_factor(texts, query):
    bm25s = pytest.importorskip("bm25s")
    corpus = [list(alphanumerics(text)) for text in texts]
    known = {word for document in corpus for word in document}
    words = [word for word in alphanumerics(query) if word in known]
    if not words:
        return
    peer = bm25s.BM25(k1=1.5, b=0.75, method="lucene", dtype="float64")
    peer.index(corpus, show_progress=False)
    found = ask(filled(texts), query)
    for number, score in enumerate(peer.get_scores(words)):
        assert found.get(str(number), 0.0) == pytest.approx(float(score) * 2.5, abs=1e-6)


@given(TEXTS, st.lists(WORDS, max_size=8).map(" ".join))
def test_no_score_is_negative_however_common_the_words(texts, query):
    assert all(score > 0.0 for score in ask(filled(texts), query).values())


@settings(max_examples=60)
@given(TEXTS, st.lists(WORDS, max_size=8).map(" ".join), st.integers(1, 8), st.floats(0, 3), st.floats(0, 1))
def test_the_best_few_are_the_first_of_all(texts, query, k, k1, b):
    index = filled(texts, k1=k1, b=b)
    assert [*index.search(Cue(query, NOW, "p", k=k))] == [*index.search(Cue(query, NOW, "p", k=1000))][:k]


def test_a_word_in_every_item_still_counts():
    found = ask(filled(["the rain", "the sun", "the the snow"]), "the")
    assert len(found) == 3
    assert min(found.values()) > 0.0


@st.composite
def histories(draw):
    """Puts, growths, replacements and removals, with what they leave."""
    left: dict[str, str] = {}
    steps = []
    for number in range(draw(st.integers(1, 25))):
        text = " ".join(draw(st.lists(WORDS, max_size=6)))
        kind = draw(st.sampled_from(["put", "put", "extend", "replace", "drop"]))
        if kind == "put" or not left:
            kind, id = "put", str(number)
            left[id] = text
        else:
            id = draw(st.sampled_from(sorted(left)))
            if kind == "extend":
                left[id] += " " + text
            elif kind == "replace":
                left[id] = text
            else:
                del left[id]
        steps.append((kind, id, text))
    return steps, left


@settings(max_examples=60)
@given(histories(), st.lists(WORDS, max_size=8).map(" ".join))
def test_an_index_that_grew_and_shrank_equals_one_built_at_once(history, query):
    steps, left = history
    grown = BM25()
    for kind, id, text in steps:
        if kind == "drop":
            grown.drop("p", id)
        elif kind == "extend":
            grown.extend("p", id, text)
        else:
            grown.put("p", id, text)
    built = BM25()
    for id, text in left.items():
        built.put("p", id, text)
    assert grown.search(Cue(query, NOW, "p")) == built.search(Cue(query, NOW, "p"))


def test_equal_scores_stand_in_the_order_of_arrival():
    index = filled(["rain", "sun"] * 3000)
    found = index.search(Cue("rain", NOW, "p", k=5))
    assert [id for id, _ in found] == ["0", "2", "4", "6", "8"]


def test_statistics_are_those_of_the_scope():
    alone, crowded = filled(["rain in may", "sun"]), filled(["rain in may", "sun"])
    for number in range(10_000):
        crowded.put("q", f"q{number}", "rain rain rain in may")
    assert ask(crowded, "rain") == ask(alone, "rain")


def test_repeated_words_of_a_query_count_each_time():
    index = filled(["rain", "sun sun"])
    assert ask(index, "rain rain")["0"] == pytest.approx(2 * ask(index, "rain")["0"])


def test_repeated_words_of_a_query_count_once_if_asked():
    texts = ["a", "a b", "c"]
    plain, once = filled(texts), filled(texts, once=True)
    assert ask(once, "a a b") == ask(plain, "a b") != ask(plain, "a a b")
    assert ask(once.blank(), "a") == {}
    assert once.blank().once
    assert ask(pickle.loads(pickle.dumps(once)), "a a b") == ask(once, "a a b")


def test_a_tokenizer_of_ones_own_decides_what_a_word_is():
    index = BM25(tokenizer=str.split)
    index.put("p", "0", "C++ is fine")
    assert ask(index, "C++")
    assert not ask(index, "c")
    assert repr(index.blank()) == repr(index)


def test_a_pickled_index_answers_the_same():
    index = filled(["rain in may", "sun in june"])
    assert ask(pickle.loads(pickle.dumps(index)), "sun may") == ask(index, "sun may")


@pytest.mark.parametrize("texts", [[""], ["", ""], ["!!"]])
def test_items_without_words_are_no_obstacle(texts):
    assert ask(filled(texts), "rain !!") == {}


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("settings", [{}, {"b": 1.0, "k1": 40.0}], ids=["usual", "long texts weigh little"])
def test_passing_over_common_words_changes_no_bit(seed, settings, monkeypatch):
    """Where postings are long, common words are looked up only where they can matter: the answers are the same."""
    rng = np.random.default_rng(seed)
    ranks = (rng.pareto(0.6, (3000, 14)) * 2).astype(int) % 4000
    texts = [" ".join(f"w{rank}" for rank in row[: 3 + at % 12]) for at, row in enumerate(ranks.tolist())]
    index = filled(texts, **settings)
    queries = [" ".join(f"w{rank}" for rank in row) for row in (rng.pareto(0.6, (40, 7)) * 2).astype(int) % 4000]
    asked = [Cue(query, NOW, "p", k=k) for query in queries for k in (1, 10, 40)]
    added, anew, add, okapi = [], [], bm25._add, bm25.okapi
    monkeypatch.setattr(bm25, "_MANY", 0)
    monkeypatch.setattr(bm25, "_add", lambda *given: (added.append(1), add(*given))[1])
    monkeypatch.setattr(
        bm25, "okapi", lambda *given, **said: (anew.append(1) if said else None, okapi(*given, **said))[1]
    )
    pruned = [list(index.search(cue)) for cue in asked]
    monkeypatch.setattr(bm25, "_MANY", 10**9)
    assert pruned == [list(index.search(cue)) for cue in asked]
    assert len(anew if settings else added) > 20, "common words were passed over, or could not be, in enough questions"
