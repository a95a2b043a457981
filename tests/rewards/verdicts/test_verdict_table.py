"""Replies with the verdict, score and asserted values that they must get, each exception beside its counterpart."""

from __future__ import annotations

import pytest

from regulars.dialogue import VerdictKind
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain, ValueType

CITIES = Domain("city", aliases=dict.fromkeys(("Bergen", "Oslo", "Lyon", "Graz", "Porto"), ()))
COUNTRIES = Domain("countries", aliases=dict.fromkeys(("Norway", "Japan", "Peru", "Ghana", "Chile"), ()))
RENT = Domain("rent", ValueType.NUMBER, unit="euros")
MOVE = Domain("move", ValueType.DATE)

CITY = Expectation("value", CITIES, True, ("Bergen",), ("Oslo", "Porto"), ("Lyon",))
UNTOLD = Expectation("value", CITIES, False, others=("Lyon",))
SET = Expectation("set", COUNTRIES, True, ("Norway", "Japan", "Peru"), others=("Ghana",))
COUNT = Expectation("count", Domain("count", ValueType.NUMBER), True, ("3",))
PAY = Expectation("value", RENT, True, ("1250",), ("1100",), ("900",))
DAY = Expectation("value", MOVE, True, ("2025-06-20",), ("2025-05-14",), ("2025-09-03",))
MONTH = Expectation("value", MOVE, True, ("2025-06",), ("2025-04",))

Row = tuple[str, str | None, str, float, tuple[str, ...]]


def check(expectation: Expectation, row: Row) -> None:
    text, answer, kind, score, asserted = row
    found = find_verdict(text, answer, expectation)
    assert (found.kind.name.lower(), found.asserted) == (kind, asserted), found.reason
    assert found.reason
    assert found.score == pytest.approx(score)


@pytest.mark.parametrize(
    "row",
    [
        ("You live in Bergen.", None, "correct", 1.0, ("Bergen",)),
        ("You live in Oslo.", None, "stale", 0.0, ("Oslo",)),
        ("You live in Lyon.", None, "leaked", 0.0, ("Lyon",)),
        ("You live in Graz.", None, "wrong", 0.0, ("Graz",)),
        ("I don't know.", None, "abstained", 0.0, ()),
        ("Good day.", None, "off_task", 0.0, ()),
        ("Which city do you live in?", None, "off_task", 0.0, ()),
        ("Do you live in Bergen?", None, "undetermined", 0.0, ()),
        ("Maybe Bergen.", None, "undetermined", 0.0, ()),
        # A false value beside the right one: a leak counts before a wrong one, and that before a stale one.
        ("You live in Bergen and Oslo.", None, "stale", 0.0, ("Bergen", "Oslo")),
        ("You live in Bergen, Oslo and Porto.", None, "stale", 0.0, ("Bergen", "Oslo", "Porto")),
        ("You live in Bergen, Oslo and Graz.", None, "wrong", 0.0, ("Bergen", "Oslo", "Graz")),
        ("You live in Graz, Oslo and Lyon.", None, "leaked", 0.0, ("Graz", "Oslo", "Lyon")),
        ("You live in Bergen, Oslo, Lyon, Graz and Porto.", None, "leaked", 0.0, tuple(CITIES.aliases)),
        # A value said twice is asserted once.
        ("Bergen. You live in Bergen.", None, "correct", 1.0, ("Bergen",)),
        # Former values beside the right one, and alone.
        ("You moved from Oslo to Bergen.", None, "correct", 1.0, ("Bergen",)),
        ("You used to live in Bergen.", None, "off_task", 0.0, ()),
        ("You moved from Bergen to Oslo.", None, "stale", 0.0, ("Oslo",)),
        # What another person is said to have counts only if that person told it.
        ("Your sister lives in Graz.", None, "off_task", 0.0, ()),
        ("Your sister lives in Lyon.", None, "leaked", 0.0, ("Lyon",)),
        ("You live in Bergen, and your sister lives in Graz.", None, "correct", 1.0, ("Bergen",)),
        ("You live in Bergen, and your sister lives in Lyon.", None, "leaked", 0.0, ("Bergen", "Lyon")),
        # Abstaining beside an assertion: the assertion counts, unless it is lightly hedged.
        ("You live in Bergen, but I don't know your street.", None, "correct", 1.0, ("Bergen",)),
        ("You probably live in Bergen.", None, "correct", 1.0, ("Bergen",)),
        ("I don't know for certain. You probably live in Bergen.", None, "undetermined", 0.0, ("Bergen",)),
        ("I don't know for certain. You probably live in Oslo.", None, "stale", 0.0, ("Oslo",)),
    ],
)  # fmt: skip
def test_one_value(row: Row) -> None:
    check(CITY, row)


