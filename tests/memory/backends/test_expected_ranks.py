"""Indexes in files and services on a few items, with ranks and scores worked out by hand."""

from __future__ import annotations

import pytest
from by_hand import Vectors, cue

from regulars.errors import RegularsError
from regulars.memory.backends import dense, lexical

COMPASS = Vectors({"east": (1, 0), "north": (0, 1), "north east": (0.6, 0.8), "west": (-1, 0)})
WORDS = pytest.mark.parametrize("backend", ["numpy", "sqlite"])
MEANINGS = pytest.mark.parametrize("backend", ["numpy", "sqlite", "chroma"])


def filled(index, *keys, scope: str = "p1"):
    for number, key in enumerate(keys, start=1):
        index.put(scope, str(number), key)
    return index


def found(index, text: str, k: int = 10, **options) -> list[tuple[str, float]]:
    return [(id, round(score, 6)) for id, score in index.search(cue(text, k, **options))]


@WORDS
def test_words_weigh_as_on_paper(backend):
    index = filled(lexical(backend=backend), "red apple", "red red pear tree", "blue")
    # See the index in memory: idf of red .470004 and of blue .980829; k1 = 1.5, b = .75, mean length 7/3.
    assert found(index, "red") == [("2", 0.546062), ("1", 0.502294)]
    assert found(index, "red red blue") == [("3", 1.320347), ("2", 1.092125), ("1", 1.004588)]
    assert found(index, "red", k=1) == [("2", 0.546062)]
    assert found(index, "red", k=0) == found(index, "plum") == found(index, "red", scope="p2") == []
    index.put("p1", "1", "blue blue")
    index.extend("p1", "3", "red")
    index.drop("p1", "2")
    # Two items of two words. Blue is in both: idf ln(1 + .5 / 2.5); red is in one: ln(1 + 1.5 / 1.5).
    assert found(index, "red") == [("3", 0.693147)]
    assert found(index, "blue") == [("1", 0.260459), ("3", 0.182322)]  # .182322 * 2 * 2.5 / 3.5, and 2.5 / 2.5
    assert found(index.blank(), "red") == []


@WORDS
def test_settings_of_words_are_passed_on(backend):
    index = filled(lexical(b=0.0, k1=3.0, backend=backend), "red", "red red pear")
    # idf ln 1.2: 4 / (1 + 3) and 2 * 4 / (2 + 3).
    assert found(index, "red") == [("2", 0.291714), ("1", 0.182322)]
    assert filled(lexical(tokenizer=str.split, backend=backend), "C++").search(cue("C++"))
    assert repr(lexical(b=0.25, k1=2, backend=backend)).endswith("BM25(k1=2.0, b=0.25, tokenizer=alphanumerics)")


@MEANINGS
def test_meanings_are_cosines_with_ties_in_order(backend):
    index = filled(dense(COMPASS, backend=backend), "north", "west", "north east", "east", "east")
    assert found(index, "east") == [("4", 1.0), ("5", 1.0), ("3", 0.6), ("1", 0.0), ("2", -1.0)]
    assert found(index, "east", k=2) == [("4", 1.0), ("5", 1.0)]
    assert found(index, "up") == found(index, "east", k=0) == found(index, "east", scope="p2") == []
    index.extend("p1", "1", "east")
    index.put("p1", "2", "east")
    index.drop("p1", "4")
    assert found(index, "east") == [("2", 1.0), ("5", 1.0), ("1", 0.6), ("3", 0.6)]
    assert found(index.blank(), "east") == []


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: lexical(backend="chroma"), "backend: unknown back-end 'chroma'; known are: numpy, sqlite."),
        (lambda: dense(backend="sqlit"), "backend: unknown back-end 'sqlit'; did you mean 'sqlite'?"),
        (lambda: dense(backend="sqlite", path=""), "backend: path is ''; expected the name of a folder."),
        (
            lambda: lexical(path="here"),
            "backend: the back-end numpy keeps nothing in a folder; leave the path out, or choose backend=sqlite.",
        ),
        (
            lambda: dense(backend="sqlite", path=__file__),
            f"backend: {__file__} is a file; expected the name of a folder; name another one.",
        ),
        (
            lambda: dense(backend="sqlite", path="http://127.0.0.1:1"),
            "backend: the back-end sqlite has no server (http://127.0.0.1:1); expected the name of a folder.",
        ),
    ],
)
def test_a_wrong_choice_is_named(make, message):
    with pytest.raises(RegularsError) as caught:
        make()
    assert str(caught.value) == message
