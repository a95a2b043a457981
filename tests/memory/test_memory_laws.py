"""What holds for every registered memory as a guest of a process: it leaves no trace of what it is to forget, writes
nothing, calls nobody, goes through processes, and holds nothing that it was not told."""

from __future__ import annotations

import gc
import multiprocessing
import subprocess
import sys
from collections.abc import Iterator
from enum import Enum
from functools import partial
from operator import methodcaller
from pathlib import Path
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import pytest

from regulars import Cast, life_v0, registry
from regulars.agents.assistant import ScriptedAssistant
from regulars.memory import build_memory
from regulars.memory.compose import Composed
from regulars.scenarios.suites import suite_scenarios

SYSTEMS = [entry.name for entry in registry.entries("memory")]
SECRET = "Quixwell"
"""A word that nothing else says, in the case in which it is said and in lower case."""
TOLD_ROOMS = ("regulars.envs", "regulars.rewards", "regulars.datasets", "regulars.evaluation")
"""Rooms of whose objects no memory holds one."""

every = pytest.mark.parametrize("name", SYSTEMS)


def reachable(root: object) -> Iterator[object]:
    """Every object that hangs on `root`, without classes, modules, and what functions see as globals."""
    waiting, seen = [root], {id(root)}
    while waiting:
        found = waiting.pop()
        yield found
        if isinstance(found, FunctionType):
            inside: list[Any] = [found.__closure__, found.__defaults__, found.__kwdefaults__]
        else:
            inside = gc.get_referents(found)
        for one in inside:
            if not isinstance(one, type | ModuleType | BuiltinFunctionType) and id(one) not in seen:
                seen.add(id(one))
                waiting.append(one)


def words_in(root: object) -> Iterator[str]:
    for found in reachable(root):
        if isinstance(found, str):
            yield found
        elif isinstance(found, bytes):
            yield found.decode("utf-8", "replace")


@pytest.fixture
def told(make_turn):
    """Makes a memory that was told twelve turns; the sixth holds what is to be forgotten."""

    def tell(name: str) -> Composed:
        memory = build_memory(name, seed=0)
        assert isinstance(memory, Composed)
        for number in range(12):
            words = f"I moved to {SECRET} and my dog is called {SECRET}" if number == 5 else None
            memory.observe(make_turn(number, words))
            if number % 4 == 3:
                memory.close_session(make_turn(number).time)
        return memory

    return tell


# ---------------------------------------------------------------------- forgetting


@every
def test_forgetting_turns_leaves_no_trace_of_them(name, told, make_turn, make_cue):
    memory, turn = told(name), make_turn(5).id
    memory.recall(make_cue(f"What is {SECRET}?"))
    held = any(SECRET in words for words in words_in(memory))
    assert held is (name != "none"), "the walk finds what is held"
    assert bool(memory.forget("p1", [turn])) is (name != "none")
    traces = [words for words in words_in(memory) if SECRET.lower() in words.lower()]
    assert traces == []
    assert SECRET.lower() not in memory.snapshot().decode().lower()
    items = [item for scope in memory.journal.scopes for item in memory.journal.items(scope)]
    assert not any(turn in item.sources for item in items)
    known = {item.id for item in items}
    assert all(link in known for item in items for link in item.links)
    found = memory.recall(make_cue(f"What is {SECRET}?"))
    assert turn not in {source for hit in found.hits for source in hit.sources}
    assert SECRET not in found.context


# ---------------------------------------------------------------------- a guest of the process

_GUEST = """
import sys
from datetime import UTC, datetime, timedelta

import regulars.agents.assistant
from regulars import registry
from regulars.dialogue import Feedback, FeedbackAction, Turn, turn_id
from regulars.memory import Cue, build_memory

START = datetime(2025, 3, 1, 9, 30, tzinfo=UTC)
LINES = ("I moved to Bergen last week", "My dog Pixel hates the rain", "I start at the bakery on Monday")


def live(name):
    memory = build_memory(name, seed=0)
    for number in range(12):
        session, utterance = divmod(number, 4)
        time = START + timedelta(days=session, minutes=utterance)
        id = turn_id(session + 1, utterance + 1)
        memory.observe(Turn(id, "p1", "p1", "p1", "Ann", session + 1, LINES[number % 3], time))
        if utterance == 3:
            memory.close_session(time)
    found = memory.recall(Cue("Where is the bakery in Bergen?", START + timedelta(days=9), "p1"))
    memory.feedback(Feedback("s003.t04", FeedbackAction.LIKE, time=START + timedelta(days=9)), found)
    memory.restore(memory.snapshot())


names = [entry.name for entry in registry.entries("memory")]
for name in names:
    live(name)
seen, watched = [], [""]


def watch(event, arguments):
    writes = event == "open" and isinstance(arguments[1], str) and set(arguments[1]) & set("wax+")
    if writes or event.startswith(("socket.", "subprocess.", "os.mkdir", "os.remove", "os.rename", "shutil.")):
        seen.append(f"{watched[0]}: {event} {arguments!r}"[:200])


sys.addaudithook(watch)
for name in names:
    watched[0] = name
    live(name)
print(len(names))
print(*seen, sep="\\n")
"""


