"""Reads personas from a user's file: YAML, JSON or TOML, with a list of tables or one under `personas`.

Each table has a `name` and any of the fields of a persona. A missing field follows from the traits. All faults are
listed at once, with file and line.

    personas:
      - name: Ada
        stage: retired
        traits: [talkative, warm]
        zone: Europe/Oslo
        windows: ["9-12"]
        style: {length: long, formality: plain, markers: ["To be honest."]}
        tastes: {length.at_least_three: 0.8}
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import prod
from pathlib import Path
from typing import Any, TypeVar
from zoneinfo import available_timezones

from regulars.data_faults import Fault, HostileText, LinedFile, parse_toml, raise_faults
from regulars.errors import DataError, ScenarioError, did_you_mean
from regulars.scenarios.kinds import Punctuation
from regulars.scenarios.personas.conduct import COURTESY, big_five_of, conduct_of, faults_of, load_dials
from regulars.scenarios.personas.impossible import noted_clashes
from regulars.scenarios.personas.tables import FORMALITIES, LENGTHS, Trait, load_stages, load_traits
from regulars.scenarios.personas.tastes import added_up, kept_together
from regulars.scenarios.rules.standing import load_rules
from regulars.scenarios.time.constraints import window_hours
from regulars.scenarios.time.recurrence import read_recurrence
from regulars.scenarios.world import BigFive, Conduct, Persona, Style

_ENDINGS = (".yaml", ".yml", ".json", ".toml")
_FIELDS = {"name", *Persona.__dataclass_fields__}
_STYLE_FIELDS = set(Style.__dataclass_fields__)
_UNSPEAKABLE = re.compile(r"[?{}\d\n]")
_Path = tuple[str | int, ...]
_Numbers = TypeVar("_Numbers", BigFive, Conduct)


def read_personas(path: str | Path) -> list[tuple[str, Persona]]:
    """Reads names and personas from a file, in its order.

    Args:
        path: A path that ends in `.yaml`, `.yml`, `.json` or `.toml`.

    Raises:
        DataError: The file cannot be read or has faults; the message lists all of them, with file and line.
    """
    path = Path(path)
    if path.suffix.lower() not in _ENDINGS:
        raise DataError("is not a file of personas", where=str(path), expected=f"a name in {', '.join(_ENDINGS)}")
    try:
        text = path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text in UTF-8"
        raise DataError(f"cannot be read: {reason}", where=str(path), remedy="check the path") from error
    reader = PersonaReader(path.name, text, path.suffix.lower())
    people = reader.people()
    raise_faults(reader.faults, f"the personas in {path}")
    return people


class PersonaReader(LinedFile):
    """One file: its content, the line of each field, and its faults."""

    def __init__(self, file: str, text: str, ending: str) -> None:
        if ending != ".toml":
            super().__init__(file, text, is_json=ending == ".json")
            return
        super().__init__(file)
        try:
            self.data, self.lines = parse_toml(text), _toml_lines(text)
        except tomllib.TOMLDecodeError as error:
            line = re.search(r"at line (\d+)", str(error))
            self.faults.append(Fault(file, int(line[1]) if line else 0, "", f"is not valid TOML: {error}"))
        except HostileText as error:
            self.faults.append(Fault(file, error.line, "", str(error)))

    def people(self) -> list[tuple[str, Persona]]:
        """The persons that can be read. Faults are noted."""
        if self.faults:
            return []
        listed = self.data
        base: _Path = ()
        if isinstance(listed, Mapping):
            for field in listed:
                if field != "personas":
                    self.fault((str(field),), "unknown field; expected personas")
            listed, base = listed.get("personas"), ("personas",)
        if not isinstance(listed, list) or not listed:
            self.fault(base, "is not a list of personas, or is empty")
            return []
        people: list[tuple[str, Persona]] = []
        for index, given in enumerate(listed):
            place: _Path = (*base, index)
            if not isinstance(given, Mapping):
                self.fault(place, "is not a persona; expected its fields by name")
                continue
            person = PersonaFields(self, place, given).person()
            if person in people:
                self.fault(place, f"{person[0]} is in the file twice, with the same persona")
            people.append(person)
        return people


class PersonaFields:
    """The fields of one table. Each reading method notes faults and returns something usable."""

    def __init__(self, reader: PersonaReader, path: _Path, given: Mapping[Any, Any]) -> None:
        self.reader = reader
        self.path = path
        self.given = given

    def fault(self, field: str, message: str) -> None:
        """Notes a fault at a field."""
        self.reader.fault((*self.path, field), message)

    def only(self, known: set[str]) -> None:
        """Notes every field that is not known."""
        for field in self.given:
            if field not in known:
                self.fault(str(field), f"unknown field; {did_you_mean(str(field), known)}")

    def text(self, field: str, default: str) -> str:
        """A text."""
        value = self.given.get(field, default)
        if not isinstance(value, str):
            self.fault(field, f"is {value!r}; expected a text")
            return default
        return value

    def number(self, field: str, low: float, high: float, default: float) -> float:
        """A number within bounds."""
        value = self.given.get(field, default)
        if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
            self.fault(field, f"is {value!r}; expected a number from {low} to {high}")
            return default
        return float(value)

    def texts(self, field: str) -> tuple[str, ...]:
        """A list of non-empty texts."""
        value = self.given.get(field, [])
        if not isinstance(value, list) or not all(isinstance(one, str) and one for one in value):
            self.fault(field, f"is {value!r}; expected a list of texts")
            return ()
        return tuple(value)

    def one_of(self, field: str, known: Sequence[str], default: str) -> str:
        """One of the known names."""
        value = self.text(field, default)
        if value != default and value not in known:
            self.fault(field, f"{value!r} is not one of {', '.join(known)}")
            return default
        return value

    def mapping(self, field: str) -> Mapping[Any, Any]:
        """A table; empty if it is missing."""
        value = self.given.get(field, {})
        if not isinstance(value, Mapping):
            self.fault(field, f"is {value!r}; expected a table")
            return {}
        return value

    def person(self) -> tuple[str, Persona]:
        """The name and the persona."""
        self.only(_FIELDS)
        name = self.text("name", "")
        if not name.strip():
            self.fault("name", "is missing or empty; expected what the person is called")
        traits = self._traits()
        zone = self.text("zone", "UTC")
        if zone not in available_timezones():
            self.fault("zone", f"{zone!r} is not an IANA zone; {did_you_mean(zone, available_timezones())}")
        candour = min(0.95, max(0.05, 0.5 + sum(trait.candour for trait in traits)))
        big_five = self._numbers("big_five", big_five_of(traits), -1)
        persona = Persona(
            reading=self.number("reading", 0, 600, round(12.0 * prod(trait.reading for trait in traits), 1)),
            thinking=self.number("thinking", 0, 600, round(20.0 * prod(trait.thinking for trait in traits), 1)),
            patience=self.number("patience", 0.05, 10, round(prod(trait.patience for trait in traits), 2)),
            notes=self.text("notes", " ".join(f"{name} {trait.note}." for trait in traits)),
            candour=self.number("candour", 0, 1, round(candour, 2)),
            stage=self.one_of("stage", list(load_stages()), ""),
            traits=tuple(trait.name for trait in traits),
            style=self._style(load_dials()[COURTESY].setting(big_five) if traits else Style().courtesy),
            zone=zone,
            windows=self._windows(),
            tastes=self._tastes(traits),
            engagements=self._engagements(),
            big_five=big_five,
            conduct=self._conduct(conduct_of(big_five) if traits or "big_five" in self.given else Conduct()),
        )
        self._fits(persona, traits)
        return name, persona

    def _traits(self) -> list[Trait]:
        known = load_traits()
        found: list[Trait] = []
        for name in self.texts("traits"):
            if name not in known:
                self.fault("traits", f"{name!r} is not a trait; {did_you_mean(name, known)}")
                continue
            for other in found:
                if name == other.name or name in other.opposites:
                    self.fault("traits", f"{name!r} does not go with {other.name!r}")
            found.append(known[name])
        return found

    def _fits(self, persona: Persona, traits: Sequence[Trait]) -> None:
        """Notes traits that do not fit the stage of life, the hours or the notes."""
        barred = load_stages()[persona.stage].barred if persona.stage else frozenset()
        for trait in traits:
            if trait.name in barred:
                self.fault("traits", f"{trait.name!r} does not go with the stage {persona.stage!r}")
            if not trait.suits(persona.windows):
                self.fault("windows", f"{' '.join(persona.windows)} does not go with the trait {trait.name!r}")
        for clash in noted_clashes(persona):
            self.fault("notes" if "notes" in self.given else "traits", clash)

    def _engagements(self) -> tuple[str, ...]:
        lines = self.texts("engagements")
        for line in lines:
            try:
                read_recurrence(line)
            except ScenarioError as error:
                self.fault("engagements", str(error))
                return ()
        return lines

    def _windows(self) -> tuple[str, ...]:
        windows = self.texts("windows")
        for window in windows:
            if window_hours(window) == (0, 0):
                self.fault("windows", f"{window!r} is not a window; expected first and last hour, such as 7-10")
                return ()
        return windows

    def _conduct(self, default: Conduct) -> Conduct:
        conduct = self._numbers("conduct", default, 0, kindness=-10)
        for fault in faults_of(conduct):
            self.fault("conduct", fault)
        return conduct

    def _numbers(self, field: str, default: _Numbers, low: float, **lows: float) -> _Numbers:
        """A table of numbers from `low` to 1, or from another least value to its opposite."""
        fields = PersonaFields(self.reader, (*self.path, field), self.mapping(field))
        known = default.__dataclass_fields__
        fields.only(set(known))
        given = [name for name in fields.given if name in known]
        least = {name: lows.get(name, low) for name in given}
        return replace(
            default,
            **{
                name: fields.number(name, least[name], max(1.0, -least[name]), getattr(default, name)) for name in given
            },
        )

    def _style(self, courtesy: float) -> Style:
        fields = PersonaFields(self.reader, (*self.path, "style"), self.mapping("style"))
        fields.only(_STYLE_FIELDS)
        for marker in fields.texts("markers"):
            if _UNSPEAKABLE.search(marker):
                message = f"{marker!r} is a question, has a slot or holds digits, so the person would be misread"
                fields.fault("markers", message)
        return Style(
            fields.one_of("length", LENGTHS, "plain"),
            fields.one_of("formality", FORMALITIES, "plain"),
            fields.texts("markers"),
            fields.number("typos", 0, 1, 0.0),
            fields.text("way", ""),
            fields.number("courtesy", 0, 1, courtesy),
            fields.one_of("punctuation", list(Punctuation), Punctuation.PLAIN.value),
        )

    def _tastes(self, traits: Sequence[Trait]) -> dict[str, str]:
        """The given tastes, combined with those that follow from the traits."""
        known = {setting.id for kind in load_rules().values() for setting in kind.settings.values()}
        tastes = kept_together(added_up(trait.tastes for trait in traits))
        given = PersonaFields(self.reader, (*self.path, "tastes"), self.mapping("tastes"))
        for name in given.given:
            if name not in known:
                given.fault(str(name), f"is not a setting of a style attribute; {did_you_mean(str(name), known)}")
                continue
            tastes[name] = given.number(name, -1, 1, 0.0)
        return {name: f"{weight:.2f}" for name, weight in sorted(tastes.items())}


_HEADER = re.compile(r"\s*(\[\[?)\s*([^\]]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"""\s*("[^"]*"|'[^']*'|[A-Za-z0-9_-]+)(?:\s*\.\s*("[^"]*"|[A-Za-z0-9_-]+))?\s*=""")


def _toml_lines(text: str) -> dict[_Path, int]:
    """The lines at which each table of an array, and each field in it, begins."""
    lines: dict[_Path, int] = {}
    count = -1
    table: _Path = ()
    for number, line in enumerate(text.splitlines(), 1):
        header = _HEADER.match(line)
        if header:
            parts: list[str | int] = [part.strip().strip("\"'") for part in header[2].split(".")]
            count += header[1] == "[[" and parts == ["personas"]
            table = tuple(["personas", count, *parts[1:]] if parts[0] == "personas" else parts)
            lines.setdefault(table, number)
            continue
        key = _KEY.match(line)
        if key:
            lines.setdefault((*table, key[1].strip("\"'")), number)
            if key[2]:
                lines.setdefault((*table, key[1].strip("\"'"), key[2].strip("\"'")), number)
    return lines
