"""Plans mentions: values of an attribute that are named and not told, so that several of a kind are in play.

They are former values, planned ones, ones in texts about nobody, other people's in their own words, and, among them,
what was told and is told once more. They are about what a person tells and about what they could have told, so that a
mention does not show which of the two an attribute is.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from regulars.scenarios.kinds import ActKind, MentionSort
from regulars.scenarios.ontology.attribute import Attribute, Cardinality
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.planning.dealing import Values
from regulars.scenarios.planning.gossip import KNOWN
from regulars.scenarios.planning.lives import identify
from regulars.scenarios.planning.schedule import Slot
from regulars.scenarios.world import Act, Fact
from regulars.seeding import SeedTree

SHARES: Mapping[MentionSort, float] = {
    MentionSort.QUOTED: 0.25,
    MentionSort.IMAGINED: 0.17,
    MentionSort.PLANNED: 0.08,
    MentionSort.FORMER: 0.2,
    MentionSort.AGAIN: 0.3,
}
"""Shares of the sorts. A sort without an occasion in a session leaves its turn to `quoted`."""

COMES_TRUE = 0.3
"""Share of the plans that a later disclosure makes true, where there is one."""

AT_MOST_AGAIN = 6
"""The number of times that an attribute is told again in a life. Most have as many wordings for it."""

NEAR = 6
"""Greatest number of sessions between a disclosure and a mention of somebody else's value of its attribute."""


class _Mentionable(NamedTuple):
    """A fact that can be mentioned in the sessions after one place and before another."""

    fact: Fact
    after: int
    before: int


