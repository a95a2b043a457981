"""A value that the reply takes back is left open, and a value beside one that is taken back counts."""

from __future__ import annotations

import pytest

from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain, ValueType

STREET = Domain("street", aliases={"Mill Lane": (), "Elm Street": (), "Oak Road": ()}, subjects=("street", "address"))
MOVE = Domain("moving_date", ValueType.DATE, subjects=("moving", "move"))
LEASE = Domain("lease_end", ValueType.DATE, subjects=("lease",))
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
