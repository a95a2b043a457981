"""Parts of a text between the matches of a pattern."""

from __future__ import annotations

import re

import pytest

from regulars.rewards.text_parts import part_spans, part_start

STOP = re.compile(r"[.;] ?")


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", []),
        ("Oslo", ["Oslo"]),
        ("Oslo; Bergen", ["Oslo; ", "Bergen"]),
        ("Oslo. Bergen.", ["Oslo. ", "Bergen."]),
    ],
)
def test_parts_end_with_their_edge(text: str, parts: list[str]) -> None:
    assert [text[low:high] for low, high in part_spans(text, STOP)] == parts


@pytest.mark.parametrize(("at", "low", "start"), [(0, 0, 0), (3, 0, 0), (6, 0, 6), (8, 0, 6), (8, 7, 7), (4, 2, 2)])
def test_a_part_begins_behind_the_last_edge_before_a_place(at: int, low: int, start: int) -> None:
    assert part_start("Oslo; Bergen", STOP, at, low) == start
