"""Mem0's update phase: a new fact is decided with its nearest neighbours to be ADD, UPDATE, DELETE or NONE.

Source: Chhikara et al., Mem0: Building Production-Ready AI Agents with Scalable Long-Term Memory (2025),
and the prompts of mem0ai/mem0. There a model decides; here claims do, and bands of similarity where nothing was read.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from regulars.errors import ConfigurationError
from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import Draft, Op
from regulars.memory.parts.admission.conflict import settled
from regulars.memory.parts.extraction.claims import slot_of
from regulars.memory.parts.indexes.keys import spoken
from regulars.memory.parts.text.cues import has_cue
from regulars.memory.parts.text.words import content_words, normalised
from regulars.memory.parts.view import View, add, change


@dataclass(frozen=True, slots=True)
class Mem0Update:
    """Admission by Mem0's four events.

    With claims: the same one among the neighbours, NONE; another value of an attribute that has one, UPDATE, under
    the neighbour's id; what says that it is over, DELETE, and it is not held itself; else ADD. Without claims, of a
    neighbour by the same speaker and as near as `alike`: what says no more than it, NONE; what says all of it and
    more, UPDATE; else ADD. A number or a negation that only one of the two has makes them two.

    What conflicts and is not among the nearest stays as it is, as in the published system.

    Attributes:
        retriever: The index that says what is near.
        near: How many neighbours are looked at; at least 1, and 5 as in the code.
        alike: The least cosine of words that may say the same; in [0, 1].
    """

    retriever: str = "dense"
    near: int = 5
    alike: float = 0.7

    def __post_init__(self) -> None:
        if self.near < 1 or not 0 <= self.alike <= 1:
            raise ConfigurationError(
                f"near is {self.near} and alike {self.alike}",
                where="Mem0Update",
                expected="near of at least 1, alike in [0, 1]",
            )

    def __call__(self, draft: Draft, view: View) -> Iterable[Op]:
        """What becomes of the draft and of its neighbours."""
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
                return Op("PASS", item.id, why="a neighbour says as much")
            if old < new:
                return change(item, draft, "a neighbour says less")
        return add(draft)


def _may_say_the_same(one: str, other: str) -> bool:
    """Whether words are the same, or differ in neither numbers nor negations and say something at all."""
    if normalised(one) == normalised(other):
        return True
    if has_cue("negation", one) != has_cue("negation", other) or not content_words(one) or not content_words(other):
        return False
    return _figures(one) == _figures(other)


def _figures(text: str) -> frozenset[str]:
    return frozenset(word for word in content_words(text) if not word.isalpha())
