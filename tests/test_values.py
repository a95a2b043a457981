"""Values are found in text as people write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regulars.calendar_text import date_agrees, granularity_of
from regulars.values import Domain, ValueType, find_values, fold, normalise, resolve_value, told_value

CITY = Domain(
    "city",
    aliases={
        "New York City": ("NYC", "New York"),
        "York": (),
        "Bergen": (),
        "Zürich": ("Zurich",),
        "Oslo": (),
    },
)
RENT = Domain("rent", ValueType.NUMBER, unit="euros")
COUNT = Domain("count", ValueType.NUMBER)
WEDDING = Domain("wedding", ValueType.DATE)


def values(text: str, domain: Domain) -> list[str]:
    return [mention.value for mention in find_values(text, domain)]


def test_normalise_folds_case_quotes_punctuation_and_numbers() -> None:
    assert normalise("  It’s 1,250 — “Bergen”! ") == "it s 1250 bergen"
    assert normalise("Ｂｅｒｇｅｎ\u00a0 3.5") == "bergen 3.5"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I moved from New York City to Bergen.", ["New York City", "Bergen"]),
        ("york, then nyc", ["York", "New York City"]),
        ("new  york", ["New York City"]),
        ("Yorkshire and Bergenhus", []),
        ("BERGEN’s harbour", ["Bergen"]),
        ("Zu\u0308rich, Ｂｅｒｇｅｎ, Os\u200blo", ["Zürich", "Bergen", "Oslo"]),
        ("_Oslo_ **Bergen**", ["Oslo", "Bergen"]),
        ("N.Y.C., or n. y. c.", ["New York City", "New York City"]),
    ],
)
def test_terms_are_found_at_word_boundaries_and_the_longest_wins(text: str, expected: list[str]) -> None:
    assert values(text, CITY) == expected


@pytest.mark.parametrize(
    "text", ["Zu\u0308rich or Ber\u200bgen", "ＮＹＣ, Oslo", "ﬁne: Bergen ½ Zürich", "Straße in Oslo"]
)
def test_spans_are_those_of_the_text_as_given(text: str) -> None:
    for mention in find_values(text, CITY):
        assert resolve_value(text[mention.start : mention.end], CITY) == mention.value


@given(st.text(max_size=40), st.sampled_from(sorted(CITY.aliases)), st.text(max_size=40))
def test_a_value_set_off_by_spaces_is_found_in_any_text(before: str, value: str, after: str) -> None:
    text = f"{before} | {value} | {after}"
    found = {mention.value for mention in find_values(text, CITY)}
    assert value in found
    assert told_value(text, value, CITY) == value


@given(st.text(max_size=60))
def test_folding_keeps_the_places_of_all_characters(text: str) -> None:
    cased, lowered, places = fold(text)
    assert len(cased) == len(lowered)
    if places is not None:
        assert len(places) == len(cased) + 1
        assert places == sorted(places)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The rent is 1,250 euros a month.", ["1250"]),
        ("€1250 or 1,100€", ["1250", "1100"]),
        ("one thousand two hundred and fifty euros", ["1250"]),
        ("twenty-five euros and 2.50 euros", ["25", "2.5"]),
        ("1250", ["1250"]),
        ("3 cats, 20%, 5 km, $900, 9:30", []),
        ("since 14 May 2025, in 2024, on 2025-05-14", []),
        ("1250 full euros", ["1250"]),
        ("1.250 €, 1.250,50 € and 1 250 euros", ["1250", "1250.5", "1250"]),
        ("1. Rent: 900 euros\n2. Food: 400", ["900"]),
        ("150 euros more, tram 12, at 8", []),
    ],
)
def test_numbers_of_a_unit_stand_with_it_or_alone(text: str, expected: list[str]) -> None:
    assert values(text, RENT) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("You named three countries.", ["3"]),
        ("In 2 sessions, over 5 weeks, you named 4.", ["4"]),
        ("the one you told me, and one of those", []),
        ("Just one.", ["1"]),
        ("It was the 3rd of May at 10 am.", []),
        ("a hundred", ["100"]),
        ("forty-two", ["42"]),
    ],
)
def test_numbers_without_a_unit_stand_with_none(text: str, expected: list[str]) -> None:
    assert values(text, COUNT) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("14 May 2025", ["2025-05-14"]),
        ("May 14, 2025", ["2025-05-14"]),
        ("on May 14th", ["--05-14"]),
        ("the 14th of May", ["--05-14"]),
        ("the fourteenth of May 2025", ["2025-05-14"]),
        ("2025-05-14", ["2025-05-14"]),
        ("14.05.2025 and 25/12/2025", ["2025-05-14", "2025-12-25"]),
        ("05/06/2025", []),
        ("20/06/2025, 06/20/2025, 20-06-2025", ["2025-06-20"] * 3),
        ("20.06.25, 20 June '25, June '25 and 06/2025", ["2025-06-20", "2025-06-20", "2025-06", "2025-06"]),
        ("Good morning!\nMay", ["--05"]),
        ("in May 2025", ["2025-05"]),
        ("in May", ["--05"]),
        ("May", ["--05"]),
        ("You may go. May I ask?", []),
        ("June told me to march on.", []),
        ("in 2025", ["2025"]),
        ("31 April 2025", ["2025-04"]),
        ("from 3 June to 5 July 2025", ["--06-03", "2025-07-05"]),
        ("Sept. 3rd, 2025, at 9:30", ["2025-09-03"]),
        ("2025 euros", []),
    ],
)
def test_dates_are_found_at_the_granularity_of_the_words(text: str, expected: list[str]) -> None:
    assert values(text, WEDDING) == expected
    assert [mention.granularity for mention in find_values(text, WEDDING)] == [
        granularity_of(value) for value in expected
    ]


@pytest.mark.parametrize(
    ("text", "value", "domain", "told"),
    [
        ("I moved to Bergen.", "Bergen", CITY, "Bergen"),
        ("I moved to New York City.", "York", CITY, ""),
        ("I moved to NYC.", "New York City", CITY, "New York City"),
        ("I moved.", "Bergen", CITY, ""),
        ("I pay 1,250 euros.", "1250", RENT, "1250"),
        ("I pay 11250 euros.", "1250", RENT, ""),
        ("I have 12 of them.", "12", COUNT, "12"),
        ("I have 12.5 of them.", "12", COUNT, ""),
        ("I have twelve of them.", "12", COUNT, "12"),
        ("On 12 May I had none.", "12", COUNT, ""),
        ("We marry on 14 May 2025.", "2025-05-14", WEDDING, "2025-05-14"),
        ("We marry on 14 May.", "2025-05-14", WEDDING, "2025-05-14"),
        ("We marry in May 2025.", "2025-05-14", WEDDING, "2025-05"),
        ("We marry in May.", "2025-05-14", WEDDING, "2025-05"),
        ("We marry in 2025.", "2025-05-14", WEDDING, "2025"),
        ("We marry in May, on 14 May.", "2025-05-14", WEDDING, "2025-05-14"),
        ("We marry in June.", "2025-05-14", WEDDING, ""),
        ("We marry on 114 May 2025.", "2025-05-14", WEDDING, "2025-05"),
    ],
)
def test_told_value_is_what_the_text_carries(text: str, value: str, domain: Domain, told: str) -> None:
    assert told_value(text, value, domain) == told


def test_a_value_outside_the_domain_is_told_by_its_own_words() -> None:
    assert told_value("My home is Tromsø now.", "Tromsø", CITY) == "Tromsø"
    assert told_value("My home is Tromsødal now.", "Tromsø", CITY) == ""


@pytest.mark.parametrize(
    ("asserted", "gold", "relation"),
    [
        ("2025-05-14", "2025-05-14", "equal"),
        ("--05-14", "2025-05-14", "equal"),
        ("2025-05", "2025-05-14", "coarser"),
        ("2025", "2025-05", "coarser"),
        ("2025-05-14", "2025-05", "finer"),
        ("--05-14", "2025-05", "finer"),
        ("--06", "2025-05-14", "differs"),
        ("2024-05-14", "2025-05-14", "differs"),
    ],
)
def test_dates_agree_where_all_that_both_say_is_the_same(asserted: str, gold: str, relation: str) -> None:
    assert date_agrees(asserted, gold) == relation


@pytest.mark.parametrize(
    ("written", "domain", "value"),
    [
        ("nyc", CITY, "New York City"),
        (" bergen! ", CITY, "Bergen"),
        ("Atlantis", CITY, ""),
        ("1,250 euros", RENT, "1250"),
        ("1250.0", RENT, "1250"),
        ("three", COUNT, "3"),
        ("many", COUNT, ""),
        ("2025-05", WEDDING, "2025-05"),
        ("14 May 2025", WEDDING, "2025-05-14"),
        ("soon", WEDDING, ""),
    ],
)
def test_a_written_value_resolves_to_its_canonical_form(written: str, domain: Domain, value: str) -> None:
    assert resolve_value(written, domain) == value


def test_two_domains_of_one_name_are_kept_apart() -> None:
    for number in range(5):
        assert values(f"x{number} y", Domain("same", aliases={f"x{number}": ()})) == [f"x{number}"]
