"""What holds for every registered memory as a guest of a process: it leaves no trace of what it is to forget, writes
nothing but where its back-end was told to, calls nobody, goes through processes, and holds nothing that it was not
told."""

from __future__ import annotations

import gc
import multiprocessing
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from enum import Enum
from functools import partial
from operator import methodcaller
from pathlib import Path

import pytest
from reached import reachable
from systems_held import BACKED, BUILT_IN, CHROMA, ON_CHROMA, ON_SQLITE, SQLITE, SYSTEMS, built_in, make, slowly

from regulars import Cast, life_v0, registry
from regulars.agents.assistant.scripted import ScriptedAssistant
from regulars.memory.composition.compose import Composed
from regulars.memory.embedders import HashedEmbedder
from regulars.scenarios.suites import suite_scenarios

SECRET = "Quixwell"
"""A word that nothing else says, in the case in which it is said and in lower case."""
TOLD_ROOMS = ("regulars.envs", "regulars.rewards", "regulars.datasets", "regulars.evaluation")
"""Rooms of whose objects no memory holds one."""


def words_in(root: object) -> Iterator[str]:
    for found in reachable(root):
        if isinstance(found, str):
            yield found
        elif isinstance(found, bytes):
            yield found.decode("utf-8", "replace")


@pytest.fixture
def told(make_turn):
    """Makes a memory that was told twelve turns; the sixth holds what is to be forgotten."""

    def tell(name: str, folder: Path | None = None) -> Composed:
        memory = make(name, folder=folder)
        assert isinstance(memory, Composed)
        for number in range(12):
            words = f"I moved to {SECRET} and my dog is called {SECRET}" if number == 5 else None
            memory.observe(make_turn(number, words))
            if number % 4 == 3:
                memory.close_session(make_turn(number).time)
        return memory

    return tell


# ---------------------------------------------------------------------- forgetting


def _bytes_that_tell(memory: Composed) -> list[bytes]:
    """The word as it may stand in a file, and the vectors of the keys that it is in."""
    found = [SECRET.encode(), SECRET.lower().encode()]
    if "dense" in memory.derived.indexes:
        keys = memory.made_of.keys_of("dense")
        items = [item for scope in memory.journal.scopes for item in memory.journal.items(scope)]
        rows = [" ".join(key for part in item.parts for key in keys(part)) for item in items if SECRET in item.text]
        found += [row.tobytes() for row in HashedEmbedder().embed(rows)]
    return found


@built_in
def test_forgetting_turns_leaves_no_trace_of_them(name, told, make_turn, make_cue, tmp_path, monkeypatch):
    """Not in memory, and where it keeps files in none of them."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    memory, turn = told(name, tmp_path / "named"), make_turn(5).id
    memory.recall(make_cue(f"What is {SECRET}?"))

    def in_files(sought: list[bytes]) -> list[str]:
        files = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
        return [f"{path}: {one[:40]!r}" for path, file in files.items() for one in sought if one in file]

    disclosure = _bytes_that_tell(memory)
    assert bool(in_files(disclosure)) is (name in BACKED), "the search finds what is kept"
    held = any(SECRET in words for words in words_in(memory))
    assert held is (name != "none"), "the walk finds what is held"
    assert bool(memory.forget("p1", [turn])) is (name != "none")
    assert in_files(disclosure) == []
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
    assert in_files(disclosure) == []


# ---------------------------------------------------------------------- a guest of the process

_GUEST = """
import gc, os, sys, time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import regulars.agents.assistant.scripted
from regulars.dialogue import Feedback, FeedbackAction, Turn, turn_id
from regulars.memory import Cue
from systems_held import BACKED, SYSTEMS, make

START = datetime(2025, 3, 1, 9, 30, tzinfo=UTC)
LINES = ("I moved to Bergen last week", "My dog Pixel hates the rain", "I start at the bakery on Monday")
NAMED, TEMPORARY = Path(sys.argv[1]), os.environ["TMPDIR"]
PATIENCE = 600


def open_for_writing():
    for number in os.listdir("/proc/self/fd") if os.path.isdir("/proc/self/fd") else ():
        try:
            file = os.readlink(f"/proc/self/fd/{number}")
            flags = int(Path(f"/proc/self/fdinfo/{number}").read_text().split("flags:")[1].split()[0], 8)
        except OSError:
            continue
        if flags & os.O_ACCMODE and file.startswith("/") and not file.startswith("/dev/"):
            yield file.removesuffix(" (deleted)")


def held_open(allowed):
    for _ in range(PATIENCE):  # Chroma's threads close the files of a dropped memory when the processor lets them
        held = [file for file in open_for_writing() if file not in at_first and not file.startswith(allowed)]
        if not held:
            break
        time.sleep(0.1)
    return held


def live(name):
    folder = NAMED / str(names.index(name))
    allowed = str(folder) if "path=*" in name else f"{TEMPORARY}/regulars-" if name in BACKED else "nowhere"
    memory = make(name, folder=folder)
    for number in range(12):
        session, utterance = divmod(number, 4)
        said = START + timedelta(days=session, minutes=utterance)
        id = turn_id(session + 1, utterance + 1)
        memory.observe(Turn(id, "p1", "p1", "p1", "Ann", session + 1, LINES[number % 3], said))
        if utterance == 3:
            memory.close_session(said)
    found = memory.recall(Cue("Where is the bakery in Bergen?", START + timedelta(days=9), "p1"))
    memory.feedback(Feedback("s003.t04", FeedbackAction.LIKE, time=START + timedelta(days=9)), found)
    seen.extend(f"{name}: has {file} open" for file in held_open(allowed))
    memory.restore(memory.snapshot())
    del memory
    return allowed


