"""Reminders in other words than their label: where a reply brings them up, and where it does not."""

from __future__ import annotations

import pytest

from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.reminders import brought_up_in_other_words, label_words, row_around
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain

NUISANCE = Domain("label", aliases={"the nuisance of my kitchen": ("kitchen trouble",)})
SHORT = Domain("label", aliases={"the pests": (), "the cats": (), "the things": ()})


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # The label, as the assistant says it.
        ("And the nuisance of your kitchen?", "the nuisance of your kitchen"),
        ("And The Nuisance of ur kitchen?", "The Nuisance of ur kitchen"),
        ("And the nuisance of my kitchen?", ""),
        ("And kitchen trouble?", "kitchen trouble"),
        ("And kitchen troubles?", ""),
        # A word of it, in a sentence that reminds or right behind one.
        ("You asked me to mention the kitchen.", "kitchen"),
        ("You asked me to mention it. It was the kitchen.", "kitchen"),
        ("You asked me to mention it. It was here. In the kitchen.", ""),
        ("In the kitchen. You asked me to mention it.", ""),
        ("Your kitchens need paint, as promised.", "kitchens"),
        ("Your kitchen needs paint.", ""),
        ("Your kitchenette needs paint, as promised.", ""),
        # Or in a list of five things.
        ("Your hall, bath, stove, garden and kitchen.", "kitchen"),
        ("Your hall, bath, garden and kitchen.", ""),
    ],
)
def test_a_reminder_is_brought_up(text: str, found: str) -> None:
    assert [text[low:high] for low, high in brought_up_in_other_words(text, NUISANCE)] == ([found] if found else [])


def test_a_word_that_brings_it_up_has_five_letters_and_is_not_common():
    text = "You asked me to mention {}."
    assert brought_up_in_other_words(text.format("pests"), SHORT) == [(24, 29)]
    assert brought_up_in_other_words(text.format("cats"), SHORT) == []
    assert brought_up_in_other_words(text.format("things"), SHORT) == []
    only_common = Domain("label", aliases={"the things": ()})
    assert brought_up_in_other_words(text.format("things and pests"), only_common) == []


def test_every_word_that_brings_it_up_is_found():
    text = "As promised: the kitchen, this nuisance."
    assert [text[low:high] for low, high in brought_up_in_other_words(text, NUISANCE)] == ["kitchen", "nuisance"]


def test_letters_that_grow_when_folded_bring_up_nothing():
    # The ligature is two letters when folded, so that places would be off.
    assert brought_up_in_other_words("And kitchen trouble?", NUISANCE) == [(4, 19)]
    assert brought_up_in_other_words("\u00df: and kitchen trouble?", NUISANCE) == []


FORMER = ("Ek", "Dahl", "Berg", "Holm", "Moen")
VET = Expectation(
    "mention",
    Domain("mentions vet", aliases={"vet": ("vet", "animal doctor", *FORMER, "Lund")}),
    True,
    gold=("vet",),
    stale=FORMER,
)


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("Hi Ida! You wanted me to remind you of your vet.", True),
        ("Hi Ida! Don't forget your vet, Dr Lund.", True),
        ("Hi Ida! You asked me to remind you of your vet, but you never told me who that is.", False),
        ("Hi Ida! About your vet: you told me that it's Dr Smith.", False),
        ("Good to see you! You go to Dr Weatherby, that's your vet.", False),
        ("Hi Ida! Your vet is Smith.", False),
        ("About your vet: first Ek, then Dahl, Berg, Holm and Moen. Now it's Dr Lund.", True),
        ("Your vet: Ek, Dahl, Berg, Holm, Moen, and since 22 August Lund.", True),
        ("Your vet: Ek, Dahl, Berg, Holm, Moen, Lund.", False),
        ("Your vet: Lund, Dahl, Berg, Holm, Moen, and since 22 August Ek.", False),
    ],
)
def test_what_a_reminder_says_of_its_matter_has_to_be_right(text: str, right: bool) -> None:
    assert (find_verdict(text, None, VET).kind.name == "CORRECT") is right


OTHERS = ("dental appointment", "passport expiry", "savings account", "birthday present", "salary", "first car")


def test_the_words_of_labels_are_those_that_tell_them_from_each_other():
    assert label_words(OTHERS) >= {"dental", "passport", "savings", "birthday", "salary"}
    assert not label_words(OTHERS) & {"first", "car"}


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("Don't forget: dental passport kitchen savings birthday salary.", "off_task"),
        ("Don't forget dentals passports kitchen and savings birthday and your salary.", "off_task"),
        ("Don't forget: kitchens. Dental. Passports. Savings.", "off_task"),  # hinted at as the kitchen is
        ("Don't forget: kitchen dental passport.", "correct"),
        ("Don't forget the kitchen. The dental visit and my passport can wait.", "correct"),
        ("Don't forget: dental passport.", "off_task"),
        ("Before I forget, the kitchen: savings of the salary pay for it.", "correct"),
    ],
)
def test_a_row_of_words_of_labels_is_no_reminder(text: str, verdict: str) -> None:
    asked = Expectation("mention", NUISANCE, True, ("the nuisance of my kitchen",), (), OTHERS)
    assert find_verdict(text, None, asked).kind.name.lower() == verdict


def test_a_row_ends_at_any_other_word_and_not_at_a_small_one():
    words = label_words(OTHERS)
    text = "dental and your passport kitchen savings then salary"
    assert row_around(text, text.index("kitchen"), text.index("kitchen") + 7, words) == 3
