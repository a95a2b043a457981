"""Finds free time in a calendar, and places for filler sessions in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

from regulars.errors import ConfigurationError
from regulars.scenarios.planning.calendar import BUDGET
from regulars.scenarios.world import Scenario, Session
from regulars.seeding import SeedTree

LEAST = timedelta(minutes=2)
"""Shortest time of a filler session."""

AMPLE = timedelta(minutes=12)
"""If every session can have this long by day, none is put into the night."""

DAY = (7, 22)
"""Hours of the day in which sessions are placed if there is room."""


@dataclass(frozen=True, slots=True)
class CalendarGap:
    """Free time before, between or after planned sessions.

    Attributes:
        start: The beginning, in UTC.
        end: The end, in UTC. A session in the gap is over by then.
        zone: The zone in which the moments of its sessions are written.
    """

    start: datetime
    end: datetime
    zone: tzinfo

    @property
    def capacity(self) -> int:
        """Number of sessions of the shortest kind that fit in."""
        return max(0, int((self.end - self.start) / LEAST))


def find_gaps(scenario: Scenario) -> list[CalendarGap]:
    """A gap before each session, and one after the last until the last probe."""
    gaps = []
    free = scenario.start.astimezone(UTC)
    zone: tzinfo = scenario.start.tzinfo or UTC
    for session in scenario.sessions:
        zone = _zone(scenario, session)
        gaps.append(CalendarGap(free, session.start.astimezone(UTC), zone))
        free = max(free, session.start.astimezone(UTC) + session.budget)
    last = max((probe.time.astimezone(UTC) for probe in scenario.probes), default=free)
    return [*gaps, CalendarGap(free, max(free, last), zone)]


def _zone(scenario: Scenario, session: Session) -> tzinfo:
    """The zone of the session's person, with its clock changes; the session's own zone if the person has none."""
    name = next((person.persona.zone for person in scenario.persons if person.id == session.person), "UTC")
    return ZoneInfo(name) if name != "UTC" else session.start.tzinfo or UTC


def share_out(count: int, gaps: Sequence[CalendarGap], weights: Sequence[float]) -> list[int]:
    """Number of sessions for each gap: in proportion to `weights`, as far as there is room.

    Raises:
        ConfigurationError: All gaps together have too little room.
    """
    room = [gap.capacity for gap in gaps]
    if sum(room) < count:
        raise ConfigurationError(
            f"the calendar has room for {sum(room)} further sessions, not for {count}",
            where="stretch",
            remedy="ask for fewer tokens, or generate a life with more sessions",
        )
    counts = [0] * len(gaps)
    left = count
    while left:
        open_ = [place for place in range(len(gaps)) if counts[place] < room[place]]
        total = sum(weights[place] for place in open_)
        shares = {place: weights[place] / total if total > 0 else 1 / len(open_) for place in open_}
        given = {place: min(room[place] - counts[place], int(left * shares[place])) for place in open_}
        spare = left - sum(given.values())
        if not any(given.values()):
            order = sorted(open_, key=lambda place: (int(left * shares[place]) - left * shares[place], place))
            given = dict.fromkeys(order[:spare], 1)
        for place, number in given.items():
            counts[place] += number
            left -= number
    return counts


def slots_in(gap: CalendarGap, count: int, node: SeedTree) -> Iterator[tuple[datetime, timedelta]]:
    """Start and budget of `count` sessions in a gap, in order, without overlaps, by day if there is room."""
    if not count:
        return
    spans = _by_day(gap)
    free = sum((end - start for start, end in spans), timedelta())
    if free < count * AMPLE:
        spans = [(gap.start, gap.end)]
        free = gap.end - gap.start
    draws = node.draws("slots")
    width = free / count
    span, passed = 0, timedelta()
    for place in range(count):
        budget = min(BUDGET, width)
        offset = place * width + (width - budget) * draws.uniform()
        while span + 1 < len(spans) and offset - passed >= spans[span][1] - spans[span][0]:
            passed += spans[span][1] - spans[span][0]
            span += 1
        start = spans[span][0] + (offset - passed)
        start -= timedelta(microseconds=start.microsecond)
        yield _placed(max(start, gap.start), gap.zone), budget - timedelta(seconds=1)


def _placed(moment: datetime, zone: tzinfo) -> datetime:
    """The moment on the zone's clock, with a fixed offset. Moments of one zone object compare by their clocks."""
    local = moment.astimezone(zone)
    return local.replace(tzinfo=timezone(local.utcoffset() or timedelta()), fold=0)


def _by_day(gap: CalendarGap) -> list[tuple[datetime, datetime]]:
    """The daytime parts of a gap."""
    spans: list[tuple[datetime, datetime]] = []
    day = gap.start.astimezone(gap.zone).date()
    while True:
        start = datetime.combine(day, time(DAY[0]), gap.zone).astimezone(UTC)
        end = datetime.combine(day, time(DAY[1]), gap.zone).astimezone(UTC)
        if start >= gap.end:
            return spans
        if end > gap.start:
            spans.append((max(start, gap.start), min(end, gap.end)))
        day += timedelta(days=1)
