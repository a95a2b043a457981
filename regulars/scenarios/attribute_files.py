"""Reads the ontology's files and checks every field.

A file holds one table for each attribute, whose name is the table's:

- `label`, `type` (term, number, date), `cardinality` (one, many), `change` (static, steps, accumulates),
  `sensitivity` (0 to 3), `cues`;
- `values`, a table from canonical term to its other spellings; or `low`, `high`, `step`, `unit` of a number;
  or `span` (days from the telling, least and greatest) and `grains` of a date;
- `implies`, a table from attribute to a table from value to value;
- lists of phrases: `tell`, `update`, `ask`, `request`, `correct`, `hint`, `set_question`, `count_question`,
  `delegate`, `recall_choice`. Which of them an attribute needs follows from the above.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from importlib.resources import files
from typing import Any

from regulars.errors import DataError, did_you_mean
from regulars.scenarios.attributes import Attribute, Cardinality, Change
from regulars.values import Domain, ValueType

__all__ = ["parse_category", "read_category", "read_names", "settle_implications"]

LEAST_VALUES = 10
"""Values that a term must have, so that guessing does not pay."""

_PLAIN = {
    "label", "type", "cardinality", "change", "sensitivity", "cues", "values", "low", "high", "step", "unit",
    "span", "grains", "implies",
}  # fmt: skip
_SLOTS = {
    "tell": ("{value}",),
    "update": ("{value}",),
    "correct": ("{value}",),
    "ask": (),
    "request": (),
    "hint": (),
    "set_question": (),
    "count_question": (),
    "delegate": ("{options}",),
    "recall_choice": (),
}
_MAY_HOLD = {"update": ("{value}", "{old}")}


def read_category(category: str) -> list[Attribute]:
    """The attributes of one category's file."""
    name = f"{category}.toml"
    return parse_category(_text(name), category, name)


def read_names() -> tuple[str, ...]:
    """The list of first names."""
    names = _parse(_text("names.toml"), "names.toml").get("names")
    if not isinstance(names, list) or not names or not all(isinstance(name, str) and name for name in names):
        raise DataError("the list of names cannot be used", where="names.toml, names", expected="a list of words")
    return tuple(names)


def settle_implications(attributes: Mapping[str, Attribute]) -> dict[str, Attribute]:
    """Marks what is implied by what, and checks that both sides exist.

    Raises:
        DataError: An implication names an attribute or value that there is not, or leaves a value out.
    """
    settled = dict(attributes)
    for attribute in attributes.values():
        for name, values in attribute.implies.items():
            where = f"{attribute.category}.toml, {attribute.name}, implies"
            if name not in settled:
                raise DataError(f"{name!r} is no attribute", where=where, remedy=did_you_mean(name, settled))
            other = settled[name]
            wrong = sorted(set(attribute.domain.aliases) ^ set(values))
            wrong += sorted(value for value in values.values() if value not in other.domain.aliases)
            if wrong:
                raise DataError(
                    f"{wrong[0]!r} stands on one side only", where=where, expected=f"each value with a {name}"
                )
            settled[name] = replace(other, implied_by=attribute.name)
    for attribute in settled.values():
        _check_phrases(attribute, f"{attribute.category}.toml, {attribute.name}")
    return settled


def parse_category(text: str, category: str, name: str) -> list[Attribute]:
    """The attributes in the text of a category's file.

    Args:
        text: TOML.
        category: What its attributes belong to.
        name: The file's name, for messages.

    Raises:
        DataError: Names file, attribute and field.
    """
    tables = _parse(text, name)
    return [_attribute(key, table, category, f"{name}, {key}") for key, table in tables.items()]


def _text(name: str) -> str:
    return files("regulars.scenarios").joinpath("ontology", name).read_text("utf-8")


def _parse(text: str, name: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"is no TOML: {error}", where=name) from error


def _attribute(name: str, table: Any, category: str, where: str) -> Attribute:
    if not isinstance(table, dict):
        raise DataError("is no table", where=where, expected=f"[{name}] and its fields")
    known = _PLAIN | set(_SLOTS)
    for field in table:
        if field not in known:
            raise DataError(f"unknown field {field!r}", where=where, remedy=did_you_mean(field, known))
    try:
        type = ValueType(_word(table, "type", where))
        cardinality = Cardinality(_word(table, "cardinality", where))
        change = Change(_word(table, "change", where))
    except ValueError as error:
        raise DataError(str(error), where=where) from None
    if (cardinality is Cardinality.MANY) is not (change is Change.ACCUMULATES):
        raise DataError("cardinality and change do not fit", where=where, expected="many with accumulates, or neither")
    sensitivity = _whole(table, "sensitivity", where)
    if not 0 <= sensitivity <= 3:
        raise DataError(f"is {sensitivity}", where=f"{where}, sensitivity", expected="0 to 3")
    shape = _SHAPES[type](table, where)
    domain = Domain(name, type, shape.pop("values", {}), shape.pop("unit", ""))
    return Attribute(
        name=name,
        label=_word(table, "label", where),
        category=category,
        type=type,
        cardinality=cardinality,
        change=change,
        sensitivity=sensitivity,
        cues=_words(table, "cues", where),
        domain=domain,
        implies=_implies(table, where),
        phrases={kind: _words(table, kind, where) for kind in _SLOTS if kind in table},
        **shape,
    )


