"""MemoryOS: a queue of pages, mid-term segments with heat, and knowledge from hot segments.

A page is a finished unit. It waits in a short queue, then joins the most similar segment or starts a new one. A segment
is one item with a part for each of its pages and a link to each. Its heat rises with pages and visits, and falls with
time. New statements in a hot segment become knowledge.

Source of the mechanism and its formulas: Kang et al., Memory OS of AI Agent (arXiv 2506.06326); repository
BAI-LAB/MemoryOS.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from math import exp

from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import FINISHED, TURN, Draft, Op
from regulars.memory.parts.extraction.statements import StatementReader
from regulars.memory.parts.no_settings import NoSettings
from regulars.memory.parts.settings import checked
from regulars.memory.parts.text.terms import central, jaccard, keywords
from regulars.memory.parts.view import MemoryEvent, View, add, delete

SEGMENT = "segment"
"""The kind of a draft that represents a page in its segment."""

KNOWLEDGE = "knowledge"
"""The kind of a draft with a statement from a hot segment."""

PAGES = "pages"
"""What views call the tracker of pages."""

VISITED = "visited"
PROFILED = "profiled"

_DAY = 86400.0


def heat(visits: int, length: int, seconds: float, alpha: float = 1.0, beta: float = 1.0, gamma: float = 1.0) -> float:
    """`alpha * visits + beta * length + gamma * exp(-hours / 24)`.

    Args:
        visits: How often the segment was found since its last profile.
        length: How many pages it got since then.
        seconds: The time since its last visit or page.
        alpha: The weight of visits.
        beta: The weight of length.
        gamma: The weight of recency.
    """
    return alpha * visits + beta * length + gamma * exp(-max(seconds, 0.0) / _DAY)


@dataclass(slots=True)
class Warm:
    """The inputs of a segment's heat: visits and pages since its last profile, and all visits."""

    last: datetime
    visits: int = 0
    pages: list[str] = field(default_factory=list)
    visits_ever: int = 0

    def heat(self, now: datetime) -> float:
        """The heat at a moment; recency is computed at each call."""
        return heat(self.visits, len(self.pages), (now - self.last).total_seconds())


class Pages(NoSettings):
    """Tracks the pages in the queue, the segment of each page, and the inputs of each segment's heat.

    Attributes:
        name: The tracker's name in views.
    """

    __slots__ = ("_of", "_waiting", "_warm")

    name = PAGES

    def __init__(self) -> None:
        self._waiting: dict[str, dict[str, None]] = {}
        self._of: dict[str, str] = {}
        self._warm: dict[str, dict[str, Warm]] = {}

    def follow(self, op: Op, before: Item | None) -> None:
        """Follows the operations on pages and segments."""
        assert op.time is not None
        if op.verb == "ADD" and op.draft is not None and op.draft.kind == SEGMENT:
            self._warm.setdefault(op.draft.scope, {})[op.id] = Warm(op.time)
            return
        if before is None:
            return
        waiting, warm = self._waiting.setdefault(before.scope, {}), self._warm.setdefault(before.scope, {})
        segment = warm.get(op.id)
        if op.verb == "PASS" and op.why == FINISHED and before.kind == TURN:
            waiting[op.id] = None
        elif op.verb == "LINK" and segment is not None and op.other is not None:
            waiting.pop(op.other, None)
            self._of[op.other] = op.id
            segment.pages.append(op.other)
            segment.last = op.time
        elif op.verb == "TOUCH" and segment is not None and op.why == VISITED:
            segment.visits += 1
            segment.visits_ever += 1
            segment.last = op.time
        elif op.verb == "TOUCH" and segment is not None and op.why == PROFILED:
            segment.visits = 0
            segment.pages = []
        elif op.verb == "DELETE":
            waiting.pop(op.id, None)
            self._of.pop(op.id, None)
            if warm.pop(op.id, None) is not None:
                for page in before.links:
                    self._of.pop(page, None)

    def waiting(self, scope: str) -> list[str]:
        """The ids of the pages in the queue, oldest first."""
        return list(self._waiting.get(scope, ()))

    def segment_of(self, page: str) -> str | None:
        """The id of the segment that a page is in."""
        return self._of.get(page)

    def segments(self, scope: str) -> dict[str, Warm]:
        """The inputs of each segment's heat in a scope, oldest first. Do not change them."""
        return self._warm.get(scope, {})


def segment_key(draft: Draft) -> Sequence[str]:
    """The words and keywords of a part of a segment."""
    return (" ".join((draft.text, *draft.extra.get("keywords", ()))),)


