"""Checks lives: intervals, contradictions, exclusions, events, values that can be confused."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise, product

from regulars.calendar_text import granularity_of
from regulars.scenarios.checks.plan import overlap
from regulars.scenarios.checks.problems import Problem
from regulars.scenarios.ontology.attribute import Cardinality
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.planning.sharing import MARK, shared_values
from regulars.scenarios.world import Fact, Person, Scenario
from regulars.values import ValueType, normalise


def check_lives(scenario: Scenario, ontology: Ontology) -> Iterator[Problem]:
    """Yields the problems with the persons' facts and events."""
    for person in scenario.persons:
        for fact in person.facts:
            yield from _fact(fact, ontology)
        yield from _contradictions(person, ontology)
        yield from _exclusions(person, ontology)
        yield from _name(person)
        yield from _events(person)
    yield from _competitors(scenario, ontology)


def _fact(fact: Fact, ontology: Ontology) -> Iterator[Problem]:
    if fact.until is not None and fact.until <= fact.since:
        yield Problem("fact-interval", fact.id, f"ends {fact.until}, before it begins {fact.since}")
    if fact.attribute not in ontology:
        yield Problem("unknown-attribute", fact.id, f"is about {fact.attribute!r}, which is not in the ontology")
        return
    attribute = ontology.attribute(fact.attribute)
    is_date = attribute.type is ValueType.DATE
    known = granularity_of(fact.value) == "day" if is_date else fact.value in attribute.grid()
    if not known:
        yield Problem("unknown-value", fact.id, f"{fact.value!r} is not a value of {fact.attribute}")


def _contradictions(person: Person, ontology: Ontology) -> Iterator[Problem]:
    """Checks that an attribute with one value at a time never has two."""
    by_attribute: dict[str, list[Fact]] = {}
    for fact in person.facts:
        if fact.attribute in ontology:
            by_attribute.setdefault(fact.attribute, []).append(fact)
    for name, facts in by_attribute.items():
        if ontology.attribute(name).cardinality is not Cardinality.ONE:
            continue
        facts.sort(key=lambda fact: fact.since)
        for earlier, later in pairwise(facts):
            if earlier.until is None or earlier.until > later.since:
                values = f"{earlier.value!r} ({earlier.id}) and {later.value!r}"
                yield Problem("contradiction", later.id, f"{name} has two values at a time: {values}")


def _exclusions(person: Person, ontology: Ontology) -> Iterator[Problem]:
    """Checks that no two facts hold together that the ontology excludes."""
    held: dict[str, list[Fact]] = {}
    for fact in person.facts:
        held.setdefault(fact.attribute, []).append(fact)
    for name, facts in held.items():
        if name not in ontology:
            continue
        for other, excluded in ontology.attribute(name).excludes.items():
            for one, beside in product(facts, held.get(other, ())):
                if beside.value in excluded.get(one.value, ()) and overlap(one, beside):
                    excluding = f"{name} {one.value!r} ({one.id}), which excludes it"
                    yield Problem("excluded-value", beside.id, f"{other} {beside.value!r} holds beside {excluding}")


def _name(person: Person) -> Iterator[Problem]:
    """Checks that a second name differs from the first and has a moment."""
    if bool(person.renamed) is not (person.renamed_at is not None):
        yield Problem("renaming", person.id, "has another name without a moment, or a moment without another name")
    elif person.renamed and person.renamed == person.name:
        yield Problem("renaming", person.id, f"is renamed {person.renamed!r}, which is the name already")


def _events(person: Person) -> Iterator[Problem]:
    facts = {fact.id: fact for fact in person.facts}
    for event in person.events:
        for id in (*event.begins, *event.ends):
            if id not in facts:
                yield Problem("unknown-fact", event.id, f"changes fact {id!r}, which the person does not have")
        begun = (facts[id].since for id in event.begins if id in facts)
        ended = (facts[id].until for id in event.ends if id in facts)
        if any(moment != event.time for moment in (*begun, *ended)):
            yield Problem("event-time", event.id, "changes facts at another time than its own")


def _competitors(scenario: Scenario, ontology: Ontology) -> Iterator[Problem]:
    """Checks that no two values of an attribute can be confused, and that no two persons share one unmarked."""
    if MARK in scenario.marks:
        yield from _shared(scenario, ontology)
    holders: dict[str, dict[str, Fact]] = {}
    for person in scenario.persons:
        for fact in person.facts:
            if fact.attribute not in ontology or ontology.attribute(fact.attribute).type is ValueType.DATE:
                continue
            held = holders.setdefault(fact.attribute, {})
            other = held.setdefault(fact.value, fact)
            if other.person != fact.person and MARK not in scenario.marks:
                yield Problem("shared-value", fact.id, f"two persons share the {fact.attribute} {fact.value!r}")
    for name, held in holders.items():
        aliases = ontology.domain(name).aliases
        spellings = [(value, (value, *aliases.get(value, ()))) for value in held]
        for (one, ours), (another, theirs) in combinations(spellings, 2):
            if any(_within(a, b) or _within(b, a) for a in ours for b in theirs):
                yield Problem("alike-values", held[another].id, f"{one!r} and {another!r} can be mixed up")


def _shared(scenario: Scenario, ontology: Ontology) -> Iterator[Problem]:
    """Checks the number of shared values, and that no anchor tells one of them."""
    shared = shared_values(scenario.persons, ontology)
    if scenario.marks[MARK] != str(len(shared)):
        message = f"has {len(shared)} values that several persons share; its mark says {scenario.marks[MARK]}"
        yield Problem("shared-values", scenario.id, message)
    facts = {fact.id: fact for person in scenario.persons for fact in person.facts}
    for session in scenario.sessions:
        for act in session.agenda:
            fact = facts.get(act.fact)
            if act.anchor and fact is not None and (fact.attribute, fact.value) in shared:
                message = f"is an anchor and tells the {fact.attribute} {fact.value!r}, which another person has, too"
                yield Problem("shared-anchor", act.id, message)


def _within(short: str, long: str) -> bool:
    return f" {normalise(short)} " in f" {normalise(long)} "
