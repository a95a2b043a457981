"""Every word that makes a number a part, a sum, a result or no count at all: one line for each."""

from __future__ import annotations

import pytest

from regulars.rewards.assertions.amounts import answering_amounts
from regulars.rewards.assertions.durations import same_rate
from regulars.values import Domain, ValueType, find_values

COUNT = Domain("count", ValueType.NUMBER)
RENT = Domain("monthly_rent", ValueType.NUMBER, unit="euros")
RUN = Domain("weekly_run", ValueType.NUMBER, unit="kilometres")
WEIGHT = Domain("weight", ValueType.NUMBER, unit="kilograms")
DAYS = Domain("days", ValueType.NUMBER, unit="days")
PRESSURE = Domain("pressure", ValueType.NUMBER, unit="mmHg")


def answers(text: str, domain: Domain = RENT) -> str:
    lowered = text.lower()
    return " ".join(one.value for one in answering_amounts(lowered, find_values(lowered, domain), domain))


@pytest.mark.parametrize(
    "part",
    [
        "90 euros each", "90 euros apiece", "90 euros a head", "90 euros a piece", "90 euros a person",
        "90 euros per person", "90 euros per capita", "90 euros per session", "90 euros per run", "90 euros per visit",
        "90 euros per lap", "90 euros per square metre", "90 euros per m2", "90 euros per guest", "90 euros per child",
        "90 euros of which is heating", "90 euros of those", "90 euros for the garage", "90 euros for your parking",
        "90 euros for cheap insurance", "90 euros more", "90 euros less",
        "90 euros extra", "90 euros on top", "90 euros deposit", "90 euros heating", "90 euros surcharge",
        "90 euros bonus", "90 euros pay rise", "90 euros rent increase", "90 euros wage cut",
        "of which 90 euros", "including 90 euros", "incl. 90 euros", "plus 90 euros", "thereof 90 euros",
        "on top of 90 euros", "in addition to 90 euros", "another 90 euros", "a further 90 euros", "minus 90 euros",
        "less 90 euros", "deposit: 90 euros", "heating costs 90 euros", "parking is 90 euros", "the fine was 90 euros",
        "the fees of 90 euros", "insurance at 90 euros", "food comes to 90 euros", "a discount of 90 euros",
        "a cut by 90 euros", "the rebate was 90 euros", "internet about 90 euros", "gas for roughly 90 euros",
        "plus some 90 euros", "plus around 90 euros",
    ],
)  # fmt: skip
def test_a_part_is_not_the_rent(part: str) -> None:
    assert answers(f"you pay 900 euros, {part}") == "900"


@pytest.mark.parametrize(
    "part",
    [
        "90 euros before tax", "90 euros a month", "90 euros for hearing", "90 euros or so", "some 90 euros",
        "excluding 90 euros", "and 90 euros", "then 90 euros", "90 euros in may", "only 90 euros",
    ],
)  # fmt: skip
def test_what_is_no_part_stays_beside_the_rent(part: str) -> None:
    assert answers(f"you pay 900 euros, {part}") == "900 90"


@pytest.mark.parametrize(
    "text",
    [
        "80 euros, 900 euros in total", "80 euros, 900 euros altogether", "80 euros, 900 euros in all",
        "80 euros, 900 euros overall", "80 euros, 900 euros all told", "80 euros, 900 euros in sum",
        "80 euros, 900 euros all in all", "80 euros, 900 euros total", "80 euros; in total 900 euros",
        "80 euros; altogether 900 euros", "80 euros; all told 900 euros", "80 euros, totals 900 euros",
        "80 euros, totalling 900 euros", "80 euros; a total of 900 euros", "80 euros; the total is 900 euros",
        "80 euros; adds up to 900 euros", "80 euros; amounts to 900 euros", "80 euros; sums up to 900 euros",
        "80 euros; makes 900 euros", "80 euros; your share is 900 euros", "80 euros; your part: 900 euros",
        "80 euros; your half comes to 900 euros", "80 euros; your portion of about 900 euros",
    ],
)  # fmt: skip
def test_a_sum_takes_the_place_of_what_leads_to_it(text: str) -> None:
    assert answers(text) == "900"


