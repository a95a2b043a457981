"""Trees of summaries over turns, and a taxonomy of turns. The same turns give the same tree."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from regulars.memory.embedders import Embedder
from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import TURN, Draft, Op
from regulars.memory.parts.consolidation.summaries import SUMMARY
from regulars.memory.parts.links.kinds import BACKLINKS
from regulars.memory.parts.settings import checked
from regulars.memory.parts.text.terms import central, keywords
from regulars.memory.parts.view import MemoryEvent, View, add

_DIGITS = 5
_ROUNDS = 10


class Group(Protocol):
    """Groups the nodes of a level that have no parent."""

    def groups(self, nodes: Sequence[Item], level: int) -> Sequence[Sequence[Item]]:
        """The groups, each with at least one node; an empty list if there are too few nodes so far."""
        ...


@dataclass(frozen=True, slots=True)
@checked(fan=(2, 1000))
class Runs:
    """Groups of a fixed number of neighbours in time. The nodes of an incomplete group wait.

    Attributes:
        fan: How many children a node has, 2 to 1,000.
    """

    fan: int = 8

    def groups(self, nodes: Sequence[Item], level: int) -> Sequence[Sequence[Item]]:
        """The full groups."""
        return [nodes[at : at + self.fan] for at in range(0, len(nodes) - self.fan + 1, self.fan)]


@dataclass(frozen=True, slots=True)
@checked(size=(2, 1000), least=(1e-6, 1.0))
class Soft:
    """Groups by `soft_clusters`, so that a node may have several parents.

    Leaves are grouped once there are two; higher nodes once there are twice the size of a group.

    Attributes:
        embedder: Makes the vectors.
        size: The mean number of members per group, 2 to 1,000.
        least: The probability above which a node is a member, in (0, 1].
    """

    embedder: Embedder
    size: int = 6
    least: float = 0.1

    def groups(self, nodes: Sequence[Item], level: int) -> Sequence[Sequence[Item]]:
        """The clusters."""
        if len(nodes) < (2 if level == 0 else 2 * self.size):
            return []
        vectors = self.embedder.embed([node.text for node in nodes])
        members = soft_clusters(vectors, ceil(len(nodes) / self.size), self.least)
        return [[nodes[place] for place in group] for group in members]


def soft_clusters(
    vectors: NDArray[np.float32], count: int, least: float = 0.1, temperature: float = 0.1
) -> list[list[int]]:
    """Soft clusters: a vector may be in several. The method is deterministic.

    Spherical k-means (Dhillon and Modha, Machine Learning 42, 2001) from seeds by farthest-first traversal (Gonzalez,
    1985). The probability of a cluster is the softmax of cosine / temperature. A vector is a member of its nearest
    cluster and of all whose probability exceeds `least`. Stand-in for RAPTOR's Gaussian mixtures with p > 0.1 (Sarthi
    et al., arXiv 2401.18059), whose reduction of dimensions is not reproducible.

    Args:
        vectors: Shape (n, dims), n at least 1.
        count: The most clusters, at least 1.
        least: See above.
        temperature: The softness of the clusters, above 0.

    Returns:
        The members of each non-empty cluster, in order.
    """
    rows = vectors.astype(np.float64)
    seeds = [int(np.argmax(np.round(rows @ rows.mean(axis=0), _DIGITS)))]
    while len(seeds) < min(count, len(rows)):
        near = np.round(rows @ rows[seeds].T, _DIGITS).max(axis=1)
        near[seeds] = np.inf
        seeds.append(int(np.argmin(near)))
    centres = rows[seeds]
    nearest = np.full(len(rows), -1)
    for _ in range(_ROUNDS):
        cosines = np.round(rows @ centres.T, _DIGITS)
        chosen = cosines.argmax(axis=1)
        if (chosen == nearest).all():
            break
        nearest = chosen
        for place in range(len(centres)):
            if (nearest == place).any():
                mean = rows[nearest == place].mean(axis=0)
                length = float(np.linalg.norm(mean))
                centres[place] = mean / length if length else mean
    weights = np.exp((cosines - cosines.max(axis=1, keepdims=True)) / temperature)
    member = weights / weights.sum(axis=1, keepdims=True) > least
    member[np.arange(len(rows)), cosines.argmax(axis=1)] = True
    groups = [np.flatnonzero(member[:, place]).tolist() for place in range(len(centres))]
    return [group for group in groups if group]


@dataclass(frozen=True, slots=True)
@checked(sentences=(1, 20), levels=(1, 20))
class Tree:
    """Grows a tree over the turns at the end of each session: gives each group of nodes a parent, level by level.

    A parent holds the most central sentences of its children, each by its speaker, and links to the children. Its
    sources are the turns of these sentences; its basis is all other turns below it. Summaries are extractive; in
    published trees a model writes them.

    Attributes:
        group: Groups the nodes of a level.
        sentences: The most sentences of a parent, in all or per child, 1 to 20.
        levels: How many levels of parents, 1 to 20.
        of_each: Whether the parent has sentences of every child. A search that descends by the words of parents cannot
            find a child whose parent has none of its words.
    """

    group: Group
    sentences: int = 2
    levels: int = 5
    of_each: bool = False

    def __call__(self, view: View, event: MemoryEvent) -> Iterable[Op]:
        """The new nodes and their links."""
        if event.kind != "session":
            return
        for level in range(self.levels):
            placed = view.tracker(BACKLINKS)
            held = view.items(TURN) if level == 0 else view.items(SUMMARY)
            nodes = [item for item in held if _level(item) == level and not view.present(placed.to(item.id))]
            groups = self.group.groups(nodes, level)
            if not groups:
                return
            for members in groups:
                yield from self._parent(members, level + 1, view)

    def _parent(self, members: Sequence[Item], level: int, view: View) -> Iterable[Op]:
        parts = [part for item in members for part in item.parts]
        below = dict.fromkeys(id for part in parts for id in (*part.sources, *part.basis))
        told = [item.parts for item in members] if self.of_each else [parts]
        chosen = [draft for said in told for draft in central(said, view, self.sentences)] or list(parts[:1])
        drafts = [
            replace(
                draft,
                kind=SUMMARY,
                claims=(),
                basis=tuple(id for id in below if id not in draft.sources),
                extra={"level": level},
            )
            for draft in chosen
        ]
        yield add(drafts[0], "a summary of its children")
        parent = view.just_added(SUMMARY)
        for draft in drafts[1:]:
            yield Op("MERGE", parent.id, draft, why="a summary of its children")
        for item in members:
            yield Op("LINK", parent.id, other=item.id, why="child 1.00")


def _level(item: Item) -> int:
    level: int = item.parts[0].extra.get("level", 0)
    return level


@dataclass(frozen=True, slots=True)
@checked(nearest=(1, 1000))
class Taxonomy:
    """Sorts each turn into a node of each level. Nodes link to the nodes below them, the lowest to turns.

    A turn joins the child whose words are nearest to its keywords if their cosine is high enough; otherwise it starts a
    new one. This is leader clustering (Hartigan, Clustering Algorithms, 1975) at each level. A node has a part for each
    of its turns, so it outlives any one of them.

    Source: the four levels of H-MEM (arXiv 2507.22925): domain, category, trace, episode. A model names them there.

    Attributes:
        levels: For each level, the top first: its kind, which is also the name of its index; the number of keywords per
            turn; the lowest cosine.
        nearest: How many nodes of a level are compared, 1 to 1,000.
    """

    levels: tuple[tuple[str, int, float], ...]
    nearest: int = 50

    def __call__(self, view: View, event: MemoryEvent) -> Iterable[Op]:
        """The nodes and links of a stored turn."""
        if event.kind != "turn" or event.item is None:
            return
        parent: Item | None = None
        part = event.item.parts[-1]
        for kind, words, least in self.levels:
            text = " ".join(keywords(part.text, view, words)) or part.name
            draft = Draft(part.scope, part.session, part.time, "", text, part.sources, kind, extra={"node": True})
            near = view.search(kind, text, self.nearest)
            fits = (node for node, score in near if score >= least and (parent is None or node.id in parent.links))
            node = next(fits, None)
            if node is None:
                yield add(draft, "no node is similar")
                node = view.just_added(kind)
                if parent is not None:
                    yield Op("LINK", parent.id, other=node.id, why="child 1.00")
            else:
                yield Op("MERGE", node.id, draft, why="it is similar to the node")
            parent = node
        if parent is not None:
            yield Op("LINK", parent.id, other=event.item.id, why="child 1.00")
