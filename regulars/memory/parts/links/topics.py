"""Links facts on one topic."""

from __future__ import annotations

from collections.abc import Iterable

from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import Op
from regulars.memory.parts.extraction.claims import slot_of
from regulars.memory.parts.extraction.statements import FACT
from regulars.memory.parts.indexes.entity_vectors import ENTITY
from regulars.memory.parts.indexes.keys import entity_keys
from regulars.memory.parts.indexes.slots import held_in
from regulars.memory.parts.view import MemoryEvent, View


def same_topic(view: View, event: MemoryEvent) -> Iterable[Op]:
    """A rule: links a fact to the previous fact of the same slot, or else to the previous one with a common entity.

    Source: EMMA (Mixed-Session Conversation with Egocentric Memory), which links memories of one topic across sessions
    and partners.
    """
    new = event.item
    if event.kind != "added" or new is None or new.kind != FACT:
        return
    slots = [item for claim in new.claims if slot_of(claim) for item in held_in(view, slot_of(claim), FACT)]
    earlier = _last_before(new, slots) or _last_before(new, _naming_the_same(new, view))
    if earlier is not None:
        yield Op("LINK", new.id, other=earlier.id, why="the same topic")


def _naming_the_same(new: Item, view: View) -> list[Item]:
    index = view.index(ENTITY)
    ids = (id for name in entity_keys(new.parts[0]) for id in index.linked(new.scope, name))
    return view.present(dict.fromkeys(ids))


def _last_before(new: Item, items: list[Item]) -> Item | None:
    before = [item for item in items if item.order < new.order and item.scope == new.scope and item.kind == FACT]
    return max(before, key=lambda item: item.order, default=None)
