"""What a worker process says, in which thread a seat acts, and how a stream's assistant is forked, kept and lost."""

from __future__ import annotations

import asyncio
import pickle
import signal
import threading
from collections import deque
from dataclasses import dataclass, replace
from itertools import count
from types import SimpleNamespace

import pytest

from regulars.dialogue import Phase, Reply
from regulars.envs.life.outcomes import Ending
from regulars.errors import ConfigurationError, RecordError, ScenarioError
from regulars.evaluation.play import episodes, streams
from regulars.evaluation.play.curricula import Curriculum, StreamUnit
from regulars.evaluation.play.engines import concurrent, processes
from regulars.evaluation.play.episodes import Unit
from regulars.evaluation.play.jobs import Conditions, Job
from regulars.evaluation.play.streams import STATE, StreamPlayer, state_of
from regulars.evaluation.systems.systems import Acting, System
from regulars.scenarios.generator import generate
from regulars.scenarios.streams.blocks import generate_stream

LIFE = generate(1, sessions=1)
CONDITIONS = Conditions({"feedback": "sealed"})
SMALL = {"blocks": 2, "people": 1, "cohorts": 1, "rules": 1, "sessions": 4, "probes_per_session": 3, "regulars": 0.0}
STREAM = generate_stream(5, **SMALL, rho=1.0, language=False)


# ---------------------------------------------------------------- within a worker


class Declares:
    """Says what each reply cost, and fails in the episode of that seed."""

    ends: list[str] = []  # noqa: RUF012  # one for all copies

    def __init__(self, wrong=None):
        self.wrong = wrong

    def begin(self, episode_id, seed):
        self.replies = 0

    def get_state(self):
        return self.replies

    def set_state(self, state):
        self.replies = state

    def act(self, observation):
        self.replies += 1
        if self.wrong is not None:
            raise self.wrong
        return Reply("" if observation["phase"] == Phase.CLOSING else "I see.", tokens=3, cost=0.5)

    def end(self, reason):
        self.ends.append(reason)


class Waits(Declares):
    async def act(self, observation):
        await asyncio.sleep(0)
        return super().act(observation)


@dataclass
class Recipe:
    """Makes the systems of a worker, or fails."""

    error: Exception | None = None
    kind: type = Declares
    wrong: Exception | None = None
    acting: Acting = Acting.BLOCKS

    def __call__(self):
        if self.error is not None:
            raise self.error
        return [
            System("x", lambda _: self.kind(self.wrong), acting=self.acting),
            System("other", lambda _: pytest.fail("no job is its own")),
        ]


class Line:
    """The worker's end of a connection: what it receives is written beforehand."""

    def __init__(self, *given):
        self.given, self.said = deque(given), []

    def recv_bytes(self):
        if not self.given:
            raise EOFError
        return self.given.popleft()

    def send(self, word):
        self.said.append(word)


def served(recipe, *groups, streams=None, monkeypatch):
    """What a worker says to groups of jobs, and which signals it sets."""
    signals, line = [], Line(*(processes._packed(jobs) for jobs in groups))
    monkeypatch.setattr(processes.signal, "signal", lambda *given: signals.append(given))
    given = pickle.dumps((recipe, CONDITIONS, {}, streams))
    processes._serve(line, given)
    assert signals[0] == (signal.SIGINT, signal.SIG_IGN), "an interrupt is for the parent"
    assert not line.given, "it has received everything"
    return line.said


def jobs(*attempts, system="x"):
    mine = System(system, lambda _: pytest.fail("a worker makes its systems itself"))
    return [Job(Unit(LIFE, f"life-{number}", number, mine), attempt) for number, attempt in enumerate(attempts)]


@pytest.mark.parametrize("kind", [Declares, Waits])
def test_a_worker_sends_each_record_with_what_it_used(kind, monkeypatch):
    acting = Acting.AWAITS if kind is Waits else Acting.BLOCKS
    first, second = jobs(1, 2)
    said = served(Recipe(kind=kind, acting=acting), [first], [second], monkeypatch=monkeypatch)
    assert [word[0] for word in said] == ["ready", "record", "record"]
    for (_, record, roles), job in zip(said[1:], (first, second), strict=True):
        assert (record.key, record.attempt, record.ending) == (job.unit.key, job.attempt, Ending.COMPLETED)
        calls = record.timings["model_calls"]
        used = roles["assistant"]
        assert calls > 1
        assert (list(roles), used.calls, used.tokens, used.cost) == (["assistant"], calls, 3 * calls, 0.5 * calls)


