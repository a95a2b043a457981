"""All engines give the same records. A late, dead or failing seat affects no other episode."""

from __future__ import annotations

import asyncio
import json
import textwrap
from multiprocessing import active_children
from shutil import copytree
from threading import Event, active_count
from threading import enumerate as enumerate_threads

import pytest

import regulars
from regulars.agents.assistant.model import ModelAssistant
from regulars.agents.models.protocol import Completion
from regulars.agents.roster import Acknowledger
from regulars.cli.progress import news_of
from regulars.errors import ConfigurationError, InfrastructureError
from regulars.evaluation.play.episode_log import Progress
from regulars.scenarios.generator import generate

GUARD = 60
"""Seconds after which a test that would hang fails."""

LIVES = [generate(seed, sessions=2, probes_per_session=3) for seed in range(1, 7)]


def records(folder):
    return [json.loads(line) for line in (folder / "episodes.jsonl").read_text().splitlines()]


def bytes_of(folder):
    """What a run comes to: its figures, and its records without how long they took and how often they were tried."""
    return (folder / "results.json").read_text(), [
        {name: value for name, value in record.items() if name not in ("timings", "spent", "attempt")}
        for record in records(folder)
    ]


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    folder = tmp_path_factory.mktemp("plain") / "RUN"
    regulars.evaluate("recency,bm25-turn", data=LIVES, out=folder)
    return folder


@pytest.fixture(scope="module")
def plain(whole):
    return bytes_of(whole)


@pytest.fixture
def cut(whole, tmp_path):
    """A run that was cut: two of its episodes are kept, in another order, and a part of a third."""
    copytree(whole, tmp_path / "CUT")
    path = tmp_path / "CUT/episodes.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(lines[7] + lines[2] + lines[4][:100])
    return path.parent


@pytest.mark.parametrize("engine", [{"concurrency": 5}, {"step_timeout": 60}, {"concurrency": 3, "step_timeout": 60}])
def test_every_engine_gives_the_bytes_of_the_plain_one(tmp_path, plain, engine):
    regulars.evaluate("recency,bm25-turn", data=LIVES, out=tmp_path / "RUN", **engine)
    assert bytes_of(tmp_path / "RUN") == plain


def test_a_run_that_was_cut_is_completed_by_another_engine(cut, plain):
    regulars.evaluate("recency,bm25-turn", data=LIVES, out=cut, resume=True, concurrency=4)
    assert bytes_of(cut) == plain


@pytest.mark.slow
def test_processes_complete_a_run_to_its_bytes_and_are_no_more_than_the_workers(cut, plain):
    before, alive = set(active_children()), []

    def note(_):
        alive.append({*active_children()} - before)

    regulars.evaluate("recency,bm25-turn", data=LIVES, out=cut, resume=True, workers=2, progress=note)
    assert bytes_of(cut) == plain
    assert max(map(len, alive)) == 2  # for ten episodes


# ---------------------------------------------------------------------- awaited


class WaitsUnevenly:
    """Takes its time, longer for some episodes than for others."""

    def begin(self, episode_id, seed):
        self.pause = seed % 7 / 2000

    async def act(self, observation):
        await asyncio.sleep(self.pause)
        return f"You said {len(observation['message'])} letters."


class RepliesAtOnce(WaitsUnevenly):
    def act(self, observation):
        return f"You said {len(observation['message'])} letters."


def test_the_order_in_which_episodes_end_changes_no_result(tmp_path):
    regulars.evaluate("none", assistant=WaitsUnevenly, data=LIVES, seeds=2, out=tmp_path / "awaited", concurrency=12)
    regulars.evaluate("none", assistant=RepliesAtOnce, data=LIVES, seeds=2, out=tmp_path / "plain")
    awaited, plainly = (records(tmp_path / name) for name in ("awaited", "plain"))
    assert len(awaited) == len(plainly) == 24
    for one, other in zip(awaited, plainly, strict=True):
        assert (one["key"]["scenario"], one["key"]["seed"]) == (other["key"]["scenario"], other["key"]["seed"])
        assert (one["transcript"], one["probes"], one["score"]) == (
            other["transcript"],
            other["probes"],
            other["score"],
        )


class CountsActsAtOnce:
    acting = most = 0

    async def act(self, observation):
        CountsActsAtOnce.acting += 1
        CountsActsAtOnce.most = max(CountsActsAtOnce.most, CountsActsAtOnce.acting)
        await asyncio.sleep(0.01)
        CountsActsAtOnce.acting -= 1
        return "I see."


