"""A memory whose journal is kept in a file as it grows: what counts is what is committed.

Whatever a call adds to the journal is committed, as one transaction, before the call returns. A process that dies
leaves a file from which the memory is made again with exactly the operations committed. Only the journal is kept:
items and indexes follow from it. What is forgotten is gone from the file as well.
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
    """A memory all of whose state is its journal. What `compose` makes is one."""

    @property
    def parts(self) -> Mapping[str, str]:
        """The parts and their settings."""
        ...

    @property
    def journal(self) -> Journal:
        """The operations so far."""
        ...

    def replayed(self, ops: Iterable[Op]) -> Journalled:
        """Another memory with the same parts, made by these operations."""
        ...

    def forget(self, scope: str, turns: Iterable[str]) -> int:
        """Forgets turns; its journal is another one afterwards."""
        ...


class DurableMemory:
    """A memory and the file of its journal. Made by `open_memory`.

    A deep copy, a pickle, and what `replayed` returns are the memory without the file: a branch is not kept.
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
        """The operations so far, all of them committed. To be read only."""
        return self._memory.journal

    @property
    def journals(self) -> bool:
        """As the memory itself."""
        return bool(getattr(self._memory, "journals", False))

    @property
    def teaches(self) -> bool:
        """As the memory itself."""
        return bool(getattr(self._memory, "teaches", False))

    def observe(self, turn: Turn) -> Sequence[Op]:
        """Takes in a turn; its operations are committed."""
        return self._committed(lambda: self._memory.observe(turn))

    def close_session(self, time: datetime) -> Sequence[Op]:
        """Consolidates; its operations are committed."""
        return self._committed(lambda: self._memory.close_session(time))

    def recall(self, cue: Cue) -> Recollections:
        """Brings back what bears on the cue."""
        return self._committed(lambda: self._memory.recall(cue))

    def feedback(self, feedback: Feedback, recollections: Recollections | None) -> None:
        """Learns from what the user let show; what is journalled of it is committed."""
        self._committed(lambda: self._memory.feedback(feedback, recollections))

    def forget(self, scope: str, turns: Iterable[str]) -> int:
        """Forgets turns, in the file too: no byte of it holds their words any more."""
        return self._committed(lambda: self._memory.forget(scope, turns))

    def snapshot(self) -> bytes:
        """The snapshot of the memory itself."""
        return self._memory.snapshot()

    def restore(self, state: bytes) -> None:
        """Takes the state of a snapshot, which replaces what the file holds.

        Raises:
            StateError: See `Memory.restore`. Nothing has changed.
            InfrastructureError: The file cannot be written. Nothing has changed.
        """
        restored = self._memory.replayed(())
        restored.restore(state)
        self._file.replace(restored.journal.ops)
        self._memory, self._kept = restored, restored.journal

    def replayed(self, ops: Iterable[Op]) -> Memory:
        """Another memory with the same parts, in no file."""
        return self._memory.replayed(ops)

    def close(self) -> None:
        """Closes the file. Afterwards nothing more can be taken in."""
        self._file.close()

    def _committed(self, act: Callable[[], _Answer]) -> _Answer:
        """Does something and commits what it does to the journal; what cannot be committed is taken back."""
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
