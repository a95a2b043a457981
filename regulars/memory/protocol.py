"""What a memory is: it observes turns, and recalls.

`observe` and `recall` suffice. The rest has defaults, which `adopt` adds to a class that lacks them. A memory that
says `teaches = True` is asked before every reply, since a lesson may hold for any; others where there is a question.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol, runtime_checkable

from regulars.dialogue import Feedback, Turn
from regulars.memory.ops import Op

__all__ = ["Cue", "Hit", "Lesson", "Memory", "Recollections"]

BUDGET = 1024
"""Tokens of context that every row of a table may use, unless it is marked unbounded."""


@dataclass(frozen=True, slots=True)
class Cue:
    """What a memory is asked for.

    Attributes:
        text: The message or question; data, never a query language.
        as_of: The moment of asking. Nothing later may come back.
        scope: Whose memory is asked.
        purpose: `answer`, or `probe`, for which nothing is journalled.
        k: How many ranked items are wanted.
        budget: Tokens that `context` may take.
    """

    text: str
    as_of: datetime
    scope: str
    purpose: str = "answer"
    k: int = 10
    budget: int = BUDGET


@dataclass(frozen=True, slots=True)
class Hit:
    """One ranked item.

    Attributes:
        id: The item's id in the memory.
        score: What it was ranked by.
        sources: The ids of the turns it rests on, best first.
        retrievers: The score that each retriever gave it.
    """

    id: str
    score: float
    sources: tuple[str, ...]
    retrievers: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Lesson:
    """Something learned about how to reply: a knob or step, its value, how sure, and from which turns.

    Attributes:
        knob: A knob of standing rules, `length`; a procedure, `procedure.travel`; or a step, `step.travel.papers`.
        value: The knob's setting; the steps in order, parted by spaces; or the place of the step.
        confidence: In [0, 1].
        sources: The ids of the turns that it rests on.
    """

    knob: str
    value: str
    confidence: float
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Recollections:
    """What a memory brought back.

    Attributes:
        hits: Ranked, up to k, never cut by tokens.
        context: The part that fits the budget, as text, one line an utterance:
            `[2025-03-01 09:30] Name: words`.
        tokens: The tokens of `context`.
        lessons: What is known about how to reply.
        why: Why nothing came back, where nothing did.
        level: `turn` or `session`: what one item is, for the retrieval metrics.
    """

    hits: tuple[Hit, ...] = ()
    context: str = ""
    tokens: int = 0
    lessons: tuple[Lesson, ...] = ()
    why: str = ""
    level: str = "turn"


@runtime_checkable
class Memory(Protocol):
    """The protocol. A class with `observe` and `recall` alone is made whole by `regulars.memory.adopt`."""

    def observe(self, turn: Turn) -> Sequence[Op]:
        """Takes in a turn as it happens."""
        ...

    def close_session(self, time: datetime) -> Sequence[Op]:
        """Consolidates and forgets at the end of a session."""
        ...

    def recall(self, cue: Cue) -> Recollections:
        """Brings back what bears on the cue."""
        ...

    def feedback(self, feedback: Feedback, recollections: Recollections | None) -> None:
        """Learns from what the user let show."""
        ...

    def snapshot(self) -> bytes:
        """The whole state as canonical bytes."""
        ...

    def restore(self, state: bytes) -> None:
        """Takes the state of a snapshot."""
        ...
