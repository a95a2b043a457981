"""Values, facts and events: what is true in a generated life, whether it is ever told or not.

Persons of one scenario share no value of an attribute. Terms and numbers are dealt out like cards; dates of
one attribute lie in different months, so that they differ at every granularity at which they are told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from regulars.errors import ScenarioError
from regulars.scenarios.attributes import Attribute, Cardinality, Change, Ontology
from regulars.scenarios.schedule import Schedule
from regulars.scenarios.sittings import BUDGET
from regulars.scenarios.world import Event, Fact
from regulars.seeding import Draws, SeedTree

__all__ = ["Life", "Values", "identify", "live"]

_TRIES = 40
"""Dates that are drawn before a free month is looked for in order."""


def identify(node: SeedTree, kind: str, *names: str | int) -> str:
    """An id without meaning: 12 hex digits, decided by the node and the names."""
    return node.child("id", kind, *names).key.hex()[:12]


class Values:
    """Deals out values so that persons do not share any.

    Args:
        ontology: What values there are.
        node: The scenario's node.
        users: Among how many persons they are dealt.
    """

    def __init__(self, ontology: Ontology, node: SeedTree, users: int) -> None:
        self._node = node
        self._users = users
        self._hands: dict[str, list[str]] = {}
        self._months: dict[str, set[tuple[int, int]]] = {}
        for attribute in ontology:
            cards = list(attribute.grid())
            node.draws("deal", attribute.name).shuffle(cards)
            self._hands[attribute.name] = cards

    def hand(self, attribute: str, person: int) -> list[str]:
        """The terms or numbers of an attribute that are the person's."""
        return self._hands[attribute][person :: self._users]

    def day(self, attribute: Attribute, draws: Draws, since: date, avoided: set[tuple[int, int]]) -> str:
        """A date in a month that the attribute has not had yet, outside `avoided` where possible.

        Args:
            attribute: Gives the span.
            draws: Decide the day.
            since: The day from which the span is counted.
            avoided: Months of other dates of the same life; the month that is taken is added.

        Raises:
            ScenarioError: Every month of the span is taken.
        """
        taken = self._months.setdefault(attribute.name, set())
        low, high = attribute.span
        best: date | None = None
        for _ in range(_TRIES):
            day = since + timedelta(days=draws.between(low, high))
            month = (day.year, day.month)
            if month not in taken:
                best = best or day
                if month not in avoided:
                    best = day
                    break
        if best is None:
            days = (since + timedelta(days=days) for days in range(low, high + 1))
            best = next((day for day in days if (day.year, day.month) not in taken), None)
        if best is None:
            raise ScenarioError(
                f"no month is left for another {attribute.label}",
                where="regulars.scenarios.generate",
                remedy="generate with fewer users or a longer span in the ontology",
            )
        taken.add((best.year, best.month))
        avoided.add((best.year, best.month))
        return best.isoformat()


@dataclass(frozen=True, slots=True)
class Life:
    """What is true of a person: facts and events in order, and each attribute's versions."""

    facts: tuple[Fact, ...]
    events: tuple[Event, ...]
    versions: Mapping[str, tuple[Fact, ...]]


def live(
    ontology: Ontology,
    values: Values,
    node: SeedTree,
    person: str,
    index: int,
    schedule: Schedule,
    starts: Sequence[datetime],
    beginning: datetime,
) -> Life:
    """Gives the schedule its values, and everything else in the life too.

    Args:
        ontology: The attributes.
        values: Dealt among the scenario's persons.
        node: The person's node.
        person: The person's id.
        index: The person's index.
        schedule: What is told when.
        starts: When the person's sessions begin.
        beginning: The scenario's first moment.
    """
    return _Living(ontology, values, node, person, index, starts, beginning).live(schedule)


