"""Parts of playing whose results a reader can work out: what was spent, who plays what, and how far a run is."""

from __future__ import annotations

import asyncio
import os
import signal
from collections import Counter, deque
from dataclasses import dataclass
from datetime import UTC, datetime
from multiprocessing import Pipe
from types import SimpleNamespace

import pytest
from bare_records import bare

from regulars.agents.models.metered import Meter
from regulars.agents.models.protocol import Usage
from regulars.datasets.episode_record import EpisodeConfig, EpisodeKey, StreamPlace
from regulars.datasets.record_files import append
from regulars.datasets.record_parts.probes import ExpectationRecord, OutcomeRecord, ProbeRecord, VerdictRecord
from regulars.datasets.record_parts.usage import SpentNote
from regulars.dialogue import Phase
from regulars.envs.life.outcomes import Ending
from regulars.envs.probes.gold import ProbeStatus
from regulars.errors import BudgetError, ConfigurationError, InfrastructureError, RecordError
from regulars.evaluation.play import episodes, spent, streams
from regulars.evaluation.play.curricula import Curriculum, StreamUnit
from regulars.evaluation.play.engines import concurrent, processes
from regulars.evaluation.play.engines.processes import ATTEMPTS, STOPPING, play_in_processes
from regulars.evaluation.play.engines.scheduling import Scheduling
from regulars.evaluation.play.episode_log import EpisodeLog
from regulars.evaluation.play.episodes import Unit, episode_config
from regulars.evaluation.play.faults import told
from regulars.evaluation.play.jobs import Conditions, Job
from regulars.evaluation.play.spent import SpentLog
from regulars.evaluation.play.streams import StreamPlayer, forget_states, state_of
from regulars.evaluation.systems.systems import Acting, System
from regulars.evaluation.systems.user_and_judge import UserAndJudge
from regulars.scenarios.generator import generate
from regulars.scenarios.kinds import Band, Form
from regulars.scenarios.streams.blocks import generate_stream

TIME = datetime(2025, 3, 3, tzinfo=UTC)
LIFE = generate(1, sessions=1)
CONDITIONS = Conditions({"feedback": "sealed"})


# ---------------------------------------------------------------- what was spent


class Spending:
    """A log with a clock and a usage that a test sets."""

    def __init__(self, monkeypatch):
        self.now, self.used = 0.0, Usage()
        monkeypatch.setattr(spent, "perf_counter", lambda: self.now)
        self.log = SpentLog(lambda: self.used)

    def step(self, *, before=0.0, act=0.0, after=0.0, calls=0, cost=0.0, seat="assistant_0", fails=None, **seen):
        """One step: so many seconds before the seat acts, while it does, and after it."""
        seen = {"phase": Phase.TALK, "session": "1", "reply_id": "r1"} | seen
        probe = seen.pop("probe", "")
        with self.log.noting(seat, seen, probe):
            self.now += before
            self.used = self.used + Usage(calls=calls, prompt_tokens=10 * calls, completion_tokens=calls, cost=cost)

            def call():
                self.now += act
                if fails is not None:
                    raise fails
                return "said"

            if act:
                assert self.log.timed(call) == "said"
            self.now += after


@pytest.fixture
def spending(monkeypatch):
    return Spending(monkeypatch)


def test_a_reply_costs_the_seconds_of_its_seat_and_what_its_calls_used(spending):
    spending.step(before=1, act=2, after=4, calls=3, cost=0.5)
    assert spending.log.notes == (SpentNote(1, "r1", "", 2.0, 3, 33, 0.5),)


def test_listening_in_a_session_is_noted_once_and_replies_each(spending):
    spending.step(act=1, calls=1, cost=0.25, phase=Phase.LISTEN, reply_id="a")
    spending.step(act=2, calls=2, cost=0.5, reply_id="b")
    spending.step(act=4, calls=3, cost=1.0, phase=Phase.LISTEN, reply_id="c")
    spending.step(act=8, calls=4, cost=2.0, phase=Phase.LISTEN, session="2", reply_id="d")
    spending.step(act=16, calls=5, cost=4.0, phase=Phase.PROBE, reply_id="b", probe="q")
    assert spending.log.notes == (
        SpentNote(1, "", "", 5.0, 4, 44, 1.25),  # both steps of listening
        SpentNote(1, "b", "", 2.0, 2, 22, 0.5),
        SpentNote(2, "", "", 8.0, 4, 44, 2.0),
        SpentNote(1, "b", "q", 16.0, 5, 55, 4.0),
    )