def test_a_worker_that_cannot_make_its_systems_says_why_with_the_first_job(monkeypatch):
    said = served(Recipe(error=ConfigurationError("k is 0")), jobs(1), monkeypatch=monkeypatch)
    assert said[0] == ("ready",)
    (stop, error) = said[1]
    assert (stop, error.what, len(said)) == ("stop", "k is 0", 2)


@pytest.mark.parametrize("error", [ConfigurationError("no key"), RecordError("no room")])
def test_what_every_episode_would_meet_stops_a_worker(error, monkeypatch, tmp_path):
    if isinstance(error, RecordError):  # the state of a stream cannot be read
        (tmp_path / state_of(stream_units()[0])).write_bytes(b"nonsense")
        said = served(Recipe(), stream_jobs(), streams=tmp_path, monkeypatch=monkeypatch)
        assert said[1][1].what == "is not a saved assistant"
    else:
        said = served(Recipe(wrong=error), jobs(1, 1), monkeypatch=monkeypatch)
        assert said[1][1].what == "no key"
    assert [word[0] for word in said] == ["ready", "stop"]


def stream_units(regime="train", system=None, stream=STREAM, feedback="evaluative"):
    curriculum = Curriculum(stream, 5, regime, feedback)
    system = system or System("x", lambda _: pytest.fail("a worker makes its systems itself"))
    return [StreamUnit(curriculum, place, "tiny-1", system) for place in range(len(curriculum.episodes))]


def stream_jobs():
    return [Job(unit) for unit in stream_units()]


def test_a_worker_plays_a_stream_with_one_assistant_whose_state_it_keeps(monkeypatch, tmp_path):
    Declares.ends.clear()
    units = stream_units()
    said = served(Recipe(), stream_jobs(), streams=tmp_path, monkeypatch=monkeypatch)
    assert [word[1].key for word in said[1:]] == [unit.key for unit in units]
    assert [path.name for path in tmp_path.iterdir()] == [state_of(units[0])]
    *_, state = pickle.loads((tmp_path / state_of(units[0])).read_bytes())
    assert state
    assert Declares.ends == ["closed"], "one assistant for both lives"


# ---------------------------------------------------------------- threads and clocks


class Named:
    """Notes the threads in which it begins and acts."""

    def __init__(self):
        self.seen = {}

    def begin(self, episode_id, seed):
        self.seen["begin"] = threading.current_thread().name

    def act(self, observation):
        self.seen["act"] = threading.current_thread().name
        return "" if observation["phase"] == Phase.CLOSING else "I see."


class NamedAndAwaited(Named):
    async def act(self, observation):
        await asyncio.sleep(0)
        return super().act(observation)


@pytest.mark.parametrize(
    ("kind", "acting", "seconds", "begins", "acts"),
    [
        (Named, Acting.COMPUTES, None, False, False),
        (Named, Acting.COMPUTES, 60.0, True, True),
        (Named, Acting.BLOCKS, None, True, True),
        (Named, Acting.BLOCKS, 60.0, True, True),
        (NamedAndAwaited, Acting.AWAITS, None, False, False),
        (NamedAndAwaited, Acting.AWAITS, 60.0, True, False),  # only what is not awaited needs a thread
    ],
)
def test_a_seat_that_may_block_or_be_late_has_a_thread(kind, acting, seconds, begins, acts):
    seat, turns = kind(), []

    async def turn():
        turns.append(1)

    unit = Unit(LIFE, "life", 4, System("x", lambda _: seat, unforked="it says so", acting=acting))
    conditions = replace(CONDITIONS, step_timeout=seconds)
    record = asyncio.run(episodes.aplay(unit, conditions, turn=turn))
    assert record.ending is Ending.COMPLETED
    assert {name: thread == "regulars-seat" for name, thread in seat.seen.items()} == {"begin": begins, "act": acts}
    assert bool(turns) is (begins or kind is NamedAndAwaited), "what neither waits nor has a thread takes no turn"


