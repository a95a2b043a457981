"""Interpretations of a person: each follows from two told facts and a trait that the person has shown.

RoleMemo (its four types of insight) asks for conclusions that no single fragment gives. Here each is an entry of a
pack's `insights.toml`. An entry asks one question of many people. It names two attributes, two opposite traits, and
four conclusions. The sides on which a person's facts lie, together with the trait, make the person's situation. Each
situation has exactly one right conclusion, and every conclusion is right for some people.

An entry is a table with these fields:

- `kind`: one of `KINDS`; `question`: the question, without the options;
- `first`, `second`: tables with an `attribute` and two sides by name. A side is a list of terms or a range of numbers.
  Two dates have no sides: what counts is which of them comes first;
- `traits`: two traits (`personas/traits.toml`) that exclude each other;
- `conclusions`: four lists, each of a text and the situations in which it is right. A situation is the side of the
  first fact, the side of the second, and the trait. For dates it is the earlier attribute and the trait.

`gates` checks each entry when the pack is loaded.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from regulars.scenarios.kinds import ProbeKind
from regulars.scenarios.ontology.attribute import Attribute
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.toml_tables import Table
from regulars.values import ValueType

KINDS = (
    ProbeKind.DECISION_GUIDANCE,
    ProbeKind.INTERPRETIVE_ATTRIBUTION,
    ProbeKind.VALUE_JUDGMENT,
    ProbeKind.CONTRADICTION,
)
"""RoleMemo's four types of insight."""

CONCLUSIONS = 4
"""The number of conclusions of an entry: the right one and three others."""

Situation = tuple[str, ...]
"""The side of the first fact, the side of the second, the trait. For dates: the earlier attribute, the trait."""


@dataclass(frozen=True, slots=True)
class Leg:
    """One of the two facts that an interpretation rests on.

    Attributes:
        attribute: The attribute's name.
        sides: The values on each of two sides, by the side's name; empty for a date.
    """

    attribute: str
    sides: Mapping[str, frozenset[str]]

    def side(self, value: str) -> str:
        """The side on which a value lies; empty for none."""
        return next((name for name, values in self.sides.items() if value in values), "")


@dataclass(frozen=True, slots=True)
class Interpretation:
    """One entry: a question whose right answer follows from two facts and a trait.

    Attributes:
        name: The unique name.
        kind: One of `KINDS`.
        question: The question, without the options.
        first: The first fact.
        second: The second fact.
        traits: Two traits that exclude each other.
        conclusions: The four texts to choose from.
        right: The position of the right conclusion in each situation.
        where: File and line, for messages.
    """

    name: str
    kind: ProbeKind
    question: str
    first: Leg
    second: Leg
    traits: tuple[str, str]
    conclusions: tuple[str, ...]
    right: Mapping[Situation, int]
    where: str = ""

    @property
    def compares_dates(self) -> bool:
        """Whether what counts of the facts is which of two dates comes first."""
        return not self.first.sides

    def situation(self, first: str, second: str, trait: str) -> Situation | None:
        """The situation of a person with these values; None if the entry does not cover it.

        Two dates are compared as exactly as both were told. Equal ones are not covered.
        """
        if trait not in self.traits:
            return None
        if not self.compares_dates:
            sides = self.first.side(first), self.second.side(second)
            return (*sides, trait) if all(sides) else None
        exact = min(len(first), len(second))
        early, late = first[:exact], second[:exact]
        if not exact or early == late:
            return None
        return (self.first.attribute if early < late else self.second.attribute), trait

    def conclusion(self, first: str, second: str, trait: str) -> int | None:
        """The position of the right conclusion for these values; None if the entry does not cover them."""
        situation = self.situation(first, second, trait)
        return None if situation is None else self.right.get(situation)

    def fitting(self, situation: Situation, unknown: int) -> set[int]:
        """The conclusions that fit a situation of which one leg is unknown.

        Args:
            situation: A situation of the entry.
            unknown: 0 for the first fact, 1 for the second, 2 for the trait.
        """
        legs = self.compares_dates
        open_ = {len(situation) - 1} if unknown == 2 else {0} if legs else {unknown}
        return {
            conclusion
            for other, conclusion in self.right.items()
            if all(other[at] == one for at, one in enumerate(situation) if at not in open_)
        }

    def otherwise(self, situation: Situation, position: int) -> str:
        """The leg that would have to differ for another conclusion to be right: `fact`, `trait` or `both`."""
        right = {leg: self.fitting(situation, leg) for leg in range(3)}
        if position in right[0] | right[1]:
            return "other_fact"
        return "other_trait" if position in right[2] else "other_both"


