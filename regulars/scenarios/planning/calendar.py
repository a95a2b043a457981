"""Plans the calendar: the sessions of each person, and the moments between sessions for out-of-band probes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from regulars.errors import ConfigurationError
from regulars.scenarios.time.constraints import is_engaged, window_hours
from regulars.scenarios.world import Persona
from regulars.seeding import Draws, SeedTree
from regulars.speed import filled_directly

BUDGET = timedelta(minutes=30)
"""Time that a person has for a session."""

_MINUTE = timedelta(minutes=1)
_BUDGET = BUDGET // _MINUTE

LEAST_GAP, GREATEST_GAP = 1, 4
"""Range of days from one session to the next."""

_WINDOWS = ((7, 10), (11, 14), (16, 19), (19, 22))
"""Daily hours in which a person has time: one of these windows for each person."""

REST = timedelta(hours=1)
"""Least time between two sessions of people in different zones."""

HOLIDAYS = frozenset({(1, 1), (12, 25)})
"""Days without sessions, as month and day where the person lives."""


@filled_directly
@dataclass(frozen=True, slots=True)
class PlannedSession:
    """A planned session without an agenda.

    Attributes:
        index: From 0, in calendar order over all persons.
        person: The person's index.
        place: From 0, in the order of that person's own sessions.
        start: When it begins.
    """

    index: int
    person: int
    place: int
    start: datetime


def plan_calendar(
    node: SeedTree, users: int, sessions: int, start: datetime, personas: Sequence[Persona] | None = None
) -> list[PlannedSession]:
    """Plans sessions on irregular days in daily windows. Persons take turns in changing order.

    Args:
        node: The scenario's node.
        users: Number of persons.
        sessions: Number of sessions of all persons together.
        start: The first moment.
        personas: One for each person, for zones and windows. Without them all persons are in the zone of `start`.

    Returns:
        The sessions in order of time, without overlaps. With personas, each start is the local time of its person at
        the offset of that place and day, and never a time that a clock change skips or repeats.

    Raises:
        ConfigurationError: A persona's zone is unknown.
    """
    if personas is not None:
        return _plan_by_personas(node, personas, sessions, start)
    draws = node.draws("calendar")
    windows = [node.draws("window", person).choice(_WINDOWS) for person in range(users)]
    midnight = time(tzinfo=start.tzinfo)
    day = start.date()
    places = [0] * users
    turn: list[int] = []
    planned: list[PlannedSession] = []
    for index in range(sessions):
        if not turn:
            turn = list(range(users))
            draws.shuffle(turn)
        person = turn.pop()
        day += timedelta(days=draws.between(LEAST_GAP, GREATEST_GAP))
        first, last = windows[person]
        minute = draws.between(60 * first, 60 * last - _BUDGET)
        moment = datetime.combine(day, midnight) + minute * _MINUTE
        planned.append(PlannedSession(index, person, places[person], moment))
        places[person] += 1
    return planned


def _plan_by_personas(
    node: SeedTree, personas: Sequence[Persona], sessions: int, start: datetime
) -> list[PlannedSession]:
    draws = node.draws("calendar")
    zones = [_zone(persona.zone) for persona in personas]
    hours = [_hours(node, index, persona) for index, persona in enumerate(personas)]
    shares = [_weekends(persona) for persona in personas]
    day, free = start.date(), start
    places = [0] * len(personas)
    turn: list[int] = []
    planned: list[PlannedSession] = []
    for index in range(sessions):
        if not turn:
            turn = list(range(len(personas)))
            draws.shuffle(turn)
        person = turn.pop()
        day += timedelta(days=draws.between(LEAST_GAP, GREATEST_GAP))
        pick = node.draws("sitting", index)
        while True:
            moment = _moment(day, pick.choice(hours[person]), pick, zones[person])
            comes = day.weekday() < 5 or pick.uniform() < shares[person]
            fits = moment is not None and moment >= free and not is_engaged(personas[person], moment, BUDGET)
            if moment is not None and fits and comes and (day.month, day.day) not in HOLIDAYS:
                break
            day += timedelta(days=1)
        planned.append(PlannedSession(index, person, places[person], moment))
        places[person] += 1
        free = moment + BUDGET + REST
    return planned


def _moment(day: date, hours: tuple[int, int], draws: Draws, zone: ZoneInfo) -> datetime | None:
    """A time within `hours` at its own offset; None if the clock changes near it."""
    minute = draws.between(60 * hours[0], 60 * hours[1] - _BUDGET)
    local = datetime.combine(day, time(minute // 60, minute % 60))
    around = [local + timedelta(hours=shift) for shift in (-3, 0, 3)]
    offsets = {moment.replace(tzinfo=zone).utcoffset() for moment in around}
    return datetime.fromisoformat(local.replace(tzinfo=zone).isoformat()) if len(offsets) == 1 else None


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        expected = "an IANA zone such as Europe/Oslo"
        raise ConfigurationError(f"unknown zone {name!r}", where="Persona.zone", expected=expected) from error


def _hours(node: SeedTree, index: int, persona: Persona) -> list[tuple[int, int]]:
    windows = [window_hours(window) for window in persona.windows]
    if (0, 0) in windows:
        message = f"one of the windows {persona.windows} cannot be read"
        raise ConfigurationError(message, where="Persona.windows", expected="such as 7-10")
    return windows or [node.draws("window", index).choice(_WINDOWS)]


def _weekends(persona: Persona) -> float:
    from regulars.scenarios.personas.tables import load_stages

    return load_stages()[persona.stage].weekends if persona.stage else 1.0


def moments_between(node: SeedTree, calendar: Sequence[PlannedSession], extra: int = 0) -> list[datetime]:
    """A moment after each session and before the next one. The last moments follow a day apart.

    Args:
        node: Decides the moments.
        calendar: The planned sessions, in order.
        extra: Number of days after the last moment, each with a further moment.
    """
    draws = node.draws("moments")
    moments = []
    for session, following in pairwise(calendar):
        moments.append(moment_between(session.start, following.start, 0.3 + 0.4 * draws.uniform()))
    last = calendar[-1].start
    moments += [last + timedelta(days=days) for days in range(1, extra + 2)]
    return moments


def moment_between(session: datetime, following: datetime, share: float) -> datetime:
    """The moment, to the minute, at which a share of the time between two sessions has passed.

    Args:
        session: The start of the first session.
        following: The start of the second one.
        share: From 0 to 1.
    """
    end = session + BUDGET
    return end + int((following - end) // _MINUTE * share) * _MINUTE
