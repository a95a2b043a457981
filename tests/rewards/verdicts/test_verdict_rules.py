"""The verdict and its reason for every way through the matcher, beside a reply that just goes another way."""

from __future__ import annotations

import pytest
from worked_claims import CITIES

from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.matcher import judge
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain, ValueType

CITY = Expectation("value", CITIES, True, ("Bergen",), ("Oslo",), ("Lyon",))
NO_CITY = Expectation("value", CITIES, False, (), (), ("Lyon",))
ANY_CITY = Expectation("any", CITIES, True, ("Bergen", "Graz"))
CHOICE = Expectation("choice", CITIES, True, ("Bergen",))
SET = Expectation("set", CITIES, True, ("Bergen", "Oslo", "Graz"))
EXAM = Domain("exam_date", ValueType.DATE, subjects=("exam",))
NO_EXAM = Expectation("value", EXAM, False, (), (), ("2025-05-14",))
DAY = Expectation("value", EXAM, True, ("2025-06-20",), ("2025-05-14",))
MONTH = Expectation("value", EXAM, True, ("2025-06",))
RENT = Domain("monthly_rent", ValueType.NUMBER, unit="euros", subjects=("rent",))
PAID = Expectation("value", RENT, True, ("1250",), ("1100",), ("900",))
NO_RENT = Expectation("value", RENT, False)
COUNT = Expectation("count", Domain("count", ValueType.NUMBER), True, ("3",))
NO_COUNT = Expectation("count", Domain("count", ValueType.NUMBER), False)
DAYS = Expectation("duration", Domain("days", ValueType.NUMBER, unit="days"), True, ("9",))
TEXT = Expectation("text", Domain("text"), True, ("pottery, and camping",))


def verdict(text: str, expectation: Expectation, answer: str | None = None) -> tuple[str, str]:
    found = judge(text, answer, expectation)
    assert found.score == (1.0 if found.kind.name == "CORRECT" else found.score)
    assert found.kind.name in ("CORRECT", "PARTIAL") or found.score == 0.0
    return found.kind.name.lower(), found.reason


