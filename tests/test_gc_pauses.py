"""How often the garbage collector runs while lives are made and episodes are played at once."""

from __future__ import annotations

import gc

import pytest

from regulars.errors import ConfigurationError
from regulars.evaluation.play.engines.concurrent import play_at_once
from regulars.evaluation.play.episodes import Unit
from regulars.evaluation.play.jobs import Conditions, Job
from regulars.evaluation.systems.systems import systems
from regulars.scenarios.generator import generate
from regulars.speed import APART, collecting_rarely


class ReferenceCycle:
    """An object that only a search frees."""

    dropped = 0

    def __init__(self) -> None:
        self.itself = self

    def __del__(self) -> None:
        ReferenceCycle.dropped += 1


@pytest.fixture
def thresholds():
    before = gc.get_threshold()
    yield before
    gc.set_threshold(*before)


def test_the_setting_is_the_old_one_again_also_after_a_fault(thresholds):
    gc.set_threshold(700, 11, 12)
    with collecting_rarely():
        assert gc.get_threshold() == (APART, 11, 12)
    assert gc.get_threshold() == (700, 11, 12)
    with pytest.raises(ZeroDivisionError), collecting_rarely():
        _ = 1 / 0
    assert gc.get_threshold() == (700, 11, 12)


@pytest.mark.parametrize("chosen", [0, APART, 50_000])
def test_who_searches_never_or_more_rarely_is_left_alone(thresholds, chosen):
    gc.set_threshold(chosen, 5, 5)
    with collecting_rarely():
        assert gc.get_threshold() == (chosen, 5, 5)
    assert gc.get_threshold() == (chosen, 5, 5)


def test_cycles_are_still_found(thresholds):
    gc.set_threshold(700, 10, 10)
    ReferenceCycle.dropped = 0
    with collecting_rarely():
        for _ in range(4 * APART):
            ReferenceCycle()
        assert ReferenceCycle.dropped > APART


def test_episodes_at_once_are_played_under_it_and_leave_no_trace(thresholds):
    gc.set_threshold(700, 10, 10)
    (system,) = systems(["recency"])
    jobs = [Job(Unit(generate(seed, sessions=1), f"life-{seed}", 0, system)) for seed in range(2)]
    seen = []
    play_at_once(jobs, Conditions({}), lambda unit, record: seen.append(gc.get_threshold()[0]), width=2)
    assert seen == [APART, APART]
    assert gc.get_threshold() == (700, 10, 10)


def test_a_life_is_made_under_it_and_leaves_no_trace(thresholds):
    gc.set_threshold(700, 10, 10)
    seen = []

    class Options(dict):
        """Options that note the threshold when the generator reads them."""

        def items(self):
            seen.append(gc.get_threshold()[0])
            return super().items()

    generate(1, sessions=1, modes=Options(open=1.0))
    assert set(seen) == {APART}
    assert gc.get_threshold() == (700, 10, 10)
    with pytest.raises(ConfigurationError):
        generate(1, sessions=0)
    assert gc.get_threshold() == (700, 10, 10)
