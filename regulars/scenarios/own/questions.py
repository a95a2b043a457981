"""The probes of a scenario written by hand: in-band probes from agendas, and out-of-band probes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from regulars.scenarios.checks.plan import Planned
from regulars.scenarios.kinds import ActKind, Band, Form, ProbeKind
from regulars.scenarios.language.recognition import requested_form
from regulars.scenarios.ontology.attribute import Attribute
from regulars.scenarios.own.draft import ScenarioDraft
from regulars.scenarios.own.parts import Part
from regulars.scenarios.world import Act, Probe, Scenario, Session
from regulars.values import ValueType

_FIELDS = ("person", "attribute", "time", "form", "words")
_FORMS = (Form.VALUE, Form.SET, Form.COUNT, Form.SUM, Form.CHOICE, Form.ORDER)
_SEVERAL = {Form.SET: ProbeKind.DYNAMIC_INCREMENTAL, Form.COUNT: ProbeKind.COUNT, Form.SUM: ProbeKind.SUM}


def under_constraints(draft: ScenarioDraft, scenario: Scenario) -> Scenario:
    """Makes a probe of each choice for which earlier disclosures rule out some options."""
    plan = Planned(scenario, draft.ontology)
    asking: dict[str, str] = {}
    for session, act, moment in plan.delegations.values():
        out = plan.ruled_out(session.person, act.attribute, moment)
        if any(option in out for option in act.options):
            asking[act.id] = draft.id(draft.places[act.id], "probe", act.id)

    def asked(act: Act) -> Act:
        return replace(act, probe=asking[act.id]) if act.id in asking else act

    sessions = (replace(one, agenda=tuple(map(asked, one.agenda))) for one in scenario.sessions)
    return replace(scenario, sessions=tuple(sessions))


def with_probes(
    draft: ScenarioDraft, scenario: Scenario, beside: Sequence[Part], refers: Mapping[str, str]
) -> tuple[Probe, ...]:
    """Returns the probes that the agendas ask, and the out-of-band ones of the file.

    Args:
        draft: The draft with the people.
        scenario: The scenario without probes.
        beside: The parts of the out-of-band probes.
        refers: By an act's id: what its probe refers to, besides the attribute (see `Agendas`).
    """
    plan = Planned(scenario, draft.ontology)
    acts = [(session, act) for asking in plan.asked.values() for session, act, _ in asking]
    made = [_raised(plan, session, act, refers.get(act.id, "")) for session, act in acts]
    for part in beside:
        part.only(_FIELDS)
        person, attribute = draft.of(part), part.attribute()
        if "time" not in part:
            part.fault("time", "is missing; expected the moment of the question")
        moment = part.moment("time", draft.zones[person.name]) if person else None
        if person is None or attribute is None or moment is None:
            continue
        usual = Form.CHOICE if attribute.is_chosen else requested_form(attribute)
        form = Form(part.one_of("form", [form.value for form in _FORMS], usual.value) or usual)
        id = draft.id(part.path, "probe", person.id, moment, form.value, attribute.name)
        probe = _of_kind(_blank(id, attribute.name, form, person.id, moment), plan, attribute)
        words = part.text("words") if "words" in part else ""
        made.append(replace(probe, anchor=_rests_on_an_anchor(probe, plan, attribute), question=words))
    return tuple(sorted(made, key=lambda probe: probe.time))


def _blank(id: str, attribute: str, form: Form, person: str, time: datetime) -> Probe:
    return Probe(id, ProbeKind.ABSTENTION.value, form, attribute, person, person, "recall", time)


def _raised(plan: Planned, session: Session, act: Act, refers: str) -> Probe:
    """The probe that an act asks: a question, a choice under a constraint, a message or a reminder."""
    attribute = plan.ontology.attribute(act.attribute)
    form = Form.CHOICE if attribute.is_chosen else requested_form(attribute)
    blank = _blank(act.probe, act.attribute, form, session.person, session.start)
    probe = replace(blank, band=Band.IN, session=session.number)
    if act.kind is ActKind.GREET:
        return replace(probe, kind=ProbeKind.PROACTIVE.value, form=Form.MENTION, target=refers)
    if act.kind is ActKind.DELEGATE:
        kind = ProbeKind.SINGLE_SESSION_PREFERENCE.value
        return replace(probe, kind=kind, form=Form.ANY, value="|".join(act.options))
    if act.other:
        kind = ProbeKind.CONTEXTUAL_INTEGRITY.value
        return replace(probe, kind=kind, form=Form.PASS_ON, other=refers, context=act.other)
    return _of_kind(probe, plan, attribute)


def _of_kind(probe: Probe, plan: Planned, attribute: Attribute) -> Probe:
    """The probe with the kind that follows from the disclosures before it."""
    moment = plan.moment(probe)
    if probe.form is Form.CHOICE:
        left = [act for session, act, at in plan.delegations.values() if session.person == probe.owner and at < moment]
        target = next((act.id for act in reversed(left) if act.attribute == attribute.name), "")
        return replace(probe, kind=ProbeKind.SINGLE_SESSION_ASSISTANT.value, target=target)
    if probe.form is Form.ORDER:
        return replace(probe, kind=ProbeKind.SEQUENCE.value)
    known = plan.known(probe.owner, attribute.name, moment)
    if not known:
        return probe
    if probe.form in _SEVERAL:
        several = len({one.session for one in known}) > 1
        return replace(probe, kind=(ProbeKind.MULTI_SESSION if several else _SEVERAL[probe.form]).value)
    if attribute.type is ValueType.DATE:
        return replace(probe, kind=ProbeKind.TEMPORAL.value, target=attribute.name)
    if len(known) > 1 or plan.is_over(probe.owner, attribute.name, moment):
        return replace(probe, kind=ProbeKind.KNOWLEDGE_UPDATE.value)
    claimed = any(when < moment for when, _ in plan.claims.get((probe.owner, attribute.name), ()))
    if claimed and all(one.is_open for one in known):
        return replace(probe, kind=ProbeKind.POISONING.value)
    return replace(probe, kind=ProbeKind.SINGLE_SESSION_USER.value)


def _rests_on_an_anchor(probe: Probe, plan: Planned, attribute: Attribute) -> bool:
    """Whether the probe rests on an anchor, so that the answer is the same in every run."""
    told = plan.known(probe.owner, attribute.name, plan.moment(probe))
    return bool(told) and (probe.owner, plan.ontology.source(attribute.name)) in plan.anchored
