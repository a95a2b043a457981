"""What a text names, by its writing alone: capitals and quotation marks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from regulars.memory.extraction.statements import sentences
from regulars.memory.text.words import content_words

__all__ = ["entities_in"]

_LONG_TEXT = 10_000
_LONGEST = 40
_QUOTED = re.compile(r"[\"“«]([^\"”»\n]{2,60})[\"”»]")
_WORD = re.compile(r"[^\W_][\w'’-]*")
_OWNER = re.compile(r"['’]s$")


def entities_in(text: str) -> tuple[str, ...]:
    """The things that a text names, in lower case, each once: what stands in quotation marks, and runs of capitals.

    A common word with a capital names nothing and parts what stands around it, and so does whatever is no blank. A word
    that begins a sentence and stands alone may be any word, and counts only where it owns something (`Ann's`). Of a
    text's first 10,000 characters.

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
    """The runs of capitalised words that mean something, with single blanks."""
    run: list[str] = []
    end, opens = 0, False
    for place, match in enumerate(_WORD.finditer(sentence)):
        word = match[0]
        names = len(word) > 1 and word[0].isupper() and bool(content_words(word))
        if run and not (names and sentence[end : match.start()].isspace()):
            yield from _name(run, opens)
            run = []
        if names:
            opens = opens if run else place == 0
            run.append(word[:_LONGEST])
            end = match.end()
    yield from _name(run, opens)


def _name(run: list[str], opens: bool) -> Iterator[str]:
    if run and not (opens and len(run) == 1 and not _OWNER.search(run[0])):
        yield " ".join(run)
