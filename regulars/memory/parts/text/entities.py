"""Entities in a text, found by capitals and quotation marks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from regulars.memory.parts.text.sentences import sentences
from regulars.memory.parts.text.words import content_words

_LONG_TEXT = 10_000
_LONGEST = 40
_QUOTED = re.compile(r"[\"“«]([^\"”»\n]{2,60})[\"”»]")
_WORD = re.compile(r"[^\W_][\w'’-]*")
_OWNER = re.compile(r"['’]s$")
_NO_NAME = re.compile(r"(?:ing|ed|ly)$")
_OF_ONE = frozenset(
    """asked asks ate bought called calls came can comes could did didn does doesn feels felt finds found gave gets
    gives goes got had has hasn hates is isn keeps knows left likes lived lives loved loves made makes met might
    moved needs plays prefers said says sent should sings sleeps stays still tells thinks told took wanted wants
    was wasn went will won worked works would writes""".split()  # noqa: SIM905  # a list reads worse
)
"""Verbs that follow the name of a person."""


def entities_in(text: str) -> tuple[str, ...]:
    """The entities in a text, in lower case, each once: quoted titles and runs of capitalised words.

    A capitalised common word is not an entity and separates runs, as does punctuation. A single word at the start of a
    sentence counts only as an owner (`Ann's`) or a subject (`Ann likes`). Only the first 10,000 characters count.

    Example:
        >>> entities_in('Running helps. The Ann I know read "On Rain" in New York, Oslo.')
        ('on rain', 'ann', 'rain', 'new york', 'oslo')
    """
    text = text[:_LONG_TEXT]
    found = [match[1] for match in _QUOTED.finditer(text)]
    found += [run for sentence in sentences(text) for run in _runs(sentence)]
    names = (name.strip().casefold().replace("’", "'").removesuffix("'s") for name in found)
    return tuple(dict.fromkeys(filter(None, names)))


def _runs(sentence: str) -> Iterator[str]:
    """The runs of capitalised content words, joined by single spaces."""
    words = list(_WORD.finditer(sentence))
    run: list[str] = []
    for place, match in enumerate(words):
        if not _is_capital(match[0]):
            continue
        run.append(match[0][:_LONGEST])
        after = words[place + 1] if place + 1 < len(words) else None
        following = after[0] if after is not None and sentence[match.end() : after.start()].isspace() else ""
        if _is_capital(following):
            continue
        if place or _owns_or_acts(match[0], following):
            yield " ".join(run)
        run = []


def _is_capital(word: str) -> bool:
    return len(word) > 1 and word[0].isupper() and bool(content_words(word))


def _owns_or_acts(word: str, following: str) -> bool:
    """Whether a word at the start of a sentence is an owner or the subject of a verb."""
    tells = re.split("['’]", following.lower())[0] in _OF_ONE
    return bool(_OWNER.search(word)) or (tells and not _NO_NAME.search(word))
