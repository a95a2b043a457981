"""What turns say, as the ledger of the running episode knows it, for readers that are told.

It is handed to such a reader (`agents/readers/oracle.py`) when its memory is made, and to nothing else: no other
memory can reach it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from regulars import registry
from regulars.agents.readers.oracle import Annotation
from regulars.envs.ledger import FORGOTTEN, OVER, Disclosure, Ledger
from regulars.envs.life.life import Life
from regulars.memory import Memory, build_memory

READER = "reader"
"""The argument by which a memory's spec names its reader."""


class LedgerAnnotations:
    """What the ledger holds by turns. A disclosure in two pieces is said by the turn that completes it.

    Args:
        life: Gives the running episode.
    """

    def __init__(self, life: Callable[[], Life]) -> None:
        self._life = life
        self._ledger: Ledger | None = None
        self._read = 0
        self._by_turn: dict[str, list[Annotation]] = {}

    def of(self, turn: str) -> Sequence[Annotation]:
        """What a turn says, in its order, with what follows from it; nothing of a recording."""
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
    """The spec of a memory's reader, where it is one that is told; else empty."""
    spec = registry.parse_spec("memory", memory).arguments.get(READER, "")
    entry = registry.find(READER, spec) if isinstance(spec, str) and spec else None
    return spec if entry is not None and entry.marks.get("oracle") else ""


@dataclass(frozen=True, slots=True)
class AnnotatedMemory:
    """Makes a memory with a reader that is told what the running episode's ledger holds.

    Attributes:
        spec: The memory's.
        life: Gives the running episode.
    """

    spec: str
    life: Callable[[], Life]
    seeded = True

    def __call__(self, seed: int = 0) -> Memory:
        """The memory."""
        told = LedgerAnnotations(self.life)
        reader: Any = registry.build(READER, told_reader(self.spec), given={"annotations": told})
        return build_memory(self.spec, seed, given={READER: reader})
