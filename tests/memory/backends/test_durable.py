"""A memory in a file keeps what was committed, and refuses what is damaged."""

from __future__ import annotations

import copy
import os
import pickle
import random
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from regulars.errors import DataError, InfrastructureError, RegularsError, SeatError, StateError
from regulars.memory import adopt, build_memory, open_memory
from regulars.memory.backends.durable import DurableMemory

TURNS = """
import sys
from datetime import UTC, datetime, timedelta
from regulars.dialogue import Turn, turn_id
from regulars.errors import InfrastructureError
from regulars.memory import open_memory
def turn(number):
    session, utterance = divmod(number, 4)
    at = datetime(2025, 3, 1, tzinfo=UTC) + timedelta(minutes=number)
    return Turn(turn_id(session + 1, utterance + 1), "p1", "p1", "p1", "Ann", session + 1, f"words {number}", at)
"""
KILLED = (
    TURNS
    + """
memory = open_memory("bm25-turn", sys.argv[1])
for number in range(len(memory.journal), 10_000):
    print("begins", number, flush=True)
    memory.observe(turn(number))
    print("done", number, flush=True)
"""
)
FILLED = (
    TURNS
    + """

memory = open_memory("bm25-turn", sys.argv[1])
import resource
memory.observe(turn(0))
resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))
for number in range(1, 10_000):
    try:
        memory.observe(turn(number))
    except InfrastructureError as error:
        print(number, len(memory.journal), error)
        break
"""
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "ann.memory"


@pytest.fixture
def written(file, make_turn):
    """A file with six operations, closed."""
    with open_memory("bm25-turn", file) as memory:
        for number in range(6):
            memory.observe(make_turn(number))
    return file


def refused(path: Path) -> bool:
    try:
        open_memory("bm25-turn", path).close()
    except DataError:
        return True
    return False


def test_told_turns_are_there_after_reopening(written, make_turn, make_cue):
    plain = build_memory("bm25-turn")
    for number in range(6):
        plain.observe(make_turn(number))
    with open_memory("bm25-turn", written) as memory:
        assert memory.snapshot() == plain.snapshot()
        assert memory.recall(make_cue()) == plain.recall(make_cue())
        assert memory.observe(make_turn(6)) == plain.observe(make_turn(6))
    with open_memory("bm25-turn", written) as memory:
        assert list(memory.journal) == list(plain.journal)
    assert [path.name for path in written.parent.iterdir()] == [written.name], "one file, and nothing beside it"


def test_a_killed_process_leaves_exactly_what_was_committed(file, make_cue):
    chance = random.Random(7)
    held = 0
    for _ in range(3):
        child = subprocess.Popen([sys.executable, "-c", KILLED, str(file)], stdout=subprocess.PIPE, text=True)
        assert child.stdout is not None
        for _ in range(chance.randint(3, 60)):
            child.stdout.readline()
        child.send_signal(signal.SIGKILL)
        rest = child.stdout.read()
        child.wait()
        child.stdout.close()
        del rest
        with open_memory("bm25-turn", file) as memory:
            now = len(memory.journal)
            assert now >= held
            assert [op.draft.text for op in memory.journal] == [f"words {number}" for number in range(now)]
            assert memory.snapshot() == memory.replayed(memory.journal).snapshot()
        held = now
    assert held >= 10


def test_committed_turns_survive_a_kill(file):
    child = subprocess.Popen([sys.executable, "-c", KILLED, str(file)], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    lines = [child.stdout.readline() for _ in range(21)]
    child.send_signal(signal.SIGKILL)
    lines += child.stdout.read().splitlines(keepends=True)
    child.wait()
    child.stdout.close()
    done = sum(line.startswith("done") and line.endswith("\n") for line in lines)
    with open_memory("bm25-turn", file) as memory:
        assert done <= len(memory.journal) <= done + 1


def test_a_file_of_a_memory_with_other_parts_is_refused(written):
    before = written.read_bytes()
    with pytest.raises(StateError, match=r"ann\.memory is of a memory with other parts"):
        open_memory("bm25-turn:b=0.3", written)
    assert written.read_bytes() == before


def test_a_file_of_another_version_is_refused(file, make_turn, monkeypatch):
    with monkeypatch.context() as other:
        other.setattr("regulars.memory.journal.snapshot.SNAPSHOT_VERSION", 99)
        open_memory("bm25-turn", file).close()
    with pytest.raises(StateError, match="version 99"):
        open_memory("bm25-turn", file)


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.9, 0.999])
def test_a_truncated_file_is_refused_and_left_as_it_is(written, share):
    whole = written.read_bytes()
    written.write_bytes(whole[: int(len(whole) * share)])
    before = written.read_bytes()
    assert refused(written)
    assert written.read_bytes() == before