def test_steps_of_other_seats_are_not_noted(spending):
    spending.step(seat="user_0", act=1, calls=1)
    spending.step(seat="evaluator_0", act=1, calls=1)
    assert spending.log.notes == ()
    spending.step(act=2, calls=1)
    assert spending.log.notes == (SpentNote(1, "r1", "", 2.0, 1, 11, 0.0),)


def test_a_step_that_fails_is_noted(spending):
    with pytest.raises(BudgetError):
        spending.step(before=1, act=2, calls=1, fails=BudgetError("calls", where="assistant"))
    assert spending.log.notes == (SpentNote(1, "r1", "", 2.0, 1, 11, 0.0),)


def test_a_step_that_is_cut_off_counts_until_then(spending):
    spending.step(act=8)
    spending.step(before=1, after=2, reply_id="r2")  # its own time is not known
    assert [note.seconds for note in spending.log.notes] == [8.0, 3.0]


def test_seconds_and_costs_have_six_digits(spending):
    spending.step(act=1 / 3, calls=1, cost=2 / 3)
    assert [(note.seconds, note.cost) for note in spending.log.notes] == [(0.333333, 0.666667)]


@pytest.mark.parametrize("first", [None, 0.5])
@pytest.mark.parametrize("second", [None, 0.25])
def test_a_cost_is_known_if_every_call_so_far_has_a_price(spending, first, second):
    spending.step(act=1, calls=1, cost=first, phase=Phase.LISTEN)
    spending.step(act=1, calls=1, cost=second, phase=Phase.LISTEN)
    (note,) = spending.log.notes
    assert note.cost == (None if None in (first, second) else 0.75)


async def test_an_awaited_step_is_timed_without_what_comes_before(spending):
    async def call():
        spending.now += 2
        return "said"

    with spending.log.noting("assistant_0", {"phase": Phase.TALK, "session": 1, "reply_id": "r1"}, ""):
        spending.now += 1
        assert await spending.log.awaited(call) == "said"
        spending.now += 4
    assert [note.seconds for note in spending.log.notes] == [2.0]


# ---------------------------------------------------------------- worker processes


def seat(_):
    raise AssertionError("a worker makes its systems itself")


X, Y = System("x", seat), System("y", seat)


@dataclass(frozen=True)
class Planned:
    name: str
    seed: int
    system: System

    @property
    def key(self):
        return EpisodeKey(self.name, self.seed, self.system.name)


class Process:
    """Notes what is done to it."""

    def __init__(self, exitcode=0, lives=False):
        self.exitcode, self.lives, self.done = exitcode, lives, []

    def join(self, seconds):
        self.done.append(("join", seconds))

    def kill(self):
        self.done.append("kill")

    def is_alive(self):
        return self.lives


def worker(*jobs, ready=True, **given):
    return processes._Worker(Process(**given), Pipe()[0], deque(jobs), ready)


JOBS = [Job(Planned(name, seed, system)) for seed in (0, 1) for system in (X, Y) for name in ("a", "b")]


def test_the_episodes_of_a_stream_with_one_system_stay_together():
    groups = processes._by_stream(JOBS)
    assert [[(job.unit.seed, job.unit.system.name, job.unit.name) for job in group] for group in groups] == [
        [(0, "x", "a"), (0, "x", "b")], [(0, "y", "a"), (0, "y", "b")],
        [(1, "x", "a"), (1, "x", "b")], [(1, "y", "a"), (1, "y", "b")],
    ]  # fmt: skip


def test_a_worker_has_one_numeric_thread_where_nothing_else_is_set(monkeypatch):
    for name in processes.THREADS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    before = dict(os.environ)
    seen = {}

    def fails():
        with processes._one_thread():
            seen.update({name: os.environ[name] for name in processes.THREADS})
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fails()
    assert seen == {**dict.fromkeys(processes.THREADS, "1"), "OMP_NUM_THREADS": "3"}
    assert dict(os.environ) == before


