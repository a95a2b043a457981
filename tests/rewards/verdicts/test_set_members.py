"""Lists of sets: members that are over or never were, made-up members, and offers of everything there is."""

from __future__ import annotations

import pytest

from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain

INSTRUMENTS = Domain(
    "instrument", aliases=dict.fromkeys(("cello", "concertina", "zither"), ()), subjects=("instruments",)
)
BANDS = Domain("concert_attended", aliases=dict.fromkeys(("Quarry Choir", "Pomegranate Static", "Moth Parade"), ()))
EXERCISES = Domain("exercise", aliases=dict.fromkeys(("heel slides", "cat stretches", "pelvic tilts"), ()))
PLACES = Domain("restaurant", aliases=dict.fromkeys(("Jasmine Pagoda", "Jollof Kitchen", "Hibachi Lane"), ()))


def _kind(text: str, domain: Domain, *gold: str) -> str:
    return find_verdict(text, None, Expectation("set", domain, True, gold)).kind.name.lower()


def _played(text: str) -> str:
    return _kind(text, INSTRUMENTS, "cello", "concertina")


@pytest.mark.parametrize(
    "text",
    [
        "You used to play the cello, but now you play the concertina.",
        "You play the concertina. You gave up the cello.",
        "You no longer play the cello, just the concertina.",
        "Concertina – formerly cello.",
        "The concertina, which replaced the cello.",
        "The cello is over; now you play the concertina.",
        "You took the cello off your list, so it's the concertina.",
        "You swapped the cello for the concertina.",
        "The cello (until January) and the concertina.",
    ],
)
def test_a_member_that_is_over_does_not_count(text: str) -> None:
    assert _played(text) == "partial"


@pytest.mark.parametrize(
    "text",
    [
        "You started with the cello, and now you play the concertina too.",
        "First the cello, and then the concertina.",
        "You never gave up the cello, and you've added the concertina.",
        "The cello isn't the only one: you've taken up the concertina as well.",
        "You played the cello first, and the concertina since January.",
        "The cello, the concertina. Don't forget the lesson!",
    ],
)
def test_a_member_that_came_first_counts(text: str) -> None:
    assert _played(text) == "correct"


@pytest.mark.parametrize(
    "text",
    [
        "Quarry Choir. You missed Pomegranate Static.",
        "Pomegranate Static. You had a ticket for Quarry Choir but didn't go.",
        "Pomegranate Static. Quarry Choir was cancelled.",
        "You've been to see Quarry Choir and you've got tickets for Pomegranate Static.",
        "You saw Quarry Choir live. Pomegranate Static you only heard on the radio.",
        "Quarry Choir, but you never saw Pomegranate Static.",
    ],
)
def test_a_member_that_never_was_does_not_count(text: str) -> None:
    assert _kind(text, BANDS, "Quarry Choir", "Pomegranate Static") == "partial"


def test_what_was_heard_or_won_stays_so() -> None:
    for text in (
        "You bought a ticket for Pomegranate Static and went, and before that you saw Quarry Choir.",
        "Quarry Choir and Pomegranate Static, which are both history now.",
    ):
        assert _kind(text, BANDS, "Quarry Choir", "Pomegranate Static") == "correct"


@pytest.mark.parametrize(
    "text",
    [
        "You play the cello, the concertina and the piano.",
        "The piano, the cello and the concertina.",
        "The cello, the concertina, the flute and the drums.",
        "You play the cello and the concertina. You also play the saxophone.",
        "You play the cello, concertina and, since last week, the trumpet.",
        "You mentioned the cello and the concertina, and I think also the viola.",
        "The cello, the concertina and the tin whistle.",
    ],
)
def test_a_made_up_member(text: str) -> None:
    assert _played(text) == "wrong"


@pytest.mark.parametrize(
    "text",
    [
        "Quarry Choir, Pomegranate Static and The Midnight Owls.",
        "Quarry Choir, Pomegranate Static, and a third band called Velvet Harbour.",
        "- Quarry Choir\n- Pomegranate Static\n- The Lumineers",
    ],
)
def test_a_made_up_name(text: str) -> None:
    assert _kind(text, BANDS, "Quarry Choir", "Pomegranate Static") == "wrong"


@pytest.mark.parametrize(
    "text",
    [
        "The cello, the concertina and the rest I don't know.",
        "You're learning the cello and the concertina. You also have a lot of patience!",
        "The cello and the concertina, Wiremu.",
        "The cello, the concertina. The two of them!",
        "The concertina and the cello, both.",
        "You play the cello and the concertina. Music is a great hobby!",
    ],
)
def test_other_words_are_no_member(text: str) -> None:
    assert _played(text) == "correct"


@pytest.mark.parametrize(
    "text",
    [
        "The heel slides, the cat stretches and the pelvic tilts.",
        "The pelvic tilts, the cat stretches and the heel slides.",
        "That's the cat stretches, the heel slides, the pelvic tilts.",
        "Heel slides, the cat stretches, and the pelvic tilts.",
        "You have to do the cat stretches, the pelvic tilts and the heel slides.",
        "Your cat stretches, your pelvic tilts and your heel slides.",
    ],
)
def test_a_value_with_the_name_of_an_animal_is_no_animals(text: str) -> None:
    assert _kind(text, EXERCISES, "heel slides", "cat stretches", "pelvic tilts") == "correct"
    assert _kind(text, EXERCISES, "heel slides", "cat stretches") == "wrong"


@pytest.mark.parametrize(
    "text",
    [
        "Hi everyone, we could go to {0} or {1}, I've been to both. What do you think?",
        "Hello you lot! My tips: {0} or {1}. I've tried both.",
        "Hi! Which one shall we go to, {0} or {1}? I've tried them both.",
        "Hey! If you'd like to eat out, I can offer {0} or {1}. Love, Fiona",
        "Hi all, we can eat at {0} or at {1}, the two places I've tried.",
        "Hi! How about {0} or {1}? Those are the ones I know.",
    ],
)
def test_an_offer_of_all_lists_them(text: str) -> None:
    gold = ("Jasmine Pagoda", "Jollof Kitchen")
    assert _kind(text.format(*gold), PLACES, *gold) == "correct"
    assert _kind(text.format("Jasmine Pagoda", "Hibachi Lane"), PLACES, *gold) != "correct"
    assert _kind(text.format(*gold) + " I'm not sure which of them it was.", PLACES, *gold) != "correct"
