"""Each fault of a memory's YAML file, in the words and at the line that the reader sees; and the text of its parts."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from regulars.errors import ConfigurationError, DataError
from regulars.memory import build_memory, compose
from regulars.memory.composition.parts import Parts
from regulars.memory.parts.indexes.bm25 import BM25
from regulars.memory.parts.indexes.keys import name_and_text
from regulars.memory.parts.indexes.recent import Recent
from regulars.memory.parts.scoring.by_index import RRF


@pytest.fixture
def faults(tmp_path):
    def faults(text: str) -> list[str]:
        path = tmp_path / "mine.yaml"
        path.write_text(text)
        with pytest.raises(DataError) as caught:
            build_memory(str(path))
        return [line.strip() for line in str(caught.value).splitlines()[1:] if "mine.yaml" in line]

    return faults


@pytest.fixture
def made(tmp_path):
    def made(text: str) -> Parts:
        path = tmp_path / "mine.yaml"
        path.write_text(text)
        return build_memory(str(path)).made_of

    return made


DEEP = """\
indexes: [BM25]
score:
  TimeAware:
    score:
      TimeAware:
        score:
          RRF:
            retrievers: [bm25]
            constant: x
"""


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        # RRF's constant stands seven levels deep, and is named with its own line.
        (DEEP, 9, "score, TimeAware, score, TimeAware, score, RRF, constant: is 'x'; expected a number"),
        ("indexes: [3]\n", 1, "is 3; expected the name of a part, or NAME: {SETTING: VALUE}"),
        ("indexes: [BM25]\nscore: 3\n", 2, "score: is 3; expected the name of a part, or NAME: {SETTING: VALUE}"),
        ("indexes: [BM25]\nsegment: 0.5\n", 2, "segment: is 0.5; expected the name of a part"),
        ("indexes: [BM25]\nread: true\n", 2, "read: is True; expected the name of a part"),
        ("indexes: [BM25]\nkeys: 3\n", 2, "keys: is 3; expected the name of a part"),
        ("indexes: [BM25]\nkeys: {bm25: 3}\n", 2, "bm25: is 3; expected the name of a part"),
        ("indexes:\n  - BM25: often\n", 2, "is 'often'; expected the part's settings by name"),
        ("indexes:\n  - BM25: [1]\n", 2, "is [1]; expected the part's settings by name"),
        ("indexes: BM25\n", 1, "indexes: is 'BM25'; expected a list"),
        ("indexes: [BM25]\npools: summary\n", 2, "pools: is 'summary'; expected a list"),
        # true is no number, and 1 is not true.
        ("indexes: [BM25]\nseed: true\n", 2, "seed: is True; expected a whole number"),
        ("indexes: [BM25]\nseed: 1.5\n", 2, "seed: is 1.5; expected a whole number"),
        ("indexes: [BM25]\nranked: 1\n", 2, "ranked: is 1; expected true or false"),
        ("indexes:\n  - BM25: {b: true}\n", 2, "b: is True; expected a number"),
        ("indexes: [BM25]\nscore: {Single: {retriever: 3}}\n", 2, "retriever: is 3; expected a text"),
        ("indexes: [BM25]\nscore: Single\n", 2, "Single needs a value for 'retriever'"),
        ("indexes: [BM25]\nscore: {RRF: {retrievers: [bm25], fan: 0}}\n", 2, "expected constant and weights >= 0"),
        ("indexes: [BM25]\nread: absent.py:page\n", 2, "absent"),
    ],
)
def test_a_fault_is_named_in_words_at_its_line(text, line, said, faults):
    (fault,) = faults(text)
    assert f"mine.yaml:{line}:" in fault
    assert said in fault


def test_a_setting_without_a_fault_is_not_named(faults):
    assert len(faults("indexes:\n  - BM25: {b: 3, k9: 1}\nseed: often\nranked: true\n")) == 3


@pytest.mark.parametrize("number", ["0", "1", "0.5"])
def test_whole_numbers_are_numbers_too(number, made):
    assert made(f"indexes:\n  - BM25: {{b: {number}}}\n").indexes[0].b == float(number)


def test_weights_are_a_list_of_numbers_and_a_part_without_settings_may_have_none(made):
    parts = made(
        "indexes:\n  - BM25: {}\n  - Recent:\nscore: {RRF: {retrievers: [bm25, recency], weights: [1, 0.5], fan: 1}}\n"
    )
    assert parts.score == RRF(("bm25", "recency"), fan=1, weights=(1, 0.5))
    assert isinstance(parts.indexes[1], Recent)


# ---------------------------------------------------------------------- the text of parts


@dataclass(frozen=True)
class Loud:
    """A score with settings."""

    volume: int = 3
    words: tuple[str, ...] = ("a", "b")

    def __call__(self, cue, view):
        return ()


def test_only_parts_that_differ_from_their_defaults_are_named():
    assert set(Parts(indexes=(Recent(),)).named()) == {"indexes", "segment"}
    named = Parts(
        indexes=(Recent(),),
        score=Loud(),
        keys={"recency": name_and_text},
        pools=frozenset({"z", "a"}),
        seed=1,
        ranked=False,
    ).named()
    assert named["score"] == "Loud(volume=3, words=('a', 'b'))"
    assert named["keys"] == "{recency: name_and_text}"
    assert named["pools"] == "a, z"
    assert (named["seed"], named["ranked"]) == ("1", "False")
    assert set(named) == {"indexes", "segment", "score", "keys", "pools", "seed", "ranked"}


class Nameless:
    def __call__(self, cue, view):
        return ()


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({"indexes": ()}, "at least one index"),
        ({"indexes": (Recent(), Recent())}, "each with its own retriever name"),
        ({"indexes": (Recent(), BM25())}, "no score combines the rankings of recency and bm25"),
        ({"indexes": (Recent(),), "keys": {"bm25": name_and_text}}, "there are keys for bm25"),
        ({"indexes": (Recent(),), "score": Nameless()}, "the part score has the repr"),
        ({"indexes": (Recent(),), "score": lambda cue, view: ()}, "the part score has the repr"),
    ],
)
def test_parts_that_do_not_fit_are_refused(parts, said):
    with pytest.raises(ConfigurationError, match=said):
        compose(**parts)


def test_an_index_without_keys_of_its_own_gets_words_and_name():
    parts = Parts(indexes=(Recent(), BM25()), keys={"bm25": str}, score=Loud())
    assert parts.keys_of("bm25") is str
    assert parts.keys_of("recency") is name_and_text
    assert Parts(indexes=(Recent(),), keys=str).keys_of("recency") is str
