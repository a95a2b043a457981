"""Special kinds with options. Wrong options come from typical mistakes.

One function for each kind yields the candidates, given what a person has told by then according to plan.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise

from regulars.scenarios.kinds import Form, ProbeKind
from regulars.scenarios.ontology.attribute import Attribute, Change, sort_of
from regulars.scenarios.ontology.exclusions import recommendation
from regulars.scenarios.planning.ledger import PlannedDisclosure
from regulars.scenarios.planning.probes.free_kinds import open_domain
from regulars.scenarios.planning.probes.scenes import Candidate, Scene, difficulty
from regulars.values import ValueType

WRONG = 3
"""Number of wrong options that a statement about one attribute stands among. All were said in the talk."""


def _compare(scene: Scene) -> Iterator[Candidate]:
    for attribute, disclosures in scene.single():
        if attribute.type is ValueType.NUMBER and len(disclosures) > 1:
            yield scene.make(ProbeKind.COMPARE, Form.OPTION, attribute, difficulty="medium")


def _facts(scene: Scene, kind: ProbeKind, least: int) -> Iterator[Candidate]:
    for attribute, disclosures in _choosable(scene, least):
        told = {disclosure.value for disclosure in disclosures}
        said = told | scene.told.mentioned(attribute.name, scene.done)
        if len(said) > WRONG:
            yield scene.make(kind, Form.OPTION, attribute, difficulty=difficulty(disclosures))


def _evolutions(scene: Scene) -> Iterator[Candidate]:
    for attribute, disclosures in _choosable(scene, 2):
        yield scene.make(ProbeKind.FULL_EVOLUTION, Form.OPTION, attribute, difficulty=difficulty(disclosures))


def _choosable(scene: Scene, least: int) -> Iterator[tuple[Attribute, list[PlannedDisclosure]]]:
    """Attributes with enough different values, none of which is likelier than another beforehand."""
    for attribute, disclosures in scene.single():
        if attribute.type is ValueType.DATE or attribute.change is Change.DRIFTS:
            continue
        if len({disclosure.value for disclosure in disclosures}) >= least:
            yield attribute, disclosures


def _new_scenario(scene: Scene) -> Iterator[Candidate]:
    for candidate in open_domain(scene, ProbeKind.NEW_SCENARIO):
        source = scene.ontology.attribute(scene.ontology.source(candidate.attribute))
        told = {disclosure.value for disclosure in scene.told.before(source.name, scene.done)}
        follows = source.implies[candidate.attribute]
        said = {follows.get(value) for value in told | scene.told.mentioned(source.name, scene.done)} - {None}
        if len(said) > WRONG:
            yield candidate._replace(form=Form.OPTION, contrast=None)


def _suggest_new(scene: Scene) -> Iterator[Candidate]:
    for attribute, disclosures in scene.many():
        told = {disclosure.value for disclosure in disclosures}
        if len(told) >= WRONG and scene.told.mentioned(attribute.name, scene.done):
            yield scene.make(ProbeKind.SUGGEST_NEW, Form.OPTION, attribute, difficulty="hard")


def _reasons(scene: Scene) -> Iterator[Candidate]:
    for attribute, disclosures in scene.single():
        if any(disclosure.reason for disclosure in disclosures):
            yield scene.make(ProbeKind.UPDATE_REASON, Form.OPTION, attribute, difficulty="medium")


def _aligned(scene: Scene) -> Iterator[Candidate]:
    for attribute, disclosures in scene.single():
        for name in attribute.excludes:
            other, told = scene.ontology.attribute(name), disclosures[-1]
            if recommendation(told.fact, attribute, other, told.value, _unfit(scene, name)) is None:
                continue
            if name in scene.told.choices or name in scene.told.refused or scene.told.has_kin(name, scene.done):
                continue
            if not scene.told.before(name, scene.done):
                yield scene.make(ProbeKind.ALIGNED_RECOMMENDATION, Form.OPTION, other, difficulty="hard")


def _unfit(scene: Scene, name: str) -> set[str]:
    """The values of an attribute that disclosures rule out or put in doubt."""
    unfit: set[str] = set()
    for limit in scene.ontology.limiting(name):
        for disclosure in scene.told.before(limit.name, scene.done):
            unfit |= limit.unfit(name, disclosure.value)
    return unfit


def _interpretations(scene: Scene, kind: ProbeKind) -> Iterator[Candidate]:
    """Interpretations that rest on two facts from two sessions, and on a trait shown by then.

    Which of two dates comes first is asked only while both lie ahead.
    """
    told = {attribute.name: disclosures[-1] for attribute, disclosures in scene.single()}
    shown = {trait: act for trait, (session, act) in scene.told.traits.items() if session < scene.done}
    for entry in scene.insights:
        first, second = told.get(entry.first.attribute), told.get(entry.second.attribute)
        if entry.kind is not kind or first is None or second is None or first.session == second.session:
            continue
        if entry.compares_dates and not (scene.lies_ahead(first) and scene.lies_ahead(second)):
            continue
        for trait in entry.traits:
            if trait in shown and entry.conclusion(first.said, second.said, trait) is not None:
                about = scene.ontology.attribute(first.attribute)
                made = scene.make(kind, Form.OPTION, about, other=second.attribute, difficulty="hard")
                yield made._replace(target=shown[trait], value=trait, context=entry.name)


def _order(scene: Scene) -> Iterator[Candidate]:
    """Pairs of attributes of one sort, since those that change are mostly told earlier than those that do not.

    None belongs to a project, whose domain shows how early its constraints are told.
    """
    sorts: dict[tuple[object, ...], list[tuple[Attribute, list[PlannedDisclosure]]]] = {}
    for attribute, disclosures in scene.single():
        if attribute.type is ValueType.TERM and not attribute.project:
            sorts.setdefault(sort_of(attribute), []).append((attribute, disclosures))
    for known in sorts.values():
        for (first, one), (second, two) in pairwise(known):
            if one[0].session != two[0].session:
                yield scene.make(ProbeKind.ORDER_RECALL, Form.OPTION, first, other=second.name, difficulty="medium")


CHOICES: Mapping[ProbeKind, Callable[[Scene], Iterator[Candidate]]] = {
    ProbeKind.COMPARE: _compare,
    ProbeKind.RECALL_FACTS: lambda scene: _facts(scene, ProbeKind.RECALL_FACTS, 1),
    ProbeKind.LATEST_PREFERENCE: lambda scene: _facts(scene, ProbeKind.LATEST_PREFERENCE, 2),
    ProbeKind.FULL_EVOLUTION: _evolutions,
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
