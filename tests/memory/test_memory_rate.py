"""The cost of one more item does not grow with the items held, and the benchmark of memories prints what it should."""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Callable
from math import inf
from pathlib import Path
from types import ModuleType

import pytest


@pytest.fixture(scope="module")
def benchmark() -> ModuleType:
    return loaded("memory_rate")


@pytest.fixture(scope="module")
def histories(benchmark) -> ModuleType:
    return sys.modules["memory_histories"]


def loaded(name: str) -> ModuleType:
    sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))
    try:
        return importlib.import_module(name)
    finally:
        del sys.path[0]


def calls(act: Callable[[], object]) -> int:
    """How many functions are called, in Python and in C."""
    count = 0

    def note(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        act()
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("name", ["bm25-turn", "dense-turn"])
def test_adding_and_asking_take_hardly_more_calls_with_forty_times_the_items(name, benchmark):
    texts, memory, taken = benchmark.texts(4_000, 0), benchmark.build_memory(name), {}
    for number, text in enumerate(texts):
        if number in (100, 3_999):
            benchmark._ask(memory, number, "bekido")  # takes in what came before

            def step(number=number):
                benchmark._observe(memory, number, "bekido fami bekido")
                benchmark._ask(memory, number, "bekido fami")

            taken[number] = calls(step)
        else:
            benchmark._observe(memory, number, text)
    assert taken[3_999] < 2 * taken[100]


def test_the_benchmark_prints_its_table(benchmark, capsys):
    benchmark.report([300], steps=5, peer_steps=1, seed=0)
    printed = capsys.readouterr().out
    assert [line.split()[1] for line in printed.splitlines()[1:]] == [
        "bm25-turn", "dense-turn", *benchmark.BACKENDS, "rank_bm25", "bm25s",
    ]  # fmt: skip


def test_the_bars_of_bm25_are_those_of_its_size(benchmark):
    quick = benchmark.Timing(fill=1.0, add=0.02, query=0.1, both=0.12)
    assert benchmark.judged("bm25-turn", 10_000, quick, 200.0, 0.02)[0] == "PASS"
    assert benchmark.judged("bm25-turn", 10_000, quick, 99.0, 0.02)[0] == "MISSED"
    assert benchmark.judged("bm25-turn", 20_000, quick, 11.0, 0.02)[0] == "PASS"
    assert benchmark.judged("bm25-turn", 20_000, quick, 9.0, 0.02)[0] == "MISSED"
    assert benchmark.judged("bm25-turn", 20_000, quick, 11.0, 0.01)[0] == "MISSED"
    assert benchmark.judged("dense-turn:backend=chroma", 10_000, quick, 1.0, 0.02) == ("", "")


def test_a_long_history_is_taken_in_and_asked(histories, capsys, monkeypatch):
    monkeypatch.setattr(histories, "HISTORY_QUESTIONS", 20)
    monkeypatch.setattr(histories, "HISTORY_SECONDS", inf)
    monkeypatch.setattr(histories, "HISTORY_MIB", inf)  # the process has run other tests
    assert histories.report_history("bm25-turn", 40_000, seed=0)
    printed = capsys.readouterr().out
    assert " 20 questions " in printed
    assert printed.rstrip().endswith("PASS")
    tokens = int(printed.split()[1])
    assert 30_000 < tokens <= 40_000
    monkeypatch.setattr(histories, "HISTORY_SECONDS", 0.0)
    assert not histories.report_history("bm25-turn", 40_000, seed=0)


def test_texts_are_those_of_the_seed_and_words_of_low_rank_are_common(benchmark):
    texts = benchmark.texts(500, 3)
    assert texts == benchmark.texts(500, 3)
    words = " ".join(texts).split()
    assert words.count(benchmark._spell(0)) > 5 * words.count(benchmark._spell(20)) > 0


def test_embedders_are_timed_on_turns_that_were_said(benchmark, capsys):
    benchmark.report_embedders(["hashed:dims=64"], count=20, seed=0)
    printed = capsys.readouterr().out.splitlines()
    assert printed[0].startswith("20 turns of ")
    assert printed[2].split()[:2] == ["hashed:dims=64", "64"]
    assert "hashed" in benchmark.usable_embedders()


def test_systems_are_timed_on_conversations_and_a_missed_bar_is_said(histories, capsys, tmp_path, monkeypatch):
    data = tmp_path / "locomo.json"
    assert histories.report_systems(["none"], data)
    assert "skipped: there is no" in capsys.readouterr().out
    if not histories.LOCOMO.is_file():
        pytest.skip("LoCoMo is not there")
    monkeypatch.setattr(histories, "INGEST_BAR", inf)
    data.write_text(json.dumps(json.loads(histories.LOCOMO.read_text())[:1]))
    assert histories.report_systems(["none", "bm25-session"], data)
    head, _, *rows = capsys.readouterr().out.splitlines()
    assert head.startswith("419 turns in 19 sessions")
    assert [(row.split()[0], row.split()[-1]) for row in rows] == [("none", "PASS"), ("bm25-session", "PASS")]
    assert rows[1].split()[7] == "19"
    monkeypatch.setattr(histories, "INGEST_BAR", 0.0)
    assert not histories.report_systems(["bm25-turn"], data)
    assert capsys.readouterr().out.rstrip().endswith("MISSED")
