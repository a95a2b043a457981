"""Which engine plays a run, how many episodes at once, and in which order and groups."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from regulars.agents.models.metered import Meter
from regulars.dialogue import Phase
from regulars.errors import ConfigurationError
from regulars.evaluation.play.engines.concurrent import play_at_once
from regulars.evaluation.play.engines.plain import play_in_turn
from regulars.evaluation.play.engines.scheduling import AT_ONCE, Scheduling
from regulars.evaluation.play.episode_log import EpisodeLog
from regulars.evaluation.play.episodes import Unit
from regulars.evaluation.play.jobs import Conditions, Job
from regulars.evaluation.play.streams import STATE, forget_states, state_of
from regulars.evaluation.systems.systems import Acting, System, systems
from regulars.scenarios.generator import generate

CONDITIONS = Conditions({"feedback": "sealed"})
COMPUTES = systems(["none"])[0]
LIVES = [generate(seed, sessions=sessions, probes_per_session=3) for seed, sessions in ((1, 1), (2, 4), (3, 2))]


def units(*of):
    return [Unit(life, life.id, 0, system) for life in LIVES for system in of]


class Waits:
    """Answers after a pass of the loop, and notes who began first, and how many episodes were under way at once."""

    begun: list[str] = []  # noqa: RUF012  # one for all copies
    under_way = most = 0

    def begin(self, episode_id, seed):
        self.name = ""
        Waits.under_way += 1
        Waits.most = max(Waits.most, Waits.under_way)

    def end(self, reason):
        Waits.under_way -= 1

    async def act(self, observation):
        if not self.name:
            self.name = observation["name"]
            Waits.begun.append(self.name)
        await asyncio.sleep(0)
        return "" if observation["phase"] == Phase.CLOSING else "I see."


@pytest.fixture
def waits():
    system = systems([], assistant=Waits)[0]
    Waits.begun, Waits.most = [], 0
    return system


# ---------------------------------------------------------------- engines


@pytest.mark.parametrize(
    ("concurrency", "most"),
    [(None, 3), (1, 1), (2, 2)],
)
def test_as_many_episodes_wait_at_once_as_were_asked_for(waits, tmp_path, concurrency, most):
    log = EpisodeLog(tmp_path / "episodes.jsonl", units(waits), Meter())
    Scheduling(concurrency).play(log, CONDITIONS, lambda: [waits], [waits])
    assert Waits.most == most
    assert len(log.close()) == 3


def test_the_longest_episodes_begin_first(waits, tmp_path):
    log = EpisodeLog(tmp_path / "episodes.jsonl", units(waits), Meter())
    play_at_once(log.jobs, CONDITIONS, log.enter, width=1)
    # four sessions, then two, then one
    assert Waits.begun == [LIVES[place].persons[0].name for place in (1, 2, 0)]


def test_the_plain_engine_keeps_the_order_and_the_attempts(tmp_path):
    found = []
    jobs = [Job(unit, attempt) for unit, attempt in zip(units(COMPUTES), (1, 2, 3), strict=True)]
    play_in_turn(jobs, CONDITIONS, lambda unit, record: found.append((unit, record.attempt)))
    assert found == [(job.unit, job.attempt) for job in jobs]


def test_sixteen_episodes_wait_at_once_by_default(waits, tmp_path):
    assert AT_ONCE == 16
    many = [Unit(LIVES[0], str(number), number, waits) for number in range(18)]
    log = EpisodeLog(tmp_path / "episodes.jsonl", many, Meter())
    Scheduling().play(log, CONDITIONS, lambda: [waits], [COMPUTES, waits])
    assert Waits.most == 16


@pytest.mark.parametrize(("concurrency", "at_once"), [(None, False), (1, False), (2, True)])
@pytest.mark.parametrize("acting", [Acting.COMPUTES, Acting.BLOCKS])
def test_seats_that_never_wait_play_in_turn_unless_several_episodes_are_asked_for(
    concurrency, at_once, acting, tmp_path
):
    """In turn, the order is that of the run. At once, the longest life is the first to begin and to end."""
    system = replace(COMPUTES, acting=acting)
    done = []
    log = EpisodeLog(tmp_path / "episodes.jsonl", units(system), Meter(), lambda step: done.append(step.scenario))
    Scheduling(concurrency).play(log, CONDITIONS, lambda: [system], [system])
    ids = [life.id for life in LIVES]
    assert (done == ids) is not at_once
    assert sorted(done) == sorted(ids)


@pytest.mark.parametrize("concurrency", [None, 1])
def test_streams_come_in_order(concurrency):
    Scheduling(concurrency).check_in_order()
    Scheduling(concurrency, workers=3).check_in_order()
    with pytest.raises(ConfigurationError, match="concurrency is 2"):
        Scheduling(2).check_in_order()


# ---------------------------------------------------------------- states of streams


def test_each_stream_and_system_has_a_state_file_of_its_own(tmp_path):
    names = {
        state_of(Unit(LIVES[0], "x", seed, System(name, lambda life: None)))
        for seed, name in ((0, "a"), (0, "b"), (1, "a"))
    }
    assert len(names) == 3
    assert all(name.endswith(f".{STATE}") for name in names)
    # the name of the episode within the stream plays no part
    assert state_of(Unit(LIVES[1], "y", 0, System("a", lambda life: None))) in names
    for name in (*names, STATE, "results.json", "stream.state.part"):
        (tmp_path / name).write_text("")
    forget_states(tmp_path)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["results.json", "stream.state.part"]
