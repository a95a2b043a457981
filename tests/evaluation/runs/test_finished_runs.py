"""A finished run: its figures by name, its heading, and what `results.json` says of its suites."""

from __future__ import annotations

import json
import sys

import msgspec
import pytest
from msgspec import structs

from regulars.errors import ConfigurationError, UnknownNameError
from regulars.evaluation.figures.result_rows import Row
from regulars.evaluation.runs.finished import Run


def row(system, scenario, slice_, metric, value):
    return Row(system=system, suite="s", scenario=scenario, slice=slice_, metric=metric, value=value, n=2, ci95=(0, 1))


ROWS = [
    row("a", "s1", "all", "recall", 0.1),
    row("a", "all", "kind=x", "recall", 0.2),
    row("a", "all", "all", "recall", 0.3),
    row("b", "all", "all", "recall", 0.4),
    row("b", "all", "all", "use", 0.5),
]
RUN = Run(ROWS, ["a", "b"], suites=["core-5@test", "locomo"], regime="train")


def test_a_figure_is_found_by_all_four_of_its_names():
    assert RUN.value("a", "recall") == 0.3
    assert RUN.value("a", "recall", "kind=x") == 0.2
    assert RUN.value("a", "recall", scenario="s1") == 0.1
    assert RUN.value("b", "recall") == 0.4
    assert RUN.value("b", "use") == 0.5


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (("c", "recall"), "the system 'c'"),
        (("a", "accuracy_anker"), "the metric 'accuracy_anker'"),
        (("a", "recall", "kind=y"), "the slice 'kind=y'"),
        (("a", "recall", "all", "s2"), "the scenario 's2'"),
    ],
)
def test_the_first_unknown_part_is_named(names, said):
    with pytest.raises(UnknownNameError, match=f"no figures for {said}"):
        RUN.value(*names)


def test_a_figure_that_the_run_lacks_is_none():
    assert RUN.value("a", "use") is None  # measured for another system
    assert RUN.value("b", "recall", "kind=x") is None
    assert RUN.value("b", "recall", scenario="s1") is None
    assert RUN.value("a", "accuracy_anchor") is None  # a metric that some runs have
    assert RUN.value("a", "turn_recall_all@20") is None
    assert Run([], ["broken"]).value("broken", "accuracy_anchor") is None  # all of its episodes had faults


LACKING = structs.replace(ROWS[4], ci95=None)


def test_figures_are_exported_as_csv(tmp_path):
    Run([ROWS[1], LACKING], ["a", "b"]).to_csv(tmp_path / "figures.csv")
    assert (tmp_path / "figures.csv").read_text("utf-8").splitlines() == [
        "system,suite,scenario,slice,metric,value,n,low,high",
        "a,s,all,kind=x,recall,0.2,2,0,1",
        "b,s,all,all,use,0.5,2,,",
    ]
    with pytest.raises(ConfigurationError, match="cannot be written"):
        RUN.to_csv(tmp_path / "missing" / "figures.csv")


def test_figures_are_exported_as_a_data_frame():
    pytest.importorskip("pandas", reason="needs the extra `frames`")
    frame = Run([ROWS[1], LACKING], ["a", "b"]).to_pandas()
    assert list(frame.columns) == ["system", "suite", "scenario", "slice", "metric", "value", "n", "low", "high"]
    assert frame.loc[0].to_list() == ["a", "s", "all", "kind=x", "recall", 0.2, 2, 0.0, 1.0]
    assert frame["low"].isna().to_list() == [False, True]
    assert list(Run([], []).to_pandas().columns) == list(frame.columns)


def test_without_pandas_the_error_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ConfigurationError, match=r"pandas is not installed.*regulars\[frames\].*to_csv"):
        RUN.to_pandas()


def test_metrics_of_one_or_of_all_systems():
    assert RUN.metrics() == ["recall", "use"]
    assert (RUN.metrics("a"), RUN.metrics("b"), RUN.metrics("c")) == (["recall"], ["recall", "use"], [])


def test_the_heading_and_the_file_name_suites_and_regime():
    assert RUN.title == "suite core-5@test, locomo, train"
    assert Run(ROWS, ["a"], suites=["smoke-6"]).title == "suite smoke-6"
    assert json.loads(msgspec.json.encode(RUN.results)) == {
        "schema": 3,
        "suites": [
            {"label": "core-5@test", "suite": "core", "version": 5, "split": "test"},
            {"label": "locomo", "suite": "locomo", "version": None, "split": ""},
        ],
        "regime": "train",
        "rows": json.loads(msgspec.json.encode(ROWS)),
    }
    assert "regime" not in msgspec.to_builtins(Run(ROWS, ["a"]).results)
    assert msgspec.to_builtins(ROWS[0]) == {
        "system": "a", "suite": "s", "scenario": "s1", "slice": "all", "metric": "recall", "value": 0.1, "n": 2,
        "ci95": (0, 1),
    }  # fmt: skip
