"""How the scripted assistant reads: it looks at the text of `context`, and at nothing else.

There is one reader: attribute patterns over the lines, the latest telling first. For questions that no pattern
knows, as on recorded data, it gives the sentence that shares the most weight with the question. Below a threshold
it abstains.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log

from regulars.chinese_text import bigrams
from regulars.rewards.text import stems
from regulars.scenarios.language.packs import Language
from regulars.scenarios.world import Form

__all__ = ["Line", "Reading", "best_sentence", "lines_of", "read_attribute"]

OVERLAP = 0.3
"""Share of a question's weight that a sentence must cover to be given as an answer (measured on recorded talk)."""

_LINE = re.compile(r"^\[(?P<date>[^\]]*)\] (?P<name>[^:\n]{0,80}): ?(?P<text>.*)$")
_SENTENCE = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])\s*")
_COMMON = frozenset(
    """a an and are as at be been but by did do does for from had has have he her his how i in is it its me my of on or
    our she so that the their them they this to was we were what when where which who whom why will with would you
    your""".split()  # noqa: SIM905  # a list of forty words reads worse
)

SENTENCES = 65536
"""Sentences whose stems are kept."""

ASSISTANT_NAME = "Assistant"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a context: when, who, what."""

    date: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Reading:
    """What a context says in answer to a question; no values where it says nothing, or that it is over."""

    values: tuple[str, ...] = ()
    text: str = ""
    over: bool = False


def lines_of(context: str) -> list[Line]:
    """The lines of a context, in its order; what has no date and name is a line of nobody."""
    lines = []
    for written in context.split("\n"):
        match = _LINE.match(written)
        if match is not None:
            lines.append(Line(match["date"], match["name"], match["text"]))
        elif written.strip():
            lines.append(Line("", "", written))
    return lines


def read_attribute(language: Language, attribute: str, form: str, lines: Sequence[Line]) -> Reading:
    """What `lines` tell of `attribute`.

    Args:
        language: Knows the patterns by which people tell it.
        attribute: What is asked about.
        form: `value` gives the latest, `set` all, `count` their number, `sum` what they add up to, `choice` what the
            assistant chose last.
        lines: In order of time.
    """
    own = form == Form.CHOICE
    told: dict[str, None] = {}
    latest, over, total = "", False, 0
    for line in lines:
        if (line.name == ASSISTANT_NAME) is not own:
            continue
        for value in language.chosen_in(attribute, line.text) if own else language.told_in(attribute, line.text):
            told[value] = None
            latest, over = value, False
            if form == Form.SUM:
                total += int(value)
        if form == Form.VALUE and told and not own and language.ended_in(attribute, line.text):
            over = True
    if over:
        return Reading(over=True)
    if form == Form.SUM and told:
        return Reading((str(total),))
    if not told:
        return Reading()
    if form == Form.SET:
        return Reading(tuple(told))
    return Reading((str(len(told)) if form == Form.COUNT else latest,))


def best_sentence(question: str, lines: Sequence[Line]) -> Reading:
    """The sentence that covers most of the question's weight, rare words weighing more; nothing below `OVERLAP`."""
    wanted = _bag(question) - _COMMON
    if not wanted:
        return Reading()
    sentences = [
        (line.name, part) for line in lines for part in (_SENTENCE.split(line.text) if line.text else ()) if part
    ]
    bags = [wanted & _bag(f"{name} {part}") for name, part in sentences]
    counts = {word: sum(word in bag for bag in bags) for word in wanted}
    weights = {word: log(1 + len(bags) / (1 + count)) for word, count in counts.items()}
    total = sum(weights.values())
    best, score = "", 0.0
    for (_, part), bag in zip(sentences, bags, strict=True):
        covered = sum(weights[word] for word in sorted(bag))
        if covered > score:
            best, score = part, covered
    return Reading(text=best) if total and score / total >= OVERLAP else Reading()


@lru_cache(maxsize=SENTENCES)
def _bag(text: str) -> frozenset[str]:
    return frozenset(stems(text)) if text.isascii() else frozenset((*stems(text), *bigrams(text)))
