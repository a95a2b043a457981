"""Faults are assigned to the model that failed, budgets are no faults, and runs use a real endpoint."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

import regulars
from regulars.agents.evaluator.scripted import ScriptedEvaluator
from regulars.agents.loopback.server import Loopback
from regulars.agents.user.scripted import ScriptedUser
from regulars.cli.main import app
from regulars.envs.life.outcomes import Ending
from regulars.errors import BudgetError, ConfigurationError, InfrastructureError, ModelOutputError
from regulars.evaluation.play.faults import ending_of
from regulars.scenarios.generator import generate

LIFE = [generate(1, sessions=2, probes_per_session=3)]
LIVES = [generate(seed, sessions=2, probes_per_session=3) for seed in (1, 2)]


def records(folder):
    return [json.loads(line) for line in (folder / "episodes.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("seat", ["assistant_0", "user_0", "evaluator_0"])
@pytest.mark.parametrize(
    ("error", "ending"),
    [
        (ModelOutputError("nonsense"), None),
        (KeyError("a bug"), None),
        (SystemExit(1), None),
        (InfrastructureError("gone"), Ending.INFRASTRUCTURE_ERROR),
        (BudgetError("used up"), Ending.BUDGET),
    ],
)
def test_the_error_and_the_seat_decide_whose_fault_it_is(seat, error, ending):
    assert ending_of(error, seat) == (ending or f"{seat[:-2]}_error")


@pytest.mark.parametrize(("role", "policy"), [("user", ScriptedUser), ("evaluator", ScriptedEvaluator)])
@pytest.mark.parametrize(
    ("error", "ending"),
    [
        (ModelOutputError("nonsense"), "{role}_error"),
        (InfrastructureError("gone"), "infrastructure_error"),
        (ValueError("a bug"), "{role}_error"),
    ],
)
def test_a_fault_in_any_seat_ends_its_episode_unscored_and_no_other(monkeypatch, tmp_path, role, policy, error, ending):
    act, calls = policy.act, []

    def failing(self, observation, briefing):
        calls.append(1)
        if len(calls) == 4:
            raise error
        return act(self, observation, briefing)

    monkeypatch.setattr(policy, "act", failing)
    run = regulars.evaluate("recency", data=LIVES, out=tmp_path / "RUN")
    first, second = records(tmp_path / "RUN")
    assert (first["ending"], first["valid"], first["score"]) == (ending.format(role=role), False, None)
    assert str(error.args[0]) in first["fault"]
    assert (second["ending"], second["valid"]) == ("completed", True)
    assert len(run.faults) == 1


def test_a_wrong_setting_stops_the_run_in_any_seat(monkeypatch):
    def failing(self, observation, briefing):
        raise ConfigurationError("no key")

    monkeypatch.setattr(ScriptedUser, "act", failing)
    with pytest.raises(ConfigurationError, match="no key"):
        regulars.evaluate("recency", data=LIFE)


@pytest.mark.parametrize("memory", ["full-context", "recency"])  # BM25 finds other turns beside other replies
def test_a_scripted_policy_behind_an_endpoint_gets_the_same_figures(loopback, memory):
    behind = regulars.evaluate(memory, assistant="openai:scripted", data=LIVES)
    plain = regulars.evaluate(memory, assistant="scripted:reading=packs", data=LIVES)
    assert behind.faults == []
    for metric in ("accuracy_anchor", "accuracy_own", "abstained"):
        assert behind.value(behind.systems[0], metric) == plain.value(plain.systems[0], metric)
    usage = behind.usage["assistant"]
    assert (usage.calls, usage.failed) == (loopback.calls - 1, 0), "one call tests the endpoint before the run"
    assert usage.tokens > 0


@pytest.mark.parametrize(
    ("fault", "ending"),
    [
        ("refusal", "assistant_error"),
        ("empty-choice", "assistant_error"),
        ("500", "infrastructure_error"),
        ("429", "infrastructure_error"),
        ("drop", "infrastructure_error"),
        ("truncated-json", "completed"),
        ("leak", "completed"),
        ("500x1", "completed"),
    ],
)
def test_different_endpoint_errors_are_distinguished(loopback, tmp_path, fault, ending):
    spec = f"openai:scripted@{fault}:backoff=0.001;retries=1"
    regulars.evaluate("recency", assistant=spec, data=LIFE, out=tmp_path / "RUN")
    (record,) = records(tmp_path / "RUN")
    assert record["ending"] == ending
    assert (record["score"] is None) == ending.endswith("_error")
    assert bool(record["fault"]) == ending.endswith("_error")


def test_faults_that_pass_change_no_result(loopback, monkeypatch, tmp_path):
    def figures(name):
        run = regulars.evaluate(
            "recency", assistant="openai:scripted:backoff=0.001;retries=9", data=LIVES, out=tmp_path / name
        )
        assert run.faults == []
        return [record["hash"] for record in records(tmp_path / name)]

    sound = figures("sound")
    with Loopback(misbehave="429:0.1,500:0.1,drop:0.1") as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        assert figures("shaken") == sound
        assert server.calls > loopback.calls


def test_a_budget_ends_an_episode_and_is_no_fault(loopback, tmp_path):
    run = regulars.evaluate(
        "recency", assistant="openai:scripted", data=LIVES, limits={"calls": 3}, out=tmp_path / "RUN"
    )
    assert run.faults == []
    assert run.usage["assistant"].calls == loopback.calls - 1 == 6
    for record in records(tmp_path / "RUN"):
        assert (record["ending"], record["valid"]) == ("budget", True)
        assert "3 calls are used up" in record["fault"]
        assert record["timings"]["model_calls"] == 3


@pytest.mark.parametrize(
    "limits", [{"call": 3}, {"calls": -1}, {"calls": 0}, {"calls": float("nan")}, {"calls": float("inf")}]
)
def test_an_impossible_limit_is_refused(limits):
    with pytest.raises(ConfigurationError, match="call"):
        regulars.evaluate("recency", data=LIFE, limits=limits)


def test_a_recorded_run_is_replayed_without_an_endpoint_to_the_same_bytes(loopback, tmp_path):
    calls = tmp_path / "calls.jsonl"
    found = {}
    for name in ("first", "second"):
        regulars.evaluate("recency", assistant=f"openai:scripted:record={calls}", data=LIFE, out=tmp_path / name)
        found[name] = (_played(tmp_path / name), loopback.calls)
    assert found["second"] == found["first"]
    run = regulars.evaluate("recency", assistant=f"replay:{calls}", data=LIFE, out=tmp_path / "third")
    assert (_played(tmp_path / "third"), loopback.calls) == found["first"]
    assert run.usage["assistant"].calls == 0
    assert run.usage["assistant"].cached > 0


def _played(folder):
    """An episode without the name of who played it."""
    (record,) = records(folder)
    return [record[part] for part in ("transcript", "probes", "score", "recollections")]


def test_the_command_line_takes_an_address_limits_and_prices(loopback, monkeypatch, tmp_path):
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    monkeypatch.delenv("OPENAI_API_KEY")
    (tmp_path / "prices.toml").write_text("[scripted]\nprompt = 1000\ncompletion = 1000\n")
    arguments = ["evaluate", "--assistant", "openai:scripted", "--memory", "recency", "--seeds", "1", "--no-references"]
    arguments += ["--base-url", loopback.url, "--limits", "calls=2", "--prices", str(tmp_path / "prices.toml")]
    done = CliRunner().invoke(app, arguments)
    assert done.exit_code == 0, done.output
    assert f"model of assistant: {loopback.calls - 1} calls" in done.output
    assert ", cost " in done.output
