"""How `benchmarks/mechanisms.py` names what an operation does."""

from __future__ import annotations

import importlib.util
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from regulars.memory.journal.operations import FINISHED, TURN, Draft, Op

FILE = Path(__file__).resolve().parents[1] / "benchmarks" / "mechanisms.py"
SPEC = importlib.util.spec_from_file_location("mechanisms", FILE)
mechanisms = importlib.util.module_from_spec(SPEC)
sys.modules["mechanisms"] = mechanisms
SPEC.loader.exec_module(mechanisms)


def draft(kind):
    return Draft("p1", 1, datetime(2025, 5, 1, tzinfo=UTC), "Ada", "I eat vegan.", ("s001.t01",), kind)


@pytest.mark.parametrize(
    ("op", "names"),
    [
        (Op("ADD", "a#1", draft(TURN)), []),
        (Op("PASS", "a#1", why=FINISHED), []),
        (Op("ADD", "a#1", draft("fact")), ["ADD fact"]),
        (Op("UPDATE", "a#1", draft("fact"), why="replaced"), ["UPDATE fact: replaced"]),
        (Op("LINK", "a#1", other="a#2", why="cause 1.00 near 0.25"), ["LINK cause", "LINK near"]),
        (Op("LINK", "a#1", other="a#2", why="the same topic"), ["LINK the same topic"]),
        (Op("TOUCH", "a#1", why="recalled at rank 3"), ["TOUCH recalled at rank n"]),
    ],
)
def test_an_operation_is_named_by_what_it_says_of_itself(op, names):
    assert list(mechanisms.mechanisms(op)) == names


def test_a_mechanism_below_the_bar_is_counted_and_bold():
    found = {"mem0-v1": {"core": mechanisms.Counter({"ADD fact": 20, "DELETE over": 4})}}
    text, short = mechanisms.table(found, ["core"], 2)
    assert "| `mem0-v1` | ADD fact | 10.0 |" in text
    assert "| `mem0-v1` | DELETE over | **2.0** |" in text
    assert short == text.count("**") // 2 > 1  # what never fired is listed, too


def test_the_list_names_memories_with_readers_only_once():
    assert mechanisms.spec("mem0-v1") == "mem0-v1:reader=oracle"
    assert mechanisms.spec("reme") == "reme"
    assert {"mem0-v1", "theanine", "reme"} <= set(mechanisms.listed())
