"""When planned probes are due: before which session, after the last one, or at their place in a recording."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hand_ledger import asks

from regulars.envs.probes.planned import PlannedProbes
from regulars.scenarios.kinds import Band, Form, ScenarioOrigin
from regulars.scenarios.world import Scenario

NOON = datetime(2025, 5, 2, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)


def _at(id, time, **fields):
    return replace(asks("single-hop", Form.VALUE, "city", id=id), time=time, **fields)


def _planned(*probes, how="fork", source=ScenarioOrigin.GENERATED):
    return PlannedProbes(Scenario("", source, "", "english", NOON, (), (), probes), how)


def _due(planned, coming):
    """The ids of all probes that are due, in the order of asking."""
    found = []
    while (probe := planned.next_due(coming)) is not None:
        found.append(probe.id)
    return found


def test_a_probe_is_asked_before_the_first_session_that_starts_after_its_time():
    probe = _at("p", NOON)
    assert _due(_planned(probe), NOON - SECOND) == []
    assert _due(_planned(probe), NOON) == []
    assert _due(_planned(probe), NOON + SECOND) == ["p"]
    assert _due(_planned(probe), None) == ["p"]


def test_due_probes_are_asked_by_time_and_those_of_one_moment_in_the_planned_order():
    late, first, second = _at("late", NOON + SECOND), _at("first", NOON), _at("second", NOON)
    planned = _planned(late, first, second)
    assert _due(planned, NOON + SECOND) == ["first", "second"]
    assert _due(planned, NOON + SECOND) == []
    assert _due(planned, NOON + 2 * SECOND) == ["late"]
    assert _due(planned, None) == []


def test_in_session_probes_are_never_due_but_known_by_id():
    planned = _planned(_at("in", NOON, band=Band.IN), _at("out", NOON))
    assert _due(planned, None) == ["out"]
    assert set(planned.by_id) == {"in", "out"}


def test_at_the_end_all_generated_probes_wait_for_the_last_session():
    planned = _planned(_at("a", NOON), _at("b", NOON + SECOND), how="end")
    assert _due(planned, NOON + 9 * SECOND) == []
    assert _due(planned, None) == ["a", "b"]


def test_at_the_end_recorded_questions_keep_their_dates_and_places():
    placed = _at("placed", NOON, before="D1:3")
    dated = _at("dated", NOON)
    planned = _planned(placed, dated, how="end", source=ScenarioOrigin.RECORDED)
    assert _due(planned, NOON + SECOND) == ["dated"]
    assert planned.before("D1:3") == [placed]
    assert planned.before("D1:4") == ()


def test_questions_before_one_turn_keep_their_order():
    one, two = _at("one", NOON + SECOND, before="D1:3"), _at("two", NOON, before="D1:3")
    planned = _planned(one, two, _at("other", NOON, before="D1:5"), source=ScenarioOrigin.RECORDED)
    assert [probe.id for probe in planned.before("D1:3")] == ["one", "two"]
    assert [probe.id for probe in planned.before("D1:5")] == ["other"]
    assert _due(planned, None) == []


def test_switched_off_probes_are_known_but_never_asked():
    planned = _planned(_at("a", NOON), _at("b", NOON, before="D1:3"), how="off")
    assert _due(planned, None) == []
    assert planned.before("D1:3") == ()
    assert set(planned.by_id) == {"a", "b"}
