"""Dates and numbers of other matters: when something was told, what another thing costs, when another one is."""

from __future__ import annotations

import re

import pytest

from regulars.rewards.assertions.matters import (
    labelled_elsewhere,
    own_statuses,
    with_settled_order,
    without_disclosure_dates,
)
from regulars.rewards.assertions.statuses import AssertionStatus
from regulars.values import Domain, Mention, ValueType

DAYS = {"14 may": "2025-05-14", "20 june": "2025-06-20", "3 march": "2025-03-03"}


def days_in(text: str) -> list[Mention]:
    found = [Mention(DAYS[one[0]], *one.span(), "day") for one in re.finditer("|".join(DAYS), text)]
    months = [Mention("2025-07", *one.span(), "month") for one in re.finditer("july", text)]
    return sorted([*found, *months], key=lambda one: one.start)


def kept(text: str) -> str:
    return " ".join(text[one.start : one.end] for one in without_disclosure_dates(text, days_in(text)))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # The date of a telling is left out beside another date, and stays alone.
        ("you told me on 14 may that it is 20 june.", "20 june"),
        ("it starts on 14 may and ends 20 june.", "14 may 20 june"),
        ("you told me on 14 may.", "14 may"),
        ("on 14 may you told me: 20 june.", "20 june"),
        ("on 14 may we rest: 20 june.", "14 may 20 june"),
        ("20 june (14 may).", "20 june 14 may"),
        ("20 june 2025 (14 may).", "20 june"),
        ("as of 14 may it is 20 june.", "20 june"),
        ("noted: 14 may. it is 20 june.", "20 june"),
        ("told for 14 may, 20 june.", "14 may 20 june"),
        ("when we spoke on 14 may, 20 june.", "20 june"),
        ("you moved it on 14 may, so 20 june.", "20 june"),
        ("you moved house on 14 may, so 20 june.", "14 may 20 june"),
        ("since 14 may: 20 june.", "20 june"),
        ("since 14 may and 20 june.", "14 may 20 june"),
        ("since 14 may it is 20 june.", "20 june"),
        ("near 14 may: 20 june.", "14 may 20 june"),
        ("before your race on 14 may, 20 june.", "20 june"),
        ("beside your race on 14 may, 20 june.", "14 may 20 june"),
        ("since 14 may it is.", "14 may"),
        ("before your race on 14 may.", "14 may"),
        ("you moved it on 14 may.", "14 may"),
        # Today is no answer beside another date, and alone it is one.
        ("today is 14 may, so 20 june.", "20 june"),
        ("today is 14 may.", "14 may"),
        # A month of which days are counted, beside a day; a day stays.
        ("two days left in july, so 20 june.", "20 june"),
        ("two days left in july.", "july"),
        ("two days left of 14 may, so 20 june.", "14 may 20 june"),
        ("two days back in july, so 20 june.", "20 june"),
        ("two days near july, so 20 june.", "july 20 june"),
        # Two dates of tellings: both stay, and a reply that abstains keeps none.
        ("told on 14 may. told on 20 june.", "14 may 20 june"),
        ("told on 14 may. told on 20 june. i don't know when it is.", ""),
        # Where all others date a telling, one that only opens its clause is left.
        ("told on 14 may. on 20 june you told me.", "20 june"),
        # A stamp of a turn is never an answer.
        ("[14 may 09:30] anna: hello", ""),
        ("[14 may] anna: hello", "14 may"),
        ("(14 may 09:30) anna: hello", "14 may"),
        ("[14 may 09:30] anna: told on 20 june.", "20 june"),
    ],
)
def test_the_dates_of_tellings_are_left_out(text: str, found: str) -> None:
    assert kept(text) == found


def test_seventy_characters_before_a_date_say_what_it_dates():
    # `told` begins 70 characters before the date in the first text, and 71 in the second.
    for letters, found in ((61, "20 june"), (62, "14 may 20 june")):
        text = f"told {'y' * letters} on 14 may, then 20 june."
        assert text.index("14 may") == letters + 9
        assert kept(text) == found


def settled(text: str, figures: str, *others: tuple[str, str, str]) -> str:
    """The value and granularity of a date in figures, read with the day first, beside dates in words."""
    at = text.index(figures)
    day, month, year = figures.split("/")
    mentions = [Mention(f"{year}-{month}-{day}", at, at + len(figures), "")]
    mentions += [Mention(value, text.index(w), text.index(w) + len(w), size) for w, value, size in others]
    mentions.sort(key=lambda one: one.start)
    one = next(one for one in with_settled_order(text, mentions) if one.start == at)
    return f"{one.value} {one.granularity}".strip()


