"""Replies to questions of a closed form, each with its verdict: options, orders, messages, mentions, what is over."""

from __future__ import annotations

from dataclasses import replace

import pytest

from regulars.dialogue import VerdictKind
from regulars.rewards.verdicts.expectation import Content, Expectation
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain

LETTERS = Domain("letters", aliases=dict.fromkeys("ABCD", ()))
CITY = Domain("city", aliases=dict.fromkeys(("Bergen", "Oslo", "Graz", "Porto", "Lyon", "Quito"), ()))
HOMES = ("a flat in Bergen", "a house in Oslo", "a boat in Graz", "a tent in Porto")


def judged(text: str, answer: str | None, expectation: Expectation) -> tuple[str, float, tuple[str, ...]]:
    found = find_verdict(text, answer, expectation)
    assert found.reason
    return found.kind.name.lower(), found.score, found.asserted


@pytest.mark.parametrize(
    ("text", "answer", "kind", "letters"),
    [
        ("B", None, "correct", "B"),
        ("b", None, "correct", "B"),
        ("(B)", None, "correct", "B"),
        (' "b." ', None, "correct", "B"),
        ("**B**", None, "correct", "B"),
        ("B) a house in Oslo", None, "correct", "B"),
        ("B - a house in Oslo", None, "correct", "B"),
        ("I would say B.", None, "correct", "B"),
        ("Option b it is", None, "correct", "B"),
        ("The answer is B", None, "correct", "B"),
        ("My choice: (b)", None, "correct", "B"),
        ("A", None, "wrong", "A"),
        ("a", None, "wrong", "A"),
        ("D.", None, "wrong", "D"),
        ("A) a house in Oslo", None, "wrong", "A"),
        # One or the other is no choice; two are wrong, whichever of them is right and wherever it stands.
        ("A) or B)", None, "undetermined", ""),
        ("I pick option B or option C.", None, "undetermined", ""),
        ("Either a flat in Bergen or a house in Oslo.", None, "undetermined", ""),
        ("A) and B)", None, "wrong", "AB"),
        ("I pick option B and option C.", None, "wrong", "BC"),
        ("B) B) B)", None, "correct", "B"),
        # A letter beyond the options, or inside a word, is none.
        ("E)", None, "off_task", ""),
        ("Take vitamin B12.", None, "off_task", ""),
        # By words: one option, several, none.
        ("I'd go with a house in Oslo.", None, "correct", "B"),
        ("I'd go with A HOUSE, in Oslo!", None, "correct", "B"),
        ("A tent in Porto", None, "wrong", "D"),
        ("A flat in Bergen and a house in Oslo.", None, "wrong", "AB"),
        ("a yurt in Oslofjord", None, "off_task", ""),
        # The letter counts before the words.
        ("B), and not a tent in Porto", None, "correct", "B"),
        ("I don't know.", None, "abstained", ""),
        ("I don't know, but B.", None, "correct", "B"),
        ("", None, "off_task", ""),
        ("None of these.", None, "off_task", ""),
        # The structured answer decides.
        ("A", "B", "correct", "B"),
        ("B", "A", "wrong", "A"),
        ("B", "-", "abstained", ""),
        ("I don't know.", "b", "correct", "B"),
        ("A", "a house in Oslo", "correct", "B"),
        ("B", "z", "off_task", ""),
        ("B", " ", "correct", "B"),
        ("B", "", "correct", "B"),
    ],
)
def test_an_option_is_one_letter_or_its_words(text: str, answer: str | None, kind: str, letters: str) -> None:
    expectation = Expectation("option", LETTERS, True, ("B",), options=HOMES)
    assert judged(text, answer, expectation) == (kind, float(kind == "correct"), tuple(letters))


def test_only_as_many_letters_count_as_there_are_options() -> None:
    two = Expectation("option", LETTERS, True, ("B",), options=HOMES[:2])
    assert judged("B) rather than C)", None, two)[0] == "correct"
    assert judged("C)", None, two)[0] == "off_task"
    three = Expectation("option", LETTERS, True, ("B",), options=HOMES[:3])
    assert judged("C)", None, three)[0] == "wrong"


