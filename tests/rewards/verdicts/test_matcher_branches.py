"""Every branch of the matcher beside a reply that just takes the other one."""

from __future__ import annotations

import pytest
from worked_claims import CITIES

from regulars.rewards.verdicts.closed_forms import judge_closed
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.matcher import judge
from regulars.values import Domain, ValueType

CITY = Expectation("value", CITIES, True, ("Bergen",), ("Oslo",), ("Lyon",))
NO_CITY = Expectation("value", CITIES, False, (), (), ("Lyon",))
ANY = Expectation("any", CITIES, True, ("Bergen", "Graz"))
CHOICE = Expectation("choice", CITIES, True, ("Bergen",), (), ("Lyon",))
SET = Expectation("set", CITIES, True, ("Bergen", "Oslo"))
LIMIT = Domain("snack_limit", aliases={"raw nuts": (), "added sugar": ()}, subjects=("snack",))
AVOID = Expectation("value", LIMIT, True, ("raw nuts",))
NO_AVOID = Expectation("value", LIMIT, False)
RENT = Domain("monthly_rent", ValueType.NUMBER, unit="euros", subjects=("rent",))
PAID = Expectation("value", RENT, True, ("1250",), ("1100",), ("900",))
COUNT_DOMAIN = Domain("count", ValueType.NUMBER)
COUNT = Expectation("count", COUNT_DOMAIN, True, ("3",))
NO_COUNT = Expectation("count", COUNT_DOMAIN, False)
NO_SUM = Expectation("sum", RENT, False)
EXAM = Domain("exam_date", ValueType.DATE, subjects=("exam",))
DAY = Expectation("value", EXAM, True, ("2025-06-20",), ("2025-05-14",))
NO_EXAM = Expectation("value", EXAM, False, (), (), ("2025-05-14",))
CHINESE = Domain("city", aliases=dict.fromkeys(("成都", "上海"), ()))


def verdict(text: str, expectation: Expectation, answer: str | None = None) -> tuple[str, str]:
    found = judge(text, answer, expectation)
    return found.kind.name.lower(), found.reason


