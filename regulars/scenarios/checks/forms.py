"""Checks the shape of planned probes: a known kind, a form that fits kind and attribute, the fields they need."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from regulars.errors import did_you_mean
from regulars.scenarios.checks.problems import Problem
from regulars.scenarios.insights.entries import KINDS
from regulars.scenarios.kinds import Band, Form, ProbeKind
from regulars.scenarios.ontology.attribute import Attribute, Cardinality
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.ontology.contexts import load_contexts
from regulars.scenarios.world import Probe
from regulars.values import ValueType

K = ProbeKind

_COLLECTED = (Form.SET, Form.COUNT, Form.SUM)
_VALUES = (
    K.SINGLE_SESSION_USER, K.KNOWLEDGE_UPDATE, K.TEMPORAL, K.DYNAMIC_UPDATING, K.SINGLE_HOP, K.OPEN_DOMAIN, K.MULTI_HOP,
    K.ADVERSARIAL, K.COUNTERFACTUAL, K.POISONING, K.FORGETTING, K.CONFLICT, K.CONFLICT_MULTI_HOP, K.EPISODIC_CUE,
    K.NAMESAKE, K.RENAMED,
)  # fmt: skip
_OPTIONS = (
    K.COMPARE, K.RECALL_FACTS, K.SUGGEST_NEW, K.LATEST_PREFERENCE, K.FULL_EVOLUTION, K.UPDATE_REASON,
    K.ALIGNED_RECOMMENDATION, K.NEW_SCENARIO, K.ORDER_RECALL, K.DECISION_GUIDANCE, K.INTERPRETIVE_ATTRIBUTION,
    K.VALUE_JUDGMENT, K.CONTRADICTION,
)  # fmt: skip

FORMS: Mapping[str, tuple[Form, ...]] = {
    **dict.fromkeys(_VALUES, (Form.VALUE,)),
    **dict.fromkeys(_OPTIONS, (Form.OPTION,)),
    K.ABSTENTION: (Form.VALUE, *_COLLECTED),
    K.MULTI_SESSION: _COLLECTED,
    K.SINGLE_SESSION_ASSISTANT: (Form.CHOICE,),
    K.SINGLE_SESSION_PREFERENCE: (Form.ANY,),
    K.IMPLICIT_PREFERENCE: (Form.ANY,),
    K.DYNAMIC_INCREMENTAL: (Form.SET,),
    K.COUNT: (Form.COUNT,),
    K.SUM: (Form.SUM,),
    K.SEQUENCE: (Form.ORDER,),
    K.DURATION: (Form.DURATION,),
    K.TEMPORAL_REASONING: (Form.DURATION,),
    K.RULE_KEEPING: (Form.MANNER,),
    K.CONTEXTUAL_INTEGRITY: (Form.PASS_ON,),
    K.PROACTIVE: (Form.MENTION,),
}
"""The forms in which each kind is asked."""

_PAIRED = (
    K.MULTI_HOP, K.DURATION, K.TEMPORAL_REASONING, K.ORDER_RECALL, K.DECISION_GUIDANCE, K.INTERPRETIVE_ATTRIBUTION,
    K.VALUE_JUDGMENT, K.CONTRADICTION, K.CONTEXTUAL_INTEGRITY,
)  # fmt: skip
"""Kinds whose probes need a second attribute."""

_VALUED = (
    K.MULTI_HOP, K.COUNTERFACTUAL, K.EPISODIC_CUE, K.RULE_KEEPING, K.SINGLE_SESSION_PREFERENCE, K.IMPLICIT_PREFERENCE,
    *KINDS,
)  # fmt: skip
"""Kinds whose probes need a value: an assumption, a day, a rule, a trait or the options offered."""

_ASKED_IN_BAND = (Form.ANY, Form.MENTION)
_NEVER_IN_BAND = (Form.COUNT, Form.DURATION, Form.ORDER, Form.OPTION, Form.MANNER)
_LEVELS = ("", "easy", "medium", "hard")


def check_form(probe: Probe, ontology: Ontology) -> Iterator[Problem]:
    """Yields the problems with a probe's shape. The attribute is known to exist."""
    forms = FORMS.get(probe.kind)
    if forms is None:
        yield Problem("unknown-kind", probe.id, f"unknown kind {probe.kind!r}; {did_you_mean(probe.kind, FORMS)}")
        return
    attribute = ontology.attribute(probe.attribute)
    if probe.form not in forms:
        wanted = " or ".join(form.value for form in forms)
        yield Problem("probe-form", probe.id, f"is {probe.kind} and asks for {probe.form.value}; expected {wanted}")
    elif not _fits(probe, attribute):
        sort = "what is chosen" if attribute.is_chosen else f"a {attribute.cardinality.value} {attribute.type.value}"
        yield Problem("probe-form", probe.id, f"asks for the {probe.form.value} of {probe.attribute}, which is {sort}")
    elif (probe.kind == K.TEMPORAL) is not (attribute.type is ValueType.DATE) and probe.kind in _BASE_VALUES:
        message = f"is {probe.kind} and asks for {attribute.name}, a {attribute.type.value}"
        yield Problem("probe-kind", probe.id, message)
    if probe.form in (_NEVER_IN_BAND if probe.band is Band.IN else _ASKED_IN_BAND):
        where = "in" if probe.band is Band.IN else "outside"
        yield Problem("probe-form", probe.id, f"form {probe.form.value} is asked {where} the conversation")
    if probe.difficulty not in _LEVELS:
        yield Problem("probe-field", probe.id, f"is {probe.difficulty!r}; expected easy, medium or hard")
    yield from _fields(probe, ontology)


