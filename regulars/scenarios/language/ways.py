"""Ways of speaking that cohorts share (`language/ways.toml`): openers, tails, turns, names for things.

A person whose `Style.way` names a way adds short sentences to what they say. In questions and requests, but never in a
disclosure, they call things by the cohort's own names. Told content stays unchanged, word for word.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from regulars.data_faults import raise_faults
from regulars.errors import UnknownNameError, did_you_mean
from regulars.scenarios.pack_files import PACKS, WAYS
from regulars.scenarios.toml_tables import TomlFile

if TYPE_CHECKING:
    from regulars.seeding import Draws


OPENER, TURN, TAIL, GLOSS, NAMED = 0.08, 0.03, 0.08, 0.25, 0.3
"""Odds of an opener, a turn and a tail; of a gloss if a name is used; of using a name if there is one."""

_LEAST = {"openers": 4, "tails": 4, "turns": 3}


@dataclass(frozen=True, slots=True)
class WayOfSpeaking:
    """A cohort's way of speaking.

    Attributes:
        name: The value of `Style.way`.
        openers: Sentences before the content.
        tails: Sentences after the content.
        turns: Favourite turns, as sentences.
        gloss: The sentence that explains a name, with the slots `{name}` and `{word}`.
        names: Common words, with the cohort's own names for them.
    """

    name: str
    openers: tuple[str, ...]
    tails: tuple[str, ...]
    turns: tuple[str, ...]
    gloss: str
    names: Mapping[str, str]


@lru_cache(maxsize=1)
def _ways() -> Mapping[str, WayOfSpeaking]:
    source = TomlFile(PACKS.joinpath(WAYS).read_text("utf-8"), WAYS)
    ways = {}
    for name in source.data:
        table = source.table(name)
        table.only({*_LEAST, "gloss", "names"})
        lists = {field: table.words(field, least) for field, least in _LEAST.items()}
        names = source.table(name, "names")
        called = {word: names.word(word) for word in names.fields}
        ways[name] = WayOfSpeaking(name, gloss=table.word("gloss"), names=called, **lists)
    raise_faults(source.faults, "the ways of speaking")
    return ways


def way_names() -> tuple[str, ...]:
    """The names of all ways, in their file's order."""
    return tuple(_ways())


def way_lines(way: str) -> WayOfSpeaking:
    """The way of speaking with that name.

    Raises:
        UnknownNameError: There is no such way.
    """
    found = _ways().get(way)
    if found is None:
        raise UnknownNameError(f"unknown way of speaking {way!r}", remedy=did_you_mean(way, _ways()))
    return found


def in_way(text: str, way: str, draws: Draws, ends: bool = False) -> str:
    """`text` with the sentences that the way adds before and after it.

    Args:
        text: The content; it stays unchanged.
        way: The way's name.
        draws: Decide the added sentences.
        ends: Whether the text ends the conversation, as a goodbye does; nothing is added after it.

    Example:
        >>> from regulars.seeding import SeedTree
        >>> "I live in Bergen." in in_way("I live in Bergen.", "harbour", SeedTree(1).draws())
        True
    """
    lines = way_lines(way)
    before = [draws.choice(lines.openers)] if draws.uniform() < OPENER else []
    turn = draws.choice(lines.turns) if draws.uniform() < TURN else ""
    after = [draws.choice(lines.tails)] if draws.uniform() < TAIL and not ends else []
    return " ".join(part for part in (*before, text, turn if not ends else "", *after) if part)


def renamed(question: str, way: str, draws: Draws) -> str:
    """A question or request with some of the way's own names, at times after a gloss.

    Args:
        question: The words.
        way: The way's name.
        draws: Decide which names.

    Example:
        >>> from regulars.seeding import SeedTree
        >>> renamed("Who is my boss?", "harbour", SeedTree(4).draws())
        'Who is my skipper?'
    """
    lines = way_lines(way)
    used: dict[str, str] = {}

    def call(match: re.Match[str]) -> str:
        word = match[0]
        if draws.uniform() >= NAMED:
            return word
        used[word] = lines.names[word]
        return used[word]

    said = re.sub(rf"\b(?:{'|'.join(map(re.escape, lines.names))})\b", call, question)
    if used and draws.uniform() < GLOSS:
        word = next(iter(used))
        return f"{lines.gloss.format(name=used[word], word=word)} {said}"
    return said
