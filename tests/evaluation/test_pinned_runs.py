"""Three tiny runs give the figures of `pinned_figures.toml`, which are renewed with a reason alone."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from pinned_runs import RUNS, differences, main, read, table_of, write

from regulars.evaluation.figures.result_rows import Row
from regulars.evaluation.systems.systems import REFERENCES, STREAM_REFERENCES


@pytest.mark.parametrize("name", RUNS)
def test_the_figures_are_the_pinned_ones(name):
    pinned, _ = read()
    changed = differences(pinned[name], table_of(RUNS[name]()))
    assert changed == [], "meant? then: python tests/evaluation/pinned_runs.py --renew REASON"


def test_each_run_holds_four_systems_beside_the_references():
    pinned, history = read()
    for name, table in pinned.items():
        found = {system for cells in table.values() for system in cells}
        references = STREAM_REFERENCES if name == "stream" else REFERENCES
        assert found > set(references)
        assert len(found) == len(references) + 4
    assert [entry.partition(".")[0] for entry in history] == [str(n + 1) for n in range(len(history))]


ROW = Row(
    system="a", suite="s", scenario="all", slice="kind=x", metric="recall", value=0.25, n=4, ci95=(0.0, 0.5)
)  # fmt: skip


def test_a_cell_holds_value_number_and_the_interval_if_there_is_one():
    flat = replace(ROW, system="b", value=1 / 3, ci95=None)
    other = replace(ROW, scenario="s1", value=9.0)  # of one scenario: the file holds all of them together
    assert table_of([ROW, flat, other]) == {"kind=x recall": {"a": "0.25/4[0,0.5]", "b": "0.333333333/4"}}


def test_differences_name_the_system_the_figure_and_both_cells():
    old = {"all m": {"a": "1/2", "b": "1/2"}, "all gone": {"a": "0/1"}}
    new = {"all m": {"a": "1/2", "b": "1/3", "c": "0/2"}, "all come": {"a": "1/1"}}
    assert differences(old, new) == [
        ("a", "all gone", "0/1", "-"),
        ("a", "all come", "-", "1/1"),
        ("b", "all m", "1/2", "1/3"),
        ("c", "all m", "-", "0/2"),
    ]


def test_the_file_is_read_as_it_was_written(tmp_path):
    tables = {"life": {"all m": {"a": "1/2"}, 'kind="x" m@5': {"a": "0.5/2[0,1]", "b": "1/1"}}}
    write(tables, ["1. First.", 'Then "more".'], tmp_path / "figures.toml")
    assert read(tmp_path / "figures.toml") == (tables, ["1. First.", 'Then "more".'])


def test_figures_are_renewed_with_a_reason_alone(tmp_path, capsys):
    path, rows = tmp_path / "figures.toml", [ROW]
    played = {"life": lambda: rows}
    for blank in (["--renew"], ["--renew", "  "]):
        assert main(blank, path, played) == 2
        assert not path.exists()
    assert main(["--renew", "First."], path, played) == 0
    capsys.readouterr()
    assert main([], path, played) == 0
    rows[0] = replace(ROW, value=0.5, n=6)
    before = path.read_bytes()
    assert main([], path, played) == 1
    assert path.read_bytes() == before
    assert "life  a  kind=x recall: 0.25/4[0,0.5] -> 0.5/6[0,0.5]" in capsys.readouterr().out
    assert main(["--renew", "Counts repairs. "], path, played) == 0
    assert main(["--renew", "Nothing new."], path, played) == 0
    assert read(path) == ({"life": {"kind=x recall": {"a": "0.5/6[0,0.5]"}}}, ["1. First.", "2. Counts repairs."])
