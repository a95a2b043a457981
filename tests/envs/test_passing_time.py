"""What takes time in a life, to the second."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from small_lives import ANN, NOON, begun, close, say, scenario, session, with_persona

from regulars.dialogue import Phase
from regulars.envs.life.clock import LONGEST, Clock

HOUR = session(1, budget=timedelta(hours=1))


def seconds(moment):
    """Seconds since noon of the first day."""
    return (moment - NOON).total_seconds()


def in_session(budget):
    clock = Clock(NOON)
    clock.enter(replace(HOUR, start=NOON, budget=timedelta(seconds=budget)))
    return clock


def test_a_clock_begins_at_its_start_and_has_no_time_to_spend_before_a_session():
    clock = Clock(NOON)
    assert (clock.now, clock.start, clock.hours, clock.is_up) == (NOON, NOON, 0.0, True)
    clock.spend(5)
    assert clock.now == NOON


@pytest.mark.parametrize(
    ("spent", "now", "up"), [(59.5, 59.5, False), (60, 60, True), (61, 60, True), (1e12, 60, True)]
)
def test_time_stops_at_the_deadline(spent, now, up):
    clock = in_session(60)
    clock.spend(spent)
    assert (seconds(clock.now), clock.is_up) == (now, up)


@pytest.mark.parametrize("waited", [0.0, 30.0, 59.0, 60.0, 3600.0, 1e12])
def test_waiting_moves_the_clock_and_uses_up_nothing(waited):
    clock = in_session(60)
    clock.wait(waited)
    assert (seconds(clock.now), clock.is_up) == (min(waited, 60), False)
    clock.spend(59)
    assert (seconds(clock.now), clock.is_up) == (min(waited + 59, 60), False)
    clock.spend(1)
    assert (seconds(clock.now), clock.is_up) == (60, True)


def test_a_session_that_began_late_has_what_is_left_of_its_budget():
    clock = Clock(NOON)
    clock.reach(NOON + timedelta(seconds=40))
    clock.enter(replace(HOUR, start=NOON, budget=timedelta(seconds=60)))
    clock.spend(19)
    assert not clock.is_up
    clock.spend(1)
    assert clock.is_up


def test_the_longest_action_is_a_day():
    assert LONGEST == 24 * 3600
    clock = in_session(10 * 86400)
    for given, passed in ((86399, 86399), (86400, 86399 + 86400), (86401, 86399 + 2 * 86400)):
        clock.spend(given)
        assert seconds(clock.now) == passed
    assert seconds(Clock(NOON).after(86401)) == 86400
    assert seconds(Clock(NOON).after(86399)) == 86399


def test_looking_ahead_moves_no_clock_and_knows_no_deadline():
    clock = in_session(60)
    assert [seconds(clock.after(given)) for given in (0.0, 0.5, 61)] == [0, 0.5, 61]
    assert clock.now == NOON


def test_a_clock_never_goes_back():
    clock = in_session(60)
    clock.reach(NOON + timedelta(minutes=5))
    clock.reach(NOON)
    assert seconds(clock.now) == 300
    clock.enter(replace(HOUR, start=NOON + timedelta(minutes=2), budget=timedelta(minutes=4)))
    # the session began late, at its fifth minute, and still ends with its budget
    clock.spend(3600)
    assert seconds(clock.now) == 360
    clock.enter(replace(HOUR, start=NOON, budget=timedelta(minutes=1)))
    clock.spend(1)
    assert (seconds(clock.now), clock.is_up) == (360, True)


def test_a_clock_tells_date_and_hours_of_the_moment():
    clock = Clock(NOON)
    assert (clock.date, clock.hours) == ("2025-03-03T12:00:00+00:00", 0.0)
    clock.reach(NOON + timedelta(minutes=90))
    assert (clock.hours, clock.date) == (1.5, "2025-03-03T13:30:00+00:00")
    assert clock.hours_at(NOON + timedelta(hours=3)) == 3.0


@pytest.mark.parametrize(
    ("words", "pages"), [(1, 1), (49, 1), (50, 1), (51, 2), (100, 2), (101, 3), (150, 3)],
)  # fmt: skip
@pytest.mark.parametrize("word", ["word", "w"])
def test_reading_takes_whole_pages_of_fifty_words(words, pages, word):
    env = begun(scenario(HOUR))
    say(env, "Hello.", " ".join([word] * words))
    # a day, 20 s of thinking, 12 s for each page
    assert seconds(env.life.now) == 86400 + 20 + 12 * pages


def test_a_reply_without_words_takes_a_page_in_talk_and_no_time_at_the_end():
    env = begun(scenario(HOUR))
    say(env, "Hello.", "", {})
    assert seconds(env.life.now) == 86400 + 32
    assert [turn.text for turn in env.transcript] == ["Hello.", ""]
    say(env, {"message": "", "close": 1}, {"message": "", "elapsed": 9.0})
    assert seconds(env.life.now) == 86400 + 52
    assert [turn.text for turn in env.transcript] == ["Hello.", "", ""]
    assert env.life.replies == []


def test_a_closing_reply_with_words_is_read_and_kept():
    env = begun(scenario(HOUR))
    say(env, {"message": "Bye.", "close": 1}, {"message": "Bye.", "elapsed": 9.0}, {})
    assert seconds(env.life.now) == 86400 + 20 + 9 + 12
    assert [(turn.id, turn.speaker, seconds(turn.time) - 86400) for turn in env.transcript] == [
        ("s001.t01", "p1", 20), ("s001.t02", "assistant", 41),
    ]  # fmt: skip


def test_thinking_and_reading_are_each_persons_own():
    slow = with_persona(ANN, reading=100.0, thinking=7.0)
    env = begun(scenario(HOUR, persons=(slow,)))
    say(env, "Hello.")
    assert seconds(env.life.now) == 86400 + 7
    say(env, "Hello.")
    assert seconds(env.life.now) == 86400 + 107


def test_a_judgement_takes_no_time():
    env = begun(scenario(HOUR))
    say(env, "Hello.", "Hello.", {})
    assert seconds(env.life.now) == 86400 + 32


def test_a_session_that_overruns_delays_no_other_one():
    first = session(1, budget=timedelta(seconds=50))
    second = replace(session(2), start=first.start + timedelta(seconds=50))
    env = begun(scenario(first, second))
    # two rounds of 32 s each are more than the budget; the day of waiting in between is not
    for _ in range(2):
        assert env.life.phase is not Phase.CLOSING
        say(env, "Hello.", {"message": "Hello.", "elapsed": 86400.0}, {})
        assert seconds(env.life.now) == 86400 + 50
    close(env)
    assert (seconds(env.life.sessions[0].ended), seconds(env.life.sessions[1].started)) == (86450, 86450)
    assert env.life.sessions[0].ending == "out_of_time"


def test_a_turn_has_its_session_person_scope_and_moment():
    env = begun(scenario(HOUR))
    say(env, "Hello.", {"message": "Good day.", "elapsed": 3.0})
    found = [
        (turn.id, turn.scope, turn.person, turn.speaker, turn.name, turn.session, turn.text, seconds(turn.time) - 86400)
        for turn in env.transcript
    ]
    assert found == [
        ("s001.t01", "scope-1", "p1", "p1", "Ann", 1, "Hello.", 20),
        ("s001.t02", "scope-1", "p1", "assistant", "Assistant", 1, "Good day.", 35),
    ]
    assert env.life.told_on("s001.t02") == (NOON + timedelta(days=1)).date()


@pytest.mark.parametrize(
    ("reply", "noted"),
    [
        ("Yes.", False),
        ({"message": "Yes.", "answer": ""}, False),
        ({"message": "Yes.", "answer": "-"}, True),
        ({"message": "Yes.", "recalled": "-"}, True),
        ({"message": "Yes.", "evidence": "-"}, True),
        ({"message": "Yes.", "elapsed": 0.0}, False),
        ({"message": "Yes.", "elapsed": 0.5}, True),
        ({"message": "Yes.", "elapsed": -1.0}, False),
    ],
)
def test_only_replies_that_declare_something_are_noted(reply, noted):
    env = begun(scenario(HOUR))
    say(env, "Hello.", reply)
    assert [note.turn for note in env.life.replies] == ["s001.t02"] * noted