def test_a_flipped_byte_is_refused_or_changes_nothing(written, tmp_path):
    whole = written.read_bytes()
    with open_memory("bm25-turn", written) as memory:
        expected = memory.snapshot()
    chance = random.Random(3)
    told = [at for at in range(len(whole)) if whole[at]]
    found = 0
    for at in chance.sample(told, 150):
        flipped = tmp_path / "flipped.memory"
        flipped.write_bytes(whole[:at] + bytes([whole[at] ^ (1 << chance.randrange(8))]) + whole[at + 1 :])
        try:
            with open_memory("bm25-turn", flipped) as memory:
                assert memory.snapshot() == expected, f"a flip at {at} changed what is remembered"
        except (DataError, InfrastructureError):
            found += 1
    assert found > 100


@pytest.mark.parametrize("content", [b"", b"no database at all" * 50, b"SQLite format 3\x00" + b"\x00" * 500])
def test_a_file_without_a_journal_is_refused(file, content):
    file.write_bytes(content)
    assert refused(file)
    assert file.read_bytes() == content


def test_a_full_disk_takes_back_what_could_not_be_kept(file, make_turn, make_cue):
    memory = open_memory("bm25-turn", file)
    for number in range(3):
        memory.observe(make_turn(number))
    held, found = list(memory.journal), memory.recall(make_cue())
    connection = memory._file._connection
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(InfrastructureError, match=r"disk is full.*free space"):
        memory.observe(make_turn(3, "long " * 5000))
    assert list(memory.journal) == held
    assert memory.recall(make_cue()) == found
    connection.execute(f"PRAGMA max_page_count = {pages + 100}")
    memory.observe(make_turn(3, "long " * 5000))
    memory.close()
    with open_memory("bm25-turn", file) as memory:
        assert len(memory.journal) == 4


def test_a_file_that_may_grow_no_more_keeps_what_it_has(file):
    run = subprocess.run([sys.executable, "-c", FILLED, str(file)], capture_output=True, text=True, check=True)
    number, held, said = run.stdout.split(maxsplit=2)
    assert number == held
    assert "free space" in said
    with open_memory("bm25-turn", file) as memory:
        assert [op.draft.text for op in memory.journal] == [f"words {at}" for at in range(int(held))]


def test_a_second_writer_is_refused_and_the_first_goes_on(written, make_turn):
    with open_memory("bm25-turn", written) as memory:
        with pytest.raises(InfrastructureError, match=r"locked by another process.*close it there"):
            open_memory("bm25-turn", written)
        script = TURNS + "open_memory('bm25-turn', sys.argv[1])"
        run = subprocess.run([sys.executable, "-c", script, str(written)], capture_output=True, text=True)
        assert "InfrastructureError" in run.stderr
        memory.observe(make_turn(6))
    with open_memory("bm25-turn", written) as memory:
        assert len(memory.journal) == 7


def test_a_place_that_cannot_hold_a_file_is_an_error(tmp_path):
    for path in (tmp_path / "no" / "folder.memory", tmp_path):
        with pytest.raises(RegularsError):
            open_memory("bm25-turn", path)


