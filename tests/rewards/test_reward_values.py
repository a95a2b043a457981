"""What the room hands out are values: equal by content, hashable as such, and not to be changed."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import FrozenInstanceError, fields
from typing import Any

import pytest

from regulars.dialogue import VerdictKind
from regulars.errors import ConfigurationError
from regulars.rewards.assertions.english import Assertion
from regulars.rewards.assertions.statuses import AssertionStatus
from regulars.rewards.metrics.retrieval import levels
from regulars.rewards.metrics.reward_terms import Weights
from regulars.rewards.metrics.token_f1 import locomo_f1
from regulars.rewards.style_checks.compliance import Compliance, comply
from regulars.rewards.style_checks.occasions import Occasion
from regulars.rewards.verdicts.expectation import Expectation
from regulars.testing.reply_sets import LabelledReply, ReplySet
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
    assert not hasattr(value, "__dict__")
    for field in fields(value):
        with pytest.raises(FrozenInstanceError):
            setattr(value, field.name, getattr(value, field.name))


def test_an_expectation_and_an_occasion_default_to_nothing() -> None:
    assert (KEY.gold, KEY.stale, KEY.others, KEY.category, KEY.options, KEY.over) == ((), (), (), "", (), False)
    bare = Occasion()
    assert (bare.message, bare.name, bare.date, bare.opening, bare.act.value) == ("", "", None, False, "answer")
    assert (bare.asked, bare.told, bare.consulted) == (False, (), "")


@pytest.mark.parametrize(
    ("fails", "words"),
    [
        (lambda: Weights.read([("stale", 1)]), "weights: weights are [('stale', 1)]; expected names with numbers."),
        (lambda: Weights.read({"stail": 1}), "weights: unknown weight 'stail'; did you mean 'stale'?"),
        (lambda: Weights.read({"rules": "x"}), "weights: weight 'rules' is 'x'; expected a number."),
        (lambda: Weights.read({"rules": True}), "weights: weight 'rules' is True; expected a number."),
        (lambda: levels("word"), "retrieval metrics: unknown level 'word'; expected 'turn' or 'session'."),
        (
            lambda: locomo_f1("a", "a", 6),
            "LoCoMo's F1: unknown category 6; expected 1 to 5 or one of multi-hop, temporal",
        ),
        (lambda: locomo_f1("a", "a", 0), "LoCoMo's F1: unknown category 0"),
        (lambda: comply("a", Occasion(), "count", "x", {}), "a rule: unknown check 'count'; did you mean 'counts'?"),
        (
            lambda: comply("a", Occasion(), "counts", "alway", {}),
            "a rule: unknown opportunity test 'alway'; did you mean 'always'?",
        ),
    ],
)
def test_an_error_names_the_place_what_is_wrong_and_what_to_do(fails: Callable[[], object], words: str) -> None:
    with pytest.raises(ConfigurationError, match=f"^{re.escape(words)}"):
        fails()
