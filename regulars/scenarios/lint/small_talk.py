"""Lints the small talk of a language pack: what is said beside a person's life must tell nothing of it."""

from __future__ import annotations

from collections.abc import Iterator

from regulars.data_faults import Fault
from regulars.errors import did_you_mean
from regulars.scenarios.language.packs import Language
from regulars.scenarios.lint.fixed_lines import ValueSearch, names_day_to_come
from regulars.scenarios.lint.ontology import ToldAttributes
from regulars.scenarios.personas.tables import load_traits


def lint_small_talk(language: Language) -> list[Fault]:
    """Returns all faults of a pack's exchanges, each with its file and line.

    No message holds a value, a number with a unit or a day to come, is read as a disclosure, or is recognised as a
    question about an attribute. Exchanges speak against traits that exist. Reading the files has checked their form
    (`language/exchanges.py`).

    Example:
        >>> lint_small_talk(Language.load("english"))
        []
    """
    search, readers = ValueSearch(language.ontology), ToldAttributes(language.ontology, language.recognition)
    known = load_traits()
    strange = [
        Fault(one.file, one.line(0), one.id, f"speaks against the trait {trait!r}; {did_you_mean(trait, known)}")
        for one in language.small_talk.values()
        for trait in sorted(one.against.difference(known))
    ]
    return strange + [
        Fault(exchange.file, exchange.line(place), exchange.place(place), fault)
        for exchange in language.small_talk.values()
        for place, message in enumerate(exchange.messages)
        for fault in _faults(message, language, search, readers)
    ]


def _faults(message: str, language: Language, search: ValueSearch, readers: ToldAttributes) -> Iterator[str]:
    for attribute, spelling in search.terms(message):
        yield f"holds {spelling!r}, a value of {attribute.name}: {message!r}"
    counted = search.counted(message)
    if counted is not None:
        yield f"holds a number with the unit of {counted.name}: {message!r}"
    if names_day_to_come(message):
        yield f"names a day to come: {message!r}"
    for name in sorted(readers.of(message)):
        yield f"is read as a disclosure of {name}: {message!r}"
    asked = language.asked_attribute(message)
    if asked is not None:
        yield f"is recognised as a question about {asked[0]}: {message!r}"
