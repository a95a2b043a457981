"""Segmenters: what one item of a memory is.

A segmenter says whether a turn begins a new item or goes on with the newest one. An item can be found from
its first turn on and grows while it is open, so nothing waits for a session to end.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Protocol

from regulars.dialogue import Turn
from regulars.memory.journal.items import Item


class Segment(Protocol):
    """Cuts the stream of turns of one scope into items.

    Attributes:
        level: `turn` or `session`: what an item is, for the retrieval metrics.
    """

    level: ClassVar[str]

    def begins(self, newest: Item, turn: Turn) -> bool:
        """Whether `turn` begins a unit, rather than going on with `newest`, the open one of its scope."""
        ...


@dataclass(frozen=True, slots=True)
class TurnUnits:
    """Each turn is an item."""

    level: ClassVar[str] = "turn"

    def begins(self, newest: Item, turn: Turn) -> bool:
        """Always."""
        return True


@dataclass(frozen=True, slots=True)
class SessionUnits:
    """Each session is an item, the open one too."""

    level: ClassVar[str] = "session"

    def begins(self, newest: Item, turn: Turn) -> bool:
        """Where the newest item is of another session."""
        return newest.session != turn.session


@dataclass(frozen=True, slots=True)
class Rounds:
    """What a person says and what is said to it, up to the person's next turn, is an item.

    Where no assistant speaks, a turn of the one who opened the round begins the next one.
    """

    level: ClassVar[str] = "turn"

    def begins(self, newest: Item, turn: Turn) -> bool:
        """Where the speaker of the round's first turn speaks again after somebody else, and with every session."""
        first, last = newest.parts[0].name, newest.parts[-1].name
        return newest.session != turn.session or (turn.name == first and last != first)


@dataclass(frozen=True, slots=True)
class ExtractedSessions(SessionUnits):
    """Each session is a unit, and what is extracted from it rests on single turns."""

    level: ClassVar[str] = "turn"