def test_restoring_replaces_what_the_file_holds(written, make_turn):
    with open_memory("bm25-turn", written) as memory:
        state = memory.snapshot()
        memory.observe(make_turn(6))
        memory.restore(state)
        memory.observe(make_turn(7))
        expected = memory.snapshot()
        with pytest.raises(StateError):
            memory.restore(b"nothing of the kind")
        assert memory.snapshot() == expected
    with open_memory("bm25-turn", written) as memory:
        assert memory.snapshot() == expected


def test_forgotten_turns_are_in_no_byte_of_the_file(file, make_turn):
    memory = open_memory("bm25-turn", file)
    for number in range(6):
        memory.observe(make_turn(number, "the word is xylophone" if number == 2 else None))
    assert b"xylophone" in file.read_bytes()
    assert memory.forget("p1", [make_turn(2).id])
    for path in file.parent.iterdir():
        assert b"xylophone" not in path.read_bytes()
    memory.observe(make_turn(6))
    expected = memory.snapshot()
    assert b"xylophone" not in expected
    memory.close()
    with open_memory("bm25-turn", file) as memory:
        assert memory.snapshot() == expected


def test_forgetting_that_cannot_be_kept_is_taken_back(written, make_turn):
    memory = open_memory("bm25-turn", written)
    before = memory.snapshot()
    memory.close()
    with pytest.raises(StateError, match="was closed"):
        memory.forget("p1", [make_turn(2).id])
    assert memory.snapshot() == before


@pytest.mark.parametrize("branch", [copy.deepcopy, lambda memory: pickle.loads(pickle.dumps(memory))])
def test_a_branch_is_not_kept(branch, written, make_turn, make_cue):
    with open_memory("bm25-turn", written) as memory:
        before = memory.snapshot()
        replica = branch(memory)
        assert replica.snapshot() == before
        assert replica.recall(make_cue()) == memory.recall(make_cue())
        replica.observe(make_turn(6))
        assert memory.snapshot() == before
    with open_memory("bm25-turn", written) as memory:
        assert memory.snapshot() == before


def test_a_fork_may_read_and_not_write(written, make_turn, make_cue, in_a_fork):
    memory = open_memory("bm25-turn", written)
    found = memory.recall(make_cue())

    def act() -> bool:
        with pytest.raises(StateError, match="forked"):
            memory.observe(make_turn(6))
        return memory.recall(make_cue()) == found and memory.close() is None

    assert in_a_fork(act)
    memory.observe(make_turn(6))
    memory.close()
    with open_memory("bm25-turn", written) as memory:
        assert len(memory.journal) == 7


def test_a_closed_memory_takes_in_nothing(written, make_turn, make_cue):
    memory = open_memory("bm25-turn", written)
    memory.close()
    with pytest.raises(StateError, match="was closed"):
        memory.observe(make_turn(6))
    assert len(memory.journal) == 6
    assert memory.recall(make_cue()).hits


def test_a_durable_memory_is_whole_and_an_unjournalled_one_is_refused(written):
    class Notebook:
        def observe(self, turn: object) -> None: ...
        def recall(self, cue: object) -> None: ...

    with open_memory("bm25-turn", written) as memory:
        assert isinstance(memory, DurableMemory)
        assert adopt(memory) is memory
        assert memory.journals
    with pytest.raises(SeatError, match="has no journal"):
        open_memory(Notebook(), written)


def test_a_copy_of_the_file_is_a_memory_of_its_own(written, tmp_path, make_turn):
    shutil.copy(written, tmp_path / "copy.memory")
    with open_memory("bm25-turn", written) as one, open_memory("bm25-turn", tmp_path / "copy.memory") as other:
        one.observe(make_turn(6))
        assert len(other.journal) == 6
    assert os.path.getsize(written)
