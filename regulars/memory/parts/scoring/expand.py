"""Scoring that follows links: also finds items linked with the hits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from regulars.memory.journal.items import Item
from regulars.memory.parts.links.kinds import neighbours
from regulars.memory.parts.settings import checked
from regulars.memory.parts.view import View
from regulars.memory.protocol import Cue, Hit


def ranked(scores: Mapping[str, float], retrievers: Mapping[str, Mapping[str, float]], view: View, k: int) -> list[Hit]:
    """Hits by score, rounded, ties in the order in which the items were added."""
    items = [(view.get(id), round(score, 9)) for id, score in scores.items()]
    held = [(item, score) for item, score in items if item is not None]
    held.sort(key=lambda pair: (-pair[1], pair[0].order))
    return [Hit(item.id, score, item.sources, retrievers.get(item.id, {})) for item, score in held[: max(k, 0)]]


def _behind(
    seeds: Sequence[tuple[Item, float]], followers: Iterable[tuple[Item, float]], floor: float
) -> dict[str, float]:
    """Scores in which the seeds keep their own and followers get at most `floor`."""
    scores = {item.id: score for item, score in seeds}
    behind: dict[str, float] = {}
    for item, score in followers:
        if item.id not in scores:
            behind[item.id] = max(behind.get(item.id, -1.0), min(score, floor))
    return {**scores, **behind}


@dataclass(frozen=True, slots=True)
@checked(share=(0.01, 1.0), fade=(0.0, 1.0))
class Expand:
    """Ranks the best items of an index, then the items linked with them and further items of the index, by score.

    The first `share` of the k hits come from the index. A linked item has `fade` times the best score of its linked
    items, unless its own score is higher. It never ranks before those first hits. Links are followed both ways.

    Source: retrieval of A-Mem (arXiv 2502.12110): the top k, and the notes that they are linked with.

    Attributes:
        retriever: The index.
        share: In [0.01, 1]: the share of the k hits that come from the index.
        fade: In [0, 1].
        kinds: The kinds that count; all if empty.
    """

    retriever: str = "dense"
    share: float = 0.5
    fade: float = 0.9
    kinds: tuple[str, ...] = ()

    def __call__(self, cue: Cue, view: View) -> Sequence[Hit]:
        """The ranked items."""
        found = view.search(self.retriever, cue, cue.k, self.kinds)
        first = found[: ceil(self.share * cue.k)]
        if not first:
            return ()
        floor = first[-1][1]
        linked = [(other, self.fade * score) for item, score in first for other, _ in neighbours(item, view)]
        scores = _behind(first, [*linked, *found[len(first) :]], floor)
        own = {item.id: {self.retriever: score} for item, score in found}
        retrievers = {id: own.get(id, {"link": round(score, 9)}) for id, score in scores.items()}
        return ranked(scores, retrievers, view, cue.k)


@dataclass(frozen=True, slots=True)
@checked(seeds=(1, 100), walks=(1, 100), fade=(0.0, 1.0))
class Timelines:
    """Ranks the best items of an index, then the timelines through them.

    A timeline follows links back from the item to one without incoming links, and forward to one without outgoing
    links. At each fork a draw named by the cue decides. The members of the timelines and further items of the index
    follow the first `seeds` hits, by score.

    Source: THEANINE (arXiv 2406.10996), which samples n timelines from the start of the component to its ends, for the
    top 3 items. Here a walk samples one timeline, so components with many paths cost no more.

    Attributes:
        retriever: The index.
        seeds: How many items the timelines start from, 1 to 100.
        walks: How many timelines are sampled per item, 1 to 100.
        fade: In [0, 1]: a member's score as a share of its seed's score.
        kinds: The kinds that count; all if empty.
    """

    retriever: str = "dense"
    seeds: int = 3
    walks: int = 1
    fade: float = 0.9
    kinds: tuple[str, ...] = ()

    def __call__(self, cue: Cue, view: View) -> Sequence[Hit]:
        """The ranked items."""
        found = view.search(self.retriever, cue, cue.k, self.kinds)
        first = found[: self.seeds]
        if not first:
            return ()
        members = [
            (member, self.fade * score)
            for item, score in first
            for walk in range(self.walks)
            for member in timeline(item, view, cue, walk)
        ]
        scores = _behind(first, [*members, *found[len(first) :]], first[-1][1])
        own = {item.id: {self.retriever: score} for item, score in found}
        retrievers = {id: own.get(id, {"timeline": round(score, 9)}) for id, score in scores.items()}
        return ranked(scores, retrievers, view, cue.k)


def timeline(item: Item, view: View, cue: Cue, walk: int = 0) -> list[Item]:
    """One path of links through an item, from an item without incoming links to one without outgoing links.

    Args:
        item: The item.
        view: A view of a memory with the tracker `Backlinks` whose links run from older to newer items.
        cue: Names the draws.
        walk: Numbers the draws.
    """
    path = [item]
    for ahead in (False, True):
        at = path[-1]
        while True:
            ways = [other for other, _ in neighbours(at, view) if (other.id in at.links) is ahead]
            ways = [other for other in ways if other not in path]
            if not ways:
                break
            draws = view.draws("timeline", cue.text, item.id, walk, at.id, int(ahead))
            at = ways[draws.integer(len(ways))]
            path = [*path, at] if ahead else [at, *path]
    return path