@dataclass(frozen=True, slots=True)
@checked(
    queue=(1, 1000),
    join=(0.0, 2.0),
    hot=(0.0, 1e6),
    segments=(1, 10**6),
    knowledge=(1, 10**6),
    nearest=(1, 1000),
    words=(1, 50),
)
class Pager:
    """Moves pages from the queue into segments, profiles hot segments, evicts the least visited, counts visits.

    A page that does not fit the queue joins the segment with the highest `cosine + Jaccard of keywords`, if that is at
    least `join`; otherwise it starts one. So each page is in one segment. When the heat of a segment reaches `hot`, the
    statements of people in its unprofiled pages become knowledge. A claim replaces the knowledge of the same
    single-valued attribute. The oldest knowledge is deleted when there is too much. Visits and length then restart at
    zero.

    Attributes:
        reader: Reads statements.
        queue: How many pages the queue holds, 1 to 1,000.
        join: The lowest score to join a segment, in [0, 2].
        hot: The heat at which a segment is profiled; at least 0.
        segments: How many segments are kept; the least visited is evicted first, the oldest among equals.
        knowledge: How many statements are kept.
        retriever: The index of segments.
        nearest: How many segments are compared with a page, 1 to 1,000.
        words: How many keywords a page has, 1 to 50.
    """

    reader: StatementReader
    queue: int = 10
    join: float = 0.6
    hot: float = 5.0
    segments: int = 2000
    knowledge: int = 100
    retriever: str = "segments"
    nearest: int = 20
    words: int = 10

    def __call__(self, view: View, event: MemoryEvent) -> Iterable[Op]:
        """The moves, profiles and visits."""
        pages: Pages = view.tracker(PAGES)
        if event.kind == "recalled":
            found = (pages.segment_of(hit.id) for hit in event.hits)
            for id in dict.fromkeys(id for id in found if id is not None):
                yield Op("TOUCH", id, why=VISITED)
        if event.kind != "unit":
            return
        for page in view.present(pages.waiting(view.scope)[: -self.queue]):
            yield from self._move(page, view)
        for id, warm in list(pages.segments(view.scope).items()):
            if warm.heat(view.now) >= self.hot and warm.pages:
                yield from self._profile(id, warm, view)

    def _move(self, page: Item, view: View) -> Iterable[Op]:
        """Moves a page from the queue to its segment."""
        (gist,) = central(page.parts, view, 1) or page.parts[:1]
        words = keywords(page.text, view, self.words)
        basis = tuple(id for id in page.sources if id not in gist.sources)
        draft = replace(gist, kind=SEGMENT, basis=basis, extra={"keywords": words})
        segment = self._nearest(draft, view)
        if segment is None:
            yield from self._evict(view)
            yield add(draft, "no segment is similar")
            segment = view.just_added(SEGMENT)
        else:
            yield Op("MERGE", segment.id, draft, why="it is similar to the segment")
        yield Op("LINK", segment.id, other=page.id, why="page 1.00")

    def _nearest(self, draft: Draft, view: View) -> Item | None:
        """The segment that a page joins; None if no segment is similar enough."""
        (text,) = segment_key(draft)
        scored = [
            (round(cosine + jaccard(draft.extra["keywords"], keywords_of(segment)), 9), segment)
            for segment, cosine in view.search(self.retriever, text, self.nearest)
        ]
        best = max(scored, key=lambda pair: (pair[0], -pair[1].order), default=None)
        return best[1] if best is not None and best[0] >= self.join else None

    def _evict(self, view: View) -> Iterable[Op]:
        """Deletes the least visited segment and its pages if there are too many segments."""
        segments = view.tracker(PAGES).segments(view.scope)
        if len(segments) < self.segments:
            return
        segment = view.get(min(segments, key=lambda id: segments[id].visits_ever))
        if segment is not None:
            for page in view.linked(segment):
                yield delete(page, "its segment is the least visited")
            yield delete(segment, "it is the least visited")

    def _profile(self, id: str, warm: Warm, view: View) -> Iterable[Op]:
        """Turns the statements of a hot segment into knowledge."""
        for page in list(warm.pages):
            item = view.get(page)
            for part in item.parts if item is not None else ():
                for said in self.reader.statements(part):
                    draft = replace(part, kind=KNOWLEDGE, text=said.text, claims=said.claims, extra={})
                    yield from self._know(draft, view)
        yield Op("TOUCH", id, why=PROFILED)

    def _know(self, draft: Draft, view: View) -> Iterable[Op]:
        """Adds one statement to the knowledge."""
        known = view.items(KNOWLEDGE)
        slots = {(claim.person, claim.attribute) for claim in draft.claims if claim.attribute and not claim.many}
        for item in known:
            held = {(claim.person, claim.attribute) for claim in item.claims}
            if item.text == draft.text or (slots and held <= slots and held):
                yield delete(item, "it is told again")
        known = view.items(KNOWLEDGE)
        for item in known[: max(len(known) - self.knowledge + 1, 0)]:
            yield delete(item, "the limit of knowledge is reached")
        yield add(draft, "its segment is hot")


def keywords_of(segment: Item) -> set[str]:
    """The keywords of all parts of a segment."""
    return {word for part in segment.parts for word in part.extra.get("keywords", ())}