@pytest.mark.parametrize(
    ("text", "expectation", "kind", "reason"),
    [
        # Asserted.
        ("You live in Bergen.", CITY, "correct", "says Bergen"),
        ("You live in Oslo.", CITY, "stale", "says Oslo, whose successor was told"),
        ("You live in Graz.", CITY, "wrong", "says Graz, expected Bergen"),
        ("You live in Lyon.", CITY, "leaked", "says Lyon, which only another person told"),
        ("Your brother lives in Lyon.", CITY, "leaked", "says Lyon, which only another person told"),
        ("Your brother lives in Graz.", CITY, "off_task", "asserts no value and does not abstain"),
        ("Maybe Bergen.", CITY, "undetermined", "names Bergen without asserting it"),
        ("Is it Bergen?", CITY, "undetermined", "names Bergen without asserting it"),
        ("Not Bergen.", CITY, "off_task", "asserts no value and does not abstain"),
        ("I don't know.", CITY, "abstained", "abstains though it was told"),
        ("Nothing on file.", CITY, "abstained", "abstains though it was told"),
        ("Good morning!", CITY, "off_task", "asserts no value and does not abstain"),
        # A name that is no known value beside an abstention.
        ("I don't know your old city, but now it's Fidor.", CITY, "wrong",
         "says another value than the known ones of city"),
        ("I don't know your old city, but now it's Fidor.", NO_CITY, "unsupported",
         "says another value than the known ones of city"),
        ("I don't know your old city, but now it's fine.", CITY, "abstained", "abstains though it was told"),
        ("None so far. It's Fluffy.", CITY, "off_task", "asserts no value and does not abstain"),
        # An abstention with a light hedge.
        ("I don't know. It's probably Bergen.", CITY, "undetermined", "leans to Bergen and abstains"),
        ("I don't know your street, but it's Bergen.", CITY, "correct", "says Bergen"),
        ("I don't know the exact street. It's probably Bergen.", CITY, "correct", "says Bergen"),
        ("I don't know. It's probably Graz.", CITY, "wrong", "says Graz, expected Bergen"),
        # Cannot tell which.
        ("You named Oslo and Bergen; which one is it?", CITY, "undetermined", "leaves open whether it is Oslo"),
        ("You named Bergen; which one is it?", CITY, "correct", "says Bergen"),
        # Not told.
        ("I don't know.", NO_CITY, "correct", "abstains, and it was not told"),
        ("You live in Bergen.", NO_CITY, "unsupported", "says Bergen, which was never told"),
        ("You live in Lyon.", NO_CITY, "leaked", "says Lyon, which only another person told"),
        ("You lived in Bergen.", NO_CITY, "unsupported", "says Bergen, which was never told"),
        ("Maybe Bergen.", NO_CITY, "undetermined", "names a value without asserting it"),
        ("I don't know. There might be Bergen.", NO_CITY, "undetermined", "abstains and guesses Bergen"),
        ("I don't know. Might it be Bergen?", NO_CITY, "correct", "abstains, and it was not told"),
        ("I don't know. There might be Bergen, there might be Graz.", NO_CITY, "correct",
         "abstains, and it was not told"),
        ("Good morning!", NO_CITY, "off_task", "neither answers nor abstains"),
        ("I don't know. Others live in Bergen.", NO_CITY, "correct", "abstains, and it was not told"),
        ("I don't know. You live in Bergen.", NO_CITY, "unsupported", "says Bergen, which was never told"),
        ("It was not Bergen.", NO_CITY, "off_task", "neither answers nor abstains"),
        # Dates and numbers of other matters beside an abstention.
        ("Your lease: 12 March. No idea.", NO_EXAM, "correct", "abstains, and it was not told"),
        ("Your exam: 12 March. No idea.", NO_EXAM, "unsupported", "says --03-12, which was never told"),
        ("Your lease: 12 March.", NO_EXAM, "unsupported", "says --03-12, which was never told"),
        ("On 12 March. I don't know your exam.", NO_EXAM, "correct", "abstains, and it was not told"),
        ("On 12 March. I don't know your shoes.", NO_EXAM, "unsupported", "says --03-12, which was never told"),
        ("On 14 May 2025. I don't know your exam.", NO_EXAM, "leaked",
         "says 2025-05-14, which only another person told"),
        ("You pay 12 euros. I don't know your rent.", NO_RENT, "correct", "abstains, and it was not told"),
        ("You pay 12 euros. When you finish I don't know your rent.", NO_RENT, "unsupported",
         "says 12, which was never told"),
        # Dates, coarser and finer.
        ("On 20 June 2025.", DAY, "correct", "says 2025-06-20"),
        ("On 20 June.", DAY, "correct", "says 2025-06-20"),
        ("In June 2025.", DAY, "partial", "gives the month only of 2025-06-20"),
        ("On 20 June 2025.", MONTH, "unsupported", "says 2025-06-20, but no more than 2025-06 was told"),
        ("On 14 May 2025.", DAY, "stale", "says 2025-05-14, whose successor was told"),
        ("On 14 May.", DAY, "stale", "says --05-14, whose successor was told"),
        # Numbers.
        ("You pay 1,250 euros a month, 15,000 euros a year.", PAID, "correct", "says 1250"),
        ("You pay 1,250 euros a month, 15,000 euros a month.", PAID, "wrong", "says 15000, expected 1250"),
        ("You pay 1,250 euros and 900 euros a year.", PAID, "leaked", "says 900, which only another person told"),
        # Counts.
        ("Three.", COUNT, "correct", "says 3"),
        ("None so far.", NO_COUNT, "correct", "says that none was told, and none was"),
        ("One so far.", NO_COUNT, "unsupported", "says 1, which was never told"),
        ("How many are there?", COUNT, "abstained", "abstains though it was told"),
        ("How many are there?", PAID, "off_task", "asserts no value and does not abstain"),
        ("3 (chess, judo, rowing), and maybe more", COUNT, "correct", "says 3"),
        ("Shall I order for 3, then?", COUNT, "correct", "says 3"),
        ("You had 3.", COUNT, "correct", "says 3"),
        ("Your brother has 9 days.", DAYS, "correct", "says 9"),
        # Several.
        ("Bergen, Oslo and Graz.", SET, "correct", "names all 3"),
        ("Bergen and Oslo.", SET, "partial", "names 2 of 3"),
        ("Bergen, and you used to live in Oslo and Graz.", SET, "correct", "names all 3"),
        ("Bergen, and you used to live in Porto and Graz.", SET, "partial", "names 2 of 3"),
        ("Bergen, Oslo, Graz and Porto.", SET, "wrong", "says Porto, expected Bergen, Oslo, Graz"),
        # Any of several.
        ("I'd go with Bergen rather than Graz.", ANY_CITY, "correct", "says Bergen"),
        ("How about Graz?", ANY_CITY, "correct", "says Bergen"),
        ("How about Graz?", CITY, "off_task", "asserts no value and does not abstain"),
        ("1. Graz\n2. Porto", ANY_CITY, "correct", "says Bergen"),
        ("In the first case Graz, in the second case Porto.", ANY_CITY, "wrong", "says Porto, expected Bergen, Graz"),
        # The assistant's own choice, told in the past.
        ("I had suggested Bergen.", CHOICE, "correct", "says Bergen"),
        ("You used to live in Bergen.", CHOICE, "correct", "says Bergen"),
        ("You used to live in Bergen.", CITY, "off_task", "asserts no value and does not abstain"),
        ("At that time you lived in Bergen.", CITY, "correct", "says Bergen"),
        ("At that time you lived in Graz.", CITY, "off_task", "asserts no value and does not abstain"),
        ("At that time you used to live in Bergen.", CITY, "off_task", "asserts no value and does not abstain"),
        # Recorded text.
        ("Pottery and camping!", TEXT, "correct", "equals the reference answer"),
        ("Pottery.", TEXT, "undetermined", "free text that no rule decides"),
        ("I don't know.", TEXT, "abstained", "abstains though it has an answer"),
        ("...", TEXT, "off_task", "says nothing"),
    ],
)  # fmt: skip
def test_a_reply_in_words(text: str, expectation: Expectation, kind: str, reason: str) -> None:
    assert verdict(text, expectation) == (kind, reason)