@dataclass(frozen=True, slots=True)
class MentionPlanner:
    """Plans one person's mentions.

    Attributes:
        ontology: The attributes.
        node: The person's node.
        values: The values, dealt among the scenario's persons.
        index: The person's index.
        told: The planned disclosures.
        unsaid: Disclosures that the person could have made, for the attributes of mentions only.
        versions: The facts of each told attribute, in order.
        facts: All facts of the person. Their values are not other people's.
        starts: The starts of the person's sessions.
        aside: Attributes that are left alone: to be forgotten, wrongly claimed, or left to the assistant.
        phrasing: The phrases that people speak in. Each of a value that is not told comes once.
        anchored: Attributes told as anchors, which are told once only.
        renamed: The place from which the person has another name; -1 for none. What was told under the old name is not
            told again under the new one.
        doubted: Attribute to the place at which an end is told that puts it in doubt. From then on, no mention tells
            it again or names a plan for it.
    """

    ontology: Ontology
    node: SeedTree
    values: Values
    index: int
    told: Sequence[Slot]
    unsaid: Sequence[Slot]
    versions: Mapping[str, Sequence[Fact]]
    facts: Sequence[Fact]
    starts: Sequence[datetime]
    aside: Set[str]
    phrasing: str = "open"
    anchored: Set[str] = frozenset()
    renamed: int = -1
    doubted: Mapping[str, int] = field(default_factory=dict)

    def plan(self, each: int) -> list[tuple[int, Act]]:
        """The acts with the places of their sessions, `each` in every session."""
        pools = self._pools() if each else {}
        if not pools:
            return []
        occasions = self._occasions()
        worded = {sort: [name for name in sorted(pools) if self._suits(name, sort)] for sort in MentionSort}
        used: dict[MentionSort, dict[str, int]] = {sort: {} for sort in MentionSort}
        topics: list[set[str]] = [set() for _ in self.starts]
        for slot in (*self.told, *self.unsaid):
            topics[slot.place].add(slot.attribute)
        return [
            (place, act)
            for place in range(len(self.starts))
            for act in self._session(place, each, pools, topics, occasions, worded, used)
        ]

    def _pools(self) -> dict[str, list[str]]:
        """Values that other people have, by attribute: those of its gossip."""
        own: dict[str, set[str]] = {}
        for fact in self.facts:
            own.setdefault(fact.attribute, set()).add(fact.value)
        pools: dict[str, list[str]] = {}
        for name in dict.fromkeys(slot.attribute for slot in (*self.told, *self.unsaid)):
            if name in self.aside or not _can_be_mentioned(self.ontology.attribute(name)):
                continue
            free = [value for value in self.values.elsewhere(name, self.index) if value not in own.get(name, ())]
            pools[name] = self.node.draws("gossip about", name).sample(free, min(KNOWN, len(free)))
        return {name: pool for name, pool in pools.items() if pool}

    def _session(
        self,
        place: int,
        each: int,
        pools: Mapping[str, Sequence[str]],
        topics: Sequence[Set[str]],
        occasions: Mapping[MentionSort, Sequence[_Mentionable]],
        worded: Mapping[MentionSort, Sequence[str]],
        used: Mapping[MentionSort, dict[str, int]],
    ) -> Iterator[Act]:
        draws = self.node.draws("mentions", place)
        near = set().union(*topics[max(0, place - NEAR) : place + NEAR + 1])
        others = near & pools.keys() or pools.keys()
        taken: set[str] = set()
        for number in range(each):
            sort = _drawn(draws.uniform())
            able = [
                one.fact
                for one in occasions.get(sort, ())
                if one.after < place < one.before and one.fact.attribute not in taken
            ]
            if sort is MentionSort.FORMER:
                able = [fact for fact in able if fact.id not in used[sort]]
            able = [fact for fact in able if used[sort].get(fact.attribute, 0) < self._wordings(fact.attribute, sort)]
            if sort is MentionSort.PLANNED and (not able or draws.uniform() >= COMES_TRUE):
                able = []
            elif sort in occasions and not able:
                sort = MentionSort.QUOTED
            if able:
                times = [used[sort].get(fact.id, 0) for fact in able]
                fact = draws.choice([fact for fact, count in zip(able, times, strict=True) if count == min(times)])
                name, value = fact.attribute, fact.value
                used[sort][fact.id] = used[sort].get(fact.id, 0) + 1
            else:
                free = [
                    name
                    for name in worded[sort]
                    if name in others and name not in taken and used[sort].get(name, 0) < self._wordings(name, sort)
                    if sort is not MentionSort.PLANNED or place < self._doubted(name)
                ]
                if not free:
                    continue
                times = [used[sort].get(name, 0) for name in free]
                least = min(times)  # so that wordings take turns
                name = draws.choice([name for name, count in zip(free, times, strict=True) if count == least])
                fact, value = None, draws.choice(pools[name])
            taken.add(name)
            used[sort][name] = used[sort].get(name, 0) + 1
            id = identify(self.node, "mention", f"{place} {number}")
            target = fact.id if fact is not None else ""
            yield Act(id, ActKind.MENTION, attribute=name, options=(value,), other=sort.value, target=target)

    def _wordings(self, name: str, sort: MentionSort) -> int:
        """How often the attribute can be mentioned in this way in a life: no oftener than it has wordings."""
        if sort is MentionSort.AGAIN:
            return AT_MOST_AGAIN
        return len(self.ontology.attribute(name).lines(sort.value, self.phrasing))

    def _suits(self, name: str, sort: MentionSort) -> bool:
        """Whether the attribute has words for it. What is told once more needs none of its own."""
        return sort is MentionSort.AGAIN or sort.value in self.ontology.attribute(name).phrases

    def _occasions(self) -> dict[MentionSort, list[_Mentionable]]:
        """The person's own facts that sorts of mentions can be about, and when."""
        found: dict[MentionSort, list[_Mentionable]] = {
            MentionSort.FORMER: [],
            MentionSort.AGAIN: [],
            MentionSort.PLANNED: [],
        }
        told: dict[str, dict[int, int]] = {}
        for slot in self.told:
            told.setdefault(slot.attribute, {})[slot.version] = slot.place
        for name, facts in self.versions.items():
            attribute = self.ontology.attribute(name)
            if name in self.aside or attribute.cardinality is not Cardinality.ONE or not _can_be_mentioned(attribute):
                continue
            for version, fact in enumerate(facts):
                before, at, following = (told.get(name, {}).get(version + step) for step in (-1, 0, 1))
                if at is None:
                    continue
                if following is not None and version + 1 < len(facts):  # over, and its successor was told
                    found[MentionSort.FORMER].append(_Mentionable(fact, following, len(self.starts)))
                if name not in self.anchored:  # told, and it still holds
                    over = min(self._ends(fact), self._renamed(at), self._doubted(name))
                    found[MentionSort.AGAIN].append(_Mentionable(fact, at, over))
                if before is not None and version:  # told later, to replace what was told
                    begins = bisect_left(self.starts, fact.since)
                    found[MentionSort.PLANNED].append(_Mentionable(fact, before, min(at, begins)))
        return {sort: [one for one in some if self._suits(one.fact.attribute, sort)] for sort, some in found.items()}

    def _ends(self, fact: Fact) -> int:
        """The first place at which the fact is over."""
        return len(self.starts) if fact.until is None else bisect_left(self.starts, fact.until)

    def _doubted(self, name: str) -> int:
        """The first place at which the attribute is in doubt, since what it depends on is over."""
        return self.doubted.get(name, len(self.starts))

    def _renamed(self, told: int) -> int:
        """The first place at which what was told is not told again, since the person has another name by then."""
        return self.renamed if told < self.renamed else len(self.starts)


def _can_be_mentioned(attribute: Attribute) -> bool:
    return attribute.is_told and MentionSort.QUOTED.value in attribute.phrases


def _drawn(share: float) -> MentionSort:
    for sort, size in SHARES.items():
        share -= size
        if share < 0:
            return sort
    return MentionSort.QUOTED
