"""Builds the memory that a spec names: a registered one, a class of one's own, or a file that composes one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from regulars import registry
from regulars.errors import ConfigurationError
from regulars.memory.adopt import adopt
from regulars.memory.compose import Composed
from regulars.memory.compose_file import ENDINGS, compose_file
from regulars.memory.protocol import Memory

__all__ = ["build_memory"]


def build_memory(spec: str, seed: int = 0, given: Mapping[str, Any] | None = None) -> Memory:
    """Builds the memory that a spec names, and adopts it.

    Args:
        spec: A registered name, `bm25-turn:b=0.3`, one's own class, `mine.py:MyMemory`, or a file that composes one,
            `mine.yaml`.
        seed: Given to a factory that takes one.
        given: Objects that stand in place of arguments of the spec, by name.

    Raises:
        UnknownNameError: Nothing is found under that name.
        ConfigurationError: An argument is unknown or out of range.
        DataError: A file that composes a memory cannot be read, or something in it is wrong.
        SeatError: What was built is no memory.

    Example:
        >>> memory = build_memory("bm25-turn:b=0.3")
    """
    written = registry.parse_spec("memory", spec)
    if written.name.endswith(ENDINGS):
        return _composed(written, seed)
    return adopt(registry.build("memory", spec, given=given, seed=seed), name=spec)


def _composed(written: registry.Spec, seed: int) -> Composed:
    """The memory of a YAML file, which takes a seed and nothing else."""
    for name in written.arguments:
        if name != "seed":
            raise ConfigurationError(
                f"memory {written.name!r} takes no argument {name!r}", remedy="write the settings into the file"
            )
    return compose_file(written.name, int(written.arguments.get("seed", seed)))
