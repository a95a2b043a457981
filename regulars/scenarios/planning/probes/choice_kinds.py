"""Special kinds with options. Wrong options come from typical mistakes.

One function for each kind yields the candidates, given what a person has told by then according to plan.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from regulars.scenarios.kinds import Form, ProbeKind
from regulars.scenarios.planning.probes.free_kinds import open_domain
from regulars.scenarios.planning.probes.scenes import Candidate, Scene, difficulty
from regulars.values import ValueType

LEAST_RULED_OUT = 3
"""Least number of options that the disclosures rule out, since a question offers three wrong options."""


def _compare(scene: Scene) -> Iterator[Candidate]:
    for attribute, disclosures in scene.single():
        if attribute.type is ValueType.NUMBER and len(disclosures) > 1:
            yield scene.make(ProbeKind.COMPARE, Form.OPTION, attribute, difficulty="medium")


def _facts(scene: Scene, kind: ProbeKind, least: int) -> Iterator[Candidate]:
    for attribute, disclosures in scene.single():
        if attribute.type is not ValueType.DATE and len({disclosure.value for disclosure in disclosures}) >= least:
            yield scene.make(kind, Form.OPTION, attribute, difficulty=difficulty(disclosures))


def _new_scenario(scene: Scene) -> Iterator[Candidate]:
    for candidate in open_domain(scene, ProbeKind.NEW_SCENARIO):
        yield candidate._replace(form=Form.OPTION, contrast=None)


def _suggest_new(scene: Scene) -> Iterator[Candidate]:
    for attribute, disclosures in scene.many():
        if len({disclosure.value for disclosure in disclosures}) >= 3:
            yield scene.make(ProbeKind.SUGGEST_NEW, Form.OPTION, attribute, difficulty="hard")


def _reasons(scene: Scene) -> Iterator[Candidate]:
    for attribute, disclosures in scene.single():
        if any(disclosure.reason for disclosure in disclosures):
            yield scene.make(ProbeKind.UPDATE_REASON, Form.OPTION, attribute, difficulty="medium")


def _aligned(scene: Scene) -> Iterator[Candidate]:
    for attribute, disclosures in scene.single():
        for name, exclusions in attribute.excludes.items():
            other = scene.ontology.attribute(name)
            value = disclosures[-1].value
            if len(exclusions.get(value, ())) < LEAST_RULED_OUT or not set(other.grid()) - attribute.unfit(name, value):
                continue
            if name not in scene.told.choices and not scene.told.before(name, scene.done):
                yield scene.make(ProbeKind.ALIGNED_RECOMMENDATION, Form.OPTION, other, difficulty="hard")


def _interpretations(scene: Scene, kind: ProbeKind) -> Iterator[Candidate]:
    """Interpretations that rest on two facts from two sessions, and on a trait shown by then."""
    told = {attribute.name: disclosures[-1] for attribute, disclosures in scene.single()}
    shown = {trait: act for trait, (session, act) in scene.told.traits.items() if session < scene.done}
    for entry in scene.insights:
        first, second = told.get(entry.first.attribute), told.get(entry.second.attribute)
        if entry.kind is not kind or first is None or second is None or first.session == second.session:
            continue
        for trait in entry.traits:
            if trait in shown and entry.conclusion(first.said, second.said, trait) is not None:
                about = scene.ontology.attribute(first.attribute)
                made = scene.make(kind, Form.OPTION, about, other=second.attribute, difficulty="hard")
                yield made._replace(target=shown[trait], value=trait, context=entry.name)


def _order(scene: Scene) -> Iterator[Candidate]:
    known = [(attribute, disclosures) for attribute, disclosures in scene.single() if attribute.type is ValueType.TERM]
    for (first, one), (second, two) in zip(known, known[2:], strict=False):
        if one[0].session != two[0].session:
            yield scene.make(ProbeKind.ORDER_RECALL, Form.OPTION, first, other=second.name, difficulty="medium")


CHOICES: Mapping[ProbeKind, Callable[[Scene], Iterator[Candidate]]] = {
    ProbeKind.COMPARE: _compare,
    ProbeKind.RECALL_FACTS: lambda scene: _facts(scene, ProbeKind.RECALL_FACTS, 1),
    ProbeKind.LATEST_PREFERENCE: lambda scene: _facts(scene, ProbeKind.LATEST_PREFERENCE, 2),
    ProbeKind.FULL_EVOLUTION: lambda scene: _facts(scene, ProbeKind.FULL_EVOLUTION, 2),
    ProbeKind.NEW_SCENARIO: _new_scenario,
    ProbeKind.SUGGEST_NEW: _suggest_new,
    ProbeKind.UPDATE_REASON: _reasons,
    ProbeKind.ALIGNED_RECOMMENDATION: _aligned,
    ProbeKind.ORDER_RECALL: _order,
    ProbeKind.DECISION_GUIDANCE: lambda scene: _interpretations(scene, ProbeKind.DECISION_GUIDANCE),
    ProbeKind.INTERPRETIVE_ATTRIBUTION: lambda scene: _interpretations(scene, ProbeKind.INTERPRETIVE_ATTRIBUTION),
    ProbeKind.VALUE_JUDGMENT: lambda scene: _interpretations(scene, ProbeKind.VALUE_JUDGMENT),
    ProbeKind.CONTRADICTION: lambda scene: _interpretations(scene, ProbeKind.CONTRADICTION),
}