def at_once(seats, **given):
    """Plays one episode of each seat at once; `given` are the arguments of the engine."""
    jobs = [
        Job(Unit(LIFE, str(n), n, System("x", lambda _, seat=seat: seat, unforked="?"))) for n, seat in enumerate(seats)
    ]
    done = []
    concurrent.play_at_once(jobs, CONDITIONS, lambda unit, record: done.append(record.ending), width=2, **given)
    assert done == [Ending.COMPLETED] * len(seats)


def test_episodes_at_once_are_played_in_this_thread_unless_its_loop_runs_already():
    plain, within = Named(), Named()
    at_once([plain])

    async def notebook():
        at_once([within])

    asyncio.run(notebook())
    here = threading.current_thread().name
    assert (plain.seen, within.seen) == ({"begin": here, "act": here}, {"begin": "regulars-run", "act": "regulars-run"})


def test_each_episode_waits_for_its_turn_before_it_begins(monkeypatch):
    taken = []

    class Turns:
        async def take(self):
            taken.append([dict(seat.seen) for seat in seats])

    monkeypatch.setattr(concurrent, "TurnTaking", Turns)
    seats = [Named() for _ in range(3)]
    at_once(seats)
    assert len(taken) == 3, "seats that answer at once take no other turns"
    assert taken[0] == [{}, {}, {}]


def test_the_seconds_of_an_episode_are_those_between_its_first_step_and_its_last(monkeypatch):
    clock = count(100, 7)
    monkeypatch.setattr(episodes, "perf_counter", lambda: next(clock))
    unit = Unit(LIFE, "life", 4, System("x", lambda _: Named(), unforked="it says so"))
    assert episodes.play(unit, CONDITIONS).timings["seconds"] == 7


# ---------------------------------------------------------------- the assistant of a stream


class Seat:
    """Notes what happens to it; raises what a test wants from a method."""

    def __init__(self, **raises):
        self.raises, self.calls = raises, []

    def _note(self, name):
        self.calls.append(name)
        if name in self.raises:
            raise self.raises[name]

    def begin(self, episode_id, seed):
        self._note("begin")

    def end(self, reason):
        self._note("end")

    def stop_exploring(self):
        self._note("stop_exploring")

    def get_state(self):
        return 7

    def set_state(self, state):
        self._note("set_state")

    def act(self, observation):
        return "" if observation["phase"] == Phase.CLOSING else "I see."


def seated(*seats):
    """A system whose seats are made beforehand, in order; None cannot be made."""
    waiting = deque(seats)

    def make(_):
        seat = waiting.popleft()
        if seat is None:
            raise ValueError("cannot be made")
        return seat

    return System("x", make, unforked="it says so")


@pytest.mark.parametrize("method", ["set_state", "stop_exploring"])
def test_an_exam_that_cannot_be_taken_as_planned_is_a_fault_of_the_assistant(tmp_path, method):
    fork = Seat(**{method: ValueError("not now")})
    listed = stream_units("stepwise", seated(Seat(), fork, Seat()))
    player = StreamPlayer(CONDITIONS, tmp_path)
    # after-0: one exam of each block, then the recording of the first block, then the exams after it.
    names = [unit.episode.name for unit in listed]
    assert names[:5] == [
        "after-0/b1-exam-1",
        "after-0/b2-exam-1",
        "b1-heard-1",
        "after-1/b1-exam-1",
        "after-1/b2-exam-1",
    ]
    assert player.play(listed[2]).ending is Ending.COMPLETED
    record = player.play(listed[3])
    assert (record.ending, record.valid, record.transcript) == (Ending.ASSISTANT_ERROR, False, ())
    assert "not now" in record.fault
    assert player.play(listed[4]).ending is Ending.COMPLETED, "the next exam has a fork of its own"


@pytest.mark.parametrize("trained", [False, True])
def test_an_assistant_that_cannot_be_made_for_an_exam_is_at_fault(tmp_path, trained):
    listed = stream_units("stepwise", seated(Seat(), None, Seat()))[2 * trained :]
    player = StreamPlayer(CONDITIONS, tmp_path)
    if trained:
        assert player.play(listed.pop(0)).ending is Ending.COMPLETED
    record = player.play(listed[0])
    assert (record.ending, record.transcript) == (Ending.ASSISTANT_ERROR, ())
    assert record.fault.startswith("ValueError: cannot be made (")
    assert player.play(listed[1]).ending is Ending.COMPLETED


