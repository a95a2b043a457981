"""Data files made to exhaust a reader: refused with their line, and by little work."""

from __future__ import annotations

import json
import sys
from itertools import pairwise

import pytest

from regulars.agents.models.metered import read_prices
from regulars.data_faults import HostileText, LinedFile, parse_json, parse_toml
from regulars.datasets import read_any
from regulars.errors import DataError
from regulars.scenarios.files import scenario_from_json

NAMES = "abcdefghi"
PAIRS = list(pairwise(NAMES))
LAUGHS = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]\n" for before, name in PAIRS
)
"""Nine values in nine lines: 9^9 entries once all aliases are written out."""
MERGES = "a: &a {x: 1}\n" + "".join(
    f"{name}: &{name} {{<<: [{', '.join([f'*{before}'] * 9)}]}}\n" for before, name in PAIRS
)
MOST_CALLS = 200_000
"""Calls of Python functions that a refusal may take: a tenth of a second or so."""

# 9^7 entries in the line of `g`, which is the seventh, are the first above a million: 9^6 is 531,441.
HOSTILE = {
    "laughs": (LAUGHS, 7, "has more than 1000000 entries with its aliases written out"),
    "merges": (MERGES, 7, "has more than 1000000 entries with its aliases written out"),
    "itself": ("x: 1\ny: &a [*a]\n", 2, "contains itself by an alias"),
    "open brackets": ("[" * 100_000, 1, "is nested deeper than 100 levels"),
    "dashes": ("- " * 100_000, 1, "is nested deeper than 100 levels"),
    "questions": ("? " * 100_000, 1, "is nested deeper than 100 levels"),
    "indented": ("".join(" " * depth + "a:\n" for depth in range(500)), 100, "is nested deeper than 100 levels"),
    "decimal": ("x: 1\na: " + "9" * 10_000, 2, "holds a number of 10000 characters; expected at most 400"),
    "hexadecimal": ("a: 0x" + "f" * 9_998, 1, "holds a number of 10000 characters; expected at most 400"),
    "to the base of sixty": ("a: " + ":".join(["59"] * 5_000), 1, "holds a number of 14999 characters; expected"),
    "float": ("a: 1." + "0" * 9_998, 1, "holds a number of 10000 characters; expected at most 400"),
}


def read(text, *, is_json=False):
    """Reads a file. Returns it with the number of calls that this took."""
    calls = 0

    def count(frame, event, argument):
        nonlocal calls
        calls += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        found = LinedFile("mine.yaml", text, is_json=is_json)
    finally:
        sys.setprofile(before)
    return found, calls


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_yaml_is_refused_by_its_line_and_with_little_work(kind):
    text, line, message = HOSTILE[kind]
    found, calls = read(text)
    assert found.data is None
    (fault,) = found.faults
    assert str(fault).startswith(f"mine.yaml:{line}: {message}")
    assert calls < MOST_CALLS


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[" * 100_000, "mine.yaml: is nested deeper than 100 levels"),
        ("[" * 100_000 + "]" * 100_000, "mine.yaml: is nested deeper than 100 levels"),
        ("[" * 200 + "]" * 200, "mine.yaml:1: is nested deeper than 100 levels"),
        (
            '{"x": 1,\n "a": ' + "9" * 10_000 + "}",
            "mine.yaml:2: holds a number of 10000 characters; expected at most 400",
        ),
    ],
)
def test_hostile_json_is_refused_with_little_work(text, said):
    found, calls = read(text, is_json=True)
    assert (found.data, [str(fault) for fault in found.faults]) == (None, [said])
    assert calls < MOST_CALLS


def test_aliases_nesting_and_numbers_of_ordinary_files_are_read():
    deep: object = 1
    for _ in range(99):
        deep = [deep]
    found, _ = read(f"people: &p [Ann, Bo]\nagain: *p\ndeep: {json.dumps(deep)[1:-1]}\nlong: {'9' * 400}\n")
    assert found.faults == []
    assert (found.data["again"], found.data["long"]) == (["Ann", "Bo"], int("9" * 400))
    assert len(LinedFile("x", "- &a [1, 2]\n" + "- *a\n" * 50).data) == 51
    assert LinedFile("x", "").faults == []


def test_hostile_toml_and_json_have_one_error():
    for parse, text in ((parse_json, "[" * 100_000), (parse_toml, "a = " + "[" * 100_000)):
        with pytest.raises(HostileText, match="is nested deeper than 100 levels"):
            parse(text)
    with pytest.raises(HostileText, match="a number of 5000 characters") as caught:
        parse_toml("x = 1\ny = " + "1" * 5_000)
    assert caught.value.line == 2
    assert (parse_json('{"a": 1}'), parse_toml("a = 1")) == ({"a": 1}, {"a": 1})


@pytest.mark.parametrize("text", ["[" * 100_000, '{"kind": ' + "9" * 10_000 + "}"])
def test_readers_of_files_name_the_file(tmp_path, text):
    path = tmp_path / "mine.jsonl"
    path.write_text(text)
    with pytest.raises(DataError, match=r"mine\.jsonl"):
        read_any(path)
    with pytest.raises(DataError, match=r"line 3, column .*(nested too deeply|thousands of digits)"):
        scenario_from_json(text, "line 3")
    prices = tmp_path / "prices.toml"
    prices.write_text(f"[m]\nprompt = {text}")
    with pytest.raises(DataError, match=r"prices\.toml"):
        read_prices(prices)
