"""The benchmark of rank agreement: tau-b by hand, what is compared, and what is kept of an interrupted run."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path

import numpy as np
import pytest

from regulars.scenarios.generator import generate

BENCHMARK = Path(__file__).resolve().parents[2] / "benchmarks/external_validity.py"


@pytest.fixture
def tool(monkeypatch):
    specification = importlib.util.spec_from_file_location("external_validity", BENCHMARK)
    monkeypatch.syspath_prepend(BENCHMARK.parent)
    module = importlib.util.module_from_spec(specification)
    monkeypatch.setitem(sys.modules, "external_validity", module)
    specification.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("first", "second", "tau"),
    [
        ([1, 2, 3], [10, 20, 30], 1.0),
        ([1, 2, 3], [3, 2, 1], -1.0),
        # pairs ab, ac, bc: two alike, one opposite
        ([1, 2, 3], [1, 3, 2], 1 / 3),
        # six pairs of a, b, c, d. First: cd tied. Second: ab tied. ac, ad, bc, bd are alike: 4 / sqrt(5 x 5).
        ([1, 2, 3, 3], [1, 1, 2, 2.5], 4 / 5),
        # First: ab tied, second: none. ac and bc are alike: 2 / sqrt(2 x 3).
        ([1, 1, 2], [1, 2, 3], 2 / 6**0.5),
        # ab is tied in both and counts nowhere; ac, bc opposite: -2 / sqrt(2 x 2).
        ([1, 1, 2], [2, 2, 1], -1.0),
        ([1, 1, 1], [1, 2, 3], None),
        # sums in another order differ in the last digit alone, which is a tie
        ([0.1 + 0.2, 0.3, 1], [1, 2, 3], 2 / 6**0.5),
    ],
)
def test_tau_b_by_hand(monkeypatch, first, second, tau):
    monkeypatch.syspath_prepend(BENCHMARK.parent)
    kendall_tau_b = importlib.import_module("rank_agreement").kendall_tau_b
    assert kendall_tau_b(first, second) == (None if tau is None else pytest.approx(tau))
    assert kendall_tau_b(second, first) == (None if tau is None else pytest.approx(tau))


def column(tool, source, measure, figures, lives=5, recorded=False):
    """Systems with the same figure in every life."""
    sums = np.repeat(np.asarray(figures, float)[:, None], lives, axis=1)
    return tool.Column(source, measure, recorded, sums, np.ones_like(sums))


def test_agreements_hold_the_bar_where_a_suite_meets_conversations_or_another_suite_in_one_measure(tool):
    columns = [
        column(tool, "core", "answers", [0.1, 0.2, 0.3]),
        column(tool, "core", "recall", [0.1, 0.3, 0.2]),
        column(tool, "hard", "answers", [0.3, 0.2, 0.1]),
        column(tool, "talk", "recall", [0.1, 0.2, 0.3], recorded=True),
        column(tool, "mail", "recall", [0.1, 0.2, 0.3], lives=4, recorded=True),
    ]
    found = {(one.first, one.second): one for one in tool.agreements(columns, 20)}
    assert {pair for pair, one in found.items() if one.barred} == {
        ("core answers", "hard answers"),
        ("core answers", "talk recall"), ("core recall", "talk recall"), ("hard answers", "talk recall"),
        ("core answers", "mail recall"), ("core recall", "mail recall"), ("hard answers", "mail recall"),
    }  # fmt: skip
    assert (found["core answers", "talk recall"].tau, found["core answers", "talk recall"].met) == (1, True)
    assert (found["core recall", "talk recall"].tau, found["core recall", "talk recall"].met) == (1 / 3, False)
    # equal lives leave nothing to chance; four conversations are too few for an interval
    assert found["core recall", "talk recall"].ci95 == (1 / 3, 1 / 3)
    assert found["core recall", "mail recall"].ci95 is None


def test_the_interval_covers_the_rankings_of_single_lives(tool):
    sums = np.asarray([[0, 0, 0, 0, 1], [1, 1, 1, 0, 0]], float)  # 1 of 5 and 3 of 5; the last two lives disagree
    apart = tool.Column("core", "recall", False, sums, np.ones_like(sums))
    (found,) = tool.agreements([apart, column(tool, "talk", "recall", [0.1, 0.2], recorded=True)], 400)
    assert found.tau == 1
    assert found.ci95[0] == -1
    assert found.ci95[1] == 1


def test_memories_without_a_ranking_of_turns_are_left_out_by_name(tool):
    memories, left_out = tool.chosen("all")
    assert {"bm25-turn", "recency", "mem0-v3"} < set(memories)
    assert {"none", "random", "full-context", "bm25-session", "dense-session"} <= set(left_out)
    assert not set(memories) & set(left_out)
    assert left_out["bm25-session"] == "recalls whole sessions"
    assert tool.chosen("recency,bm25-turn:b=0.3,recency") == (["recency", "bm25-turn:b=0.3"], {})


def test_a_fault_or_a_missing_figure_leaves_a_memory_out(tool):
    life = tool.Life("one", 0, generate(1, sessions=2))
    source = tool.Source("core", [life], recorded=False)
    key = tool.life_key(life)
    right = {"accuracy_anchor": (3.0, 4.0), "turn_recall_all@10": (1.0, 2.0)}
    known = {
        ("good", "core", key): tool.Played(right),
        ("silent", "core", key): tool.Played({"accuracy_anchor": (1.0, 4.0)}),
        ("broken", "core", key): tool.Played({}, "it broke"),
    }
    kept, columns, left_out = tool.columns_of(["good", "silent", "broken"], [source], known, "all")
    assert kept == ["good"]
    assert [(one.name, one.figures().tolist()) for one in columns] == [("core answers", [0.75]), ("core recall", [0.5])]
    assert left_out == {
        "silent": "has no recall in core: its recall has no ranking of turns",
        "broken": "fault in core, one: it broke",
    }


def test_an_interrupted_run_plays_only_what_is_missing(tool, tmp_path):
    lives = [tool.Life("life", seed, generate(seed, sessions=2)) for seed in (0, 1)]
    source = tool.Source("core", lives, recorded=False)
    cache = tool.Cache(tmp_path, "code", "scripted", 10)
    done = tool.Played({"accuracy_anchor": (1.0, 2.0)}, "")
    cache.add("recency", "core", lives[0], done)
    (file,) = tmp_path.iterdir()
    with file.open("a") as stream:
        stream.write('{"life": "torn')
    known, waiting = tool.tasks(["recency", "bm25-turn"], [source], cache)
    assert known == {("recency", "core", tool.life_key(lives[0])): done}
    assert [(memory, life.seed) for memory, _, life in waiting] == [("recency", 1), ("bm25-turn", 0), ("bm25-turn", 1)]
    cache.add("recency", "core", lives[1], done)  # on a line of its own after the torn one
    assert len(cache.read("recency", "core")) == 2
    assert tool.Cache(tmp_path, "other code", "scripted", 10).read("recency", "core") == {}


def test_a_small_run_writes_figures_and_agreement(tool, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(tool, "suite_scenarios", lambda name, seeds: [("life", 0, generate(1, sessions=2))])
    out = tmp_path / "out.json"
    options = ["--suite", "smoke", "--memories", "none,recency,bm25-turn", "--draws", "5", "--out", str(out)]
    assert tool.main(options) == 0  # one source, so no bar
    written = json.loads(out.read_text())
    assert list(written["figures"]) == ["recency", "bm25-turn"]
    assert set(written["figures"]["recency"]) == {"smoke answers", "smoke recall"}
    assert [(one["first"], one["second"], one["met"]) for one in written["agreement"]] == [
        ("smoke answers", "smoke recall", None)
    ]
    assert written["left_out"] == {"none": "recalls nothing"}
    assert "left out: none (recalls nothing)" in capsys.readouterr().out


def test_an_assistants_turns_take_no_place_where_people_said_the_evidence(tool):
    life = tool.Life("life", 0, generate(3, sessions=3))
    (system,) = tool.systems(["longmemeval"], "scripted", k=10)[-1:]
    record = tool.play(tool.Unit(life.scenario, life.name, life.seed, system), tool.Conditions({}))
    people = {turn.id for turn in record.transcript if turn.speaker != "assistant"}
    pairs = [
        (before, after)
        for probe, shown in zip(record.probes, tool.among_people(record).probes, strict=True)
        for before, after in zip(probe.outcomes, shown.outcomes, strict=True)
        if before.recalled
    ]
    changed = [(before, after) for before, after in pairs if before.recalled != after.recalled]
    assert changed  # the memory recalls rounds of a person's turn and the reply
    for before, after in changed:
        assert after.recalled == tuple(turn for turn in before.recalled if turn in people)
        assert all(turn in people for alternative in before.evidence for turn in alternative)
    for before, after in pairs:
        if any(turn not in people for alternative in before.evidence for turn in alternative):
            assert after.recalled == before.recalled
