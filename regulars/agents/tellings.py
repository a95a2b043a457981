"""What a context tells of an attribute: values in the order in which they were told, without what does not count.

What the assistant said is no telling, nor is what somebody else claimed and a person passed on. What was taken back is
left out, and of what was to be forgotten nothing is left. A telling in two lines is read where both lines are there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from regulars.agents.questions import slot_pattern
from regulars.memory.context_line import ASSISTANT_NAME, ContextLine
from regulars.scenarios.language.packs import Language, in_month
from regulars.scenarios.language.recognition import longest_literal
from regulars.values import find_values, resolve_value

__all__ = ["ReadDisclosure", "tellings"]

LINES = 65536
"""Lines of which it is kept what they say beside their tellings."""

_Piece = tuple[str, str, re.Pattern[str]]
"""The first line of a telling in two, the longest literal of the second, and how the second looks."""


@dataclass(frozen=True, slots=True)
class ReadDisclosure:
    """One telling.

    Attributes:
        value: The canonical value; empty where what held is over.
        line: The number of its line in the context, from 0.
        start: Where in that line.
        date: The line's date, as the context writes it.
        over: Whether it tells that what held is over.
        again: Whether it only repeats, in the words of a correction, a value that was told before.
    """

    value: str
    line: int
    start: int
    date: str
    over: bool = False
    again: bool = False


def tellings(language: Language, attribute: str, lines: Sequence[ContextLine]) -> list[ReadDisclosure]:
    """What `lines` tell of `attribute`, in their order."""
    listener, domain = _listener_of(language), language.ontology.domain(attribute)
    told: list[ReadDisclosure] = []
    for number, line in enumerate(lines):
        if line.name == ASSISTANT_NAME:
            continue
        heard = _heard(language, line.text)
        text = heard.own
        if attribute in heard.forgotten:
            told = []
            continue
        if attribute in heard.mended:
            told = told[:-1]
        mentions = [(one.value, one.start) for one in language.read(attribute, text)]
        mentions += listener.second_piece(attribute, lines, number, text) if not mentions else []
        if heard.changed >= 0 and mentions:
            later = [mention for mention in mentions if mention[1] > heard.changed]
            if later and len(later) == len(mentions) and told and _follows(told[-1].line, number, lines):
                told = told[:-1]
            mentions = later
        known = {one.value for one in told} if mentions and listener.corrects(attribute, text) else set()
        told += [ReadDisclosure(value, number, start, line.date, again=value in known) for value, start in mentions]
        if language.ended_in(attribute, text) and (told or find_values(text, domain)):
            told.append(ReadDisclosure("", number, len(text), line.date, over=True))
    return told


def _follows(earlier: int, number: int, lines: Sequence[ContextLine]) -> bool:
    """Whether nobody but the assistant spoke between two lines of a day."""
    between = lines[earlier + 1 : number]
    same_day = lines[earlier].date[:10] == lines[number].date[:10]
    return same_day and all(line.name == ASSISTANT_NAME for line in between)


@dataclass(frozen=True, slots=True)
class _Heard:
    """What a line says beside its tellings.

    Attributes:
        own: Its words without what somebody else claims, of the same length.
        forgotten: The attributes that it wants forgotten.
        mended: The attributes of which it takes back what was told last.
        changed: Where it takes back what it said before; -1 where it does not.
    """

    own: str
    forgotten: frozenset[str]
    mended: frozenset[str]
    changed: int


class _Listener:
    """What of a person's line counts, by the wordings of a language."""

    def __init__(self, language: Language) -> None:
        self._ontology = language.ontology
        self._labels = {attribute.label.casefold(): attribute.name for attribute in language.ontology}
        self._relays = [slot_pattern(line) for line in language.lines("acts", "relay")]
        self._forgets = [slot_pattern(line) for line in language.lines("acts", "forget")]
        self._mends = [slot_pattern(line) for line in language.lines("noise", "mended")]
        self._changes = language.lines("noise", "changed")
        self._pieces: dict[str, tuple[_Piece, ...]] = {}
        self._corrections: dict[str, tuple[re.Pattern[str], ...]] = {}

    def heard(self, text: str) -> _Heard:
        """What a line says beside its tellings."""
        for pattern in self._relays:
            text = pattern.sub(lambda match: " " * len(match[0]), text)
        forgotten, mended = (frozenset(self._named(patterns, text)) for patterns in (self._forgets, self._mends))
        return _Heard(text, forgotten, mended, max(text.find(phrase) for phrase in self._changes))

    def corrects(self, attribute: str, text: str) -> bool:
        """Whether `text` tells the attribute in the words of a correction."""
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
        """The value of a telling in two pieces, of which `text` is the second and the first was said that day."""
        known = self._ontology.attribute(attribute)
        if known.implied_by:
            values = self._ontology.attribute(known.implied_by).implies[attribute]
            pieces = self.second_piece(known.implied_by, lines, number, text)
            return [(values[value], start) for value, start in pieces if value in values]
        lowered = text.lower()
        for first, key, second in self._pieces_of(attribute):
            found = second.search(text) if key in lowered else None
            value = resolve_value(found["value"], known.domain) if found is not None else ""
            if found is not None and value and first in _said_before(lines, number):
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
def _heard(language: Language, text: str) -> _Heard:
    return _listener_of(language).heard(text)


@lru_cache(maxsize=8)
def _listener_of(language: Language) -> _Listener:
    return _Listener(language)
