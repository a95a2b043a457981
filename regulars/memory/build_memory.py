"""Builds a memory from a spec: a registered name, a class in a file, or a YAML file of parts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from regulars import registry
from regulars.errors import ConfigurationError
from regulars.memory.adopt import adopt
from regulars.memory.composition.compose import Composed
from regulars.memory.composition.compose_file import ENDINGS, compose_file
from regulars.memory.protocol import Memory


def build_memory(spec: str, seed: int = 0, given: Mapping[str, Any] | None = None) -> Memory:
    """Builds a memory from a spec, and adopts it.

    Args:
        spec: A registered name with options (`bm25-turn:b=0.3`), a class (`mine.py:MyMemory`), or a YAML file of parts
            (`mine.yaml`).
        seed: Passed to factories that take a seed.
        given: Objects that replace arguments of the spec, by name.

    Raises:
        UnknownNameError: The name is unknown.
        ConfigurationError: An option is unknown or out of range.
        DataError: The YAML file cannot be read or has faults.
        SeatError: The object lacks `observe` or `recall`.

    Example:
        >>> memory = build_memory("bm25-turn:b=0.3")
    """
    written = registry.parse_spec("memory", spec)
    if written.name.endswith(ENDINGS):
        return _composed(written, seed)
    return adopt(registry.build("memory", spec, given=given, seed=seed), name=spec)


def _composed(written: registry.Spec, seed: int) -> Composed:
    """The memory of a YAML file. Its spec accepts `seed` and no other option."""
    for name in written.arguments:
        if name != "seed":
            raise ConfigurationError(
                f"memory {written.name!r} takes no argument {name!r}", remedy="write the settings into the file"
            )
    return compose_file(written.name, int(written.arguments.get("seed", seed)))
