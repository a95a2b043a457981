"""In a conversation the words earn the verdict; beside it, the structured answer alone may."""

from __future__ import annotations

import pytest

from regulars.dialogue import VerdictKind
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain

CITIES = Domain("city", aliases={"Bergen": (), "Oslo": (), "Graz": ()})
LETTERS = Domain("letter", aliases={"A": (), "B": (), "C": (), "D": ()})

TOLD = Expectation("value", CITIES, True, ("Bergen",), stale=("Oslo",))
UNTOLD = Expectation("value", CITIES, False)
ALL = Expectation("set", CITIES, True, ("Bergen", "Oslo"))
ORDER = Expectation("order", CITIES, True, ("Oslo", "Bergen"))
OPTION = Expectation("option", LETTERS, True, ("B",), options=("a boat", "a car"))
GONE = Expectation("value", CITIES, True, (), stale=("Oslo",), over=True)
NOTE = Expectation("pass_on", CITIES, True, ("Bergen",), others=("Graz",))
REMINDER = Expectation("mention", CITIES, True, ("Bergen",))


@pytest.mark.parametrize(
    ("text", "answer", "expectation", "aside", "spoken"),
    [
        # silent, or about something else: only the field says it
        ("", "Bergen", TOLD, "correct", "off_task"),
        ("Nice weather.", "Bergen", TOLD, "correct", "off_task"),
        ("", "-", UNTOLD, "correct", "off_task"),
        ("", "-", TOLD, "abstained", "off_task"),
        ("", "Bergen|Oslo", ALL, "correct", "off_task"),
        ("", "Oslo|Bergen", ORDER, "correct", "off_task"),
        ("", "B", OPTION, "correct", "off_task"),
        ("", "none", GONE, "correct", "off_task"),
        ("", "Bergen", NOTE, "correct", "off_task"),
        ("", "Bergen", REMINDER, "correct", "off_task"),
        # the words leave open what the field says
        ("Perhaps Bergen.", "Bergen", TOLD, "correct", "undetermined"),
        # the words say it too
        ("You live in Bergen.", "Bergen", TOLD, "correct", "correct"),
        ("I don't know that.", "-", UNTOLD, "correct", "correct"),
        ("I don't know that.", "-", TOLD, "abstained", "abstained"),
        ("Bergen and Oslo.", "Bergen|Oslo", ALL, "correct", "correct"),
        ("B)", "B", OPTION, "correct", "correct"),
        ("You no longer have one.", "none", GONE, "correct", "correct"),
        # what the field gets wrong, it gets wrong in either place
        ("", "Oslo", TOLD, "stale", "stale"),
        ("", "Graz", TOLD, "wrong", "wrong"),
        ("", "Graz", UNTOLD, "unsupported", "unsupported"),
        ("You live in Bergen.", "Oslo", TOLD, "wrong", "wrong"),
        ("You live in Bergen.", "-", TOLD, "wrong", "wrong"),
        # no field: the same in either place
        ("You live in Bergen.", None, TOLD, "correct", "correct"),
        ("", None, TOLD, "off_task", "off_task"),
        ("", " ", TOLD, "off_task", "off_task"),
    ],
)
def test_a_structured_answer_earns_a_verdict_beside_the_conversation_only(
    text: str, answer: str | None, expectation: Expectation, aside: str, spoken: str
) -> None:
    assert find_verdict(text, answer, expectation).kind is VerdictKind[aside.upper()]
    assert find_verdict(text, answer, expectation, spoken=True).kind is VerdictKind[spoken.upper()]


def test_the_words_that_name_half_of_a_set_earn_half() -> None:
    aside, spoken = (find_verdict("Bergen.", "Bergen|Oslo", ALL, spoken=place) for place in (False, True))
    assert (aside.kind, aside.score) == (VerdictKind.CORRECT, 1.0)
    assert (spoken.kind, spoken.score) == (VerdictKind.PARTIAL, 0.5)
    assert spoken.reason == "names 1 of 2; only the structured answer says more"
