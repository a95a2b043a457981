"""The thread of an episode: one thread for all calls, errors come back, and a late seat is left behind."""

from __future__ import annotations

import asyncio
import threading
from contextvars import ContextVar
from threading import Event

import pytest

from regulars.envs.life.outcomes import Ending
from regulars.errors import BudgetError, ConfigurationError, InfrastructureError, SeatError
from regulars.evaluation.play.faults import FAULTS, ending_of, error_of, told
from regulars.evaluation.play.step_thread import StepThread, late

GUARD = 60
"""Seconds after which a test that would hang fails."""
NAME: ContextVar[str] = ContextVar("name", default="outside")


@pytest.fixture
def thread():
    made = StepThread()
    yield made
    made.close()


def test_all_calls_of_an_episode_share_one_daemon_thread(thread):
    seen = [thread.call(threading.current_thread, GUARD, "seat") for _ in range(3)]
    assert len({one.ident for one in seen}) == 1
    assert seen[0] is not threading.current_thread()
    assert (seen[0].daemon, seen[0].name) == (True, "regulars-seat")
    thread.close()
    seen[0].join(GUARD)
    assert not seen[0].is_alive()


def test_values_and_errors_come_back_and_the_thread_goes_on(thread):
    def fail():
        raise SystemExit(3)

    assert thread.call(lambda: 7, None, "seat") == 7
    with pytest.raises(SystemExit) as caught:
        thread.call(fail, None, "seat")
    assert caught.value.code == 3
    assert thread.call(lambda: None, GUARD, "seat") is None


def test_a_call_sees_the_variables_of_its_caller(thread):
    NAME.set("inside")
    assert thread.call(NAME.get, GUARD, "seat") == "inside"
    thread.call(lambda: NAME.set("changed"), GUARD, "seat")
    assert NAME.get() == "inside"


def test_a_late_seat_is_left_behind_for_good(thread):
    wake, calls = Event(), []
    with pytest.raises(SeatError, match=r"assistant_0: timeout: no action within 0\.01 seconds"):
        thread.call(lambda: wake.wait(GUARD), 0.01, "assistant_0")
    wake.set()  # it is free again, and nobody asks it any more
    with pytest.raises(SeatError, match=r"user_1: timeout: no action within 60 seconds"):
        thread.call(lambda: calls.append(1), GUARD, "user_1")
    assert calls == []


async def test_calls_may_be_awaited(thread):
    wake = Event()
    assert await thread.acall(lambda: 7, GUARD, "seat") == 7
    with pytest.raises(KeyError):
        await thread.acall(lambda: {}["x"], None, "seat")
    with pytest.raises(SeatError, match="timeout"):
        await thread.acall(lambda: wake.wait(GUARD), 0.01, "seat")
    wake.set()
    with pytest.raises(SeatError, match="timeout"):
        await thread.acall(lambda: 7, GUARD, "seat")


def test_lateness_names_the_seat_and_the_limit():
    assert str(late(2.50, "evaluator_0")) == "evaluator_0: timeout: no action within 2.5 seconds."


# ---------------------------------------------------------------- faults


@pytest.mark.parametrize(
    ("seat", "ending"),
    [
        ("assistant_0", Ending.ASSISTANT_ERROR),
        ("user_12", Ending.USER_ERROR),
        ("evaluator_0", Ending.EVALUATOR_ERROR),
    ],
)
def test_a_seat_is_charged_for_its_own_errors_alone(seat, ending):
    assert error_of(seat) is ending_of(ValueError("x"), seat) is ending
    assert ending_of(InfrastructureError("gone"), seat) is Ending.INFRASTRUCTURE_ERROR
    assert ending_of(BudgetError("used up"), seat) is Ending.BUDGET


def test_a_fault_is_told_with_the_innermost_place_and_an_error_of_ours_with_its_remedy():
    def inner():
        raise ZeroDivisionError("by chance")

    def outer():
        inner()

    with pytest.raises(ZeroDivisionError) as caught:
        outer()
    line = inner.__code__.co_firstlineno + 1
    assert told(caught.value) == f"ZeroDivisionError: by chance (test_step_thread.py, line {line}, in inner)"
    assert told(ValueError("bare")) == "ValueError: bare"
    ours = SeatError("no method", where="seat", expected="act", remedy="add it")
    assert told(ours) == str(ours)
    assert "add it" in told(ours)


def test_faults_are_what_a_seat_may_raise_but_no_keyboard():
    assert issubclass(asyncio.CancelledError, FAULTS)
    assert issubclass(SystemExit, FAULTS)
    assert issubclass(ConfigurationError, FAULTS)
    assert not issubclass(KeyboardInterrupt, FAULTS)
