"""Which answers, feedback and differences a report takes, on small runs worked out by hand."""

from __future__ import annotations

import os
from dataclasses import replace as changed
from pathlib import Path
from typing import Any

import msgspec
import pytest
from bare_records import streamed
from msgspec.structs import replace
from played_runs import life, question, run_of

from regulars.datasets.codec import seal
from regulars.datasets.record_files import append
from regulars.datasets.record_parts.probes import VerdictRecord
from regulars.dialogue import Feedback
from regulars.envs.probes.gold import ProbeStatus
from regulars.evaluation.figures.result_rows import Difference
from regulars.evaluation.report_figures import (
    GivenAnswer,
    ReportFigures,
    TellingFailure,
    most_telling,
    read_results,
    report_figures,
)
from regulars.evaluation.runs.manifest import RunManifest
from regulars.evaluation.runs.recorded import open_run
from regulars.evaluation.whole_files import write_json
from regulars.scenarios.kinds import ScenarioOrigin

ACCURACIES = ("accuracy_anchor", "accuracy_own")


def figures(
    folder: Path, metrics: tuple[str, ...] = ACCURACIES, compared: tuple[str, ...] = ("a", "b")
) -> ReportFigures:
    recorded = open_run(folder)
    return report_figures(recorded, read_results(recorded), metrics, None, compared)


def by_slice(rows: Any) -> dict[str, tuple[float, int]]:
    return {row.slice: (row.value, row.n) for row in rows}


# ---------------------------------------------------------------------- which answers tell


def answer(kind: str, *, told: bool = True, status: ProbeStatus = ProbeStatus.ASKED, **changes: Any) -> Any:
    """An answer with a verdict, to something that was told or was not."""
    plan = question("q1", right=kind == "correct")
    first = plan.outcomes[0]
    expected = first.expectation if told else replace(first.expectation, gold=(), answerable=False)
    verdict = VerdictRecord(kind=kind, score=0.0, source="matcher")  # type: ignore[arg-type]
    evidence = first.evidence if told else ()
    outcome = replace(first, expectation=expected, verdict=verdict, evidence=evidence, status=status, **changes)
    return replace(plan, outcomes=(outcome,))


@pytest.mark.parametrize(
    ("given", "tells"),
    [
        (answer("abstained"), True),
        (answer("wrong"), True),
        (answer("wrong", told=False), False),  # nothing was told, and the value is not invented
        (answer("unsupported", told=False), True),
        (answer("leaked", told=False), True),
        (answer("wrong", status=ProbeStatus.UNANSWERABLE), False),
        (answer("leaked", status=ProbeStatus.UNANSWERABLE), True),
        (answer("correct"), False),
        (answer("undetermined"), False),
        (replace(question("q1", right=False), outcomes=()), False),
    ],
)
def test_a_wrong_answer_tells_if_the_value_was_told_or_is_invented(tmp_path: Path, given: Any, tells: bool) -> None:
    """`b` was asked the same and abstained rightly, or said the value."""
    other = question("q1", right=True)
    found = figures(run_of(tmp_path / "R", {"a": [[given]], "b": [[other]]})).failures
    first = given.outcomes[0] if given.outcomes else None
    others = int(first is not None and bool(first.evidence or first.verdict.kind in ("leaked", "unsupported")))
    assert found == ([TellingFailure(episode=0, probe=0, right=others, others=others)] if tells else [])


def test_answers_are_compared_within_one_question_of_one_life(tmp_path: Path) -> None:
    """`a` fails in the second life, where `b` is right; in the first life it is the other way round."""
    lives = {"a": [[True, True], [True, False]], "b": [[True, False], [True, True]]}
    failures = figures(run_of(tmp_path / "R", lives)).failures
    assert failures == [
        TellingFailure(episode=1, probe=1, right=1, others=1),
        TellingFailure(episode=2, probe=1, right=1, others=1),
    ]