seen, watched, at_first = [], [""], set(open_for_writing())


def watch(event, arguments):
    if event == "object.__setattr__":  # raised for values that are only half made, which cannot be printed
        return
    name, *allowed = watched
    file = str(arguments[0]) if arguments else ""
    if event in ("os.remove", "os.rmdir") and arguments[1] >= 0:  # named within a folder that is open
        file = os.path.join(os.readlink(f"/proc/self/fd/{arguments[1]}"), file)
    if allowed and file.startswith(allowed[0]) and event.startswith(("open", "os.", "shutil.", "sqlite3.")):
        return
    writes = event == "open" and isinstance(arguments[1], str) and set(arguments[1]) & set("wax+")
    touches = ("socket.", "subprocess.", "os.mkdir", "os.remove", "os.rename", "os.rmdir", "shutil.", "sqlite3.connect")
    if writes or (event.startswith(touches) and event != "sqlite3.connect/handle"):
        seen.append(f"{name}: {event} {arguments!r}"[:200])


names = [*SYSTEMS, *BACKED]
allowed = {name: live(name) for name in names}
gc.collect()
gc.freeze()  # what was loaded stays, and need not be walked after each life
sys.addaudithook(watch)
for name in names:
    watched[:] = name, allowed[name]
    live(name)
    gc.collect()  # a memory removes its files while it is the one watched
watched[:] = [""]
print(len(names))
print(*seen, sep="\\n")
"""


def test_no_memory_writes_files_or_opens_connections(tmp_path):
    """The second life of each is watched, when what is loaded once is loaded; and nothing is there after both.

    One on a back-end may write in its folder, or where it was given none in a temporary one of its own.
    """
    home, temporary, folders = (tmp_path / name for name in ("home", "temporary", "folders"))
    for folder in (home, temporary, folders):
        folder.mkdir()
    path = ":".join(path for path in sys.path if path)
    done = subprocess.run(
        [sys.executable, "-B", "-c", _GUEST, str(folders)],
        cwd=home,
        stdin=subprocess.DEVNULL,
        env={"PYTHONPATH": path, "HOME": str(home), "TMPDIR": str(temporary)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    count, *seen = done.stdout.split("\n")
    assert int(count) == len(BUILT_IN)
    assert [line for line in seen if line] == []
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
    assert list(home.iterdir()) == list(temporary.iterdir()) == []


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_memories_go_through_processes(method, told, make_cue):
    """They arrive as they left, and go on there as here: one process for all of them.

    Chroma in a folder is not asked in a fork of a process that has used it, but refused (backends/test_chroma.py).
    """
    names = BUILT_IN if method == "spawn" else [*SYSTEMS, *SQLITE]
    memories = [told(name) for name in names]
    cue = make_cue(purpose="probe")
    with multiprocessing.get_context(method).Pool(1) as pool:
        states = pool.map(methodcaller("snapshot"), memories)
        found = pool.map(methodcaller("recall", cue), memories)
    for name, memory, state, recollections in zip(names, memories, states, found, strict=True):
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


@slowly(BUILT_IN, quick=(ON_SQLITE, ON_CHROMA), among=BACKED)
def test_a_memory_holds_only_what_it_was_told(name, core):
    scenario, ids = core
    seat = ScriptedAssistant(partial(make, name))
    env = life_v0.env(scenario=scenario, probes="fork")
    cast = Cast(env, assistant=seat)
    cast.reset(seed=0)
    for step, agent in enumerate(env.agent_iter(100)):
        observation, _, terminated, truncated, _ = env.last()
        env.step(None if terminated or truncated else cast[agent](observation))
        if step in (50, 99):
            objects = list(reachable(seat.memory))
            assert [found for found in objects if _is_forbidden(found)] == []
            assert {found for found in objects if isinstance(found, str)} & ids == set()
    assert any(isinstance(found, str) and scenario.persons[0].name in found for found in objects) or name == "none"


# ---------------------------------------------------------------------- many of them

GROWTH = 5 * 2**10
"""Bytes a memory by which the process may grow."""


def _resident() -> int:
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the size of the process is not known here")
@pytest.mark.parametrize(
    ("names", "count"),
    [
        pytest.param(SYSTEMS, 500, id="core"),
        pytest.param(SYSTEMS, 1000, id="core, a thousand", marks=pytest.mark.slow),
        pytest.param(SQLITE, 120, id="sqlite"),
        pytest.param(SQLITE, 1000, id="sqlite, a thousand", marks=pytest.mark.slow),
        # Chroma's tables double now and then, by 6 MB at one time, so the growth of each is seen over many.
        pytest.param(CHROMA, 2000, id="chroma", marks=pytest.mark.slow),
    ],
)
def test_many_memories_built_and_dropped_leave_the_process_as_it_was(names, count, make_turn, make_cue):
    def live(count: int) -> None:
        for number in range(count):
            memory = make(names[number % len(names)], seed=number)
            state = memory.snapshot()
            for utterance in range(4):
                memory.observe(make_turn(utterance))
            memory.recall(make_cue())
            memory.restore(state)

    live(max(3 * len(names), 100))
    before = _resident()
    live(count)
    assert _resident() - before < GROWTH * count


def test_every_built_in_memory_says_what_it_is():
    for entry in registry.entries("memory"):
        if isinstance(entry.target, str) and entry.target.startswith("regulars."):
            assert entry.summary, entry.name
            assert entry.marks["fidelity"] in ("exact", "in the spirit of"), entry.name
            assert entry.marks["family"], entry.name
            assert entry.marks["source"], entry.name
            assert "stand_in" in entry.marks, entry.name