def test_jobs_reach_a_worker_with_systems_of_its_own_making():
    mine = {"x": System("x", print), "y": System("y", repr)}
    jobs = processes._JobUnpickler(processes.io.BytesIO(processes._packed(JOBS[1:3])), mine).load()
    assert [(job.unit.name, job.unit.seed, job.attempt) for job in jobs] == [("b", 0, 1), ("a", 0, 1)]
    assert [job.unit.system for job in jobs] == [mine["x"], mine["y"]]


@pytest.mark.parametrize(
    ("code", "how"), [(-int(signal.SIGKILL), "signal SIGKILL"), (1, "exit code 1"), (0, "exit code 0")]
)
def test_a_worker_that_dies_before_it_is_ready_ends_the_run(code, how):
    dead = worker(ready=False, exitcode=code)
    with pytest.raises(ConfigurationError) as caught:
        processes._buried(dead, deque(), Counter(), CONDITIONS, None, False)
    assert (caught.value.what, caught.value.where) == (f"a worker process cannot start ({how})", "workers")
    assert dead.line.closed
    assert dead.process.done == [("join", STOPPING)]


def test_a_worker_that_dies_without_an_episode_loses_nothing():
    waiting, deaths = deque(), Counter()
    processes._buried(worker(), waiting, deaths, CONDITIONS, None, False)
    assert (list(waiting), dict(deaths)) == ([], {})


def test_the_episodes_of_a_dead_worker_come_first_in_the_next_attempt():
    others, deaths = [[JOBS[7]]], Counter()
    waiting = deque(others)
    processes._buried(worker(*JOBS[:3]), waiting, deaths, CONDITIONS, None, True)
    assert [[(job.unit.key, job.attempt) for job in jobs] for jobs in waiting] == [
        [(JOBS[0].unit.key, 2), (JOBS[1].unit.key, 1), (JOBS[2].unit.key, 1)],
        [(JOBS[7].unit.key, 1)],
    ]
    assert deaths == {JOBS[0].unit.key: 1}


def test_an_episode_on_which_two_workers_died_is_lost():
    assert ATTEMPTS == 2
    unit, found = Unit(LIFE, "life", 4, X), []
    waiting, deaths = deque(), Counter({unit.key: 1})
    dead = worker(Job(unit, 2), exitcode=-9)
    processes._buried(
        dead, waiting, deaths, CONDITIONS, lambda unit, record: found.append((unit, record)), False
    )  # fmt: skip
    assert (list(waiting), [one for one, _ in found]) == ([], [unit])
    record = found[0][1]
    assert (record.ending, record.attempt, record.valid) == (Ending.INFRASTRUCTURE_ERROR, 2, False)
    assert record.fault == "the worker process died 2 times, last by signal SIGKILL"


def test_a_stream_on_which_two_workers_died_ends_the_run():
    key = JOBS[0].unit.key
    dead, waiting = worker(*JOBS[:2], exitcode=3), deque()
    with pytest.raises(InfrastructureError) as caught:
        processes._buried(dead, waiting, Counter({key: 1}), CONDITIONS, None, True)
    assert caught.value.what == (
        "the worker process died 2 times, last by exit code 3; later episodes of the stream depend on this one"
    )
    assert caught.value.where == "a, seed 0, x"


@pytest.mark.parametrize("lives", [True, False])
def test_a_worker_is_stopped_by_its_line_and_killed_if_it_stays(lives):
    one = worker(lives=lives)
    processes._stop(one)
    assert one.line.closed
    assert one.process.done == [("join", STOPPING), *(["kill"] if lives else [])]


@pytest.fixture
def team(monkeypatch):
    """Workers whose words are written beforehand: `team.says` lists those of each, in order of their start."""
    found = SimpleNamespace(says=[], workers=[], sent=[])

    def start(given):
        here, there = Pipe()
        for word in found.says[len(found.workers)]:
            if word is None:
                there.close()
            else:
                there.send(word)
        one = processes._Worker(Process(lives=False), here)
        found.workers.append(one)
        found.sent.append(there)
        return one

    monkeypatch.setattr(processes, "_start", start)
    return found


