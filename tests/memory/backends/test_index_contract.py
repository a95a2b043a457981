"""Every back-end gives the same items, scores and order as the core."""

from __future__ import annotations

import gc
import pickle
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from regulars.errors import ConfigurationError, UnknownNameError
from regulars.memory import Cue, build_memory
from regulars.memory.backends import dense, lexical
from regulars.memory.embedders import HashedEmbedder
from regulars.memory.parts.indexes.protocol import Index

NOW = datetime(2025, 1, 1, tzinfo=UTC)
EMBEDDER = HashedEmbedder(32)

PAIRS = {
    "sqlite-bm25": lambda path: (lexical(b=0.4), lexical(b=0.4, backend="sqlite", path=path)),
    "sqlite-dense": lambda path: (dense(EMBEDDER), dense(EMBEDDER, backend="sqlite", path=path)),
    "chroma-dense": lambda path: (dense(EMBEDDER), dense(EMBEDDER, backend="chroma", path=path)),
}
EXACT = ["sqlite-bm25", "sqlite-dense"]
every = pytest.mark.parametrize("name", list(PAIRS))

WORDS = st.sampled_from(["rain", "sun", "snow", "bergen", "dog", "the", "the", "of", "雨天", "\ud800x", "!"])
TEXTS = st.lists(WORDS, max_size=7).map(" ".join)
SCOPES = st.sampled_from(["p", "q", "p/ü \x00\ud800", ""])


@st.composite
def histories(draw: st.DrawFn) -> list[tuple[str, str, str, str]]:
    """Puts, growths, replacements, removals, returns and questions, in several scopes."""
    held: set[tuple[str, str]] = set()
    steps = []
    for _ in range(draw(st.integers(1, 30))):
        kind = draw(st.sampled_from(["put", "put", "put", "extend", "drop", "ask"]))
        scope, text = draw(SCOPES), draw(TEXTS)
        ids = sorted(id for where, id in held if where == scope)
        if kind in ("extend", "drop") and not ids:
            kind = "put"
        id = draw(st.sampled_from(ids)) if kind in ("extend", "drop") else str(draw(st.integers(0, 14)))
        if kind == "put":
            held.add((scope, id))
        elif kind == "drop":
            held.discard((scope, id))
        steps.append((kind, scope, id, text))
    return steps


def ask(index: Index, text: str, scope: str = "p", k: int = 10) -> list[tuple[str, float]]:
    return list(index.search(Cue(text, NOW, scope, k=k)))


def do(index: Index, step: tuple[str, str, str, str]) -> list[tuple[str, float]]:
    kind, scope, id, text = step
    if kind == "ask":
        return ask(index, text, scope, k=3)
    if kind == "drop":
        index.drop(scope, id)
    else:
        getattr(index, kind)(scope, id, text)
    return []


@every
@settings(max_examples=15, suppress_health_check=[HealthCheck.too_slow])
@given(steps=histories(), query=TEXTS, k=st.integers(0, 20))
def test_the_same_operations_give_the_same_answers(name, steps, query, k):
    core, other = PAIRS[name](None)
    for step in steps:
        assert do(other, step) == do(core, step)
    for scope in ("p", "q", "p/ü \x00\ud800", "", "nobody"):
        assert ask(other, query, scope, k) == ask(core, query, scope, k)


@pytest.mark.parametrize("name", EXACT)
def test_thousands_of_items_in_many_blocks_answer_as_the_core(name):
    core, other = PAIRS[name](None)
    for number in range(1300):
        for index in (core, other):
            index.put("p", str(number), f"word{number % 37} word{number % 11} rain {'sun ' * (number % 5)}")
    for index in (core, other):
        for number in range(0, 1300, 7):
            index.drop("p", str(number))
        for number in range(1, 1300, 49):
            index.put("p", str(number), "snow in bergen") if number % 7 else index.put("p", str(number), "again")
            index.extend("p", str(number), "rain")
    for query in ("rain", "word3 sun", "snow word5 word36", "again", "bergen"):
        assert ask(other, query, k=25) == ask(core, query, k=25)


@every
def test_ties_stand_in_order_of_arrival(name):
    _, other = PAIRS[name](None)
    for number in range(400):
        other.put("p", str(number), "rain" if number % 2 else f"sun {number}")
    found = ask(other, "rain", k=5)
    assert [id for id, _ in found] == ["1", "3", "5", "7", "9"]
    assert len({score for _, score in found}) == 1


@every
def test_an_item_that_is_put_again_keeps_its_place_and_loses_its_old_key(name):
    core, other = PAIRS[name](None)
    for index in (core, other):
        for id in ("first", "second", "third"):
            index.put("p", id, "rain in bergen")
        ask(index, "rain")
        index.put("p", "second", "sun")
        index.put("p", "second", "rain in bergen")
    assert [id for id, _ in ask(other, "rain")] == ["first", "second", "third"]
    other.put("p", "second", "sun")
    core.put("p", "second", "sun")
    assert ask(other, "bergen") == ask(core, "bergen")
    assert ask(other, "sun")[0][0] == "second"