@pytest.mark.parametrize(
    "text",
    [
        "two in may, three in june = four", "two in may, three in june → four", "two in may, three in june => four",
        "two in may, three in june ≈ four", "two in may, three in june equals four",
        "two in may, three in june: totals four", "two in may, three in june, together four",
        "two in may, three in june, altogether four", "two in may, three in june, in all four",
        "two in may, three in june, all told four", "two in may, three in june, all in all four",
        "two in may, three in june, overall four", "two in may, three in june, the sum is four",
        "two in may, three in june, sums up to four", "two in may, three in june, adding them up to four",
        "two in may, three in june, adds to four", "two in may, three in june amount to four",
        "two in may, three in june come to four", "two in may, three in june comes out at four",
        "two in may, three in june makes four", "two in may, three in june, making four",
        "two in may, three in june gives four", "two in may, three in june, giving four",
        "two in may, three in june leaves four", "two in may, three in june, leaving four",
        "two in may, three in june works out at four", "two in may, three in june runs to four",
        "two in may, three in june; the count is four", "two in may, three in june; grand total four",
        "two in may, three in june; result: four", "two in may, three in june; answer: four",
        "two in may, three in june; the answer is four", "two in may, three in june; final figure four",
        "two in may, three in june brings you to four", "two in may, three in june; that's up to four",
        "two in may, three in june, so four", "two in may, three in june, therefore four",
        "two in may, three in june, hence four", "two in may, three in june, thus four",
        "two in may, three in june, in short four", "two in may, three in june, in other words four",
        "two in may, three in june, that's four", "two in may, three in june, that is four",
        "two in may, three in june, you've got four", "two in may, three in june, which is four",
        "two in may, three in june, there are four",
        "two in may, three in june, there were four", "two in may, three in june, actually four",
        "two in may, three in june, no, four", "two in may, three in june, wait, four",
        "two in may, three in june, correction, four", "two in may, three in june, or rather four",
        "two in may, three in june, i land at four", "two in may, three in june, i arrive at four",
        "two in may, three in june, i get to four", "two in may, three in june, i count four",
        "two in may, three in june, you're now at four",
        "two in may, three in june, four in total", "two in may, three in june, four altogether",
        "two in may, three in june, four in all", "two in may, three in june, four overall",
        "two in may, three in june, four all told", "two in may, three in june, four so far",
        "two in may, three in june, four by now", "two in may, three in june, four trips total",
        # A correction in a sentence of its own.
        "two in may, three in june. hang on. four.", "two in may, three in june. hold on.\nfour",
        "two in may, three in june. hmm. **four**", "two in may, three in june. sorry! four!",
        "two in may, three in june. oops. four.", "two in may, three in june. scratch that. four.",
    ],
)  # fmt: skip
def test_a_count_is_what_the_words_come_to(text: str) -> None:
    assert answers(text, COUNT) == "4"


@pytest.mark.parametrize(
    "text",
    [
        "two in may, three in june, four in july", "two in may, three in june, later four",
        "two in may, three in june. four.", "two in may, three in june, if that's four",
        "two in may, three in june, otherwise = four",

    ],
)  # fmt: skip
def test_a_count_that_nothing_concludes_leaves_all(text: str) -> None:
    assert answers(text, COUNT) == "2 3 4"


