"""One attribute of the ontology: its values, how they change, and how people talk about it.

Attributes are data: the files in `ontology/`, one for each category, which `attribute_files` reads and checks. People
tell most attributes in words. Others follow from another attribute (a city implies its country), or only the assistant
chooses them on request (a boat's name).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache

from regulars.calendar_text import granularity_of
from regulars.chinese_text import has_chinese
from regulars.values import Domain, ValueType

CATEGORIES = ("demographics", "lifestyle", "belongings", "life_events", "situation")
"""The files' names: LongMemEval's five categories of user attributes (arXiv 2410.10813, section 3.2)."""

_VOWEL = re.compile(r"[aeio]|u(?!k|ni|s[aeiou])", re.IGNORECASE)
"""Beginnings of words that `an` stands before."""
_TERM, _NUMBER = ValueType.TERM, ValueType.NUMBER
_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


class Cardinality(StrEnum):
    """How many values of an attribute hold at a time."""

    ONE = "one"
    MANY = "many"
    COUNTER = "counter"
    """A running total: each disclosure adds to it."""


class Change(StrEnum):
    """How an attribute changes over time."""

    STATIC = "static"
    """It never changes."""
    STEPS = "steps"
    """A new value replaces the old one."""
    DRIFTS = "drifts"
    """As `steps`, in small steps: a number's next value lies near the one before."""
    ENDS = "ends"
    """It holds for a while and ends without a new value."""
    ACCUMULATES = "accumulates"
    """New values are added to the old ones."""


@dataclass(frozen=True, slots=True)
class Attribute:
    """One attribute of the ontology.

    Attributes:
        name: The unique name.
        label: What people call it: "home city", as in "your home city".
        category: One of `CATEGORIES`.
        type: How its values are written.
        cardinality: One value at a time, or many.
        change: How it changes over time.
        sensitivity: 0 (told to anyone) to 3 (told only with trust).
        valence: How pleasant its news is, -1 to 1.
        arousal: How exciting its news is, 0 to 1.
        asked: What people ask when they let the assistant choose, as in "I asked you which name to take".
        needed: The contexts (`contexts.toml`: a recipient with a purpose) whose messages have to hold it: name to
            reason.
        private: The contexts whose messages must not hold it: name to reason. In all others it counts neither way.
        stages: The stages of life in which it makes sense; empty for all.
        moves: Attributes whose value changes with each change of this one, as a move changes the commute.
        unsettles: Attributes whose value is in doubt after a change or the end of this one, until it is told again.
        lasts: The number of days that a value usually holds before the next one replaces it; 0 if it may change at any
            time. A life has no more values than fit its length, and always room for one change.
        excludes: Values of other attributes that cannot hold beside a value of this one: attribute to value to values.
        doubtful: Values of those attributes on which readers may disagree beside a value of this one. They are neither
            ruled out nor offered as right: attribute to value to values.
        cues: Words that mark a question about it.
        domain: The values it may take, always the same object.
        low: Numbers: the least value.
        high: Numbers: the greatest value.
        step: Numbers: the distance between values.
        drift: Numbers that drift: the greatest distance from one value to the next.
        span: Dates: the range of days from the disclosure to the date.
        granularities: Dates: the granularities at which it is told.
        implies: Other attributes whose value follows from this one's: attribute to value to value.
        implied_by: The attribute that implies it; empty for a told or chosen one.
        phrases: By kind (`tell`, `ask`, ...): templates with the slots `{value}`, `{old}`, `{other}`, `{options}`.
        news: Those that tell a value as something that has just happened, open and held-out ones.
        stands: How a value stands behind `is`, as in "my car is a Toyota": a template with the slot `{value}`.
        bare: The values that stand there without more words.
        piecemeal: Disclosures in two lines. The first names the matter, the second the value.
        held_out: Phrases by kind that no reader or extractor is made from. They share no four words in a row with
            `phrases`.
        project: Whether it belongs to a project domain, whose name is then its category.
        changes_value: Whether a new value replaces the old one. Follows from the other fields, as the next two do.
        is_chosen: Whether the assistant chooses its value, so that it is never told.
        is_told: Whether people tell it in words; false for implied and chosen attributes.
        where: File and line, for messages.
    """

    name: str
    label: str
    category: str
    type: ValueType
    cardinality: Cardinality
    change: Change
    sensitivity: int
    cues: tuple[str, ...]
    domain: Domain
    low: int = 0
    high: int = 0
    step: int = 1
    drift: int = 0
    span: tuple[int, int] = (0, 0)
    granularities: tuple[str, ...] = ()
    implies: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    implied_by: str = ""
    phrases: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    news: frozenset[str] = frozenset()
    stands: str = "{value}"
    bare: frozenset[str] = frozenset()
    piecemeal: tuple[tuple[str, str], ...] = ()
    held_out: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    valence: float = 0.0
    arousal: float = 0.0
    asked: str = ""
    needed: Mapping[str, str] = field(default_factory=dict)
    private: Mapping[str, str] = field(default_factory=dict)
    stages: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()
    unsettles: tuple[str, ...] = ()
    lasts: int = 0
    excludes: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    doubtful: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    project: bool = False
    changes_value: bool = field(init=False, repr=False, compare=False)
    is_chosen: bool = field(init=False, repr=False, compare=False)
    is_told: bool = field(init=False, repr=False, compare=False)
    where: str = ""

    def __post_init__(self) -> None:
        """Works the flags out once, since plans ask for them hundreds of times."""
        is_chosen = "delegate" in self.phrases
        object.__setattr__(self, "changes_value", self.change in (Change.STEPS, Change.DRIFTS))
        object.__setattr__(self, "is_chosen", is_chosen)
        object.__setattr__(self, "is_told", not is_chosen and not self.implied_by)

    def __hash__(self) -> int:
        """Hashes the name, so that what follows from an attribute can be kept."""
        return hash(self.name)

    def lines(self, kind: str, phrasing: str) -> tuple[str, ...]:
        """The phrases of a kind in `open` or `held_out` phrasing; the open ones where none of the kind are held out."""
        held_out = self.held_out if phrasing == "held_out" else {}
        return held_out.get(kind) or self.phrases.get(kind, ())

    def ruled_out(self, name: str, value: str) -> frozenset[str]:
        """The values of the attribute `name` that cannot hold beside a value of this one."""
        return frozenset(self.excludes.get(name, {}).get(value, ()))

    def unfit(self, name: str, value: str) -> frozenset[str]:
        """Those values, and the doubtful ones. No recommendation is right that is among them."""
        return self.ruled_out(name, value) | frozenset(self.doubtful.get(name, {}).get(value, ()))

    def makes_sense_in(self, stage: str) -> bool:
        """Whether it makes sense in a stage of life. In an unknown stage, every attribute does."""
        return not stage or not self.stages or stage in self.stages

    def standing(self, value: str, written: str) -> str:
        """A value as it stands behind `is`: with its article, if it has one.

        Args:
            value: The canonical value.
            written: How people write it.
        """
        if value in self.bare:
            return written
        stands = self.stands.replace("{value}", written)
        return f"an{stands[1:]}" if self.stands.startswith("a {value}") and _VOWEL.match(written) else stands

    def size(self) -> int:
        """The number of canonical values of a term or number; 0 for a date."""
        return len(self.domain.aliases) if self.type is _TERM else len(self.grid())

    def grid(self) -> tuple[str, ...]:
        """All canonical values of a term or number, in the file's order; empty for a date."""
        if self.type is _TERM:
            return tuple(self.domain.aliases)
        if self.type is _NUMBER:
            return _digits(self.low, self.high, self.step)
        return ()


