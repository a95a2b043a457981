"""Paired differences between runs, and the gate that they decide, with figures worked out by hand."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from msgspec.structs import replace
from played_runs import faulty, life, question, run_of

from regulars.datasets.record_files import append
from regulars.errors import ConfigurationError, RecordError, UnknownNameError
from regulars.evaluation.compare import Comparison, Paired, compare
from regulars.evaluation.gate import GateCheck, GateResult, check_gate, junit

ALL, HALF, NONE = [True, True], [True, False], [False, False]


def test_a_run_is_compared_with_another_one_of_the_same_lives(tmp_path):
    # 6 lives of 2 questions. Run: 9 of 12 right. Baseline: 6 of 12, half of each life.
    run = run_of(tmp_path / "run", {"x": [ALL, ALL, ALL, HALF, HALF, HALF], "none": [NONE] * 6})
    base = run_of(tmp_path / "base", {"x": [HALF] * 6, "none": [NONE] * 6})
    found = compare(run, base)
    total, kind = found.rows
    assert (found.metrics, found.faults, found.notes) == (("accuracy_anchor",), (0, 0), ())
    assert (total.system, total.against, total.slice, total.pairs) == ("x", "x", "all", 6)
    assert (total.first, total.second, total.value) == (0.75, 0.5, 0.25)
    # Differences .5 .5 .5 0 0 0: standard error sqrt(6 * .0625 / 5 / 6) = .1118, t(5) = 2.5706, reach .2874
    assert total.ci95 == pytest.approx((0.25 - 0.28744, 0.25 + 0.28744), abs=1e-4)
    assert total.p == pytest.approx(0.0756, abs=1e-3)  # t = 2.236
    assert (kind.slice, kind.value, kind.p) == ("kind=update", total.value, total.p)


def test_p_values_are_corrected_over_all_kinds_together(tmp_path):
    def lives(right: bool) -> list[list[object]]:
        plain = [True, True, True, False, False, False]
        return [
            [question("a", right=right or one, kind="update"), question("b", right=right or one, kind="count")]
            for one in plain
        ]

    run, base = run_of(tmp_path / "run", {"x": lives(True)}), run_of(tmp_path / "base", {"x": lives(False)})
    total, count, update = compare(run, base).rows
    # Each kind is 1 in three lives above the baseline: the same p-value as over all, twice as high by Holm's method.
    assert (count.slice, update.slice) == ("kind=count", "kind=update")
    assert count.value == update.value == total.value == 0.5
    assert total.p is not None
    assert count.p == update.p == pytest.approx(2 * total.p, abs=2e-6)


def test_the_systems_of_one_run_are_compared_with_one_of_them(tmp_path):
    run = run_of(tmp_path / "run", {"x": [ALL] * 5, "y": [HALF] * 5, "z": [NONE] * 5, "none": [NONE] * 5})
    assert [(row.system, row.value) for row in compare(run, against="y").rows if row.slice == "all"] == [
        ("x", 0.5), ("z", -0.5),
    ]  # fmt: skip
    named = compare(run, against="y", systems=["none"])
    assert [row.system for row in named.rows] == ["none", "none"]


def test_one_system_in_each_run_is_compared_whatever_its_name(tmp_path):
    run = run_of(tmp_path / "run", {"new": [ALL] * 5, "none": [NONE] * 5})
    base = run_of(tmp_path / "base", {"old": [ALL] * 5, "recency": [NONE] * 5})
    assert {(row.system, row.against) for row in compare(run, base).rows} == {("new", "old")}
    several = run_of(tmp_path / "several", {"old": [ALL] * 5, "older": [ALL] * 5})
    with pytest.raises(ConfigurationError, match="no system is in both runs: new, none against old, older"):
        compare(run, several)


def test_differences_can_be_split_by_distance(tmp_path):
    near, far = question("a", right=True, horizon=50), question("b", right=False, horizon=51)
    run = run_of(tmp_path / "run", {"x": [[near, far]] * 5, "y": [ALL] * 5})
    found = compare(run, against="y", by="distance")
    # y was asked both at distance 10
    assert [(row.slice, row.value) for row in found.rows] == [("all", -0.5), ("distance=0-50", 0.0)]


def test_a_baseline_of_other_lives_is_named_with_the_remedy(tmp_path):
    run = run_of(tmp_path / "run", {"x": [ALL] * 2})
    other = run_of(tmp_path / "other", {"x": [ALL] * 2}, id="another life", suite="core-5")
    with pytest.raises(RecordError) as caught:
        compare(run, other)
    assert (
        "the runs play other lives under the same names: core-6 with 2 lives (core/0, core/1), against core-5"
        in str(caught.value)
    )
    assert "play the baseline again with the suite or data, and the seeds" in caught.value.remedy
    late = tmp_path / "late"
    late.mkdir()
    append(late / "episodes.jsonl", life(7, "x", ALL))
    with pytest.raises(RecordError, match="the runs share no life"):
        compare(run, late)


def test_lives_of_one_run_alone_are_left_out_and_counted(tmp_path):
    run, base = run_of(tmp_path / "run", {"x": [ALL] * 7}), run_of(tmp_path / "base", {"x": [ALL] * 5})
    found = compare(run, base)
    assert found.rows[0].pairs == 5
    assert found.notes == ("lives: 7 against 5; all figures are over those that both have: 5",)


def test_figures_are_over_the_lives_that_both_have(tmp_path):
    # x lived seven lives, five of them with y. Right answers 1 .5 .5 .5 .5 1 1: over five 3 / 5, over all 5 / 7.
    run = run_of(tmp_path / "run", {"x": [ALL, HALF, HALF, HALF, HALF, ALL, ALL], "y": [ALL, NONE, NONE, NONE, NONE]})
    total = compare(run, against="y").rows[0]
    assert (total.first, total.second, total.value, total.pairs) == (0.6, 0.2, 0.4, 5)
    both = run_of(tmp_path / "both", {"x": [ALL] * 5, "y": [ALL] * 5})
    assert compare(run, both).notes == ("x, lives: 7 against 5; all figures are over those that both have: 5",)


def test_a_run_whose_last_line_was_cut_is_named(tmp_path):
    run, base = (run_of(tmp_path / name, {"x": [ALL] * 5}) for name in ("run", "base"))
    with (run / "episodes.jsonl").open("ab") as file:
        file.write(b'{"schema":2,')
    (note,) = compare(run, base).notes
    assert note.startswith(f"{run}: 1 record of the run rejected and left out: line 6: it is incomplete")


def test_rows_that_one_run_lacks_are_named(tmp_path):
    run = run_of(tmp_path / "run", {"x": [ALL] * 2, "y:k=2": [ALL] * 2, "none": [NONE] * 2})
    base = run_of(tmp_path / "base", {"x": [ALL] * 2, "y": [ALL] * 2})
    found = compare(run, base)
    remedy = "play both versions under one name, with --label NAME=SPEC"
    assert {row.system for row in found.rows} == {"x"}
    assert found.notes == (f"left out: y:k=2 (not in {base}); {remedy}", f"left out: y (not in {run}); {remedy}")
    assert compare(run, base, systems=["x"]).notes == ()
    with pytest.raises(UnknownNameError, match="no row 'y:k=2' to compare") as caught:
        compare(run, base, systems=["y:k=2"])
    assert (caught.value.where, caught.value.remedy) == (str(base), remedy)


def test_what_cannot_be_compared_is_refused(tmp_path):
    run = run_of(tmp_path / "run", {"x": [ALL] * 2, "y": [ALL] * 2})
    with pytest.raises(ConfigurationError, match="needs another run, or the name of a row"):
        compare(run)
    with pytest.raises(ConfigurationError, match=r"and not both.*; leave one out; .* with --label NAME=SPEC"):
        compare(run, run, against="x")
    with pytest.raises(ConfigurationError, match="unknown part 'kinds'"):
        compare(run, against="x", by="kinds")
    with pytest.raises(UnknownNameError, match="no row is named 'w'"):
        compare(run, against="w")
    with pytest.raises(UnknownNameError, match="no row 'w' to compare"):
        compare(run, against="x", systems=["w"])
    with pytest.raises(UnknownNameError, match="no figures for the metric 'accuracy_anker'"):
        compare(run, against="x", metrics=["accuracy_anker"])


# ---------------------------------------------------------------------- the gate


def paired(low: float | None, high: float, *, metric: str = "accuracy_anchor", slice_: str = "all") -> Paired:
    bounds = None if low is None else (low, high)
    return Paired(
        system="x", against="x", slice=slice_, metric=metric, first=0.5, second=0.6, value=-0.1, pairs=9, ci95=bounds,
        p=None,
    )  # fmt: skip


def gated(*rows: Paired, faults: tuple[int, int] = (0, 0), max_drop: float = 0.05) -> list[GateCheck]:
    return check_gate(Comparison(first="a", second="b", metrics=(), rows=rows, faults=faults), max_drop)


@pytest.mark.parametrize(
    ("low", "high", "result"),
    [
        (-0.05, 0.4, GateResult.PASSED),  # the whole interval is at the limit or above
        (-0.051, 0.4, GateResult.DOUBT),
        (-0.4, -0.05, GateResult.DOUBT),
        (-0.4, -0.051, GateResult.FAILED),
        (None, 0.0, GateResult.DOUBT),
    ],
)
def test_the_interval_decides(low, high, result):
    first, faults = gated(paired(low, high))
    assert (first.name, first.result) == ("x: accuracy_anchor", result)
    assert faults.result is GateResult.PASSED


@pytest.mark.parametrize(
    ("low", "high", "metric", "said"),
    [
        (-0.146, 0.190, "accuracy_anchor", "about 6 times"),  # reach .168, .072 above the limit: 5.44
        (-0.29, 0.11, "accuracy_anchor", "about 25 times"),  # reach .2, .04 below the limit
        (-0.190, 0.146, "stale", "about 6 times"),
        (-0.25, 0.15, "accuracy_anchor", "more than 100 times"),  # the difference is the limit
    ],
)
def test_a_doubt_says_how_many_seeds_would_decide(low, high, metric, said):
    (check, _) = gated(paired(low, high, metric=metric))
    assert check.result is GateResult.DOUBT
    assert check.message.endswith(f"is not ruled out: play both runs with {said} as many --seeds")


def test_a_rise_of_what_should_be_low_counts_as_a_drop():
    assert gated(paired(0.051, 0.2, metric="leaked"))[0].result is GateResult.FAILED
    assert gated(paired(-0.2, 0.05, metric="failed_misused"))[0].result is GateResult.PASSED
    assert "a rise of 0.05" in gated(paired(0.0, 0.2, metric="stale"))[0].message


def test_only_figures_over_all_questions_are_checked_and_new_faults_fail():
    (faults,) = gated(paired(-0.9, -0.8, slice_="kind=count"), faults=(2, 1))
    assert (faults.name, faults.result) == ("faults", GateResult.FAILED)
    assert faults.message == "2 episodes ended with a fault, 1 in the baseline"


@pytest.mark.parametrize("drop", [-0.01, float("nan"), float("inf")])
def test_a_drop_that_is_no_drop_is_refused(drop):
    with pytest.raises(ConfigurationError, match="expected a number from 0"):
        gated(max_drop=drop)


def test_a_drop_above_one_is_refused_for_shares_and_allowed_for_larger_figures():
    with pytest.raises(ConfigurationError, match=r"write 5 % as \.05"):
        gated(paired(-0.02, 0.02), max_drop=5)
    assert gated(paired(-0.02, 0.02), max_drop=1)[0].result is GateResult.PASSED
    tokens = replace(paired(-2.0, 4.0, metric="tokens"), first=300.0, second=299.0)
    assert gated(tokens, max_drop=5)[0].result is GateResult.PASSED


def test_checks_are_written_for_ci_servers():
    checks = [
        GateCheck(name="x\x1b & <y>: m", result=GateResult.FAILED, message='worse "here"'),
        GateCheck(name="z: m", result=GateResult.DOUBT, message="too few"),
        GateCheck(name="faults", result=GateResult.PASSED, message="none"),
    ]
    for doubt_fails, counts in ((True, ("3", "2", "0")), (False, ("3", "1", "1"))):
        suite = ElementTree.fromstring(junit(checks, doubt_fails=doubt_fails))
        assert (suite.get("tests"), suite.get("failures"), suite.get("skipped")) == counts
        assert [case.get("name") for case in suite] == ["x? & <y>: m", "z: m", "faults"]
        assert [case[0].tag for case in suite] == ["failure", "failure" if doubt_fails else "skipped", "system-out"]


def test_faults_of_both_runs_are_counted_for_the_compared_systems(tmp_path):
    run, base = run_of(tmp_path / "run", {"x": [ALL] * 5}), run_of(tmp_path / "base", {"x": [ALL] * 6})
    append(run / "episodes.jsonl", faulty(5, "x"))
    append(run / "episodes.jsonl", faulty(5, "none"))
    assert compare(run, base).faults == (1, 0)
