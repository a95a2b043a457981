"""Dry runs: they estimate what a run calls, call nothing, and run no code of the user's own."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from played_runs import run_of
from typer.testing import CliRunner

import regulars
from regulars.agents.models.openai_embeddings import OpenAIEmbedder
from regulars.agents.models.protocol import Usage
from regulars.agents.models.rehearsal import rehearsing
from regulars.agents.writing.write import write
from regulars.cli.main import app
from regulars.evaluation.dry_run import Estimate, StandIn, dry_run, estimates, rehearsed_judging, rehearsed_writing
from regulars.evaluation.judging import judge_run
from regulars.evaluation.runs.config import RunConfig
from regulars.memory.embedders import build_embedder
from regulars.scenarios.generator import generate

LIFE = [generate(1, sessions=2, probes_per_session=3)]
NOWHERE = "http://127.0.0.1:1/v1"


def planned(**options) -> RunConfig:
    return RunConfig(**{"memory": "bm25-turn", "data": LIFE, "references": False, **options})


@pytest.fixture
def nowhere(monkeypatch):
    """An endpoint at which nothing answers."""
    monkeypatch.setenv("OPENAI_BASE_URL", NOWHERE)


def command(*arguments: object):
    done = CliRunner().invoke(app, [str(argument) for argument in arguments])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.stdout


def test_the_estimate_is_what_a_run_of_the_scripted_endpoint_uses(loopback):
    found = dry_run(planned(assistant="openai:M", user="openai:M")).roles
    used = regulars.evaluate("bm25-turn", assistant="openai:M", user="openai:M", data=LIFE, references=False).usage
    assert found.keys() == used.keys() - {"preflight"} == {"assistant", "user"}
    for role, estimate in found.items():
        assert estimate.calls == used[role].calls > 0
        assert (estimate.prompt_tokens, estimate.completion_tokens) == (
            used[role].prompt_tokens, used[role].completion_tokens,
        )  # fmt: skip


def test_nothing_is_called_and_nothing_is_written(nowhere, tmp_path):
    found = dry_run(planned(assistant="openai:M", out=tmp_path / "RUN"))
    assert found.roles["assistant"].calls > 0
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("dims", ["", ":dims=64"])
def test_caches_of_vectors_are_left_alone(loopback, tmp_path, dims):
    """Vectors of a dry run are made up: a real run must never find them."""
    folder = tmp_path / "vectors"
    memory = f"dense-turn:embedder=(cached:of=(openai:M{dims});folder={folder})"
    (tmp_path / "parts.yaml").write_text(
        f"indexes:\n  - Dense:\n      embedder:\n        cached: {{embedder: 'openai:M{dims}', folder: '{folder}'}}\n"
    )
    for spec in (memory, str(tmp_path / "parts.yaml")):
        found = dry_run(planned(memory=spec))
        assert (found.roles["memory"].calls > 0, found.notes, folder.exists()) == (True, (), False)
    assert regulars.evaluate(memory, data=LIFE, references=False).usage["memory"].calls > 0
    with rehearsing(StandIn):
        assert repr(build_embedder(f"openai:M{dims}")) != repr(OpenAIEmbedder("M"))
    assert len(list(folder.glob("*.sqlite"))) == 1


def test_folders_of_indexes_are_left_alone(nowhere, tmp_path):
    memory = f"bm25-turn:backend=sqlite;path={tmp_path / 'INDEX'},dense-turn:backend=sqlite;path={tmp_path / 'VECTORS'}"
    found = dry_run(planned(memory=memory, assistant="openai:M"))
    assert (found.roles["assistant"].calls > 0, found.notes, list(tmp_path.iterdir())) == (True, (), [])
    regulars.evaluate(memory, data=LIFE, references=False)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["INDEX", "VECTORS"]


@pytest.mark.parametrize("written", ["own_code_of_a_dry_run:Own", "mine.py:Own"])
def test_code_that_a_spec_or_a_file_of_parts_names_is_not_run(nowhere, tmp_path, monkeypatch, written):
    monkeypatch.chdir(tmp_path)
    for name in ("own_code_of_a_dry_run.py", "mine.py"):
        (tmp_path / name).write_text("import pathlib\npathlib.Path('RAN').touch()\n")
    (tmp_path / "part.yaml").write_text(f"indexes: [BM25]\nsegment: {written}\n")
    (tmp_path / "spec.yaml").write_text(f"indexes:\n  - Dense: {{embedder: '{written}'}}\n")
    plain = dry_run(planned(assistant="openai:M"))
    nested = f"dense-turn:embedder=(cached:of=({written});folder=vectors)"
    for memory in (f"dense-turn:embedder=({written})", nested, "part.yaml", "spec.yaml"):
        found = dry_run(planned(memory=memory, assistant="openai:M"))
        assert found.notes == (f"{memory}: is not run here, so calls of its own are not counted",)
        assert found.roles == plain.roles
    assert not (tmp_path / "RAN").exists()
    assert not (tmp_path / "vectors").exists()


def test_some_lives_stand_for_all(nowhere):
    lives = [generate(seed, sessions=1, probes_per_session=1, anchors=1) for seed in range(13)]
    each = [dry_run(planned(assistant="openai:M", data=[life])).roles["assistant"].calls for life in lives]
    found = dry_run(planned(assistant="openai:M", data=lives))
    assert (found.lives, found.rehearsed) == (13, 5)  # every third one
    assert found.roles["assistant"].calls == pytest.approx(sum(each), rel=0.25)


def test_seeds_of_a_suite_count(nowhere):
    once, thrice = (
        dry_run(RunConfig(memory="none", assistant="openai:M", references=False, suite="smoke:sessions=2", seeds=seeds))
        for seeds in (1, 3)
    )
    assert (once.lives, thrice.lives) == (4, 12)
    assert thrice.roles["assistant"].calls == pytest.approx(3 * once.roles["assistant"].calls, rel=0.3)


def test_a_judge_is_counted_for_every_reply(loopback):
    bound = dry_run(planned(judge="openai:M")).roles["evaluator"]
    whole = regulars.evaluate("bm25-turn", judge="openai:M:always=true", data=LIFE, references=False).usage["evaluator"]
    assert bound == Estimate(
        calls=whole.calls, prompt_tokens=whole.prompt_tokens, completion_tokens=whole.completion_tokens, cost=None,
        at_most=True,
    )  # fmt: skip
    assert dry_run(planned(judge="openai:M:always=true")).roles["evaluator"] == bound


def test_readers_and_embedders_of_memories_are_counted(loopback):
    memory = "mem0-v3:reader=(model:openai:M),dense-turn:embedder=(openai:E:dims=8)"
    found = dry_run(planned(memory=memory)).roles["memory"]
    used = regulars.evaluate(memory, data=LIFE, references=False).usage["memory"]
    assert found.calls == used.calls > 0


def test_code_of_the_users_own_is_not_run(nowhere, tmp_path):
    (tmp_path / "mine.py").write_text("raise SystemExit('it ran')\n")
    own = f"{tmp_path / 'mine.py'}:Memory"
    both = dry_run(planned(memory=[own, "bm25-turn"], assistant="openai:M"))
    alone = dry_run(planned(memory=own, assistant="openai:M"))
    plain = dry_run(planned(assistant="openai:M"))
    assert both.notes == alone.notes == (f"{own}: is not run here, so calls of its own are not counted",)
    assert alone.roles == plain.roles
    assert both.roles["assistant"].calls == 2 * plain.roles["assistant"].calls
    embedder = f"dense-turn:embedder=({tmp_path / 'mine.py'}:Embedder)"
    assert dry_run(planned(memory=embedder)).notes == (
        f"{embedder}: is not run here, so calls of its own are not counted",
    )
    people = f"{tmp_path / 'mine.py'}:People"
    assert dry_run(planned(user=people, judge=people, assistant="openai:M")).roles == plain.roles
    bot = dry_run(planned(assistant="http://127.0.0.1:1", user="openai:M"))
    assert bot.notes == ("http://127.0.0.1:1: is not called here, so calls of its own are not counted",)
    assert bot.roles.keys() == {"user"}


def test_recorded_calls_cost_nothing(loopback, tmp_path):
    spec = f"openai:M:record={tmp_path / 'calls.jsonl'}"
    assert dry_run(planned(assistant=spec)).roles["assistant"].calls > 0
    assert not (tmp_path / "calls.jsonl").exists()
    regulars.evaluate("bm25-turn", assistant=spec, data=LIFE, references=False)
    assert dry_run(planned(assistant=spec)).roles == {}


def test_a_run_that_is_resumed_costs_what_it_lacks(loopback, tmp_path):
    lives = [generate(seed, sessions=1) for seed in range(4)]
    options = {"memory": "none", "assistant": "openai:M", "references": False, "out": tmp_path / "RUN"}
    regulars.evaluate(**options, data=lives[:2])
    whole = dry_run(RunConfig(**{**options, "out": None}, data=lives)).roles["assistant"].calls
    assert dry_run(RunConfig(**options, data=lives, resume=True)).roles["assistant"].calls == round(whole / 2)
    regulars.evaluate(**{**options, "out": tmp_path / "WHOLE"}, data=lives)
    done = replace(RunConfig(**options, data=lives), out=tmp_path / "WHOLE", resume=True)
    assert dry_run(done).roles["assistant"].calls == 0


def test_estimates_are_scaled_with_their_cost():
    usage = {"user": Usage(calls=10, prompt_tokens=100, completion_tokens=7, cost=0.5), "assistant": Usage(cached=3)}
    assert estimates(usage, 2.5, ["user"]) == {
        "user": Estimate(calls=25, prompt_tokens=250, completion_tokens=18, cost=1.25, at_most=True)
    }


def test_judging_again_and_writing_are_estimated(loopback, tmp_path):
    run = run_of(tmp_path / "RUN", {"x": [[True, False]] * 2})
    (run / "config.json").write_text(
        '{"schema": 2, "version": "", "systems": ["x"], "feedback": "evaluative", "k": 10, "budget": 1024}'
    )
    found = rehearsed_judging(run, "openai:M")
    assert (found.lives, found.roles["evaluator"].calls) == (2, 4)
    assert judge_run(run, "openai:M").usage["evaluator"].calls == 4
    sizes = {"projects": 1, "events": 1}
    written = rehearsed_writing("realmem", "openai:M", sizes=sizes).roles["writer"]
    write("realmem", "openai:M", tmp_path / "WRITTEN", sizes=sizes)
    assert 0 < written.calls == loopback.calls - 5  # the judge was asked four times, and once before the first reply


def test_the_command_prints_a_table_with_costs(nowhere, tmp_path):
    (tmp_path / "prices.toml").write_text("[M]\nprompt = 2.0\ncompletion = 8.0\n")
    arguments = (
        "evaluate", "--assistant", "openai:M", "--user", "openai:M", "--memory", "none", "--no-references",
        "--suite", "smoke:sessions=2", "--seeds", 1, "--prices", tmp_path / "prices.toml", "--dry-run",
    )  # fmt: skip
    lines = command(*arguments).splitlines()
    assert lines[0] == "dry run: no model was called; lives: 4, rehearsed with made-up answers"
    assert lines[1].split() == ["role", "calls", "tokens", "sent", "received", "cost"]
    assert [line.split()[0] for line in lines[2:5]] == ["assistant", "user", "all"]
    roles = json.loads(command(*arguments, "--format", "json"))["roles"]
    for one in roles.values():
        assert one["cost"] == pytest.approx((2 * one["prompt_tokens"] + 8 * one["completion_tokens"]) / 1e6)
    assert "no model is called" in command("evaluate", "--memory", "none", "--suite", "smoke:sessions=2", "--dry-run")
    with pytest.raises(regulars.errors.ConfigurationError, match="--watch does nothing here: a dry run shows"):
        command(*arguments, "--watch")
