"""Links between items: rules that make them, and functions that follow them.

A tie is a function from a new item to the ids and weights of related items. `Links` turns ties into operations, one for
each pair of items. The reason of a link names its ties with their weights, `entity 1.00 semantic 0.83`. A link holds
only the id of an item, so a deleted item is simply not found.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TypeAlias

from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import Op
from regulars.memory.parts.indexes.entity_postings import ENTITIES
from regulars.memory.parts.no_settings import NoSettings
from regulars.memory.parts.settings import checked
from regulars.memory.parts.text.entities import entities_in
from regulars.memory.parts.text.terms import jaccard, stems
from regulars.memory.parts.view import MemoryEvent, View

Tie: TypeAlias = Callable[[Item, View], Mapping[str, float]]
"""From a new item to the ids of others, each with a weight in (0, 1]."""

BACKLINKS = "backlinks"
"""The name of the tracker of incoming links in views."""

_HOURS = 3600.0


def temporal_weight(hours: float) -> float:
    """The weight of a temporal link: max(0.3, 1 - hours / 24), and 0 beyond 24 hours.

    Source: Hindsight (arXiv 2512.12818; repository vectorize-io/hindsight), temporal links.
    """
    return max(0.3, 1.0 - abs(hours) / 24.0) if abs(hours) <= 24.0 else 0.0


@dataclass(frozen=True, slots=True)
@checked(least=(0.0, 1.0), k=(1, 100))
class Nearest:
    """Ties to the k nearest items with a sufficient score; the weight is the score, at most 1.

    Attributes:
        retriever: The index.
        least: The lowest score, in [0, 1].
        k: The most ties, 1 to 100.
        kinds: The kinds that count; all if empty.
        claimed: Whether to tie only items with claims; the search then covers the nearest 4 k items.
    """

    retriever: str = "dense"
    least: float = 0.7
    k: int = 5
    kinds: tuple[str, ...] = ()
    claimed: bool = False

    def __call__(self, item: Item, view: View) -> Mapping[str, float]:
        """The ties of an item."""
        if self.claimed and not _slots(item):
            return {}
        fan = 4 * self.k if self.claimed else self.k
        near = view.search(self.retriever, _words(item), fan + 1, self.kinds)
        others = (pair for pair in near if pair[0].id != item.id and (not self.claimed or _slots(pair[0])))
        found = [(other.id, score) for other, score in islice(others, self.k)]
        return {id: min(score, 1.0) for id, score in found if score >= self.least and score > 0}


@dataclass(frozen=True, slots=True)
@checked(k=(1, 100))
class SameSlot:
    """Ties to those of the k nearest items with a claim on the same slot or with a common entity.

    Attributes:
        retriever: The index.
        k: How many of the nearest items are compared, 1 to 100.
        kinds: The kinds that count; all if empty.
    """

    retriever: str = "dense"
    k: int = 5
    kinds: tuple[str, ...] = ()

    def __call__(self, item: Item, view: View) -> Mapping[str, float]:
        """The ties of an item."""
        slots, named = _slots(item), set(entities_in(item.text))
        if not slots and not named:
            return {}
        near = view.search(self.retriever, _words(item), self.k + 1, self.kinds)
        others = [other for other, _ in near if other.id != item.id][: self.k]
        return {other.id: 1.0 for other in others if slots & _slots(other) or named & set(entities_in(other.text))}


@dataclass(frozen=True, slots=True)
@checked(most=(1, 100))
class SharedEntities:
    """Ties to the latest items with a common entity; the weight is 1.

    Attributes:
        retriever: An index of entities, `EntityPostings`.
        most: How many items for each entity, 1 to 100.
    """

    retriever: str = ENTITIES
    most: int = 5

    def __call__(self, item: Item, view: View) -> Mapping[str, float]:
        """The ties of an item."""
        found: dict[str, float] = {}
        index = view.index(self.retriever)
        for entity in index.of(view.scope, item.id):
            latest = [id for id in index.naming(view.scope, entity, self.most + 1) if id != item.id]
            found.update((id, 1.0) for id in latest[: self.most] if view.get(id) is not None)
        return found


@dataclass(frozen=True, slots=True)
@checked(most=(1, 100))
class Temporal:
    """Ties to the newest items within 24 hours, with `temporal_weight`.

    Attributes:
        retriever: An index that knows the order of arrival, `Recent`.
        most: How many, 1 to 100.
        kinds: The kinds that count; all if empty.
    """

    retriever: str = "recency"
    most: int = 5
    kinds: tuple[str, ...] = ()

    def __call__(self, item: Item, view: View) -> Mapping[str, float]:
        """The ties of an item."""
        newest = [
            other for other, _ in view.search(self.retriever, "", self.most + 1, self.kinds) if other.id != item.id
        ]
        apart = {other.id: (item.time - other.time).total_seconds() / _HOURS for other in newest[: self.most]}
        return {id: temporal_weight(hours) for id, hours in apart.items() if temporal_weight(hours) > 0}


@dataclass(frozen=True, slots=True)
class Causal:
    """Ties an item with cue words of a cause or reason to the same speaker's previous item; the weight is 1.

    Attributes:
        retriever: An index that knows the order of arrival, `Recent`.
        kinds: The kinds that count; all if empty.
    """

    retriever: str = "recency"
    kinds: tuple[str, ...] = ()

    def __call__(self, item: Item, view: View) -> Mapping[str, float]:
        """The tie of an item."""
        if not any(pattern.search(item.text) for name, pattern in RELATIONS if name in ("cause", "reason")):
            return {}
        for other, _ in view.search(self.retriever, "", 5, self.kinds):
            if other.order < item.order and other.session == item.session and other.parts[0].name == item.parts[0].name:
                return {other.id: 1.0}
        return {}


@dataclass(frozen=True, slots=True)
class Links:
    """A rule: links a new item to the items that several ties give, with one operation for each pair.

    Attributes:
        ties: The ties, each with a name in lower-case letters.
        kinds: The kinds of items that are linked; all if empty.
    """

    ties: tuple[tuple[str, Tie], ...]
    kinds: tuple[str, ...] = ()

    def __call__(self, view: View, event: MemoryEvent) -> Iterable[Op]:
        """The links of the new item."""
        item = event.item
        if event.kind != "added" or item is None or (self.kinds and item.kind not in self.kinds):
            return
        woven: dict[str, list[str]] = {}
        for name, tie in self.ties:
            for id, weight in tie(item, view).items():
                woven.setdefault(id, []).append(f"{name} {weight:.2f}")
        for id, reasons in woven.items():
            yield Op("LINK", item.id, other=id, why=" ".join(reasons))


def ties(why: str) -> dict[str, float]:
    """The ties in a link's reason, each with its weight.

    Example:
        >>> ties("entity 1.00 temporal 0.30")
        {'entity': 1.0, 'temporal': 0.3}
    """
    words = why.split()
    return {name: float(weight) for name, weight in zip(words[::2], words[1::2], strict=False)}


class Backlinks(NoSettings):
    """A tracker of the incoming links of items; an item itself knows only its outgoing ones.

    Attributes:
        name: The tracker's name in views.
    """

    __slots__ = ("_from",)

    name = BACKLINKS

    def __init__(self) -> None:
        self._from: dict[str, dict[str, None]] = {}

    def follow(self, op: Op, before: Item | None) -> None:
        """Follows links, deletions and merges."""
        if op.verb == "LINK" and op.other is not None:
            self._from.setdefault(op.other, {})[op.id] = None
        elif op.verb == "DELETE":
            self._from.pop(op.id, None)
        elif op.verb == "MERGE" and op.other is not None:
            self._from.pop(op.other, None)

    def to(self, id: str) -> Sequence[str]:
        """The ids of the items that link to an item, in the order of the links; some may be deleted."""
        return tuple(self._from.get(id, ()))


def neighbours(item: Item, view: View) -> list[tuple[Item, str]]:
    """The items that an item links to, then those that link to it, each once, with the link's reason.

    The memory needs the tracker `Backlinks`.
    """
    found = {other.id: (other, item.links[other.id]) for other in view.linked(item)}
    for id in view.tracker(BACKLINKS).to(item.id):
        other = view.get(id)
        if other is not None and id not in found:
            found[id] = (other, other.links[item.id])
    return list(found.values())


def components(items: Iterable[Item]) -> dict[str, int]:
    """The connected component of each item, named by the order of its first item. Links count in both directions."""
    held = {item.id: item for item in items}
    root = {id: id for id in held}

    def top(id: str) -> str:
        while root[id] != id:
            root[id] = root[root[id]]
            id = root[id]
        return id

    for item in held.values():
        for other in item.links:
            if other in held:
                one, two = sorted((top(item.id), top(other)), key=lambda id: held[id].order)
                root[two] = one
    return {id: held[top(id)].order for id in held}


RELATIONS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(rf"\b(?:{cues})\b", re.IGNORECASE))
    for name, cues in (
        ("changed", "no longer|any ?more|instead|used to|switched|changed|moved on|quit|gave up"),
        ("reason", "because|since|due to|thanks to|the reason"),
        ("cause", "so that|therefore|that's why|as a result|led to|which made|made me"),
        ("hinderedby", "but|however|couldn't|can't|unfortunately|despite|although|too busy"),
        ("want", "want|wants|wanted|hope|hoping|wish|plan to|planning|would like|looking forward|can't wait"),
        ("react", "happy|glad|sad|excited|proud|sorry|relieved|worried|upset|grateful|love it|feel|felt"),
    )
)
"""Six relations and their cue words, the more specific relations first. The seventh is `sametopic`.

