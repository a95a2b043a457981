"""Checks planned probes: each can be asked at its moment, and could have the answer its kind promises."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from regulars.scenarios.attributes import Attribute, Cardinality, Ontology
from regulars.scenarios.problems import Problem
from regulars.scenarios.world import ActKind, Band, Form, Probe, ProbeKind, Scenario
from regulars.values import ValueType

__all__ = ["check_probes"]


def check_probes(scenario: Scenario, ontology: Ontology) -> Iterator[Problem]:
    """What is wrong with what is planned to be asked."""
    tells, choices, anchored = _planned(scenario)
    earlier: Probe | None = None
    for probe in scenario.probes:
        if earlier is not None and probe.time < earlier.time:
            yield Problem("probe-order", probe.id, "stands behind a probe that is due later")
        earlier = probe
        if probe.gold or probe.evidence or probe.question or probe.before:
            yield Problem("probe-gold", probe.id, "holds words or gold, as only a recorded probe may")
        yield from _moment(probe, scenario)
        if probe.attribute not in ontology:
            yield Problem("unknown-attribute", probe.id, f"asks for {probe.attribute!r}")
            continue
        attribute = ontology.attribute(probe.attribute)
        if not _form_fits(probe, attribute):
            yield Problem("probe-form", probe.id, f"asks for the {probe.form.value} of {probe.attribute}")
        elif probe.form is Form.CHOICE:
            known = choices.get(probe.target)
            if known is None or known[:2] != (probe.owner, probe.attribute) or known[2] >= probe.time:
                yield Problem("probe-choice", probe.id, "asks for a choice that no earlier act leaves to anyone")
        else:
            source = attribute.implied_by or attribute.name
            times = [time for time in tells.get((probe.owner, source), ()) if time < probe.time]
            yield from _answerable(probe, attribute, times)
            if probe.anchor and (probe.band is Band.IN or (probe.owner, source) not in anchored):
                yield Problem("probe-anchor", probe.id, "is marked as resting on an anchor and does not")


_Tells = dict[tuple[str, str], list[datetime]]
_Choices = dict[str, tuple[str, str, datetime]]


def _planned(scenario: Scenario) -> tuple[_Tells, _Choices, set[tuple[str, str]]]:
    """Planned tellings by person and attribute, delegations by act, what is anchored."""
    tells: _Tells = {}
    choices: _Choices = {}
    anchored: set[tuple[str, str]] = set()
    for session in scenario.sessions:
        for act in session.agenda:
            if act.kind is ActKind.TELL:
                tells.setdefault((session.person, act.attribute), []).append(session.start)
                if act.anchor:
                    anchored.add((session.person, act.attribute))
            elif act.kind is ActKind.DELEGATE:
                choices[act.id] = (session.person, act.attribute, session.start)
    return tells, choices, anchored


def _moment(probe: Probe, scenario: Scenario) -> Iterator[Problem]:
    if probe.band is Band.IN:
        session = next((one for one in scenario.sessions if one.number == probe.session), None)
        if session is None or session.person != probe.asker or session.start != probe.time:
            yield Problem("probe-session", probe.id, "is asked in no session of its asker at that time")
        return
    if probe.session:
        yield Problem("probe-session", probe.id, "is asked beside the conversation and names a session")
    if probe.time < scenario.start:
        yield Problem("probe-time", probe.id, "is asked before the scenario begins")
    if any(one.start <= probe.time <= one.start + one.budget for one in scenario.sessions):
        yield Problem("probe-time", probe.id, "is asked beside the conversation while a session is under way")


def _form_fits(probe: Probe, attribute: Attribute) -> bool:
    if attribute.is_chosen:
        return probe.form is Form.CHOICE
    if attribute.cardinality is Cardinality.MANY:
        return probe.form is Form.SET or (probe.form is Form.COUNT and probe.band is Band.OUT)
    return probe.form is Form.VALUE


def _answerable(probe: Probe, attribute: Attribute, times: list[datetime]) -> Iterator[Problem]:
    if probe.kind == ProbeKind.ABSTENTION:
        if times:
            yield Problem("probe-answerable", probe.id, "is to have no answer, and one is planned to be told")
        return
    if not times:
        yield Problem("probe-unreachable", probe.id, "can have no answer: nothing is planned to be told before it")
    elif probe.kind == ProbeKind.KNOWLEDGE_UPDATE and len(times) < 2:
        yield Problem("probe-kind", probe.id, "asks for an update before one is planned to be told")
    elif probe.kind == ProbeKind.MULTI_SESSION and len(set(times)) < 2:
        yield Problem("probe-kind", probe.id, "asks over several sessions before two are planned to tell")
    elif (probe.kind == ProbeKind.TEMPORAL) is not (attribute.type is ValueType.DATE):
        yield Problem("probe-kind", probe.id, f"is of kind {probe.kind} and asks for {attribute.name}")
