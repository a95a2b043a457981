"""Extends hits: by linked items, by the newest items, or by several searches side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from regulars.memory.journal.items import Item
from regulars.memory.parts.scoring.by_index import Score
from regulars.memory.parts.view import View
from regulars.memory.protocol import Cue, Hit


@dataclass(frozen=True, slots=True)
class LinkExpansion:
    """Adds the items that a hit links to directly after it, within `cue.k`.

    A linked item has the score of that hit. Source: DualMem (role2026/rolememo, commit 869bb68), where an insight also
    recalls the facts that it rests on.

    Attributes:
        score: Finds the hits.
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
    """Adds the newest items after the hits, with the score 0. For memories whose context shows everything.

    Attributes:
        score: Finds the hits; its scores are positive.
        kinds: The kinds of the added items; all if empty.
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
    """Interleaves several searches: the first hit of each, then the second of each, each item once.

    An item's score is `1 / rank` in the search that found it first.

    Attributes:
        searches: Pairs of a retriever and the kinds of its items; all kinds if empty.
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