@pytest.mark.parametrize(
    ("text", "expectation", "kind", "reason"),
    [
        # What is welcome is not what to avoid.
        ("You love raw nuts.", AVOID, "wrong", "calls raw nuts welcome, and the question is what to avoid"),
        ("You love raw nuts.", NO_AVOID, "unsupported", "calls raw nuts welcome, and the question is what to avoid"),
        ("You love added sugar. No raw nuts.", AVOID, "correct", "says raw nuts"),
        ("No raw nuts.", AVOID, "correct", "says raw nuts"),
        ("No added sugar.", AVOID, "wrong", "says added sugar, expected raw nuts"),
        # A leak beside the right value, in either order.
        ("You live in Bergen and in Lyon.", CITY, "leaked", "says Lyon, which only another person told"),
        ("You live in Lyon and in Bergen.", CITY, "leaked", "says Lyon, which only another person told"),
        ("You live in Graz and in Lyon.", CITY, "leaked", "says Lyon, which only another person told"),
        ("Your sister told me Lyon, you are in Bergen.", CITY, "leaked", "says Lyon, which only another person told"),
        ("Your sister told me Graz, you are in Bergen.", CITY, "correct", "says Bergen"),
        ("A stranger said Lyon. You are in Bergen.", CITY, "correct", "says Bergen"),
        # Stale and wrong together are wrong.
        ("You live in Oslo and in Graz.", CITY, "wrong", "says Oslo, expected Bergen"),
        ("You live in Oslo and in Bergen.", CITY, "stale", "says Oslo, whose successor was told"),
        # Several values, of which the reply cannot tell which holds.
        ("Oslo or Bergen, I don't know which.", CITY, "undetermined", "leaves open whether it is Oslo"),
        ("You told me Oslo and Bergen. Tell me which one?", CITY, "undetermined", "leaves open whether it is Oslo"),
        ("Oslo and Bergen: which is right?", CITY, "undetermined", "leaves open whether it is Oslo"),
        ("Oslo and Bergen: which holds?", CITY, "undetermined", "leaves open whether it is Oslo"),
        ("Oslo and Bergen: which applies?", CITY, "undetermined", "leaves open whether it is Oslo"),
        ("Oslo and Bergen: which should I note?", CITY, "undetermined", "leaves open whether it is Oslo"),
        ("It is one of the two: Oslo, Bergen. I don't know.", CITY, "undetermined", "leaves open whether it is Oslo"),
        ("I can't tell which: Oslo, Bergen.", CITY, "undetermined", "leaves open whether it is Oslo"),
        ("I'm not sure which: Oslo, Bergen.", CITY, "undetermined", "leaves open whether it is Oslo"),
        ("Either of them could be it: Oslo, Bergen. I don't know.", CITY, "undetermined",
         "leaves open whether it is Oslo"),
        ("Bergen, which is where you live, Bergen?", CITY, "correct", "says Bergen"),
        # Asked, denied or guessed alone.
        ("Is it Bergen?", CITY, "undetermined", "names Bergen without asserting it"),
        ("Is it Graz?", CITY, "undetermined", "names Graz without asserting it"),
        ("Is it Bergen?", NO_CITY, "undetermined", "names a value without asserting it"),
        ("It isn't Bergen.", CITY, "off_task", "asserts no value and does not abstain"),
        ("It isn't Bergen. No idea.", CITY, "abstained", "abstains though it was told"),
        ("I can't say, maybe Bergen.", CITY, "abstained", "abstains though it was told"),
        # An abstention about a value that is not told; other matters, examples, strangers.
        ("I don't know. For example Oslo, Bergen.", NO_CITY, "correct", "abstains, and it was not told"),
        ("I don't know. A stranger said Oslo.", NO_CITY, "correct", "abstains, and it was not told"),
        ("I don't know. Your sister is in Oslo.", NO_CITY, "correct", "abstains, and it was not told"),
        ("I don't know. You are in Lyon.", NO_CITY, "leaked", "says Lyon, which only another person told"),
        ("I don't know. Perhaps Oslo.", NO_CITY, "undetermined", "abstains and guesses Oslo"),
        ("I don't know. Possibly Oslo.", NO_CITY, "undetermined", "abstains and guesses Oslo"),
        ("I don't know. Could be Oslo.", NO_CITY, "undetermined", "abstains and guesses Oslo"),
        ("I don't know. You may well have Oslo.", NO_CITY, "undetermined", "abstains and guesses Oslo"),
        ("I don't know. Perhaps Oslo?", NO_CITY, "correct", "abstains, and it was not told"),
        ("I don't know. At a guess, perhaps Oslo?", NO_CITY, "undetermined", "abstains and guesses Oslo"),
        ("I don't know. It was not Oslo.", NO_CITY, "correct", "abstains, and it was not told"),
        ("It was Oslo.", NO_CITY, "unsupported", "says Oslo, which was never told"),
        # Numbers.
        ("You pay 1250 euros.", PAID, "correct", "says 1250"),
        ("You pay 1100 euros.", PAID, "stale", "says 1100, whose successor was told"),
        ("You pay 900 euros.", PAID, "leaked", "says 900, which only another person told"),
        ("You pay 1251 euros.", PAID, "wrong", "says 1251, expected 1250"),
        ("You pay 1250 euros a month, 288 euros a week, 15000 euros a year.", PAID, "correct", "says 1250"),
        ("You pay 1250 euros a month, 15000 euros a year, 80 euros a month.", PAID, "wrong", "says 80, expected 1250"),
        # Nothing was told to be summed or counted: to say none is right, and so is to say so.
        ("None.", NO_COUNT, "correct", "says that none was told, and none was"),
        ("0 euros.", NO_SUM, "correct", "says that none was told, and none was"),
        ("0 euros.", Expectation("value", RENT, False), "unsupported", "says 0, which was never told"),
        ("3 so far.", NO_COUNT, "unsupported", "says 3, which was never told"),
        ("How many do you have?", NO_COUNT, "correct", "abstains, and it was not told"),
        ("How many do you have?", COUNT, "abstained", "abstains though it was told"),
        # A result that opens the reply, or that an offer takes for granted.
        ("3, maybe more.", COUNT, "correct", "says 3"),
        ("3 - maybe more.", COUNT, "correct", "says 3"),
        ("3 things (maybe more).", COUNT, "correct", "says 3"),
        ("May I book for 3, then?", COUNT, "correct", "says 3"),
        ("4, maybe more.", COUNT, "wrong", "says 4, expected 3"),
        # Dates.
        ("On 20 June 2025, a Friday.", DAY, "correct", "says 2025-06-20"),
        ("In 2025.", DAY, "partial", "gives the year only of 2025-06-20"),
        ("In June, on 20 June 2025.", DAY, "correct", "says 2025-06-20"),
        ("On 20 June 2024.", DAY, "wrong", "says 2024-06-20, expected 2025-06-20"),
        ("On 14 May 2024.", DAY, "wrong", "says 2024-05-14, expected 2025-06-20"),
        ("In May 2025.", DAY, "stale", "says 2025-05, whose successor was told"),
        # What was chosen, told in the past, or recommended.
        ("You went with Bergen.", CHOICE, "correct", "says Bergen"),
        ("You used to have Graz.", CHOICE, "wrong", "says Graz, expected Bergen"),
        ("I recommended Bergen. Graz is a city.", CHOICE, "correct", "says Bergen"),
        ("I recommended Graz. Bergen is a city.", CHOICE, "wrong", "says Graz, expected Bergen"),
        ("You lived in Bergen and in Graz.", CHOICE, "off_task", "asserts no value and does not abstain"),
        ("Back then you lived in Bergen.", CITY, "correct", "says Bergen"),
        ("By then you lived in Bergen.", CITY, "correct", "says Bergen"),
        ("In those days you lived in Bergen.", CITY, "correct", "says Bergen"),
        ("When you told me, you lived in Bergen.", CITY, "correct", "says Bergen"),
        ("As far as I knew, you lived in Bergen.", CITY, "correct", "says Bergen"),
        ("Back then you lived in Bergen, until May.", CITY, "off_task", "asserts no value and does not abstain"),
        ("Back then you lived in Bergen, which is over.", CITY, "off_task", "asserts no value and does not abstain"),
        # Any of several.
        ("Take Bergen or Porto: I'd go with Bergen.", ANY, "correct", "says Bergen"),
        ("Take Bergen or Porto: I'd go with Porto.", ANY, "wrong", "says Porto, expected Bergen, Graz"),
        ("How about Graz?", ANY, "correct", "says Bergen"),
        ("How about Porto?", ANY, "wrong", "says Porto, expected Bergen, Graz"),
        ("How about Graz?", CHOICE, "off_task", "asserts no value and does not abstain"),
        # Sets.
        ("Bergen and Oslo.", SET, "correct", "names all 2"),
        ("Bergen, and formerly Oslo.", SET, "correct", "names all 2"),
        ("Bergen.", SET, "partial", "names 1 of 2"),
        ("Bergen, maybe Oslo.", SET, "partial", "names 1 of 2"),
        ("Bergen, Oslo, Graz.", SET, "wrong", "says Graz, expected Bergen, Oslo"),
        ("Maybe Bergen and Oslo.", SET, "undetermined", "names Bergen without asserting it"),
        ("You told me maybe Bergen.", SET, "undetermined", "names Bergen without asserting it"),
    ],
)  # fmt: skip
def test_a_branch_of_the_matcher(text: str, expectation: Expectation, kind: str, reason: str) -> None:
    assert verdict(text, expectation) == (kind, reason)


