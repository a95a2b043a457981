"""Reads the disclosures of an attribute from a context: its values in the order in which they were told.

The assistant's words do not count, nor claims and values of other people that a person passes on. Values that a person
took back or asked to forget are left out. A disclosure in two lines is read if both lines are present.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from regulars.agents.assistant.question_parsing import slot_pattern
from regulars.memory.context_line import ASSISTANT_NAME, ContextLine
from regulars.scenarios.language.heard import says
from regulars.scenarios.language.packs import Language
from regulars.scenarios.language.recognition import longest_literal
from regulars.scenarios.language.slots import in_month
from regulars.values import find_values, resolve_value

LINES = 65536
"""The number of lines that are cached."""

_Piece = tuple[str, str, re.Pattern[str]]
"""A disclosure in two lines: the first line, the longest literal of the second, and the second's pattern."""


@dataclass(frozen=True, slots=True)
class ReadDisclosure:
    """One disclosure.

    Attributes:
        value: The canonical value; empty if the line says that the value no longer holds.
        line: The number of its line in the context, from 0.
        start: Its position in that line.
        date: The line's date, as written in the context.
        over: Whether it says that the value no longer holds.
        again: Whether it only repeats an earlier value, in the words of a correction.
    """

    value: str
    line: int
    start: int
    date: str
    over: bool = False
    again: bool = False


def read_disclosures(language: Language, attribute: str, lines: Sequence[ContextLine]) -> list[ReadDisclosure]:
    """The disclosures of `attribute` in `lines`, in order."""
    reader, domain = _line_reader(language), language.ontology.domain(attribute)
    told: list[ReadDisclosure] = []
    for number, line in enumerate(lines):
        if line.name == ASSISTANT_NAME:
            continue
        said = _read_line(language, line.text)
        text = said.own
        if attribute in said.forgotten:
            told = []
            continue
        if attribute in said.mended:
            told = told[:-1]
        if attribute not in said.mentioned:
            continue
        mentions = [(one.value, one.start) for one in language.read(attribute, text)]
        mentions += reader.second_piece(attribute, lines, number, text) if not mentions else []
        if said.changed >= 0 and mentions:
            later = [mention for mention in mentions if mention[1] > said.changed]
            if later and len(later) == len(mentions) and told and _follows(told[-1].line, number, lines):
                told = told[:-1]
            mentions = later
        known = {one.value for one in told} if mentions and reader.corrects(attribute, text) else set()
        told += [ReadDisclosure(value, number, start, line.date, again=value in known) for value, start in mentions]
        if language.ended_in(attribute, text) and (told or find_values(text, domain)):
            told.append(ReadDisclosure("", number, len(text), line.date, over=True))
    return told


def _follows(earlier: int, number: int, lines: Sequence[ContextLine]) -> bool:
    """Whether only the assistant spoke between two lines of a day."""
    between = lines[earlier + 1 : number]
    same_day = lines[earlier].date[:10] == lines[number].date[:10]
    return same_day and all(line.name == ASSISTANT_NAME for line in between)


@dataclass(frozen=True, slots=True)
class _Line:
    """What a line says besides its disclosures.

    Attributes:
        own: Its words, with the claims of others blanked out, of the same length.
        forgotten: The attributes that it asks to forget.
        mended: The attributes whose last value it takes back.
        changed: Where it takes back what it said before; -1 if it does not.
        mentioned: The attributes that its own words may tell or end.
    """

    own: str
    forgotten: frozenset[str]
    mended: frozenset[str]
    changed: int
    mentioned: frozenset[str]


class _LineReader:
    """Decides which words of a person's line count, by the wordings of a language."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._ontology = language.ontology
        self._labels = {attribute.label.casefold(): attribute.name for attribute in language.ontology}
        foreign = [line for kind in ("relay", "gossip") for line in language.lines("acts", kind)]
        self._foreign = [slot_pattern(line) for line in foreign]
        self._forgets = [slot_pattern(line) for line in language.lines("acts", "forget")]
        self._mends = [slot_pattern(line) for line in language.lines("noise", "mended")]
        self._changes = [phrase.lower() for phrase in language.lines("noise", "changed")]
        self._pieces: dict[str, tuple[_Piece, ...]] = {}
        self._corrections: dict[str, tuple[re.Pattern[str], ...]] = {}

    def line(self, text: str) -> _Line:
        """What a line says besides its disclosures."""
        for pattern in self._foreign:
            text = pattern.sub(lambda match: " " * len(match[0]), text)
        forgotten, mended = (frozenset(self._named(patterns, text)) for patterns in (self._forgets, self._mends))
        lowered = text.lower()
        changed = max(lowered.find(phrase) for phrase in self._changes)
        return _Line(text, forgotten, mended, changed, frozenset(self._language.attributes_in(text)))

    def corrects(self, attribute: str, text: str) -> bool:
        """Whether `text` states the attribute in the words of a correction."""
        patterns = self._corrections.get(attribute)
        if patterns is None:
            lines = self._ontology.attribute(attribute).phrases.get("correct", ())
            patterns = self._corrections[attribute] = tuple(map(slot_pattern, lines))
        return any(pattern.search(text) for pattern in patterns)

    def _named(self, patterns: Sequence[re.Pattern[str]], text: str) -> Iterator[str]:
        for pattern in patterns:
            found = pattern.search(text)
            name = self._labels.get(found["label"].casefold()) if found is not None else None
            if name is not None:
                yield name

    def second_piece(
        self, attribute: str, lines: Sequence[ContextLine], number: int, text: str
    ) -> list[tuple[str, int]]:
        """The value of a disclosure in two pieces, if `text` is the second and the first was said that day."""
        known = self._ontology.attribute(attribute)
        if known.implied_by:
            values = self._ontology.attribute(known.implied_by).implies[attribute]
            pieces = self.second_piece(known.implied_by, lines, number, text)
            return [(values[value], start) for value, start in pieces if value in values]
        lowered = text.lower()
        for first, literal, second in self._pieces_of(attribute):
            found = second.search(text) if literal in lowered else None
            value = resolve_value(found["value"], known.domain) if found is not None else ""
            if found is not None and value and says(_said_before(lines, number), first):
                return [(value, found.start("value"))]
        return []

    def _pieces_of(self, attribute: str) -> tuple[_Piece, ...]:
        pieces = self._pieces.get(attribute)
        if pieces is None:
            pairs = self._ontology.attribute(attribute).piecemeal
            pieces = tuple(
                (first, longest_literal(words), slot_pattern(words))
                for first, second in pairs
                for words in (second, in_month(second))
            )
            self._pieces[attribute] = pieces
        return pieces


def _said_before(lines: Sequence[ContextLine], number: int) -> str:
    """The words of the same person on that day before a line."""
    day, name = lines[number].date[:10], lines[number].name
    said = (line.text for line in lines[:number] if line.date[:10] == day and line.name == name)
    return "\n".join(said)


@lru_cache(maxsize=LINES)
def _read_line(language: Language, text: str) -> _Line:
    return _line_reader(language).line(text)


@lru_cache(maxsize=8)
def _line_reader(language: Language) -> _LineReader:
    return _LineReader(language)
