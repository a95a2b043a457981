"""Gates for interpretations: each leg is necessary, and no words or odds give the right conclusion away.

RoleMemo keeps an insight only if a model cannot answer it without memory (necessity) and if no single turn gives it
(difficulty). Both are proved here for each entry by enumeration, so no model is needed:

- *necessity*: in each situation, with either fact or the trait unknown, another conclusion fits as well. So dropping a
  fact, or changing the person's trait, changes the right option;
- *difficulty*: each conclusion is right in as many situations as any other, and the sides of a fact are about equally
  likely. The texts have similar lengths and share similar numbers of words with each other. None names a value, a
  label or a trait.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache

from regulars.data_faults import raise_faults
from regulars.scenarios.insights.entries import (
    Interpretation,
    Leg,
    every_situation,
    read_interpretation,
)
from regulars.scenarios.ontology.attribute import Attribute, Cardinality
from regulars.scenarios.ontology.attributes import Ontology, load_ontology
from regulars.scenarios.pack_files import pack_folder
from regulars.scenarios.personas.tables import load_traits
from regulars.scenarios.toml_tables import Table, TomlFile
from regulars.values import ValueType, normalise

FILE = "insights.toml"

LEAST_SHARE = 0.4
"""Least share of each side among the values that the two sides cover."""

LONGEST = 1.4
"""Greatest ratio of the longest to the shortest conclusion, in letters."""

ODD = 0.12
"""Greatest difference between two conclusions in their mean overlap with the other three (Jaccard, over words)."""

_LEGS = ("the first fact", "the second fact", "the trait")
_WORD = re.compile(r"[^\W_]+")


@lru_cache(maxsize=8)
def load_insights(language: str = "english") -> Mapping[str, Interpretation]:
    """Loads a pack's interpretations by name; none if the pack has no such file.

    Raises:
        DataError: The file does not follow the schema, or an entry fails a gate. The message lists every fault with
            file and line.

    Example:
        >>> {len(entry.conclusions) for entry in load_insights().values()}
        {4}
    """
    path = pack_folder("insights", language).joinpath(FILE)
    if not path.is_file():
        return {}
    return parse_insights(path.read_text("utf-8"), load_ontology("", language))


def parse_insights(text: str, ontology: Ontology) -> dict[str, Interpretation]:
    """The interpretations in the text of a file, by name.

    Args:
        text: The TOML text.
        ontology: The attributes that the entries rest on.

    Raises:
        DataError: As for `load_insights`.
    """
    source = TomlFile(text, FILE)
    entries: dict[str, Interpretation] = {}
    for name in source.data:
        table = source.table(name)
        entry = read_interpretation(table, ontology)
        if entry is not None:
            entries[name] = entry
            for field, message in _faults(entry, ontology):
                table.fault(field, message)
            _asked_twice(table, entry, entries)
    raise_faults(source.faults, FILE)
    return entries


def _asked_twice(table: Table, entry: Interpretation, entries: Mapping[str, Interpretation]) -> None:
    """Questions are recognised by their words, so each stands once and in no other."""
    for other in entries.values():
        if other is not entry and (entry.question in other.question or other.question in entry.question):
            table.fault("question", f"is also in the question of {other.name}")


def _faults(entry: Interpretation, ontology: Ontology) -> Iterator[tuple[str, str]]:
    """The faults of an entry, each with its field."""
    legs = {"first": entry.first, "second": entry.second}
    for field, leg in legs.items():
        yield from ((field, message) for message in _leg_faults(leg, ontology.attribute(leg.attribute)))
    if entry.first.attribute == entry.second.attribute:
        yield "second", "is the attribute of the first fact; expected another"
    if bool(entry.first.sides) is not bool(entry.second.sides):
        yield "second", "one fact is a date and the other is not; expected two dates or none"
        return
    traits = load_traits()
    if any(trait not in traits for trait in entry.traits) or entry.traits[1] not in traits[entry.traits[0]].opposites:
        yield "traits", f"{' and '.join(entry.traits)} do not exclude each other"
    expected = every_situation(entry.first, entry.second, entry.traits)
    strange = sorted(set(entry.right) ^ set(expected))
    if strange:
        yield "conclusions", f"the situation {' '.join(strange[0])!r} is unknown or has no right conclusion"
        return
    if len(set(Counter(entry.right.values()).values())) > 1 or len(set(entry.right.values())) < len(entry.conclusions):
        yield "conclusions", "are right in different numbers of situations, so that one is likelier than another"
    yield from (("conclusions", message) for message in _unnecessary(entry))
    yield from (("conclusions", message) for message in _given_away(entry, ontology))


def _leg_faults(leg: Leg, attribute: Attribute) -> Iterator[str]:
    name = attribute.name
    if attribute.cardinality is not Cardinality.ONE or not attribute.is_told:
        yield f"{name} is not an attribute with one value that people tell"
    if attribute.type is ValueType.DATE:
        if leg.sides:
            yield f"{name} is a date, which has no sides"
        return
    if len(leg.sides) != 2:
        yield f"{len(leg.sides)} sides of {name}; expected two"
        return
    one, other = leg.sides.values()
    if one & other:
        yield f"{min(one & other)!r} lies on both sides of {name}"
    share = min(len(one), len(other)) / len(one | other)
    if share < LEAST_SHARE:
        yield f"one side of {name} has {share:.0%} of the values; expected {LEAST_SHARE:.0%} at least"


def _unnecessary(entry: Interpretation) -> Iterator[str]:
    """Situations in which the right conclusion is certain although one leg is unknown."""
    for situation in entry.right:
        for leg, name in enumerate(_LEGS):
            if len(entry.fitting(situation, leg)) < 2:
                yield f"{name} is not necessary in the situation {' '.join(situation)!r}"


def _given_away(entry: Interpretation, ontology: Ontology) -> Iterator[str]:
    """Words that tell a conclusion from the others, or that name what it rests on."""
    sizes = [len(text) for text in entry.conclusions]
    if max(sizes) > LONGEST * min(sizes):
        yield f"are {min(sizes)} to {max(sizes)} letters long; expected a ratio of {LONGEST} at most"
    words = [frozenset(_WORD.findall(text.lower())) for text in entry.conclusions]
    near = [
        sum(len(one & other) / len(one | other) for other in words if other is not one) / (len(words) - 1)
        for one in words
    ]
    if len(set(words)) < len(words) or max(near) - min(near) > ODD:
        odd = entry.conclusions[near.index(min(near))]
        yield f"{odd!r} is the odd one out by its words"
    for leg in (entry.first, entry.second):
        attribute = ontology.attribute(leg.attribute)
        spelled = [attribute.label, *attribute.domain.aliases]
        spelled += [spelling for others in attribute.domain.aliases.values() for spelling in others]
        for name in (*spelled, *entry.traits):
            for text in entry.conclusions:
                if f" {normalise(name.replace('_', ' '))} " in f" {normalise(text)} ":
                    yield f"{text!r} names {name!r}, on which it rests"
