"""The systems that every memory's contract is held to: all that are registered, their back-ends, and a foreign class.

A system on a back-end is named by its spec. Where `path=*` stands in it, each memory gets a folder of its own.
"""

from __future__ import annotations

import inspect
import tempfile
from itertools import count
from pathlib import Path

import pytest

from regulars import registry
from regulars.dialogue import Turn
from regulars.errors import UnknownNameError
from regulars.memory import Cue, Memory, adopt, build_memory

SYSTEMS = [entry.name for entry in registry.entries("memory")]
UNBOUNDED = {entry.name for entry in registry.entries("memory") if entry.marks.get("unbounded")}
FOREIGN = "a foreign class"

_FOLDERS = tempfile.TemporaryDirectory(prefix="regulars-folders-")
_NUMBERS = count(1)


class Notebook:
    """A foreign memory: it observes and recalls, and minds scope by itself."""

    def __init__(self) -> None:
        self.turns: list[Turn] = []

    def observe(self, turn: Turn) -> None:
        self.turns.append(turn)

    def recall(self, cue: Cue) -> list[str]:
        return [turn.id for turn in reversed(self.turns) if turn.scope == cue.scope]


def spec_of(name: str, *settings: str, folder: str | Path | None = None) -> str:
    """The spec of a system with further settings, in a folder: a fresh one where none is given."""
    written = f"{name}{';' if ':' in name else ':'}{';'.join(settings)}" if settings else name
    if "path=*" not in written:
        return written
    return written.replace("path=*", f"path={folder or Path(_FOLDERS.name, str(next(_NUMBERS)))}")


def make(name: str, seed: int = 0, folder: str | Path | None = None) -> Memory:
    return adopt(Notebook()) if name == FOREIGN else build_memory(spec_of(name, folder=folder), seed)


def _on(backend: str) -> list[str]:
    """The systems that take a back-end, in a temporary folder and in one that is named."""
    entries = registry.entries("memory")
    taking = [entry.name for entry in entries if "backend" in inspect.signature(entry.load()).parameters]
    found = []
    for name in [*taking, "longmemeval:index=dense"]:
        spec = spec_of(name, f"backend={backend}")
        try:
            build_memory(spec)
        except UnknownNameError:
            continue
        found += [spec, f"{spec};path=*"]
    return found


SQLITE = _on("sqlite")
CHROMA = _on("chroma")
BACKED = [*SQLITE, *CHROMA]
BUILT_IN = [*SYSTEMS, *BACKED]
HOLDING = [name for name in BUILT_IN if name != "none"]
ON_SQLITE = "hybrid:backend=sqlite;path=*"
ON_CHROMA = "dense-turn:backend=chroma;path=*"
"""Those that are held to slow laws in every run; the others on their back-end are `slow` there."""


def core_of(name: str) -> str:
    """The same system on the core."""
    head, _, settings = name.partition(":")
    kept = [setting for setting in settings.split(";") if not setting.startswith(("backend=", "path="))]
    return f"{head}:{';'.join(kept)}" if "".join(kept) else head


def named(names: list[str]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("name", names)


def slowly(names: list[str], quick: tuple[str, ...], among: list[str]) -> pytest.MarkDecorator:
    """For a law that takes long: of those `among` the names, only the quick ones are held to it in every run."""
    late = set(among) - set(quick)
    return pytest.mark.parametrize(
        "name", [pytest.param(name, marks=pytest.mark.slow) if name in late else name for name in names]
    )


every = named([*BUILT_IN, FOREIGN])
built_in = named(BUILT_IN)
holding = named([*HOLDING, FOREIGN])
of_each_back_end = slowly([*BUILT_IN, FOREIGN], quick=(ON_SQLITE, ON_CHROMA), among=BACKED)
"""Every system; of those on a back-end all but one are held to the law by slow tests alone."""
backed = named(BACKED)