_BASE_VALUES = (K.SINGLE_SESSION_USER, K.KNOWLEDGE_UPDATE, K.TEMPORAL)


def _fits(probe: Probe, attribute: Attribute) -> bool:
    """Whether the attribute can have an answer of the probe's form."""
    form, many = probe.form, attribute.cardinality is Cardinality.MANY
    if form is Form.MANNER:
        return True
    if form in (Form.CHOICE, Form.ANY):
        return attribute.is_chosen
    if probe.kind == K.ALIGNED_RECOMMENDATION:
        return bool(attribute.grid())
    if attribute.is_chosen:
        return False
    if form is Form.OPTION:
        return many is (probe.kind == K.SUGGEST_NEW) and (probe.kind != K.COMPARE or attribute.type is ValueType.NUMBER)
    if form is Form.DURATION:
        return attribute.type is ValueType.DATE
    if form in (Form.SET, Form.COUNT, Form.ORDER):
        return many
    if form is Form.SUM:
        return attribute.cardinality is Cardinality.COUNTER
    if form is Form.PASS_ON:
        return attribute.cardinality is not Cardinality.COUNTER
    return form is Form.MENTION or attribute.cardinality is Cardinality.ONE


def _fields(probe: Probe, ontology: Ontology) -> Iterator[Problem]:
    """Checks that the second attribute, value and context that a kind needs are given and make sense."""
    if probe.kind in _PAIRED and (probe.other not in ontology or probe.other == probe.attribute):
        what = f"names {probe.other!r} beside {probe.attribute}" if probe.other else "names no second attribute"
        yield Problem("probe-field", probe.id, f"{what}; expected another attribute of the ontology")
    elif probe.other and probe.kind not in _PAIRED:
        yield Problem("probe-field", probe.id, f"is {probe.kind} and names a second attribute, {probe.other!r}")
    if probe.kind in _VALUED and not probe.value:
        yield Problem("probe-field", probe.id, f"is {probe.kind} and has no value to assume")
    passed_on = probe.form is Form.PASS_ON
    wants = passed_on or probe.kind in KINDS
    if wants is not bool(probe.context) or (passed_on and probe.context not in load_contexts()):
        remedy = did_you_mean(probe.context, load_contexts())
        yield Problem("probe-field", probe.id, f"has the context {probe.context!r}; {remedy}")
    if probe.kind in (K.COUNTERFACTUAL, K.MULTI_HOP) and probe.value:
        attribute = ontology.attribute(probe.attribute)
        if attribute.grid() and probe.value not in attribute.grid():
            yield Problem("probe-field", probe.id, f"assumes {probe.value!r}, not a value of {probe.attribute}")
