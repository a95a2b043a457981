"""Where a reply refers to an option: letters and places that do, beside those that only look like it."""

from __future__ import annotations

import pytest

from regulars.rewards.choices.options import (
    OptionReference,
    find_former_and_latter,
    find_letters,
    find_places,
    find_values_of,
    without_articles,
    without_named_places,
)
from regulars.values import Domain


def letters(text: str, count: int = 4) -> str:
    return " ".join("ABCD"[min(one.options)] for one in find_letters(text, text.lower(), count))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("B", "B"),
        ("B and D", "B D"),
        ("D and B", "D B"),
        ("(C)", "C"),
        ("E", ""),
        ("BA", ""),
        ("the B's", ""),
        ("B-side", ""),
        ("B/C", ""),
        # An article opens a sentence; the letter A is followed by what a letter does.
        ("A house.", ""),
        ("A is it.", "A"),
        ("So A house.", "A"),
        ("Hm. A house.", ""),
        ("A BIG house.", ""),
        ("A Big house.", ""),
        ("So A BIG house.", ""),
        ("B is it.", "B"),
        ("B house.", "B"),
        ("vitamin B", ""),
        ("vitamins, B", "B"),
        # Small letters at the beginning, behind words that pick, and before words that go on.
        ("b)", "B"),
        ("b", "B"),
        ("well b", ""),
        ("well b)", ""),
        ("i think b.", "B"),
        ("i drink b.", ""),
        ("its c because of it", "C"),
        ("its c major", ""),
        ("option d, then", "D"),
        ("option d looks", ""),
        ("option a flat", ""),
        ("the answer is c", "C"),
    ],
)
def test_letters(text: str, found: str) -> None:
    assert letters(text) == found


def test_a_letter_beyond_the_last_option_refers_to_none():
    assert letters("B and C", 2) == "B"
    assert letters("C and D", 3) == "C"


def places(text: str, count: int = 4) -> str:
    return " ".join(str(min(one.options) + 1) for one in find_places(text, count))


@pytest.mark.parametrize(
    ("text", "count", "found"),
    [
        ("the third one", 4, "3"),
        ("the third one", 3, "3"),
        ("the third one", 2, ""),
        ("the last one", 3, "3"),
        ("the very first statement", 3, "1"),
        ("third option", 3, "3"),
        ("so third place", 3, ""),
        ("the third week", 3, ""),
        ("the 2nd of these", 3, "2"),
        ("the second.", 3, "2"),
        ("a second.", 3, ""),
        ("option 2", 4, "2"),
        ("option 4", 4, "4"),
        ("option 4", 3, ""),
        ("option 5", 4, ""),
        ("option 2.5", 4, ""),
        ("statement #3", 4, "3"),
        ("at the top", 4, "1"),
        ("at the very bottom", 4, "4"),
        ("the bottom line", 3, "3"),
        ("the topmost one", 3, "1"),
        ("at the top of the hill", 4, ""),
        ("at the top of the list", 4, "1"),
        ("option 3, not the first one", 4, "3 1"),
    ],
)
def test_places(text: str, count: int, found: str) -> None:
    assert places(text, count) == found


def referring(*ones: tuple[int, ...]) -> list[OptionReference]:
    """References at 0, 10, 20 ... with a letter's length."""
    return [OptionReference(frozenset(one), 10 * at, 10 * at + 1, "letter") for at, one in enumerate(ones)]


@pytest.mark.parametrize(
    ("text", "option"),
    [
        ("the former.", 0),
        ("the latter, because of the noise.", 1),
        ("i'd go for the latter!", 1),
        ("the former came up first.", 0),
        ("the latter would suit you.", 1),
    ],
)
def test_the_former_and_the_latter_of_the_two_that_there_are(text, option):
    assert [one.options for one in find_former_and_latter(text, [], 2)] == [{option}]
    assert find_former_and_latter(text, [], 3) == []
    assert find_former_and_latter(text, []) == []
    assert find_former_and_latter(text.replace("the ", "your ", 1), [], 2) == []


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("It's A Doll's House.", 0),
        ("You're doing A Doll's House now.", 0),
        ("It's A, Hamlet.", 1),
        ("A", 1),
        ("A. A Doll's House was last year.", 1),
    ],
)
def test_the_article_of_a_title_is_no_letter(text, left):
    options = ("Our play is Hamlet.", "Our play is A Doll's House.")
    found = find_letters(text, text.lower(), 2)
    assert len(without_articles(text, found, options)) == left
    assert without_articles(text, found, ("Hamlet", "Faust")) == found


def test_the_former_and_the_latter_of_the_last_two():
    text = "A         B         C         the latter."
    found = find_former_and_latter(text, referring((0,), (1,), (2,)))
    assert [(one.options, text[one.start : one.end], one.kind) for one in found] == [({2}, "latter", "place")]
    text = text.replace("latter", "former")
    assert [one.options for one in find_former_and_latter(text, referring((0,), (1,), (2,)))] == [{1}]
    # Repeated ones count once; one that may mean two options, or a single one, has no latter.
    assert [one.options for one in find_former_and_latter(text, referring((0,), (1,), (1,)))] == [{0}]
    assert find_former_and_latter(text, referring((0,), (1, 2))) == []
    assert find_former_and_latter(text, referring((0,))) == []
    # What stands behind it is not meant, and neither is the latter of a thing.
    assert find_former_and_latter("the latter." + " " * 20, [OptionReference(frozenset({0}), 20, 21, "letter")]) == []
    assert find_former_and_latter("A         B         the latter half", referring((0,), (1,))) == []


def test_the_latter_is_looked_for_among_twelve_references():
    for back, found in ((11, [{0}]), (12, [])):
        ones = [(0,), *[(1,)] * back]
        text = "x" * (10 * len(ones)) + " the former."
        assert [one.options for one in find_former_and_latter(text, referring(*ones))] == found


@pytest.mark.parametrize(
    ("text", "kinds", "left"),
    [
        ("the third: Hymns", ("place", "value"), ["Hymns"]),
        ("the third, namely Hymns", ("place", "value"), ["Hymns"]),
        ("the third: Hymns", ("place", "letter"), ["Hymns"]),
        ("the third: Hymns", ("place", "words"), ["third", "Hymns"]),
        ("the third: Hymns", ("value", "value"), ["third", "Hymns"]),
        ("the third. So: Hymns", ("place", "value"), ["third", "Hymns"]),
        ("the third and Hymns", ("place", "value"), ["third", "Hymns"]),
    ],
)
def test_a_place_that_is_spelled_out_does_not_count(text, kinds, left):
    made = [
        OptionReference(frozenset({at}), text.index(word), text.index(word) + 5, kind)
        for at, (word, kind) in enumerate(zip(("third", "Hymns"), kinds, strict=True))
    ]
    assert [text[one.start : one.end] for one in without_named_places(text, made)] == left


def test_a_place_spelled_out_by_another_value_counts():
    made = [
        OptionReference(frozenset({2}), 4, 9, "place"),
        OptionReference(frozenset(), 11, 16, "value"),
    ]
    assert without_named_places("the third: Hymns", made) == made


def test_a_value_that_is_no_option_refers_to_none():
    domain = Domain("boat", aliases={"Mistral": (), "Meridian": ("the line",), "Dolphin": ()})
    found = find_values_of("Dolphin, the line, Mistral", ("Mistral", "Meridian"), domain)
    assert [(set(one.options), one.start, one.end, one.kind) for one in found] == [
        (set(), 0, 7, "value"), ({1}, 9, 17, "value"), ({0}, 19, 26, "value"),
    ]  # fmt: skip
