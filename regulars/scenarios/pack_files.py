"""Finds the files of language packs: which packs there are, and where the files of one lie.

Own content (`content.py`) has the name of a pack and a hash. It shares the files of that pack.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from regulars.scenarios.content import base_of, opened

PACKS = files("regulars.scenarios").joinpath("language")
"""The folder with one file for each language pack."""

WAYS = "ways.toml"
"""A file in that folder that is not a language pack: ways of speaking (`language/ways.py`)."""


def language_packs() -> tuple[str, ...]:
    """The names of the language packs, and of the own content that is open.

    Example:
        >>> language_packs()
        ('chinese', 'english')
    """
    return (*built_in_packs(), *opened())


@lru_cache(maxsize=1)
def built_in_packs() -> tuple[str, ...]:
    """The names of the language packs without own content."""
    names = (entry.name for entry in PACKS.iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml") and name != WAYS))


def small_talk_files(language: str) -> dict[str, Traversable]:
    """The files with a pack's exchanges of small talk, by topic; empty if it has none.

    Example:
        >>> sorted(small_talk_files("english"))[:3]
        ['habits', 'home', 'kitchen']
    """
    start, end = f"{base_of(language)}_", ".toml"
    entries = sorted(PACKS.joinpath("small_talk").iterdir(), key=lambda entry: entry.name)
    named = (entry for entry in entries if entry.name.startswith(start) and entry.name.endswith(end))
    return {entry.name[len(start) : -len(end)]: entry for entry in named}


def pack_folder(folder: str, language: str) -> Traversable:
    """The folder with a language's files: `folder` itself for English, else a subfolder with the language's name."""
    top, base = files("regulars.scenarios").joinpath(folder), base_of(language)
    return top if base == "english" else top.joinpath(base)