@pytest.mark.parametrize(("given", "most"), [({"concurrency": 1}, 1), ({"concurrency": 3}, 3), ({}, len(LIVES))])
def test_asynchronous_assistants_play_many_episodes_at_once(given, most, monkeypatch):
    monkeypatch.setattr(CountsActsAtOnce, "most", 0)
    run = regulars.evaluate("none", assistant=CountsActsAtOnce, data=LIVES, references=False, **given)
    assert run.faults == []
    assert CountsActsAtOnce.most == most


async def test_a_run_within_a_running_loop():
    run = regulars.evaluate("none", assistant=CountsActsAtOnce, data=LIVES[:2])
    assert run.faults == []


class FailsDifferently:
    """Fails in another way in each episode."""

    def begin(self, episode_id, seed):
        self.acts = 0
        self.error = [
            ValueError("a"),
            SystemExit(3),
            asyncio.CancelledError(),
            StopIteration(),
            InfrastructureError("b"),
            None,
        ][FailsDifferently.begun % 6]
        FailsDifferently.begun += 1

    begun = 0

    async def act(self, observation):
        self.acts += 1
        await asyncio.sleep(0.001)
        if self.acts == 3 and self.error is not None:
            raise self.error
        return "I see."


def test_an_episode_that_fails_cancels_no_other(tmp_path):
    FailsDifferently.begun = 5  # the trial is the one before the first
    regulars.evaluate("none", assistant=FailsDifferently, data=LIVES, out=tmp_path / "RUN", concurrency=6)
    found = [record for record in records(tmp_path / "RUN") if record["key"]["system"] == "FailsDifferently"]
    endings = sorted(record["ending"] for record in found)
    assert endings == ["assistant_error"] * 4 + ["completed", "infrastructure_error"]
    assert all((record["score"] is None) == record["ending"].endswith("error") for record in found)


def test_a_wrong_setting_stops_a_run_of_many_episodes_at_once():
    async def reply(observation):
        raise ConfigurationError("no key")

    with pytest.raises(ConfigurationError, match="no key"):
        regulars.evaluate("none", assistant=reply, data=LIVES)


class EndpointDownAtTimes:
    """A model whose endpoint is down at times for the calls of one person."""

    name = "down-at-times"
    up = True

    def complete(self, messages, **call):
        if not EndpointDownAtTimes.up and any(LIVES[0].persons[0].name in message.content for message in messages):
            raise InfrastructureError("gone")
        return Completion("I see.", "down-at-times")

    async def acomplete(self, messages, **call):
        await asyncio.sleep(0)
        return self.complete(messages)


def down_at_times(memory, k, budget):
    return ModelAssistant(EndpointDownAtTimes(), memory=memory, k=k, budget=budget)


def test_resuming_plays_again_what_the_infrastructure_failed(tmp_path, monkeypatch):
    regulars.registry.register("assistant", "down-at-times", down_at_times, memory=True)
    regulars.evaluate("recency", assistant="down-at-times", data=LIVES, out=tmp_path / "sound")
    monkeypatch.setattr(EndpointDownAtTimes, "up", False)
    run = regulars.evaluate("recency", assistant="down-at-times", data=LIVES, out=tmp_path / "shaken")
    assert len(run.faults) > 0
    monkeypatch.setattr(EndpointDownAtTimes, "up", True)
    again = regulars.evaluate("recency", assistant="down-at-times", data=LIVES, out=tmp_path / "shaken", resume=True)
    assert again.faults == []
    assert bytes_of(tmp_path / "shaken") == bytes_of(tmp_path / "sound")
    assert sorted({record["attempt"] for record in records(tmp_path / "shaken")}) == [1, 2]


# ---------------------------------------------------------------------- late


class BlocksOnFourthAct:
    """Does not wake up in the second session of some episodes, unless it is woken."""

    alarm = Event()
    woken = 0

    def begin(self, episode_id, seed):
        self.acts = 0

    def act(self, observation):
        self.acts += 1
        if self.acts == 4 and observation["session"]:
            BlocksOnFourthAct.alarm.wait(GUARD)
            BlocksOnFourthAct.woken += 1
        return "I see."


@pytest.mark.parametrize("engine", [{}, {"concurrency": 3}])
def test_a_late_assistant_is_left_behind_and_its_episode_alone_is_lost(tmp_path, engine):
    BlocksOnFourthAct.alarm.clear()
    BlocksOnFourthAct.woken, threads = 0, active_count()
    regulars.evaluate(
        "none", assistant=BlocksOnFourthAct, data=LIVES[:1], out=tmp_path / "RUN", step_timeout=2, **engine
    )
    assert BlocksOnFourthAct.woken == 0, "the run waited for who was late"
    found = {(record["key"]["system"], record["ending"]) for record in records(tmp_path / "RUN")}
    assert found == {("BlocksOnFourthAct", "assistant_error"), ("none", "completed")}
    late = [record for record in records(tmp_path / "RUN") if not record["valid"]]
    assert all("assistant_0: timeout: no action within 2 seconds" in record["fault"] for record in late)
    BlocksOnFourthAct.alarm.set()
    for thread in [one for one in enumerate_threads() if one.name == "regulars-seat"]:
        thread.join(GUARD)
    assert active_count() <= threads + 1


