"""What the room hands out are values: equal by content, hashable as such, and not to be changed."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields
from typing import Any

import pytest

from regulars.dialogue import VerdictKind
from regulars.rewards.assertions.english import Assertion
from regulars.rewards.assertions.statuses import AssertionStatus
from regulars.rewards.metrics.reward_terms import Weights
from regulars.rewards.style_checks.compliance import Compliance
from regulars.rewards.style_checks.occasions import Occasion
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.reply_sets import LabelledReply, ReplySet
from regulars.values import Domain

KEY = Expectation("value", Domain("city"), True)
VALUES = (
    Weights(),
    Occasion(),
    Compliance(1, 2),
    KEY,
    Assertion("Bergen", AssertionStatus.CURRENT, 0, 6),
    LabelledReply("plain", "city", KEY, "Bergen.", VerdictKind.CORRECT, 1.0),
    ReplySet({}, {}, ()),
)


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_a_value_cannot_be_changed(value: Any) -> None:
    for field in fields(value):
        with pytest.raises(FrozenInstanceError):
            setattr(value, field.name, getattr(value, field.name))


def test_an_expectation_and_an_occasion_default_to_nothing() -> None:
    assert (KEY.gold, KEY.stale, KEY.others, KEY.category, KEY.options, KEY.over) == ((), (), (), "", (), False)
    bare = Occasion()
    assert (bare.message, bare.name, bare.date, bare.opening, bare.act.value) == ("", "", None, False, "answer")
    assert (bare.asked, bare.told, bare.consulted) == (False, (), "")
