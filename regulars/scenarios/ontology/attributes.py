"""The ontology: which attributes a life has, what values they take, and how people talk about them.

Attributes are data: the files in `ontology/`, one for each category, read and checked by `attribute_files`.
Some attributes are told by people; some are only implied by another (a city implies its country); some are
only ever chosen by the assistant on request (a boat's name).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache

from regulars.chinese_text import has_chinese
from regulars.errors import ScenarioError, did_you_mean
from regulars.seeding import content_hash
from regulars.values import Domain, ValueType, grain_of

__all__ = [
    "CATEGORIES",
    "Attribute",
    "Cardinality",
    "Change",
    "Ontology",
    "first_names",
    "load_ontology",
    "render_value",
]

CATEGORIES = ("demographics", "lifestyle", "belongings", "life_events", "situation")
"""LongMemEval's five categories of user attributes (arXiv 2410.10813, section 3.2); the files' names."""

_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


class Cardinality(StrEnum):
    """How many values hold at a time."""

    ONE = "one"
    MANY = "many"
    COUNTER = "counter"
    """A running total: each telling adds to it."""


class Change(StrEnum):
    """What time does to an attribute."""

    STATIC = "static"
    """Nothing."""
    STEPS = "steps"
    """A new value takes the old one's place."""
    DRIFTS = "drifts"
    """As `steps`, each time by a little: a number's next value lies near the one before."""
    ENDS = "ends"
    """It holds for a while and is over then, with nothing in its place."""
    ACCUMULATES = "accumulates"
    """New values join the old ones."""


@dataclass(frozen=True, slots=True)
class Attribute:
    """One attribute of the ontology.

    Attributes:
        name: Unique.
        label: What people call it: "home city", as in "your home city".
        category: One of `CATEGORIES`.
        type: How its values are written.
        cardinality: One value at a time, or many.
        change: What time does to it.
        sensitivity: 0 (told to anyone) to 3 (told to the trusted).
        valence: How pleasant it is to have news of it, -1 to 1.
        arousal: How much news of it stirs, 0 to 1.
        share: Names of the contexts (`contexts.toml`: a recipient with a purpose) in which it may be passed on; in all
            others it is nobody's business, the more so the more sensitive it is.
        stages: The stages of life in which it makes sense; empty for all.
        moves: Attributes whose value changes too whenever this one's does, as a move changes the commute.
        excludes: Values of other attributes that cannot hold beside a value of this one: attribute to value to values.
        cues: Words by which a question about it is recognised.
        domain: The values it may take, always the same object.
        low: Numbers: the least value.
        high: Numbers: the greatest value.
        step: Numbers: the distance between values.
        drift: Numbers that drift: the greatest distance from one value to the next.
        span: Dates: the days, counted from the telling, between which the date lies.
        grains: Dates: the granularities at which it is told.
        implies: Other attributes whose value follows from this one's: attribute to value to value.
        implied_by: The attribute that implies it; empty for what is told or chosen.
        phrases: By kind (`tell`, `ask`, ...): templates with the slots `{value}`, `{old}`, `{other}`, `{options}`.
        piecemeal: Tellings in two lines, of which the first names the matter and the second the value.
        held_out: Phrases by kind that no reader or extractor is made from; they share no four words in a row with
            `phrases`.
        project: Whether it belongs to a project domain, whose name is its category then.
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
    grains: tuple[str, ...] = ()
    implies: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    implied_by: str = ""
    phrases: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    piecemeal: tuple[tuple[str, str], ...] = ()
    held_out: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    valence: float = 0.0
    arousal: float = 0.0
    share: tuple[str, ...] = ()
    stages: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()
    excludes: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    project: bool = False
    where: str = ""

    @property
    def is_rich(self) -> bool:
        """Whether people tell it in all ways: directly, in passing, piecemeal, by correcting an assumption."""
        kinds = {"tell", "in_passing"} | ({"assumed"} if self.type is ValueType.TERM else set())
        return bool(self.is_told and self.piecemeal and kinds <= set(self.phrases) and len(self.grid()) != 1)

    @property
    def changes_value(self) -> bool:
        """Whether a new value takes the old one's place."""
        return self.change in (Change.STEPS, Change.DRIFTS)

    @property
    def is_chosen(self) -> bool:
        """Whether its value is never told, but chosen by the assistant on request."""
        return "delegate" in self.phrases

    @property
    def is_told(self) -> bool:
        """Whether people tell it in words, rather than imply it or have it chosen."""
        return not self.is_chosen and not self.implied_by

    def makes_sense_in(self, stage: str) -> bool:
        """Whether it makes sense in a stage of life; in an unknown one everything does."""
        return not stage or not self.stages or stage in self.stages

    def grid(self) -> tuple[str, ...]:
        """All canonical values of a term or number, in the file's order; empty for a date."""
        if self.type is ValueType.TERM:
            return tuple(self.domain.aliases)
        if self.type is ValueType.NUMBER:
            return _digits(self.low, self.high, self.step)
        return ()


