"""Opens a memory whose journal is stored in a file."""

from __future__ import annotations

from pathlib import Path

from regulars.errors import SeatError
from regulars.memory.adopt import adopt
from regulars.memory.backends.durable import DurableMemory, Journalled
from regulars.memory.backends.journal_file import JournalFile
from regulars.memory.build_memory import build_memory
from regulars.memory.protocol import Memory


def open_memory(memory: str | Memory, path: str | Path, *, seed: int = 0) -> DurableMemory:
    """Opens a memory whose journal is stored in a file, or creates the file.

    Args:
        memory: A spec (`bm25-turn:b=0.3`), or an empty memory from `compose`. Its parts must equal those with which
            the file was created.
        path: The file. Its folder must exist.
        seed: Passed to factories that take a seed.

    Returns:
        The memory with all operations in the file. The file is locked until the memory is closed.

    Raises:
        UnknownNameError: The name is unknown.
        SeatError: The memory has no journal, or is not empty.
        StateError: The file belongs to a memory with other parts, or has another version.
        DataError: The file is damaged, or is not a memory's journal.
        InfrastructureError: The file is locked, the disk is full, or permissions are missing.

    Example:
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder, open_memory("bm25-turn", f"{folder}/ann.memory") as memory:
        ...     len(memory.journal)
        0
    """
    built = build_memory(memory, seed) if isinstance(memory, str) else adopt(memory)
    if not isinstance(built, Journalled):
        raise SeatError(
            f"{memory!r} has no journal",
            where="open_memory",
            expected="a memory made by compose",
            remedy="write its snapshot() to a file instead",
        )
    if len(built.journal):
        raise SeatError("the memory is not empty", where="open_memory", expected="an empty memory")
    file = JournalFile(Path(path), built.parts)
    try:
        return DurableMemory(built.replayed(file.ops), file)
    except BaseException:
        file.close()
        raise
