"""A reply's markup says what is said to the user: not its hidden reasoning, not what it strikes through."""

from __future__ import annotations

import pytest

from regulars.rewards.assertions.body import draft_blocks, struck_spans, table_rows, without_hidden_reasoning


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("<think>Oslo?</think>Bergen.", "Bergen."),
        ("<thinking>\nOslo?\n</thinking>\n\nBergen.", "Bergen."),
        ("Oslo, surely.</think>Bergen.", "Bergen."),
        ("Bergen. <think>or Oslo", "Bergen."),
        ("[reasoning]Oslo[/reasoning] Bergen.", "Bergen."),
        ("I think Bergen.", "I think Bergen."),
        ("<thoughtful>Bergen", "<thoughtful>Bergen"),
    ],
)
def test_hidden_reasoning_is_blanked(text: str, kept: str) -> None:
    blanked = without_hidden_reasoning(text)
    assert blanked.strip() == kept
    assert len(blanked) == len(text)


def test_words_struck_through_are_found() -> None:
    text = "~~Oslo~~ Bergen, <del>Graz</del> <s>Lyon</s> ~~open"
    assert [text[start:end] for start, end in struck_spans(text)] == ["Oslo", "Graz", "Lyon"]


TABLE = """Here:
| City | Now? |
|:-----|:----:|
| Oslo | no |
| **Bergen** | yes |
"""


def test_a_table_has_rows_cells_and_heads() -> None:
    rows = table_rows(TABLE)
    assert [[TABLE[start:end] for start, end in row.cells] for row in rows] == [["Oslo", "no"], ["**Bergen**", "yes"]]
    assert {row.heads for row in rows} == {("City", "Now?")}
    assert rows[0].cell_at(TABLE.index("no |")) == 1
    assert rows[0].cell_at(rows[0].start) == 0


def test_a_bar_in_a_line_makes_no_table() -> None:
    assert table_rows("Oslo | Bergen") == []


def test_fences_and_block_quotes_hold_drafts() -> None:
    text = "Here:\n```\nDear Ann\n```\nor\n> Hello Ann,\n> bye"
    assert [text[start:end] for start, end in draft_blocks(text)] == ["\nDear Ann\n", "> Hello Ann,\n> bye"]