@lru_cache(maxsize=256)
def _digits(low: int, high: int, step: int) -> tuple[str, ...]:
    return tuple(str(number) for number in range(low, high + 1, step))


class Ontology:
    """All attributes, in the order of their files.

    Args:
        attributes: By name.
    """

    def __init__(self, attributes: Mapping[str, Attribute]) -> None:
        self._attributes = dict(attributes)
        self._limiting: dict[str, tuple[Attribute, ...]] = {}
        self._moving: dict[str, tuple[Attribute, ...]] = {}
        for attribute in self._attributes.values():
            for other in attribute.excludes:
                self._limiting[other] = (*self._limiting.get(other, ()), attribute)
            for other in attribute.moves:
                self._moving[other] = (*self._moving.get(other, ()), attribute)

    def __iter__(self) -> Iterator[Attribute]:
        return iter(self._attributes.values())

    def __len__(self) -> int:
        return len(self._attributes)

    def __contains__(self, name: object) -> bool:
        return name in self._attributes

    def is_reserved(self, name: str) -> bool:
        """Whether an attribute is told in test splits only: one in six, decided by its name."""
        attribute = self.attribute(name)
        return attribute.is_told and not attribute.project and int(content_hash(f"reserved {name}", 8), 16) % 6 == 0

    def attribute(self, name: str) -> Attribute:
        """The attribute of that name. Raises `ScenarioError` if there is none."""
        try:
            return self._attributes[name]
        except KeyError:
            raise ScenarioError(
                f"there is no attribute {name!r} in the ontology", remedy=did_you_mean(name, self._attributes)
            ) from None

    def domain(self, name: str) -> Domain:
        """What values the attribute takes; the same object at every call.

        Example:
            >>> load_ontology().domain("rent").unit
            'euros'
        """
        return self.attribute(name).domain

    def limiting(self, name: str) -> tuple[Attribute, ...]:
        """The attributes of which some values rule out values of the attribute `name`."""
        return self._limiting.get(name, ())

    def moving(self, name: str) -> tuple[Attribute, ...]:
        """The attributes of which every step makes the attribute `name` step too.

        Example:
            >>> [attribute.name for attribute in load_ontology().moving("number_plate")]
            ['car']
        """
        return self._moving.get(name, ())

    def implied(self, name: str, value: str) -> list[tuple[str, str]]:
        """What follows once `value` of the attribute `name` is known: pairs of attribute and value.

        Example:
            >>> load_ontology().implied("home_city", "Bergen")
            [('country', 'Norway')]
        """
        implies = self.attribute(name).implies
        return [(other, values[value]) for other, values in implies.items() if value in values]


def render_value(value: str, grain: str = "", unit: str = "", like: str = "") -> str:
    """A canonical value as people write it.

    Args:
        value: A term, a number in digits, or an ISO date prefix.
        grain: For a date: `day`, `month` or `year`; a date is never written finer than it is.
        unit: For a number: the word behind it.
        like: Words in whose script a date is written.

    Example:
        >>> render_value("2025-05-14", "day"), render_value("2025-05-14", "month")
        ('14 May 2025', 'May 2025')
        >>> render_value("1250", unit="euros")
        '1250 euros'
    """
    if unit:
        return f"{value}{unit}" if has_chinese(unit) else f"{value} {unit}"
    if not grain or not grain_of(value):
        return value
    year, month, day = [*value.split("-"), "", ""][:3]
    if has_chinese(like):
        return (
            f"{year}年"
            + f"{int(month or 0)}月" * bool(month and grain != "year")
            + f"{int(day or 0)}日" * bool(day and grain == "day")
        )
    if grain == "year" or not month:
        return year
    words = f"{_MONTHS[int(month) - 1]} {year}"
    return f"{int(day)} {words}" if grain == "day" and day else words


def load_ontology(folder: str = "", language: str = "english") -> Ontology:
    """The built-in ontology of a language, or one in a folder of the user's; read once.

    Args:
        folder: Holds `demographics.toml` and the like, one for each category that it has; empty for the built-in one.
        language: The language of the built-in one.

    Raises:
        DataError: A file does not keep to the schema; names every fault with file and line.
    """
    return _load(folder, language)


@lru_cache(maxsize=8)
def _load(folder: str, language: str) -> Ontology:
    from regulars.scenarios.ontology.attribute_files import read_ontology

    return Ontology(read_ontology(folder, language))


@lru_cache(maxsize=8)
def first_names(language: str = "english") -> tuple[str, ...]:
    """What generated people may be called; none of it is a value of an attribute."""
    from regulars.scenarios.ontology.attribute_files import read_names

    return read_names(language)