@pytest.mark.parametrize(
    "text",
    [
        "two: chess, and judo with 3 friends", "it's two: chess, and judo with 3 friends",
        "there are two. judo has 3 friends",
        "you have two (judo, 3 friends)", "you've got two (judo, 3 friends)", "you've mentioned two (judo, 3 friends)",
        "i count two (judo, 3 friends)", "i know of two (judo, 3 friends)", "i make it two (judo, 3 friends)",
        "exactly two (judo, 3 friends)", "in total two (judo, 3 friends)", "answer: two (judo, 3 friends)",
        "yes, two (judo, 3 friends)", "well, two (judo, 3 friends)", "so far two (judo, 3 friends)",
        "by my count two (judo, 3 friends)", "to date two (judo, 3 friends)", "you're at two (judo, 3 friends)",
        "two, namely judo with 3 friends", "two, counting judo with 3 friends", "two, as you have judo with 3 friends",
        "two - judo with 3 friends", "two – judo with 3 friends", "two; judo with 3 friends",
        "**two**\njudo with 3 friends",
        "as far as i know two (judo, 3 friends)", "ok, yes, it's two (judo, 3 friends)",
    ],
)  # fmt: skip
def test_a_count_may_open_the_reply(text: str) -> None:
    assert answers(text, COUNT) == "2"


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("a pair", "2"), ("a duo", "2"), ("a couple", "2"), ("a twosome", "2"), ("a trio", "3"), ("a threesome", "3"),
        ("a triple", "3"), ("a quartet", "4"), ("a foursome", "4"), ("a quintet", "5"), ("a sextet", "6"),
        ("a septet", "7"), ("an octet", "8"), ("an octette", "8"), ("the quartette", "4"), ("your trio", "3"),
        ("a full quintet", "5"), ("whole septet", "7"), ("complete octet", "8"), ("nice duo", "2"),
        ("only the one", "1"), ("just the one", "1"), ("only the one who sings", ""), ("a choir", ""),
        ("one or two", "1 2"), ("one to two", "1 2"),
        ("none.", "0"), ("none", "0"), ("zero, so far", "0"), ("nil!", "0"), ("zilch", "0"),
        ("none yet", "0"), ("none at all", "0"), ("none that you told me", "0"),
        ("none to date", "0"), ("none as far as i know", "0"), ("none i'm afraid", "0"), ("none: you quit", "0"),
        ("none of them", ""), ("well, none", ""),
    ],
)  # fmt: skip
def test_words_that_count(text: str, count: str) -> None:
    assert answers(text, COUNT) == count


@pytest.mark.parametrize(
    "words",
    [
        "not counting 2 from school", "not including 2 from school", "leaving out 2 from school",
        "leaving aside 2 from school", "apart from 2 from school", "aside from 2 from school",
        "excluding 2 from school", "without counting 2 from school", "besides 2 from school",
        "to say nothing of 2 from school", "ignoring 2 from school", "setting aside 2 from school",
        "never mind 2 from school", "forget 2 from school", "not counting school, and 2 from work",
        "and 2 that aren't sports", "and 2 that don't count", "and 2 which do not belong", "where 2 weren't part",
        "though 2 of them are not illnesses", "while 2 were not any",
    ],
)  # fmt: skip
def test_what_is_left_out_of_a_count(words: str) -> None:
    assert answers(f"five, {words}", COUNT) == "5"


@pytest.mark.parametrize("words", ["and 2 from school", "not counting school: 2", "and 2 that are sports"])
def test_what_is_not_left_out_of_a_count(words: str) -> None:
    assert answers(f"five, {words}", COUNT) == "5 2"


@pytest.mark.parametrize(
    "label",
    [
        "total",
        "grand total",
        "sum",
        "altogether",
        "all together",
        "overall",
        "in all",
        "insgesamt",
        "result",
        "answer",
        "difference",
        "days in between",
        "σ",
        "∑",
        "**total**",
        "total:",
        "the total",
    ],
)
def test_a_row_of_the_total(label: str) -> None:
    assert answers(f"| rent | 900 euros |\n| heat | 90 euros |\n| {label} | 1000 euros |") == "1000"


def test_the_last_number_in_the_row_of_the_total():
    assert answers("| a | 900 euros | 5 euros |\n| total | 900 euros | 1000 euros |") == "1000"
    assert answers("| total | 80 euros |\n| b | 900 euros |\n| total | 1000 euros |\n| c | 7 euros |") == "1000"