_SORTS: dict[str, tuple[Attribute, tuple[object, ...]]] = {}
"""Sorts by attribute name, each with its attribute."""


def sort_of(attribute: Attribute) -> tuple[object, ...]:
    """The properties that make questions about two attributes alike."""
    sort = _SORTS.get(attribute.name)
    if sort is None or sort[0] is not attribute:
        shape = attribute.type, attribute.cardinality, attribute.change
        sort = _SORTS[attribute.name] = attribute, (*shape, bool(attribute.implied_by), bool(attribute.project))
    return sort[1]


@lru_cache(maxsize=256)
def _digits(low: int, high: int, step: int) -> tuple[str, ...]:
    return tuple(str(number) for number in range(low, high + 1, step))


def render_value(value: str, granularity: str = "", unit: str = "", like: str = "") -> str:
    """A canonical value as people write it.

    Args:
        value: A term, a number in digits, or an ISO date prefix.
        granularity: For a date: `day`, `month` or `year`. A date is never written more exactly than it is given.
        unit: For a number: the word after it.
        like: Words in the script that a date should be written in.

    Example:
        >>> render_value("2025-05-14", "day"), render_value("2025-05-14", "month")
        ('14 May 2025', 'May 2025')
        >>> render_value("1250", unit="euros")
        '1250 euros'
    """
    if unit:
        return f"{value}{unit}" if has_chinese(unit) else f"{value} {unit}"
    if not granularity or not granularity_of(value):
        return value
    year, month, day = [*value.split("-"), "", ""][:3]
    if has_chinese(like):
        return (
            f"{year}年"
            + f"{int(month or 0)}月" * bool(month and granularity != "year")
            + f"{int(day or 0)}日" * bool(day and granularity == "day")
        )
    if granularity == "year" or not month:
        return year
    words = f"{_MONTHS[int(month) - 1]} {year}"
    return f"{int(day)} {words}" if granularity == "day" and day else words