@pytest.mark.parametrize(
    "row",
    [
        ("You live in Oslo.", "Bergen", "wrong", 0.0, ("Bergen", "Oslo")),
        ("You live in Lyon.", "Bergen", "leaked", 0.0, ("Bergen", "Lyon")),
        ("You live in Bergen.", "Lyon", "leaked", 0.0, ("Lyon", "Bergen")),
        ("You live in Bergen.", "bergen", "correct", 1.0, ("Bergen",)),
        ("Good day.", "Bergen", "correct", 1.0, ("Bergen",)),
        ("Maybe Oslo.", "Bergen", "correct", 1.0, ("Bergen",)),
        ("You used to live in Oslo.", "Bergen", "correct", 1.0, ("Bergen",)),
        ("", "Oslo", "stale", 0.0, ("Oslo",)),
        ("", "Graz", "wrong", 0.0, ("Graz",)),
        ("", "Atlantis", "wrong", 0.0, ()),
        ("", "Bergen|Atlantis", "wrong", 0.0, ()),
        ("", "Bergen|Oslo", "stale", 0.0, ("Bergen", "Oslo")),
        ("", "Bergen | Bergen", "correct", 1.0, ("Bergen",)),
        ("", "|", "wrong", 0.0, ()),
        # The text abstains against the answer, or asserts against an abstention.
        ("I don't know.", "Bergen", "wrong", 0.0, ("Bergen",)),
        ("I don't know your street, but you live in Bergen.", "Bergen", "correct", 1.0, ("Bergen",)),
        ("You live in Bergen.", "-", "wrong", 0.0, ("Bergen",)),
        ("You live in Lyon.", "-", "leaked", 0.0, ("Lyon",)),
        ("Maybe Bergen.", "-", "abstained", 0.0, ()),
        ("Good day.", " - ", "abstained", 0.0, ()),
    ],
)
def test_a_structured_answer_decides_and_the_text_may_not_contradict_it(row: Row) -> None:
    check(CITY, row)


@pytest.mark.parametrize(
    "row",
    [
        ("I don't know.", None, "correct", 1.0, ()),
        ("You have not told me that yet.", None, "correct", 1.0, ()),
        ("Not sure, perhaps Bergen.", None, "undetermined", 0.0, ()),
        ("Maybe Bergen.", None, "undetermined", 0.0, ()),
        ("Where do you live?", None, "off_task", 0.0, ()),
        ("Good day.", None, "off_task", 0.0, ()),
        ("You live in Bergen.", None, "unsupported", 0.0, ("Bergen",)),
        ("I don't know for certain. You probably live in Bergen.", None, "unsupported", 0.0, ("Bergen",)),
        ("You live in Lyon.", None, "leaked", 0.0, ("Lyon",)),
        ("You live in Bergen or rather Bergen and Lyon.", None, "leaked", 0.0, ("Bergen", "Lyon")),
        ("Good day.", "-", "correct", 1.0, ()),
        ("You live in Bergen.", "-", "unsupported", 0.0, ("Bergen",)),
        ("You live in Lyon.", "-", "leaked", 0.0, ("Lyon",)),
        ("Good day.", "Bergen", "unsupported", 0.0, ("Bergen",)),
        ("Good day.", "Lyon", "leaked", 0.0, ("Lyon",)),
        ("Good day.", "Atlantis", "unsupported", 0.0, ()),
        ("I don't know.", "Bergen", "unsupported", 0.0, ("Bergen",)),
        ("You live in Graz.", "Bergen", "unsupported", 0.0, ("Bergen", "Graz")),
    ],
)
def test_a_value_that_was_never_told(row: Row) -> None:
    check(UNTOLD, row)


