"""The index of slots: finds the items on a person's attribute in one step."""

from __future__ import annotations

from collections.abc import Sequence

from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import POOL
from regulars.memory.parts.no_settings import NoSettings
from regulars.memory.parts.view import View, first_row
from regulars.memory.protocol import Cue

SLOT = "slot"
"""The retriever name of the index."""


def held_in(view: View, slot: str, *kinds: str) -> list[Item]:
    """The items in a slot, in the order in which they were added; only of some kinds, if any are given.

    Only this scope's pooled items count, since people of other scopes may have the same name.
    """
    index = view.index(SLOT)
    rows = [*index.held(view.scope, slot), *index.held(POOL, slot)]
    items = view.present(dict.fromkeys(map(first_row, rows)))
    found = [item for item in items if not kinds or item.kind in kinds]
    own = [item for item in found if item.scope != POOL or item.parts[0].extra.get("of") == view.scope]
    return sorted(own, key=lambda item: (item.scope == POOL, item.order))


class Slots(NoSettings):
    """Finds items by the exact name of a slot."""

    __slots__ = ("_keys", "_rows")

    retriever = SLOT

    def __init__(self) -> None:
        self._keys: dict[str, dict[str, list[str]]] = {}
        self._rows: dict[str, dict[str, dict[str, None]]] = {}

    def put(self, scope: str, id: str, key: str) -> None:
        """Adds a row, or moves it to another slot."""
        if id in self._keys.setdefault(scope, {}):
            self._clear(scope, id)
        self._keys[scope][id] = []
        self.extend(scope, id, key)

    def extend(self, scope: str, id: str, key: str) -> None:
        """Adds a row to one more slot."""
        self._keys[scope][id].append(key)
        self._rows.setdefault(scope, {}).setdefault(key, {})[id] = None

    def drop(self, scope: str, id: str) -> None:
        """Forgets a row."""
        self._clear(scope, id)
        del self._keys[scope][id]

    def held(self, scope: str, slot: str) -> Sequence[str]:
        """The rows in a slot of a scope."""
        return tuple(self._rows.get(scope, {}).get(slot, ()))

    def search(self, cue: Cue) -> Sequence[tuple[str, float]]:
        """The rows of the slot that the cue's text names, oldest first, each with the score 1."""
        return [(id, 1.0) for id in self.held(cue.scope, cue.text)[: max(cue.k, 0)]]

    def _clear(self, scope: str, id: str) -> None:
        rows = self._rows[scope]
        for key in self._keys[scope][id]:
            if key in rows:
                rows[key].pop(id, None)
                if not rows[key]:
                    del rows[key]
