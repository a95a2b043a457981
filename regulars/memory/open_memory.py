"""Opens a memory that is kept in a file."""

from __future__ import annotations

from pathlib import Path

from regulars.errors import SeatError
from regulars.memory.adopt import adopt
from regulars.memory.backends.durable import DurableMemory, Journalled
from regulars.memory.backends.journal_file import JournalFile
from regulars.memory.build_memory import build_memory
from regulars.memory.protocol import Memory

__all__ = ["open_memory"]


def open_memory(memory: str | Memory, path: str | Path, *, seed: int = 0) -> DurableMemory:
    """Opens a memory that is kept in a file, or begins one.

    Args:
        memory: A spec, `bm25-turn:b=0.3`, or what `compose` returned, empty. Its parts have to be those with which
            the file was begun.
        path: The file. Its folder exists.
        seed: Given to a factory that takes one.

    Returns:
        The memory with all operations that the file holds. The file is open to nobody else until it is closed.

    Raises:
        UnknownNameError: Nothing is found under that name.
        SeatError: The memory keeps no journal, or is not empty.
        StateError: The file is of a memory with other parts, or of another version.
        DataError: The file is torn, or something else.
        InfrastructureError: The file is open elsewhere, the disk is full, or it may not be read or written.

    Example:
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder, open_memory("bm25-turn", f"{folder}/ann.memory") as memory:
        ...     len(memory.journal)
        0
    """
    built = build_memory(memory, seed) if isinstance(memory, str) else adopt(memory)
    if not isinstance(built, Journalled):
        raise SeatError(
            f"{memory!r} keeps no journal",
            where="open_memory",
            expected="a memory made by compose",
            remedy="keep its snapshot() in a file instead",
        )
    if len(built.journal):
        raise SeatError("the memory holds something already", where="open_memory", expected="an empty memory")
    file = JournalFile(Path(path), built.parts)
    try:
        return DurableMemory(built.replayed(file.ops), file)
    except BaseException:
        file.close()
        raise