def recipe():
    return [X, Y]


def played(jobs, team, *, workers=2, streams=None, meter=None):
    found = []
    play_in_processes(
        jobs, CONDITIONS, lambda unit, record: found.append((unit.key, record)), recipe=recipe,
        meter=meter or Meter(), workers=workers, streams=streams,
    )  # fmt: skip
    return found


def said(record, calls=0):
    return "record", record, {"assistant": Usage(calls=calls)} if calls else {}


def test_jobs_are_handed_out_one_by_one_and_their_usage_is_summed(team):
    ready = ("ready",)
    team.says = [[ready, said("r0", 2), said("r2", 4)], [ready, said("r1", 1)]]
    meter = Meter()
    assert played(JOBS[:3], team, meter=meter) == [
        (JOBS[0].unit.key, "r0"), (JOBS[1].unit.key, "r1"), (JOBS[2].unit.key, "r2"),
    ]  # fmt: skip
    assert meter.total.calls == 7
    assert [one.process.done for one in team.workers] == [[("join", STOPPING)]] * 2
    assert all(one.line.closed for one in team.workers)


def test_there_are_no_more_workers_than_jobs_or_streams(team, tmp_path):
    team.says = [[("ready",), said("a"), said("b")], [("ready",), said("c"), said("d")]]
    assert [record for _, record in played(JOBS[:4], team, workers=9, streams=tmp_path)] == ["a", "c", "b", "d"]
    assert len(team.workers) == 2, "two streams of two episodes each"


def test_an_error_that_every_episode_would_meet_ends_the_run_and_its_workers(team):
    team.says = [[("ready",), ("stop", ConfigurationError("k is 0"))], [("ready",)]]
    with pytest.raises(ConfigurationError, match="k is 0"):
        played(JOBS, team)
    assert [one.process.done for one in team.workers] == [["kill", ("join", STOPPING)]] * 2


def test_another_worker_plays_the_episode_of_a_dead_one(team):
    team.says = [[("ready",), None], [("ready",), said("again")]]
    assert played(JOBS[:1], team, workers=1) == [(JOBS[0].unit.key, "again")]
    assert len(team.workers) == 2


def test_what_cannot_be_pickled_is_told_before_a_worker_starts(team):
    with pytest.raises(ConfigurationError, match="cannot be pickled for another process") as caught:
        play_in_processes(JOBS, CONDITIONS, None, recipe=lambda: [], meter=Meter(), workers=2)
    assert caught.value.where == "workers"
    assert team.workers == []


# ---------------------------------------------------------------- at once


def test_a_life_is_as_long_as_its_acts_and_probes():
    life = SimpleNamespace(
        sessions=(SimpleNamespace(agenda=("a", "b")), SimpleNamespace(agenda=()), SimpleNamespace(agenda=("c",))),
        probes=("p",) * 4,
    )
    assert concurrent._length(life) == 7


class WaitsLong:
    async def act(self, observation):
        await asyncio.sleep(0.02)
        return "" if observation["phase"] == Phase.CLOSING else "I see."


def test_a_run_shows_that_it_goes_on(monkeypatch):
    monkeypatch.setattr(concurrent, "TICK", 0.001)
    ticks, done = [], []
    unit = Unit(LIFE, "life", 4, System("x", lambda _: WaitsLong(), acting=Acting.AWAITS))
    concurrent.play_at_once(
        [Job(unit, 3)], CONDITIONS, lambda unit, record: done.append((unit, record.attempt)), width=2,
        still=lambda: ticks.append(len(done)),
    )  # fmt: skip
    assert done == [(unit, 3)]
    assert 0 in ticks, "it tells so while no episode has ended"


async def test_an_error_within_a_running_loop_is_raised_there():
    async def fails():
        raise ConfigurationError("k is 0")

    with pytest.raises(ConfigurationError, match="k is 0"):
        concurrent._run(fails())


