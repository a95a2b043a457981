"""Memory systems of assistants: the protocol, the parts, and the systems built from them.

Commands, tables and contract tests know the systems listed in `built_in.toml`. Systems are registered by import path
and loaded only when they are built. Other modules of this folder may change without notice.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import TYPE_CHECKING

from regulars.face import open_face
from regulars.registry import register

if TYPE_CHECKING:
    from regulars.memory.adopt import adopt
    from regulars.memory.build_memory import build_memory
    from regulars.memory.composition.compose import compose
    from regulars.memory.embedders import build_embedder
    from regulars.memory.embedders.protocol import Embedder
    from regulars.memory.journal.items import Item
    from regulars.memory.journal.operations import Claim, Draft, Op
    from regulars.memory.open_memory import open_memory
    from regulars.memory.parts.indexes.bm25 import BM25
    from regulars.memory.parts.indexes.dense import Dense
    from regulars.memory.parts.scoring.by_index import RRF
    from regulars.memory.parts.segments.units import SessionUnits
    from regulars.memory.protocol import Cue, Hit, Lesson, Memory, MemoryFlags, Recollections

__all__ = [
    "BM25",
    "RRF",
    "Claim",
    "Cue",
    "Dense",
    "Draft",
    "Embedder",
    "Hit",
    "Item",
    "Lesson",
    "Memory",
    "MemoryFlags",
    "Op",
    "Recollections",
    "SessionUnits",
    "adopt",
    "build_embedder",
    "build_memory",
    "compose",
    "open_memory",
]

open_face(__name__)


def _register_built_in() -> None:
    """Registers what `built_in.toml` lists, by import path."""
    listed = tomllib.loads(files(__name__).joinpath("built_in.toml").read_text("utf-8"))
    for kind, entries in listed.items():
        for name, entry in entries.items():
            register(kind, name, **entry)


_register_built_in()
