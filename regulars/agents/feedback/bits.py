"""How much a policy offers: the information between what was found of a reply and what is shown of it."""

from __future__ import annotations

from collections import Counter, defaultdict
from math import log2

from regulars.agents.feedback.findings import Reference, load_reference
from regulars.agents.feedback.moment import FeedbackPolicy, Moment
from regulars.dialogue import Verdict, VerdictKind
from regulars.scenarios.language.packs import Language
from regulars.seeding import SeedTree

__all__ = ["bits_per_event"]

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
    joint: dict[int, Counter[object]] = defaultdict(Counter)
    for number, (share, finding) in enumerate(reference.enumerate()):
        moment = finding.put_into(bare)
        for one, act in settled:
            shown = one.show(moment, act)
            if shown is not None:
                joint[number][shown.action, shown.satisfaction, shown.remark] += share / draws  # type: ignore[assignment]  # shares
    return _information(joint)


def _information(joint: dict[int, Counter[object]]) -> float:
    total = sum(sum(row.values()) for row in joint.values())
    marginal: Counter[object] = Counter()
    for row in joint.values():
        for symbol, share in row.items():
            marginal[symbol] += share
    bits = 0.0
    for row in joint.values():
        own = sum(row.values())
        bits += sum(share * log2(share * total / (own * marginal[symbol])) for symbol, share in row.items() if share)
    return max(0.0, bits / total) if total else 0.0
