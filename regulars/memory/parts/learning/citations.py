"""A ranking that learns from the items that replies cite: the retrospective half of RMM.

The K nearest items are ranked again by `s = q' . m'` with `q' = q + W_q q` and `m' = m + W_m m`. With Gumbel noise on
the scores, the first M are a sample without replacement from the softmax over the K. A cited item has the reward +1,
any other shown item -1. REINFORCE with a baseline b, the running mean of rewards, moves the weights: `W += eta (R_i -
b) grad log p_i` summed over the M. With diagonal weights, `W_q` and `W_m` are vectors.

That is the published method, which rewards citations in bad replies too. Credit by feedback instead compares the user's
feedback on the reply with its mean so far, `R_i = (g - mean g) c_i` with `g` from -1 to 1 and `c_i` +1 or -1. If
nothing is cited, all shown items get the credit. Feedback unrelated to the reply then does not move the weights on
average.

Source: Tan et al., In Prospect and Retrospect: Reflective Memory Management for Long-term Personalized Dialogue Agents
(ACL 2025); REINFORCE, Williams 1992; the Gumbel trick, Kool et al. 2019. A rule stands in for the model that cites: a
reply cites an item if it contains a word of the item that is neither common nor in the message.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import log
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from regulars.dialogue import Feedback, FeedbackAction
from regulars.errors import ConfigurationError
from regulars.memory.embedders import Embedder
from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import TURN, Draft, Op
from regulars.memory.parts.indexes.keys import name_and_text
from regulars.memory.parts.learning.experiences import exchange
from regulars.memory.parts.settings import check_settings, checked
from regulars.memory.parts.text.words import content_words
from regulars.memory.parts.view import MemoryEvent, View, add
from regulars.memory.protocol import Cue, Hit

CREDITS = ("feedback", "citations")
"""The source of a citation's reward: the user's feedback on the reply, or, as published, the citation alone."""

RETRIEVAL = "retrieval"
"""The kind of a draft with the items shown for a reply and the cited ones."""

_DIGITS = 5
_NEITHER = 5.0
"""The neutral satisfaction on the scale up to ten."""
Vector = NDArray[np.float64]


def pleasure(feedback: Feedback) -> float | None:
    """The pleasure that the user showed, from -1 to 1; None if they showed none."""
    if feedback.satisfaction is not None:
        return (feedback.satisfaction - _NEITHER) / _NEITHER
    return {FeedbackAction.LIKE: 1.0, FeedbackAction.COPY: 1.0, FeedbackAction.DISLIKE: -1.0}.get(feedback.action)


class Cites(Protocol):
    """Says which of the shown items a reply used. Its `repr` shows only its settings."""

    def __call__(self, reply: Draft, message: Draft, item: Item) -> bool | None:
        """Whether a reply cites an item; None if unknown, so that nothing is learned from it."""
        ...


@dataclass(frozen=True, slots=True)
class InReply:
    """An item is cited if the reply has one of its words that is not common, not a name and not in the message."""

    def __call__(self, reply: Draft, message: Draft, item: Item) -> bool:
        """Whether it is."""
        names = content_words(" ".join((reply.name, message.name, *(part.name for part in item.parts))))
        return bool(content_words(reply.text) & content_words(item.text) - content_words(message.text) - names)


IN_REPLY = InReply()
"""The default rule for citations; it has no settings."""


@dataclass(frozen=True, slots=True)
@checked(credit=CREDITS)
class Citations:
    """A rule: stores the shown and the cited items of each reply that got feedback.

    With credit by citations, nothing is learned from a reply without citations. With credit by feedback, nothing is
    learned from feedback that shows no pleasure or displeasure.

    Attributes:
        retriever: The index that nominates.
        pool: How many items it nominates.
        cites: Says which items were cited.
        credit: One of `CREDITS`.
    """

    retriever: str = "dense"
    pool: int = 20
    cites: Cites = IN_REPLY
    credit: str = "feedback"

    def __call__(self, view: View, event: MemoryEvent) -> Iterable[Op]:
        """The operations on feedback."""
        feedback, recalled = event.feedback, event.recollections
        if event.kind != "feedback" or feedback is None or recalled is None:
            return
        exchanged = exchange(view, feedback.about)
        if exchanged is None:
            return
        reply, message = exchanged
        own = {*reply.sources, *message.sources}
        shown = view.present(hit.id for hit in recalled.hits)
        shown = [item for item in shown if own.isdisjoint(item.sources)]
        verdicts = {item.sources[0]: self.cites(reply, message, item) for item in shown}
        extra = self._credit(verdicts, feedback)
        if not extra:
            return
        near = [item for item, _ in view.search(self.retriever, message.text, self.pool + 2, (TURN,))]
        pool = {item.id: item for item in (*shown, *near) if own.isdisjoint(item.sources)}
        owed = dict.fromkeys((*message.sources, *(source for item in pool.values() for source in item.sources)))
        extra["pool"] = [item.sources[0] for item in pool.values()]
        draft = replace(reply, name="", text=message.text, kind=RETRIEVAL, basis=tuple(owed), extra=extra)
        yield add(replace(draft, time=view.now), "the shown and the cited items")

    def _credit(self, verdicts: Mapping[str, bool | None], feedback: Feedback) -> dict[str, Any]:
        """The reward of each shown item by its first turn, +1 or -1, and the pleasure. Empty if nothing is learned."""
        known = {turn: cited for turn, cited in verdicts.items() if cited is not None}
        any_cited = any(known.values())
        if self.credit == "citations":
            rewards = {turn: 1.0 if cited else -1.0 for turn, cited in known.items()}
            return {"rewards": rewards} if any_cited else {}
        pleased = pleasure(feedback)
        if pleased is None or not known:
            return {}
        return {"rewards": {turn: 1.0 if cited or not any_cited else -1.0 for turn, cited in known.items()},
                "pleased": pleased}  # fmt: skip


class Reranker:
    """A tracker of the learned weights, which follow the shown and cited items.

    Args:
        embedder: Makes the vectors.
        rate: The learning rate, 0 to 10.
        full: Whether the weights are matrices with `2 d^2` numbers; otherwise diagonals with `2 d`.
        temperature: The temperature of the softmax, 0.001 to 10.

    Raises:
        ConfigurationError: A setting is out of range.
    """

    name = "reranker"

    __slots__ = ("_homes", "_pleased", "_scopes", "_texts", "embedder", "full", "rate", "temperature")

    def __init__(self, embedder: Embedder, rate: float = 0.001, full: bool = False, temperature: float = 0.02) -> None:
        self.embedder, self.rate, self.full, self.temperature = embedder, rate, full, temperature
        check_settings(self, rate=(0.0, 10.0), temperature=(1e-3, 10.0))
        if not isinstance(full, bool):
            raise ConfigurationError(f"full is {full!r}", where="Reranker", expected="true or false")
        self._scopes: dict[str, ScopeWeights] = {}
        self._texts: dict[str, str] = {}
        self._homes: dict[tuple[str, str], str] = {}
        self._pleased: dict[str, tuple[float, int]] = {}

    def __repr__(self) -> str:
        return f"Reranker({self.embedder!r}, rate={self.rate}, full={self.full}, temperature={self.temperature})"

    def blank(self) -> Reranker:
        """An untrained reranker with the same settings."""
        return Reranker(self.embedder, self.rate, self.full, self.temperature)

    def follow(self, op: Op, before: Item | None) -> None:
        """Keeps the words of items, and learns from citations."""
        draft = op.draft
        if op.verb == "ADD" and draft is not None and draft.kind == RETRIEVAL:
            self._learn(draft)
        elif op.verb == "ADD" and draft is not None:
            self._texts[op.id] = " ".join(name_and_text(draft))
            self._homes[draft.scope, draft.sources[0]] = op.id
        elif op.verb == "MERGE":
            gained = self._texts.pop(op.other, "") if op.other is not None else ""
            words = gained if draft is None else " ".join((*name_and_text(draft), gained))
            self._texts[op.id] = f"{self._texts.get(op.id, '')} {words}".strip()
        elif op.verb == "UPDATE" and draft is not None:
            self._texts[op.id] = " ".join(name_and_text(draft))
        elif op.verb == "DELETE":
            self._texts.pop(op.id, None)

    def scores(self, scope: str, text: str, ids: Sequence[str]) -> Vector:
        """The rounded scores of items for a query, shape (items,)."""
        query, items = self._vectors(text, ids)
        return np.round(self._of(scope).scores(query, items), _DIGITS)

    def baseline(self, scope: str) -> float:
        """The mean reward so far, at first 0."""
        return self._of(scope).baseline

    def _of(self, scope: str) -> ScopeWeights:
        return self._scopes.get(scope) or ScopeWeights(self.embedder.dims, self.full)

    def _vectors(self, text: str, ids: Sequence[str]) -> tuple[Vector, Vector]:
        vectors = self.embedder.embed([text, *(self._texts.get(id, "") for id in ids)]).astype(np.float64)
        return vectors[0], vectors[1:]

    def _learn(self, draft: Draft) -> None:
        """Learns from one reply. Items are named by their first turn; items merged since then do not count."""
        scope, extra = draft.scope, draft.extra
        homes = (self._homes.get((scope, turn), "") for turn in extra["pool"])
        places = {turn: id for turn, id in zip(extra["pool"], homes, strict=True) if id in self._texts}
        worth = self._worth(scope, extra["pleased"]) if "pleased" in extra else 1.0
        known = list(places)
        rewarded = {known.index(turn): worth * reward for turn, reward in extra["rewards"].items() if turn in places}
        if not rewarded or not worth:
            return
        query, items = self._vectors(draft.text, list(places.values()))
        weights = self._scopes.setdefault(scope, ScopeWeights(self.embedder.dims, self.full))
        weights.learn(query, items, rewarded, self.rate, self.temperature)

    def _worth(self, scope: str, pleased: float) -> float:
        """The user's pleasure minus its mean so far; 0 the first time."""
        mean, count = self._pleased.get(scope, (pleased, 0))
        self._pleased[scope] = mean + (pleased - mean) / (count + 1), count + 1
        return pleased - mean


