"""Runs over streams: regimes, exams without a trace, transfer, and completion after a kill."""

from __future__ import annotations

import json
from shutil import copytree

import pytest

import regulars
from regulars.agents.seats.adapt import seat_state
from regulars.datasets.record_files import read_records
from regulars.datasets.validate import validate
from regulars.dialogue import Phase, Reply
from regulars.errors import ConfigurationError, InfrastructureError, RecordError
from regulars.evaluation.figures.curves import figures
from regulars.evaluation.play.curricula import Curriculum, StreamUnit
from regulars.evaluation.play.jobs import Conditions
from regulars.evaluation.play.streams import STATE, StreamPlayer
from regulars.evaluation.runs import config as run_config
from regulars.evaluation.systems.systems import System, systems
from regulars.scenarios.streams.blocks import generate_stream
from regulars.scenarios.suite import Suite

SMALL = {"blocks": 2, "people": 1, "cohorts": 1, "rules": 3, "sessions": 4, "probes_per_session": 3, "regulars": 0.0}
TINY = Suite("tiny", 3, "two blocks of a life", (), stream={**SMALL, "rho": 1.0, "language": False})


@pytest.fixture
def tiny(monkeypatch):
    monkeypatch.setattr(run_config, "load_suite", lambda name: TINY)


def evaluated(**options):
    return regulars.evaluate(**{"memory": "bm25-turn", "references": False, "seeds": 1, "suite": "tiny", **options})


def played(stream, name, regime, tmp_path, seed=0):
    """The records of a stream with one system."""
    curriculum = Curriculum(stream, seed, regime, "evaluative")
    player = StreamPlayer(Conditions({"feedback": "evaluative"}), tmp_path)
    system = name if isinstance(name, System) else systems([name])[0]
    return [player.play(StreamUnit(curriculum, place, "tiny-3", system)) for place in range(len(curriculum.episodes))]


def halves(records):
    return [(r.config.stream.half, r.config.stream.block, r.config.stream.trained) for r in records]


# ---------------------------------------------------------------------- regimes


EXAMS = {trained: [("exam", block, trained) for block in (1, 2)] for trained in (0, 1, 2)}


@pytest.mark.parametrize(
    ("regime", "expected"),
    [
        ("on-policy", [*EXAMS[0], ("train", 1, 1), *EXAMS[1], ("train", 2, 2), *EXAMS[2]]),
        ("stepwise", [*EXAMS[0], ("heard", 1, 1), *EXAMS[1], ("heard", 2, 2), *EXAMS[2]]),
        ("off-policy", [*EXAMS[0], ("heard", 1, 1), ("heard", 2, 2), *EXAMS[2]]),
        ("train", [("train", 1, 1), ("train", 2, 2)]),
    ],
)
def test_each_regime_holds_its_episodes_in_order(tiny, regime, expected, tmp_path):
    run = evaluated(regime=regime, out=tmp_path / "RUN")
    records = list(read_records(run.out / "episodes.jsonl"))
    assert halves(records) == expected
    assert not run.faults
    assert validate(run.out).problems == []
    results = json.loads((run.out / "results.json").read_text())
    assert results["regime"] == regime
    assert results["suites"] == [{"label": "tiny-3", "suite": "tiny", "version": 3, "split": ""}]
    assert {row["suite"] for row in results["rows"]} == {"tiny-3"}
    again = regulars.replay(run.out)
    assert (again.rows, again.regime, again.suites) == (run.rows, regime, ["tiny-3"])
    assert not (run.out / STATE).exists()


def test_train_lives_do_not_depend_on_whether_exams_are_held(tmp_path):
    stream = TINY.grown(0)
    both = played(stream, "bm25-turn", "on-policy", tmp_path)
    lived = [record for record in both if record.config.stream.half == "train"]
    for one, other in zip(lived, played(stream, "bm25-turn", "train", tmp_path), strict=True):
        for part in ("transcript", "ledger", "probes", "recollections", "journal", "feedback", "conduct"):
            assert getattr(one, part) == getattr(other, part)


def test_an_exam_leaves_the_assistant_as_it_was_and_shows_it_nothing(tmp_path):
    made = []
    plain = systems(["bm25-turn"])[0]

    def make(life):
        made.append(plain.make(life))
        return made[-1]

    curriculum = Curriculum(TINY.grown(0), 0, "on-policy", "evaluative")
    player = StreamPlayer(Conditions({"feedback": "evaluative"}), tmp_path)
    before = b""
    for place, episode in enumerate(curriculum.episodes):
        record = player.play(StreamUnit(curriculum, place, "tiny-3", System("watched", make)))
        assert record.valid
        if episode.half == "exam":
            assert record.feedback == ()
            assert record.config.feedback == "sealed"
            assert record.journal, "within the exam it remembers"
            assert not before or seat_state(made[0], "") == before
        else:
            assert record.feedback
            assert seat_state(made[0], "") != before
            before = seat_state(made[0], "")
    sessions = [turn.session for turn in record.transcript]
    assert min(sessions) == 9, "two train lives of four sessions came before, and no exam"


