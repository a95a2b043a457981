"""Topics: finds sessions by their nouns, ranked by overlap and age.

Source: Li et al., Hello Again! LLM-powered Personalized Agent for Long-term Dialogue (LD-Agent, NAACL 2025), and its
public code. A trained tagger finds their nouns. Here a word counts unless it is common or stands in a verb's place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import exp

from regulars.chinese_text import has_chinese
from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import TURN, Draft, Op
from regulars.memory.parts.consolidation.portrait import TRAIT
from regulars.memory.parts.consolidation.summaries import SUMMARY, WAYS, added, chosen
from regulars.memory.parts.settings import checked
from regulars.memory.parts.text.terms import stems
from regulars.memory.parts.view import MemoryEvent, View
from regulars.memory.protocol import Cue, Hit

TOPICS = "topics"
"""The field of `extra` with the nouns of a turn."""

_WORD = re.compile(r"[^\W_]+(?:['\u2019][a-z]+)?")
_BEFORE_VERBS = frozenset(
    """i you we they he she it who to can could will would shall should may might must do does did don't didn't doesn't
    can't won't let's i'll you'll we'll they'll i'd please""".split()  # noqa: SIM905
)
_BETWEEN = re.compile(r"ly$|^(?:not|never|always|often|just|also|even|still)$")
"""Words that may stand between a pronoun and its verb."""
_NO_NOUN = re.compile(r"(?:ly|ing|ed)$")
_SHORTEST = 3
_DIGITS = 12


@lru_cache(maxsize=8192)
def topic_nouns(text: str) -> frozenset[str]:
    """The stems of a text's possible nouns.

    This leaves out common words, short words, words after a pronoun or an auxiliary, and words that end in -ly, -ing or
    -ed. Chinese is split into pairs of characters.
    """
    if has_chinese(text):
        return frozenset(stems(text))
    found: set[str] = set()
    before = ""
    for word in _WORD.findall(text.lower()):
        if before not in _BEFORE_VERBS and len(word) >= _SHORTEST and not _NO_NOUN.search(word):
            found.update(stems(word))
        if not _BETWEEN.search(word):
            before = word.replace("\u2019", "'")
    return frozenset(found)


def overlap(one: frozenset[str], other: frozenset[str]) -> float:
    """The mean share of common topics, in [0, 1]: `(c / |a| + c / |b|) / 2`, with c common topics."""
    common = len(one & other)
    return 0.5 * (common / len(one) + common / len(other)) if common else 0.0


@dataclass(frozen=True, slots=True)
@checked(lines=(1, 100), how=WAYS)
class TopicSummary:
    """Turns a finished unit into an item of its most central sentences, with the topics of all its turns.

    The topics are in parts without words, one per turn. So forgetting a turn on request removes its topics too.

    Attributes:
        lines: How many sentences, 1 to 100. The source has one of at most 20 words, written by a model.
        how: `central` or `lead`.
    """

    lines: int = 2
    how: str = "central"

    def __call__(self, view: View, event: MemoryEvent) -> Iterable[Op]:
        """The item."""
        if event.kind != "unit" or event.item is None:
            return
        parts = [part for part in event.item.parts if part.sources]
        said = [replace(part, kind=SUMMARY) for part in chosen(parts, view, self.lines, self.how)]
        if said:
            yield from added([*said, *(_marked(part) for part in parts)], view)


@dataclass(frozen=True, slots=True)
@checked(decay=(0.0, 1.0))
class OverlapDecay:
    """Ranks summaries and the open unit by `overlap * exp(-decay * t)`; traits fill the rest of the k hits.

    t is the time in seconds since the item's last turn. An item without a common topic is not found.

    Attributes:
        decay: In [0, 1]; by default the source's 1e-7, which loses a third in seven weeks.
    """

    decay: float = 1e-7

    def __call__(self, cue: Cue, view: View) -> Sequence[Hit]:
        """The ranked items, then the traits with a score of 0, newest first."""
        asked = topic_nouns(cue.text)
        hits: list[tuple[float, Item]] = []
        for item in view.items(SUMMARY, TURN):
            seconds = max(0.0, (cue.as_of - item.time).total_seconds())
            score = round(overlap(asked, topics_of(item)) * exp(-min(700.0, self.decay * seconds)), _DIGITS)
            if score > 0:
                hits.append((score, item))
        hits.sort(key=lambda hit: (-hit[0], hit[1].order))
        found = {source for _, item in hits[: max(cue.k, 0)] for source in item.sources}
        traits = [item for item in reversed(view.items(TRAIT)) if found.isdisjoint(item.sources)]
        ranked = [*hits, *((0.0, item) for item in traits)][: max(cue.k, 0)]
        return [Hit(item.id, score, item.sources, {TOPICS: score}) for score, item in ranked]


def topics_of(item: Item) -> frozenset[str]:
    """The topics of an item: its stored topics, or those of its words."""
    kept = [frozenset(part.extra[TOPICS]) for part in item.parts if TOPICS in part.extra]
    return frozenset().union(*(kept or [topic_nouns(part.text) for part in item.parts]))


def _marked(part: Draft) -> Draft:
    """A part without words, with the topics of a turn."""
    return Draft(
        part.scope, part.session, part.time, "", "", (), SUMMARY,
        basis=part.sources, extra={TOPICS: sorted(topic_nouns(part.text))},
    )  # fmt: skip