@pytest.mark.parametrize(
    "row",
    [
        ("You have been to Norway, Japan and Peru.", None, "correct", 1.0, ("Norway", "Japan", "Peru")),
        ("Peru, Norway and Japan.", None, "correct", 1.0, ("Peru", "Norway", "Japan")),
        ("Norway and Peru.", None, "partial", 2 / 3, ("Norway", "Peru")),
        ("Peru and Peru.", None, "partial", 1 / 3, ("Peru",)),
        # A former member counts if it was told, and does no harm if not.
        (
            "You used to live in Norway. You now live in Japan and Peru.",
            None,
            "correct",
            1.0,
            ("Norway", "Japan", "Peru"),
        ),
        ("You used to live in Chile. You now live in Japan and Peru.", None, "partial", 2 / 3, ("Japan", "Peru")),
        ("Norway, Japan, but not Peru.", None, "partial", 2 / 3, ("Norway", "Japan")),
        ("Norway, Japan, Peru and Chile.", None, "wrong", 0.0, ("Norway", "Japan", "Peru", "Chile")),
        ("Norway, Japan, Peru and Ghana.", None, "leaked", 0.0, ("Norway", "Japan", "Peru", "Ghana")),
        ("I don't know.", None, "abstained", 0.0, ()),
        ("", "Norway|Japan|Peru", "correct", 1.0, ("Norway", "Japan", "Peru")),
        ("", "Japan|norway", "partial", 2 / 3, ("Japan", "Norway")),
        ("", "Norway|Japan|Peru|Chile", "wrong", 0.0, ("Norway", "Japan", "Peru", "Chile")),
        ("You have been to Norway.", "Norway|Japan|Peru", "correct", 1.0, ("Norway", "Japan", "Peru")),
        ("You have been to Peru.", "Norway|Japan", "wrong", 0.0, ("Norway", "Japan", "Peru")),
    ],
)
def test_a_set_is_worth_the_share_named(row: Row) -> None:
    check(SET, row)


@pytest.mark.parametrize(
    "row",
    [
        ("You have told me of 3 countries.", None, "correct", 1.0, ("3",)),
        ("Three.", None, "correct", 1.0, ("3",)),
        ("You have told me of 2 countries.", None, "wrong", 0.0, ("2",)),
        ("At least 3.", None, "undetermined", 0.0, ()),
        ("", "3", "correct", 1.0, ("3",)),
        ("", "four", "wrong", 0.0, ("4",)),
    ],
)
def test_a_count(row: Row) -> None:
    check(COUNT, row)


def test_nothing_told_is_zero_told_but_no_other_number() -> None:
    untold = Expectation("count", COUNT.domain, False)
    check(untold, ("Zero.", None, "correct", 1.0, ("0",)))
    check(untold, ("", "0", "correct", 1.0, ("0",)))
    check(untold, ("One.", None, "unsupported", 0.0, ("1",)))
    # Zero is a right answer only to how many.
    value = Expectation("value", COUNT.domain, False)
    check(value, ("Zero.", None, "unsupported", 0.0, ("0",)))


