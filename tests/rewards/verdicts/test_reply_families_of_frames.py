"""Families of natural replies that differ in what surrounds the value: the verdict turns when values are swapped."""

from __future__ import annotations

import pytest

from regulars.rewards.choices.choice import read_choice
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain, ValueType

TOWN = Domain("home_town", aliases={"Bergen": (), "Lyon": (), "Graz": ()}, subjects=("home", "town", "live"))
TREAT = Domain("given_up_treat", aliases={"nachos": (), "brownies": ()}, subjects=("given", "up", "treat"))
SAVING = Domain("saving_limit", aliases={"lock-in periods": (), "foreign currencies": ()}, subjects=("saving", "limit"))
NAME = Domain("maiden_name", aliases={"Alvarado": (), "Amundsen": ()}, subjects=("maiden", "name"), lasting=True)
ACT = Domain("party_act", aliases={"magic shows": (), "sumo suits": ()}, subjects=("act",))
COMMUTE = Domain("commute", ValueType.NUMBER, unit="minutes", subjects=("commute",))
WAGE = Domain("wage", ValueType.NUMBER, unit="francs", subjects=("wage",))
CROWNS = Domain("side_income", ValueType.NUMBER, unit="crowns", subjects=("side", "income"))
MOVE = Domain("moving_date", ValueType.DATE, subjects=("move", "moving"))
PILL = Domain("medication", aliases={"metformin": ()}, subjects=("medicine",))


def _kind(text, domain, *gold, form="value", **more):
    expectation = Expectation(form, domain, bool(gold), tuple(gold), **more)
    return find_verdict(text, None, expectation).kind.name.lower()


@pytest.mark.parametrize(
    "reply",
    [
        "I hope you'll forgive me for not having it ready: your home is in {0}.",
        "You'd be surprised how little I forget: it was {0} that you told me.",
        "You told me a while ago that you live in {0}.",
        "It ought to be {0}, if you haven't changed it since you last told me.",
        "It's {0}. I don't know whether it's changed since.",
        "You're in {0}, if I've kept up with you.",
        "Isn't it going to be {0}? I'm sure that's what you told me.",
        "There's hardly a week that you don't spend in {0}.",
        "You consider {0} essential for your peace of mind.",
    ],
)
def test_an_outer_clause_does_not_change_what_is_asserted(reply: str) -> None:
    assert _kind(reply.format("Bergen"), TOWN, "Bergen") == "correct"
    assert _kind(reply.format("Lyon"), TOWN, "Bergen") != "correct"


@pytest.mark.parametrize(
    "reply",
    [
        "I hope it's not {}.",
        "You considered {}.",
        "If you haven't changed your mind, you'll move to {} one day.",
        "It isn't {}, if I've kept up with you.",
        "There's a chance that it's {}.",
        "Let me guess: you live in {}.",
    ],
)
def test_a_denial_a_plan_or_a_guess_of_the_value_itself_is_no_answer(reply: str) -> None:
    assert _kind(reply.format("Bergen"), TOWN, "Bergen") != "correct"


@pytest.mark.parametrize(
    "reply",
    [
        "Since {1} got too loud, you've been living in {0}.",
        "You're in {0}, ever since {1} lost its charm.",
        "It's {0}; earlier it had been {1}, and for a short while {2}.",
        "It's {0}, following {1}.",
        "You'd asked me to forget {1}, so what's left is {0}.",
    ],
)
def test_a_value_of_a_clause_about_the_past_or_a_reason_is_context(reply: str) -> None:
    assert _kind(reply.format("Bergen", "Lyon", "Graz"), TOWN, "Bergen") == "correct"
    assert _kind(reply.format("Lyon", "Bergen", "Graz"), TOWN, "Bergen") == "wrong"


@pytest.mark.parametrize(
    "reply",
    ["You gave up {}!", "The treat you quit was {}.", "The one treat you don't touch any more is {}.", "You quit {}."],
)
def test_a_cue_of_ending_is_the_matter_itself_where_something_ended(reply: str) -> None:
    assert _kind(reply.format("nachos"), TREAT, "nachos") == "correct"
    assert _kind(reply.format("brownies"), TREAT, "nachos") == "wrong"
    assert _kind("It's not nachos.", TREAT, "nachos") != "correct"


@pytest.mark.parametrize(
    "reply",
    [
        "You wanted to keep your savings away from {}.",
        "You'd turn down anything with {}.",
        "What puts you off is that it might come with {}.",
    ],
)
def test_what_one_would_turn_down_is_to_be_avoided(reply: str) -> None:
    assert _kind(reply.format("lock-in periods"), SAVING, "lock-in periods") == "correct"
    assert _kind(reply.format("foreign currencies"), SAVING, "lock-in periods") == "wrong"


