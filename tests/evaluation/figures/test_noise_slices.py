"""Runs with human noise: their slice is measured and printed, and equal on replay and in processes."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from typer.testing import CliRunner

from regulars import evaluate
from regulars.cli.main import app
from regulars.cli.run_tables.noise import noise_tables
from regulars.errors import ConfigurationError
from regulars.evaluation.replay import replay
from regulars.scenarios.kinds import ScenarioOrigin
from regulars.scenarios.world import Person, RecordedTurn, Scenario, Session

SPEC = "changed-minds:.3+omissions:.3"


def test_the_noisy_slice_is_measured_apart_and_survives_a_replay(tmp_path):
    run = evaluate(memory="recency,bm25-turn", seeds=2, references=False, noise=SPEC, out=tmp_path / "run")
    assert not run.faults
    rows = {(row.system, row.slice, row.metric): row for row in run.rows if row.scenario == "all"}
    for system in run.systems:
        noisy, plain = (rows[system, f"noise={name}", "accuracy"] for name in ("any", "none"))
        both = rows[system, "all", "accuracy_anchor"].n + rows[system, "all", "accuracy_own"].n
        assert noisy.n > 10
        assert noisy.n + plain.n == both
        assert {key[1] for key in rows if key[0] == system} >= {"noise=changed-minds", "noise=omissions"}
    assert replay(tmp_path / "run").rows == run.rows
    [(_, table)] = noise_tables(run)
    assert table[0] == ["system", "plain", "n", "noisy", "n", "changed-minds", "n", "omissions", "n"]
    assert [row[0] for row in table[1:]] == run.systems


def test_without_noise_there_is_no_such_slice():
    run = evaluate(memory="recency", seeds=1, references=False)
    assert not any(row.slice.startswith("noise=") for row in run.rows)
    assert noise_tables(run) == []


def test_streams_and_recordings_refuse_noise():
    start = datetime(2025, 1, 1, 9, tzinfo=UTC)
    turns = (RecordedTurn("s001.t01", "p", "I live in Bergen.", start),)
    sessions = (Session(1, "p", start, turns=turns),)
    data = [Scenario("r", ScenarioOrigin.RECORDED, "own", "english", start, (Person("p", "Ann", "p"),), sessions, ())]
    assert not evaluate(memory="recency", data=data).faults
    for given in ({"suite": "stream"}, {"data": data}):
        with pytest.raises(ConfigurationError, match="noise"):
            evaluate(memory="recency", noise="typos:.1", **given)


def test_the_command_line_takes_it():
    listed = CliRunner().invoke(app, ["list", "noise"]).output
    assert all(kind in listed for kind in ("typos", "vague-dates", "changed-minds", "contradictions", "omissions"))
    refused = CliRunner().invoke(app, ["play", "--seat", "user", "--noise", "typos:.1"])
    assert isinstance(refused.exception, ConfigurationError)
    played = CliRunner().invoke(app, ["play", "--noise", "typos:.3", "--sessions", "1"], input="")
    assert played.exit_code == 0
