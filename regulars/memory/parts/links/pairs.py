"""Items about two others: they have the words and turns of both, and link to both."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import Draft, Op
from regulars.memory.parts.view import View, add


def add_pair(old: Item, new: Item, part: Draft, why: str, link: str, view: View) -> Iterable[Op]:
    """Adds an item about an older and a newer one.

    Args:
        old: The older item, whose words come first.
        new: The newer item, whose turns come first.
        part: The draft without its words, turns and claims.
        why: The reason of the new item.
        link: The reason of its links.
        view: The memory.
    """
    sources = tuple(dict.fromkeys(new.sources + old.sources))
    yield add(replace(part, text=f"{old.text} {new.text}", sources=sources, claims=()), why)
    made = view.just_added(part.kind)
    for item in (old, new):
        yield Op("LINK", made.id, other=item.id, why=link)
