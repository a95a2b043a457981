"""The part of an episode record about the memory: recollections and operations, as ids without texts."""

from __future__ import annotations

from math import isfinite
from typing import Literal

from msgspec import Struct

from regulars.memory import Op, Recollections
from regulars.memory.journal.operations import Verb
from regulars.memory.tools import turn_of_note
from regulars.rewards.metrics.retrieval import to_sessions

Level = Literal["turn", "session"]
"""The unit that an item of a memory stands for."""

SCORE_DIGITS = 6


class HitRecord(Struct, frozen=True, array_like=True):
    """One recalled item.

    Attributes:
        id: The item's id in the memory.
        score: The score of the ranking; None if it is not a finite number.
        sources: The turns that the item cites, or their sessions with the level `session`.
    """

    id: str
    score: float | None
    sources: tuple[str, ...]


class RecallRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One recall, for a reply or a probe.

    Attributes:
        turn: The id of the reply.
        probe: The id of an out-of-band probe, else empty.
        level: The unit that an item stands for.
        tokens: The length of the context in tokens.
        hits: The recalled items in rank order.
        why: Why the memory recalled nothing.
    """

    turn: str
    probe: str
    level: Level
    tokens: int
    hits: tuple[HitRecord, ...]
    why: str


class OperationRecord(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One operation of the memory's journal.

    Attributes:
        verb: The kind of operation.
        id: The id of the item.
        cause: The turn that caused the operation; empty for none.
        other: The other item of a merge.
        sources: The turns that the new version of the item cites; None if there is no new version.
    """

    verb: Verb
    id: str
    cause: str
    other: str | None = None
    sources: tuple[str, ...] | None = None


def record_operation(op: Op) -> OperationRecord:
    """Converts an operation of the journal for a record."""
    sources = tuple(dict.fromkeys(map(turn_of_note, op.draft.sources))) if op.draft is not None else None
    return OperationRecord(verb=op.verb, id=op.id, cause=turn_of_note(op.cause), other=op.other, sources=sources)


def record_recall(recollections: Recollections, turn: str, probe: str = "") -> RecallRecord:
    """Converts recollections for a record.

    Args:
        recollections: The recollections of the memory.
        turn: The id of the reply that they are for.
        probe: The id of an out-of-band probe, else empty.
    """
    session = recollections.level == "session"
    return RecallRecord(
        turn=turn,
        probe=probe,
        level="session" if session else "turn",
        tokens=recollections.tokens,
        hits=tuple(
            HitRecord(
                hit.id,
                round(float(hit.score), SCORE_DIGITS) if isfinite(hit.score) else None,
                tuple(to_sessions(hit.sources) if session else hit.sources),
            )
            for hit in recollections.hits
        ),
        why=recollections.why,
    )
