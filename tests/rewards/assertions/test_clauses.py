"""Where sentences and clauses end, and where a sentence starts to ask."""

from __future__ import annotations

import re

import pytest

from regulars.rewards.assertions.clauses import asked_from, asked_status, clause_cuts, is_confirmed, sentences
from regulars.values import Mention


def named(text: str) -> list[Mention]:
    return [Mention(one[0], *one.span()) for one in re.finditer(r"oslo|graz|mt\. blanc", text)]


def parts(text: str) -> list[tuple[str, str]]:
    """The sentences that name values, and these values."""
    mentions = named(text)
    return [
        (text[low:high].strip(), " ".join(one.value for one in mentions[first:last]))
        for low, high, first, last in sentences(text, mentions)
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("hi. it's oslo. bye.", [("it's oslo.", "oslo")]),
        ("oslo. graz.", [("oslo.", "oslo"), ("graz.", "graz")]),
        ("oslo, graz", [("oslo, graz", "oslo graz")]),
        ("oslo.graz", [("oslo.graz", "oslo graz")]),
        ('"oslo." graz', [('"oslo."', "oslo"), ("graz", "graz")]),
        ("oslo\ngraz", [("oslo", "oslo"), ("graz", "graz")]),
        ("oslo 😀 graz", [("oslo 😀", "oslo"), ("graz", "graz")]),
        # Neither an abbreviation nor a full stop within a value ends a sentence.
        ("oslo, e.g. graz.", [("oslo, e.g. graz.", "oslo graz")]),
        ("oslo, e.g. graz. oslo.", [("oslo, e.g. graz.", "oslo graz"), ("oslo.", "oslo")]),
        ("oslo, ego. graz.", [("oslo, ego.", "oslo"), ("graz.", "graz")]),
        ("so mt. blanc now. graz.", [("so mt. blanc now.", "mt. blanc"), ("graz.", "graz")]),
        ("oslo and mt. blanc now.", [("oslo and mt. blanc now.", "oslo mt. blanc")]),
    ],
)
def test_sentences_end_at_marks(text: str, found: list[tuple[str, str]]) -> None:
    assert parts(text) == found


def test_a_sentence_of_more_than_1000_characters_ends_before_a_value():
    # The second value begins 1,000 characters behind the first, then 1,001.
    text = "oslo" + " " * 996 + "graz" + " " * 10
    assert sentences(text, named(text)) == [(0, 1014, 0, 2)]
    text = "oslo" + " " * 997 + "graz" + " " * 10
    assert sentences(text, named(text)) == [(0, 1001, 0, 1), (1001, 1015, 1, 2)]
    text = "oslo graz" + " " * 992  # 1,001 characters, but no value behind the thousandth
    assert sentences(text, named(text)) == [(0, 1001, 0, 2)]
    text = "oslo" + " " * 1000 + "graz" + " " * 1000 + "oslo"
    assert sentences(text, named(text)) == [(0, 1004, 0, 1), (1004, 2008, 1, 2), (2008, 2012, 2, 3)]


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("oslo; graz", ["oslo;", " graz"]),
        ("oslo, graz", ["oslo, graz"]),
        ("oslo but graz", ["oslo but", " graz"]),
        ("all but graz", ["all but graz"]),
        ("oslo, so graz", ["oslo, so", " graz"]),
        ("oslo and graz", ["oslo and graz"]),
        ("oslo and you graz", ["oslo and ", "you graz"]),
        ("oslo - graz", ["oslo - ", "graz"]),
        ("oslo-graz", ["oslo-graz"]),
        ("oslo, as well as graz", ["oslo, as well as graz"]),
        ("oslo, as graz", ["oslo, as", " graz"]),
    ],
)
def test_clauses_end_at_marks_and_words(text: str, clauses: list[str]) -> None:
    cuts = clause_cuts(text, 0, len(text), named(text))
    assert [text[low:high] for low, high in zip([0, *cuts], [*cuts, len(text)], strict=True)] == clauses


def test_no_clause_ends_within_a_value():
    text = "black; white; grey"
    assert clause_cuts(text, 0, len(text), []) == [6, 13]
    assert clause_cuts(text, 0, len(text), [Mention("black; white", 0, 12)]) == [13]
    assert clause_cuts(text, 0, len(text), [Mention("black", 0, 5)]) == [6, 13]
    assert clause_cuts(text, 7, 12, []) == []


def asks(text: str, whole: str = "") -> tuple[str, bool]:
    """What a sentence asks, and whether its form shows it. `whole` adds the sentences behind it."""
    cuts = clause_cuts(text, 0, len(text), [])
    at, by_form = asked_from(text + whole, 0, len(text), cuts)
    return text[at:], by_form


@pytest.mark.parametrize(
    ("text", "behind", "asked", "by_form"),
    [
        ("it's oslo.", "", "", False),
        ("is it oslo?", "", "is it oslo?", True),
        ("it's oslo?", "", "it's oslo?", False),
        ("it's oslo, isn't it?", "", ", isn't it?", True),
        ("it's oslo, right?", "", ", right?", True),
        (", right?", "", ", right?", True),
        ("it's oslo, rain?", "", "it's oslo, rain?", False),
        ("it's oslo, is it?", "", "it's oslo, is it?", True),
        ("it's oslo; do you like it?", "", " do you like it?", True),
        ("it's oslo, do you like it?", "", " do you like it?", True),
        ("do you like it, right?", "", "do you like it, right?", True),
        ("i think it's oslo?", "", "", False),
        ("what else but oslo?", "", "", False),
        ("is it oslo?", " that's what i have.", "", False),
        ("is it oslo?", " that's rain.", "is it oslo?", True),
        ("is it oslo? or so it seems", "", "", False),
    ],
)
def test_a_sentence_asks_from_its_first_clause_that_does(text: str, behind: str, asked: str, by_form: bool) -> None:
    assert asks(text, behind) == (asked, by_form)


@pytest.mark.parametrize(
    ("text", "behind", "status", "confirmed"),
    [
        ("is it oslo?", "", "questioned", False),
        ("is it oslo?", " no.", "denied", False),
        ("is it oslo?", " now.", "questioned", False),
        ("is it oslo?", " yes.", "questioned", True),
        ("it is oslo.", " yes.", "questioned", False),
        ("how do you like oslo?", "", "aside", False),
        ("how could i forget oslo?", "", "questioned", False),
        ("how do you like oslo?", " never.", "denied", False),
    ],
)
def test_the_next_sentence_answers_a_question(text: str, behind: str, status: str, confirmed: bool) -> None:
    assert asked_status(text + behind, 0, len(text)).value == status
    assert is_confirmed(text + behind, 0, len(text)) is confirmed