@pytest.mark.parametrize(
    ("text", "answer", "kind", "score"),
    [
        ("Oslo, Bergen, Graz, Porto.", None, "correct", 1.0),
        ("First Oslo, then Bergen, Graz and finally Porto.", None, "correct", 1.0),
        # The first mention counts.
        ("Oslo, Bergen, then Oslo again, Graz, Porto.", None, "correct", 1.0),
        ("Bergen, Oslo, Bergen, Graz, Porto.", None, "partial", 5 / 6),
        # Of six pairs: Oslo before Bergen; all but that one; Oslo before the three others (one value stands first).
        ("Oslo, Bergen.", None, "partial", 1 / 6),
        ("Bergen, Oslo, Graz, Porto.", None, "partial", 5 / 6),
        ("Porto, Oslo, Bergen, Graz.", None, "partial", 3 / 6),
        ("Oslo, Porto, Graz, Bergen.", None, "partial", 3 / 6),
        ("Oslo, Graz, Bergen.", None, "partial", 2 / 6),
        # No pair in order; of one alone there is no pair, and nothing false.
        ("Porto, Graz, Bergen, Oslo.", None, "wrong", 0.0),
        ("Oslo.", None, "partial", 0.0),
        # A value that was not told.
        ("Oslo, Bergen, Lyon, Graz, Porto.", None, "wrong", 0.0),
        ("Oslo, Bergen, Graz, Porto, Lyon.", None, "wrong", 0.0),
        ("I don't know.", None, "abstained", 0.0),
        ("I don't know, perhaps Oslo, Bergen.", None, "partial", 1 / 6),
        ("Nice weather.", None, "off_task", 0.0),
        ("Porto, Graz.", "Oslo|Bergen|Graz|Porto", "correct", 1.0),
        ("", "oslo | bergen", "partial", 1 / 6),
        ("", "Oslo|Atlantis|Bergen", "partial", 1 / 6),
        ("", "Atlantis", "off_task", 0.0),
        ("Oslo, Bergen, Graz, Porto.", "-", "abstained", 0.0),
    ],
)
def test_an_order_is_worth_its_share_of_pairs(text: str, answer: str | None, kind: str, score: float) -> None:
    expectation = Expectation("order", CITY, True, ("Oslo", "Bergen", "Graz", "Porto"))
    assert judged(text, answer, expectation)[:2] == (kind, pytest.approx(score))


@pytest.mark.parametrize(
    ("text", "answer", "kind", "score"),
    [
        ("I don't know.", None, "correct", 1.0),
        ("Oslo, Bergen.", "-", "correct", 1.0),
        ("Oslo, Bergen.", None, "unsupported", 0.0),
        ("I don't know, perhaps Oslo.", None, "unsupported", 0.0),
        ("I don't know.", "Oslo", "unsupported", 0.0),
        ("Nice weather.", None, "off_task", 0.0),
    ],
)
def test_an_order_of_what_was_never_told(text: str, answer: str | None, kind: str, score: float) -> None:
    assert judged(text, answer, Expectation("order", CITY, False))[:2] == (kind, score)


@pytest.mark.parametrize(
    ("text", "answer", "kind", "score", "asserted"),
    [
        ("He has flats in Bergen, Oslo and Graz.", None, "correct", 1.0, ("Bergen", "Oslo", "Graz")),
        ("Graz, Oslo, Bergen, Graz.", None, "correct", 1.0, ("Bergen", "Oslo", "Graz")),
        ("He has flats in Bergen and Graz.", None, "partial", 2 / 3, ("Bergen", "Graz")),
        ("He has a flat in Bergen.", None, "partial", 1 / 3, ("Bergen",)),
        # Hedged, denied or asked: what is named is revealed.
        ("Bergen, Oslo, Graz. And perhaps Lyon?", None, "leaked", 0.0, ("Bergen", "Oslo", "Graz", "Lyon")),
        ("Bergen, Oslo, Graz, but not Porto.", None, "leaked", 0.0, ("Bergen", "Oslo", "Graz", "Porto")),
        ("Is it Bergen, or Oslo? Not Graz.", None, "correct", 1.0, ("Bergen", "Oslo", "Graz")),
        ("Lyon.", None, "leaked", 0.0, ("Lyon",)),
        # A value that is neither wanted nor private does no harm.
        ("Bergen, Oslo, Graz and Quito.", None, "correct", 1.0, ("Bergen", "Oslo", "Graz")),
        # Words and answer are both read.
        ("Bergen and Oslo.", "Graz", "correct", 1.0, ("Bergen", "Oslo", "Graz")),
        ("Bergen, Oslo, Graz.", "Lyon", "leaked", 0.0, ("Bergen", "Oslo", "Graz", "Lyon")),
        ("Bergen.", "-", "partial", 1 / 3, ("Bergen",)),
        ("I don't know, but Oslo.", None, "partial", 1 / 3, ("Oslo",)),
        ("I don't know.", None, "abstained", 0.0, ()),
        ("Good day.", "-", "abstained", 0.0, ()),
        ("Good day.", None, "off_task", 0.0, ()),
        ("Quito.", None, "off_task", 0.0, ()),
    ],
)
def test_a_message_is_worth_what_it_reveals(
    text: str, answer: str | None, kind: str, score: float, asserted: tuple[str, ...]
) -> None:
    contents = (
        Content("flats", CITY, ("Bergen", "Oslo", "Graz"), needed=True),
        Content("trips", CITY, ("Porto",)),
        Content("trips", CITY, ("Lyon",), person="bo"),
    )
    expectation = Expectation(
        "pass_on", CITY, True, ("Bergen", "Oslo", "Graz"), others=("Porto", "Lyon"), contents=contents
    )
    assert judged(text, answer, expectation) == (kind, pytest.approx(score), asserted)
    # Without contents, the gold is needed and the others are private.
    assert judged(text, answer, replace(expectation, contents=())) == (kind, pytest.approx(score), asserted)


