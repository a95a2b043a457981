"""Snapshots: a memory's journal and the names of its parts, as canonical JSON bytes.

Equal journals and equal parts give equal bytes in every process. Any text survives, including lone surrogates.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from regulars.errors import StateError
from regulars.memory.journal.operations import Op

SNAPSHOT_VERSION = 2
"""The version of the format."""

_FORMAT = "regulars-memory"


def write_snapshot(parts: Mapping[str, str], ops: Iterable[Op]) -> bytes:
    """The bytes of a memory made of `parts` whose journal is `ops`."""
    state = {
        "format": _FORMAT,
        "version": SNAPSHOT_VERSION,
        "parts": dict(parts),
        "ops": [op.to_json(texts=True) for op in ops],
    }
    return json.dumps(state, sort_keys=True, separators=(",", ":")).encode("ascii")


def read_snapshot(state: bytes, parts: Mapping[str, str]) -> list[Op]:
    """The journal in a snapshot of a memory made of `parts`.

    Raises:
        StateError: The bytes are not a snapshot, or belong to another version or to other parts.
    """
    try:
        data = json.loads(state)
        kind, version, made_of = data["format"], data["version"], data["parts"]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise _no_snapshot(f"{type(error).__name__}: {error}") from error
    if kind != _FORMAT:
        raise _no_snapshot(f"its format is {kind!r}")
    if version != SNAPSHOT_VERSION:
        raise StateError(
            f"the snapshot has version {version!r}",
            where="Memory.restore",
            expected=f"version {SNAPSHOT_VERSION}",
            remedy="restore it with the release that wrote it, or observe the turns again",
        )
    if made_of != parts:
        raise StateError(
            f"the snapshot is of a memory with other parts, {made_of!r}",
            where="Memory.restore",
            expected=repr(dict(parts)),
            remedy="build the memory with the arguments and the release with which the snapshot was taken",
        )
    try:
        return [Op.from_json(op) for op in data["ops"]]
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise _no_snapshot(f"an operation cannot be read: {type(error).__name__}: {error}") from error


def _no_snapshot(why: str) -> StateError:
    return StateError(
        f"the bytes are not a snapshot of a memory ({why})", where="Memory.restore", expected="what snapshot() returned"
    )