@pytest.mark.parametrize(
    ("text", "answer", "expectation", "kind", "reason"),
    [
        ("Sure.", "Bergen", CITY, "correct", "says Bergen"),
        ("Sure.", " bergen ", CITY, "correct", "says Bergen"),
        ("Sure.", "Paris", CITY, "wrong", "the answer 'Paris' is not a value of city"),
        ("Sure.", "Paris", NO_CITY, "unsupported", "the answer 'Paris' is not a value of city"),
        ("Sure.", "|", CITY, "wrong", "the answer '|' is not a value of city"),
        ("Sure.", "Bergen|Paris", CITY, "wrong", "the answer 'Bergen|Paris' is not a value of city"),
        ("Sure.", "-", CITY, "abstained", "abstains though it was told"),
        ("Sure.", "-", NO_CITY, "correct", "abstains, and it was not told"),
        ("It's Bergen.", "-", CITY, "wrong", "abstains, but the text says Bergen"),
        ("It's Bergen.", "-", NO_CITY, "unsupported", "abstains, but the text says Bergen"),
        ("It's Lyon.", "-", CITY, "leaked", "abstains, but the text says Lyon"),
        ("It's Graz.", "Bergen", CITY, "wrong", "the answer is Bergen, but the text says Graz"),
        ("It's Lyon.", "Bergen", CITY, "leaked", "the answer is Bergen, but the text says Lyon"),
        ("It's Bergen.", "Lyon", CITY, "leaked", "the answer is Lyon, but the text says Bergen"),
        ("I don't know.", "Bergen", CITY, "wrong", "the answer is Bergen, but the text abstains"),
        ("It's Bergen; I don't know your street.", "Bergen", CITY, "correct", "says Bergen"),
        ("Sure.", "Bergen", NO_CITY, "unsupported", "says Bergen, which was never told"),
        ("Sure.", "Lyon", NO_CITY, "leaked", "says Lyon, which only another person told"),
        ("Sure.", "0", NO_COUNT, "correct", "says that none was told, and none was"),
        ("Sure.", "Bergen|Oslo|Graz", SET, "correct", "names all 3"),
        ("Bergen.", "Bergen|Oslo|Graz", SET, "correct", "names all 3"),
        ("Sure.", "Bergen|Bergen", SET, "partial", "names 1 of 3"),
        ("In June.", "2025-06-20", DAY, "correct", "says 2025-06-20"),
        ("On 20 June.", "2025-06", DAY, "correct", "says 2025-06-20"),
        ("Sure.", "2025-06", DAY, "partial", "gives the month only of 2025-06-20"),
        ("In May.", "2025-06-20", DAY, "wrong", "the answer is 2025-06-20, but the text says --05"),
    ],
)
def test_a_structured_answer(text: str, answer: str, expectation: Expectation, kind: str, reason: str) -> None:
    assert verdict(text, expectation, answer) == (kind, reason)


