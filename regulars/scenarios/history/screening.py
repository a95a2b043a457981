"""Finds texts that name a value of a person's life. Such a text cannot fill a history."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from functools import lru_cache

from regulars.errors import RegularsError
from regulars.scenarios.ontology.attributes import Ontology, load_ontology
from regulars.scenarios.world import Person
from regulars.values import Domain, ValueType, find_values

_WORD = re.compile(r"[^\W_]+")
_FIGURES = re.compile(r"[\d\s.,:/-]+")


class Screen:
    """The values that no filler may name: terms, in all spellings.

    Numbers and dates are left out, since alone they tell nothing about a person.

    Args:
        people: The persons whose values are looked for.
        ontology: Gives the spellings; the built-in one by default.
        whole: Whether to look for all values of the attributes that these persons have, besides their own values.
    """

    def __init__(self, people: Iterable[Person], ontology: Ontology | None = None, *, whole: bool = False) -> None:
        ontology = ontology if ontology is not None else _built_in()
        wanted: dict[str, dict[str, tuple[str, ...]]] = {}
        for person in people:
            for fact in person.facts:
                others = _spellings(ontology, fact.attribute, fact.value)
                if others is not None:
                    values = wanted.setdefault(fact.attribute, {})
                    values[fact.value] = others
                    if whole and ontology is not None and fact.attribute in ontology:
                        values.update(ontology.attribute(fact.attribute).domain.aliases)
        self._domains = [Domain(attribute, ValueType.TERM, values) for attribute, values in wanted.items()]

    def within(self, words: Collection[str]) -> Screen:
        """The same screen for texts made of `words` only."""
        narrowed = Screen.__new__(Screen)
        narrowed._domains = []
        for domain in self._domains:
            aliases = {
                value: others
                for value, others in domain.aliases.items()
                if any(_can_occur(spelling, words) for spelling in (value, *others))
            }
            if aliases:
                narrowed._domains.append(Domain(domain.name, ValueType.TERM, aliases))
        return narrowed

    def found(self, text: str) -> list[tuple[str, str]]:
        """The attributes and values that `text` names."""
        return [(domain.name, mention.value) for domain in self._domains for mention in find_values(text, domain)]


def _spellings(ontology: Ontology | None, attribute: str, value: str) -> tuple[str, ...] | None:
    """The other spellings of a term; None for a number or date."""
    if ontology is not None and attribute in ontology:
        known = ontology.attribute(attribute)
        return known.domain.aliases.get(value, ()) if known.type is ValueType.TERM else None
    return None if _FIGURES.fullmatch(value) else ()


def _can_occur(spelling: str, words: Collection[str]) -> bool:
    parts = _WORD.findall(spelling.casefold())
    return bool(parts) and (all(part in words for part in parts) or "".join(parts) in words)


@lru_cache(maxsize=1)
def _built_in() -> Ontology | None:
    """The built-in ontology; None if it cannot be read, since other spellings are optional."""
    try:
        return load_ontology()
    except RegularsError:
        return None
