"""Reads LoCoMo's evidence: the turns that a question needs.

In the public file, some ids are joined (`D8:6; D9:17`), misspelt (`D:11:26`, `D30:05`), cut short (`D`), or name no
turn. The reader repairs what it can, drops the rest, and reports both.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from regulars.dialogue import turn_id

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence


_ID = re.compile(r"D(\d+):(\d+)")
_MISSPELT = re.compile(r"D\s*:?\s*(\d+)\s*:\s*(\d+)")
_DROPPED = "; dropped"
_NOWHERE = turn_id(0, 0)
"""The id for evidence that names no turn. No turn has this id, so it is never recalled."""


def read_turn_id(dia_id: str) -> tuple[int, int] | None:
    """Returns session and turn of a well-formed id such as `D3:12`; None for anything else."""
    match = _ID.fullmatch(dia_id)
    return (int(match[1]), int(match[2])) if match else None


def named_turns(text: str) -> list[tuple[int, int]]:
    """Returns session and turn of all ids in an entry of evidence, also of joined and misspelt ones.

    Example:
        >>> named_turns("D8:6; D:11:26")
        [(8, 6), (11, 26)]
    """
    return [(int(session), int(turn)) for session, turn in _MISSPELT.findall(text)]


def read_evidence(written: Sequence[Any], turns: Collection[str]) -> tuple[tuple[str, ...], list[str]]:
    """Reads the evidence of a question.

    Args:
        written: The entries of the question's `evidence`.
        turns: The ids of all turns of the conversation, such as `s003.t12`.

    Returns:
        The turn ids in the order of the file, each once, and notes on repaired or dropped entries. If none of the
        named turns exists, they are kept: the question then has evidence that cannot be recalled.
    """
    found: dict[str, None] = {}
    missing: dict[str, None] = {}
    notes: list[str] = []
    for entry in written:
        text = str(entry)
        names = named_turns(text)
        there = [name for name in names if turn_id(*name) in turns]
        lost = [name for name in names if name not in there]
        missing.update(dict.fromkeys([turn_id(*name) for name in lost] if names else [_NOWHERE]))
        if names and text != _written(names):
            notes.append(f"evidence {text!r} read as {_written(names)}")
        if not names:
            notes.append(f"evidence {text!r} names no turn{_DROPPED}")
        notes.extend(f"evidence {_written([name])} is no turn of the conversation{_DROPPED}" for name in lost)
        for name in there:
            id = turn_id(*name)
            if id in found:
                notes.append(f"evidence {_written([name])} is named twice; counted once")
            found[id] = None
    if written and not found:
        kept = "; kept, as nothing else is named"
        notes = [note.removesuffix(_DROPPED) + kept if note.endswith(_DROPPED) else note for note in notes]
        found = missing
    return tuple(found), notes


def _written(names: Sequence[tuple[int, int]]) -> str:
    return ", ".join(f"D{session}:{turn}" for session, turn in names)
