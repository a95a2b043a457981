"""The calendar of a generated scenario: who comes when, and the moments between at which probes are asked."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from itertools import pairwise

from regulars.seeding import SeedTree

__all__ = ["BUDGET", "Sitting", "moments_between", "plan_sittings"]

BUDGET = timedelta(minutes=30)
"""How long a person has for a session."""

LEAST_GAP, GREATEST_GAP = 1, 4
"""Days from one session to the next."""

_WINDOWS = ((7, 10), (11, 14), (16, 19), (19, 22))
"""Hours of the day in which a person has time: one window for each person."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """A planned session before it has an agenda.

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


def plan_sittings(node: SeedTree, users: int, sessions: int, start: datetime) -> list[Sitting]:
    """Sessions on unequal days, each in its person's daily window; persons take turns in changing order."""
    draws = node.draws("calendar")
    windows = [node.draws("window", person).choice(_WINDOWS) for person in range(users)]
    midnight = time(tzinfo=start.tzinfo)
    day = start.date()
    places = [0] * users
    turn: list[int] = []
    planned: list[Sitting] = []
    for index in range(sessions):
        if not turn:
            turn = list(range(users))
            draws.shuffle(turn)
        person = turn.pop()
        day += timedelta(days=draws.between(LEAST_GAP, GREATEST_GAP))
        first, last = windows[person]
        minute = draws.between(60 * first, 60 * last - int(BUDGET.total_seconds()) // 60)
        clock = midnight.replace(hour=minute // 60, minute=minute % 60)
        planned.append(Sitting(index, person, places[person], datetime.combine(day, clock)))
        places[person] += 1
    return planned


def moments_between(node: SeedTree, sittings: list[Sitting], extra: int = 0) -> list[datetime]:
    """A moment after each session and before the next; the last ones a day apart after the last session.

    Args:
        node: Decides where between the sessions.
        sittings: In calendar order.
        extra: Further days after the last moment.
    """
    draws = node.draws("moments")
    moments = []
    for sitting, following in pairwise(sittings):
        free = following.start - sitting.start - BUDGET
        moments.append(_minute(sitting.start + BUDGET + free * (0.3 + 0.4 * draws.uniform())))
    last = sittings[-1].start
    moments += [last + timedelta(days=days) for days in range(1, extra + 2)]
    return moments


def _minute(moment: datetime) -> datetime:
    return moment.replace(second=0, microsecond=0)
