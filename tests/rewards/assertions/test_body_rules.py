"""Markup of a reply at its edges: reasoning that is open or closed alone, marks without a partner, odd tables."""

from __future__ import annotations

import pytest

from regulars.rewards.assertions.body import draft_blocks, struck_spans, table_rows, without_hidden_reasoning


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        # `<think>b</think>` has 16 characters, `</think>` 8.
        ("a <think>b</think> c <think>d</think> e", f"a {' ' * 16} c {' ' * 16} e"),
        ("a</think> b", f"{' ' * 9} b"),
        ("a <think>b", f"a {' ' * 8}"),
        ("a</think> b <think>c</think> d", f"{' ' * 9} b {' ' * 16} d"),
        ("<think>a</think> b</think> c", f"{' ' * 26} c"),
        ("<think>a\nb</think>c", f"{' ' * 8}\n{' ' * 9}c"),
        ("a [think]b[/think] c", f"a {' ' * 16} c"),
        ("a <think>b[/think] c", f"a {' ' * 16} c"),
        ("a < b", "a < b"),
        ("a [b]", "a [b]"),
        ("<THINK>a</THINK>b", f"{' ' * 16}b"),
    ],
)
def test_hidden_reasoning_is_blanked_character_by_character(text: str, kept: str) -> None:
    assert without_hidden_reasoning(text) == kept


@pytest.mark.parametrize(
    ("text", "struck"),
    [
        ("~~a~~ b ~~c~~", ["a", "c"]),
        ("~~a", []),
        ("a~~b~~c~~d", ["b"]),
        ("<s>a</s> <del>b</del> <STRIKE>c</strike>", ["a", "b", "c"]),
        ("</s>a<s>b</s>", ["b"]),
        ("<s>a<s>b</s>", ["a<s>b"]),
        ("~~a</s>b", ["a"]),
        ("<b>a</b>", []),
    ],
)
def test_words_struck_through_stand_between_marks(text: str, struck: list[str]) -> None:
    assert [text[low:high] for low, high in struck_spans(text)] == struck


def cells(text: str) -> list[list[str]]:
    return [[text[low:high] for low, high in row.cells] for row in table_rows(text)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("| a | b |\n| c | d |", [["a", "b"], ["c", "d"]]),
        ("a | b\nc | d", [["a", "b"], ["c", "d"]]),
        ("| a | |\n| c | d |", [["a", ""], ["c", "d"]]),
        ("| a | b |", []),
        ("| a | b |\n|---|---|", []),
        ("| a | b |\n|---|---|\n| c | d |", [["c", "d"]]),
        ("| a | b |\n|---|---|\n| c | d |\n|---|---|\n| e | f |", [["c", "d"], ["e", "f"]]),
        # A line between ends the table: what follows needs a head or a second row of its own.
        ("| a | b |\n| c | d |\ne\n| f | g |", [["a", "b"], ["c", "d"]]),
        ("| a | b |\n|---|---|\n| c | d |\n\n| e | f |\n| g | h |", [["c", "d"], ["e", "f"], ["g", "h"]]),
        ("> | a | b |\n> | c | d |", [["a", "b"], ["c", "d"]]),
        ("a | b", []),
    ],
)
def test_tables_have_a_head_or_two_rows(text: str, found: list[list[str]]) -> None:
    assert cells(text) == found


def test_heads_are_those_of_the_table_itself():
    text = "| **a** | `b` |\n|---|---|\n| c | d |\n\n| e | f |\n| g | h |"
    assert [row.heads for row in table_rows(text)] == [("a", "b"), (), ()]
    text = "| a | b |\n| c | d |\n|---|---|\n| e | f |"
    assert [row.heads for row in table_rows(text)] == [(), (), ()]


def test_a_position_lies_in_the_last_cell_that_begins_before_it():
    text = "| aa | bb |\n| cc | dd |"
    row = table_rows(text)[1]
    assert [row.cell_at(text.index(word)) for word in ("cc", "dd")] == [0, 1]
    assert (row.cell_at(row.start), row.cell_at(row.end), row.cell_at(text.index("dd") - 1)) == (0, 1, 0)


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        ("```\na\n```\nb\n```\nc\n```", ["\na\n", "\nc\n"]),
        ("~~~text\na\n~~~", ["\na\n"]),
        ("```\na", []),
        ("> a\n> b\n\n> c", ["> a\n> b", "> c"]),
        ("> a\n```\nb\n```", ["> a", "\nb\n"]),
        ("```\nb\n```\n> a", ["\nb\n", "> a"]),
        ("a > b", []),
    ],
)
def test_blocks_in_text_order(text: str, blocks: list[str]) -> None:
    assert [text[low:high] for low, high in draft_blocks(text)] == blocks
