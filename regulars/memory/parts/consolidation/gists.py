"""Extracts the gist of a unit: a few of its sentences, in their original words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import Draft
from regulars.memory.parts.extraction.statements import StatementReader
from regulars.memory.parts.settings import checked
from regulars.memory.parts.text.terms import central
from regulars.memory.parts.view import View

EVENT = "event"
"""The kind of a draft with an event that a session told."""


@dataclass(frozen=True, slots=True)
@checked(count=(1, 1000))
class EventGists:
    """Extracts the sentences of a unit that make claims, in their original order.

    The earliest of its `count` most central sentences fill the rest of the places.

    Attributes:
        reader: Reads claims.
        count: The most events per unit, 1 to 1,000.
    """

    reader: StatementReader
    count: int = 10

    def __call__(self, unit: Item, view: View) -> Iterable[Draft]:
        """The events of a unit."""
        said = [(place, part, text) for place, part in enumerate(unit.parts) for text in self.reader.statements(part)]
        chosen = [
            (place, replace(part, kind=EVENT, text=statement.text, claims=statement.claims))
            for place, part, statement in said
            if statement.claims
        ][: self.count]
        held = {(place, draft.text) for place, draft in chosen}
        places = {id: place for place, part in enumerate(unit.parts) for id in part.sources}
        for draft in central(unit.parts, view, self.count):
            place = places[draft.sources[0]] if draft.sources else 0
            if len(chosen) < self.count and (place, draft.text) not in held:
                chosen.append((place, replace(draft, kind=EVENT)))
        yield from (draft for _, draft in sorted(chosen, key=lambda pair: pair[0]))
