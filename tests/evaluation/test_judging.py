"""Runs with judge models: both verdicts in the record, agreement, judging again, and what the command line says."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest
from msgspec.structs import replace
from played_runs import TRANSCRIPT, life
from typer.testing import CliRunner

import regulars
from regulars.agents.assistant.model import NOTHING
from regulars.agents.loopback.server import Loopback
from regulars.cli.main import app
from regulars.datasets.codec import is_unchanged
from regulars.datasets.record_files import read_records
from regulars.datasets.record_parts.memory import HitRecord, RecallRecord
from regulars.datasets.record_parts.probes import OpinionRecord, VerdictRecord
from regulars.datasets.record_parts.usage import ModelRecord
from regulars.errors import ConfigurationError
from regulars.evaluation.figures.agreement import AgreementTable, cohens_kappa, raters
from regulars.evaluation.judging import judge_run, recalled_lines
from regulars.evaluation.replay import replay
from regulars.scenarios import write_scenarios
from regulars.scenarios.generator import generate

LIFE = [generate(1, sessions=2, probes_per_session=3)]
ROW = "bm25-turn"


@pytest.fixture(scope="module")
def server():
    with Loopback() as running:
        yield running


@pytest.fixture(scope="module")
def played(server, tmp_path_factory) -> Path:
    """A run that the matcher judged."""
    folder = tmp_path_factory.mktemp("runs") / "RUN"
    regulars.evaluate(memory=ROW, data=LIFE, out=folder)
    return folder


@pytest.fixture(autouse=True)
def endpoint(server, monkeypatch):
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)


def verdicts(folder: Path) -> list[dict]:
    lines = [json.loads(line) for line in (folder / "episodes.jsonl").read_text().splitlines()]
    return [outcome["verdict"] for line in lines for probe in line["probes"] for outcome in probe["outcomes"]]


# ---------------------------------------------------------------------- agreement by hand


@pytest.mark.parametrize(
    ("counts", "kappa"),
    [
        ((20, 5, 10, 15), 0.4),  # Cohen: .70 observed, .50 by chance
        ((10, 0, 0, 10), 1.0),
        ((0, 5, 5, 0), -1.0),
        ((7, 0, 0, 0), None),
        ((0, 0, 0, 0), None),
        ((9, 1, 0, 0), 0.0),
    ],
)
def test_kappa_by_hand(counts, kappa):
    assert cohens_kappa(counts) == (kappa if kappa is None else pytest.approx(kappa))


def verdict(matcher: str, **votes: str) -> VerdictRecord:
    opinions = tuple(OpinionRecord(judge=judge, vote=vote) for judge, vote in votes.items())
    return VerdictRecord(kind="correct", score=1.0, source="model", matcher=matcher, opinions=opinions)


def test_raters_are_the_matcher_where_it_decided_and_the_judges_with_a_vote():
    assert raters(verdict("correct", a="yes", b="no", c="failed")) == {"matcher": True, "a": True, "b": False}
    assert raters(verdict("undetermined", a="no", b="unreadable")) == {"a": False}
    assert raters(VerdictRecord(kind="correct", score=1.0, source="matcher")) == {}


def test_agreement_is_by_kind_with_an_interval_over_lives(played):
    """Six lives with the replies of one record: yes/yes, yes/no, no/no in turn by life."""
    (record,) = read_records(played / "episodes.jsonl")
    table = AgreementTable()
    said = [("correct", "yes"), ("correct", "no"), ("wrong", "no")] * 2
    probe = next(one for one in record.probes if one.first is not None)
    for seed, (matched, vote) in enumerate(said):
        outcome = replace(probe.first, verdict=verdict(matched, m=vote))
        key, scenario = replace(record.key, seed=seed), replace(record.scenario, id=f"life-{seed}")
        table.add(replace(record, key=key, scenario=scenario, probes=(replace(probe, outcomes=(outcome,)),)))
    every, kind = table.rows()
    assert (every.kind, kind.kind) == ("all", probe.kind)
    assert (every.first, every.second, every.n) == ("matcher", "m", 6)
    assert (every.both, every.only_first, every.only_second, every.neither) == (2, 2, 0, 2)
    assert every.agreement == pytest.approx(4 / 6, abs=1e-6)
    assert every.kappa == pytest.approx((4 / 6 - 16 / 36) / (1 - 16 / 36), abs=1e-6)
    assert every.ci95 is not None
    assert every.ci95[0] < every.kappa < every.ci95[1]
    assert table.rows()[0] == every


def test_agreement_on_feedback_is_by_what_is_shown(played):
    """Likes: 3 both, 1 and 1, 3 neither: (.75 - .5) / .5. Dislikes: 2, 0, 1, 5: (.875 - .5625) / .4375."""
    (record,) = read_records(played / "episodes.jsonl")
    pairs = {"like/like": 3, "like/none": 1, "none/like": 1, "dislike/dislike": 2, "none/dislike": 1}
    model = ModelRecord(role="user", model="m", served={}, finish={}, feedback=pairs)
    table = AgreementTable()
    table.add(replace(record, models=(model,)))
    table.add(replace(record, models=(model,), valid=False))
    dislikes, likes = table.rows()
    assert (likes.kind, likes.first, likes.second, likes.n) == ("feedback like", "scripted", "m", 8)
    assert (likes.both, likes.only_first, likes.only_second, likes.neither) == (3, 1, 1, 3)
    assert (likes.agreement, likes.kappa) == (0.75, pytest.approx(0.5))
    assert (dislikes.kind, dislikes.n) == ("feedback dislike", 8)
    assert (dislikes.both, dislikes.only_first, dislikes.only_second, dislikes.neither) == (2, 0, 1, 5)
    assert dislikes.kappa == pytest.approx(0.3125 / 0.4375, abs=1e-6)


# ---------------------------------------------------------------------- what was recalled


SPOKEN = (TRANSCRIPT[0], replace(TRANSCRIPT[1], name="Assistant"), TRANSCRIPT[2])


def recalled(turn: str = "", probe: str = "", *sources: tuple[str, ...]) -> RecallRecord:
    hits = tuple(HitRecord(f"i{place}", 1.0, ids) for place, ids in enumerate(sources))
    return RecallRecord(turn=turn, probe=probe, level="turn", tokens=0, hits=hits, why="")


FIRST, SECOND, THIRD = (
    "[2025-03-03 09:00] Ann: I work at Drumlock.",
    "[2025-03-03 09:01] Assistant: Noted.",
    "[2025-03-03 09:02] Ann: Bye.",
)


@pytest.mark.parametrize(
    ("sources", "shown"),
    [
        ([("s001.t03",), ("s001.t01",)], [THIRD, FIRST]),  # in rank order
        ([("s001.t03", "s001.t02"), ("s001.t02", "s001.t03")], [THIRD, SECOND]),  # each once
        ([("s001",)], [FIRST, SECOND, THIRD]),
        ([("s009.t01",)], [NOTHING]),
        ([()], [NOTHING]),
        ([], [NOTHING]),
    ],
)
def test_the_recalled_lines_are_those_that_the_items_rest_on(sources, shown):
    recollections = (recalled("", "q0"), recalled("", "q1", *sources))
    record = life(0, "a", [True], transcript=SPOKEN, recollections=recollections)
    (probe,) = record.probes
    assert recalled_lines(record, probe.first, probe.id).split("\n") == shown


def test_recalled_lines_belong_to_the_reply_or_beside_the_conversation_to_the_probe():
    """A reply has a turn, by which its recall is found; there may be none, as with a memory that was not asked."""
    recollections = (recalled("s001.t02", "", ("s001.t01",)), recalled("", "q1", ("s001.t03",)))
    record = life(0, "a", [True], recollections=recollections)
    outcome = record.probes[0].first
    assert recalled_lines(record, outcome, "q1") == THIRD
    assert recalled_lines(record, replace(outcome, turn="s001.t02"), "q1") == FIRST
    assert recalled_lines(record, outcome, "q2") == NOTHING
    assert recalled_lines(record, replace(outcome, turn="s001.t04"), "q1") == NOTHING


# ---------------------------------------------------------------------- runs


def test_both_verdicts_are_kept_and_the_results_hold_their_agreement(tmp_path):
    run = regulars.evaluate(memory=ROW, judge="openai:judge:always=true", data=LIFE, out=tmp_path / "RUN")
    judged = [found for found in verdicts(tmp_path / "RUN") if found and "opinions" in found]
    assert judged
    assert all(found["opinions"][0]["judge"] == "judge" and "matcher" in found for found in judged)
    every = run.agreement[0]
    assert (every.kind, every.first, every.second, every.n) == ("all", "matcher", "judge", len(judged))
    results = json.loads((tmp_path / "RUN/results.json").read_text())
    assert results["agreement"][0]["both"] == every.both
    assert replay(tmp_path / "RUN").agreement == run.agreement
    assert 0 <= run.value(ROW, "accuracy", "source=model") <= 1
    (model,) = json.loads((tmp_path / "RUN/episodes.jsonl").read_text())["models"]
    assert (model["role"], model["finish"]) == ("evaluator", {"stop": len(judged)})


def test_a_run_without_models_writes_what_it_always_wrote(played):
    assert not any(found and ({"opinions", "matcher"} & found.keys()) for found in verdicts(played))
    assert "agreement" not in json.loads((played / "results.json").read_text())


def test_judging_again_makes_the_calls_that_the_run_would_have_made(played, tmp_path):
    """What a run recorded is replayed when the same lives are judged afterwards: no call goes to the endpoint."""
    calls = tmp_path / "calls.jsonl"
    judge = f"openai:judge:always=true;record={calls}"
    during = regulars.evaluate(memory=ROW, judge=judge, data=LIFE, out=tmp_path / "DURING")
    after = judge_run(played, f"replay:{calls}", out=tmp_path / "AFTER")
    assert after.agreement == during.agreement
    assert after.usage["evaluator"].calls == 0
    assert verdicts(tmp_path / "AFTER") == verdicts(tmp_path / "DURING")
    (record,) = read_records(tmp_path / "AFTER/episodes.jsonl")
    assert is_unchanged(record)
    assert record.config.judge == f"replay:{calls}"
    (before,) = read_records(played / "episodes.jsonl")
    assert (record.score, record.transcript) == (before.score, before.transcript)


def test_a_record_is_the_same_after_it_has_passed_between_processes(played, tmp_path):
    regulars.evaluate(memory=ROW, judge="openai:judge:always=true", data=LIFE, out=tmp_path / "RUN")
    for folder in (played, tmp_path / "RUN"):
        (record,) = read_records(folder / "episodes.jsonl")
        assert is_unchanged(pickle.loads(pickle.dumps(record)))


def test_a_panel_has_a_vote_each(played):
    run = judge_run(played, "openai:a,openai:b,openai:c@wrong-schema")
    pairs = {(row.first, row.second) for row in run.agreement}
    assert pairs == {("matcher", "a"), ("matcher", "b"), ("a", "b")}
    assert all(row.kappa in (None, 1.0) for row in run.agreement if row.first == "a")
    assert run.value(ROW, "judge_unreadable") == pytest.approx(1 / 3, abs=1e-6)
    assert run.out is None


def test_kinds_can_be_chosen(played):
    (record,) = read_records(played / "episodes.jsonl")
    kind = next(probe.kind for probe in record.probes if probe.first is not None)
    run = judge_run(played, "openai:judge", kinds=[kind])
    assert {row.kind for row in run.agreement} == {"all", kind}
    during = regulars.evaluate(memory=ROW, judge="openai:judge:always=true", judge_kinds=[kind], data=LIFE)
    assert during.agreement == run.agreement


@pytest.mark.parametrize(
    ("scale", "names", "best"),
    [
        ("realmem", ("realmem_answer", "realmem_recall", "realmem_helpfulness"), (3, 1, 2)),
        ("rolememo", ("richness", "logic", "consistency", "attractiveness"), (5, 5, 5, 5)),
    ],
)
def test_published_scales_are_rated_from_the_record(played, scale, names, best, tmp_path):
    run = judge_run(played, "openai:judge", scale=scale, out=tmp_path / "OUT")
    for name, most in zip(names, best, strict=True):
        assert 0 <= run.value(ROW, name) <= most
    assert run.value(ROW, "unrated") == 0.0
    assert replay(tmp_path / "OUT").value(ROW, names[0]) == run.value(ROW, names[0])
    plain = [found and found["kind"] for found in verdicts(played)]
    assert [found and found["kind"] for found in verdicts(tmp_path / "OUT")] == plain
    bad = judge_run(played, "openai:judge@wrong-schema", scale=scale)
    assert bad.value(ROW, "unrated") == 1.0
    assert names[0] not in bad.metrics()


@pytest.mark.parametrize(
    ("judge", "options", "words"),
    [
        ("scripted", {}, "'scripted' is not a model"),
        ("openai:a,scripted", {}, "cannot sit on a panel"),
        ("openai:a,openai:b", {"scale": "realmem"}, "takes one judge"),
        ("openai:a", {"scale": "realmen"}, "did you mean 'realmem'"),
        ("openai:a", {"kinds": ["temporel"]}, "unknown kind 'temporel'"),
        ("openai:a", {"concurrency": 0}, "a whole number from 1"),
    ],
)
def test_what_cannot_judge_is_refused(played, judge, options, words):
    with pytest.raises(ConfigurationError, match=words):
        judge_run(played, judge, **options)


# ---------------------------------------------------------------------- the command line


def test_the_command_prints_agreement_and_leaves_with_1_if_a_judge_had_no_vote(played, server, tmp_path):
    good = CliRunner().invoke(app, ["judge", str(played), "--judge", "openai:judge", "--base-url", server.url])
    assert good.exit_code == 0, good.output
    assert "agreement of matcher and judges" in good.output
    assert "model of evaluator:" in good.output
    bad = CliRunner().invoke(
        app, ["judge", str(played), "--judge", "openai:judge@refusal", "--out", str(tmp_path / "X")]
    )
    assert bad.exit_code == 1
    assert "judges had no vote, so the matcher's verdict stands" in bad.output
    assert (tmp_path / "X/results.json").exists()


def test_a_judge_that_fails_ends_no_episode_and_is_told_with_exit_code_1(server, tmp_path):
    judge = f"openai:judge@500:always=true;retries=0;base_url={server.url}"
    options = ["--memory", "recency", "--seeds", "1", "--no-references", "--judge", judge]
    shown = CliRunner().invoke(app, ["evaluate", *options, "--judge-kinds", "single-session-user,knowledge-update"])
    assert shown.exit_code == 1, shown.output
    assert "failed" in shown.output
    assert "fault:" not in shown.output


# ---------------------------------------------------------------------- labels


def test_a_model_is_named_by_itself_with_its_settings_below_the_table(server):
    spec = f"openai:some/model:temperature=0;base_url={server.url}"
    run = regulars.evaluate(assistant=spec, memory="recency", data=LIFE)
    assert run.systems == ["some/model + recency"]
    assert run.labels == {"some/model + recency": f"{spec} + recency"}


def test_labels_stand_for_assistants_and_memories(server, tmp_path):
    options = ["--data", str(tmp_path / "life.jsonl"), "--assistant", "openai:m", "--base-url", server.url]
    write_scenarios(tmp_path / "life.jsonl", LIFE)
    out = tmp_path / "RUN"
    labels = ["--label", "small=openai:m", "--label", "words=bm25-turn:k1=1.2"]
    shown = CliRunner().invoke(app, ["evaluate", *options, "--memory", "bm25-turn:k1=1.2", *labels, "--out", str(out)])
    assert shown.exit_code == 0, shown.output
    assert "small + words: openai:m + bm25-turn:k1=1.2" in shown.output
    assert json.loads((out / "config.json").read_text())["systems"] == ["small + words"]
    assert replay(out).labels == {"small + words": "openai:m + bm25-turn:k1=1.2"}


def test_a_labelled_memory_is_rebuilt_and_one_that_a_model_kept_is_not(tmp_path):
    for name, assistant in (("PLAIN", None), ("TOOLS", "openai:scripted:mode=tools")):
        labels = {"words": "bm25-turn:k1=1.2"}
        regulars.evaluate(
            "bm25-turn:k1=1.2", assistant=assistant, data=LIFE, labels=labels, out=tmp_path / name, references=False
        )
    plain = CliRunner().invoke(app, ["explain", str(tmp_path / "PLAIN"), "1", "1"])
    assert plain.exit_code == 0, plain.output
    assert "note:" not in plain.output
    tools = CliRunner().invoke(app, ["explain", str(tmp_path / "TOOLS"), "1", "1"])
    assert "was kept by a model with tools, and such memories are not rebuilt" in tools.output


@pytest.mark.parametrize(
    ("labels", "what", "expected", "remedy"),
    [
        (
            {"new": "recency", "n": "recencey"},
            "the label 'n' stands for 'recencey', which no system has",
            "",
            "did you mean 'recency'?",
        ),
        ({"a": "recency", "b": "recency"}, "'recency' has two labels, 'a' and 'b'", "", "drop one"),
        ({" ": "recency"}, "the label ' ' is empty", "NAME=SPEC", ""),
    ],
)
def test_labels_that_say_nothing_are_refused(labels, what, expected, remedy):
    with pytest.raises(ConfigurationError) as caught:
        regulars.evaluate(memory="recency", data=LIFE, labels=labels)
    found = caught.value
    assert (found.what, found.where, found.expected, found.remedy) == (what, "label", expected, remedy)
