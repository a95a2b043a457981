"""The figures of a run by name: which names a run may lack, which are unknown, and what a data frame is made of."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest

from regulars.errors import UnknownNameError
from regulars.evaluation.figures.result_rows import Row
from regulars.evaluation.runs.finished import Run, row_named


def row(system="mem0-v1:reader=rules", metric="accuracy", slice_="all", scenario="all", value=0.5, ci95=None):
    return Row(
        system=system, suite="s", scenario=scenario, slice=slice_, metric=metric, value=value, n=4, ci95=ci95
    )  # fmt: skip


RUN = Run(
    [
        row(value=0.1),
        row(slice_="kind=count", value=0.2),
        row(slice_="session=3", value=0.3),
        row(scenario="s1", value=0.4),
        row("none", "reward", value=0.5),
    ],
    ["mem0-v1:reader=rules", "none", "broken"],
)


@pytest.mark.parametrize("system", ["mem0-v1", "mem0-v1:reader=rules"])
def test_a_system_is_named_with_or_without_its_reader(system):
    assert RUN.value(system, "accuracy") == 0.1
    assert RUN.value(system, "accuracy", "kind=count") == 0.2
    assert RUN.metrics(system) == ["accuracy"]
    assert RUN.metrics() == ["accuracy", "reward"]


def test_a_name_is_not_completed_to_a_row_that_is_not_there():
    assert row_named("mem0-v1", ["none"]) == row_named("mem0-v1", []) == "mem0-v1"
    with pytest.raises(UnknownNameError, match="no figures for the system 'mem0-v3'"):
        RUN.value("mem0-v3", "accuracy")


@pytest.mark.parametrize(
    "names",
    [
        ("broken", "accuracy"),  # a system of the run without any figure
        ("none", "accuracy"),
        ("none", "reward", "kind=count"),
        ("none", "reward", "kind=temporal"),  # a kind that was not asked, in a run that tells kinds apart
        ("none", "reward", "session=9"),
        ("none", "reward", "all", "s1"),
        ("none", "turn_recall_any@5"),  # a metric of other runs
    ],
)
def test_a_run_may_lack_figures_that_there_could_be(names):
    assert RUN.value(*names) is None


@pytest.mark.parametrize(
    ("names", "part"),
    [
        (("all", "reward"), "system 'all'"),
        (("none", "all"), "metric 'all'"),
        (("none", "kind=count"), "metric 'kind=count'"),
        (("none", "reward", "kind=nonsense"), "slice 'kind=nonsense'"),
        (("none", "reward", "session=x"), "slice 'session=x'"),
        (("none", "reward", "distance=0-50"), "slice 'distance=0-50'"),  # the run has no distances
        (("none", "reward", "reward"), "slice 'reward'"),
        (("none", "reward", "all", "reward"), "scenario 'reward'"),
    ],
)
def test_a_name_of_nothing_is_told(names, part):
    with pytest.raises(UnknownNameError, match=f"no figures for the {part}"):
        RUN.value(*names)


def test_all_is_a_slice_and_a_scenario_of_every_run():
    assert Run([], ["none"]).value("none", "accuracy", "all", "all") is None
    for names in (("kind=count", "all"), ("all", "s1")):
        with pytest.raises(UnknownNameError):
            Run([], ["none"]).value("none", "accuracy", *names)


class Frame:
    """What a data frame is made of."""

    def __init__(self, lines, columns):
        self.lines, self.columns, self.types = list(lines), columns, None

    def astype(self, types):
        self.types = types
        return self


def test_a_data_frame_has_one_line_for_each_figure_with_numbers_as_numbers(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", SimpleNamespace(DataFrame=Frame))
    found = Run([row(ci95=(0.25, 0.75)), row("none", "reward", "kind=count", "s1", 1.0)], ["none"]).to_pandas()
    assert found.columns == ["system", "suite", "scenario", "slice", "metric", "value", "n", "low", "high"]
    assert found.lines == [
        ("mem0-v1:reader=rules", "s", "all", "all", "accuracy", 0.5, 4, 0.25, 0.75),
        ("none", "s", "s1", "kind=count", "reward", 1.0, 4, None, None),
    ]
    assert found.types == {"value": float, "n": int, "low": float, "high": float}
