"""Annotated readers get the ledger in an evaluation. No other memory sees it."""

from __future__ import annotations

import pytest
from reached import reachable

from regulars import Cast, life_v0, registry
from regulars.agents.readers.oracle import OracleReader
from regulars.envs.ledger import Ledger
from regulars.envs.life.life import Life
from regulars.evaluation.evaluate import evaluate
from regulars.evaluation.systems.annotations import LedgerAnnotations, told_reader
from regulars.evaluation.systems.systems import systems
from regulars.memory.parts.extraction.extract import verbatim

TOLD = "longmemeval:reader=oracle"
NOISY = "longmemeval:reader=(noisy-oracle:recall=.5;precision=.5)"


def memory_after_a_life(name):
    row = systems([name])[0]
    env = life_v0.raw_env(sessions=3, probes="fork")
    seat = row.make(lambda: env.life)
    cast = Cast(env, assistant=seat)
    cast.reset(seed=2)
    cast.run()
    return seat.memory, env.life


GOLD = (Ledger, Life, LedgerAnnotations)


def test_only_annotated_readers_reach_gold():
    for name in ("longmemeval", "longmemeval:reader=packs", "longmemeval:reader=none", "bm25-turn"):
        memory, _ = memory_after_a_life(name)
        assert not any(isinstance(one, GOLD) for one in reachable(memory))
    memory, _ = memory_after_a_life(TOLD)
    assert any(isinstance(one, GOLD) for one in reachable(memory))


def test_no_registered_memory_is_handed_gold():
    env = life_v0.raw_env(sessions=1)
    env.reset(seed=1)
    names = [entry.name for entry in registry.entries("memory")]
    assert len(names) > 9
    for name in (*names, TOLD):
        seat = systems([name])[0].make(lambda: env.life)
        assert any(isinstance(one, GOLD) for one in reachable(seat.memory)) is (name == TOLD)


def test_rows_name_the_reader_and_are_marked():
    rows = {row.name: row for row in systems([TOLD, NOISY, "longmemeval:reader=rules"])}
    assert [row.oracle for row in rows.values()] == [True, True, False]
    assert "OracleReader()" in rows[TOLD].parts["keys"]
    assert "recall=0.5" in rows[NOISY].parts["keys"]
    assert told_reader(NOISY) == "noisy-oracle:recall=.5;precision=.5"
    assert told_reader("bm25-turn") == told_reader("longmemeval:reader=rules") == ""


def test_the_oracle_reads_what_the_ledger_holds_of_each_turn():
    _, life = memory_after_a_life(TOLD)
    reader = OracleReader(LedgerAnnotations(lambda: life))
    read = 0
    for turn in life.transcript:
        part = verbatim(turn)[0]
        claims = {claim.attribute for said in reader.statements(part) for claim in said.claims}
        told = {disclosure.attribute for disclosure in life.ledger.disclosures if disclosure.turn == turn.id}
        assert claims == told
        read += len(claims)
    assert read


@pytest.mark.slow
def test_both_run_through_an_evaluation_and_are_drawn_alike_again():
    runs = [evaluate([TOLD, NOISY], suite="smoke", seeds=1, references=False) for _ in range(2)]
    rows = [[row for row in run.rows if row.slice == "all"] for run in runs]
    assert rows[0] == rows[1]
    assert not [row for row in rows[0] if row.metric == "faults" and row.value]