def every_situation(first: Leg, second: Leg, traits: tuple[str, ...]) -> list[Situation]:
    """All situations of an entry with these legs."""
    if not first.sides:
        return list(product((first.attribute, second.attribute), traits))
    return list(product(first.sides, second.sides, traits))


def interpretations_on(entries: Iterable[Interpretation], ontology: Ontology) -> tuple[Interpretation, ...]:
    """The interpretations whose two attributes are in an ontology."""
    return tuple(one for one in entries if one.first.attribute in ontology and one.second.attribute in ontology)


def read_interpretation(table: Table, ontology: Ontology) -> Interpretation | None:
    """Reads one entry; None if a field has a fault that keeps the rest from being read."""
    table.only(("kind", "question", "first", "second", "traits", "conclusions"))
    kind = table.one_of("kind", [kind.value for kind in KINDS])
    question, traits = table.word("question"), table.words("traits", 2)
    first, second = (_leg(table, field, ontology) for field in ("first", "second"))
    texts, right = _conclusions(table)
    if first is None or second is None or len(traits) != 2 or not texts:
        return None
    name = table.path[-1]
    where = f"{table.source.file}:{table.source.line(*table.path)}"
    return Interpretation(name, ProbeKind(kind), question, first, second, (traits[0], traits[1]), texts, right, where)


def _leg(table: Table, field: str, ontology: Ontology) -> Leg | None:
    given = table.fields.get(field)
    if not isinstance(given, Mapping) or not isinstance(given.get("attribute"), str):
        table.fault(field, "is not a table with an attribute")
        return None
    name = given["attribute"]
    if name not in ontology:
        table.fault(field, f"{name!r} is not an attribute")
        return None
    attribute = ontology.attribute(name)
    sides = {side: _values(attribute, values) for side, values in given.items() if side != "attribute"}
    wrong = [side for side, values in sides.items() if not values]
    if wrong:
        expected = "a range [least, greatest]" if attribute.type is ValueType.NUMBER else "a list of its values"
        table.fault(field, f"the side {wrong[0]!r} of {name} is wrong; expected {expected}")
        return None
    return Leg(name, {side: values or frozenset() for side, values in sides.items()})


def _values(attribute: Attribute, given: Any) -> frozenset[str] | None:
    """The values of one side; None if they are not values of the attribute."""
    if not isinstance(given, list) or not given:
        return None
    if attribute.type is ValueType.NUMBER:
        if [type(end) for end in given] != [int, int]:
            return None
        return frozenset(value for value in attribute.grid() if given[0] <= int(value) <= given[1])
    known = attribute.grid()
    return frozenset(given) if all(value in known for value in given) else None


def _conclusions(table: Table) -> tuple[tuple[str, ...], dict[Situation, int]]:
    given = table.fields.get("conclusions")
    fits = isinstance(given, list) and all(
        isinstance(one, list) and len(one) > 1 and all(isinstance(word, str) for word in one) for one in given
    )
    if not fits or len(given or ()) != CONCLUSIONS:
        table.fault("conclusions", f"expected {CONCLUSIONS} lists of a text and its situations")
        return (), {}
    right: dict[Situation, int] = {}
    for position, (_, *situations) in enumerate(given or ()):
        for situation in situations:
            if tuple(situation.split()) in right:
                table.fault("conclusions", f"the situation {situation!r} has two right conclusions")
            right[tuple(situation.split())] = position
    return tuple(text for text, *_ in given or ()), right
