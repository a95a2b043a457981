"""Entities by postings: finds items that name exactly the same entities as a cue."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from math import log

from regulars.memory.parts.no_settings import NoSettings
from regulars.memory.parts.text.entities import entities_in
from regulars.memory.parts.view import first_row
from regulars.memory.protocol import Cue

ENTITIES = "entities"
"""The retriever name of the index."""

_LONGEST_NAME = 4


class EntityPostings(NoSettings):
    """Finds items by the entities that they name; a dictionary of postings for each scope. A key is one name.

    An item's score is the sum of ln(1 + N / df) over the entities that it shares with the cue. N items of the scope
    name any entity, df of them this one. The speaker of a turn does not count, since it would link all items.
    """

    __slots__ = ("_scopes",)

    retriever = ENTITIES

    def __init__(self) -> None:
        self._scopes: dict[str, _EntityPostings] = {}

    def put(self, scope: str, id: str, key: str) -> None:
        """Replaces the names of a row by one name; an item keeps its first place."""
        postings = self._scopes.setdefault(scope, _EntityPostings())
        postings.clear(id)
        postings.add(id, key)

    def extend(self, scope: str, id: str, key: str) -> None:
        """Adds one more name to a row."""
        self._scopes[scope].add(id, key)

    def drop(self, scope: str, id: str) -> None:
        """Forgets a row."""
        postings = self._scopes[scope]
        postings.clear(id)
        item = first_row(id)
        if not postings.rows_of[item]:
            del postings.rows_of[item], postings.places[item]

    def search(self, cue: Cue) -> Sequence[tuple[str, float]]:
        """The items that share the most entities with the cue, by score."""
        postings = self._scopes.get(cue.scope)
        if postings is None or cue.k <= 0:
            return ()
        scores: dict[str, float] = {}
        for entity in self.known(cue.scope, cue.text):
            naming = dict.fromkeys(map(first_row, postings.rows[entity]))
            weight = log(1.0 + len(postings.places) / len(naming))
            for id in naming:
                scores[id] = scores.get(id, 0.0) + weight
        rounded = {id: round(score, 9) for id, score in scores.items()}
        order = sorted(rounded, key=lambda id: (-rounded[id], postings.places[id]))
        return [(id, rounded[id]) for id in order[: cue.k]]

    def of(self, scope: str, id: str) -> Sequence[str]:
        """The names in an item, each once."""
        postings = self._scopes.get(scope)
        rows = postings.rows_of.get(id, {}) if postings is not None else {}
        return tuple(dict.fromkeys(name for names in rows.values() for name in names))

    def naming(self, scope: str, entity: str, most: int) -> Sequence[str]:
        """The ids of the newest items that name an entity, newest first."""
        postings = self._scopes.get(scope)
        rows = postings.rows.get(entity, {}) if postings is not None else {}
        return list(islice(dict.fromkeys(map(first_row, reversed(rows))), max(most, 0)))

    def known(self, scope: str, text: str) -> Sequence[str]:
        """The entities in a text that some item of the scope names, in any capitalisation."""
        postings = self._scopes.get(scope)
        if postings is None:
            return ()
        words = "".join(char if char.isalnum() else " " for char in text.casefold()).split()
        sizes = range(1, _LONGEST_NAME + 1)
        spans = (" ".join(words[at : at + size]) for size in sizes for at in range(len(words) - size + 1))
        return [span for span in dict.fromkeys((*entities_in(text), *spans)) if span in postings.rows]


class _EntityPostings:
    """One scope: rows by name, names by item and row, places by item in the order of arrival."""

    __slots__ = ("arrived", "places", "rows", "rows_of")

    def __init__(self) -> None:
        self.places: dict[str, int] = {}
        self.arrived = 0
        self.rows: dict[str, dict[str, None]] = {}
        self.rows_of: dict[str, dict[str, list[str]]] = {}

    def add(self, row: str, name: str) -> None:
        item = first_row(row)
        if item not in self.places:
            self.places[item] = self.arrived
            self.arrived += 1
        self.rows.setdefault(name, {})[row] = None
        names = self.rows_of.setdefault(item, {}).setdefault(row, [])
        if name not in names:
            names.append(name)

    def clear(self, row: str) -> None:
        for name in self.rows_of.get(first_row(row), {}).pop(row, ()):
            del self.rows[name][row]
            if not self.rows[name]:
                del self.rows[name]
