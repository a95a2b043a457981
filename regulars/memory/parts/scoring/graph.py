"""A graph of phrases and items, ranked by personalised PageRank."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from regulars.errors import ConfigurationError
from regulars.memory.embedders import Embedder
from regulars.memory.journal.operations import Draft
from regulars.memory.parts.extraction.statements import StatementReader
from regulars.memory.parts.indexes.ranking import best
from regulars.memory.parts.scoring.expand import ranked
from regulars.memory.parts.settings import check_settings, checked
from regulars.memory.parts.text.entities import entities_in
from regulars.memory.parts.text.sentences import sentences
from regulars.memory.parts.text.terms import stems
from regulars.memory.parts.view import View, first_row
from regulars.memory.protocol import Cue, Hit

Fact: TypeAlias = tuple[str, ...]
"""The phrases of one fact: a subject and what is said about it."""

_MOST_PHRASES = 8
_DIGITS = 5


def pagerank(
    sources: NDArray[np.intp],
    targets: NDArray[np.intp],
    weights: NDArray[np.float64],
    reset: NDArray[np.float64],
    damping: float = 0.5,
    tolerance: float = 1e-10,
) -> NDArray[np.float64]:
    """Personalised PageRank of an undirected, weighted graph, by power iteration.

    It is the fixed point of `p = (1 - damping) * r + damping * (sum over edges into a node of p[source] * weight /
    strength)`. The mass at a node without edges returns to `r`. Source: Haveliwala, Topic-Sensitive PageRank (WWW
    2002); the damping of 0.5 is HippoRAG's (Gutierrez et al., arXiv 2405.14831 and 2502.14802).

    Args:
        sources: One end of each edge, each edge once. Shape (edges,).
        targets: The other end. Shape (edges,).
        weights: The positive weight of each edge. Shape (edges,).
        reset: The weights of the nodes where walks start: not negative, not all zero. Shape (nodes,).
        damping: The probability that a walk continues, in [0, 1).
        tolerance: The iteration ends when the sum of all changes is smaller.

    Returns:
        The rank of each node, shape (nodes,); not negative, with the sum 1.

    Raises:
        ConfigurationError: `damping` is out of range, or `reset` has no mass.
    """
    if not 0.0 <= damping < 1.0:
        raise ConfigurationError(f"damping is {damping!r}", where="pagerank", expected="a number in [0, 1)")
    mass = float(reset.sum())
    if mass <= 0.0:
        raise ConfigurationError("reset has no mass", where="pagerank", expected="a positive weight at some node")
    size = reset.shape[0]
    start = reset / mass
    tails, heads = np.concatenate((sources, targets)), np.concatenate((targets, sources))
    both = np.concatenate((weights, weights))
    strength = np.bincount(tails, both, minlength=size)
    alone = strength <= 0.0
    share = both / strength[tails]
    held = start.copy()
    while True:
        moved = np.bincount(heads, held[tails] * share, minlength=size)
        new = (1.0 - damping) * start + damping * (moved + float(held[alone].sum()) * start)
        change = float(np.abs(new - held).sum())
        held = new
        if change < tolerance:
            return held


@dataclass(frozen=True, slots=True)
class PhraseNodes:
    """A key function: the facts of a draft as phrases. The fact of a sentence has its speaker, entities and stems.

    The fact of a claim has its person, attribute and value. Stand-in for the triples that a model extracts.

    Attributes:
        reader: Reads claims.
    """

    reader: StatementReader

    def __call__(self, draft: Draft) -> Sequence[tuple[Fact, ...]]:
        """One key: all facts."""
        facts = [_phrases(draft.name, text) for text in fact_texts(draft)]
        for said in self.reader.statements(draft):
            facts += [
                (claim.person.casefold(), claim.attribute, claim.value.casefold())
                for claim in said.claims
                if claim.attribute and claim.value
            ]
        return (tuple(facts),)


def fact_texts(draft: Draft) -> Sequence[str]:
    """A key function for facts: each sentence of a draft after its speaker, in the order of `PhraseNodes`."""
    return tuple(f"{draft.name} {text}" if draft.name else text for text in sentences(draft.text))


def _phrases(name: str, text: str) -> Fact:
    named = entities_in(text)
    inside = {word for entity in named for word in stems(entity)}
    words = [stem for stem in stems(text) if stem not in inside]
    speaker = (name.casefold(),) if name else ()
    return tuple(dict.fromkeys((*speaker, *named, *words)))[:_MOST_PHRASES]


class PhraseGraph:
    """An index with a graph of phrases and items for each scope.

    Two phrases get an edge of weight 1 for each fact with both; a phrase and an item get one if the item has the
    phrase. Phrases with a cosine of at least `alike` get an edge of that weight.

    Source: HippoRAG 2 (arXiv 2502.14802; repository OSU-NLP-Group/HippoRAG): fact, passage and synonymy edges.

    Args:
        embedder: Makes the vectors of phrases.
        alike: The lowest cosine of synonyms, in [0.01, 1]; 0.8 as published.

    Raises:
        ConfigurationError: `alike` is out of range.
    """

    __slots__ = ("_embedder", "_scopes", "alike")

    retriever = "graph"

    def __init__(self, embedder: Embedder, alike: float = 0.8) -> None:
        self.alike = alike
        check_settings(self, alike=(0.01, 1.0))
        self._embedder = embedder
        self._scopes: dict[str, _Scope] = {}

    def __repr__(self) -> str:
        return f"PhraseGraph(alike={self.alike}, embedder={self._embedder!r})"

    def blank(self) -> PhraseGraph:
        """An empty graph with the same settings."""
        return PhraseGraph(self._embedder, self.alike)

    def put(self, scope: str, id: str, key: Sequence[Fact]) -> None:
        """Adds an item, or replaces its facts; an item keeps its first place."""
        held = self._scopes.setdefault(scope, _Scope())
        held.items.setdefault(id, [])
        held.items[id] = [tuple(fact) for fact in key]
        held.edges = None

    def extend(self, scope: str, id: str, key: Sequence[Fact]) -> None:
        """Adds facts to an item."""
        held = self._scopes[scope]
        held.items[id] += [tuple(fact) for fact in key]
        held.edges = None

    def drop(self, scope: str, id: str) -> None:
        """Forgets an item."""
        held = self._scopes[scope]
        del held.items[id]
        held.edges = None

    def facts(self, scope: str, id: str) -> Sequence[Fact]:
        """The facts of an item."""
        held = self._scopes.get(scope)
        return tuple(held.items.get(id, ())) if held is not None else ()

    def search(self, cue: Cue) -> Sequence[tuple[str, float]]:
        """The items reached from the phrases of the cue."""
        phrases = {phrase: 1.0 for text in sentences(cue.text) for phrase in _phrases("", text)}
        return self.reached(cue.scope, phrases, {}, 0.5, cue.k)

    def reached(
        self, scope: str, phrases: dict[str, float], items: dict[str, float], damping: float, k: int
    ) -> Sequence[tuple[str, float]]:
        """The items with the highest PageRank for walks that start at phrases and items.

        Args:
            scope: The scope of the graph.
            phrases: The weights of phrases, which are divided by the number of items with the phrase.
            items: The weights of items.
            damping: See `pagerank`.
            k: The most items returned.
        """
        held = self._scopes.get(scope)
        if held is None or k <= 0:
            return ()
        if held.edges is None:
            held.edges = _edges(held, self._embedder, self.alike)
        edges = held.edges
        reset = np.zeros(len(edges.places) + len(edges.ids))
        for phrase, weight in phrases.items():
            place = edges.places.get(phrase)
            if place is not None and weight > 0:
                reset[place] = weight / edges.held_by[place]
        for id, weight in items.items():
            if id in edges.items and weight > 0:
                reset[len(edges.places) + edges.items[id]] = weight
        if not reset.any():
            return ()
        rank = pagerank(edges.sources, edges.targets, edges.weights, reset, damping)
        chosen, scores = best(rank[len(edges.places) :], k, above=0.0, digits=9)
        return [(edges.ids[place], score) for place, score in zip(chosen, scores, strict=True) if score > 0]


class _Scope:
    __slots__ = ("edges", "items")

    def __init__(self) -> None:
        self.items: dict[str, list[Fact]] = {}
        self.edges: _Edges | None = None


@dataclass(frozen=True, slots=True)
class _Edges:
    """The graph as arrays: phrases first, then items."""

    places: dict[str, int]
    held_by: NDArray[np.float64]
    ids: list[str]
    items: dict[str, int]
    sources: NDArray[np.intp]
    targets: NDArray[np.intp]
    weights: NDArray[np.float64]


def _edges(scope: _Scope, embedder: Embedder, alike: float) -> _Edges:
    places: dict[str, int] = {}
    for facts in scope.items.values():
        for fact in facts:
            for phrase in fact:
                places.setdefault(phrase, len(places))
    ids = list(scope.items)
    weights: dict[tuple[int, int], float] = {}
    held_by = np.zeros(len(places))
    for number, facts in enumerate(scope.items.values()):
        inside = {places[phrase] for fact in facts for phrase in fact}
        for place in inside:
            held_by[place] += 1
            weights[place, len(places) + number] = 1.0
        for fact in facts:
            for one, two in combinations(sorted({places[phrase] for phrase in fact}), 2):
                weights[one, two] = weights.get((one, two), 0.0) + 1.0
    for one, two, cosine in _synonyms(list(places), embedder, alike):
        weights[one, two] = weights.get((one, two), 0.0) + cosine
    order = sorted(weights)
    pairs = np.array(order, dtype=np.intp).reshape(-1, 2)
    values = np.array([weights[pair] for pair in order])
    items = {id: number for number, id in enumerate(ids)}
    return _Edges(places, held_by, ids, items, pairs[:, 0].copy(), pairs[:, 1].copy(), values)


def _synonyms(phrases: Sequence[str], embedder: Embedder, alike: float) -> list[tuple[int, int, float]]:
    """Pairs of synonyms, with their cosine."""
    if not phrases:
        return []
    vectors = embedder.embed(phrases)
    found = []
    for start in range(0, len(phrases), 512):
        cosines = np.round(vectors[start : start + 512] @ vectors.T, _DIGITS)
        for row, column in np.argwhere(cosines >= alike).tolist():
            if start + row < column:
                found.append((start + row, column, float(cosines[row, column])))
    return found


@dataclass(frozen=True, slots=True)
@checked(count=(1, 100), passages=(0.0, 1.0), damping=(0.0, 0.99), fan=(1, 10_000))
class PageRank:
    """Ranks items by personalised PageRank, with walks from the phrases of the best facts and from the best items.

    A phrase's weight is the mean score of the facts with it, divided by the number of items with it. An item's weight
    is its score by the index of items, scaled to [0, 1] and multiplied by `passages`. If no fact is found, the index of
    items ranks.

    Source: HippoRAG 2 (arXiv 2502.14802; repository OSU-NLP-Group/HippoRAG), where a model also filters the facts.

    Attributes:
        facts: An index whose rows are the facts of an item, in the order of its facts in the graph.
        items: The index of items.
        graph: The graph.
        count: How many facts, 1 to 100.
        passages: The factor on the weights of items, in [0, 1].
        damping: See `pagerank`.
        fan: How many items start walks, 1 to 10,000.
        kinds: The kinds of hits; all if empty.
    """

    facts: str = "facts"
    items: str = "dense"
    graph: str = "graph"
    count: int = 5
    passages: float = 0.05
    damping: float = 0.5
    fan: int = 200
    kinds: tuple[str, ...] = ()

    def __call__(self, cue: Cue, view: View) -> Sequence[Hit]:
        """The ranked items."""
        graph: Any = view.index(self.graph)
        dense = view.search(self.items, cue, max(self.fan, cue.k), self.kinds)
        phrases = self._phrases(cue, view, graph)
        own = {item.id: {self.items: score} for item, score in dense}
        if not phrases:
            return ranked({item.id: score for item, score in dense}, own, view, cue.k)
        scores = [score for _, score in dense]
        low, span = (min(scores), max(scores) - min(scores)) if scores else (0.0, 0.0)
        starts = {item.id: self.passages * ((score - low) / span if span > 0 else 1.0) for item, score in dense}
        reached = dict(graph.reached(view.scope, phrases, starts, self.damping, max(self.fan, cue.k)))
        held = {id: score for id, score in reached.items() if self._counts(id, view)}
        return ranked(held, {id: {**own.get(id, {}), self.graph: score} for id, score in held.items()}, view, cue.k)

    def _phrases(self, cue: Cue, view: View, graph: Any) -> dict[str, float]:
        """The weights of the phrases in the best facts."""
        index = view.index(self.facts)
        weights: dict[str, list[float]] = {}
        for row, score in index.search(Cue(cue.text, cue.as_of, view.scope, k=self.count)):
            id = first_row(row)
            facts = graph.facts(view.scope, id)
            number = int(row[len(id) + 1 :] or 0)
            if score > 0 and number < len(facts):
                for phrase in facts[number]:
                    weights.setdefault(phrase, []).append(score)
        return {phrase: sum(scores) / len(scores) for phrase, scores in weights.items()}

    def _counts(self, id: str, view: View) -> bool:
        item = view.get(id)
        return item is not None and (not self.kinds or item.kind in self.kinds)
