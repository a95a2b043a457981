"""Contexts in which a fact may be passed on: a recipient with a purpose, and which attributes belong there.

Contextual integrity (Nissenbaum 2004) does not ask whether a fact is secret. It asks whether the fact fits where it
flows: a landlord may know about a cat but not about an illness. The contexts are data. `ontology/contexts.toml` sorts
the attributes of each context into needed, private and allowed ones, each with a sentence of reason.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from regulars.data_faults import raise_faults
from regulars.errors import did_you_mean
from regulars.scenarios.ontology.attribute import Attribute, Cardinality
from regulars.scenarios.pack_files import pack_folder
from regulars.scenarios.toml_tables import TomlFile

CONTEXTS = "contexts.toml"
"""The name of the file."""

EVERYONE = "everyone"
"""The table of what is private to every recipient that does not need it, and that `allowed` does not name."""

NEEDED, ALLOWED, PRIVATE = "needed", "allowed", "private"

_NORMS = (NEEDED, ALLOWED, PRIVATE)
_ENDS = (".", "。")
_LEAST = 5
"""Least number of characters of a reason."""


@dataclass(frozen=True, slots=True)
class Context:
    """A recipient with a purpose.

    Attributes:
        name: The unique name.
        recipient: The reader of the message: "my landlord".
        purpose: The purpose of the message: "renewing the lease".
        requests: How a person asks for the message, and what it is for; no slots.
    """

    name: str
    recipient: str
    purpose: str
    requests: tuple[str, ...]


@lru_cache(maxsize=8)
def load_contexts(language: str = "english") -> Mapping[str, Context]:
    """Loads all contexts by name. They have the same names in every language.

    Raises:
        DataError: The file does not follow the schema.
    """
    source = contexts_file(language)
    contexts = {}
    for name in source.data:
        table = source.table(name)
        if name == EVERYONE:
            table.only({PRIVATE})
            continue
        table.only({"recipient", "purpose", "requests", *_NORMS})
        contexts[name] = Context(name, table.word("recipient"), table.word("purpose"), table.words("requests", 3))
    raise_faults(source.faults, "the list of contexts")
    return contexts


def needing(attributes: Iterable[Attribute]) -> set[str]:
    """The names of the contexts that need any of the attributes."""
    return {context for attribute in attributes for context in attribute.needed}


def contexts_file(language: str = "english") -> TomlFile:
    """The built-in file of contexts of a language."""
    return TomlFile(pack_folder("ontology", language).joinpath(CONTEXTS).read_text("utf-8"), CONTEXTS)


def sort_by_context(
    attributes: Mapping[str, Attribute], source: TomlFile, elsewhere: Collection[str] = ()
) -> dict[str, Attribute]:
    """Gives each attribute the contexts that need it and those in which it is private, with the reasons.

    Args:
        attributes: The attributes by name.
        source: A file of contexts. It collects the faults: an unknown context or attribute, a missing reason, an
            attribute that is sorted twice, an exception to no rule, a need for something that people do not tell.
        elsewhere: Names that the file may hold though they are not among the attributes.

    Returns:
        The attributes in the same order. What `everyone` calls private is private in all contexts that do not sort it.
    """
    rules = dict(_cells(source, EVERYONE, PRIVATE, attributes, elsewhere))
    needed: dict[str, dict[str, str]] = {name: {} for name in attributes}
    private: dict[str, dict[str, str]] = {name: {} for name in attributes}
    for context in source.data:
        if context == EVERYONE:
            continue
        if context not in load_contexts():
            source.fault(
                (context, *[*source.data[context]][:1]), f"is not a context; {did_you_mean(context, load_contexts())}"
            )
            continue
        sorted_as: dict[str, str] = {}
        for norm in _NORMS:
            for name, reason in _cells(source, context, norm, attributes, elsewhere):
                place = (context, norm, name)
                if name in sorted_as:
                    source.fault(place, f"is {sorted_as[name]} and {norm}; expected one of them")
                elif norm == NEEDED and not _can_be_needed(attributes[name]):
                    source.fault(place, "cannot be needed; expected an attribute that people tell, other than a total")
                elif norm == PRIVATE and name in rules:
                    source.fault(place, f"is private to {EVERYONE} already; expected it once")
                elif norm == ALLOWED and name not in rules:
                    source.fault(place, f"is allowed without it; expected an attribute that is private to {EVERYONE}")
                sorted_as.setdefault(name, norm)
                if norm != ALLOWED:
                    (needed if norm == NEEDED else private)[name][context] = reason
        for name, reason in rules.items():
            if name not in sorted_as:
                private[name][context] = reason
    return {name: replace(one, needed=needed[name], private=private[name]) for name, one in attributes.items()}


def _can_be_needed(attribute: Attribute) -> bool:
    return attribute.is_told and attribute.cardinality is not Cardinality.COUNTER


def _cells(
    source: TomlFile, context: str, norm: str, attributes: Mapping[str, Attribute], elsewhere: Collection[str]
) -> Iterator[tuple[str, str]]:
    """The known attributes of one table with their reasons; faults are noted."""
    if not isinstance(source.data.get(context), Mapping) or norm not in source.data[context]:
        return
    for name, reason in source.table(context, norm).fields.items():
        place = (context, norm, name)
        if name not in attributes and name in elsewhere:
            continue
        if name not in attributes:
            source.fault(place, f"is not an attribute; {did_you_mean(name, attributes)}")
        elif not isinstance(reason, str) or not reason.endswith(_ENDS) or len(reason) < _LEAST:
            source.fault(place, "has no reason; expected a sentence that ends with a full stop")
        else:
            yield name, reason
