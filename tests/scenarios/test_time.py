"""Time constraints at their boundaries: midnight, leap day, daylight saving, zones."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from regulars.errors import ScenarioError
from regulars.relative_dates import find_relative_dates, in_dates, later_by
from regulars.scenarios import generate, load_ontology
from regulars.scenarios.checks.validate import validate_scenario
from regulars.scenarios.files import scenario_from_json, scenario_to_json
from regulars.scenarios.kinds import ActKind
from regulars.scenarios.time.constraints import TimeLimit, has_begun, is_engaged, is_free, time_limit
from regulars.scenarios.time.order import is_ready
from regulars.scenarios.time.recurrence import read_recurrence
from regulars.scenarios.world import Act, Fact, Persona

HALF = timedelta(minutes=30)
OSLO = ZoneInfo("Europe/Oslo")


def at(text, zone="Europe/Oslo"):
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone))


# ---------------------------------------------------------------- horizon


def test_a_fact_is_known_from_its_first_moment_on_in_whatever_zone():
    fact = Fact("f", "p", "city", "Bergen", at("2025-05-14T00:00"))
    assert not has_begun(fact, at("2025-05-13T23:59:59"))
    assert has_begun(fact, at("2025-05-14T00:00"))
    assert has_begun(fact, datetime(2025, 5, 13, 22, 0, tzinfo=UTC))
    assert not has_begun(fact, at("2025-05-14T00:00", "Asia/Tokyo"))


# ---------------------------------------------------------------- windows


@pytest.mark.parametrize(
    ("start", "fits"),
    [("19:00", True), ("18:59", False), ("23:30", True), ("23:31", False), ("23:59", False), ("00:00", False)],
)
def test_a_window_up_to_midnight_ends_with_the_day(start, fits):
    assert is_free(Persona(zone="Europe/Oslo", windows=("19-24",)), at(f"2025-05-14T{start}"), HALF) is fits


def test_a_window_is_read_on_its_own_clock():
    persona = Persona(zone="Asia/Tokyo", windows=("7-10",))
    assert is_free(persona, datetime(2025, 5, 13, 22, 0, tzinfo=UTC), HALF)  # seven in the morning of the 14th there
    assert not is_free(persona, datetime(2025, 5, 14, 7, 0, tzinfo=UTC), HALF)


@pytest.mark.parametrize(
    ("start", "length", "fits"),
    [
        # the clock goes from 2 to 3 on 30 March 2025: from 1:30 to the end of the window at 4 is an hour and a half
        ("2025-03-30T00:30:00+00:00", timedelta(hours=1, minutes=30), True),
        ("2025-03-30T00:30:00+00:00", timedelta(hours=2), False),
        # and back from 3 to 2 on 26 October 2025: 2:30 comes twice, and the window is an hour longer
        ("2025-10-26T00:30:00+00:00", timedelta(hours=2, minutes=30), True),
        ("2025-10-26T01:30:00+00:00", timedelta(hours=1, minutes=30), True),
        ("2025-10-26T00:30:00+00:00", timedelta(hours=3), False),
    ],
)
def test_a_window_over_a_change_of_the_clock_is_as_long_as_time_passes(start, length, fits):
    assert is_free(Persona(zone="Europe/Oslo", windows=("1-4",)), datetime.fromisoformat(start), length) is fits


# ---------------------------------------------------------------- limits


def test_an_answer_at_the_last_moment_is_in_time_and_one_after_it_is_not():
    asked = at("2025-12-31T23:58")
    within = TimeLimit(None, timedelta(minutes=2))
    assert not within.is_missed(asked, at("2026-01-01T00:00"))
    assert within.is_missed(asked, at("2026-01-01T00:00:01"))
    due = TimeLimit(at("2025-12-31T23:59"), timedelta(minutes=2))
    assert due.moment(asked) == at("2025-12-31T23:59")
    assert TimeLimit(None, None).moment(asked) is None
    assert not time_limit(Act("a", ActKind.ASK)).is_missed(asked, asked + timedelta(days=999))


def test_a_deadline_holds_across_zones_and_a_change_of_the_clock():
    due = datetime.fromisoformat("2025-10-26T02:30:00+01:00")  # the second 2:30 of that night
    limit = TimeLimit(due, None)
    first = datetime.fromisoformat("2025-10-26T02:45:00+02:00")
    assert not limit.is_missed(first, first)
    assert limit.is_missed(first, datetime.fromisoformat("2025-10-26T01:31:00+00:00"))


# ---------------------------------------------------------------- order and cool-down


def test_an_act_waits_for_its_predecessor_and_the_cool_down():
    act = Act("b", ActKind.PLAN, after="a", rest=24.0)
    done = at("2025-03-29T12:00")
    assert not is_ready(act, {}, done)
    assert not is_ready(act, {"a": done}, datetime.fromisoformat("2025-03-30T12:00:00+02:00"))  # 23 hours later
    assert is_ready(act, {"a": done}, datetime.fromisoformat("2025-03-30T13:00:00+02:00"))
    assert is_ready(replace(act, after="", rest=0.0), {}, done)


# ---------------------------------------------------------------- recurrence


def days(line, first, last):
    return [
        day.isoformat() for day in read_recurrence(line).between(date.fromisoformat(first), date.fromisoformat(last))
    ]


def test_every_second_tuesday_comes_but_for_its_exceptions():
    line = "every 2 weeks on tuesday 19-21 from 2025-02-25 except 2025-03-25"
    assert days(line, "2025-02-01", "2025-04-30") == ["2025-02-25", "2025-03-11", "2025-04-08", "2025-04-22"]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("every month on 31 from 2025-01-31", ["2025-01-31", "2025-03-31", "2025-05-31"]),
        ("every month on fifth monday from 2025-01-01", ["2025-03-31"]),
        ("every month on last friday from 2025-04-01", ["2025-04-25", "2025-05-30"]),
        ("every 40 days from 2025-01-01 to 2025-03-31", ["2025-01-01", "2025-02-10", "2025-03-22"]),
        ("every month on second tuesday from 2025-04-01 to 2025-05-01", ["2025-04-08"]),
    ],
)
def test_months_and_days_come_round(line, found):
    assert days(line, "2025-01-01", "2025-05-31") == found


def test_the_leap_day_comes_round_when_there_is_one():
    birthday = read_recurrence("every 12 months on 29 from 2024-02-29")
    assert birthday.next_after(date(2024, 2, 29)) == date(2028, 2, 29)
    assert not birthday.is_on(date(2025, 2, 28))


@pytest.mark.parametrize(
    "line",
    [
        "every second tuesday",
        "every 0 weeks on monday from 2025-01-01",
        "every week on first monday from 2025-01-01",
        "every month on monday from 2025-01-01",
        "every day from 2025-02-30",
        "every week on monday 21-19 from 2025-01-01",
        "every day on monday from 2025-01-01",
    ],
)
def test_invalid_recurrences_are_rejected(line):
    with pytest.raises(ScenarioError, match="not a recurrence"):
        read_recurrence(line)


def test_an_engagement_keeps_a_person_from_what_overlaps_it():
    persona = Persona(zone="Europe/Oslo", engagements=("every 2 weeks on tuesday 19-24 from 2025-03-04",))
    assert not is_engaged(persona, at("2025-03-04T18:30"), HALF)
    assert is_engaged(persona, at("2025-03-04T18:31"), HALF)
    assert is_engaged(persona, at("2025-03-04T23:59"), HALF)
    assert not is_engaged(persona, at("2025-03-05T00:00"), HALF)
    assert not is_engaged(persona, at("2025-03-11T20:00"), HALF)
    tuesday = Persona(zone="Europe/Oslo", engagements=("every week on tuesday from 2025-03-04",))
    assert is_engaged(tuesday, at("2025-03-03T23:45"), HALF)  # it lasts into the day


def test_people_with_engagements_come_when_they_are_free():
    for seed in range(6):
        busy = Persona(
            zone="Europe/Oslo", windows=("16-22",), engagements=("every week on friday 16-20 from 2025-01-01",)
        )
        scenario = generate(seed, sessions=14, people=[("Ada", busy)])
        assert validate_scenario(scenario, load_ontology()) == []
        fridays = [s.start for s in scenario.sessions if s.start.astimezone(OSLO).weekday() == 4]
        assert all(start.hour >= 20 for start in fridays)


# ---------------------------------------------------------------- validity: what a day means


@pytest.mark.parametrize(
    ("said", "on", "means"),
    [
        ("next Friday", "2025-05-16", "2025-05-23"),
        ("this Friday", "2025-05-16", "2025-05-16"),
        ("last Friday", "2025-05-16", "2025-05-09"),
        ("on Monday", "2025-12-31", "2026-01-05"),
        ("tomorrow", "2024-02-28", "2024-02-29"),
        ("tomorrow", "2025-02-28", "2025-03-01"),
        ("the day after tomorrow", "2025-12-30", "2026-01-01"),
        ("in one year", "2024-02-29", "2025-02-28"),
        ("in a week's time", "2025-12-30", "2026-01-06"),
        ("in one month", "2025-01-31", "2025-02-28"),
        ("three months ago", "2025-05-31", "2025-02-28"),
        ("in two weeks", "2025-12-24", "2026-01-07"),
        ("in 10 days", "2024-02-25", "2024-03-06"),
        ("next month", "2025-12-31", "2026-01"),
        ("last month", "2025-03-31", "2025-02"),
        ("next year", "2024-02-29", "2025"),
    ],
)
def test_a_relative_date_means_a_date(said, on, means):
    found = find_relative_dates(f"The lease ends {said}, I think.", date.fromisoformat(on))
    assert [one.value for one in found] == [means]


@pytest.mark.parametrize(
    "text",
    ["Todays paper", "the next Fridays", "last but not least", "in a jiffy", "on mondays", "I run 40 km in a week"],
)
def test_what_is_no_date_means_none(text):
    assert find_relative_dates(text, date(2025, 5, 14)) == []


def test_dates_beyond_the_calendar_are_none():
    assert find_relative_dates("in 999 years, in two days", date(9999, 12, 31)) == []
    assert later_by(date(2025, 12, 31), 2) == date(2026, 2, 28)


def test_relative_dates_are_put_into_words():
    assert in_dates("It is due tomorrow, not next month.", date(2025, 12, 31)) == (
        "It is due on 1 January 2026, not in January 2026."
    )


# ---------------------------------------------------------------- in scenarios


def test_limits_are_drawn_by_the_act_and_survive_a_file():
    plain, limited = generate(3), generate(3, deadlines=0.5)
    asks = [a for s in limited.sessions for a in s.agenda if a.kind in (ActKind.ASK, ActKind.REQUEST)]
    share = sum(time_limit(act).moment(limited.start) is not None for act in asks) / len(asks)
    assert 0.2 < share < 0.8
    assert validate_scenario(limited, load_ontology()) == []
    assert scenario_from_json(scenario_to_json(limited)) == limited
    bare = [[replace(a, due=None, within=None) for a in s.agenda] for s in limited.sessions]
    assert bare == [list(s.agenda) for s in plain.sessions]
