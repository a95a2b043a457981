"""The weights of standing rules: no manner of speaking suits most people."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from regulars.agents.style.rules import default_book
from regulars.dialogue import PlanAct
from regulars.rewards.style_checks.occasions import Occasion
from regulars.scenarios.rules.standing import rules_of

AT = datetime(2025, 1, 14, 12, tzinfo=UTC)
RULES = rules_of("english")


@pytest.mark.parametrize("reply", ["It is Bergen.", "I don't know that.", "You haven't told me, Anna."])
def test_a_plain_reply_keeps_half_of_the_rules_that_always_apply(reply: str) -> None:
    occasion = Occasion("Where do I live now?", "Anna", AT, act=PlanAct.ANSWER)
    book, weights = default_book(), {True: 0.0, False: 0.0}
    for kind in RULES.values():
        for setting in kind.settings.values():
            if setting.opportunity == "always":
                weights[bool(book.keeps(reply, occasion, kind.style_attribute, setting.name))] += setting.weight
    assert weights[True] / sum(weights.values()) == pytest.approx(0.5, abs=0.05)


@pytest.mark.parametrize("name", [name for name, kind in RULES.items() if {"wanted", "none"} <= kind.settings.keys()])
def test_a_habit_is_wanted_as_often_as_not(name: str) -> None:
    settings = RULES[name].settings
    assert settings["wanted"].weight == settings["none"].weight
