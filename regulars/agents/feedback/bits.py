"""How much a policy offers: the information between what was found of a reply and what is shown of it."""

from __future__ import annotations

from collections import Counter, defaultdict
from math import log2

from regulars.agents.feedback.judged_replies import Reference, load_reference
from regulars.agents.feedback.moment import FeedbackPolicy, Moment
from regulars.dialogue import FeedbackAction, Verdict, VerdictKind
from regulars.scenarios.language.packs import Language
from regulars.seeding import SeedTree

__all__ = ["bits_per_event"]

Symbol = tuple[FeedbackAction, float | None, str]
"""What is shown: action, satisfaction, words."""

DRAWS = 64
"""Acts at which a policy is tried, for each finding."""


def bits_per_event(
    policy: FeedbackPolicy, *, reference: Reference | None = None, draws: int = DRAWS, session: int = 1
) -> float:
    """The mutual information of finding and what is shown, given that something is shown, in bits.

    A finding is what was found of the answer, the rule that the reply broke if any, and where the answer was missed
    the right value. All findings of the reference are gone through, each at the same acts, so that luck which has
    nothing to do with the finding, such as the choice of words, adds no information. What is shown is the action, the
    satisfaction and the words of the remark.

    Args:
        policy: What is measured; of a population each act has a person of its own.
        reference: The distribution of findings; the built-in one by default.
        draws: Acts for each finding. Rates are known to about one part in their square root.
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
        return 0.0  # exactly, without the rounding of sums
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
