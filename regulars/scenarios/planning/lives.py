"""Plans values, facts and events: everything that is true in a life, whether told or not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from operator import attrgetter
from typing import NamedTuple

from regulars.scenarios.ontology.attribute import Attribute, Cardinality, Change
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.planning.calendar import moment_between
from regulars.scenarios.planning.dealing import Values
from regulars.scenarios.planning.schedule import Schedule
from regulars.scenarios.world import Event, Fact
from regulars.seeding import Draws, SeedTree

_TRIES = 40
"""Walks that are drawn before numbers are taken in order."""


def identify(node: SeedTree, kind: str, name: str | int) -> str:
    """A meaningless id of 12 hex digits, decided by the node, the kind and the name.

    Where many ids are made in a fixed order, `Draws.digits` draws them faster.
    """
    return node.digits(f"id {kind} {name}")


@dataclass(frozen=True, slots=True)
class LifePlan:
    """The facts and events of a person in order, and the planned versions of each attribute."""

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
    also: Set[str] = frozenset(),
) -> LifePlan:
    """Plans the facts and events of a person: those of the schedule, and untold ones.

    Args:
        ontology: The attributes.
        values: Values, dealt among the scenario's persons.
        node: The person's node.
        person: The person's id.
        index: The person's index.
        schedule: The planned disclosures.
        starts: The starts of the person's sessions.
        beginning: The scenario's first moment.
        also: Attributes that are true of the person and never told.
    """
    return _LifePlanner(ontology, values, node, person, index, starts, beginning, also).live(schedule)


def _drifting(attribute: Attribute, hand: Sequence[str], draws: Draws, size: int) -> list[str]:
    """Different numbers, each within the attribute's drift of the one before.

    If walks get stuck too often, the numbers rise or fall one by one, which a hand of neighbours allows.
    """
    run = sorted(hand, key=int)
    for _ in range(_TRIES):
        values = [draws.choice(run)]
        while len(values) < size:
            last = int(values[-1])
            near = [value for value in run if abs(int(value) - last) <= attribute.drift and value not in values]
            if not near:
                break
            values.append(draws.choice(near))
        else:
            return values
    first = draws.integer(len(run) - size + 1)
    return run[first : first + size][:: 1 - 2 * draws.integer(2)]


class _ValueStart(NamedTuple):
    """The beginning of a value.

    Attributes:
        time: The moment.
        place: The place of the person's session that follows.
        version: The number of the planned version; None for a value that only comes with a move.
        event: The index of the move that causes it in the list of events; None for an event of its own.
    """

    time: datetime
    place: int
    version: int | None = None
    event: int | None = None


@dataclass(slots=True)
class _LifePlanner:
    """The state of `live`."""

    ontology: Ontology
    values: Values
    node: SeedTree
    person: str
    index: int
    starts: Sequence[datetime]
    beginning: datetime
    also: Set[str]
    months: set[tuple[int, int]] = field(default_factory=set)
    held: dict[str, set[str]] = field(default_factory=dict)
    places: dict[str, list[int]] = field(default_factory=dict)
    begun: set[str] = field(default_factory=set)
    happened: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    facts: list[Fact] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    versions: dict[str, tuple[Fact, ...]] = field(default_factory=dict)

    def live(self, schedule: Schedule) -> LifePlan:
        for slot in schedule.slots:
            self.places.setdefault(slot.attribute, []).append(slot.place)
        for name, place in schedule.silent:
            self.places[name].append(place)
        told = [attribute for attribute in self.ontology if attribute.name in self.places]
        for attribute in sorted(told, key=lambda one: not one.excludes):  # these leave enough values for the others
            self._begin(attribute)
        for name in sorted(self.also):
            if self._fits(attribute := self.ontology.attribute(name)):
                self._begin(attribute)
        for name, place in schedule.endings:
            self._end(name, place)
        self.facts.sort(key=attrgetter("since", "id"))
        self.events.sort(key=attrgetter("time", "id"))
        return LifePlan(tuple(self.facts), tuple(self.events), self.versions)

    def _fits(self, attribute: Attribute) -> bool:
        """Whether a value of the attribute, which is never told, is compatible with the life so far."""
        out = self._ruled_out(attribute)
        return not out or not (hand := self.values.hand(attribute.name, self.index)) or not out.issuperset(hand)

    def _begin(self, attribute: Attribute) -> None:
        """Gives an attribute its values, after all attributes that move it."""
        name = attribute.name
        if not attribute.is_told or name in self.begun or (name not in self.places and name not in self.also):
            return
        self.begun.add(name)
        for mover in self.ontology.moving(name):
            self._begin(mover)
        if attribute.cardinality is Cardinality.ONE:
            self._succeed(attribute, self.places.get(name, []))
        else:
            self._gather(attribute, self.places.get(name, []))

    def _gather(self, attribute: Attribute, places: Sequence[int]) -> None:
        """Adds values that join each other. An attribute that is never told gets two."""
        draws = self.node.draws("gather", attribute.name)
        hand = self.values.hand(attribute.name, self.index)
        told = list(places)[: len(hand)] or [0] * min(2, len(hand))
        hand = self._compatible(attribute, hand, len(told))
        facts = []
        for version, place in enumerate(told):
            new = place > 0 and draws.uniform() < 0.6
            since = self._before(place, draws) if new else self._long_ago(draws)
            fact = Fact(draws.digits(), self.person, attribute.name, hand[version], since)
            facts.append(fact)
            if new:
                self._happens(draws, since, (fact,), ())
        self._hold(attribute.name, facts)
        self.versions[attribute.name] = tuple(facts)

    def _hold(self, attribute: str, facts: Sequence[Fact]) -> None:
        """Adds facts about an attribute to the life."""
        self.facts += facts
        if attribute in self.ontology.incompatible:
            self.held.setdefault(attribute, set()).update([fact.value for fact in facts])

    def _succeed(self, attribute: Attribute, places: Sequence[int]) -> None:
        """Adds values that replace each other, and the values that they imply."""
        draws = self.node.draws("succeed", attribute.name)
        hand = self.values.hand(attribute.name, self.index)
        steps = self._steps(attribute, places or [0], draws, hand)
        if hand and len(steps) > len(places or [0]):
            free = len(hand) - len(self._ruled_out(attribute).intersection(hand))
            if len(steps) > free:  # too few for moves as well
                steps = self._steps(attribute, places or [0], draws, hand, moved=False)
        values = self._values(attribute, draws, hand, [step.place for step in steps])
        facts = self._chain(draws, attribute.name, values, steps)
        implied = [
            self._chain(draws, other, [mapping[value] for value in values], steps)
            for other, mapping in attribute.implies.items()
        ]
        for number in range(1, len(facts)):
            begins = (facts[number], *(chain[number] for chain in implied))
            ends = (facts[number - 1], *(chain[number - 1] for chain in implied))
            self._step(draws, attribute.name, steps[number], begins, ends)

    def _steps(
        self, attribute: Attribute, places: Sequence[int], draws: Draws, hand: Sequence[str], moved: bool = True
    ) -> list[_ValueStart]:
        """When each planned value begins, and, if `moved`, when one begins because another attribute moved.

        The last move between two planned disclosures is the moment at which the next value begins. Values of earlier
        moves are never told. If there are too few values, no attribute is moved.
        """
        moves = self._moves(attribute) if moved else []
        if hand and len(places) + len(moves) > len(hand):
            moves = []
        steps: list[_ValueStart] = []
        for version, place in enumerate(places):
            time = self._before(place, draws) if version else self._long_ago(draws)
            if not moves:
                steps.append(_ValueStart(time, place, version))
                continue
            due = [move for move in moves if move[0] <= place]
            moves = moves[len(due) :]
            if due and not version:
                steps.append(_ValueStart(time, place))
            steps += [_ValueStart(moment, at, None, event) for at, moment, event in due[:-1]]
            if due:
                _, moment, event = due[-1]
                steps.append(_ValueStart(moment, place, version, event))
            else:
                steps.append(_ValueStart(time, place, version))
        return steps + [_ValueStart(moment, at, None, event) for at, moment, event in moves]

    def _moves(self, attribute: Attribute) -> list[tuple[int, datetime, int]]:
        """The moves of the attributes that make this one step, in order: place, moment and event."""
        movers = self.ontology.moving(attribute.name)
        if not movers:
            return []
        moves = [
            (place, self.events[event].time, event)
            for mover in movers
            for place, event in self.happened.get(mover.name, ())
        ]
        return sorted(moves, key=lambda move: move[:2])

    def _step(
        self, draws: Draws, attribute: str, step: _ValueStart, begins: Sequence[Fact], ends: Sequence[Fact]
    ) -> None:
        """Adds an event, or extends the event that moves the attribute."""
        if step.event is None:
            event = len(self.events)
            self._happens(draws, step.time, begins, ends)
        else:
            event = step.event
            moved = self.events[event]
            self.events[event] = replace(
                moved,
                begins=(*moved.begins, *(fact.id for fact in begins)),
                ends=(*moved.ends, *(fact.id for fact in ends)),
            )
        self.happened.setdefault(attribute, []).append((step.place, event))

    def _values(self, attribute: Attribute, draws: Draws, hand: Sequence[str], places: Sequence[int]) -> list[str]:
        if attribute.change is Change.DRIFTS and hand:
            return _drifting(attribute, hand, draws, len(places))
        if hand:
            return self._compatible(attribute, hand, len(places))[: len(places)]
        is_ahead = attribute.change is Change.STEPS or attribute.span[0] > 0
        days = [self.starts[place].date() for place in places]
        values = []
        for day, next_day in zip(days, [*days[1:], date.min], strict=True):  # who puts it off does so before it
            since, beyond = (day, next_day) if is_ahead else (self.beginning.date(), date.min)
            values.append(self.values.day(attribute, draws, since, self.months, beyond))
        return values

    def _compatible(self, attribute: Attribute, hand: Sequence[str], wanted: int) -> list[str]:
        """The hand without values that conflict with the life so far.

        If fewer than `wanted` values are left, the others follow them.
        """
        if not attribute.excludes and not self.ontology.limiting(attribute.name):
            return list(hand)
        out = self._ruled_out(attribute)
        kept = self._sparing(attribute, [value for value in hand if value not in out], wanted)
        return kept if len(kept) >= wanted else kept + [value for value in hand if value in out]

    def _ruled_out(self, attribute: Attribute) -> set[str]:
        """The values that conflict with the life so far."""
        out: set[str] = set()
        for limit in self.ontology.limiting(attribute.name):
            for value in self.held.get(limit.name, ()):
                out.update(limit.excludes[attribute.name].get(value, ()))
        for name, exclusions in attribute.excludes.items():
            if held := self.held.get(name):
                out.update([value for value, others in exclusions.items() if not held.isdisjoint(others)])
        return out

    def _sparing(self, attribute: Attribute, values: Sequence[str], wanted: int) -> list[str]:
        """The values, first those that leave enough choice for attributes that come later."""
        limited = {
            name: (exclusions, set(self.values.hand(name, self.index)), max(1, len(self.places.get(name, ()))))
            for name, exclusions in attribute.excludes.items()
            if name not in self.begun and (name in self.places or name in self.also)
        }
        if not limited:
            return list(values)
        first: list[str] = []
        for value in values:
            taken = [*first, value]
            enough = (
                len(left.difference(*(exclusions.get(one, ()) for one in taken))) >= needed
                for exclusions, left, needed in limited.values()
            )
            if len(first) < wanted and all(enough):
                first = taken
        return first + [value for value in values if value not in first]

    def _end(self, name: str, place: int) -> None:
        """Ends a fact without a successor."""
        time = self._before(place, self.node.draws("end", name))
        last = self.versions[name][-1]
        ended = replace(last, until=time)
        place = next(place for place, fact in enumerate(self.facts) if fact is last)
        self.facts[place] = ended
        self.versions[name] = (*self.versions[name][:-1], ended)
        self.events.append(Event(identify(self.node, "ending", name), self.person, time, ends=(last.id,)))

    def _chain(self, draws: Draws, attribute: str, values: Sequence[str], steps: Sequence[_ValueStart]) -> list[Fact]:
        facts: list[Fact] = []
        planned: list[Fact] = []
        for at, (value, step) in enumerate(zip(values, steps, strict=True), 1):
            until = steps[at].time if at < len(steps) else None
            fact = Fact(draws.digits(), self.person, attribute, value, step.time, until)
            facts.append(fact)
            if step.version is not None:
                planned.append(fact)
        self._hold(attribute, facts)
        self.versions[attribute] = tuple(planned)
        return facts

    def _happens(self, draws: Draws, time: datetime, begins: Sequence[Fact], ends: Sequence[Fact]) -> None:
        begun, ended = tuple([fact.id for fact in begins]), tuple([fact.id for fact in ends])
        self.events.append(Event(draws.digits(), self.person, time, begun, ended))

    def _long_ago(self, draws: Draws) -> datetime:
        days, hours = draws.between(30, 2000), draws.between(0, 23)
        return self.beginning - timedelta(days, 3600 * hours)

    def _before(self, place: int, draws: Draws) -> datetime:
        """A moment between the person's session at `place` and the one before it."""
        return moment_between(self.starts[place - 1], self.starts[place], 0.1 + 0.8 * draws.uniform())
