"""The systems that every memory's contract is held to: all that are registered, and a foreign class."""

from __future__ import annotations

import pytest

from regulars import registry
from regulars.dialogue import Turn
from regulars.memory import Cue, Memory, adopt, build_memory

SYSTEMS = [entry.name for entry in registry.entries("memory")]
UNBOUNDED = {entry.name for entry in registry.entries("memory") if entry.marks.get("unbounded")}
HOLDING = [name for name in SYSTEMS if name != "none"]
FOREIGN = "a foreign class"


class Notebook:
    """A foreign memory: it observes and recalls, and minds scope by itself."""

    def __init__(self) -> None:
        self.turns: list[Turn] = []

    def observe(self, turn: Turn) -> None:
        self.turns.append(turn)

    def recall(self, cue: Cue) -> list[str]:
        return [turn.id for turn in reversed(self.turns) if turn.scope == cue.scope]


def make(name: str, seed: int = 0) -> Memory:
    return adopt(Notebook()) if name == FOREIGN else build_memory(name, seed)


every = pytest.mark.parametrize("name", [*SYSTEMS, FOREIGN])
built_in = pytest.mark.parametrize("name", SYSTEMS)
holding = pytest.mark.parametrize("name", [*HOLDING, FOREIGN])
