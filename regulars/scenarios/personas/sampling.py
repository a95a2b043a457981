"""Draws personas: traits, stage of life, region, hours, speech and tastes of a person.

The draw is joint, and impossible combinations (`impossible.toml`) are never drawn. The name gives the region, and the
region the zone. The stage of life gives household, hours and the fitting traits. Traits exclude their opposites
and decide numbers: patience, candour, pace, speech, tastes, and the Big Five, which decide the conduct
(`conduct.py`). All else is drawn. The data is in `personas/`, see `tables.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any

from regulars.scenarios.kinds import DisclosureMode
from regulars.scenarios.ontology.attribute_files import first_names
from regulars.scenarios.options import KINDNESS, LEAST_OPEN
from regulars.scenarios.personas.conduct import draw_big_five, draw_conduct, draw_manners
from regulars.scenarios.personas.impossible import barred
from regulars.scenarios.personas.tables import (
    FORMALITIES,
    LENGTHS,
    Household,
    LifeStage,
    Root,
    Trait,
    load_roots,
    load_stages,
    load_traits,
    load_voices,
)
from regulars.scenarios.personas.tastes import added_up, draw_tastes, favoured
from regulars.scenarios.personas.tastes import utility as taste_utility
from regulars.scenarios.personas.words import load_words
from regulars.scenarios.world import Persona, Style
from regulars.seeding import Draws, SeedTree

AT_HOME = 0.85
"""Share of people who live in the region of their name."""

TRAITS = (2, 4)
"""Least and greatest number of traits."""

READING, THINKING, PATIENCE = (8, 16), (10, 30), (80, 120)
"""Ranges before traits apply: seconds for a page, seconds before an utterance, hundredths of patience."""

LEAST_PATIENCE, GREATEST_PATIENCE = 0.4, 1.8
LEAST_CANDOUR, GREATEST_CANDOUR = 0.05, 0.95
CANDOUR_SPREAD = 0.08

TILT = 0.5
"""Part of the shares between open and other modes that the most or least candid person shifts."""

SMALL_TALK = 0.2
"""Share of small talk of a person without traits."""

MARKERS = (2, 4)
_LENGTH_WEIGHTS = {"short": 1.0, "plain": 1.5, "long": 1.0}
_FORMALITY_WEIGHTS = {"casual": 1.0, "plain": 1.5, "formal": 0.7}


def draw_names(node: SeedTree, count: int, language: str = "english") -> list[str]:
    """Draws first names. A name repeats only after all have been given.

    Args:
        node: The node of the draws. A shorter list is the beginning of a longer one.
        count: How many.
        language: The language of the names.

    Example:
        >>> names = draw_names(SeedTree(1), 3)
        >>> len(set(names)), names == draw_names(SeedTree(1), 5)[:3]
        (3, True)
    """
    names: list[str] = []
    known = _all_names(language)
    while len(names) < count:
        names += node.draws("names", len(names)).sample(known, count - len(names))
    return names


@lru_cache(maxsize=8)
def _all_names(language: str) -> tuple[str, ...]:
    roots = load_roots(language).values()
    return tuple(sorted({*first_names(language), *(name for root in roots for name in root.names)}))


@lru_cache(maxsize=8)
def _homes(language: str) -> Mapping[str, str]:
    return {name: region for region, root in load_roots(language).items() for name in root.names}


def draw_another_name(node: SeedTree, name: str, taken: Collection[str], language: str = "english") -> str:
    """Draws a new name for a person: of the same region and gender as the present one, if that is a known name.

    Args:
        node: The node of the draws.
        name: The present name.
        taken: Names that are not drawn.
        language: The language of the names.

    Example:
        >>> draw_another_name(SeedTree(1), "Ingrid", ["Ingrid"]) in load_roots()["nordic"].women
        True
    """
    home = _homes(language).get(name)
    known = first_names(language) if home is None else load_roots(language)[home].like(name)
    free = [one for one in known if one not in taken]
    return node.draws("another name").choice(free or [one for one in _all_names(language) if one not in taken])


def draw_persona(
    node: SeedTree,
    *,
    name: str,
    language: str = "english",
    friction: float = 1.0,
    kindness: Mapping[str, float] = KINDNESS,
) -> Persona:
    """Draws a persona for a person of that name.

    Args:
        node: The node of the draws.
        name: The person's name. It decides where the person probably comes from.
        language: The person's language.
        friction: How far the person is from easy, 0 to 1 (`personas/conduct.py`).
        kindness: Shares of `harsh`, `even` and `kind` people.

    Example:
        >>> persona = draw_persona(SeedTree(1).child("persona"), name="Ingrid")
        >>> persona == draw_persona(SeedTree(1).child("persona"), name="Ingrid"), 2 <= len(persona.traits) <= 4
        (True, True)
    """
    draws = node.draws("who")
    root = _root(draws, name, language)
    stages = load_stages()
    stage = draws.weighted(list(stages.values()), [stage.weight for stage in stages.values()])
    homes = list(stage.households.values())
    home = draws.weighted(homes, [home.weight for home in homes])
    zone = draws.choice(root.zones)
    windows = draws.choice(home.windows or stage.windows)
    traits = _traits(node.draws("traits"), stage, windows)
    pace = node.draws("pace")
    reading, thinking, patience = (float(pace.between(*limits)) for limits in (READING, THINKING, PATIENCE))
    for trait in traits:
        reading, thinking, patience = reading * trait.reading, thinking * trait.thinking, patience * trait.patience
    candour = 0.5 + sum(trait.candour for trait in traits) + CANDOUR_SPREAD * (2 * pace.uniform() - 1)
    big_five = draw_big_five(node.draws("big five"), traits)
    style = _style(node.draws("style"), stage, traits, language)
    return Persona(
        reading=round(reading, 1),
        thinking=round(thinking, 1),
        patience=round(min(GREATEST_PATIENCE, max(LEAST_PATIENCE, patience / 100)), 2),
        notes=_notes(node.draws("notes"), name, stage, home, traits, windows, language),
        candour=round(min(GREATEST_CANDOUR, max(LEAST_CANDOUR, candour)), 2),
        stage=stage.name,
        traits=tuple(trait.name for trait in traits),
        style=draw_manners(node.draws("manners"), style, big_five, friction),
        zone=zone,
        windows=windows,
        tastes=draw_tastes(node, added_up([root.tastes, *(trait.tastes for trait in traits)])),
        big_five=big_five,
        conduct=draw_conduct(node.draws("conduct"), big_five, friction, kindness),
    )


def draw_personas(
    nodes: Sequence[SeedTree],
    names: Sequence[str],
    language: str = "english",
    friction: float = 1.0,
    kindness: Mapping[str, float] = KINDNESS,
) -> list[Persona]:
    """Draws personas for several people. No two have the same profile.

    Args:
        nodes: One node for each person, as for `draw_persona`.
        names: The persons' names.
        language: The persons' language.
        friction: As for `draw_persona`.
        kindness: As for `draw_persona`.
    """
    given: dict[str, Any] = {"language": language, "friction": friction, "kindness": kindness}
    personas: list[Persona] = []
    taken: set[tuple[object, ...]] = set()
    for node, name in zip(nodes, names, strict=True):
        persona, attempt = draw_persona(node, name=name, **given), 0
        while profile(persona) in taken:
            attempt += 1
            persona = draw_persona(node.child("again", attempt), name=name, **given)
        taken.add(profile(persona))
        personas.append(persona)
    return personas


def _root(draws: Draws, name: str, language: str) -> Root:
    roots = load_roots(language)
    home = _homes(language).get(name)
    drawn = draws.weighted(list(roots.values()), [root.weight for root in roots.values()])
    return roots[home] if home is not None and draws.uniform() < AT_HOME else drawn


def _traits(draws: Draws, stage: LifeStage, windows: tuple[str, ...]) -> list[Trait]:
    """Draws traits that fit the stage, the hours and each other."""
    left = [trait for trait in load_traits().values() if trait.name not in stage.barred and trait.suits(windows)]
    drawn: list[Trait] = []
    for _ in range(draws.between(*TRAITS)):
        one = draws.weighted(left, [trait.weight for trait in left])
        drawn.append(one)
        left = [trait for trait in left if trait is not one and trait.name not in one.opposites]
    return drawn


def _style(draws: Draws, stage: LifeStage, traits: Sequence[Trait], language: str) -> Style:
    lengths = added_up([_LENGTH_WEIGHTS, *(trait.length for trait in traits)])
    formalities = added_up([_FORMALITY_WEIGHTS, stage.formality, *(trait.formality for trait in traits)])
    length = draws.weighted(LENGTHS, [max(0.0, lengths[name]) for name in LENGTHS])
    formality = draws.weighted(FORMALITIES, [max(0.0, formalities[name]) for name in FORMALITIES])
    markers = draws.sample(load_voices(language).by_formality[formality].markers, draws.between(*MARKERS))
    return Style(length, formality, tuple(markers))


def _notes(
    draws: Draws,
    name: str,
    stage: LifeStage,
    home: Household,
    traits: Sequence[Trait],
    windows: Sequence[str],
    language: str,
) -> str:
    words = load_words(language)
    stage, home, habits = words.stage(stage), words.household(stage, home), [words.note(trait) for trait in traits]
    known = [("window", " ".join(windows)), *(("trait", trait.name) for trait in traits)]

    def drawn(sort: str, offered: Sequence[str]) -> str:
        """Draws a value that fits everything drawn before."""
        out = barred(sort, known)
        one = draws.choice([value for value in offered if value not in out])
        known.append((sort, one))
        return one

    with_whom, role = drawn("home", home.text), drawn("role", stage.roles)
    pride, context = drawn("pride", stage.prides), drawn("context", (*stage.contexts, *home.contexts))
    said = f"{words.comma.join(habits[:-1])}{words.last}{habits[-1]}"
    return words.about.format(name=name, role=role, home=with_whom, habits=said, pride=pride, context=context)


def profile(persona: Persona) -> tuple[object, ...]:
    """The properties that tell two personas apart: stage, traits, speech, zone, hours and liked settings.

    Numbers such as patience and the strength of tastes do not count, since they differ between any two draws.
    """
    style = persona.style
    return (
        persona.stage,
        tuple(sorted(persona.traits)),
        (style.length, style.formality, tuple(sorted(style.markers)), style.way),
        persona.zone,
        persona.windows,
        tuple(sorted(favoured(persona.tastes).items())),
    )


def utility(persona: Persona, settings: Mapping[str, str]) -> float:
    """The hidden utility of a reply with `settings` (style attribute to setting): 0 at worst, 1 at best."""
    return taste_utility(persona.tastes, settings)


def small_talk_share(persona: Persona) -> float:
    """The share of small talk in what the person says, 0 to 1."""
    traits = load_traits()
    shift = sum(traits[name].small_talk for name in persona.traits if name in traits)
    return round(min(1.0, max(0.0, SMALL_TALK + shift)), 2)


def candour_shift(modes: Mapping[DisclosureMode, float], candour: float) -> dict[DisclosureMode, float]:
    """Tilts the shares of the disclosure modes by candour.

    Args:
        modes: Shares that add up to 1; `open` has at least `LEAST_OPEN`.
        candour: 0 to 1. Above .5 it makes more disclosures open, below .5 fewer, but at least `LEAST_OPEN`.

    Returns:
        Shares of the same modes that add up to 1.

    Example:
        >>> planned = {DisclosureMode.OPEN: 0.6, DisclosureMode.ASKED: 0.2, DisclosureMode.TRUSTED: 0.2}
        >>> shares = candour_shift(planned, 1.0)
        >>> {mode.value: round(share, 2) for mode, share in shares.items()}
        {'open': 0.8, 'asked': 0.1, 'trusted': 0.1}
    """
    opened = modes.get(DisclosureMode.OPEN, 0.0)
    others = sum(share for mode, share in modes.items() if mode is not DisclosureMode.OPEN)
    lean = TILT * (2 * min(1.0, max(0.0, candour)) - 1)
    moved = lean * others if lean > 0 else lean * max(0.0, opened - LEAST_OPEN)
    if not moved or others <= 0:
        return dict(modes)
    shares = {
        mode: share * (others - moved) / others for mode, share in modes.items() if mode is not DisclosureMode.OPEN
    }
    rest = 1.0 - sum(shares.values())
    return {
        mode: rest if mode is DisclosureMode.OPEN else shares[mode]
        for mode in (modes if opened else (DisclosureMode.OPEN, *modes))
    }
