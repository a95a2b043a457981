"""What is found in a reply's text: exact pieces, words, dates, times, sums and numbers of texts written by hand."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from regulars.rewards.style_checks.reply_text import (
    NUMBER_WORDS,
    clocks_in,
    contracted_in,
    dates_in,
    find_phrases,
    large_numbers,
    numbers_in,
    phrase_at,
    sentences,
    sums_in,
    uncontracted_in,
    words,
)


def forms(matches: Sequence[re.Match[str]], *names: str) -> list[tuple[str, str]]:
    """The words of each match, and which of the named groups they are."""
    return [(match[0], *(name for name in names if match[name] is not None)) for match in matches]


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("One. Two! Three? Four… five", ["One.", "Two!", "Three?", "Four…", "five"]),
        ('He said "no." Then (yes.) Go', ['He said "no."', "Then (yes.)", "Go"]),
        ("At 1.5 km, e.g. on foot, ask Dr. Berg etc. at 5 p.m. sharp.", None),
        ("Mr. Berg vs. Ms. Ost, approx. 5, i.e. few.", None),
        ("Go to the vet. Stay.", ["Go to the vet.", "Stay."]),
        # An abbreviation is a whole word: `best.` ends, `St.` does not.
        ("It is the best. Go to St. Olav.", ["It is the best.", "Go to St. Olav."]),
        # Only a single full stop may be one of an abbreviation.
        ("Ask Dr! Berg.", ["Ask Dr!", "Berg."]),
        ("Line one\nline two\n\n- item\n2) next", ["Line one", "line two", "item", "next"]),
        ("- Only. One", ["Only.", "One"]),
        ("你好。再见", ["你好。", "再见"]),
        ("... !? 😊", []),
        ("", []),
    ],
)
def test_sentences_in_order(text: str, pieces: list[str] | None) -> None:
    assert sentences(text) == ([text] if pieces is None else pieces)


def test_words_lose_the_marks_at_their_edges() -> None:
    assert words("“Well-known”, isn't it? (5%) 9:30 — … *bold* 10€") == [
        "Well-known", "isn't", "it", "5", "9:30", "bold", "10",
    ]  # fmt: skip
    assert words(" - ") == []


@pytest.mark.parametrize(
    ("text", "contracted", "apart"),
    [
        ("I don't know.", True, False),
        ("You're here, they've gone.", True, False),
        ("That’s it.", True, False),
        ("Let's go.", True, False),
        ("Where's Anna?", True, False),
        ("Anna's rent.", False, False),
        ("The dogs' bowl.", False, False),
        ("I do not know.", False, True),
        ("It is here.", False, True),
        ("I cannot say.", False, True),
        # At the end of a clause nothing can be contracted.
        ("So it is.", False, False),
        ("Here it is, so I am!", False, False),
        ("I'm sure it is fine.", True, True),
        ("Bergen.", False, False),
    ],
)
def test_contractions_and_what_could_be_contracted(text: str, contracted: bool, apart: bool) -> None:
    assert (contracted_in(text), uncontracted_in(text)) == (contracted, apart)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("On 2025-05-14 or 14 May 2025, 2nd of June", [
            ("2025-05-14", "iso"), ("14 May 2025", "day_month"), ("2nd of June", "day_month"),
        ]),
        ("May 14, 2025 and Sept. 3rd", [("May 14, 2025", "month_day"), ("Sept. 3rd", "month_day")]),
        ("14 Jan, 3 Dec 2025", [("14 Jan", "day_month"), ("3 Dec 2025", "day_month")]),
        ("Feb 1 and Aug. 2nd", [("Feb 1", "month_day"), ("Aug. 2nd", "month_day")]),
        ("14.5.2025 and 1-2-25", [("14.5.2025", "figures"), ("1-2-25", "figures")]),
        ("14/05/25", [("14/05/25", "figures")]),
        ("May 2025, in May, mid-June", []),
        ("May 14:30 and May 1.5", []),
        ("the 14th", []),
        ("12025-05-14, 2025-05-14-1, 1.14.5.2025", []),
        ("14 Mayor", []),
    ],
)  # fmt: skip
def test_calendar_days_with_their_form(text: str, found: list[tuple[str, str]]) -> None:
    assert forms(dates_in(text), "iso", "day_month", "month_day", "figures") == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("17:30, 9:05 or 00:00", [("17:30", "full"), ("9:05", "full"), ("00:00", "full")]),
        ("5 pm, 5:30 p.m.", [("5 pm", "half"), ("5:30 p.m.", "half")]),
        ("12am, 9.15 AM", [("12am", "half"), ("9.15 AM", "half")]),
        ("24:00, 12:60, 13 pm, 5 pmx", []),
        ("1:23:45", []),
        ("at 5", []),
    ],
)  # fmt: skip
def test_times_of_day_with_their_form(text: str, found: list[tuple[str, str]]) -> None:
    assert forms(clocks_in(text), "half", "full") == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("€40 or £ 1,250.50 and 40 $", [("€40", "sign"), ("£ 1,250.50", "sign"), ("40 $", "sign")]),
        ("40 euros, 1 250 euros, a 5-dollar note, 1 pound", [
            ("40 euros", "word"), ("1 250 euros", "word"), ("5-dollar", "word"), ("1 pound", "word"),
        ]),
        ("EUR 40 or 40 USD, 40GBP", [("EUR 40", "code"), ("40 USD", "code"), ("40GBP", "code")]),
        ("forty euros, 40 eurosceptics, EUROPE 40", []),
    ],
)  # fmt: skip
def test_sums_with_their_form(text: str, found: list[tuple[str, str]]) -> None:
    assert forms(sums_in(text), "sign", "word", "code") == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("2 of 12", [("2", "figures"), ("12", "figures")]),
        ("two of ninety-nine and Twenty one", [("two", "words"), ("ninety-nine", "words"), ("Twenty", "words")]),
        ("one, 100, 5th, 5%, 5°, 1.5, 5-6, #5, 3:2", []),
        ("It was 5. And 6, then.", [("5", "figures"), ("6", "figures")]),
        ("two hundred, three thousand, a hundred and five, hundred-and-six", []),
        ("two-storey, half-three, x.two", []),
        # Of dates, times, sums and list marks only what stands beside them counts.
        ("On 14 May 3 came", [("3", "figures")]),
        ("May 14 and 15", [("15", "figures")]),
        ("At 5 pm 6 came", [("6", "figures")]),
        ("EUR 5 for 6", [("6", "figures")]),
        ("5 dollars for 6", [("6", "figures")]),
        ("£ 5", []),
        ("1 250 euros", []),
        ("1. yes\n2) no 3", [("3", "figures")]),
    ],
)
def test_small_numbers_with_their_form(text: str, found: list[tuple[str, str]]) -> None:
    assert [(text[start:end], form) for start, end, form in numbers_in(text)] == found


def test_number_words_run_from_zero_to_ninety_nine() -> None:
    assert len(NUMBER_WORDS) == 100
    assert [NUMBER_WORDS[at] for at in (0, 1, 10, 13, 19, 20, 21, 40, 58, 99)] == [
        "zero", "one", "ten", "thirteen", "nineteen", "twenty", "twenty-one", "forty", "fifty-eight", "ninety-nine",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1,250 and 12,500,000", [("1,250", "separated"), ("12,500,000", "separated")]),
        ("1250, 12500", [("1250", "plain"), ("12500", "plain")]),
        ("999, 1899, 1900, 2099, 2100", [("1899", "plain"), ("2100", "plain")]),
        ("2025-05-14, 1250/2, 1.1250, A1250", []),
        ("2,025", [("2,025", "separated")]),
    ],
)
def test_large_numbers_with_their_form(text: str, found: list[tuple[str, str]]) -> None:
    assert forms(tuple(large_numbers(text)), "separated", "plain") == found


@pytest.mark.parametrize(
    ("text", "phrases", "found"),
    [
        ("ex ex-wife Ex", ("ex", "ex-wife"), ["ex", "ex-wife", "Ex"]),
        ("Exeter, next, 5ex, ex5, ex_", ("ex",), ["ex"]),
        ("as well as well as", ("as well", "as well as"), ["as well as"]),
        ("I am, i am", ("I",), ["I"]),
        ("a;b; c", (";",), [";", ";"]),
        ("don’t DON'T", ("don't",), ["don’t", "DON'T"]),
        ("b a", ("a", "b"), ["b", "a"]),
        ("yes", (), []),
    ],
)
def test_phrases_in_order_without_overlaps(text: str, phrases: tuple[str, ...], found: list[str]) -> None:
    assert [text[start:end] for start, end in find_phrases(text, phrases)] == found


def test_phrases_may_stand_side_by_side() -> None:
    assert find_phrases("So!", ("so", "!")) == ((0, 2), (2, 3))
    assert find_phrases("So!", ("so!", "!")) == ((0, 3),)


def test_a_phrase_at_a_place_is_the_longest() -> None:
    assert phrase_at("Of course not.", ("of", "of course"), 0) == 9
    assert phrase_at("Well, of course.", ("of course",), 0) == -1
    assert phrase_at("Well, of course.", ("of course",), 6) == 15
    assert phrase_at("Offer", ("of",), 0) == -1


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("Noted, noted.", ((0, 5), (7, 12))),
        # The capital of the dotless I has two signs in small letters; places are those of the text.
        ("\u0130zmir, Noted.", ((7, 12),)),
        ("\u0130\u0130 NOTED", ((3, 8),)),
        ("Don\u2019t, DON'T", ()),
    ],
)
def test_phrases_are_found_at_their_places_in_capitals_too(text, spans) -> None:
    assert find_phrases(text, ("noted",)) == spans
    for start, end in spans:
        assert phrase_at(text, ("noted",), start) == end
    assert phrase_at(text, ("noted",), 1) == -1