def test_no_memory_writes_a_file_or_calls_anybody(tmp_path):
    """The second life of each is watched, when what is loaded once is loaded; and nothing is there after both."""
    done = subprocess.run(
        [sys.executable, "-B", "-c", _GUEST],
        cwd=tmp_path,
        env={"PYTHONPATH": ":".join(path for path in sys.path if path), "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    count, *seen = done.stdout.split("\n")
    assert int(count) == len(SYSTEMS)
    assert [line for line in seen if line] == []
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_memories_go_through_processes(method, told, make_cue):
    """They arrive as they left, and go on there as here: one process for all of them."""
    memories = [told(name) for name in SYSTEMS]
    cue = make_cue(purpose="probe")
    with multiprocessing.get_context(method).Pool(1) as pool:
        states = pool.map(methodcaller("snapshot"), memories)
        found = pool.map(methodcaller("recall", cue), memories)
    for name, memory, state, recollections in zip(SYSTEMS, memories, states, found, strict=True):
        assert state == memory.snapshot(), name
        assert recollections == memory.recall(cue), name


# ---------------------------------------------------------------------- nothing that was not told


@pytest.fixture(scope="module")
def core():
    """A life of the suite core, and all ids in it that are nobody's business."""
    _, _, scenario = next(iter(suite_scenarios("core", 1)))
    facts = {fact.id for person in scenario.persons for fact in person.facts}
    acts = {act.id for session in scenario.sessions for act in session.agenda}
    return scenario, facts | acts | {probe.id for probe in scenario.probes}


def _is_forbidden(found: object) -> bool:
    module = type(found).__module__
    if isinstance(found, Enum):  # a closed set is no knowledge of anybody
        return False
    return module == "regulars.scenarios.world" or module.startswith(TOLD_ROOMS)


@every
def test_nothing_hangs_on_a_memory_that_it_was_not_told(name, core):
    scenario, ids = core
    seat = ScriptedAssistant(partial(build_memory, name))
    env = life_v0.env(scenario=scenario, probes="fork")
    cast = Cast(env, assistant=seat)
    cast.reset(seed=0)
    for step, agent in enumerate(env.agent_iter(600)):
        observation, _, terminated, truncated, _ = env.last()
        env.step(None if terminated or truncated else cast[agent](observation))
        if step in (100, 599):
            objects = list(reachable(seat.memory))
            assert [found for found in objects if _is_forbidden(found)] == []
            assert {found for found in objects if isinstance(found, str)} & ids == set()
    assert any(isinstance(found, str) and scenario.persons[0].name in found for found in objects) or name == "none"


# ---------------------------------------------------------------------- a thousand of them

EPISODES = 1000
GROWTH = 5 * 2**20


def _resident() -> int:
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the size of the process is not known here")
def test_a_thousand_memories_built_and_dropped_leave_the_process_as_it_was(make_turn, make_cue):
    def live(count: int) -> None:
        for number in range(count):
            memory = build_memory(SYSTEMS[number % len(SYSTEMS)], seed=number)
            state = memory.snapshot()
            for utterance in range(4):
                memory.observe(make_turn(utterance))
            memory.recall(make_cue())
            memory.restore(state)

    live(3 * len(SYSTEMS))
    before = _resident()
    live(EPISODES)
    assert _resident() - before < GROWTH


def test_every_built_in_memory_says_what_it_is():
    for entry in registry.entries("memory"):
        if isinstance(entry.target, str) and entry.target.startswith("regulars."):
            assert entry.summary, entry.name
            assert entry.marks["fidelity"] in ("exact", "in the spirit of"), entry.name
            assert entry.marks["family"], entry.name
            assert entry.marks["source"], entry.name
            assert "stand_in" in entry.marks, entry.name