def test_only_answerable_questions_have_an_accuracy_by_distance(tmp_path: Path) -> None:
    near, far = question("q1", right=True, horizon=10), question("q2", right=False, horizon=60)
    untold = replace(answer("correct", told=False), id="q3")
    unknown = replace(near, id="q4", outcomes=(replace(near.outcomes[0], horizon=-1),))
    folder = run_of(tmp_path / "R", {"a": [[near, far, untold, unknown]]})
    assert by_slice(figures(folder).distances) == {"distance=0-50": (1.0, 1), "distance=51-100": (0.0, 1)}


def test_the_first_metric_that_a_question_has_says_whether_it_is_right(tmp_path: Path) -> None:
    """The first question is an anchor, the second is not; of both, only the metrics asked for count."""
    anchor, own = question("q1", right=True), question("q2", right=False, anchor=False)
    folder = run_of(tmp_path / "R", {"a": [[anchor, own]]})
    assert by_slice(figures(folder).distances) == {"distance=0-50": (0.5, 2)}
    assert by_slice(figures(folder, ("accuracy_own",)).distances) == {"distance=0-50": (0.0, 1)}
    # both have a coverage of 1, and the second alone has an accuracy of its own: 0
    assert by_slice(figures(folder, ("coverage", "accuracy_own")).distances) == {"distance=0-50": (1.0, 2)}
    assert by_slice(figures(folder, ("accuracy_own", "coverage")).distances) == {"distance=0-50": (0.5, 2)}
    assert figures(folder, ("reward",)).distances == []


# ---------------------------------------------------------------------- streams


def stream(folder: Path, regime: str, *halves: str) -> Path:
    """A stream of one block with a satisfaction of 4 in each train life and of 8 in each exam, one answer each."""
    folder.mkdir()
    for seed, half in enumerate(halves):
        shown = (Feedback("s001.t02", satisfaction=4.0 if half == "train" else 8.0),)
        config = streamed(half, 1, 1, blocks=1, regime=regime)
        append(folder / "episodes.jsonl", life(seed, "a", [half == "train"], config=config, feedback=shown))
    return folder


@pytest.mark.parametrize(
    ("regime", "accuracy"),
    [("on-policy", 0.0), ("train", 1.0)],  # exams are measured, and train lives where there are no exams
)
def test_of_a_stream_people_are_content_in_train_lives_and_answers_count_where_they_are_measured(
    tmp_path: Path, regime: str, accuracy: float
) -> None:
    found = figures(stream(tmp_path / "R", regime, "train", "exam"))
    assert by_slice(found.sessions) == {"session=1": (4.0, 1)}
    assert by_slice(found.distances) == {"distance=0-50": (accuracy, 1)}


# ---------------------------------------------------------------------- differences


def difference(**changes: Any) -> Difference:
    fields = {"system": "a", "against": "b", "scenario": "all", "slice": "all", "metric": "accuracy_own"}
    return Difference(**{**fields, "value": 0.25, "pairs": 1, "ci95": None, "p": None, **changes})


@pytest.mark.parametrize(
    ("changes", "taken"),
    [({}, True), ({"scenario": "core"}, False), ({"slice": "kind=update"}, False), ({"metric": "reward"}, False)],
)
def test_a_report_takes_the_differences_over_all_lives_in_its_metrics(tmp_path, changes, taken) -> None:
    recorded = open_run(run_of(tmp_path / "R", {"a": [[True]], "b": [[True]]}))
    one = difference(**changes)
    run = changed(read_results(recorded), differences=[one])
    assert report_figures(recorded, run, ACCURACIES, "b", ()).differences == ([one] if taken else [])