def test_the_journal_of_an_episode_is_its_own_part_of_the_memorys(tmp_path):
    """One item for each turn of the life: those of earlier lives are in the memory, and in their own records."""
    for record in played(TINY.grown(0), "recency", "on-policy", tmp_path):
        turns = [turn.id for turn in record.transcript]
        added = [op.cause for op in record.journal if op.verb == "ADD"]
        assert added == [id for id in turns if id in added]
        assert len(added) > len(turns) / 2
        assert {op.cause for op in record.journal} <= {*turns, ""}


class KeepsObservations:
    """Keeps what it is shown."""

    branches = True
    seen: list[dict] = []  # noqa: RUF012  # one for all forks

    def act(self, observation):
        if observation["phase"] == Phase.LISTEN:
            self.seen.append(observation)
        return Reply("" if observation["phase"] in (Phase.CLOSING, Phase.LISTEN) else "I see.")


def test_a_listener_hears_the_words_and_feedback_of_the_reference_assistant(tmp_path):
    KeepsObservations.seen.clear()
    stream = TINY.grown(0)
    played(stream, systems([], assistant=KeepsObservations())[0], "off-policy", tmp_path)
    lived = played(stream, "bm25-turn", "train", tmp_path)
    told = [(turn.id, turn.text) for record in lived for turn in record.transcript]
    assert [(one["turn_id"], one["message"]) for one in KeepsObservations.seen] == told
    rated = [(one["about"], one["rating"]) for one in KeepsObservations.seen if one["rated"]]
    assert rated == [(one.about, one.action) for record in lived for one in record.feedback]
    assert len(rated) > 20


# ---------------------------------------------------------------------- transfer


def transfer(rho, names, seeds, tmp_path):
    records = []
    for seed in range(seeds):
        stream = generate_stream(seed, **{**SMALL, "rho": rho, "language": False})
        for name in names:
            records += played(stream, name, "on-policy", tmp_path, seed)
    return {(row.system, row.slice, row.metric): row for row in figures(records)}


