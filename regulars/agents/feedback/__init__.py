"""Feedback policies: what the user lets the assistant see of each verdict, as a channel with measured information.

`specs.py` reads the names of policies and `moment.py` defines a policy. `plain.py` holds the basic policies,
`wrappers.py` the wrappers around them, and `placebo.py` and `mixed.py` two special ones. `bits.py` measures what each
offers.
"""

from __future__ import annotations

from regulars import registry
from regulars.agents.feedback.bits import bits_per_event
from regulars.agents.feedback.channel import Outbox, person_node
from regulars.agents.feedback.moment import Carries, Due, FeedbackPolicy, Moment, Shown
from regulars.agents.feedback.scale import load_scale
from regulars.agents.feedback.specs import feedback_policy

__all__ = [
    "Carries",
    "Due",
    "FeedbackPolicy",
    "Moment",
    "Outbox",
    "Shown",
    "bits_per_event",
    "feedback_policy",
    "load_scale",
    "person_node",
]

_PLAIN = "regulars.agents.feedback.plain:"
_WRAPPERS = "regulars.agents.feedback.wrappers:"
_SPECS = "regulars.agents.feedback.specs:"

for _name, _target, _carries, _summary in (
    ("evaluative", "Evaluative", "evaluative", "like, dislike, copy or none, satisfaction 0 to 10"),
    ("diagnostic", "Diagnostic", "diagnostic", "evaluative, plus a remark on what was wrong or which rule was broken"),
    ("instructive", "Instructive", "instructive", "evaluative, plus a remark with the right value or the rule"),
    ("silent", "Silent", "nothing", "no ratings; the user still reacts in words"),
    ("sealed", "Sealed", "nothing", "no ratings, no reactions; trust and patience are frozen"),
):
    registry.register("feedback", _name, _PLAIN + _target, summary=_summary, carries=_carries)

registry.register(
    "feedback",
    "placebo",
    _SPECS + "placebo",
    summary="of=POLICY: the same events with random content",
    provider=True,
    carries="nothing",
)
registry.register(
    "feedback",
    "mixed",
    _SPECS + "mixed",
    summary="POLICY=WEIGHT;...: each person follows one of several",
    carries="what it mixes",
)

for _name, _carries, _summary in (
    ("sparse", "what it wraps", "+sparse:rate=.3: shows only a share"),
    ("noisy", "what it wraps", "+noisy:rate=.05: flips the rating, or remarks on the wrong fault, each at that rate"),
    ("delayed", "what it wraps", "+delayed:turns=2 or sessions=1: arrives later, about the same reply"),
    ("lenient", "what it wraps", "+lenient:by=1: satisfaction is higher by so many points"),
    ("strict", "what it wraps", "+strict:by=1: satisfaction is lower by so many points"),
    ("drifting", "what it wraps", "+drifting:first=-1;last=2;over=10: stricter with every session"),
    ("flattering", "nothing", "+flattering: likes everything"),
    ("adversarial", "the opposite of what it wraps", "+adversarial: feedback on the opposite verdict"),
):
    registry.register("feedback", _name, _WRAPPERS + _name.title(), summary=_summary, carries=_carries, wraps=True)
