"""Checks planned probes: each has its own moment and the answer that its kind promises.

`forms.py` checks the shape of a probe. `reach.py` finds whether the plan makes it answerable.
"""

from __future__ import annotations

from collections.abc import Iterator

from regulars.scenarios.checks.forms import check_form
from regulars.scenarios.checks.plan import Planned
from regulars.scenarios.checks.problems import Problem
from regulars.scenarios.checks.reach import Reach, Reached, reach, rests_on
from regulars.scenarios.kinds import ActKind, Band, Form, ProbeKind
from regulars.scenarios.options import BASE_KINDS
from regulars.scenarios.planning.probes.candidates import CANDIDATES
from regulars.scenarios.world import Probe, Scenario

K = ProbeKind

CONTROLLED = (
    K.SINGLE_HOP, K.DYNAMIC_UPDATING, K.DYNAMIC_INCREMENTAL, K.COUNT, K.SUM, K.SEQUENCE, K.DURATION,
    K.TEMPORAL_REASONING, K.OPEN_DOMAIN, K.MULTI_HOP, K.ADVERSARIAL, K.COUNTERFACTUAL, K.POISONING, K.FORGETTING,
    K.CONFLICT, K.CONFLICT_MULTI_HOP, K.EPISODIC_CUE, K.NAMESAKE, K.RENAMED,
)  # fmt: skip
"""Kinds with contrast pairs in which one probe has an answer and the other has none."""

_ASKING = {Form.ANY: (ActKind.DELEGATE,), Form.MENTION: (ActKind.GREET,), Form.PASS_ON: (ActKind.REQUEST,)}
_RAISES = (ActKind.ASK, ActKind.REQUEST)


BY_HAND = "own"
"""The suite of scenarios written by hand, whose probes may have words of their own."""


def check_probes(plan: Planned) -> Iterator[Problem]:
    """Yields the problems with planned probes."""
    sound: dict[str, Reached] = {}
    earlier: Probe | None = None
    for probe in plan.scenario.probes:
        if earlier is not None and probe.time < earlier.time:
            yield Problem("probe-order", probe.id, f"comes after {earlier.id} in the file and is asked before it")
        earlier = probe
        worded = probe.question and plan.scenario.suite != BY_HAND
        if probe.gold or probe.evidence or worded or probe.before:
            yield Problem("probe-gold", probe.id, "holds words or gold, which only recorded probes may hold")
        yield from _moment(probe, plan)
        if probe.attribute not in plan.ontology:
            yield Problem("unknown-attribute", probe.id, f"asks for {probe.attribute!r}, which is not in the ontology")
            continue
        faults = list(check_form(probe, plan.ontology))
        yield from faults
        if faults:
            continue
        found = sound[probe.id] = reach(probe, plan)
        yield from _promise(probe, found)
        yield from _openness(probe, plan)
        if probe.anchor and not _is_anchored(probe, plan):
            message = f"is marked as resting on an anchor, but {probe.attribute} is not an anchor"
            yield Problem("probe-anchor", probe.id, message)
    yield from _raised(plan)
    yield from _contrasts(plan, sound)
    yield from _alike(plan.scenario)


def _moment(probe: Probe, plan: Planned) -> Iterator[Problem]:
    if probe.band is Band.IN:
        session = plan.sessions.get(probe.session)
        if session is None or session.person != probe.asker or session.start != probe.time:
            yield Problem("probe-session", probe.id, f"its asker has no session {probe.session} at {probe.time}")
        return
    if probe.session:
        yield Problem("probe-session", probe.id, "is asked outside the conversation and names a session")
    if probe.time < plan.scenario.start:
        yield Problem("probe-time", probe.id, f"is asked {probe.time}, before the scenario begins")
    if (session := plan.under_way(probe.time)) is not None:
        yield Problem("probe-time", probe.id, f"is asked outside the conversation during session {session.number}")


def _promise(probe: Probe, found: Reached) -> Iterator[Problem]:
    """Checks that the probe can have the answer that its kind promises."""
    if probe.kind == K.ABSTENTION:
        if found.reach is Reach.ANSWER:
            message = f"should have no answer, but {probe.attribute} is told before it"
            yield Problem("probe-answerable", probe.id, message)
    elif found.reach is Reach.VOID:
        code = "probe-choice" if probe.form is Form.CHOICE else "probe-unreachable"
        yield Problem(code, probe.id, f"is {probe.kind} and can never be resolved: {found.why}")
    elif found.reach is Reach.NONE and not (probe.kind in CONTROLLED and probe.contrast):
        yield Problem("probe-unreachable", probe.id, f"is {probe.kind} and can have no answer: {found.why}")