Source of the names: THEANINE (Ong et al., arXiv 2406.10996, appendix B.1), where a model assigns them; the cue words
are ours.
"""


def relation(old: Item, new: Item) -> str:
    """The relation of a new item to an older one; empty for none.

    Both must share a stem or an entity. A cue word of the new item decides the relation; without one it is `sametopic`.
    """
    if not jaccard((*stems(old.text), *entities_in(old.text)), (*stems(new.text), *entities_in(new.text))):
        return ""
    return next((name for name, pattern in RELATIONS if pattern.search(new.text)), "sametopic")


@dataclass(frozen=True, slots=True)
@checked(nearest=(1, 100))
class Latest:
    """A rule: links the most recent related item of each connected component to the new item.

    Of the `nearest` items, those with a relation to the new one count. Each component with such items gets one link,
    from the most recent of them. Links run from older to newer items, so they follow time.

    Source: THEANINE (arXiv 2406.10996, algorithm 1), with j = 3.

    Attributes:
        retriever: The index.
        nearest: How many of the nearest items are compared, 1 to 100.
        kinds: The kinds that are linked.
    """

    kinds: tuple[str, ...]
    retriever: str = "dense"
    nearest: int = 3

    def __call__(self, view: View, event: MemoryEvent) -> Iterable[Op]:
        """The links to the new item."""
        new = event.item
        if event.kind != "added" or new is None or new.kind not in self.kinds:
            return
        near = [
            other
            for other, _ in view.search(self.retriever, _words(new), self.nearest + 1, self.kinds)
            if other is not new
        ]
        related = {other.id: relation(other, new) for other in near[: self.nearest]}
        candidates = [other for other in near[: self.nearest] if related[other.id]]
        if not candidates:
            return
        component = components(view.items(*self.kinds))
        latest: dict[int, Item] = {}
        for other in candidates:
            held = latest.get(component[other.id])
            if held is None or (other.time, other.order) > (held.time, held.order):
                latest[component[other.id]] = other
        for other in sorted(latest.values(), key=lambda item: item.order):
            yield Op("LINK", other.id, other=new.id, why=f"{related[other.id]} 1.00")


def _slots(item: Item) -> set[tuple[str, str]]:
    return {(claim.person, claim.attribute) for claim in item.claims if claim.attribute}


def _words(item: Item) -> str:
    name = item.parts[0].name
    return f"{name} {item.text}" if name else item.text
