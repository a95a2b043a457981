"""The ontology: all attributes that a life can have, by name, loaded from their files."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from regulars.counted import counted
from regulars.errors import ConfigurationError, ScenarioError, did_you_mean
from regulars.scenarios.content import base_of
from regulars.scenarios.ontology.attribute import Attribute
from regulars.scenarios.ontology.attribute_files import read_ontology
from regulars.scenarios.options import chosen_names
from regulars.seeding import content_hash
from regulars.values import Domain

LEAST_CHOSEN = 8
"""Least number of attributes that a life can be drawn from."""


class Ontology:
    """All attributes, in the order of their files.

    Args:
        attributes: By name.

    Attributes:
        told: Those that people tell in words, without those of projects.
        delegated: The names of those that the assistant chooses, without those of projects.
        excluded: The names of attributes with values that a value of one of them excludes.
        incompatible: The names of attributes with values that exclude values of others, or are excluded by them.
    """

    def __init__(self, attributes: Mapping[str, Attribute]) -> None:
        self._attributes = dict(attributes)
        self._limiting: dict[str, tuple[Attribute, ...]] = {}
        self._moving: dict[str, tuple[Attribute, ...]] = {}
        self._unsettling: dict[str, tuple[Attribute, ...]] = {}
        self.told = tuple(one for one in self._attributes.values() if one.is_told and not one.project)
        self.delegated = tuple([one.name for one in self if one.is_chosen and not one.project])
        self.excluded = frozenset([name for attribute in self.told for name in attribute.excludes])
        excluding = {one.name: one.excludes for one in self if one.excludes}
        self.incompatible = frozenset([*excluding, *(name for names in excluding.values() for name in names)])
        self._told_in: dict[str, Sequence[Attribute]] = {}
        for attribute in self._attributes.values():
            for other in attribute.excludes:
                self._limiting[other] = (*self._limiting.get(other, ()), attribute)
            for other in attribute.moves:
                self._moving[other] = (*self._moving.get(other, ()), attribute)
            for other in attribute.unsettles:
                self._unsettling[other] = (*self._unsettling.get(other, ()), attribute)

    def __iter__(self) -> Iterator[Attribute]:
        return iter(self._attributes.values())

    def __len__(self) -> int:
        return len(self._attributes)

    def __contains__(self, name: object) -> bool:
        return name in self._attributes

    def told_in(self, stage: str) -> Sequence[Attribute]:
        """Those of `told` that make sense in a stage of life."""
        told = self._told_in.get(stage)
        if told is None:
            told = self._told_in[stage] = tuple([one for one in self.told if one.makes_sense_in(stage)])
        return told

    def is_reserved(self, name: str) -> bool:
        """Whether an attribute is told in test splits only. Its name decides it; about one in six is."""
        attribute = self.attribute(name)
        return attribute.is_told and not attribute.project and int(content_hash(f"reserved {name}", 8), 16) % 6 == 0

    def chosen(self, only: Collection[str], own: Collection[str] = (), domains: Collection[str] = ()) -> Ontology:
        """The ontology with some of its attributes: those to draw a life from.

        What follows from a chosen attribute is chosen too. References to attributes that are left out are dropped.

        Args:
            only: Names, or `own` for all in `own`; empty for all attributes.
            own: The names of the own attributes.
            domains: The project domains whose attributes stay.

        Raises:
            ConfigurationError: A name is unknown, or fewer than `LEAST_CHOSEN` attributes are told.
        """
        if not only:
            return self
        names = set(chosen_names(only, self._attributes, own, "only_attributes"))
        kept = {
            one.name: one
            for one in self
            if one.name in names
            or (one.project and one.category in domains)
            or one.implied_by in names
            or names & one.implies.keys()
        }
        told = [one.name for one in kept.values() if one.is_told and not one.project]
        if len(told) < LEAST_CHOSEN:
            raise ConfigurationError(
                f"only_attributes leaves {counted(len(told), 'attribute')} that people tell",
                where="options",
                expected=f"{LEAST_CHOSEN} or more, since people never tell some of them",
            )
        return Ontology({name: _within(one, kept) for name, one in kept.items()})

    def attribute(self, name: str) -> Attribute:
        """The attribute of that name. Raises `ScenarioError` if there is none."""
        try:
            return self._attributes[name]
        except KeyError:
            raise ScenarioError(f"unknown attribute {name!r}", remedy=did_you_mean(name, self._attributes)) from None

    def domain(self, name: str) -> Domain:
        """The domain of an attribute's values; the same object at every call.

        Example:
            >>> load_ontology().domain("rent").unit
            'euros'
        """
        return self.attribute(name).domain

    def source(self, name: str) -> str:
        """The attribute whose disclosure makes `name` known: itself, or the one that implies it."""
        return (self._attributes[name].implied_by or name) if name in self._attributes else name

    def limiting(self, name: str) -> tuple[Attribute, ...]:
        """The attributes with values that exclude values of the attribute `name`."""
        return self._limiting.get(name, ())

    def moving(self, name: str) -> tuple[Attribute, ...]:
        """The attributes that make the attribute `name` step whenever they step.

        Example:
            >>> [attribute.name for attribute in load_ontology().moving("number_plate")]
            ['car']
        """
        return self._moving.get(name, ())

    def unsettling(self, name: str) -> tuple[Attribute, ...]:
        """The attributes whose changes put the value of the attribute `name` in doubt.

        Example:
            >>> [attribute.name for attribute in load_ontology().unsettling("rent")]
            ['home_city', 'street', 'landlord_name']
        """
        return self._unsettling.get(name, ())

    def implied(self, name: str, value: str) -> list[tuple[str, str]]:
        """The attributes and values that follow from `value` of the attribute `name`.

        Example:
            >>> load_ontology().implied("home_city", "Bergen")
            [('country', 'Norway')]
        """
        implies = self.attribute(name).implies
        return [(other, values[value]) for other, values in implies.items() if value in values]


def own_attributes(language: str) -> frozenset[str]:
    """The names of the attributes that own content adds; none for a plain language."""
    base = base_of(language)
    if base == language:
        return frozenset()
    theirs = load_ontology("", base)
    return frozenset(one.name for one in load_ontology("", language) if one.name not in theirs)


def _within(attribute: Attribute, kept: Collection[str]) -> Attribute:
    """The attribute without references to others than `kept`."""
    return replace(
        attribute,
        implies={name: values for name, values in attribute.implies.items() if name in kept},
        excludes={name: values for name, values in attribute.excludes.items() if name in kept},
        doubtful={name: values for name, values in attribute.doubtful.items() if name in kept},
        moves=tuple(name for name in attribute.moves if name in kept),
        unsettles=tuple(name for name in attribute.unsettles if name in kept),
    )


def load_ontology(folder: str = "", language: str = "english") -> Ontology:
    """Loads the ontology of a language, of your own content, or from a folder. Each is loaded once and cached.

    Args:
        folder: Holds `demographics.toml` and other categories, each optional; empty for the built-in ontology.
        language: The language of the built-in ontology, or the name of your own content, which adds attributes to it.

    Raises:
        DataError: A file does not follow the schema; the message lists every fault with file and line.
    """
    return _load(folder, language)


@lru_cache(maxsize=8)
def _load(folder: str, language: str) -> Ontology:
    return Ontology(read_ontology(folder, language))
