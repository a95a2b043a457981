"""Joins references to options into groups: `A and B`, `not Oslo, Bergen`, `the bronze microfibre`."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from regulars.rewards.choices.options import OptionReference

OTHER = -1
"""In place of an option: a value that is not among the options."""
_MOST_JOINED = 24
"""The number of references that are read as one list."""
_GLUE = re.compile(r"[\s,&/*_\"'|]*(?:\b(?:and|or|nor|as well as|plus|both|the|a|an|option)\b[\s,&/*_\"'|]*)*")
_LETTER_GLUE = re.compile(r"[\s,&/*_\"'().|]*(?:\b(?:and|or|nor|as well as|plus|both|option)\b[\s,&/*_\"'()|]*)+")
_WITHIN = re.compile(r"[\s*_\"']*(?:\b(?!and\b|or\b|but\b|not\b)\w+[\s*_\"']+){0,3}")
_APART = frozenset({", and", ",and", ", or else"})
_NOT = re.compile(r"\b(?:not|isn't|never)(?: (?:the|a|an|in|at|option))? *[*_\"']*$")
_LISTS_ON = re.compile(r"[\s*_\"']*(?:,|and\b|or\b|nor\b)")


@dataclass(slots=True)
class OptionGroup:
    """References joined by `and`, `or` or commas, and how the reply means them.

    Attributes:
        options: The places of the options they mean, from 0 on; `OTHER` for a value that is not among them.
        start: Where the first begins.
        end: Where the last ends.
        kind: `letter`, `place`, `value` or `words`.
        parts: The options of each reference.
        sentence: The index of the sentence.
        is_denied: Whether the reply rejects them.
        is_open: Whether it leaves them open: a guess, a question, a condition, one of several.
        is_pick: Whether it picks them plainly.
        is_plain: Whether the words around them say nothing but that.
        cue: These words.
        in_row: Whether they stand in a row about one option.
    """

    options: frozenset[int]
    start: int
    end: int
    kind: str
    parts: tuple[frozenset[int], ...]
    sentence: int = 0
    is_denied: bool = False
    is_open: bool = False
    is_pick: bool = False
    is_plain: bool = False
    cue: str = ""
    in_row: bool = False

    @property
    def is_exact(self) -> bool:
        """Whether it names options by letter or place."""
        return self.kind in ("letter", "place")

    def extend(self, parts: tuple[frozenset[int], ...], end: int) -> None:
        """Takes in more words; words that several options share mean together those that all of them mean."""
        shared = frozenset.intersection(*parts) if self.kind == "words" else frozenset()
        self.options, self.parts, self.end = shared or frozenset().union(*parts), parts, end

    @property
    def is_asserted(self) -> bool:
        """Whether it is neither rejected nor left open."""
        return not self.is_denied and not self.is_open


def grouped(
    text: str, sentences: Sequence[tuple[int, int]], references: Sequence[OptionReference], *, chooses: bool
) -> list[OptionGroup]:
    """The references of a reply in groups, sentence by sentence.

    Where a sentence names options by letter, place or value, their words do not count.

    Args:
        text: The reply, case folded.
        sentences: Where its sentences begin and end.
        references: Where it refers to options, in order.
        chooses: Whether the options are values: behind `the`, a word of another one then counts (`the decanter`).
    """
    starts = [start for start, _ in sentences]
    by_sentence: dict[int, list[OptionReference]] = {}
    for one in references:
        by_sentence.setdefault(bisect_right(starts, one.start) - 1, []).append(one)
    made: list[OptionGroup] = []
    for sentence, some in by_sentence.items():
        exact = [one.options for one in some if one.kind != "words"]
        last: OptionGroup | None = None
        for one in some:
            is_said = bool(exact)
            if chooses and text.endswith("the ", 0, one.start):
                is_said = any(one.options & options for options in exact)
            if is_said and one.kind == "words":
                continue
            if last is not None and _is_one_phrase(text, last, one):
                last.extend((*last.parts[:-1], last.parts[-1] & one.options), one.end)
            elif last is not None and _is_joined(text, last, one):
                last.extend((*last.parts, one.options), one.end)
            else:
                last = OptionGroup(one.options, one.start, one.end, one.kind, (one.options,), sentence)
                made.append(last)
    return made


def _is_joined(text: str, last: OptionGroup, one: OptionReference) -> bool:
    gap = text[last.end : one.start].strip(" *_\"'")
    if len(last.parts) >= _MOST_JOINED:
        return False
    if len(last.parts) == 1 and (gap in _APART or (gap == "," and _is_corrected(text, last, one))):
        return False
    if _GLUE.fullmatch(text, last.end, one.start):
        return True
    return one.kind == "letter" and _LETTER_GLUE.fullmatch(text, last.end, one.start) is not None


def _is_corrected(text: str, last: OptionGroup, one: OptionReference) -> bool:
    """Whether one option is named in place of another: `not Oslo, Bergen`."""
    is_denied = _NOT.search(text, max(last.start - 16, 0), last.start) is not None
    return is_denied and not _LISTS_ON.match(text, one.end)


def _is_one_phrase(text: str, last: OptionGroup, one: OptionReference) -> bool:
    """Whether two neighbouring references by words are one: `the bronze microfibre on your sofa`."""
    are_words = one.kind == last.kind == "words" and not last.parts[-1].isdisjoint(one.options)
    return are_words and _WITHIN.fullmatch(text, last.end, one.start) is not None
