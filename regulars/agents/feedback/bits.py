"""Measures a feedback policy in bits: the mutual information between the verdict and what the assistant sees."""

from __future__ import annotations

from collections import Counter, defaultdict
from math import log2

from regulars.agents.feedback.judged_replies import Reference, load_reference
from regulars.agents.feedback.moment import FeedbackPolicy, Moment
from regulars.dialogue import FeedbackAction, Verdict, VerdictKind
from regulars.scenarios.language.packs import Language
from regulars.seeding import SeedTree

Symbol = tuple[FeedbackAction, float | None, str]
"""What the assistant sees: action, satisfaction, words."""

DRAWS = 64
"""Number of acts on which a policy is tried, for each judged reply."""


def bits_per_event(
    policy: FeedbackPolicy, *, reference: Reference | None = None, draws: int = DRAWS, session: int = 1
) -> float:
    """The mutual information between a verdict and what is shown, given that something is shown, in bits.

    A verdict here is the verdict on the answer, the broken rule if any, and the right value if the answer missed it.
    All verdicts of the reference are tried at the same acts, so chance that is unrelated to the verdict, such as the
    choice of words, adds no information. What is shown is the action, the satisfaction and the words of the remark.

    Args:
        policy: The policy to measure; for a population each act has a person of its own.
        reference: The distribution of verdicts; the built-in one by default.
        draws: Acts for each verdict. The relative error of rates is about one over their square root.
        session: The person's session, for policies that drift.

    Returns:
        Bits for each event, 0 if nothing is ever shown.
    """
    language = Language.load("english")
    reference = reference or load_reference()
    bare = Moment(Verdict(VerdictKind.NONE), language, session=session)
    acts = [SeedTree(number).child("act") for number in range(draws)]
    settled = [(policy.settle(act.child("person")), act) for act in acts]
    rows = []
    for share, judged in reference.enumerate():
        moment = judged.put_into(bare)
        found = (one.show(moment, act) for one, act in settled)
        rows.append((share, Counter((one.action, one.satisfaction, one.remark) for one in found if one is not None)))
    return _information(rows)


def _information(rows: list[tuple[float, Counter[Symbol]]]) -> float:
    """The mutual information of rows of counts, each with its share, given that anything is counted."""
    if all(row == rows[0][1] for _, row in rows):
        return 0.0  # exactly, without rounding errors of sums
    marginal: defaultdict[Symbol, float] = defaultdict(float)
    for share, row in rows:
        for symbol, count in row.items():
            marginal[symbol] += share * count
    total = sum(marginal.values())
    bits = 0.0
    for share, row in rows:
        own = row.total()
        bits += sum(share * n * log2(n * total / (own * marginal[symbol])) for symbol, n in row.items())
    return max(0.0, bits / total)
