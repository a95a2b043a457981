"""What an episode record keeps of the assistant's memory: what it brought back, and its operations. Ids, no words."""

from __future__ import annotations

from math import isfinite
from typing import Literal

from msgspec import Struct

from regulars.memory import Op, Recollections
from regulars.memory.journal.operations import Verb
from regulars.rewards.metrics.retrieval import to_sessions

Level = Literal["turn", "session"]
"""What one item of a memory stands for."""

SCORE_DIGITS = 6


class HitRecord(Struct, frozen=True, array_like=True):
    """One item that was brought back.

    Attributes:
        id: The item's id in the memory.
        score: What it was ranked by; None where that is no finite number.
        sources: The turns that it rests on, or their sessions where the level is `session`.
    """

    id: str
    score: float | None
    sources: tuple[str, ...]


class RecallRecord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What was brought back for one reply or probe.

    Attributes:
        turn: The reply's id.
        probe: The probe's id where it was asked beside the conversation, else empty.
        level: What one item stands for.
        tokens: Of the context.
        hits: In rank order.
        why: Why nothing was brought back.
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
        verb: What was done.
        id: The item.
        cause: The turn that caused it; empty for none.
        other: The other item of a merge.
        sources: The turns that the item's new words rest on; None where it has none.
    """

    verb: Verb
    id: str
    cause: str
    other: str | None = None
    sources: tuple[str, ...] | None = None


def record_operation(op: Op) -> OperationRecord:
    """An operation as records keep it."""
    sources = tuple(op.draft.sources) if op.draft is not None else None
    return OperationRecord(verb=op.verb, id=op.id, cause=op.cause, other=op.other, sources=sources)


def record_recall(recollections: Recollections, turn: str, probe: str = "") -> RecallRecord:
    """What was brought back, by ids.

    Args:
        recollections: What the memory gave.
        turn: The id of the reply that it is for.
        probe: The id of the probe, where it is asked beside the conversation.
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
