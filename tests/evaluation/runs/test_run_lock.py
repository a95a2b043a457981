"""The lock of a run: one process at a time, and what a dead one left behind is taken over."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from regulars.errors import ConfigurationError
from regulars.evaluation.runs import lock as locks
from regulars.evaluation.runs.folder import RunFolder
from regulars.evaluation.runs.lock import LockOwner, RunLock
from regulars.evaluation.runs.manifest import RunManifest

MANIFEST = RunManifest(schema=2, version="0.1.0", systems=("x",), feedback="sealed", k=7, budget=90)
HERE = LockOwner.here()


def leave(folder, **given):
    """Writes the file of a lock that no process holds."""
    owner = msgspec.structs.replace(HERE, **given)
    (folder / "run.lock").write_bytes(msgspec.json.encode(owner))
    return owner


def ended():
    """The id of a process that has ended."""
    child = subprocess.Popen([sys.executable, "-c", ""])
    child.wait()
    return child.pid


def test_a_second_writer_is_refused_and_told_who_writes_since_when(tmp_path):
    first, second = RunLock(tmp_path), RunLock(tmp_path)
    first.acquire()
    with pytest.raises(ConfigurationError, match=f"is being written by process {os.getpid()} on ") as caught:
        second.acquire()
    assert "(less than a minute ago)" in str(caught.value)
    assert (caught.value.expected, caught.value.remedy) == ("one process at a time", "wait until it ends, or stop it")
    first.release()
    assert list(tmp_path.iterdir()) == []
    second.acquire()
    second.release()
    first.release()


def test_a_lock_whose_process_was_killed_is_taken_over_with_a_word(tmp_path):
    owner = leave(tmp_path, process=ended(), since=datetime(2026, 1, 2, 3, 4, tzinfo=UTC))
    folder = RunFolder(tmp_path, MANIFEST, False)
    with folder:
        (note,) = folder.notes
        assert note.startswith(
            f"continued the run of process {owner.process} on {HERE.host}, since 2026-01-02 03:04 UTC ("
        )
        assert note.endswith(" days ago), which ended before it was complete")
    assert not (tmp_path / "run.lock").exists()


@pytest.mark.parametrize("content", [b"", b"{", b"x" * 5000])
def test_a_lock_file_that_was_never_finished_is_no_owner(tmp_path, content):
    (tmp_path / "run.lock").write_bytes(content)
    folder = RunFolder(tmp_path, MANIFEST, False)
    with folder:
        assert folder.notes == []


@pytest.mark.parametrize(("boot", "taken"), [("another start", False), (HERE.boot, bool(HERE.boot))])
def test_a_lock_of_another_machine_is_never_taken_over_but_one_of_a_container_here_is(tmp_path, boot, taken):
    leave(tmp_path, host="elsewhere", boot=boot, since=datetime.now(UTC) - timedelta(hours=3, minutes=5))
    lock = RunLock(tmp_path)
    if taken:
        lock.acquire()
        assert "on elsewhere" in lock.taken_over
        lock.release()
        return
    with pytest.raises(ConfigurationError, match=r"on elsewhere, .*\(3 hours ago\)") as caught:
        lock.acquire()
    assert caught.value.remedy == f"if that process has ended, delete {tmp_path / 'run.lock'}"


def test_a_lock_that_is_not_held_is_released_without_effect(tmp_path):
    leave(tmp_path, process=ended())
    never, twice = RunLock(tmp_path), RunLock(tmp_path)
    never.release()
    assert (tmp_path / "run.lock").exists()
    twice.acquire()
    twice.release()
    twice.release()
    assert not (tmp_path / "run.lock").exists()


def test_without_locks_of_the_system_the_process_decides(tmp_path, monkeypatch):
    monkeypatch.setattr(locks, "fcntl", None)
    leave(tmp_path, process=os.getppid())
    with pytest.raises(ConfigurationError, match=f"process {os.getppid()} on"):
        RunLock(tmp_path).acquire()
    dead = ended()
    leave(tmp_path, process=dead)
    lock = RunLock(tmp_path)
    lock.acquire()
    assert f"process {dead} on" in lock.taken_over
    lock.release()


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(59, "less than a minute ago"), (60, "1 minute ago"), (7199, "1 hour ago"), (86400 * 2, "2 days ago"),
     (-5, "less than a minute ago")],
)  # fmt: skip
def test_the_age_of_a_lock_in_words(seconds, words):
    owner = msgspec.structs.replace(HERE, since=datetime.now(UTC) - timedelta(seconds=seconds))
    assert str(owner).endswith(f"({words})")


def test_a_refused_run_leaves_the_lock_of_the_other_and_its_own_is_given_back(tmp_path):
    with RunFolder(tmp_path, MANIFEST, False):
        for resume in (False, True):
            with pytest.raises(ConfigurationError, match="is being written by"), RunFolder(tmp_path, MANIFEST, resume):
                pass
        assert (tmp_path / "run.lock").exists()
    with pytest.raises(ConfigurationError, match="already holds a run"), RunFolder(tmp_path, MANIFEST, False):
        pass
    assert [one.name for one in tmp_path.iterdir()] == ["config.json"]