class ScopeWeights:
    """The weights of one scope."""

    __slots__ = ("baseline", "of_items", "of_query", "seen")

    def __init__(self, dims: int, full: bool) -> None:
        shape = (dims, dims) if full else (dims,)
        self.of_query: Vector = np.zeros(shape)
        self.of_items: Vector = np.zeros(shape)
        self.baseline = 0.0
        self.seen = 0

    def scores(self, query: Vector, items: Vector) -> Vector:
        """The score `q' . m'` of each item."""
        moved, adapted = self._moved(query, items)
        scores: Vector = np.einsum("ij,j->i", adapted, moved)
        return scores

    def learn(
        self, query: Vector, items: Vector, rewards: Mapping[int, float], rate: float, temperature: float
    ) -> None:
        """One step of REINFORCE; `rewards` by the item's place."""
        moved, adapted = self._moved(query, items)
        scores = np.einsum("ij,j->i", adapted, moved) / temperature
        odds = np.exp(scores - scores.max())
        chances = odds / odds.sum()
        pull = np.zeros(len(items))
        for place, reward in rewards.items():
            pull -= (reward - self.baseline) * chances
            pull[place] += reward - self.baseline
        pull *= rate / temperature
        towards = np.einsum("i,ij->j", pull, adapted)
        from_items = np.einsum("i,ij->j", pull, items)
        if self.of_query.ndim == 2:
            self.of_query += np.einsum("i,j->ij", towards, query)
            self.of_items += np.einsum("i,j->ij", moved, from_items)
        else:
            self.of_query += towards * query
            self.of_items += moved * from_items
        for reward in rewards.values():
            self.seen += 1
            self.baseline += (reward - self.baseline) / self.seen

    def _moved(self, query: Vector, items: Vector) -> tuple[Vector, Vector]:
        if self.of_query.ndim == 2:
            return query + np.einsum("ij,j->i", self.of_query, query), items + np.einsum(
                "ij,kj->ki", self.of_items, items
            )
        return query + self.of_query * query, items + self.of_items * items


