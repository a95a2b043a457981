"""Plans mentions: values of an attribute that are named and not told, so that several of a kind are in play.

They are former values, planned ones, ones in texts about nobody, other people's in their own words, and, among them,
what was told and is told once more. They are about what a person tells and about what they could have told, so that a
mention does not show which of the two an attribute is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import datetime

from regulars.scenarios.kinds import ActKind, MentionSort
from regulars.scenarios.ontology.attribute import Attribute, Cardinality
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.planning.gossip import KNOWN
from regulars.scenarios.planning.lives import Values, identify
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

NEAR = 6
"""Greatest number of sessions between a disclosure and a mention of somebody else's value of its attribute."""


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
        anchored: Attributes told as anchors, which are told once only.
        renamed: The place from which the person has another name; -1 for none. What was told under the old name is not
            told again under the new one.
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
    anchored: Set[str] = frozenset()
    renamed: int = -1

    def plan(self, each: int) -> list[tuple[int, Act]]:
        """The acts with the places of their sessions, `each` in every session."""
        pools, used = self._pools(), Counter[tuple[str, MentionSort]]()
        return [
            (place, act)
            for place in range(len(self.starts) if each and pools else 0)
            for act in self._session(place, each, pools, used)
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
        self, place: int, each: int, pools: Mapping[str, Sequence[str]], used: Counter[tuple[str, MentionSort]]
    ) -> Iterator[Act]:
        draws = self.node.draws("mentions", place)
        near = [slot.attribute for slot in (*self.told, *self.unsaid) if abs(slot.place - place) <= NEAR]
        others = sorted({name for name in near if name in pools}) or sorted(pools)
        occasions = {
            MentionSort.FORMER: self._former(place),
            MentionSort.AGAIN: self._current(place),
            MentionSort.PLANNED: self._coming(place),
        }
        own = {sort: [fact for fact in facts if self._suits(fact.attribute, sort)] for sort, facts in occasions.items()}
        taken: set[str] = set()
        for number in range(each):
            sort = _drawn(draws.uniform())
            able = [fact for fact in own.get(sort, ()) if fact.attribute not in taken]
            if sort is MentionSort.PLANNED and (not able or draws.uniform() >= COMES_TRUE):
                able = []
            elif sort in own and not able:
                sort = MentionSort.QUOTED
            if able:
                fact = draws.choice(able)
                name, value = fact.attribute, fact.value
            else:
                free = [name for name in others if name not in taken and self._suits(name, sort)]
                if not free:
                    continue
                least = min(used[name, sort] for name in free)  # so that few wordings occur twice
                name, fact = draws.choice([name for name in free if used[name, sort] == least]), None
                value = draws.choice(pools[name])
            taken.add(name)
            used[name, sort] += 1
            id = identify(self.node, "mention", place, number)
            target = fact.id if fact is not None else ""
            yield Act(id, ActKind.MENTION, attribute=name, options=(value,), other=sort.value, target=target)

    def _suits(self, name: str, sort: MentionSort) -> bool:
        """Whether the attribute has words for it. What is told once more needs none of its own."""
        return sort is MentionSort.AGAIN or sort.value in self.ontology.attribute(name).phrases

    def _places(self, name: str) -> dict[int, int]:
        """The place at which each version of an attribute is told."""
        return {slot.version: slot.place for slot in self.told if slot.attribute == name}

    def _chains(self) -> Iterator[tuple[Sequence[Fact], dict[int, int]]]:
        for name, facts in self.versions.items():
            attribute = self.ontology.attribute(name)
            if name not in self.aside and attribute.cardinality is Cardinality.ONE and _can_be_mentioned(attribute):
                yield facts, self._places(name)

    def _former(self, place: int) -> Iterator[Fact]:
        """Facts that are over, and whose successor is told before this session."""
        for facts, told in self._chains():
            for version, fact in enumerate(facts[:-1]):
                if version in told and version + 1 in told and told[version + 1] < place:
                    yield fact

    def _current(self, place: int) -> Iterator[Fact]:
        """Facts that were told before this session and still hold."""
        for facts, told in self._chains():
            for version, fact in enumerate(facts):
                holds = fact.until is None or fact.until > self.starts[place]
                holds = holds and not told.get(version, place) < self.renamed <= place
                if version in told and told[version] < place and holds and fact.attribute not in self.anchored:
                    yield fact

    def _coming(self, place: int) -> Iterator[Fact]:
        """Facts that begin after this session and are told later, to replace one that was told."""
        for facts, told in self._chains():
            for version, fact in enumerate(facts[1:], 1):
                later = version in told and told[version] > place and fact.since > self.starts[place]
                if later and version - 1 in told and told[version - 1] < place:
                    yield fact


def _can_be_mentioned(attribute: Attribute) -> bool:
    return attribute.is_told and MentionSort.QUOTED.value in attribute.phrases


def _drawn(share: float) -> MentionSort:
    for sort, size in SHARES.items():
        share -= size
        if share < 0:
            return sort
    return MentionSort.QUOTED
