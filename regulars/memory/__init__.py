"""What assistants remember with: the protocol, the parts, and the systems made of them.

A system that is listed in `built_in.toml` is known to commands, tables and the contract tests. Systems are registered
by import path, so that none is loaded before it is built.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files

from regulars.memory.adopt import adopt
from regulars.memory.build_memory import build_memory
from regulars.memory.compose import compose
from regulars.memory.embedders import Embedder, build_embedder
from regulars.memory.items import Item
from regulars.memory.journal import Journal
from regulars.memory.open_memory import open_memory
from regulars.memory.ops import Claim, Draft, Op
from regulars.memory.protocol import BUDGET, Cue, Hit, Lesson, Memory, Recollections
from regulars.registry import register

__all__ = [
    "BUDGET",
    "Claim",
    "Cue",
    "Draft",
    "Embedder",
    "Hit",
    "Item",
    "Journal",
    "Lesson",
    "Memory",
    "Op",
    "Recollections",
    "adopt",
    "build_embedder",
    "build_memory",
    "compose",
    "open_memory",
]


def _register_built_in() -> None:
    """Registers what `built_in.toml` lists, by import path."""
    listed = tomllib.loads(files(__name__).joinpath("built_in.toml").read_text("utf-8"))
    for kind, entries in listed.items():
        for name, entry in entries.items():
            register(kind, name, **entry)


_register_built_in()
