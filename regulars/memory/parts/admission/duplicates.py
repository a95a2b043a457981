"""Admission without duplicates: repeated statements are stored once, and updates are never taken for duplicates."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from regulars.memory.journal.operations import Claim, Draft, Op
from regulars.memory.parts.admission.conflict import held_once
from regulars.memory.parts.extraction.claims import same_claim, slot_of
from regulars.memory.parts.indexes.keys import spoken
from regulars.memory.parts.indexes.slots import held_in
from regulars.memory.parts.settings import checked
from regulars.memory.parts.text.words import normalised
from regulars.memory.parts.view import View, add


@dataclass(frozen=True, slots=True)
@checked(near=(1, 10**6))
class SameWords:
    """Admission: skips a draft if a near neighbour has the same words of the same speaker.

    Similar characters are not enough, so an update or a denial is never skipped.

    Source: mem0ai/mem0, commit 8d5b786, which compares the MD5 of the text with those of ten neighbours. Here the texts
    are compared, ignoring case and white space.

    Attributes:
        retriever: The index that finds the neighbours.
        near: How many neighbours are compared, 1 to 1,000,000.
        session: Whether only items of the same session count. A statement repeated later may be true again.
    """

    retriever: str = "dense"
    near: int = 10
    session: bool = False

    def __call__(self, draft: Draft, view: View) -> Iterable[Op]:
        """Adds the draft, or notes that it is stored already."""
        for item, _ in view.search(self.retriever, spoken(draft), self.near, (draft.kind,)):
            if any(self._again(part, draft) for part in item.parts):
                return (Op("PASS", item.id, why="the same words are already stored"),)
        return (add(draft),)

    def _again(self, part: Draft, draft: Draft) -> bool:
        same = part.name == draft.name and part.text.casefold().split() == draft.text.casefold().split()
        return same and (not self.session or part.session == draft.session)


def near_dedup(draft: Draft, view: View) -> Iterable[Op]:
    """Admission: skips a draft if the latest stored statements already claim the same.

    Two statements are duplicates if person, attribute, value and polarity agree, whatever their words. Similar letters
    do not count. By letters, `a budget of 5000` and `a budget of 7000` would be one (ratio .98), and so would `is
    allergic` and `is not allergic` (.93), while `works as` and `is employed as` would be two (.78). These figures were
    measured with the rule of DualMem (role2026/rolememo, commit 869bb68), which discards above .85. A value that
    returns after another one is not a duplicate. A text without claims is stored once.
    """
    if not any(map(slot_of, draft.claims)):
        return held_once(draft, view)
    holder = ""
    for claim in draft.claims:
        known = [(item.id, held) for item in held_in(view, slot_of(claim), draft.kind) for held in item.claims]
        told = [(id, held) for id, held in known if slot_of(held) == slot_of(claim)]
        last = told[-1:] if not claim.many else [pair for pair in told if _concerns(pair[1], claim)][-1:]
        if not last or not same_claim(last[0][1], claim):
            return (add(draft),)
        holder = holder or last[0][0]
    return (Op("PASS", holder, why="the same claims are already stored"),)


def _concerns(held: Claim, claim: Claim) -> bool:
    """Whether a stored claim concerns the same value, or all values, of an attribute with several values."""
    return not held.value or normalised(held.value) == normalised(claim.value)