@pytest.mark.parametrize(
    ("concurrency", "waits", "acting", "width"),
    [
        (None, False, Acting.COMPUTES, 0),
        (None, False, Acting.BLOCKS, 0),
        (None, False, Acting.AWAITS, 16),
        (None, True, Acting.COMPUTES, 16),  # the people or the judge wait
        (1, False, Acting.COMPUTES, 0),
        (1, True, Acting.COMPUTES, 1),
        (1, False, Acting.AWAITS, 1),
        (2, False, Acting.COMPUTES, 2),
        (5, True, Acting.AWAITS, 5),
    ],
)
def test_how_many_episodes_are_awaited_at_once(concurrency, waits, acting, width):
    conditions = SimpleNamespace(user_and_judge=SimpleNamespace(wait=waits))
    compared = [System("c", seat), System("x", seat, acting=acting)]
    assert Scheduling(concurrency)._width(compared, conditions) == width


# ---------------------------------------------------------------- settings and faults


def test_the_settings_of_an_episode_are_those_of_the_run_the_system_and_its_place():
    assert episode_config(X, Conditions({})) == EpisodeConfig(
        feedback="evaluative", noise="", probes="fork", unbounded=False, user="scripted", judge="scripted", stream=None
    )
    place = StreamPlace(regime="train", half="train", block=1, trained=1, blocks=2)
    others = UserAndJudge(user="openai:u", judge="openai:j")
    conditions = Conditions({"feedback": "instructive", "noise": "typos:0.1"}, user_and_judge=others)
    held = System("x", seat, unforked="it holds a socket", unbounded=True)
    assert episode_config(held, conditions, stream=place) == EpisodeConfig(
        feedback="instructive", noise="typos:0.1", probes="end", unbounded=True, user="openai:u", judge="openai:j",
        stream=place,
    )  # fmt: skip
    assert episode_config(X, conditions, feedback="sealed").feedback == "sealed"


@pytest.mark.parametrize(
    ("used", "recorded"),
    [
        (Usage(), {}),
        (
            Usage(1, 2, 3, 40, 5, 0.5, 7.0),
            {
                "model_calls": 1, "model_cached": 2, "model_failed": 3, "model_tokens": 45, "model_cost": 0.5,
                "model_seconds": 7.0,
            },
        ),
        (
            Usage(failed=1, cost=None),
            {"model_calls": 0, "model_cached": 0, "model_failed": 1, "model_tokens": 0, "model_seconds": 0.0},
        ),
    ],
)  # fmt: skip
def test_the_use_of_models_in_a_record(used, recorded):
    assert episodes._model_use(used) == recorded


def test_a_fault_without_a_place_is_told_by_its_name():
    assert told(ValueError("odd")) == "ValueError: odd"


class TimesOut:
    async def act(self, observation):
        raise TimeoutError("the socket")


def test_a_time_limit_of_a_seats_own_is_its_fault_and_no_lateness():
    unit = Unit(LIFE, "life", 4, System("x", lambda _: TimesOut(), acting=Acting.AWAITS))
    record = asyncio.run(episodes.aplay(unit, Conditions({"feedback": "sealed"}, step_timeout=60.0)))
    assert record.ending is Ending.ASSISTANT_ERROR
    assert record.fault.startswith("TimeoutError: the socket")


# ---------------------------------------------------------------- streams


def test_states_of_streams_are_named_apart_and_forgotten_together(tmp_path):
    names = {state_of(Planned("a", seed, system)) for seed in (0, 1) for system in (X, Y)}
    assert len(names) == 4
    assert state_of(Planned("a", 0, X)) == state_of(Planned("b", 0, X))
    for name in (*names, "stream.state", "stream.state.part", "episodes.jsonl"):
        (tmp_path / name).write_bytes(b"")
    forget_states(tmp_path)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["episodes.jsonl", "stream.state.part"]


def test_no_state_is_no_assistant_and_nonsense_is_refused(tmp_path):
    assert streams._read(tmp_path / "stream.state") is None
    for content in (b"", b"nonsense", b"I7\n."):
        (tmp_path / "stream.state").write_bytes(content)
        with pytest.raises(RecordError) as caught:
            streams._read(tmp_path / "stream.state")
        assert caught.value.remedy == "delete the file to replay the stream from its start"


class Remembers:
    def __init__(self, takes=True):
        self.takes = takes

    def act(self, observation):
        return "" if observation["phase"] == Phase.CLOSING else "I see."

    def get_state(self):
        return 7

    def set_state(self, state):
        if not self.takes:
            raise ValueError("too old")


