"""The tables that personas are drawn from: traits, stages of life, regions, ways of speaking.

- `traits.toml`: a table for each trait: its description, the traits that it excludes, and its effects as numbers;
- `stages.toml`: a table for each stage of life: roles, households, hours, prides, present occupations;
- `roots.toml`: a table for each region: zones, first names, common tastes;
- `conduct.toml`: how the Big Five decide how a person deals with an assistant (`conduct.py`);
- `styles.toml`: by formality, the sentences around the content;
- `impossible.toml`: combinations that cannot occur (`impossible.py`);
- `words.toml`: the sentences that describe a person with all this, see `words`.

Regions, styles and words belong to a language: the English ones are in `personas/`, those of another pack in a folder
with its name. Traits and stages are the same in all languages.

Tastes name settings of the standing rules (`rules/standing.py`), so there is one list of possible styles of a reply.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from zoneinfo import available_timezones

from regulars.data_faults import raise_faults
from regulars.errors import did_you_mean
from regulars.scenarios.ontology.attribute_files import STAGES
from regulars.scenarios.pack_files import pack_folder
from regulars.scenarios.rules.standing import BUILT_IN, rules_of
from regulars.scenarios.time.constraints import window_hours
from regulars.scenarios.toml_tables import Table, TomlFile
from regulars.scenarios.world import BigFive

LENGTHS = ("short", "plain", "long")
FORMALITIES = ("casual", "plain", "formal")

LEAST_WORDS = 6
"""Least number of openers, markers and tails of each formality."""

SHORTEST = 2
"""Least length of a window in hours."""


@dataclass(frozen=True, slots=True)
class Trait:
    """A trait and its effects.

    Attributes:
        name: The unique name.
        summary: A description of such a person.
        note: The description in the form that follows a name.
        opposites: Traits that it excludes, in both directions.
        weight: How common it is.
        patience: Factor on the patience of a session.
        thinking: Factor on the seconds before an utterance.
        reading: Factor on the seconds for a page of a reply.
        candour: Shift of the candour.
        small_talk: Shift of the share of small talk.
        earliest: The earliest hour at which the person's windows may begin.
        latest: The latest hour at which the first window may begin.
        length: Leanings towards lengths of speech.
        formality: Leanings towards formalities.
        tastes: Leanings towards settings of the style attributes of a reply, -1 to 1.
        big_five: Leanings of the Big Five, -1 to 1.
    """

    name: str
    summary: str
    note: str
    opposites: frozenset[str]
    weight: float
    patience: float
    thinking: float
    reading: float
    candour: float
    small_talk: float
    earliest: int
    latest: int
    length: Mapping[str, float]
    formality: Mapping[str, float]
    tastes: Mapping[str, float]
    big_five: Mapping[str, float]

    def suits(self, windows: tuple[str, ...]) -> bool:
        """Whether the trait fits windows of these hours."""
        begins = [window_hours(window)[0] for window in windows]
        return not begins or self.earliest <= min(begins) <= self.latest


@dataclass(frozen=True, slots=True)
class Household:
    """A household: its description, its windows (empty for those of the stage) and its occupations."""

    name: str
    weight: float
    text: tuple[str, ...]
    windows: tuple[tuple[str, ...], ...]
    contexts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LifeStage:
    """A stage of life.

    Attributes:
        name: One of the ontology's stages.
        weight: How common it is.
        weekends: Share of weekend days on which such a person may have a session.
        windows: Lists of windows; a person has one of them.
        barred: Traits that do not fit it.
        formality: Leanings towards formalities.
        roles: What such people do, in the form that follows the name.
        prides: What they are proud of.
        contexts: What they are busy with at present.
        households: The households by name.
    """

    name: str
    weight: float
    weekends: float
    windows: tuple[tuple[str, ...], ...]
    barred: frozenset[str]
    formality: Mapping[str, float]
    roles: tuple[str, ...]
    prides: tuple[str, ...]
    contexts: tuple[str, ...]
    households: Mapping[str, Household]


@dataclass(frozen=True, slots=True)
class Root:
    """A region: its description, weight, zones, first names of women and of men, and common tastes."""

    name: str
    place: str
    weight: float
    zones: tuple[str, ...]
    women: tuple[str, ...]
    men: tuple[str, ...]
    tastes: Mapping[str, float]

    @property
    def names(self) -> tuple[str, ...]:
        """All first names of the region."""
        return self.women + self.men

    def like(self, name: str) -> tuple[str, ...]:
        """The names of the region that people of the same gender as `name` have."""
        return self.women if name in self.women else self.men


@dataclass(frozen=True, slots=True)
class Voice:
    """The sentences that people of one formality add to what they say."""

    openers: tuple[str, ...]
    markers: tuple[str, ...]
    tails: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Voices:
    """The voices by formality, and sets of words that tell where their sentences fit.

    Attributes:
        greets: How greetings begin.
        closes: How goodbyes end.
        courteous: Words of thanks and apology.
        uncapitalised: First words that people of light punctuation begin with a small letter.
        by_formality: The voices.
    """

    greets: tuple[str, ...]
    closes: tuple[str, ...]
    courteous: tuple[str, ...]
    uncapitalised: frozenset[str]
    by_formality: Mapping[str, Voice]


@lru_cache(maxsize=1)
def load_traits() -> Mapping[str, Trait]:
    """Loads all traits by name.

    Raises:
        DataError: The file does not follow the schema; the message lists all faults, with file and line.
    """
    source = persona_source("traits.toml")
    traits = {name: _trait(source.table(name), name) for name in source.data}
    excluded: dict[str, set[str]] = {name: set() for name in traits}
    for name, trait in traits.items():
        for other in trait.opposites:
            if other not in traits or other == name:
                source.fault((name, "opposites"), f"{other!r} is not another trait; {did_you_mean(other, traits)}")
                continue
            excluded[name].add(other)
            excluded[other].add(name)
    raise_faults(source.faults, "the traits")
    return {name: replace(trait, opposites=frozenset(excluded[name])) for name, trait in traits.items()}


def _trait(table: Table, name: str) -> Trait:
    table.only(Trait.__dataclass_fields__.keys() - {"name"})
    return Trait(
        name,
        table.word("summary"),
        table.word("note"),
        frozenset(table.words("opposites", 0)),
        table.number("weight", 0, 10),
        table.number("patience", 0.3, 3, 1.0),
        table.number("thinking", 0.3, 3, 1.0),
        table.number("reading", 0.3, 3, 1.0),
        table.number("candour", -0.5, 0.5, 0.0),
        table.number("small_talk", -0.5, 0.5, 0.0),
        table.whole("earliest", 0, 22, 0),
        table.whole("latest", 0, 24, 24),
        _leanings(table, "length", LENGTHS.__contains__, 10),
        _leanings(table, "formality", FORMALITIES.__contains__, 10),
        _leanings(table, "tastes", _is_setting, 1),
        _leanings(table, "big_five", BigFive.__dataclass_fields__.__contains__, 1),
    )


@lru_cache(maxsize=1)
def load_stages() -> Mapping[str, LifeStage]:
    """Loads all stages of life by name, in their order.

    Raises:
        DataError: The file does not follow the schema.
    """
    source = persona_source("stages.toml")
    traits = load_traits()
    stages = {}
    for name in source.data:
        table = source.table(name)
        table.only(LifeStage.__dataclass_fields__.keys() - {"name"})
        if name not in STAGES:
            table.fault("", f"is not a stage of the ontology; {did_you_mean(name, STAGES)}")
        barred = frozenset(table.words("barred", 0))
        for trait in barred - traits.keys():
            table.fault("barred", f"{trait!r} is not a trait; {did_you_mean(trait, traits)}")
        households = source.table(name, "households").fields
        stages[name] = LifeStage(
            name,
            table.number("weight", 0, 10),
            table.number("weekends", 0, 1),
            _windows(table, 2),
            barred,
            _leanings(table, "formality", FORMALITIES.__contains__, 10),
            table.words("roles", 4),
            table.words("prides", 4),
            table.words("contexts", 4),
            {home: _household(source.table(name, "households", home), home) for home in households},
        )
        if not households:
            table.fault("households", "holds none; expected at least one")
    for stage in STAGES:
        if stage not in stages:
            source.fault((), f"the stage {stage!r} is missing")
    raise_faults(source.faults, "the stages of life")
    return {stage: stages[stage] for stage in STAGES}


def _household(table: Table, name: str) -> Household:
    table.only(Household.__dataclass_fields__.keys() - {"name"})
    return Household(
        name, table.number("weight", 0, 10), table.words("text"), _windows(table, 0), table.words("contexts", 0)
    )


@lru_cache(maxsize=8)
def load_roots(language: str = "english") -> Mapping[str, Root]:
    """Loads all regions of a language by name.

    Raises:
        DataError: The file does not follow the schema, or a name is in two regions.
    """
    source = persona_source("roots.toml", language)
    zones = available_timezones()
    homes: dict[str, str] = {}
    roots = {}
    for region in source.data:
        table = source.table(region)
        table.only(Root.__dataclass_fields__.keys() - {"name"})
        root = Root(
            region,
            table.word("place"),
            table.number("weight", 0, 10),
            table.words("zones"),
            table.words("women", 4),
            table.words("men", 4),
            _leanings(table, "tastes", _is_setting, 1),
        )
        for zone in root.zones:
            if zone not in zones:
                table.fault("zones", f"{zone!r} is not an IANA zone; {did_you_mean(zone, zones)}")
        for name in root.names:
            if homes.setdefault(name, region) != region or root.names.count(name) > 1:
                field = "women" if name in root.women else "men"
                table.fault(field, f"{name!r} is also in {homes[name]}")
        roots[region] = root
    raise_faults(source.faults, "the regions")
    return roots


@lru_cache(maxsize=8)
def load_voices(language: str = "english") -> Voices:
    """Loads the sentences that people of a language add to the content.

    Raises:
        DataError: The file does not follow the schema.
    """
    source = persona_source("styles.toml", language)
    top = Table(source, (), source.data)
    top.only({"greets", "closes", "courteous", "uncapitalised", *FORMALITIES})
    voices = {}
    for formality in FORMALITIES:
        table = source.table(formality)
        table.only(Voice.__dataclass_fields__)
        voices[formality] = Voice(*(table.words(field, LEAST_WORDS) for field in Voice.__dataclass_fields__))
    small = frozenset(top.words("uncapitalised", 0))
    found = Voices(top.words("greets"), top.words("closes"), top.words("courteous"), small, voices)
    raise_faults(source.faults, "the ways of speaking")
    return found


def persona_source(name: str, language: str = "english") -> TomlFile:
    """The file of that name in `personas/`, or in the folder of a language pack."""
    return TomlFile(pack_folder("personas", language).joinpath(name).read_text("utf-8"), name)


def _windows(table: Table, least: int) -> tuple[tuple[str, ...], ...]:
    found = tuple(tuple(line.split()) for line in table.words("windows", least))
    for windows in found:
        hours = [window_hours(window) for window in windows]
        if any(last - first < SHORTEST for first, last in hours):
            message = f"{' '.join(windows)!r} is not a list of windows such as 7-10 of at least {SHORTEST} hours"
            table.fault("windows", message)
    return found


def _leanings(table: Table, field: str, is_known: Callable[[str], bool], most: float) -> dict[str, float]:
    if field not in table:
        return {}
    given = table.source.table(*table.path, field)
    for name in given.fields:
        if not is_known(name):
            table.fault(field, f"unknown name {name!r}; expected one of the known names for {field}")
    return {name: given.number(name, -most, most) for name in given.fields}


def _is_setting(name: str) -> bool:
    style_attribute, _, setting = name.partition(".")
    kind = rules_of(BUILT_IN).get(style_attribute)
    return kind is not None and setting in kind.settings
