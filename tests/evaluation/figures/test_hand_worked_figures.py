"""Each figure of results, for a small record whose figure was worked out by hand.

A case lists every figure of the slices that it names, so a figure too many fails like a wrong one. The working stands
beside the figure, as a count over a count.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from small_records import figures_of
from worked_answers import ANSWERS
from worked_lives import LIVES

import regulars
from regulars.cli.run_tables.curves import TRANSFER
from regulars.cli.run_tables.systems import GENERATED
from regulars.errors import ConfigurationError
from regulars.evaluation.figures import metrics
from regulars.evaluation.figures.failure_stages import STAGES, metric_of
from regulars.evaluation.figures.metric_names import is_metric
from regulars.evaluation.replay import replay
from regulars.evaluation.runs import config as run_config
from regulars.evaluation.runs.finished import RECORDED_ANSWERS, Run
from regulars.rewards.metrics.retrieval import retrieval_metrics
from regulars.scenarios.generator import generate
from regulars.scenarios.kinds import Form, ScenarioOrigin
from regulars.scenarios.suite import Suite
from regulars.scenarios.suites import load_suite
from regulars.scenarios.world import Person, Probe, RecordedTurn, Scenario, Session

WORKED = ANSWERS | LIVES


@pytest.mark.parametrize("name", WORKED)
def test_figures_are_those_worked_out_by_hand(name: str) -> None:
    records, expected, whole, slices = WORKED[name]
    for slice_, by_hand in expected.items():
        found = figures_of(*records, slice_=slice_, slices=slices)
        found = found if whole else {metric: figure for metric, figure in found.items() if metric in by_hand}
        assert found == {metric: (pytest.approx(value, abs=1e-6), n) for metric, (value, n) in by_hand.items()}


BY_HAND = {
    metric
    for case in WORKED.values()
    for figures in case.expected.values()
    for metric, (value, _) in figures.items()
    if value
}
"""The metrics with a figure by hand that is not zero."""


def texts(expression: ast.expr) -> set[str]:
    return {node.value for node in ast.walk(expression) if isinstance(node, ast.Constant)}


def test_each_declared_metric_is_worked_out_by_hand() -> None:
    yields = [node.value for node in ast.walk(ast.parse(inspect.getsource(metrics))) if isinstance(node, ast.Yield)]
    names = [node.elts[-2] for node in yields if isinstance(node, ast.Tuple)]
    whole = {text for name in names if not isinstance(name, ast.JoinedStr) for text in texts(name)}
    endings = {text for name in names if isinstance(name, ast.JoinedStr) for text in texts(name)}
    assert {"reward", "accuracy_repair", "use", "unaided", "judge_accuracy"} <= whole
    assert endings == {"_planned", "_upper"}
    tables = {metric for _, metric in (*GENERATED, *TRANSFER)} | {*RECORDED_ANSWERS}
    assert whole | tables | set(map(metric_of, STAGES)) | set(retrieval_metrics(("s1.t1",), (("s1.t1",),))) <= BY_HAND
    for ending in endings:
        assert {f"accuracy_anchor{ending}", f"accuracy_own{ending}"} <= BY_HAND


def recording() -> Scenario:
    """A recording of one turn, and a question about it."""
    start = datetime(2025, 1, 6, 9, tzinfo=UTC)
    sessions = (Session(1, "p", start, turns=(RecordedTurn("s001.t01", "p", "I live in Bergen.", start),)),)
    words = {"question": "Where does Ann live?", "gold": "Bergen", "evidence": (("s001.t01",),)}
    probe = Probe("q", "facts", Form.TEXT, "", "p", "p", "", start, **words)
    persons = (Person("p", "Ann", "p"),)
    return Scenario("r", ScenarioOrigin.RECORDED, "own", "english", start, persons, sessions, (probe,))


class InWords:
    """Answers in words, without saying which turns they come from."""

    def __init__(self) -> None:
        self.said = ""

    def observe(self, turn) -> None:
        self.said = turn.text

    def recall(self, cue) -> str:
        return self.said


def test_a_memory_without_a_ranking_has_no_figures_of_retrieval() -> None:
    run = regulars.evaluate(["full-context", InWords, "none", "recency"], data=[recording()])
    ranked = {name: {one for one in run.metrics(name) if "@" in one} for name in run.systems}
    assert ranked["full-context"] == ranked["InWords"] == set()
    assert not {one for one in run.metrics("full-context") if one.startswith(("failed", "answered"))}
    assert run.value("none", "turn_recall_all@10") == 0
    assert run.value("recency", "turn_recall_all@10") == 1
    assert run.value("full-context", "tokens") > 0
    generated = regulars.evaluate("full-context", data=[generate(1, sessions=3)], references=False)
    assert not {one for one in generated.metrics() if "@" in one or one in ("use", "unaided")}


def test_adversarial_questions_count_in_no_token_f1() -> None:
    scenario = recording()
    trick = replace(scenario.probes[0], id="t", kind="adversarial", gold="Porto", answerable=False)
    run = regulars.evaluate("none", data=[replace(scenario, probes=(*scenario.probes, trick))])
    assert run.value("none", "token_f1") == 0
    assert run.value("none", "accuracy_abstention") == 1
    assert {row.slice: row.n for row in run.rows if row.metric == "token_f1" and row.scenario == "all"} == {
        "all": 1, "category=facts": 1,
    }  # fmt: skip


def test_retrieval_is_measured_at_the_cutoffs_that_are_asked_for(tmp_path) -> None:
    run = regulars.evaluate("recency", data=[recording()], cutoffs=(1, 3), out=tmp_path)
    at = {one.partition("@")[2] for one in run.metrics() if "@" in one}
    assert at == {"1", "3"}
    assert replay(tmp_path).metrics() == run.metrics()
    again = replay(tmp_path, cutoffs=(2,))
    assert {one.partition("@")[2] for one in again.metrics() if "@" in one} == {"2"}
    with pytest.raises(ConfigurationError, match="cutoff 11 is above k"):
        replay(tmp_path, cutoffs=(11,))


SMALL = {"blocks": 2, "people": 1, "cohorts": 1, "rules": 3, "sessions": 4, "probes_per_session": 3, "regulars": 0.0}
TINY = Suite("tiny", 3, "two blocks of a life", (), stream={**SMALL, "rho": 1.0, "language": False})


def runs(monkeypatch: pytest.MonkeyPatch) -> Iterator[Run]:
    """A life of `core`, a noisy one, a recording and a stream."""
    memory = {"memory": "bm25-turn", "references": False, "seeds": 1}
    yield regulars.evaluate(**memory, data=[generate(**load_suite("core").scenarios(3)[0])])
    yield regulars.evaluate(**memory, data=[generate(1, sessions=4)], noise="typos:.2")
    yield regulars.evaluate(**memory, data=[recording()])
    monkeypatch.setattr(run_config, "load_suite", lambda name: TINY)
    yield regulars.evaluate(**memory, suite="tiny")


def test_each_metric_of_real_runs_is_worked_out_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {metric for run in runs(monkeypatch) for metric in run.metrics()}
    assert len(found) > 60
    assert found <= BY_HAND
    assert [metric for metric in found | BY_HAND if not is_metric(metric)] == []
