"""The protocol of memories: a memory observes turns and recalls what helps to reply.

`observe` and `recall` suffice. The rest has defaults, which `adopt` adds to a class that lacks them. `MemoryFlags`
lists what a memory may say about itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol, runtime_checkable

from regulars.dialogue import Feedback, Turn
from regulars.memory.journal.operations import Op

BUDGET = 1024
"""The tokens of context that every system may use, unless its row is marked as unbounded."""


@dataclass(frozen=True, slots=True)
class Cue:
    """A request to a memory.

    Attributes:
        text: The message or question. It is plain text, never a query language.
        as_of: The moment of asking. The memory must not return anything from later.
        scope: The scope to search.
        purpose: `answer`, or `probe`, which leaves no trace in the journal.
        k: The number of ranked items wanted.
        budget: The maximum number of tokens in `context`.
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
        score: The score that ranked it.
        sources: The ids of the turns that it is based on, best first.
        retrievers: The score that each retriever gave it.
    """

    id: str
    score: float
    sources: tuple[str, ...]
    retrievers: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Lesson:
    """Something learned about how to reply.

    Attributes:
        style_attribute: A style attribute of standing rules (`length`), a procedure (`procedure.travel`) or a step
            (`step.travel.papers`).
        value: The setting of the style attribute; the steps in order, separated by spaces; or the place of the step.
        confidence: How sure the memory is, in [0, 1].
        sources: The ids of the turns that it rests on.
    """

    style_attribute: str
    value: str
    confidence: float
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Recollections:
    """The answer of a memory to a cue.

    Attributes:
        hits: The ranked items, at most k. The budget does not limit them. Empty if the context has no ranking.
        context: The text that fits the budget, one line per utterance: `[2025-03-01 09:30] Name: words`.
        tokens: The tokens of `context`.
        lessons: What the memory learned about how to reply.
        why: The reason if nothing was found.
        level: `turn` or `session`: the size of one item, for the retrieval metrics.
        ranked: Whether `hits` lists everything that was found. False for an answer without sources, such as plain text;
            retrieval is then not measured.
    """

    hits: tuple[Hit, ...] = ()
    context: str = ""
    tokens: int = 0
    lessons: tuple[Lesson, ...] = ()
    why: str = ""
    level: str = "turn"
    ranked: bool = True


@runtime_checkable
class Memory(Protocol):
    """The full interface of a memory. `regulars.memory.adopt` completes classes with only `observe` and `recall`."""

    def observe(self, turn: Turn) -> Sequence[Op]:
        """Stores a turn as it happens."""
        ...

    def close_session(self, time: datetime) -> Sequence[Op]:
        """Consolidates and forgets at the end of a session."""
        ...

    def recall(self, cue: Cue) -> Recollections:
        """Returns what is relevant to the cue."""
        ...

    def feedback(self, feedback: Feedback, recollections: Recollections | None) -> None:
        """Learns from the user's feedback on a reply."""
        ...

    def snapshot(self) -> bytes:
        """Returns the whole state as canonical bytes."""
        ...

    def restore(self, state: bytes) -> None:
        """Restores the state of a snapshot."""
        ...


class MemoryLife(Protocol):
    """Optional methods with which your own memory can follow its episodes, besides `observe` and `recall`."""

    def begin(self, episode_id: str, seed: int) -> None:
        """Starts an episode, or a stream of them, with nothing in memory.

        Args:
            episode_id: A name for this playing of the episode, other in every run: for a file, or for a server.
            seed: The seed of the memory's draws, the same in every run.
        """
        ...

    def end(self, reason: str) -> None:
        """Ends it: closes what is open. `reason` is the ending of the episode, `trial`, `reset` or `closed`."""
        ...


class MemoryFlags(Protocol):
    """Flags that a memory may declare as attributes of its object or class. Each is optional and false by default.

    Attributes:
        branches: Explicitly False: its state cannot be saved and restored, so all probes come after the last session.
        teaches: It may have lessons for any reply, so it is queried before every reply. Other memories are queried only
            for questions and requests, and when a session opens.
        traceless: Recalling for a probe does not change it, so its state need not be restored afterwards.
        journals: It keeps its operations in `journal` and adds none for a probe. Read only from memories that `compose`
            makes; all others declare `traceless`.
        seeded: For a function or class that makes memories: it takes the argument `seed`.
    """

    branches: bool
    teaches: bool
    traceless: bool
    journals: bool
    seeded: bool
