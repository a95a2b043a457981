"""Hindsight's recall: four retrievers fused by rank, with boosts for recency, time and proof."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from math import log

from regulars.memory.journal.items import Item
from regulars.memory.parts.consolidation.networks import OBSERVATION
from regulars.memory.parts.links.kinds import neighbours, ties
from regulars.memory.parts.scoring.expand import ranked
from regulars.memory.parts.settings import checked
from regulars.memory.parts.text.intervals import Days, asked_days
from regulars.memory.parts.view import View
from regulars.memory.protocol import Cue, Hit

_DAY = 86400.0
_YEAR = 365.0


def recency(days: float, window: float = _YEAR) -> float:
    """The freshness of an item: from 1 now, linearly down to 0.1 after `window` days; 1 for the future.

    Source: repository vectorize-io/hindsight, reranking.
    """
    return max(0.1, min(1.0, 1.0 - days / window))


def proof(count: int) -> float:
    """The strength of proof: min(1, 0.5 + ln(count) / 10); 0.5 without a count.

    Source: repository vectorize-io/hindsight, reranking.
    """
    return min(1.0, max(0.0, 0.5 + log(count) / 10.0)) if count >= 1 else 0.5


def boosted(base: float, recent: float, near: float, borne_out: float) -> float:
    """`base * (1 + 0.2 (recent - 0.5)) * (1 + 0.2 (near - 0.5)) * (1 + 0.1 (borne_out - 0.5))`.

    Args:
        base: The score before the boosts, not negative.
        recent: In [0, 1]; see `recency`.
        near: In [0, 1]: the nearness to the time asked about; 0.5 if the cue names no time.
        borne_out: In [0, 1]; see `proof`.
    """
    return base * (1 + 0.2 * (recent - 0.5)) * (1 + 0.2 * (near - 0.5)) * (1 + 0.1 * (borne_out - 0.5))


@dataclass(frozen=True, slots=True)
@checked(least=(0.0, 1.0), cap=(1, 1000), seeds=(1, 100), constant=(0.0, 1e4), window=(0.0, 365.0))
class FourRetrievers:
    """Fuses the ranks by cosine, words, links and time with the sum of 1 / (60 + rank), then boosts the scores.

    The retriever of links starts from the best items of the first two and follows links both ways. An item has its best
    sum of ties, times the rank weight of the start. The retriever of time ranks items in or near the days that the cue
    names, by distance. The fused ranks are spread evenly from 1 down to 0.1, as in the repository without a
    cross-encoder, and then boosted.

    Source: Hindsight (arXiv 2512.12818; repository vectorize-io/hindsight).

    Attributes:
        least: The lowest cosine that counts, in [0, 1].
        cap: How many items each retriever returns, 1 to 1,000.
        seeds: How many items links are followed from, 1 to 100.
        constant: The constant of the fusion, 0 to 10,000.
        window: How many days around the time asked about count, 0 to 365.
        kinds: The kinds that count; all if empty.
    """

    least: float = 0.3
    cap: int = 50
    seeds: int = 20
    constant: float = 60.0
    window: float = 7.0
    kinds: tuple[str, ...] = ()

    def __call__(self, cue: Cue, view: View) -> Sequence[Hit]:
        """The ranked items."""
        asked = asked_days(cue.text, cue.as_of.date())
        cosine = [pair for pair in view.search("dense", cue, self.cap, self.kinds) if pair[1] >= self.least]
        words = view.search("bm25", cue, self.cap, self.kinds)
        retrievers = {"dense": cosine, "bm25": words, "links": self._linked(cosine, words, view)}
        if asked is not None:
            retrievers["time"] = self._timely(asked, view)
        fused: dict[str, float] = {}
        scores: dict[str, dict[str, float]] = {}
        for retriever, found in retrievers.items():
            for rank, (item, score) in enumerate(found, start=1):
                fused[item.id] = fused.get(item.id, 0.0) + 1.0 / (self.constant + rank)
                scores.setdefault(item.id, {})[retriever] = score
        order = ranked(fused, {}, view, len(fused))
        step = 0.9 / max(1, len(order) - 1)
        whole: dict[str, float] = {}
        for rank, hit in enumerate(order):
            held = view.get(hit.id)
            assert held is not None
            days = (cue.as_of - held.time).total_seconds() / _DAY
            near = (
                nearness(held.time.date(), asked, self.window)
                if asked is not None and "time" in scores[hit.id]
                else 0.5
            )
            count = held.parts[0].extra.get("proof", 0) if held.kind == OBSERVATION else 0
            whole[hit.id] = boosted(1.0 - step * rank, recency(days), near, proof(count))
        return ranked(whole, scores, view, cue.k)

    def _linked(
        self, cosine: Sequence[tuple[Item, float]], words: Sequence[tuple[Item, float]], view: View
    ) -> list[tuple[Item, float]]:
        """The items linked with the best items of the first two retrievers."""
        seeds: dict[str, tuple[Item, float]] = {}
        for rank in range(max(len(cosine), len(words))):
            for found in (cosine, words):
                if rank < len(found) and len(seeds) < self.seeds:
                    seeds.setdefault(found[rank][0].id, (found[rank][0], 1.0 / (1 + rank)))
        reached: dict[str, tuple[Item, float]] = {}
        for seed, weight in seeds.values():
            for other, why in neighbours(seed, view):
                score = round(weight * sum(ties(why).values()), 9)
                if (not self.kinds or other.kind in self.kinds) and score > reached.get(other.id, (other, 0.0))[1]:
                    reached[other.id] = (other, score)
        found = sorted(reached.values(), key=lambda pair: (-pair[1], pair[0].order))
        return found[: self.cap]

    def _timely(self, asked: Days, view: View) -> list[tuple[Item, float]]:
        """The items in or near the days asked about."""
        scored = [(item, nearness(item.time.date(), asked, self.window)) for item in view.items(*self.kinds)]
        found = sorted((pair for pair in scored if pair[1] > 0), key=lambda pair: (-pair[1], pair[0].order))
        return found[: self.cap]


def nearness(day: date, asked: Days, window: float) -> float:
    """1 on the days asked about, linearly down to 0 at `window` days from them; rounded."""
    if asked.hold(day):
        return 1.0
    ends = [end for end in (asked.first, asked.last) if end is not None]
    apart = min(abs((day - end).days) for end in ends)
    return round(max(0.0, 1.0 - apart / window), 9) if window > 0 else 0.0