@pytest.mark.parametrize(
    ("text", "expectation", "score"),
    [
        ("Bergen and Oslo.", SET, 2 / 3),
        ("Bergen.", SET, 1 / 3),
        ("In June 2025.", DAY, 2 / 3),
        ("In 2025.", MONTH, 1 / 2),
        ("In 2025.", DAY, 1 / 3),
    ],
)
def test_a_part_earns_its_share(text: str, expectation: Expectation, score: float) -> None:
    assert judge(text, None, expectation).score == pytest.approx(score)


ADDED = "; only the structured answer says more"


@pytest.mark.parametrize(
    ("text", "answer", "spoken", "kind", "reason"),
    [
        # In a conversation the words have to say it, and abstain, themselves.
        ("Sure.", "Bergen", False, "correct", "says Bergen"),
        ("Sure.", "Bergen", True, "off_task", "asserts no value and does not abstain" + ADDED),
        ("Maybe Bergen.", "Bergen", True, "undetermined", "names Bergen without asserting it" + ADDED),
        ("It's Bergen.", "Bergen", True, "correct", "says Bergen"),
        ("It's Bergen.", "Graz", True, "wrong", "the answer is Graz, but the text says Bergen"),
        ("It's Bergen.", "", True, "correct", "says Bergen"),
        ("Sure.", "-", False, "abstained", "abstains though it was told"),
        ("Sure.", "-", True, "off_task", "asserts no value and does not abstain" + ADDED),
        ("I don't know.", "-", True, "abstained", "abstains though it was told"),
        ("Maybe Bergen.", "-", True, "abstained", "abstains though it was told"),
        ("Sure.", "Graz", True, "wrong", "says Graz, expected Bergen"),
        ("<think>Oslo.</think>It's Bergen.", None, True, "correct", "says Bergen"),
    ],
)
def test_a_spoken_reply(text: str, answer: str | None, spoken: bool, kind: str, reason: str) -> None:
    found = find_verdict(text, answer, CITY, spoken=spoken)
    assert (found.kind.name.lower(), found.reason) == (kind, reason)


def test_a_share_has_to_be_spoken_too():
    # The answer names all three, the words two of them: two thirds count.
    found = find_verdict("Bergen and Oslo.", "Bergen|Oslo|Graz", SET, spoken=True)
    assert (found.kind.name, round(found.score, 3)) == ("PARTIAL", 0.667)
    same = find_verdict("Bergen and Oslo.", "Bergen|Oslo", SET, spoken=True)
    assert (same.kind.name, same.reason) == ("PARTIAL", "names 2 of 3")


def test_a_long_reply_and_a_long_answer_are_read_in_part():
    assert find_verdict("." * 30_000 + "It's Lyon." + "." * 30_000, None, CITY).kind.name == "LEAKED"
    assert find_verdict("x " * 30_000 + "It's Graz. " + "x " * 30_000, None, CITY).kind.name == "OFF_TASK"
    assert find_verdict("Sure.", " " * 1994 + "Bergen", CITY).kind.name == "CORRECT"
    assert find_verdict("Sure.", " " * 1995 + "Bergen", CITY).kind.name == "WRONG"
