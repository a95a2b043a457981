"""Segmenters by pauses: a long pause ends a unit."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import ClassVar

from regulars.dialogue import Turn
from regulars.memory.journal.items import Item
from regulars.memory.parts.settings import checked


@dataclass(frozen=True, slots=True)
@checked(hours=(0.0, 100_000.0), most=(1, 100_000))
class Pause:
    """A unit ends after a pause of some hours, with the session, or when it is full.

    Source: Li et al., Hello Again! LLM-powered Personalized Agent for Long-term Dialogue (LD-Agent, NAACL 2025), with
    its hour. The source stores a unit only when the next message comes; here the end of a session also finishes it.

    Attributes:
        hours: The longest pause inside a unit, 0 to 100,000.
        most: The most turns per unit, 1 to 100,000.
    """

    level: ClassVar[str] = "session"

    hours: float = 1.0
    most: int = 100_000

    def begins(self, newest: Item, turn: Turn) -> bool:
        """True after a long pause, in another session, or if the unit is full."""
        paused = turn.time - newest.time > timedelta(hours=self.hours)
        return paused or newest.session != turn.session or len(newest.parts) >= self.most


@dataclass(frozen=True, slots=True)
class Stretches(Pause):
    """Units as by `Pause`, whose extracted items rest on single turns."""

    level: ClassVar[str] = "turn"

    most: int = 12