@pytest.mark.parametrize(
    "words",
    ["the", "these", "those", "either", "neither", "other", "my", "your", "both", "all", "the first", "the last",
     "the next", "the same", "the whole", "the missing", "the empty", "any of"],
)  # fmt: skip
def test_a_number_of_things_named_before(words: str) -> None:
    assert answers(f"send me {words} two") == ""
    assert answers(f"send me {words} two euros") == "2"


@pytest.mark.parametrize(
    ("text", "domain", "found"),
    [
        ("you pay 30 pounds", RENT, "30 pounds"),
        ("you pay 30 rand", RENT, "30 rands"),
        ("you run 30 hours", RUN, "30 hours"),
        ("you weigh 30 grams", WEIGHT, "0.03"),
        ("you weigh 30 pounds", WEIGHT, "30 pounds"),
        ("you pay 30 kilometres", RENT, ""),
        ("135/85", PRESSURE, "135"),
        ("135 / 85", PRESSURE, "135"),
        ("1135/85", PRESSURE, ""),
        ("5/85", PRESSURE, ""),
        ("135/85/3", PRESSURE, ""),
        ("80 mmhg, 135/85", PRESSURE, "80 135"),
        ("135/85, 80 mmhg", PRESSURE, "135 80"),
        ("135/85", RENT, ""),
        ("two weeks, that is 14 days", DAYS, "14"),
        ("two weeks and 15 days later", DAYS, "29"),
        ("11 days or 12", DAYS, "11 12"),
        ("1 week, 12 days", DAYS, "19"),
    ],
)
def test_units_and_pairs(text: str, domain: Domain, found: str) -> None:
    assert answers(text, domain) == found


def test_at_most_24_numbers_are_weighed():
    # `so that's` gives the result of 24 numbers, and of 25 none.
    told = " here, ".join(str(number) for number in range(2, 25))
    assert answers(f"{told} here, so that's 400", COUNT) == "400"
    assert answers(f"{told} here, 25 here, so that's 400", COUNT).split()[0] == "2"


def test_a_result_stands_sixty_characters_behind_its_word():
    # `gives` has five letters: with 55 blanks it begins 60 characters before the number.
    for blanks, found in ((54, "4"), (55, "4"), (57, "2 3 4")):
        assert answers(f"two in may, three in june gives{' ' * blanks}four", COUNT) == found


@pytest.mark.parametrize(
    "text",
    ["two here, judo with 3 friends", "judo has two (judo, 3 friends)", "ok, well, yes, it's two (judo, 3 friends)"],
)
def test_a_count_that_does_not_open_the_reply_stands_beside_others(text: str) -> None:
    assert answers(text, COUNT) == "2 3"


@pytest.mark.parametrize(
    ("words", "same"),
    [
        ("1200 euros a year", True), ("1200 euros per year", True), ("1200 euros each year", True),
        ("1200 euros every year", True), ("1200 euros in a year", True), ("1200 euros a full year", True),
        ("1200 euros/year", True), ("1200 euros / year", True), ("1200 euros yearly", True),
        ("1200 euros annually", True), ("1200 € per annum", True), ("1200 euros a quarter", True),
        ("1200 euros a session", True), ("1200 euros a mile", True), ("1200 euros per head", True),
        ("1200 euros a night", True), ("1200 euros nightly", True), ("1200 euros a run", True),
        ("1200 euros a visit", True), ("1200 euros per person", True), ("1200 euros an hour", True),
        ("1200 euros per kilometre", True), ("1200 euros quarterly", True), ("1200 euros a month", False),
        ("1200 euros monthly", False), ("1200 euros a decade", False),
        ("1200 euros", False),
    ],
)  # fmt: skip
def test_the_same_amount_over_a_span(words: str, same: bool) -> None:
    text = f"100 euros a month, {words}"
    one, other = find_values(text, RENT)
    assert same_rate(text, (one.value, one.end), (other.value, other.end)) is same
