"""Reads the parts of a scenario written by hand, field by field, and notes every fault.

Each part knows its line. The validator checks whatever depends on several parts together, such as two values at a time,
a disclosure before its fact is true, or sessions that overlap. Its problems then get the lines of the parts that they
name.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime, time
from typing import Any
from zoneinfo import ZoneInfo

from regulars.calendar_text import granularity_of
from regulars.errors import did_you_mean
from regulars.scenarios.kinds import DisclosurePhrasing
from regulars.scenarios.ontology.attribute import Attribute
from regulars.scenarios.ontology.attribute_files import VALUES
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.personas.files import PersonaReader
from regulars.values import ValueType, resolve_value

Path = tuple[str | int, ...]


class Part:
    """One table of the file. Each reading method notes faults and returns something usable.

    Args:
        reader: The file.
        path: The table's place in the file.
        given: The table's content.
        ontology: The attributes that can be told and asked.
    """

    def __init__(self, reader: PersonaReader, path: Path, given: Any, ontology: Ontology) -> None:
        self.reader = reader
        self.path = path
        self.ontology = ontology
        self.given: Mapping[Any, Any] = given if isinstance(given, Mapping) else {}
        if not isinstance(given, Mapping):
            self.reader.fault(path, f"is {_shown(given)}; expected fields by name")

    def __contains__(self, field: object) -> bool:
        return field in self.given

    def fault(self, field: str, message: str) -> None:
        """Notes that a field is wrong; an empty `field` means the part itself."""
        self.reader.fault((*self.path, field) if field else self.path, message)

    def only(self, known: Iterable[str]) -> None:
        """Notes every field that is not one of `known`."""
        names = set(known)
        for field in self.given:
            if field not in names:
                self.fault(str(field), f"unknown field; {did_you_mean(str(field), names)}")

    def parts(self, field: str, required: bool = False) -> list[Part]:
        """A list of tables."""
        value = self.given.get(field)
        if value is None and not required and field not in self.given:
            return []
        if not isinstance(value, list) or (required and not value):
            self.fault(field, f"is {_shown(value)}; expected a list")
            return []
        return [self.inner(one, field, index) for index, one in enumerate(value)]

    def inner(self, given: Any, *path: str | int) -> Part:
        """A table within this one."""
        return Part(self.reader, (*self.path, *path), given, self.ontology)

    def flag(self, field: str) -> bool:
        """True or false; false by default."""
        value = self.given.get(field, False)
        if not isinstance(value, bool):
            self.fault(field, f"is {_shown(value)}; expected true or false")
            return False
        return value

    def texts(self, field: str, known: Collection[str]) -> tuple[str, ...]:
        """A list of different texts, each one of `known`; empty if invalid."""
        given = self.given.get(field)
        if not isinstance(given, list) or not given:
            self.fault(field, f"is {_shown(given)}; expected a list of some of {', '.join(known)}")
            return ()
        strange = [one for one in given if not isinstance(one, str) or one not in known]
        for one in strange:
            self.fault(field, f"{one!r} is unknown; {did_you_mean(str(one), known)}")
        if len(set(map(str, given))) < len(given):
            self.fault(field, f"has an entry twice: {', '.join(map(str, given))}")
            return ()
        return () if strange else tuple(given)

    def text(self, field: str, default: str = "") -> str:
        """A text. A missing one is a fault if there is no default."""
        value = self.given.get(field, default)
        if not isinstance(value, str) or (not value and not default):
            self.fault(field, f"is {_shown(value)}; expected a text")
            return default
        return value

    def one_of(self, field: str, known: Collection[str], default: str = "") -> str:
        """One of the texts `known`; empty if invalid. Without a default it is required."""
        value = self.given.get(field, default)
        if value == default and default:
            return default
        if not isinstance(value, str) or value not in known:
            missing = "is missing" if field not in self.given else f"{value!r} is unknown"
            self.fault(field, f"{missing}; {did_you_mean(str(value), known)}")
            return ""
        return value

    def attribute(self, field: str = "attribute") -> Attribute | None:
        """An attribute of the ontology."""
        name = self.one_of(field, [attribute.name for attribute in self.ontology])
        return self.ontology.attribute(name) if name else None

    def value(self, attribute: Attribute, field: str = "value") -> str:
        """A value of an attribute in canonical form; empty if invalid."""
        if field not in self.given:
            self.fault(field, f"is missing; expected a value of {attribute.name}")
            return ""
        return self.canonical(attribute, self.given[field], field)

    def canonical(self, attribute: Attribute, given: Any, field: str) -> str:
        """`given` in canonical form. If it is not a value of the attribute, notes a fault and returns an empty text."""
        if attribute.type is ValueType.DATE:
            written = given.isoformat() if isinstance(given, date) and not isinstance(given, datetime) else str(given)
            if granularity_of(written) == "day":
                return written
            self.fault(field, f"{_shown(given)} is not a day; expected a {attribute.name} such as 2025-05-14")
            return ""
        written = str(given)
        known = attribute.grid()
        found = written if written in known else resolve_value(written, attribute.domain)
        if isinstance(given, bool) or found not in known:
            remedy = f"{did_you_mean(written, known)} (a file {VALUES} among your own attributes adds values)"
            if attribute.type is ValueType.NUMBER:
                remedy = f"expected {attribute.low} to {attribute.high} in steps of {attribute.step}"
            self.fault(field, f"{_shown(given)} is not a value of {attribute.name}; {remedy}")
            return ""
        return found

    def values(self, attribute: Attribute, field: str) -> tuple[str, ...]:
        """Several values of an attribute."""
        given = self.given.get(field)
        if not isinstance(given, list) or len(given) < 2:
            self.fault(field, f"is {_shown(given)}; expected two or more values of {attribute.name}")
            return ()
        found = [self.canonical(attribute, one, field) for one in given]
        return tuple(found) if all(found) else ()

    def moment(self, field: str, zone: str, default: datetime | None = None) -> datetime | None:
        """A moment with an offset, or on the clock of `zone`. A day means its start; else `default`."""
        if field not in self.given:
            return default
        value = self.given[field]
        if isinstance(value, str):
            with suppress(ValueError):
                value = datetime.fromisoformat(value)
        if isinstance(value, date) and not isinstance(value, datetime):
            value = datetime.combine(value, time())
        if not isinstance(value, datetime):
            self.fault(field, f"is {_shown(value)}; expected a day or moment such as 2025-01-31 18:30")
            return default
        if value.tzinfo is None:
            value = value.replace(tzinfo=ZoneInfo(zone))
        return datetime.fromisoformat(value.isoformat())


def _shown(value: Any) -> str:
    text = repr(value)
    return "missing" if value is None else text if len(text) <= 60 else f"{text[:57]}..."


def within(part: Part, kinds: Sequence[str]) -> tuple[str, Any]:
    """The one field that names a part's kind, such as `tell` in `tell: {...}`; empty if there is none."""
    named = [field for field in part.given if field in kinds]
    for field in part.given:
        if field not in kinds:
            part.fault(str(field), f"unknown field; {did_you_mean(str(field), kinds)}")
    if len(named) > 1:
        part.fault("", f"names {' and '.join(map(str, named))}; expected one of them")
    elif not named and not part.given:
        part.fault("", f"is empty; expected one of {', '.join(kinds)}")
    return (str(named[0]), part.given[named[0]]) if len(named) == 1 else ("", None)


def phrasings_of(attribute: Attribute) -> list[str]:
    """The phrasings in which an attribute can be told, without `assumed`, which needs an assumption."""
    able = [DisclosurePhrasing.DIRECT.value, DisclosurePhrasing.UNMARKED.value]
    if attribute.piecemeal:
        able.append(DisclosurePhrasing.PIECEMEAL.value)
    if "in_passing" in attribute.phrases:
        able.append(DisclosurePhrasing.IN_PASSING.value)
    return able


def chosen_in(ontology: Ontology) -> str:
    """Some attributes that the assistant can choose, for messages."""
    names = [attribute.name for attribute in ontology if attribute.is_chosen]
    return f"the assistant chooses {', '.join(names[:4])} and others"