def _terms(table: Mapping[str, Any], where: str) -> dict[str, Any]:
    values = table.get("values")
    if not isinstance(values, dict) or len(values) < LEAST_VALUES:
        raise DataError("too few values", where=f"{where}, values", expected=f"at least {LEAST_VALUES}")
    if not all(isinstance(others, list) and all(isinstance(o, str) for o in others) for others in values.values()):
        raise DataError("cannot be read", where=f"{where}, values", expected="value = [other spellings]")
    return {"values": {value: tuple(others) for value, others in values.items()}}


def _number(table: Mapping[str, Any], where: str) -> dict[str, Any]:
    low, high, step = (_whole(table, field, where) for field in ("low", "high", "step"))
    if step < 1 or (high - low) // step + 1 < LEAST_VALUES:
        raise DataError("too few values", where=f"{where}, low to high", expected=f"at least {LEAST_VALUES} steps")
    return {"low": low, "high": high, "step": step, "unit": _word(table, "unit", where)}


def _date(table: Mapping[str, Any], where: str) -> dict[str, Any]:
    span = table.get("span")
    if not isinstance(span, list) or [type(day) for day in span] != [int, int] or span[0] >= span[1]:
        raise DataError("cannot be read", where=f"{where}, span", expected="[least, greatest], in days")
    grains = _words(table, "grains", where)
    if not set(grains) <= {"day", "month"}:
        raise DataError(f"holds {grains}", where=f"{where}, grains", expected="day, month or both")
    return {"span": (span[0], span[1]), "grains": grains}


_SHAPES = {ValueType.TERM: _terms, ValueType.NUMBER: _number, ValueType.DATE: _date}


def _implies(table: Mapping[str, Any], where: str) -> dict[str, dict[str, str]]:
    implies = table.get("implies", {})
    if not isinstance(implies, dict) or not all(isinstance(values, dict) for values in implies.values()):
        raise DataError("cannot be read", where=f"{where}, implies", expected="tables from value to value")
    return {name: dict(values) for name, values in implies.items()}


def _check_phrases(attribute: Attribute, where: str) -> None:
    needed = _needed(attribute)
    for kind, least in needed.items():
        found = len(attribute.phrases.get(kind, ()))
        if found < least:
            raise DataError(f"{found} phrases", where=f"{where}, {kind}", expected=f"at least {least}")
    for kind, phrases in attribute.phrases.items():
        may = _MAY_HOLD.get(kind, _SLOTS[kind])
        for phrase in phrases:
            rest = phrase
            for slot in may:
                rest = rest.replace(slot, "", 1)
            if "{" in rest or any(slot not in phrase for slot in _SLOTS[kind]):
                raise DataError(
                    f"the slots of {phrase!r} are wrong",
                    where=f"{where}, {kind}",
                    expected=" and ".join(may) or "none",
                )


def _needed(attribute: Attribute) -> dict[str, int]:
    """How many phrases of each kind an attribute needs."""
    if attribute.is_chosen:
        return {"delegate": 3, "recall_choice": 3}
    needed = {"request": 3, "correct": 2}
    if attribute.is_told:
        needed |= {"tell": 3, "hint": 2}
    if attribute.is_told and attribute.change is Change.STEPS:
        needed |= {"update": 3}
    if attribute.cardinality is Cardinality.MANY:
        return needed | {"set_question": 2, "count_question": 2}
    return needed | {"ask": 3}


def _word(table: Mapping[str, Any], field: str, where: str) -> str:
    value = table.get(field)
    if not isinstance(value, str) or not value:
        raise DataError("is missing or no text", where=f"{where}, {field}", expected="a text")
    return value


def _words(table: Mapping[str, Any], field: str, where: str) -> tuple[str, ...]:
    value = table.get(field)
    if not isinstance(value, list) or not value or not all(isinstance(word, str) and word for word in value):
        raise DataError("is missing or no list of texts", where=f"{where}, {field}", expected="a list of texts")
    return tuple(value)


def _whole(table: Mapping[str, Any], field: str, where: str) -> int:
    value = table.get(field)
    if not isinstance(value, int) or isinstance(value, bool):
        raise DataError("is missing or no whole number", where=f"{where}, {field}", expected="a whole number")
    return value