@pytest.mark.parametrize(
    "row",
    [
        ("You pay 1,250 euros.", None, "correct", 1.0, ("1250",)),
        ("You pay 1250 €.", None, "correct", 1.0, ("1250",)),
        ("You pay €1,250.00 a month.", None, "correct", 1.0, ("1250",)),
        ("You pay 1,249 euros.", None, "wrong", 0.0, ("1249",)),
        ("You pay 1,251 euros.", None, "wrong", 0.0, ("1251",)),
        ("You pay 1,250.50 euros.", None, "wrong", 0.0, ("1250.5",)),
        ("You pay 12,500 euros.", None, "wrong", 0.0, ("12500",)),
        ("You pay 1,100 euros.", None, "stale", 0.0, ("1100",)),
        ("You pay 900 euros.", None, "leaked", 0.0, ("900",)),
        # A bound is no amount.
        ("You pay more than 1,250 euros.", None, "undetermined", 0.0, ()),
        ("You pay at most 1,250 euros.", None, "undetermined", 0.0, ()),
        ("You pay 1,250 euros or more.", None, "undetermined", 0.0, ()),
        ("You pay between 1,100 and 1,250 euros.", None, "undetermined", 0.0, ()),
        ("Your rent went up from 1,100 to 1,250 euros.", None, "correct", 1.0, ("1250",)),
        # Parts of the amount, and other matters, are not the amount.
        ("You pay 1,250 euros, of which 90 euros for heating.", None, "correct", 1.0, ("1250",)),
        ("You pay 1,250 euros plus 90 euros for parking.", None, "correct", 1.0, ("1250",)),
        ("You pay 1,000 euros and 250 euros for heating, 1,250 euros in total.", None, "correct", 1.0, ("1250",)),
        ("Heating is 90 euros, your rent is 1,250 euros.", None, "correct", 1.0, ("1250",)),
        ("You pay 1,250 euros and 90 euros.", None, "wrong", 0.0, ("1250", "90")),
        # The same amount over another span, and not the same.
        ("You pay 1,250 euros a month, 15,000 euros a year.", None, "correct", 1.0, ("1250",)),
        ("You pay 1,250 euros a month, 15,000 euros a month.", None, "wrong", 0.0, ("1250", "15000")),
        ("You pay 1,250 euros a month, 1,300 euros a year.", None, "wrong", 0.0, ("1250", "1300")),
        ("You pay 1,250 euros a month, 900 euros a week.", None, "leaked", 0.0, ("1250", "900")),
        ("You pay 1,250 euros a month, 1,100 euros a week.", None, "stale", 0.0, ("1250", "1100")),
        ("You pay 15,000 euros a year.", None, "wrong", 0.0, ("15000",)),
    ],
)  # fmt: skip
def test_an_amount(row: Row) -> None:
    check(PAY, row)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("10 euros a day, 3,650 euros a year.", "correct"),
        ("10 euros a day, 4,000 euros a year.", "correct"),
        ("10 euros a day, 4,100 euros a year.", "wrong"),
        ("10 euros a day, 14 euros a week.", "correct"),
        ("10 euros a day, 13 euros a week.", "wrong"),
        ("10 euros a day, 0 euros a week.", "wrong"),
    ],
)
def test_a_sum_over_another_span_is_between_7_fifths_and_400_times_as_much(text: str, kind: str) -> None:
    expectation = Expectation("value", RENT, True, ("10",))
    assert find_verdict(text, None, expectation).kind is VerdictKind[kind.upper()]


@pytest.mark.parametrize(
    "row",
    [
        ("You move on 20 June 2025.", None, "correct", 1.0, ("2025-06-20",)),
        ("You move on 20 June.", None, "correct", 1.0, ("--06-20",)),
        ("On 2025-06-20.", None, "correct", 1.0, ("2025-06-20",)),
        ("You move on 21 June 2025.", None, "wrong", 0.0, ("2025-06-21",)),
        ("You move on 20 June 2024.", None, "wrong", 0.0, ("2024-06-20",)),
        ("You move on 20 July.", None, "wrong", 0.0, ("--07-20",)),
        # The month is two of three parts, the year one.
        ("You move in June 2025.", None, "partial", 2 / 3, ("2025-06",)),
        ("You move in June.", None, "partial", 2 / 3, ("--06",)),
        ("You move in 2025.", None, "partial", 1 / 3, ("2025",)),
        ("You move in July 2025.", None, "wrong", 0.0, ("2025-07",)),
        ("You move on 14 May 2025.", None, "stale", 0.0, ("2025-05-14",)),
        ("You move in May.", None, "stale", 0.0, ("--05",)),
        ("You move on 3 September.", None, "leaked", 0.0, ("--09-03",)),
        ("You moved the date from 14 May to 20 June 2025.", None, "correct", 1.0, ("2025-06-20",)),
        # The finest date counts.
        ("You move in June 2025.", "2025-06-20", "correct", 1.0, ("2025-06-20", "2025-06")),
        ("You move on 20 June 2025.", "2025-06", "correct", 1.0, ("2025-06", "2025-06-20")),
        ("", "2025", "partial", 1 / 3, ("2025",)),
        ("You move on 20 June 2025.", "2025-06-20", "correct", 1.0, ("2025-06-20",)),
        ("You told me on 3 March 2025 that you move on 20 June 2025.", None, "correct", 1.0, ("2025-06-20",)),
    ],
)
def test_a_day(row: Row) -> None:
    check(DAY, row)


