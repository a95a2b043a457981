"""Replies that name other values on the way, or a value in other words: each template, and its opposite."""

from __future__ import annotations

import pytest

from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain, ValueType

BANK = Domain("bank", aliases=dict.fromkeys(("Nordea", "Sparhaus", "Triodos"), ()), subjects=("bank", "account"))
VENUE_LIMIT = Domain(
    "venue_limit",
    aliases=dict.fromkeys(("muddy ground", "liquor shelves", "scratchy fibres"), ()),
    subjects=("venue",),
    lasting=True,
)
GARDEN = Domain("garden_idea", aliases=dict.fromkeys(("herb spirals", "rain barrels", "stone benches"), ()))
EXAM = Domain("exam_date", ValueType.DATE, subjects=("exam", "date"))
RENT = Domain("monthly_rent", ValueType.NUMBER, unit="euros", subjects=("rent", "monthly"))


def kind(text: str, expected: Expectation) -> str:
    return find_verdict(text, None, expected).kind.name.lower()


@pytest.mark.parametrize(
    "template",
    ["Premise: {Y}. My record: {X}.", "You wrote {Y} just now, but on file it's {X}.",
     "Your question assumes {Y}. I have {X}.",
     "{Y} nobody ever brought up. {X}, that's where your money sits.", "Who did you open it with? {X}.",
     "Somebody on the train claimed {Y}; you yourself told me {X}.", "{Y} was a stranger's joke. It's {X}.",
     "{X}, or has that changed?", "What I have from you is {X}, or did you switch?", "You bank with {X}, remember?",
     "As if I could forget your account at {X}!", "It isn't {Y}. It's, if you ask my notes, {X}.",
     "Your brother swears by {Y}, yours is {X}.", "{Y} to begin with, and then, since June, {X}.",
     "ur bank is {X}, {Y} n triodos r history", "| Was | Is |\n|---|---|\n| {Y} | {X} |"],
)  # fmt: skip
@pytest.mark.parametrize(("one", "other"), [("Nordea", "Sparhaus"), ("Sparhaus", "Nordea")])
def test_the_value_counts_against_which_nothing_is_said(template, one, other):
    reply = template.replace("{X}", one).replace("{Y}", other)
    assert kind(reply, Expectation("value", BANK, True, (one,))) == "correct"
    assert kind(reply, Expectation("value", BANK, True, (other,))) == "wrong"


@pytest.mark.parametrize(
    ("reply", "wanted"),
    [("Nordea. Sparhaus. Both are yours.", "wrong"), ("Nordea holds your savings and Sparhaus your salary.", "wrong"),
     ("It isn't Sparhaus. Maybe Nordea.", "undetermined"), ("If only you were with Nordea!", "undetermined"),
     ("You said you'd like to open one at Nordea.", "undetermined"), ("Is it Nordea, remember?", "undetermined")],
)  # fmt: skip
def test_values_stay_open_or_several_where_nothing_decides(reply, wanted):
    assert kind(reply, Expectation("value", BANK, True, ("Nordea",))) == wanted


@pytest.mark.parametrize(
    ("reply", "wanted"),
    [("A place where the ground is muddy is out.", "correct"), ("Mud on the ground is what you can't bear.", "correct"),
     ("Shelves full of liquor.", "wrong"), ("You love ground that's muddy.", "wrong"),
     ("Out of the question as soon as there's muddy ground.", "correct"),
     ("| Venue | Keep? |\n|---|---|\n| any with muddy ground | ✗ |\n| the rest | ✓ |", "correct")],
)  # fmt: skip
def test_the_words_of_a_value_may_stand_in_any_order(reply, wanted):
    assert kind(reply, Expectation("value", VENUE_LIMIT, True, ("muddy ground",))) == wanted


def test_words_in_two_sentences_are_no_value():
    split = "Muddy boots stay outside. Ground coffee comes in."
    assert kind(split, Expectation("value", VENUE_LIMIT, True, ("muddy ground",))) == "off_task"


@pytest.mark.parametrize(
    ("reply", "wanted"),
    [("You were to build herb spirals, on my advice.", "correct"),
     ("You were to build rain barrels, on my advice.", "wrong"),
     ("Out of rain barrels, stone benches and herb spirals it was the last that I sent you to.", "correct"),
     ("Out of herb spirals, stone benches and rain barrels it was the last that I sent you to.", "wrong"),
     ("You don't mean the herb spirals, do you? That was my idea, yes.", "correct"),
     ("I advised against herb spirals and told you rain barrels.", "wrong"),
     ("You might like herb spirals.", "undetermined")],
)  # fmt: skip
def test_what_the_assistant_recommended_is_its_choice(reply, wanted):
    assert kind(reply, Expectation("choice", GARDEN, True, ("herb spirals",))) == wanted


@pytest.mark.parametrize(
    ("reply", "wanted"),
    [("Nordea, Triodos, there are dozens in town, and you never told me which.", "correct"),
     ("A stranger said Nordea, but you've never told me yourself.", "correct"),
     ("Nordea. You never told me since when, though.", "unsupported"), ("You use Nordea.", "unsupported")],
)  # fmt: skip
def test_examples_and_hearsay_are_no_answer_to_what_was_never_told(reply, wanted):
    assert kind(reply, Expectation("value", BANK, False)) == wanted


@pytest.mark.parametrize(
    ("reply", "wanted"),
    [("I have your wedding on 16 April 2026, yet for the exam there is no entry.", "correct"),
     ("I have your race on 3 May. About an exam you've told me nothing.", "correct"),
     ("Your exam is on 16 April 2026; about the wedding you've told me nothing.", "unsupported")],
)  # fmt: skip
def test_dates_of_other_matters_leave_an_abstention_one(reply, wanted):
    assert kind(reply, Expectation("value", EXAM, False)) == wanted


@pytest.mark.parametrize(
    ("reply", "wanted"),
    [("Nordea had your account until the 14th. You're without one now.", "correct"),
     ("Sparhaus used to be your bank, but they've left; you have no account any more.", "correct"),
     ("Nordea was your bank and still is.", "stale"), ("You are with Nordea.", "stale")],
)  # fmt: skip
def test_what_is_told_in_the_past_and_then_gone_is_over(reply, wanted):
    assert kind(reply, Expectation("value", BANK, True, (), ("Nordea", "Sparhaus"), over=True)) == wanted


@pytest.mark.parametrize(
    ("reply", "wanted"),
    [("| Rent per month | Deposit |\n|---|---|\n| 900 euros | 2,000 euros |", "correct"),
     ("| Rent per month | Deposit |\n|---|---|\n| 2,000 euros | 900 euros |", "wrong"),
     ("You went from 700 to 800 (ouch!) and then up to 900 euros.", "correct"),
     ("six hundred n three euros", "wrong"), ("nine hundred euros", "correct")],
)  # fmt: skip
def test_numbers_of_other_columns_and_earlier_times_are_set_aside(reply, wanted):
    assert kind(reply, Expectation("value", RENT, True, ("900",))) == wanted
