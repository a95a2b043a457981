"""Admission of RealMem's points: a later correction wins, and duplicates in a batch are discarded.

Source: RealMem (arXiv 2601.06966) and its repository, which removes duplicate points in batches of twenty.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import Draft, Op
from regulars.memory.parts.admission.conflict import keep_me_updated
from regulars.memory.parts.extraction.claims import same_claim
from regulars.memory.parts.extraction.project_points import DYNAMIC, SCHEDULE, STATIC
from regulars.memory.parts.settings import checked
from regulars.memory.parts.text.words import normalised
from regulars.memory.parts.view import MemoryEvent, View, add, delete


def later_wins(draft: Draft, view: View) -> Iterable[Op]:
    """Admission: a later static point corrects an earlier one; other points are added."""
    return keep_me_updated(draft, view) if draft.kind == STATIC else (add(draft),)


@dataclass(frozen=True, slots=True)
@checked(size=(2, 10**6))
class DiscardDuplicates:
    """A rule at the end of a session: of equal points in one batch, only the last is kept.

    Points are equal if words, speaker and kind agree, or if each claim of one is a claim of the other. A batch is a
    fixed range of item numbers, so closing a session twice discards nothing more. Only batches with points of the
    session are checked.

    Attributes:
        size: The size of a batch, 2 to 1,000,000; 20 as published.
        kinds: The kinds of points that are checked.
    """

    size: int = 20
    kinds: tuple[str, ...] = (DYNAMIC, STATIC, SCHEDULE)

    def __call__(self, view: View, event: MemoryEvent) -> Iterable[Op]:
        """Deletes the duplicates."""
        if event.kind != "session":
            return
        batches: dict[int, list[Item]] = {}
        for item in view.items(*self.kinds):
            batches.setdefault((item.order - 1) // self.size, []).append(item)
        newest = view.newest(*self.kinds)
        for batch in batches.values():
            if newest is None or batch[-1].session != newest.session:
                continue
            for number, item in enumerate(batch):
                if any(_says_the_same(item, later) for later in batch[number + 1 :]):
                    yield delete(item, "discarded: said again in its batch")


def _says_the_same(one: Item, other: Item) -> bool:
    if one.kind != other.kind:
        return False
    if one.claims and other.claims:
        return all(any(same_claim(mine, theirs) for theirs in other.claims) for mine in one.claims)
    first, second = one.parts[0], other.parts[0]
    return (first.name, normalised(first.text)) == (second.name, normalised(second.text))