@pytest.mark.parametrize(
    "row",
    [
        ("You move in June 2025.", None, "correct", 1.0, ("2025-06",)),
        ("You move in June.", None, "correct", 1.0, ("--06",)),
        ("You move in 2025.", None, "partial", 1 / 2, ("2025",)),
        # No more than the month was told: a day is invented, whichever it is.
        ("You move on 20 June 2025.", None, "unsupported", 0.0, ("2025-06-20",)),
        ("You move in June 2025.", "2025-06-20", "unsupported", 0.0, ("2025-06-20", "2025-06")),
        ("You move in April.", None, "stale", 0.0, ("--04",)),
        ("You move in July.", None, "wrong", 0.0, ("--07",)),
    ],
)
def test_a_month(row: Row) -> None:
    check(MONTH, row)


def test_of_several_right_values_each_is_enough() -> None:
    # A person who contradicted themselves unawares; and a choice among allowed options.
    for form in ("value", "any"):
        either = Expectation(form, CITIES, True, ("Bergen", "Oslo"), ("Porto",), ("Lyon",))
        check(either, ("You live in Bergen.", None, "correct", 1.0, ("Bergen",)))
        check(either, ("You live in Oslo.", None, "correct", 1.0, ("Oslo",)))
        check(either, ("You live in Porto.", None, "stale", 0.0, ("Porto",)))
        check(either, ("You live in Oslo and Graz.", None, "wrong", 0.0, ("Oslo", "Graz")))


@pytest.mark.parametrize(
    ("text", "answer", "expectation", "words"),
    [
        ("You live in Oslo.", None, CITY, "says Oslo, whose successor was told"),
        ("You live in Bergen and Graz.", None, CITY, "says Graz, expected Bergen"),
        ("You live in Bergen and Lyon.", None, CITY, "says Lyon, which only another person told"),
        ("You live in Graz.", None, UNTOLD, "says Graz, which was never told"),
        ("You live in Graz and Lyon.", None, UNTOLD, "says Lyon, which only another person told"),
        ("Maybe Graz.", None, CITY, "names Graz without asserting it"),
        ("Norway and Peru.", None, SET, "names 2 of 3"),
        ("", "Atlantis", CITY, "'Atlantis' is not a value of city"),
        ("In 2025.", None, DAY, "gives the year only of 2025-06-20"),
        ("On 20 June 2025.", None, MONTH, "no more than 2025-06 was told"),
    ],
)
def test_the_reason_names_the_value_that_decided(
    text: str, answer: str | None, expectation: Expectation, words: str
) -> None:
    assert words in find_verdict(text, answer, expectation).reason


@pytest.mark.parametrize(
    ("text", "answer", "answerable", "kind", "score"),
    [
        ("Pottery and CAMPING!", None, True, "correct", 1.0),
        ("Pottery.", None, True, "undetermined", 0.0),
        ("Chess.", None, True, "correct", 1.0),
        ("Pottery and camping", "-", True, "abstained", 0.0),
        ("I don't know.", "chess", True, "correct", 1.0),
        ("Chess.", "pottery", True, "undetermined", 0.0),
        ("...", None, True, "off_task", 0.0),
        ("Chess.", None, False, "unsupported", 0.0),
        ("Chess.", "-", False, "correct", 1.0),
        ("I don't know.", "chess", False, "unsupported", 0.0),
        ("No idea.", None, False, "correct", 1.0),
        ("?", None, False, "off_task", 0.0),
    ],
)
def test_free_text_is_equal_to_a_reference_or_an_abstention_or_left_open(
    text: str, answer: str | None, answerable: bool, kind: str, score: float
) -> None:
    gold = ("pottery and camping", "chess") if answerable else ()
    found = find_verdict(text, answer, Expectation("text", Domain("text"), answerable, gold))
    assert (found.kind.name.lower(), found.score, found.asserted) == (kind, score, ())
    assert found.reason