@every
def test_a_blank_index_has_the_settings_and_nothing_else(name, tmp_path):
    _, other = PAIRS[name](tmp_path / "d")
    other.put("p", "0", "rain")
    ask(other, "rain")
    blank = other.blank()
    assert repr(blank) == repr(other)
    assert blank.retriever == other.retriever
    assert str(tmp_path) not in repr(other), "where an index lies is none of its settings"
    assert ask(blank, "rain") == []
    blank.put("p", "1", "rain rain")
    assert [id for id, _ in ask(other, "rain")] == ["0"]


@every
def test_a_pickle_carries_the_state_and_goes_its_own_way(name, tmp_path):
    _, other = PAIRS[name](tmp_path)
    for number in range(5):
        other.put("p", str(number), f"rain {number}")
    expected = ask(other, "rain 3")
    replica = pickle.loads(pickle.dumps(other))
    assert ask(replica, "rain 3") == expected
    replica.put("p", "new", "rain 3")
    replica.drop("p", "0")
    assert ask(other, "rain 3") == expected
    again = pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(replica))))
    assert ask(again, "rain 3") == ask(replica, "rain 3")


@every
def test_nothing_is_written_outside_the_folder(name, tmp_path, monkeypatch):
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    outside.mkdir()
    monkeypatch.chdir(outside)
    monkeypatch.setenv("HOME", str(outside))
    monkeypatch.setattr("tempfile.tempdir", str(outside))
    _, other = PAIRS[name](inside)
    for number in range(20):
        other.put("p", str(number), f"rain {number}")
        ask(other, "rain")
    replica = pickle.loads(pickle.dumps(other))
    ask(replica, "rain")
    assert list(inside.rglob("*.sqlite*"))
    assert not list(outside.iterdir())


@pytest.mark.parametrize("name", EXACT)
def test_temporary_files_go_with_their_index_and_named_ones_stay(name, tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    _, passing = PAIRS[name](None)
    passing.put("p", "0", "rain")
    assert list(tmp_path.iterdir())
    del passing
    assert not list(tmp_path.iterdir())

    _, kept = PAIRS[name](tmp_path / "d")
    kept.put("p", "0", "rain")
    blank = kept.blank()
    blank.put("p", "0", "rain")
    file = kept.file
    assert len(list((tmp_path / "d").glob("*.sqlite"))) == 2
    expected = ask(kept, "rain")
    del kept, blank
    assert [found.name for found in (tmp_path / "d").iterdir()] == [file.name]
    _, settings_alone = PAIRS[name](None)
    assert ask(settings_alone.reopened(file), "rain") == expected


@pytest.mark.parametrize(
    ("spec", "error", "said"),
    [
        ("bm25-turn:backend=sqlit", UnknownNameError, "did you mean 'sqlite'"),
        ("bm25-turn:backend=redis", UnknownNameError, "known are: numpy, sqlite"),
        ("bm25-turn:backend=chroma", UnknownNameError, "known are: numpy, sqlite"),
        ("hybrid:backend=chroma", UnknownNameError, "known are: numpy, sqlite"),
        ("dense-turn:backend=redis", UnknownNameError, "known are: chroma, numpy, sqlite"),
        ("dense-turn:path=somewhere", ConfigurationError, "keeps nothing in a folder"),
        ("dense-turn:backend=sqlite;path=http://127.0.0.1:1", ConfigurationError, "no server"),
        ("bm25-turn:backend=sqlite;path=7", ConfigurationError, "name of a folder"),
    ],
)
def test_a_back_end_that_there_is_not_is_refused(spec, error, said):
    with pytest.raises(error, match=said):
        build_memory(spec)


CORES = [
    "bm25-turn",
    "bm25-session",
    "dense-turn",
    "hybrid",
    "longmemeval",
    "longmemeval:index=dense",
    "bounded:most=4",
]


@pytest.mark.parametrize("core", CORES)
def test_a_memory_on_a_back_end_recalls_what_it_recalls_on_the_core(core, make_turn, make_cue, tmp_path):
    backends = ["sqlite", "chroma"] if core in ("dense-turn", "longmemeval:index=dense") else ["sqlite"]
    memory = build_memory(core)
    others = [
        build_memory(f"{core}{';' if ':' in core else ':'}backend={backend};path={tmp_path}") for backend in backends
    ]
    for number in range(12):
        for one in (memory, *others):
            one.observe(make_turn(number))
            one.recall(make_cue())
    for other in others:
        assert other.recall(make_cue()) == memory.recall(make_cue())
        past = make_cue(as_of=make_turn(5).time)
        assert other.recall(past) == memory.recall(past)
        other.restore(other.snapshot())
        assert other.recall(make_cue()) == memory.recall(make_cue())
    del one, other, others
    gc.collect()
    assert not list(Path(tmp_path).glob("*.sqlite")), "the files of a memory go with it"
