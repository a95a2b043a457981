"""Items by kind: an index of the items of a few kinds, so that rules need not scan the whole memory."""

from __future__ import annotations

from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import Op
from regulars.memory.parts.view import View

ITEMS_BY_KIND = "items_by_kind"
"""The tracker's name in views."""


class ItemsByKind:
    """Keeps the ids of the items of some kinds. An item counts under the kind with which it was added.

    Args:
        kinds: The kinds.
    """

    __slots__ = ("_ids", "_kinds")

    name = ITEMS_BY_KIND

    def __init__(self, *kinds: str) -> None:
        self._kinds = kinds
        self._ids: dict[tuple[str, str], dict[str, None]] = {}

    def __repr__(self) -> str:
        return f"ItemsByKind({', '.join(map(repr, self._kinds))})"

    def blank(self) -> ItemsByKind:
        """An empty tracker for the same kinds."""
        return ItemsByKind(*self._kinds)

    def follow(self, op: Op, before: Item | None) -> None:
        """Notes added and deleted items."""
        if op.verb == "ADD" and op.draft is not None and op.draft.kind in self._kinds:
            self._ids.setdefault((op.draft.scope, op.draft.kind), {})[op.id] = None
        elif op.verb == "DELETE" and before is not None:
            self._ids.get((before.scope, before.kind), {}).pop(op.id, None)

    def ids(self, scope: str, kind: str) -> list[str]:
        """The ids of a kind, in the order in which they were added."""
        return list(self._ids.get((scope, kind), {}))


def items_of_kinds(view: View, *kinds: str) -> list[Item]:
    """The visible items of some kinds of the tracker, in the order in which they were added."""
    held: ItemsByKind = view.tracker(ITEMS_BY_KIND)
    found = view.present(id for kind in kinds for id in held.ids(view.scope, kind))
    return sorted(found, key=lambda item: item.order)
