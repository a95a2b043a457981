"""Duplicates: what is said twice is held once, and an update never passes for a duplicate."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from regulars.errors import ConfigurationError
from regulars.memory.journal.operations import Claim, Draft, Op
from regulars.memory.parts.admission.conflict import held_once
from regulars.memory.parts.extraction.claims import same_claim, slot_of
from regulars.memory.parts.indexes.keys import spoken
from regulars.memory.parts.indexes.slots import held_in
from regulars.memory.parts.text.words import normalised
from regulars.memory.parts.view import View, add


@dataclass(frozen=True, slots=True)
class SameWords:
    """Admission: turned away if one of the nearest holds the very same words of the same speaker; else added.

    No similarity of characters decides: an update or a denial is never the same.

    Source: mem0ai/mem0, commit 8d5b786, which compares the MD5 of the text with those of ten neighbours; here the
    texts themselves are compared, but for case and blanks.

    Attributes:
        retriever: The index that says what is near.
        near: How many neighbours are looked at; at least 1.
        session: Whether only what was said in the same session counts: said again later, it may be true again.
    """

    retriever: str = "dense"
    near: int = 10
    session: bool = False

    def __post_init__(self) -> None:
        if self.near < 1:
            raise ConfigurationError(f"near is {self.near}", where="SameWords", expected="at least 1")

    def __call__(self, draft: Draft, view: View) -> Iterable[Op]:
        """What becomes of the draft."""
        for item, _ in view.search(self.retriever, spoken(draft), self.near, (draft.kind,)):
            if any(self._again(part, draft) for part in item.parts):
                return (Op("PASS", item.id, why="the same words are held already"),)
        return (add(draft),)

    def _again(self, part: Draft, draft: Draft) -> bool:
        same = part.name == draft.name and part.text.casefold().split() == draft.text.casefold().split()
        return same and (not self.session or part.session == draft.session)


def near_dedup(draft: Draft, view: View) -> Iterable[Op]:
    """Admission: turned away if all that it claims is held already as the last word on it; else added.

    Two sayings are duplicates where person, attribute, value and polarity agree, whatever their words, and never for
    the similarity of their letters: by that, `a budget of 5000` and `a budget of 7000` are one (ratio .98), and so are
    `is allergic` and `is not allergic` (.93), while `works as` and `is employed as` are two (.78); measured on the
    rule of DualMem (role2026/rolememo, commit 869bb68), which discards above .85. A value that comes back after
    another one was told is no duplicate. Words in which nothing was read are held once.
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
    return (Op("PASS", holder, why="the same is held already"),)


def _concerns(held: Claim, claim: Claim) -> bool:
    """Whether what is held speaks of the same value, or of all values, of an attribute with several."""
    return not held.value or normalised(held.value) == normalised(claim.value)
