"""The default table fits the terminal, and 80 columns elsewhere; it never cuts a name or a number."""

from __future__ import annotations

import re

import pytest

import regulars
from regulars.cli import tables
from regulars.scenarios.generator import generate

INTERVAL = re.compile(r"\[[.\d]+ [.\d]+\]")


@pytest.fixture(scope="module")
def run():
    lives = [generate(seed, sessions=3) for seed in range(5)]
    return regulars.evaluate(memory="recency,bm25-turn", references=True, data=lives)


class Screen:
    """A terminal of some width."""

    def __init__(self, width):
        self.width = width


def at_terminal(run, width, monkeypatch, capsys):
    """The lines at a terminal of that width, and those of the first table."""
    monkeypatch.setattr(tables, "console", lambda: Screen(width))
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    tables.print_run(run, "title")
    lines = capsys.readouterr().out.splitlines()
    return lines, lines[1 : 3 + len(run.systems)]


@pytest.mark.parametrize("width", [40, 60, 80, 120, 199])
def test_it_fits_and_leaves_the_last_columns_out(run, width, monkeypatch, capsys):
    lines, table = at_terminal(run, width, monkeypatch, capsys)
    named = [line.split()[0].rstrip("*") for line in table[1:] if not line.startswith("references:")]
    assert sorted(named) == sorted(run.systems)
    if width >= 60:
        assert max(map(len, table)) <= width
    assert "…" not in "".join(lines)
    assert table[0].split()[:2] == ["system", "accuracy"]
    assert "failure stages" not in lines
    assert sum(line.startswith("advice: ") for line in lines) == 1


def test_the_column_that_ranks_keeps_its_interval_as_long_as_it_can(run, monkeypatch, capsys):
    shown = {}
    for width in (30, 80, 120):
        _, table = at_terminal(run, width, monkeypatch, capsys)
        shown[width] = {len(INTERVAL.findall(line)) for line in table[1:] if not line.startswith("references:")}
    assert shown == {30: {0}, 80: {1}, 120: {1}}


def test_a_terminal_of_200_columns_shows_all_intervals_and_tables(run, monkeypatch, capsys):
    lines, table = at_terminal(run, 200, monkeypatch, capsys)
    assert max(map(len, table)) <= 200
    measured = next(line for line in table if line.startswith("bm25-turn"))
    assert len(INTERVAL.findall(measured)) == 5  # accuracy (anchors), accuracy, recall@10, planned, use
    assert "failure stages" in lines


def test_without_a_terminal_it_has_80_columns_and_wide_has_everything(run, capsys):
    tables.print_run(run, "title")
    short = capsys.readouterr().out.splitlines()
    assert max(map(len, short[1 : 3 + len(run.systems)])) <= 80
    assert short[-1].endswith("(more: --wide, --legend)")
    tables.print_run(run, "title", wide=True)
    wide = capsys.readouterr().out
    header = wide.splitlines()[1].split()
    assert (header[0], header[-1]) == ("system", "faults")
    assert len(INTERVAL.findall(wide)) >= 3 * len(run.systems)
    assert "full-context*" in wide


def test_the_legend_stands_there_on_request_alone(run, capsys):
    tables.print_run(run, "title")
    assert "95 % interval" not in capsys.readouterr().out
    tables.print_run(run, "title", legend=True)
    assert capsys.readouterr().out.count("[low high]: 95 % interval over whole lives") == 1