@pytest.mark.parametrize(
    ("text", "answer", "expectation", "kind", "reason"),
    [
        ("Sure.", "Graz|Lyon", SET, "wrong", "says Graz, expected Bergen, Oslo"),
        ("Graz.", "Bergen|Oslo", SET, "wrong", "the answer is Bergen|Oslo, but the text says Graz"),
        ("Sure.", "|Bergen| Oslo |", SET, "correct", "names all 2"),
        ("Sure.", "-|Bergen", SET, "wrong", "the answer '-|Bergen' is not a value of city"),
        ("Maybe Graz.", "Bergen", CITY, "correct", "says Bergen"),
        ("I don't know. Maybe Graz.", "Bergen", CITY, "wrong", "the answer is Bergen, but the text abstains"),
        ("I don't know.", "-", NO_CITY, "correct", "abstains, and it was not told"),
        ("I don't know.", "Bergen", NO_CITY, "unsupported", "the answer is Bergen, but the text abstains"),
        ("It's Lyon.", "Bergen", NO_CITY, "leaked", "the answer is Bergen, but the text says Lyon"),
        ("On 20 June.", "2025-06-20", DAY, "correct", "says 2025-06-20"),
        ("On 21 June.", "2025-06-20", DAY, "wrong", "the answer is 2025-06-20, but the text says --06-21"),
        ("On 20 June.", "2025", DAY, "correct", "says 2025-06-20"),
        ("Sure.", "2025", DAY, "partial", "gives the year only of 2025-06-20"),
        ("Sure.", "14 May 2025", NO_EXAM, "leaked", "says 2025-05-14, which only another person told"),
        ("3.", "3", COUNT, "correct", "says 3"),
        ("3.", "4", COUNT, "wrong", "the answer is 4, but the text says 3"),
        ("Sure.", "0", NO_SUM, "correct", "says that none was told, and none was"),
    ],
)  # fmt: skip
def test_a_branch_of_structured_answers(
    text: str, answer: str, expectation: Expectation, kind: str, reason: str
) -> None:
    assert verdict(text, expectation, answer) == (kind, reason)


