"""Feedback as a measured channel: from what was found of a reply to what the user lets the assistant see.

`specs.py` says how policies are written, `moment.py` what one is; `plain.py` holds those that `wrappers.py` wraps,
`placebo.py` and `mixed.py` the two that wrap others. `bits.py` counts what each offers.
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
    ("diagnostic", "Diagnostic", "diagnostic", "and a remark that names what was wrong, or the rule that was broken"),
    ("instructive", "Instructive", "instructive", "and a remark that gives the right value, or states the rule"),
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
    ("sparse", "what it wraps", "+sparse:rate=.3: a share of it only"),
    ("noisy", "what it wraps", "+noisy:rate=.05: flipped, or with the wrong fault, at that rate each"),
    ("delayed", "what it wraps", "+delayed:turns=2 or sessions=1: later, about the reply that it was about"),
    ("lenient", "what it wraps", "+lenient:by=1: more satisfied by so many points"),
    ("strict", "what it wraps", "+strict:by=1: less satisfied by so many points"),
    ("drifting", "what it wraps", "+drifting:first=-1;last=2;over=10: stricter by the session"),
    ("flattering", "nothing", "+flattering: likes everything"),
    ("adversarial", "the contrary of what it wraps", "+adversarial: as of the contrary verdict"),
):
    registry.register("feedback", _name, _WRAPPERS + _name.title(), summary=_summary, carries=_carries, wraps=True)
