"""Runs whose process is killed lose the episode under way at most, and two processes never write one run."""

from __future__ import annotations

import os
import random
import signal
from dataclasses import dataclass
from multiprocessing import get_context
from time import sleep

import pytest
from bare_records import bare

from regulars.agents.models.metered import Meter
from regulars.datasets.episode_record import EpisodeKey
from regulars.datasets.record_files import read_records
from regulars.errors import ConfigurationError
from regulars.evaluation.play.episode_log import EpisodeLog
from regulars.evaluation.runs.folder import RunFolder
from regulars.evaluation.runs.manifest import RunManifest
from regulars.evaluation.systems.systems import System

FORKED = get_context("fork")
EPISODES = 12


@dataclass(frozen=True)
class Planned:
    """A planned episode without a scenario."""

    name: str
    seed: int
    system: System

    @property
    def key(self):
        return EpisodeKey(self.name, self.seed, self.system.name)


UNITS = [Planned("s", seed, System("x", lambda life: None)) for seed in range(EPISODES)]
RECORDS = {unit.key: bare("s", unit.seed, unresolved=(f"{unit.seed} " * 50_000,)) for unit in UNITS}
"""Records of 100 kB and more, so that a kill may meet one half written."""
MANIFEST = RunManifest(schema=2, version="0.1.0", systems=("x",), feedback="sealed", k=7, budget=90,
                       units=tuple(("s", unit.seed, "x") for unit in UNITS))  # fmt: skip


def play(folder, told=None, order=0):
    """Plays what remains of the run in a shuffled order, and tells each episode once it is written."""
    with RunFolder(folder, MANIFEST, resume=True) as path:
        log = EpisodeLog(path / "episodes.jsonl", UNITS, Meter())
        assert log.rejected == []
        jobs = log.jobs
        random.Random(order).shuffle(jobs)
        for job in jobs:
            log.enter(job.unit, RECORDS[job.unit.key])
            if told is not None:
                told.send(job.unit.seed)
        log.close()


def written(folder):
    path = folder / "episodes.jsonl"
    return [record.key.seed for record in read_records(path)] if path.exists() else []


@pytest.mark.parametrize("kills", [5, pytest.param(300, marks=pytest.mark.slow)])
def test_a_kill_loses_at_most_the_episode_under_way(tmp_path, kills):
    draws = random.Random(7)
    done = 0
    for number in range(kills):
        folder = tmp_path / str(done)
        before = set(written(folder))
        here, there = FORKED.Pipe(duplex=False)
        child = FORKED.Process(target=play, args=(folder, there, number))
        child.start()
        there.close()
        sleep(draws.random() * 0.03)
        os.kill(child.pid, signal.SIGKILL)
        child.join()
        told = set()
        while True:
            try:
                told.add(here.recv())
            except EOFError:
                break
        path = folder / "episodes.jsonl"
        if number % 3 == 0 and path.exists() and path.read_bytes().endswith(b"\n"):
            # The part of a line that a kill during the writing would have left.
            line = path.read_bytes().splitlines()[-1]
            with path.open("ab") as file:
                file.write(line[: draws.randrange(1, len(line))])
        kept = set(written(folder))
        assert before | told <= kept, "what was told to be written is there"
        assert len(kept - before - told) <= 1, "at most one more, which was written and not yet told"
        done += len(kept) == EPISODES
    folder = tmp_path / str(done)
    play(folder)
    assert list(read_records(folder / "episodes.jsonl")) == [RECORDS[unit.key] for unit in UNITS]
    assert sorted(one.name for one in folder.iterdir()) == ["config.json", "episodes.jsonl"]


def contend(folder, start, tries):
    """Starts a run as often as it is told, and notes what it was told when it was not let in."""
    for number in range(tries):
        start.wait(60)
        try:
            play(folder / str(number), order=number)
        except ConfigurationError as error:
            (folder / f"{number}.refused").write_text(str(error))
        except BaseException:
            start.abort()
            raise


@pytest.mark.parametrize("tries", [3, pytest.param(50, marks=pytest.mark.slow)])
def test_two_writers_at_once_leave_one_sound_run(tmp_path, tries):
    start = FORKED.Barrier(2)
    writers = [FORKED.Process(target=contend, args=(tmp_path, start, tries)) for _ in range(2)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert [writer.exitcode for writer in writers] == [0, 0]
    for number in range(tries):
        folder = tmp_path / str(number)
        assert list(read_records(folder / "episodes.jsonl")) == [RECORDS[unit.key] for unit in UNITS]
        assert sorted(one.name for one in folder.iterdir()) == ["config.json", "episodes.jsonl"]
    refused = [path.read_text() for path in tmp_path.glob("*.refused")]
    assert all("is being written by" in text for text in refused)
    assert tries < 50 or refused, "some tries met each other"