@pytest.mark.parametrize(
    ("text", "answer", "answerable", "kind", "score", "reason"),
    [
        ("pottery, and camping", None, True, "correct", 1.0, "equals the reference answer"),
        ("Pottery and camping.", None, True, "correct", 1.0, "equals the reference answer"),
        ("Sure.", "pottery and camping", True, "correct", 1.0, "equals the reference answer"),
        ("pottery and camping", "judo", True, "undetermined", 0.0, "free text that no rule decides"),
        ("judo", None, True, "undetermined", 0.0, "free text that no rule decides"),
        ("I don't know.", None, True, "abstained", 0.0, "abstains though it has an answer"),
        ("judo", "-", True, "abstained", 0.0, "abstains though it has an answer"),
        ("I don't know.", None, False, "correct", 1.0, "abstains, and it has no answer"),
        ("Sure.", "-", False, "correct", 1.0, "abstains, and it has no answer"),
        ("judo", None, False, "unsupported", 0.0, "answers though it has no answer"),
        ("?!", None, True, "off_task", 0.0, "says nothing"),
        ("?!", None, False, "off_task", 0.0, "says nothing"),
    ],
)
def test_recorded_text(text: str, answer: str | None, answerable: bool, kind: str, score: float, reason: str) -> None:
    expectation = Expectation("text", Domain("text"), answerable, ("pottery, and camping", "camps"))
    found = judge(text, answer, expectation)
    assert (found.kind.name.lower(), found.score, found.reason) == (kind, score, reason)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("你住在成都。", "correct"),
        ("你住在上海。", "wrong"),
        ("你住在成都吗?", "off_task"),
        ("你以前住在成都。", "off_task"),
        ("你住在成都和上海。", "wrong"),
        ("我不知道。", "abstained"),
        # A doubt in a text for somebody else is no answer.
        ("写给房东:\n> 可能是成都。", "undetermined"),
    ],
)
def test_a_chinese_reply(text: str, kind: str) -> None:
    assert verdict(text, Expectation("value", CHINESE, True, ("成都",)))[0] == kind


OPTIONS = Domain("option", aliases={"A": (), "B": (), "C": ()})
PICK = Expectation("option", OPTIONS, True, ("B",), options=("a flat", "a house", "a boat"))
INSTRUMENTS = Domain("instrument", aliases=dict.fromkeys(("cello", "banjo", "oboe", "harp"), ()))
ORDER = Expectation("order", INSTRUMENTS, True, ("cello", "banjo", "oboe"))
NO_ORDER = Expectation("order", INSTRUMENTS, False)
DENTIST = Domain("label", aliases={"the dentist": ("Lindqvist",)})
MENTION = Expectation("mention", DENTIST, True, ("the dentist",), others=("the taxes", "the roof", "the car"))


