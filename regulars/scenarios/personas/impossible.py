"""Combinations that cannot be in one person: the table `impossible.toml`, for the sampler and the checks.

Traits that exclude each other, and traits that do not go with a stage of life or with the hours of the day, stand with
the traits and the stages; `clashes` names all of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product

from regulars.data_faults import raise_faults
from regulars.errors import did_you_mean
from regulars.scenarios.personas.tables import Household, LifeStage, load_stages, load_traits, persona_source
from regulars.scenarios.toml_tables import TomlFile
from regulars.scenarios.world import Persona

SAID = {"role": "{} and ", "home": "and {}.", "pride": "is proud of {}.", "context": "At present {}."}
"""How the notes of a persona put what they hold (`sampling.py` writes them so)."""

SORTS = (*SAID, "trait", "window")

Known = Sequence[tuple[str, str]]
"""What is known of a person: sorts and values."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two things that do not go together, as sort and value, and why."""

    one: tuple[str, str]
    other: tuple[str, str]
    why: str


@lru_cache(maxsize=1)
def load_impossible() -> tuple[Pair, ...]:
    """Loads all pairs, in the order of the file.

    Raises:
        DataError: The file does not keep to the schema, or names what there is not; all faults, with file and line.
    """
    source = persona_source("impossible.toml")
    known = _known_values()
    pairs = [pair for name in source.data for pair in _pairs(source, name, known)]
    raise_faults(source.faults, "the table of what is impossible")
    return tuple(pairs)


def _pairs(source: TomlFile, name: str, known: Mapping[str, frozenset[str]]) -> Iterator[Pair]:
    table = source.table(name)
    table.only({"why", *SORTS})
    why = table.word("why")
    sorts = [sort for sort in SORTS if sort in table]
    if len(sorts) != 2:
        table.fault("", f"names {len(sorts)} sorts of things; expected two of {', '.join(SORTS)}")
        return
    listed = []
    for sort in sorts:
        values = table.words(sort)
        for value in values:
            if value not in known[sort]:
                table.fault(sort, f"{value!r} is not a known {sort}; {did_you_mean(value, known[sort])}")
        listed.append([(sort, value) for value in values])
    for one, other in product(*listed):
        yield Pair(one, other, why)


def _known_values() -> dict[str, frozenset[str]]:
    """The known values of each sort."""
    stages = load_stages().values()
    homes = [home for stage in stages for home in stage.households.values()]
    holders: list[LifeStage | Household] = [*stages, *homes]
    return {
        "role": frozenset(role for stage in stages for role in stage.roles),
        "home": frozenset(text for home in homes for text in home.text),
        "pride": frozenset(pride for stage in stages for pride in stage.prides),
        "context": frozenset(context for one in holders for context in one.contexts),
        "trait": frozenset(load_traits()),
        "window": frozenset(" ".join(windows) for one in holders for windows in one.windows),
    }


@lru_cache(maxsize=1)
def _against() -> Mapping[tuple[str, str], frozenset[tuple[str, str]]]:
    """For each value, the values that do not go with it."""
    found: dict[tuple[str, str], set[tuple[str, str]]] = {}
    for pair in load_impossible():
        found.setdefault(pair.one, set()).add(pair.other)
        found.setdefault(pair.other, set()).add(pair.one)
    return {one: frozenset(others) for one, others in found.items()}


def barred(sort: str, known: Iterable[tuple[str, str]]) -> set[str]:
    """The values of a sort that do not go with what is known of a person.

    Example:
        >>> sorted(barred("role", [("home", "still lives with the parents")]))
        ['has just begun to study far from home']
    """
    against = _against()
    return {value for one in known for other, value in against.get(one, ()) if other == sort}


def clashes(persona: Persona) -> list[str]:
    """Says what does not go together in a persona; empty for a possible person.

    Args:
        persona: With traits by name (others than the known ones are left out of account), and notes, of which what is
            put as the sampler puts it is understood.
    """
    traits, stages = load_traits(), load_stages()
    own = [traits[name] for name in persona.traits if name in traits]
    found = [
        f"the trait {one.name!r} does not go with {other.name!r}"
        for one, other in combinations(own, 2)
        if other.name in one.opposites or one is other
    ]
    stage = stages.get(persona.stage)
    for trait in own:
        if stage is not None and trait.name in stage.barred:
            found.append(f"the trait {trait.name!r} does not go with the stage {stage.name!r}")
        if not trait.suits(persona.windows):
            found.append(f"the trait {trait.name!r} does not go with the hours {' '.join(persona.windows)}")
    return found + noted_clashes(persona)


def noted_clashes(persona: Persona) -> list[str]:
    """Those of `clashes` that the table `impossible.toml` names."""
    held = {("trait", name) for name in persona.traits} | {("window", " ".join(persona.windows))}

    def is_held(sort: str, value: str) -> bool:
        return SAID[sort].format(value) in persona.notes if sort in SAID else (sort, value) in held

    return [
        f"{pair.why}: {pair.one[0]} {pair.one[1]!r}, {pair.other[0]} {pair.other[1]!r}"
        for pair in load_impossible()
        if is_held(*pair.one) and is_held(*pair.other)
    ]
