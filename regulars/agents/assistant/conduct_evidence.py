"""What a rating says about a reply's style: its likelihood if the reply broke a wish, and if it broke none.

People rate a reply as a whole. The feedback policy documents which ratings follow from which verdicts, and this module
asks it, verdict by verdict. How likely the verdicts are, an assistant can only assume.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from regulars.agents.feedback import Moment
from regulars.agents.feedback.judged_replies import load_reference
from regulars.agents.feedback.plain import Evaluative
from regulars.dialogue import Feedback, FeedbackAction, PlanAct, Verdict, VerdictKind
from regulars.scenarios.language.packs import Language
from regulars.scenarios.personas.conduct import points_of
from regulars.seeding import SeedTree

SUPPOSED: Mapping[PlanAct, Mapping[VerdictKind, float]] = {
    PlanAct.ACKNOWLEDGE: {VerdictKind.NONE: 1.0},
    PlanAct.ABSTAIN: {VerdictKind.ABSTAINED: 0.6, VerdictKind.CORRECT: 0.4},
    PlanAct.ANSWER: {
        VerdictKind.CORRECT: 0.7, VerdictKind.PARTIAL: 0.06, VerdictKind.STALE: 0.06, VerdictKind.WRONG: 0.08,
        VerdictKind.UNSUPPORTED: 0.05, VerdictKind.LEAKED: 0.01, VerdictKind.OFF_TASK: 0.04,
    },
}  # fmt: skip
"""For each act: the assumed shares of verdicts on such a reply; other acts use those of an answer."""

TRIALS = 64
"""The number of draws for estimating the shares of a policy's ratings."""

FLOOR = 0.02
"""The likelihood of a rating that the map does not contain: people are not machines."""

_LIKELY = ("even", "harsh", "kind")
"""The tempers that a rating is looked for in, in this order."""

Rating = tuple[FeedbackAction, float | None]


def rating_odds(feedback: Feedback, act: PlanAct) -> tuple[float, float]:
    """The likelihood of a rating if the reply broke a wish, and if it kept all it could.

    A rating that an even person never gives is taken for one of a harsh or a kind person.

    Args:
        feedback: The rating; its words are not used here.
        act: What the assistant intended to do.
    """
    shown = (_approval(feedback.action), feedback.satisfaction)
    of_tempers = [_tables(act if act in SUPPOSED else PlanAct.ANSWER, points_of(temper)) for temper in _LIKELY]
    broken, kept = next((one for one in of_tempers if shown in one[0] or shown in one[1]), of_tempers[0])
    return (1 - FLOOR) * broken.get(shown, 0.0) + FLOOR, (1 - FLOOR) * kept.get(shown, 0.0) + FLOOR


def displeasure(feedback: Feedback, act: PlanAct) -> float | None:
    """The probability that a wish was broken, from an even prior; None if the feedback says nothing.

    Example:
        >>> round(displeasure(Feedback("s001.t02", FeedbackAction.DISLIKE, 2.0), PlanAct.ACKNOWLEDGE), 2)
        0.98
    """
    if feedback.action is FeedbackAction.NONE and feedback.satisfaction is None:
        return None
    broken, kept = rating_odds(feedback, act)
    return broken / (broken + kept)


def _approval(action: FeedbackAction) -> FeedbackAction:
    """Counts copying a reply as liking it."""
    return FeedbackAction.LIKE if action is FeedbackAction.COPY else action


@cache
def _tables(act: PlanAct, kindness: float) -> tuple[dict[Rating, float], dict[Rating, float]]:
    """For each rating by a person of that kindness: its share among replies that broke a wish, and among others."""
    tables: tuple[dict[Rating, float], dict[Rating, float]] = ({}, {})
    policy, language = Evaluative(), Language.load("english")
    rules = tuple(load_reference().rules)[:1]
    for kind, share in SUPPOSED[act].items():
        for table, broken in zip(tables, (rules, ()), strict=True):
            moment = Moment(Verdict(kind), language, kept=rules, broken=broken, kindness=kindness)
            for trial in range(TRIALS):
                shown = policy.content(moment, SeedTree(0).child("trial", trial))
                rating = (_approval(shown.action), shown.satisfaction)
                table[rating] = table.get(rating, 0.0) + share / TRIALS
    return tables
