"""Gives oracle readers the statements in each turn, taken from the ledger of the running episode.

Only an oracle reader (`agents/readers/oracle.py`) receives these annotations, when its memory is made. No other memory
can reach them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from inspect import signature
from typing import Any

from regulars import registry
from regulars.agents.readers.oracle import Annotation
from regulars.envs.ledger import FORGOTTEN, OVER, Disclosure, Ledger
from regulars.envs.life.life import Life
from regulars.memory import Memory, build_memory

READER = "reader"
"""The argument of a memory's spec that names its reader."""


class LedgerAnnotations:
    """The ledger's disclosures by turn. A disclosure in two pieces belongs to the turn that completes it.

    Args:
        life: Returns the running episode.
    """

    def __init__(self, life: Callable[[], Life]) -> None:
        self._life = life
        self._ledger: Ledger | None = None
        self._read = 0
        self._by_turn: dict[str, list[Annotation]] = {}

    def of(self, turn: str) -> Sequence[Annotation]:
        """The statements in a turn and their implications, in order; empty for a recording."""
        ledger = self._life().ledger
        if ledger is not self._ledger or len(ledger.disclosures) < self._read:
            self._ledger, self._read, self._by_turn = ledger, 0, {}
        for disclosure in ledger.disclosures[self._read :]:
            self._by_turn.setdefault(disclosure.turn, []).append(_annotation(disclosure))
        self._read = len(ledger.disclosures)
        return self._by_turn.get(turn, ())


def _annotation(disclosure: Disclosure) -> Annotation:
    forgotten = disclosure.how == FORGOTTEN
    return Annotation(disclosure.attribute, disclosure.value, over=disclosure.how == OVER, forgotten=forgotten)


def told_reader(memory: str) -> str:
    """The spec of a memory's oracle reader; empty for a memory without one."""
    spec = registry.parse_spec("memory", memory).arguments.get(READER, "")
    entry = registry.find(READER, spec) if isinstance(spec, str) and spec else None
    return spec if entry is not None and entry.marks.get("oracle") else ""


def with_reader(memory: str) -> str:
    """The spec of a memory with the name of its reader, also where that is the default.

    Example:
        >>> with_reader("mem0-v1"), with_reader("mem0-v1:near=3"), with_reader("bm25-turn")
        ('mem0-v1:reader=rules', 'mem0-v1:near=3;reader=rules', 'bm25-turn')
    """
    entry, spec = registry.find("memory", memory), registry.parse_spec("memory", memory)
    if entry is None or READER in spec.arguments:
        return memory
    known = signature(entry.load()).parameters.get(READER)
    default = known.default if known is not None else None
    if default not in [one.name for one in registry.entries(READER)]:
        return memory
    return f"{memory}{';' if spec.arguments else ':'}{READER}={default}"


@dataclass(frozen=True, slots=True)
class AnnotatedMemory:
    """Makes a memory whose oracle reader receives the annotations of the running episode.

    Attributes:
        spec: The spec of the memory.
        life: Returns the running episode.
    """

    spec: str
    life: Callable[[], Life]
    seeded = True

    def __call__(self, seed: int = 0) -> Memory:
        """Makes the memory."""
        told = LedgerAnnotations(self.life)
        reader: Any = registry.build(READER, told_reader(self.spec), given={"annotations": told})
        return build_memory(self.spec, seed, given={READER: reader})
