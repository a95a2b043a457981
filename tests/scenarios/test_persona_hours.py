"""Session times: windows of local time, zones and holidays."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from drawn_people import PERSONAS, START, planned

from regulars.errors import ConfigurationError
from regulars.scenarios.planning.calendar import BUDGET, HOLIDAYS, moments_between, plan_calendar
from regulars.scenarios.time.constraints import window_hours
from regulars.scenarios.world import Persona
from regulars.seeding import SeedTree

GOLDEN = [
    "2025-01-09T11:59:00+00:00",
    "2025-01-12T11:38:00+00:00",
    "2025-01-16T11:26:00+00:00",
    "2025-01-18T12:09:00+00:00",
]
"""Sessions that were planned before there were personas."""


@pytest.mark.parametrize("seed", range(6))
def test_sessions_fall_into_windows_of_local_time(seed):
    people = PERSONAS[seed * 5 : seed * 5 + 5]
    calendar = planned(seed, people, 120)
    assert [session.index for session in calendar] == list(range(120))
    for session in calendar:
        persona = people[session.person]
        local = session.start.astimezone(ZoneInfo(persona.zone))
        assert local.replace(tzinfo=None) == session.start.replace(tzinfo=None)
        assert local.utcoffset() == session.start.utcoffset()
        minutes = 60 * local.hour + local.minute
        hours = [window_hours(window) for window in persona.windows]
        assert any(60 * first <= minutes <= 60 * last - 30 for first, last in hours)
        assert (local.month, local.day) not in HOLIDAYS
    for one, other in pairwise(calendar):
        assert other.start - one.start > BUDGET
        assert other.start.date() > one.start.date()
    assert calendar[0].start >= START
    places = [[s.place for s in calendar if s.person == person] for person in range(5)]
    assert all(found == list(range(24)) for found in places)
    moments = moments_between(SeedTree(seed), calendar)
    for moment, (one, other) in zip(moments, pairwise(calendar), strict=False):
        assert one.start + BUDGET < moment < other.start


def test_sessions_do_not_overlap_across_the_date_line():
    people = [
        Persona(zone=zone, windows=("7-9",))
        for zone in ("Pacific/Auckland", "Pacific/Honolulu", "Asia/Kathmandu", "America/St_Johns")
    ]
    for seed in range(20):
        calendar = planned(seed, people, 80)
        assert all(other.start - one.start > BUDGET for one, other in pairwise(calendar))


@pytest.mark.parametrize("zone", ["Europe/Oslo", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca"])
def test_no_session_falls_into_a_skipped_or_repeated_hour(zone):
    people = [Persona(zone=zone, windows=("0-4",))]
    for session in planned(3, people, 400):
        for around in (session.start, session.start + BUDGET):
            there = around.astimezone(UTC).astimezone(ZoneInfo(zone))
            assert there.utcoffset() == session.start.utcoffset()
            assert there.replace(fold=1).utcoffset() == there.replace(fold=0).utcoffset()


def test_there_is_no_session_on_a_holiday():
    people = [Persona(zone=zone, windows=("8-20",)) for zone in ("Asia/Tokyo", "America/Lima")]
    days = set()
    for seed in range(60):
        for session in planned(seed, people, 12, datetime(2025, 12, 12, tzinfo=UTC)):
            days.add((session.start.month, session.start.day))
    assert not days & HOLIDAYS
    assert {(12, 24), (12, 26), (12, 31), (1, 2)} <= days


def test_weekends_differ_by_stage():
    def share(stage):
        calendar = planned(1, [Persona(stage=stage, windows=("10-12",))], 600)
        return sum(session.start.weekday() >= 5 for session in calendar) / 600

    assert share("family") < share("retired")


def test_without_personas_the_calendar_is_as_it_was():
    calendar = plan_calendar(SeedTree(7), 2, 4, START)
    assert calendar == plan_calendar(SeedTree(7), 2, 4, START, None)
    assert [session.start.isoformat() for session in calendar] == GOLDEN


def test_personas_without_windows_have_hours_all_the_same():
    assert len(planned(1, [Persona(), Persona()], 10)) == 10


@pytest.mark.parametrize("fields", [{"zone": "Mars/Olympus"}, {"zone": "../etc"}, {"windows": ("morning",)}])
def test_an_unknown_zone_or_window_is_reported(fields):
    persona = Persona(**fields)
    with pytest.raises(ConfigurationError, match=r"Persona\.(zone|windows)"):
        planned(1, [persona], 3)
