"""The gate at its limits, with results, messages and files worked out by hand."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from regulars.errors import ConfigurationError
from regulars.evaluation.compare import Comparison, Paired
from regulars.evaluation.gate import GateCheck, GateResult, check_gate, fails, junit

PAIRED = Paired(
    system="x", against="y", slice="all", metric="accuracy_anchor", first=0.5, second=0.6, value=-0.1, pairs=9,
    ci95=(-0.3, 0.1), p=0.2,
)  # fmt: skip


def gated(*rows: Paired, faults: tuple[int, int] = (0, 0), max_drop: float = 0.05) -> list[GateCheck]:
    return check_gate(Comparison(first="a", second="b", metrics=(), rows=rows, faults=faults), max_drop)


@pytest.mark.parametrize(
    "metric",
    [
        "stale", "leaked", "unsupported", "undetermined", "unreached", "late", "tokens", "cost", "should_abstain",
        "model_calls", "model_tokens", "seconds", "assistant_calls", "assistant_tokens", "assistant_cost",
        "integrity_violation", "judge_unreadable", "forgetting", "failed_not_recalled",
    ],
)  # fmt: skip
def test_a_certain_rise_of_a_mistake_or_a_cost_fails_and_a_fall_passes(metric):
    assert gated(replace(PAIRED, metric=metric, ci95=(0.1, 0.3)))[0].result is GateResult.FAILED
    assert gated(replace(PAIRED, metric=metric, ci95=(-0.3, -0.1)))[0].result is GateResult.PASSED


@pytest.mark.parametrize(
    "metric",
    ["accuracy_anchor", "accuracy_own", "token_f1", "turn_recall_all@10", "compliance", "satisfaction", "not_failed_"],
)
def test_a_certain_fall_of_a_merit_fails_and_a_rise_passes(metric):
    assert gated(replace(PAIRED, metric=metric, ci95=(0.1, 0.3)))[0].result is GateResult.PASSED
    assert gated(replace(PAIRED, metric=metric, ci95=(-0.3, -0.1)))[0].result is GateResult.FAILED


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            {"ci95": (-0.04, 0.1)},
            "0.500 against 0.600, difference -0.100 [-0.040 +0.100] over 9 lives: a drop of 0.05 is ruled out",
        ),
        (
            {"ci95": (-0.3, -0.06)},
            "0.500 against 0.600, difference -0.100 [-0.300 -0.060] over 9 lives: more than a drop of 0.05",
        ),
        (  # The bounds stay as they are where a rise is bad: only the verdict turns.
            {"metric": "stale", "first": 0.25, "second": 0.0, "value": 0.25, "ci95": (0.06, 0.44), "pairs": 12},
            "0.250 against 0.000, difference +0.250 [+0.060 +0.440] over 12 lives: more than a rise of 0.05",
        ),
        (  # reach .2, centre -.11 is .06 beyond the limit: (.2 / .06)^2 = 11.1
            {"ci95": (-0.31, 0.09)},
            "0.500 against 0.600, difference -0.100 [-0.310 +0.090] over 9 lives: a drop of 0.05 is not ruled out: "
            "play both runs with about 12 times as many --seeds",
        ),
        (
            {"ci95": None, "pairs": 1},
            "0.500 against 0.600, difference -0.100; 1 life is too few for an interval: "
            "play both runs with more --seeds",
        ),
        (
            {"ci95": None, "pairs": 4},
            "0.500 against 0.600, difference -0.100; 4 lives are too few for an interval: "
            "play both runs with more --seeds",
        ),
    ],
)
def test_the_message_holds_the_figures_and_the_verdict(changes, said):
    assert gated(replace(PAIRED, **changes))[0].message == said


@pytest.mark.parametrize(
    ("low", "high", "times"),
    [
        (-9.0, 11.0, "about 100 times"),  # reach 10, margin 1: 10^2
        (-9.5, 10.5, "more than 100 times"),  # reach 10, margin .5: 20^2
        (-1.0, 3.0, "about 4 times"),  # reach 2, margin 1
        (-1.0, 2.0, "about 9 times"),  # reach 1.5, margin .5
        (-2.0, 3.0, "about 25 times"),  # reach 2.5, margin .5
        (-3.0, 5.0, "about 16 times"),
    ],
)
def test_the_seeds_that_would_decide_grow_with_the_square_of_reach_over_margin(low, high, times):
    (check, _) = gated(replace(PAIRED, first=40.0, second=41.0, ci95=(low, high)), max_drop=0)
    assert check.message.endswith(f": a drop of 0 is not ruled out: play both runs with {times} as many --seeds")


@pytest.mark.parametrize(
    ("now", "before", "result", "said"),
    [
        (0, 0, GateResult.PASSED, "0 episodes ended with a fault, 0 in the baseline"),
        (1, 1, GateResult.PASSED, "1 episode ended with a fault, 1 in the baseline"),
        (1, 2, GateResult.PASSED, "1 episode ended with a fault, 2 in the baseline"),
        (2, 1, GateResult.FAILED, "2 episodes ended with a fault, 1 in the baseline"),
    ],
)
def test_only_more_faults_than_the_baseline_fail(now, before, result, said):
    assert gated(faults=(now, before)) == [GateCheck(name="faults", result=result, message=said)]


def rows(*figures: tuple[float, float]) -> list[Paired]:
    return [replace(PAIRED, first=first, second=second, ci95=(0.0, 0.1)) for first, second in figures]


@pytest.mark.parametrize(
    ("figures", "max_drop"),
    [
        ([(0.5, 0.6)], 1.01),
        ([(1.0, 0.6)], 2),  # a share may be 1
        ([(0.6, 1.0)], 2),
        ([(0.6, -1.0)], 2),
        ([(0.6, 0.5), (0.0, 1.0)], 2),
    ],
)
def test_a_drop_above_one_is_refused_where_all_figures_are_shares(figures, max_drop):
    with pytest.raises(ConfigurationError) as caught:
        gated(*rows(*figures), max_drop=max_drop)
    error = caught.value
    assert (error.what, error.where, error.expected, error.remedy) == (
        f"a drop of {max_drop:g} is more than these figures can drop", "--max-drop", "a share from 0 to 1",
        "write 5 % as .05",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("figures", "max_drop"),
    [
        ([(0.5, 0.6)], 1),
        ([(1.01, 0.6)], 2),
        ([(0.6, 1.01)], 2),
        ([(0.6, -3.0)], 2),
        ([(0.6, 0.5), (300.0, 299.0)], 2),
        ([], 2),
    ],
)
def test_a_drop_above_one_is_taken_where_a_figure_may_fall_so_far(figures, max_drop):
    assert [check.result for check in gated(*rows(*figures), max_drop=max_drop)] == [GateResult.PASSED] * (
        len(figures) + 1
    )


def test_a_drop_of_nothing_is_allowed_and_one_below_is_refused_with_its_place():
    assert gated(replace(PAIRED, ci95=(0.0, 0.1)), max_drop=0.0)[0].result is GateResult.PASSED
    with pytest.raises(ConfigurationError) as caught:
        gated(max_drop=-0.5)
    error = caught.value
    assert (error.what, error.where, error.expected) == (
        "the drop is -0.5",
        "--max-drop",
        "a number from 0, such as .05",
    )


@pytest.mark.parametrize(
    ("result", "doubt_fails", "closes"),
    [
        (GateResult.PASSED, True, False),
        (GateResult.PASSED, False, False),
        (GateResult.FAILED, True, True),
        (GateResult.FAILED, False, True),
        (GateResult.DOUBT, True, True),
        (GateResult.DOUBT, False, False),
    ],
)
def test_a_failure_closes_the_gate_and_a_doubt_if_it_is_told_to(result, doubt_fails, closes):
    assert fails(check=GateCheck(name="n", result=result, message="m"), doubt_fails=doubt_fails) is closes


CHECKS = [
    GateCheck(name="Anaïs: m", result=GateResult.FAILED, message="worse\nby far"),
    GateCheck(name="z: m", result=GateResult.DOUBT, message="too <few>"),
    GateCheck(name="faults", result=GateResult.PASSED, message="0 & 0"),
]


def test_the_file_for_ci_servers_where_a_doubt_is_skipped():
    assert junit(CHECKS, doubt_fails=False) == (
        "<?xml version='1.0' encoding='utf-8'?>\n"
        '<testsuite name="regulars gate" tests="3" failures="1" errors="0" skipped="1">\n'
        '  <testcase classname="regulars.gate" name="Anaïs: m">\n'
        '    <failure message="worse?by far" type="failed" />\n'
        "  </testcase>\n"
        '  <testcase classname="regulars.gate" name="z: m">\n'
        '    <skipped message="too &lt;few&gt;" />\n'
        "  </testcase>\n"
        '  <testcase classname="regulars.gate" name="faults">\n'
        "    <system-out>0 &amp; 0</system-out>\n"
        "  </testcase>\n"
        "</testsuite>\n"
    )


def test_the_file_for_ci_servers_where_a_doubt_fails():
    text = junit(checks=CHECKS, doubt_fails=True)
    assert '<testsuite name="regulars gate" tests="3" failures="2" errors="0" skipped="0">' in text
    assert '<failure message="too &lt;few&gt;" type="doubt" />' in text
    assert "<skipped" not in text
