"""Two values in one reply: what is said of one of them is said of the other only where the words join them."""

from __future__ import annotations

import pytest

from regulars.rewards.assertions.durations import paid_span
from regulars.rewards.assertions.english import assertions
from regulars.rewards.assertions.spellings import find_misspelt, find_scattered
from regulars.rewards.assertions.statuses import AssertionStatus
from regulars.values import Domain, ValueType

CITY = Domain("city", aliases=dict.fromkeys(("Bergen", "Oslo", "Graz", "Porto"), ()))
COUNT = Domain("count", ValueType.NUMBER)
RENT = Domain("monthly_rent", ValueType.NUMBER, unit="euros", subjects=("rent",))
DATE = Domain("moving_date", ValueType.DATE, subjects=("moving", "move"))


def read(text: str, domain: Domain = CITY) -> str:
    """The statuses by their first letters, in text order."""
    return " ".join(one.status.value[0] for one in assertions(text, domain))


def current(text: str, domain: Domain) -> list[str]:
    return [one.value for one in assertions(text, domain) if one.status is AssertionStatus.CURRENT]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # A guess behind two values that `and` joins is about both; otherwise about the nearer one.
        ("Oslo and Bergen, perhaps.", "h h"),
        ("Oslo & Bergen, perhaps.", "h h"),
        ("Oslo, Bergen, perhaps.", "c h"),
        ("You live in Oslo and work in Bergen, perhaps.", "c h"),
        ("Oslo is your city and Bergen, perhaps, is next.", "c h"),
        ("Oslo, no longer, and Bergen perhaps.", "p h"),
        # So is an owner, or a denial, behind a plural.
        ("Oslo and Bergen are your brother's.", "f f"),
        ("Oslo and Bergen is your brother's.", "c f"),
        ("Oslo, then Bergen are your brother's.", "c f"),
        # `Or` at the beginning of a sentence doubts what a guess before it doubts.
        ("Maybe Oslo. Or Bergen.", "h h"),
        ("Maybe Oslo. Now Bergen.", "h c"),
        ("You left Oslo. Or in short: Bergen.", "p c"),
        ("You lived in Oslo once. Or rather near it; it's Bergen.", "p c"),
        # A bare `was` ages a value beside another one, and not where the words say that it goes on.
        ("It was Oslo, and Bergen is your second home.", "p c"),
        ("It was and still is Oslo, and Bergen is your second home.", "c c"),
        # A later value ages an earlier one only if it holds itself.
        ("Oslo, later Bergen.", "p c"),
        ("Oslo, later you'd visit Bergen.", "c h"),
        ("It was Bergen, now maybe Oslo.", "c h"),
        # Words that lead on from one value to the next are said of the first.
        ("Oslo was replaced by Bergen.", "p c"),
        ("Oslo gave way to Bergen.", "p c"),
        # A correction by one value takes the last one back, and one by a list all of them.
        ("Oslo. No, wait: Bergen.", "d c"),
        ("Oslo and Bergen. No, wait: Graz and Porto.", "d d c c"),
        ("Oslo and Bergen. No, wait: Graz, while Porto is near.", "c d c c"),
        # What a stranger claims is in the same sentence.
        ("Hello. They claim that Oslo it is. Before that you lived in Bergen.", "d p"),
        ("Hello. They claim a lot. Oslo it is. Before that you lived in Bergen.", "c p"),
        # Reasons to leave a place, beside others that do not hold.
        ("Maybe Graz. Because Oslo had its rents, you took Bergen.", "h p c"),
    ],
)
def test_what_is_said_of_one_of_two_cities(text: str, found: str) -> None:
    assert read(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The answer is 3, which makes 5 with yours.", ["3"]),  # another sum, and no end of this one
        ("The answer is 3, 5 in total.", ["5"]),
        ("The answer is 3. That makes 5 in all.", ["3"]),
        ("The answer is 3, plus 2, so 5.", ["5"]),
        ("The answer is 3, leaving 5 for later.", ["3"]),
        ("In total 3. On top 4 plus 1 come with Ada.", ["3"]),
        ("800 minus the 50: 750.", ["750"]),
        ("There were 6 in all; 6 minus 1: 5 of them by train.", ["6"]),
        ("In all 6. Of these 4 minus 1: 3 by train and the rest by bus.", ["6"]),
        ("The answer is 700, plus 100 from 2 people, so 800.", ["800"]),
    ],
)
def test_which_number_a_calculation_ends_with(text: str, found: list[str]) -> None:
    assert current(text, COUNT) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Rent: 1,250 euros\nFood: 400 euros", ["1250"]),
        # A second label of the same attribute without a number changes nothing.
        ("Rent: 1,250 euros\nFood: 400 euros\nRent paid since: May", ["1250"]),
        ("Food: 400 euros\nHeating: 90 euros", ["400", "90"]),
        ("1. Rent: 1,250 euros\n2. Food: 400 euros", ["1250"]),
        ("Your rent is 700 dollars.", ["700 dollars"]),
        ("Your rent is 700 bottles.", []),
        ("The answer is 700 euros, plus 100 euros from 2 people, so 800 euros.", ["800"]),
        ("The answer is 700 euros, plus 100 euros, so 800 euros.", ["800"]),
    ],
)
def test_which_amount_is_the_rent(text: str, found: list[str]) -> None:
    assert current(text, RENT) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # The date of the telling counts if it is the only one and the reply claims to know.
        ("You told me on 3 March 2025.", ["2025-03-03"]),
        ("You told me on 3 March 2025 that it is on 5 May 2025.", ["2025-05-05"]),
        ("None that I know; you wrote on 3 March 2025.", []),
        ("Nothing yet: you last wrote on 3 March 2025.", []),
        ("No date yet. You told me on 3 March 2025.", []),
        ("[2025-03-03 10:00] hello", []),
        # The point of an abbreviated month ends no sentence.
        ("On 3 Mar. you told me it is on 5 May 2025.", ["2025-05-05"]),
        ("As of 3 Mar. it is 5 May 2025.", ["2025-05-05"]),
        ("We talked on 5 Sept. and it is on 7 May 2025.", ["2025-05-07"]),
    ],
)
def test_which_date_is_the_move(text: str, found: list[str]) -> None:
    assert current(text, DATE) == found