def test_differences_from_another_system_are_not_those_asked_for(tmp_path: Path) -> None:
    """The run compared with `a`. Both systems have the same answer, so the differences from `b` are 0."""
    recorded = open_run(run_of(tmp_path / "R", {"a": [[True]], "b": [[True]]}))
    run = changed(read_results(recorded), differences=[difference(system="b", against="a")])
    found = report_figures(recorded, run, ACCURACIES, "b", ()).differences
    assert [(one.system, one.against, one.metric, one.value) for one in found] == [("a", "b", "accuracy_anchor", 0.0)]
    assert report_figures(recorded, run, ACCURACIES, None, ()).differences == []


# ---------------------------------------------------------------------- results.json


def test_kept_results_count_from_the_moment_of_the_records_on(tmp_path: Path) -> None:
    folder = run_of(tmp_path / "R", {"a": [[True]]})
    run = read_results(open_run(folder))
    run.rows = [replace(row, value=0.25) for row in run.rows]
    write_json(folder / "results.json", run.results)
    for later, value in ((-1, 1.0), (0, 0.25), (1, 0.25)):
        os.utime(folder / "episodes.jsonl", ns=(10**18, 10**18))
        os.utime(folder / "results.json", ns=(10**18 + later, 10**18 + later))
        assert read_results(open_run(folder)).value("a", "accuracy_anchor") == value


def test_a_rejected_record_lets_the_figures_be_measured_again_without_it(tmp_path: Path) -> None:
    folder = run_of(tmp_path / "R", {"a": [[True], [False]]})
    run = read_results(open_run(folder))
    write_json(folder / "results.json", run.results)
    lines = (folder / "episodes.jsonl").read_bytes().splitlines(keepends=True)
    (folder / "episodes.jsonl").write_bytes(lines[0].replace(b'"score":1.0', b'"score":0.5') + lines[1])
    os.utime(folder / "episodes.jsonl", ns=(1, 1))
    assert read_results(open_run(folder)).value("a", "accuracy_anchor") == 0.0
    assert by_slice(figures(folder).distances) == {"distance=0-50": (0.0, 1)}


@pytest.mark.parametrize("cutoffs", [(), (1,), (2, 3)])
def test_a_run_is_measured_with_its_own_cutoffs(tmp_path: Path, cutoffs: tuple[int, ...]) -> None:
    folder = run_of(tmp_path / "R", {"a": [[True]]})
    units = (("core", 0, "a"),)
    write_json(folder / "config.json", RunManifest(
        schema=2, version="", systems=("a",), feedback="evaluative", k=10, budget=9, cutoffs=cutoffs, units=units,
    ))  # fmt: skip
    rows = read_results(open_run(folder)).rows
    recalls = {row.metric for row in rows if row.metric.startswith("turn_recall_all@")}
    assert recalls == {f"turn_recall_all@{each}" for each in cutoffs}


# ---------------------------------------------------------------------- the order of failures


def failed(system: str, verdict: str = "wrong", kind: str = "k", episode: int = 0, probe: int = 0) -> GivenAnswer:
    return GivenAnswer(system=system, episode=episode, probe=probe, kind=kind, verdict=verdict, right=False)


def right(system: str) -> GivenAnswer:
    return GivenAnswer(system=system, episode=9, probe=9, kind="k", verdict="correct", right=True)


def order(*questions: list[GivenAnswer], count: int = 3) -> list[tuple[int, int]]:
    answers = {("s", 0, str(number)): given for number, given in enumerate(questions)}
    return [(one.episode, one.probe) for one in most_telling(answers, "abcd", count)]


def test_wrong_verdicts_have_an_order_and_unknown_ones_come_last() -> None:
    verdicts = ("odd", "off_task", "abstained", "partial", "wrong", "unsupported", "stale", "leaked")
    questions = [[failed("a", verdict, probe=place), right("b")] for place, verdict in enumerate(verdicts)]
    assert order(*questions, count=9) == [(0, probe) for probe in (7, 6, 5, 4, 3, 2, 1, 0)]


