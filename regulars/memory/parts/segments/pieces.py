"""Segmenters by count and by topic."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from regulars.dialogue import Turn
from regulars.memory.journal.items import Item
from regulars.memory.parts.setting_ranges import check_ranges
from regulars.memory.parts.text.terms import jaccard, stems


@dataclass(frozen=True, slots=True)
class Chunks:
    """A unit is a fixed number of turns, across sessions.

    Attributes:
        turns: How many, 1 to 10,000.
    """

    level: ClassVar[str] = "turn"

    turns: int = 8

    def __post_init__(self) -> None:
        check_ranges(self, turns=(1, 10_000))

    def begins(self, newest: Item, turn: Turn) -> bool:
        """Where the unit is full."""
        return len(newest.parts) >= self.turns


@dataclass(frozen=True, slots=True)
class Topics:
    """A unit is a run of turns of one session that keep to one topic.

    A topic ends where the stems of a turn and of the unit's last `window` turns overlap too little: TextTiling's
    measure of cohesion (Hearst, Computational Linguistics 23(1), 1997), with the Jaccard coefficient for its cosine. A
    turn without stems ends no topic.

    Attributes:
        least: The lowest coefficient that goes on with the topic, in [0, 1].
        window: How many turns it is compared with, 1 to 100.
        most: How many turns a topic has at most, 1 to 10,000.
    """

    level: ClassVar[str] = "turn"

    least: float = 0.02
    window: int = 4
    most: int = 20

    def __post_init__(self) -> None:
        check_ranges(self, least=(0.0, 1.0), window=(1, 100), most=(1, 10_000))

    def begins(self, newest: Item, turn: Turn) -> bool:
        """Where another session begins, the topic shifts or the unit is full."""
        if newest.session != turn.session or len(newest.parts) >= self.most:
            return True
        said = stems(turn.text)
        before = [stem for part in newest.parts[-self.window :] for stem in stems(part.text)]
        return bool(said) and bool(before) and jaccard(said, before) < self.least
