"""Lets one process at a time write to the folder of a run.

The lock is a lock of the operating system on the file `run.lock`, so it ends with its process, however that ends. The
file says who holds it, for messages. On a file system without such locks, the process named in the file decides.
"""

from __future__ import annotations

import os
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from platform import node

import msgspec

from regulars.errors import ConfigurationError

try:
    import fcntl
except ImportError:  # not a POSIX system
    fcntl = None  # type: ignore[assignment]

LOCK = "run.lock"
_ATTEMPTS = 100
"""How often to open the file again if its holder removed it in between."""
_LONGEST = 4096
"""The largest number of bytes to read from the file."""
_BOOT = Path("/proc/sys/kernel/random/boot_id")


class LockOwner(msgspec.Struct, frozen=True, kw_only=True):
    """Who writes to a run.

    Attributes:
        process: The id of the process.
        host: The name of its machine.
        boot: The id of the machine's last start, where the system has one. Containers on one machine share it.
        since: When the process began to write.
    """

    process: int
    host: str
    boot: str = ""
    since: datetime

    @classmethod
    def here(cls) -> LockOwner:
        """This process."""
        boot = ""
        with suppress(OSError):
            boot = _BOOT.read_text("utf-8").strip()
        return cls(process=os.getpid(), host=node(), boot=boot, since=datetime.now(UTC))

    def shares_machine(self, other: LockOwner) -> bool:
        """Whether both processes are on one machine, where the lock of one is seen by the other."""
        return self.host == other.host or bool(self.boot and self.boot == other.boot)

    @property
    def runs(self) -> bool:
        """Whether a process with this id runs on this machine; True if the system cannot tell."""
        return is_running(self.process)

    def __str__(self) -> str:
        age = _age((datetime.now(UTC) - self.since).total_seconds())
        return f"process {self.process} on {self.host}, since {self.since:%Y-%m-%d %H:%M} UTC ({age})"


def is_running(process: int) -> bool:
    """Whether a process with an id runs on this machine; True if the system cannot tell."""
    if os.name != "posix":
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:  # it belongs to another user
        return True
    return True


class RunLock:
    """The lock of one folder.

    Args:
        folder: The folder, which exists.

    Attributes:
        taken_over: The owner of a lock that was left behind, in words; empty if there was none.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / LOCK
        self._file: int | None = None
        self.taken_over = ""

    def acquire(self) -> None:
        """Takes the lock. A lock whose process has ended is taken over.

        Raises:
            ConfigurationError: Another process writes to the folder, or the lock cannot be written.
        """
        try:
            for _ in range(_ATTEMPTS):
                if self._take():
                    return
        except OSError as error:
            raise ConfigurationError(
                f"{self._path.parent} cannot be written: {error.strerror}", where="out",
                remedy="name a folder that you may write to, on a disk with free space",
            ) from error  # fmt: skip
        raise ConfigurationError(f"{self._path} cannot be locked", where="out", remedy="start again")

    def _take(self) -> bool:
        """Takes the lock; False if its file was removed meanwhile."""
        file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            held = _hold(file)
            owner = _owner(file)
            if held is False:
                raise self._refusal(owner)
            if not _is_at(file, self._path):
                os.close(file)
                return False
            here = LockOwner.here()
            if owner is not None:
                if not here.shares_machine(owner) or (held is None and owner.runs):
                    raise self._refusal(owner)
                self.taken_over = str(owner)
            os.ftruncate(file, 0)
            os.pwrite(file, msgspec.json.encode(here) + b"\n", 0)
        except BaseException:
            os.close(file)
            raise
        self._file = file
        return True

    def _refusal(self, owner: LockOwner | None) -> ConfigurationError:
        by = "another process" if owner is None else str(owner)
        away = owner is not None and not LockOwner.here().shares_machine(owner)
        remedy = "wait until it ends, or stop it"
        return ConfigurationError(
            f"{self._path.parent} is being written by {by}",
            where="out",
            expected="one process at a time",
            remedy=f"if that process has ended, delete {self._path}" if away else remedy,
        )

    def release(self) -> None:
        """Gives the lock back, if it is held."""
        if self._file is not None:
            with suppress(OSError):
                self._path.unlink()  # first, so that no one else can hold a file that is about to vanish
            os.close(self._file)
            self._file = None


def _hold(file: int) -> bool | None:
    """Locks an open file: True, or False if another process holds it; None on a file system without locks."""
    if fcntl is None:
        return None
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True


def _owner(file: int) -> LockOwner | None:
    """The owner that the file names; None for a new file, or one whose writing was cut."""
    try:
        return msgspec.json.decode(os.pread(file, _LONGEST, 0), type=LockOwner)
    except msgspec.DecodeError:
        return None


def _is_at(file: int, path: Path) -> bool:
    """Whether the open file is the one at the path."""
    try:
        return os.path.samestat(os.fstat(file), path.stat())
    except FileNotFoundError:
        return False


def _age(seconds: float) -> str:
    """A time span in words, such as `3 hours ago`."""
    for name, length in (("day", 86400), ("hour", 3600), ("minute", 60)):
        count = int(seconds // length)
        if count >= 1:
            return f"{count} {name}{'s' * (count > 1)} ago"
    return "less than a minute ago"
