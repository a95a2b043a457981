"""Scores around scores: what is found brings along what it points to, and a list is filled up with the newest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from regulars.memory.journal.items import Item
from regulars.memory.parts.scoring.by_index import Score
from regulars.memory.parts.view import View
from regulars.memory.protocol import Cue, Hit


@dataclass(frozen=True, slots=True)
class LinkExpansion:
    """Each item found is followed by the items that it points to; the list stays within `cue.k`.

    A linked item has the score of the item that it is linked from. Source: DualMem (role2026/rolememo, commit 869bb68),
    where an insight brings the facts that it rests on.

    Attributes:
        score: What finds.
        kinds: The kinds of items that bring others; all if empty.
    """

    score: Score
    kinds: tuple[str, ...] = ()

    def __call__(self, cue: Cue, view: View) -> Sequence[Hit]:
        """The ranked items."""
        hits: dict[str, Hit] = {}
        for hit in self.score(cue, view):
            hits.setdefault(hit.id, hit)
            item = view.get(hit.id)
            if item is not None and (not self.kinds or item.kind in self.kinds):
                for other in view.linked(item):
                    hits.setdefault(other.id, Hit(other.id, hit.score, other.sources, {"link_expansion": hit.score}))
        return list(hits.values())[: max(cue.k, 0)]


@dataclass(frozen=True, slots=True)
class Backed:
    """What is found, then the newest of what is held, with the score 0: for memories that are read as a whole.

    Attributes:
        score: What finds; its scores are positive.
        kinds: The kinds of items that fill up; all if empty.
    """

    score: Score
    kinds: tuple[str, ...] = ()

    def __call__(self, cue: Cue, view: View) -> Sequence[Hit]:
        """The ranked items."""
        hits = {hit.id: hit for hit in self.score(cue, view) if hit.score > 0}
        for item in reversed(view.items(*self.kinds)):
            if len(hits) >= cue.k:
                break
            hits.setdefault(item.id, Hit(item.id, 0.0, item.sources, {"newest": 0.0}))
        return list(hits.values())[: max(cue.k, 0)]


@dataclass(frozen=True, slots=True)
class Union:
    """Several searches side by side: the first of each, then the second of each, each item once.

    An item's score is `1 / rank` of the search that found it first.

    Attributes:
        searches: Pairs of a retriever and the kinds of items that count in it; all kinds if empty.
    """

    searches: tuple[tuple[str, tuple[str, ...]], ...]

    def __call__(self, cue: Cue, view: View) -> Sequence[Hit]:
        """The ranked items."""
        lists: list[tuple[str, list[tuple[Item, float]]]] = [
            (retriever, view.search(retriever, cue, cue.k, kinds)) for retriever, kinds in self.searches
        ]
        hits: dict[str, Hit] = {}
        for rank in range(max((len(found) for _, found in lists), default=0)):
            for retriever, found in lists:
                if rank < len(found):
                    item, score = found[rank]
                    hits.setdefault(item.id, Hit(item.id, 1.0 / (rank + 1), item.sources, {retriever: score}))
        return list(hits.values())[: max(cue.k, 0)]
