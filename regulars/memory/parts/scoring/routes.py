"""Routed search: from coarse items down to detailed ones, level by level or step by step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

from regulars.memory.journal.items import Item
from regulars.memory.parts.consolidation.paging import KNOWLEDGE, PAGES, keywords_of
from regulars.memory.parts.learning.credit import credits
from regulars.memory.parts.links.kinds import BACKLINKS
from regulars.memory.parts.reading.lines import distinct
from regulars.memory.parts.scoring.expand import ranked
from regulars.memory.parts.settings import checked
from regulars.memory.parts.text.terms import jaccard, keywords, stems
from regulars.memory.parts.view import View
from regulars.memory.protocol import Cue, Hit


@dataclass(frozen=True, slots=True)
@checked(segments=(1, 100), pages=(1, 100), knowledge=(1, 100), least=(0.0, 1.0), known=(0.0, 1.0), fan=(1, 10_000))
class PagedSearch:
    """Searches the best segments, their best pages, the queue, and the best knowledge.

    A segment's score is the cosine with the cue plus the Jaccard coefficient of their keywords. Pages are searched only
    in the best segments. The pages in the queue are always searched. All hits are ranked by their own cosine.

    Source: retrieval of MemoryOS (arXiv 2506.06326; repository BAI-LAB/MemoryOS), with its counts and thresholds.

    Attributes:
        segments: How many segments are searched, 1 to 100.
        pages: How many of their pages are hits, 1 to 100.
        knowledge: How many items of knowledge are hits, 1 to 100.
        least: The lowest score of segments and pages, in [0, 1].
        known: The lowest score of knowledge, in [0, 1].
        fan: How many of the nearest pages and segments are considered, 1 to 10,000.
    """

    segments: int = 5
    pages: int = 7
    knowledge: int = 20
    least: float = 0.1
    known: float = 0.01
    fan: int = 500

    def __call__(self, cue: Cue, view: View) -> Sequence[Hit]:
        """The ranked pages and knowledge."""
        words = keywords(cue.text, view, 10)
        scored = [
            (segment.id, round(cosine + jaccard(words, keywords_of(segment)), 9))
            for segment, cosine in view.search("segments", cue, self.fan)
        ]
        scored.sort(key=lambda pair: -pair[1])
        routed = {id for id, score in scored[: self.segments] if score >= self.least}
        tracker = view.tracker(PAGES)
        found: dict[str, float] = {}
        left = self.pages
        for page, cosine in view.search("dense", cue, self.fan):
            segment_id = tracker.segment_of(page.id)
            if page.kind == KNOWLEDGE:
                continue
            if segment_id is None:
                found[page.id] = cosine
            elif segment_id in routed and cosine >= self.least and left:
                found[page.id] = cosine
                left -= 1
        facts = view.search("dense", cue, self.knowledge, (KNOWLEDGE,))
        found |= {fact.id: cosine for fact, cosine in facts if cosine >= self.known}
        return ranked(found, {id: {"dense": score} for id, score in found.items()}, view, cue.k)


def paged(cue: Cue, ranked: Sequence[Item], view: View) -> tuple[str, int]:
    """Shows the hits, then the queue, newest first, without repetitions."""
    waiting = view.present(reversed(view.tracker(PAGES).waiting(view.scope)))
    return distinct(cue, [*ranked, *waiting], view)


@dataclass(frozen=True, slots=True)
@checked(width=(1, 1000), credit=(0.0, 1.0), fan=(1, 10_000))
class Route:
    """Searches from the top level down: the best nodes of a level, then only their children, to the leaves.

    Nodes consist of stems (`Taxonomy`), so they are searched by the stems of the cue, and leaves by its words. Leaves
    without a node are searched as well. A leaf's score is its own, plus or minus the share `credit` for each net like
    or dislike of replies that used it.

    Source: H-MEM (arXiv 2507.22925): routing by indices of children from level to level; weights by feedback.

    Attributes:
        levels: The kinds of nodes, the top first; each is also the name of its index.
        retriever: The index of leaves.
        width: How many nodes of each level are opened, 1 to 1,000.
        credit: The weight of a like or dislike, in [0, 1].
        fan: How many of the nearest items of each level are considered, 1 to 10,000.
    """

    levels: tuple[str, ...]
    retriever: str = "dense"
    width: int = 5
    credit: float = 0.1
    fan: int = 500

    def __call__(self, cue: Cue, view: View) -> Sequence[Hit]:
        """The ranked leaves."""
        allowed: set[str] | None = None
        asked = " ".join(stems(cue.text)) or cue.text
        for level in self.levels:
            near = view.search(level, asked, self.fan)
            chosen = [node for node, _ in near if allowed is None or node.id in allowed][: self.width]
            allowed = {id for node in chosen for id in node.links}
        placed = view.tracker(BACKLINKS)
        found = {}
        for leaf, score in view.search(self.retriever, cue, self.fan):
            if allowed is None or leaf.id in allowed or not placed.to(leaf.id):
                found[leaf.id] = score * (1.0 + self.credit * credits(leaf))
        return ranked(found, {id: {self.retriever: score} for id, score in found.items()}, view, cue.k)


@dataclass(frozen=True, slots=True)
@checked(steps=(1, 10_000), fan=(1, 100_000))
class Walk:
    """A best-first walk down a tree: opens the most promising unvisited node, a limited number of times.

    Opening a node scores its children; leaves among them become hits. The walk can go back, since skipped nodes stay in
    the queue.

    Source: MemWalker (Chen et al., arXiv 2310.05029), where a model chooses, reads, answers or goes back.

    Attributes:
        levels: The kinds of inner nodes.
        retriever: The index of leaves; the index of nodes is `{retriever}-nodes`.
        steps: The most nodes opened, 1 to 10,000.
        fan: How many of the nearest items are considered, 1 to 100,000.
    """

    levels: tuple[str, ...]
    retriever: str = "dense"
    steps: int = 12
    fan: int = 2000

    def __call__(self, cue: Cue, view: View) -> Sequence[Hit]:
        """The ranked leaves that the walk reached."""
        scores = {item.id: score for item, score in view.search(self.retriever, cue, self.fan)}
        nodes = dict(view.search(f"{self.retriever}-nodes", cue, self.fan, self.levels))
        placed = view.tracker(BACKLINKS)
        roots = [node for node in nodes if not placed.to(node.id)]
        queue: list[tuple[float, int, Item]] = []
        by_id = {node.id: score for node, score in nodes.items()}
        found = {id: score for id, score in scores.items() if not placed.to(id)}
        _offer(queue, roots, by_id)
        visited: set[str] = set()
        while queue and len(visited) < self.steps:
            _, _, node = heappop(queue)
            if node.id in visited:
                continue
            visited.add(node.id)
            children = view.linked(node)
            _offer(queue, (child for child in children if child.kind in self.levels), by_id)
            found.update((child.id, scores.get(child.id, 0.0)) for child in children if child.kind not in self.levels)
        return ranked(found, {id: {self.retriever: score} for id, score in found.items()}, view, cue.k)


def _offer(queue: list[tuple[float, int, Item]], nodes: Iterable[Item], scores: dict[str, float]) -> None:
    for node in nodes:
        heappush(queue, (-scores.get(node.id, 0.0), node.order, node))
