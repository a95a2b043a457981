"""Answers from what a context tells (`told.py`): the values of an attribute, or a sentence.

For questions without an attribute, as in recorded data, the answer is the sentence that shares the most weight with the
question. Below a threshold there is none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from math import log

from regulars.agents.assistant.told import Told
from regulars.chinese_text import bigrams
from regulars.memory.context_line import ASSISTANT_NAME, ContextLine
from regulars.rewards.metrics.token_f1 import stems
from regulars.scenarios.kinds import Form
from regulars.scenarios.language.packs import Language
from regulars.scenarios.language.wishes import wishes_of

OVERLAP = 0.3
"""The share of a question's weight that a sentence must cover to count as an answer (measured on recorded talk)."""

_SENTENCE = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])\s*")
_COMMON = frozenset(
    """a an and are as at be been but by did do does for from had has have he her his how i in is it its me my of on or
    our she so that the their them they this to was we were what when where which who whom why will with would you
    your""".split()  # noqa: SIM905  # a list of forty words reads worse
)

SENTENCES = 65536
"""The number of sentences whose stems are cached."""

SESSION_SPAN = timedelta(hours=6)
"""How long before a session's end its utterances lie at most."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The answer that a context gives to a question; no values if it gives none or says that the matter is over.

    Attributes:
        values: The canonical values.
        text: A sentence to be quoted as the answer.
        over: Whether the matter is over.
        told: The dates of the lines that support it, as written in the context.
    """

    values: tuple[str, ...] = ()
    text: str = ""
    over: bool = False
    told: tuple[str, ...] = ()


def read_attribute(attribute: str, form: str, context: Told) -> Reading:
    """The values of `attribute` that a context tells.

    Args:
        attribute: The attribute that is asked about.
        form: `value` for the latest, `set` for all, `order` for all in the order of first disclosure, `count` for their
            number, `sum` for their sum, `choice` for the assistant's last choice.
        context: What the context tells.
    """
    if form == Form.CHOICE:
        value, date = context.chosen(attribute)
        return Reading((value,), told=(date,)) if value else Reading()
    told = context.disclosures(attribute)
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


def best_sentence(question: str, lines: Sequence[ContextLine]) -> Reading:
    """The sentence that covers most of the question's weight, rare words weighing more; empty below `OVERLAP`.

    It is never a sentence of the question itself, which the context holds if the question was asked before.
    """
    wanted = _bag(question) - _COMMON
    if not wanted:
        return Reading()
    parts = ((line, part) for line in lines for part in (_SENTENCE.split(line.text) if line.text else ()))
    asked = {"", *_SENTENCE.split(question)}
    sentences = [(line, part) for line, part in parts if part not in asked]
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
    """The attribute that the person wanted to be reminded of next time; empty if nothing is due.

    Args:
        language: Provides the wordings of such wishes.
        lines: The context.
        ended: When the person's last session ended; wishes from that session are due now.
    """
    for line in lines:
        said = _moment(line.date, ended)
        if line.name != ASSISTANT_NAME and said is not None and said >= ended - SESSION_SPAN:
            attribute = wishes_of(language).reminder_in(line.text)
            if attribute:
                return attribute
    return ""


def _moment(written: str, like: datetime) -> datetime | None:
    """The time of a line, in the zone of `like`; None if its format is unknown."""
    try:
        return datetime.fromisoformat(written).replace(tzinfo=like.tzinfo)
    except ValueError:
        return None


@lru_cache(maxsize=SENTENCES)
def _bag(text: str) -> frozenset[str]:
    return frozenset(stems(text)) if text.isascii() else frozenset((*stems(text), *bigrams(text)))
