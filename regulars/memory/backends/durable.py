"""A memory that writes its journal to a file as it grows.

The operations of a call are committed in one transaction before the call returns. After a crash, the memory can be
rebuilt from the file with exactly the committed operations. The file holds only the journal, since items and indexes
derive from it. Forgotten turns are erased from the file too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol, TypeVar, runtime_checkable

from regulars.dialogue import Feedback, Turn
from regulars.memory.backends.journal_file import JournalFile
from regulars.memory.journal.journal import Journal
from regulars.memory.journal.operations import Op
from regulars.memory.protocol import Cue, Memory, Recollections

_Answer = TypeVar("_Answer")


@runtime_checkable
class Journalled(Memory, Protocol):
    """A memory whose whole state is its journal, such as one made by `compose`."""

    @property
    def parts(self) -> Mapping[str, str]:
        """The parts and their settings."""
        ...

    @property
    def journal(self) -> Journal:
        """The operations so far."""
        ...

    def replayed(self, ops: Iterable[Op]) -> Journalled:
        """Another memory with the same parts, rebuilt from these operations."""
        ...

    def forget(self, scope: str, turns: Iterable[str]) -> int:
        """Forgets turns, which replaces the journal."""
        ...


class DurableMemory:
    """A memory and the file of its journal, made by `open_memory`.

    A deep copy, a pickle and the result of `replayed` are memories without the file, so branches are not stored.
    """

    __slots__ = ("_file", "_kept", "_memory")

    def __init__(self, memory: Journalled, file: JournalFile) -> None:
        self._memory = memory
        self._file = file
        self._kept = memory.journal

    def __repr__(self) -> str:
        return f"open_memory({self._memory!r}, {str(self._file.path)!r})"

    def __enter__(self) -> DurableMemory:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __reduce__(self) -> tuple[object, ...]:
        return _without_file, (self._memory,)

    @property
    def path(self) -> Path:
        """The file."""
        return self._file.path

    @property
    def parts(self) -> Mapping[str, str]:
        """The parts and their settings."""
        return self._memory.parts

    @property
    def journal(self) -> Journal:
        """The operations so far, all committed. Do not change them."""
        return self._memory.journal

    @property
    def journals(self) -> bool:
        """Whether the memory keeps its operations in `journal`; see `MemoryFlags`."""
        return bool(getattr(self._memory, "journals", False))

    @property
    def teaches(self) -> bool:
        """Whether the memory may have lessons for any reply; see `MemoryFlags`."""
        return bool(getattr(self._memory, "teaches", False))

    @property
    def learns(self) -> bool:
        """Whether the memory learns from feedback."""
        return bool(getattr(self._memory, "learns", False))

    def observe(self, turn: Turn) -> Sequence[Op]:
        """Stores a turn and commits its operations."""
        return self._committed(lambda: self._memory.observe(turn))

    def close_session(self, time: datetime) -> Sequence[Op]:
        """Consolidates at the end of a session and commits the operations."""
        return self._committed(lambda: self._memory.close_session(time))

    def recall(self, cue: Cue) -> Recollections:
        """Brings back what is relevant to the cue."""
        return self._committed(lambda: self._memory.recall(cue))

    def feedback(self, feedback: Feedback, recollections: Recollections | None) -> None:
        """Learns from the user's feedback and commits the operations."""
        self._committed(lambda: self._memory.feedback(feedback, recollections))

    def forget(self, scope: str, turns: Iterable[str]) -> int:
        """Forgets turns and erases every byte of them from the file."""
        return self._committed(lambda: self._memory.forget(scope, turns))

    def snapshot(self) -> bytes:
        """The snapshot of the memory itself."""
        return self._memory.snapshot()

    def restore(self, state: bytes) -> None:
        """Restores the state of a snapshot, which replaces the content of the file.

        Raises:
            StateError: See `Memory.restore`. Nothing changes.
            InfrastructureError: The file cannot be written. Nothing changes.
        """
        restored = self._memory.replayed(())
        restored.restore(state)
        self._file.replace(restored.journal.ops)
        self._memory, self._kept = restored, restored.journal

    def replayed(self, ops: Iterable[Op]) -> Memory:
        """Another memory with the same parts, without a file."""
        return self._memory.replayed(ops)

    def close(self) -> None:
        """Closes the file. Afterwards nothing more can be stored."""
        self._file.close()

    def _committed(self, act: Callable[[], _Answer]) -> _Answer:
        """Runs an act and commits its operations. Operations that cannot be committed are undone."""
        try:
            return act()
        finally:
            self._commit()

    def _commit(self) -> None:
        journal, kept, held = self._memory.journal, self._kept, self._file.held
        try:
            if journal is not kept:
                self._file.replace(journal.ops)
            elif len(journal) > held:
                self._file.append(journal.ops[held:])
        except BaseException:
            self._memory = self._memory.replayed(kept.ops[:held])
            self._kept = self._memory.journal
            raise
        self._kept = journal


def _without_file(memory: Any) -> Any:
    return memory
