"""A context in layers: the hits, the newest turns, and core facts about the person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import TURN
from regulars.memory.parts.extraction.statements import FACT
from regulars.memory.parts.reading.lines import distinct
from regulars.memory.parts.settings import checked
from regulars.memory.parts.view import View
from regulars.memory.protocol import Cue


@dataclass(frozen=True, slots=True)
@checked(recent=(0, 1000), core=(0, 1000))
class Layers:
    """Shows the newest turns, the better half of the hits, the core, then the other hits, without repetitions.

    The core has the latest fact on each single-valued attribute of a person.

    Attributes:
        recent: How many of the newest turns are shown, 0 to 1,000.
        core: How many of the latest core facts are shown, 0 to 1,000.
    """

    recent: int = 5
    core: int = 10

    def __call__(self, cue: Cue, ranked: Sequence[Item], view: View) -> tuple[str, int]:
        """The lines that fit, in time order, and their tokens."""
        turns = view.items(TURN)
        slots: dict[tuple[str, str], Item] = {}
        for fact in view.items(FACT):
            for claim in fact.claims:
                if claim.attribute and not claim.many:
                    slots[claim.person, claim.attribute] = fact
        core = sorted({item.id: item for item in slots.values()}.values(), key=lambda item: -item.order)
        newest = turns[len(turns) - min(self.recent, len(turns)) :]
        half = (len(ranked) + 1) // 2
        return distinct(cue, [*newest, *ranked[:half], *core[: self.core], *ranked[half:]], view)
