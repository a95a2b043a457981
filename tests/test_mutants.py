"""The tools of the tests themselves: small changes to the code (`benchmarks/mutants.py`), and parts of the suite."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from suite_parts import in_part

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"


@pytest.fixture(scope="module")
def operators():
    pytest.importorskip("cosmic_ray", reason="needs the extra `mutants`")
    sys.path.insert(0, str(BENCHMARKS))
    try:
        import mutant_operators
    finally:
        sys.path.remove(str(BENCHMARKS))
    return mutant_operators


@pytest.mark.parametrize(
    ("operator", "line", "changed"),
    [
        ("statements", "known[name] = 1", ["pass"]),
        ("statements", "total += 1", ["pass"]),
        ("statements", "raise ValueError(name)", ["pass"]),
        ("statements", "name = 1", []),
        ("operands", "found = a and b and c", ["found = b and c", "found = a and c", "found = a and b"]),
        ("filters", "found = [one for one in many if one]", ["found = [one for one in many ]"]),
        ("branches", "found = a if b else c", ["found = a", "found = c"]),
        ("arguments", "found = sorted(many, key=len, reverse=True)", ["found = sorted(many, reverse=True)",
                                                                      "found = sorted(many, key=len)"]),
        ("counterparts", "found = max(many)", ["found = min(many)"]),
    ],
)  # fmt: skip
def test_a_slip_is_put_into_a_line(operators, operator, line, changed):
    sites = [site for site in operators.sites("one.py", f"{line}\n") if site.operator == operator]
    assert [operators.mutant(site, f"{line}\n").source.strip() for site in sites] == changed


def test_a_change_of_annotations_is_no_change(operators):
    source = "def first(many: list[int] | None = None) -> int | None:\n    return many\n"
    made = [operators.mutant(site, source) for site in operators.sites("one.py", source)]
    assert [one.difference for one in made if one is not None] == []


def test_a_change_keeps_its_key_when_lines_before_it_move(operators):
    source = "def one():\n    return 1\n\n\ndef two(a, b):\n    return a and b\n"
    keys = []
    for text in (source, f"import os\n\n\n{source}"):
        site = next(site for site in operators.sites("one.py", text) if site.operator == "operands")
        made = operators.mutant(site, text)
        keys.append(made.key)
        assert made.lines.start == text.splitlines().index("    return a and b") + 1
    assert keys[0] == keys[1]
    assert keys[0].startswith("one.py:two:")


def test_a_change_by_hand_names_its_place(operators, tmp_path):
    (tmp_path / "one.py").write_text("a = 1\nb = 1\n")
    entry = {"file": "one.py", "old": "= 1", "new": "= 2"}
    with pytest.raises(ValueError, match=r"one\.py: '= 1' is there 2 times; expected once, or nth"):
        operators.by_hand(entry, tmp_path)
    assert operators.by_hand({**entry, "nth": 2}, tmp_path).source == "a = 1\nb = 2\n"


def test_the_parts_of_the_suite_are_the_whole_suite():
    tests = [f"tests/test_one.py::test_{number}" for number in range(200)]
    parts = [[test for test in tests if in_part(f"{part}/10", test)] for part in range(1, 11)]
    assert sorted(test for part in parts for test in part) == sorted(tests)
    assert all(5 <= len(part) <= 40 for part in parts)


@pytest.mark.parametrize("given", ["0/10", "11/10", "3", "a/b"])
def test_a_part_that_is_none_is_refused(given):
    with pytest.raises(pytest.UsageError, match="expected K/N with K from 1 to N"):
        in_part(given, "tests/test_one.py::test_1")
