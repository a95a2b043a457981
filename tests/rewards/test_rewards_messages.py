"""The messages of this room's errors, whole: what is wrong, where, what was expected, and what to do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from regulars.errors import ConfigurationError
from regulars.rewards.metrics.retrieval import levels, retrieval_metrics
from regulars.rewards.metrics.reward_terms import Weights
from regulars.rewards.metrics.token_f1 import locomo_f1
from regulars.rewards.style_checks.compliance import comply
from regulars.rewards.style_checks.occasions import Occasion

CASES: list[tuple[Callable[[], Any], str]] = [
    (lambda: levels("day"), "retrieval metrics: unknown level 'day'; expected 'turn' or 'session'."),
    (lambda: retrieval_metrics(None, (), "turns"),
     "retrieval metrics: unknown level 'turns'; expected 'turn' or 'session'."),
    (lambda: locomo_f1("a", "b", "multi"), "LoCoMo's F1: unknown category 'multi'; expected 1 to 5 or one of "
     "multi-hop, temporal, open-domain, single-hop, adversarial."),
    (lambda: locomo_f1("a", "b", 6), "LoCoMo's F1: unknown category 6; expected 1 to 5 or one of "
     "multi-hop, temporal, open-domain, single-hop, adversarial."),
    (lambda: Weights.read([("rules", 1)]),  # type: ignore[arg-type]
     "weights: weights are [('rules', 1)]; expected names with numbers."),
    (lambda: Weights.read({"ruless": 1}), "weights: unknown weight 'ruless'; did you mean 'rules'?"),
    (lambda: Weights.read({"rules": True}), "weights: weight 'rules' is True; expected a number."),
    (lambda: Weights.read({"rules": "1"}), "weights: weight 'rules' is '1'; expected a number."),
    (lambda: Weights.read({"rules": float("nan")}), "weights: weight 'rules' is nan; expected a number."),
    (lambda: comply("So.", Occasion(), "count", "always", {}),
     "a rule: unknown check 'count'; did you mean 'counts'?"),
    (lambda: comply("So.", Occasion(), "counts", "alway", {}),
     "a rule: unknown opportunity test 'alway'; did you mean 'always'?"),
    # Both unknown: the check is named.
    (lambda: comply("", Occasion(), "count", "alway", {}), "a rule: unknown check 'count'; did you mean 'counts'?"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "message"), CASES)
def test_an_error_says_what_is_wrong_where_and_what_to_do(call, message) -> None:
    with pytest.raises(ConfigurationError) as caught:
        call()
    assert str(caught.value) == message


def test_weights_are_those_given_and_the_published_ones_for_the_rest() -> None:
    """A whole number, a negative one and infinity are weights."""
    read = Weights.read({"rules": 2, "token": float("inf"), "silence": -1.5})
    assert (read.rules, read.token, read.silence, read.correct) == (2, float("inf"), -1.5, 1.0)
    assert Weights.read({}) == Weights()
    assert Weights.terms("nobody") == ()
