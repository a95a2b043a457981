"""Attributes whose disclosure can answer a question about another attribute.

A person who never told their workout may have told how far they swim. "You swim" is then a fair answer to a question
about the workout, beside "you never told me". So no question expects an abstention there. Which attributes are kindred
is data: `ontology/kindred.toml`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from regulars.data_faults import raise_faults
from regulars.errors import did_you_mean
from regulars.scenarios.ontology.attributes import load_ontology
from regulars.scenarios.toml_tables import Table, TomlFile

FILE = "kindred.toml"


@lru_cache(maxsize=1)
def load_kindred() -> Mapping[str, frozenset[str]]:
    """The kindred attributes of each attribute that has some, by name.

    Raises:
        DataError: The file names an unknown attribute. The message lists every fault with file and line.

    Example:
        >>> "weekly_swim" in load_kindred()["workout"]
        True
    """
    return parse_kindred(Path(__file__).with_name(FILE).read_text("utf-8"))


def parse_kindred(text: str) -> dict[str, frozenset[str]]:
    """The kindred attributes in the text of a file, by name.

    Args:
        text: The TOML text: lists of attributes by the attribute that their disclosures can answer.

    Raises:
        DataError: As for `load_kindred`.
    """
    source, known = TomlFile(text, FILE), load_ontology()
    table = Table(source, (), source.data)
    kindred = {name: frozenset(table.words(name)) for name in source.data}
    for name, others in kindred.items():
        for wrong in sorted(one for one in {name, *others} if one not in known):
            source.fault((name,), f"{wrong!r} is not an attribute; {did_you_mean(wrong, [one.name for one in known])}")
        if name in others:
            source.fault((name,), "names itself; expected other attributes")
    raise_faults(source.faults, "the kindred attributes")
    return kindred
