"""The index of entities: which items name the same, whatever else they say."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from math import log

from regulars.memory.ops import Draft
from regulars.memory.protocol import Cue
from regulars.memory.text.terms import entities

__all__ = ["Entities", "entity_key"]


def entity_key(draft: Draft) -> Sequence[tuple[str, ...]]:
    """What a draft names, and the persons of its claims, as one key."""
    claimed = (claim.value.casefold() for claim in draft.claims if claim.value)
    return (tuple(dict.fromkeys((*entities(draft.text), *claimed))),)


class Entities:
    """Finds items by what they name; a dictionary of postings for each scope.

    An item's score is the sum of ln(1 + N / df) over the entities that it shares with the cue: N items of the scope, df
    of them name the entity. The speaker of a turn is no entity of it, since it would tie everything to everything.
    """

    __slots__ = ("_scopes",)

    arm = "entities"

    def __init__(self) -> None:
        self._scopes: dict[str, _Postings] = {}

    def __repr__(self) -> str:
        return "Entities()"

    def blank(self) -> Entities:
        """An empty index."""
        return Entities()

    def put(self, scope: str, id: str, key: Sequence[str]) -> None:
        """Takes in an item, or gives it other entities; an item keeps its first place."""
        postings = self._scopes.setdefault(scope, _Postings())
        place = postings.places.setdefault(id, postings.arrived)
        postings.arrived += place == postings.arrived
        postings.clear(id)
        postings.add(id, key)

    def extend(self, scope: str, id: str, key: Sequence[str]) -> None:
        """Adds entities to an item."""
        self._scopes[scope].add(id, key)

    def drop(self, scope: str, id: str) -> None:
        """Forgets an item."""
        postings = self._scopes[scope]
        postings.clear(id)
        del postings.places[id]

    def search(self, cue: Cue) -> Sequence[tuple[str, float]]:
        """The items that name most of what the cue names."""
        postings = self._scopes.get(cue.scope)
        if postings is None or cue.k <= 0:
            return ()
        scores: dict[str, float] = {}
        for entity in self.known(cue.scope, cue.text):
            naming = postings.items[entity]
            weight = log(1.0 + len(postings.places) / len(naming))
            for id in naming:
                scores[id] = scores.get(id, 0.0) + weight
        rounded = {id: round(score, 9) for id, score in scores.items()}
        order = sorted(rounded, key=lambda id: (-rounded[id], postings.places[id]))
        return [(id, rounded[id]) for id in order[: cue.k]]

    def of(self, scope: str, id: str) -> Sequence[str]:
        """What an item names."""
        postings = self._scopes.get(scope)
        return tuple(postings.named.get(id, ())) if postings is not None else ()

    def naming(self, scope: str, entity: str, most: int) -> Sequence[str]:
        """The ids of the items that came last among those that name an entity, newest first."""
        postings = self._scopes.get(scope)
        held = postings.items.get(entity, {}) if postings is not None else {}
        return list(islice(reversed(held), max(most, 0)))

    def known(self, scope: str, text: str) -> Sequence[str]:
        """What a text names that some item of the scope names, whichever way the text writes it."""
        postings = self._scopes.get(scope)
        if postings is None:
            return ()
        words = "".join(char if char.isalnum() else " " for char in text.casefold()).split()
        spans = (" ".join(words[at : at + size]) for size in range(1, 5) for at in range(len(words) - size + 1))
        return [span for span in dict.fromkeys((*entities(text), *spans)) if span in postings.items]


class _Postings:
    __slots__ = ("arrived", "items", "named", "places")

    def __init__(self) -> None:
        self.places: dict[str, int] = {}
        self.arrived = 0
        self.items: dict[str, dict[str, None]] = {}
        self.named: dict[str, dict[str, None]] = {}

    def add(self, id: str, entities: Sequence[str]) -> None:
        for entity in entities:
            self.items.setdefault(entity, {})[id] = None
            self.named.setdefault(id, {})[entity] = None

    def clear(self, id: str) -> None:
        for entity in self.named.pop(id, {}):
            del self.items[entity][id]
            if not self.items[entity]:
                del self.items[entity]