def test_a_larger_share_of_right_answers_comes_before_a_graver_verdict() -> None:
    """1 of 1, then 2 of 3, then 1 of 2, then one that nobody else was asked."""
    alone = [failed("a", "leaked", probe=0)]
    half = [failed("a", "leaked", probe=1), right("b"), failed("x", probe=7), failed("c", "undetermined")]
    most = [failed("a", "leaked", probe=2), right("b"), right("c"), failed("d", "undetermined")]
    whole = [failed("a", "abstained", probe=3), right("b")]
    assert order(alone, half, most, whole, count=4) == [(0, 3), (0, 2), (0, 1), (0, 0)]


def test_equal_failures_come_in_the_order_of_the_run() -> None:
    late = [failed("a", episode=2, probe=0), right("b")]
    early = [failed("a", episode=1, probe=5), right("b")]
    first = [failed("a", episode=1, probe=4), right("b")]
    assert order(late, early, first) == [(1, 4), (1, 5), (2, 0)]


@pytest.mark.parametrize(
    ("second", "third"),
    [
        (("a", "l"), ("b", "l")),  # the second is of a system that was told
        (("b", "k"), ("b", "l")),  # the second is of a kind that was told
    ],
)
def test_another_system_with_another_kind_is_told_before_the_like(second, third) -> None:
    questions = [
        [failed("a", "leaked", "k", probe=1), right("d")],
        [failed(*(second[0], "stale", second[1]), probe=2), right("d")],
        [failed(*(third[0], "wrong", third[1]), probe=3), right("d")],
    ]
    assert order(*questions) == [(0, 1), (0, 3), (0, 2)]
    assert order(*questions, count=2) == [(0, 1), (0, 3)]
    assert order(*questions, count=0) == []


def test_a_given_answer_is_written_with_its_names() -> None:
    assert msgspec.json.decode(msgspec.json.encode(right("b"))) == {
        "system": "b", "episode": 9, "probe": 9, "kind": "k", "verdict": "correct", "right": True,
    }  # fmt: skip


@pytest.mark.parametrize(("cutoffs", "compared"), [((3,), ["turn_recall_all@3"]), ((1, 2), [])])
def test_recalls_of_recordings_are_compared_at_the_cutoffs_of_the_run(tmp_path, cutoffs, compared) -> None:
    """`a` recalled the evidence of the only question, and `b` another turn."""
    folder = tmp_path / "R"
    folder.mkdir()
    for system in "ab":
        made = life(0, system, [system == "a"])
        scenario = replace(made.scenario, source=ScenarioOrigin.RECORDED)
        append(folder / "episodes.jsonl", seal(replace(made, scenario=scenario, hash="")))
    write_json(folder / "config.json", RunManifest(
        schema=2, version="", systems=("a", "b"), feedback="evaluative", k=10, budget=9, cutoffs=cutoffs,
        units=(("core", 0, "a"), ("core", 0, "b")),
    ))  # fmt: skip
    recorded = open_run(folder)
    found = report_figures(recorded, read_results(recorded), ("turn_recall_all@3",), "b", ()).differences
    assert [one.metric for one in found] == compared
    assert [one.value for one in found] == [1.0] * len(compared)


def test_differences_of_a_stream_are_measured_again_where_the_first_metric_lacks(tmp_path: Path) -> None:
    """The run has the difference of the second metric alone. `a` is right in all lives, and `b` abstains."""
    recorded = open_run(run_of(tmp_path / "R", {"a": [[True]] * 5, "b": [[False]] * 5}))
    kept = difference(metric="accuracy_anchor", value=0.5)
    run = changed(read_results(recorded), differences=[kept], regime="train")

    def found(*metrics: str) -> dict[str, float]:
        return {one.metric: one.value for one in report_figures(recorded, run, metrics, "b", ()).differences}

    assert found("abstained", "accuracy_anchor") == {"abstained": -1.0, "accuracy_anchor": 1.0}
    assert found("accuracy_anchor", "abstained") == {"accuracy_anchor": 0.5}
