"""What a run writes about itself: its options, its episodes, and the lists of its table."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

import regulars
from regulars.datasets.encode_life import versions
from regulars.datasets.record_files import read_records
from regulars.errors import ConfigurationError
from regulars.evaluation.evaluate import evaluate
from regulars.evaluation.runs.manifest import read_manifest
from regulars.evaluation.systems.systems import systems
from regulars.scenarios.generator import generate
from regulars.scenarios.kinds import ScenarioOrigin
from regulars.seeding import content_hash

LIVES = [generate(seed, sessions=1, probes_per_session=3) for seed in (2, 1)]
MINE = "class Mine:\n    def observe(self, turn): pass\n    def recall(self, cue): return []\n"


def test_the_manifest_names_every_option_and_episode(tmp_path):
    mine = tmp_path / "mine.py"
    mine.write_text(MINE)
    evaluate(
        ["bm25-turn", f"{mine}:Mine"], data=LIVES, seeds=2, feedback="silent", noise="typos:.2", k=4, budget=99,
        limits={"calls": 3}, out=tmp_path / "RUN",
    )  # fmt: skip
    names = ("bm25-turn", f"{mine}:Mine")
    (composed,) = systems(["bm25-turn"])
    assert msgspec.to_builtins(read_manifest(tmp_path / "RUN" / "config.json")) == {
        "schema": 2,
        "version": versions()["regulars"],
        "systems": names,
        "feedback": "silent",
        "noise": "typos:0.2",
        "k": 4,
        "budget": 99,
        "cutoffs": (5, 10),
        "sources": {str(mine): content_hash(MINE, 16)},
        "parts": {"bm25-turn": dict(composed.parts)},
        "unforked": {},
        "limits": {"calls": 3.0},  # no limit is none
        "user": "scripted",
        "judge": "scripted",
        "judge_kinds": (),
        "labels": {},
        "prompts": {},
        "scenarios": (LIVES[0].id, LIVES[1].id),
        "regime": "",
        "streams": (),
        "units": tuple((life.id, seed, name) for life in LIVES for seed in (0, 1) for name in names),
    }
    records = list(read_records(tmp_path / "RUN" / "episodes.jsonl"))
    assert [(one.key.scenario, one.key.seed, one.key.system) for one in records] == [
        (life.id, seed, name) for life in LIVES for seed in (0, 1) for name in names
    ]
    assert {(one.config.feedback, one.config.noise) for one in records} == {("silent", "typos:0.2")}
    assert all(len(recall.hits) <= 4 and recall.tokens <= 99 for one in records for recall in one.recollections)
    assert any(len(recall.hits) == 4 for one in records for recall in one.recollections)


def test_the_manifest_of_a_run_with_a_model_names_its_prompts(tmp_path, loopback):
    evaluate("none", judge="openai:scripted", data=LIVES[:1], out=tmp_path / "RUN")
    manifest = read_manifest(tmp_path / "RUN" / "config.json")
    assert (manifest.user, manifest.judge) == ("scripted", "openai:scripted")
    assert manifest.prompts


def test_a_run_lists_forks_bounds_suites_and_faults(tmp_path):
    def clumsy(observation):
        return 7

    other = replace(LIVES[1], suite="own-2")
    run = evaluate(["full-context", "recency"], assistant=clumsy, data=[other, LIVES[0]])
    assert run.systems == ["clumsy", "full-context", "recency"]
    assert run.forked == ["full-context", "recency"]
    assert run.unbounded == ["full-context"]
    assert run.suites == ["own-2", "smoke"]
    assert [(key.scenario, key.system) for key, _ in run.faults] == [(other.id, "clumsy"), (LIVES[0].id, "clumsy")]
    assert run.out is None
    kept = evaluate(["none"], data=LIVES[:1], out=tmp_path / "RUN")
    assert kept.out == tmp_path / "RUN"
    assert (run.regime, run.notes, dict(run.usage)) == ("", [], {})


def test_nothing_is_played_again_in_a_complete_run(tmp_path):
    run = evaluate("none", data=LIVES, out=tmp_path / "RUN")
    before = (tmp_path / "RUN" / "episodes.jsonl").read_bytes()
    played = []
    again = evaluate("none", data=LIVES, out=tmp_path / "RUN", resume=True, progress=lambda step: played.append(step))
    assert again.rows == run.rows
    assert (tmp_path / "RUN" / "episodes.jsonl").read_bytes() == before
    assert [(step.done, step.played) for step in played] == [(2, 0)]
    assert regulars.replay(tmp_path / "RUN").rows == run.rows


def test_noise_is_refused_where_any_life_is_a_recording():
    recorded = replace(
        LIVES[1], source=ScenarioOrigin.RECORDED, probes=(), id="r",
        sessions=tuple(replace(session, agenda=()) for session in LIVES[1].sessions),
    )  # fmt: skip
    assert not evaluate("none", data=[LIVES[0], recorded]).faults
    with pytest.raises(ConfigurationError, match="cannot be added here"):
        evaluate("none", data=[LIVES[0], recorded], noise="typos:.1")
