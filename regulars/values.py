"""Decides whether a text says a value: finds terms and their aliases, numbers and dates of a domain.

The ledger, the matcher and the scripted reader all use it, so they agree on what was said. `calendar_text` and
`number_text` define how dates and numbers are written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from unicodedata import combining, is_normalized, normalize

from regulars.calendar_text import (
    date_agrees,
    find_dates,
    find_foreign_dates,
    find_unordered_dates,
    granularity_of,
    month_name,
    narrow,
)
from regulars.chinese_text import HAN, find_chinese_dates, find_chinese_numbers, has_chinese, is_chinese
from regulars.number_text import canonical_number, find_numbers, names_number, unit_pattern


class ValueType(StrEnum):
    """The type of a value: a term, a number or a date."""

    TERM = "term"
    NUMBER = "number"
    DATE = "date"


@dataclass(frozen=True, slots=True)
class Domain:
    """The values an attribute may take.

    Attributes:
        name: The attribute's name.
        type: How its values are written.
        aliases: For terms: canonical value to its other spellings. Empty for numbers and dates.
        unit: For numbers: the unit's word, if any ("euros").
        subjects: Words for the person or thing that the attribute is about ("partner"). A value said of them is the
            user's own.
        lasting: Whether a value, once true, stays true ("you were born in Graz"). Past tense does not make it stale.
    """

    name: str
    type: ValueType = ValueType.TERM
    aliases: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    unit: str = ""
    subjects: tuple[str, ...] = ()
    lasting: bool = False

    @property
    def words(self) -> frozenset[str]:
        """All words for what the attribute is about: its subjects and the words of its name."""
        return frozenset({*self.subjects, *self.name.casefold().split("_")})


@dataclass(frozen=True, slots=True)
class Mention:
    """A value found in a text: `text[start:end]` says `value`; dates also have a granularity `granularity`."""

    value: str
    start: int
    end: int
    granularity: str = ""


def find_values(text: str, domain: Domain) -> list[Mention]:
    """All values of `domain` that `text` names, in order, whether asserted or denied.

    Terms match at word boundaries, in any case, by canonical form or alias. The longer of two overlapping terms wins. A
    date without a year has a value such as `--05-14`.

    Example:
        >>> city = Domain("city", aliases={"New York City": ("NYC",), "York": ()})
        >>> [mention.value for mention in find_values("Not nyc, York!", city)]
        ['New York City', 'York']
    """
    return list(_found(_finder(domain), text))


@lru_cache(maxsize=32)
def _found(finder: _Finder, text: str) -> tuple[Mention, ...]:
    """The values in a text; kept for the last texts, each of which is searched several times."""
    return tuple(finder.find(text))


def find_ambiguous_dates(text: str) -> list[Mention]:
    """The ambiguous dates in figures, where either number may be the month, read with the day first; no granularity.

    Args:
        text: Folded text, or text without noise.
    """
    return [Mention(*found) for found in find_unordered_dates(text)]


def find_other_dates(text: str, known: list[Mention]) -> list[Mention]:
    """The dates that name their month in another language, or of last year; they replace known ones that they contain.

    Args:
        text: Folded text, or text without noise.
        known: The dates already found.

    Returns:
        All of them, in order.
    """
    found = [Mention(*date) for date in find_foreign_dates(text)]
    if not found:
        return known
    made: list[Mention] = []
    for one in sorted([*known, *found], key=lambda mention: (mention.start, mention.start - mention.end)):
        if not made or one.start >= made[-1].end:
            made.append(one)
    return made


def unit_end(lowered: str, end: int, domain: Domain) -> int:
    """Where the unit after a number that ends at `end` ends; `end` if no unit follows."""
    unit = unit_pattern(domain.unit)
    match = unit.match(lowered, end) if unit is not None else None
    return match.end() if match else end


def told_value(text: str, value: str, domain: Domain) -> str:
    """The value that `text` really conveys when it is meant to convey `value`.

    Args:
        text: What was said.
        value: The canonical value that was meant.
        domain: The domain of the value.

    Returns:
        For terms and numbers the canonical value, or an empty string if the text does not name it. For dates the finest
        prefix of `value` that the text gives; a missing year is taken from `value`. "In May" conveys `2025-05` of
        `2025-05-14`.
    """
    return _finder(domain).told(text, value)


def resolve_value(written: str, domain: Domain) -> str:
    """The canonical value of `written`, which must be a value and nothing else; empty if it is not.

    A date keeps its granularity and may lack a year.
    """
    return _finder(domain).resolve(written)


def named_value(written: str, domain: Domain) -> str:
    """The canonical value of `written`, which may hold other words, such as an article; empty unless it names one.

    Example:
        >>> named_value("a blue sedan", Domain("car", aliases={"sedan": (), "van": ()}))
        'sedan'
    """
    value = resolve_value(written, domain)
    if value:
        return value
    named = {one.value for one in find_values(written, domain)}
    return named.pop() if len(named) == 1 else ""


_MARKS = str.maketrans("’‘ʼ`´“”„‑‐", "'''''\"\"\"--")
_WIDE = str.maketrans("，！？：；（）", ",!?:;()")
_INVISIBLE = frozenset("\u00ad\u200b\u200c\u200d\u2060\ufeff")
_UNSEEN = str.maketrans(dict.fromkeys(_INVISIBLE))
_IN_NUMBER = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_NOT_WORD = re.compile(r"(?!(?<=\d)\.(?=\d))[\W_]+")


def normalise(text: str) -> str:
    """Normalised text: NFKC, case folded, straight quotes, punctuation as spaces, `1,250` joined, nothing invisible.

    Example:
        >>> normalise("  It’s 1,250 — “Bergen”! ")
        'it s 1250 bergen'
    """
    if text.isascii() and text.replace(" ", "").isalpha():
        return " ".join(text.lower().split())
    folded = normalize("NFKC", text.translate(_UNSEEN)).casefold().translate(_MARKS)
    return _NOT_WORD.sub(" ", _IN_NUMBER.sub("", folded)).strip()


def fold(text: str) -> tuple[str, str, list[int] | None]:
    """Removes noise from `text` and keeps track of the position of each character.

    Returns:
        The text in NFKC with straight quotes and without invisible characters; the same text case folded, of equal
        length; and the position in `text` of each character and of the end, or None if all positions are unchanged.
    """
    return (text, text.lower(), None) if text.isascii() else _folded(text)


@lru_cache(maxsize=8)
def _folded(text: str) -> tuple[str, str, list[int] | None]:
    """The same for a text beyond ASCII; kept for the last texts, each of which is folded several times."""
    text = text.translate(_WIDE)
    if is_normalized("NFKC", text) and _INVISIBLE.isdisjoint(text):
        cased = text.translate(_MARKS)
        lowered = cased.casefold()
        if len(lowered) == len(cased):
            return cased, lowered, None
    pieces: list[str] = []
    lows: list[str] = []
    places: list[int] = []
    start, size = 0, len(text)
    while start < size:
        end = start + 1
        while end < size and combining(text[end]):
            end += 1
        piece = normalize("NFKC", text[start:end]).translate(_MARKS)
        if text[start] not in _INVISIBLE:
            low = piece.casefold()
            piece = piece if len(low) == len(piece) else low
            pieces.append(piece)
            lows.append(low)
            places.extend([start] * len(piece))
        start = end
    places.append(size)
    return "".join(pieces), "".join(lows), places


def _placed(found: list[tuple[str, int, int, str]], places: list[int] | None) -> list[Mention]:
    if places is None:
        return [Mention(*one) for one in found]
    return [Mention(value, places[start], _end(places, end), granularity) for value, start, end, granularity in found]


def _end(places: list[int], end: int) -> int:
    """Where the character before `end` ends in the original: where the next one at another position starts."""
    last = places[end - 1]
    while end < len(places) - 1 and places[end] == last:
        end += 1
    return places[end]


@lru_cache(maxsize=32768)
def _at_boundaries(body: str, beside_chinese: bool) -> re.Pattern[str]:
    """A pattern between word boundaries, compiled on first use; next to Chinese there are no boundaries.

    For a text without Chinese, the pattern leaves out Chinese characters: with them it takes ten times as long to
    compile.
    """
    letter = rf"[^\W_{HAN}]" if beside_chinese else r"[^\W_]"
    before = "" if has_chinese(body[0]) else f"(?<!{letter})"
    after = "" if has_chinese(body[-1]) else f"(?!{letter})"
    return re.compile(f"{before}{body}{after}")


def _standing_alone(word: str, text: str) -> Iterator[tuple[int, int]]:
    """Where a word stands in a text without Chinese, between word boundaries; far faster than a pattern for each."""
    start = text.find(word)
    while start >= 0:
        end = start + len(word)
        is_alone = not text[start - 1 : start].isalnum() and not text[end : end + 1].isalnum()
        if is_alone:
            yield start, end
        start = text.find(word, end if is_alone else start + 1)


_JOINT = re.compile(r"(?<=[^\W\d_])(?=\d)|(?<=\d)(?=[^\W\d_])")
"""Where letters and figures meet within a word; people may write a space there (`V60`, `V 60`)."""


class _Terms:
    """Finds terms: first each spelling's longest word, then the spelling itself at word boundaries."""

    __slots__ = ("_canonical", "_covered", "_keys", "domain")

    def __init__(self, domain: Domain) -> None:
        self.domain = domain
        self._canonical: dict[str, str] = {}
        for value, others in domain.aliases.items():
            for spelling in (value, *others):
                if plain := normalise(spelling):
                    self._canonical.setdefault(plain, value)
                if _is_acronym(spelling):
                    self._canonical.setdefault(" ".join(spelling.lower()), value)
        self._keys = self._bodies()
        self._covered: set[str] | None = None

    def _is_covered(self, value: str) -> bool:
        """Whether another spelling contains the value's own, so that verdict its words is not enough."""
        if self._covered is None:
            plain = {other: normalise(other) for other in self.domain.aliases}
            whole = " | ".join(self._canonical)
            self._covered = {
                other
                for other, words in plain.items()
                if whole.count(words) > 1 and any(words in known and words != known for known in self._canonical)
            }
        return value in self._covered

    def _bodies(self) -> list[tuple[str, str, str]]:
        made: dict[str, tuple[str, str, str]] = {}
        for value, others in self.domain.aliases.items():
            for spelling in (value, *others):
                words = re.findall(r"[^\W_]+|[+#&]+", fold(spelling)[1])
                if not words:
                    continue
                if _is_acronym(spelling):
                    key, body = ".".join(spelling.lower()), r"\.\s?".join(spelling.lower())
                    made[body] = key[:2], body, value
                body = r"[\W_]{0,3}?".join(r"[\s-]?".join(map(re.escape, _JOINT.split(word))) for word in words)
                if body not in made:
                    key = max((piece for word in words for piece in _JOINT.split(word)), key=len)
                    made[body] = key, body, value
        return list(made.values())

    def find(self, text: str) -> list[Mention]:
        _, lowered, places = fold(text)
        mixed = has_chinese(lowered)
        hits: list[tuple[int, int, str]] = []
        for key, body, value in self._keys:
            if key not in lowered:
                continue
            if key == body and not mixed:
                hits += [(start, end, value) for start, end in _standing_alone(key, lowered)]
            else:
                hits += [(*match.span(), value) for match in _at_boundaries(body, mixed).finditer(lowered)]
        if len(hits) > 1:
            hits = _longest(hits)
        return _placed([(value, start, end, "") for start, end, value in hits], places)

    def told(self, text: str, value: str) -> str:
        if value and _stands(text, value) and not self._is_covered(value):
            return value
        if value not in self.domain.aliases:
            return value if value and f" {normalise(value)} " in f" {normalise(text)} " else ""
        return value if any(mention.value == value for mention in self.find(text)) else ""

    def resolve(self, written: str) -> str:
        return self._canonical.get(normalise(written), "")


