"""Segmenters: they decide which turns form one item of a memory.

A segmenter says whether a turn begins a new item or continues the newest one. An item can be found from its first turn
on and grows while it is open, so recall never waits for the end of a session.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Protocol

from regulars.dialogue import Turn
from regulars.memory.journal.items import Item


class Segment(Protocol):
    """Cuts the stream of turns of one scope into items.

    Attributes:
        level: `turn` or `session`: the size of an item, for the retrieval metrics.
    """

    level: ClassVar[str]

    def begins(self, newest: Item, turn: Turn) -> bool:
        """Whether `turn` begins a new unit, rather than continuing `newest`, the open one of its scope."""
        ...


@dataclass(frozen=True, slots=True)
class TurnUnits:
    """Each turn is an item."""

    level: ClassVar[str] = "turn"

    def begins(self, newest: Item, turn: Turn) -> bool:
        """Always true."""
        return True


@dataclass(frozen=True, slots=True)
class SessionUnits:
    """Each session is an item, including the open one."""

    level: ClassVar[str] = "session"

    def begins(self, newest: Item, turn: Turn) -> bool:
        """True if the newest item is from another session."""
        return newest.session != turn.session


@dataclass(frozen=True, slots=True)
class Rounds:
    """A person's turn and the replies up to the person's next turn are an item.

    In a conversation without an assistant, the next turn of the speaker who opened the round begins a new one.
    """

    level: ClassVar[str] = "turn"

    def begins(self, newest: Item, turn: Turn) -> bool:
        """True in another session, or if the round's first speaker speaks again after another speaker."""
        first, last = newest.parts[0].name, newest.parts[-1].name
        return newest.session != turn.session or (turn.name == first and last != first)


@dataclass(frozen=True, slots=True)
class ExtractedSessions(SessionUnits):
    """Each session is a unit, and its extracted items rest on single turns."""

    level: ClassVar[str] = "turn"
