"""What feedback says about the manner of a reply: how likely it is if some wish was broken, and if none was.

People rate a reply as a whole. Which ratings follow from which findings is the feedback policy's documented map, and it
is asked for here, finding by finding; how likely the findings are, an assistant can only suppose.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from regulars.agents.feedback import Moment
from regulars.agents.feedback.judged_replies import load_reference
from regulars.agents.feedback.plain import Evaluative
from regulars.dialogue import Feedback, FeedbackAction, PlanAct, Verdict, VerdictKind
from regulars.scenarios.language.packs import Language
from regulars.seeding import SeedTree

__all__ = ["displeasure", "rating_odds"]

SUPPOSED: Mapping[PlanAct, Mapping[VerdictKind, float]] = {
    PlanAct.ACKNOWLEDGE: {VerdictKind.NONE: 1.0},
    PlanAct.ABSTAIN: {VerdictKind.ABSTAINED: 0.6, VerdictKind.CORRECT: 0.4},
    PlanAct.ANSWER: {
        VerdictKind.CORRECT: 0.7, VerdictKind.PARTIAL: 0.06, VerdictKind.STALE: 0.06, VerdictKind.WRONG: 0.08,
        VerdictKind.UNSUPPORTED: 0.05, VerdictKind.LEAKED: 0.01, VerdictKind.OFF_TASK: 0.04,
    },
}  # fmt: skip
"""By act: how likely the findings on such a reply are; those on other acts are as on an answer."""

TRIALS = 64
"""Draws by which the shares of a policy's ratings are found."""

FLOOR = 0.02
"""Likelihood of a rating that the map does not hold: people are not machines."""

Rating = tuple[FeedbackAction, float | None]


def rating_odds(feedback: Feedback, act: PlanAct) -> tuple[float, float]:
    """The likelihood of a rating if the reply broke a wish, and if it kept all that it could.

    Args:
        feedback: The rating; its words are not read here.
        act: What the assistant meant to do.
    """
    broken, kept = _tables(act if act in SUPPOSED else PlanAct.ANSWER)
    shown = (_approval(feedback.action), feedback.satisfaction)
    return (1 - FLOOR) * broken.get(shown, 0.0) + FLOOR, (1 - FLOOR) * kept.get(shown, 0.0) + FLOOR


def displeasure(feedback: Feedback, act: PlanAct) -> float | None:
    """How probable it is, both being equally likely before, that a wish was broken; None where nothing is said.

    Example:
        >>> round(displeasure(Feedback("s001.t02", FeedbackAction.DISLIKE, 2.0), PlanAct.ACKNOWLEDGE), 2)
        0.98
    """
    if feedback.action is FeedbackAction.NONE and feedback.satisfaction is None:
        return None
    broken, kept = rating_odds(feedback, act)
    return broken / (broken + kept)


def _approval(action: FeedbackAction) -> FeedbackAction:
    """Copying a reply is liking it."""
    return FeedbackAction.LIKE if action is FeedbackAction.COPY else action


@cache
def _tables(act: PlanAct) -> tuple[dict[Rating, float], dict[Rating, float]]:
    """By rating: its share among replies that broke a wish, and among those that did not."""
    tables: tuple[dict[Rating, float], dict[Rating, float]] = ({}, {})
    policy, language = Evaluative(), Language.load("english")
    rules = tuple(load_reference().rules)[:1]
    for kind, share in SUPPOSED[act].items():
        for table, broken in zip(tables, (rules, ()), strict=True):
            moment = Moment(Verdict(kind), language, kept=rules, broken=broken)
            for trial in range(TRIALS):
                shown = policy.content(moment, SeedTree(0).child("trial", trial))
                rating = (_approval(shown.action), shown.satisfaction)
                table[rating] = table.get(rating, 0.0) + share / TRIALS
    return tables
