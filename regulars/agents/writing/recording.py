"""Turns written conversations into a recorded `Scenario`: ids, times, turns, and probes with evidence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from regulars.agents.writing.drafts import Spoken
from regulars.dialogue import ASSISTANT, turn_id
from regulars.errors import ScenarioError
from regulars.scenarios.checks.validate import validate_scenario
from regulars.scenarios.files import scenario_id
from regulars.scenarios.kinds import Band, Form, ScenarioOrigin
from regulars.scenarios.ontology.attributes import load_ontology
from regulars.scenarios.world import Person, Persona, Probe, RecordedTurn, Scenario, Session
from regulars.seeding import Draws, content_hash

PACE = timedelta(minutes=1)
"""The time between two turns of a written conversation."""

GAP = 3
"""The maximum number of days to the next conversation; the minimum is 1 (RealMem)."""

HOURS = (8, 21)
"""The hours between which conversations begin."""

ID = 12
"""The number of digits of an id."""


@dataclass(frozen=True, slots=True)
class WrittenSession:
    """One written conversation.

    Attributes:
        start: When it begins.
        purpose: Its topic, in a word.
        turns: Its turns.
    """

    start: datetime
    purpose: str
    turns: Sequence[Spoken]


@dataclass(frozen=True, slots=True)
class RecordedQuestion:
    """One question with its gold answer.

    Attributes:
        kind: What it measures.
        question: Its words.
        gold: The gold answer.
        evidence: The turns that it needs, as pairs of session and turn, both from 1.
        before: The recorded turn before which it is asked, as such a pair; None for after the last session.
    """

    kind: str
    question: str
    gold: str
    evidence: Sequence[tuple[int, int]]
    before: tuple[int, int] | None = None


def days_from(start: datetime, count: int, draws: Draws) -> list[datetime]:
    """Start times of `count` conversations: from `start`, each 1 to 3 days after the one before."""
    days = []
    day = start.replace(hour=0, minute=0, second=0, microsecond=0)
    for _ in range(count):
        days.append(day + timedelta(hours=draws.between(*HOURS), minutes=5 * draws.integer(12)))
        day += timedelta(days=draws.between(1, GAP))
    return days


def recording(
    name: str,
    notes: str,
    written: Sequence[WrittenSession],
    asked: Sequence[RecordedQuestion],
    *,
    suite: str,
    language: str,
    marks: Mapping[str, str],
    issues: Sequence[str] = (),
) -> Scenario:
    """Builds and validates the scenario.

    Args:
        name: The person's name.
        notes: A description of the person, for the policy that plays them.
        written: The sessions, in order of time.
        asked: The questions.
        suite: The pipeline with its version.
        language: The language of the conversations.
        marks: Facts about how it was written.
        issues: What was left out, and why.

    Raises:
        ScenarioError: The scenario is invalid.
    """
    person = Person("p" + content_hash(f"{suite} {name} {notes}", 8), name, "")
    person = replace(person, scope=person.id, persona=Persona(notes=notes))
    sessions = tuple(_session(number, person.id, one) for number, one in enumerate(written, 1))
    last = sessions[-1].turns[-1].time + timedelta(days=1)
    probes = [_probe(number, one, person.id, sessions, last) for number, one in enumerate(asked, 1)]
    scenario = Scenario(
        id="",
        source=ScenarioOrigin.RECORDED,
        suite=suite,
        language=language,
        start=sessions[0].start,
        persons=(person,),
        sessions=sessions,
        probes=tuple(sorted(probes, key=lambda probe: probe.time)),
        marks=dict(marks),
        issues=tuple(issues),
    )
    scenario = replace(scenario, id=scenario_id(scenario))
    problems = validate_scenario(scenario, load_ontology())
    if problems:
        raise ScenarioError("; ".join(map(str, problems)), where=f"scenario {scenario.id}", expected="a valid scenario")
    return scenario


def _session(number: int, person: str, session: WrittenSession) -> Session:
    turns = tuple(
        RecordedTurn(
            turn_id(number, place),
            person if turn.speaker == "User" else ASSISTANT,
            turn.text,
            session.start + PACE * place,
        )
        for place, turn in enumerate(session.turns, 1)
    )
    budget = PACE * (len(turns) + 1)
    return Session(number, person, session.start, budget, len(turns), session.purpose, turns=turns)


def _probe(number: int, one: RecordedQuestion, person: str, sessions: Sequence[Session], last: datetime) -> Probe:
    before = turn_id(*one.before) if one.before is not None else ""
    moments = {turn.id: turn.time for session in sessions for turn in session.turns}
    return Probe(
        id="q" + content_hash(f"{person} {number} {one.question}", ID),
        kind=one.kind,
        form=Form.TEXT,
        attribute="",
        owner=person,
        asker=person,
        purpose="question",
        time=moments[before] if before else last,
        band=Band.OUT,
        before=before,
        question=one.question,
        gold=one.gold,
        evidence=(tuple(dict.fromkeys(turn_id(*place) for place in sorted(one.evidence))),),
    )
