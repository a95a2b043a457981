"""How the scripted assistant reads: it looks at the text of `context`, and at nothing else.

There is one reader: attribute patterns over the lines (`tellings.py`), and what a question wants made of them
(`answering.py`, `choosing.py`). For questions that no pattern knows, as on recorded data, it gives the sentence that
shares the most weight with the question. Below a threshold it abstains.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from math import log

from regulars.agents.tellings import tellings
from regulars.chinese_text import bigrams
from regulars.memory.context_line import ASSISTANT_NAME, ContextLine
from regulars.rewards.text import stems
from regulars.scenarios.language.packs import Language
from regulars.scenarios.language.wishes import wishes_of
from regulars.scenarios.world import Form

__all__ = ["Reading", "best_sentence", "read_attribute", "reminder_due"]

OVERLAP = 0.3
"""Share of a question's weight that a sentence must cover to be given as an answer (measured on recorded talk)."""

_SENTENCE = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])\s*")
_COMMON = frozenset(
    """a an and are as at be been but by did do does for from had has have he her his how i in is it its me my of on or
    our she so that the their them they this to was we were what when where which who whom why will with would you
    your""".split()  # noqa: SIM905  # a list of forty words reads worse
)

SENTENCES = 65536
"""Sentences whose stems are kept."""

SITTING = timedelta(hours=6)
"""How long before its end something that was said in a session lies at most."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a context says in answer to a question; no values where it says nothing, or that it is over.

    Attributes:
        values: The canonical values.
        text: A sentence that is given as it is.
        over: Whether what held is over.
        told: The dates of the lines that it rests on, as the context writes them.
    """

    values: tuple[str, ...] = ()
    text: str = ""
    over: bool = False
    told: tuple[str, ...] = ()


def read_attribute(language: Language, attribute: str, form: str, lines: Sequence[ContextLine]) -> Reading:
    """What `lines` tell of `attribute`.

    Args:
        language: Knows the patterns by which people tell it.
        attribute: What is asked about.
        form: `value` gives the latest, `set` all, `order` all as they were told first, `count` their number, `sum` what
            they add up to, `choice` what the assistant chose last.
        lines: In order of time.
    """
    if form == Form.CHOICE:
        return _chosen(language, attribute, lines)
    told = tellings(language, attribute, lines)
    if told and told[-1].over and form == Form.VALUE:
        return Reading(over=True, told=(told[-1].date,))
    told = [one for one in told if not one.over]
    if not told:
        return Reading()
    dates = tuple(dict.fromkeys(one.date for one in told))
    values = tuple(dict.fromkeys(one.value for one in told))
    if form == Form.SUM:
        return Reading((str(sum(int(one.value) for one in told if not one.again)),), told=dates)
    if form in (Form.SET, Form.ORDER):
        return Reading(values, told=dates)
    if form == Form.COUNT:
        return Reading((str(len(values)),), told=dates)
    return Reading((told[-1].value,), told=(told[-1].date,))


def _chosen(language: Language, attribute: str, lines: Sequence[ContextLine]) -> Reading:
    """What the assistant chose last."""
    for line in reversed(lines):
        chosen = language.chosen_in(attribute, line.text) if line.name == ASSISTANT_NAME else []
        if chosen:
            return Reading((chosen[-1],), told=(line.date,))
    return Reading()


def best_sentence(question: str, lines: Sequence[ContextLine]) -> Reading:
    """The sentence that covers most of the question's weight, rare words weighing more; nothing below `OVERLAP`."""
    wanted = _bag(question) - _COMMON
    if not wanted:
        return Reading()
    sentences = [(line, part) for line in lines for part in (_SENTENCE.split(line.text) if line.text else ()) if part]
    bags = [wanted & _bag(f"{line.name} {part}") for line, part in sentences]
    counts = {word: sum(word in bag for bag in bags) for word in wanted}
    weights = {word: log(1 + len(bags) / (1 + count)) for word, count in counts.items()}
    total = sum(weights.values())
    best, score, told = "", 0.0, ""
    for (line, part), bag in zip(sentences, bags, strict=True):
        covered = sum(weights[word] for word in sorted(bag))
        if covered > score:
            best, score, told = part, covered, line.date
    return Reading(text=best, told=(told,)) if total and score / total >= OVERLAP else Reading()


def reminder_due(language: Language, lines: Sequence[ContextLine], ended: datetime) -> str:
    """The attribute of which the person wanted to be reminded next time; empty where nothing is due.

    Args:
        language: Knows the wordings in which people want it.
        lines: The context.
        ended: When the person's last session ended: what was wished for in it is due now.
    """
    for line in lines:
        said = _moment(line.date, ended)
        if line.name != ASSISTANT_NAME and said is not None and said >= ended - SITTING:
            attribute = wishes_of(language).reminder_in(line.text)
            if attribute:
                return attribute
    return ""


def _moment(written: str, like: datetime) -> datetime | None:
    """The moment of a line, in the zone of `like`; None where it is written in a way of its own."""
    try:
        return datetime.fromisoformat(written).replace(tzinfo=like.tzinfo)
    except ValueError:
        return None


@lru_cache(maxsize=SENTENCES)
def _bag(text: str) -> frozenset[str]:
    return frozenset(stems(text)) if text.isascii() else frozenset((*stems(text), *bigrams(text)))
