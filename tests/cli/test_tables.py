"""The table never cuts a name or a number, whatever the width."""

from __future__ import annotations

import re

import pytest

import regulars
from regulars.cli import tables
from regulars.scenarios.generator import generate


@pytest.fixture(scope="module")
def run():
    return regulars.evaluate(memory="recency,bm25-turn", references=True, data=[generate(1, sessions=3)], seeds=5)


class Screen:
    """A terminal of some width."""

    def __init__(self, width):
        self.width = width


@pytest.mark.parametrize("width", [40, 60, 80, 120, 240])
def test_it_fits_and_says_what_it_leaves_out(run, width, monkeypatch, capsys):
    monkeypatch.setattr(tables, "console", lambda: Screen(width))
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    tables.print_run(run, "title")
    lines = capsys.readouterr().out.splitlines()
    table = lines[1 : 2 + len(run.systems)]
    assert [line.split()[0].rstrip("*") for line in table[1:]] == run.systems
    if width >= 60:
        assert max(map(len, table)) <= width
    assert "…" not in "".join(lines)
    left_out = [line for line in lines if line.startswith("left out")]
    assert bool(left_out) is (width < 240)


def test_the_column_that_ranks_keeps_its_interval_as_long_as_it_can(run, monkeypatch, capsys):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    shown = {}
    for width in (30, 80, 120):
        monkeypatch.setattr(tables, "console", lambda width=width: Screen(width))
        tables.print_run(run, "title")
        rows = capsys.readouterr().out.splitlines()[2 : 2 + len(run.systems)]
        shown[width] = {len(re.findall(r"\[[.\d]+ [.\d]+\]", row)) for row in rows}
    assert shown == {30: {0}, 80: {1}, 120: {1}}


def test_without_a_terminal_everything_is_there(run, capsys):
    tables.print_run(run, "title")
    out = capsys.readouterr().out
    header = out.splitlines()[1].split()
    assert header[0] == "system"
    assert header[-1] == "faults"
    assert len(re.findall(r"\[[.\d]+ [.\d]+\]", out)) >= 3 * len(run.systems)
    assert "full-context*" in out
