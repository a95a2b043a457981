"""Several numbers in one reply: which of them is the answer, and the amounts that only lead to it."""

from __future__ import annotations

import pytest

from regulars.rewards.assertions.amounts import answering_amounts, without_parts
from regulars.rewards.assertions.durations import find_durations, is_time, same_rate
from regulars.values import Domain, Mention, ValueType, find_values

COUNT = Domain("count", ValueType.NUMBER)
RENT = Domain("monthly_rent", ValueType.NUMBER, unit="euros")
RUN = Domain("weekly_run", ValueType.NUMBER, unit="kilometres")
DAYS = Domain("days", ValueType.NUMBER, unit="days")
COMMUTE = Domain("commute", ValueType.NUMBER, unit="minutes")
PRESSURE = Domain("pressure", ValueType.NUMBER, unit="mmHg")


def answers(text: str, domain: Domain = RENT) -> str:
    lowered = text.lower()
    return " ".join(one.value for one in answering_amounts(lowered, find_values(lowered, domain), domain))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # The result of a sum in so many words or signs.
        ("you pay 900 euros and 95 euros. total: 1000 euros", "1000"),
        ("you pay 900 euros and 90 euros, later 880 euros", "900 90 880"),
        ("900 euros + 90 euros = 990 euros", "990"),
        ("900 euros, 90 euros, 990 euros", "990"),
        ("900 euros, 90 euros, 991 euros", "900 90 991"),
        ("900 euros, 90 euros, 90 euros, 1080 euros", "1080"),
        ("900 euros, 90 euros, 90 euros, 990 euros", "990"),
        ("990 euros are 900 euros and 90 euros", "990"),
        ("900 euros, 990 euros in total", "990"),
        ("900 euros, 990 euros in advance", "900 990"),
        ("it was 900 euros plus 90 euros, which makes 1000 euros", "1000"),
        # A result is given by words within 60 characters, in its own sentence, and no condition.
        ("in all you get 900 euros. 90 euros", "900"),
        ("= 900 euros if you pay, otherwise = 90 euros", "900"),
        # A part of another number, a raise, a fee.
        ("900 euros, of which 90 euros for heating", "900"),
        ("900 euros, and then 90 euros for heating", "900"),
        ("900 euros, and then 90 euros for hearing", "900 90"),
        ("900 euros, including 90 euros", "900"),
        ("900 euros, excluding 90 euros", "900 90"),
        ("after a raise of 90 euros it is 900 euros", "900"),
        ("after a ride of 90 euros it is 900 euros", "90 900"),
        ("900 euros, 90 euros each", "900"),
        ("900 euros, 90 euros per head", "900"),
        ("900 euros, 90 euros per month", "900 90"),
        ("900 euros, 90 euros more", "900"),
        ("900 euros, deposit 90 euros", "900"),
        ("90 euros for heating", "90"),
        # What stands before a sum leads to it.
        ("900 euros and 90 euros, 1000 euros altogether", "1000"),
        ("90 euros, 900 euros overall, then 80 euros", "900 80"),
        # Rows of a table.
        ("| rent | 900 euros |\n| heat | 90 euros |\n| total | 1000 euros |", "1000"),
        ("| rent | 900 euros |\n| heat | 90 euros |\n| token | 1000 euros |", "900 90 1000"),
        ("| total | 1000 euros |\n| rent | 900 euros |\n| heat | 90 euros |", "1000"),
        ("| total | unknown |\n| rent | 900 euros |\n| heat | 90 euros |", "900 90"),
        ("| rent | 900 euros |\n| heat | 90 euros |\n| total | unknown |", "900 90"),
        ("900 euros", "900"),
        ("nothing", ""),
    ],
)
def test_a_sum_is_its_result(text: str, found: str) -> None:
    assert answers(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("two: chess and judo. one is new", "2"),
        ("two here and one there, so three", "3"),
        ("two here, or three there", "2 3"),
        ("one in may, two in june: three altogether", "3"),
        ("three here, four there, five altogether", "5"),
        ("two, so that's three or four", "3 4"),
        ("two, so that's three, or four", "3 4"),
        ("two, so that's three and not four", "3"),
        # `one` stands for a thing, unless it counts.
        ("one is chess, and there are two", "2"),
        ("there is one, not two", "1"),
        ("you like one thing, and two", "2"),
        ("you have one in may and two", "1 2"),
        # Words for groups count where no number stands.
        ("a pair", "2"),
        ("the whole quartet", "4"),
        ("a fine sextet", "6"),
        ("pair", ""),
        ("a pair, so 3", "3"),
        ("just the one", "1"),
        ("just the one that you like", ""),
        ("one or two", "1 2"),
        # Numbers of things that do not count.
        ("five, not counting 2 from school", "5"),
        ("five, not counting school: 2", "5 2"),
        ("not counting 2 from school", "2"),
        ("four, as 2 of them aren't sports", "4"),
        ("four, as 2 of them are sports", "4"),
        ("none so far", "0"),
        ("none of the sports", ""),
        ("zero.", "0"),
        ("so none so far", ""),
        # A number in words counts what was named before.
        ("three", "3"),
        ("so 4: the three and the other", "4"),
    ],
)
def test_a_count_is_its_result(text: str, found: str) -> None:
    assert answers(text, COUNT) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [("send me the two", ""), ("send me two", "2"), ("send me the 2", "2"), ("send me the two euros", "2")],
)
def test_a_number_in_words_may_only_count_what_was_named(text: str, found: str) -> None:
    assert answers(text) == found


