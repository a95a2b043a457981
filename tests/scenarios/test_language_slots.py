"""Slots of phrases, filled by hand."""

from __future__ import annotations

import pytest

from regulars.scenarios.language.packs import Language
from regulars.scenarios.language.slots import filled, in_month
from regulars.seeding import SeedTree
from regulars.values import told_value


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("I drink {value}.", "I drink oat milk."),
        ("{value} it is.", "Oat milk it is."),
        ("No sugar. {value}, thanks!", "No sugar. Oat milk, thanks!"),
        ("Really? {value}! {old} is out.", "Really? Oat milk! Tea is out."),
        ("My drink: {value}.", "My drink: oat milk."),
        ("I had {old}, {value} and {other}.", "I had tea, oat milk and {other}."),
        ("No slot.", "No slot."),
    ],
)
def test_a_slot_at_the_beginning_of_a_sentence_gets_a_capital(line, text):
    assert filled(line, {"value": "oat milk", "old": "tea"}) == text


def test_a_month_follows_in():
    assert in_month("Married on {value}. On {value} it rained.") == "Married in {value}. In {value} it rained."
    assert in_month("Not on {old}, on {value}. Upon {value}.") == "Not in {old}, in {value}. Upon {value}."


def test_a_value_that_opens_a_line_begins_with_a_capital_and_is_still_found():
    held_out = Language.load("english", "held_out")
    hobby = held_out.ontology.attribute("hobby")
    openings = [line for line in hobby.held_out["tell"] if line.startswith("{value}")]
    said = {held_out.tell("hobby", "archery", "", SeedTree(seed).draws()) for seed in range(40)}
    opened = [line for line in said if line.startswith("Archery")]
    assert len(opened) == len(openings) > 0
    assert all(told_value(line, "archery", hobby.domain) == "archery" for line in opened)
    assert not [line for line in said if line.startswith("archery")]
