"""Ways of speaking that cohorts share (`language/ways.toml`): openers, tails, turns, names for things.

A person whose `Style.way` names a way says after a greeting where they are or what they are doing, and at times after a
question what they do while they wait, unless the session's small talk says where they are. In questions and requests,
but never in a disclosure, they call things by the cohort's own names. Told content stays unchanged, word for word.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from regulars.data_faults import raise_faults
from regulars.errors import UnknownNameError, did_you_mean
from regulars.scenarios.pack_files import PACKS, WAYS
from regulars.scenarios.toml_tables import TomlFile

if TYPE_CHECKING:
    from regulars.seeding import Draws


OPENER, TAIL, GLOSS, NAMED = 0.6, 0.2, 0.5, 0.5
"""Odds of an opener or a turn after a greeting; of a tail after a question; of a gloss if a name is used; of using a
name if there is one."""

_SOMEWHERE = re.compile(r"\bI'm (?:at|in|on|off|back|standing|sitting|lying)\b", re.IGNORECASE)
"""Where a text says itself where the person is."""

_PLACE = re.compile(r"\b(?:kitchen|shop|counter|oven|bed)\b", re.IGNORECASE)
"""Names of places beside which nobody says that they are elsewhere."""

_FREE = (
    r"(?:(?<=\bmy\s)|(?<=\bour\s))(?:{names})"
    r"(?=[.,;:!?]|\s(?:is|was|and|or|that|in|with|on|has|now|again|looks|needs)\b|$)"
)
"""Where a word stands for the thing itself: not as a verb, and not as the first half of a name such as `job title`."""

_LEAST = {"openers": 4, "tails": 4, "turns": 3}


@dataclass(frozen=True, slots=True)
class WayOfSpeaking:
    """A cohort's way of speaking.

    Attributes:
        name: The value of `Style.way`.
        openers: Sentences that follow a greeting.
        tails: Sentences that follow a question or request.
        turns: Favourite turns, as sentences that follow a greeting too.
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


def says_where(text: str) -> bool:
    """Whether a text says itself where the person is.

    Example:
        >>> says_where("I'm standing in a museum."), says_where("I moved to Bergen.")
        (True, False)
    """
    return _SOMEWHERE.search(text) is not None


def in_way(
    parts: Sequence[str],
    way: str,
    draws: Draws,
    *,
    greets: bool = False,
    asks: bool = False,
    back: Sequence[str] = (),
) -> list[str]:
    """A line with the sentences that the way adds: where the person is or what they are doing.

    Args:
        parts: The line's sentences; they stay unchanged.
        way: The way's name.
        draws: Decide the added sentences.
        greets: Whether the first part is a greeting; an opener or a turn may follow it.
        asks: Whether the line raises a question or request, so that a tail may follow.
        back: Sentences that lead from an opener or a turn back to the matter; one of them follows it.

    Example:
        >>> from regulars.seeding import SeedTree
        >>> in_way(["Hello!", "I live in Bergen."], "harbour", SeedTree(1).draws())
        ['Hello!', 'I live in Bergen.']
    """
    lines = way_lines(way)
    if any(says_where(part) or _PLACE.search(part) for part in parts):
        return list(parts)  # nobody is in two places at once
    opener = [draws.choice(lines.openers + lines.turns)] if draws.uniform() < OPENER and greets else []
    tail = [draws.choice(lines.tails)] if draws.uniform() < TAIL and asks else []
    if opener and back and parts[1:]:
        opener.append(draws.choice(back))
    return [*parts[:1], *opener, *parts[1:], *tail]


def renamed(question: str, way: str, draws: Draws) -> str:
    """A question or request with some of the way's own names, at times after a gloss.

    Args:
        question: The words.
        way: The way's name.
        draws: Decide which names.

    Example:
        >>> from regulars.seeding import SeedTree
        >>> renamed("Who is my boss?", "harbour", SeedTree(13).draws())
        'Who is my skipper?'
        >>> renamed("What is my job title?", "harbour", SeedTree(13).draws())
        'What is my job title?'
    """
    lines = way_lines(way)
    used: dict[str, str] = {}

    def call(match: re.Match[str]) -> str:
        word = match[0]
        if draws.uniform() >= NAMED:
            return word
        used[word] = lines.names[word]
        return used[word]

    said = re.sub(_FREE.format(names="|".join(map(re.escape, lines.names))), call, question)
    if used and draws.uniform() < GLOSS:
        word = next(iter(used))
        return f"{lines.gloss.format(name=used[word], word=word)} {said}"
    return said