def test_what_one_can_have_is_welcome() -> None:
    assert _kind("You can have lock-in periods all day.", SAVING, "lock-in periods") == "wrong"


def test_what_does_not_ring_a_bell_is_taken_back() -> None:
    reply = "{1} don't ring a bell. What you did tell me is that {0} bother you."
    assert _kind(reply.format("lock-in periods", "foreign currencies"), SAVING, "lock-in periods") == "correct"
    assert _kind(reply.format("foreign currencies", "lock-in periods"), SAVING, "lock-in periods") == "wrong"


def test_a_lasting_value_is_not_aged_by_what_came_later() -> None:
    assert _kind("That she was called Alvarado before she married.", NAME, "Alvarado") == "correct"
    assert _kind("That she was called Amundsen before she married.", NAME, "Alvarado") == "wrong"


@pytest.mark.parametrize(
    ("reply", "domain", "value"),
    [
        ("It takes you {} minutes each way.", COMMUTE, "110"),
        ("Ungefähr {} Minuten.", COMMUTE, "110"),
        ("Insgesamt {} Kronen.", CROWNS, "1132"),
        ("All in all, {} went into your account.", CROWNS, "1132"),
        ("You've told me {} several times.", COMMUTE, "110"),
        ("Your wage comes to {}, so per year we're talking about roughly 75 thousand.", WAGE, "6271"),
        ("It's {} minutes. I'd ignore the older numbers (115 and 65).", COMMUTE, "110"),
    ],
)
def test_amounts_in_other_frames(reply: str, domain: Domain, value: str) -> None:
    assert _kind(reply.format(value), domain, value) == "correct"
    assert _kind(reply.format("77"), domain, value) == "wrong"


def test_minutes_beyond_an_hour_are_not_added_to_hours() -> None:
    assert _kind("Two hours, 120 minutes.", COMMUTE, "120") == "correct"
    assert _kind("Two hours, 20 minutes.", COMMUTE, "140") == "correct"


def test_a_date_at_the_end_of_a_sentence_is_not_the_date_of_the_next_words() -> None:
    reply = "The van comes on {0}. You had it down for {1} originally."
    assert _kind(reply.format("16 November", "28 June"), MOVE, "2025-11-16") == "correct"
    assert _kind(reply.format("28 June", "16 November"), MOVE, "2025-11-16") == "wrong"


@pytest.mark.parametrize(
    "reply",
    [
        "Leider nein, davon hast du mir nie erzählt.",
        "**Home:** removed at your request, no value stored.",
        "I went through all our chats, and you didn't name a town in any of them.",
        "We've spoken about your work, but about a town we haven't.",
        "You've kept the name of the town to yourself.",
        "Don't know.",
    ],
)
def test_a_reply_that_only_denies_knows_nothing(reply: str) -> None:
    assert _kind(reply, TOWN) == "correct"
    assert _kind(reply, TOWN, "Bergen") == "abstained"


@pytest.mark.parametrize("reply", ["No problem, I'm on it.", "I can't book that for you.", "You never liked Tromsø."])
def test_a_denial_of_another_kind_is_no_abstention(reply: str) -> None:
    assert _kind(reply, TOWN) != "correct"


def test_an_opening_request_is_the_proposal() -> None:
    reply = "Let the {0} be the highlight. The {1} might be too loud."
    assert _kind(reply.format("magic shows", "sumo suits"), ACT, "magic shows", form="any") == "correct"
    assert _kind(reply.format("sumo suits", "magic shows"), ACT, "magic shows", form="any") == "wrong"


def test_an_imperative_picks_whatever_its_verb() -> None:
    assert read_choice("Let them find Quasar! Pulsar is nice, too.", ("Pulsar", "Quasar"), Domain("wifi")).options == (
        1,
    )
    assert read_choice("Let them find Pulsar! Quasar is nice, too.", ("Pulsar", "Quasar"), Domain("wifi")).options == (
        0,
    )


def test_who_was_taken_off_a_medicine_takes_none() -> None:
    over = {"over": True, "stale": ("metformin",)}
    assert _kind("It was metformin, but the doctor took you off it.", PILL, **over) == "correct"
    assert _kind("It's metformin, and you get it off the shelf.", PILL, **over) == "stale"


def test_a_reminder_of_another_thing_is_wrong() -> None:
    label = Domain("mention", aliases={"board game": ()})
    key = {"form": "mention", "others": ("book club pick",)}
    assert _kind("I was to remind you of your board game.", label, "board game", **key) == "correct"
    assert _kind("I was to remind you of your book club pick.", label, "board game", **key) == "wrong"
    assert (
        _kind("Your book club pick sounds fun.", label, "board game", **key) == "wrong"
    )  # or naming one would be free