@pytest.mark.parametrize(
    ("text", "answer", "expectation", "kind", "score", "reason"),
    [
        ("B.", None, PICK, "correct", 1.0, "chooses B"),
        ("A.", None, PICK, "wrong", 0.0, "chooses A, expected B"),
        ("A.", "B", PICK, "correct", 1.0, "chooses B"),
        ("B.", "-", PICK, "abstained", 0.0, "chooses none of the options"),
        ("B.", "  ", PICK, "correct", 1.0, "chooses B"),
        ("A and B.", None, PICK, "wrong", 0.0, "names A, B"),
        ("A or B.", None, PICK, "undetermined", 0.0, "names options without choosing one"),
        ("I can't choose.", None, PICK, "abstained", 0.0, "chooses none of the options"),
        ("I don't know.", None, PICK, "abstained", 0.0, "chooses none of the options"),
        ("Hello.", None, PICK, "off_task", 0.0, "names none of the options"),
        ("Hello.", "I don't know.", PICK, "off_task", 0.0, "names none of the options"),
        ("我选B。", None, PICK, "correct", 1.0, "chooses B"),
        ("我选A和B。", None, PICK, "wrong", 0.0, "names A, B"),
        ("你好。", None, PICK, "off_task", 0.0, "names none of the options"),
        # Three values have three pairs.
        ("Cello, banjo, oboe.", None, ORDER, "correct", 1.0, "names all 3 in order"),
        ("Cello, oboe, banjo.", None, ORDER, "partial", 2 / 3, "2 of 3 pairs in order"),
        ("Oboe, cello, banjo.", None, ORDER, "partial", 1 / 3, "1 of 3 pairs in order"),
        ("Cello, banjo.", None, ORDER, "partial", 1 / 3, "1 of 3 pairs in order"),
        ("Oboe, banjo, cello.", None, ORDER, "wrong", 0.0, "names no two in their order"),
        ("Banjo, cello.", None, ORDER, "wrong", 0.0, "names no two in their order"),
        ("Oboe.", None, ORDER, "partial", 0.0, "names one of 3"),
        ("Cello, banjo, oboe, harp.", None, ORDER, "wrong", 0.0, "says harp, which was not told"),
        ("Cello?", None, ORDER, "undetermined", 0.0, "asks about values without asserting them"),
        ("No idea.", None, ORDER, "abstained", 0.0, "abstains"),
        ("No idea.", None, NO_ORDER, "correct", 1.0, "abstains"),
        ("Cello, banjo.", "-", ORDER, "abstained", 0.0, "abstains"),
        ("Cello, banjo.", "-", NO_ORDER, "correct", 1.0, "abstains"),
        ("Hello.", None, ORDER, "off_task", 0.0, "names no value"),
        ("Hello.", None, NO_ORDER, "off_task", 0.0, "names no value"),
        ("Cello, banjo.", None, NO_ORDER, "unsupported", 0.0, "says cello, which was never told"),
        ("Hello.", "cello|banjo|oboe", ORDER, "correct", 1.0, "names all 3 in order"),
        ("Oboe.", "cello|piano|banjo|cello", ORDER, "partial", 1 / 3, "1 of 3 pairs in order"),
        ("Cello.", "piano", ORDER, "off_task", 0.0, "names no value"),
        # Brought up, and how much beside it: two other labels at most.
        ("The dentist is due.", None, MENTION, "correct", 1.0, "brings up the dentist"),
        ("Lindqvist is due.", None, MENTION, "correct", 1.0, "brings up the dentist"),
        ("Hello.", "the dentist", MENTION, "correct", 1.0, "brings up the dentist"),
        ("Hello.", None, MENTION, "off_task", 0.0, "does not bring up the dentist"),
        ("The dentist, the taxes, the roof.", None, MENTION, "correct", 1.0, "brings up the dentist"),
        ("The dentist, the taxes, the roof, the car.", None, MENTION, "off_task", 0.0,
         "lists 3 other things, such as the taxes"),
        ("Hello.", "the dentist, the taxes, the roof, the car", MENTION, "off_task", 0.0,
         "lists 3 other things, such as the taxes"),
        # Five things in one list make it a guess.
        ("Tea, milk, bread and the dentist.", None, MENTION, "correct", 1.0, "brings up the dentist"),
        ("Tea, milk, bread, salt and the dentist.", None, MENTION, "wrong", 0.0,
         "lists 5 things, the dentist among them"),
        ("The dentist. Tea, milk, bread, salt and Lindqvist.", None, MENTION, "wrong", 0.0,
         "lists 5 things, the dentist among them"),
    ],
)  # fmt: skip
def test_a_branch_of_the_closed_forms(
    text: str, answer: str | None, expectation: Expectation, kind: str, score: float, reason: str
) -> None:
    found = judge_closed(text, answer, expectation)
    assert (found.kind.name.lower(), found.reason) == (kind, reason)
    assert found.score == pytest.approx(score)
