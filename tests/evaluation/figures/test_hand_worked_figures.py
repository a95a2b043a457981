"""Each figure of results, for a small record whose figure was worked out by hand.

A case lists every figure of the slices that it names, so a figure too many fails like a wrong one. The working stands
beside the figure, as a count over a count.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from small_records import figures_of
from worked_answers import ANSWERS
from worked_lives import LIVES

import regulars
from regulars.cli.run_tables.curves import TRANSFER
from regulars.cli.tables import GENERATED
from regulars.evaluation.figures import metrics
from regulars.evaluation.figures.failure_stages import STAGES, metric_of
from regulars.evaluation.runs import config as run_config
from regulars.evaluation.runs.finished import RECORDED_ANSWERS, Run
from regulars.rewards.metrics.retrieval import retrieval_metrics
from regulars.scenarios.generator import generate
from regulars.scenarios.kinds import Form, ScenarioOrigin
from regulars.scenarios.suites import Suite, load_suite
from regulars.scenarios.world import Person, Probe, RecordedTurn, Scenario, Session

WORKED = ANSWERS | LIVES


@pytest.mark.parametrize("name", WORKED)
def test_figures_are_those_worked_out_by_hand(name: str) -> None:
    records, expected, whole = WORKED[name]
    for slice_, by_hand in expected.items():
        found = figures_of(*records, slice_=slice_)
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
