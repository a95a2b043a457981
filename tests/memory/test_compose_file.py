"""Memories composed in YAML equal those composed in Python, and every fault names its line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import regulars
from regulars.errors import ConfigurationError, DataError
from regulars.memory import build_memory, compose
from regulars.memory.composition.compose_file import compose_file, part_names
from regulars.memory.embedders import HashedEmbedder
from regulars.memory.parts.extraction.statements import Facts, Unread
from regulars.memory.parts.indexes.bm25 import BM25
from regulars.memory.parts.indexes.dense import Dense
from regulars.memory.parts.indexes.keys import KindsOnly, name_and_text
from regulars.memory.parts.reading.lines import shared
from regulars.memory.parts.scoring.by_index import RRF, TimeAware
from regulars.memory.parts.segments.units import SessionUnits
from regulars.scenarios.generator import generate

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "my_memory.yaml"


@pytest.fixture
def written(tmp_path):
    def write(text: str) -> str:
        path = tmp_path / "mine.yaml"
        path.write_text(text)
        return str(path)

    return write


def test_a_file_gives_what_compose_gives(written):
    memory = build_memory(
        written(
            "indexes:\n"
            "  - BM25: {b: 0.3}\n"
            "  - Dense: {embedder: {HashedEmbedder: {dims: 64}}}\n"
            "segment: SessionUnits\n"
            "extract: {Facts: {reader: none, claimed: true}}\n"
            "keys: {bm25: name_and_text, dense: {KindsOnly: {kinds: [fact]}}}\n"
            "score: {TimeAware: {score: {RRF: {retrievers: [bm25, dense]}}, prune: true}}\n"
            "read: shared\n"
            "pools: [summary]\n"
            "seed: 3\n"
        )
    )
    python = compose(
        indexes=(BM25(b=0.3), Dense(HashedEmbedder(64))),
        segment=SessionUnits(),
        extract=Facts(Unread(), True),
        keys={"bm25": name_and_text, "dense": KindsOnly(("fact",))},
        score=TimeAware(RRF(("bm25", "dense")), prune=True),
        read=shared,
        pools=frozenset({"summary"}),
        seed=3,
    )
    assert memory.parts == python.parts
    assert memory.snapshot() == python.snapshot()


def test_all_faults_are_named_with_their_lines(written):
    path = written(
        "indexes:\n"
        "  - BM26: {b: 0.3}\n"
        "  - BM25: {b: 3, k9: 1}\n"
        "  - Dense: {embedder: hashd}\n"
        "segmnt: Rounds\n"
        "seed: often\n"
        "score: {RRF: {constant: x}}\n"
        "read: 3\n"
    )
    with pytest.raises(DataError) as caught:
        build_memory(path)
    lines = str(caught.value).splitlines()[1:]
    for line, said in (
        (2, "did you mean 'BM25'"),
        (3, "b is 3; expected a number in [0, 1]"),
        (3, "BM25 has no setting 'k9'"),
        (4, "did you mean 'hashed'"),
        (5, "did you mean 'segment'"),
        (6, "is 'often'; expected a whole number"),
        (7, "is 'x'; expected a number"),
        (7, "RRF needs a value for 'retrievers'"),
    ):
        assert any(f"mine.yaml:{line}:" in found and said in found for found in lines), (line, said)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "holds no parts"),
        ("- BM25\n", "holds no parts"),
        ("indexes: [BM25\n", "mine.yaml:2: invalid YAML"),
        ("segment: TurnUnits\n", "needs a value for 'indexes'"),
        ("indexes: []\n", "at least one index"),
        ("indexes: [BM25, Dense]\n", "no score combines the rankings of bm25 and dense"),
        ("indexes: [BM25]\nindexes: [Dense]\n", "mine.yaml:2: indexes: stands twice"),
        ("indexes: [BM25]\nread: nowhere.py:page\n", "mine.yaml:2: read"),
        (
            "indexes: [BM25]\nscore: {RRF: {retrievers: bm25}}\n",
            "mine.yaml:2: score, RRF, retrievers: is 'bm25'; expected a list",
        ),
        ("indexes: [BM25]\nsegment: [TurnUnits]\n", "mine.yaml:2: segment: is ['TurnUnits']; expected no list"),
    ],
)
def test_invalid_compositions_are_refused(text, said, written):
    with pytest.raises(DataError) as caught:
        build_memory(written(text))
    assert said in str(caught.value)


def test_a_file_that_is_not_there_and_settings_behind_its_name_are_refused(tmp_path, written):
    with pytest.raises(DataError, match=r"nothing\.yaml: cannot be read"):
        build_memory(str(tmp_path / "nothing.yaml"))
    with pytest.raises(ConfigurationError, match="takes no argument 'b'"):
        build_memory(f"{written('indexes: [BM25]')}:b=0.3")


def test_the_seed_is_the_files_or_the_runs(written):
    assert build_memory(written("indexes: [BM25]"), seed=7).made_of.seed == 7
    assert build_memory(written("indexes: [BM25]\nseed: 2"), seed=7).made_of.seed == 2


def test_a_part_of_ones_own_stands_beside_the_file(written, tmp_path, make_turn, make_cue):
    (tmp_path / "mine.py").write_text(
        "from dataclasses import dataclass\n"
        "@dataclass(frozen=True)\n"
        "class Only:\n"
        "    word: str = 'Bergen'\n"
        "    def __call__(self, draft):\n"
        "        return (draft.text,) if self.word in draft.text else ()\n"
    )
    memory = build_memory(written("indexes: [BM25]\nkeys: {'mine.py:Only': {word: Pixel}}\n"))
    for number in range(6):
        memory.observe(make_turn(number))
    assert len(memory.recall(make_cue("Pixel Bergen bakery")).hits) == 2


def test_parts_can_be_named_that_are_parts():
    names = part_names()
    assert {"BM25", "Dense", "SessionUnits", "RRF", "Facts", "flat", "Together"} <= set(names)
    assert not {"compose", "adopt", "View.search", "Index"} & set(names)


def test_the_example_is_evaluated_and_named_in_the_run(tmp_path):
    assert compose_file(EXAMPLE).recall
    lives = [generate(1, sessions=6)]
    run = regulars.evaluate([str(EXAMPLE), "none"], data=lives, references=False, out=tmp_path / "run")
    assert run.value(str(EXAMPLE), "accuracy_anchor") > run.value("none", "accuracy_anchor")
    config = json.loads((tmp_path / "run" / "config.json").read_text())
    assert str(EXAMPLE) in config["sources"]
    assert "Facts" in config["parts"][str(EXAMPLE)]["extract"]