AUGUST, APRIL = ("4 august", "2025-08-04", "day"), ("april 8", "2025-04-08", "day")


@pytest.mark.parametrize(
    ("text", "others", "found"),
    [
        ("04/08/2025 (4 august)", (AUGUST,), "2025-08-04 day"),
        ("04/08/2025 (april 8)", (APRIL,), "2025-04-08 day"),
        ("04/08/2025, that is april 8", (APRIL,), "2025-04-08 day"),
        ("april 8, i.e. 04/08/2025", (APRIL,), "2025-04-08 day"),
        ("04/08/2025, noted april 8", (APRIL,), "2025-08-04"),
        ("04/08/2025 and 4 august", (AUGUST,), "2025-08-04"),
        ("04/08/2025 (5 august)", (("5 august", "2025-08-05", "day"),), "2025-08-04"),
        ("04/08/2025 (august)", (("august", "2025-08", "month"),), "2025-08-04"),
        ("04/08/2025 (3 may) (april 8)", (("3 may", "2025-05-03", "day"), APRIL), "2025-08-04"),
        ("3 may, april 8, 04/08/2025", (("3 may", "2025-05-03", "day"), APRIL), "2025-04-08 day"),
        ("april 8" + " " * 70 + "04/08/2025", (APRIL,), "2025-04-08 day"),
        ("april 8" + " " * 71 + "04/08/2025", (APRIL,), "2025-08-04"),
        ("04/08/2025", (), "2025-08-04"),
    ],
)
def test_a_date_in_words_settles_the_figures_beside_it(text, others, found):
    assert settled(text, "04/08/2025", *others) == found


RENT = Domain("monthly_rent", ValueType.NUMBER, unit="euros", subjects=("rent", "monthly"))
EXAM = Domain("exam_date", ValueType.DATE, subjects=("exam",))


def own(text: str, domain: Domain = RENT, *statuses: str) -> str:
    mentions = [Mention(one[0], *one.span()) for one in re.finditer(r"\d+", text)]
    given = [AssertionStatus(one) for one in statuses] or [AssertionStatus.CURRENT] * len(mentions)
    return " ".join(
        one.value
        for one, status in zip(mentions, own_statuses(text, mentions, given, domain), strict=True)
        if status is AssertionStatus.CURRENT
    )


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # A number of another matter is set aside beside one of the right matter, or one of none.
        ("your rent is 12. your gym is 34.", "12"),
        ("you pay 12. your gym is 34.", "12"),
        ("your pool is 12. your gym is 34.", "12 34"),
        ("your rent is 12. you pay 34.", "12 34"),
        ("your gym is 34, and the rent is 12.", "12"),
        ("your gym is 34 and your rents are 12.", "12"),
        ("your gym is 34. it comes to 12.", "12"),
        ("your gym is 12. your rent is 12.", "12 12"),
        # A price for each of some things, and an operand.
        ("you pay 12. 34 per visit.", "12"),
        ("you pay 12. 34 per month.", "12 34"),
        ("you pay 12. 34 * 2.", "12"),
        ("you pay 12. so = 34.", "12"),
        ("you pay 12. 34 is the gym, i think.", "12"),
        ("you pay 12. 34 is my guess.", "12 34"),
        # The noun of another attribute right before a number, even where it stands alone.
        ("your salary is 34.", ""),
        ("your rent is 34.", "34"),
        ("your salad is 34.", "34"),
        ("your old salary is about 34.", ""),
    ],
)
def test_numbers_of_other_matters_are_set_aside(text: str, found: str) -> None:
    assert own(text) == found


def test_words_that_name_the_same_matter_are_its_own():
    guests = Domain("guest_count", ValueType.NUMBER, subjects=("guests",))
    assert own("people in all: 12. your gym is 34.", guests) == "12"
    # In any other attribute `people` is no word of the matter: then neither number has one.
    assert own("your people are 12. your gym is 34.", guests) == "12"
    assert own("your salary is 34.", Domain("money", ValueType.NUMBER)) == "34"


def test_only_what_is_asserted_is_set_aside():
    assert own("your rent is 12. your gym is 34.", RENT, "past", "current") == "34"


@pytest.mark.parametrize(
    ("text", "own_words", "elsewhere"),
    [
        ("your lease (12", (), True),
        ("your lease on 12", (), True),
        ("your lease: 12", ("lease",), False),
        ("the date: 12", (), False),
        ("now: 12", (), False),
        ("lo: 12", (), False),
        ("lease near 12", (), False),
    ],
)
def test_a_noun_before_a_value_names_its_matter(text, own_words, elsewhere):
    at = text.index("12")
    assert labelled_elsewhere(text, Mention("12", at, at + 2), own_words) is elsewhere
