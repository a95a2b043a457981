"""Whole commands whose process is killed at any moment: repeated, they give the bytes of an undisturbed one."""

from __future__ import annotations

import hashlib
import os
import random
import signal
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from time import perf_counter, sleep

import pytest

from regulars.datasets import export_data
from regulars.datasets.episode_record import EPISODES
from regulars.datasets.record_files import read_records
from regulars.errors import ConfigurationError
from regulars.evaluation import evaluate
from regulars.evaluation.building.build import SCENARIOS, WORK, build
from regulars.evaluation.building.plan import DataSetPlan
from regulars.scenarios import write_scenarios
from regulars.scenarios.suite import Suite

FORKED = get_context("fork")
TINY = Suite("tiny", 1, "", ({"users": 1, "sessions": 2, "probes_per_session": 1, "anchors": 1},))
PLAN = DataSetPlan(suite=TINY, users=4, name="tiny-1")
SYSTEMS = "none,recency"

Tell = Callable[[int], None]
"""Called with the number of episodes or lives that are written."""


def play(place: Path, folder: Path, tell: Tell) -> None:
    evaluate(
        SYSTEMS, data=place / "lives.jsonl", seeds=2, references=False, out=folder / "run", resume=True,
        progress=lambda step: tell(step.done),
    )  # fmt: skip


def make(place: Path, folder: Path, tell: Tell) -> None:
    def report(what: str, done: int, total: int) -> None:
        if what == "train: lives":
            tell(done)

    build(PLAN, folder / "set", tell=report, rows=("none",), reference="none")


def write(place: Path, folder: Path, tell: Tell) -> None:
    export_data(place / "whole" / "run", "longmemeval", folder / "questions.json")


COMMANDS = {"evaluate": play, "build": make, "export": write}


def kept(command: str, folder: Path) -> int:
    """The number of episodes or lives that a killed command has left."""
    if command == "evaluate":
        path = folder / "run" / EPISODES
        return len(list(read_records(path))) if path.exists() else 0
    work, done = (folder / "set" / one / "train" / SCENARIOS for one in (WORK, "."))
    path = work if work.exists() else done
    return path.read_bytes().count(b"\n") if command == "build" and path.exists() else 0


def result(command: str, folder: Path) -> dict[str, str]:
    """What a finished command has written: digests of its files; of records, without their timings."""
    if command == "evaluate":
        run = folder / "run"
        names = sorted(one.name for one in run.iterdir() if one.suffix != ".sqlite")
        records = [record.hash for record in read_records(run / EPISODES)]
        figures = hashlib.sha256((run / "results.json").read_bytes()).hexdigest()
        return {"files": str(names), "records": str(records), "results": figures}
    files = [one for one in sorted(folder.rglob("*")) if one.is_file() and not one.name.endswith(".part")]
    return {str(one.relative_to(folder)): hashlib.sha256(one.read_bytes()).hexdigest() for one in files}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with lives, and in `whole` what each command writes undisturbed."""
    place = tmp_path_factory.mktemp("killed")
    write_scenarios(place / "lives.jsonl", [TINY.life(number) for number in range(2)])
    (place / "whole").mkdir()
    for command in COMMANDS.values():
        command(place, place / "whole", lambda done: None)
    return place


def child(command: str, place: Path, folder: Path, told: Connection) -> None:
    COMMANDS[command](place, folder, told.send)
    told.send(-1)


@pytest.mark.parametrize("kills", [3, pytest.param(100, marks=pytest.mark.slow)])
@pytest.mark.parametrize("command", COMMANDS)
def test_a_killed_command_goes_on_where_it_stopped(command: str, kills: int, place: Path, tmp_path: Path) -> None:
    draws = random.Random(command)
    (tmp_path / "whole").mkdir()
    COMMANDS[command](place, tmp_path / "whole", lambda done: None)
    expected = result(command, tmp_path / "whole")
    folder, done, lasts = tmp_path / "0", 0, 0.0
    folder.mkdir()
    killed = 0
    while killed < kills:
        before = kept(command, folder)
        here, there = FORKED.Pipe(duplex=False)
        process = FORKED.Process(target=child, args=(command, place, folder, there))
        began = perf_counter()
        process.start()
        there.close()
        if lasts:
            sleep(draws.random() * lasts)
            os.kill(process.pid or 0, signal.SIGKILL)
        process.join()
        told = [before]
        while True:
            try:
                told.append(here.recv())
            except (EOFError, OSError):
                break
        finished = told[-1] == -1
        if not lasts:
            assert finished
            lasts = perf_counter() - began
        else:
            killed += not finished
        if finished:
            assert result(command, folder) == expected
            done += 1
            folder = tmp_path / str(done)
            folder.mkdir()
        else:
            assert max(told) <= kept(command, folder), "what was told to be written is there"
    COMMANDS[command](place, folder, lambda done: None)
    assert result(command, folder) == expected


def contend(command: str, place: Path, folder: Path, start: object, tries: int) -> None:
    for number in range(tries):
        start.wait(60)  # type: ignore[attr-defined]
        there = folder / str(number)
        there.mkdir(exist_ok=True)
        try:
            COMMANDS[command](place, there, lambda done: None)
        except ConfigurationError as error:
            (folder / f"{number}.refused").write_text(str(error))


@pytest.mark.parametrize("tries", [2, pytest.param(50, marks=pytest.mark.slow)])
@pytest.mark.parametrize("command", ["evaluate", "build"])
def test_two_commands_at_once_leave_one_sound_result(command: str, tries: int, place: Path, tmp_path: Path) -> None:
    start = FORKED.Barrier(2)
    writers = [FORKED.Process(target=contend, args=(command, place, tmp_path, start, tries)) for _ in range(2)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert [writer.exitcode for writer in writers] == [0, 0]
    (tmp_path / "whole").mkdir()
    COMMANDS[command](place, tmp_path / "whole", lambda done: None)
    expected = result(command, tmp_path / "whole")
    for number in range(tries):
        assert result(command, tmp_path / str(number)) == expected
    refused = [path.read_text() for path in tmp_path.glob("*.refused")]
    assert [text for text in refused if "is being written by" not in text] == []
    assert tries < 50 or refused, "some tries met each other"