def _is_acronym(spelling: str) -> bool:
    """Whether `spelling` may be written with full stops: `NYC`, `N.Y.C.`."""
    return 2 <= len(spelling) <= 5 and spelling.isascii() and spelling.isalpha() and spelling.isupper()


def _longest(hits: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    kept: list[tuple[int, int, str]] = []
    taken = bytearray(max(end for _, end, _ in hits))
    for hit in sorted(hits, key=lambda hit: (hit[0] - hit[1], hit[0])):
        start, end, _ = hit
        if 1 not in taken[start:end]:
            kept.append(hit)
            taken[start:end] = b"\1" * (end - start)
    kept.sort()
    return kept


class _Numbers:
    """Finds numbers that have the domain's unit or no unit."""

    __slots__ = ("_unit", "domain")

    def __init__(self, domain: Domain) -> None:
        self.domain = domain
        self._unit = unit_pattern(domain.unit)

    def find(self, text: str) -> list[Mention]:
        _, lowered, places = fold(text)
        if is_chinese(text) or has_chinese(self.domain.unit):
            return _placed([(*found, "") for found in find_chinese_numbers(lowered, self.domain.unit)], places)
        return _placed([(*found, "") for found in find_numbers(lowered, self._unit)], places)

    def told(self, text: str, value: str) -> str:
        if self._unit is not None:
            if value and _stands_with(text, value, self._unit):
                return value
        elif value and names_number(text.lower(), value):
            return value
        wanted = canonical_number(value)
        return value if any(mention.value == wanted for mention in self.find(text)) else ""

    def resolve(self, written: str) -> str:
        found = self.find(written)
        if len(found) == 1:
            return found[0].value
        plain = canonical_number(written.strip())
        return plain if plain.replace(".", "", 1).isdigit() else ""


_INSIDE = re.compile(r"[\w.,:/-]")
"""A character before a figure that makes it part of a longer figure or of a word."""


def _stands_with(text: str, figure: str, unit: re.Pattern[str]) -> bool:
    """Whether `figure` appears in `text` as written, followed by its unit."""
    start = text.find(figure)
    while start >= 0:
        if not (start and _INSIDE.match(text, start - 1)) and unit.match(text, start + len(figure)):
            return True
        start = text.find(figure, start + 1)
    return False


class _Dates:
    """Finds dates."""

    __slots__ = ("_quick", "domain")

    def __init__(self, domain: Domain) -> None:
        self.domain = domain
        self._quick: dict[str, tuple[str, str]] = {}

    def find(self, text: str) -> list[Mention]:
        cased, _, places = fold(text)
        read = find_chinese_dates if is_chinese(text) else find_dates
        return _placed([(*found,) for found in read(cased)], places)

    def told(self, text: str, value: str) -> str:
        words = self._quick.get(value)
        if words is None:
            words = self._quick[value] = _in_words(value)
        day, month = words
        if day and _stands(text, day):
            return value
        if month and f"in {month}" in text and text.count(month[:3]) == 1 and _stands(text, month):
            return value[:7]
        best = ""
        for mention in self.find(text):
            relation = date_agrees(mention.value, value)
            if relation != "differs":
                told = value if relation != "coarser" else narrow(value, mention.granularity)
                best = max(best, told, key=len)
        return best

    def resolve(self, written: str) -> str:
        stripped = written.strip()
        if granularity_of(stripped):
            return stripped
        found = self.find(stripped)
        return found[0].value if len(found) == 1 else ""


def _in_words(value: str) -> tuple[str, str]:
    """A day and its month as usually written: `14 May 2025`, `May 2025`; empty if `value` is not a full date."""
    if granularity_of(value) != "day" or value.startswith("--"):
        return "", ""
    year, month, day = value.split("-")
    words = f"{month_name(int(month))} {year}"
    return f"{int(day)} {words}", words


def _stands(text: str, words: str) -> bool:
    """Whether the first occurrence of `words` in `text` stands at word boundaries."""
    start = text.find(words)
    if start < 0:
        return False
    end = start + len(words)
    return not (text[start - 1 : start].isalnum() or text[end : end + 1].isalnum())


_Finder = _Terms | _Numbers | _Dates
_KEPT = 1024
"""The number of compiled domains that are kept."""

_compiled: dict[int, _Finder] = {}


def _finder(domain: Domain) -> _Finder:
    """The compiled form of `domain`, cached by identity; it holds the domain, so its id cannot be reused."""
    finder = _compiled.get(id(domain))
    if finder is None:
        if len(_compiled) >= _KEPT:
            _compiled.clear()
        kinds: dict[ValueType, type[_Finder]]
        kinds = {ValueType.TERM: _Terms, ValueType.NUMBER: _Numbers, ValueType.DATE: _Dates}
        finder = _compiled[id(domain)] = kinds[ValueType(domain.type)](domain)
    return finder