class _Living:
    """The bookkeeping of `live`."""

    def __init__(
        self,
        ontology: Ontology,
        values: Values,
        node: SeedTree,
        person: str,
        index: int,
        starts: Sequence[datetime],
        beginning: datetime,
    ) -> None:
        self.ontology = ontology
        self.values = values
        self.node = node
        self.person = person
        self.index = index
        self.starts = starts
        self.beginning = beginning
        self.months: set[tuple[int, int]] = set()
        self.facts: list[Fact] = []
        self.events: list[Event] = []
        self.versions: dict[str, tuple[Fact, ...]] = {}

    def live(self, schedule: Schedule) -> Life:
        places: dict[str, list[int]] = {}
        for slot in schedule.slots:
            places.setdefault(slot.attribute, []).append(slot.place)
        for name, place in schedule.silent:
            places[name].append(place)
        for attribute in self.ontology:
            if not attribute.is_told:
                continue
            if attribute.cardinality is Cardinality.MANY:
                self._gather(attribute, places.get(attribute.name, []))
            else:
                self._succeed(attribute, places.get(attribute.name, []))
        self.facts.sort(key=lambda fact: (fact.since, fact.id))
        self.events.sort(key=lambda event: (event.time, event.id))
        return Life(tuple(self.facts), tuple(self.events), self.versions)

    def _gather(self, attribute: Attribute, places: Sequence[int]) -> None:
        """Values that join each other; an attribute that is never told has two."""
        draws = self.node.draws("gather", attribute.name)
        hand = self.values.hand(attribute.name, self.index)
        told = list(places) or [0] * min(2, len(hand))
        facts = []
        for version, place in enumerate(told):
            new = place > 0 and draws.uniform() < 0.6
            since = self._before(place, draws) if new else self._long_ago(draws)
            fact = self._fact(attribute.name, version, hand[version], since, None)
            facts.append(fact)
            if new:
                self._happens(attribute.name, version, since, (fact,), ())
        self.facts += facts
        self.versions[attribute.name] = tuple(facts)

    def _succeed(self, attribute: Attribute, places: Sequence[int]) -> None:
        """Values that take each other's place, with what they imply."""
        draws = self.node.draws("succeed", attribute.name)
        told = list(places) or [0]
        values = self._values(attribute, draws, told)
        times = [self._long_ago(draws)]
        times += [self._before(place, draws) for place in told[1 : len(values)]]
        facts = self._chain(attribute.name, values, times)
        implied = [
            self._chain(other, [mapping[value] for value in values], times)
            for other, mapping in attribute.implies.items()
        ]
        for version in range(1, len(facts)):
            begins = (facts[version], *(chain[version] for chain in implied))
            ends = (facts[version - 1], *(chain[version - 1] for chain in implied))
            self._happens(attribute.name, version, times[version], begins, ends)

    def _values(self, attribute: Attribute, draws: Draws, places: Sequence[int]) -> list[str]:
        hand = self.values.hand(attribute.name, self.index)
        if hand:
            return [hand[version % len(hand)] for version in range(len(places))]
        values = []
        for place in places:
            since = self.starts[place] if attribute.change is Change.STEPS else self.beginning
            values.append(self.values.day(attribute, draws, since.date(), self.months))
        return values

    def _chain(self, attribute: str, values: Sequence[str], times: Sequence[datetime]) -> list[Fact]:
        ends = [*times[1:], None]
        facts = [
            self._fact(attribute, version, value, since, until)
            for version, (value, since, until) in enumerate(zip(values, times, ends, strict=True))
        ]
        self.facts += facts
        self.versions[attribute] = tuple(facts)
        return facts

    def _fact(self, attribute: str, version: int, value: str, since: datetime, until: datetime | None) -> Fact:
        return Fact(identify(self.node, "fact", attribute, version), self.person, attribute, value, since, until)

    def _happens(
        self, attribute: str, version: int, time: datetime, begins: Sequence[Fact], ends: Sequence[Fact]
    ) -> None:
        id = identify(self.node, "event", attribute, version)
        self.events.append(Event(id, self.person, time, tuple(f.id for f in begins), tuple(f.id for f in ends)))

    def _long_ago(self, draws: Draws) -> datetime:
        return self.beginning - timedelta(days=draws.between(30, 2000), hours=draws.between(0, 23))

    def _before(self, place: int, draws: Draws) -> datetime:
        """A moment between the person's session at `place` and the one before it."""
        earliest = self.starts[place - 1] + BUDGET
        free = self.starts[place] - earliest
        return (earliest + free * (0.1 + 0.8 * draws.uniform())).replace(second=0, microsecond=0)