@pytest.mark.parametrize(
    ("text", "domain", "found"),
    [
        ("30 minutes", RUN, "30 minutes"),
        ("you run 30 metres", RUN, "0.03"),
        ("you run 30 miles", RUN, ""),
        ("you run 30 kilos", RUN, ""),
        ("you pay 30 dollars", RENT, "30 dollars"),
        ("i don't know, 30 dollars", RENT, ""),
        ("you pay 30 dollars" + " " * 1982, RENT, "30 dollars"),
        ("you pay 30 dollars" + " " * 1983, RENT, ""),
        ("you pay 30 dollars or 20 euros", RENT, "20"),
    ],
)
def test_an_amount_in_another_unit_is_another_amount(text: str, domain: Domain, found: str) -> None:
    assert answers(text, domain) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("135/85", "135"),
        ("135 over 85", "135"),
        ("135 and 85", "135 85"),
        ("135/85, then 120/80", "135 120"),
    ],
)
def test_a_blood_pressure_is_its_upper_number(text: str, found: str) -> None:
    assert answers(text, PRESSURE) == found


@pytest.mark.parametrize(
    ("text", "domain", "found"),
    [
        ("1 h 55", COMMUTE, "115"),
        ("an hour and a half", COMMUTE, "90"),
        ("90 minutes, an hour and a half", COMMUTE, "90"),
        ("two weeks", DAYS, "14"),
        ("two weeks or 15 days", DAYS, "15"),
        ("two months", DAYS, "2 months"),
    ],
)
def test_a_span_in_another_unit_of_time_is_the_same(text: str, domain: Domain, found: str) -> None:
    assert answers(text, domain) == found


@pytest.mark.parametrize(
    ("text", "unit", "found"),
    [
        ("2 weeks", "days", "14"),
        ("a week and two days", "days", "9"),
        ("a week, two days", "days", "9"),
        ("a week or two days", "days", "7 2"),
        ("two days and a week", "days", "2 7"),  # no smaller unit goes on
        ("two days and two days", "days", "2 2"),
        ("an hour and a half", "minutes", "90"),
        ("half an hour", "minutes", "30"),
        ("2.5 hours", "minutes", "150"),
        ("2 hours and a half", "minutes", "150"),
        ("an hour", "minutes", "60"),
        ("an hour-long walk", "minutes", ""),
        ("30 seconds", "minutes", "0.5"),
        ("10 seconds", "minutes", "0.17"),
        ("a fortnight", "days", "14"),
        ("two fortnights", "days", "28"),
        ("three fortnights", "weeks", "6"),
        ("a year and a half", "months", "18"),
        ("2 years and 3 months", "months", "27"),
        ("a year", "days", ""),
        ("2 days", "months", ""),
        ("a year and 2 days", "days", ""),
        ("a year. 2 days", "days", "2"),
        ("3 days later", "days", "3"),
        ("999999 days", "days", "999999"),
        ("2000000 days", "days", "2000000"),
        ("2 days", "euros", ""),
        ("two", "days", ""),
    ],
)
def test_spans_of_time_are_numbers_of_a_unit(text: str, unit: str, found: str) -> None:
    assert " ".join(one.value for one in find_durations(text, unit)) == found


def test_a_span_of_time_has_its_place():
    text = "so a week and two days it is"
    assert [(one.start, one.end) for one in find_durations(text, "days")] == [(3, 22)]
    assert [(one.start, one.end) for one in find_durations("in 2 hours and a half.", "hours")] == [(3, 21)]


def test_units_of_time():
    assert [unit for unit in ("days", "min", "months", "years", "euros", "") if is_time(unit)] == [
        "days", "min", "months", "years",
    ]  # fmt: skip


def rated(text: str) -> bool:
    """Whether the second number of a text is the first one over another span."""
    one, other = find_values(text, RENT)
    return same_rate(text, (one.value, one.end), (other.value, other.end))


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("100 euros a month, 1200 euros a year", True),
        ("100 euros a month, 1200 euros a month", False),
        ("100 euros a month, 1200 euros", False),
        ("100 euros, 1200 euros a year", True),
        ("1200 euros a year, 100 euros a month", True),
        ("100 euros monthly, 1200 euros annually", True),
        ("100 euros a year, 1200 euros per annum", False),
        ("100 euros/week, 1200 euros a wk", False),
        ("700 euros weekly, 100 euros daily", True),
        # Between 1.4 (days of a working week) and 400 times as much.
        ("100 euros a month, 140 euros a year", True),
        ("100 euros a month, 139 euros a year", False),
        ("10 euros a month, 4000 euros a year", True),
        ("10 euros a month, 4001 euros a year", False),
        ("0 euros a month, 0 euros a year", False),
    ],
)
def test_the_same_amount_over_another_span(text: str, same: bool) -> None:
    assert rated(text) is same


def test_parts_are_left_out_as_long_as_anything_is_left():
    def parts(text: str) -> list[str]:
        mentions = find_values(text, RENT)
        return [one.value for one in without_parts(text, mentions, [one.end + len(" euros") for one in mentions])]

    assert parts("900 euros, 90 euros more") == ["900"]
    assert parts("90 euros each") == ["90"]
    assert parts("900 euros in total, before 80 euros") == ["900", "80"]
    assert parts("80 euros, 900 euros in total") == ["900"]
    # `adds up to` stands 32 characters before the number at most.
    assert parts("80 euros adds up to 900 euros") == ["900"]
    assert parts("80 euros, 90 euros in total, 70 euros in total") == ["80", "90", "70"]
    assert without_parts("", [], []) == []
    assert without_parts("5", [Mention("5", 0, 1)], [1]) == [Mention("5", 0, 1)]
