"""Checks the calendar: moments have a zone, sessions are in order, never overlap, and fit their person's clock."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from regulars.scenarios.checks.problems import Problem
from regulars.scenarios.kinds import ScenarioOrigin
from regulars.scenarios.world import Scenario


def check_zones(scenario: Scenario) -> Iterator[Problem]:
    """Checks that all moments have a zone. Moments without one cannot be compared."""
    moments: list[tuple[str, datetime | None]] = [(scenario.id, scenario.start)]
    for person in scenario.persons:
        moments.append((person.id, person.renamed_at))
        for fact in person.facts:
            moments += [(fact.id, fact.since), (fact.id, fact.until)]
        moments += [(event.id, event.time) for event in person.events]
        for rule in person.rules:
            moments += [(rule.id, rule.since), (rule.id, rule.until)]
        moments += [(project.id, project.since) for project in person.projects]
    for session in scenario.sessions:
        moments.append((f"session {session.number}", session.start))
        moments += [(turn.id, turn.time) for turn in session.turns]
        moments += [(act.id, act.due) for act in session.agenda]
    moments += [(probe.id, probe.time) for probe in scenario.probes]
    for where, moment in moments:
        if moment is not None and moment.tzinfo is None:
            yield Problem("no-zone", where, f"has the moment {moment.isoformat()} without zone; expected an offset")


def check_calendar(scenario: Scenario) -> Iterator[Problem]:
    """Checks that sessions are numbered in calendar order, never overlap, and fit the clock of their person."""
    for position, session in enumerate(scenario.sessions, 1):
        if session.number != position:
            yield Problem("session-number", f"session {session.number}", f"is in place {position}")
    earlier = None
    for session in scenario.sessions:
        where = f"session {session.number}"
        if session.start < scenario.start:
            yield Problem("before-start", where, f"begins before the scenario does, which is {scenario.start}")
        if earlier is not None and session.start < earlier.start:
            message = f"begins before session {earlier.number}, which comes earlier in the file"
            yield Problem("time-backwards", where, message)
        elif earlier is not None and not session.turns and session.start < earlier.start + earlier.budget:
            yield Problem("session-overlap", where, f"begins before session {earlier.number} is over")
        if scenario.source is ScenarioOrigin.GENERATED and session.budget <= timedelta(0):
            yield Problem("session-length", where, "has no time; expected a budget greater than 0")
        if scenario.source is ScenarioOrigin.GENERATED and not (session.agenda or session.turns or session.filler):
            yield Problem("session-empty", where, "has neither agenda nor turns nor filler")
        earlier = session
    yield from _clocks(scenario)


def _clocks(scenario: Scenario) -> Iterator[Problem]:
    """Checks that a session's offset is the one that its person's zone has at that moment."""
    zones = {}
    for person in scenario.persons:
        zones[person.id] = _zone(person.persona.zone)
        if zones[person.id] is None:
            expected = "expected an IANA zone such as Europe/Oslo"
            yield Problem("unknown-zone", person.id, f"lives in the zone {person.persona.zone!r}; {expected}")
    for session in scenario.sessions:
        zone = zones.get(session.person)
        if zone is None or zone.key == "UTC" or session.start.tzinfo is UTC:
            continue
        there = session.start.astimezone(zone)
        if there.utcoffset() != session.start.utcoffset():
            clock = f"a time on no clock in {zone.key}, where it is {there.isoformat()} then"
            message = f"begins at {session.start.isoformat()}, {clock}"
            yield Problem("session-day", f"session {session.number}", message)


@lru_cache(maxsize=64)
def _zone(name: str) -> ZoneInfo | None:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None