COMMUTE = Domain("commute", ValueType.NUMBER, unit="minutes", subjects=("commute",))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # 24 hours and 2 are 1,560 minutes, and half an hour 30.
        ("1 day, 2 hours and 30 minutes", ["1590"]),
        ("2 hours and 30 minutes", ["150"]),
        ("2 hours, 40 minutes", ["160"]),
    ],
)
def test_spans_in_ever_smaller_units_are_one(text: str, found: list[str]) -> None:
    assert current(text, COMMUTE) == found


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("50 euros a month", "month"),
        ("50 euros monthly", "month"),
        ("50 annually", "year"),
        ("50 € / day", "day"),
        ("every week 50", "week"),
        ("per day 50", "day"),
        ("50 euros", ""),
    ],
)
def test_the_span_that_an_amount_is_paid_for(text: str, span: str) -> None:
    assert paid_span(text, text.index("50") + 2) == span


BREAKFAST = Domain("breakfast", aliases=dict.fromkeys(("Oat Flakes", "Rye Bread", "Wheat Bread"), ()))
COLOUR = Domain("colour", aliases=dict.fromkeys(("Forest Green", "Sage Green", "Old Go Rose"), ()))
BANKS = Domain("bank", aliases=dict.fromkeys(("Nordea", "Sparebanken Vest", "Revolut"), ()), subjects=("bank",))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # Two kinds of bread: which one is meant shows only beside another value that is no bread.
        ("Between Oat Flakes and Rye Bread I'd take the bread.", ["Oat Flakes", "Rye Bread", "Rye Bread"]),
        ("Between Wheat Bread and Rye Bread I'd take the bread.", ["Wheat Bread", "Rye Bread"]),
        ("I'd take the bread.", []),
    ],
)
def test_the_last_word_of_a_name_stands_for_one_of_two(text: str, found: list[str]) -> None:
    assert [one.value for one in assertions(text, BREAKFAST)] == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("green and sage", ["Sage Green"]),
        # The next sentence belongs to nothing, and does not hide what its neighbour may be.
        ("green and sage. forest walks are fine", ["Sage Green"]),
        ("green. forest walks are fine", []),
        # Short words need not be said.
        ("a rose, an old one", ["Old Go Rose"]),
        ("old go", []),
    ],
)
def test_words_of_a_name_in_another_order(text: str, found: list[str]) -> None:
    assert [one.value for one in find_scattered(text, [], COLOUR)] == found


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("nrodea", "Nordea"),  # only the end is right
        ("rveolut", "Revolut"),
        ("sarebanken vest", "Sparebanken Vest"),
        ("nordae", "Nordea"),  # only the beginning is right
        ("noedra", ""),
        ("naprebanken vest", ""),
    ],
)
def test_a_slip_at_either_end_of_a_name(word: str, value: str) -> None:
    assert "".join(one.value for one in find_misspelt(word, [], BANKS)) == value
