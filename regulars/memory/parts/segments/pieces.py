"""Segmenters by number of turns and by topic."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from regulars.dialogue import Turn
from regulars.memory.journal.items import Item
from regulars.memory.parts.settings import checked
from regulars.memory.parts.text.terms import jaccard, stems


@dataclass(frozen=True, slots=True)
@checked(turns=(1, 10_000))
class Chunks:
    """A unit is a fixed number of turns, across sessions.

    Attributes:
        turns: The number of turns, 1 to 10,000.
    """

    level: ClassVar[str] = "turn"

    turns: int = 8

    def begins(self, newest: Item, turn: Turn) -> bool:
        """True if the unit is full."""
        return len(newest.parts) >= self.turns


@dataclass(frozen=True, slots=True)
@checked(least=(0.0, 1.0), window=(1, 100), most=(1, 10_000))
class Topics:
    """A unit is a run of turns of one session on one topic.

    A topic ends if a turn shares too few stems with the last `window` turns of the unit. This is TextTiling's measure
    of cohesion (Hearst, Computational Linguistics 23(1), 1997), with the Jaccard coefficient in place of its cosine. A
    turn without stems continues the topic.

    Attributes:
        least: The lowest coefficient that continues the topic, in [0, 1].
        window: How many turns a new one is compared with, 1 to 100.
        most: The most turns per topic, 1 to 10,000.
    """

    level: ClassVar[str] = "turn"

    least: float = 0.02
    window: int = 4
    most: int = 20

    def begins(self, newest: Item, turn: Turn) -> bool:
        """True in another session, on a new topic, or if the unit is full."""
        if newest.session != turn.session or len(newest.parts) >= self.most:
            return True
        said = stems(turn.text)
        before = [stem for part in newest.parts[-self.window :] for stem in stems(part.text)]
        return bool(said) and bool(before) and jaccard(said, before) < self.least
