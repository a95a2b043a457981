"""The example of a continual stream: its bars and its plot, from figures by hand."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from xml.etree import ElementTree

import pytest

from regulars.evaluation.figures.result_rows import Difference, Row
from regulars.evaluation.runs.finished import Run

PATH = Path(__file__).parents[2] / "examples" / "learning" / "continual_stream.py"
SPEC = importlib.util.spec_from_file_location("continual_stream", PATH)
example = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(example)

STEPS = (0, 1, 2)


def row(system, slice, metric, value, ci95=None):
    return Row(
        system=system, suite="stream-22", scenario="all", slice=slice, metric=metric, value=value, n=5,
        ci95=ci95 or (value - 0.1, value + 0.1),
    )  # fmt: skip


def difference(system, slice, metric, value):
    return Difference(
        system=system, against="x", scenario="all", slice=slice, metric=metric, value=value, pairs=5,
        ci95=(value - 0.1, value + 0.1), p=0.01,
    )  # fmt: skip


def stream_run(gain, ceiling):
    """The memory rises by `gain` from 0; the ceiling keeps `ceiling` of everything at the end."""
    rows, differences = [], []
    for measure in ("compliance", "procedures"):
        for system, end in (("lesson-counts", gain), ("lesson-counts (sealed)", 0.0), ("oracle-lessons", ceiling)):
            rows += [row(system, f"of={measure}", metric, end) for metric in ("forward_transfer", "gain")]
            rows.append(row(system, f"of={measure}", "average_accuracy", end))
            rows += [row(system, f"of={measure},trained={n}", "average_accuracy", end * n / 2) for n in STEPS]
        differences += [
            difference("lesson-counts", f"of={measure}", metric, gain) for metric in ("forward_transfer", "gain")
        ]
    names = ["lesson-counts", "lesson-counts (sealed)", "oracle-lessons"]
    return Run(rows, names, differences=differences)


def cohort_run(pooled):
    names = ["lesson-counts", "lesson-counts:pool=true"]
    rows = [row(name, "of=compliance", "gain", value) for name, value in zip(names, (0.0, pooled), strict=True)]
    return Run(rows, names, differences=[difference(names[1], "of=compliance", "gain", pooled)])


@pytest.mark.parametrize(
    ("gain", "ceiling", "missed"),
    [(0.3, 0.95, 0), (0.05, 0.95, 4), (0.3, 0.85, 1)],
    ids=["met", "intervals of both figures hold zero", "low ceiling"],
)
def test_the_bars_of_learning(gain, ceiling, missed, capsys):
    assert len(example.learned(stream_run(gain, ceiling))) == missed
    assert f"{gain:+.3f} [{gain - 0.1:+.3f} {gain + 0.1:+.3f}]" in capsys.readouterr().out


@pytest.mark.parametrize(("alike", "unlike", "missed"), [(0.6, 0.0, 0), (0.05, 0.0, 1), (0.6, 0.2, 1), (0.0, 0.2, 2)])
def test_pooling_has_to_help_people_who_are_alike_and_no_others(alike, unlike, missed):
    assert len(example.transferred({1: cohort_run(alike), 0: cohort_run(unlike)})) == missed


def test_the_plot_has_a_curve_for_each_row_and_a_bar_for_each_gain():
    drawn = example.plot(stream_run(0.5, 1.0), {1: cohort_run(0.6), 0: cohort_run(0.0)})
    root = ElementTree.fromstring(drawn)
    curves = [one.get("points").split() for one in root.iter("{http://www.w3.org/2000/svg}polyline")]
    assert [len(points) for points in curves] == [3] * 6
    assert curves[0][0] == "46.0,240.0", "0 at the foot of the panel: 40 of margin and 200 of height"
    assert curves[0][2] == "296.0,140.0", "one half, at the right end"
    assert curves[2][2] == "296.0,40.0", "1 at the top"
    bars = [one for one in root.iter("{http://www.w3.org/2000/svg}rect") if one.get("width") == "36"]
    assert [float(one.get("height")) for one in bars] == [0.0, 120.0, 0.0, 0.0], "0.6 of 1.0 over 200 of height"