@pytest.mark.slow
def test_a_late_asynchronous_assistant_is_at_fault():
    async def reply(observation):
        await asyncio.sleep(60)

    run = regulars.evaluate("none", assistant=reply, data=LIVES[:2], step_timeout=2)
    assert [(key.system, "timeout" in fault) for key, fault in run.faults] == [("reply", True)] * 2


# ---------------------------------------------------------------------- processes

KILLS_ITS_PROCESS = textwrap.dedent(
    """
    import os, signal
    from pathlib import Path

    class KillsItsProcess:
        '''Kills its process in the midst of two people's episodes: once in one's, always in the other's.'''
        def __init__(self, mark=""):
            self.mark, self.acts = Path(mark), 0

        def begin(self, episode_id, seed):
            self.acts = 0

        def act(self, observation):
            self.acts += 1
            is_once = observation["name"] == ONCE and not self.mark.exists()
            if self.acts == 5 and (is_once or observation["name"] == ALWAYS):
                if is_once:
                    self.mark.touch()
                os.kill(os.getpid(), signal.SIGKILL)
            return "I see."
    """
)


@pytest.mark.slow
def test_a_process_that_is_killed_loses_its_episode_and_no_other(tmp_path):
    once, _, always = names = [life.persons[0].name for life in LIVES[:3]]
    assert len(set(names)) == 3
    (tmp_path / "killing.py").write_text(KILLS_ITS_PROCESS.replace("ONCE", repr(once)).replace("ALWAYS", repr(always)))
    spec = f"{tmp_path}/killing.py:KillsItsProcess:mark={tmp_path}/mark"
    regulars.evaluate("none", assistant=spec, data=LIVES[:3], out=tmp_path / "RUN", references=False, workers=2)
    found = [record for record in records(tmp_path / "RUN") if record["key"]["system"] == spec]
    assert [record["attempt"] for record in found] == [2, 1, 2]
    for place, record in enumerate(found):
        assert record["ending"] == ("infrastructure_error" if place == 2 else "completed")
        assert (record["score"] is None) == (place == 2)
        assert ("SIGKILL" in record["fault"]) == (place == 2)


def test_an_assistant_that_cannot_be_pickled_is_named():
    with pytest.raises(ConfigurationError, match=r"cannot be pickled for another process.*FILE\.py:NAME"):
        regulars.evaluate("none", assistant=lambda observation: "I see.", data=LIVES[:1], workers=2)


def test_processes_give_the_bytes_of_one_and_their_usage_is_counted(tmp_path, loopback):
    given = {"memory": "recency", "assistant": "openai:scripted", "data": LIVES[:2]}
    one = regulars.evaluate(**given, out=tmp_path / "one")
    calls = loopback.calls
    assert one.usage["preflight"].calls == 1
    run = regulars.evaluate(**given, out=tmp_path / "two", workers=2)
    assert run.faults == []
    assert run.usage["assistant"].calls == loopback.calls - calls - 1 == one.usage["assistant"].calls > 0
    assert bytes_of(tmp_path / "two") == bytes_of(tmp_path / "one")


# ---------------------------------------------------------------------- progress


def test_progress_tells_how_far_a_run_is_and_what_it_used(loopback):
    told: list[Progress] = []
    regulars.evaluate("recency", assistant="openai:scripted", data=LIVES[:3], progress=told.append)
    assert [step.done for step in told] == sorted(step.done for step in told)
    assert (told[-1].done, told[-1].total, told[-1].played, told[-1].faults) == (3, 3, 3, 0)
    assert told[-1].usage.calls == loopback.calls
    assert f"{loopback.calls} calls" in news_of(told[-1])


def test_a_run_that_is_resumed_says_what_was_there(tmp_path):
    told: list[Progress] = []
    regulars.evaluate("recency", data=LIVES[:2], out=tmp_path / "RUN")
    regulars.evaluate("recency", data=LIVES[:2], out=tmp_path / "RUN", resume=True, progress=told.append)
    assert [(step.done, step.played) for step in told] == [(2, 0)]


def test_stances_are_played_by_every_engine():
    assert regulars.evaluate("none", assistant=Acknowledger, data=LIVES[:1], concurrency=2).faults == []
