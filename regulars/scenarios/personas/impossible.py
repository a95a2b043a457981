"""Impossible combinations of a person's properties: the table `impossible.toml`, for the sampler and the checks.

Traits that exclude each other, or that do not fit a stage of life or certain hours, are in the files of the traits and
the stages. `clashes` names all of them.
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
"""By sort: how the notes of a persona express a value (`sampling.py` writes them in this form)."""

SORTS = (*SAID, "trait", "window")

Known = Sequence[tuple[str, str]]
"""Known properties of a person: pairs of sort and value."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two properties that exclude each other, as sort and value, and the reason."""

    one: tuple[str, str]
    other: tuple[str, str]
    why: str


@lru_cache(maxsize=1)
def load_impossible() -> tuple[Pair, ...]:
    """Loads all pairs, in the order of the file.

    Raises:
        DataError: The file does not follow the schema or names unknown things; the message lists all faults.
    """
    source = persona_source("impossible.toml")
    known = _known_values()
    pairs = [pair for name in source.data for pair in _pairs(source, name, known)]
    raise_faults(source.faults, "the table of impossible combinations")
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
    """For each value, the values that it excludes."""
    found: dict[tuple[str, str], set[tuple[str, str]]] = {}
    for pair in load_impossible():
        found.setdefault(pair.one, set()).add(pair.other)
        found.setdefault(pair.other, set()).add(pair.one)
    return {one: frozenset(others) for one, others in found.items()}


def barred(sort: str, known: Iterable[tuple[str, str]]) -> set[str]:
    """The values of a sort that the known properties of a person exclude.

    Example:
        >>> sorted(barred("role", [("home", "still lives with the parents")]))
        ['has just begun to study far from home']
    """
    against = _against()
    return {value for one in known for other, value in against.get(one, ()) if other == sort}


def clashes(persona: Persona) -> list[str]:
    """Lists what does not fit together in a persona; empty for a possible person.

    Args:
        persona: The persona. Unknown traits are ignored. Its notes are understood as far as they have the form in which
            the sampler writes them.
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
    """Those of `clashes` that come from the table `impossible.toml`."""
    held = {("trait", name) for name in persona.traits} | {("window", " ".join(persona.windows))}

    def is_held(sort: str, value: str) -> bool:
        return SAID[sort].format(value) in persona.notes if sort in SAID else (sort, value) in held

    return [
        f"{pair.why}: {pair.one[0]} {pair.one[1]!r}, {pair.other[0]} {pair.other[1]!r}"
        for pair in load_impossible()
        if is_held(*pair.one) and is_held(*pair.other)
    ]
