"""Mem0's update phase: compares a new fact with its nearest neighbours and decides ADD, UPDATE, DELETE or NONE.

Source: Chhikara et al., Mem0: Building Production-Ready AI Agents with Scalable Long-Term Memory (2025), and the
prompts of mem0ai/mem0. A model decides there. Here claims decide, and bands of similarity for text without claims.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import Draft, Op
from regulars.memory.parts.admission.conflict import settled
from regulars.memory.parts.extraction.claims import slot_of
from regulars.memory.parts.indexes.keys import spoken
from regulars.memory.parts.settings import checked
from regulars.memory.parts.text.cues import has_cue
from regulars.memory.parts.text.words import content_words, normalised
from regulars.memory.parts.view import View, add, change


@dataclass(frozen=True, slots=True)
@checked(near=(1, 10**6), alike=(0.0, 1.0))
class Mem0Update:
    """Admission by Mem0's four events.

    With claims: NONE if a neighbour makes the same claim. UPDATE, under the neighbour's id, if a single-valued
    attribute gets another value. DELETE if the draft says that a claim is over; the draft itself is not stored.
    Otherwise ADD. Without claims, only neighbours of the same speaker with a cosine of at least `alike` count: NONE if
    the draft says no more than one, UPDATE if it says all of one and more. Otherwise ADD. Texts with different numbers,
    or with a negation in only one, are never compared.

    A conflicting item that is not among the nearest stays unchanged, as in the published system.

    Attributes:
        retriever: The index that finds the neighbours.
        near: How many neighbours are compared, 1 to 1,000,000. The published code uses 5.
        alike: The lowest cosine of texts that may say the same; in [0, 1].
    """

    retriever: str = "dense"
    near: int = 5
    alike: float = 0.7

    def __call__(self, draft: Draft, view: View) -> Iterable[Op]:
        """The operations on the draft and its neighbours."""
        found = view.search(self.retriever, spoken(draft), self.near, (draft.kind,))
        if any(map(slot_of, draft.claims)):
            in_order = sorted((item for item, _ in found), key=lambda item: item.order)
            return settled(draft, in_order, in_place=True)
        near = [item for item, score in found if score >= self.alike and not any(map(slot_of, item.claims))]
        return (self._by_words(draft, near),)

    def _by_words(self, draft: Draft, near: list[Item]) -> Op:
        for item in near:
            part = item.parts[0]
            if part.name != draft.name or not _may_say_the_same(part.text, draft.text):
                continue
            old, new = content_words(part.text), content_words(draft.text)
            if new <= old:
                return Op("PASS", item.id, why="a neighbour already says this")
            if old < new:
                return change(item, draft, "a neighbour says less")
        return add(draft)


def _may_say_the_same(one: str, other: str) -> bool:
    """Whether two texts are equal, or both have content words, the same numbers and the same negation."""
    if normalised(one) == normalised(other):
        return True
    if has_cue("negation", one) != has_cue("negation", other) or not content_words(one) or not content_words(other):
        return False
    return _figures(one) == _figures(other)


def _figures(text: str) -> frozenset[str]:
    return frozenset(word for word in content_words(text) if not word.isalpha())