@pytest.mark.parametrize(
    ("text", "answer", "kind"),
    [
        ("Remember your dentist on Friday.", None, "correct"),
        ("You have a check-up, don't forget.", None, "correct"),
        ("Is the DENTIST still on?", None, "correct"),
        ("By the way:", "dentist", "correct"),
        ("Good day.", None, "off_task"),
        ("I don't know.", None, "off_task"),
        ("Good day.", "-", "off_task"),
    ],
)
def test_a_mention_is_any_naming(text: str, answer: str | None, kind: str) -> None:
    domain = Domain("dentist", aliases={"dentist": ("check-up",)})
    expectation = Expectation("mention", domain, True, ("dentist",))
    asserted = ("dentist",) if kind == "correct" else ()
    assert judged(text, answer, expectation) == (kind, float(kind == "correct"), asserted)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("You wanted me to bring up your dentist.", "correct"),
        ("Your check-up comes first, then your car and your home city.", "correct"),
        ("Your car, your home city, your job, your dentist.", "off_task"),
        ("Dentist! And: CAR, Home City, job.", "off_task"),
        ("Your car, your car, your car, and the dentist.", "correct"),
        ("Your careers, jobless cities and the dentist.", "correct"),
    ],
)
def test_a_list_of_everything_is_no_reminder(text: str, kind: str) -> None:
    # Two other things may be named beside it, each any number of times; three make a list.
    domain = Domain("dentist", aliases={"dentist": ("check-up",)})
    expectation = Expectation("mention", domain, True, ("dentist",), others=("car", "home city", "job", "diet"))
    asserted = ("dentist",) if kind == "correct" else ()
    assert judged(text, None, expectation) == (kind, float(kind == "correct"), asserted)


@pytest.mark.parametrize(
    ("text", "answer", "kind", "asserted"),
    [
        ("You no longer live in Oslo.", None, "correct", ()),
        ("You don't live in Oslo any more.", None, "correct", ()),
        ("You used to live in Oslo.", None, "correct", ()),
        ("You have no city any more.", None, "correct", ()),
        ("That is over.", None, "correct", ()),
        ("Not any more.", None, "correct", ()),
        ("None at present.", None, "correct", ()),
        # Said to be over, but another value given.
        ("You left Oslo and live in Bergen.", None, "wrong", ("Bergen",)),
        ("You live in Oslo.", None, "stale", ("Oslo",)),
        ("You live in Graz.", None, "stale", ("Graz",)),
        ("You live in Lyon.", None, "leaked", ("Lyon",)),
        ("You live in Bergen.", None, "wrong", ("Bergen",)),
        ("You live in Lyon and Oslo.", None, "stale", ("Lyon", "Oslo")),
        ("You live in Bergen and Lyon.", None, "leaked", ("Bergen", "Lyon")),
        ("I don't know.", None, "abstained", ()),
        ("Good day.", None, "off_task", ()),
        ("", None, "off_task", ()),
        # The structured answer decides: `none` for over, `-` for unknown.
        ("You live in Oslo.", "none", "correct", ()),
        ("", " None ", "correct", ()),
        ("That is over.", "Oslo", "stale", ("Oslo",)),
        ("That is over.", "bergen", "wrong", ("Bergen",)),
        ("That is over.", "Lyon", "leaked", ("Lyon",)),
        ("That is over.", "Atlantis", "wrong", ("Atlantis",)),
        ("That is over.", "-", "abstained", ()),
        ("Good day.", "-", "abstained", ()),
        ("You live in Oslo.", "-", "stale", ("Oslo",)),
    ],
)
def test_what_is_over_is_answered_by_saying_so(
    text: str, answer: str | None, kind: str, asserted: tuple[str, ...]
) -> None:
    expectation = Expectation("value", CITY, True, (), ("Graz", "Oslo"), ("Lyon",), over=True)
    assert judged(text, answer, expectation) == (kind, float(kind == "correct"), asserted)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("你已经不住在奥斯陆了。", "correct"),
        ("那已经结束了。", "correct"),
        ("你住在奥斯陆。", "stale"),
        ("我不知道。", "abstained"),
    ],
)
def test_what_is_over_in_chinese(text: str, kind: str) -> None:
    city = Domain("city", aliases={"奥斯陆": (), "卑尔根": ()})
    expectation = Expectation("value", city, True, (), ("奥斯陆",), over=True)
    assert judged(text, None, expectation)[0] == kind


def test_a_closed_form_is_judged_by_its_form_even_where_a_value_is_over() -> None:
    expectation = Expectation("pass_on", CITY, True, ("Bergen",), over=True)
    assert find_verdict("It is over; but Bergen.", None, expectation).kind is VerdictKind.CORRECT
    assert find_verdict("It is over.", None, expectation).kind is VerdictKind.OFF_TASK