@dataclass(frozen=True, slots=True)
@checked(pool=(1, 1000), shown=(1, 1000), noise=(0.0, 10.0))
class LearnedRanking:
    """Ranks the K nearest items by the learned scores with Gumbel noise, and returns the first M.

    The cue's words and time and the item name each draw, so the same question at the same time has the same answer.

    Attributes:
        retriever: The index that nominates.
        pool: K, 1 to 1000.
        shown: M, 1 to 1000.
        noise: The factor on the Gumbel noise, besides the temperature, 0 to 10; 0 for none.
    """

    retriever: str = "dense"
    pool: int = 20
    shown: int = 5
    noise: float = 1.0

    def __call__(self, cue: Cue, view: View) -> Sequence[Hit]:
        """The ranked items."""
        near = view.search(self.retriever, cue, self.pool, (TURN,))
        if not near:
            return ()
        learned: Reranker = view.tracker(Reranker.name)
        scores = learned.scores(view.scope, cue.text, [item.id for item, _ in near])
        scale = self.noise * learned.temperature
        ranked: list[tuple[float, Item, dict[str, Any]]] = []
        for (item, nearness), score in zip(near, scores, strict=True):
            drawn = view.draws("gumbel", cue.text, cue.as_of.isoformat(), item.id).uniform() if scale else 0.5
            gumbel = -log(-log(max(drawn, 1e-12))) if scale else 0.0
            retrievers = {self.retriever: nearness, Reranker.name: float(score)}
            ranked.append((round(float(score) + scale * gumbel, _DIGITS), item, retrievers))
        ranked.sort(key=lambda row: (-row[0], row[1].order))
        return [
            Hit(item.id, score, item.sources, retrievers)
            for score, item, retrievers in ranked[: min(self.shown, cue.k)]
        ]