def test_a_state_that_an_assistant_does_not_take_is_told(tmp_path):
    small = {"blocks": 2, "people": 1, "cohorts": 1, "rules": 2, "sessions": 4, "probes_per_session": 3}
    curriculum = Curriculum(generate_stream(5, **small, regulars=0.0, rho=1.0, language=False), 5, "train", "sealed")

    def play(place, player, takes=True):
        system = System("x", lambda _: Remembers(takes), unforked="it is old")
        return player.play(StreamUnit(curriculum, place, "tiny-1", system))

    first = StreamPlayer(CONDITIONS, tmp_path)
    for place in (0, 1):
        assert play(place, first).ending is Ending.COMPLETED
    with pytest.raises(RecordError) as caught:
        play(1, StreamPlayer(CONDITIONS, tmp_path), takes=False)
    found = caught.value
    assert found.what.startswith("x cannot load the saved state: ")
    assert "too old" in found.what
    assert (found.where, found.remedy) == (
        str(tmp_path / "stream.state"), "delete the file to replay the stream from its start"
    )  # fmt: skip


# ---------------------------------------------------------------- how far a run is


def anchor(id, verdict, anchored=True):
    expected = ExpectationRecord(domain="employer", answerable=True, gold=("x",), stale=(), others=(), category="")
    outcome = OutcomeRecord(
        attempt=1, status=ProbeStatus.ASKED, time=TIME, turn="", question="?", reply="!", answer=None, recalled=None,
        used=None, expectation=expected, evidence=(("s001.t01",),), mark=(0, 0), horizon=-1,
        verdict=VerdictRecord(kind=verdict, score=float(verdict == "correct"), source="matcher"),
    )  # fmt: skip
    return ProbeRecord(
        id=id, kind="temporal", form=Form.VALUE, attribute="employer", target="", owner="p1", asker="p1", purpose="",
        time=TIME, session=0, band=Band.OUT, anchor=anchored, status=ProbeStatus.ASKED, outcomes=(outcome,),
    )  # fmt: skip


def answers(*verdicts):
    return tuple(anchor(f"q{number}", verdict) for number, verdict in enumerate(verdicts))


def test_progress_tells_the_accuracy_of_each_system_over_its_answers(tmp_path):
    path, told = tmp_path / "episodes.jsonl", []
    units = [Planned(name, 0, system) for name in ("s", "t", "u") for system in (X, Y)]
    append(path, bare("s", 0, "x", probes=answers("correct", "stale", "correct")))
    append(path, bare("s", 0, "y", probes=(*answers("wrong"), anchor("q9", "correct", anchored=False))))
    append(path, bare("t", 0, "x", probes=answers("stale", "stale")))
    faulty = {"valid": False, "score": None, "fault": "?", "ending": Ending.ASSISTANT_ERROR}
    append(path, bare("t", 0, "y", probes=answers("correct"), **faulty))
    append(path, bare("u", 0, "x", score=4.0))
    EpisodeLog(path, units, Meter(), told.append)
    (step,) = told
    # x: 2 of 3 and 0 of 2; y: 0 of 1, and the answers of a faulty episode do not count. Rewards: 1, 1, 1 and 4.
    assert step.accuracy == {"x": 0.4, "y": 0.0}
    assert (step.reward, step.faults, step.done, step.total, step.played) == (1.75, 1, 5, 6, 0)


def test_a_system_without_answers_has_no_accuracy(tmp_path):
    path, told = tmp_path / "episodes.jsonl", []
    append(path, bare("s", 0, "x"))
    EpisodeLog(path, [Planned("s", 0, X)], Meter(), told.append)
    assert told[0].accuracy == {}
    assert EpisodeLog(tmp_path / "none.jsonl", [], Meter(), told.append).jobs == []
    assert len(told) == 1, "a run without episodes has no progress"


def test_a_log_that_cannot_be_written_is_told(tmp_path):
    with pytest.raises(RecordError) as caught:
        EpisodeLog(tmp_path / "gone" / "episodes.jsonl", [], Meter())
    assert caught.value.what == "the episodes cannot be written: No such file or directory"