def test_a_stream_whose_assistant_cannot_be_made_is_lost_from_its_first_life(tmp_path):
    listed = stream_units("train", seated(None))
    player = StreamPlayer(CONDITIONS, tmp_path)
    for unit in listed:
        record = player.play(unit)
        assert (record.ending, record.valid) == (Ending.ASSISTANT_ERROR, False)
        assert record.fault.startswith("ValueError: cannot be made (")
    player.close()
    assert list(tmp_path.iterdir()) == [], "there is nothing to save"


def test_the_state_of_a_stream_is_written_once_after_each_life(tmp_path):
    listed = stream_units("stepwise", seated(*(Seat() for _ in range(9))))
    player, kept = StreamPlayer(CONDITIONS, tmp_path), tmp_path / STATE
    found = []
    for unit in listed:
        player.play(unit)
        found.append((unit.episode.name, kept.exists()))
        kept.unlink(missing_ok=True)
    # The state after a life is written when the next episode begins, and not again by a later exam.
    assert [name for name, written in found if written] == ["after-1/b1-exam-1", "after-2/b1-exam-1"]
    player.close()
    assert not kept.exists()


@pytest.mark.parametrize("error", [None, RuntimeError("still here"), SystemExit(1)])
def test_a_stream_that_is_closed_ends_its_assistant_once(tmp_path, error):
    seat = Seat(**({} if error is None else {"end": error}))
    player = StreamPlayer(CONDITIONS, tmp_path)
    player.play(stream_units("train", seated(seat))[0])
    assert "end" not in seat.calls
    player.close()
    player.close()
    assert seat.calls.count("end") == 1


def test_the_lives_of_a_stream_are_checked_before_they_are_played(tmp_path):
    first, second = STREAM.blocks
    broken = replace(STREAM, blocks=(first, replace(second, train=(replace(second.train[0], sessions=()),))))
    listed = stream_units("train", seated(Seat()), broken)
    player = StreamPlayer(CONDITIONS, tmp_path)
    assert player.play(listed[0]).ending is Ending.COMPLETED
    with pytest.raises(ScenarioError, match="b2-train-1, seed 5"):
        player.play(listed[1])


def test_a_twin_hears_recordings_without_feedback():
    curriculum = Curriculum(STREAM, 5, "stepwise", "evaluative")
    heard = next(episode for episode in curriculum.episodes if episode.half == "heard")

    def rated(life):
        return any(turn.feedback is not None for session in life.sessions for turn in session.turns)

    own, twins = curriculum.scenario(heard), curriculum.scenario(heard, "sealed")
    assert (rated(own), rated(twins)) == (True, False)
    assert curriculum.scenario(heard) is own
    assert curriculum.scenario(heard, "sealed") is twins


@pytest.mark.parametrize(
    ("has_cast", "fault", "begun", "kept"),
    [
        (True, "", False, ()),
        (True, "", True, ("assistant_0",)),
        (True, "cannot load", True, None),
        (False, "cannot be made", False, None),
        (False, "", True, None),
    ],
)
def test_an_episode_begins_with_the_cast_unless_the_assistant_is_at_fault(has_cast, fault, begun, kept):
    done = []
    env = SimpleNamespace(
        reset=lambda seed, options: done.append(("env", seed, options)), abort=lambda ending: done.append(ending)
    )
    cast = SimpleNamespace(reset=lambda seed, options, keep: done.append(("cast", seed, options, keep)))
    options = {"scenario": LIFE}
    found = streams._reset(env, cast if has_cast else None, 4, LIFE, begun, fault)
    if kept is not None:
        assert (found, done) == ((cast, ""), [("cast", 4, options, kept)])
    else:
        assert (found, done) == ((None, fault), [("env", 4, options), Ending.ASSISTANT_ERROR])


@pytest.mark.parametrize("entered", [True, False])
def test_an_environment_that_cannot_be_reset_is_no_fault_of_the_assistant(entered):
    def fails(**given):
        raise ValueError("no")

    aborted = []
    env = SimpleNamespace(scenario=LIFE if entered else None, abort=aborted.append)
    if entered:
        cast, fault = streams._reset(env, SimpleNamespace(reset=fails), 4, LIFE, False, "")
        assert cast is None
        assert fault.startswith("ValueError: no (")
        assert aborted == [Ending.ASSISTANT_ERROR]
    else:
        with pytest.raises(ValueError, match="no"):
            streams._reset(env, SimpleNamespace(reset=fails), 4, LIFE, False, "")
        assert aborted == []
