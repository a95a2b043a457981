"""Decides which values people of one scenario share, where there are too few for everyone to have their own.

As long as each person can have their own values of an attribute, no two share one. With more people, some of them,
drawn for each attribute, still have values of their own, and may tell it as an anchor. All others draw from the same
values. A few values belong to no person, so that talk about other people names none of the scenario.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from regulars.scenarios.ontology.attribute import Attribute, Cardinality, Change
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.world import Person
from regulars.seeding import SeedTree
from regulars.values import ValueType

SPARE = 2
"""Values of an attribute that are true of no person, for wrong assumptions and claims."""

OPTIONS = 3
"""Number of options of a choice that the assistant makes."""

LONGEST_MONTH = 31
"""Days of the longest month."""

OWN = 2
"""Values of an attribute that a person needs: one, and one that replaces it."""

OTHERS = 3
"""Values of a shared attribute that are left for people outside the scenario."""

COMMON = 4
"""Least number of values of a shared attribute that several persons draw from."""

MARK = "shared_values"
"""The mark of a scenario whose people share values: how many values."""


def shares(attribute: Attribute, users: int) -> bool:
    """Whether the attribute has too few values for each of `users` persons to have their own; for dates, months."""
    return own_values(attribute, users) < (OPTIONS if attribute.is_chosen else OWN)


def own_values(attribute: Attribute, users: int) -> int:
    """The number of values of an attribute for each person, if each has their own; for dates, of months."""
    size = attribute.size()
    low, high = attribute.span
    return ((size - SPARE) if size else (high - low) // LONGEST_MONTH) // users


def hand_size(attribute: Attribute, users: int) -> int:
    """The number of values that each person can have; for dates, of months."""
    if users == 1 or not shares(attribute, users):
        return own_values(attribute, users)
    return OWN if attribute.cardinality is Cardinality.ONE else COMMON


class Sharing:
    """Who has values of their own of each shared attribute. The attributes are dealt evenly over the persons.

    Args:
        ontology: The attributes.
        node: The scenario's node.
        users: Number of persons.
    """

    def __init__(self, ontology: Ontology, node: SeedTree, users: int) -> None:
        self._holders: dict[str, tuple[int, ...]] = {}
        able = [attribute for attribute in ontology if shares(attribute, users) and _can_be_apart(ontology, attribute)]
        node.draws("apart").shuffle(able)
        held = [0] * users
        for attribute in able:
            order = list(range(users))
            node.draws("apart", attribute.name).shuffle(order)
            order.sort(key=held.__getitem__)
            room = (attribute.size() - SPARE - OTHERS - COMMON) // OWN
            self._holders[attribute.name] = tuple(order[: max(0, room)])
            for person in self._holders[attribute.name]:
                held[person] += 1

    def holders(self, attribute: str) -> tuple[int, ...]:
        """The persons with values of their own of a shared attribute."""
        return self._holders.get(attribute, ())


def _can_be_apart(ontology: Ontology, attribute: Attribute) -> bool:
    """Whether single persons can have values of their own: nothing is chosen from them, and they bar no others."""
    bars = attribute.excludes or ontology.limiting(attribute.name)
    fixed = attribute.is_chosen or attribute.project or attribute.change is Change.ENDS or bars
    return attribute.is_told and attribute.cardinality is Cardinality.ONE and not fixed and bool(attribute.grid())


def shared_values(persons: Collection[Person], ontology: Ontology) -> Mapping[tuple[str, str], frozenset[str]]:
    """The values that several persons have, as attribute and value, with the persons' ids. Dates are left out."""
    if len(persons) == 1:
        return {}
    holders: dict[tuple[str, str], set[str]] = {}
    for person in persons:
        for fact in person.facts:
            if fact.attribute in ontology and ontology.attribute(fact.attribute).type is not ValueType.DATE:
                holders.setdefault((fact.attribute, fact.value), set()).add(person.id)
    return {value: frozenset(found) for value, found in holders.items() if len(found) > 1}
