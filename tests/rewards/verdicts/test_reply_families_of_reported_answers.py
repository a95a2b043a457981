"""Families of replies that report or guess an answer where nothing was told, beside those that only do not know."""

from __future__ import annotations

import pytest

from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain, ValueType

CAR = Expectation(
    "value", Domain("car", aliases=dict.fromkeys(("Seat Ibiza", "Fiat Panda"), ()), subjects=("car", "drive")), False
)
HIKE = Expectation(
    "value",
    Domain("outing_limit", aliases=dict.fromkeys(("steep paths", "wet socks"), ()), subjects=("outing", "no", "go")),
    False,
)
RENT = Expectation("value", Domain("rent", ValueType.NUMBER, unit="euros", subjects=("rent",)), False)
BIRTH = Expectation(
    "value",
    Domain("birth_country", aliases=dict.fromkeys(("Peru", "Chile"), ()), subjects=("birth", "country", "born")),
    False,
)


def kind(text: str, expectation: Expectation) -> str:
    return find_verdict(text, None, expectation).kind.name.lower()


@pytest.mark.parametrize(
    ("text", "turned"),
    [
        ("I can't recall exactly when, but you told me it was a Saab.", "I can't recall exactly what you told me."),
        (
            "I'm not sure, but you said that it was a Saab.",
            "I'm not sure, but you said that your aunt drives a Saab. You never told me what you drive.",
        ),
        (
            "I can't find the exact message, but you mentioned it's a Saab.",
            "I can't find any message in which you mentioned a car.",
        ),
        ("I don't remember the day, but you told me you drive a Saab.", "I don't remember your car."),
        (
            "I'm not sure about the model, but you told me that it was a Saab.",
            "I'm not sure about the model, but you told me that you were looking for one.",
        ),
        (
            "I don't have the exact words, but you said it was a red one, didn't you?",
            "I don't have it. You said that you'd tell me later.",
        ),
    ],
)
def test_a_report_beside_an_unknown_detail_answers(text: str, turned: str) -> None:
    assert kind(text, CAR) != "correct"
    assert kind(turned, CAR) == "correct"


@pytest.mark.parametrize(
    ("text", "turned"),
    [
        (
            "I've gone back through our chats. You told me that you can't stand muddy boots.",
            "I've gone back through our chats. You told me nothing of the kind.",
        ),
        (
            "I've looked through our chats. You told me that you don't like muddy boots.",
            "I've looked through our chats. You told me that your aunt can't stand boots, but nothing about yourself.",
        ),
        (
            "There's nothing about it in our chats. You told me that your no-go is muddy boots.",
            "There's nothing about it in our chats. You never told me what your no-go is.",
        ),
        ("You said that you never eat outside.", "You never said."),
        ("I've searched our chats. You mentioned that you won't stay for dinner.", "I've searched our chats: nothing."),
        ("You told me that you can't bear muddy boots.", "You told me that you'd let me know, and you never did."),
    ],
)
def test_a_report_with_a_denial_is_no_abstention(text: str, turned: str) -> None:
    assert kind(text, HIKE) != "correct"
    assert kind(turned, HIKE) == "correct"


@pytest.mark.parametrize(
    ("text", "turned", "expectation"),
    [
        ("You never said, but I'd say you were born in Belgium.", "You never said, so I'd say you fill it in.", BIRTH),
        ("You haven't told me, but I'd bet you've been to Belgium.", "You haven't told me, I'd bet on nothing.", BIRTH),
        (
            "You never told me, but most people come from Belgium, so I guess it's that.",
            "You never told me, and most people come from somewhere else.",
            BIRTH,
        ),
        ("You never told me, but many hate rain, so that's probably it.", "You never told me, sorry.", HIKE),
        (
            "You haven't told me, but judging by your friend's rent it should be around 900 euros.",
            "You haven't told me what your rent is, so I can't say what it should be.",
            RENT,
        ),
        ("You haven't told me. Yours must be about 900 euros.", "You haven't told me yours.", RENT),
    ],
)
def test_a_guess_answers(text: str, turned: str, expectation: Expectation) -> None:
    assert kind(text, expectation) != "correct"
    assert kind(turned, expectation) == "correct"


RAISED = Expectation("sum", Domain("charity_raised", ValueType.NUMBER, unit="rupees", subjects=("raised",)), False)
PODCAST = Expectation("value", Domain("podcast", aliases={"Sand Dial": ()}, subjects=("podcast", "favourite")), False)
STREET = Expectation("value", Domain("street", aliases={"Mill Lane": ()}, subjects=("street", "live")), False)


@pytest.mark.parametrize(
    ("text", "turned", "expectation"),
    [
        ("0. You haven't raised anything yet.", "0 reported. You haven't told me anything yet.", RAISED),
        ("You can put a zero there.", "I can't put a number there, you haven't given me one.", RAISED),
        (
            "I'm not sure it's up to date, but I have Night Ferry down as your favourite podcast.",
            "I'm not sure, but I have nothing down as your favourite podcast.",
            PODCAST,
        ),
        (
            "**Your street:** Harbour Lane\n\nI don't have the house number.",
            "**Your street:** not told\n\nI don't have the house number either.",
            STREET,
        ),
    ],
)
def test_an_entry_or_a_claimed_zero_answers(text: str, turned: str, expectation: Expectation) -> None:
    assert kind(text, expectation) != "correct"
    assert kind(turned, expectation) == "correct"
