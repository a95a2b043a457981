"""Manner depends on the occasion: whose name it is, which day, what was asked."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from regulars.agents.evaluator.scripted import ScriptedEvaluator
from regulars.briefing import EvaluatorBriefing, Pending
from regulars.dialogue import Phase, VerdictKind
from regulars.rewards.style_checks.occasions import Occasion
from regulars.rewards.verdicts.expectation import Expectation
from regulars.scenarios.kinds import Form
from regulars.values import Domain

NOON = datetime(2025, 3, 3, 12, tzinfo=UTC)
ANNA = Occasion("Where do I live?", "Anna Berg", NOON, asked=True, told=(date(2025, 3, 1),))


@pytest.mark.parametrize(
    ("rule", "reply", "occasion", "kind", "reason"),
    [
        ("address:first_name", "It is Bergen, Anna.", ANNA, VerdictKind.CORRECT, "keeps address first_name"),
        ("address:first_name", "It is Bergen, Ada.", ANNA, VerdictKind.WRONG, "breaks address first_name"),
        ("length:one_sentence", "It is.", None, VerdictKind.CORRECT, "keeps length one_sentence"),
        ("units:metric", "It is.", ANNA, VerdictKind.UNDETERMINED, "gives units no opportunity"),
    ],
)
def test_manner_is_judged_on_its_occasion(rule, reply, occasion, kind, reason) -> None:
    expectation = Expectation(Form.MANNER, Domain("manner"), True, category=rule)
    briefing = EvaluatorBriefing(
        Pending(None, None, expectation, ()), reply, answer=None, commitment="", phase=Phase.TALK,
        question="Where do I live?", occasion=occasion,
    )  # fmt: skip
    action = ScriptedEvaluator().act(None, briefing)
    score = 1.0 if kind is VerdictKind.CORRECT else 0.0
    assert action == {"verdict": int(kind), "score": score, "message": reason}
