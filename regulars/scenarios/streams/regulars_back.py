"""Regulars who come back with a new life: removes probes whose answer the old life could change.

An episode's gold comes from the disclosures in that episode. Suppose that a person told of a pet in an earlier block
and not in this one. A probe about pets would have no gold answer, and a memory that remembers the pet would be wrong.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace
from datetime import datetime

from regulars.scenarios.kinds import ActKind, ProbeKind
from regulars.scenarios.ontology.attribute import Cardinality, Change
from regulars.scenarios.ontology.attributes import load_ontology
from regulars.scenarios.world import Act, Probe, Scenario, Session

_LATEST = (ProbeKind.SINGLE_SESSION_USER, ProbeKind.KNOWLEDGE_UPDATE, ProbeKind.ABSTENTION)
"""Kinds that ask for the latest value of an attribute. Earlier values count as past."""

_OWN = (ActKind.DELEGATE, ActKind.GREET)
"""Acts whose probes rest on this life only, but for earlier constraints: a choice to be made, a reminder."""


def told_in(scenario: Scenario) -> set[str]:
    """The attributes that the scenario's acts tell."""
    return {act.attribute for session in scenario.sessions for act in session.agenda if act.kind is ActKind.TELL}


def without_doubtful(scenario: Scenario, told: Set[str]) -> Scenario:
    """Removes the probes whose answer an earlier disclosure may change, and the acts that ask them.

    The contrast probe of a removed probe is removed too. An anchor stays, without its contrast probe.

    Args:
        scenario: A scenario of one person.
        told: The attributes that the person told in earlier scenarios.
    """
    ontology = load_ontology()
    since: dict[str, datetime] = {}
    for session in scenario.sessions:
        for act in session.agenda:
            if act.kind is ActKind.TELL:
                since.setdefault(act.attribute, session.start)
    asking = {act.probe: act.kind for session in scenario.sessions for act in session.agenda if act.probe}

    bans = {name for name in told if ontology.attribute(name).excludes}  # one more adds to them, and replaces none

    def is_sure(probe: Probe) -> bool:
        names = {ontology.source(name) for name in (probe.attribute, probe.other) if name}
        binding = {name for name in bans if name in names or probe.attribute in ontology.attribute(name).excludes}
        if binding and not probe.anchor and probe.kind is not ProbeKind.SINGLE_SESSION_ASSISTANT:
            return False
        if probe.anchor or asking.get(probe.id) in _OWN or probe.kind is ProbeKind.SINGLE_SESSION_ASSISTANT:
            return True
        if not names & told:
            return True
        if any(ontology.attribute(name).change is Change.STATIC for name in names & told):
            return False  # it cannot have changed, and may have been something else
        single = all(ontology.attribute(name).cardinality is Cardinality.ONE for name in names)
        known = all(name in since and since[name] <= probe.time for name in names)
        return probe.kind in _LATEST and single and known

    dropped = {probe.id for probe in scenario.probes if not is_sure(probe)}
    dropped |= {probe.id for probe in scenario.probes if probe.contrast in dropped and not probe.anchor}
    if not dropped:
        return scenario

    def is_kept(act: Act) -> bool:
        return act.probe not in dropped or act.kind not in (ActKind.ASK, ActKind.REQUEST)

    def without(session: Session) -> Session:
        kept = (act for act in session.agenda if is_kept(act))
        agenda = tuple(replace(act, probe="") if act.probe in dropped else act for act in kept)
        return replace(session, agenda=agenda)

    sessions = tuple(map(without, scenario.sessions))
    kept = (probe for probe in scenario.probes if probe.id not in dropped)
    probes = tuple(replace(probe, contrast="") if probe.contrast in dropped else probe for probe in kept)
    return replace(scenario, sessions=sessions, probes=probes)
