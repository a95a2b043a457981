"""Contrast pairs are scored together: both right, or nothing."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from small_records import asked, episode, figures_of, probe

from regulars.dialogue import Phase, Reply
from regulars.envs.probes.gold import ProbeStatus
from regulars.evaluation.evaluate import evaluate
from regulars.evaluation.figures.contrast_pairs import both_right
from regulars.evaluation.figures.metrics import pooled_lives
from regulars.scenarios.generator import generate
from regulars.scenarios.suites import load_suite

LIFE = generate(**load_suite("core").scenarios(3)[0])


class Abstainer:
    """Knows nothing, and says so."""

    branches = True

    def act(self, observation):
        silent = observation["phase"] in (Phase.CLOSING, Phase.LISTEN)
        return Reply("") if silent else Reply("I don't know that.", answer="-")


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    out = tmp_path_factory.mktemp("run") / "RUN"
    return evaluate(memory="bm25-turn,ideal-listener", assistant=Abstainer(), data=[LIFE], seeds=1, out=out)


def figures(run, system, metric):
    return {row.slice: row for row in run.rows if (row.system, row.metric) == (system, metric)}


def test_always_abstaining_is_at_the_floor_and_the_listener_at_the_ceiling(run):
    abstainer, listener = (figures(run, name, "accuracy_contrast_pairs") for name in ("Abstainer", "ideal-listener"))
    assert run.value("Abstainer", "accuracy_own") > 0.1, "alone, each abstention counts"
    assert {row.value for row in abstainer.values()} == {0.0}
    assert {row.value for row in listener.values()} == {1.0}
    assert abstainer["all"].n >= 10
    assert {"kind=adversarial", "kind=counterfactual"} <= set(abstainer)
    assert 0 < run.value("bm25-turn", "accuracy_contrast_pairs") < 1


def test_every_pair_is_scored_or_counted_as_left_out(run):
    planned = sum(bool(probe.contrast) for probe in LIFE.probes) / 2
    for system in run.systems:
        left_out = figures(run, system, "contrast_pairs_left_out")["all"]
        scored = figures(run, system, "accuracy_contrast_pairs")["all"]
        assert left_out.n == planned
        assert scored.n == planned - round(left_out.value * left_out.n)
        assert 0 <= scored.value <= 1


@pytest.mark.parametrize(
    ("right", "both"),
    [
        ({"a": True, "b": True}, True),
        ({"a": True, "b": False}, False),
        ({"a": False, "b": False}, False),
        ({"a": True}, None),
        ({"b": False}, None),
        ({}, None),
    ],
)
def test_a_pair_with_one_unjudged_probe_is_left_out(right, both):
    assert both_right(right, {"a": "b", "b": "a"}) == {("a", "b"): both}


def test_a_pair_whose_other_question_is_not_in_the_record_is_left_out():
    found = figures_of(episode(probe("a", asked("correct"), kind="count", contrast="b")))
    assert found["contrast_pairs_left_out"] == (1, 1)
    assert "accuracy_contrast_pairs" not in found


def test_an_unreached_probe_takes_its_pair_out_of_the_figure(run):
    from regulars.datasets.record_files import read_records

    record = next(r for r in read_records(run.out / "episodes.jsonl") if r.key.system == "ideal-listener")
    before = {(row.slice, row.metric): row for row in pooled_lives([record]).rows()}
    place = next(place for place, probe in enumerate(record.probes) if probe.contrast)
    probes = list(record.probes)
    probes[place] = replace(probes[place], status=ProbeStatus.UNREACHED, outcomes=())
    after = {(row.slice, row.metric): row for row in pooled_lives([replace(record, probes=tuple(probes))]).rows()}
    assert after["all", "accuracy_contrast_pairs"].n == before["all", "accuracy_contrast_pairs"].n - 1
    left_out = [found["all", "contrast_pairs_left_out"] for found in (before, after)]
    assert round(left_out[1].value * left_out[1].n) == round(left_out[0].value * left_out[0].n) + 1
