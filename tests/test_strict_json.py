"""Strict JSON: the place and the reason of each refusal, and what is taken as it is."""

from __future__ import annotations

import pytest

from regulars.errors import DataError
from regulars.strict_json import parse_json, place_in, strict_loads


@pytest.mark.parametrize(
    ("text", "place", "told"),
    [
        ("[1,\n 2", "line 2, column 3", "the file is incomplete"),
        ('{"a": "b', "line 1, column 7", "the file is incomplete"),
        ('{"a" 1}', "line 1, column 6", "not JSON"),
        ('{"a": 1,\n "b": {"a": 2},\n  "a": 3}', "line 3, column 3", "the key 'a' stands twice"),
        ('[{"a": 1}, {"b": ["a"], "b": 2}]', "line 1, column 25", "the key 'b' stands twice"),
        ('{"\\u0061": 1, "a": 2}', "line 1, column 15", "the key 'a' stands twice"),
        ("[1,\n NaN]", "line 2, column 2", "NaN is not a number"),
        ('{"a": -Infinity}', "line 1, column 7", "-Infinity is not a number"),
        ("[0.5, 1e400]", "line 1, column 7", "1e400 is too large"),
        (f"[1, {'7' * 4301}]", "line 1, column 5", "thousands of digits"),
        ('["a",\n"\\ud83d"]', "line 2, column 2", "half of a character"),
        ('["\\ude00\\ud83d"]', "line 1, column 3", "half of a character"),
        ('["\\ud83d\\ud83d\\ude00"]', "line 1, column 3", "half of a character"),
        ('["\\\\\\ud83d"]', "line 1, column 5", "half of a character"),  # an escaped backslash, then a half
        ("[" * 100_000, "line 1, column 500", "nested too deeply"),
    ],
)
def test_what_is_refused_is_named_with_its_place(text: str, place: str, told: str) -> None:
    with pytest.raises(DataError, match=told) as caught:
        parse_json(text, "talks.json", "a list")
    assert caught.value.where == f"talks.json, {place}"
    assert caught.value.expected == "a list"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('"\\ud83d\\ude00"', "\U0001f600"),
        ('"\\\\ud83d"', "\\ud83d"),  # an escaped backslash before letters
        (f"[{'7' * 4300}]", [int("7" * 4300)]),
        ('[{"a": 1}, {"a": 2}]', [{"a": 1}, {"a": 2}]),
        ("[1e308, -0.0, 0]", [1e308, 0.0, 0]),
        (" null ", None),
    ],
)
def test_what_is_sound_is_taken_as_it_is(text: str, value: object) -> None:
    assert parse_json(text, "talks.json", "a list") == strict_loads(text) == value


def test_places_count_from_the_line_of_the_text() -> None:
    assert place_in("ab\ncd", 4) == "line 2, column 2"
    assert place_in("ab", 1, line=7) == "line 7, column 2"
    assert place_in("ab", 1, line=0) == "column 2"
    with pytest.raises(DataError, match="incomplete") as caught:
        parse_json("[1", "talks.jsonl", "a list", line=7)
    assert caught.value.where == "talks.jsonl, line 7, column 3"