@pytest.mark.parametrize("seeds", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_lessons_serve_other_people_if_and_only_if_people_are_alike(tmp_path, seeds):
    alike = transfer(1.0, ("oracle-lessons",), seeds, tmp_path) | transfer(1.0, ("none",), 1, tmp_path)
    strangers = transfer(0.0, ("oracle-lessons",), 2 * seeds, tmp_path)
    for metric in ("forward_transfer", "gain"):
        taught = alike["oracle-lessons", "of=compliance", metric].value
        assert taught > 0.2
        assert abs(strangers["oracle-lessons", "of=compliance", metric].value) < taught / 2
        assert strangers["oracle-lessons", "of=compliance", metric].n == 2 * seeds
        assert abs(alike["none", "of=compliance", metric].value) < 0.05
    before, after = (alike["oracle-lessons", f"exam=2,trained={n}", "compliance"].value for n in (0, 1))
    assert after > before + 0.2


# ---------------------------------------------------------------------- kills


class Stop(Exception):
    """A kill, in the same process."""


def bytes_of(out):
    return (out / "results.json").read_bytes(), [r.hash for r in read_records(out / "episodes.jsonl")]


TWO = "oracle-lessons,none"


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A run of two systems that was not stopped."""
    folder = tmp_path_factory.mktemp("whole") / "RUN"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(run_config, "load_suite", lambda name: TINY)
        evaluated(memory=TWO, out=folder)
    return folder


@pytest.mark.parametrize(("at", "state"), [(4, True), (7, False), pytest.param(12, True, marks=pytest.mark.slow)])
def test_a_run_that_was_stopped_is_completed_to_the_same_bytes(tiny, at, state, whole, tmp_path):
    def stop(step):
        if step.done == at:
            raise Stop

    with pytest.raises(Stop):
        evaluated(memory=TWO, out=tmp_path / "RUN", progress=stop)
    assert (tmp_path / "RUN" / STATE).exists()
    if not state:
        (tmp_path / "RUN" / STATE).unlink()
    evaluated(memory=TWO, out=tmp_path / "RUN", resume=True)
    assert bytes_of(tmp_path / "RUN") == bytes_of(whole)


def test_a_torn_state_is_named_with_the_remedy(tiny, tmp_path):
    def stop(step):
        if step.done == 5:
            raise Stop

    with pytest.raises(Stop):
        evaluated(out=tmp_path / "RUN", progress=stop)
    for torn in (b"\x80", b"", (tmp_path / "RUN" / STATE).read_bytes()[:-9]):
        (tmp_path / "RUN" / STATE).write_bytes(torn)
        with pytest.raises(RecordError, match=r"stream\.state.*delete the file"):
            evaluated(out=tmp_path / "RUN", resume=True)


class LosesItsEndpoint:
    """Cannot reach its model on its twentieth line."""

    branches = True

    def __init__(self):
        self.lines = 0

    def act(self, observation):
        self.lines += 1
        if self.lines == 20:
            raise InfrastructureError("gone")
        return "" if observation["phase"] == Phase.CLOSING else "I see."


def test_a_life_that_the_infrastructure_ended_is_not_lived_again(tiny, tmp_path):
    given = {"memory": ["none"], "assistant": LosesItsEndpoint, "regime": "train", "out": tmp_path / "RUN"}
    run = evaluated(**given)
    assert len(run.faults) == 1
    told = []
    again = evaluated(**given, resume=True, progress=lambda step: told.append(step.played))
    assert (again.rows, again.faults, told) == (run.rows, run.faults, [0])


# ---------------------------------------------------------------------- side by side


@pytest.mark.slow
def test_a_run_of_streams_side_by_side_that_was_stopped_is_completed_by_any_number(tiny, whole, tmp_path):
    def stop(step):
        if step.done == 12:
            raise Stop

    with pytest.raises(Stop):
        evaluated(memory=TWO, out=tmp_path / "RUN", progress=stop, workers=2)
    assert list((tmp_path / "RUN").glob(f"*.{STATE}"))
    copytree(tmp_path / "RUN", tmp_path / "again")
    for folder, workers in ((tmp_path / "RUN", 1), (tmp_path / "again", 2)):
        evaluated(memory=TWO, out=folder, resume=True, workers=workers)
        assert bytes_of(folder) == bytes_of(whole)
        assert not list(folder.glob(f"*{STATE}"))


KILLS_ITS_PROCESS = """
import os, pickle, signal
from pathlib import Path

class KillsItsProcess:
    branches = True

    def __init__(self, mark="", always=False):
        self.mark, self.always, self.lines = Path(mark), always, 0

    def act(self, observation):
        self.lines += 1
        if self.lines == 20 and (self.always or not self.mark.exists()):
            self.mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return "I see."
"""


def test_a_stream_whose_process_is_killed_goes_on_in_another(tiny, tmp_path):
    """And the two streams, of two systems, give the bytes of one after the other."""
    (tmp_path / "killing.py").write_text(KILLS_ITS_PROCESS)
    spec = f"{tmp_path}/killing.py:KillsItsProcess:mark={tmp_path}/mark"
    given = {"memory": ["none"], "assistant": spec, "regime": "train"}
    evaluated(**given, out=tmp_path / "killed", workers=2)
    assert (tmp_path / "mark").exists()
    evaluated(**given, out=tmp_path / "whole")
    assert bytes_of(tmp_path / "killed") == bytes_of(tmp_path / "whole")
    assert not list((tmp_path / "killed").glob(f"*{STATE}"))


@pytest.mark.slow
def test_a_stream_that_kills_every_process_stops_the_run(tiny, tmp_path):
    (tmp_path / "killing.py").write_text(KILLS_ITS_PROCESS)
    spec = f"{tmp_path}/killing.py:KillsItsProcess:mark={tmp_path}/mark;always=true"
    with pytest.raises(InfrastructureError, match=r"SIGKILL.*later episodes of the stream"):
        evaluated(memory=["none"], assistant=spec, regime="train", out=tmp_path / "RUN", workers=2)


# ---------------------------------------------------------------------- faults and refusals


class FailsOnTwentiethReply:
    """Stumbles once in its life, over its twentieth line."""

    branches = True

    def __init__(self):
        self.lines = 0

    def act(self, observation):
        self.lines += observation["phase"] != Phase.PROBE
        if self.lines == 20:
            raise ZeroDivisionError("by chance")
        return "" if observation["phase"] == Phase.CLOSING else "I see."


def test_a_fault_ends_its_episode_and_the_stream_goes_on(tiny):
    run = evaluated(memory=["none"], assistant=FailsOnTwentiethReply, regime="train", seeds=2)
    assert [(key.scenario, key.system) for key, _ in run.faults] == [("tiny-3/b1-train-1", "FailsOnTwentiethReply")] * 2
    assert run.value("FailsOnTwentiethReply", "faults") == 0.5
    assert run.value("FailsOnTwentiethReply", "compliance", "train=2") >= 0.0
    assert run.value("none", "faults") == 0.0


def test_an_unforkable_assistant_is_refused_where_exams_are_held(tiny, tmp_path):
    def reply(observation):
        return "I see."

    with pytest.raises(ConfigurationError, match="reply cannot be forked"):
        evaluated(assistant=reply, out=tmp_path / "RUN")
    assert not (tmp_path / "RUN").exists()

    class Local:
        branches = True
        act = reply

    with pytest.raises(ConfigurationError, match=r"Local cannot be forked.*local"):
        evaluated(assistant=Local)
    run = evaluated(assistant=reply, regime="train")
    assert run.value("reply", "compliance", "train=2") >= 0.0


def test_a_regime_is_checked(tiny, monkeypatch):
    with pytest.raises(ConfigurationError, match="on-policy"):
        evaluated(regime="onpolicy")
    monkeypatch.undo()
    with pytest.raises(ConfigurationError, match="needs a suite of streams"):
        evaluated(suite="smoke", regime="train")
    with pytest.raises(ConfigurationError, match="needs a suite of streams"):
        evaluated(data=[], regime="train")