def _openness(probe: Probe, plan: Planned) -> Iterator[Problem]:
    """Checks that probes of the special kinds rest on open disclosures only."""
    if probe.kind not in CANDIDATES or probe.band is Band.IN:
        return
    hidden = next((one for one in rests_on(probe, plan) if not one.is_open), None)
    if hidden is not None:
        act = hidden.act
        message = f"is {probe.kind} and rests on {act.attribute} of session {hidden.session}, told {act.mode.value}"
        yield Problem("probe-mode", probe.id, f"{message}; expected open disclosures only ({act.id})")


def _is_anchored(probe: Probe, plan: Planned) -> bool:
    return probe.band is Band.OUT and (probe.owner, plan.ontology.source(probe.attribute)) in plan.anchored


def _raised(plan: Planned) -> Iterator[Problem]:
    """Checks that in-band probes and the acts that ask them correspond one to one."""
    for id, asking in plan.asked.items():
        probe = plan.probes.get(id)
        for number, (session, act, _) in enumerate(asking):
            if probe is None or number or probe.band is Band.OUT:
                message = f"asks {id!r}, which is not an in-band probe or is asked by another act"
                yield Problem("act-probe", act.id, message)
                continue
            fits = probe.session == session.number and probe.asker == session.person
            fits = fits and act.kind in _ASKING.get(probe.form, _RAISES) and act.attribute == probe.attribute
            if probe.form is Form.ANY:
                fits = fits and "|".join(act.options) == probe.value
            elif probe.form is Form.PASS_ON:
                fits = fits and act.other == probe.context
            if not fits:
                asked = f"{probe.form.value} of {probe.attribute} in session {probe.session}"
                asks = f"{act.kind.value} about {act.attribute or 'nothing'} in session {session.number}"
                yield Problem("act-probe", act.id, f"{asks} does not fit its probe {id}: {asked}")
    for session in plan.scenario.sessions:
        for act in session.agenda:
            if act.kind in _RAISES and not act.probe:
                yield Problem("act-probe", act.id, f"asks for {act.attribute} and has no probe")
    for probe in plan.scenario.probes:
        if probe.band is Band.IN and probe.id not in plan.asked:
            yield Problem("probe-act", probe.id, f"is asked by no act of session {probe.session}")


def _contrasts(plan: Planned, sound: dict[str, Reached]) -> Iterator[Problem]:
    """Checks that pairs exist, name each other, share a moment, and do not both have an answer.

    In the conversation the two may be asked in different sessions.
    """
    for probe in plan.scenario.probes:
        if not probe.contrast:
            continue
        contrast = plan.probes.get(probe.contrast)
        if contrast is None or contrast is probe:
            message = f"its contrast probe {probe.contrast!r} is not another probe of the scenario"
            yield Problem("contrast-unknown", probe.id, message)
        elif contrast.contrast != probe.id:
            message = f"its contrast probe {contrast.id} has the contrast probe {contrast.contrast or 'none'}"
            yield Problem("contrast-one-sided", probe.id, message)
        elif contrast.band is not probe.band or (contrast.time != probe.time and probe.band is Band.OUT):
            asked = f"its contrast probe {contrast.id} is asked at {contrast.time}"
            yield Problem("contrast-moment", probe.id, f"{asked}; expected the same moment, {probe.time}")
        elif (contrast.kind, contrast.owner) != (probe.kind, probe.owner) and not _both_base(probe, contrast):
            other = f"its contrast probe {contrast.id} is {contrast.kind} of {contrast.owner}"
            yield Problem("contrast-kind", probe.id, f"is {probe.kind} of {probe.owner}, {other}")
        elif probe.id < contrast.id and probe.kind in CONTROLLED and _same(sound.get(probe.id), sound.get(contrast.id)):
            found = sound[probe.id]
            why = found.why or f"{probe.attribute} and {contrast.attribute} are both told before them"
            message = f"it and its contrast probe {contrast.id} each {found.reach.value}: {why}"
            yield Problem("contrast-alike", probe.id, message)


def _same(one: Reached | None, other: Reached | None) -> bool:
    """Whether both have an answer, or both have none."""
    return one is not None and other is not None and one.reach is other.reach is not Reach.VOID


def _both_base(probe: Probe, contrast: Probe) -> bool:
    return probe.kind in BASE_KINDS and contrast.kind in BASE_KINDS


def _alike(scenario: Scenario) -> Iterator[Problem]:
    """Checks that no question is asked twice at one moment."""
    seen: dict[tuple[object, ...], str] = {}
    for probe in scenario.probes:
        who = (probe.time, probe.band, probe.owner, probe.asker)
        what = (probe.kind, probe.form, probe.attribute, probe.other, probe.value, probe.context)
        asked = (*who, *what)
        if asked in seen:
            message = f"asks the same as {seen[asked]} at the same moment: {probe.kind} {probe.attribute}"
            yield Problem("duplicate-probe", probe.id, message)
        seen.setdefault(asked, probe.id)
