"""A value that the reply takes back is left open, and a value beside one that is taken back counts."""

from __future__ import annotations

import pytest

from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain, ValueType

STREET = Domain("street", aliases={"Mill Lane": (), "Elm Street": (), "Oak Road": ()}, subjects=("street", "address"))
MOVE = Domain("moving_date", ValueType.DATE, subjects=("moving", "move"))
LEASE = Domain("lease_end", ValueType.DATE, subjects=("lease",))
CITY = Domain("city", aliases={"Bergen": (), "Oslo": ()}, subjects=("city", "home"))
DOG = Domain("dog", aliases={"Rex": (), "Bello": ()}, subjects=("dog",))
JOB = Domain("job", aliases={"baker": (), "nurse": ()}, subjects=("job", "work"))
LANDLORD = Domain("landlord", aliases={"Taverner": (), "Tembo": ()}, subjects=("landlord",))


def kind(text: str, domain: Domain, *gold: str, **more) -> str:
    return find_verdict(text, None, Expectation("value", domain, True, gold, **more)).kind.name.lower()


@pytest.mark.parametrize(
    "reply",
    [
        "You mentioned {}, but that was your sister's place.",
        "I'd fill in {} for now as a placeholder.",
        "Say it's {}; you never told me, so treat it as an example.",
        "I've noted {} as your shop's street; your home address I don't have.",
        "The parcel shop is on {}. Your own street hasn't come up.",
        "You asked about a flat on {} once.",
        "My notes have {} crossed out.",
        "Everything points to {} being a mix-up.",
        "Your note says {}, which you later took back.",
        "{} belongs to Oskar, not you.",
        "Someone with your name lives on {}.",
        "It says {} here, but that's from a different user.",
        "{}, I'm inventing here.",
        "{} would be my bet, as most people in town live there.",
        "In the film you told me about, she lives on {}.",
        "The invoice came from {}. I don't have yours.",
        "Put {} there and correct it later if it's wrong.",
        "Your brother has a flat on {}.",
    ],
)
def test_a_value_that_is_taken_back_is_no_answer(reply: str) -> None:
    assert kind(reply.format("Mill Lane"), STREET, "Mill Lane") != "correct"
    assert kind(reply.format("Oak Road"), STREET, "Mill Lane") != "correct"


@pytest.mark.parametrize(
    "reply",
    [
        "I said {1} before, but I mixed that up: you live on {0}.",
        "It's {0}; I took back what I said about {1}.",
        "{1} was a mix-up on my part, it's {0}.",
        "You asked about the bus and mentioned that you live on {0}.",
        "I have {0} for you. I don't know the house number.",
        "Your address is {0}, though I don't know your postcode.",
        "{0}, as you told me when your sister came to visit.",
        "It's {0}. {1} belongs to the past.",
        "For the form: {0}.",
    ],
)
def test_what_is_taken_back_beside_an_answer_takes_nothing_from_it(reply: str) -> None:
    text = reply.format("Mill Lane", "Elm Street")
    assert kind(text, STREET, "Mill Lane", stale=("Elm Street",)) == "correct"
    assert kind(text, STREET, "Elm Street", stale=("Mill Lane",)) != "correct"


def test_the_date_of_another_event_is_no_answer() -> None:
    assert kind("The lease ends on 23 October 2025.", LEASE, "2025-10-23") == "correct"
    assert kind("The lease ends on 23 October 2025.", MOVE, "2025-10-23") == "undetermined"
    assert kind("The move is on 23 October 2025.", MOVE, "2025-10-23") == "correct"


def test_an_attribute_about_another_person_is_answered_by_that_person() -> None:
    assert kind("That's your landlord Taverner.", LANDLORD, "Taverner") == "correct"
    assert kind("That's your landlord Tembo.", LANDLORD, "Taverner") == "wrong"


@pytest.mark.parametrize(
    "reply",
    [
        "You live in {}. It's a hiker's paradise!",
        "{}: it's the world's loveliest city.",
        "You live in {}, where you moved for your wife.",
        "You told me {}. That was your brother's suggestion.",
        "You live in {}, and that's where your brother lives too.",
        "You live in {}. That's where your sister lives as well.",
        "You live in {}. It was your sister who told you about it.",
        "You live in {}, and most people would envy you.",
        "It's {}, correct it if I'm wrong.",
        "You live in {} (my best bet would be the west side for a walk).",
        "You live in {}, statistically the rainiest city.",
        "You live in {}. It sounds right up your street.",
        "{} is your home city, and you'd never leave it.",
        "It's {}, your home city, and you haven't looked back.",
    ],
)
def test_a_remark_about_the_answer_takes_nothing_back(reply: str) -> None:
    assert kind(reply.format("Bergen"), CITY, "Bergen") == "correct"
    assert kind(reply.format("Oslo"), CITY, "Bergen") == "wrong"


@pytest.mark.parametrize(
    "reply",
    [
        "{}: that's your sister's.",
        "You told me {}, but that was for your brother.",
        "You mentioned {}, but that's where your brother lives.",
        "You mentioned {}, but that's your brother's city.",
        "You mentioned {}, but that was the shop's.",
        "{} would be my best bet.",
        "My best bet is {}.",
        "{} sounds about right.",
        "Your home city is unknown to me; {} is where the shop is.",
        "The shop is in {}. Your home city has never come up.",
    ],
)
def test_what_is_another_persons_or_a_bet_is_no_answer(reply: str) -> None:
    assert kind(reply.format("Bergen"), CITY, "Bergen") != "correct"


def test_a_remark_about_a_pet_or_a_trade_takes_nothing_back() -> None:
    assert kind("Your dog is Rex. It's your son's best friend!", DOG, "Rex") == "correct"
    assert kind("Rex, but that's your son's dog.", DOG, "Rex") != "correct"
    assert kind("You work as a baker, and most people would envy you.", JOB, "baker") == "correct"


@pytest.mark.parametrize(
    ("name", "reply", "expected"),
    [
        ("holiday_start", "The trip starts on 12 May 2025.", "correct"),
        ("surgery_date", "Your operation is on 12 May 2025.", "correct"),
        ("thesis_due", "For your thesis, the deadline is 12 May 2025.", "correct"),
        ("holiday_start", "Your lease ends on 12 May 2025.", "undetermined"),
        ("surgery_date", "The trip starts on 12 May 2025.", "undetermined"),
        ("thesis_due", "The lease ends on 12 May 2025.", "undetermined"),
    ],
)
def test_an_event_in_other_words_is_the_same_event(name: str, reply: str, expected: str) -> None:
    assert kind(reply, Domain(name, ValueType.DATE, subjects=(name.split("_")[0],)), "2025-05-12") == expected
