"""Finds defects of scenarios that stand in no episode's way, and repairs copies of scenarios.

`validate_scenario` has the checks that decide whether a scenario can be played.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from regulars.data_faults import Place
from regulars.datasets.defects.defect import REMOVE, DefectClass, RepairChange, repeated
from regulars.dialogue import session_id
from regulars.scenarios.checks.problems import Problem
from regulars.scenarios.files import scenario_id
from regulars.scenarios.kinds import Form, ScenarioOrigin
from regulars.scenarios.world import Person, Probe, Scenario, Session


def scenario_defects(scenario: Scenario) -> Iterator[Problem]:
    """Yields names with control characters; in recordings also repeated sessions and questions without evidence."""
    for person in scenario.persons:
        for name in filter(None, (person.name, person.renamed)):
            if not name.isprintable():
                yield Problem(DefectClass.CONTROL_CHARACTER, person.id, f"the name {name!r} has a control character")
    if scenario.source is not ScenarioOrigin.RECORDED:
        return
    for place in repeated([[(turn.speaker, turn.text) for turn in session.turns] for session in scenario.sessions]):
        session = scenario.sessions[place]
        if session.turns:
            message = f"session {session.number} has the same words as an earlier one"
            yield Problem(DefectClass.DUPLICATE_FILLER, session_id(session.number), message)
    for probe in scenario.probes:
        if probe.answerable and not probe.evidence and probe.form is not Form.OPTION:
            yield Problem(DefectClass.NO_TARGET, probe.id, "the question has an answer and no evidence")


def repaired_scenarios(scenarios: Sequence[Scenario]) -> tuple[list[Scenario], list[RepairChange]]:
    """Repairs copies of scenarios, and gives the changes.

    A second copy of a scenario is left out, and names lose control characters. In recordings, turns never go back in
    time, and questions lose citations that name no turn or one that comes after the question, where others remain. A
    changed scenario gets a new id.
    """
    kept: list[Scenario] = []
    changes: list[RepairChange] = []
    known: set[str] = set()
    for number, scenario in enumerate(scenarios):
        if scenario.id in known:
            changes.append(RepairChange(DefectClass.DUPLICATE_SCENARIO, (number,), scenario.id, REMOVE))
            continue
        known.add(scenario.id)
        before = len(changes)
        made = replace(
            scenario, persons=tuple(_named(one, (number, "persons"), changes) for one in scenario.persons)
        )  # fmt: skip
        if scenario.source is ScenarioOrigin.RECORDED:
            made = replace(made, sessions=_in_time(made.sessions, (number, "sessions"), changes))
            made = replace(made, probes=_cited(made, (number, "probes"), changes))
        kept.append(replace(made, id=scenario_id(made)) if len(changes) > before else scenario)
    return kept, changes


def _named(person: Person, place: Place, changes: list[RepairChange]) -> Person:
    cleaned: dict[str, Any] = {}
    for field in ("name", "renamed"):
        name = getattr(person, field)
        printable = "".join(one for one in name if one.isprintable()).strip()
        if printable and printable != name and not name.isprintable():
            changes.append(RepairChange(DefectClass.CONTROL_CHARACTER, (*place, person.id, field), name, printable))
            cleaned[field] = printable
    return replace(person, **cleaned)


def _in_time(sessions: Sequence[Session], place: Place, changes: list[RepairChange]) -> tuple[Session, ...]:
    """Gives turns that lie before the one ahead of them its time."""
    latest = None
    made = []
    for session in sessions:
        turns = []
        for turn in session.turns:
            if latest is not None and turn.time < latest:
                at = (*place, turn.id, "time")
                changes.append(
                    RepairChange(DefectClass.TIME_BACKWARDS, at, turn.time.isoformat(), latest.isoformat())
                )  # fmt: skip
                turn = replace(turn, time=latest)
            latest = turn.time
            turns.append(turn)
        start = turns[0].time if turns and turns[0] is not session.turns[0] else session.start
        made.append(replace(session, turns=tuple(turns), start=start))
    return tuple(made)


def _cited(scenario: Scenario, place: Place, changes: list[RepairChange]) -> tuple[Probe, ...]:
    moments = {turn.id: turn.time for session in scenario.sessions for turn in session.turns}
    moments |= {session_id(one.number): one.turns[-1].time for one in scenario.sessions if one.turns}
    probes = []
    for probe in scenario.probes:
        asked = moments.get(probe.before, probe.time)
        sets = []
        for ids in probe.evidence:
            sound = tuple(id for id in ids if id in moments and moments[id] <= asked)
            if sound and sound != ids:
                lost = [id for id in ids if id not in sound]
                kind = DefectClass.EVIDENCE_UNKNOWN if lost[0] not in moments else DefectClass.EVIDENCE_LATER
                changes.append(RepairChange(kind, (*place, probe.id, "evidence"), list(ids), list(sound)))
            sets.append(sound or ids)
        probes.append(replace(probe, evidence=tuple(sets)))
    return tuple(probes)
